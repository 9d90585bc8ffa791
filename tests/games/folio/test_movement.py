"""5.0, 6.0 Movement and zones of control, on the desert map."""

from __future__ import annotations

from copy import copy

import pytest
from msgspec.structs import replace

from grognard.board.hexes.zone_moves import FRESH
from grognard.engine import Pick, To
from grognard.games.folio.rules.combat import CombatPhase, Declare
from grognard.games.folio.rules.combat_results import Resolve
from grognard.games.folio.rules.movement import END, Movement
from grognard.games.folio.rules.pace import infiltrations
from grognard.games.folio.rules.retreat import paths
from grognard.games.folio.rules.sidi_zahran import DESERT
from grognard.games.folio.rules.state import ELIMINATED, Battle
from grognard.games.folio.rules.terrain_chart import CHART, Cost
from grognard.games.folio.rules.units import eliminate
from tests.games.folio.situation import desert, offered, places, play, reach, told, why_not
from tests.games.korsun.situation import pocket

GROUND = DESERT.ground


def slips(units: dict[str, str], unit: str, current: str = "British") -> set[str]:
    """Where a leg unit may infiltrate."""
    g = desert(units, current=current)
    return {GROUND.names[i] for i in infiltrations(g, g.pieces[unit])}


@pytest.mark.rule("FO-5.0.1", "FO-5.1.5")
def test_a_unit_goes_hex_by_hex_and_stops_when_its_points_are_spent() -> None:
    g = desert({"B-05": "0412"}, Movement())
    play(g, Pick("B-05"), To("0413"), To("0414"), To("0415"), To("0515"))
    assert places(g)["B-05"] == "0515"
    assert reach(g, "B-05", spent=8) == {"0515": 4, "0514": 5, "0414": 5, "0415": 5, "0615": 5, "0614": 5}
    play(g, To("0615"))
    assert not any(isinstance(action, To) for action in offered(g))
    assert why_not(g, To("0614")) == "FO-5.2.4"


@pytest.mark.rule("FO-5.1.5")
def test_not_half_a_point_more_than_is_printed_is_spent() -> None:
    found = reach(desert({"B-05": "2005"}), "B-05")
    assert found["1005"] == 5 and "0905" not in found  # ten hexes by the road, and not an eleventh


@pytest.mark.rule("FO-5.1.5", "FO-5.1.6")
def test_unspent_points_are_lost_with_the_move() -> None:
    g = desert({"B-05": "0412", "B-06": "0212"}, Movement())
    play(g, Pick("B-05"), To("0413"), Pick("B-06"), To("0213"))
    assert why_not(g, Pick("B-05")) == "FO-5.1.6"


@pytest.mark.rule("FO-5.1.2")
def test_retreat_and_advance_cost_nothing() -> None:
    g = desert({"A-09": "0411", "B-03": "0412"}, Resolve(Battle("A-09", "0411", ("B-03",))), dice=[1])
    play(g, To("0409"))  # over rough ground at no cost
    assert places(g)["A-09"] == "0409" and not g.moved


@pytest.mark.rule("FO-5.1.3", "FO-5.1.4", "FO-5.3.1", "FO-5.2.4")
def test_hexes_that_may_not_be_entered() -> None:
    g = desert({"B-05": "0404", "A-01": "0405", "B-06": "0505"}, Movement())
    play(g, Pick("B-05"))
    assert why_not(g, To("0405")) == "FO-5.1.3"
    assert why_not(g, To("0303")) == "FO-5.1.4"
    assert why_not(g, To("9999")) == "FO-5.1.4"
    assert why_not(g, To("0505")) == "FO-5.3.1"
    assert why_not(g, To("1413")) == "FO-5.2.4"


