"""Morale clause by clause (sections MOR, RAL, RET): who counts, how far, which test, and where it leads."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.charging import ChargeTest
from grognard.games.red_actions.rules.losses import new_event
from grognard.games.red_actions.rules.melee import Humiliation
from grognard.games.red_actions.rules.morale import test_value as value_of
from grognard.games.red_actions.rules.mounting import Dismount, Limber, Mount, Unlimber
from grognard.games.red_actions.rules.rally import RallyFromRout, RallyFromTerror, stop_routing
from grognard.games.red_actions.rules.retire import Effects, MoraleTest, RetireMove, RetireResult, Rout
from grognard.games.red_actions.rules.segment import Order
from grognard.games.red_actions.rules.sequence import clear_flags
from grognard.games.red_actions.rules.state import Aim
from grognard.games.red_actions.rules.volley import Impact
from grognard.testing import logged, play

from .companies import foe, rifles
from .situations import area, at, battle, cites, line, run, senior, unit

AIM = Aim("reds-r", "whites-w", 3000, 4000, 2000, 4, 12, 3, 1800, "line")


# ------------------------------------------------------------------ the test and its bonuses


@pytest.mark.rule("RA-MOR.1")
def test_the_log_shows_the_morale_a_test_begins_with() -> None:
    g = run(battle(rifles(terror=1), dice=(1, 1)), MoraleTest("whites-w"))
    (event,) = logged(g)
    assert event.working is not None
    assert [(given.name, given.value) for given in event.working.given] == [("morale", "7")]
    assert (event.args["value"], [m.cite for m in event.working.modifiers]) == (6, ["RA-MOR.31"])


@pytest.mark.rule("RA-MOR.4")
@pytest.mark.parametrize(("dice", "charges"), [((4, 4), True), ((4, 5), False)])
def test_who_charges_takes_a_charge_test(dice: tuple[int, int], charges: bool) -> None:
    g = battle(unit("whites", "kuban_cossack", 4, 30, 20, name="w"), foe(30), dice=(*dice, 1, 1) if charges else dice)
    run(g, ChargeTest("whites-w", "reds-r"))
    assert ("RA-MOR.4" in cites(g), "RA-MOV.16" in cites(g)) == (True, charges)


@pytest.mark.rule("RA-MOR.22", "RA-BLD.6")
@pytest.mark.parametrize(("inside", "value"), [("", 5), ("h", 7)])
def test_those_inside_a_house_have_no_flanks_to_be_behind(inside: str, value: int) -> None:
    g = battle(
        rifles(inside=inside), foe(10, facing=0), terrain=(area("h", "building_wood", 27, 17, 6, 4),) if inside else ()
    )
    assert value_of(g, g.pieces["whites-w"]) == value


RIDERS: dict[str, Any] = {"kind": "kuban_cossack", "bases": 3, "x": 40.0}
HOUSE = area("house", "building_wood", 34, 9, 3, 10)


@pytest.mark.rule("RA-MOR.22", "RA-MOR.23")
@pytest.mark.parametrize(("friend", "house", "value"), [
    ({}, False, 7),
    ({"routing": True}, False, 5),
    ({"terror": 3}, False, 5),
    ({"kind": "white_mg", "x": 34.0}, False, 5),  # of a kind that never charges
    ({"kind": "white_volunteer", "x": 36.0}, False, 7),
    ({}, True, 5),  # out of sight of those who test
    ({"x": 44.0}, False, 7),
    ({"x": 44.9}, False, 5),  # more than a move away from the enemy
])  # fmt: skip
def test_which_friend_makes_up_for_an_enemy_behind(friend: dict[str, Any], house: bool, value: int) -> None:
    what = {**RIDERS, **friend}
    helper = unit("whites", what.pop("kind"), what.pop("bases"), what.pop("x"), 12, 270, name="k", **what)
    g = battle(rifles(), foe(12), helper, terrain=(HOUSE,) if house else ())
    assert value_of(g, g.pieces["whites-w"]) == value


@pytest.mark.rule("RA-MOR.22", "RA-MOR.23")
@pytest.mark.parametrize(("x", "y", "value"), [
    (30.0, 7.31, 5), (30.0, 7.11, 7),  # 11.9 and 12.1 inches behind
    (37.38, 20.3, 7), (37.38, 19.6, 7), (37.38, 18.91, 5),  # at 85, 90 and 95 degrees from straight ahead
])  # fmt: skip
def test_what_is_behind_the_flanks(x: float, y: float, value: int) -> None:
    enemy = unit("reds", "red_mg", 1, x, y, 0 if x == 30 else 270, name="r")
    g = battle(rifles(), enemy)
    assert value_of(g, g.pieces["whites-w"]) == value


@pytest.mark.rule("RA-MOR.24", "RA-MOR.25", "RA-OFF.4")
@pytest.mark.parametrize(("y", "value"), [(15.9, 10), (14.9, 8)])
def test_a_senior_within_4_inches_counts_unseen_and_instead_of_the_junior(y: float, value: int) -> None:
    house = area("house", "building_wood", 24, 16.2, 12, 1.5)
    g = battle(rifles(officer=1), senior("whites", 3, 30, y), terrain=(house,))
    assert value_of(g, g.pieces["whites-w"]) == value


# ------------------------------------------------------------------ routers


def runner(y: float = 20.0) -> Any:
    return unit("reds", "red_conscript", 3, 30, y, 180, name="a")


@pytest.mark.rule("RA-MOR.12", "RA-MOR.15", "RA-MOR.27", "RA-MOR.28")
@pytest.mark.parametrize(("x", "y", "routs"), [(30, 25, True), (37, 24, False)])
def test_friends_run_through_rout_and_friends_near_by_retire(x: float, y: float, routs: bool) -> None:
    g = battle(runner(), unit("reds", "red_rifle", 3, x, y, 180, name="f"), dice=(6, 5))
    run(g, Rout("reds-a"))
    friend = g.pieces["reds-f"]
    assert (friend.routing, friend.retired) == (routs, not routs)


@pytest.mark.rule("RA-MOR.15", "RA-MOR.16")
@pytest.mark.parametrize(("x", "y", "tests"), [(39.08, 25, True), (39.28, 25, False), (30, 14, True), (30, 11, False)])
def test_routers_frighten_within_8_inches_of_all_their_path(x: float, y: float, tests: bool) -> None:
    g = battle(runner(), unit("reds", "red_rifle", 2, x, y, 180, name="f"), dice=(1, 1) if tests else ())
    run(g, Rout("reds-a"))
    assert ("RA-MOR.15" in cites(g)) == tests


@pytest.mark.rule("RA-MOR.16")
def test_routers_are_not_frightened_by_routers() -> None:
    g = run(battle(runner(), unit("reds", "red_rifle", 3, 37, 24, 180, name="f", routing=True)), Rout("reds-a"))
    assert "RA-MOR.15" not in cites(g)


@pytest.mark.rule("RA-MOR.16", "RA-RET.16")
def test_routers_who_leave_the_table_frighten_those_they_passed() -> None:
    g = battle(runner(44), unit("reds", "red_rifle", 3, 37, 43, 180, name="f"), dice=(1, 1))
    run(g, Rout("reds-a"))
    assert g.gone["reds-a"] == "fled"
    assert "RA-MOR.15" in cites(g)


# ------------------------------------------------------------------ officers, terror, and who is spared


@pytest.mark.rule("RA-MOR.13", "RA-MOR.28")
def test_whoever_fails_for_his_last_officer_retires_and_does_not_rout() -> None:
    g = battle(rifles(officer=1), foe(40), dice=(1, 6, 5))
    run(g, Effects("whites-w", 3000, 4000, True, ("officers",)))
    assert (g.pieces["whites-w"].retired, g.pieces["whites-w"].routing) == (True, False)


@pytest.mark.rule("RA-MOR.14", "RA-MOR.20")
def test_the_base_that_was_lost_is_tested_for_before_the_officers_and_the_s() -> None:
    g = battle(rifles(officer=1), foe(40), dice=(1, *(1, 1) * 3))
    run(g, Impact(AIM, "Kill! S! Off", 0, False))
    order = [c for c in cites(g) if c in ("RA-MOR.9", "RA-MOR.13", "RA-MOR.14")]
    assert order == ["RA-MOR.9", "RA-MOR.13", "RA-MOR.14"]


@pytest.mark.rule("RA-MOR.8", "RA-MOR.27")
def test_whoever_is_gassed_and_fails_routs() -> None:
    g = run(battle(rifles(), foe(40), dice=(6, 5)), Impact(replace(AIM, gas=True), "Ter", 0, False))
    assert (g.pieces["whites-w"].routing, "RA-MOR.8" in cites(g)) == (True, True)


@pytest.mark.rule("RA-MOR.41")
def test_the_last_base_is_lost_without_dice() -> None:
    g = run(battle(rifles(bases=1, officer=1), foe(40)), Impact(AIM, "Kill! S! Off", 0, False))
    assert g.gone["whites-w"] == "destroyed"


@pytest.mark.rule("RA-MOR.32")
def test_too_much_terror_is_a_test_in_every_event_anew() -> None:
    g = battle(rifles(terror=4), foe(40), dice=(1, 1, 1, 1))
    run(g, Impact(AIM, "Ter", 0, False), Impact(AIM, "Ter", 0, False))
    assert cites(g).count("RA-MOR.32") == 2


@pytest.mark.rule("RA-MOR.42")
def test_routers_under_fire_do_not_retire() -> None:
    g = run(battle(rifles(routing=True), foe(40)), Impact(AIM, "Ret", 0, False))
    assert (at(g.pieces["whites-w"]), g.pieces["whites-w"].retired) == ((30, 20), False)


@pytest.mark.rule("RA-MOR.38", "RA-VEH.6")
def test_nobody_humiliates_a_vehicle() -> None:
    g = run(battle(unit("whites", "tank_heavy", 1, 30, 20, name="w"), foe(22)), Humiliation("whites-w", "reds-r"))
    assert (g.pieces["whites-w"].humiliated, cites(g)) == (0, [])


@pytest.mark.rule("RA-MOR.34")
@pytest.mark.parametrize(("kind", "state", "order"), [
    ("white_gun", {}, Limber()),
    ("makhno_inf", {}, Mount()),
])  # fmt: skip
def test_pinned_units_neither_mount_nor_limber(kind: str, state: dict[str, Any], order: Order) -> None:
    u = rifles(kind, 2, **state)
    assert order.why_not_by(battle(u), u) is None
    refusal = order.why_not_by(battle(u), replace(u, pinned=True))
    assert refusal is not None and refusal.rule == "RA-MOR.34"


@pytest.mark.rule("RA-MOR.34")
@pytest.mark.parametrize(("kind", "state", "order"), [
    ("white_gun", {"limbered": True}, Unlimber()),
    ("makhno_inf", {"carts": True}, Dismount()),
    ("kuban_cossack", {}, Dismount()),
])  # fmt: skip
def test_pinned_units_may_dismount_and_unlimber(kind: str, state: dict[str, Any], order: Order) -> None:
    g = battle(rifles(kind, 2, pinned=True, **state), foe(45))
    play(run(g, Acting("whites-w")), order)
    u = g.pieces["whites-w"]
    assert (u.acted, u.pinned, u.limbered or u.carts or u.kind == "sabres") == (True, True, False)


# ------------------------------------------------------------------ rallying


@pytest.mark.rule("RA-RAL.1")
def test_a_rallied_unit_faces_the_nearest_of_its_enemies() -> None:
    far = unit("reds", "red_rifle", 2, 30, 44, 180, name="far")
    g = battle(far, rifles(routing=True, facing=180), unit("reds", "red_mg", 1, 45, 19.6, 270, name="r"), dice=(1, 1))
    run(g, RallyFromRout("whites-w"))
    assert g.pieces["whites-w"].facing == pytest.approx(900, abs=40)


@pytest.mark.rule("RA-RAL.3")
@pytest.mark.parametrize(("y", "terror", "left"), [(10.0, 3, 1), (5.0, 3, 2), (10.0, 1, 0)])
def test_a_senior_in_command_range_helps_against_terror(y: float, terror: int, left: int) -> None:
    g = battle(rifles(terror=terror), senior("whites", 0, 30, y))
    play(run(g, Acting("whites-w")), RallyFromTerror())
    assert g.pieces["whites-w"].terror == left


# ------------------------------------------------------------------ retire and rout


@pytest.mark.rule("RA-RET.6", "RA-RET.9", "RA-TRN.11")
def test_hard_cover_and_having_retired_count_anew_every_turn() -> None:
    g = battle(rifles(), terrain=(line("t", "trench", (20, 19.8), (40, 19.8)),))
    for _ in range(2):
        run(g, RetireResult("whites-w", 3000, 4000, True))
        assert (at(g.pieces["whites-w"]), g.pieces["whites-w"].retired) == ((30, 20), False)
        clear_flags(g)
    g = battle(rifles())
    for y in (17, 14):
        run(g, RetireResult("whites-w", 3000, 4000, True))
        assert (at(g.pieces["whites-w"]), g.pieces["whites-w"].terror) == ((30, y), 0)
        clear_flags(g)


@pytest.mark.rule("RA-RET.17", "RA-RET.5", "RA-RET.7", "RA-RET.9")
@pytest.mark.parametrize(("kind", "state", "asked", "terror"), [
    ("white_volunteer", {"foxholes": True}, False, 0),
    ("white_volunteer", {"retired": True, "pressed": True}, False, 1),
    ("white_officer", {}, True, 0),
])  # fmt: skip
def test_a_failed_serious_test_leaves_cover_and_substitutes_their_effect(
    kind: str, state: dict[str, Any], asked: bool, terror: int
) -> None:
    g = battle(rifles(kind, **state), foe(40), dice=(6, 5))
    run(g, MoraleTest("whites-w", 3000, 4000, True, "serious", "serious result"))
    assert (bool(g.asks), at(g.pieces["whites-w"]), g.pieces["whites-w"].terror) == (asked, (30, 20), terror)


@pytest.mark.rule("RA-RET.12")
@pytest.mark.parametrize(("xs", "slides"), [((30.0,), True), ((29.0, 31.0), False)])
def test_a_retire_slides_up_to_3_inches_past_whoever_is_behind(xs: tuple[float, ...], slides: bool) -> None:
    behind = [unit("reds", "red_mg", 1, x, 17.5, 0, name=f"{x}") for x in xs]
    g = run(battle(rifles(bases=2), *behind), RetireMove("whites-w", 3000, 4000, True))
    w = g.pieces["whites-w"]
    assert (w.retired, w.terror, w.y) == ((True, 0, 1700) if slides else (False, 1, 2000))
    assert 0 < abs(w.x - 3000) <= 300 if slides else w.x == 3000


@pytest.mark.rule("RA-RET.16")
@pytest.mark.parametrize(("kind", "state", "left"), [
    ("white_mg", {}, True), ("polish_mortar", {}, True), ("white_gun", {}, True),
    ("white_gun", {"limbered": True}, False), ("white_tachanka", {}, False),
])  # fmt: skip
def test_who_leaves_his_weapons_when_he_routs(kind: str, state: dict[str, Any], left: bool) -> None:
    g = run(battle(unit("whites", kind, 1, 30, 40, name="w", **state)), Rout("whites-w"))
    assert ("weapons of whites-w" in g.things, "whites-w" not in g.pieces) == (left, left)
    assert "weapons of whites-w" not in g.owner, "either side may take them"


@pytest.mark.rule("RA-RET.22")
def test_routers_try_the_left_first() -> None:
    g = run(battle(rifles(y=30), unit("reds", "red_rifle", 4, 30, 22, 0, name="r")), Rout("whites-w"))
    assert 900 <= g.pieces["whites-w"].facing < 1800  # home is in the south


@pytest.mark.rule("RA-RET.22")
@pytest.mark.parametrize(("x", "hill", "bends"), [(39, False, True), (39, True, False), (40, False, False)])
def test_routers_turn_only_from_enemies_in_sight_within_12_inches(x: float, hill: bool, bends: bool) -> None:
    ridge = area("ridge", "hill1", 33.5, 19, 3, 14)
    enemy = unit("reds", "red_mg", 1, x, 22.5, 0, name="r")
    g = run(battle(rifles(y=30), enemy, terrain=(ridge,) if hill else ()), Rout("whites-w"))
    assert (g.pieces["whites-w"].facing != 1800) == bends


def test_a_new_event_forgets_the_last() -> None:
    g = battle(rifles())
    g.overflowed = g.broken = {"whites-w": True}
    new_event(g)
    assert (g.overflowed, g.broken) == ({}, {})


@pytest.mark.rule("RA-RAL.1", "RA-MOV.34")
@pytest.mark.parametrize(("where", "friend", "facing"), [
    ({}, 10.0, 900),
    ({}, 18.8, 0),  # on whom it would stand
    ({"y": 1.0}, 10.0, 0),  # over the table edge
])  # fmt: skip
def test_who_rallies_turns_to_the_nearest_enemy_where_there_is_room(
    where: dict[str, Any], friend: float, facing: int
) -> None:
    enemy = unit("reds", "red_rifle", 4, 50, where.get("y", 20) - 0.395, 270, name="r")
    g = battle(rifles(routing=True, **where), unit("whites", "white_mg", 1, 30, friend, name="m"), enemy)
    stop_routing(g, "whites-w")
    assert (g.pieces["whites-w"].routing, g.pieces["whites-w"].facing) == (False, facing)


@pytest.mark.rule("RA-RAL.1", "RA-BLD.6")
def test_who_rallies_inside_a_house_stays_there() -> None:
    g = battle(rifles(routing=True, inside="h"), foe(45), terrain=(area("h", "building_wood", 27, 17, 6, 4),))
    stop_routing(g, "whites-w")
    assert (g.pieces["whites-w"].inside, g.pieces["whites-w"].routing) == ("h", False)
