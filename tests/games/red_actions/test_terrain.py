"""Terrain (section TER): the table, prices and rates, wire, roads, breakdowns."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.board.inches.formations import COLUMN, FILE
from grognard.board.inches.geometry import Point
from grognard.board.inches.terrain_table import Feature
from grognard.games import red_actions
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.bodies import body, overlap
from grognard.games.red_actions.rules.breakdowns import drive
from grognard.games.red_actions.rules.data import GOING, KINDS, TABLES_DATA
from grognard.games.red_actions.rules.formations import change_formation, why_not_form
from grognard.games.red_actions.rules.move_path import Budget, Leg, full_budget, plan
from grognard.games.red_actions.rules.moving import Go
from grognard.games.red_actions.rules.rally import RallyFromTerror
from grognard.games.red_actions.rules.retire import drift
from grognard.games.red_actions.rules.segment import Hold
from grognard.games.red_actions.rules.shot_orders import Fire
from grognard.games.red_actions.rules.sight import in_trench
from grognard.games.red_actions.rules.terrain import column_of, is_narrow, survey
from grognard.games.red_actions.rules.volley import collapse
from grognard.games.red_actions.rules.works import CrossTheWire, CutTheWire, Dig, cross_wire, is_object, why_not_back
from grognard.testing import offered, play, unrolled

from .companies import foe
from .moves import ROAD, foot, leg, refused, spent
from .situations import area, battle, line, run, unit

# ------------------------------------------------------------------ the table


COLUMNS = ("infantry", "sabres", "tachanka_limber", "armoured_car", "tank")


def cell(kind: str, column: str) -> str:
    """A cell of the terrain table in short: price or rate, * for a breakdown test."""
    c = GOING[kind][column]
    star = "*" if c.breakdown else ""
    if not c.allowed:
        return "no"
    if c.halt:
        return "halt"
    return f"{c.price:g}/{c.rate:g}{star}"


ROWS = [
    pytest.param("hedge", "0.25/1 0.5/1 0.5/1 0.5/1* 0/1*", marks=pytest.mark.rule("RA-TER.23")),
    pytest.param("wall", "0.25/1 no no no 0/1*", marks=pytest.mark.rule("RA-TER.24")),
    pytest.param("small_stream", "0.5/1 1/1 1/1 no 0/1*", marks=pytest.mark.rule("RA-TER.25")),
    pytest.param("stream", "0.5/1 no no no 0/1*", marks=pytest.mark.rule("RA-TER.26")),
    pytest.param("ford", "0/1 0/1 0/0.5 0/0.5* 0/1", marks=pytest.mark.rule("RA-TER.27")),
    pytest.param("trench", "0.5/1 no no no 0/1*", marks=pytest.mark.rule("RA-TER.28")),
    pytest.param("wire", "halt no no no 0/1*", marks=pytest.mark.rule("RA-TER.29")),
    pytest.param("crushed_wire", "0.5/1 no no 1/1* 0/1", marks=pytest.mark.rule("RA-TER.30")),
    pytest.param("hill1", "0/1 0/1 0/0.5 0/1 0/1", marks=pytest.mark.rule("RA-TER.31")),
    pytest.param("steep_slope", "0/0.5 0/0.5 0/0.25 0/0.5* 0/0.5", marks=pytest.mark.rule("RA-TER.32")),
    pytest.param("building_wood", "0/1 0/0.25 0/0.25 0/0.25* 0/0.5*", marks=pytest.mark.rule("RA-TER.33")),
    pytest.param("rough", "0/0.5 0/0.5 0/0.5 no 0/0.5*", marks=pytest.mark.rule("RA-TER.34")),
    pytest.param("woods", "0/0.5 0/0.5 0/0.5 0/0.25* 0/0.5*", marks=pytest.mark.rule("RA-TER.35")),
    pytest.param("dense_woods", "0/0.5 0/0.25 no no no", marks=pytest.mark.rule("RA-TER.36")),
    pytest.param("boggy", "0/0.5 no no no no", marks=pytest.mark.rule("RA-TER.37")),
    pytest.param("crops", "0/1 0/1 0/1 0/1 0/1", marks=pytest.mark.rule("RA-TER.47")),
    pytest.param("earthwork", "0.5/1 no no no 0/1*", marks=pytest.mark.rule("RA-TER.43")),
]


@pytest.mark.parametrize(("kind", "row"), ROWS)
def test_terrain_table(kind: str, row: str) -> None:
    assert [cell(kind, column) for column in COLUMNS] == row.split()


@pytest.mark.rule("RA-TER.14", "RA-TRT.12")
@pytest.mark.parametrize(
    ("kind", "state", "column"),
    [
        ("white_mg", {}, "infantry"),
        ("polish_mortar", {}, "infantry"),
        ("white_engineer", {}, "infantry"),
        ("white_gun", {}, "infantry"),
        ("white_gun", {"limbered": True}, "tachanka_limber"),
        ("makhno_inf", {"carts": True}, "tachanka_limber"),
        ("senior_officer", {}, "sabres"),
        ("ac_mg", {}, "armoured_car"),
        ("tank_ft", {}, "tank"),
    ],
)
def test_column_of_the_terrain_table(kind: str, state: dict[str, Any], column: str) -> None:
    assert column_of(unit("whites", kind, 1, **state)) == column


# ------------------------------------------------------------------ prices and rates


@pytest.mark.rule("RA-TER.3", "RA-TER.40", "RA-TER.35")
def test_the_worst_rate_under_any_front_base_counts() -> None:
    wood = area("wood", "woods", 31, 20, 10, 10)
    g = battle(foot(), terrain=(wood,))
    assert spent(g, (30, 21), (30, 23)) == pytest.approx(4.0)  # the right half of the line is in the wood
    single = battle(foot(bases=1), terrain=(wood,))
    assert spent(single, (30, 21), (30, 23)) == pytest.approx(2.0)


@pytest.mark.rule("RA-TER.4")
def test_the_smallest_rate_counts_alone_and_prices_add_up() -> None:
    g = battle(
        unit("whites", "kuban_cossack", 1, 30, 20, name="w"),
        terrain=(area("wood", "woods", 20, 15, 20, 20), area("deep", "dense_woods", 20, 15, 20, 20)),
    )
    assert spent(g, (30, 20), (30, 22)) == pytest.approx(8.0)
    hedges = (line("a", "hedge", (20, 21), (40, 21)), line("b", "hedge", (20, 22), (40, 22)))
    two = battle(foot(bases=1), terrain=hedges)
    assert spent(two, (30, 20), (30, 23)) == pytest.approx(3 + 1.5 + 1.5)


@pytest.mark.rule("RA-TER.5", "RA-TER.24")
def test_nyet_closes_the_way() -> None:
    g = battle(
        unit("whites", "kuban_cossack", 2, 30, 20, name="w"), terrain=(line("wall", "wall", (20, 22), (40, 22)),)
    )
    assert refused(g, 30, 24) == "RA-TER.5"
    moved = drift(g, g.pieces["whites-w"], 0, 6)
    assert moved.gone < 2.01


@pytest.mark.rule("RA-TER.6", "RA-TER.7", "RA-TER.10", "RA-TER.11")
@pytest.mark.parametrize(("dice", "stuck"), [((1,), "fast"), ((2,), "stuck"), ((3,), "")])
def test_breakdown_in_terrain(dice: tuple[int, ...], stuck: str) -> None:
    g = battle(
        unit("whites", "tank_whippet", 1, 30, 20, name="w"),
        terrain=(line("h", "hedge", (20, 22), (40, 22)),),
        dice=dice,
    )
    drive(g, g.pieces["whites-w"], leg(g, 30, 23.5), 0)
    assert g.pieces["whites-w"].stuck == stuck


@pytest.mark.rule("RA-TER.11", "RA-MOV.26")
def test_a_tank_that_sticks_as_it_turns_at_the_edge_stays_on_the_table() -> None:
    tank = replace(unit("whites", "tank_whippet", 1, 0.02, 20, name="w"), facing=2700)
    g = battle(tank, foe(45), terrain=(line("h", "hedge", (0.5, 10), (0.5, 30)),), dice=(1,))
    run(g, Acting("whites-w"))
    play(g, Go(400, 2400))
    tank = g.pieces["whites-w"]
    assert tank.stuck == "fast" and body(g, tank).on_table


@pytest.mark.rule("RA-TER.11", "RA-MOV.34")
def test_a_tank_that_sticks_while_it_passes_a_friend_does_not_stand_on_him() -> None:
    tank, hedge = unit("whites", "tank_whippet", 1, 30, 20, name="w"), line("h", "hedge", (20, 22.2), (40, 22.2))
    mg = unit("whites", "white_mg", 1, 30, 22.4, name="mg")
    g = battle(tank, mg, foe(45), terrain=(hedge,), dice=(1,))
    run(g, Acting("whites-w"))
    play(g, Go(3000, 2700))
    assert g.pieces["whites-w"].stuck == "fast"
    assert not overlap(g, g.pieces["whites-w"], mg)


@pytest.mark.rule("RA-TER.9", "RA-TER.10")
@pytest.mark.parametrize(
    ("kind", "y", "tested"), [("tank_heavy", 22.4, False), ("tank_heavy", 23, True), ("ac_mg", 34, False)]
)
def test_speed_test_of_tanks_over_half_speed(kind: str, y: float, tested: bool) -> None:
    g = battle(unit("whites", kind, 1, 30, 20, name="w"), dice=(1,) * tested)
    drive(g, g.pieces["whites-w"], leg(g, 30, y), 0)
    assert (g.pieces["whites-w"].stuck == "broken") == tested


@pytest.mark.rule("RA-TER.12")
def test_uphill_open_ground_is_open_for_cars() -> None:
    g = battle(unit("whites", "ac_mg", 1, 30, 20, name="w"), terrain=(area("hill", "hill1", 20, 22, 20, 20),))
    assert survey(g, g.pieces["whites-w"], (30, 20), (30, 32)).open
    drive(g, g.pieces["whites-w"], leg(g, 30, 32), 0)
    assert not unrolled(g)


@pytest.mark.rule("RA-TER.9", "RA-TER.12")
@pytest.mark.parametrize("woods_first", [True, False])
def test_a_car_that_leaves_the_open_in_any_leg_tests_for_its_speed(woods_first: bool) -> None:
    wood = area("copse", "woods", 28, 21 if woods_first else 30, 4, 1.5)
    g = battle(unit("whites", "ac_mg", 1, 30, 20, name="w"), foe(45), terrain=(wood,), dice=(6, 1))
    run(g, Acting("whites-w"))
    for y in (2260, 3000) if woods_first else (2950, 3100):
        play(g, Go(3000, y))
    assert g.pieces["whites-w"].stuck == ("broken" if woods_first else "fast")


@pytest.mark.rule("RA-TER.11")
def test_an_area_is_tested_for_once_in_a_segment() -> None:
    wood = area("wood", "woods", 20, 21, 20, 20)
    g = battle(unit("whites", "tank_heavy", 1, 30, 20, name="w"), foe(45), terrain=(wood,), dice=(6,))
    run(g, Acting("whites-w"))
    play(g, Go(3000, 2210))
    play(g, Go(3000, 2220))
    assert not unrolled(g)


@pytest.mark.rule("RA-TER.11", "RA-TER.20")
def test_wire_crossed_twice_is_tested_for_once_and_crushed_twice() -> None:
    bent = line("wire", "wire", (20, 21), (40, 21), (40, 22.6), (20, 22.6))
    g = battle(unit("whites", "tank_whippet", 1, 30, 20, name="w"), terrain=(bent,), dice=(6,))
    drive(g, g.pieces["whites-w"], leg(g, 30, 24), 0)
    assert g.pieces["whites-w"].stuck == ""
    assert [gap.point for gap in g.gaps.values()] == [(30, 21), (30, 22.6)]


@pytest.mark.rule("RA-TER.13")
def test_hills_slow_uphill_movement_only() -> None:
    hill = area("hill", "hill1", 20, 24, 20, 20)
    g = battle(unit("whites", "white_tachanka", 1, 30, 20, name="w"), terrain=(hill,))
    up, down = spent(g, (30, 22), (30, 30)), spent(g, (30, 30), (30, 22))
    assert up is not None
    assert down == pytest.approx(8.0)
    assert up > 12
    slope = battle(foot(bases=1), terrain=(area("s", "steep_slope", 20, 10, 20, 20),))
    assert spent(slope, (30, 20), (30, 22)) == spent(slope, (30, 22), (30, 20)) == pytest.approx(4.0)


@pytest.mark.rule("RA-TER.3", "RA-TER.15")
@pytest.mark.parametrize("corners", [(), ((30, 23),), ((30, 21), (30, 25))])
def test_a_hill_farther_up_the_road_is_paid_for_on_whatever_stretch_it_lies(corners: tuple[Point, ...]) -> None:
    road, hill = line("road", "road", (30, 0), *corners, (30, 48)), area("hill", "hill1", 20, 26, 20, 20)
    carts = unit("whites", "white_tachanka", 2, 30, 20, name="w", formation=FILE)
    g = battle(carts, terrain=(road, hill))
    found = plan(g, carts, (30, 28), full_budget(g, carts))
    assert isinstance(found, Leg) and found.cost == pytest.approx(100 * (8 + 2 - carts.depth / 2), abs=1)


@pytest.mark.rule("RA-TER.15", "RA-TER.38")
def test_a_column_on_the_road_ignores_woods_but_not_hills() -> None:
    wood = area("wood", "woods", 20, 10, 20, 20)
    g = battle(foot(formation=COLUMN), terrain=(ROAD, wood))
    assert leg(g, 30, 26).cost == 600
    off = battle(replace(foot(formation=COLUMN), x=3100), terrain=(ROAD, wood))
    assert refused(off, 31, 26) == "RA-MOV.1"
    hill = area("hill", "hill1", 20, 20.5, 20, 20)
    carts = battle(unit("whites", "white_tachanka", 2, 30, 20, name="w", formation=COLUMN), terrain=(ROAD, hill))
    assert leg(carts, 30, 24).cost > 500


@pytest.mark.rule("RA-TER.16")
def test_a_whole_move_on_the_road_goes_2_inches_farther() -> None:
    g = battle(foot(formation=COLUMN), terrain=(ROAD,))
    assert leg(g, 30, 28).kind == "road"
    assert refused(g, 30, 28.1) == "RA-TER.16"
    assert refused(g, 30, 28, replace(full_budget(g, g.pieces["whites-w"]), road=False)) in ("RA-TER.16", "RA-MOV.1")


@pytest.mark.rule("RA-TER.17", "RA-BLD.2")
def test_only_infantry_leaves_column_in_woods() -> None:
    wood = area("wood", "woods", 20, 22, 20, 20)
    riders = unit("whites", "kuban_cossack", 4, 30, 20, name="w")
    assert refused(battle(riders, terrain=(wood,)), 30, 24) == "RA-TER.17"
    copse = area("copse", "woods", 20, 21, 20, 2)
    assert refused(battle(riders, terrain=(copse,)), 30, 26) == "RA-TER.17"  # nor does it ride through
    g = battle(replace(riders, formation=COLUMN, y=2600), terrain=(wood,))
    assert why_not_form(g, g.pieces["whites-w"], "line", False).rule == "RA-TER.17"  # type: ignore[union-attr]
    assert why_not_form(battle(foot(formation=COLUMN), terrain=(wood,)), foot(formation=COLUMN), "line", False) is None
    assert leg(battle(replace(riders, formation=COLUMN), terrain=(wood,)), 30, 24)
    assert leg(battle(foot(), terrain=(wood,)), 30, 22.5)


WIRE = line("wire", "wire", (10, 23), (50, 23))


@pytest.mark.rule("RA-TER.18", "RA-TER.29")
def test_infantry_halts_at_wire_and_comes_through_on_a_4() -> None:
    g = battle(foot(), terrain=(WIRE,))
    halted = leg(g, 30, 25)
    assert (halted.halts, halted.y) == ("wire", 2295)
    for die, through in ((3, False), (4, True)):
        h = battle(replace(foot(), y=2295, held="wire", foxholes=True), terrain=(WIRE,), dice=(die,))
        assert CrossTheWire().why_not_by(h, h.pieces["whites-w"]) is None
        assert cross_wire(h, h.pieces["whites-w"]) == through
        assert (h.pieces["whites-w"].y > 2300) == through
        assert (h.pieces["whites-w"].held == "wire") != through
        assert h.pieces["whites-w"].foxholes != through  # RA-TER.21


@pytest.mark.rule("RA-TER.18")
def test_held_infantry_may_shoot_rally_or_move_back() -> None:
    g = battle(replace(foot(terror=1), y=2295, held="wire"), foe(40), terrain=(WIRE,), dice=(2,))
    run(g, Acting("whites-w"))
    assert CrossTheWire() in offered(g)
    play(g, CrossTheWire())
    assert {Hold(), RallyFromTerror(), Fire("reds-r")} <= set(offered(g))
    points = [a for a in offered(g) if isinstance(a, Go)]
    assert points
    assert all(p.y < 2295 for p in points)
    assert CrossTheWire() not in g.asks[0].actions
    assert Go(3000, 2100) in g.asks[0].actions
    along = why_not_back(g, g.pieces["whites-w"], (40, 22.95))
    assert along is not None and along.rule == "RA-TER.18", "along the wire is not back"
    play(g, RallyFromTerror())
    assert g.pieces["whites-w"].acted
    assert g.pieces["whites-w"].terror == 0


@pytest.mark.rule("RA-TER.18", "RA-MOV.34")
def test_nobody_comes_through_the_wire_onto_others() -> None:
    friend = unit("whites", "white_volunteer", 4, 30, 24, name="f")
    g = battle(replace(foot(), y=2295, held="wire"), friend, terrain=(WIRE,))
    assert CrossTheWire().why_not_by(g, g.pieces["whites-w"]).rule == "RA-MOV.34"  # type: ignore[union-attr]


@pytest.mark.rule("RA-TER.19", "RA-TRT.12")
def test_engineers_cut_a_gap_and_cross_more_easily() -> None:
    g = battle(unit("whites", "white_engineer", 2, 30, 22.9, name="w", held="wire"), terrain=(WIRE,))
    CutTheWire().done_by(g, g.pieces["whites-w"])
    (gap,) = g.gaps.values()
    assert (gap.kind, gap.point) == ("cut", (30, 23))
    assert not survey(g, g.pieces["whites-w"], (30, 22), (30, 24)).halts
    assert survey(g, g.pieces["whites-w"], (32, 22), (32, 24)).halts
    easy = battle(unit("whites", "white_engineer", 2, 30, 22.9, name="w", held="wire"), terrain=(WIRE,), dice=(2,))
    assert cross_wire(easy, easy.pieces["whites-w"])


@pytest.mark.rule("RA-TER.19")
def test_engineers_beside_a_hedge_have_no_wire_to_cut() -> None:
    hedge = line("hedge", "hedge", (10, 23), (50, 23))
    for terrain, may in (((WIRE,), True), ((hedge,), False)):
        g = battle(unit("whites", "white_engineer", 2, 30, 22.95, name="w"), terrain=terrain)
        assert (CutTheWire().why_not_by(g, g.pieces["whites-w"]) is None) == may


@pytest.mark.rule("RA-TER.3")
def test_a_file_that_turns_about_enters_ground_with_its_new_head() -> None:
    file = unit("whites", "white_volunteer", 4, 30, 20, name="w", formation=FILE)
    g = battle(file, terrain=(area("south", "woods", 20, 0, 20, 10.5), area("north", "woods", 20, 29.5, 20, 10)))
    back, forth = (survey(g, file, (30, 20), (30, y)).stretches for y in (10, 30))
    assert back == forth and len(back) == 2


@pytest.mark.rule("RA-TER.11")
def test_ground_that_is_entered_twice_on_a_way_is_tested_for_once() -> None:
    corners = (20, 21), (40, 21), (40, 22), (32, 22), (32, 22.2), (40, 22.2), (40, 23), (20, 23)
    bay = Feature("bay", "woods", corners, True)
    g = battle(unit("whites", "tank_whippet", 1, 36, 20, name="w"), terrain=(bay,))
    assert [test.name for test in survey(g, g.pieces["whites-w"], (36, 20), (36, 24)).tests] == ["bay"]


@pytest.mark.rule("RA-TER.20", "RA-TER.30")
def test_a_tank_crushes_the_wire() -> None:
    g = battle(unit("whites", "tank_whippet", 1, 30, 21, name="w"), terrain=(WIRE,), dice=(5,))
    drive(g, g.pieces["whites-w"], leg(g, 30, 24), 0)
    (gap,) = g.gaps.values()
    assert gap.kind == "crushed"
    soldier = foot(bases=1)
    g.put(soldier)
    way = survey(g, soldier, (30, 22), (30, 24))
    assert [t.price for t in way.tolls] == [3.0]


@pytest.mark.rule("RA-TER.21", "RA-MOR.21")
def test_foxholes_take_three_turns_and_are_lost_by_leaving() -> None:
    g = battle(foot(), turn=1)
    for turn in (1, 2, 3):
        g.turn = turn
        Dig().done_by(g, g.pieces["whites-w"])
        assert g.pieces["whites-w"].foxholes == (turn == 3)
    begun = battle(foot(dug=2, dug_turn=2), turn=3)
    change_formation(begun, begun.pieces["whites-w"], "column", False)
    Dig().done_by(begun, begun.pieces["whites-w"])
    assert (begun.pieces["whites-w"].foxholes, begun.pieces["whites-w"].dug) == (False, 1)
    sappers = battle(unit("whites", "white_engineer", 2, 30, 20, name="w", dug=1, dug_turn=2), turn=3)
    Dig().done_by(sappers, sappers.pieces["whites-w"])
    assert sappers.pieces["whites-w"].foxholes
    late = battle(foot(dug=2, dug_turn=1), turn=3)
    Dig().done_by(late, late.pieces["whites-w"])
    assert not late.pieces["whites-w"].foxholes
    assert Dig().why_not_by(battle(foot(), digging=False), foot()) is not None
    run(g, Acting("whites-w"))
    play(g, Go(3000, 2300))
    assert not g.pieces["whites-w"].foxholes


@pytest.mark.rule("RA-TER.22", "RA-TER.26")
def test_a_stream_is_paid_on_entering_and_nobody_stops_in_it() -> None:
    river = area("river", "stream", 0, 22, 72, 1)
    g = battle(foot(), terrain=(river,))
    assert spent(g, (30, 20), (30, 23)) == pytest.approx(6.0)
    assert refused(g, 30, 22.5, Budget(2000)) == "RA-TER.22"
    assert spent(g, (30, 23.5), (30, 24)) == pytest.approx(0.5)


@pytest.mark.rule("RA-TER.39", "RA-TER.27")
def test_fords_and_bridges_are_for_narrow_units() -> None:
    terrain = (area("river", "stream", 0, 22, 72, 1), area("ford", "ford", 28, 21.5, 4, 2))
    wide, narrow = foot(), foot(formation=COLUMN)
    assert not is_narrow(wide)
    assert is_narrow(narrow)
    assert spent(battle(wide, terrain=terrain), (30, 20), (30, 23.2)) == pytest.approx(6.2)
    assert spent(battle(narrow, terrain=terrain), (30, 20), (30, 23.2)) == pytest.approx(3.2)


@pytest.mark.rule("RA-TER.41")
@pytest.mark.parametrize("kind", ["crops", "scrub", "bridge", "railway", "road"])
def test_ground_that_costs_nothing(kind: str) -> None:
    feature = (
        area("x", kind, 20, 20.5, 20, 5)
        if kind in ("crops", "scrub", "bridge")
        else line("x", kind, (20, 21), (40, 21))
    )
    for what in ("white_volunteer", "kuban_cossack", "white_tachanka", "ac_mg", "tank_heavy"):
        g = battle(unit("whites", what, 1, 30, 20, name="w"), terrain=(feature,))
        assert spent(g, (30, 20), (30, 23)) == pytest.approx(3.0)
        assert not survey(g, g.pieces["whites-w"], (30, 20), (30, 23)).tests


@pytest.mark.rule("RA-TER.42")
def test_a_road_passes_hedges_but_not_trenches_or_wire() -> None:
    def tolls(kind: str) -> int:
        g = battle(foot(formation=COLUMN), terrain=(ROAD, line("x", kind, (20, 22), (40, 22))))
        way = survey(g, g.pieces["whites-w"], (30, 20), (30, 24))
        return len(way.tolls) + len(way.halts)

    assert [tolls(kind) for kind in ("hedge", "wall", "trench", "wire")] == [0, 0, 1, 1]


@pytest.mark.rule("RA-TER.44")
@pytest.mark.parametrize("wide", [1.4, 5.0])
def test_a_compelled_move_goes_on_over_the_water(wide: float) -> None:
    river = area("river", "stream", 0, 17.6 - wide, 72, wide)
    g = battle(foot(), terrain=(river,))
    moved = drift(g, g.pieces["whites-w"], 1800, 3)
    assert moved.unit.point[1] == pytest.approx(17.6 - wide, abs=0.02)  # on the far bank
    assert moved.gone > 3
    friend = unit("whites", "white_volunteer", 4, 30, 17.5 - wide, name="f")
    beyond = drift(battle(foot(), friend, terrain=(river,)), foot(), 1800, 3)
    assert beyond.gone == 0 or not overlap(g, beyond.unit, friend)


@pytest.mark.rule("RA-TER.45")
def test_a_price_that_cannot_be_paid_stops_the_unit_in_front() -> None:
    g = battle(foot(), terrain=(line("t", "trench", (10, 24), (50, 24)),))
    assert refused(g, 30, 24.5) == "RA-MOV.1"
    assert leg(g, 30, 23.9)


@pytest.mark.rule("RA-TER.46")
def test_a_collapsed_section_is_rough_ground_and_cannot_be_possessed() -> None:
    house = area("house", "building_wood", 28, 22, 5, 4)
    g = battle(foot(), terrain=(house,))
    g.owner = {**g.owner, "house": "reds"}
    assert is_object(g, "house")
    collapse(g, "house")
    assert g.kind_of(house) == "rough"
    assert not is_object(g, "house")
    assert "house" not in g.owner


@pytest.mark.rule("RA-TER.2")
@pytest.mark.parametrize(("away", "crosses"), [(0.9, True), (2.0, False)])
def test_what_costs_a_whole_move_is_crossed_only_from_within_an_inch(away: float, crosses: bool) -> None:
    rider = unit("whites", "kuban_cossack", 4, 30, 20, name="w")
    g = battle(rider, terrain=(line("brook", "small_stream", (0, 20 + away), (72, 20 + away)),))
    found = plan(g, rider, (30, 20 + away + 0.5), full_budget(g, rider))
    assert isinstance(found, Leg) == crosses


@pytest.mark.rule("RA-SHO.28")
@pytest.mark.parametrize(("y", "dug_in"), [(20.3, True), (20.5, False)])
def test_a_trench_holds_bases_within_three_quarters_of_an_inch(y: float, dug_in: bool) -> None:
    mine = foot()  # the middle of its bases is at y = 19.605
    assert in_trench(battle(mine, terrain=(line("t", "trench", (20, y), (40, y)),)), mine) == dug_in


@pytest.mark.rule("RA-TER.14")
def test_every_kind_that_may_be_drawn_has_its_row_and_no_other_is_a_kind_of_a_table() -> None:
    drawn = {kind for kind, ground in KINDS.items() if ground.drawn}
    words = tomllib.loads((Path(red_actions.__file__).parent / "data" / "ground.toml").read_text("utf-8"))
    assert drawn == {*words["terrain"], *words["line"]}
    assert {ground.going for ground in KINDS.values()} - {""} <= {row["name"] for row in TABLES_DATA["terrain"]["row"]}
    lines = TABLES_DATA["shooting_modifiers"]["best_only"]
    assert all(ground.cover_line in lines for ground in KINDS.values() if ground.cover)
