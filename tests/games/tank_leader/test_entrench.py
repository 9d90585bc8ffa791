"""13.4 Entrenching."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, To, net
from grognard.games.tank_leader.rules.fire import AI, FireAt, Shot, fire_modifiers
from grognard.games.tank_leader.rules.morale import eliminate, suppress
from grognard.games.tank_leader.rules.movement import EXIT
from grognard.games.tank_leader.rules.opportunity_fire import HOLD
from grognard.games.tank_leader.rules.sequence import ClearMarkers
from grognard.games.tank_leader.rules.stack_orders import ENTRENCH
from grognard.games.tank_leader.rules.transport import load, occupy_vacant, why_not_entrench

from .table import act, field, offered, play, put, rule, say, told


@pytest.mark.rule("TL-13.4.1", "TL-13.43.1")
def test_two_operations_in_two_turns() -> None:
    """Example E-29."""
    g = field()
    men, firer = put(g, "rifle", "3804", "222"), put(g, "g_inf", "3806", "103")
    act(g, men)
    say(g, ENTRENCH)
    assert g.pieces[men].trench == 1 and not g.pieces[men].up
    g.change(men, up=True)
    act(g, men)
    say(g, ENTRENCH)
    assert g.pieces[men].trench == 2
    assert net(fire_modifiers(g, (g.pieces[firer],), g.pieces[men], Shot(AI, 4, 2))) == 1
    g.change(men, up=True)
    act(g, men)
    assert rule(g, ENTRENCH) == "TL-13.4.1"


@pytest.mark.rule("TL-8.55.1", "TL-13.4.1")
def test_the_enemy_does_not_read_who_digs_under_the_top() -> None:
    g = field()
    men = put(g, "g_inf", "3804", "120")
    put(g, "g_mg", "3804", "102")
    act(g, men)
    say(g, ENTRENCH)
    read = [str(e) for e in g.events or () if e.visible_to("soviet")]
    assert read[-1] == "Infantry begins to entrench in 3804"
    assert "A/12 Grenadier platoon begins to entrench in 3804" in told(g)


@pytest.mark.rule("TL-13.4.2", "TL-13.41.3")
def test_one_entrenchment_for_each_unit() -> None:
    g = field()
    one, two = put(g, "rifle", "3804", "222", trench=2), put(g, "rifle", "3804", "222")
    g.trenches = {**g.trenches, "3804": 1}
    occupy_vacant(g, one)
    assert g.trenches == {"3804": 1}
    occupy_vacant(g, two)
    assert g.pieces[two].trench == 2 and not g.trenches


@pytest.mark.rule("TL-13.41.1")
def test_who_may_not_entrench() -> None:
    g = field()
    men = put(g, "rifle", "3804", "222")
    for unit in (put(g, "t34_76", "3804", "206"), put(g, "s_fo", "3804", "221")):
        refusal = why_not_entrench(g, g.pieces[unit])
        assert refusal is not None and refusal.rule == "TL-13.41.1"
    assert why_not_entrench(g, g.pieces[put(g, "s_at76", "3804", "227")]) is None
    put(g, "g_inf", "3804", "103")
    act(g, men)
    assert ENTRENCH not in offered(g)
    assert rule(g, ENTRENCH) == "TL-13.41.1"


@pytest.mark.rule("TL-13.41.2")
def test_moving_or_riding_loses_the_marker_firing_and_suppression_do_not() -> None:
    g = field()
    men, rider = put(g, "rifle", "3804", "222", trench=1), put(g, "rifle", "3804", "222", trench=1)
    shooter = put(g, "rifle", "3804", "222", trench=1)
    target = put(g, "g_inf", "3806", "103")
    truck = put(g, "s_truck", "3804")
    act(g, shooter)
    say(g, FireAt(target, AI), dice=[6, 1, 1, 1])
    suppress(g, shooter)
    assert g.pieces[shooter].trench == 1
    act(g, men)
    say(g, To("3803"))
    load(g, truck, rider)
    assert g.pieces[men].trench == g.pieces[rider].trench == 0 and not g.trenches


@pytest.mark.rule("TL-13.41.3")
def test_an_entrenchment_stays_behind_and_may_be_taken_over() -> None:
    g = field()
    men, next_one = put(g, "rifle", "3804", "222", trench=2), put(g, "rifle", "3805", "222")
    act(g, men)
    say(g, To("3803"))
    assert g.trenches == {"3804": 1} and g.pieces[men].trench == 0
    act(g, next_one)
    say(g, To("3804"))
    assert g.pieces[next_one].trench == 2 and not g.trenches


@pytest.mark.rule("TL-13.41.3")
def test_who_is_still_digging_takes_a_vacant_entrenchment_beside_him() -> None:
    g = field()
    men, foe = put(g, "rifle", "3804", "222", trench=1), put(g, "g_inf", "3805", "103")
    g.trenches = {"3804": 1}
    act(g, men)
    say(g, FireAt(foe, "AI"), dice=[6, 1, 1, 1])
    assert g.pieces[men].trench == 2 and not g.trenches


@pytest.mark.rule("TL-13.42.1")
def test_entrenchments_go_with_their_occupant_or_when_vacant() -> None:
    g = field()
    men, friend = put(g, "rifle", "3804", "222", trench=2), put(g, "rifle", "3803", "222")
    eliminate(g, g.pieces[men])
    act(g, friend)
    say(g, To("3804"))
    assert g.pieces[friend].trench == 0 and not g.trenches  # nothing is left to take over
    g.trenches = {**g.trenches, "3805": 2}
    play(g, ClearMarkers())
    assert not g.trenches


@pytest.mark.rule("TL-13.41.3", "TL-13.42.1")
def test_the_enemy_may_take_over_an_entrenchment_too() -> None:
    g = field()
    men, foe = put(g, "rifle", "3804", "222", trench=2), put(g, "g_inf", "3805", "103")
    act(g, men)
    say(g, To("3803"))
    while g.asks and g.asks[0].side == "german":
        say(g, HOLD)
    act(g, foe)
    say(g, To("3804"))
    while g.asks and g.asks[0].side == "soviet":
        say(g, HOLD)
    assert g.pieces[foe].trench == 2 and not g.trenches
    assert "A/33 Grenadier platoon takes over an entrenchment in 3804" in told(g, "soviet")


@pytest.mark.rule("TL-13.41.3", "TL-8.4.2")
def test_who_leaves_the_map_leaves_his_entrenchment_behind() -> None:
    g = field()
    first, second = put(g, "rifle", "6420", "222", trench=2), put(g, "rifle", "6420", "222", trench=1)
    act(g, first)
    say(g, EXIT)
    assert first in g.out and g.trenches == {"6420": 1}
    say(g, Pick(second))
    say(g, ENTRENCH)
    assert g.trenches == {"6420": 1} and g.pieces[second].trench == 2
