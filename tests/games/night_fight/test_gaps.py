"""8.0, 8.3, 8.6, 10.4 Columns with a gap in them: Dummies found out on the march, lost bridges, Germans in between."""

from __future__ import annotations

import pytest

from grognard.engine import Pick
from grognard.games.night_fight.rules.bridges import demolish
from grognard.games.night_fight.rules.soviet_movement import SovietMovement, is_independent
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.unit_acts import Fire, Spot
from grognard.testing import logged, offered, roll, unrolled

from .situations import column, german, let_pass, march, pieces, places, play, position

ROAD = ["2314", "2313", "2312", "2311", "2310", "2309", "2308", "2307", "2306"]


# ------------------------------------------------------------------ 10.4 a Dummy found out on the march


def halted(*kinds: str) -> NightFight:
    """A marker that has just entered 2315 with three points left, three German tanks before it."""
    return position(
        *pieces("pzkpfw_iv 2318, stug_iii 2318, pzkpfw_iii 2317"),
        column(1, kinds, ROAD[: len(kinds)], ahead="2315"),
        vegetation="clear",
        step=SovietMovement(),
        dice=[4, 6],
    )


@pytest.mark.rule("NF-10.4.4", "NF-8.5.1")
@pytest.mark.parametrize("kinds", [("dummy", "t26"), ("dummy", "t26", "kv1")])
def test_the_piece_behind_a_dummy_leads_and_may_be_spotted_and_fired_at_in_the_same_window(
    kinds: tuple[str, ...],
) -> None:
    g = halted(*kinds)
    play(g, Pick("pzkpfw_iv"), Spot("2315"))
    assert places(g, "1.1", "1.2") == ["gone", "2314"] and not g.pieces["1.2"].up
    roll(g, 6)
    play(g, Pick("stug_iii"), Spot("2314"), Pick("pzkpfw_iii"))
    assert Fire("1.2") in offered(g)


@pytest.mark.rule("NF-8.3.1", "NF-8.0.3", "NF-8.6.12")
def test_a_lone_survivor_finishes_the_move_of_its_column_and_is_on_its_own_from_then_on() -> None:
    g = halted("dummy", "t26")
    play(g, Pick("pzkpfw_iv"), Spot("2315"))
    assert not is_independent(g.pieces["1.2"])
    let_pass(g)
    assert places(g, "1.2") == ["2316"]  # two of the three points that were left: a German is in 2317
    assert is_independent(g.pieces["1.2"]) and g.columns == {}


@pytest.mark.rule("NF-8.3.1", "NF-8.6.2")
def test_a_column_that_has_still_to_move_moves_although_a_dummy_left_it_in_pieces() -> None:
    g = position(
        german("pzkpfw_iv", "2318"),
        column(1, ["t26", "kv1"], ["2313", "2312"], ahead="2314"),
        column(2, ["t34", "dummy", "kv1"], ["2320", "2321", "2322"], ahead="2319", deployed=True),
        step=SovietMovement(),
        dice=[1],
    )
    roll(g, 6, 3)
    play(g, Pick("pzkpfw_iv"), Spot("2321"))  # while column 1 is halted in 2314
    assert places(g, "2.2") == ["gone"]
    let_pass(g)
    assert places(g, "2.1", "2.3") == ["2319", "2321"] and unrolled(g) == []
    assert is_independent(g.pieces["2.1"]) and is_independent(g.pieces["2.3"])


# ------------------------------------------------------------------ 8.0 a closed hex inside a column


