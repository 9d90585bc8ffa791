"""What is known of a position is what would be found there now: in play, and after deals of the unknown."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.conformance import alike, difference
from grognard.conformance.facts import Distrust, facts_of, stale
from grognard.engine import SHELF, Match
from grognard.engine.core.cache import Memory
from grognard.players.simple import best_judged

SCENARIOS = {
    "folio": "bir-salem",
    "korsun": "medvin-road",
    "night-fight": "kolkhoz",
    "panzer-blitz": "filandriers",
    "red-actions": "water-tower",
    "tank-leader": "lipki",
}
QUESTIONS = 120


class Kept:
    """Something that is kept and has no equality of its own."""

    def __init__(self, strength: int) -> None:
        self.strength, self.parts = strength, [strength]


def test_what_has_no_equality_is_compared_by_what_is_in_it() -> None:
    assert alike([Kept(1)], [Kept(1)])
    assert difference({"a": Kept(1)}, {"a": Kept(2)}) == "['a'].strength: 1 or 2"
    assert difference((1, Kept(2)), (1, 2)) is not None
    assert alike({"a": 1}, {}) and difference({"a": 1}, {}) is not None  # what is kept may not be filled so far


def test_an_object_that_has_gone_stale_is_noticed() -> None:
    memory, distrust = Memory(), Distrust()
    with distrust():
        assert memory.recall("lead", lambda: Kept(1)).strength == 1
        assert memory.recall("lead", lambda: Kept(2)).strength == 1  # the key does not say what it depends on
    assert distrust.stale == ["'lead' is kept, and no longer true: .strength: 1 or 2"]


@pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in SHELF.items()])
def test_nothing_that_is_known_goes_stale(game: Any) -> None:
    distrust = Distrust()
    with distrust():
        facts = play_on(game)
    assert distrust.stale == [] and facts + distrust.asked


def play_on(game: Any) -> int:
    """A match with deals of the unknown judged on the way; the facts that were true in it."""
    facts = 0
    match, rng = Match.new(game, SCENARIOS[game.id], seed=4, record=False), random.Random(4)
    while not match.over and match.number < QUESTIONS:
        assert list(stale(match.state)) == []
        facts += len(facts_of(match.state))
        if match.number % 4 == 0:
            for side in match.sides:
                dealt = game.rules.determinize(match.state, side, rng)
                dealt.advance()
                game.mind.value(dealt, side)
        ask = match.decision.asks[0]
        any_answer = rng.random() < 0.5
        match.take(ask.actions.choice(rng) if any_answer else best_judged(game, match.state, ask, rng), ask.side)
    return facts
