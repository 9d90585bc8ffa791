"""What is known of a position is what would be found there now: in play, and after deals of the unknown."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from typing import Any

import pytest

from grognard.engine import SHELF, Match
from grognard.engine.knowing import Knowing
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


def has_no_equality(thing: object) -> bool:
    return all("__eq__" not in vars(cls) for cls in type(thing).__mro__ if cls is not object)


def alike(kept: Any, fresh: Any) -> bool:
    """Are two findings the same? What has no equality of its own cannot be told apart."""
    if kept is fresh or has_no_equality(kept):
        return type(kept) is type(fresh)
    if isinstance(kept, list | tuple):
        return len(kept) == len(fresh) and all(map(alike, kept, fresh))
    if isinstance(kept, dict):
        return not fresh or (kept.keys() == fresh.keys() and all(alike(kept[key], fresh[key]) for key in kept))
    return bool(kept == fresh)


@pytest.fixture
def distrust(monkeypatch: pytest.MonkeyPatch) -> list[Hashable]:
    """Whatever is known is worked out once more when it is asked for; what has gone stale is listed."""
    stale: list[Hashable] = []
    trusting, asked = Knowing.know, [0]

    def know(g: Knowing[Any], side: str, key: Hashable, find: Callable[[], Any]) -> Any:
        found = trusting(g, side, key, find)
        if asked[0] == 0:
            asked[0], known, memo = 1, g.known, g.memo
            g.known, g.memo = {}, {}
            try:
                if not alike(found, find()):
                    stale.append(key)
            finally:
                asked[0], g.known, g.memo = 0, known, memo
        return found

    monkeypatch.setattr(Knowing, "know", know)
    return stale


@pytest.mark.parametrize("game", SHELF.values(), ids=lambda game: game.id)
def test_nothing_that_is_known_goes_stale(game: Any, distrust: list[Hashable]) -> None:
    match, rng = Match.new(game, SCENARIOS[game.id], seed=4, record=False), random.Random(4)
    while not match.over and match.number < QUESTIONS:
        if match.number % 4 == 0:
            for side in match.sides:
                dealt = game.rules.determinize(match.state, side, rng)
                dealt.advance()
                game.mind.value(dealt, side)
        ask = match.decision.asks[0]
        any_answer = rng.random() < 0.5
        match.take(ask.actions.draw(rng) if any_answer else best_judged(game, match.state, ask, rng), ask.side)
    assert distrust == []
