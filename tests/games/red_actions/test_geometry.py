"""Geometry of units, by property: distances, room, and what a move may cost, wherever they stand."""

from __future__ import annotations

import random
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from grognard.board.inches.formations import COLUMN, FILE, LINE, SKIRMISH
from grognard.board.inches.geometry import any_in_arc, distance
from grognard.board.inches.intersections import clear_to_any
from grognard.board.inches.terrain_table import level_at, sight
from grognard.games.red_actions.rules.bodies import apart, body, overlap, turned
from grognard.games.red_actions.rules.data import BLINDS
from grognard.games.red_actions.rules.move_path import Budget, Leg, full_budget, plan
from grognard.games.red_actions.rules.scenarios import TABLES
from grognard.games.red_actions.rules.sight import sees
from grognard.games.red_actions.rules.state import TABLE, RedActions, Unit
from grognard.games.red_actions.rules.terrain import allowance_of

from .situations import area, battle, line, unit

TERRAIN = (
    area("wood", "woods", 10, 10, 8, 9),
    area("bog", "boggy", 24, 14, 6, 6),
    area("hill", "hill1", 40, 8, 12, 12),
    area("house", "building_wood", 32, 26, 4, 3),
    line("brook", "small_stream", (0, 24), (72, 25)),
    line("hedge", "hedge", (20, 30), (50, 32)),
    line("road", "road", (36, 0), (37, 20), (36, 48)),
)
KINDS = ("white_volunteer", "kuban_cossack", "white_mg", "white_gun", "white_tachanka")
OPEN = battle(terrain=TERRAIN)
BARE = battle()
hundredths = st.integers(600, 4200)
facings = st.integers(0, 3599)
formations = st.sampled_from([LINE, COLUMN, FILE, SKIRMISH])


@st.composite
def bodies(draw: st.DrawFn, side: str = "whites", name: str = "a") -> Unit:
    """A unit anywhere on the table, in any formation."""
    kind = draw(st.sampled_from(KINDS))
    bases = draw(st.integers(1, 6))
    placed = unit(side, kind, bases, name=name, formation=draw(formations) if bases > 1 else LINE)
    return replace(placed, x=draw(st.integers(600, 6600)), y=draw(hundredths), facing=draw(facings))


def standing(terrain: RedActions, *units: Unit) -> RedActions:
    """Those units on a known table."""
    g = terrain.clone()
    for u in units:
        g.put(u)
    return g


@given(bodies(), bodies("reds", "b"))
@settings(max_examples=120, deadline=None)
def test_distance_between_units_is_symmetric_and_the_quick_sieve_is_sound(a: Unit, b: Unit) -> None:
    g = standing(OPEN, a, b)
    gap = apart(g, a, b)
    assert gap == apart(g, b, a)
    assert overlap(g, a, b) == overlap(g, b, a)
    assert not overlap(g, a, b) or gap == 0
    assert not body(g, a).is_beyond(body(g, b), gap)


@given(bodies(), bodies("reds", "b"), st.integers(-400, 400), st.integers(-400, 400))
@settings(max_examples=80, deadline=None)
def test_distance_between_units_is_the_same_anywhere_on_a_bare_table(a: Unit, b: Unit, dx: int, dy: int) -> None:
    gap = apart(standing(BARE, a, b), a, b)
    c, d = (replace(u, x=u.x + dx, y=u.y + dy) for u in (a, b))
    assert abs(apart(standing(BARE, c, d), c, d) - gap) < 1e-6


@given(bodies(), bodies("reds", "b"))
@settings(max_examples=80, deadline=None)
def test_on_a_bare_table_sight_is_a_matter_of_distance_alone(a: Unit, b: Unit) -> None:
    g = standing(BARE, replace(a, formation=LINE), replace(b, formation=LINE))
    one, other = g.pieces[a.id], g.pieces[b.id]
    if apart(g, one, other) < 12:
        assert sees(g, one, other)
        assert sees(g, other, one)


@given(bodies(), bodies("whites", "friend"), bodies("reds", "foe"), st.integers(0, 7200), st.integers(0, 4800))
@settings(max_examples=250, deadline=None)
def test_a_legal_move_keeps_to_its_allowance_and_ends_where_there_is_room(
    mover: Unit, friend: Unit, foe: Unit, x: int, y: int
) -> None:
    near = replace(mover, x=mover.x, y=mover.y)
    g = standing(OPEN, near, friend, foe)
    budget = full_budget(g, near)
    goal = (near.x + (x - 3600) // 4, near.y + (y - 2400) // 4)
    leg = plan(g, near, (goal[0] / 100, goal[1] / 100), budget)
    if not isinstance(leg, Leg):
        return
    road = 2.0 + (allowance_of(near) if budget.march else 0.0) if leg.kind == "road" else 0.0
    assert 0 <= leg.cost <= budget.left + road * 100 + 1
    if leg.enters or leg.leaves:
        return
    assert distance(near.point, (leg.x / 100, leg.y / 100)) <= allowance_of(near) + road + 0.01 or leg.kind == "wheel"
    there = replace(near, x=leg.x, y=leg.y, facing=leg.facing, place=TABLE)
    assert body(g, there).on_table
    assert not overlap(g, there, friend)
    assert apart(g, there, foe) >= 0.994


@given(bodies(), st.integers(-300, 300), st.integers(-300, 300), st.integers(0, 300))
@settings(max_examples=120, deadline=None)
def test_less_of_a_move_never_reaches_what_all_of_it_does_not(mover: Unit, dx: int, dy: int, left: int) -> None:
    g = standing(OPEN, mover)
    goal = ((mover.x + dx) / 100, (mover.y + dy) / 100)
    some = plan(g, mover, goal, Budget(left, road=False))
    if isinstance(some, Leg):
        assert isinstance(plan(g, mover, goal, Budget(max(left, 600), road=False)), Leg)


@given(bodies(), bodies("reds", "b"), facings, st.integers(0, 1800))
@settings(max_examples=200, deadline=None)
def test_however_a_unit_turns_no_sieve_hides_a_target_from_it(mover: Unit, foe: Unit, facing: int, arc: int) -> None:
    g = standing(OPEN, mover, foe)
    mine, other = body(g, mover), body(g, foe)
    there = body(g, turned(g, mover, facing))
    assert mine.clearance(other) <= there.gap_to(other)
    if any(any_in_arc(base.front, base.facing, arc, other.points) for base in there.bases):
        assert mine.may_point_at(facing, arc, other)


def test_a_quick_look_along_a_line_sees_what_its_working_says() -> None:
    rng, both = random.Random(1), [0, 0]
    for name in TABLES:
        table = TABLES[name]
        veils = [BLINDS.veil(f) for f in table.areas if f.type in BLINDS.types]
        for _ in range(200):
            a, b = ((rng.uniform(0, table.width), rng.uniform(0, table.height)) for _ in "ab")
            clear = clear_to_any(a, (b,), [], veils, BLINDS.edge, partial(level_at, table, levels=BLINDS.level))
            assert clear == sight(table, a, b, BLINDS).clear, (name, a, b)
            both[clear] += 1
    assert min(both) > 100
