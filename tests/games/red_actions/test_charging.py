"""Charges (RA-MOV.16 to RA-MOV.34) that are answered, stopped, evaded and won: what becomes of the charger."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard.engine import Press
from grognard.games.red_actions.rules.charge_path import evade
from grognard.games.red_actions.rules.charging import ChargeTest, Charging, onset_of
from grognard.games.red_actions.rules.melee import LoseWagon, Melee
from grognard.games.red_actions.rules.retire import Rout
from grognard.games.red_actions.rules.state import Wagon
from grognard.testing import offered, play

from .situations import area, at, battle, line, lines, run, senior, unit


@pytest.mark.rule("RA-MOV.19", "RA-SHO.39")
def test_a_charger_driven_back_by_the_first_fire_stays_there_and_nobody_else_is_asked() -> None:
    house = area("house", "building_wood", 26, 30, 8, 4)
    defenders = [
        unit("reds", kind, 4, inside="house", name=n) for kind, n in (("red_latvian", "a"), ("red_rifle", "b"))
    ]
    mine = unit("whites", "white_volunteer", 4, 30, 24, name="w")
    g = battle(*defenders, mine, terrain=(house,), dice=(1, 1, 1, 1, 1, 1, 2, 3))
    run(g, ChargeTest("whites-w", "reds-a"))
    play(g, Press("fire"))
    assert not g.asks
    assert (at(g.pieces["whites-w"]), g.pieces["whites-w"].retired) == ((30, 24), True)
    assert not g.pieces["reds-b"].acted


@pytest.mark.rule("RA-MOV.19", "RA-PRE.14")
def test_a_charger_pinned_by_the_first_fire_is_shot_at_no_more() -> None:
    pair = [
        unit("reds", kind, 3, x, 30, 180, name=n) for kind, x, n in (("red_latvian", 28, "a"), ("red_rifle", 31.6, "b"))
    ]
    dice = (1, 1, 1, 1, 1, 1, 4, 6, 1, 1)
    g = battle(*pair, unit("whites", "white_volunteer", 4, 29.5, 24, name="w"), dice=dice)
    run(g, ChargeTest("whites-w", "reds-a"))
    play(g, Press("fire"))
    assert g.pieces["whites-w"].pinned
    assert not g.asks
    assert "The charge of whites w is stopped" in lines(g)


@pytest.mark.rule("RA-MEL.18", "RA-TER.41")
@pytest.mark.parametrize(("kind", "strength"), [("", 25), ("hill1", 25), ("crops", 20), ("scrub", 20), ("rough", 20)])
def test_formed_cavalry_needs_open_ground_all_the_way(kind: str, strength: int) -> None:
    rider = unit("whites", "kuban_cossack", 4, 30, 20, name="k", formed=True)
    ground = (area("c", kind, 20, 22, 20, 5),) if kind else ()
    onset = onset_of(
        battle(rider, foe := unit("reds", "red_rifle", 4, 30, 29, 180, name="r"), terrain=ground), rider, foe
    )
    g = battle(rider, foe)
    attack, _ = Melee("whites-k", ("reds-r",), {}, onset.clean).strengths(g, rider, [foe])
    assert attack == strength


@pytest.mark.rule("RA-OFF.7")
def test_a_lone_senior_who_is_ridden_over_flees_whatever_the_move() -> None:
    chief = senior("reds", 2, 30, 26)
    target = unit("reds", "red_rifle", 4, 30, 29, 180, name="r", acted=True)
    g = battle(unit("whites", "kuban_cossack", 4, 30, 20, name="k"), target, chief, dice=(1, 1, 1, 1, 3, 4, 6))
    run(g, ChargeTest("whites-k", "reds-r"))
    assert "reds senior_chief flees to reds r" in lines(g)
    runaway = unit("whites", "white_volunteer", 4, 30, 32, name="w")
    g = battle(runaway, senior("reds", 2, 30, 27))
    run(g, Rout("whites-w"))
    assert not list(g.seniors("reds"))  # nobody is near to flee to


@pytest.mark.rule("RA-MEL.15")
def test_the_terror_of_a_rear_charge_says_what_it_is_for() -> None:
    mine = unit("whites", "white_volunteer", 5, 30, 20, 180, name="w", officer=1, acted=True)
    g = battle(unit("reds", "red_first_cav", 5, 30, 29, 180, name="c"), mine, dice=(1, 1, 1, 1, 6, 5))
    run(g, ChargeTest("reds-c", "whites-w"))
    assert lines(g)[-1] == "whites w takes 2 terror markers for being met in the rear"


@pytest.mark.rule("RA-MEL.28", "RA-MEL.32")
def test_nobody_is_asked_to_take_ground_that_was_not_given_up() -> None:
    reds = unit("reds", "red_rifle", 4, 30, 29.3, 180, name="r", acted=True)
    trench = line("trench", "trench", (20, 29.7), (40, 29.7))
    g = battle(unit("whites", "white_colour", 4, 30, 26, name="w"), reds, terrain=(trench,), dice=(1, 1, 2, 3))
    run(g, Charging("whites-w", "reds-r"))
    play(g, Press("lose a base"))
    assert not g.asks
    assert at(g.pieces["reds-r"]) == (30, 29.3)


@pytest.mark.rule("RA-VEH.8", "RA-VEH.11")
def test_the_winner_destroys_a_wagon_and_a_lone_locomotive_takes_one_hit() -> None:
    rail = line("rail", "railway", (0, 30), (72, 30))
    wagons = (Wagon("train_gun_wagon"), Wagon("train_loco"), Wagon("train_mg_wagon"))
    train = unit("reds", "train_loco", 3, 40, 30, 90, name="t", wagons=wagons, rail=4000, acted=True)
    foot = unit("whites", "czech_grenadier", 6, 34, 28, name="w")
    g = run(battle(train, foot, terrain=(rail,)), LoseWagon("reds-t", "whites-w"))
    assert [a.button[:7] for a in offered(g) if isinstance(a, Press)] == ["wagon 1", "wagon 3"]
    alone = replace(train, bases=1, wagons=(Wagon("train_loco"),))
    g = run(battle(alone, foot, terrain=(rail,)), LoseWagon("reds-t", "whites-w"))
    assert [w.hits for w in g.pieces["reds-t"].wagons] == [1]


@pytest.mark.rule("RA-MOV.23", "RA-MOV.31")
def test_nobody_evades_who_cannot_get_away() -> None:
    car = unit("reds", "ac_mg", 1, 30, 47.9, name="r")
    g = run(battle(unit("whites", "white_volunteer", 4, 30, 44.5, name="w"), car), Charging("whites-w", "reds-r"))
    assert Press("fire") in offered(g) and Press("evade") not in offered(g)


@pytest.mark.rule("RA-MOV.6", "RA-MOV.31")
@pytest.mark.parametrize(("kind", "formation", "y"), [("white_volunteer", "line", 27.0), ("white_mg", "line", 24.0)])
def test_an_evader_goes_through_those_friends_alone_who_let_anybody_pass(kind: str, formation: str, y: float) -> None:
    p = unit("whites", "white_plastun", 3, 30, 30, name="p")
    friends = [unit("whites", kind, 4, x, 27, name=f"f{x}", formation=formation) for x in (25.2, 30, 34.8)]
    charger = unit("reds", "red_cav", 4, 30, 37, 180, name="c")
    g = battle(p, *friends, charger)
    evade(g, p, charger)
    assert at(g.pieces["whites-p"])[1] == pytest.approx(y)
