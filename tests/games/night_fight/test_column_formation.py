"""8.4 to 8.6 Columns as bodies: deployment, gaps, separation, division, and units on their own."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine import Pick, To
from grognard.games.night_fight.rules.column_formation import deploy, divide_columns, hit_column, take_place
from grognard.games.night_fight.rules.fire import Result
from grognard.games.night_fight.rules.losses import eliminate, pin, remove_dummy
from grognard.games.night_fight.rules.rally import SovietRally
from grognard.games.night_fight.rules.soviet_fire import SovietFire
from grognard.games.night_fight.rules.soviet_movement import SovietMovement, is_independent
from grognard.games.night_fight.rules.state import Unit
from grognard.games.night_fight.rules.terrain import is_road
from grognard.games.night_fight.rules.unit_acts import Spot
from grognard.testing import begin, logged, roll

from .situations import Formation, column, german, let_pass, march, marched, places, play, position, soviet

ROAD = ["2314", "2313", "2312", "2311", "2310", "2309", "2308", "2307", "2306"]


def ids(count: int) -> list[str]:
    return [f"1.{n}" for n in range(1, count + 1)]


def body(count: int = 9, **fields: Any) -> Formation:
    """A deployed column, its lead in 2314."""
    return column(1, ["t34"] * count, ROAD, ahead="2315", deployed=True, **{"up": True, **fields})


# ------------------------------------------------------------------ 8.4 deploying


@pytest.mark.rule("NF-8.4.2")
def test_before_it_deploys_only_the_marker_is_on_the_map() -> None:
    g = position(column(1, ["t34"] * 9, ["2314"], ahead="2315"))
    assert [u.id for u in g.soviets()] == ["c1"]


@pytest.mark.rule("NF-8.4.3", "NF-8.4.4")
def test_pieces_are_laid_back_along_the_road_it_came_by() -> None:
    # it came up the village street into the Kurakovka road
    track = ["2310", "2309", "2308", "2409", "2508"]
    g = position(column(1, ["t34"] * 7, track, ahead="2311"))
    deploy(g, "1", spotted=False)
    assert places(g, *ids(7)) == [*track, "2608", "2708"]
    assert "c1" not in g.pieces


@pytest.mark.rule("NF-8.4.4")
def test_a_fresh_column_trails_away_from_its_arrow() -> None:
    g = position(column(1, ["t34"] * 4, ["2309"], ahead="2310"))
    deploy(g, "1", spotted=False)
    assert places(g, *ids(4)) == ["2309", "2308", "2307", "2306"]


@pytest.mark.rule("NF-8.4.3")
@pytest.mark.parametrize("spotted", [True, False])
def test_all_lie_face_down_but_the_lead(spotted: bool) -> None:
    g = position(german("infantry", "2316"), column(1, ["t34", "kv1", "t26"], ["2314"], ahead="2315"))
    deploy(g, "1", spotted=spotted)
    assert [(g.pieces[i].up, g.pieces[i].spotted) for i in ids(3)] == [(True, spotted), (False, False), (False, False)]


@pytest.mark.rule("NF-8.4.3", "NF-10.4.4")
def test_e46_a_dummy_in_the_lead_is_removed() -> None:
    g = position(
        german("pzkpfw_iv", "2318"),
        column(1, ["dummy", *["t34"] * 8], ["2312", "2311", "2310"], ahead="2313"),
        step=SovietMovement(),
        dice=[2],
    )
    roll(g, 3)
    play(g, Pick("pzkpfw_iv"), Spot("2314"))
    assert places(g, "1.1", "1.2", "1.3") == ["gone", "2313", "2312"]
    assert not g.pieces["1.2"].up and not g.pieces["1.2"].spotted and "pzkpfw_iv" in g.tried


@pytest.mark.rule("NF-8.6.12", "NF-10.4.4")
def test_a_single_piece_behind_a_dummy_is_no_column() -> None:
    g = position(column(1, ["dummy", "t34"], ["2314"], ahead="2315"))
    deploy(g, "1", spotted=True)
    assert g.columns == {} and is_independent(g.pieces["1.2"]) and not g.pieces["1.2"].up


@pytest.mark.rule("NF-8.4.7", "NF-8.0.5")
def test_e46_the_next_piece_leads_on_from_where_it_stands() -> None:
    g = position(
        german("pzkpfw_iv", "2318"),
        column(1, ["dummy", *["t34"] * 3], ["2312", "2311", "2310"], ahead="2313"),
        step=SovietMovement(),
        dice=[3],
    )
    assert places(g, "c1") == ["2314"]
    roll(g, 3)
    play(g, Pick("pzkpfw_iv"), Spot("2314"))  # one point is left
    let_pass(g)
    assert places(g, "1.2", "1.3", "1.4") == ["2314", "2313", "2312"]


@pytest.mark.rule("NF-8.4.5", "NF-4.0.6")
def test_pieces_pass_over_german_held_and_full_hexes() -> None:
    full = [soviet("soviet_infantry", "2312") for _ in range(3)]
    g = position(german("infantry", "2313"), *full, column(1, ["t34"] * 3, ["2314"], ahead="2315"))
    deploy(g, "1", spotted=False)
    assert places(g, *ids(3)) == ["2314", "2311", "2310"]
    assert not g.pieces["infantry"].spotted


@pytest.mark.rule("NF-8.4.5", "NF-4.4.2")
def test_a_column_deployed_behind_a_full_hex_leads_from_where_its_lead_stands() -> None:
    full = [soviet("soviet_infantry", "2314") for _ in range(3)]
    g = position(german("infantry", "2340"), *full, column(1, ["t34"] * 2, ["2314"], ahead="2315"), visibility=2)
    deploy(g, "1", spotted=False)
    assert places(g, *ids(2)) == ["2313", "2312"] and g.columns["1"].track[0] == "2313"
    begin(g, SovietMovement(), dice=[4])
    assert places(g, *ids(2)) == ["2316", "2315"]  # two points for the full hex; with three the second would end in it


@pytest.mark.rule("NF-8.4.5", "NF-10.3.11")
def test_a_lead_laid_out_of_view_is_not_spotted() -> None:
    full = [soviet("soviet_infantry", "2314") for _ in range(3)]
    g = position(german("infantry", "2316"), *full, column(1, ["t34"] * 2, ["2314"], ahead="2315"), visibility=2)
    lead = deploy(g, "1", spotted=True)
    assert lead is not None and lead.place == "2313" and not lead.spotted


@pytest.mark.rule("NF-8.4.5")
def test_pieces_pass_over_a_bridge_that_is_gone() -> None:
    g = position(column(1, ["t34"] * 3, ["1310", "1411"], ahead="1210"), bridges_out=["1411"])
    deploy(g, "1", spotted=False)
    assert places(g, *ids(3)) == ["1310", "1511", "1611"]


@pytest.mark.rule("NF-8.4.4")
def test_at_the_map_edge_the_rest_waits_in_order() -> None:
    g = position(column(1, ["t34"] * 4, ["2201"], ahead="2202"))
    deploy(g, "1", spotted=False)
    assert places(g, *ids(4)) == ["2201", "2300", "wait-1", "wait-1"]
    assert g.columns["1"].slots == (0, 1, 2, 3)


@pytest.mark.rule("NF-8.4.4", "NF-6.0.9")
def test_a_column_that_has_just_come_onto_the_edge_does_not_lie_ahead_of_its_lead() -> None:
    g = position(german("pzkpfw_iii", "3402"), column(1, ["t34"] * 3, ["3400"], ahead="3401"))
    deploy(g, "1", spotted=True)
    assert places(g, *ids(3)) == ["3400", "wait-1", "wait-1"]
    march(g, 3)
    assert places(g, *ids(3)) == ["3401", "3400", "wait-1"]


@pytest.mark.rule("NF-8.4.5", "NF-4.3.1")
def test_with_no_road_behind_a_full_hex_the_lead_takes_the_place_of_its_marker() -> None:
    crowd = [soviet(kind, "3400") for kind in ("m42", "zis3", "maxim")]
    g = position(german("pzkpfw_iii", "3402"), *crowd, column(1, ["t34"] * 2, ["3400"], ahead="3401"))
    deploy(g, "1", spotted=True)
    assert places(g, *ids(2)) == ["3400", "wait-1"] and g.pieces["1.1"].spotted


@pytest.mark.rule("NF-8.4.4")
def test_the_trail_takes_the_straightest_branch() -> None:
    g = position(column(1, ["t34"] * 3, ["2318"], ahead="2319"))
    deploy(g, "1", spotted=False)
    assert places(g, *ids(3)) == ["2318", "2317", "2316"]  # not down the town street


@pytest.mark.rule("NF-8.4.4")
def test_between_equal_branches_chance_decides() -> None:
    ends = set()
    for face in (1, 2):
        g = position(column(1, ["t34"] * 2, ["1229"], ahead="1228"), dice=[face])
        deploy(g, "1", spotted=False)
        ends.add(g.pieces["1.2"].place)
    assert ends == {"1128", "1328"}


@pytest.mark.rule("NF-8.4.2", "NF-8.4.3")
def test_a_marker_that_spots_a_german_deploys_and_its_lead_fires() -> None:
    g = position(
        german("infantry", "2318"),
        column(1, ["t34", "kv1"], ["2314", "2313"], ahead="2315"),
        step=SovietFire(),
        dice=[4, 1, 1],
    )
    assert places(g, "c1", "1.1", "1.2") == ["gone", "2314", "2313"]
    assert g.pieces["1.1"].up and g.fired == {"1.1": 1} and g.pieces["infantry"].spotted


@pytest.mark.rule("NF-8.4.2")
def test_a_failed_attempt_of_the_marker_shows_nothing() -> None:
    g = position(german("infantry", "2317"), column(1, ["t34"], ["2314"], ahead="2315"), step=SovietFire(), dice=[3])
    assert places(g, "c1", "1.1") == ["2314", "box-1"]


# ------------------------------------------------------------------ 8.5, 8.6 combat against a column


@pytest.mark.rule("NF-8.5.8")
def test_a_pin_stops_the_whole_column() -> None:
    g = position(body())
    pin(g, "1.5")
    assert g.columns["1"].stopped and len(g.columns["1"].units) == 9


@pytest.mark.rule("NF-8.6.1", "NF-8.5.8")
def test_e47_a_unit_lost_in_the_middle_leaves_a_gap() -> None:
    g = position(body())
    eliminate(g, "1.4")
    assert g.columns["1"].units == ("1.1", "1.2", "1.3", "1.5", "1.6", "1.7", "1.8", "1.9")
    assert g.columns["1"].stopped and g.wrecks == {"2311": 1}


@pytest.mark.rule("NF-8.6.2")
def test_e47_a_lead_without_a_neighbour_acts_on_its_own() -> None:
    g = position(body())
    eliminate(g, "1.2")
    assert is_independent(g.pieces["1.1"])
    assert g.columns["1"].units[0] == "1.3" and g.columns["1"].track[0] == "2312" and g.columns["1"].stopped


@pytest.mark.rule("NF-8.6.2", "NF-8.6.12")
def test_a_lone_survivor_acts_on_its_own() -> None:
    g = position(body(2))
    eliminate(g, "1.2")
    assert is_independent(g.pieces["1.1"]) and g.columns == {}


@pytest.mark.rule("NF-8.6.2", "NF-8.6.6", "NF-8.6.13")
def test_who_loses_its_last_neighbour_to_the_fields_goes_too() -> None:
    g = position(body(5, slots=[0, 1, 3, 4, 5]))
    g.change("1.2", place="2214")  # off the road, beside the lead
    hit_column(g, "1")
    assert is_independent(g.pieces["1.2"]) and is_independent(g.pieces["1.1"])
    assert g.columns["1"].units == ("1.3", "1.4", "1.5")


@pytest.mark.rule("NF-8.6.2", "NF-10.4.4")
def test_a_dummy_found_out_may_leave_a_unit_alone_but_stops_nobody() -> None:
    g = position(column(1, ["t34", "dummy", "kv1", "kv1"], ROAD, ahead="2315", deployed=True))
    remove_dummy(g, "1.2", "NF-10.4.4")
    assert is_independent(g.pieces["1.1"])
    assert g.columns["1"].units == ("1.3", "1.4") and not g.columns["1"].stopped


@pytest.mark.rule("NF-8.6.4")
def test_e48_a_pinned_unit_holds_its_column_until_it_rallies() -> None:
    g = position(german("infantry", "2340"), body(3), visibility=2)
    pin(g, "1.2")
    g.steps = (SovietMovement(),)
    g.advance()
    assert places(g, *ids(3)) == ["2314", "2313", "2312"]
    roll(g, 5, 2)
    g.steps = (SovietMovement(), SovietRally())
    g.advance()
    assert places(g, *ids(3)) == ["2316", "2315", "2314"]


@pytest.mark.rule("NF-8.6.4", "NF-8.6.5", "NF-8.6.6", "NF-8.6.8")
def test_e48_a_unit_that_fell_back_off_the_road_frees_the_column() -> None:
    g = position(german("infantry", "2340"), body(5), visibility=2)
    g.change("1.3", place="2211")
    take_place(g, "1.3")
    pin(g, "1.3")
    assert is_independent(g.pieces["1.3"]) and g.pieces["1.3"].pinned
    assert g.columns["1"].units == ("1.1", "1.2", "1.4", "1.5")
    begin(g, SovietMovement(), dice=[2])
    assert places(g, "1.1", "1.2", "1.4", "1.5") == ["2316", "2315", "2313", "2312"]


@pytest.mark.rule("NF-8.6.5")
def test_a_unit_that_fell_back_along_the_road_beside_a_mate_stays_in_the_column() -> None:
    g = position(body(4))
    g.change("1.1", place="2312")
    take_place(g, "1.1")
    pin(g, "1.1")
    column_1 = g.columns["1"]
    assert set(column_1.units) == set(ids(4)) and column_1.stopped
    assert [column_1.track[s] for s in column_1.slots] == [g.pieces[i].place for i in column_1.units]


@pytest.mark.rule("NF-8.6.5", "NF-8.6.7")
def test_a_lead_under_fire_falls_back_on_its_mates_and_keeps_its_column() -> None:
    g = position(german("stug_iii", "2316"), body(4), step=Result("1.1", "R", "2316"), dice=[1])
    play(g, To("2313"))
    column_1 = g.columns["1"]
    assert set(column_1.units) == set(ids(4)) and g.pieces["1.1"].pinned
    assert [column_1.track[s] for s in column_1.slots] == [g.pieces[i].place for i in column_1.units]


@pytest.mark.rule("NF-8.6.5")
def test_a_unit_that_fell_back_to_the_front_leads() -> None:
    g = position(body(3))
    g.change("1.2", place="2315")
    take_place(g, "1.2")
    hit_column(g, "1")
    assert g.columns["1"].units[0] == "1.2" and g.columns["1"].track[0] == "2315"


@pytest.mark.rule("NF-8.6.7")
def test_a_unit_that_fell_back_rallies_like_any_other() -> None:
    g = position(body(5))
    g.change("1.3", place="2211")
    pin(g, "1.3")
    begin(g, SovietRally(), dice=[5])
    assert not g.pieces["1.3"].pinned and is_independent(g.pieces["1.3"])


@pytest.mark.rule("NF-8.6.8", "NF-8.6.13")
def test_separated_units_never_form_a_column_again() -> None:
    alone = Unit("t34", "soviet", "2316", "t34", mobile=True)
    g = marched(german("infantry", "2340"), alone, body(2), dice=(1, 1))
    assert is_independent(g.pieces["t34"]) and g.columns["1"].units == ("1.1", "1.2")


# ------------------------------------------------------------------ 8.6 division


@pytest.mark.rule("NF-8.6.11")
def test_parts_that_cannot_see_each_other_become_columns() -> None:
    g = position(body(6, slots=[0, 1, 5, 6, 7, 8]), visibility=2)
    divide_columns(g)
    assert {c.id: c.units for c in g.columns.values()} == {"1": ("1.1", "1.2"), "1a": ("1.3", "1.4", "1.5", "1.6")}
    assert g.columns["1a"].track[0] == "2309" and g.columns["1a"].slots == (0, 1, 2, 3)
    assert g.pieces["1.3"].column == "1a"


@pytest.mark.rule("NF-8.6.11")
def test_parts_round_a_corner_are_divided_however_near_they_are() -> None:
    track = ["2319", "2318", "2317", "2217", "2117", "2017"]
    g = position(column(1, ["t34"] * 4, track, ahead="2320", deployed=True, slots=[0, 1, 4, 5], up=True), visibility=6)
    divide_columns(g)
    assert [c.units for c in g.columns.values()] == [("1.1", "1.2"), ("1.3", "1.4")]


@pytest.mark.rule("NF-8.6.11")
def test_parts_keep_the_order_of_the_column() -> None:
    g = position(body(6), visibility=2)
    for i, h in zip(ids(6), ("2310", "2314", "2311", "2313", "2330", "2331"), strict=True):
        g.change(i, place=h)
    divide_columns(g)  # the fourth unit joins the second to the first and third
    assert [c.units for c in g.columns.values()] == [("1.1", "1.2", "1.3", "1.4"), ("1.5", "1.6")]


@pytest.mark.rule("NF-8.6.11")
def test_parts_in_sight_of_each_other_stay_one() -> None:
    g = position(body(6, slots=[0, 1, 5, 6, 7, 8]), visibility=4)
    divide_columns(g)
    assert list(g.columns) == ["1"]


@pytest.mark.rule("NF-8.6.11")
def test_each_part_moves_by_its_own_die_the_head_first() -> None:
    g = position(german("infantry", "2340"), body(6, slots=[0, 1, 5, 6, 7, 8]), visibility=2)
    divide_columns(g)
    begin(g, SovietMovement(), dice=[3, 1])
    assert places(g, *ids(6)) == ["2317", "2316", "2310", "2309", "2308", "2307"]
    assert len(logged(g, "NF-8.3.1")) == 2


@pytest.mark.rule("NF-8.6.11")
def test_divided_parts_do_not_unite() -> None:
    g = position(body(6, slots=[0, 1, 5, 6, 7, 8]), visibility=2)
    divide_columns(g)
    g.visibility = 6
    divide_columns(g)
    assert list(g.columns) == ["1", "1a"]


@pytest.mark.rule("NF-8.6.11", "NF-8.6.12")
def test_one_unit_out_of_sight_is_no_column() -> None:
    g = position(body(3, slots=[0, 1, 8]), visibility=2)
    divide_columns(g)
    assert list(g.columns) == ["1"] and is_independent(g.pieces["1.3"])


@pytest.mark.rule("NF-8.6.12")
def test_a_column_of_one_is_on_its_own_when_the_phase_ends() -> None:
    g = position(body(1), step=SovietFire())
    assert g.columns == {} and is_independent(g.pieces["1.1"])


@pytest.mark.rule("NF-8.6.11")
def test_division_is_tested_as_a_phase_ends() -> None:
    g = position(body(6, slots=[0, 1, 5, 6, 7, 8]), visibility=2, step=SovietFire())
    assert list(g.columns) == ["1", "1a"]


# ------------------------------------------------------------------ 8.6 units on their own


def loner(h: str, kind: str = "t34", **values: Any) -> Unit:
    return Unit(kind, "soviet", h, kind, mobile=True, **values)


@pytest.mark.rule("NF-8.6.9")
def test_a_unit_on_its_own_leaves_the_road_for_the_nearest_german() -> None:
    g = marched(german("infantry", "2516"), german("infantry", "2340"), loner("2315"), dice=(2,))
    assert places(g, "t34") == ["2416"] and not is_road(g, "2416")


@pytest.mark.rule("NF-8.6.9", "NF-8.0.5")
def test_it_pays_for_the_ground() -> None:
    g = marched(german("infantry", "2918"), loner("2415"), dice=(5,))
    assert [e.hexes[0] for e in logged(g, "NF-8.6.9")] == ["2515", "2616"]  # open and vegetation, two points each
    assert g.spent == {"t34": 4}


@pytest.mark.rule("NF-8.6.9", "NF-5.6.4")
def test_it_stops_before_the_german() -> None:
    g = marched(german("infantry", "2316"), loner("2314"), dice=(6,))
    assert places(g, "t34") == ["2315"] and not g.pieces["infantry"].spotted


@pytest.mark.rule("NF-8.6.9")
def test_its_die_has_the_bonus_too() -> None:
    g = marched(german("infantry", "2330"), loner("2314"), dice=(1,), options={"intensity": "high"})
    assert places(g, "t34") == ["2317"]


@pytest.mark.rule("NF-8.6.9")
@pytest.mark.parametrize(("die", "h"), [(3, "2313"), (4, "2315")])
def test_a_spotted_german_in_its_view_may_draw_it(die: int, h: str) -> None:
    g = marched(
        german("infantry", "2312"), german("stug_iii", "2317", spotted=True), loner("2314"), dice=(1, die), visibility=4
    )
    assert places(g, "t34") == [h]


@pytest.mark.rule("NF-8.6.9")
def test_between_germans_equally_near_chance_decides_for_it() -> None:
    ends = set()
    for face in (1, 2):
        g = marched(german("infantry", "2317"), german("stug_iii", "2311"), loner("2314"), dice=(1, face))
        ends.add(g.pieces["t34"].place)
    assert ends == {"2313", "2315"}


@pytest.mark.rule("NF-8.6.9")
def test_units_on_their_own_move_after_the_columns_in_hex_order() -> None:
    g = marched(german("infantry", "2340"), loner("2320"), loner("2318", "kv1"), body(2), dice=(1, 1, 1))
    order = [e.hexes[0] for e in g.events or [] if e.cite in ("NF-8.3.4", "NF-8.6.9")]
    assert order == ["2315", "2319", "2321"]


@pytest.mark.rule("NF-8.6.9", "NF-8.3.3")
def test_a_unit_on_its_own_that_fired_does_not_move() -> None:
    g = marched(german("infantry", "2340"), loner("2320"), fired={"t34": 1})
    assert places(g, "t34") == ["2320"]


@pytest.mark.rule("NF-8.6.10")
def test_it_keeps_out_of_gullies_and_houses() -> None:
    # the gully in 2513 lies between them; it goes round by the bridge
    g = marched(german("infantry", "2512"), loner("2514"), dice=(6,))
    assert [e.hexes[0] for e in logged(g, "NF-8.6.9")] == ["2414", "2313", "2312", "2412"]


@pytest.mark.rule("NF-8.6.9", "NF-8.6.10")
def test_it_comes_up_to_a_german_in_a_gully_or_a_house() -> None:
    g = marched(german("infantry", "2413"), loner("2316"), dice=(6,))
    assert places(g, "t34") == ["2313"]
    g = marched(german("infantry", "2509"), loner("2409"), dice=(6,))
    assert places(g, "t34") == ["2409"]
    g = marched(german("infantry", "2509"), loner("2309"), dice=(6,))
    assert places(g, "t34") == ["2409"]


@pytest.mark.rule("NF-8.6.9", "NF-8.6.10")
def test_it_comes_as_near_as_the_river_lets_it() -> None:
    g = marched(german("infantry", "1310"), loner("1611"), dice=(6,), bridges_out=["1409", "1411", "1429"])
    assert places(g, "t34") == ["1511"]


@pytest.mark.rule("NF-8.5.8")
@pytest.mark.parametrize(("phase", "lines"), [("Soviet movement", 1), ("German fire", 0)])
def test_a_column_is_said_to_be_stopped_once_and_only_while_it_moves(phase: str, lines: int) -> None:
    g = position(body(3), phase=phase)
    hit_column(g, "1")
    hit_column(g, "1")
    assert g.columns["1"].stopped and len(logged(g, "NF-8.5.8")) == lines


@pytest.mark.rule("NF-8.5.8")
def test_a_column_that_has_not_deployed_is_not_stopped() -> None:
    g = position(column(1, ["t34"] * 3, ["2314"], ahead="2315"))
    hit_column(g, "1")
    assert not g.columns["1"].stopped
