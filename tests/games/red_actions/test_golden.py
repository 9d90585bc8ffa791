"""Golden matches: a seeded match of each scenario as a readable log; a change of rules shows as a difference.

Run this file as a script to write the logs anew: `python -m tests.games.red_actions.test_golden`.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from grognard.conformance import by_doctrine
from grognard.engine import Match
from grognard.games.red_actions import GAME

HERE = Path(__file__).parent / "golden"
ANSWERS = {
    "lezhanka": 110,
    "lipyagi": 110,
    "tsaritsyn": 90,
    "peregonovka": 110,
    "egorlyk": 90,
    "zadworze": 1000,
    "pick-up": 90,
}


def log_of(scenario: str) -> str:
    """The first answers of a match between two doctrine players, as text."""
    match = Match.new(GAME, scenario, seed=1919, record=False)
    rng = random.Random(1919)
    for _ in range(ANSWERS[scenario]):
        if match.over:
            break
        ask = match.decision.asks[0]
        match.take(by_doctrine(match, ask.side, rng), ask.side)
    lines = [f"{e.cite:10} {e}{'  ' + ' '.join(map(str, e.dice)) if e.dice else ''}" for e in match.events]
    if match.result is not None:
        lines.append(f"{match.result.cite:10} winners: {', '.join(match.result.winners) or 'nobody'}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("scenario", list(ANSWERS))
def test_golden_match(scenario: str) -> None:
    expected = (HERE / f"{scenario}.txt").read_text(encoding="utf-8")
    assert log_of(scenario) == expected


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for name in ANSWERS:
        (HERE / f"{name}.txt").write_text(log_of(name), encoding="utf-8")
