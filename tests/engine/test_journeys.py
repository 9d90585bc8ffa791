"""Journeys: the way drawn is the way gone, the price shown is the price paid, and neither tells what is hidden."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import grognard
from grognard.engine import SHELF, Action, Match, Route
from grognard.engine.match.gesture import preview_routes
from grognard.players import make_player

ANSWERS = 160  # of a match that are looked at
TRIED = 3  # ways of a question that are gone
PLAYED = {game: next(iter(SHELF[game].scenarios)) for game in SHELF} | {"night-fight": "ghost-column"}


def ways_of(match: Match, side: str, rng: random.Random, also: Sequence[Action] = ()) -> list[tuple[Action, Route]]:
    """Some of the ways on which the answers to a question lead."""
    ask = match.decision.of(side)
    assert ask is not None
    sends = [a for a in ask.actions if "hex" in a.__struct_fields__ or "x" in a.__struct_fields__]
    tried = rng.sample(sends, min(TRIED, len(sends)))
    return [(action, route) for action in [*also, *tried] for route in preview_routes(match, side, [action])]


def half_way(action: Action, route: Route) -> Action:
    """On a table by inches half of the way, so that there is a way to go on; else the way itself."""
    if "x" not in action.__struct_fields__:
        return action
    ends = [[float(inches) for inches in route.stretches[i].place.split(",")] for i in (0, -1)]
    return type(action)(*(round(50 * (a + b)) for a, b in zip(*ends, strict=True)))


@pytest.mark.parametrize("game", SHELF)
def test_the_way_shown_is_the_way_gone_at_the_price_shown(game: str) -> None:
    match, rng, player = grognard.new(game, PLAYED[game], seed=5), random.Random(5), make_player("doctrine")
    gone = onwards = 0
    for _ in range(ANSWERS):
        ask = match.decision.asks[0]
        for action, route in ways_of(match, ask.side, rng):
            assert all(a.spent <= b.spent for a, b in zip(route.stretches, route.stretches[1:], strict=False))
            assert 0 <= route.price <= route.budget or len(route.stretches) == 2  # one step may take more than is left
            gone += 1
            for half in preview_routes(match, ask.side, [half_way(action, route)]):
                onwards += goes_as_shown(match, ask.side, half_way(action, route), half, action, rng)
            deals_alike(match, ask.side, action, route, rng)
        match.take(player.choose(match, ask, rng), ask.side)
        if match.over:
            break
    assert gone and onwards, (gone, onwards)


def goes_as_shown(match: Match, side: str, action: Action, route: Route, to: Action, rng: random.Random) -> bool:
    """Go it; if nothing happens, what is left is what was shown, and a way by this place is shown as it is then."""
    twin = match.clone(seed=1)
    twin.take(action, side)
    if twin.over or [ask.side for ask in twin.decision.asks] != [side] or twin.state.outcomes or route.ends:
        return False
    found = [(then, after) for then, after in ways_of(twin, side, rng, [to]) if starts_at(after, route)]
    for then, after in found:
        assert after.budget == pytest.approx(route.budget - route.price)
        assert preview_routes(match, side, [action, then]) == [route, after]
    return bool(found)


def starts_at(after: Route, before: Route) -> bool:
    return after.stretches[0].place == before.stretches[-1].place and after.measure == before.measure


def deals_alike(match: Match, side: str, action: Action, route: Route, rng: random.Random) -> None:
    """However the unknown is dealt, the way is the same."""
    dealt = match.game.rules.determinize(match.state, side, rng)
    dealt.advance()
    assert dealt.steps[-1].route(dealt, action) == route
