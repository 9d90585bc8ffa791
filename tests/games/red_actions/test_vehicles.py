"""Buildings (section BLD), vehicles and trains (section VEH)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from grognard.board.inches.geometry import Spot, hundredths
from grognard.engine import Press
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.aiming import why_cannot_shoot
from grognard.games.red_actions.rules.bodies import WAGON_LENGTH, apart, near_feature
from grognard.games.red_actions.rules.breakdowns import Free, Repair
from grognard.games.red_actions.rules.charge_path import why_not_charge
from grognard.games.red_actions.rules.charging import ChargeTest
from grognard.games.red_actions.rules.data import REACH
from grognard.games.red_actions.rules.invariants import check
from grognard.games.red_actions.rules.losses import end_of
from grognard.games.red_actions.rules.melee import Melee, Pursuit, Suffered, fighting_number
from grognard.games.red_actions.rules.move_path import Leg, full_budget, plan
from grognard.games.red_actions.rules.moving import Go, StepFive
from grognard.games.red_actions.rules.retire import RetireMove, RetireResult
from grognard.games.red_actions.rules.room import room_in, why_not_enter
from grognard.games.red_actions.rules.segment import Order
from grognard.games.red_actions.rules.sequence import fresh_units
from grognard.games.red_actions.rules.shot_orders import Fire
from grognard.games.red_actions.rules.sight import in_hard_cover, sees
from grognard.games.red_actions.rules.state import Gap, Unit, Wagon
from grognard.games.red_actions.rules.terrain import allowance_of
from grognard.games.red_actions.rules.trains import LeaveByRail, run_train, why_not_run
from grognard.games.red_actions.rules.volley import (
    Impact,
    TrainHit,
    collapse,
    declare,
    destroy_wagon,
    hit_wagon,
    wreck_train,
)
from grognard.games.red_actions.rules.works import TearUpRails
from grognard.testing import logged, offered, play

from .moves import leg, refused
from .shots import aim, red, white
from .situations import area, at, battle, cites, line, run, senior, unit

# ------------------------------------------------------------------ buildings


HOUSE = area("h", "building_wood", 27, 29, 6, 3)


@pytest.mark.rule("RA-BLD.1", "RA-BLD.3")
def test_only_as_many_bases_fire_as_the_side_is_wide() -> None:
    narrow = area("h", "building_wood", 29, 29, 2.4, 6)
    g = battle(red(inside="h", bases=5), white(), terrain=(narrow,))
    assert aim(g, "reds-r", "whites-w").bases == 2
    assert room_in(g, "h", "reds-r") == 7
    assert in_hard_cover(g, g.pieces["reds-r"], (30, 10))


@pytest.mark.rule("RA-BLD.4", "RA-BLD.9")
def test_two_sides_never_share_a_section_but_friends_do() -> None:
    g = battle(red(inside="h", bases=3), white(), terrain=(HOUSE,))
    assert why_not_enter(g, g.pieces["whites-w"], "h").rule == "RA-BLD.4"  # type: ignore[union-attr]
    friend = red(20, name="f", bases=4)
    assert why_not_enter(g, friend, "h") is None
    assert why_not_enter(g, replace(friend, bases=7), "h").rule == "RA-BLD.3"  # type: ignore[union-attr]


@pytest.mark.rule("RA-BLD.5", "RA-BLD.6")
def test_a_unit_enters_where_it_reaches_the_outline() -> None:
    g = battle(white(y=25), red(45), terrain=(HOUSE,))
    run(g, Acting("whites-w"))
    play(g, Go(3000, 3050))
    assert g.pieces["whites-w"].inside == "h"
    assert g.owner["h"] == "whites"
    out = plan(g, g.pieces["whites-w"], (30, 36), full_budget(g, g.pieces["whites-w"]))
    assert isinstance(out, Leg)
    assert out.cost == 400


@pytest.mark.rule("RA-BLD.2", "RA-TER.33")
def test_foot_goes_through_a_building_at_full_speed() -> None:
    g = battle(white(y=28, bases=2), terrain=(HOUSE,))
    through = plan(g, g.pieces["whites-w"], (30, 33.5), full_budget(g, g.pieces["whites-w"]))
    assert isinstance(through, Leg)
    assert through.cost == 550
    rider = white("kuban_cossack", 2)
    assert why_not_enter(battle(rider, terrain=(HOUSE,)), rider, "h").rule == "RA-BLD.2"  # type: ignore[union-attr]


@pytest.mark.rule("RA-BLD.7")
def test_faces_add_up_and_units_share_them() -> None:
    g = battle(red(inside="h", bases=4), red(inside="h", bases=4, name="s"), white(x=30), terrain=(HOUSE,))
    first = aim(g, "reds-r", "whites-w")
    assert first.bases == 4
    declare(g, first)
    assert aim(g, "reds-s", "whites-w").bases == 1
    corner = battle(red(inside="h", bases=6), white(x=18, y=19, bases=6, facing=45), terrain=(HOUSE,))
    assert aim(corner, "reds-r", "whites-w").bases == 6


@pytest.mark.rule("RA-BLD.7")
def test_places_taken_on_one_face_are_not_taken_on_the_other() -> None:
    square = area("h", "building_wood", 30, 20, 3.6, 3.6)  # two faces that bear: 6 places, 3 on each
    house = battle(red(inside="h"), red(inside="h", name="s"), white(x=24, y=14, facing=45), terrain=(square,))
    first = aim(house, "reds-r", "whites-w")
    declare(house, first)
    assert (first.bases, aim(house, "reds-s", "whites-w").bases) == (4, 2)
    assert sorted(house.places_used.values()) == [2, 2]


@pytest.mark.rule("RA-BLD.8")
def test_distances_are_to_the_outline_and_insiders_do_not_block() -> None:
    g = battle(red(inside="h", bases=3), red(inside="h", bases=3, name="s"), white(), terrain=(HOUSE,))
    assert apart(g, g.pieces["reds-r"], g.pieces["whites-w"]) == pytest.approx(9.0)
    assert sees(g, g.pieces["reds-r"], g.pieces["whites-w"])
    assert sees(g, g.pieces["whites-w"], g.pieces["reds-s"])


# ------------------------------------------------------------------ vehicles


@pytest.mark.rule("RA-VEH.1")
def test_vehicles_ignore_the_shooting_table() -> None:
    tank = red(27, kind="tank_heavy", bases=1)
    g = battle(white("white_mg", 1), tank)
    run(g, Impact(aim(g), "Kill! S! Off", 0, False))
    assert g.pieces["reds-r"] == tank


@pytest.mark.rule("RA-VEH.2")
@pytest.mark.parametrize(("y", "stuck"), [(27, "broken"), (29, "")])
def test_close_mg_fire_stops_a_car(y: float, stuck: str) -> None:
    g = battle(white("white_mg", 1), red(y, kind="ac_mg", bases=1))
    run(g, Impact(aim(g), "Kill! S! Off", 0, False))
    assert g.pieces["reds-r"].stuck == stuck


@pytest.mark.rule("RA-VEH.3", "RA-VEH.4")
def test_a_vehicle_stuck_for_good_shoots_but_never_moves() -> None:
    g = battle(white("ac_mg", 1, stuck="fast"), red(30, acted=True))
    run(g, Acting("whites-w"))
    assert Free() not in offered(g)
    assert Fire("reds-r") in offered(g)
    assert not any(isinstance(a, Go) for a in offered(g))
    assert fighting_number(g.pieces["whites-w"], []) == 3
    sabres = battle(unit("reds", "red_cav", 4, 30, 28, 180, name="c"), white("ac_mg", 1, stuck="stuck"))
    assert why_not_charge(sabres, sabres.pieces["reds-c"], sabres.pieces["whites-w"]) is None


@pytest.mark.rule("RA-VEH.3")
@pytest.mark.parametrize(
    ("stuck", "order", "die", "left"), [("stuck", Free(), 4, ""), ("broken", Repair(), 3, "broken")]
)
def test_freeing_and_repairing(stuck: str, order: Order, die: int, left: str) -> None:
    g = battle(white("ac_mg", 1, stuck=stuck), red(45), dice=(die,))
    run(g, Acting("whites-w"))
    play(g, order)
    assert g.pieces["whites-w"].stuck == left
    assert not g.pieces["whites-w"].acted


@pytest.mark.rule("RA-VEH.2", "RA-MOV.19")
def test_a_car_broken_down_by_fire_does_not_charge_home() -> None:
    g = battle(white("ac_mg", 1), red(30, kind="red_mg", bases=2), dice=(1, 1, 6, 5))
    run(g, ChargeTest("whites-w", "reds-r"))
    play(g, Press("fire"))
    assert (g.pieces["whites-w"].stuck, at(g.pieces["whites-w"])) == ("broken", (30, 25))
    assert "RA-MEL.3" not in cites(g)


@pytest.mark.rule("RA-TER.6", "RA-TER.9", "RA-TER.20", "RA-VEH.5")
@pytest.mark.parametrize(
    ("dice", "stuck", "y"), [((1,), "fast", 21.95), ((3, 1), "broken", 22.45), ((3, 6, 1, 2), "", 0)]
)
def test_a_tank_that_charges_over_wire_tests_for_it_and_for_its_speed(
    dice: tuple[int, ...], stuck: str, y: float
) -> None:
    wire = line("wire", "wire", (20, 22), (40, 22))
    g = battle(white("tank_heavy", 1), red(24.8, acted=True), terrain=(wire,), dice=(1, 1, *dice))
    run(g, ChargeTest("whites-w", "reds-r"))
    tank = g.pieces["whites-w"]
    assert tank.stuck == stuck
    assert not stuck or tank.point[1] == pytest.approx(y, abs=0.02)
    assert ("RA-MEL.3" in cites(g)) == (stuck == "")
    assert len(g.gaps) == (stuck != "fast")


@pytest.mark.rule("RA-VEH.5")
def test_a_vehicle_overruns_without_a_charge_test() -> None:
    g = battle(white("tank_heavy", 1), red(22, acted=True), dice=(1, 1, 3, 4))
    run(g, ChargeTest("whites-w", "reds-r"))
    assert "RA-MOR.4" not in cites(g)
    assert "RA-MOR.5" in cites(g)


@pytest.mark.rule("RA-VEH.6", "RA-VEH.12")
def test_combat_results_on_a_vehicle() -> None:
    backs = battle(white("tank_heavy", 1), red(21))
    run(backs, Suffered("whites-w", "Retires 2xTer", "reds-r"))
    assert at(backs.pieces["whites-w"])[1] == pytest.approx(17, abs=0.05)
    assert backs.pieces["whites-w"].terror == 0
    for state, way in (({}, "destroyed"), ({"stuck": "stuck"}, "captured")):
        g = battle(white("tank_heavy", 1, **state), red(21))
        run(g, Suffered("whites-w", "Defeated", "reds-r"))
        assert g.gone["whites-w"] == way
    boxed = battle(white("tank_heavy", 1), red(21), unit("reds", "red_rifle", 6, 30, 17.9, name="back"))
    run(boxed, RetireMove("whites-w", 3000, 2500, True))
    assert at(boxed.pieces["whites-w"])[1] == pytest.approx(20, abs=1.5)


@pytest.mark.rule("RA-VEH.4", "RA-VEH.12")
@pytest.mark.parametrize("stuck", ["stuck", "fast", "broken"])
def test_a_stuck_vehicle_neither_backs_off_nor_advances(stuck: str) -> None:
    g = battle(white("tank_heavy", 1, stuck=stuck), red(21))
    run(g, RetireResult("whites-w", 3000, 2100, True, True))
    assert at(g.pieces["whites-w"]) == (30, 20)
    run(g, Pursuit("whites-w", ("reds-r",), Spot(3000, 2400)))
    assert g.asks == ()


@pytest.mark.rule("RA-VEH.12")
def test_a_vehicle_that_cannot_back_off_3_inches_stays() -> None:
    pond = area("pond", "impassable", 20, 10, 20, 8)  # 2 inches behind its front
    g = battle(white("tank_heavy", 1), red(21), terrain=(pond,))
    run(g, RetireResult("whites-w", 3000, 2100, True, True))
    assert at(g.pieces["whites-w"]) == (30, 20)


@pytest.mark.rule("RA-VEH.12")
def test_a_winning_vehicle_may_advance_but_never_pursues() -> None:
    g = battle(white("tank_heavy", 1), red(40, routing=True))
    run(g, Pursuit("whites-w", ("reds-r",), Spot(3000, 2400)))
    assert offered(g) == [Press("advance"), Press("stay")]


# ------------------------------------------------------------------ trains


RAIL = line("rail", "railway", (0, 30), (72, 30))
WAGONS = (Wagon("train_gun_wagon"), Wagon("train_loco"), Wagon("train_mg_wagon"))


def train(**more: Any) -> Unit:
    return unit("reds", "train", 3, 40, 30, name="train", wagons=more.pop("wagons", WAGONS), rail=4000, **more)


@pytest.mark.rule("RA-VEH.7", "RA-VEH.10", "RA-SCN.11")
def test_a_train_is_one_unit_and_each_wagon_shoots_at_its_own_target() -> None:
    g = battle(train(), white(y=10), white("white_mg", 1, x=50, y=12), terrain=(RAIL,), dice=(1, 1, 1, 1))
    g.put(unit("whites", "white_volunteer", 4, 50, 15, name="v"))
    assert [u.id for u in fresh_units(g, "reds")] == ["reds-train"]
    run(g, Acting("reds-train"))
    shots = [a for a in offered(g) if isinstance(a, Fire)]
    assert {a.wagon for a in shots} == {0, 2}
    play(g, next(a for a in shots if a.wagon == 0))
    while g.asks[0].side != "reds":
        play(g, offered(g)[-1])
    assert {a.wagon for a in offered(g) if isinstance(a, Fire)} == {2}


@pytest.mark.rule("RA-VEH.8")
def test_hits_on_a_train() -> None:
    g = battle(train(), terrain=(RAIL,))
    assert allowance_of(g.pieces["reds-train"]) == 20
    hit_wagon(g, g.pieces["reds-train"], 1)
    assert allowance_of(g.pieces["reds-train"]) == 10
    hit_wagon(g, g.pieces["reds-train"], 1)
    assert allowance_of(g.pieces["reds-train"]) == 0
    hit_wagon(g, g.pieces["reds-train"], 0)
    g.turn += 1
    refusal = why_cannot_shoot(g, g.pieces["reds-train"], 0)
    assert refusal is not None
    assert refusal.rule == "RA-VEH.8"
    hit_wagon(g, g.pieces["reds-train"], 0)
    assert [w.type for w in g.pieces["reds-train"].wagons] == ["train_loco", "train_mg_wagon"]
    hit_wagon(g, g.pieces["reds-train"], 0)
    assert g.gone["reds-train"] == "destroyed"


@pytest.mark.rule("RA-VEH.8")
@pytest.mark.parametrize(("dice", "index"), [((2,), 1), ((3, 1), 0), ((6, 2), 2)])
def test_where_a_hit_falls(dice: tuple[int, ...], index: int) -> None:
    g = battle(train(), terrain=(RAIL,), dice=dice)
    run(g, TrainHit("reds-train"))
    assert [w.hits for w in g.pieces["reds-train"].wagons] == [int(i == index) for i in range(3)]


@pytest.mark.rule("RA-VEH.8", "RA-VEH.11")
def test_with_its_last_wagon_a_train_is_gone() -> None:
    g = battle(train(wagons=WAGONS[:2]), terrain=(RAIL,))
    destroy_wagon(g, g.pieces["reds-train"], 1)
    assert g.pieces["reds-train"].wagons == WAGONS[:1]
    destroy_wagon(g, g.pieces["reds-train"], 0)
    assert g.gone["reds-train"] == "destroyed"


@pytest.mark.rule("RA-VEH.9")
def test_rails_are_torn_up_with_two_actions() -> None:
    foot = white(y=29.9)
    g = battle(foot, train(), terrain=(RAIL,))
    g.move_to("whites-w", (60, 25))
    assert TearUpRails().why_not_by(g, g.pieces["whites-w"]).rule == "RA-VEH.9"  # type: ignore[union-attr]
    g.move_to("whites-w", (60, 29.9))
    assert TearUpRails().why_not_by(g, g.pieces["whites-w"]) is None
    TearUpRails().done_by(g, g.pieces["whites-w"])
    assert not g.gaps
    TearUpRails().done_by(g, g.pieces["whites-w"])
    assert [gap.kind for gap in g.gaps.values()] == ["torn"]
    g.drop("whites-w")
    refusal = why_not_run(g, g.pieces["reds-train"], 6000)
    assert refusal is not None
    assert refusal.rule == "RA-VEH.9"
    assert why_not_run(g, g.pieces["reds-train"], 5500) is None
    sappers = battle(unit("whites", "white_engineer", 2, 60, 29.9, name="w"), terrain=(RAIL,))
    TearUpRails().done_by(sappers, sappers.pieces["whites-w"])
    assert sappers.gaps


@pytest.mark.rule("RA-VEH.9")
@pytest.mark.parametrize(("inches", "stops"), [(-0.1, False), (0.1, True), (4.9, True), (5.1, False)])
def test_torn_rails_stop_a_train_only_where_they_would_touch_it(inches: float, stops: bool) -> None:
    g = battle(train(), terrain=(RAIL,))
    rear, front = 40 - 3 * WAGON_LENGTH - REACH.train_stops, 40 + REACH.train_stops  # five inches farther on it goes
    g.gaps = {**g.gaps, "torn": Gap("rail", "torn", hundredths((rear if inches < 1 else front) + inches), 3000)}
    refusal = why_not_run(g, g.pieces["reds-train"], 4500)
    assert (refusal is not None and refusal.rule == "RA-VEH.9") == stops
    g.gaps = {**g.gaps, "torn": Gap("wire", "cut", 4000, 3000)}
    assert why_not_run(g, g.pieces["reds-train"], 4500) is None  # a gap in something else


@pytest.mark.rule("RA-VEH.9", "RA-FRM.2")
@pytest.mark.parametrize(("kind", "may"), [("white_mg", True), ("white_engineer", True), ("kuban_cossack", False)])
def test_any_foot_tears_up_rails_and_nobody_else(kind: str, may: bool) -> None:
    crew = unit("whites", kind, 2, 60, 29.9, name="w")
    assert (TearUpRails().why_not_by(battle(crew, terrain=(RAIL,)), crew) is None) == may


@pytest.mark.rule("RA-VEH.11", "RA-MOV.17")
def test_foot_charges_a_standing_train() -> None:
    g = battle(white(y=27, x=36), train(), terrain=(RAIL,))
    assert why_not_charge(g, g.pieces["whites-w"], g.pieces["reds-train"]) is None
    g.change("reds-train", rolling=True)
    assert why_not_charge(g, g.pieces["whites-w"], g.pieces["reds-train"]).rule == "RA-VEH.11"  # type: ignore[union-attr]
    assert fighting_number(g.pieces["reds-train"], []) == 12
    assert fighting_number(g.pieces["whites-w"], [g.pieces["reds-train"]]) == 6
    run(g, Suffered("reds-train", "Defeated", "whites-w"))
    assert g.asks[0].side == "whites"
    play(g, offered(g)[0])
    assert len(g.pieces["reds-train"].wagons) == 2


@pytest.mark.rule("RA-PRE.4", "RA-VEH.10")
def test_every_armed_wagon_of_a_train_fires_at_its_chargers() -> None:
    g = battle(train(), white(x=36, y=25), terrain=(RAIL,), dice=(1, 1, *(2, 2) * 3, 3, 3))
    run(g, ChargeTest("whites-w", "reds-train"))
    play(g, Press("fire"))
    shots = [e.cite for e in logged(g) if e.cite in ("RA-ART.7", "RA-SHO.7")]
    assert shots == ["RA-ART.7", "RA-SHO.7", "RA-SHO.7"]
    assert [w.fired for w in g.pieces["reds-train"].wagons] == [True, False, True]


@pytest.mark.rule("RA-VEH.13")
def test_a_train_moves_along_the_line_and_stops_before_units() -> None:
    g = battle(train(), white(x=55, y=30.3), terrain=(RAIL,))
    assert why_not_run(g, g.pieces["reds-train"], 5900).rule == "RA-VEH.13"  # type: ignore[union-attr]
    assert why_not_run(g, g.pieces["reds-train"], 6100).rule == "RA-VEH.13"  # type: ignore[union-attr]
    assert why_not_run(g, g.pieces["reds-train"], 2500) is None  # reversing needs no turn
    run_train(g, g.pieces["reds-train"], 2500)
    assert at(g.pieces["reds-train"]) == (25, 30)
    g.drop("whites-w")
    g.change("reds-train", rail=6000)
    play(run(g, Acting("reds-train")), LeaveByRail("last"))
    assert g.gone["reds-train"] == "exited"


@pytest.mark.rule("RA-VEH.13", "RA-OFF.5")
def test_who_rides_leaves_with_the_train_and_his_seniors_too() -> None:
    rider = unit("reds", "red_rifle", 3, 40, 30, name="r", place="train:reds-train")
    g = battle(train(), rider, senior("reds", 2, 40, 30, attached="reds-r"), terrain=(RAIL,))
    g.change("reds-train", rail=6000)
    play(run(g, Acting("reds-train")), LeaveByRail("last"))
    assert dict(g.gone) == dict.fromkeys(("reds-train", "reds-r", "reds-senior_chief"), "exited")


@pytest.mark.rule("RA-VEH.14", "RA-MEL.36")
@pytest.mark.parametrize("die", [3, 4])
def test_the_senior_of_riders_who_are_no_more_gets_away_or_is_lost(die: int) -> None:
    rider = unit("reds", "red_rifle", 3, 40, 30, name="r", place="train:reds-train")
    friend = unit("reds", "red_rifle", 3, 40, 34, name="f")
    g = battle(train(), rider, friend, senior("reds", 2, 40, 30, attached="reds-r"), terrain=(RAIL,), dice=(die,))
    end_of(g, "reds-train", "captured")
    chief = g.pieces.get("reds-senior_chief")
    assert (chief and chief.attached) == ("reds-f" if die > 3 else None)


@pytest.mark.rule("RA-VEH.14")
def test_riders_share_the_fate_of_their_wagon() -> None:
    rider = unit("reds", "red_rifle", 3, 40, 30, name="r", place="train:reds-train")
    g = battle(train(), rider, terrain=(RAIL,), dice=(1, 1))
    assert "reds-r" not in [u.id for u in g.troops("reds")]
    g.steps = (StepFive("nobody"),)
    destroy_wagon(g, g.pieces["reds-train"], 0)
    g.advance()
    r = g.pieces["reds-r"]
    assert (r.place, r.bases) == ("table", 2)
    assert "RA-MOR.9" in cites(g)


@pytest.mark.rule("RA-VEH.14", "RA-MOV.34")
def test_riders_thrown_out_stand_apart_beside_the_rails() -> None:
    riders = [unit("reds", "red_rifle", 3, 0, 0, name=n, place="train:reds-train") for n in ("a", "b")]
    attackers = unit("whites", "white_volunteer", 4, 36, 32.2, 180, name="w")
    g = battle(train(), *riders, attackers, terrain=(RAIL,), dice=(1, 1, 1, 1))
    g.steps = (StepFive("nobody"),)
    wreck_train(g, g.pieces["reds-train"])
    g.advance()
    assert [e.args["unit"] for e in logged(g) if e.cite == "RA-MOR.9"] == ["reds a", "reds b"]
    assert all(near_feature(g, g.pieces[f"reds-{n}"], RAIL, 2.0) for n in ("a", "b"))
    check(g)


@pytest.mark.rule("RA-VEH.15")
def test_a_wreck_blocks_the_railway_and_gives_no_cover() -> None:
    g = battle(train(), unit("reds", "ac_mg", 1, 55, 30.5, name="car"), terrain=(RAIL,))
    end_of(g, "reds-car", "destroyed")
    assert why_not_run(g, g.pieces["reds-train"], 5800).rule == "RA-VEH.15"  # type: ignore[union-attr]


@pytest.mark.rule("RA-VEH.15")
def test_a_wreck_blocks_a_road_for_vehicles_only() -> None:
    road = line("road", "road", (30, 0), (30, 48))
    g = battle(white("ac_mg", 1), red(25, "ac_mg", 1), red(29, name="x"), terrain=(road,))
    end_of(g, "reds-r", "destroyed")
    assert refused(g, 30, 27.5) == "RA-VEH.15"
    assert why_not_charge(g, g.pieces["whites-w"], g.pieces["reds-x"]).rule == "RA-VEH.15"  # type: ignore[union-attr]
    assert leg(g, 32, 27.5)  # round it
    rider = battle(white("kuban_cossack", 1), red(25, "ac_mg", 1), terrain=(road,))
    end_of(rider, "reds-r", "destroyed")
    assert leg(rider, 30, 27.5)
    field = battle(white("ac_mg", 1), red(25, "ac_mg", 1))
    end_of(field, "reds-r", "destroyed")
    assert leg(field, 30, 27.5)


def test_collapse_takes_everybody_inside() -> None:
    g = battle(red(inside="h", bases=3), red(inside="h", bases=3, name="s"), terrain=(HOUSE,))
    collapse(g, "h")
    assert set(g.gone) == {"reds-r", "reds-s"}
    assert isinstance(Melee("a", ("b",), {}, True), Melee)


@pytest.mark.rule("RA-VEH.13")
@pytest.mark.parametrize(("rail", "runs"), [(4830, True), (4850, False)])
def test_a_train_stops_an_inch_short_of_a_unit(rail: int, runs: bool) -> None:
    g = battle(train(), white("white_mg", 1, x=50, y=30), terrain=(RAIL,))  # its near edge is at x = 49.41
    assert (why_not_run(g, g.pieces["reds-train"], rail) is None) == runs
