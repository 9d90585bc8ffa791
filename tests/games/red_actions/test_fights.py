"""Hand-to-hand combat clause by clause (section MEL): whose bases count, who is met where, who falls back first."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from grognard.board.inches.geometry import Spot
from grognard.engine import Press, RiggedDice
from grognard.games.red_actions.rules.losses import lose_bases
from grognard.games.red_actions.rules.melee import Melee, Pursuit, Suffered, apply_result, charger_percent, zone_met
from grognard.games.red_actions.rules.state import RedActions, Unit
from grognard.testing import offered, play

from .situations import area, at, battle, cites, run, senior, unit


def white(kind: str = "white_volunteer", bases: int = 4, y: float = 29.2, **more: Any) -> Unit:
    return unit("whites", kind, bases, 30, y, name="w", **more)


def red(kind: str = "red_rifle", bases: int = 4, y: float = 30.0, **more: Any) -> Unit:
    return unit("reds", kind, bases, 30, y, 180, name="r", **more)


def fight(g: RedActions, *dice: int) -> RedActions:
    g.dice = RiggedDice(dice)
    return run(g, Melee("whites-w", ("reds-r",), {}, True, 3000, 2500))


@pytest.mark.rule("RA-MEL.1", "RA-MEL.5", "RA-MOR.31")
def test_every_base_without_a_terror_marker_fights() -> None:
    g = battle(white("kuban_cossack", 5, terror=1), red(formation="column", bases=6))
    sums = Melee("whites-w", ("reds-r",), {}, False).strengths(g, g.pieces["whites-w"], [g.pieces["reds-r"]])
    assert sums == (Fraction(20), Fraction(18))


@pytest.mark.rule("RA-MEL.3", "RA-MEL.8")
def test_a_stronger_defender_is_read_in_the_column_of_his_strength() -> None:
    g = fight(battle(white(bases=2), red(bases=4)), 3, 4)  # 2:1, not Advantage
    assert (g.pieces["whites-w"].terror, g.pieces["reds-r"].terror) == (2, 0)


@pytest.mark.rule("RA-MEL.4", "RA-MEL.29")
def test_the_officers_of_both_sides_are_diced_for_after_every_combat() -> None:
    g = fight(battle(white(officer=1), red(officer=1)), 3, 4, 6, 6)
    assert cites(g).count("RA-OFF.1") == 2


@pytest.mark.rule("RA-MEL.12", "RA-MEL.18")
def test_cavalry_in_open_order_adds_nothing() -> None:
    g = battle(white("kuban_cossack"), red())
    assert charger_percent(g, g.pieces["whites-w"], g.pieces["reds-r"], clean=True) == []


@pytest.mark.rule("RA-MEL.19")
@pytest.mark.parametrize(
    ("angle", "zone"), [(0, "front"), (59, "front"), (61, "flank"), (119, "flank"), (121, "rear"), (180, "rear")]
)
def test_where_a_charge_meets_a_unit(angle: int, zone: str) -> None:
    off = math.radians(180 + angle)
    charger = unit("whites", "white_mg", 1, 30 + 8 * math.sin(off), 30.395 + 8 * math.cos(off) + 0.59, name="w")
    g = battle(charger, red())
    assert zone_met(g, g.pieces["reds-r"], g.pieces["whites-w"]) == zone
    house = area("house", "building_wood", 27, 29, 6, 3)
    garrison = battle(charger, unit("reds", "red_rifle", 4, inside="house", name="r"), terrain=(house,))
    assert zone_met(garrison, garrison.pieces["reds-r"], garrison.pieces["whites-w"]) == "front"


@pytest.mark.rule("RA-MEL.27", "RA-MEL.20")
def test_who_falls_back_again_takes_the_terror_of_the_result_and_one_more() -> None:
    g = fight(battle(white("kuban_cossack", 4), red(retired=True)), 4, 5)  # W/Retires 2xTer
    assert (g.pieces["reds-r"].terror, g.pieces["reds-r"].y) == (3, 3300)


@pytest.mark.rule("RA-MEL.37")
def test_of_several_who_retire_the_nearest_goes_first() -> None:
    near, far = (unit("reds", "red_rifle", 2, 30, y, 180, name=n) for y, n in ((30, "z"), (32, "a")))
    steps = apply_result(
        battle(white(), near, far), "W/Defeated", ["whites-w"], ["reds-a", "reds-z"], charger="whites-w"
    )
    assert [s.unit for s in steps if isinstance(s, Suffered)] == ["reds-z", "reds-a"]


@pytest.mark.rule("RA-MEL.32", "RA-VEH.12")
@pytest.mark.parametrize(
    ("kind", "bases", "y"), [("white_volunteer", 4, 32.2), ("kuban_cossack", 4, 35.2), ("tank_heavy", 1, 32.2)]
)
def test_the_winner_takes_so_much_ground_as_he_would_retire(kind: str, bases: int, y: float) -> None:
    g = battle(white(kind, bases), red(y=45))
    g.broken = {**g.broken, "reds-r": False}  # it has retired
    run(g, Pursuit("whites-w", ("reds-r",), Spot(3000, 4000)))
    play(g, Press("advance"))
    assert at(g.pieces["whites-w"])[1] == pytest.approx(y, abs=0.01)


@pytest.mark.rule("RA-MEL.35", "RA-VEH.6", "RA-VEH.12")
def test_a_vehicle_that_nothing_humiliates_takes_the_ground_all_the_same() -> None:
    for winner, asked in ((white("tank_heavy", 1), True), (white("kuban_cossack", 6), False)):
        g = fight(battle(winner, red(bases=2 if asked else 4)), *((1, 1) if asked else (2, 2, 1, 1)))
        assert "RA-RET.1" in cites(g)
        assert [Press("advance"), Press("stay")] == offered(g) if asked else not g.asks


@pytest.mark.rule("RA-MEL.36", "RA-TRN.19")
@pytest.mark.parametrize(("xs", "kept"), [((41.0,), "0"), ((), ""), ((40.0, 36.0), "1")])
def test_a_senior_gets_away_to_the_nearest_friends_within_12_inches(xs: tuple[float, ...], kept: str) -> None:
    friends = [unit("whites", "white_mg", 1, x, 29.8, name=f"{i}") for i, x in enumerate(xs)]
    far = unit("whites", "white_mg", 1, 43.0, 29.8, name="far")  # RA-TRN.19 nobody near: there is nothing to roll
    dice = (4,) if xs else ()
    g = battle(white(bases=2), *friends, far, senior("whites", 2, 30, 29.2, attached="whites-w"), dice=dice)
    assert lose_bases(g, "whites-w", 2)
    chief = g.pieces.get("whites-senior_chief")
    assert (chief.attached if chief else "") == (f"whites-{kept}" if kept else "")


@pytest.mark.rule("RA-MEL.32", "RA-MEL.35")
@pytest.mark.parametrize(
    ("kind", "state", "asked"),
    [
        ("white_mg", {}, True),
        ("white_tachanka", {}, True),
        ("white_gun", {"limbered": True}, True),
        ("white_gun", {}, False),
        ("polish_mortar", {}, False),
    ],
)
def test_whoever_could_retire_may_take_the_ground(kind: str, state: dict[str, Any], asked: bool) -> None:
    g = battle(white(kind, 1, **state), red(y=45))
    g.broken = {**g.broken, "reds-r": False}  # it has retired
    run(g, Pursuit("whites-w", ("reds-r",), Spot(3000, 4000)))
    assert (offered(g) if g.asks else []) == ([Press("advance"), Press("stay")] if asked else [])


def garrison(kind: str, **foe: Any) -> RedActions:
    """Riflemen in a house whose wall is at 29 inches have beaten an enemy off."""
    house, mine = area("house", kind, 27, 25, 6, 4), unit("whites", "white_volunteer", 4, inside="house", name="w")
    g = battle(mine, red(y=31.6, **foe), terrain=(house,))
    g.broken = {**g.broken, "reds-r": False}
    return run(g, Pursuit("whites-w", ("reds-r",), Spot(3000, 2980)))


@pytest.mark.rule("RA-MEL.35", "RA-MEL.17", "RA-MEL.32", "RA-BLD.6")
def test_a_garrison_pursues_out_of_a_wooden_house_and_not_out_of_a_stone_one() -> None:
    assert offered(garrison("building_stone", routing=True)) == [Press("advance"), Press("stay")]
    g = garrison("building_wood", routing=True)
    assert offered(g) == [Press("pursue"), Press("stay")]
    play(g, Press("pursue"))
    w = g.pieces["whites-w"]
    assert (w.inside, at(w), w.terror) == ("", (30, 30.5), 1)
    assert g.pieces["reds-r"].bases == 3


@pytest.mark.rule("RA-MEL.32", "RA-BLD.6")
@pytest.mark.parametrize("kind", ["building_wood", "building_stone"])
def test_a_garrison_may_take_the_ground_before_its_house(kind: str) -> None:
    g = garrison(kind)
    assert offered(g) == [Press("advance"), Press("stay")]
    play(g, Press("advance"))
    w = g.pieces["whites-w"]
    assert (w.inside, w.terror) == ("", 0) and 29.79 <= at(w)[1] <= 30.6


@pytest.mark.rule("RA-MEL.34")
def test_a_garrison_without_room_before_its_house_stays_inside_and_catches_routers_it_can_touch() -> None:
    house, mine = (
        area("house", "building_wood", 27, 25, 6, 4),
        unit("whites", "white_volunteer", 4, inside="house", name="w"),
    )
    g = battle(mine, red(y=30.2, routing=True), terrain=(house,))
    run(g, Pursuit("whites-w", ("reds-r",), Spot(3000, 2980)))
    play(g, Press("pursue"))
    assert (g.pieces["whites-w"].inside, g.pieces["reds-r"].bases) == ("house", 3)
