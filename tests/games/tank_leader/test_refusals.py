"""5 to 9 What is forbidden to who operates, moves or fires, and by which rule: a case for each reason."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, To
from grognard.games.tank_leader.rules.combined_fire import Combine, why_not_join
from grognard.games.tank_leader.rules.fire import AI, AV, why_not_fire
from grognard.games.tank_leader.rules.move_paths import why_not_move, why_not_step
from grognard.games.tank_leader.rules.movement import EXIT, MoveUnit, why_not_exit
from grognard.games.tank_leader.rules.operations import END, Activate, why_not_operate
from grognard.games.tank_leader.rules.opportunity_fire import React, Window, why_not_react
from grognard.games.tank_leader.rules.order import why_not_lift
from grognard.games.tank_leader.rules.reinforcements import ROAD
from grognard.games.tank_leader.rules.stacking import Overstacking
from grognard.games.tank_leader.rules.state import Move
from grognard.games.tank_leader.rules.terrain import Conditions
from grognard.games.tank_leader.rules.transport import Drop, Load

from .table import HILLY, act, cited, field, offered, play, put, rule

SPRING = Conditions("spring", "normal", "normal", "wooded", "flat")


# ------------------------------------------------------------------ who may operate and move (6 to 8)


@pytest.mark.rule("TL-6.61.1", "TL-2.11.3", "TL-10.13.1", "TL-13.31.5", "TL-5.1", "TL-13.32.1", "TL-7.1")
def test_why_a_unit_may_not_operate() -> None:
    g = field()
    fit = put(g, "t34_76", "2117", "206")
    g.active, g.active_side = ("206", "227"), "soviet"
    truck = put(g, "s_truck", "2118")
    waits = put(g, "s_at76", "", "227")
    g.entry = {**g.entry, "227": (ROAD, "6420")}
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
    g.entry = {**g.entry, "206": (ROAD, "6420")}
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
    g.rolled = {**g.rolled, "208": 2}
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
    g.rolled = {**g.rolled, "208": 3}
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
    assert rule(g, To("3806")) == "TL-8.2.2"  # one hex, as rolled


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
    g.cards = {**g.cards, "207": "shaken"}
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
