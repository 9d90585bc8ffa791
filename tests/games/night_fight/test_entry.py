"""7.0 Germans entering the map."""

from __future__ import annotations

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.data import EDGES
from grognard.games.night_fight.rules.scenarios import SCENARIOS
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.unit_acts import Spot
from grognard.testing import logged, offered
from tests.games.night_fight.printed import ROAD_HEXES

from .situations import FIRE, MOVE, german, places, play, position, refused, soviet

EDGE = {h for hexes in EDGES.values() for h in hexes}


def entering(*units: Unit, turn: int = 1, scenario: str = "ghost-column") -> NightFight:
    return position(*units, step=MOVE, turn=turn, scenario=scenario)


def ways(g: NightFight) -> set[str]:
    return {a.hex for a in offered(g) if isinstance(a, To)}


@pytest.mark.rule("NF-7.0.1")
@pytest.mark.parametrize(
    ("scenario", "hexes"),
    [
        ("ghost-column", set(EDGES["south"])),
        ("kharkov", set(EDGES["south"])),
        ("stalingrad-breakout", set(EDGES["east"]) - {"1000"}),
        ("kiev", set(EDGES["west"])),
    ],
)
def test_everybody_enters_by_the_scenarios_edge(scenario: str, hexes: set[str]) -> None:
    g = entering(german("pzkpfw_iv"), scenario=scenario)
    play(g, Pick("pzkpfw_iv"))
    assert ways(g) & EDGE == hexes == set(SCENARIOS[scenario].entry)
    assert refused(g, To("1011")) == "NF-7.0.1"


@pytest.mark.rule("NF-7.0.1", "NF-7.0.6", "NF-8.0.5")
def test_one_answer_brings_a_unit_onto_the_map_and_as_far_as_its_points_go() -> None:
    g = entering(german("pzkpfw_iv"))
    play(g, Pick("pzkpfw_iv"))
    prices = {a.hex: GAME.face.labels(g)[a] for a in offered(g) if isinstance(a, To)}
    assert (prices["3911"], prices["3411"]) == ("1", "6") and ways(g) <= ROAD_HEXES
    play(g, To("3411"))
    assert [event.hexes[0] for event in logged(g)] == ["3911", "3812", "3712", "3612", "3511", "3411"]
    assert g.spent == {"pzkpfw_iv": 6}


@pytest.mark.rule("NF-7.0.1", "NF-8.0.7")
def test_of_two_entry_hexes_the_cheaper_way_is_taken() -> None:
    g = entering(german("pzkpfw_iv"), german("stug_iii", "3911"))
    play(g, Pick("pzkpfw_iv"))
    assert GAME.face.labels(g)[To("3812")] == "3"  # past a friend
    play(g, To("3922"))
    assert places(g, "pzkpfw_iv") == ["3922"] and g.spent["pzkpfw_iv"] == 1


@pytest.mark.rule("NF-7.0.1")
def test_units_enter_in_any_order_and_go_on_at_once() -> None:
    g = entering(german("pzkpfw_iv"), german("stug_iii"))
    play(g, Pick("stug_iii"), To("3911"), To("3411"), Pick("pzkpfw_iv"), To("3922"))
    assert places(g, "stug_iii", "pzkpfw_iv") == ["3411", "3922"]
    assert g.spent == {"stug_iii": 6, "pzkpfw_iv": 1}


@pytest.mark.rule("NF-7.0.1", "NF-8.0.7")
def test_the_edge_hex_costs_what_it_always_costs() -> None:
    g = entering(german("pzkpfw_iv"), german("stug_iii", "3911"))
    play(g, Pick("pzkpfw_iv"), To("3911"))
    assert g.spent["pzkpfw_iv"] == 2


@pytest.mark.rule("NF-7.0.1")
def test_units_may_enter_as_a_stack() -> None:
    g = entering(german("pzkpfw_iv"), german("stug_iii"), german("infantry"))
    play(g, Pick("pzkpfw_iv"), Pick("stug_iii"), To("3911"), To("3712"), Press("stop"))
    assert places(g, "pzkpfw_iv", "stug_iii", "infantry") == ["3712", "3712", ""]


@pytest.mark.rule("NF-7.0.1", "NF-15.0.1")
def test_artillery_strikes_do_not_enter() -> None:
    g = position(german("pzkpfw_iv"), step=MOVE, turn=1, strikes={"german": 2})
    play(g, Pick("pzkpfw_iv"), To("3911"), Press("stop"))
    assert g.strikes == {"german": 2} and set(g.pieces) == {"pzkpfw_iv"}


@pytest.mark.rule("NF-7.0.2")
def test_german_units_have_no_facing() -> None:
    assert not {"facing", "ahead", "direction"} & set(Unit.__struct_fields__)


@pytest.mark.rule("NF-7.0.3", "NF-8.0.1")
def test_nobodys_entry_may_wait() -> None:
    g = entering(german("pzkpfw_iv"))
    assert refused(g, Press("end")) == "NF-7.0.3"


@pytest.mark.rule("NF-7.0.3")
def test_a_unit_that_cannot_enter_is_eliminated() -> None:
    walls = [soviet("soviet_infantry", h) for h in EDGES["south"]]
    g = position(german("pzkpfw_iv"), *walls, step=MOVE, turn=1)
    assert places(g, "pzkpfw_iv") == ["gone"] and g.wrecks == {} and g.lost == {"german": 1}
    assert logged(g, "NF-7.0.3")


