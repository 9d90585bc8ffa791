"""Hand-to-hand combat (section MEL) and pursuit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from grognard.board.inches.geometry import Spot
from grognard.engine import Modifier, Press, RiggedDice
from grognard.games.red_actions.rules.bodies import apart, centre
from grognard.games.red_actions.rules.charging import ChargeTest, Charging
from grognard.games.red_actions.rules.data import COMBAT
from grognard.games.red_actions.rules.melee import (
    Apart,
    Melee,
    OfficerCasualties,
    Pursuit,
    Suffered,
    apply_result,
    charger_percent,
    defender_percent,
    fighting_number,
    modified,
    ratio_column,
)
from grognard.games.red_actions.rules.retire import RetireResult, Terror
from grognard.games.red_actions.rules.state import RedActions, Unit
from grognard.testing import logged, offered, play, unrolled

from .situations import area, at, battle, cites, line, run, unit


def white(kind: str = "white_volunteer", bases: int = 4, **more: Any) -> Unit:
    return unit("whites", kind, bases, more.pop("x", 30), more.pop("y", 29.2), name="w", **more)


def red(kind: str = "red_rifle", bases: int = 4, **more: Any) -> Unit:
    name = more.pop("name", "r")
    return unit("reds", kind, bases, more.pop("x", 30), more.pop("y", 30), more.pop("facing", 180), name=name, **more)


def fight(g: RedActions, *dice: int) -> RedActions:
    g.dice = RiggedDice(dice)
    return run(g, Melee("whites-w", ("reds-r",), {}, True, 3000, 2500))


def percent(g: RedActions, zone: str = "front") -> int:
    return sum(m.value for m in defender_percent(g, g.pieces["reds-r"], g.pieces["whites-w"], zone, (30, 25)))


# ------------------------------------------------------------------ strengths


@pytest.mark.rule("RA-MEL.1", "RA-MEL.2", "RA-MEL.3", "RA-MEL.5")
def test_strength_is_fighting_number_times_all_effective_bases() -> None:
    g = battle(white("kuban_cossack", 4, formed=True), red("red_rifle", 4))
    step = Melee("whites-w", ("reds-r",), {}, True, 3000, 2500)
    attack, defence = step.strengths(g, g.pieces["whites-w"], [g.pieces["reds-r"]])
    assert attack == 25
    assert defence == 12
    assert COMBAT.columns[ratio_column(attack / defence)] == "2:1"


@pytest.mark.rule("RA-MEL.6")
def test_a_unit_without_effective_bases_fights_with_half_a_base() -> None:
    assert fighting_number(red("red_rifle", 4, terror=4), []) == Fraction(3, 2)
    assert fighting_number(red("red_rifle", 4, terror=1), []) == 9


@pytest.mark.rule("RA-MEL.8")
@pytest.mark.parametrize(
    ("ratio", "column"),
    [
        ("1", "Advantage"),
        ("149/100", "Advantage"),
        ("3/2", "3:2"),
        ("2", "2:1"),
        ("5/2", "5:2"),
        ("3", "3:1"),
        ("9", "4:1"),
    ],
)
def test_the_highest_column_reached(ratio: str, column: str) -> None:
    assert COMBAT.columns[ratio_column(Fraction(ratio))] == column


@pytest.mark.rule("RA-MEL.7")
def test_at_equality_the_charger_is_the_stronger() -> None:
    g = fight(battle(white("czech_rifle", 4), red("red_rifle", 4)), 3, 4)
    assert g.pieces["reds-r"].terror == 1  # Advantage, 7: W/Retires 1xTer


@pytest.mark.rule("RA-MEL.9", "RA-MEL.10", "RA-MEL.16", "RA-MEL.17")
@pytest.mark.parametrize(
    ("kind", "bonus"),
    [("trench", 50), ("earthwork", 50), ("building_stone", 50), ("building_wood", 25), ("wall", 25), ("hedge", 25),
     ("woods", 25), ("dense_woods", 25), ("rough", 25), ("bridge", 25), ("ford", 25), ("crops", 0)],
)  # fmt: skip
def test_cover_in_combat(kind: str, bonus: int) -> None:
    if kind in ("trench", "earthwork", "wall", "hedge"):
        g = battle(white(y=25), red(), terrain=(line("x", kind, (20, 29.7), (40, 29.7)),))
    elif kind.startswith("building"):
        g = battle(white(y=25), red(inside="x"), terrain=(area("x", kind, 27, 29, 6, 4),))
    elif kind in ("bridge", "ford"):
        g = battle(white(y=25), red(), terrain=(area("x", kind, 29, 31.2, 2, 2),))
    else:
        g = battle(white(y=25), red(), terrain=(area("x", kind, 20, 29, 20, 8),))
    assert percent(g) == bonus
    if not kind.startswith("building"):
        assert percent(g, "flank") == -50  # neither applies in flank or rear


@pytest.mark.rule("RA-MEL.17", "RA-TER.21")
def test_foxholes_are_fortifications() -> None:
    assert percent(battle(white(y=25), red(foxholes=True))) == 50


@pytest.mark.rule("RA-MEL.11", "RA-MEL.33")
def test_uphill_is_judged_at_declaration() -> None:
    g = battle(white(), red())
    step = Melee("whites-w", ("reds-r",), {}, True, 3000, 2500, uphill={"reds-r": -1})
    attack, defence = step.strengths(g, g.pieces["whites-w"], [g.pieces["reds-r"]])
    assert attack == 12
    assert defence == 15
    hill = area("hill", "hill1", 20, 29.6, 20, 8)
    high = battle(white(y=22), red(acted=True), terrain=(hill,), dice=(1, 1, 3, 4))
    run(high, Charging("whites-w", "reds-r"))
    assert any("(15)" in str(e) for e in high.events or ())


@pytest.mark.rule("RA-MEL.12", "RA-MEL.18")
def test_formed_cavalry_needs_open_ground() -> None:
    g = battle(white("kuban_cossack", formed=True), red())
    u, foe = g.pieces["whites-w"], g.pieces["reds-r"]
    assert sum(m.value for m in charger_percent(g, u, foe, clean=True)) == 25
    assert charger_percent(g, u, foe, clean=False) == []
    hedge = line("h", "hedge", (20, 25), (40, 25))
    crossed = battle(white("kuban_cossack", formed=True, y=23), red(acted=True), terrain=(hedge,), dice=(1, 1, 3, 4))
    run(crossed, Charging("whites-w", "reds-r"))
    assert any("(20)" in str(e) for e in crossed.events or ())


@pytest.mark.rule("RA-MEL.13", "RA-MEL.15", "RA-MEL.19", "RA-MEL.14")
@pytest.mark.parametrize(
    ("facing", "dice", "strength"), [(180, (3, 3), "12"), (90, (3, 3), "4½"), (0, (1, 1, 3, 3, 1, 1), "3")]
)
def test_flank_and_rear_add_terror_before_bases_are_counted(facing: int, dice: tuple[int, ...], strength: str) -> None:
    g = battle(white("kuban_cossack", y=20), red(facing=facing, acted=True), dice=(1, 1, *dice))
    run(g, Charging("whites-w", "reds-r"))
    combat = next(e for e in logged(g) if e.cite == "RA-MEL.3")
    assert (combat.args["x"], combat.args["y"]) == ("20", strength)


@pytest.mark.rule("RA-MEL.13", "RA-MEL.15", "RA-MEL.19", "RA-MEL.31", "RA-MOR.7")
def test_each_unit_contacted_has_its_own_flank_and_rear() -> None:
    front = red("red_rifle", 2, x=28.6, y=26, name="a", acted=True)
    turned = red("red_rifle", 2, x=31.4, y=26.79, facing=0, name="b", acted=True)
    g = battle(white("kuban_cossack", 5, y=20), front, turned, dice=(1, 1, 1, 1, 1, 1, 3, 3, *(1,) * 4))
    run(g, Charging("whites-w", "reds-a"))
    assert [e.args["unit"] for e in logged(g) if e.cite == "RA-MOR.6"] == ["reds b"]
    assert next(e.args["unit"] for e in logged(g) if e.cite == "RA-SHO.40") == "reds b"
    combat = next(e for e in logged(g) if e.cite == "RA-MEL.3")
    assert combat.args["y"] == "6.75"  # 6 in front; no effective base in the rear: half of half a base


@pytest.mark.rule("RA-MEL.15")
def test_the_cap_applies_without_its_fear_test() -> None:
    g = battle(red(terror=3))
    run(g, Terror("reds-r", count=2, quiet=True))
    assert (g.pieces["reds-r"].terror, cites(g)) == (4, ["RA-SHO.40"])


@pytest.mark.rule("RA-MEL.19")
def test_vehicles_and_buildings_have_no_flank() -> None:
    g = battle(white("white_engineer", 3, y=27), red("tank_heavy", 1, facing=0, acted=True), dice=(3, 4))
    run(g, Charging("whites-w", "reds-r"))
    assert "RA-MOR.6" not in cites(g)


@pytest.mark.rule("RA-MEL.16")
def test_percentages_are_added_and_applied_once() -> None:
    assert modified(Fraction(20), [Modifier("RA-MEL.11", 25, ""), Modifier("RA-MEL.13", -50, "")]) == 15


# ------------------------------------------------------------------ results


@pytest.mark.rule("RA-MEL.20")
def test_retires_with_terror() -> None:
    g = fight(battle(white("kuban_cossack", 4), red("red_rifle", 4)), 4, 5)
    r = g.pieces["reds-r"]
    assert (r.terror, r.retired, r.routing) == (2, True, False)
    assert centre(g, r)[1] == pytest.approx(33.395, abs=0.05)


@pytest.mark.rule("RA-MEL.21", "RA-MEL.25")
def test_defeated_loses_two_bases_and_routs_without_a_fear_test() -> None:
    g = fight(battle(white("kuban_cossack", 6), red("red_rifle", 4)), 6, 4)
    r = g.pieces["reds-r"]
    assert (r.bases, r.routing) == (2, True)
    assert "RA-MOR.9" not in cites(g)
    small = fight(battle(white("kuban_cossack", 6), red("red_rifle", 2)), 6, 4)
    assert small.gone["reds-r"] == "destroyed"


@pytest.mark.rule("RA-MEL.22", "RA-MOR.11")
def test_humiliated_resolves_the_weaker_side_first() -> None:
    g = fight(battle(white("kuban_cossack", 6), red("red_rifle", 4)), 2, 2, 1, 1)
    assert (g.pieces["reds-r"].terror, g.pieces["whites-w"].humiliated) == (2, 1)
    order = [c for c in cites(g) if c in ("RA-RET.1", "RA-MOR.36", "RA-MOR.11")]
    assert order == ["RA-RET.1", "RA-MOR.36", "RA-MOR.11"]


@pytest.mark.rule("RA-MEL.23", "RA-MEL.24")
@pytest.mark.parametrize(("quarter", "way"), [("no", "surrendered"), ("yes", "destroyed")])
def test_surrender_or_butchery(quarter: str, way: str) -> None:
    g = battle(white("kuban_cossack", 6), red("red_conscript", 2), options={"no-quarter": quarter})
    fight(g, 6, 6)
    assert g.gone["reds-r"] == way
    assert ("prisoners of reds-r" in g.things) == (way == "surrendered")


@pytest.mark.rule("RA-MEL.26", "RA-RET.4")
@pytest.mark.parametrize("kind", ["red_gun", "red_mortar", "red_mg"])
def test_weapons_that_must_retire_in_combat_are_lost(kind: str) -> None:
    g = battle(white(), red(kind, 1))
    run(g, RetireResult("reds-r", 3000, 2900, True, True))
    assert g.gone["reds-r"] == "destroyed"
    assert g.owner["weapons of reds-r"] == "whites"


@pytest.mark.rule("RA-MEL.26", "RA-RET.5")
def test_a_battery_in_earthworks_that_is_beaten_back_loses_its_guns_in_the_combat() -> None:
    works = line("works", "earthwork", (20, 29.7), (40, 29.7))
    g = battle(white("white_volunteer", 4), red("red_gun", 3), terrain=(works,))
    fight(g, 2, 3)  # 12 against 4.5: W/Retires 1xTer
    assert (g.gone["reds-r"], g.owner["weapons of reds-r"]) == ("destroyed", "whites")
    assert "RA-RET.5" not in cites(g)


@pytest.mark.rule("RA-MEL.26", "RA-MEL.28", "RA-TRT.6")
def test_storm_troops_may_stay_in_combat_and_the_attacker_is_set_back() -> None:
    g = fight(battle(white("kuban_cossack", 6), red("red_sailor", 4)), 2, 4)  # 30 against 16: W/Retires 1xTer
    play(g, Press("lose a base"))
    sailors = g.pieces["reds-r"]
    assert (sailors.bases, at(sailors)) == (3, (30, 30))
    assert apart(g, g.pieces["whites-w"], sailors) >= 0.99


@pytest.mark.rule("RA-MEL.26")
def test_hard_cover_does_not_hold_a_loser_in_combat() -> None:
    g = battle(white(y=25), red(), terrain=(line("x", "trench", (20, 29.7), (40, 29.7)),))
    run(g, RetireResult("reds-r", 3000, 2500, True, True))
    assert g.pieces["reds-r"].retired


@pytest.mark.rule("RA-MEL.27")
def test_a_second_retire_in_combat_is_physical_with_one_more_terror() -> None:
    g = battle(white(y=25), red(retired=True))
    run(g, RetireResult("reds-r", 3000, 2500, True, True))
    r = g.pieces["reds-r"]
    assert r.terror == 1
    assert centre(g, r)[1] == pytest.approx(33.395, abs=0.05)


@pytest.mark.rule("RA-MEL.28")
def test_the_attacker_is_set_back_if_the_loser_stays() -> None:
    g = battle(white(), red("red_latvian"))
    run(g, Apart("whites-w", ("reds-r",)))
    assert apart(g, g.pieces["whites-w"], g.pieces["reds-r"]) >= 0.99


@pytest.mark.rule("RA-MEL.4", "RA-MEL.29", "RA-MEL.30")
@pytest.mark.parametrize(
    ("routing", "die", "dead"), [(False, 1, True), (False, 2, False), (True, 2, True), (True, 3, False)]
)
def test_officer_casualties(routing: bool, die: int, dead: bool) -> None:
    tested = dead and not routing
    g = battle(white(), red(officer=1, routing=routing), dice=(die, 1, 1) if tested else (die,))
    run(g, OfficerCasualties((("reds-r", "whites-w"),)))
    assert (g.pieces["reds-r"].officer is None) == dead
    assert ("RA-MOR.13" in cites(g)) == tested


@pytest.mark.rule("RA-MEL.31", "RA-MEL.33", "RA-MEL.37", "RA-MOV.21")
def test_several_units_fight_as_one_side_and_suffer_separately() -> None:
    g = battle(white("kuban_cossack", 6), red("red_rifle", 2, x=28, name="a"), red("red_rifle", 2, x=32, name="b"))
    step = Melee("whites-w", ("reds-a", "reds-b"), {}, True, 3000, 2500)
    both = step.strengths(g, g.pieces["whites-w"], [g.pieces["reds-a"], g.pieces["reds-b"]])
    assert both == (Fraction(30), Fraction(12))
    one_above = replace(step, uphill={"reds-a": 0, "reds-b": -1})
    both = one_above.strengths(g, g.pieces["whites-w"], [g.pieces["reds-a"], g.pieces["reds-b"]])
    assert both == (Fraction(30), 6 + Fraction(15, 2))
    steps = apply_result(g, "W/Retires 2xTer", ["whites-w"], ["reds-a", "reds-b"], "whites-w")
    assert [s for s in steps if isinstance(s, Suffered)] == [
        Suffered("reds-a", "Retires 2xTer", "whites-w"),
        Suffered("reds-b", "Retires 2xTer", "whites-w"),
    ]


@pytest.mark.rule("RA-MEL.38")
def test_posture_pins_and_formation_do_not_matter() -> None:
    for state in ({"lying": True}, {"pinned": True}, {"formation": "column"}):
        assert fighting_number(red("red_rifle", 4, **state), []) == 12
    assert fighting_number(red("red_gun", 2, limbered=True), []) == 2


# ------------------------------------------------------------------ pursuit


@pytest.mark.rule("RA-MEL.32")
def test_sabres_must_and_foot_may_pursue() -> None:
    g = battle(white("kuban_cossack", 4), red(y=34, routing=True))
    run(g, Pursuit("whites-w", ("reds-r",), Spot(3000, 3000)))
    assert g.asks == ()
    assert (g.pieces["whites-w"].terror, g.pieces["reds-r"].bases) == (1, 3)
    foot = battle(white(), red(y=40, routing=True))
    run(foot, Pursuit("whites-w", ("reds-r",), Spot(3000, 3000)))
    assert offered(foot) == [Press("pursue"), Press("stay")]
    play(foot, Press("pursue"))
    assert at(foot.pieces["whites-w"])[1] == pytest.approx(32.2, abs=0.3)


@pytest.mark.rule("RA-MEL.32")
def test_otherwise_the_winner_may_take_the_ground() -> None:
    g = battle(white(), red(y=36))
    g.broken = {**g.broken, "reds-r": False}  # it has retired
    run(g, Pursuit("whites-w", ("reds-r",), Spot(3000, 3100)))
    play(g, Press("advance"))
    assert 30 < at(g.pieces["whites-w"])[1] <= 32.3


@pytest.mark.rule("RA-MEL.32")
@pytest.mark.parametrize(("kind", "dice"), [("red_mg", (2, 3)), ("red_rifle", (5, 5))])
def test_sabres_do_not_pursue_where_nobody_routed_or_surrendered(kind: str, dice: tuple[int, int]) -> None:
    g = fight(battle(white("red_first_cav", 2), red(kind, 2)), *dice)
    assert g.gone["reds-r"] == "destroyed"
    assert Press("advance") in offered(g)
    assert g.pieces["whites-w"].terror == 0


@pytest.mark.rule("RA-MEL.32", "RA-MEL.24")
def test_sabres_pursue_where_prisoners_are_butchered() -> None:
    g = battle(white("kuban_cossack", 6), red("red_conscript", 2), options={"no-quarter": "yes"})
    fight(g, 6, 6)
    assert (g.gone["reds-r"], g.pieces["whites-w"].terror) == ("destroyed", 1)


@pytest.mark.rule("RA-MEL.34")
def test_pursuit_pays_for_the_ground_and_kills_only_whom_it_reaches() -> None:
    woods = area("woods", "woods", 10, 25, 50, 20)
    slow = battle(white("kuban_cossack", 4), red(y=45, routing=True), terrain=(woods,))
    run(slow, Pursuit("whites-w", ("reds-r",), Spot(3000, 3000)))
    assert at(slow.pieces["whites-w"])[1] == pytest.approx(32.2, abs=0.3)  # half of half a move
    stream = area("stream", "stream", 10, 31, 50, 1.5)
    across = battle(white("kuban_cossack", 4), red(y=34, routing=True), terrain=(stream,))
    run(across, Pursuit("whites-w", ("reds-r",), Spot(3000, 3000)))
    assert across.pieces["reds-r"].bases == 4
    assert at(across.pieces["whites-w"])[1] <= 31
    screened = battle(white("kuban_cossack", 4), red(y=33.5, routing=True), red(y=31, name="fresh", x=27))
    run(screened, Pursuit("whites-w", ("reds-r",), Spot(3000, 3000)))
    assert screened.pieces["reds-r"].bases == 4


@pytest.mark.rule("RA-MEL.34")
def test_pursuit_stops_an_inch_from_other_enemies() -> None:
    g = battle(white("kuban_cossack", 4), red(y=40, routing=True), red(y=33, name="fresh", bases=6))
    run(g, Pursuit("whites-w", ("reds-r",), Spot(3000, 3000)))
    assert apart(g, g.pieces["whites-w"], g.pieces["reds-fresh"]) >= 0.99
    pond = area("pond", "impassable", 20, 31, 20, 3)
    wet = battle(white("kuban_cossack", 4), red(y=40, routing=True), terrain=(pond,))
    run(wet, Pursuit("whites-w", ("reds-r",), Spot(3000, 3000)))
    assert at(wet.pieces["whites-w"])[1] <= 31


@pytest.mark.rule("RA-MEL.35")
def test_who_never_pursues() -> None:
    for u in (white("white_mg", 1), white("tank_heavy", 1), white(pinned=True), white("white_gun", 1)):
        g = battle(u, red(y=40, routing=True))
        run(g, Pursuit("whites-w", ("reds-r",), Spot(3000, 3000)))
        assert Press("pursue") not in (offered(g) if g.asks else [])
    dug_in = battle(white(foxholes=True), red(y=40, routing=True))
    run(dug_in, Pursuit("whites-w", ("reds-r",), Spot(3000, 3000)))
    assert Press("pursue") not in offered(dug_in)
    bank = line("bank", "earthwork", (20, 29.5), (40, 29.5))
    behind = battle(white(), red(y=40, routing=True), terrain=(bank,))
    run(behind, Pursuit("whites-w", ("reds-r",), Spot(3000, 3000)))
    assert Press("pursue") not in offered(behind)
    steps = apply_result(battle(white(), red()), "S/Humiliated", ["whites-w"], ["reds-r"], "whites-w")
    assert not any(isinstance(s, Pursuit) for s in steps)


@pytest.mark.rule("RA-TRN.16")
def test_order_of_dice_in_a_charge() -> None:
    g = battle(
        white("kuban_cossack", 4, y=20, officer=1),
        red("red_rifle", 4, officer=1, acted=True),
        dice=(1, 1, 1, 1, 4, 4, 3, 3),
    )
    run(g, ChargeTest("whites-w", "reds-r"))
    order = [c for c in cites(g) if c in ("RA-MOR.4", "RA-MOR.5", "RA-MEL.3", "RA-OFF.1")]
    assert order == ["RA-MOR.4", "RA-MOR.5", "RA-MEL.3", "RA-OFF.1", "RA-OFF.1"]
    officers = [e.args["unit"] for e in g.events or () if e.cite == "RA-OFF.1"]
    assert officers == ["whites w", "reds r"]
    assert not unrolled(g)


@pytest.mark.rule("RA-TRN.16")
def test_the_officers_of_both_sides_are_diced_for_before_anybody_tests() -> None:
    g = battle(white("kuban_cossack", officer=1), red(officer=1), dice=(1, 1, 1, 1, 1, 1))
    run(g, OfficerCasualties((("whites-w", "reds-r"), ("reds-r", "whites-w"))))
    heard = [(e.cite, e.args["unit"]) for e in logged(g) if e.cite in ("RA-OFF.1", "RA-MOR.13")]
    assert heard == [(cite, name) for cite in ("RA-OFF.1", "RA-MOR.13") for name in ("whites w", "reds r")]
