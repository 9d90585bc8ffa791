"""Where two chapters meet: what is carried along, what is dropped, and what gives nobody away."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.board.inches.geometry import distance
from grognard.board.inches.terrain_table import Feature
from grognard.engine import Press, Step
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.ambush import Scout
from grognard.games.red_actions.rules.bodies import apart, body, centre
from grognard.games.red_actions.rules.charge_path import at_contact, evade, half_way
from grognard.games.red_actions.rules.charging import Charge
from grognard.games.red_actions.rules.data import Officer
from grognard.games.red_actions.rules.formations import Combine, Divide, Form
from grognard.games.red_actions.rules.invariants import check
from grognard.games.red_actions.rules.losses import end_of
from grognard.games.red_actions.rules.melee import enter, set_back
from grognard.games.red_actions.rules.mounting import Board, Disembark, Dismount, Limber, Mount
from grognard.games.red_actions.rules.moving import Go, LieDown
from grognard.games.red_actions.rules.officers import clever_units, officer_bonus
from grognard.games.red_actions.rules.retire import RetireMove, Rout
from grognard.games.red_actions.rules.room import in_a_house, ride_over, stand
from grognard.games.red_actions.rules.segment import Order
from grognard.games.red_actions.rules.seniors import Attach, Detach
from grognard.games.red_actions.rules.shot_orders import Fire
from grognard.games.red_actions.rules.state import RedActions, Unit, Wagon
from grognard.games.red_actions.rules.trains import LeaveByRail
from grognard.games.red_actions.rules.works import Claim, CrossTheWire, CutTheWire, TearUpRails
from grognard.testing import offered, play, refusing_rule

from .companies import foe, rifles
from .situations import area, at, battle, line, lines, run, senior, unit

RAIL = line("rail", "railway", (0, 30), (72, 30))
WIRE = line("wire", "wire", (0, 20), (72, 20))
BOG = area("bog", "boggy", 20, 10, 20, 12)
HOUSE = area("house", "building_wood", 27, 22, 6, 4)
WAGONS = (Wagon("train_loco"), Wagon("train_mg_wagon"))
TRAIN = unit("whites", "train_loco", 2, 40, 30, 90, name="t", wagons=WAGONS, rail=4000)
BESIDE: dict[str, Any] = {"x": 38, "y": 28.6}  # an inch from the train
CHIEF = senior("whites", 2, 38, 28.2, attached="whites-w")
IN_AMBUSH: dict[str, Any] = {"hidden": True, "unseen": True}


def dismounted(bases: int = 3, led: tuple[int, int, int] = (3000, 1900, 4), **more: Any) -> Unit:
    return rifles("white_plastun", bases, mounted_as="don_cossack", horses=led, **more)


def ordered(g: RedActions, order: Order, *dice: int, who: str = "whites-w") -> RedActions:
    """The position after an order of a unit that has not acted."""
    g.change(who, acted=False)
    play(run(g, Acting(who)), order, dice=dice)
    check(g)
    return g


# ------------------------------------------------------------------ in a train


@pytest.mark.rule("RA-VEH.7", "RA-OFF.5", "RA-MOR.25")
def test_riders_and_the_senior_with_them_go_where_their_train_goes() -> None:
    left = unit("whites", "white_volunteer", 4, 38, 24, name="left")
    g = ordered(battle(TRAIN, rifles(**BESIDE), CHIEF, left, terrain=(RAIL,)), Board("whites-t"))
    assert officer_bonus(g, g.pieces["whites-left"]) == 2
    ordered(g, Go(6000, 3000), who="whites-t")
    assert officer_bonus(g, g.pieces["whites-left"]) == 0, "he is 20 inches away"
    assert at(g.pieces[CHIEF.id]) == (58.0, 28.21)
    away = ordered(g.clone(), Disembark())
    assert distance(g.pieces[CHIEF.id].point, centre(away, away.pieces["whites-w"])) < 1
    ordered(g, Detach(CHIEF.id))
    assert at(g.pieces[CHIEF.id]) == (58.0, 28.21), "he gets off where the train is"


@pytest.mark.rule("RA-FRM.15", "RA-VEH.7")
def test_led_horses_are_lost_though_the_train_comes_back() -> None:
    g = ordered(battle(TRAIN, dismounted(3, (3800, 2700, 4), **BESIDE), terrain=(RAIL,)), Board("whites-t"))
    assert g.pieces["whites-w"].horses[2] == 4
    ordered(g, Go(6000, 3000), who="whites-t")
    ordered(g, Go(4000, 3000), who="whites-t")
    assert not g.pieces["whites-w"].horses[2]


@pytest.mark.rule("RA-AMB.9", "RA-TER.18")
def test_who_boards_a_train_comes_out_of_hiding_and_is_held_by_no_wire() -> None:
    hidden = rifles(**BESIDE, **IN_AMBUSH, held="wire")
    g = battle(TRAIN, hidden, senior("whites", 1, 38, 26), terrain=(RAIL, line("wire", "wire", (30, 27), (45, 27))))
    w = ordered(g, Board("whites-t")).pieces["whites-w"]
    assert not w.hidden and not w.unseen and not w.held


@pytest.mark.rule("RA-OFF.6")
def test_a_senior_joins_no_train_in_its_own_segment_either() -> None:
    g = run(battle(TRAIN, senior("whites", 2, 40, 31), terrain=(RAIL,)), Acting("whites-t"))
    assert refusing_rule(g, Attach("whites-senior_chief")) == "RA-OFF.6"


@pytest.mark.rule("RA-PRE.10", "RA-VEH.7")
def test_a_clever_officer_in_a_train_may_forestall_an_enemy() -> None:
    rider = rifles(place="train:whites-t", officer=Officer(1, ("Clever",)))
    assert [u.id for u in clever_units(battle(TRAIN, rider, terrain=(RAIL,)), "whites")] == ["whites-w"]


@pytest.mark.rule("RA-VEH.13", "RA-AMB.14")
@pytest.mark.parametrize(("north", "stops"), [(30.3, 4750), (33.0, 6000), (34.0, 6000)])
def test_a_train_stops_before_a_hidden_enemy_on_the_line_and_passes_one_beside_it(north: float, stops: int) -> None:
    lurker = unit("reds", "red_mg", 1, 50, north, name="l", **IN_AMBUSH)
    g = run(battle(TRAIN, lurker, terrain=(RAIL,)), Acting("whites-t"))
    play(g, Go(6000, 3000))
    while g.asks:
        play(g, Press("wait"))
    check(g)
    assert g.pieces["whites-t"].rail == stops
    assert g.pieces["reds-l"].hidden is (north == 34.0)


@pytest.mark.rule("RA-VEH.13", "RA-AMB.14")
@pytest.mark.parametrize(("north", "gone"), [(30.3, False), (33.0, True)])
def test_a_train_does_not_leave_through_a_hidden_enemy(north: float, gone: bool) -> None:
    lurker = unit("reds", "red_mg", 1, 66, north, name="l", **IN_AMBUSH)
    g = run(battle(replace(TRAIN, rail=6000, x=6000), lurker, terrain=(RAIL,)), Acting("whites-t"))
    play(g, LeaveByRail("last"))
    while g.asks:
        play(g, Press("wait"))
    assert ("whites-t" in g.gone) is gone and not g.pieces["reds-l"].hidden


@pytest.mark.rule("RA-AMB.9", "RA-VEH.13")
def test_a_train_in_ambush_that_moves_is_seen() -> None:
    g = battle(replace(TRAIN, **IN_AMBUSH), senior("whites", 1, 40, 32), terrain=(RAIL,))
    assert not ordered(g, Go(6000, 3000), who="whites-t").pieces["whites-t"].hidden


# ------------------------------------------------------------------ senior officers


@pytest.mark.rule("RA-MEL.36", "RA-OFF.7", "RA-AMB.9")
@pytest.mark.parametrize("fallen", [True, False])
def test_a_senior_does_not_flee_to_friends_whom_he_would_give_away(fallen: bool) -> None:
    near = unit("whites", "white_volunteer", 4, 30, 25, name="near", **IN_AMBUSH)
    far = unit("whites", "white_volunteer", 4, 30, 28, name="far")
    if fallen:
        g = battle(rifles(), senior("whites", 2, 30, 20, attached="whites-w"), near, far, dice=(6,))
        end_of(g, "whites-w", "destroyed")
    else:
        red = foe(20.5)
        g = battle(red, senior("whites", 2, 30, 21), near, far)
        ride_over(g, red, red)
    assert g.pieces["whites-senior_chief"].attached == "whites-far"


@pytest.mark.rule("RA-OFF.6", "RA-AMB.9")
def test_a_senior_does_not_join_a_unit_in_ambush_in_its_own_segment() -> None:
    g = run(battle(rifles(**IN_AMBUSH), senior("whites", 2, 30, 20), foe(44)), Acting("whites-w"))
    assert refusing_rule(g, Attach("whites-senior_chief")) == "RA-OFF.6"


@pytest.mark.rule("RA-OFF.5", "RA-ACT.21")
def test_a_senior_stays_in_the_middle_of_the_part_that_keeps_him() -> None:
    g = ordered(battle(rifles(bases=6), senior("whites", 2, 30, 20, attached="whites-w")), Divide(2))
    assert distance(g.pieces["whites-senior_chief"].point, centre(g, g.pieces["whites-w"])) < 0.01


@pytest.mark.rule("RA-OFF.7", "RA-FRM.9", "RA-MOV.7", "RA-VEH.13")
@pytest.mark.parametrize("how", ["forms", "shoots", "train"])
def test_a_lone_senior_flees_from_whoever_spreads_out_or_runs_over_him(how: str) -> None:
    column, chief = rifles(bases=6, formation="column"), senior("reds", 2, 33, 20)
    if how == "train":
        chief = senior("reds", 2, 45, 30)
        g = ordered(battle(TRAIN, chief, terrain=(RAIL,)), Go(6000, 3000), who="whites-t")
    elif how == "forms":
        g = ordered(battle(column, chief), Form("line"))
    else:
        g = battle(column, chief, foe(28, acted=True))
        play(run(g, Acting("whites-w")), Fire("reds-r"))
        assert g.pieces[chief.id].attached == "reds-r"
        return
    assert g.gone[chief.id] == "captured"


# ------------------------------------------------------------------ secrets


@pytest.mark.rule("RA-AMB.4", "RA-AMB.9")
@pytest.mark.parametrize(("order", "kind", "dice"), [
    (Scout("wood"), "white_volunteer", (1,)), (LieDown(), "red_guard", (3,)), (Claim("house"), "white_volunteer", ()),
    (TearUpRails(), "white_volunteer", ()), (TearUpRails(), "white_engineer", ()),
])  # fmt: skip
def test_what_a_unit_in_ambush_does_is_told_to_its_own_side(order: Order, kind: str, dice: tuple[int, ...]) -> None:
    wood, house = area("wood", "woods", 20, 24, 20, 3), area("house", "building_wood", 26, 20.2, 2, 2)
    rail = line("rail", "railway", (0, 19.5), (72, 19.5))
    g = battle(
        rifles(kind, **IN_AMBUSH),
        senior("whites", 1, 30, 17),
        foe(22, kind="red_mg", bases=1, x=45),
        unit("reds", "red_rifle", 4, 30, 25.5, 180, name="lurks", hidden=True),
        terrain=(wood, house, rail),
    )
    ordered(g, order, *dice)
    assert g.pieces["whites-w"].unseen
    assert all(e.sees == ("whites",) for e in g.events or () if "whites w" in str(e)), lines(g)


# ------------------------------------------------------------------ wire


@pytest.mark.rule("RA-TER.18", "RA-MOV.23")
def test_skirmishers_who_evade_from_the_wire_are_not_held_by_it_any_more() -> None:
    w, rider = rifles("white_plastun", 3, y=19.9, held="wire"), foe(30, "red_cav")
    g = battle(w, rider, terrain=(WIRE,))
    evade(g, w, rider)
    g.change("whites-w", acted=False, evaded=False)
    assert at(g.pieces["whites-w"]) == (30, 13.9)
    assert refusing_rule(run(g, Acting("whites-w")), CrossTheWire()) == "RA-TER.18"


@pytest.mark.rule("RA-TER.18", "RA-AMB.9", "RA-FRM.15")
def test_who_comes_through_the_wire_is_seen_and_may_leave_his_horses() -> None:
    w = dismounted(3, (3000, 1390, 4), y=19.9, held="wire", hidden=True)
    g = battle(w, senior("whites", 1, 30, 18), terrain=(WIRE,))
    ordered(g, CrossTheWire(), 6)
    u = g.pieces["whites-w"]
    assert (at(u), u.hidden, u.held, u.horses[2]) == ((30.0, 20.89), False, "", 0)


# ------------------------------------------------------------------ horses, carts and limbers


@pytest.mark.rule("RA-TER.5", "RA-ACT.15")
@pytest.mark.parametrize(("who", "order"), [
    (dismounted(), Mount()), (rifles("makhno_inf"), Mount()), (rifles("white_gun", 1), Limber()),
])  # fmt: skip
def test_nobody_mounts_or_limbers_where_horses_may_not_go(who: Unit, order: Order) -> None:
    assert refusing_rule(run(battle(who, terrain=(BOG,)), Acting("whites-w")), order) == "RA-TER.5"
    road = replace(who, formation="column", bases=max(2, who.bases))  # RA-FRM.14 a single base counts as in line
    terrain: tuple[Feature, ...] = (BOG, line("road", "road", (30, 0), (30, 48)))
    assert not refusing_rule(run(battle(road, terrain=terrain), Acting("whites-w")), order), "a road carries them"


@pytest.mark.rule("RA-TER.21", "RA-FRM.13")
def test_who_mounts_leaves_his_foxholes() -> None:
    g = ordered(battle(rifles("makhno_inf", foxholes=True)), Mount())
    assert not ordered(g, Dismount()).pieces["whites-w"].foxholes


@pytest.mark.rule("RA-FRM.15", "RA-BLD.4")
def test_led_horses_are_lost_by_those_who_storm_a_house_far_from_them() -> None:
    g = battle(dismounted(3, (3000, 1600, 4), y=21), terrain=(area("house", "building_wood", 27, 22, 6, 8),))
    enter(g, g.pieces["whites-w"], "house")
    assert g.pieces["whites-w"].horses == (0, 0, 0)


# ------------------------------------------------------------------ combining and dividing


@pytest.mark.rule("RA-ACT.7", "RA-FRM.15")
@pytest.mark.parametrize(("horses", "rule"), [(4, ""), (0, "RA-ACT.7")])
def test_who_has_lost_his_horses_does_not_ride_again_by_combining(horses: int, rule: str) -> None:
    other = replace(dismounted(2, (3000, 1900, horses), y=18), id="whites-b")
    assert refusing_rule(run(battle(dismounted(), other), Acting("whites-w")), Combine("whites-b")) == rule


@pytest.mark.rule("RA-FRM.15", "RA-ACT.21")
def test_led_horses_are_not_left_behind_by_combining() -> None:
    other = replace(dismounted(2, (3000, 1210, 2), y=18), id="whites-b")
    g = run(battle(dismounted(), other), Acting("whites-w"))
    assert refusing_rule(g, Combine("whites-b")) == "RA-FRM.15"


@pytest.mark.rule("RA-ACT.7", "RA-RET.9", "RA-RET.6", "RA-ART.17")
def test_a_combined_unit_remembers_what_befell_either_part() -> None:
    g = ordered(
        battle(rifles(bases=3), replace(rifles(y=18, bases=2, retired=True, pressed=True), id="whites-b")),
        Combine("whites-b"),
    )
    assert g.pieces["whites-w"].retired and g.pieces["whites-w"].pressed
    limbered = rifles("white_gun", 1, limbered=True)
    guns = battle(limbered, replace(limbered, id="whites-b", bases=3, y=1700, rounds=0))
    assert ordered(guns, Combine("whites-b")).pieces["whites-w"].rounds == 3, "twelve rounds for four guns"


@pytest.mark.rule("RA-ACT.21", "RA-TER.5", "RA-TER.18")
@pytest.mark.parametrize(("kind", "between"), [
    ("don_cossack", area("river", "stream", 0, 20.2, 72, 1.2)),
    ("white_volunteer", line("wire", "wire", (0, 20.5), (72, 20.5))),
])  # fmt: skip
def test_nobody_combines_over_ground_that_he_cannot_cross(kind: str, between: Feature) -> None:
    deep = body(battle(), rifles(kind)).bases[0].half_depth * 2
    pair = rifles(kind, 2), replace(rifles(kind, 2, y=21.8 + deep), id="whites-b")
    assert not refusing_rule(run(battle(*pair), Acting("whites-w")), Combine("whites-b"))
    assert refusing_rule(run(battle(*pair, terrain=(between,)), Acting("whites-w")), Combine("whites-b")) == "RA-ACT.21"


@pytest.mark.rule("RA-ACT.6")
def test_parts_of_a_unit_have_names_of_their_own() -> None:
    g = ordered(ordered(battle(rifles(bases=6)), Divide(2)), Divide(2))
    assert [u.name for u in g.pieces.values()] == ["whites w", "whites w II", "whites w III"]


@pytest.mark.rule("RA-ACT.21", "RA-BLD.6")
def test_no_part_of_a_unit_stands_in_the_wall_of_a_house() -> None:
    whole = rifles(bases=5, facing=17)
    x, y = body(battle(whole), whole).bases[-1].centre
    g = battle(whole, terrain=(area("house", "building_wood", x + 0.001, y - 3, 6, 6),))
    ordered(g, Divide(3))
    assert not any(in_a_house(g, part) for part in g.pieces.values())


# ------------------------------------------------------------------ charges and houses


@pytest.mark.rule("RA-MEL.28", "RA-MOV.33", "RA-BLD.6")
def test_who_is_set_back_into_the_house_he_came_from_is_inside_again() -> None:
    red = foe(27.0, "red_sailor")
    g = battle(rifles(inside="house"), red, terrain=(HOUSE,))
    stand(g, at_contact(g, g.pieces["whites-w"], red))
    set_back(g, g.pieces["whites-w"], red)
    assert g.pieces["whites-w"].inside == "house"


@pytest.mark.rule("RA-MEL.28", "RA-MOV.33")
def test_nobody_is_set_back_over_the_table_edge() -> None:
    rider, red = rifles("don_cossack", x=3, y=1.6), foe(3.8, "red_sailor", x=4.5, facing=250)
    g = battle(rider, red)
    stand(g, at_contact(g, rider, red))
    set_back(g, g.pieces["whites-w"], red)
    check(g)
    assert apart(g, g.pieces["whites-w"], red) >= 0.99


@pytest.mark.rule("RA-BLD.4", "RA-MOV.30")
def test_who_rides_down_routers_in_a_house_may_enter_it() -> None:
    g = battle(rifles(), foe(inside="house", routing=True, acted=True), terrain=(HOUSE,), dice=(1, 1))
    play(run(g, Acting("whites-w")), Charge("reds-r"))
    assert Press("enter") in offered(g)


# ------------------------------------------------------------------ leaving the table, leaving a work


@pytest.mark.rule("RA-SHO.8", "RA-MOV.26")
def test_who_shoots_and_leaves_the_table_has_shot() -> None:
    w, red = rifles(y=45, facing=180), foe(36, facing=0)
    g = run(battle(w, red, exit_edges={"whites": ("north",)}, dice=(3, 4)), Acting("whites-w"))
    play(g, Fire("reds-r"), Press("return fire"), Go(3000, 4800))
    assert g.gone["whites-w"] == "exited" and "whites w shoots at reds r, column 9-12: retires (Ret)" in lines(g)


@pytest.mark.rule("RA-VEH.9")
def test_rails_are_torn_up_by_work_in_one_place() -> None:
    g = ordered(battle(rifles(x=20, y=30.5), terrain=(RAIL,)), TearUpRails())
    ordered(g, Go(2000, 3300))
    g.put(replace(g.pieces["whites-w"], x=4000, y=3050))
    assert not ordered(g, TearUpRails()).gaps
    assert ordered(g, TearUpRails()).gaps


# ------------------------------------------------------------------ charging, routing and evading in narrow places


@pytest.mark.rule("RA-MOV.19", "RA-TER.22")
def test_a_charger_is_not_stopped_in_the_water_or_off_the_table() -> None:
    g = battle(rifles(bases=2), foe(22.8), terrain=(area("river", "stream", 0, 21, 72, 1),))
    half = half_way(g, g.pieces["whites-w"], g.pieces["reds-r"])
    assert half is not None and at(half) == (30.0, 20.84)
    g = battle(rifles(bases=6, y=0.9), foe(4.4, x=33.5, facing=225))
    assert half_way(g, g.pieces["whites-w"], g.pieces["reds-r"]) is None, "it is met where it stands"


@pytest.mark.rule("RA-RET.12", "RA-RET.25", "RA-RET.14")
@pytest.mark.parametrize("step", [RetireMove("whites-w", 4500, 90, True), Rout("whites-w")])
def test_who_goes_back_along_the_table_edge_does_not_flee_by_turning(step: Step) -> None:
    g = run(battle(rifles(bases=6, y=0.9), foe(0.9, bases=1, x=45, facing=270), home_edge={"whites": "west"}), step)
    check(g)
    x, y = at(g.pieces["whites-w"])
    assert x < 28 and y == pytest.approx(0.9, abs=0.1)


@pytest.mark.rule("RA-MOR.12", "RA-FRM.7")
@pytest.mark.parametrize(("formation", "cause"), [
    ("skirmish", "fear test (routers through it)"), ("road_column", "serious test (routers near by)"),
])  # fmt: skip
def test_routers_run_through_friends_as_wide_as_they_are(formation: str, cause: str) -> None:
    beside = {"skirmish": 34.5, "road_column": 31.4}[formation]
    friend = unit("whites", "white_volunteer", 1, beside, 17, name="friend")
    g = run(battle(rifles("white_plastun", formation=formation), friend, dice=(1, 1)), Rout("whites-w"))
    assert any(f"whites friend takes a {cause}" in told for told in lines(g)), lines(g)


@pytest.mark.rule("RA-BLD.6", "RA-FRM.6")
def test_who_went_into_a_house_in_file_charges_out_of_it_in_line() -> None:
    g = battle(rifles(inside="house", formation="road_column"), foe(29, acted=True), terrain=(HOUSE,))
    play(run(g, Acting("whites-w")), Charge("reds-r"), dice=(1, 1, 1, 1, 3, 4))
    assert g.pieces["whites-w"].formation == "line"


@pytest.mark.rule("RA-MOV.25", "RA-MOV.23")
@pytest.mark.parametrize("acted", [True, False])
def test_who_evades_as_his_action_lies_down_no_longer(acted: bool) -> None:
    w, rider = rifles("white_plastun", 3, lying=True, acted=acted), foe(30, "red_cav")
    g = battle(w, rider)
    evade(g, w, rider)
    assert g.pieces["whites-w"].lying is acted


@pytest.mark.rule("RA-MOV.21", "RA-MOV.30")
def test_a_charge_on_routers_fights_the_others_that_it_meets() -> None:
    routers = foe(27, bases=2, x=29, routing=True, acted=True)
    others = unit("reds", "red_rifle", 3, 32.5, 27, 180, name="q", acted=True)
    g = battle(rifles("don_cossack"), routers, others)
    play(run(g, Acting("whites-w")), Charge("reds-r"), dice=(1, 1, 1, 1, 1, 1))
    assert "whites w (16) against reds q (9)" in "".join(lines(g)) and "reds-r" in g.gone


@pytest.mark.rule("RA-MOR.34", "RA-ACT.14")
@pytest.mark.parametrize("order", [CutTheWire(), TearUpRails()])
def test_pinned_engineers_do_no_work(order: Order) -> None:
    ground = line("wire", "wire", (0, 20.2), (72, 20.2)), line("rail", "railway", (0, 19.5), (72, 19.5))
    for pinned, rule in ((True, "RA-MOR.34"), (False, "")):
        g = run(battle(rifles("white_engineer", 2, pinned=pinned), terrain=ground), Acting("whites-w"))
        assert refusing_rule(g, order) == rule


@pytest.mark.rule("RA-TER.11", "RA-OFF.5")
def test_a_senior_stays_with_a_car_that_breaks_down_in_its_charge() -> None:
    ground = (line("hedge", "hedge", (20, 24), (40, 24)),)
    chief = senior("whites", 2, 30, 20, attached="whites-w")
    g = battle(rifles("ac_mg", 1), chief, foe(27, acted=True), terrain=ground)
    play(run(g, Acting("whites-w")), Charge("reds-r"), dice=(1, 1, 1))
    w = g.pieces["whites-w"]
    assert w.stuck == "broken" and distance(g.pieces[chief.id].point, centre(g, w)) < 0.01
