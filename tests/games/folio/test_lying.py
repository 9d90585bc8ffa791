"""2.3 Counters are seen as they lie, whichever position of the battle was looked at before."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.engine import Match, find_game
from grognard.games.folio.rules.view import CounterCache, lying


@pytest.mark.parametrize(("game", "scenario"), [("folio", "sidi-zahran"), ("korsun", "campaign")])
def test_counters_are_made_anew_where_something_has_changed(game: str, scenario: str) -> None:
    match, rng = Match.new(find_game(game), scenario, seed=5, record=False, log=False), random.Random(5)
    met: list[Any] = []
    for number in range(300):
        if match.over:
            break
        g: Any = match.state
        units = tuple(g.pieces.values())[: len(g.pieces) - number % 50 // 49]  # now and then one fewer
        marks = dict.fromkeys(g.moved, ("moved",)) | {rng.choice(units).id: ("asleep", "moved")}
        met.append((units, marks))
        for position in (met[-1], rng.choice(met)):
            assert lying(g.rules).look(*position) == CounterCache(g.rules).look(*position), number
        ask = match.decision.asks[0]
        match.take(ask.actions.choice(rng), ask.side)
