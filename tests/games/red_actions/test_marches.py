"""Moves and charges clause by clause (section MOV): turns, friends in the way, exits, and whom one charges."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.board.inches.formations import COLUMN, FILE, SKIRMISH
from grognard.engine import Match, Press
from grognard.games.red_actions import GAME
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.aiming import best_stance
from grognard.games.red_actions.rules.bodies import apart
from grognard.games.red_actions.rules.charge_path import at_contact, evades, why_cannot_charge, why_not_charge
from grognard.games.red_actions.rules.charging import Charge, Charging, Followup, Responses, onset_of
from grognard.games.red_actions.rules.move_path import Budget, Leg, may_leave_by, may_march
from grognard.games.red_actions.rules.moving import Face, Go, Moving, after_fire
from grognard.games.red_actions.rules.room import passes
from grognard.games.red_actions.rules.state import RedActions
from grognard.testing import offered, play

from .chargers import red, rider, why
from .moves import ROAD, foot
from .situations import area, battle, cites, line, run, senior, unit

# ------------------------------------------------------------------ moves


@pytest.mark.rule("RA-MOV.4")
def test_the_free_turn_is_free_once() -> None:
    g = run(battle(foot(), red(45)), Moving("whites-w", Budget(600)))
    play(g, Face(450))
    assert g.steps[-1].budget == Budget(600, free_turn=False, fresh=False)  # type: ignore[attr-defined]
    play(g, Face(900))
    assert g.steps[-1].budget.left == 450  # type: ignore[attr-defined]
    g = run(battle(foot(), red(45)), Acting("whites-w"))
    play(g, Go(3100, 2200))
    assert not g.steps[-1].budget.free_turn  # type: ignore[attr-defined]


@pytest.mark.rule("RA-MOV.6")
@pytest.mark.parametrize(("friend", "through"), [
    ("white_gun", True), ("white_mg", True), ("senior_officer", True),
    ("white_tachanka", False), ("polish_mortar", False), ("white_volunteer", False),
])  # fmt: skip
def test_through_whom_one_may_pass(friend: str, through: bool) -> None:
    other = unit("whites", friend, 1)
    assert passes(foot(), other) == through
    for anybody in (senior("whites", 1, 30, 20), foot(routing=True), foot(formation=SKIRMISH)):
        assert passes(anybody, other)


@pytest.mark.rule("RA-MOV.7", "RA-MOV.8", "RA-MOV.9", "RA-MOV.10", "RA-MOV.12")
@pytest.mark.parametrize(("kind", "facing", "shoots"), [
    ("white_volunteer", 90, True), ("white_volunteer", 180, True), ("kuban_cossack", 90, True),
    ("kuban_cossack", 180, True), ("white_mg", 70, True), ("white_mg", 180, False), ("white_gun", 60, True),
    ("white_gun", 180, False), ("tank_heavy", 120, True), ("tank_heavy", 180, False),
])  # fmt: skip
def test_how_far_one_turns_before_firing(kind: str, facing: int, shoots: bool) -> None:
    g = battle(unit("whites", kind, 1, 30, 20, facing, name="w"), red(25))
    assert (best_stance(g, g.pieces["whites-w"], g.pieces["reds-r"]) is not None) == shoots


@pytest.mark.rule("RA-MOV.15")
def test_who_marches_and_how_long() -> None:
    column = foot(formation=FILE)
    g = battle(column, terrain=(ROAD,))
    assert may_march(g, column)
    assert not may_march(g, replace(column, formation=COLUMN))
    assert not may_march(g, replace(column, x=3300)), "off the road"
    assert not after_fire(g, column).march
    marching = Moving("whites-w", Budget(600, march=True))
    assert [marching.beyond(g, Leg(3000, 2200, 0, 200, kind)).budget.march for kind in ("road", "ahead")] == [
        True,
        False,
    ]
    ridge, enemy = area("ridge", "hill1", 20, 26, 20, 4), red(36)
    assert not may_march(battle(column, enemy, terrain=(ROAD,)), column)
    assert may_march(battle(column, enemy, terrain=(ROAD, ridge)), column), "nobody sees it"


@pytest.mark.rule("RA-MOV.26")
@pytest.mark.parametrize(("turn", "leaves"), [(8, False), (9, True)])
def test_an_edge_opens_when_the_scenario_says(turn: int, leaves: bool) -> None:
    g = Match.new(GAME, "zadworze", seed=1).state
    assert isinstance(g, RedActions)
    g.turn = turn
    assert may_leave_by(g, g.pieces["poles-v1"], "west") == leaves
    assert not may_leave_by(g, g.pieces["poles-v1"], "north")


@pytest.mark.rule("RA-MOV.26")
def test_a_senior_leaves_with_his_unit_and_not_alone() -> None:
    chief = senior("whites", 2, 30, 45, attached="whites-w")
    g = battle(replace(foot(), y=4500), chief, exit_edges={"whites": ("north",)})
    assert not may_leave_by(g, chief, "north")
    play(run(g, Acting("whites-w")), Go(3000, 4800))
    assert g.gone == {"whites-w": "exited", "whites-senior_chief": "exited"}
    assert g.exits["whites-w"].edge == "north"


# ------------------------------------------------------------------ charges


@pytest.mark.rule("RA-MOV.16")
def test_nobody_charges_whom_he_does_not_see() -> None:
    ridge = area("ridge", "hill1", 20, 23, 20, 2)
    assert (why(battle(rider(), red(28))), why(battle(rider(), red(28), terrain=(ridge,)))) == ("", "RA-MOV.16")


@pytest.mark.rule("RA-MOV.17")
@pytest.mark.parametrize(("state", "rule"), [({"pinned": True}, "RA-MOR.34"), ({"terror": 4}, "RA-MOR.37")])
def test_pinned_and_shaken_units_do_not_charge(state: dict[str, Any], rule: str) -> None:
    u = rider(**state)
    refusal = why_cannot_charge(u)
    assert refusal is not None and refusal.rule == rule


@pytest.mark.rule("RA-MOV.18", "RA-MOR.7", "RA-MEL.15")
def test_the_rear_is_tested_for_before_its_terror_is_placed() -> None:
    g = battle(rider(), red(28, facing=0, acted=True), dice=(1, 1, 1, 1, 3, 4))
    run(g, Charging("whites-w", "reds-r"))
    order = [c for c in cites(g) if c in ("RA-MOR.5", "RA-MOR.6", "RA-SHO.40", "RA-MEL.3")][:4]
    assert order == ["RA-MOR.5", "RA-MOR.6", "RA-SHO.40", "RA-MEL.3"]


@pytest.mark.rule("RA-MOV.20")
def test_a_charger_goes_on_to_where_the_target_stood() -> None:
    g = battle(rider(), red(28, kind="red_conscript", acted=True), dice=(6, 6))
    run(g, Charging("whites-w", "reds-r"))
    play(g, Press("all the way"))
    assert g.pieces["whites-w"].y == pytest.approx(2800, abs=30)


@pytest.mark.rule("RA-MOV.20")
@pytest.mark.parametrize("second", [False, True])
def test_a_charger_turns_to_another_enemy_once(second: bool) -> None:
    other = red(31, x=33, name="s", kind="red_mg", bases=1, acted=True)
    g = battle(rider(), red(27, kind="red_conscript", bases=2, acted=True), other, dice=(6, 6, 1, 1))
    run(g, Charging("whites-w", "reds-r", second=second))
    assert (Charge("reds-s") in offered(g)) == (not second)


@pytest.mark.rule("RA-MOV.20")
def test_a_second_charge_has_what_the_first_has_left() -> None:
    gone = red(30, name="gone")
    onset = onset_of(battle(rider(), gone), rider(), gone)
    g = run(battle(replace(rider(), y=2500), red(29.5, 28, "red_mg", 1), dice=(1, 1)), Followup(onset))
    play(g, Charge("reds-r"))
    asked = g.steps[-1]
    assert isinstance(asked, Responses)
    assert (asked.onset.reach, asked.onset.second, Press("fire") in offered(g)) == (700, True, True)


@pytest.mark.rule("RA-MOV.22")
def test_a_charger_who_meets_a_corner_is_aligned_with_the_front() -> None:
    g = battle(rider(), red(28, x=35, bases=2))
    there = at_contact(g, g.pieces["whites-w"], g.pieces["reds-r"])
    assert there.facing == 0
    assert apart(g, there, g.pieces["reds-r"]) < 0.05


@pytest.mark.rule("RA-MOV.23")
@pytest.mark.parametrize(("kind", "state", "may"), [
    ("white_gun", {"limbered": True}, False),
    ("white_horse_gun", {}, False),
    ("makhno_inf", {"carts": True}, True),
    ("makhno_inf", {"routing": True}, False),
    ("ac_mg", {"stuck": "broken"}, False),
])  # fmt: skip
def test_who_else_may_evade(kind: str, state: dict[str, Any], may: bool) -> None:
    assert evades(unit("reds", kind, 1, **state)) == may


@pytest.mark.rule("RA-MOV.28")
def test_a_charge_needs_room_before_its_target() -> None:
    hill = area("hill", "hill1", 25, 15, 10, 5.5)  # from which the target is seen over the gunners
    for y, rule in ((27.5, "RA-MOV.28"), (24.0, "")):
        gunners = unit("whites", "white_mg", 1, 30, y, name="m")
        assert why(battle(rider(), gunners, red(29), terrain=(hill,))) == rule


@pytest.mark.rule("RA-MOV.32")
@pytest.mark.parametrize(("kind", "ground", "rule"), [
    ("tank_heavy", "trench", ""), ("ac_mg", "trench", "RA-MOV.32"), ("kuban_cossack", "earthwork", "RA-MOV.32"),
    ("white_volunteer", "trench", ""), ("ac_mg", "house", "RA-MOV.32"), ("tank_heavy", "house", "RA-MOV.32"),
    ("white_volunteer", "house", ""), ("tank_heavy", "wire", ""), ("ac_mg", "wire", "RA-MOV.32"),
])  # fmt: skip
def test_who_charges_houses_works_and_wire(kind: str, ground: str, rule: str) -> None:
    charger, target = unit("whites", kind, 1, 30, 24.4, name="w"), red(28)
    if ground == "house":
        target = unit("reds", "red_rifle", 4, inside="x", name="r")
    where = {"trench": 28.2, "earthwork": 27.8, "wire": 26.0}
    terrain = (
        area("x", "building_wood", 27, 28, 6, 3)
        if ground == "house"
        else line("x", ground, (20, where[ground]), (40, where[ground]))
    )
    g = battle(charger, target, terrain=(terrain,))
    refusal = why_not_charge(g, charger, g.pieces["reds-r"])
    assert (refusal.rule if refusal else "") == rule


@pytest.mark.rule("RA-MOV.33", "RA-MOV.19")
def test_a_charger_pinned_before_contact_stands_an_inch_off_and_has_acted() -> None:
    g = battle(foot(), red(21.5, kind="red_mg", bases=1), dice=(1, 1, 4, 4))
    run(g, Charging("whites-w", "reds-r"))
    play(g, Press("fire"))
    w = g.pieces["whites-w"]
    assert (w.pinned, w.acted) == (True, True)
    assert apart(g, w, g.pieces["reds-r"]) >= 0.99
