"""13.3 Transport and towing; 13.4 entrenching."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To, net
from grognard.games.tank_leader.rules.fire import AI, AV, FireAt, Shot, fire_modifiers, targets, why_not_fire
from grognard.games.tank_leader.rules.indirect_fire import ChooseSpotter, why_not_direct
from grognard.games.tank_leader.rules.morale import check_unit, eliminate, morale_value, suppress
from grognard.games.tank_leader.rules.move_paths import ReachableHexes
from grognard.games.tank_leader.rules.movement import EXIT
from grognard.games.tank_leader.rules.operations import Activate
from grognard.games.tank_leader.rules.opportunity_fire import HOLD
from grognard.games.tank_leader.rules.sequence import ClearMarkers, OperationsBegin, TurnUnitsUp
from grognard.games.tank_leader.rules.setup import PlaceFormation, free_trucks
from grognard.games.tank_leader.rules.stack_orders import ENTRENCH
from grognard.games.tank_leader.rules.transport import (
    Drop,
    Load,
    has_room,
    load,
    occupy_vacant,
    why_not_entrench,
    why_not_load,
)
from grognard.games.tank_leader.rules.victory import points, value

from .table import act, field, offered, play, put, rolling, rule, say, told

STOP = Press("stop here")


@pytest.mark.rule("TL-13.3.1", "TL-13.3.2")
def test_any_active_vehicle_carries_units_of_any_formation() -> None:
    g = field()
    tank, men = put(g, "t34_76", "3804", "206"), put(g, "rifle", "3804", "222")
    act(g, tank)
    assert Load(men) in offered(g)  # the rifles' formation is not active
    say(g, Load(men))
    assert (g.pieces[men].carrier, g.pieces[men].up) == (tank, False)


@pytest.mark.rule("TL-13.31.1")
def test_a_truck_that_is_set_up_or_waits_is_free_no_more() -> None:
    g = field()
    trucks = [put(g, "s_truck", place) for place in ("", "", "6119")]
    put(g, "g_truck", "")
    put(g, "rifle", "", "222")
    g.entry = {**g.entry, trucks[0]: ("road", "6428")}
    assert [u.id for u in free_trucks(g, "soviet")] == [trucks[1]]


@pytest.mark.rule("TL-13.31.1")
def test_trucks_belong_to_nobody_and_count_for_nothing() -> None:
    g = field()
    truck = put(g, "s_truck", "3804")
    assert g.pieces[truck].card == "" and morale_value(g.pieces[truck]) == 7
    assert not targets(g, g.pieces[truck])
    put(g, "pz4l", "3805", "106")
    eliminate(g, g.pieces[truck])
    assert not g.losses and not g.lost_now
    assert value(g.out[truck]) == 0 and points(g, "german") == 0


@pytest.mark.rule("TL-13.31.2")
def test_a_truck_is_active_with_every_friendly_formation_but_moves_once() -> None:
    g = field()
    put(g, "t34_76", "3804", "206")
    put(g, "rifle", "3805", "222")
    truck = put(g, "s_truck", "3806")
    play(g, Activate(("206",)))
    assert Pick(truck) in offered(g)
    play(g, Activate(("222",)))
    say(g, Pick(truck))
    say(g, To("3807"))
    say(g, STOP)
    assert rule(g, Pick(truck)) == "TL-2.11.3"


@pytest.mark.rule("TL-13.31.3")
def test_vehicle_and_passenger_must_have_begun_together() -> None:
    g = field()
    truck, men = put(g, "s_truck", "3804"), put(g, "rifle", "3804", "222")
    g.began = {**g.began, men: "3805"}
    refusal = why_not_load(g, g.pieces[truck], g.pieces[men])
    assert refusal is not None and refusal.rule == "TL-13.31.3"


@pytest.mark.rule("TL-13.31.3", "TL-13.3.1", "TL-15.5.7", "TL-12.22.1")
def test_hidden_units_are_carried_and_appear_when_they_load() -> None:
    g = field(year=1942, scenario="ambush")
    truck, men = put(g, "g_truck", "", recorded="3806"), put(g, "g_inf", "", "120", recorded="3806")
    play(g, OperationsBegin())
    assert g.began == {truck: "3806", men: "3806"}
    act(g, truck)
    say(g, Load(men))
    assert (g.pieces[truck].place, g.pieces[men].place, g.pieces[men].carrier) == ("3806", "3806", truck)
    say(g, To("3808"))
    assert g.pieces[men].place == "3808"
    g = field()
    truck, fo = put(g, "s_truck", "3804"), put(g, "s_fo", "", "221", recorded="3804")
    play(g, OperationsBegin())
    act(g, truck)
    say(g, Load(fo))
    assert (g.pieces[fo].place, g.pieces[fo].recorded) == ("3804", "")


@pytest.mark.rule("TL-8.55.1", "TL-13.31.4")
def test_the_enemy_does_not_read_who_is_taken_aboard_from_below() -> None:
    g = field()
    men = put(g, "g_inf", "3804", "120")
    truck = put(g, "g_truck", "3804")
    act(g, truck)
    say(g, Load(men))
    read = [str(e) for e in g.events or () if e.visible_to("soviet") and "aboard" in str(e)]
    assert read == ["Infantry is taken aboard in 3804"]
    assert "A/12 Grenadier platoon is taken aboard in 3804" in told(g)


@pytest.mark.rule("TL-13.31.4", "TL-13.31.5", "TL-13.33.2")
def test_load_drive_drop_and_drive_on() -> None:
    """Example E-28."""
    g = field()
    truck, men = put(g, "s_truck", "2020"), put(g, "rifle", "2020", "222")
    put(g, "pz4l", "2418", "106", up=False, suppressed=True)
    act(g, truck)
    say(g, Load(men))
    assert g.move is not None and g.move.spent == 0 and not g.pieces[men].up
    assert Drop(men) not in offered(g)  # it must enter a hex first
    say(g, To("2620"))
    assert g.move is not None and g.move.spent == 6
    say(g, Drop(men))
    assert g.pieces[men].place == "2620" and not g.pieces[men].carrier and not g.pieces[men].up
    for h in ReachableHexes(g, g.pieces[truck], g.move).to("2618"):
        say(g, To(h))
    assert g.move is not None and g.move.spent == 10  # three points left
    assert To("2418") not in offered(g)
    g.change(truck, place="2419")
    play(g, *reversed(g.steps))
    assert rule(g, To("2418")) == "TL-13.33.2"


@pytest.mark.rule("TL-13.31.6")
def test_face_down_and_suppressed_units_are_not_picked_up() -> None:
    g = field()
    truck = put(g, "s_truck", "3804")
    for men in (put(g, "rifle", "3804", "222", up=False), put(g, "rifle", "3804", "222", suppressed=True)):
        refusal = why_not_load(g, g.pieces[truck], g.pieces[men])
        assert refusal is not None and refusal.rule == "TL-13.31.6"


@pytest.mark.rule("TL-13.32.1", "TL-13.33.1")
def test_what_vehicles_can_carry_and_tow() -> None:
    g = field()
    truck, tank = put(g, "s_truck", "3804"), put(g, "t34_76", "3804", "206")
    gun, second = put(g, "s_at76", "3804", "227"), put(g, "s_at76", "3804", "227")
    men = [put(g, "rifle", "3804", "222") for _ in range(4)]
    refusal = why_not_load(g, g.pieces[tank], g.pieces[gun])
    assert refusal is not None and refusal.rule == "TL-13.32.1"
    for unit in (gun, *men[:3]):
        assert has_room(g, g.pieces[truck], g.pieces[unit])
        g.change(unit, carrier=truck, up=False)
    for unit in (second, men[3]):
        refusal = why_not_load(g, g.pieces[truck], g.pieces[unit])
        assert refusal is not None and refusal.rule == "TL-13.33.1"
    assert why_not_load(g, g.pieces[tank], g.pieces[men[3]]) is None
    g.change(men[3], carrier=tank, up=False)
    extra = put(g, "rifle", "3804", "222")
    assert not has_room(g, g.pieces[tank], g.pieces[extra])


@pytest.mark.rule("TL-8.4.2", "TL-13.35.1")
def test_passengers_leave_the_map_with_their_vehicle_and_are_no_losses() -> None:
    g = field()
    truck = put(g, "s_truck", "0117")
    men = put(g, "rifle", "0117", "222", carrier=truck, up=False)
    put(g, "rifle", "3804", "222")
    act(g, truck)
    say(g, EXIT)
    assert [g.out[i].place for i in (truck, men)] == ["exit 0117"] * 2 and not g.losses


@pytest.mark.rule("TL-13.34.1")
def test_a_passenger_may_stay_aboard() -> None:
    g = field()
    truck, men = put(g, "s_truck", "3804"), put(g, "rifle", "3804", "222")
    act(g, truck)
    say(g, Load(men))
    say(g, To("3806"))
    say(g, STOP)
    play(g, TurnUnitsUp())
    assert g.pieces[men].carrier == truck and g.pieces[men].place == "3806" and not g.pieces[men].up
    assert g.pieces[truck].up


@pytest.mark.rule("TL-13.34.2")
def test_a_loaded_vehicle_may_only_transport() -> None:
    g = field()
    tank = put(g, "t34_76", "3804", "206")
    put(g, "rifle", "3804", "222", carrier=tank, up=False)
    foe = put(g, "pz4l", "3808", "106")
    act(g, tank)
    assert FireAt(foe, AV) not in offered(g)
    assert rule(g, FireAt(foe, AV)) == "TL-13.34.2"
    say(g, To("3803"))
    while g.asks[0].side == "german":
        say(g, Press("hold fire"))
    assert g.move is not None and g.move.transport


@pytest.mark.rule("TL-13.34.2")
def test_a_loaded_vehicle_neither_shells_nor_spots() -> None:
    g = field()
    fo, big = put(g, "s_fo", "2622", "221"), put(g, "s_mortar120", "2722", "221")
    gun = put(g, "su76", "2722", "241")
    rider = put(g, "rifle", "2722", "222", carrier=gun, up=False)
    put(g, "panther", "2120", "115")
    g.active, g.active_side = ("221", "241"), "soviet"
    play(g, ChooseSpotter(big, "2120"))
    say(g, Pick(fo), dice=[6, 1, 1, 1])  # nobody can join: the fire is opened
    assert g.zones["2120"][0].guns == (big,) and g.pieces[gun].up
    refusal = why_not_direct(g, g.pieces[gun], g.pieces[gun], "2120")
    assert refusal is not None and refusal.rule == "TL-13.34.2"
    g.drop(rider)
    assert why_not_direct(g, g.pieces[gun], g.pieces[gun], "2120") is None


@pytest.mark.rule("TL-13.35.1")
def test_only_the_vehicle_can_be_fired_at() -> None:
    g = field()
    truck = put(g, "s_truck", "3804")
    men = put(g, "rifle", "3804", "222", carrier=truck, up=False)
    firer = put(g, "pz4l", "3808", "106")
    refusal = why_not_fire(g, g.pieces[firer], g.pieces[men], AI)
    assert refusal is not None and refusal.rule == "TL-13.35.1"
    assert {t.id for t, _ in targets(g, g.pieces[firer])} == {truck}


@pytest.mark.rule("TL-13.35.2", "TL-13.35.3")
def test_passengers_share_the_fate_of_their_vehicle() -> None:
    g = field()
    men, truck = put(g, "rifle", "3804", "222", up=False), put(g, "s_truck", "3804")
    g.change(men, carrier=truck)
    with rolling(g, [1, 2]):
        check_unit(g, g.pieces[truck], 2)  # survived: nothing happens to the passenger
    assert g.pieces[men].carrier == truck and not g.pieces[men].suppressed
    suppress(g, truck)
    assert not g.pieces[men].carrier and g.pieces[men].suppressed
    assert g.at["3804"][-1] == men
    g.change(men, carrier=truck, suppressed=False)
    eliminate(g, g.pieces[truck])
    assert men not in g.pieces and g.losses == {"222": 1}


@pytest.mark.rule("TL-15.3.1", "TL-13.3.1")
@pytest.mark.parametrize("together", [False, True])
def test_a_company_that_begins_aboard_its_trucks_needs_no_hex(monkeypatch: pytest.MonkeyPatch, together: bool) -> None:
    g = field(year=1942, scenario="ambush")
    monkeypatch.setitem(g.scenario["soviet"]["placement"][0], "company_in_one_hex", together)
    men = put(g, "rifle", "", "222")
    play(g, PlaceFormation("222", 0))
    assert not g.asks and not g.pieces[men].place and g.cards["222"] == "hand"


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
