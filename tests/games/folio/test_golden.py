"""One whole battle of Sidi Zahran for each way it can end."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.games.folio.sidi_zahran import LEVELS
from tests.golden import replay

FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("level", [name for name, _ in LEVELS])
def test_golden_battle(level: str) -> None:
    text = (FOLDER / f"{level.lower().replace(' ', '-')}.txt").read_text("utf-8")
    assert text.splitlines()[-1].startswith(f"= {level}: ")
    assert replay(text) == text.splitlines()
