"""The worked examples of combat, movement, officers and the turn, from E18 on."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from grognard.board.inches.terrain_table import cost
from grognard.engine import Pick, Press, RiggedDice
from grognard.games.red_actions.rules.acting import Acting
from grognard.games.red_actions.rules.ambush import AmbushWindow
from grognard.games.red_actions.rules.bodies import apart, centre
from grognard.games.red_actions.rules.breakdowns import Free, drive
from grognard.games.red_actions.rules.charging import Charge, ChargeTest, Charging
from grognard.games.red_actions.rules.data import Officer
from grognard.games.red_actions.rules.melee import Melee, fighting_number, ratio_column
from grognard.games.red_actions.rules.morale import test_value as value_of
from grognard.games.red_actions.rules.move_path import Budget, Leg, full_budget, plan
from grognard.games.red_actions.rules.moving import Go
from grognard.games.red_actions.rules.rally import RallyFromRout
from grognard.games.red_actions.rules.retire import RetireMove
from grognard.games.red_actions.rules.room import room_in
from grognard.games.red_actions.rules.scenarios import WinEntry, WinTest
from grognard.games.red_actions.rules.segment import Hold
from grognard.games.red_actions.rules.sequence import EndOfTurn, GameTurn, Segments
from grognard.games.red_actions.rules.shot_orders import Fire
from grognard.games.red_actions.rules.terrain import survey
from grognard.testing import offered, play, unrolled

from .examples import aim_of, column, red, white
from .situations import area, at, battle, line, run, senior, unit


@pytest.mark.rule("RA-MEL.12", "RA-MEL.30", "RA-MOR.32")
def test_e18_cossack_charge_with_consequences() -> None:
    cossacks = unit("whites", "kuban_cossack", 4, 30, 29.2, name="k", formed=True, officer=1)
    target = red("red_rifle", 4, 30, officer=1, acted=True)
    g = battle(cossacks, target, dice=(4, 5, 3, 1, 2, 3, 1, 3))
    run(g, Melee("whites-k", ("reds-r",), {}, True, 3000, 2800))
    left = g.pieces["reds-r"]
    assert (left.terror, left.officer, left.routing) == (4, None, True)
    assert at(left)[1] > 40  # 3 inches back, then 9 inches away
    assert not unrolled(g)


@pytest.mark.rule("RA-MEL.13", "RA-MEL.15", "RA-MEL.21", "RA-MEL.32", "RA-MEL.14")
def test_e19_flank_charge() -> None:
    cavalry = unit("reds", "red_first_cav", 4, 20, 30, 90, name="c")
    g = battle(cavalry, unit("whites", "white_volunteer", 4, 30, 30, 0, name="w", acted=True), dice=(2, 3, 3, 4))
    run(g, Charging("reds-c", "whites-w"))
    left, riders = g.pieces["whites-w"], g.pieces["reds-c"]
    assert (left.bases, left.routing) == (2, True)
    assert riders.terror == 1
    assert not unrolled(g)


@pytest.mark.rule("RA-MEL.7", "RA-MEL.28", "RA-MEL.26")
def test_e20_equal_strength_and_a_specialist_attacker() -> None:
    g = battle(unit("whites", "czech_rifle", 4, 30, 29.2, name="c"), red("red_rifle", 4, 30), dice=(2, 4))
    run(g, Melee("whites-c", ("reds-r",), {}, True, 3000, 2500))
    play(g, Press("take terror"))
    c = g.pieces["whites-c"]
    assert (c.terror, c.retired) == (2, False)
    assert apart(g, c, g.pieces["reds-r"]) == pytest.approx(1.0, abs=0.11)


@pytest.mark.rule("RA-MEL.22", "RA-MOR.11")
def test_e21_humiliated() -> None:
    riders = unit("reds", "makhno_cav", 5, 30, 29.2, name="m", officer=2)
    g = battle(riders, unit("whites", "white_conscript", 5, 30, 30, 180, name="c"), dice=(1, 3, 4, 6, 3))
    run(g, Melee("reds-m", ("whites-c",), {}, True, 3000, 2500))
    weak, strong = g.pieces["whites-c"], g.pieces["reds-m"]
    assert (weak.terror, weak.retired) == (2, True)
    assert (strong.humiliated, strong.routing) == (1, True)


@pytest.mark.rule("RA-MOR.29", "RA-MOR.36", "RA-RET.14")
def test_e22_rallying() -> None:
    routers = unit("reds", "red_conscript", 4, 30, 20, name="r", officer=0, routing=True, terror=1, humiliated=1)
    g = battle(routers, dice=(2, 3))
    run(g, RallyFromRout("reds-r"))
    left = g.pieces["reds-r"]
    assert (left.humiliated, left.routing) == (2, True)
    assert at(left)[1] == pytest.approx(29, abs=0.1)
    assert value_of(g, left) == 3
    g.dice = RiggedDice([4, 4])
    run(g, RallyFromRout("reds-r"))
    assert g.gone["reds-r"] == "dispersed"


@pytest.mark.rule("RA-TER.1", "RA-TER.3", "RA-TER.23")
def test_e23_hedge_and_wood() -> None:
    hedge = line("hedge", "hedge", (20, 20.5), (40, 20.5))
    wood = area("wood", "woods", 20, 20.6, 20, 20)
    g = battle(unit("whites", "white_volunteer", 1, 30, 20, name="w"), terrain=(hedge, wood))
    way = survey(g, g.pieces["whites-w"], (30, 20), (30, 20.5 + 0.05))
    assert cost(way.stretches, way.tolls) == pytest.approx(0.55 + 1.5)
    far = [y / 10 for y in range(205, 240) if isinstance(plan(g, g.pieces["whites-w"], (30, y / 10), Budget(600)), Leg)]
    assert max(far) - 20.5 == pytest.approx(2.5, abs=0.5)  # about 2 inches of wood are bought by 4 of the move


@pytest.mark.rule("RA-TER.2", "RA-TER.25")
def test_e24_sabres_at_a_small_stream() -> None:
    stream = line("stream", "small_stream", (10, 23), (50, 23))
    g = battle(unit("whites", "kuban_cossack", 3, 30, 20, name="k"), terrain=(stream,))
    rider = g.pieces["whites-k"]
    assert not isinstance(plan(g, rider, (30, 24), full_budget(g, rider)), Leg)
    assert isinstance(plan(g, rider, (30, 22.9), full_budget(g, rider)), Leg)
    near = replace(rider, y=2210)
    crossing = plan(g, near, (30, 23.5), full_budget(g, near))
    assert isinstance(crossing, Leg)
    assert crossing.cost == 1200
    assert not isinstance(plan(g, near, (30, 25), full_budget(g, near)), Leg)


@pytest.mark.rule("RA-TER.7", "RA-TER.9", "RA-TER.11", "RA-VEH.3", "RA-TER.8")
def test_e25_tank_on_the_wire() -> None:
    wire = line("wire", "wire", (10, 23), (50, 23))
    g = battle(unit("whites", "tank_heavy", 1, 30, 20, name="t"), terrain=(wire,), dice=(3, 2))
    tank = g.pieces["whites-t"]
    leg = plan(g, tank, (30, 24), full_budget(g, tank))
    assert isinstance(leg, Leg)
    ended = drive(g, tank, leg, 0)
    assert g.pieces["whites-t"].stuck == "stuck"
    assert ended.y == pytest.approx(2295, abs=1)
    assert not g.gaps
    g.dice = RiggedDice([4])
    run(g, Acting("whites-t"))
    play(g, Free())
    assert g.pieces["whites-t"].stuck == ""
    assert any(isinstance(a, Go) for a in offered(g))


@pytest.mark.rule("RA-TER.9", "RA-TER.12", "RA-TER.33")
def test_e26_armoured_car_among_houses() -> None:
    house = area("house", "building_wood", 25, 26, 10, 2)
    g = battle(unit("whites", "ac_mg", 1, 30, 20, name="c"), terrain=(house,), dice=(3, 3))
    car = g.pieces["whites-c"]
    way = survey(g, car, (30, 20), (30, 28.6))
    # the centre of the base is half a length behind the anchor, so the last inches are still among the houses
    assert cost(way.stretches, way.tolls) == pytest.approx(8.6 + 3 * (28.6 - 0.985 - 26), abs=0.1)
    assert [t.name for t in way.tests] == ["house"]
    leg = Leg(3000, 2860, 0, 1400, "ahead")
    drive(g, car, leg, 0)
    assert not unrolled(g)
    road = battle(unit("whites", "ac_mg", 1, 30, 20, name="c"))
    drive(road, road.pieces["whites-c"], Leg(3000, 3200, 0, 1200, "ahead"), 0)


@pytest.mark.rule("RA-TRT.1", "RA-TRT.2")
def test_e27_mob_roll() -> None:
    g = battle(unit("reds", "red_guard", 5, 30, 30, 180, name="r"), white("white_volunteer", 4, 18), dice=(2,))
    run(g, Acting("reds-r"))
    go = next(a for a in offered(g) if isinstance(a, Go) and a.y < 3000)
    play(g, go)
    assert {type(a) for a in offered(g)} <= {Hold, Fire}
    assert Fire("whites-w") in offered(g)
    assert at(g.pieces["reds-r"]) == (30, 30)


@pytest.mark.rule("RA-PRE.5", "RA-PRE.7", "RA-SHO.8")
def test_e28_return_fire() -> None:
    shooters = unit("reds", "red_rifle", 4, 30, 31, 180, name="r")
    g = battle(shooters, white("white_volunteer", 4, 20, officer=1), dice=(4, 6, 3, 5, 2, 4))
    run(g, Acting("reds-r"))
    play(g, Fire("whites-w"))
    play(g, Press("return fire"))
    play(g, Go(3000, 3400))
    volunteers, reds = g.pieces["whites-w"], g.pieces["reds-r"]
    assert (volunteers.terror, volunteers.pinned, volunteers.acted) == (2, True, True)
    assert reds.terror == 1
    assert at(reds) == (30, 34)


@pytest.mark.rule("RA-PRE.9", "RA-PRE.10", "RA-PRE.11")
def test_e29_clever_officer() -> None:
    clever = unit("whites", "white_officer", 4, 45, 20, name="o", officer=Officer(2, ("Clever",)))
    for dice, first in (((5, 3, 3, 6, 6), False), ((6,), True)):
        g = battle(clever, red("red_first_cav", 4, 32), white("white_mg", 1), dice=dice)
        run(g, Acting("reds-r"))
        play(g, Charge("whites-w"))
        assert g.asks[0].side == "whites"
        if first:
            play(g, Pick("whites-o"))
            assert g.asks[0].side == "whites"
            assert g.pieces["whites-o"].tried
            play(g, Hold())
            assert g.asks[0].side == "reds"
            assert Hold() in offered(g)
        else:
            play(g, Pick("whites-o"))
            assert g.pieces["whites-o"].tried
            assert not g.pieces["whites-o"].acted


@pytest.mark.rule("RA-AMB.7", "RA-AMB.8", "RA-MOR.8")
def test_e30_ambush() -> None:
    wood = area("wood", "woods", 20, 29, 20, 10)
    hidden = unit("reds", "makhno_inf", 4, 30, 30, 180, name="m", hidden=True, unseen=True)
    g = battle(hidden, unit("whites", "white_conscript", 5, 30, 21, name="c", officer=0), terrain=(wood,), dice=(3, 4))
    run(g, AmbushWindow("whites-c"))
    play(g, Pick("reds-m"))
    routed, ambusher = g.pieces["whites-c"], g.pieces["reds-m"]
    assert routed.routing
    assert centre(g, routed)[1] == pytest.approx(21 - 0.395 - 9, abs=0.05)
    assert (ambusher.hidden, ambusher.acted) == (False, True)
    assert Hold() in offered(g)


@pytest.mark.rule("RA-MOR.25")
def test_e31_senior_officer() -> None:
    house = area("house", "building_wood", 29, 12, 4, 3)
    volunteers = white("white_volunteer", 4, 20, officer=1, terror=1)
    g = battle(volunteers, senior("whites", 3, 30.5, 9.5), terrain=(house,))
    assert value_of(g, g.pieces["whites-w"]) == 7
    g.move_to("whites-senior_chief", (45, 20))
    assert value_of(g, g.pieces["whites-w"]) == 7  # too far
    g.move_to("whites-senior_chief", (40, 20))
    assert value_of(g, g.pieces["whites-w"]) == 9
    g.move_to("whites-senior_chief", (30, 16.5))
    assert value_of(g, g.pieces["whites-w"]) == 9


@pytest.mark.rule("RA-MOR.22", "RA-MOR.23")
def test_e33_behind_the_flanks() -> None:
    rifles = unit("reds", "red_rifle", 4, 30, 30, 0, name="r", officer=1)
    sabres = unit("whites", "kuban_cossack", 3, 38, 22, 0, name="k")
    g = battle(rifles, sabres)
    assert value_of(g, g.pieces["reds-r"]) == 6
    g.put(unit("reds", "red_cav", 3, 45, 24, 270, name="cav"))
    assert value_of(g, g.pieces["reds-r"]) == 8


@pytest.mark.rule("RA-TER.22", "RA-TER.16", "RA-TER.38", "RA-TER.39")
def test_e34_bridge_and_formation() -> None:
    river = area("river", "stream", 0, 21, 72, 1.6)
    bridge = area("bridge", "bridge", 28.95, 20.5, 2.1, 2.6)
    road = line("road", "road", (30, 0), (30, 48))
    rifles = unit("whites", "red_rifle", 4, 30, 20, name="w")
    g = battle(rifles, terrain=(river, bridge, road))
    u = g.pieces["whites-w"]
    assert not isinstance(plan(g, u, (30, 23.1), full_budget(g, u)), Leg)
    beside = plan(g, u, (30, 23.0), full_budget(g, u))
    assert isinstance(beside, Leg)
    assert beside.cost == pytest.approx(300 + 300, abs=2)
    column = replace(u, formation="column")
    by_road = plan(g, column, (30, 28), full_budget(g, column))
    assert isinstance(by_road, Leg)
    assert by_road.kind == "road"
    assert not isinstance(plan(g, column, (30, 28.1), full_budget(g, column)), Leg)


@pytest.mark.rule("RA-MOV.30", "RA-MEL.29", "RA-MEL.32")
def test_e35_charging_routers() -> None:
    routers = unit("whites", "white_conscript", 4, 30, 30, 180, name="c", routing=True, terror=2, officer=0)
    g = battle(unit("reds", "red_cav", 4, 30, 38, 180, name="r", officer=0), routers, dice=(3, 4, 2))
    run(g, ChargeTest("reds-r", "whites-c"))
    left, riders = g.pieces["whites-c"], g.pieces["reds-r"]
    assert (left.bases, left.terror, left.officer, left.routing) == (2, 2, None, True)
    assert at(left)[1] == pytest.approx(21, abs=1.7)
    assert riders.terror == 1
    assert not unrolled(g)


@pytest.mark.rule("RA-RET.21")
def test_e36_retiring_through_friends() -> None:
    rifles = unit("reds", "red_rifle", 4, 30, 20, 180, name="r")
    friends = unit("reds", "red_rifle", 4, 30, 23.2, 180, name="f")
    g = battle(rifles, friends, unit("whites", "white_mg", 1, 30, 10))
    run(g, RetireMove("reds-r", 3000, 1000, True))
    assert at(g.pieces["reds-r"])[1] == pytest.approx(23.99, abs=0.02)
    assert at(g.pieces["reds-f"]) == (30, 23.2)


@pytest.mark.rule("RA-MEL.8", "RA-MEL.17", "RA-RET.24", "RA-BLD.4")
def test_e37_storming_a_wooden_house() -> None:
    house = area("house", "building_wood", 27, 30, 6, 3)
    storming = unit("reds", "red_rifle", 5, 30, 29.9, 0, name="r")
    holding = unit("whites", "white_conscript", 4, inside="house", name="c", acted=True)
    g = battle(storming, holding, terrain=(house,), dice=(3, 5))
    run(g, Melee("reds-r", ("whites-c",), {}, True, 3000, 2700))
    out = g.pieces["whites-c"]
    assert out.terror == 2
    assert at(out)[1] == pytest.approx(36, abs=0.05)
    play(g, Press("enter"))
    assert g.pieces["reds-r"].inside == "house"


@pytest.mark.rule("RA-BLD.3", "RA-SHO.54")
def test_e38_firing_places() -> None:
    house = area("house", "building_wood", 20, 20, 5.0, 2.8)
    garrison = unit("reds", "red_rifle", 4, inside="house", name="r")
    g = battle(garrison, unit("whites", "white_mg", 1, 22.5, 33, 180, name="n"), terrain=(house,))
    aim = aim_of(g, "reds-r", "whites-n")
    assert (aim.bases, aim.total, column(aim)) == (4, 12, "9-12")
    g = battle(garrison, unit("whites", "white_mg", 1, 35, 21.4, 270, name="n"), terrain=(house,))
    aim = aim_of(g, "reds-r", "whites-n")
    assert (aim.bases, aim.total, column(aim)) == (2, 6, "5-8")
    assert room_in(g, "house", "reds-r") == 7


@pytest.mark.rule("RA-TRN.14", "RA-SCN.2", "RA-SCN.6")
def test_e39_end_of_turn() -> None:
    tests = (
        WinTest("possess", "whites", ("church",)),
        WinTest("none_near", "reds", object="bridge", inches=6, pinned_units_count=False),
    )
    terrain = (area("church", "building_stone", 40, 40, 3, 3), area("bridge", "bridge", 30, 20, 2, 2))
    for pinned, lost, winners in ((False, 0, None), (True, 0, ("whites",)), (True, 4, ("reds",))):
        g = battle(
            red("red_guard", 4, 28, pinned=pinned),
            terrain=terrain,
            win=(WinEntry("whites", "end_of_turn", tests),),
            flight={"whites": 4, "reds": 6},
            dice=() if winners else (6, 1),  # for the initiative of the next turn
            turn=7,
        )
        g.owner = {**g.owner, "church": "whites"}
        for i in range(lost):
            g.gone = {**g.gone, f"whites-{i}": "destroyed"}
        run(g, EndOfTurn())
        assert (g.result.winners if g.result else None) == winners


@pytest.mark.rule("RA-TRT.1", "RA-TRT.23", "RA-MOR.26")
def test_e40_a_mob_that_dare_not_charge() -> None:
    mob = unit("reds", "red_guard", 5, 30, 25, 180, name="r", officer=0)
    g = battle(mob, white("white_volunteer", 4, 20), dice=(4, 5, 2))
    run(g, Acting("reds-r"))
    play(g, Charge("whites-w"))
    assert g.pieces["reds-r"].barred
    assert not any(isinstance(a, Charge) for a in offered(g))
    play(g, next(a for a in offered(g) if isinstance(a, Go) and a.y < 2500))
    assert {type(a) for a in offered(g)} <= {Hold, Fire}
    assert not unrolled(g)


def test_ratio_of_e19_is_read_in_the_4_to_1_column() -> None:
    assert ratio_column(Fraction(20) / Fraction(9, 2)) == 5
    assert fighting_number(unit("reds", "red_first_cav", 4), []) == 20


def test_turns_and_segments_are_steps() -> None:
    assert GameTurn(1).number == 1
    assert Segments("reds").side == "reds"
