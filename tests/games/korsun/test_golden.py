"""One whole campaign for each level of victory, as it was played when the rules were last looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden import replay

FOLDER = Path(__file__).parent / "golden"
LEVELS = ("German strategic", "German tactical", "Soviet tactical", "Soviet strategic")


@pytest.mark.parametrize("level", LEVELS)
def test_golden_campaign(level: str) -> None:
    text = (FOLDER / f"{level.lower().replace(' ', '-')}.txt").read_text("utf-8")
    assert text.splitlines()[-1].startswith(f"= {level}: ")
    assert replay(text) == text.splitlines()
