"""One seeded match for each scenario and each way it can end."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.games.night_fight import GAME
from tests import golden

FOLDER = Path(__file__).parent / "golden"
SEEDS = {
    ("ghost-column", "defeat"): 1,
    ("ghost-column", "victory"): 8,
    ("stalingrad-breakout", "defeat"): 1,
    ("stalingrad-breakout", "victory"): 2,
    ("kharkov", "defeat"): 3,
    ("kharkov", "victory"): 1,
    ("kiev", "defeat"): 1,
    ("kiev", "victory"): 33,
}


@pytest.mark.parametrize(("scenario", "ending"), SEEDS)
def test_a_golden_match(scenario: str, ending: str) -> None:
    seed = SEEDS[scenario, ending]
    text = golden.transcript(GAME, scenario, {}, seed)
    assert text.splitlines()[-1].split()[1] == ("german:" if ending == "victory" else "soviet:")
    golden.check(FOLDER / f"{scenario}-{ending}.txt", text)
