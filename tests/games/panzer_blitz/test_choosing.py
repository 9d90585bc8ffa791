"""The best deeds are found without looking into the rest: they are those that judging every deed finds."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from grognard.engine import Match
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.mind.doctrine import best_deeds
from grognard.games.panzer_blitz.mind.weights import FITTED, Weights
from grognard.games.panzer_blitz.rules.setup import PlaceUnit


@pytest.mark.parametrize("weights", [None, FITTED], ids=["by hand", "fitted"])
@pytest.mark.parametrize("scenario", ["maltot", "cornwall-wood"])
def test_the_best_deeds_are_those_that_judging_all_finds(scenario: str, weights: Weights | None) -> None:
    match, rng, found = Match.new(GAME, scenario, seed=3, record=False, log=False), random.Random(3), Counter[str]()
    while not match.over and found.total() < 150:
        ask, twin = match.decision.asks[0], match.state.clone()
        twin.judge_by(weights)
        answers = GAME.mind.considered(twin, ask)
        worth = GAME.mind.judged(twin, ask.side, answers)
        best = [answer for value, answer in zip(worth, answers, strict=True) if value == max(worth)]
        fresh: Any = match.state.clone()
        fresh.judge_by(weights)
        chosen = best_deeds(fresh, ask)
        if chosen is not None:
            assert chosen == best
            found.update({type(best[0]).__name__})
        match.take(rng.choice(best) if rng.random() < 0.8 else rng.choice(list(ask.actions)), ask.side)
    assert {"Go", "Move", "EndOperation"} <= found.keys()


def test_where_a_chit_goes_is_found_by_judging_every_hex() -> None:
    match = Match.new(GAME, "maltot", seed=3, record=False, log=False)
    while type(match.state.steps[-1]).__name__ != "PlaceChit":
        match.take(match.decision.actions[0])
    state: Any = match.state
    assert best_deeds(state, match.decision.asks[0]) is None


@pytest.mark.parametrize("weights", [None, FITTED], ids=["by hand", "fitted"])
def test_units_are_set_up_as_judging_every_hex_finds_best(weights: Weights | None) -> None:
    match, looked = Match.new(GAME, "maltot", seed=3, record=False, log=False), 0
    while looked < 5:
        state: Any = match.state.clone()
        state.judge_by(weights)
        ask = match.decision.asks[0]
        worth = GAME.mind.judged(state, ask.side, list(ask.actions))
        best = [answer for value, answer in zip(worth, ask.actions, strict=True) if value == max(worth)]
        found = best_deeds(state, ask)
        if isinstance(state.steps[-1], PlaceUnit) and found is not None:
            assert found == best
            looked += 1
        match.take(best[0], ask.side)
