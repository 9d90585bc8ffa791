"""Worked examples, to the number: dice in the order they are rolled."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.board.inches.geometry import Spot
from grognard.engine import Press
from grognard.games.red_actions.rules.artillery import direct_number, indirect_aim
from grognard.games.red_actions.rules.bodies import centre
from grognard.games.red_actions.rules.charging import ChargeTest
from grognard.games.red_actions.rules.retire import RetireResult
from grognard.games.red_actions.rules.volley import Impact
from grognard.testing import play, unrolled

from .examples import aim_of, column, red, shoot, white
from .situations import area, at, battle, cites, line, run, senior, unit


@pytest.mark.rule("RA-SHO.3", "RA-CHT.8", "RA-SHO.40")
def test_e1_plain_rifle_fire() -> None:
    g = battle(white("white_volunteer", 4), red("red_conscript", 5, 30), dice=(4, 5))
    aim = shoot(g, "whites-w", "reds-r")
    assert (aim.total, column(aim)) == (12, "9-12")
    assert g.pieces["reds-r"].terror == 1
    assert not unrolled(g)


@pytest.mark.rule("RA-SHO.17", "RA-SHO.10")
def test_e2_long_range_and_rounding() -> None:
    g = battle(white("red_rifle", 3), red("red_conscript", 5, 38), dice=(4, 6))
    aim = shoot(g, "whites-w", "reds-r")
    assert (aim.total, column(aim)) == (4, "3-4")
    assert g.pieces["reds-r"].terror == 1


@pytest.mark.rule("RA-SHO.45", "RA-MOR.19", "RA-MOR.20", "RA-RET.9", "RA-OFF.2", "RA-SHO.20", "RA-SHO.30")
def test_e3_long_chain_of_one_mg_burst() -> None:
    wood = area("wood", "woods", 20, 27, 20, 10)
    dice = (5, 6, 1, 2, 4, 4, 5)
    g = battle(white("white_mg", 1), red("red_rifle", 5, 27.5, officer=1), terrain=(wood,), dice=dice)
    aim = shoot(g, "whites-w", "reds-r")
    left = g.pieces["reds-r"]
    assert column(aim) == "9-12"
    assert (left.bases, left.terror, left.pinned, left.officer, left.routing) == (5, 4, False, None, False)
    assert at(left)[1] == pytest.approx(30.5, abs=0.02)
    assert not unrolled(g)


@pytest.mark.rule("RA-SHO.21", "RA-SHO.22", "RA-SHO.37", "RA-SHO.41")
def test_e4_enfiladed_road_column() -> None:
    g = battle(
        unit("reds", "red_tachanka", 2, 30, 20, name="t"),
        unit("whites", "white_conscript", 5, 30, 40, 180, name="c", formation="road_column"),
        dice=(3, 4),
    )
    aim = shoot(g, "reds-t", "whites-c")
    assert (aim.total, column(aim)) == (18, "29-36")
    assert (g.pieces["whites-c"].terror, g.pieces["whites-c"].pinned) == (2, True)


@pytest.mark.rule("RA-MOV.18", "RA-MOV.19", "RA-PRE.3", "RA-PRE.1")
def test_e5_charge_stopped_by_an_mg() -> None:
    cossacks = unit("whites", "kuban_cossack", 4, 30, 20, name="k", formed=True, officer=1)
    g = battle(cossacks, unit("reds", "red_mg", 1, 30, 32, 180, name="mg"), dice=(4, 4, 3, 4, 2, 4))
    run(g, ChargeTest("whites-k", "reds-mg"))
    play(g, Press("fire"))
    charger, mg = g.pieces["whites-k"], g.pieces["reds-mg"]
    assert charger.terror == 1
    assert at(charger)[1] == pytest.approx(20, abs=0.05)  # 6 inches back from the half-way point at 26
    assert mg.acted
    assert not any("against" in cite for cite in cites(g) if cite == "RA-MEL.3")
    assert not unrolled(g)


@pytest.mark.rule("RA-SHO.27", "RA-SHO.24", "RA-SHO.31", "RA-SHO.26")
def test_e6_best_cover_plus_skirmishers() -> None:
    scrub = area("scrub", "scrub", 20, 28, 20, 10)
    target = unit("whites", "white_plastun", 4, 30, 31, 180, name="p", lying=True)
    g = battle(red("red_rifle", 5, 20, facing=0), target, terrain=(scrub,), dice=(5, 6))
    aim = shoot(g, "reds-r", "whites-p")
    assert (aim.total, column(aim)) == (15, "2")
    assert g.pieces["whites-p"].terror == 1


@pytest.mark.rule("RA-SHO.11", "RA-SHO.28")
def test_e7_off_the_left_of_the_table() -> None:
    trench = line("trench", "trench", (20, 29), (40, 29))
    dug_in = unit("whites", "white_volunteer", 4, 30, 29.2, 180, name="w")
    g = battle(unit("reds", "red_conscript", 4, 30, 20, name="r"), dug_in, terrain=(trench,))
    aim = shoot(g, "reds-r", "whites-w")
    assert (aim.total, aim.column) == (8, -1)


@pytest.mark.rule("RA-RET.5", "RA-RET.6", "RA-RET.9")
def test_e8_three_retire_results_in_a_stone_house() -> None:
    house = area("house", "building_stone", 27, 29, 6, 4)
    g = battle(unit("reds", "red_rifle", 4, inside="house", name="r"), white("white_mg", 1), terrain=(house,))
    hit = RetireResult("reds-r", 3000, 2000, True)
    run(g, hit)
    assert (g.pieces["reds-r"].inside, g.pieces["reds-r"].retired) == ("house", False)
    run(g, hit)
    out = g.pieces["reds-r"]
    assert (out.inside, out.retired) == ("", True)
    assert at(out)[1] == pytest.approx(36, abs=0.05)
    run(g, hit)
    assert (g.pieces["reds-r"].terror, at(g.pieces["reds-r"])) == (1, at(out))


@pytest.mark.rule("RA-RET.5")
def test_e9_a_mob_in_the_same_house() -> None:
    house = area("house", "building_stone", 27, 29, 6, 4)
    g = battle(unit("reds", "red_guard", 5, inside="house", name="r"), white("white_mg", 1), terrain=(house,))
    run(g, RetireResult("reds-r", 3000, 2000, True))
    assert (g.pieces["reds-r"].inside, g.pieces["reds-r"].retired) == ("", True)


@pytest.mark.rule("RA-TRT.6", "RA-TRT.7", "RA-RET.19", "RA-RET.7")
def test_e10_storm_and_specialist() -> None:
    storm = unit("whites", "white_colour", 4, 20, 20, name="s")
    special = unit("whites", "white_officer", 4, 40, 20, name="o")
    g = battle(storm, special, unit("reds", "red_mg", 1, 30, 40))
    run(g, RetireResult("whites-s", 3000, 4000, True))
    play(g, Press("lose a base"))
    run(g, RetireResult("whites-o", 3000, 4000, True))
    play(g, Press("take terror"))
    a, b = g.pieces["whites-s"], g.pieces["whites-o"]
    assert (a.bases, a.terror, a.retired, at(a)) == (3, 0, False, (20, 20))
    assert (b.bases, b.terror, b.retired, at(b)) == (4, 1, False, (40, 20))


@pytest.mark.rule("RA-RET.10")
def test_e11_substitution_comes_too_late() -> None:
    g = battle(unit("whites", "white_colour", 4, name="s", retired=True))
    run(g, RetireResult("whites-s", 3000, 4000, True))
    assert (g.pieces["whites-s"].bases, g.pieces["whites-s"].terror, g.asks) == (4, 1, ())


@pytest.mark.rule("RA-RET.4")
def test_e12_unlimbered_gun() -> None:
    g = battle(unit("reds", "red_gun", 2, name="g"), white("white_mg", 1, 40, facing=180))
    aim = aim_of(g, "whites-w", "reds-g")
    run(g, Impact(aim, "Ter+Ret", 0, False))
    assert (g.pieces["reds-g"].terror, at(g.pieces["reds-g"])) == (1, (30, 20))


@pytest.mark.rule("RA-ART.7", "RA-ART.9", "RA-MOR.10", "RA-ART.1")
def test_e13_two_guns_in_the_open() -> None:
    dice = (4, 6, 1, 5, 4, 5, 4, 3, 5, 4, 6)
    g = battle(unit("whites", "white_gun", 2, 30, 10, name="g"), red("red_rifle", 5, 40, officer=1), dice=dice)
    aim = shoot(g, "whites-g", "reds-r")
    left = g.pieces["reds-r"]
    assert (aim.total, column(aim), aim.direct) == (36, "29-36", (10, 10))
    assert (left.bases, left.pinned, left.retired, left.officer is not None) == (3, False, True, True)
    assert at(left)[1] == pytest.approx(43, abs=0.05)
    assert not unrolled(g)


@pytest.mark.rule("RA-ART.3", "RA-ART.4", "RA-ART.6", "RA-ART.8")
def test_e14_poor_gun_at_two_kilometres() -> None:
    g = battle(unit("reds", "red_gun_early", 1, 2, 2, name="g"), unit("whites", "white_volunteer", 4, 60, 40, name="w"))
    gun, target = g.pieces["reds-g"], g.pieces["whites-w"]
    assert direct_number(g, gun, target, 85.0, indirect=False) == 13
    ranged = replace(gun, aim=("whites-w", 2, *Spot.at(centre(g, target))[:2]))
    assert direct_number(g, ranged, target, 85.0, indirect=False) == 11


@pytest.mark.rule("RA-ART.5", "RA-ART.15", "RA-ART.16")
def test_e15_indirect_howitzer() -> None:
    hill = area("hill", "hill1", 20, 12, 20, 3)
    gun = unit("whites", "white_howitzer", 1, 30, 10, name="h")
    g = battle(gun, senior("whites", 2, 27.5, 18), red("red_rifle", 4, 41), terrain=(hill,))
    g.move_to("whites-senior_chief", (30, 13.6))
    aim = indirect_aim(g, g.pieces["whites-h"], g.pieces["reds-r"])
    assert aim is not None
    assert (aim.total, aim.direct, aim.indirect) == (20, (12,), True)
    g.change("whites-h", blind=(2, 3000, 4140))
    again = indirect_aim(g, g.pieces["whites-h"], g.pieces["reds-r"])
    assert again is not None
    assert again.direct == (11,)


@pytest.mark.rule("RA-ART.2", "RA-VEH.1", "RA-ART.14")
def test_e16_mortar_against_an_armoured_car() -> None:
    car = unit("reds", "ac_mg", 1, 30, 36, 180, name="c", rolling=True)
    g = battle(unit("whites", "polish_mortar", 1, 30, 20, name="m"), car)
    assert aim_of(g, "whites-m", "reds-c").direct == (12,)
    run(g, Impact(aim_of(g, "whites-m", "reds-c"), "Kill! S! Off", 0, False))
    assert g.pieces["reds-c"] == car
    g.change("reds-c", rolling=False)
    assert aim_of(g, "whites-m", "reds-c").direct == (10,)


@pytest.mark.rule("RA-ART.11", "RA-ART.12")
def test_e17_shelling_a_church() -> None:
    church = area("church", "building_stone", 27, 36, 6, 4)
    inside = unit("reds", "red_rifle", 4, inside="church", name="r")
    gun = unit("whites", "white_gun", 1, 30, 21, name="g")
    g = battle(gun, inside, terrain=(church,), dice=(4, 5, 4, 6, 3, 5))
    aim = shoot(g, "whites-g", "reds-r")
    left = g.pieces["reds-r"]
    assert (aim.total, column(aim), aim.direct, aim.section) == (18, "3-4", (9,), "church")
    assert (left.bases, left.pressed, left.inside) == (4, True, "church")
    assert not g.collapsed
    assert not unrolled(g)