@pytest.mark.rule("FO-5.1.7", "FO-6.0.3", "FO-7.1.2")
def test_a_prohibited_hexside_bars_everything_but_zones() -> None:
    """KX-49"""
    g = desert({"B-05": "1403", "A-01": "1503"}, Movement())
    assert g.in_ezoc("British", "1403") and g.in_ezoc("German", "1503")
    g = desert({"B-05": "1403", "A-01": "1604"}, Movement())
    play(g, Pick("B-05"))
    assert why_not(g, To("1503")) == "FO-5.1.7"
    g = desert({"B-05": "1403", "A-01": "1503"}, CombatPhase(), markers={"British": (1,)})
    assert why_not(g, Pick("A-01")) == "FO-7.1.2"
    g = desert({"B-05": "1403", "B-06": "1502", "A-01": "1503"}, Declare("A-01"))
    assert why_not(g, Pick("B-05")) == "FO-7.1.2"
    g = desert({"A-01": "1403", "B-05": "1303"}, current="British")
    assert all(path[:1] not in (("1503",), ("1504",)) for path in paths(g, g.pieces["A-01"], 2, ("1303",)))


@pytest.mark.rule("FO-5.1.1.1", "FO-5.1.1.2", "FO-6.1.1")
def test_a_leg_unit_stops_in_the_first_enemy_zone_and_may_leave_one() -> None:
    g = desert({"B-05": "0415", "A-01": "0412"}, Movement())
    play(g, Pick("B-05"), To("0413"))
    assert not any(isinstance(action, To) for action in offered(g))
    assert why_not(g, To("0414")) == "FO-5.1.1.1"
    g = desert({"B-05": "0413", "A-01": "0412"}, Movement())
    found = reach(g, "B-05")
    assert found["0414"] == 1 and found["0415"] == 2
    assert found["0513"] == 5  # straight there it infiltrates; out to 0514 and into the zone again it halts as well
    play(g, Pick("B-05"), To("0514"), To("0513"))
    assert why_not(g, To("0514")) == "FO-5.1.1.1"


@pytest.mark.rule("FO-5.1.1.3", "FO-5.1.1.4")
def test_a_mobile_unit_is_never_stopped_and_leaves_for_terrain_alone() -> None:
    g = desert({"B-01": "0415", "A-01": "0412"})
    assert reach(g, "B-01")["0413"] == 2
    g = desert({"B-01": "0413", "A-01": "0412"})
    assert reach(g, "B-01")["0414"] == 1
    assert reach(g, "B-01")["0614"] == 2


@pytest.mark.rule("FO-5.1.1.5", "FO-5.1.2.3")
def test_a_mobile_step_from_zone_to_zone_costs_half_the_allowance() -> None:
    g = desert({"B-01": "0413", "A-01": "0412"})
    assert reach(g, "B-01")["0313"] == 1 + 5
    g = desert({"B-10": "0413", "A-01": "0412"})  # MA 8
    assert reach(g, "B-10")["0313"] == 1 + 4


@pytest.mark.rule("FO-5.1.1.5", "FO-5.1.2.3")
def test_half_of_an_odd_allowance_is_rounded_down() -> None:
    """R8 Cavalry with seven points pays three, and the hex."""
    g = pocket({"S-11G-37G": "5005", "G-34-80": "5004"}, current="Soviet")
    assert g.printed(g.pieces["S-11G-37G"])[2] == 7
    assert reach(g, "S-11G-37G")["4905"] == 3 + 1


@pytest.mark.rule("FO-5.1.1.6")
def test_a_mobile_unit_that_left_a_zone_pays_half_for_the_next_once() -> None:
    g = desert({"B-01": "0413", "A-01": "0412", "A-02": "0615"})
    found = reach(g, "B-01")
    assert found["0514"] == 1
    assert found["0515"] == 2 + 5  # 0515 is in the zone of 0615


