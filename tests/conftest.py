"""Property tests try the same examples every time; a found failure is a failure for everybody."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from grognard.board import ground
from grognard.board.draw import pieces
from grognard.board.draw.board import draw_halves
from grognard.engine import SHELF
from grognard.engine.game.scenario import ScenarioSet

HERE = Path(__file__).parent
MEMORY, ROOM = Path("/dev/shm"), 2 << 30  # where files are never waited for, and how much of it they may come to

if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)  # a kill loses nothing there either

settings.register_profile("repeatable", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("repeatable")

gc.set_threshold(20_000, 20, 20)  # what is read in stays: looking through it for rubbish is a tenth of the time

# The same map is always drawn the same (tests/board/draw): once for all who lay something over it or look it through.
vars(ground)["draw_halves"] = lru_cache(32)(draw_halves)
vars(pieces)["_board"] = lru_cache(32)(pieces._board.__wrapped__)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What plays every game (tests beside this file) takes longest and comes first: no worker is left alone with it."""
    items.sort(key=lambda item: item.path.parent != HERE)


def pytest_collection_finish() -> None:
    """Nothing collected is rubbish before the end."""
    gc.freeze()


@pytest.fixture(autouse=True, scope="module")
def lists_as_they_were() -> Iterator[None]:
    """A file of tests leaves every game with the list of scenarios it found."""
    boxes = [game.scenarios for game in SHELF.values() if isinstance(game.scenarios, ScenarioSet)]
    before = [(box, list(box)) for box in boxes]
    yield
    for box, listed in before:
        box._listed[:] = listed


@pytest.fixture
def boxes_as_they_were() -> Iterator[None]:
    """What a test adds to a game's box is taken out again."""
    boxes = [game.scenarios for game in SHELF.values() if isinstance(game.scenarios, ScenarioSet)]
    before = [(box, dict(box.known), dict(box.texts), list(box)) for box in boxes]
    yield
    for box, known, texts, listed in before:
        box.known.clear()
        box.known.update(known)
        box.texts.clear()
        box.texts.update(texts)
        box._listed[:] = listed
