"""What is kept of a position is what would be found anew; what is drawn from is what is listed."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from grognard.board.hexes.hex_sets import hexes_of
from grognard.engine import Match, Pick, To, find_game
from grognard.games.folio.rules.combat import touched
from grognard.games.folio.rules.movement import Movement, hemmed, may_move, movable
from grognard.games.folio.rules.pace import moves
from grognard.games.korsun.mind.doctrine import DOCTRINE
from grognard.games.korsun.mind.ring_defence import corridor, wall
from grognard.games.korsun.rules.data import COUNTERS, GERMAN, GROUND, SOVIET
from grognard.games.korsun.rules.engineers import BRIDGE, LayBridge, Mover, crossings, shortens, spans, why_no_bridge
from grognard.games.korsun.rules.exclusive import Campaign
from grognard.games.korsun.rules.reserves import beside_sleepers, wake
from grognard.games.korsun.rules.state import Bridge, encircled
from grognard.games.korsun.rules.supply import (
    connected,
    hungry_units,
    in_supply,
    lacking,
    plain_net,
    soviet_net,
    without_line,
)
from grognard.games.korsun.rules.victory import saved
from grognard.games.korsun.rules.view import glance, view
from tests.games.folio.situation import play
from tests.games.korsun.situation import pocket

KORSUN = find_game("korsun")
KEPT: dict[str, Callable[[Any], object]] = {
    "crossings": crossings,
    "who can bridge": why_no_bridge,
    "hexes beside sleepers": beside_sleepers,
    "the pocket": encircled,
    "Soviet net": soviet_net,
    "German net": lambda g: (plain_net(g).west, plain_net(g).field),
    "without a line": lambda g: [without_line(g, side) for side in (SOVIET, GERMAN)],
    "without a line, by name": lambda g: [lacking(g, side) for side in (SOVIET, GERMAN)],
    "connected": lambda g: (connected(g), saved(g)),
    "hemmed in": hemmed,
    "touched": touched,
    "the pocket's ways out": lambda g: corridor(g, wall(g)),
    "who moves where": lambda g: [moves(g, u).stops for u in g.units(g.current)[::9]],
    "view": lambda g: view(g, GERMAN),
    "glance": lambda g: glance(g, GERMAN),
    "who may move": lambda g: [u.id for mobile in (False, True) for u in movable(g, mobile=mobile)],
}


def positions(seed: int, every: int, most: int) -> Iterator[Campaign]:
    """Positions of a random match in which Germans build whenever they may."""
    match, rng = Match.new(KORSUN, "campaign", seed=seed, record=False, log=False), random.Random(seed)
    for number in range(most):
        if match.over:
            return
        ask = match.decision.asks[0]
        if number % every == 0:
            assert isinstance(match.state, Campaign)
            yield match.state
        bridges = [a for a in ask.actions if isinstance(a, Bridge) or a == BRIDGE] if number % 3 == 0 else []
        match.take(rng.choice(bridges) if bridges else ask.actions.choice(rng), ask.side)


def test_what_is_kept_is_what_would_be_found_anew() -> None:
    for g in positions(3, 4, 700):
        fresh = g.clone()
        fresh.renew(*g.books)
        for name, find in KEPT.items():
            assert find(g) == find(fresh), name


def marks_of(g: Campaign, unit: str, hungry: set[str]) -> tuple[str, ...]:
    """What lies on a counter, one question after another."""
    asked = {
        "moved": unit in g.moved,
        "attacked": unit in g.attacked,
        "spent": unit in g.advanced or unit in g.retreated,
        "out_of_supply": unit in hungry,
        "asleep": unit in g.asleep,
        "supplied_by_air": unit == g.airlifted,
    }
    return tuple(mark for mark, worn in asked.items() if worn)


def test_counters_wear_the_marks_of_what_they_have_done() -> None:
    worn: set[str] = set()
    for g in positions(6, 7, 2500):
        hungry = {u.id for side in (SOVIET, GERMAN) for u in hungry_units(g, side) if not in_supply(g, u)}
        for piece, unit in zip(glance(g, None).pieces, g.pieces.values(), strict=True):
            assert (piece.id, piece.place) == (unit.id, unit.place)
            assert piece.marks == marks_of(g, unit.id, hungry)
            worn.update(piece.marks)
    assert worn >= {"moved", "attacked", "spent", "asleep", "out_of_supply"}


@pytest.mark.parametrize("table", ["moved", "attacked", "advanced", "retreated", "asleep", "airlifted"])
def test_a_view_is_made_anew_when_something_is_done_to_a_unit_that_stays_where_it_is(table: str) -> None:
    g = next(positions(3, 1, 1)).clone()
    unit = g.units(GERMAN)[0].id
    before = glance(g, None).pieces
    assert glance(g, None).pieces is before
    setattr(g, table, unit if table == "airlifted" else {**getattr(g, table), unit: True})
    changed = [now.id for now, then in zip(glance(g, None).pieces, before, strict=True) if now != then]
    assert changed == [unit]


def test_a_way_out_is_looked_for_anew_when_a_german_has_moved() -> None:
    g = next(positions(3, 1, 1)).clone()
    gap = corridor(g, 0)
    assert gap
    g.place(g.units(GERMAN)[0], next(h for h in hexes_of(GROUND.grid, gap) if h not in g.at))
    assert corridor(g, 0) != gap


def test_nobody_is_beside_sleepers_when_all_have_woken() -> None:
    g = next(positions(3, 1, 1))
    assert beside_sleepers(g)
    for corps in {COUNTERS[unit].group for unit in g.asleep}:
        wake(g, corps)
    assert not beside_sleepers(g)


def test_those_drawn_from_are_those_listed() -> None:
    for g in positions(4, 9, 500):
        for mobile in (False, True):
            who = may_move(g, mobile=mobile, but=getattr(g.steps[-1], "unit", ""))
            assert [*who.all()] == [*who] and bool(who) == bool([*who])


@pytest.mark.parametrize("everywhere", [False, True])
def test_bridges_are_offered_that_help_somebody_to_get_farther(everywhere: bool) -> None:
    tried = 0
    for g in positions(5, 9, 500):
        step = g.steps[-1]
        if not isinstance(step, Movement) or g.current != GERMAN or why_no_bridge(g):
            continue
        trial, laying = g.clone(), LayBridge(everywhere)
        trial.call(laying)
        movers = [Mover.of(trial, *mover) for mover in laying.movers(trial)]
        ends = trial.land.ends
        useful = [p for p in spans(trial) if any(m.might_use(*ends[p]) and shortens(trial, p, m) for m in movers)]
        rest = [p for p in spans(trial) if p not in useful]
        offered = [a for a in laying.offered(trial) if isinstance(a, Bridge)]
        assert offered == [Bridge(*p) for p in (useful + rest if everywhere or not useful else useful)]
        tried += 1
    assert tried > 1


@pytest.mark.parametrize("side", [SOVIET, GERMAN])
def test_what_pulls_a_unit_follows_the_pocket_as_it_moves(side: str) -> None:
    """The relief makes for where the encircled units are now, not for where they were when it was first asked."""
    g = pocket({"G-34-80": "2010", "G-57-179": "4007", "S-180-21": "3020"}, Movement(), phase="Movement")
    unit = "G-34-80" if side == GERMAN else "S-180-21"
    near_the_field = DOCTRINE.pull(g, g.pieces[unit])("4006")
    play(g, Pick("G-57-179"), To("4010"))
    fresh = g.clone()
    fresh.renew(*g.books)
    pulls = [[DOCTRINE.pull(each, each.pieces[unit])(h) for h in GROUND.names] for each in (g, fresh)]
    assert pulls[0] == pulls[1] and DOCTRINE.pull(g, g.pieces[unit])("4006") != near_the_field