@pytest.mark.rule("FO-5.1.2.1", "FO-5.1.2.2")
def test_leg_infiltration_takes_the_whole_allowance_and_must_be_the_whole_move() -> None:
    assert slips({"B-05": "0413", "A-01": "0412"}, "B-05") == {"0313", "0513"}
    g = desert({"B-05": "0413", "A-01": "0412", "A-02": "0414"}, Movement())
    found = reach(g, "B-05")
    assert found["0313"] == found["0513"] == 5
    play(g, Pick("B-05"), To("0313"))
    assert not any(isinstance(action, To) for action in offered(g))
    g = desert({"B-05": "0413", "A-01": "0412", "A-02": "0414"})
    assert "0513" not in reach(g, "B-05", spent=2, gait=1)


@pytest.mark.rule("FO-5.1.2.1")
def test_infiltration_disregards_terrain_costs() -> None:
    g = desert({"B-05": "0404", "A-01": "0305", "A-02": "0506"})  # from marsh to marsh, which would cost 3
    assert reach(g, "B-05")["0405"] == 5
    worn = desert({"B-12": "0404", "A-01": "0305", "A-02": "0506"})  # a commando pays the terrain instead
    assert reach(worn, "B-12")["0405"] == 3


@pytest.mark.rule("FO-5.1.2.4", "FO-5.1.2.6", "FO-5.1.2.7", "FO-5.2.5")
def test_mines_and_works() -> None:
    """KX-43"""
    g = desert({"A-09": "1107", "A-10": "0908", "B-06": "1008"}, Movement())
    assert "1108" in slips({"A-09": "1107", "A-10": "0908", "B-06": "1008"}, "B-06")
    play(g, Pick("B-06"))
    assert why_not(g, To("1007")) == "FO-5.1.2.4"
    g = desert({"A-09": "1107", "A-10": "0908", "B-12": "1008"})
    found = reach(g, "B-12")
    assert found["1007"] == 2 and found["1006"] == 3
    g = desert({"A-09": "1107", "A-10": "0908", "B-06": "1007"}, Movement())
    play(g, Pick("B-06"))
    assert why_not(g, To("1006")) == "FO-5.1.2.6"


@pytest.mark.rule("FO-5.1.2.6")
def test_works_may_be_entered_from_a_free_hex() -> None:
    g = desert({"A-09": "1107", "B-06": "0906"})
    assert not g.in_ezoc("British", "0906") and g.in_ezoc("British", "1006")
    assert "1006" in reach(g, "B-06")


@pytest.mark.rule("FO-5.1.2.7", "FO-5.1.2.8")
def test_a_commando_slips_from_zone_to_zone_but_halts_when_it_comes_from_outside() -> None:
    g = desert({"B-12": "0413", "A-01": "0412", "A-02": "0414"})
    found = reach(g, "B-12")
    assert found["0313"] == 1 and found["0312"] == 2
    g = desert({"B-12": "0415", "A-01": "0412"}, Movement())
    play(g, Pick("B-12"), To("0413"))
    assert not any(isinstance(action, To) for action in offered(g))


@pytest.mark.rule("FO-5.1.2.7")
def test_a_mobile_commando_pays_the_terrain_alone_and_never_halts() -> None:
    """There is none in the box: the commando is given lorries."""
    g = desert({"B-12": "0415", "A-01": "0412", "A-02": "0414"})
    g.rules = copy(DESERT)
    g.rules.counters = {**DESERT.counters, "B-12": replace(DESERT.counters["B-12"], mobile=True)}
    found = reach(g, "B-12")
    assert (found["0515"], found["0514"], found["0413"], found["0313"], found["0312"]) == (1, 2, 3, 3, 4)


@pytest.mark.rule("FO-5.1.2.5", "FO-6.2.2")
def test_zones_do_not_hinder_an_advance() -> None:
    units = {"A-09": "0411", "B-03": "0412", "A-02": "0312"}
    g = desert(units, Resolve(Battle("A-09", "0411", ("B-03",), attack=(9,))), dice=[1])
    play(g, Pick("B-03"))
    assert places(g)["B-03"] == "0411"
    assert g.in_ezoc("British", "0411")  # from zone to zone, next to 0312


