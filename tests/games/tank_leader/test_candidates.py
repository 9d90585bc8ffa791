"""The best answers are found without judging the rest: they are those that judging every one finds."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.engine import Match
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.mind.candidates import best, hope_to_begin, hope_to_operate
from grognard.games.tank_leader.mind.doctrine import judge
from grognard.games.tank_leader.mind.weights import FITTED, Weights
from grognard.games.tank_leader.rules.card_play import CardPlay, Interrupts
from grognard.games.tank_leader.rules.operations import Activation
from grognard.games.tank_leader.rules.setup import PlaceCompany, PlaceUnit
from grognard.games.tank_leader.rules.spotting import DeployObserver
from grognard.games.tank_leader.rules.stack_orders import StackActs
from grognard.games.tank_leader.rules.unit_operations import UnitActs


@pytest.mark.parametrize("weights", [None, FITTED], ids=["by hand", "fitted"])
@pytest.mark.parametrize("scenario", ["the-border", "prokhorovka", "krasny-kolkhoz"])
def test_the_best_answers_are_those_that_judging_all_finds(scenario: str, weights: Weights | None) -> None:
    match, rng = Match.new(GAME, scenario, seed=3, record=False, log=False), random.Random(3)
    looked: set[type] = set()
    for _ in range(220):
        ask, twin = match.decision.asks[0], match.state.clone()
        fresh: Any = match.state.clone()
        twin.judge_by(weights)
        fresh.judge_by(weights)
        worth = GAME.mind.judged(twin, ask.side, list(ask.actions))
        likes = [answer for value, answer in zip(worth, ask.actions, strict=True) if value == max(worth)]
        found = best(fresh, ask)
        assert found is None or found == likes
        if found is not None:
            looked.add(type(twin.steps[-1]))
        match.take(rng.choice(likes) if rng.random() < 0.8 else rng.choice(list(ask.actions)), ask.side)
        if match.over:
            break
    assert {Activation, Interrupts, UnitActs, StackActs} <= looked
    assert scenario != "the-border" or {PlaceUnit, PlaceCompany, DeployObserver} <= looked


@pytest.mark.parametrize("scenario", ["the-border", "prokhorovka"])
def test_nothing_is_worth_more_than_is_hoped_of_it(scenario: str) -> None:
    match, rng, spared = Match.new(GAME, scenario, seed=5, record=False, log=False), random.Random(5), 0
    g: Any = match.state
    while not match.over and g.turn < 4:
        ask = match.decision.asks[0]
        if isinstance(g.steps[-1], Activation | Interrupts | CardPlay) and len(ask.actions) > 1:
            hope = hope_to_operate if isinstance(g.steps[-1], Activation) else hope_to_begin
            rows = [(hope(g, ask.side, action), judge(g, ask.side, action)) for action in ask.actions]
            assert all(hoped >= worth for hoped, worth in rows)
            spared += sum(hoped < max(worth for _, worth in rows) for hoped, _ in rows)
        match.take(rng.choice(list(ask.actions)), ask.side)
    assert spared
