"""The way of a charge (RA-MOV.16 to RA-MOV.34): reach, arc and sight, who is met, and evading it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.board.inches.formations import COLUMN, FILE, SKIRMISH
from grognard.engine import Press
from grognard.games.red_actions.rules.bodies import apart, body, centre
from grognard.games.red_actions.rules.charge_path import at_contact, contacted, evade, evades, why_cannot_charge
from grognard.games.red_actions.rules.charging import Charge, Charging, Followup, advance_clear, defence, onset_of
from grognard.games.red_actions.rules.melee import KeepOff
from grognard.games.red_actions.rules.sight import best_cover
from grognard.testing import logged, offered, play

from .chargers import red, rider, why
from .moves import foot
from .situations import area, at, battle, cites, line, run, unit


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
        assert why_cannot_charge(u) is None
    for kind in ("white_mg", "white_gun", "polish_mortar", "white_tachanka", "train"):
        u = unit("whites", kind, 1)
        assert why_cannot_charge(u).rule == "RA-MOV.17"  # type: ignore[union-attr]
    column = foot(formation=FILE)
    assert why_cannot_charge(column).rule == "RA-FRM.6"  # type: ignore[union-attr]


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
    g = battle(rider(bases=5), *pair, dice=(*fear, 1, 1, 3, 4))
    run(g, Charging("whites-w", "reds-a"))
    fights = [str(e) for e in logged(g) if e.cite == "RA-MEL.3"]
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


@pytest.mark.rule("RA-MOV.22")
@pytest.mark.parametrize(("start", "end"), [(3, 0.8), (24, 24), (45, 47.2)])
def test_at_contact_the_charger_keeps_on_the_table(start: float, end: float) -> None:
    charger = unit("whites", "kuban_cossack", 4, 30, start, 90, name="w")
    g = battle(charger, red(end, x=34, bases=1, facing=270))
    there = at_contact(g, g.pieces["whites-w"], g.pieces["reds-r"])
    assert body(g, there).on_table
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
    earlier = battle(rider(), red(26, kind="makhno_inf", evaded=True, acted=True), dice=(1, 1, 3, 4))
    run(earlier, Charging("whites-w", "reds-r"))
    assert "RA-MOR.6" not in cites(earlier)  # it evaded from somebody else


@pytest.mark.rule("RA-MOV.24", "RA-MEL.19")
def test_a_car_that_is_caught_has_no_rear() -> None:
    infantry = unit("whites", "white_volunteer", 4, 30, 42, name="w")
    g = battle(infantry, red(46, kind="ac_mg", bases=1, facing=0, acted=True), dice=(3, 4))
    run(g, Charging("whites-w", "reds-r"))
    play(g, Press("evade"))
    assert any("against reds r (6)" in str(e) for e in logged(g))


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
    g = battle(garrison, mg, terrain=(house,), dice=(1, 1))
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
    KeepOff("whites-w").befall(g, g.pieces["whites-w"])
    assert apart(g, g.pieces["whites-w"], g.pieces["reds-r"]) >= 0.99
    far = battle(rider(), red(40))
    advance_clear(far, far.pieces["whites-w"], 0, 6.0)
    assert at(far.pieces["whites-w"]) == (30, 26)
