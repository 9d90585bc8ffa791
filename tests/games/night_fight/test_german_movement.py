"""4.2, 5.3, 8.0 to 8.2 German movement: who moves next, as which stack, at what price, and how far."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine import Match, Pick, Press, To
from grognard.engine.match.match import Ambiguous
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.data import GERMAN_TYPES, LIMITS
from grognard.games.night_fight.rules.german_movement import GermanMovement, MoveStack, Together, whole_stack
from grognard.games.night_fight.rules.setup import Buy
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.stacking import points_left
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.terrain import entry_cost
from grognard.testing import offered, unrolled
from tests.terminal.helpers import type_into

from .situations import MOVE, column, german, pieces, places, play, position, refused, soviet


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


# ------------------------------------------------------------------ 4.2, 5.3 who moves, and as one


TWO = GermanMovement(("german", "german-2"))


@pytest.mark.rule("NF-4.2.1", "NF-4.2.2")
def test_one_answer_takes_a_whole_stack_up_and_one_puts_it_down() -> None:
    g = position(*[german(kind, "2309") for kind in ("t34r", "infantry", "stug_iii")], step=MOVE)
    assert offered(g)[0] == Together("t34r")
    assert GAME.face.describe(g, Together("t34r")) == "T-34 (r), Infantry Platoon and StuG III in 2309, together"
    play(g, Together("t34r"))
    assert GAME.face.describe(g, To("2312")) == "together to 2312"
    play(g, To("2312"))
    assert places(g, "t34r", "infantry", "stug_iii") == ["2312"] * 3


@pytest.mark.rule("NF-4.2.1", "NF-8.7.1", "NF-13.4.13", "NF-8.1.1")
def test_who_cannot_come_stays_behind_and_a_gun_comes_with_its_carrier() -> None:
    g = position(
        *pieces("pak36r 2309, sdkfz_251 2309, infantry 2309 pinned, stug_iii 2311, pzkpfw_iv 2311"),
        fired_before={"pzkpfw_iv": True},
        step=MOVE,
    )
    assert whole_stack(g, g.pieces["sdkfz_251"]) == ("sdkfz_251", "pak36r")
    assert Together("sdkfz_251") in offered(g) and Together("pak36r") not in offered(g)
    assert refused(g, Together("pak36r")) == "NF-8.7.1"
    assert refused(g, Together("stug_iii")) == "NF-4.2.4"  # nobody could come along
    assert refused(g, Together("infantry")) == "NF-13.4.13" and refused(g, Together("pzkpfw_iv")) == "NF-8.1.1"


@pytest.mark.rule("NF-7.0.1", "NF-20.2.2", "NF-1.0.1", "NF-8.0.5")
def test_no_stack_off_the_map_of_another_player_or_with_nowhere_to_go() -> None:
    force = [german("infantry"), german("stug_iii"), *(german("t34r", "2309", side="german-2") for _ in range(2))]
    g = position(*force, soviet("dummy", "2340"), players=2, step=TWO)
    assert refused(g, Together("infantry")) == "NF-4.2.4" and refused(g, Together("t34r")) == "NF-20.2.2"
    assert refused(g, Together("dummy")) == "NF-1.0.1"
    fenced = position(
        *[german("command_car", "2315", flares=1), german("stug_iii", "2315"), german("infantry", "2305")],
        *[soviet("dummy", h) for h in ("2314", "2316", "2215", "2216", "2415", "2416")],
        visibility=2,
        step=MOVE,
    )
    play(fenced, Pick("command_car"))
    assert Press("put down flares") in offered(fenced) and not any(isinstance(a, To) for a in offered(fenced))


@pytest.mark.rule("NF-5.3.1", "NF-8.0.5")
def test_the_next_unit_is_chosen_without_a_word_and_that_ends_the_move() -> None:
    g = position(german("pzkpfw_iv", "2309"), german("stug_iii", "2305"), german("infantry", "2302"), step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2311"))
    assert g.asks[0].prompt == "PzKpfw IV: choose where to move (4 points left), or another unit"
    assert {Pick("stug_iii"), Pick("infantry"), To("2313"), Press("stop"), Press("end")} <= set(offered(g))
    play(g, Pick("stug_iii"))
    assert g.steps[-1] == MoveStack(("stug_iii",)) and g.moved == {"pzkpfw_iv": True}
    play(g, To("2307"))
    assert refused(g, Pick("pzkpfw_iv")) == "NF-8.0.5"  # it has moved already
    play(g, Press("end"))
    assert g.phase == "German movement" and not g.asks


@pytest.mark.rule("NF-4.2.4", "NF-8.0.6")
def test_who_stands_with_the_stack_joins_it_and_who_has_not_set_out_is_sent_back_first() -> None:
    g = position(german("pzkpfw_iv", "2309"), german("stug_iii", "2311"), soviet("dummy", "2340"), step=MOVE)
    play(g, Pick("pzkpfw_iv"))
    assert refused(g, Pick("stug_iii")) == "NF-4.2.4"
    play(g, To("2311"))
    assert GAME.face.describe(g, Pick("stug_iii")) == "take along StuG III in 2311"
    assert refused(g, Pick("dummy")) == "NF-8.0.6"
    play(g, Pick("stug_iii"))
    assert g.steps[-1] == MoveStack(("pzkpfw_iv", "stug_iii"), bound="2311")


@pytest.mark.rule("NF-4.0.4", "NF-20.2.3")
def test_where_it_may_not_stay_no_other_unit_is_chosen_first() -> None:
    full = [german("infantry", "2311", side="german-2") for _ in range(3)]
    g = position(german("pzkpfw_iv", "2309"), german("stug_iii", "2305"), *full, players=2, step=TWO)
    play(g, Pick("pzkpfw_iv"), To("2311"))
    assert refused(g, Pick("stug_iii")) == refused(g, Press("stop")) == "NF-20.2.3"
    assert Press("end") not in offered(g)
    g = position(german("pzkpfw_iv", "2309"), *full, players=2, spent={"pzkpfw_iv": 3}, step=MoveStack(("pzkpfw_iv",)))
    assert refused(g, To("2311")) == "NF-20.2.3" and To("2311") not in offered(g)


@pytest.mark.rule("NF-4.0.4")
def test_a_hex_overfilled_by_choice_is_mended_before_the_phase_ends() -> None:
    full = [german("infantry", "2311") for _ in range(3)]
    g = position(german("pzkpfw_iv", "2309"), *full, step=MOVE)
    play(g, Pick("pzkpfw_iv"), To("2311"))
    assert refused(g, Press("end")) == "NF-4.0.4" and Press("stop") in offered(g)


@pytest.mark.rule("NF-4.2.1")
@pytest.mark.parametrize(("typed", "there"), [("1 2312", ["2312", "2312"]), ("2 2312", ["2312", "2309"])])
def test_a_stack_or_one_of_it_goes_by_one_line(typed: str, there: list[str]) -> None:
    g = position(german("t34r", "2309"), german("infantry", "2309"), step=MOVE)
    match = Match.at(GAME, g, seed=1)
    _, printed = type_into(match, typed)
    assert [match.pieces[i].place for i in ("t34r", "infantry")] == there, printed
    twice = Match.at(GAME, g, seed=1)
    with pytest.raises(Ambiguous, match="together to 2312; to 2312"):
        twice.carry("t34r", "2312")


@pytest.mark.rule("NF-3.0.18")
@pytest.mark.parametrize("scenario", list(GAME.scenarios))
def test_the_suggested_force_comes_first(scenario: str) -> None:
    match = Match.new(GAME, scenario, seed=1)
    first, *rest = match.decision.actions
    assert first == Press("suggested force") and isinstance(rest[0], Buy)


@pytest.mark.rule("NF-4.1.1", "NF-4.2.1", "NF-8.0.5")
def test_three_go_nowhere_together_where_only_a_wreck_leaves_room() -> None:
    # through the undergrowth there is only 1004, with room for two, and no points would be left to come back
    soviets = [soviet("dummy", h) for h in ("1002", "1005", "1102", "1103", "1104")]
    stack = [german(kind, "1003") for kind in ("infantry", "stug_iii", "command_car")]
    for wrecks, rule in ((["1004"], "NF-8.0.5"), ([], "")):
        g = position(*stack, *soviets, wrecks=wrecks, vegetation="dense", step=MOVE)
        assert refused(g, Together("infantry")) == rule
        assert Pick("infantry") in offered(g)
