"""Terrain, clause by clause."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.board.inches.formations import COLUMN, FILE
from grognard.engine import Refusal
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.breakdowns import Free, Repair
from grognard.games.red_actions.rules.losses import make_gap
from grognard.games.red_actions.rules.move_path import (
    Budget,
    Leg,
    Tread,
    _wheeling,
    deployed_among_trees,
    full_budget,
    plan,
)
from grognard.games.red_actions.rules.moving import Go
from grognard.games.red_actions.rules.terrain import column_of, kind_at, on_road, survey
from grognard.games.red_actions.rules.works import CrossTheWire, CutTheWire, cross_wire
from grognard.testing import offered, play, unrolled

from .companies import foe
from .moves import ROAD, foot, leg, refused, spent
from .situations import area, battle, line, run, unit

BROOK = line("brook", "small_stream", (10, 20.8), (50, 20.8))


@pytest.mark.rule("RA-TER.15", "RA-TER.25")
@pytest.mark.parametrize(("formation", "whole"), [(FILE, False), (COLUMN, False), ("line", True)])
def test_a_column_on_the_road_minds_no_small_stream(formation: str, whole: bool) -> None:
    riders = unit("whites", "kuban_cossack", 2, 30, 20, name="w", formation=formation)
    g = battle(riders, terrain=(ROAD, BROOK))
    found = plan(g, riders, (30, 30), full_budget(g, riders))
    assert isinstance(found, Leg) is not whole


@pytest.mark.rule("RA-TER.2")
@pytest.mark.parametrize(("facing", "crosses"), [(0, True), (40, True), (90, False)])
def test_who_needs_his_whole_move_to_cross_does_not_turn_about_first(facing: int, crosses: bool) -> None:
    g = battle(unit("whites", "kuban_cossack", 1, 30, 20, facing, name="w"), terrain=(BROOK,))
    if crosses:
        assert leg(g, 30, 21.5).cost == 1200
    else:
        assert refused(g, 30, 21.5) in ("RA-TER.2", "RA-MOV.3")


@pytest.mark.rule("RA-TER.2", "RA-TER.4")
@pytest.mark.parametrize("kind", ["small_stream", "hedge"])
def test_a_whole_move_crosses_one_obstacle(kind: str) -> None:
    other = line("other", kind, (10, 20.95), (50, 20.95))
    g = battle(unit("whites", "kuban_cossack", 1, 30, 20, name="w"), terrain=(BROOK, other))
    assert refused(g, 30, 21.5) == "RA-TER.2"
    assert leg(g, 30, 20.9).cost == 1200


@pytest.mark.rule("RA-TER.1", "RA-TER.5", "RA-MOV.3")
@pytest.mark.parametrize(("kind", "over"), [("", True), ("wall", False), ("wire", False), ("small_stream", False)])
def test_nobody_wheels_over_a_line(kind: str, over: bool) -> None:
    lines = (line("x", kind, (10, 20.8), (50, 20.8)),) if kind else ()
    riders = unit("whites", "kuban_cossack", 1, 30, 20, 90, name="w")
    g = battle(riders, terrain=lines)
    assert isinstance(plan(g, riders, (30, 21.5), full_budget(g, riders)), Leg) is over
    wheeled = _wheeling(g, riders, (30, 21.5), full_budget(g, riders))
    assert isinstance(wheeled, Tread) if over else isinstance(wheeled, Refusal) and wheeled.rule == "RA-TER.1"


@pytest.mark.rule("RA-TER.3", "RA-MOV.3")
def test_a_wheel_in_a_wood_is_as_slow_as_any_other_way() -> None:
    g = battle(foot(bases=1, facing=90))
    assert leg(g, 30.4, 21.3, Budget(280)).kind == "wheel"
    wood = battle(foot(bases=1, facing=90), terrain=(area("wood", "woods", 20, 10, 20, 20),))
    assert refused(wood, 30.4, 21.3, Budget(400)) == "RA-MOV.1"  # a turn and 2.7 inches would be cheaper


# ------------------------------------------------------------------ prices, rates and closed ground


@pytest.mark.rule("RA-TER.1", "RA-TER.23")
@pytest.mark.parametrize(("kind", "cost"), [("white_volunteer", 2 + 1.5), ("kuban_cossack", 2 + 6), ("ac_mg", 2 + 8)])
def test_a_price_is_a_share_of_the_unit_s_own_move(kind: str, cost: float) -> None:
    hedge = line("h", "hedge", (10, 21), (50, 21))
    g = battle(unit("whites", kind, 1, 30, 20, name="w"), terrain=(hedge,))
    assert spent(g, (30, 20), (30, 22)) == pytest.approx(cost)


@pytest.mark.rule("RA-TER.3", "RA-TER.33")
@pytest.mark.parametrize(("kind", "cost"), [("kuban_cossack", 8.0), ("tank_heavy", 4.0), ("white_volunteer", 2.0)])
def test_a_rate_divides_the_way_made_in_an_area(kind: str, cost: float) -> None:
    g = battle(unit("whites", kind, 1, 30, 20, name="w"), terrain=(area("h", "building_wood", 20, 10, 20, 20),))
    assert spent(g, (30, 20), (30, 22)) == pytest.approx(cost)


@pytest.mark.rule("RA-TER.5")
def test_nobody_enters_what_is_impassable() -> None:
    g = battle(foot(), terrain=(area("pond", "impassable", 20, 22, 20, 10),))
    assert refused(g, 30, 24) == "RA-TER.5"


@pytest.mark.rule("RA-TER.2")
def test_a_crossing_that_takes_the_whole_move_begins_the_segment_and_ends_it() -> None:
    g = battle(unit("whites", "kuban_cossack", 1, 30, 20, name="w"), terrain=(BROOK,))
    whole = full_budget(g, g.pieces["whites-w"])
    assert refused(g, 30, 21.5, replace(whole, fresh=False)) == "RA-TER.2"
    assert refused(g, 30, 22) == "RA-TER.2"  # more than just beyond
    far = battle(replace(g.pieces["whites-w"], y=1970), terrain=(BROOK,))
    assert refused(far, 30, 21.5) == "RA-TER.5"  # it starts more than an inch away


# ------------------------------------------------------------------ breakdowns


@pytest.mark.rule("RA-TER.8", "RA-TER.10", "RA-VEH.3")
@pytest.mark.parametrize(("stuck", "order"), [("stuck", Free()), ("broken", Repair())])
@pytest.mark.parametrize(("die", "goes"), [(3, False), (4, True)])
def test_a_vehicle_is_freed_or_repaired_on_a_4(stuck: str, order: Free, die: int, goes: bool) -> None:
    tank = unit("whites", "tank_heavy", 1, 30, 20, name="w", stuck=stuck)
    g = run(battle(tank, foe(45), dice=(die,)), Acting("whites-w"))
    assert [a for a in offered(g) if isinstance(a, Free)] == [order]
    play(g, order)
    assert g.pieces["whites-w"].stuck == ("" if goes else stuck)


@pytest.mark.rule("RA-TER.7", "RA-VEH.4")
def test_a_vehicle_stuck_for_good_is_not_freed() -> None:
    g = run(battle(unit("whites", "tank_heavy", 1, 30, 20, name="w", stuck="fast"), foe(45)), Acting("whites-w"))
    assert not [a for a in offered(g) if isinstance(a, (Free, Go))]


@pytest.mark.rule("RA-TER.9")
@pytest.mark.parametrize(("ways", "rolls"), [((2240, 2260, 2280), 1), ((2120, 2240), 0)])
def test_the_speed_is_tested_once_where_half_the_allowance_is_exceeded(ways: tuple[int, ...], rolls: int) -> None:
    g = battle(unit("whites", "tank_heavy", 1, 30, 20, name="w"), foe(45), dice=(6,) * rolls)
    run(g, Acting("whites-w"))
    for y in ways:
        play(g, Go(3000, y))
    assert not unrolled(g)


@pytest.mark.rule("RA-TER.9", "RA-TER.12")
def test_a_car_that_has_left_the_open_tests_when_it_goes_fast_in_the_open_later() -> None:
    wood = area("copse", "woods", 28, 21, 4, 1)
    g = battle(unit("whites", "ac_mg", 1, 30, 20, name="w"), foe(46), terrain=(wood,), dice=(6, 1))
    run(g, Acting("whites-w"))
    for y in (2310, 2600):
        play(g, Go(3000, y))
    assert g.pieces["whites-w"].stuck == "broken"


@pytest.mark.rule("RA-TER.12")
@pytest.mark.parametrize(("kind", "in_the_open"), [("crops", True), ("scrub", True), ("woods", False), ("ford", False)])
def test_what_is_open_for_armoured_cars(kind: str, in_the_open: bool) -> None:
    g = battle(unit("whites", "ac_mg", 1, 30, 20, name="w"), terrain=(area("x", kind, 20, 21, 20, 2),))
    assert survey(g, g.pieces["whites-w"], (30, 20), (30, 25)).open is in_the_open
    hedge = battle(g.pieces["whites-w"], terrain=(line("x", "hedge", (20, 21), (40, 21)),))
    assert not survey(hedge, g.pieces["whites-w"], (30, 20), (30, 25)).open


# ------------------------------------------------------------------ columns, roads and trees


@pytest.mark.rule("RA-TER.14")
@pytest.mark.parametrize(("kind", "column"), [("kuban_cossack", "sabres"), ("red_tachanka", "tachanka_limber")])
def test_riders_and_tachankas_have_their_own_columns(kind: str, column: str) -> None:
    assert column_of(unit("whites", kind, 2)) == column


@pytest.mark.rule("RA-TER.38", "RA-TER.15")
@pytest.mark.parametrize("formation", [COLUMN, FILE])
@pytest.mark.parametrize(("x", "on"), [(30.0, True), (30.5, True), (30.55, False), (31.0, False)])
def test_the_anchor_of_a_column_keeps_within_half_an_inch_of_the_road(formation: str, x: float, on: bool) -> None:
    walkers = replace(foot(formation=formation), x=round(100 * x))
    assert on_road(battle(walkers, terrain=(ROAD,)), walkers, walkers.point) is on
    assert not on_road(battle(foot(), terrain=(ROAD,)), foot(), (30, 20))


@pytest.mark.rule("RA-TER.17")
@pytest.mark.parametrize("kind", ["woods", "dense_woods", "building_wood", "building_stone"])
@pytest.mark.parametrize(
    ("who", "may"), [("kuban_cossack", False), ("red_tachanka", False), ("white_gun", False), ("white_mg", True)]
)
def test_only_foot_stands_deployed_among_trees_and_houses(kind: str, who: str, may: bool) -> None:
    drawn_up = unit("whites", who, 3, 30, 20, name="w", limbered=who == "white_gun")
    g = battle(drawn_up, terrain=(area("x", kind, 20, 15, 20, 20),))
    assert deployed_among_trees(g, drawn_up) is not may
    assert not deployed_among_trees(g, replace(drawn_up, formation=COLUMN))


# ------------------------------------------------------------------ wire


WIRE = line("wire", "wire", (10, 23), (50, 23))


@pytest.mark.rule("RA-TER.18")
def test_the_move_of_whoever_reaches_the_wire_is_over() -> None:
    g = run(battle(foot(), foe(45), terrain=(WIRE,)), Acting("whites-w"))
    play(g, Go(3000, 2500))
    assert g.pieces["whites-w"].held == "wire"
    assert not g.asks and g.pieces["whites-w"].acted


@pytest.mark.rule("RA-TER.18", "RA-MOR.34")
def test_a_pinned_unit_does_not_try_to_come_through_the_wire() -> None:
    for pinned in (False, True):
        held = replace(foot(pinned=pinned), y=2295, held="wire")
        refusal = CrossTheWire().why_not_by(battle(held, terrain=(WIRE,)), held)
        assert (refusal is not None) is pinned


@pytest.mark.rule("RA-TER.19")
@pytest.mark.parametrize(("die", "through"), [(1, False), (2, True)])
def test_engineers_add_2_to_come_through(die: int, through: bool) -> None:
    g = battle(unit("whites", "white_engineer", 2, 30, 22.95, name="w", held="wire"), terrain=(WIRE,), dice=(die,))
    assert cross_wire(g, g.pieces["whites-w"]) is through


@pytest.mark.rule("RA-TER.19", "RA-TRT.12")
@pytest.mark.parametrize(
    ("kind", "y", "rule"),
    [("white_engineer", 22.9, ""), ("white_engineer", 22.0, "RA-TER.19"), ("white_volunteer", 22.9, "RA-TRT.12")],
)
def test_engineers_in_contact_cut_wire(kind: str, y: float, rule: str) -> None:
    sappers = unit("whites", kind, 2, 30, y, name="w")
    refusal = CutTheWire().why_not_by(battle(sappers, terrain=(WIRE,)), sappers)
    assert (refusal.rule if refusal else "") == rule


@pytest.mark.rule("RA-TER.41")
@pytest.mark.parametrize("kind", ["crops", "scrub", "bridge"])
@pytest.mark.parametrize("who", ["white_volunteer", "kuban_cossack", "white_tachanka", "ac_mg", "tank_heavy"])
def test_crops_scrub_and_bridges_cost_nobody_anything(kind: str, who: str) -> None:
    g = battle(unit("whites", who, 1, 30, 20, name="w"), terrain=(area("x", kind, 20, 15, 20, 20),))
    way = survey(g, g.pieces["whites-w"], (30, 20), (30, 23))
    assert spent(g, (30, 20), (30, 23)) == pytest.approx(3.0)
    assert not way.tests


@pytest.mark.rule("RA-TER.45")
def test_a_price_that_is_just_met_is_paid_and_no_less() -> None:
    trench = line("t", "trench", (10, 22), (50, 22))
    g = battle(foot(bases=1), terrain=(trench,))
    assert leg(g, 30, 23).cost == 600
    assert refused(g, 30, 23.1) == "RA-MOV.1"


@pytest.mark.rule("RA-TER.19", "RA-TER.20")
@pytest.mark.parametrize(("x", "kind"), [(30.0, ""), (30.95, ""), (31.1, "wire"), (28.9, "wire")])
def test_a_gap_in_the_wire_reaches_an_inch_to_either_side(x: float, kind: str) -> None:
    g = battle(foot(bases=1), terrain=(WIRE,))
    make_gap(g, "wire", "cut", (30, 23))
    assert kind_at(g, WIRE, (x, 23), g.pieces["whites-w"]) == kind


@pytest.mark.rule("RA-TER.22", "RA-TER.39")
@pytest.mark.parametrize(("kind", "carries"), [("bridge", True), ("ford", True), ("crops", False)])
def test_bridges_and_fords_carry_over_the_stream_they_overlap(kind: str, carries: bool) -> None:
    river, way = area("river", "stream", 0, 21, 72, 2), area("way", kind, 29, 20.5, 3, 3)
    riders = unit("whites", "kuban_cossack", 2, 30, 20, name="w", formation=COLUMN)
    g = battle(riders, terrain=(river, way))
    assert isinstance(plan(g, riders, (30, 25), full_budget(g, riders)), Leg) is carries


@pytest.mark.rule("RA-TER.13", "RA-TER.31")
def test_a_leg_over_a_hill_is_judged_by_where_it_ends() -> None:
    swell, top = area("swell", "hill1", 20, 22.0, 20, 4.0), area("top", "hill2", 20, 23.5, 20, 1.0)
    g = battle(unit("whites", "white_tachanka", 1, 30, 20, name="w"), terrain=(swell, top))
    assert spent(g, (30, 20), (30, 27)) == pytest.approx(7.0)  # over it and down again
    assert spent(g, (30, 24), (30, 25)) == pytest.approx(1.0)
    up = spent(g, (30, 20), (30, 25))
    assert up is not None and up > 6.5
