"""What is forbidden, and by which rule: a case for each reason that the rules can give."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Refusal, To
from grognard.games.tank_leader.rules.areas import BattalionArea, CompanyArea
from grognard.games.tank_leader.rules.assault import GatherAssault, why_not_assault
from grognard.games.tank_leader.rules.card_play import CardPlay, CommandChoice, Interrupts, ParentChoice
from grognard.games.tank_leader.rules.cards import Play
from grognard.games.tank_leader.rules.combined import Combine, why_not_join
from grognard.games.tank_leader.rules.entrench import why_not_entrench
from grognard.games.tank_leader.rules.fire import AI, AV, why_not_fire
from grognard.games.tank_leader.rules.indirect import (
    AimIndirect,
    ChooseSpotter,
    GatherGuns,
    why_not_direct,
    why_not_shell,
    why_not_shelling,
)
from grognard.games.tank_leader.rules.march import ENTRENCH
from grognard.games.tank_leader.rules.movement import EXIT, MoveUnit, why_not_exit, why_not_overrun_now
from grognard.games.tank_leader.rules.observers import DeployObserver
from grognard.games.tank_leader.rules.operations import END, SHELL, Activate, Activation, why_not_operate
from grognard.games.tank_leader.rules.opportunity import React, Window, why_not_react
from grognard.games.tank_leader.rules.overrun import Overrun, why_not_overrun
from grognard.games.tank_leader.rules.reinforcements import ROAD, EnterMap, why_not_come
from grognard.games.tank_leader.rules.setup import Board, DigIn, PlaceUnit
from grognard.games.tank_leader.rules.stacking import Overstacking, why_not_lift
from grognard.games.tank_leader.rules.state import Move
from grognard.games.tank_leader.rules.terrain import Conditions
from grognard.games.tank_leader.rules.transport import Drop, Load, why_not_drop, why_not_load
from grognard.games.tank_leader.rules.ways import why_not_move, why_not_step

from .table import HILLY, act, begun, deal, field, offered, play, put, rule, say

SPRING = Conditions("spring", "normal", "normal", "wooded", "flat")


def cited(refusal: Refusal | None) -> str | None:
    """The rule of a refusal."""
    return refusal.rule if refusal else None


# ------------------------------------------------------------------ who may operate and move (6 to 8)


@pytest.mark.rule("TL-6.61.1", "TL-2.11.3", "TL-10.13.1", "TL-13.31.5", "TL-5.1", "TL-13.32.1", "TL-7.1")
def test_why_a_unit_may_not_operate() -> None:
    g = field()
    fit = put(g, "t34_76", "2117", "206")
    g.active, g.active_side = ("206", "227"), "soviet"
    truck = put(g, "s_truck", "2118")
    waits = put(g, "s_at76", "", "227")
    g.entry["227"] = (ROAD, "6420")
    cases = {
        put(g, "t34_76", "2117", "207"): "TL-6.61.1",
        put(g, "pz4l", "3804", "106"): "TL-6.61.1",
        put(g, "t34_76", "2117", "206", up=False): "TL-2.11.3",
        put(g, "t34_76", "2117", "206", suppressed=True): "TL-10.13.1",
        put(g, "s_at76", "2118", "227", carrier=truck): "TL-13.31.5",
        put(g, "t34_76", "", "206"): "TL-5.1",
        waits: "TL-13.32.1",
        put(g, "s_at76", "6333", "227", trench=2): "TL-7.1",
        fit: None,
        truck: None,
    }
    assert {unit: cited(why_not_operate(g, g.pieces[unit])) for unit in cases} == cases


@pytest.mark.rule("TL-5.2")
def test_an_activation_is_not_ended_while_somebody_has_to_enter() -> None:
    g = field()
    for _ in range(2):
        put(g, "t34_76", "", "206")
    g.entry["206"] = (ROAD, "6420")
    play(g, Activate(("206",)))
    assert rule(g, END) == "TL-5.2"


@pytest.mark.rule("TL-12.3.1", "TL-11.4.4", "TL-14.11.4")
def test_why_a_unit_may_not_move_at_all() -> None:
    g = field()
    cases = {
        put(g, "s_at76", "3804", "227"): "TL-12.3.1",
        put(g, "rifle", "3804", "222", separated=True): "TL-11.4.4",
        put(g, "rifle", "3804", "222", bound=("x",)): "TL-14.11.4",
        put(g, "rifle", "3804", "222", separated=True, exp=1): None,
        put(g, "t34_76", "3804", "205", separated=True, exp=0): None,
    }
    assert {unit: cited(why_not_move(g, g.pieces[unit])) for unit in cases} == cases


@pytest.mark.rule("TL-8.1", "TL-13.33.2", "TL-14.1", "TL-8.1.4", "TL-8.12", "TL-8.13", "TL-8.2.2", "TL-8.4", "TL-8.1.2")
def test_why_a_step_is_not_open() -> None:
    g = field(HILLY)
    tank, men = put(g, "t34_76", "3123", "206"), put(g, "rifle", "3123", "222")
    put(g, "g_inf", "3122", "103")
    put(g, "pz4l", "3023", "106")
    put(g, "g_truck", "3223")

    def step(unit: str, h: str, move: Move) -> str | None:
        return cited(why_not_step(g, g.pieces[unit], move, h))

    assert step(tank, "3023", Move(tank)) is None and step(tank, "3122", Move(tank)) is None
    assert step(tank, "3125", Move(tank)) == "TL-8.1"  # no neighbour
    assert step(tank, "3122", Move(tank, transport=True)) == "TL-13.33.2"
    assert step(men, "3023", Move(men)) == "TL-14.1"
    assert step(men, "3122", Move(men)) is None and step(men, "3223", Move(men)) is None
    assert g.country.terrain["3124"] == "forest" and step(tank, "3124", Move(tank)) == "TL-8.1.4"
    assert step(tank, "3023", Move(tank, over=True, hexes=1)) == "TL-8.4"
    assert step(tank, "3023", Move(tank, spent=15, hexes=1)) == "TL-8.1.2"
    assert step(tank, "3023", Move(tank, spent=15)) is None  # the first hex may always be entered
    slow = put(g, "kv1s", "3123", "208")
    g.rolled["208"] = 2
    assert step(slow, "3023", Move(slow, hexes=2)) == "TL-8.2.2" and step(slow, "3023", Move(slow, hexes=1)) is None
    wet = field(SPRING)
    bank = put(wet, "t34_76", "3709", "206")
    assert cited(why_not_step(wet, wet.pieces[bank], Move(bank), "3710")) == "TL-8.12"  # the river
    ford = put(wet, "t34_76", "3506", "206")
    assert cited(why_not_step(wet, wet.pieces[ford], Move(ford), "3507")) == "TL-8.13"


@pytest.mark.rule("TL-8.4.1", "TL-8.2.2")
def test_why_a_unit_may_not_leave_the_map() -> None:
    g = field()
    tank, inland = put(g, "kv1s", "0117", "208"), put(g, "kv1s", "0217", "208")
    g.rolled["208"] = 3
    assert cited(why_not_exit(g, g.pieces[tank], Move(tank))) is None
    assert cited(why_not_exit(g, g.pieces[inland], Move(inland))) == "TL-8.4.1"
    assert cited(why_not_exit(g, g.pieces[tank], Move(tank, spent=9, hexes=2))) == "TL-8.4.1"  # half a point left
    assert cited(why_not_exit(g, g.pieces[tank], Move(tank, spent=2, hexes=3))) == "TL-8.2.2"


@pytest.mark.rule("TL-8.1", "TL-8.4.1", "TL-13.31.4", "TL-13.31.5", "TL-8.2.1")
def test_why_a_unit_on_the_move_may_not_do_something() -> None:
    g = field()
    truck = put(g, "s_truck", "3804")
    men, rider = put(g, "rifle", "3804", "222"), put(g, "rifle", "3804", "222", up=False)
    g.change(rider, carrier=truck)
    g.move = Move(truck, transport=True, spent=4, hexes=2)
    play(g, MoveUnit(truck))
    assert rule(g, To("6333")) == "TL-8.1" and rule(g, EXIT) == "TL-8.4.1"
    assert rule(g, Load(men)) == "TL-13.31.4"  # it is back where it began, but it has set out
    assert rule(g, Drop(men)) == "TL-13.31.5" and Drop(rider) in offered(g)
    g = field()
    slow = put(g, "kv1s", "3804", "208")
    act(g, slow, dice=[1])
    assert rule(g, To("3806")) == "TL-8.1"  # one hex, as rolled


@pytest.mark.rule("TL-8.54.1", "TL-13.35.1")
def test_why_a_unit_may_not_be_put_on_top() -> None:
    g = field()
    low, top = put(g, "t34_76", "2117", "206"), put(g, "t34_76", "2117", "206")
    idle = put(g, "t34_76", "2217", "207")
    put(g, "t34_76", "2217", "207")
    foe = put(g, "pz4l", "2117", "106")
    put(g, "pz4l", "2117", "106")
    rider = put(g, "rifle", "2117", "222", carrier=low, up=False)
    g.active, g.active_side = ("206",), "soviet"
    cases = {low: None, top: "TL-8.54.1", idle: "TL-8.54.1", foe: "TL-8.54.1", rider: "TL-13.35.1"}
    assert {unit: cited(why_not_lift(g, g.pieces[unit])) for unit in cases} == cases


@pytest.mark.rule("TL-8.52.2")
def test_only_surplus_units_of_the_hex_are_removed() -> None:
    g = field()
    for _ in range(4):
        put(g, "t34_76", "2117", "206")
    men, elsewhere = put(g, "rifle", "2117", "222"), put(g, "t34_76", "2118", "206")
    play(g, Overstacking())
    assert rule(g, Pick(men)) == rule(g, Pick(elsewhere)) == "TL-8.52.2"


# ------------------------------------------------------------------ fire (9, 13.1)


@pytest.mark.rule("TL-9.1.1", "TL-5.1", "TL-2.11.6", "TL-13.35.1", "TL-13.1.1", "TL-13.14.3", "TL-12.13.1")
def test_why_a_unit_may_not_fire_at_a_target_of_this_kind() -> None:
    g = field()
    tank, men, truck = put(g, "pz4l", "3804", "106"), put(g, "g_inf", "3804", "103"), put(g, "g_truck", "3804")
    off = put(g, "pz4l", "", "106")
    foe, rifles, lorry = put(g, "t34_76", "3806", "206"), put(g, "rifle", "3806", "222"), put(g, "s_truck", "3807")
    rider = put(g, "rifle", "3807", "222", carrier=lorry, up=False)
    waits = put(g, "t34_76", "", "206")
    cases = {
        (tank, foe, AV): None,
        (tank, rifles, AI): None,
        (tank, lorry, AI): None,
        (tank, men, AI): "TL-9.1.1",
        (tank, waits, AV): "TL-9.1.1",
        (off, foe, AV): "TL-5.1",
        (truck, foe, AV): "TL-2.11.6",
        (tank, rider, AI): "TL-13.35.1",
        (tank, rifles, AV): "TL-13.1.1",
        (tank, foe, AI): "TL-13.14.3",
        (men, foe, AV): "TL-12.13.1",
    }
    found = {(a, b, k): cited(why_not_fire(g, g.pieces[a], g.pieces[b], k)) for a, b, k in cases}
    assert found == cases


@pytest.mark.rule("TL-9.21.1", "TL-9.21.4", "TL-8.51.4", "TL-9.21.5", "TL-13.14.1", "TL-9.11.1")
def test_why_a_unit_may_not_fire_into_a_hex() -> None:
    g = field()
    tank, men = put(g, "pz2", "3804", "111"), put(g, "g_inf", "3804", "103")
    far, near = put(g, "t34_76", "3809", "206"), put(g, "t34_76", "3806", "206")
    low, rifles = put(g, "rifle", "3806", "222"), put(g, "rifle", "3806", "222")
    shot = why_not_fire
    assert cited(shot(g, g.pieces[tank], g.pieces[far], AV)) == "TL-9.21.1"
    assert cited(shot(g, g.pieces[men], g.pieces[low], AI)) == "TL-9.21.4"
    assert shot(g, g.pieces[men], g.pieces[low], AI, moving=True) is None  # opportunity fire takes the mover anywhere
    mine = put(g, "pz4l", "3806", "106")
    assert cited(shot(g, g.pieces[tank], g.pieces[near], AV)) == "TL-8.51.4"
    assert shot(g, g.pieces[mine], g.pieces[near], AV) is None  # from inside the hex
    assert shot(g, g.pieces[men], g.pieces[rifles], AI) is None  # an armoured friend bars no AI fire
    for kind, card in (("g_inf", "103"), ("g_mortar", "108"), ("g_fo", "108"), ("halftrack", "103"), ("g_truck", "")):
        friend = put(g, kind, "3806", card)
        assert cited(shot(g, g.pieces[men], g.pieces[rifles], AI)) == "TL-13.14.1"
        g.drop(friend)
    blocked = put(g, "t34_76", "2521", "206")
    eye = put(g, "pz4l", "2117", "106")
    assert cited(shot(g, g.pieces[eye], g.pieces[blocked], AV)) == "TL-9.11.1"


@pytest.mark.rule("TL-10.13.1", "TL-10.14.1", "TL-13.34.2", "TL-9.4.1", "TL-9.43.1")
def test_why_a_unit_may_not_opportunity_fire() -> None:
    g = field()
    mover = put(g, "pz4l", "3806", "106")
    loaded = put(g, "t34_76", "3808", "206")
    rider = put(g, "rifle", "3808", "222", carrier=loaded, up=False)
    fit = put(g, "t34_76", "3808", "206")
    cases = {
        fit: None,
        put(g, "t34_76", "3808", "206", suppressed=True): "TL-10.13.1",
        put(g, "t34_76", "3808", "207"): "TL-10.14.1",
        loaded: "TL-13.34.2",
        rider: "TL-13.34.2",
        put(g, "t34_76", "3808", "206", up=False): "TL-9.4.1",
        put(g, "rifle", "3806", "222", up=False): None,  # in its own hex infantry fires face-down
        put(g, "s_at45", "3806", "225", up=False): "TL-9.4.1",  # guns do not
    }
    g.cards["207"] = "shaken"
    assert {unit: cited(why_not_react(g, g.pieces[unit], g.pieces[mover], AV)) for unit in cases} == cases
    play(g, Window(mover, shot=(fit,)))
    assert rule(g, React(fit, AV)) == "TL-9.43.1"
    assert rule(g, React(mover, AV)) == "TL-9.4.1"  # the mover's own side


@pytest.mark.rule("TL-13.12.7", "TL-13.12.1")
def test_why_a_unit_may_not_join_combined_fire() -> None:
    g = field()
    target = put(g, "rifle", "3806", "222")
    men, truck = put(g, "g_inf", "3804", "103"), put(g, "g_truck", "3804")
    g.active, g.active_side = ("103",), "german"
    cases = {
        men: None,
        put(g, "halftrack", "3804", "103"): "TL-13.12.7",
        put(g, "g_inf", "3804", "107"): "TL-13.12.1",
        put(g, "g_inf", "3804", "103", up=False): "TL-13.12.1",
        put(g, "g_inf", "3804", "103", suppressed=True): "TL-13.12.1",
        put(g, "g_inf", "3804", "103", carrier=truck): "TL-13.12.1",
        put(g, "g_inf", "3809", "103"): "TL-9.21.1",
    }
    assert {unit: cited(why_not_join(g, g.pieces[unit], g.pieces[target])) for unit in cases} == cases
    for unit in list(g.pieces):
        if unit not in (men, target):
            g.drop(unit)
    act(g, men)
    assert rule(g, Combine(target)) == "TL-13.12.1"  # nobody can join


# ------------------------------------------------------------------ indirect fire (13.2)


@pytest.mark.rule("TL-13.21.1", "TL-13.21.2", "TL-13.22.1", "TL-13.34.2")
def test_why_a_gun_may_not_fire_indirectly() -> None:
    g = field(visibility=3)
    gun, plain = put(g, "s_mortar82", "2722", "225"), put(g, "s_at45", "2722", "225")
    g.active, g.active_side = ("225",), "soviet"
    assert cited(why_not_shelling(g, g.pieces[plain])) == "TL-13.21.1"
    put(g, "panther", "1020", "115")
    assert cited(why_not_shell(g, g.pieces[gun], "1020")) == "TL-13.21.1"  # out of range
    assert cited(why_not_shell(g, g.pieces[gun], "2721")) == "TL-13.21.1"  # nobody is there
    assert cited(why_not_shelling(g, g.pieces[gun])) == "TL-13.21.1"
    put(g, "panther", "2221", "115")
    assert why_not_shell(g, g.pieces[gun], "2221") is None
    assert cited(why_not_shelling(g, g.pieces[gun])) == "TL-13.22.1"  # nobody sees so far
    put(g, "t34_76", "2221", "206")
    assert cited(why_not_shell(g, g.pieces[gun], "2221")) == "TL-13.21.2"
    act(g, gun)
    assert rule(g, SHELL) == "TL-13.21.1"
    spg = put(g, "su76", "2722", "241")
    put(g, "rifle", "2722", "222", carrier=spg, up=False)
    act(g, spg)
    assert rule(g, SHELL) == "TL-13.34.2"


@pytest.mark.rule("TL-13.22.1", "TL-13.34.2", "TL-13.23.2", "TL-9.11.1", "TL-13.23.3")
def test_why_a_unit_may_not_spot_for_a_gun() -> None:
    g = field()
    gun, other = put(g, "s_mortar120", "2722", "221"), put(g, "s_mortar120", "2822", "221")
    fo = put(g, "s_fo", "2622", "221")
    put(g, "panther", "2120", "115")
    g.active, g.active_side = ("221", "229", "241"), "soviet"
    car = put(g, "t60", "2622", "229")
    put(g, "rifle", "2622", "222", carrier=car, up=False)

    def why(spotter: str, pairs: tuple[tuple[str, str], ...] = (), h: str = "2120") -> str | None:
        return cited(why_not_direct(g, g.pieces[spotter], g.pieces[gun], h, pairs))

    assert why(fo) is None and why(gun) is None
    assert why(put(g, "s_fo", "2622", "225")) == "TL-13.22.1"  # not active
    assert why(put(g, "s_fo", "2622", "221", up=False)) == "TL-13.22.1"
    assert why(put(g, "s_fo", "2622", "221", suppressed=True)) == "TL-13.22.1"
    assert why(put(g, "s_gun76", "2622", "221")) == "TL-13.22.1"  # no star
    assert why(car) == "TL-13.34.2"
    assert why(put(g, "s_fo", "2318", "221")) == "TL-13.23.2"  # farther than three hexes from the gun
    assert why(fo, ((other, fo),)) == "TL-13.23.2"  # it serves another hex
    assert why(fo, h="1812") == "TL-9.11.1"
    star = put(g, "t60", "2722", "229")
    assert why(star, ((star, fo),)) == "TL-13.23.3"  # it fires already
    assert why(fo, ((other, gun),)) == "TL-13.23.3"  # the gun spots already
    play(g, ChooseSpotter(gun, "2120"))
    assert rule(g, Pick(other)) == "TL-13.22.1"
    play(g, AimIndirect(gun))
    assert rule(g, To("2721")) == "TL-13.21.1"


@pytest.mark.rule("TL-13.25.1", "TL-13.23.3", "TL-13.21.1", "TL-13.22.1")
def test_why_a_gun_may_not_join_indirect_fire() -> None:
    g = field(visibility=6)
    gun, fo = put(g, "s_mortar120", "2722", "221"), put(g, "s_fo", "2622", "221")
    panther = put(g, "panther", "2120", "115")
    g.active, g.active_side = ("221",), "soviet"
    near, tired = put(g, "s_gun76", "2722", "221"), put(g, "s_mortar120", "2722", "221", up=False)
    out, blind = put(g, "s_gun76", "2822", "221"), put(g, "s_mortar120", "2822", "221")
    idle = put(g, "s_mortar82", "2722", "225")
    play(g, GatherGuns("2120", ((gun, fo),)))
    assert Pick(near) in offered(g)
    cases = {
        gun: "TL-13.23.3",
        tired: "TL-13.25.1",
        idle: "TL-13.25.1",
        panther: "TL-13.25.1",
        out: "TL-13.21.1",
        blind: "TL-13.22.1",
    }
    assert {unit: rule(g, Pick(unit)) for unit in cases} == cases


# ------------------------------------------------------------------ transport and entrenching (13.3, 13.4)


@pytest.mark.rule("TL-13.3.1", "TL-13.31.3", "TL-13.31.4", "TL-13.31.6", "TL-14.11.4", "TL-13.32.1", "TL-13.33.1")
def test_why_a_unit_may_not_be_loaded() -> None:
    g = field()
    truck, tank, men = put(g, "s_truck", "3804"), put(g, "t34_76", "3804", "206"), put(g, "rifle", "3804", "222")
    late = put(g, "rifle", "3804", "222")
    g.began[late] = "3805"
    full = put(g, "t34_76", "3804", "206")
    rider = put(g, "rifle", "3804", "222", carrier=full, up=False)
    came = put(g, "s_truck", "3804")
    g.began[came] = "3805"
    cases = {
        (truck, men): None,
        (truck, tank): "TL-13.3.1",
        (truck, put(g, "g_inf", "3804", "103")): "TL-13.3.1",
        (men, late): "TL-13.3.1",
        (truck, rider): "TL-13.31.3",
        (truck, put(g, "rifle", "3805", "222")): "TL-13.31.3",
        (truck, late): "TL-13.31.3",
        (came, men): "TL-13.31.3",
        (truck, put(g, "rifle", "3804", "222", up=False)): "TL-13.31.6",
        (truck, put(g, "rifle", "3804", "222", suppressed=True)): "TL-13.31.6",
        (truck, put(g, "rifle", "3804", "222", bound=("x",))): "TL-14.11.4",
        (tank, put(g, "s_at76", "3804", "227")): "TL-13.32.1",
        (full, men): "TL-13.33.1",
    }
    assert {(v, u): cited(why_not_load(g, g.pieces[v], g.pieces[u])) for v, u in cases} == cases
    g.move = Move(truck, hexes=2)
    assert cited(why_not_load(g, g.pieces[truck], g.pieces[men])) == "TL-13.31.4"
    g = field()
    off, here = put(g, "s_truck", ""), put(g, "rifle", "", "222")
    g.entry |= {off: (ROAD, "6420"), "222": (ROAD, "6414")}
    assert cited(why_not_load(g, g.pieces[off], g.pieces[here])) == "TL-13.31.3"  # they wait at different entries


@pytest.mark.rule("TL-13.31.5")
def test_why_a_passenger_may_not_be_set_down() -> None:
    g = field()
    truck = put(g, "s_truck", "3804")
    rider, walker = put(g, "rifle", "3804", "222", carrier=truck, up=False), put(g, "rifle", "3804", "222")
    g.move = Move(truck, transport=True, hexes=1)
    assert why_not_drop(g, g.pieces[truck], g.pieces[rider]) is None
    assert cited(why_not_drop(g, g.pieces[truck], g.pieces[walker])) == "TL-13.31.5"
    g.move = Move(truck, transport=True)
    assert cited(why_not_drop(g, g.pieces[truck], g.pieces[rider])) == "TL-13.31.5"  # not where it began
    g.move = None
    assert cited(why_not_drop(g, g.pieces[truck], g.pieces[rider])) == "TL-13.31.5"


@pytest.mark.rule("TL-13.41.1", "TL-13.4.1")
def test_why_a_unit_may_not_entrench() -> None:
    g = field()
    cases = {
        put(g, "rifle", "3804", "222", trench=1): None,
        put(g, "s_at76", "3804", "227"): None,
        put(g, "t34_76", "3804", "206"): "TL-13.41.1",
        put(g, "s_fo", "3804", "221"): "TL-13.41.1",
        put(g, "rifle", "3804", "222", trench=2): "TL-13.4.1",
        put(g, "rifle", "3805", "222"): "TL-13.41.1",
    }
    put(g, "g_inf", "3805", "103")
    assert {unit: cited(why_not_entrench(g, g.pieces[unit])) for unit in cases} == cases
    g.active, g.active_side = ("206",), "soviet"
    play(g, Activation())
    say(g, Pick(next(u.id for u in g.pieces.values() if u.card == "206")))
    assert rule(g, ENTRENCH) == "TL-13.41.1"


# ------------------------------------------------------------------ same-hex combat (14)


@pytest.mark.rule("TL-14.1.1", "TL-14.1", "TL-14.11.1", "TL-14.11.2", "TL-14.11.4", "TL-11.4.4")
def test_why_a_unit_may_not_close_assault() -> None:
    g = field()
    for h in ("2319", "1820"):
        put(g, "panther", h, "115")
    put(g, "g_truck", "1812")
    men = put(g, "rifle", "2318", "222")

    def why(unit: str, h: str) -> str | None:
        return cited(why_not_assault(g, g.pieces[unit], h))

    assert why(men, "2319") is None
    assert why(put(g, "s_mortar82", "2318", "225"), "2319") == "TL-14.1.1"
    assert why(put(g, "s_fo", "2318", "221"), "2319") == "TL-14.1.1"
    assert why(put(g, "t34_76", "2318", "206"), "2319") == "TL-14.1.1"
    assert why(put(g, "rifle", "1813", "222"), "1812") == "TL-14.1"  # a truck is no vehicle here
    assert why(men, "2317") == "TL-14.1"
    assert why(put(g, "rifle", "1821", "222"), "1820") == "TL-14.11.1"
    assert why(put(g, "rifle", "2317", "222"), "2319") == "TL-14.11.2"
    g.came[men] = "2316"
    assert why(men, "2319") == "TL-14.11.2"  # it did not begin the activation beside it
    assert why(put(g, "rifle", "2318", "222", bound=("x",)), "2319") == "TL-14.11.4"
    assert why(put(g, "rifle", "2319", "222", bound=("x",)), "2319") is None  # it need not leave its hex
    assert why(put(g, "rifle", "2318", "222", separated=True), "2319") == "TL-11.4.4"
    mate = put(g, "rifle", "2318", "222")
    g.active, g.active_side = ("222",), "soviet"
    play(g, GatherAssault("2319", (men,)))
    assert Pick(mate) in offered(g)
    assert rule(g, Pick(next(u.id for u in g.pieces.values() if u.card == "206"))) == "TL-14.1.1"
    assert rule(g, Pick(men)) == "TL-14.11.2"


@pytest.mark.rule("TL-14.21.1", "TL-14.2.1", "TL-14.2.7", "TL-14.2.2", "TL-14.21.3")
def test_why_a_vehicle_may_not_overrun() -> None:
    g = field()
    tank, truck = put(g, "pz4l", "2318", "106"), put(g, "g_truck", "2318")
    men = put(g, "rifle", "2419", "222")

    def why(unit: str = tank, h: str = "2419", move: Move | None = None) -> str | None:
        return cited(why_not_overrun_now(g, g.pieces[unit], move or Move(unit), h))

    assert why() is None
    assert why(truck) == "TL-14.21.1" and why(put(g, "g_inf", "2318", "103")) == "TL-14.21.1"
    rider = put(g, "g_inf", "2318", "103", carrier=tank, up=False)
    assert why() == "TL-14.21.1"
    g.drop(rider)
    g.move = Move(tank, transport=True)
    assert why() == "TL-14.21.1"
    g.move = Move(tank, overran=True)
    assert why() == "TL-14.2.1"
    g.move = None
    assert why(h="2317") == "TL-14.2.7"
    put(g, "rifle", "2519", "222")
    assert why(h="2519") == "TL-14.2.2"  # not beside it
    assert why(move=Move(tank, spent=7, hexes=3)) == "TL-14.21.3"
    slow = put(g, "kv1s", "2318", "208")
    g.rolled["208"] = 1
    put(g, "g_inf", "2317", "103")
    assert why(slow, "2317", Move(slow, hexes=1)) == "TL-14.21.3" and why(slow, "2317") is None
    foe = put(g, "t34_76", "2419", "206")
    assert why() == "TL-14.21.1"
    g.drop(foe)
    g.change(men, place="2319")
    assert why(h="2319") == "TL-14.21.1"  # buildings
    assert why_not_overrun(g, g.pieces[tank], "2519") is None


# ------------------------------------------------------------------ entering the map (5)


@pytest.mark.rule("TL-8.1.4", "TL-8.12", "TL-5.3.4", "TL-13.33.2", "TL-5.2", "TL-5.2.1")
def test_why_a_waiting_unit_may_not_come_on() -> None:
    g = field(HILLY)
    tank, men = put(g, "pz4l", "", "106"), put(g, "g_inf", "", "103")
    forest = next(h for h in g.country.terrain if g.country.terrain[h] == "forest")
    river = next(h for h in g.country.terrain if g.country.terrain[h] == "river")
    g.entry |= {"106": ("edge", "0116", "0118", forest, river), "103": ("edge", "0116")}

    def why(unit: str, h: str, *, transport: bool = False) -> str | None:
        return cited(why_not_come(g, g.pieces[unit], h, transport=transport))

    assert why(tank, "0116") is None and why(men, "0116") is None
    assert why(tank, forest) == "TL-8.1.4" and why(tank, river) == "TL-8.12"
    put(g, "t34_76", "0116", "206")
    assert why(tank, "0116") is None and why(men, "0116") == "TL-5.3.4"
    assert why(tank, "0116", transport=True) == "TL-13.33.2"
    play(g, EnterMap(tank))
    assert rule(g, To("0110")) == "TL-5.2.1" and rule(g, To(forest)) == "TL-8.1.4"
    assert rule(g, Load(men)) == "TL-13.31.3"
    assert rule(g, Overrun("0110")) == "TL-5.2.1"


@pytest.mark.rule("TL-12.21.1")
def test_an_observer_is_recorded_on_the_map() -> None:
    g = field()
    fo = put(g, "s_fo", "", "221")
    play(g, DeployObserver(fo))
    assert rule(g, To("0000")) == "TL-12.21.1"


# ------------------------------------------------------------------ cards (6)


@pytest.mark.rule("TL-6.51.1", "TL-6.51.4", "TL-6.51.5", "TL-6.51.10")
def test_why_a_card_may_not_be_played() -> None:
    g = field()
    deal(g, "207", "205", "206", "106", "212")
    g.cards |= {"202": "hand", "212": "shaken"}
    play(g, CardPlay())
    assert [a for a in offered(g) if isinstance(a, Play)] == [Play("205"), Play("207")]
    assert rule(g, Play("206")) == rule(g, Play("106")) == "TL-6.51.1"
    assert rule(g, Play("202")) == "TL-6.51.4"
    say(g, Play("205"))
    assert isinstance(g.steps[-1], Interrupts)
    assert rule(g, Play("207")) == "TL-6.51.5"  # equal
    assert rule(g, Play("212")) == "TL-6.51.10"


@pytest.mark.rule("TL-6.62.1", "TL-6.63.1", "TL-6.64.1", "TL-10.14.1")
def test_why_a_formation_may_not_be_activated_by_a_higher_card() -> None:
    g = field()
    deal(g, "204", "205", "206", "217", "218", "219", "212", "213", "106", "109", "111", "103", "231", "232", "233")
    g.cards["205"] = "shaken"
    play(g, ParentChoice("201"))
    assert rule(g, Play("205")) == "TL-10.14.1" and rule(g, Play("206")) == "TL-6.62.1"
    for card in ("219", "231", "111"):  # these would have to enter the map, so their owner is asked
        g.entry[card] = ("road", "0117")
        for unit in g.members(card):
            g.change(unit.id, place="")
    play(g, CommandChoice("209", ("212",)))
    assert offered(g)[0] == Play("219")
    assert rule(g, Play("217")) == "TL-6.63.1"  # not under this card
    assert rule(g, Play("212")) == "TL-6.63.1"  # chosen already
    play(g, CommandChoice("209"))
    assert rule(g, Play("213")) == "TL-6.63.1"  # rated E
    play(g, CommandChoice("230", ("232",)))
    assert offered(g)[0] == Play("231") and rule(g, Play("233")) == "TL-6.63.1"  # one besides the headquarters
    g.cards["109"] = "shaken"
    play(g, CommandChoice("100", ("106",)))
    assert rule(g, Play("109")) == "TL-10.14.1"
    assert rule(g, Play("106")) == rule(g, Play("103")) == rule(g, Play("110")) == "TL-6.64.1"


# ------------------------------------------------------------------ doctrine and set-up (11, 15)


@pytest.mark.rule("TL-11.1.3", "TL-11.11.1")
def test_why_a_central_hex_may_not_be_designated() -> None:
    g = field(year=1943)
    put(g, "t34_76", "3804", "206", separated=True)
    put(g, "t34_76", "3808", "206")
    put(g, "t34_76", "3810", "206")
    play(g, CompanyArea("206"))
    assert rule(g, To("9999")) == "TL-11.1.3" and rule(g, To("3804")) == "TL-11.11.1"
    g = field(year=1943)
    for h, away in (("2020", True), ("2020", True), ("2720", False), ("2720", False)):
        put(g, "churchill" if h == "2020" else "t34_76", h, "204" if h == "2020" else "205", separated=away)
    put(g, "t34_76", "2725", "205")
    play(g, BattalionArea("201"))
    assert rule(g, To("9999")) == "TL-11.1.3" and rule(g, To("2020")) == "TL-11.11.1"


@pytest.mark.rule("TL-15.1.1", "TL-6.2.2")
def test_why_a_card_may_not_be_drafted() -> None:
    g = begun("free-battle", [3, 3, 3, 3], year="1945")
    assert rule(g, Play("106")) == "TL-15.1.1"  # the enemy's
    assert rule(g, Play("200")) == "TL-15.1.1"  # no combat card
    assert rule(g, Play("208")) == "TL-6.2.2"  # not in 1945
    say(g, Play("236"))
    assert rule(g, Play("236")) == "TL-15.1.1"  # taken
    say(g, Play("214"))
    say(g, Play("215"))
    assert rule(g, Play("217")) == "TL-15.1.1"  # not enough points are left


@pytest.mark.rule("TL-15.3.1", "TL-15.3.3", "TL-13.33.1", "TL-15.3.4")
def test_why_a_unit_may_not_be_set_up_somewhere() -> None:
    g = field(HILLY, year=1942, scenario="ambush")
    truck = put(g, "s_truck", "")
    play(g, PlaceUnit(truck, 0))
    taken, free = [a.hex for a in offered(g) if isinstance(a, To)][:2]
    assert rule(g, To("3001")) == "TL-15.3.1"
    parked = [put(g, "s_truck", taken) for _ in range(2)]
    play(g, PlaceUnit(truck, 0))
    assert rule(g, To(taken)) == "TL-15.3.1"  # two vehicles to a hex
    men, tank = put(g, "rifle", "", "222"), put(g, "t34_76", taken, "206")
    play(g, Board(men))
    assert rule(g, Pick(tank)) == "TL-13.33.1"
    put(g, "s_truck", free)
    for _ in range(3):
        put(g, "rifle", taken, "222", carrier=parked[0], up=False)
    play(g, Board(men))
    assert rule(g, Pick(parked[0])) == "TL-13.33.1"  # no room aboard
    assert rule(g, Pick(parked[1])) == "TL-15.3.1"  # no room in the hex
    g = field(year=1941, scenario="on-the-road-to-moscow")
    men, lorry = put(g, "rifle", "3001", "222"), put(g, "s_truck", "3001")
    play(g, DigIn("soviet", 0))
    assert Pick(men) in offered(g) and rule(g, Pick(lorry)) == "TL-15.3.4"
