"""Hints are worked out again."""

from __future__ import annotations

import random

import pytest

from grognard.engine import SHELF, find_game
from grognard.engine.match.odds_summary import percent
from grognard.players import Advice, SearchBudget, SearchPlayer
from grognard.players.hints import NEVER_LEFT
from tools.check_hints import Check, Tally, measure, questions

QUICK = SearchBudget(seconds=None, deals=12, candidates=3, why=True, doubt=NEVER_LEFT)


@pytest.mark.parametrize("game", [name for name in SHELF if name != "korsun"])
def test_hints_come_out(game: str) -> None:
    tally = measure([find_game(game)], 2, seed=4, effort=QUICK)
    assert tally.hints == 2
    assert not tally.faults, tally.says()


def test_a_false_hint_is_found_out() -> None:
    match, ask = next(questions(find_game("folio"), 4))
    found = SearchPlayer(QUICK).report(match, ask, random.Random(1))
    assert found.second is not None
    told = f"A chance of victory of about {percent(0.12)}; the next best, “that”, comes to {percent(0.97)}."
    false, tally = Advice(found.best, "this", "The moon is full.", 0.12, told), Tally()
    faults = set(Check(match, ask, found, false, tally).faults())
    assert (tally.chances, tally.ranked) == (1, 1)
    assert faults == {
        "tells a higher chance of what it does not advise",
        "tells a chance that does not come out",
        "gives a reason that the side cannot know",
    }


def test_a_gain_that_is_none_is_found_out() -> None:
    match, ask = next(questions(find_game("folio"), 4))
    found = SearchPlayer(QUICK).report(match, ask, random.Random(1))
    false = Advice(found.best, "this", "Compared with “that”: 7.0 more enemy units destroyed.", None, "")
    assert set(Check(match, ask, found, false, Tally()).faults()) == {"says that something is gained that is not"}