@pytest.mark.rule("NF-8.0.2", "NF-8.0.3", "NF-8.6.11")
def test_a_lost_bridge_inside_a_column_holds_only_those_behind_it() -> None:
    g = position(
        german("infantry", "2340"), column(1, ["t34"] * 5, ROAD, ahead="2315", deployed=True, up=True), visibility=2
    )
    demolish(g, "2312", "NF-6.0.14")
    march(g, 1)
    assert places(g, "1.1", "1.2", "1.4", "1.5") == ["2315", "2314", "2311", "2310"]
    assert "cannot follow by 2312" in str(logged(g, "NF-8.0.2")[0])
    assert {c.id: c.units for c in g.columns.values()} == {"1": ("1.1", "1.2"), "1a": ("1.4", "1.5")}
    march(g, 2, 1)  # each part by its own die, the rear round by another road
    assert places(g, "1.1", "1.2") == ["2317", "2316"]


@pytest.mark.rule("NF-8.0.2", "NF-8.6.11")
def test_parts_that_still_see_each_other_stay_one_column_and_the_front_goes_on() -> None:
    g = position(
        german("infantry", "2340"), column(1, ["t34"] * 5, ROAD, ahead="2315", deployed=True, up=True), visibility=6
    )
    demolish(g, "2312", "NF-6.0.14")
    for faces in ((1,), (1,)):
        march(g, *faces)
    assert places(g, "1.1", "1.2", "1.4", "1.5") == ["2316", "2315", "2311", "2310"]
    assert list(g.columns) == ["1"] and len(logged(g, "NF-8.0.2")) == 2  # once a phase, not once a hex


@pytest.mark.rule("NF-8.6.2", "NF-8.6.12")
def test_a_unit_alone_on_its_side_of_the_gap_is_on_its_own_when_the_phase_ends() -> None:
    g = position(
        german("infantry", "2340"),
        column(1, ["t34"] * 4, ROAD, ahead="2315", deployed=True, up=True, slots=[0, 3, 4, 5]),
        bridges_out=["2312"],
        visibility=6,
    )
    march(g, 2)
    assert places(g, "1.1", "1.2", "1.3") == ["2316", "2311", "2310"]
    assert is_independent(g.pieces["1.1"]) and g.columns["1"].units == ("1.2", "1.3", "1.4")


@pytest.mark.rule("NF-8.0.2", "NF-8.4.4")
def test_pieces_that_wait_off_the_map_behind_a_closed_hex_wait_on() -> None:
    g = position(
        *pieces("infantry 2340, stug_iii 2201"),
        column(
            1, ["t34"] * 4, ["2303", "2203", "2202", "2201", "2300"], ahead="2304", deployed=True, slots=[0, 1, 4, 5]
        ),
        visibility=6,
    )
    march(g, 2)
    assert places(g, "1.1", "1.2", "1.3", "1.4") == ["2305", "2304", "2300", "wait-1"]
    assert g.columns["1"].slots == (0, 1, 6, 7)


@pytest.mark.rule("NF-8.0.3", "NF-8.0.6", "NF-4.0.2")
def test_a_german_in_the_gap_holds_only_those_behind_him() -> None:
    road = ["2310", "2309", "2308", "2307", "2306", "2305"]
    g = position(
        *pieces("infantry 2312, stug_iii 2307"),
        column(1, ["t34"] * 4, road, ahead="2311", deployed=True, slots=[0, 1, 4, 5]),
        visibility=2,
    )
    march(g, 3)
    assert places(g, "1.1", "1.2", "1.3", "1.4") == ["2311", "2310", "2306", "2305"]
    assert "Germans are in it" in str(logged(g, "NF-8.0.2")[0])
    assert "Germans are in 2312" in str(logged(g, "NF-5.6.4")[0])


@pytest.mark.rule("NF-8.4.4", "NF-8.3.1", "NF-8.6.12")
def test_a_single_piece_that_waited_off_the_map_comes_on_and_moves() -> None:
    g = position(
        german("infantry", "2340"), column(1, ["t34"], ["2300"], ahead="2201", deployed=True, slots=[1]), visibility=2
    )
    march(g, 3)  # the edge hex costs a point like any other
    assert places(g, "1.1") == ["2202"] and is_independent(g.pieces["1.1"])
