"""8.3 to 8.5 Soviet movement: columns on the road."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine import Pick
from grognard.games.night_fight.rules.column_formation import anchor_of, road_distances
from grognard.games.night_fight.rules.data import GRID
from grognard.games.night_fight.rules.losses import pin
from grognard.games.night_fight.rules.soviet_movement import Advance, SovietMovement, route
from grognard.games.night_fight.rules.unit_acts import Fire, Spot
from grognard.testing import begin, logged, offered, roll
from tests.games.night_fight.printed import LAND, ROAD_HEXES

from .situations import (
    Formation,
    column,
    german,
    let_pass,
    march,
    marched,
    pieces,
    places,
    play,
    position,
    refused,
    soviet,
)

KURAKOVKA = ["2309", "2308", "2307", "2306", "2305", "2304", "2303", "2203", "2202", "2201", "2300"]


def marker(h: str, ahead: str, number: int = 1) -> Formation:
    return column(number, ["t34"], [h], ahead=ahead)


def deployed(count: int, track: list[str], ahead: str, **fields: Any) -> Formation:
    return column(1, ["t34"] * count, track, ahead=ahead, deployed=True, **fields)


# ------------------------------------------------------------------ 8.3 allowance


@pytest.mark.rule("NF-8.3.1")
@pytest.mark.parametrize(("intensity", "h"), [("low", "2312"), ("medium", "2313"), ("high", "2314")])
def test_e11_the_die_and_the_intensity_give_the_allowance(intensity: str, h: str) -> None:
    g = marched(german("infantry", "2340"), marker("2309", "2310"), dice=(3,), options={"intensity": intensity})
    assert places(g, "c1") == [h]


@pytest.mark.rule("NF-8.3.1")
def test_each_column_has_its_own_die() -> None:
    g = marched(german("infantry", "2340"), marker("2309", "2310"), marker("2203", "2303", 2), dice=(3, 1))
    assert g.spent == {"c1": 3, "c2": 1}


@pytest.mark.rule("NF-8.3.2")
def test_e11_on_turn_one_every_column_has_six_points_without_a_die() -> None:
    g = marched(german("infantry", "2340"), marker("2309", "2310"), turn=1, options={"intensity": "high"})
    assert places(g, "c1") == ["2315"]


@pytest.mark.rule("NF-8.4.1")
def test_columns_move_in_the_order_of_their_numbers() -> None:
    g = marched(
        german("infantry", "2340"),
        marker("2330", "2331", 3),
        marker("2309", "2310", 1),
        marker("2320", "2321", 2),
        dice=(1, 2, 3),
    )
    assert [str(e).split()[1] for e in logged(g, "NF-8.3.1")] == ["1", "2", "3"]


# ------------------------------------------------------------------ 8.3 goals


@pytest.mark.rule("NF-8.3.4", "NF-8.3.5")
def test_e12_the_most_direct_road_to_the_nearest_german() -> None:
    g = marched(german("infantry", "2320"), marker("2309", "2310"), dice=(6,))
    assert places(g, "c1") == ["2315"]


@pytest.mark.rule("NF-8.3.4", "NF-8.0.2")
def test_e12_with_the_bridge_out_it_goes_round() -> None:
    assert anchor_of(LAND, "2320", road_distances(LAND, "2309", ("2312",))) == (19, "2320")
    g = marched(german("infantry", "2320"), marker("2309", "2310"), dice=(4,), bridges_out=["2312"])
    assert [e.hexes[0] for e in logged(g, "NF-8.3.4")] == ["2310", "2210", "2110", "2011"]


@pytest.mark.rule("NF-8.3.4")
def test_columns_keep_to_the_road() -> None:
    g = marched(german("infantry", "2513"), marker("2309", "2310"), dice=(6,))
    assert all(e.hexes[0] in ROAD_HEXES for e in logged(g, "NF-8.3.4")) and logged(g, "NF-8.3.4")


@pytest.mark.rule("NF-8.3.5")
def test_nearest_is_counted_along_the_road() -> None:
    # 2125 is two hexes away but nine by road; 2331 is five both ways
    g = marched(german("infantry", "2125"), german("infantry", "2331"), marker("2326", "2327"), dice=(1,))
    assert places(g, "c1") == ["2327"]


@pytest.mark.rule("NF-8.3.5")
def test_unspotted_germans_draw_columns_too() -> None:
    g = marched(german("infantry", "2315"), german("stug_iii", "2340", spotted=True), marker("2309", "2310"), dice=(1,))
    assert places(g, "c1") == ["2310"] and not g.pieces["infantry"].spotted


@pytest.mark.rule("NF-8.3.6")
def test_a_nearer_german_turns_the_column_in_the_next_phase() -> None:
    g = marched(german("infantry", "2340"), marker("2309", "2310"), dice=(1,))
    assert places(g, "c1") == ["2310"]
    g.put(german("stug_iii", "2306", id="stug_iii"))
    march(g, 2)
    assert places(g, "c1") == ["2308"]


@pytest.mark.rule("NF-8.3.7")
@pytest.mark.parametrize(("face", "h"), [(1, "2308"), (2, "2310")])
def test_between_equals_chance_decides(face: int, h: str) -> None:
    g = marched(german("infantry", "2305"), german("infantry", "2313"), marker("2309", "2310"), dice=(1, face))
    assert places(g, "c1") == [h]


@pytest.mark.rule("NF-8.3.8")
@pytest.mark.parametrize(("die", "h"), [(3, "2310"), (4, "2308")])
def test_a_spotted_german_in_view_may_draw_it(die: int, h: str) -> None:
    g = marched(*pieces("infantry 2312, stug_iii 2305 spotted"), marker("2309", "2310"), dice=(1, die), visibility=4)
    assert places(g, "c1") == [h]


@pytest.mark.rule("NF-8.3.8")
def test_any_unit_of_the_column_may_have_it_in_view() -> None:
    g = marched(
        *pieces("infantry 2312, stug_iii 2305 spotted"), deployed(3, ["2309", "2308", "2307"], "2310"), dice=(1, 1)
    )
    assert places(g, "1.1") == ["2310"] and len(logged(g, "NF-8.3.8")) == 1


@pytest.mark.rule("NF-8.3.8")
def test_no_die_for_a_spotted_german_out_of_view() -> None:
    g = marched(german("stug_iii", "2304", spotted=True), soviet("zis3", "2303"), marker("2309", "2310"), dice=(1,))
    assert logged(g, "NF-8.3.8") == []


@pytest.mark.rule("NF-8.3.9")
def test_the_goal_holds_until_the_phase_is_over() -> None:
    g = position(german("infantry", "2319"), marker("2313", "2314"), step=SovietMovement(), dice=[4])
    assert places(g, "c1") == ["2315"]  # halted in view of the platoon
    g.put(german("stug_iii", "2313", id="stug_iii"))
    let_pass(g)
    assert places(g, "c1") == ["2317"]


@pytest.mark.rule("NF-8.3.11", "NF-5.6.4")
def test_a_column_ends_beside_a_german_and_stays_there() -> None:
    g = marched(german("infantry", "2312"), marker("2309", "2310"), dice=(6,))
    assert places(g, "c1") == ["2311"] and not g.pieces["infantry"].spotted
    march(g, 5)
    assert places(g, "c1") == ["2311"]


@pytest.mark.rule("NF-8.3.5", "NF-8.3.8")
def test_a_spotted_german_out_of_its_view_draws_no_column() -> None:
    far = german("stug_iii", "2301", spotted=True)
    g = marched(german("infantry", "2313"), far, marker("2309", "2310"), soviet("m42", "2203"), dice=(1,))
    assert places(g, "c1") == ["2310"]


@pytest.mark.rule("NF-8.6.3")
def test_a_wreck_takes_the_room_of_a_unit_from_a_column_too() -> None:
    others = (german("infantry", "2320"), soviet("m42", "2311"), soviet("zis3", "2311"), marker("2310", "2311"))
    assert places(marched(*others, dice=(2,)), "c1") == ["2311"]
    assert places(marched(*others, wrecks=["2311"], dice=(3,)), "c1") == ["2310"]


@pytest.mark.rule("NF-8.3.12")
def test_a_goal_that_is_gone_is_replaced() -> None:
    g = marched(german("infantry", "2313"), german("stug_iii", "2301"), marker("2309", "2310"), dice=(1,))
    assert places(g, "c1") == ["2310"]
    g.drop("infantry")
    begin(g, SovietMovement(), dice=[1])
    assert places(g, "c1") == ["2309"]


@pytest.mark.rule("NF-8.3.12")
def test_with_no_german_on_the_map_columns_stand_still() -> None:
    assert places(marched(marker("2309", "2310")), "c1") == ["2309"]


@pytest.mark.rule("NF-8.3.13")
def test_off_the_road_the_closest_road_hex_must_do() -> None:
    g = marched(german("infantry", "2214"), marker("2309", "2310"), dice=(6,))
    assert places(g, "c1") == ["2313"]  # 2313 and 2314 are both next to it; 2313 is nearer by road
    g = marched(german("infantry", "2214"), marker("2313", "2314"), dice=(6,))
    assert places(g, "c1") == ["2313"]


@pytest.mark.rule("NF-8.3.13")
def test_beyond_a_lost_bridge_it_goes_as_near_as_it_can() -> None:
    out = ["1409", "1411", "1429"]
    g = marched(german("infantry", "1309"), marker("1609", "1509"), dice=(4,), bridges_out=out)
    assert places(g, "c1") == ["1509"]


@pytest.mark.rule("NF-8.3.14")
def test_columns_pay_for_each_other_and_pass() -> None:
    g = marched(german("infantry", "2340"), marker("2309", "2310"), marker("2311", "2312", 2), dice=(6, 1))
    assert places(g, "c1") == ["2314"]  # five hexes for six points


@pytest.mark.rule("NF-8.3.14", "NF-8.0.2")
def test_a_column_does_not_end_in_a_full_hex() -> None:
    full = [soviet("soviet_infantry", "2312") for _ in range(3)]
    g = marched(german("infantry", "2340"), *full, marker("2309", "2310"), dice=(4,))
    assert places(g, "c1") == ["2311"]
    g = marched(german("infantry", "2340"), *full, marker("2309", "2310"), dice=(5,))
    assert places(g, "c1") == ["2313"]


@pytest.mark.rule("NF-8.0.2", "NF-4.0.4", "NF-4.0.1")
def test_no_unit_of_a_column_ends_in_a_full_hex() -> None:
    full = [soviet("soviet_infantry", "2309") for _ in range(3)]
    body = deployed(3, ["2311", "2310", "2309", "2308"], "2312", slots=[0, 1, 3])
    g = marched(german("infantry", "2340"), *full, body, dice=(2,))
    assert places(g, "1.1", "1.3") == ["2311", "2308"]  # the last unit could only stop in 2309, for two points
    assert "2309 is full" in str(logged(g, "NF-8.0.2")[0])
    g = marched(german("infantry", "2340"), *full, body, dice=(3,))
    assert places(g, "1.1", "1.3") == ["2313", "2310"]  # with three it comes through


@pytest.mark.rule("NF-8.6.3")
def test_wrecks_on_the_road_cost_a_point() -> None:
    g = marched(german("infantry", "2340"), marker("2309", "2310"), dice=(4,), wrecks=["2310"])
    assert places(g, "c1") == ["2312"]


# ------------------------------------------------------------------ deployed columns on the march


@pytest.mark.rule("NF-8.4.6", "NF-8.0.3")
def test_a_deployed_column_heads_for_the_german_nearest_to_its_lead() -> None:
    g = marched(
        *pieces("infantry 2302, infantry 2315"), deployed(4, ["2309", "2308", "2307", "2306"], "2310"), dice=(2,)
    )
    assert places(g, "1.1", "1.2", "1.3", "1.4") == ["2311", "2310", "2309", "2308"]


@pytest.mark.rule("NF-8.0.2", "NF-8.6.3")
def test_a_step_is_made_only_if_every_unit_can_pay() -> None:
    # the third unit has the wreck before it and pays two points: two steps for three points
    g = marched(german("infantry", "2340"), deployed(3, ["2309", "2308", "2307"], "2310"), dice=(3,), wrecks=["2308"])
    assert places(g, "1.1", "1.2", "1.3") == ["2311", "2310", "2309"]
    assert g.spent == {"1.1": 2, "1.2": 2, "1.3": 3}


@pytest.mark.rule("NF-8.6.1", "NF-8.0.3")
def test_gaps_are_kept_on_the_march() -> None:
    g = marched(german("infantry", "2340"), deployed(4, KURAKOVKA, "2310", slots=[0, 1, 3, 4]), dice=(3,))
    assert places(g, "1.1", "1.2", "1.3", "1.4") == ["2312", "2311", "2309", "2308"]


@pytest.mark.rule("NF-8.4.7")
def test_a_marker_may_turn_round() -> None:
    g = marched(german("infantry", "2301"), column(1, ["t34"], ["2309", "2308", "2307"], ahead="2310"), dice=(2,))
    assert places(g, "c1") == ["2307"]
    assert g.columns["1"].track == ("2307", "2308", "2309") and g.columns["1"].ahead == "2306"


@pytest.mark.rule("NF-8.4.7")
def test_a_deployed_column_runs_on_until_a_way_opens() -> None:
    # the German is behind; the column may not turn, and takes the first road that leads back to him
    g = marched(german("infantry", "2300"), deployed(3, ["2314", "2313", "2312"], "2315"), dice=(4,))
    assert places(g, "1.1", "1.2", "1.3") == ["2217", "2317", "2316"]


@pytest.mark.rule("NF-8.4.7")
def test_a_deployed_column_on_a_dead_road_stands_still() -> None:
    g = marched(german("infantry", "2340"), deployed(3, ["2300", "2201", "2202"], "2300"), dice=(4,))
    assert places(g, "1.1", "1.2", "1.3") == ["2300", "2201", "2202"]


@pytest.mark.rule("NF-8.4.4", "NF-8.4.2")
def test_pieces_waiting_off_the_map_come_on_behind() -> None:
    g = marched(german("infantry", "2340"), deployed(5, ["2203", "2202", "2201", "2300"], "2303"), dice=(1,))
    assert places(g, "1.1", "1.4", "1.5") == ["2303", "2201", "2300"]


@pytest.mark.rule("NF-8.4.4", "NF-8.4.2")
def test_whoever_still_waits_keeps_its_place_in_the_line() -> None:
    g = marched(german("infantry", "2340"), deployed(5, ["2201", "2300"], "2202"), dice=(1,))
    assert places(g, "1.1", "1.3", "1.4", "1.5") == ["2202", "2300", "wait-1", "wait-1"]
    assert g.columns["1"].slots == (0, 1, 2, 3, 4)


@pytest.mark.rule("NF-8.4.7", "NF-8.0.2")
def test_a_column_that_runs_on_does_not_run_over_a_lost_bridge() -> None:
    body = deployed(3, ["2313", "2314", "2315"], "2312")
    behind = german("infantry", "2340")
    assert places(marched(behind, body, dice=(1,)), "1.1") == ["2312"]
    assert places(marched(behind, body, dice=(1,), bridges_out=["2312"]), "1.1") == ["2313"]


@pytest.mark.rule("NF-8.4.4")
def test_if_only_waiting_pieces_are_left_the_first_comes_on() -> None:
    waiting = deployed(2, ["2300"], "2201", slots=[1, 2])
    g = marched(german("infantry", "2340"), waiting, dice=(3,))  # the edge hex costs a point like any other
    assert places(g, "1.1", "1.2") == ["2202", "2201"]


# ------------------------------------------------------------------ 8.5 spotting and fire on the march


@pytest.mark.rule("NF-8.5.1", "NF-8.5.2")
def test_only_the_marker_can_be_looked_for_before_it_deploys() -> None:
    g = position(
        german("pzkpfw_iv", "2317"),
        column(1, ["t34"] * 4, ["2312", "2311", "2310"], ahead="2313"),
        step=SovietMovement(),
        dice=[1],
    )
    play(g, Pick("pzkpfw_iv"))
    assert [a for a in offered(g) if isinstance(a, Spot)] == [Spot("2313")]
    assert refused(g, Fire("1.1")) == "NF-9.0.1"


@pytest.mark.rule("NF-8.4.3", "NF-8.4.4", "NF-8.5.5", "NF-5.6.3", "NF-10.4.5")
def test_e45_a_spotted_marker_deploys_and_the_column_goes_on() -> None:
    g = position(
        german("pzkpfw_iv", "2318"),
        column(1, ["t34"] * 9, ["2312", "2311", "2310", "2309"], ahead="2313"),
        step=SovietMovement(),
        dice=[4],
    )
    assert places(g, "c1") == ["2314"]  # two points left
    roll(g, 3)
    play(g, Pick("pzkpfw_iv"), Spot("2314"))
    assert places(g, *[f"1.{n}" for n in range(1, 10)]) == [f"23{n:02}" for n in range(14, 5, -1)]
    assert [u.id for u in g.pieces.values() if u.side == "soviet" and u.up] == ["1.1"] and g.pieces["1.1"].spotted
    let_pass(g)
    assert places(g, *[f"1.{n}" for n in range(1, 10)]) == [f"23{n:02}" for n in range(16, 7, -1)]


@pytest.mark.rule("NF-5.6.2", "NF-8.5.1", "NF-8.5.8", "NF-8.5.4")
def test_e45_the_lead_may_be_fired_at_at_once_and_a_pin_stops_the_column() -> None:
    g = position(
        *pieces("pzkpfw_iv 2318, stug_iii 2318"),
        column(1, ["t34"] * 3, ["2312"], ahead="2313"),
        step=SovietMovement(),
        dice=[4],
    )
    roll(g, 3, 3, 3)
    play(g, Pick("pzkpfw_iv"), Spot("2314"), Pick("stug_iii"), Fire("1.1"))
    # 4 against 3 is column 0/1, the road makes it 2: 6 pins
    assert g.pieces["1.1"].pinned and g.pieces["stug_iii"].spotted
    let_pass(g)
    assert places(g, "1.1", "1.2", "1.3") == ["2314", "2313", "2312"]


@pytest.mark.rule("NF-8.5.6", "NF-8.5.5", "NF-5.6.3")
def test_fire_without_effect_does_not_stop_a_column() -> None:
    g = position(
        german("stug_iii", "2318"), deployed(2, ["2312", "2311"], "2313", up=True), step=SovietMovement(), dice=[3]
    )
    g.change("1.1", spotted=True)
    roll(g, 1, 1)
    play(g, Pick("stug_iii"), Fire("1.1"))
    let_pass(g)
    assert places(g, "1.1", "1.2") == ["2315", "2314"]


@pytest.mark.rule("NF-8.5.1", "NF-5.6.2")
def test_only_what_moves_may_be_fired_at() -> None:
    g = position(
        *pieces("stug_iii 2318, zis3 2320 spotted"),
        deployed(2, ["2312", "2311"], "2313", up=True),
        step=SovietMovement(),
        dice=[3],
    )
    play(g, Pick("stug_iii"))
    assert refused(g, Fire("zis3")) == "NF-13.0.2"


@pytest.mark.rule("NF-8.5.9", "NF-8.6.4")
def test_a_stopped_column_is_held_by_a_spotted_german_in_view() -> None:
    g = marched(
        german("infantry", "2313", spotted=True), deployed(2, ["2309", "2308"], "2310", stopped=True), visibility=4
    )
    assert places(g, "1.1") == ["2309"] and g.columns["1"].stopped


@pytest.mark.rule("NF-8.5.9")
def test_a_stopped_column_moves_when_no_spotted_german_is_in_view() -> None:
    g = marched(
        german("infantry", "2313"), deployed(2, ["2309", "2308"], "2310", stopped=True), dice=(1,), visibility=4
    )
    assert places(g, "1.1") == ["2310"] and not g.columns["1"].stopped


@pytest.mark.rule("NF-8.5.9")
def test_a_column_that_was_not_stopped_is_not_held() -> None:
    g = marched(
        german("infantry", "2313", spotted=True), deployed(2, ["2309", "2308"], "2310"), dice=(1, 1), visibility=4
    )
    assert places(g, "1.1") == ["2310"]


@pytest.mark.rule("NF-8.4.7")
@pytest.mark.parametrize(
    ("track", "goal", "out", "way"),
    [
        (["2314", "2313"], "2313", (), ("2315",)),
        (["2314", "2312"], "2312", (), ()),  # there is a gap behind its head: nothing says where straight on is
        (["2311", "2310"], "2310", ("2312",), ()),  # the bridge in front of it is out
        (["2314", "2313", "2315"], "2313", (), ()),  # one of its own stands there
    ],
)
def test_a_deployed_column_whose_goal_is_behind_it_goes_straight_on(
    track: list[str], goal: str, out: tuple[str, ...], way: tuple[str, ...]
) -> None:
    g = position(deployed(len(track), track, "2317"), bridges_out=out)
    assert route(g, g.columns["1"], track[0], goal) == way


@pytest.mark.rule("NF-8.4.7")
def test_a_marker_without_a_road_to_its_goal_stands() -> None:
    g = position(column(1, ["t34"], ["2314", "2313"], ahead="2315"), bridges_out=["2312"])
    assert route(g, g.columns["1"], "2314", "2312") == ()


@pytest.mark.rule("NF-8.6.2", "NF-8.4.4")
def test_a_lead_at_the_edge_waits_for_those_behind_it_off_the_map() -> None:
    """R25 Hit at the gate it is no unit alone, as it would be a hex farther."""
    for place, stays in (("3400", True), ("3401", False)):
        g = position(deployed(3, ["3400"], "3401"))
        g.change("1.1", place=place)
        pin(g, "1.1")
        assert (g.pieces["1.1"].column == "1") is stays


def test_a_column_beside_the_road_has_no_way_left_and_finds_another() -> None:
    off_road = next(h for h in GRID.hexes if h not in ROAD_HEXES)
    g = position(marker(off_road, "2310"), german("infantry", "2340"))
    step = Advance("1", "2340", 3, ("2310",))
    assert step.passing(g) == ()
    g.steps = (*g.steps, step)
    step.run(g)
    assert step not in g.steps