@pytest.mark.rule("NF-7.0.4")
def test_nobody_leaves_the_map() -> None:
    g = entering(german("pzkpfw_iv", "3911"), turn=3)
    play(g, Pick("pzkpfw_iv"))
    assert refused(g, Press("exit")) == "NF-7.0.4"


@pytest.mark.rule("NF-7.0.4", "NF-21.2.2")
def test_who_left_at_stalingrad_is_gone_for_good() -> None:
    g = entering(german("pzkpfw_iv", "1643"), german("infantry", "1640"), turn=3, scenario="stalingrad-breakout")
    play(g, Pick("pzkpfw_iv"), To("1644"), Press("exit"))
    assert places(g, "pzkpfw_iv") == ["gone"] and g.exited == {"german": 1} and g.lost == {}
    assert "PzKpfw IV leaves the map" in map(str, logged(g, "NF-21.2.2"))
    assert refused(g, Pick("pzkpfw_iv")) == "GR-1"


@pytest.mark.rule("NF-7.0.5")
def test_nobody_spots_or_fires_from_off_the_map() -> None:
    g = position(german("pzkpfw_iv"), german("stug_iii", "3911"), soviet("zis3", "3812"), step=FIRE)
    assert refused(g, Pick("pzkpfw_iv")) == "NF-7.0.5"
    play(g, Pick("stug_iii"))
    assert Spot("3812") in offered(g)


@pytest.mark.rule("NF-7.0.6")
def test_on_turn_one_everybody_keeps_to_the_road() -> None:
    g = entering(german("pzkpfw_iv"))
    play(g, Pick("pzkpfw_iv"), To("3911"))
    assert ways(g) == {"3812", "3712", "3612", "3511", "3411", "3412"} and ways(g) <= ROAD_HEXES
    assert refused(g, To("3910")) == "NF-7.0.6"


@pytest.mark.rule("NF-7.0.6")
def test_later_they_may_leave_it() -> None:
    g = entering(german("pzkpfw_iv", "3911"), turn=2)
    play(g, Pick("pzkpfw_iv"))
    assert "3910" in ways(g)


@pytest.mark.rule("NF-7.0.6", "NF-5.3.2")
def test_soviets_watch_the_edge_hex_too() -> None:
    g = position(german("pzkpfw_iv"), soviet("zis3", "3812"), step=MOVE, turn=1, dice=[3, 1, 1])
    play(g, Pick("pzkpfw_iv"), To("3911"))
    assert g.pieces["pzkpfw_iv"].spotted and g.fired == {"zis3": 1}  # 3, and 1 for a neighbour


@pytest.mark.rule("NF-7.0.6")
def test_an_entry_hex_held_by_the_enemy_is_closed() -> None:
    g = position(german("pzkpfw_iv"), soviet("dummy", "3911"), step=MOVE, turn=1)
    play(g, Pick("pzkpfw_iv"))
    assert ways(g) & EDGE == {"3922", "3936"} and refused(g, To("3911")) == "NF-8.0.6"


# ------------------------------------------------------------------ who comes with whom


@pytest.mark.rule("NF-7.0.7", "NF-7.0.8")
def test_flares_and_panzerfausts_enter_with_their_carriers() -> None:
    g = position(german("command_car", flares=2), german("infantry", fausts=1), step=MOVE, turn=1, scenario="kiev")
    play(g, Pick("command_car"), To("2344"), Press("stop"), Pick("infantry"), To("2944"), Press("stop"))
    assert g.pieces["command_car"].flares == 2 and g.pieces["infantry"].fausts == 1


@pytest.mark.rule("NF-7.0.9", "NF-7.0.10")
@pytest.mark.parametrize(("gun", "cite"), [("sig33", "NF-7.0.9"), ("pak36r", "NF-7.0.10")])
def test_a_gun_enters_with_its_sdkfz_251_and_the_last_one_does_not_come_alone(gun: str, cite: str) -> None:
    g = entering(german("sdkfz_251"), german(gun), german("infantry"))
    assert refused(g, Pick(gun)) == "NF-8.7.1"
    play(g, Pick("sdkfz_251"))
    assert refused(g, To("3911")) == cite
    play(g, Pick(gun), To("3911"), To("3812"), Press("stop"))
    assert places(g, "sdkfz_251", gun) == ["3812", "3812"]


@pytest.mark.rule("NF-7.0.9")
def test_a_spare_carrier_comes_alone() -> None:
    g = entering(german("sdkfz_251"), german("sdkfz_251"), german("sig33"))
    play(g, Pick("sdkfz_251"), To("3911"), Press("stop"), Pick("sdkfz_251-2"))
    assert refused(g, To("3911")) == "NF-7.0.9"


@pytest.mark.rule("NF-7.0.10", "NF-8.7.1")
@pytest.mark.parametrize("kind", ["sdkfz_251_22", "sdkfz_251_supply", "sdkfz_engineers", "pzkpfw_iv"])
def test_no_other_vehicle_brings_a_gun(kind: str) -> None:
    g = entering(german(kind), german("sdkfz_251"), german("pak36r"))
    play(g, Pick(kind))
    assert refused(g, Pick("pak36r")) == "NF-8.7.1"
