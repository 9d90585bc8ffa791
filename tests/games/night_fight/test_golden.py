"""One whole match for each scenario and each way it can end; a change of the rules shows as a difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.games.night_fight import GAME
from tests.golden import replay

FILES = sorted((Path(__file__).parent / "golden").glob("*.txt"))


def test_every_scenario_and_every_ending_has_one() -> None:
    assert {path.stem for path in FILES} == {f"{s}-{end}" for s in GAME.scenarios for end in ("victory", "defeat")}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_match_replays_to_the_letter(path: Path) -> None:
    text = path.read_text("utf-8")
    lines = text.splitlines()
    assert replay(text) == lines
    assert lines[-1].startswith(f"= {path.stem.rsplit('-', 1)[1]}:")
