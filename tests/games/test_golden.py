"""Whole matches of every scenario, replayed to the letter; a change of the rules shows as a difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engine import SHELF
from tests.golden import replay

FILES = sorted(Path(__file__).parent.glob("*/golden/*.txt"))
FIRST_LINES = {path: path.read_text("utf-8").partition("\n")[0] for path in FILES}

ENDINGS = {
    "night-fight": {"victory", "defeat"},
    "korsun": {"German strategic", "German tactical", "Soviet tactical", "Soviet strategic"},
    "folio": {"British decisive", "British marginal", "Draw", "German marginal", "German decisive"},
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_a_golden_match_replays_to_the_letter(path: Path) -> None:
    text = path.read_text("utf-8")
    assert replay(text) == text.splitlines()


@pytest.mark.parametrize("game", list(SHELF))
def test_every_scenario_has_one(game: str) -> None:
    written = {line.split()[1] for line in FIRST_LINES.values() if line.split()[0] == game}
    assert written == set(SHELF[game].scenarios)


@pytest.mark.parametrize(("game", "endings"), ENDINGS.items())
def test_every_level_of_victory_has_one(game: str, endings: set[str]) -> None:
    files = [path for path, line in FIRST_LINES.items() if line.split()[0] == game]
    assert {path.read_text("utf-8").splitlines()[-1].removeprefix("= ").partition(":")[0] for path in files} == endings