@pytest.mark.rule("FO-5.2.1", "FO-5.2.2", "FO-5.2.3")
def test_costs_of_the_terrain_key() -> None:
    assert CHART.hex["clear"].cost == Cost(1, 1)
    costs = {kind: row.cost for kind, row in CHART.hex.items() if kind not in ("clear", "airfield")}
    assert all(min(cost.leg, cost.mobile) > 1 for cost in costs.values() if cost is not None)
    assert GROUND.cost("0412", "0411", "leg") == 2
    assert GROUND.cost("0411", "0410", "leg") == 4 and GROUND.cost("0411", "0410", "mobile") == 6
    assert GROUND.cost("0505", "0504", "mobile") == 8
    assert CHART.hexside["ditch"].cost == Cost(1, 3)
    assert GROUND.cost("1105", "1005", "leg") == 2 * (1 + 1)  # the hex and the ditch


@pytest.mark.rule("FO-5.2.5", "FO-7.4.8", "FO-5.2.1.1")
def test_ditch_and_bridge_in_movement() -> None:
    """KX-42"""
    assert GROUND.cost("1105", "1005", "leg") == 4
    assert GROUND.cost("1105", "1005", "mobile") == 8
    assert GROUND.cost("1106", "1005", "mobile") == 1
    assert GROUND.cost("1207", "1107", "leg") == 4  # clear and mines


@pytest.mark.rule("FO-5.2.4")
def test_there_is_no_minimum_move() -> None:
    g = desert({"B-05": "0505"})
    assert "0504" not in reach(g, "B-05", spent=6, gait=1)  # marsh for 3 with 2 left
    assert reach(g, "B-05")["0504"] == 3


@pytest.mark.rule("FO-5.2.1.1", "FO-5.2.2.1", "FO-5.2.2.2")
def test_roads_and_trails_only_along_their_hexsides() -> None:
    assert GROUND.cost("1706", "1605", "mobile") == 1  # into the village of Bir Salem by the road
    assert GROUND.cost("1604", "1605", "mobile") == 4  # from elsewhere the village costs 2
    assert GROUND.cost("1409", "1310", "mobile") == 2
    assert GROUND.cost("1310", "1209", "leg") == 2  # a trail into rough ground
    assert GROUND.cost("1208", "1209", "leg") == 4
    g = desert({"B-01": "2005"})
    assert reach(g, "B-01")["0706"] == 6.5


@pytest.mark.rule("FO-5.3.1", "FO-5.3.2")
def test_units_pass_through_friends_but_never_stop_on_them() -> None:
    g = desert({"B-05": "0412", "B-06": "0413"}, Movement())
    found = reach(g, "B-05")
    assert found["0414"] == 2
    play(g, Pick("B-05"))
    assert why_not(g, To("0413")) == "FO-5.3.1"
    assert To("0414") in offered(g)


@pytest.mark.rule("FO-5.0.1")
def test_a_unit_takes_control_of_every_hex_it_passes() -> None:
    """R82"""
    g = desert({"B-05": "0907"}, Movement())
    play(g, Pick("B-05"), To("0905"))
    assert g.control["0906"] == g.control["0905"] == "British"


@pytest.mark.rule("FO-4.1.11", "FO-5.2.2")
def test_a_reinforcement_pays_for_the_road_only_where_it_leaves_the_map() -> None:
    """R81"""
    assert GROUND.entry_cost("2005", "mobile") == 1
    assert GROUND.entry_cost("2012", "mobile") == 2
    assert GROUND.entry_cost("1605", "mobile") == 4  # the road goes on: the village of Bir Salem


@pytest.mark.rule("FO-6.0.1", "FO-6.0.2", "FO-6.0.5")
def test_a_zone_is_the_six_hexes_around_whatever_the_unit() -> None:
    g = desert({"A-09": "0412", "B-11": "0414"}, depleted=())
    around = {h for h in GROUND.names if g.in_ezoc("British", h)}
    assert around == {"0411", "0413", "0512", "0513", "0312", "0313"}
    g = desert({"A-09": "0412", "B-11": "0413"})
    assert g.in_ezoc("British", "0413") and g.in_ezoc("German", "0412")
    g.current = "German"
    assert g.in_ezoc("British", "0413")  # in both player turns


