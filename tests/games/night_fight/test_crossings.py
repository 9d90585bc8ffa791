"""Where chapters cross: a state that one chapter gives a unit, and an event that another brings upon it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from grognard.engine import Pick, Press, Step, To
from grognard.games.night_fight.rules.bridges import demolish
from grognard.games.night_fight.rules.column_formation import divide_columns, in_marching_order, take_place
from grognard.games.night_fight.rules.events import Intelligence, RandomEvents
from grognard.games.night_fight.rules.fire import Blast
from grognard.games.night_fight.rules.german_movement import Drop
from grognard.games.night_fight.rules.rally import SovietRally
from grognard.games.night_fight.rules.soviet_fire import SovietFire
from grognard.games.night_fight.rules.soviet_movement import SovietMovement
from grognard.games.night_fight.rules.stacking import overstacked
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.unit_acts import Fire, Spot
from grognard.games.night_fight.rules.victory import EndOfTurn
from grognard.testing import begin, logged, offered, roll, unrolled

from .situations import (
    FIRE,
    MOVE,
    Formation,
    column,
    german,
    let_pass,
    march,
    pieces,
    places,
    play,
    position,
    refused,
    soviet,
)

# ------------------------------------------------------------------ 4.0 stacking


@pytest.mark.rule("NF-4.2.3", "NF-4.0.3")
def test_who_goes_on_takes_no_room_where_a_unit_is_dropped() -> None:
    stood = "infantry 2311 pinned, stug_iii 2311 pinned"
    g = position(*pieces(f"pzkpfw_iv 2310, t34r 2310, {stood}"), step=MOVE)
    play(g, Pick("pzkpfw_iv"), Pick("t34r"), To("2311"), Drop("t34r"))
    assert Press("stop") not in offered(g) and refused(g, Press("stop")) == "NF-4.0.4"
    play(g, To("2312"))
    assert places(g, "pzkpfw_iv", "t34r") == ["2312", "2311"]


@pytest.mark.rule("NF-4.2.3", "NF-4.0.4")
def test_nobody_is_dropped_where_there_is_no_room_or_the_others_cannot_go_on() -> None:
    full = "infantry 2311 pinned, stug_iii 2311 pinned, command_car 2311 pinned"
    g = position(*pieces(f"pzkpfw_iv 2310, t34r 2310, {full}"), step=MOVE)
    play(g, Pick("pzkpfw_iv"), Pick("t34r"), To("2311"))
    assert refused(g, Drop("t34r")) == "NF-4.0.4"


@pytest.mark.rule("NF-4.1.1", "NF-16.5.3", "NF-4.0.4")
def test_no_wreck_is_left_where_it_has_no_room() -> None:
    full = "infantry 2315 pinned, stug_iii 2315 pinned, command_car 2315 pinned"
    g = position(*pieces(f"recovery_tank 2316, {full}"), wrecks=["2316"], step=MOVE)
    play(g, Pick("recovery_tank"), Press("tow wreck"), To("2315"))
    assert Press("drop wreck") not in offered(g) and refused(g, Press("drop wreck")) == "NF-4.1.1"
    play(g, To("2314"), Press("drop wreck"))
    assert g.wrecks == {"2314": 1}


@pytest.mark.rule("NF-16.5.3")
def test_a_wreck_that_has_not_been_moved_yet_is_let_go_even_in_a_crowd() -> None:
    crowd = "infantry 2316 pinned, stug_iii 2316 pinned, command_car 2316 pinned"
    g = position(*pieces(f"recovery_tank 2316, {crowd}"), wrecks=["2316"], step=MOVE)
    play(g, Pick("recovery_tank"), Press("tow wreck"), Press("drop wreck"))
    assert Press("tow wreck") in offered(g)


@pytest.mark.rule("NF-4.1.1", "NF-16.5.3", "NF-20.2.3")
def test_no_wreck_is_left_on_three_units_of_another_player() -> None:
    rivals = [german(kind, "2315", side="german-2") for kind in ("infantry", "stug_iii", "command_car")]
    g = position(german("recovery_tank", "2316"), *rivals, players=2, wrecks=["2316"], step=MOVE)
    play(g, Pick("recovery_tank"), Press("tow wreck"), To("2315"))
    assert refused(g, Press("drop wreck")) == "NF-4.1.1"


@pytest.mark.rule("NF-4.0.3", "NF-21.2.2")
@pytest.mark.parametrize(("spent", "offers"), [(3, True), (4, False)])
def test_a_full_exit_hex_is_passed_by_who_has_a_point_to_leave_with(spent: int, offers: bool) -> None:
    full = "infantry 1644 pinned, stug_iii 1644 pinned, command_car 1644 pinned"
    g = position(*pieces(f"pzkpfw_iv 1643, t34r 1643, {full}"), scenario="stalingrad-breakout", step=MOVE)
    g.spent = {**g.spent, "pzkpfw_iv": spent}
    play(g, Pick("pzkpfw_iv"))
    assert (To("1644") in offered(g)) == offers
    if offers:
        play(g, To("1644"), Press("exit"))
        assert g.exited == {"german": 1}


@pytest.mark.rule("NF-4.0.3", "NF-4.1.1")
def test_a_wreck_may_be_left_where_a_unit_makes_room_for_it_before_the_phase_ends() -> None:
    g = position(*pieces("recovery_tank 2316, infantry 2315, t34r 2315, stug_iii 2315"), wrecks=["2316"], step=MOVE)
    play(g, Pick("recovery_tank"), Press("tow wreck"), To("2315"), Press("drop wreck"), To("2314"), Press("stop"))
    assert refused(g, Press("end")) == "NF-4.0.4"
    play(g, Pick("infantry"), To("2317"), Press("stop"))
    assert refused(g, Press("end")) == ""


# ------------------------------------------------------------------ 13.4 a unit that falls back


@pytest.mark.rule("NF-13.4.12", "NF-13.4.11", "NF-8.6.5")
def test_a_pin_on_the_way_back_neither_pins_nor_separates_before_the_retreat_is_over() -> None:
    g = position(
        *pieces("stug_iii 1000, pzkpfw_iv 1004"),
        column(1, ["t34", "kv1", "t26"], ["1001", "1101", "1102"], ahead="1000", deployed=True, up=True),
        vegetation="clear",
    )
    g.change("1.1", spotted=True)
    begin(g, FIRE, dice=[2, 3, 2])
    play(g, Pick("stug_iii"), Fire("1.1"), To("1102"), To("1002"))
    roll(g, 2, 3)
    play(g, Pick("pzkpfw_iv"), Fire("1.1"))
    shots = [shot.args["result"] for shot in logged(g, "NF-13.3.4")]
    assert shots == ["Retreat", "Pinned"]
    lead = g.pieces["1.1"]
    assert lead.place == "1102" and lead.pinned and lead.column == "1"
    assert [str(line) for line in logged(g, "NF-13.4.13")] == ["T-34 in 1102 is pinned"]


@pytest.mark.rule("NF-13.4.16", "NF-8.6.5", "NF-10.3.15")
def test_a_dummy_found_meanwhile_does_not_separate_a_unit_that_is_on_its_way_back_to_its_column() -> None:
    road = ["1001", "1101", "1102", "1103"]
    g = position(
        *pieces("stug_iii 1000, pzkpfw_iv 1005"),
        column(1, ["t34", "kv1", "t26", "dummy"], road, ahead="1000", deployed=True),
        vegetation="clear",
    )
    g.turn_up("1.1", spotted=True)
    begin(g, FIRE, dice=[2, 3, 2, 6])
    play(g, Pick("stug_iii"), Fire("1.1"), To("1102"), To("1002"), Pick("pzkpfw_iv"), Spot("1103"), Press("pass"))
    assert places(g, "1.1", "1.4") == ["1102", "gone"] and g.pieces["1.1"].column == "1"


@pytest.mark.rule("NF-13.0.2", "NF-13.4.11")
def test_once_a_unit_has_fallen_back_the_window_of_its_own_move_is_over() -> None:
    g = position(
        *pieces("stug_iii 2311, pzkpfw_iv 2311, t34 2316 spotted"),
        vegetation="clear",
        visibility=6,
        step=SovietMovement(),
        dice=[1, 4, 4, 1],
    )
    play(g, Pick("stug_iii"), Fire("t34"))
    assert logged(g, "NF-13.3.4")[0].args["result"] == "Retreat"
    play(g, To("2316"), Press("pass"))
    assert g.pieces["t34"].pinned and not g.asks


# ------------------------------------------------------------------ 8.6 what divides a column outside combat


def gap_of_four() -> Formation:
    """A deployed column whose two halves are four hexes apart."""
    road = ["2311", "2310", "2309", "2308", "2307", "2306", "2305"]
    return column(1, ["t34"] * 4, road, ahead="2312", deployed=True, slots=[0, 1, 5, 6], up=True)


@pytest.mark.rule("NF-8.6.11", "NF-6.0.18")
def test_a_darker_night_divides_a_column_before_the_germans_fire() -> None:
    g = position(german("pzkpfw_iv", "2330"), gap_of_four(), vegetation="clear", visibility=6)
    begin(g, RandomEvents(), dice=[4, 6, 1])
    assert g.visibility == 2 and {c.units for c in g.columns.values()} == {("1.1", "1.2"), ("1.3", "1.4")}


@pytest.mark.rule("NF-8.6.11", "NF-21.1.3")
def test_a_bridge_that_falls_at_the_end_of_the_turn_divides_the_column_on_it() -> None:
    road = ["1611", "1511", "1411", "1310", "1210", "1110"]
    whole = column(1, ["t34"] * 5, road, ahead="1711", deployed=True, slots=[0, 1, 2, 4, 5], up=True)
    g = position(whole, turn=3, visibility=2, vegetation="clear", bridges_out=["1409", "1429"])
    begin(g, EndOfTurn(), dice=[1, 1])
    assert places(g, "1.3") == ["gone"] and {c.units for c in g.columns.values()} == {("1.1", "1.2"), ("1.4", "1.5")}


@pytest.mark.rule("NF-8.4.1", "NF-8.6.11")
def test_a_part_divided_once_more_moves_before_the_part_that_was_behind_it() -> None:
    rear = column("1a", ["kv1", "kv1"], ["2304", "2303"], ahead="2305", deployed=True)
    second = column(2, ["t34"], ["2920"], ahead="2921")
    g = position(german("pzkpfw_iv", "2330"), gap_of_four(), rear, second, vegetation="clear", visibility=2)
    divide_columns(g)
    assert in_marching_order(g) == ["1", "1aa", "1a", "2"]


@pytest.mark.rule("NF-8.5.9", "NF-8.0.2", "NF-19.0.5")
def test_a_bridge_blown_under_a_column_does_not_stop_it_as_combat_does() -> None:
    road = ["2315", "2314", "2313", "2312"]
    g = position(
        german("infantry", "2320", spotted=True),
        column(1, ["t34", "kv1", "t26", "su76"], road, ahead="2316", deployed=True),
        vegetation="clear",
        visibility=6,
    )
    demolish(g, "2312", "NF-6.0.14")
    assert places(g, "1.4") == ["gone"] and not g.columns["1"].stopped
    march(g, 2, 1)
    assert places(g, "1.1", "1.2", "1.3") == ["2317", "2316", "2315"]


@pytest.mark.rule("NF-8.5.9", "NF-8.6.4", "NF-6.0.4")
def test_a_breakdown_holds_a_column_only_until_it_is_mended() -> None:
    body = column(1, ["t34", "kv1"], ["2315", "2314"], ahead="2316", deployed=True, up=True)
    g = position(german("infantry", "2320", spotted=True), body, vegetation="clear", visibility=6)
    begin(g, RandomEvents(), dice=[1, 2, 1])
    assert g.pieces["1.2"].pinned
    march(g)
    assert places(g, "1.1", "1.2") == ["2315", "2314"]
    begin(g, SovietRally(), dice=[6])
    march(g, 1, 1)
    assert places(g, "1.1", "1.2") == ["2316", "2315"]


# ------------------------------------------------------------------ 8.3 goals are taken as the phase opens


@pytest.mark.rule("NF-8.3.9", "NF-8.3.8", "NF-8.5.4")
def test_who_is_spotted_by_firing_at_one_mover_draws_no_other_aside_in_the_same_phase() -> None:
    g = position(
        *pieces("stug_iii 2311, t34 2316 spotted, t26 2317 up"),
        vegetation="clear",
        visibility=6,
        step=SovietMovement(),
        dice=[1, 1, 1, 1],
    )
    play(g, Pick("stug_iii"), Fire("t34"))
    assert g.pieces["stug_iii"].spotted and not logged(g, "NF-8.3.8")
    assert places(g, "t34", "t26") == ["2315", "2316"] and unrolled(g) == []


@pytest.mark.rule("NF-8.5.9", "NF-8.3.9")
def test_nor_does_he_hold_a_stopped_column_that_had_no_spotted_german_in_view_as_the_phase_opened() -> None:
    g = position(
        *pieces("stug_iii 2311"),
        column(1, ["t34", "kv1"], ["2316", "2317"], ahead="2315", deployed=True, up=True),
        column(2, ["t26", "su76"], ["2210", "2110"], ahead="2310", deployed=True, stopped=True),
        vegetation="clear",
        visibility=6,
    )
    g.change("1.1", spotted=True)
    begin(g, SovietMovement(), dice=[1, 1, 1, 1])
    play(g, Pick("stug_iii"), Fire("1.1"))
    let_pass(g)
    assert places(g, "2.1") == ["2310"]


# ------------------------------------------------------------------ 17.0 flares at a column just out of reach


@pytest.mark.rule("NF-17.0.3", "NF-17.0.4", "NF-10.2.3")
def test_flares_are_offered_beside_a_column_a_hex_beyond_their_throw() -> None:
    g = position(
        german("command_car", "2311", flares=1),
        german("pzkpfw_iv", "2312"),
        column(1, ["t34", "kv1"], ["2322"], ahead="2321"),
        vegetation="clear",
        visibility=2,
        step=SovietMovement(),
        dice=[6],
    )
    assert places(g, "c1") == ["2318"]  # seven hexes away
    play(g, Pick("command_car"), Press("flares"))
    assert To("2317") in offered(g) and To("2314") not in offered(g)
    play(g, To("2317"), Pick("pzkpfw_iv"))
    assert Spot("2318") in offered(g)


# ------------------------------------------------------------------ R18 pieces that wait off the map


def all_waiting(*germans: Unit, dice: Iterable[int]) -> NightFight:
    """A column of which nobody is left on the map, as the Soviets move."""
    rear = column(1, ["t34", "kv1"], ["2300"], ahead="2201", deployed=True, slots=[1, 2])
    return position(*germans, rear, vegetation="clear", step=SovietMovement(), dice=dice)


@pytest.mark.rule("NF-10.2.3", "NF-8.0.5")
def test_a_piece_that_comes_onto_the_map_pays_for_the_edge_hex_and_may_be_halted_there() -> None:
    g = all_waiting(german("pzkpfw_iv", "2303"), dice=[2])
    assert places(g, "1.1", "1.2") == ["2300", "wait-1"] and g.spent == {"1.1": 1}
    roll(g, 6)
    play(g, Pick("pzkpfw_iv"), Spot("2300"))
    assert g.pieces["1.1"].spotted
    let_pass(g)
    assert places(g, "1.1", "1.2") == ["2201", "2300"]


@pytest.mark.rule("NF-8.5.8", "NF-10.2.3")
def test_a_column_stopped_on_the_edge_hex_goes_no_farther_in_that_phase() -> None:
    g = all_waiting(*pieces("pzkpfw_iv 2303, stug_iii 2303"), dice=[6])
    roll(g, 6, 2, 4)
    play(g, Pick("pzkpfw_iv"), Spot("2300"), Pick("stug_iii"), Fire("1.1"))
    assert g.pieces["1.1"].pinned
    let_pass(g)
    assert places(g, "1.1", "1.2") == ["2300", "wait-1"]


@pytest.mark.rule("NF-8.0.5")
def test_a_piece_that_cannot_pay_for_a_crowded_edge_hex_waits_on() -> None:
    g = all_waiting(german("pzkpfw_iv", "2330"), soviet("m42", "2300"), dice=[1])
    assert places(g, "1.1") == ["wait-1"]


# ------------------------------------------------------------------ 8.6 back beside the column, on another road


@pytest.mark.rule("NF-8.3.4", "NF-8.6.5")
def test_a_unit_that_fell_back_onto_a_side_road_follows_by_the_road() -> None:
    road = ["3110", "3010", "2910", "2811"]
    g = position(german("infantry", "3940"), column(1, ["t34"] * 4, road, ahead="3210", deployed=True), visibility=2)
    g.change("1.1", place="2909")  # beside 3010 as well, but the road leads to 2910
    take_place(g, "1.1")
    march(g, 1)
    assert places(g, "1.2", "1.3", "1.1", "1.4") == ["3110", "3010", "2910", "2910"]


@pytest.mark.rule("NF-8.0.2", "NF-4.0.4")
@pytest.mark.parametrize(("die", "head"), [(3, "2314"), (4, "2316")])
def test_two_units_abreast_need_room_for_two_where_the_column_stops(die: int, head: str) -> None:
    abreast = column(1, ["t34", "kv1", "t26"], ["2314", "2313"], ahead="2315", deployed=True, slots=[0, 1, 1])
    g = position(german("infantry", "2330"), soviet("m42", "2314"), abreast, wrecks=["2314"], visibility=2)
    march(g, die)
    assert places(g, "1.1") == [head] and not overstacked(g, "2314")


# ------------------------------------------------------------------ what the log says, and what a refusal cites


@pytest.mark.rule("NF-6.0.15")
def test_a_report_on_a_column_says_where_its_pieces_are() -> None:
    boxed = column(1, ["dummy", "t34"], ["2314"], ahead="2315")
    late = column(2, ["kv1", "dummy", "t26"], ["2900"], ahead="2901", deployed=True)
    g = position(german("infantry", "2330"), boxed, late, step=Intelligence())
    play(g, Press("column 1"))
    assert [(line.cite, str(line), line.hexes) for line in logged(g)] == [
        ("NF-6.0.15", "The piece in the box of column 1 is a dummy and is removed", ()),
        ("NF-10.0.2", "T-34 #1 in the box of column 1 is revealed", ()),
    ]
    begin(g, Intelligence())
    play(g, Press("column 2"))
    assert [str(line) for line in logged(g)[-3:]] == [
        "KV-1 #1 in 2900 is revealed",
        "The piece in the rear of column 2 is a dummy and is removed",
        "T-26 #1 in the rear of column 2 is revealed",
    ]


@pytest.mark.rule("NF-10.3.15", "NF-10.3.14", "NF-10.0.2", "NF-15.4.1")
@pytest.mark.parametrize(
    ("step", "dice", "cite"),
    [
        (FIRE, [6], "NF-10.3.15"),  # a German looks
        (SovietFire(), [6], "NF-10.3.14"),  # it looks itself
        (Blast("dummy", 6), [6, 6], "NF-15.4.1"),  # it is shelled
    ],
)
def test_a_dummy_goes_by_the_rule_that_finds_it_out(step: Step, dice: list[int], cite: str) -> None:
    g = position(*pieces("stug_iii 2311, dummy 2314"), vegetation="clear", step=step, dice=dice)
    if g.asks:
        play(g, Pick("stug_iii"), Spot("2314"))
    assert places(g, "dummy") == ["gone"]
    assert [line.cite for line in logged(g) if "is a dummy" in str(line)] == [cite]


@pytest.mark.rule("NF-18.0.1", "NF-10.3.2")
@pytest.mark.parametrize(("beside", "words"), [("", "Nothing"), (", m42 2314 spotted", "Nothing else")])
def test_a_look_that_finds_nothing_but_artillery_says_so(beside: str, words: str) -> None:
    g = position(*pieces(f"stug_iii 2311, artillery 2314{beside}"), vegetation="clear", step=FIRE, dice=[6])
    play(g, Pick("stug_iii"), Spot("2314"))
    assert [str(line) for line in logged(g, "NF-18.0.1")] == [f"{words} in 2314 can be spotted"]


@pytest.mark.rule("NF-10.2.1", "NF-13.0.4")
def test_who_has_looked_is_refused_for_that_and_who_has_a_second_shot_not_for_the_first() -> None:
    g = position(*pieces("stug_iii 2311, pzkpfw_iv 2311, m42 2314"), vegetation="clear", step=FIRE)
    roll(g, 1)
    play(g, Pick("stug_iii"), Spot("2314"))
    assert refused(g, Pick("stug_iii")) == "NF-10.2.1"
    g.fired = {**g.fired, "stug_iii": 1}
    assert refused(g, Pick("stug_iii")) == "NF-13.0.4"
    g.supplied = {**g.supplied, "stug_iii": True}
    assert refused(g, Pick("stug_iii")) == "NF-10.2.1"
