"""What these tests add to a game's box is taken out again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from grognard.engine import SHELF
from grognard.engine.scenario import Box


@pytest.fixture(autouse=True)
def boxes_as_they_were() -> Iterator[None]:
    boxes = [game.scenarios for game in SHELF.values() if isinstance(game.scenarios, Box)]
    before = [(box, dict(box.known), dict(box.texts), list(box)) for box in boxes]
    yield
    for box, known, texts, listed in before:
        box.known.clear()
        box.known.update(known)
        box.texts.clear()
        box.texts.update(texts)
        box._listed[:] = listed
