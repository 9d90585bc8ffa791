"""7 Activation and operations."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.tank_leader.rules.assault import Assault
from grognard.games.tank_leader.rules.choices import BACK
from grognard.games.tank_leader.rules.fire import AV, FireAt, targets
from grognard.games.tank_leader.rules.operations import END, Activate, Activation
from grognard.games.tank_leader.rules.opportunity_fire import React, Window
from grognard.games.tank_leader.rules.overrun import Overrun
from grognard.games.tank_leader.rules.stack_orders import ENTRENCH
from grognard.games.tank_leader.rules.transport import Load
from grognard.games.tank_leader.rules.unit_operations import SHELL, unit_actions

from .table import act, field, offered, play, put, rule, say, told


@pytest.mark.rule("TL-7.1")
def test_the_advanced_game_has_eight_kinds_of_operations() -> None:
    g = field()
    rifle = put(g, "rifle", "2318", "222")
    tank = put(g, "t34_76", "2318", "206")
    mortar = put(g, "s_mortar120", "2722", "221")
    put(g, "pz4l", "2319", "106")
    put(g, "g_inf", "2317", "103")
    g.active, g.active_side = ("222", "206", "221"), "soviet"
    men = {type(a) for a in unit_actions(g, g.pieces[rifle])}
    machines = {type(a) for a in unit_actions(g, g.pieces[tank])}
    assert {To, FireAt, Assault} <= men and ENTRENCH in unit_actions(g, g.pieces[rifle])
    assert {To, FireAt, Overrun, Load} <= machines
    assert {a.strength for a in unit_actions(g, g.pieces[tank]) if isinstance(a, FireAt)} == {"AV", "AI"}
    assert SHELL in unit_actions(g, g.pieces[mortar])


@pytest.mark.rule("TL-7.1", "TL-2.11.2")
def test_the_standard_game_has_movement_and_fire_only() -> None:
    g = field(scenario="prokhorovka")
    tank = put(g, "t34_76", "2318", "206")
    put(g, "pz4l", "2117", "106")
    g.active, g.active_side = ("206",), "soviet"
    assert {type(a) for a in unit_actions(g, g.pieces[tank])} == {To, FireAt}


@pytest.mark.rule("TL-2.11.2", "TL-7.1")
def test_the_standard_game_knows_no_fire_at_soft_vehicles_with_ai_strength() -> None:
    for scenario, kinds in (("steppe-patrol", {AV}), ("ambush", {AV, "AI"})):
        g = field(scenario=scenario)
        tank, car = put(g, "t34_76", "2617", "206"), put(g, "ac222", "2615", "101")
        assert {kind for _, kind in targets(g, g.pieces[tank])} == kinds
        play(g, Window(car))
        assert {a.strength for a in offered(g) if isinstance(a, React)} == kinds
        if kinds == {AV}:
            assert rule(g, React(tank, "AI")) == "TL-2.11.2"


@pytest.mark.rule("TL-7.1.1", "TL-7.1.2")
def test_one_operation_a_turn_however_often_the_formation_is_activated() -> None:
    g = field()
    tank = put(g, "t34_76", "2617", "206")
    foe = put(g, "pz4l", "2117", "106")
    act(g, tank)
    say(g, FireAt(foe, AV), dice=[6, 1, 1, 1])
    assert not g.steps  # nobody is left to act
    play(g, Activate(("206",)))
    assert not g.steps


@pytest.mark.rule("TL-7.2.1")
def test_a_unit_finishes_before_another_begins() -> None:
    g = field()
    one, two = put(g, "t34_76", "2617", "206"), put(g, "t34_76", "2618", "206")
    act(g, one)
    say(g, To("2616"))
    assert Pick(two) not in offered(g)
    say(g, Press("stop here"))
    assert offered(g) == [Pick(two), END]


@pytest.mark.rule("TL-7.2.2", "TL-7.2.3")
def test_units_choose_for_themselves_and_none_has_to_act() -> None:
    g = field()
    one, two = put(g, "t34_76", "2617", "206"), put(g, "t34_76", "2618", "206")
    foe = put(g, "pz4l", "2117", "106")
    act(g, one)
    say(g, FireAt(foe, AV), dice=[6, 1, 1, 1])
    say(g, Pick(two))
    assert To("2619") in offered(g)
    say(g, BACK)
    say(g, END)
    assert not g.steps and g.pieces[two].up


def test_units_of_other_formations_are_refused() -> None:
    g = field()
    put(g, "t34_76", "2617", "206")
    idle = put(g, "t34_76", "2618", "207")
    play(g, Activate(("206",)))
    assert rule(g, Pick(idle)) == "TL-6.61.1"


@pytest.mark.rule("TL-7.1", "TL-7.2.3")
def test_a_unit_that_could_do_nothing_is_not_offered() -> None:
    g = field()
    gun, tank = put(g, "s_at76", "2617", "227", trench=2), put(g, "t34_76", "2618", "206")
    g.cards = {**g.cards, "227": "hand"}
    g.active, g.active_side = ("227", "206"), "soviet"
    play(g, Activation())
    assert offered(g) == [Pick(tank), END]
    assert rule(g, Pick(gun)) == "TL-7.1"
    put(g, "pz4l", "2117", "106")
    play(g, Activation())
    assert Pick(gun) in offered(g)


@pytest.mark.rule("TL-7.1", "TL-6.61.1")
def test_the_questions_say_what_can_be_done_and_the_log_who_is_active() -> None:
    g = field()
    tank = put(g, "t34_76", "2617", "206", no=1)
    put(g, "pz4l", "2117", "106")
    act(g, tank)
    assert g.asks[0].prompt == "B/2/6 T-34/76 1 in 2617: fire or move?"
    men = put(g, "rifle", "2318", "222")
    act(g, men)
    assert g.asks[0].prompt == "I/73 Rifle platoon in 2318: move or entrench?"
    put(g, "pz4l", "0601", "109", up=False)
    play(g, Activate(("106", "109")))
    assert "A/2 and B/2 are active" in told(g) and "No unit can act" not in told(g)
    play(g, Activate(("109",)))
    assert told(g)[-2:] == ["B/2 is active", "No unit can act"]
