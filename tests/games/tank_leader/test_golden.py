"""Golden matches: one seeded match of each scenario as a readable log; a change of the rules shows as a diff.

`python -m tests.games.tank_leader.test_golden` writes the logs anew.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from grognard.engine import Match
from grognard.games.tank_leader import GAME

FOLDER = Path(__file__).parent / "golden"
SEED = 4


def log_of(scenario: str) -> str:
    """A whole match between random players, line by line."""
    rng = random.Random(SEED)
    match = Match.new(GAME, scenario, seed=SEED, record=False)
    while not match.over:
        ask = match.state.asks[0]
        match.take(rng.choice(ask.actions), ask.side)
    lines = [f"{e.cite:<12}{str(list(e.dice)) if e.dice else '':<12}{e}" for e in match.events]
    assert match.result is not None
    return "\n".join([*lines, f"Result: {match.result.level}, {match.result.reason}", ""])


@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_the_match_goes_as_it_went(scenario: str) -> None:
    written = (FOLDER / f"{scenario}.txt").read_text("utf-8")
    assert log_of(scenario) == written


if __name__ == "__main__":
    for name in GAME.scenarios:
        (FOLDER / f"{name}.txt").write_text(log_of(name), "utf-8")