@pytest.mark.rule("FO-6.0.3")
def test_zones_reach_over_ditches_mines_and_into_the_sea() -> None:
    g = desert({"A-09": "1005", "A-10": "1107", "A-11": "0802"})
    assert g.in_ezoc("British", "1105")  # over the ditch
    assert g.in_ezoc("British", "1108")  # over the mines
    assert g.in_ezoc("British", "0801")  # into the sea


@pytest.mark.rule("FO-6.0.4")
def test_a_friend_does_not_cancel_an_enemy_zone() -> None:
    g = desert({"A-09": "0412", "B-05": "0413", "B-06": "0415"})
    assert g.in_ezoc("British", "0413")
    assert "0411" not in reach(g, "B-06")  # 0413, where a friend stands, still halts it
    assert g.in_ezoc("German", "0412")


@pytest.mark.rule("FO-6.0.6")
def test_the_old_fort_keeps_zones_out() -> None:
    """KX-44"""
    g = desert({"B-05": "1004", "A-09": "1005", "A-10": "0905"}, Movement())
    assert not g.in_ezoc("British", "1004")
    assert g.in_ezoc("German", "1005")  # its own zone works
    play(g, Pick("B-05"), To("1105"))
    step = g.steps[-1]
    assert isinstance(step, Movement) and step.spent == 4
    assert not any(isinstance(action, To) for action in offered(g))
    g = desert({"B-05": "1105", "A-09": "1005"})
    assert reach(g, "B-05")["1004"] == 2
    g = desert({"B-05": "1006", "A-09": "1005"})
    assert g.in_ezoc("British", "1006")  # an unmarked fortification does not
    g.place(g.pieces["A-09"], "0905")
    g.place(g.pieces["A-09"], "1104")
    assert g.in_ezoc("British", "1105") and not g.in_ezoc("British", "1004")  # nor of an enemy who comes up to it


@pytest.mark.rule("FO-5.1.3", "FO-6.0.6")
def test_no_enemy_is_passed_out_of_the_old_fort() -> None:
    """No zone reaches into the fort, and yet the enemies next to it are in the way of leg and mobile units."""
    for unit in ("B-05", "B-01"):
        g = desert({unit: "1004", "A-09": "1005", "A-10": "1105"})
        assert not {"1005", "1105"} & reach(g, unit).keys()


def test_a_player_may_end_the_phase_at_once() -> None:
    g = desert({"B-05": "0412"}, Movement())
    play(g, END)
    assert not g.asks


@pytest.mark.rule("FO-5.1.1.6")
def test_a_longer_way_round_a_zone_leaves_a_unit_free_to_enter_another() -> None:
    g = desert({"B-02": "0412", "A-03": "0912", "A-04": "0815"}, Movement())
    found = reach(g, "B-02")
    assert found["0915"] == 8 and found["1012"] == 9  # through a zone and out of it the next would cost five more


def test_zones_follow_the_units_that_make_them() -> None:
    g = desert({"B-02": "0412", "A-03": "0410"}, Movement())
    assert g.in_ezoc("British", "0411") and g.hazards("British")[GROUND.index["0411"]]
    eliminate(g, g.pieces["A-03"], "FO-7.6.1")
    assert not g.in_ezoc("British", "0411") and not any(g.hazards("British"))


@pytest.mark.rule("FO-5.1.1.4", "FO-5.1.1.6")
def test_of_two_ways_at_the_same_price_the_one_that_leaves_no_zone_is_taken() -> None:
    """R7 From 0412 to 0514 by 0513, in a zone, or by 0413: who stops there and goes on owes nothing."""
    g = desert({"B-02": "0412", "A-03": "0612", "A-04": "0615"}, Movement())
    play(g, Pick("B-02"), To("0514"))
    assert told(g) == ["2 Tank moves to 0514"] and "0513" not in (g.events or [])[0].hexes
    assert reach(g, "B-02", spent=4, gait=FRESH)["0515"] == 3
    assert To("0515") in offered(g) and g.in_ezoc("British", "0515")
    play(g, To("0515"))
    step = g.steps[-1]
    assert isinstance(step, Movement) and step.spent == 6  # two hexes and one more: no surcharge


