"""Strangers bring scenarios of their own, one after the other: nothing of each may be kept without an end."""

from __future__ import annotations

import functools
import gc
import random
import re

import pytest

from grognard.engine import SHELF, Game, Match
from grognard.engine.game.scenario import ScenarioSet
from grognard.studio.layout import text_of

MANY, ANSWERS = 4, 8


def played(game: Game, text: str, number: int) -> None:
    """A short match of a scenario of one's own, always the same, by another name."""
    named = re.sub(r"(?m)^id = .*$", f'id = "own-{number}"', text, count=1)
    scenario = game.add_scenario(named + f"\n# {number}\n").id
    match, rng = Match.new(game, scenario, seed=1), random.Random(1)
    for _ in range(ANSWERS):
        if not match.over:
            ask = rng.choice(match.decision.asks)
            match.view(ask.side)
            match.take(rng.choice(list(ask.actions)), ask.side)
    assert isinstance(game.scenarios, ScenarioSet)
    game.scenarios.drop_unless_shared(scenario)


def without_end() -> dict[str, int]:
    """How much is in each table that keeps everything it was ever asked."""
    tables = [thing for thing in gc.get_objects() if type(thing) is functools._lru_cache_wrapper]
    sizes = [(table, table.cache_info()) for table in tables]
    return {f"{table.__module__}.{table.__name__}": info.currsize for table, info in sizes if info.maxsize is None}


@pytest.mark.parametrize("game_id", SHELF)
def test_nothing_of_a_scenario_of_ones_own_is_kept_for_ever(game_id: str) -> None:
    game = SHELF[game_id]
    text = text_of(game, next(iter(game.scenarios)))
    played(game, text, 0)
    before = without_end()
    for number in range(1, MANY + 1):
        played(game, text, number)
    grown = {name: size - before.get(name, 0) for name, size in without_end().items()}
    assert {name: more for name, more in grown.items() if more >= MANY} == {}
