"""8.0 to 8.2 Movement: costs, limits, and who may move."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine import Pick, Press, To
from grognard.games.night_fight.rules.data import GERMAN_TYPES, LIMITS
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.stacking import points_left
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.terrain import entry_cost
from grognard.testing import offered, unrolled

from .situations import MOVE, column, german, places, play, position, refused, soviet


def price(unit: Unit, h: str, **fields: Any) -> int:
    """What it costs a unit to enter a neighbouring hex."""
    g = position(unit, step=MOVE, **fields)
    play(g, Pick(unit.type), To(h))
    return g.spent[unit.type]


def ways(g: NightFight) -> set[str]:
    return {a.hex for a in offered(g) if isinstance(a, To)}


@pytest.mark.rule("NF-8.0.1")
def test_nobody_needs_to_move_after_turn_one() -> None:
    g = position(german("pzkpfw_iv", "2309"), step=MOVE)
    play(g, Press("end"))
    assert not g.asks and places(g, "pzkpfw_iv") == ["2309"]


@pytest.mark.rule("NF-8.0.1")
def test_a_choice_made_in_error_is_taken_back() -> None:
    g = position(german("pzkpfw_iv", "2309"), step=MOVE)
    play(g, Pick("pzkpfw_iv"), Press("back"))
    assert Pick("pzkpfw_iv") in offered(g)


@pytest.mark.rule("NF-8.0.5", "NF-8.2.1")
def test_six_points_and_no_more() -> None:
    g = position(german("pzkpfw_iv", "2303"), step=MOVE)
    play(g, Pick("pzkpfw_iv"))
    assert "2309" in ways(g) and refused(g, To("2310")) == "NF-8.0.5"
    play(g, To("2309"))
    assert g.spent["pzkpfw_iv"] == 6 and "pzkpfw_iv" in g.moved  # nothing is left to choose: it stops by itself
    assert not g.asks


@pytest.mark.rule("NF-8.0.5", "NF-7.0.6")
@pytest.mark.parametrize("turn, refusal", [(1, "NF-8.0.5"), (2, None)])
def test_in_the_first_turn_a_unit_between_enemies_on_its_road_has_nowhere_to_go(turn: int, refusal: str | None) -> None:
    enemies = soviet("dummy", "2303"), soviet("dummy", "2305")
    g = position(german("pzkpfw_iv", "2304"), german("stug_iii", "2312"), *enemies, turn=turn, step=MOVE)
    assert (refused(g, Pick("pzkpfw_iv")) if refusal else None) == refusal
    assert (Pick("pzkpfw_iv") in offered(g)) == (refusal is None)


@pytest.mark.rule("NF-8.0.5")
def test_hex_by_hex_or_in_one_go_is_the_same() -> None:
    g = position(german("pzkpfw_iv", "2309"), step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2310"), To("2311"), To("2312"))
    assert g.spent["pzkpfw_iv"] == 3


@pytest.mark.rule("NF-8.0.5", "NF-22.3.1", "NF-22.3.2", "NF-22.3.3", "NF-22.3.9", "NF-22.3.10")
def test_each_hex_has_its_price() -> None:
    tank = "pzkpfw_iii"
    assert price(german(tank, "2214"), "2314") == 1  # road
    assert price(german(tank, "2313"), "2214") == 2  # open
    assert price(german(tank, "2409"), "2408") == 2  # partial building
    assert price(german(tank, "2313"), "2413") == 3  # gully
    assert price(german(tank, "2311"), "2312") == 1  # bridge


@pytest.mark.rule("NF-8.0.5", "NF-22.3.6", "NF-22.3.7", "NF-22.3.8")
@pytest.mark.parametrize(("level", "points"), [("clear", 1), ("normal", 2), ("dense", 3)])
def test_vegetation_costs_by_its_level(level: str, points: int) -> None:
    assert price(german("pzkpfw_iii", "2313"), "2414", vegetation=level) == points


@pytest.mark.rule("NF-8.0.5", "NF-22.3.3", "NF-22.3.4")
def test_e10_the_partial_house_on_the_road_and_the_full_one() -> None:
    g = position(german("pzkpfw_iii", "2409"), step=MOVE)
    play(g, Pick("pzkpfw_iii"))
    assert refused(g, To("2509")) == "NF-22.3.4"
    play(g, To("2508"))
    assert g.spent["pzkpfw_iii"] == 1
    assert price(german("infantry", "2409"), "2509") == 3


@pytest.mark.rule("NF-8.0.5", "NF-22.3.12")
def test_water_is_closed() -> None:
    g = position(german("infantry", "2214"), step=MOVE)
    play(g, Pick("infantry"))
    assert refused(g, To("2113")) == "NF-22.3.12"


@pytest.mark.rule("NF-8.0.5", "NF-22.3.11")
def test_a_lost_wood_bridge_is_for_foot_units_only() -> None:
    assert price(german("infantry", "2311"), "2312", bridges_out=["2312"]) == 3
    g = position(german("pzkpfw_iii", "2311"), bridges_out=["2312"], step=MOVE)
    play(g, Pick("pzkpfw_iii"))
    assert refused(g, To("2312")) == "NF-22.3.11"


@pytest.mark.rule("NF-8.0.5")
def test_a_mixed_stack_goes_where_all_of_it_can() -> None:
    g = position(german("infantry", "2409"), german("pzkpfw_iii", "2409"), step=MOVE)
    play(g, Pick("infantry"))
    assert "2509" in ways(g)
    play(g, Pick("pzkpfw_iii"))
    assert "2509" not in ways(g)


@pytest.mark.rule("NF-8.0.6")
def test_an_enemy_hex_bars_the_way() -> None:
    g = position(german("pzkpfw_iv", "2309"), soviet("dummy", "2312"), step=MOVE)
    play(g, Pick("pzkpfw_iv"))
    assert refused(g, To("2312")) == "NF-8.0.6"
    assert "2313" not in ways(g)  # the way round costs too much


@pytest.mark.rule("NF-8.0.7")
@pytest.mark.parametrize("friends", [1, 2])
def test_friends_cost_one_point_however_many(friends: int) -> None:
    g = position(german("pzkpfw_iv", "2309"), *[german("infantry", "2310") for _ in range(friends)], step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2310"))
    assert g.spent["pzkpfw_iv"] == 2


@pytest.mark.rule("NF-8.0.8")
@pytest.mark.parametrize("wrecks", [["2310"], ["2310", "2310"]])
def test_wrecks_cost_one_point_however_many(wrecks: list[str]) -> None:
    assert price(german("pzkpfw_iv", "2309"), "2310", wrecks=wrecks) == 2


@pytest.mark.rule("NF-8.0.7", "NF-8.0.8")
def test_e8_friends_and_wrecks_add_up() -> None:
    g = position(german("pzkpfw_iv", "2309"), german("infantry", "2310"), wrecks=["2310", "2310"], step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2310"))
    assert g.spent["pzkpfw_iv"] == 3


@pytest.mark.rule("NF-8.0.7", "NF-8.0.8", "NF-8.0.9")
def test_e7_entering_costs_and_leaving_does_not() -> None:
    friends = [german("infantry", "2315"), german("command_car", "2315")]
    g = position(german("pzkpfw_iv", "2214"), *friends, wrecks=["2316"], step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2314"))
    assert g.spent["pzkpfw_iv"] == 1
    play(g, To("2315"))
    assert g.spent["pzkpfw_iv"] == 3
    play(g, To("2316"))
    assert g.spent["pzkpfw_iv"] == 5
    play(g, To("2317"))
    assert g.spent["pzkpfw_iv"] == 6 and ways(g) == set()


@pytest.mark.rule("NF-8.0.9")
def test_starting_among_friends_costs_nothing() -> None:
    g = position(german("pzkpfw_iv", "2309"), german("infantry", "2309"), wrecks=["2309"], step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2310"))
    assert g.spent["pzkpfw_iv"] == 1


@pytest.mark.rule("NF-8.2.1", "NF-2.2.5")
def test_every_german_unit_has_six_points_but_guns_none() -> None:
    assert LIMITS["german_movement"] == 6
    for kind in GERMAN_TYPES:
        if not kind.is_unit:
            continue
        g = position(german(kind.id, "2309"), german("stug_iii", "2305"), step=MOVE)
        if kind.kind == "gun":
            assert refused(g, Pick(kind.id)) == "NF-8.7.1"
        else:
            assert points_left(g, (g.pieces[kind.id],)) == 6 and Pick(kind.id) in offered(g)


@pytest.mark.rule("NF-8.0.4", "NF-8.7.7")
def test_soviet_static_pieces_stay_where_they_are() -> None:
    kinds = ("truck", "zis3", "m42", "maxim", "soviet_infantry")
    g = position(german("pzkpfw_iv", "2340"), *[soviet(k, "2309", up=True) for k in kinds[:3]], step=SovietMovement())
    assert places(g, *kinds[:3]) == ["2309"] * 3 and unrolled(g) == []


@pytest.mark.rule("NF-8.0.2")
def test_a_column_uses_its_whole_allowance() -> None:
    g = position(
        german("pzkpfw_iv", "2340"),
        column(1, ["t34"], ["2309"], ahead="2310"),
        step=SovietMovement(),
        dice=[5],
        visibility=2,
    )
    assert places(g, "c1") == ["2314"] and g.spent["c1"] == 5


@pytest.mark.rule("NF-8.0.3")
def test_deployed_units_must_move_too() -> None:
    g = position(
        german("pzkpfw_iv", "2340"),
        column(1, ["t34", "kv1", "t26"], ["2309", "2308", "2307"], ahead="2310", deployed=True),
        step=SovietMovement(),
        dice=[3],
        visibility=2,
    )
    assert places(g, "1.1", "1.2", "1.3") == ["2312", "2311", "2310"]


# ------------------------------------------------------------------ bridges under weight


@pytest.mark.rule("NF-19.0.1", "NF-19.0.2", "NF-16.3.1")
def test_e50_a_tiger_and_a_car_on_a_bridge() -> None:
    g = position(german("pzkpfw_vi", "2027"), german("command_car", "2027"), step=MOVE, dice=[1])
    play(g, Pick("pzkpfw_vi"), Pick("command_car"), To("2028"))
    assert places(g, "pzkpfw_vi", "command_car") == ["gone", "gone"]
    assert g.bridges_out == {"2028": True} and g.wrecks == {"2028": 1}
    assert entry_cost(g, "2028", "foot") == 3 and entry_cost(g, "2028", "vehicle") is None


@pytest.mark.rule("NF-19.0.3", "NF-8.0.8")
def test_e50_a_platoon_later_pays_four_for_the_ruin_and_the_wreck() -> None:
    assert price(german("infantry", "2027"), "2028", bridges_out=["2028"], wrecks=["2028"]) == 4


@pytest.mark.rule("NF-16.3.1", "NF-19.0.4")
def test_e50_with_engineers_in_the_stack_no_die_is_rolled() -> None:
    g = position(german("pzkpfw_vi", "2027"), german("engineers", "2027"), step=MOVE)
    play(g, Pick("pzkpfw_vi"), Pick("engineers"), To("2028"))
    assert places(g, "pzkpfw_vi") == ["2028"] and g.bridges_out == {}
