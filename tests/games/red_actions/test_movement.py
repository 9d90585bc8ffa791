"""Movement and charging (section MOV), formations (section FRM)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.board.bases import COLUMN, FILE, SKIRMISH
from grognard.board.tabletop import Feature
from grognard.engine import Press, RiggedDice
from grognard.games.red_actions.mind.destinations import goals
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.bodies import apart, bases_of, centre, overlap
from grognard.games.red_actions.rules.charge_path import (
    at_contact,
    contacted,
    evade,
    evades,
    why_cannot_charge,
    why_not_charge,
)
from grognard.games.red_actions.rules.charging import Charge, Charging, Followup, advance_clear, defence, onset_of
from grognard.games.red_actions.rules.cover import best_cover
from grognard.games.red_actions.rules.data import BASE_WIDTH, TABLES_DATA, TYPES
from grognard.games.red_actions.rules.formations import Form, why_not_form
from grognard.games.red_actions.rules.legs import Budget, Leg, may_march, plan, turn_price
from grognard.games.red_actions.rules.melee import fighting_number, keep_off
from grognard.games.red_actions.rules.mounting import Dismount, dismounted_bases
from grognard.games.red_actions.rules.moves import Face, Go, Stop
from grognard.games.red_actions.rules.moving import Moving, after_fire, led_horses
from grognard.games.red_actions.rules.shooting import bears, best_stance, enfiladed
from grognard.games.red_actions.rules.state import Gap, RedActions, Unit, is_foot, is_mounted, is_vehicle
from grognard.games.red_actions.rules.terrain import allowance_of, going
from grognard.testing import offered, play, told

from .moves import ROAD, foot, leg, refused
from .situations import area, at, battle, cites, line, run, unit

# ------------------------------------------------------------------ movement


@pytest.mark.rule("RA-MOV.1")
def test_move_allowances() -> None:
    moves = {
        "white_volunteer": 6, "white_mg": 4, "polish_mortar": 4, "kuban_cossack": 12, "white_tachanka": 12, "ac_mg": 16,
        "ac_gun": 10, "tank_heavy": 5, "tank_whippet": 8, "tank_ft": 5, "senior_officer": 14, "train": 20,
    }  # fmt: skip
    for kind, inches in moves.items():
        assert TYPES[kind].move == inches
    limbered = {"white_horse_gun": 12, "white_gun": 8, "white_howitzer": 6}
    for kind, inches in limbered.items():
        assert allowance_of(unit("whites", kind, 1, limbered=True)) == inches


@pytest.mark.rule("RA-MOV.2")
def test_a_move_never_exceeds_its_allowance() -> None:
    g = battle(foot())
    assert leg(g, 30, 26).cost == 600
    assert refused(g, 30, 26.01) == "RA-MOV.1"


@pytest.mark.rule("RA-MOV.3")
def test_straight_back_is_at_half_rate_without_turning() -> None:
    g = battle(foot())
    back = leg(g, 30, 18)
    assert (back.kind, back.cost, back.facing) == ("back", 400, 0)


@pytest.mark.rule("RA-MOV.3")
def test_a_wheel_is_measured_at_the_outer_corner() -> None:
    g = battle(unit("whites", "kuban_cossack", 2, 30, 20, name="w"))
    tight = plan(g, g.pieces["whites-w"], (33, 22), Budget(640, free_turn=False))
    assert isinstance(tight, Leg)
    assert tight.kind == "wheel"
    assert tight.cost > 300


@pytest.mark.rule("RA-MOV.4")
def test_turning_in_place() -> None:
    u = foot()
    fresh = Budget(600)
    assert turn_price(u, 450, fresh) == 0
    assert turn_price(u, 460, fresh) == 1.5
    assert turn_price(u, 300, replace(fresh, free_turn=False)) == 1.5
    assert turn_price(replace(u, formation=SKIRMISH), 1800, fresh) == 0


@pytest.mark.rule("RA-MOV.5")
def test_nobody_ends_within_an_inch_of_an_enemy_or_passes_through_one() -> None:
    g = battle(foot(), unit("reds", "red_rifle", 4, 30, 23, 180, name="r"))
    assert refused(g, 30, 22.2) == "RA-MOV.5"
    assert leg(g, 30, 22.0)
    assert refused(g, 30, 25.5) == "RA-MOV.5"


@pytest.mark.rule("RA-MOV.6")
def test_who_passes_through_friends() -> None:
    friend = unit("whites", "white_volunteer", 4, 30, 22.5, name="f")
    assert refused(battle(foot(), friend), 30, 25) == "RA-MOV.6"
    assert leg(battle(foot(), unit("whites", "white_mg", 1, 30, 22.5, name="f")), 30, 25)
    assert leg(battle(foot(), replace(friend, formation=SKIRMISH)), 30, 25)
    skirmishers = unit("whites", "white_plastun", 3, 30, 20, name="w", formation=SKIRMISH)
    assert leg(battle(skirmishers, friend), 30, 25)


@pytest.mark.rule("RA-MOV.34")
def test_friends_may_touch_but_not_overlap() -> None:
    friend = unit("whites", "white_mg", 1, 30, 24, name="f")
    g = battle(foot(), friend)
    assert refused(g, 30, 23) == "RA-MOV.34"
    assert leg(g, 30, 22.82)
    officer = unit("whites", "senior_officer", 1, 30, 21, name="senior_x")
    shared = battle(foot(), officer)
    assert leg(shared, 30, 21)


@pytest.mark.rule("RA-MOV.14")
def test_an_unlimbered_gun_is_pushed_2_inches() -> None:
    g = battle(unit("whites", "white_gun", 1, 30, 20, name="w"))
    assert leg(g, 30, 22).cost == 200
    assert refused(g, 30, 22.1) == "RA-MOV.1"


@pytest.mark.rule("RA-MOV.15")
def test_a_march_is_twice_the_move_and_2_inches() -> None:
    column = foot(formation=FILE)
    g = battle(column, terrain=(ROAD,))
    assert may_march(g, column)
    assert leg(g, 30, 34)
    assert refused(g, 30, 34.1) == "RA-TER.16"
    watched = battle(column, unit("reds", "red_rifle", 4, 30, 43, 180, name="r"), terrain=(ROAD,))
    assert not may_march(watched, column)
    seen_later = battle(column, unit("reds", "red_rifle", 4, 30, 45.5, 180, name="r"), terrain=(ROAD,))
    assert may_march(seen_later, column)  # 24.7 inches off
    assert leg(seen_later, 30, 28)
    assert refused(seen_later, 30, 28.1) == "RA-TER.16"


@pytest.mark.rule("RA-MOV.26")
def test_a_unit_leaves_by_an_open_edge_only() -> None:
    g = battle(replace(foot(), y=4500), exit_edges={"whites": ("north",)})
    assert leg(g, 30, 48).leaves == "north"
    run(g, Acting("whites-w"))
    play(g, Go(3000, 4800))
    assert (g.gone["whites-w"], g.exits["whites-w"].edge) == ("exited", "north")
    closed = battle(replace(foot(), y=4500))
    assert leg(closed, 30, 48).leaves == ""
    out = battle(replace(foot(facing=180), y=300))
    assert refused(out, 30, -0.5) == "RA-MOV.26"


@pytest.mark.rule("RA-ACT.2", "RA-MOV.1")
def test_the_rest_of_a_move_is_not_lost_for_want_of_a_listed_point() -> None:
    g = battle(unit("whites", "kuban_cossack", 4, 30, 10, name="w"), unit("reds", "red_rifle", 4, 30, 40, 180))
    run(g, Acting("whites-w"))
    play(g, Go(3000, 1300))
    assert offered(g) == [Stop()]
    play(g, Go(3000, 2200))
    assert (at(g.pieces["whites-w"]), g.asks) == ((30, 22), ())


@pytest.mark.rule("RA-MOV.10")
def test_a_gun_is_prolonged_an_inch_straight_on_or_back() -> None:
    gun = unit("whites", "white_gun", 1, 30, 20, name="w")
    g = battle(gun, unit("reds", "red_rifle", 4, 30, 45, 180, name="r"))
    budget = after_fire(g, gun)
    assert leg(g, 30, 21, budget) and leg(g, 30, 19, budget)
    assert refused(g, 30, 18.9, budget) == "RA-MOV.1"
    assert refused(g, 30.4, 20.2, budget) == "RA-MOV.10"
    run(g, Moving("whites-w", budget, after_fire=True))
    assert {Go(3000, 2100), Go(3000, 1900)} <= set(offered(g))
    assert g.steps[-1].why_not(g, "whites", Face(300)).rule == "RA-MOV.10"  # type: ignore[union-attr]


# ------------------------------------------------------------------ charging


def rider(**more: Any) -> Unit:
    return unit("whites", "kuban_cossack", more.pop("bases", 4), 30, 20, name="w", **more)


def red(y: float = 28.0, x: float = 30.0, kind: str = "red_rifle", bases: int = 4, **more: Any) -> Unit:
    return unit("reds", kind, bases, x, y, more.pop("facing", 180), name=more.pop("name", "r"), **more)


def why(g: RedActions, who: str = "whites-w", target: str = "reds-r") -> str:
    refusal = why_not_charge(g, g.pieces[who], g.pieces[target])
    return refusal.rule if refusal else ""


@pytest.mark.rule("RA-MOV.16")
def test_a_charge_needs_reach_arc_and_sight() -> None:
    assert why(battle(rider(), red(31.5))) == ""
    assert why(battle(rider(), red(32.5))) == "RA-MOV.16"
    assert why(battle(rider(), red(22, x=40, bases=1))) == "RA-MOV.16"
    house = area("house", "building_wood", 25, 23, 10, 2)
    assert why(battle(rider(), red(28), terrain=(house,))) == "RA-MOV.16"


@pytest.mark.rule("RA-MOV.17", "RA-FRM.6")
def test_who_may_charge() -> None:
    for kind in ("white_volunteer", "kuban_cossack", "ac_mg", "tank_heavy", "white_engineer"):
        u = unit("whites", kind, 1)
        assert why_cannot_charge(battle(u), u) is None
    for kind in ("white_mg", "white_gun", "polish_mortar", "white_tachanka", "train"):
        u = unit("whites", kind, 1)
        assert why_cannot_charge(battle(u), u).rule == "RA-MOV.17"  # type: ignore[union-attr]
    column = foot(formation=FILE)
    assert why_cannot_charge(battle(column), column).rule == "RA-FRM.6"  # type: ignore[union-attr]


@pytest.mark.rule("RA-MOV.20")
def test_a_charger_goes_on_when_the_target_is_gone() -> None:
    g = battle(rider(), red(28, kind="red_conscript", acted=True), dice=(6, 6))
    run(g, Charging("whites-w", "reds-r"))
    assert g.pieces["reds-r"].routing
    assert {Press("half way"), Press("all the way")} <= set(offered(g))
    play(g, Press("half way"))
    assert g.pieces["whites-w"].y == pytest.approx(2400, abs=30)


@pytest.mark.rule("RA-MOV.20")
def test_a_charger_may_turn_to_a_second_enemy() -> None:
    second = red(31, x=33, name="s", kind="red_mg", bases=1, acted=True)
    g = battle(rider(), red(27, kind="red_conscript", bases=2, acted=True), second, dice=(6, 6, 1, 1))
    run(g, Charging("whites-w", "reds-r"))
    assert Charge("reds-s") in offered(g)


@pytest.mark.rule("RA-MOV.20", "RA-MOV.19")
@pytest.mark.parametrize(("x", "y", "reached"), [(26, 29.5, True), (25, 31, False)])
def test_a_charger_shot_at_half_way_has_only_the_rest_of_its_move(x: float, y: float, reached: bool) -> None:
    half, foe = replace(rider(), y=2500), red(y, x, "red_mg", 1, acted=True)
    gone = red(30, name="gone")
    onset = onset_of(battle(rider(), foe, gone), rider(), gone)
    g = run(battle(half, foe), Followup(onset))
    assert (Charge("reds-r") in offered(g)) == reached
    play(g, Press("half way"))
    assert at(g.pieces["whites-w"]) == (30, 25)


@pytest.mark.rule("RA-MOV.20", "RA-MOV.21")
@pytest.mark.parametrize(("fear", "left"), [((6, 6, 1, 1), "b"), ((1, 1, 6, 6), "a")])
def test_the_other_targets_are_met_when_one_has_routed(fear: tuple[int, ...], left: str) -> None:
    pair = [red(26, x=x, bases=2, name=n, acted=True) for x, n in ((28.6, "a"), (31.4, "b"))]
    g = battle(rider(bases=5), *pair, dice=(*fear, 1, 1, 3, 4, 6, 6, 6, 6))
    run(g, Charging("whites-w", "reds-a"))
    fights = [str(e) for e in told(g) if e.cite == "RA-MEL.3"]
    assert len(fights) == 1 and f"against reds {left} (" in fights[0]


@pytest.mark.rule("RA-MOV.21")
def test_a_charge_contacts_every_unit_in_front_of_it() -> None:
    g = battle(rider(bases=5), red(28, x=29, bases=2, name="a"), red(28, x=31.6, bases=2, name="b"))
    assert set(contacted(g, g.pieces["whites-w"], g.pieces["reds-a"])) == {"reds-a", "reds-b"}


@pytest.mark.rule("RA-MOV.22")
def test_at_contact_the_charger_stands_flat_against_the_edge() -> None:
    g = battle(rider(), red(28, x=33, facing=200))
    there = at_contact(g, g.pieces["whites-w"], g.pieces["reds-r"])
    assert there.facing % 900 == 200 % 90 * 10
    assert apart(g, there, g.pieces["reds-r"]) < 0.05


@pytest.mark.rule("RA-MOV.23")
def test_who_may_evade() -> None:
    for kind in ("kuban_cossack", "white_tachanka", "ac_mg", "white_plastun", "makhno_inf"):
        assert evades(unit("reds", kind, 1)), kind
    assert evades(unit("reds", "white_horse_gun", 1, limbered=True))
    for kind in ("white_volunteer", "white_mg", "white_gun", "tank_heavy"):
        assert not evades(unit("reds", kind, 1)), kind
    for state in ({"pinned": True}, {"evaded": True}):
        assert not evades(unit("reds", "kuban_cossack", 3, **state))


@pytest.mark.rule("RA-TER.21", "RA-MOV.31")
def test_whoever_evades_leaves_his_foxholes() -> None:
    g = battle(rider(), red(26, kind="white_plastun", foxholes=True))
    evade(g, g.pieces["reds-r"], g.pieces["whites-w"])
    assert not g.pieces["reds-r"].foxholes


@pytest.mark.rule("RA-MOV.23", "RA-MOV.31", "RA-MOV.25")
def test_evading_is_a_full_move_directly_away() -> None:
    g = battle(rider(), red(26, kind="red_cav", bases=3))
    evade(g, g.pieces["reds-r"], g.pieces["whites-w"])
    r = g.pieces["reds-r"]
    assert centre(g, r)[1] > 36
    assert (r.facing, r.evaded, r.acted) == (0, True, True)
    g.put(red(26, kind="makhno_inf", bases=3, name="p", evaded=True))
    cover = best_cover(g, g.pieces["reds-p"], (30, 20))
    assert cover is not None
    assert cover.value == -2


@pytest.mark.rule("RA-MOV.24")
def test_an_evader_who_is_caught_is_contacted_in_the_rear() -> None:
    pond = area("pond", "impassable", 0, 30, 72, 10)
    g = battle(rider(), red(26, kind="red_tachanka", bases=1), terrain=(pond,), dice=(1, 1, 1, 1, 3, 4))
    run(g, Charging("whites-w", "reds-r"))
    play(g, Press("evade"))
    assert "RA-MOR.6" in cites(g)
    earlier = battle(rider(), red(26, kind="makhno_inf", evaded=True, acted=True), dice=(1, 1, 3, 4, 6, 6))
    run(earlier, Charging("whites-w", "reds-r"))
    assert "RA-MOR.6" not in cites(earlier)  # it evaded from somebody else


@pytest.mark.rule("RA-MOV.24", "RA-MEL.19")
def test_a_car_that_is_caught_has_no_rear() -> None:
    infantry = unit("whites", "white_volunteer", 4, 30, 42, name="w")
    g = battle(infantry, red(46, kind="ac_mg", bases=1, facing=0, acted=True), dice=(3, 4, 6, 6))
    run(g, Charging("whites-w", "reds-r"))
    play(g, Press("evade"))
    assert any("against reds r (6)" in str(e) for e in told(g))


@pytest.mark.rule("RA-MOV.24", "RA-TER.5")
def test_an_evader_behind_closed_ground_is_not_caught() -> None:
    wall = line("wall", "wall", (10, 27), (50, 27))
    g = battle(rider(), red(25, kind="makhno_inf", bases=3, acted=True), terrain=(wall,), dice=(1, 1))
    run(g, Charging("whites-w", "reds-r"))
    play(g, Press("evade"))
    assert g.pieces["reds-r"].point[1] > 27
    assert Press("half way") in offered(g)


@pytest.mark.rule("RA-PRE.3", "RA-MOV.19", "RA-BLD.6")
def test_a_charge_out_of_a_house_starts_at_its_wall() -> None:
    house = area("house", "building_wood", 28, 20, 5, 3)
    garrison = unit("whites", "white_volunteer", 4, 0, 0, inside="house", name="w")
    mg = red(28.5, x=30.5, kind="red_mg", bases=1)
    g = battle(garrison, mg, terrain=(house,), dice=(1, 1, 6, 1))
    run(g, Charging("whites-w", "reds-r"))
    onset = onset_of(g, garrison, mg)
    assert at(onset.at_half_way(garrison)) == pytest.approx((30.5, 25.75), abs=0.01)
    aims = defence(g, onset, garrison, mg)
    assert [aim.range for aim in aims] == [275]


@pytest.mark.rule("RA-MOV.27")
def test_terrain_on_the_way_counts_against_the_charge() -> None:
    rough = area("rough", "rough", 20, 21, 20, 6)
    assert why(battle(rider(), red(28), terrain=(rough,))) == "RA-MOV.16"
    assert why(battle(rider(), red(28))) == ""
    copse = area("copse", "woods", 20, 22, 20, 1)
    assert why(battle(rider(), red(28), terrain=(copse,))) == "RA-TER.17"
    assert why(battle(rider(formation=COLUMN), red(28), terrain=(copse,))) == ""


@pytest.mark.rule("RA-MOV.28")
def test_a_charge_does_not_go_through_others() -> None:
    friend = unit("whites", "white_volunteer", 4, 30, 24, name="f")
    hill = area("hill", "hill1", 25, 15, 10, 5.5)  # from which the target is seen over whoever stands between
    assert why(battle(rider(), red(29), red(25, kind="red_mg", bases=1, name="m"), terrain=(hill,))) == "RA-MOV.28"
    assert why(battle(rider(), friend, red(29), terrain=(hill,))) == "RA-MOV.28"
    assert why(battle(rider(), replace(friend, formation=SKIRMISH), red(29), terrain=(hill,))) == ""


@pytest.mark.rule("RA-MOV.28")
@pytest.mark.parametrize(("gap", "rule"), [(0.9, "RA-MOV.28"), (1.05, "")])
def test_a_charge_gives_other_enemies_a_berth_of_an_inch(gap: float, rule: str) -> None:
    beside = red(25, x=30 + 2 * 1.18 + gap, bases=2, name="x")
    assert why(battle(rider(bases=2), red(30, bases=2), beside)) == rule
    friend = unit("whites", "white_volunteer", 2, 30 + 2 * 1.18 + gap, 25, name="f")
    assert why(battle(rider(bases=2), red(30, bases=2), friend)) == ""


@pytest.mark.rule("RA-MOV.29", "RA-MOV.19")
def test_a_charger_who_substitutes_goes_on() -> None:
    storm = unit("whites", "white_colour", 4, 30, 20, name="w")
    g = battle(storm, red(25.5, bases=3), dice=(1, 1, 3, 3, 3, 4))
    run(g, Charging("whites-w", "reds-r"))
    play(g, Press("fire"))
    play(g, Press("lose a base"))
    assert "RA-MEL.3" in cites(g)


@pytest.mark.rule("RA-MOV.32")
def test_buildings_and_trenches_are_for_foot() -> None:
    house = area("house", "building_wood", 27, 26, 6, 3)
    garrison = unit("reds", "red_rifle", 4, inside="house", name="r")
    assert why(battle(rider(), garrison, terrain=(house,))) == "RA-MOV.32"
    infantry = unit("whites", "white_volunteer", 4, 30, 22, name="w")
    assert why(battle(infantry, garrison, terrain=(house,))) == ""
    trench = line("trench", "trench", (20, 27.8), (40, 27.8))
    assert why(battle(rider(), red(28), terrain=(trench,))) == "RA-MOV.32"
    wire = battle(infantry, red(26), terrain=(line("wire", "wire", (20, 24), (40, 24)),))
    assert why(wire) == "RA-MOV.32"


@pytest.mark.rule("RA-MOV.33")
def test_a_charger_stopped_short_stands_an_inch_away() -> None:
    g = battle(replace(rider(), y=2750), red(28, acted=True))
    keep_off(g, "whites-w")
    assert apart(g, g.pieces["whites-w"], g.pieces["reds-r"]) >= 0.99
    far = battle(rider(), red(40))
    advance_clear(far, far.pieces["whites-w"], 0, 6.0)
    assert at(far.pieces["whites-w"]) == (30, 26)


# ------------------------------------------------------------------ formations


@pytest.mark.rule("RA-FRM.1")
def test_a_base_is_30_mm_wide() -> None:
    assert TABLES_DATA["scale"]["base_width_mm"] == 30
    assert pytest.approx(30 / 25.4, abs=0.005) == BASE_WIDTH


@pytest.mark.rule("RA-FRM.2")
def test_troop_groups() -> None:
    assert is_foot(unit("reds", "red_mg", 1))
    assert is_foot(unit("reds", "red_engineer", 2))
    assert is_mounted(unit("reds", "red_tachanka", 1))
    assert is_mounted(unit("reds", "red_cav", 2))
    for kind in ("tank_heavy", "ac_mg", "train"):
        assert is_vehicle(unit("reds", kind, 1))


@pytest.mark.rule("RA-FRM.3")
def test_sizes_of_units() -> None:
    for what in TYPES.values():
        if what.kind in ("rifles", "sabres"):
            assert (what.min_bases, what.max_bases) == (2, 6)
        if what.kind in ("mg", "gun", "tachanka", "mortar"):
            assert (what.min_bases, what.max_bases) == (1, 4)


@pytest.mark.rule("RA-FRM.4", "RA-FRM.5", "RA-FRM.6", "RA-FRM.7")
@pytest.mark.parametrize(("formation", "shooters"), [("line", 4), ("column", 2), ("road_column", 1), ("skirmish", 4)])
def test_who_shoots_in_a_formation(formation: str, shooters: int) -> None:
    u = unit("whites", "white_plastun", 4, 30, 20, name="w", formation=formation)
    g = battle(u, unit("reds", "red_mg", 1, 30, 31, 180, name="r"))
    stance = bears(g, u, g.pieces["reds-r"])
    assert stance is not None
    assert stance.count == shooters


@pytest.mark.rule("RA-FRM.7", "RA-SHO.38")
def test_skirmish_order_is_for_skirmishers_partisans_and_open_sabres() -> None:
    for kind, allowed in (
        ("white_plastun", True),
        ("makhno_inf", True),
        ("red_cav", True),
        ("white_volunteer", False),
        ("white_mg", False),
    ):
        u = unit("whites", kind, 2, 30, 20)
        assert (why_not_form(battle(u), u, SKIRMISH, False) is None) == allowed
    loose = unit("whites", "white_plastun", 4, 30, 20, formation=SKIRMISH)
    assert not enfiladed(battle(loose), loose, (50, 19.6))


@pytest.mark.rule("RA-FRM.8", "RA-FRM.16")
def test_formed_and_open_order_stand_on_the_same_ground() -> None:
    a, b = rider(formed=True), rider(formed=False)
    assert bases_of(battle(a), a) == bases_of(battle(b), b)
    g = battle(b, red(45))
    run(g, Acting("whites-w"))
    play(g, Form("line", True))
    assert g.pieces["whites-w"].formed


@pytest.mark.rule("RA-FRM.9")
def test_a_formation_change_costs_half_the_move() -> None:
    g = battle(foot(), red(45))
    run(g, Acting("whites-w"))
    play(g, Form("column"))
    assert Go(3000, 2300) in g.asks[0].actions
    assert Go(3000, 2301) not in g.asks[0].actions


@pytest.mark.rule("RA-FRM.9", "RA-MOV.7")
def test_rifles_deploy_from_column_before_firing_for_nothing() -> None:
    u = foot(formation=COLUMN)
    g = battle(u, unit("reds", "red_rifle", 4, 30, 30, 180, name="r"))
    stance = best_stance(g, u, g.pieces["reds-r"])
    assert stance is not None
    assert (stance.unit.formation, stance.count) == ("line", 4)


@pytest.mark.rule("RA-FRM.10")
def test_losses_close_up_on_the_centre() -> None:
    five, four = foot(bases=5), foot(bases=4)
    assert centre(battle(five), five) == pytest.approx(centre(battle(four), four))


@pytest.mark.rule("RA-FRM.11", "RA-FRM.12")
def test_dismounting() -> None:
    assert TYPES["white_cav"].dismounts_as == "white_volunteer"
    assert {TYPES[k].dismounts_as for k in ("don_cossack", "kuban_cossack")} == {"white_plastun"}
    assert [dismounted_bases(n) for n in (2, 3, 4, 5, 6)] == [2, 3, 3, 4, 5]


@pytest.mark.rule("RA-PRE.2", "RA-MOV.34")
def test_a_charger_shot_at_half_way_stands_where_there_is_room() -> None:
    charger, target = foot(), red(40)
    in_between = unit("reds", "red_rifle", 4, 30, 30.4, name="between")
    free, crowded = (
        onset_of(g, charger, target).at_half_way(charger)
        for g in (battle(charger, target), battle(charger, target, in_between))
    )
    assert 20 < crowded.point[1] < free.point[1]
    assert not overlap(battle(in_between), crowded, in_between)


@pytest.mark.rule("RA-FRM.12", "RA-MOV.34")
def test_riders_dismount_into_a_line_only_where_there_is_room() -> None:
    skirmishers = replace(rider(), formation=SKIRMISH)
    assert Dismount().why_not_by(battle(skirmishers), skirmishers) is None
    between_two_bases = unit("whites", "white_mg", 1, 30, 19.5, name="mg")
    crowded = battle(skirmishers, between_two_bases)
    assert not overlap(crowded, skirmishers, between_two_bases)
    refusal = Dismount().why_not_by(crowded, skirmishers)
    assert refusal is not None and refusal.rule == "RA-MOV.34"


@pytest.mark.rule("RA-FRM.12", "RA-FRM.15")
def test_led_horses_left_6_inches_behind_are_lost() -> None:
    g = battle(rider())
    play(run(g, Acting("whites-w")), Dismount())
    g.change("whites-w", y=2500)
    led_horses(g, "whites-w")
    assert g.pieces["whites-w"].horses[2] == 4
    g.change("whites-w", y=2700)
    led_horses(g, "whites-w")
    assert g.pieces["whites-w"].horses == (0, 0, 0)


@pytest.mark.rule("RA-FRM.13")
def test_carts_move_12_inches_and_fight_at_half_value() -> None:
    carts = unit("whites", "makhno_inf", 4, 30, 20, name="w", carts=True)
    assert allowance_of(carts) == 12
    assert is_mounted(carts)
    assert fighting_number(carts, []) == 4
    g = battle(carts, red(45))
    run(g, Acting("whites-w"))
    play(g, Dismount())
    assert not g.pieces["whites-w"].carts


@pytest.mark.rule("RA-FRM.14")
def test_guns_have_no_skirmish_order_and_single_bases_stand_in_line() -> None:
    gun, single = unit("whites", "white_gun", 2, 30, 20), unit("whites", "white_plastun", 1, 30, 20)
    assert why_not_form(battle(gun), gun, SKIRMISH, False) is not None
    assert why_not_form(battle(single), single, COLUMN, False).rule == "RA-FRM.14"  # type: ignore[union-attr]


def test_no_listed_move_overlaps_or_exceeds() -> None:
    g = battle(foot(), unit("whites", "white_mg", 1, 34, 22, name="m"), red(27))
    run(g, Acting("whites-w"))
    for action in offered(g):
        if isinstance(action, Go):
            there = replace(g.pieces["whites-w"], x=action.x, y=action.y)
            found = plan(g, g.pieces["whites-w"], (action.x / 100, action.y / 100), Budget(600))
            assert isinstance(found, Leg)
            assert found.cost <= 601
            assert not overlap(g, replace(there, facing=found.facing), g.pieces["reds-r"])


def test_helpers_of_the_chapter() -> None:
    g = battle(foot())
    assert going(g, foot(), "impassable").allowed is False
    assert goals(g, foot()) == []
    assert isinstance(line("a", "road", (0, 0), (1, 1)), Feature)
    assert Gap("a", "cut", 100, 200).point == (1, 2)
    g.dice = RiggedDice([])


@pytest.mark.rule("RA-MOV.16")
@pytest.mark.parametrize(("x", "rule"), [(34.0, ""), (38.0, "RA-MOV.16")])
def test_a_charge_goes_in_within_45_degrees_of_straight_ahead(x: float, rule: str) -> None:
    g = battle(rider(), red(24.5, x, bases=1))  # seen at 36 and, at the nearest corner, at 54 degrees
    assert why(g) == rule
