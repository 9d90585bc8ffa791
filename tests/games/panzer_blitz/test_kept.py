"""What is kept, or told quickly, is what would be found anew: at positions all through matches."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from grognard.board.hexes.hex_sets import bits_of
from grognard.engine import SHELF, Ask, Match
from grognard.engine.core.state import without
from grognard.games.panzer_blitz.mind.doctrine import judge
from grognard.games.panzer_blitz.mind.move_doctrine import ground_for
from grognard.games.panzer_blitz.rules.data import GRID, SIDES
from grognard.games.panzer_blitz.rules.direct_fire import (
    Fire,
    open_choices,
    reach_of,
    reached,
    shooters,
    watchers,
    why_not_reach,
)
from grognard.games.panzer_blitz.rules.movement_costs import Price, price, shut_hexes, why_not_in
from grognard.games.panzer_blitz.rules.opportunity_fire import firing_pool, may_be_watched, strafers, window
from grognard.games.panzer_blitz.rules.sight import seen, sees
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.games.panzer_blitz.rules.targets import mark_attacked
from grognard.players import make_player

GAME = SHELF["panzer-blitz"]


def played(scenario: str, seed: int, kind: str, every: int) -> Iterator[tuple[PanzerBlitz, Ask]]:
    """Some positions of a match, with what is asked in them."""
    match, rng, player = Match.new(GAME, scenario, seed=seed, record=False), random.Random(seed), make_player(kind)
    while not match.over:
        ask = match.decision.asks[0]
        if match.number % every == 0:
            assert isinstance(match.state, PanzerBlitz)
            yield match.state, ask
        match.take(player.choose(match, ask, rng), ask.side)


def forgetful(g: PanzerBlitz) -> PanzerBlitz:
    """The same position, of which nothing is known."""
    ground_for.cache_clear()
    twin = g.clone()
    twin.facts, twin.books = {}, {}
    return twin


@pytest.mark.parametrize(("scenario", "every"), [("les-duanes", 3), ("esquay", 9)])
def test_doctrine_judges_by_what_is_so_now(scenario: str, every: int) -> None:
    for g, ask in played(scenario, 5, "doctrine", every):
        answers = list(ask.actions)
        kept = list(GAME.mind.judged(g, ask.side, answers))
        fresh = forgetful(g)
        assert kept == [judge(fresh, ask.side, answer) for answer in answers], g.steps[-1]


def test_plain_answers_agree_with_refusals() -> None:
    for g, _ in played("esquay", 6, "random", 23):
        for side in SIDES:
            for unit in g.units(side):
                for h in GRID.within(unit.place, 4)[1:]:
                    for line in ("AT", "AP"):
                        for spotted in (True, False):
                            why_not_reach(g, unit, h, line, spotted=spotted)


def test_watchers_are_where_somebody_sees_a_hex_and_has_the_range() -> None:
    for g, _ in played("les-duanes", 7, "random", 11):
        for side in SIDES:
            guard = shooters(g, [unit.id for unit in g.units(side)])
            for h in sorted(g.area):
                posts = {u.place for u in guard if GRID.distance(u.place, h) <= reach_of(u, "AP")}
                assert watchers(g, side, h) == [u for u in guard if u.place in posts and sees(g, u.place, h)]


def test_hexes_seen_together_are_those_seen_one_by_one() -> None:
    for n, (g, _) in enumerate(played("esquay", 8, "random", 31)):
        hexes, twin = sorted(g.area)[n % 7 :: 7], g.clone()
        twin.smoke = dict.fromkeys(hexes[::4], 1)
        twin.broken = dict.fromkeys(sorted(g.land.bridge_hexes), True)
        for a in (*hexes[::9], *sorted(g.land.bridge_hexes & g.area)[:2]):
            for position in (g, twin):
                assert seen(position, a, bits_of(GRID, hexes)) == bits_of(
                    GRID, [h for h in hexes if sees(position, a, h)]
                )


def test_whom_a_unit_reaches_together_it_reaches_one_by_one() -> None:
    for g, _ in played("les-duanes", 9, "random", 17):
        hexes = sorted(g.area)[::3]
        for unit in g.units(SIDES[0]):
            for line in ("AP", "AT"):
                one_by_one = [h for h in hexes if why_not_reach(g, unit, h, line) is None]
                assert reached(g, unit, line, bits_of(GRID, hexes)) == bits_of(GRID, one_by_one)


def test_hexes_shut_to_a_unit_are_those_it_may_not_be_in() -> None:
    for g, _ in played("filandriers", 10, "random", 13):
        houses = sorted(g.land.houses & g.area)[:6]
        g.wrecks = {**g.wrecks, **dict.fromkeys(houses, 2)}  # two wrecks among houses leave a tank no room
        for side in SIDES:
            for unit in g.units(side)[:6]:
                shut = set(shut_hexes(g, unit)) - {unit.place}
                if not unit.carrier:
                    expected = {h for h in g.area if h != unit.place and why_not_in(g, unit, h) is not None}
                    assert shut & g.area == expected


def test_a_window_that_need_not_open_would_be_shut_at_once() -> None:
    shut = 0
    for g, _ in played("filandriers", 11, "random", 5):
        for side in SIDES:
            for unit in g.units(side):
                nobody = not firing_pool(g, unit, ()) and not strafers(g, unit) and not may_be_watched(g, unit)
                if unit.id not in g.silent and not window(g, unit, road=False):
                    shut += 1
                    assert nobody
    assert shut > 20


def test_a_wreck_on_a_road_and_one_that_is_gone_change_the_price_of_a_step() -> None:
    g = next(g for g, _ in played("filandriers", 1, "random", 40) if g.units(SIDES[0]))
    a, b = next((a, b) for a in sorted(g.land.roads) for b in sorted(g.land.roads[a]) if not {a, b} & g.land.wet)
    truck = msgspec.structs.replace(g.units(SIDES[0])[0], type="br_truck")
    clear = price(g, truck, a, b)
    g.wrecks = {**g.wrecks, b: 1}
    spoilt = price(g, truck, a, b)
    g.wrecks = without(g.wrecks, b)
    assert isinstance(clear, Price) and clear.road and isinstance(spoilt, Price) and not spoilt.road
    assert price(g, truck, a, b) == clear


def test_a_target_fired_at_is_none_any_more_in_the_same_question() -> None:
    asked = ((g, deed) for g, ask in played("esquay", 5, "doctrine", 1) for deed in ask.actions)
    g, fire = next((g, deed) for g, deed in asked if isinstance(deed, Fire))
    assert g.op is not None
    pool = fire.pool(g)
    found = open_choices(g, g.op.side, fire.hex, pool)
    mark_attacked(g, "fire", fire.hex, found[0])
    assert found[0] not in open_choices(g, g.op.side, fire.hex, pool)