@pytest.mark.rule("FO-5.1.2.4", "FO-5.1.2.6")
def test_mines_and_works_bar_mobile_units_too() -> None:
    units = {"A-09": "1107", "A-10": "0908", "B-01": "1008"}
    g = desert(units, Movement())
    play(g, Pick("B-01"))
    assert why_not(g, To("1007")) == "FO-5.1.2.4"
    assert "1007" not in reach(g, "B-01") or reach(g, "B-01")["1007"] > 1 + 2 + 5  # only the long way round
    units = {"A-09": "1107", "B-01": "1007"}
    g = desert(units, Movement())
    play(g, Pick("B-01"), To("1006"))
    way = (g.events or [])[0].hexes
    assert len(way) > 1 and not g.in_ezoc("British", way[-2])  # it has to come from a hex in no zone
    ringed = {**units, "A-01": "0807", "A-02": "0805"}
    g = desert(ringed, Movement())
    play(g, Pick("B-01"))
    assert why_not(g, To("1006")) == "FO-5.1.2.6"


@pytest.mark.rule("FO-5.1.4", "FO-5.1.3", "FO-5.3.1", "FO-5.1.7", "FO-5.1.1.1", "FO-5.2.4")
def test_every_reason_why_a_unit_may_not_go_there() -> None:
    units = {"B-05": "1403", "B-06": "1404", "A-01": "1304"}
    g = desert(units, Movement())
    play(g, Pick("B-05"))
    assert why_not(g, To("1402")) == "FO-5.1.4"  # sea
    assert why_not(g, To("9999")) == "FO-5.1.4"  # off the map
    assert why_not(g, To("1304")) == "FO-5.1.3"
    assert why_not(g, To("1404")) == "FO-5.3.1"
    assert why_not(g, To("1503")) == "FO-5.1.7"  # over the inlet
    assert why_not(g, To("0512")) == "FO-5.2.4"
    halted = desert({"B-05": "0415", "A-01": "0412"}, Movement())
    play(halted, Pick("B-05"), To("0413"))
    assert why_not(halted, To("0414")) == "FO-5.1.1.1"
    poor = desert({"B-05": "0505"}, Movement(unit="B-05", spent=8, gait=1))
    assert why_not(poor, To("0504")) == "FO-5.2.4"  # the marsh next to it


@pytest.mark.rule("FO-5.1.1", "FO-4.1.3", "FO-5.1.6", "FO-2.3.2.5", "FO-7.9.7", "FO-4.1.11", "FO-5.1.3")
def test_every_reason_why_a_unit_may_not_begin_to_move() -> None:
    units = {"B-01": "0412", "B-05": "0414", "A-01": "0606", "B-13": "turn 4", "B-03": ELIMINATED, "B-02": "0415"}
    for mobile, moved in ((False, "FO-5.1.6"), (True, "FO-4.1.3")):
        g = desert(units, turn=3)
        g.moved = {**g.moved, "B-01": True}
        g.steps = (Movement(mobile=mobile),)
        g.advance()
        assert why_not(g, Pick("A-01")) == "FO-5.1.1"
        assert why_not(g, Pick("B-01")) == moved
        assert why_not(g, Pick("B-13")) == why_not(g, Pick("B-03")) == "FO-4.1.11"
    assert why_not(g, Pick("B-05")) == "FO-2.3.2.5"
    g.advanced = {**g.advanced, "B-02": True}
    g.moved = {}
    g.advance()
    assert why_not(g, Pick("B-02")) == "FO-7.9.7"
