"""The best orders are found without looking into the rest: they are those that judging every order finds."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.engine import ChoiceStep, Match
from grognard.games.red_actions import GAME
from grognard.games.red_actions.mind.candidates import best_move, best_orders
from grognard.games.red_actions.mind.weights import FITTED, Weights
from grognard.games.red_actions.rules.acting import DEEDS, Acting


@pytest.mark.parametrize("weights", [None, FITTED], ids=["by hand", "fitted"])
@pytest.mark.parametrize("scenario", ["water-tower", "lezhanka", "egorlyk"])
def test_the_best_orders_are_those_that_judging_all_finds(scenario: str, weights: Weights | None) -> None:
    match, rng, looked, spared = Match.new(GAME, scenario, seed=3, record=False, log=False), random.Random(3), 0, 0
    while not match.over and looked < 60:
        ask, twin = match.decision.asks[0], match.state.clone()
        twin.judge_by(weights)
        answers = GAME.mind.considered(twin, ask)
        worth = GAME.mind.judged(twin, ask.side, answers)
        best = [answer for value, answer in zip(worth, answers, strict=True) if value == max(worth)]
        step = twin.steps[-1]
        if isinstance(step, Acting):
            fresh: Any = match.state.clone()
            fresh.judge_by(weights)
            found = best_orders(fresh, ask)
            assert found is None or found == best
            looked, spared = looked + 1, spared + (best_move(fresh, step) < max(worth))
        match.take(rng.choice(best) if rng.random() < 0.8 else rng.choice(list(ask.actions)), ask.side)
    assert spared


def test_nothing_is_chosen_where_no_unit_is_told_what_to_do() -> None:
    match = Match.new(GAME, "lezhanka", seed=3, record=False, log=False)
    while isinstance(match.state.steps[-1], Acting):
        match.take(match.decision.actions[0])
    state: Any = match.state
    assert best_orders(state, match.decision.asks[0]) is None


def test_an_order_for_which_a_unit_is_unfit_is_refused_wherever_it_stands() -> None:
    match, rng, unfit = Match.new(GAME, "tsaritsyn", seed=3, record=False, log=False), random.Random(3), 0
    while not match.over and unfit < 500:
        g: Any = match.state
        step = g.steps[-1]
        if isinstance(step, Acting):
            fit = {kind for part in step.fit(g) for kind in part}
            others = [kind for part in DEEDS for kind in part if kind not in fit]
            assert [order for kind in others for order in ChoiceStep.allowed(step, g, kind)] == []
            unfit += len(others)
        ask = match.decision.asks[0]
        match.take(ask.actions.choice(rng), ask.side)
    assert unfit >= 500
