"""Names, neighbours, distances and page positions."""

from __future__ import annotations

import math
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.board.hexes.grid import Hex, HexGrid

from .grids import FLAT_EVEN, FLAT_ODD, INSET, LAYOUTS, ROWS_UP, SMALL, examples

ALL = LAYOUTS + SMALL


def hexes(count: int) -> st.SearchStrategy[tuple[HexGrid, list[Hex]]]:
    """A grid and some of its hexes."""
    return st.sampled_from(ALL).flatmap(
        lambda grid: st.tuples(st.just(grid), st.lists(st.sampled_from(grid.hexes), min_size=count, max_size=count))
    )


def walked(grid: HexGrid, start: Hex) -> dict[Hex, int]:
    """Distances counted hex by hex."""
    far, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        for there in grid.neighbours[here]:
            if there not in far:
                far[there] = far[here] + 1
                queue.append(there)
    return far


# ------------------------------------------------------------------ names and neighbours


def test_row_first_names_put_the_row_before_the_column() -> None:
    assert ROWS_UP.position["2314"] == (14, 23)
    assert FLAT_EVEN.position["2314"] == (23, 14)
    assert ROWS_UP.name_of(4, 10) == "1004"


def test_a_grid_holds_its_rectangle_and_nothing_else() -> None:
    assert len(ROWS_UP) == 45 * 30
    assert "1044" in ROWS_UP
    assert "1045" not in ROWS_UP
    assert "0910" not in ROWS_UP


def test_missing_hexes_are_no_part_of_the_map() -> None:
    assert len(INSET) == 64 * 33 - 20 * 11
    assert "4001" not in INSET
    assert "4001" not in INSET.neighbours["3901"]
    assert INSET.distance("3912", "6010") == 21


@pytest.mark.parametrize(
    ("grid", "h", "around"),
    [
        (ROWS_UP, "2520", ["2621", "2521", "2421", "2420", "2519", "2620"]),
        (ROWS_UP, "2620", ["2720", "2621", "2520", "2519", "2619", "2719"]),
        (FLAT_EVEN, "1010", ["1009", "1110", "1111", "1011", "0911", "0910"]),
        (FLAT_EVEN, "1110", ["1109", "1209", "1210", "1111", "1010", "1009"]),
        (FLAT_ODD, "2318", ["2317", "2418", "2419", "2319", "2219", "2218"]),
        (FLAT_ODD, "2218", ["2217", "2317", "2318", "2219", "2118", "2117"]),
    ],
)
def test_neighbours_run_clockwise_on_the_page(grid: HexGrid, h: Hex, around: list[Hex]) -> None:
    assert list(grid.neighbours[h]) == around
    assert [grid.direction(h, n) for n in around] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("a", "b", "far"), [("2218", "2318", 1), ("2318", "2419", 1), ("2117", "2617", 5), ("2319", "2516", 4)]
)
def test_distances_that_a_printed_example_gives(a: Hex, b: Hex, far: int) -> None:
    assert FLAT_ODD.distance(a, b) == far


@pytest.mark.parametrize("grid", SMALL)
def test_being_neighbours_is_mutual_and_opposite(grid: HexGrid) -> None:
    for h in grid.hexes:
        for direction, n in enumerate(grid.across[h]):
            if n is not None:
                assert grid.across[n][(direction + 3) % 6] == h


# ------------------------------------------------------------------ measure


@examples(100)
@given(hexes(3))
def test_distance_is_a_metric(case: tuple[HexGrid, list[Hex]]) -> None:
    grid, (a, b, c) = case
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@examples(20)
@given(st.sampled_from(SMALL), st.integers(0, 80))
def test_distance_is_the_number_of_steps(grid: HexGrid, number: int) -> None:
    start = grid.hexes[number]
    assert walked(grid, start) == {h: grid.distance(start, h) for h in grid.hexes}


@examples(100)
@given(hexes(2))
def test_the_neighbours_beyond_a_hex_are_those_farther_off(case: tuple[HexGrid, list[Hex]]) -> None:
    grid, (a, b) = case
    for least in (1, 0):
        farther = [n for n in grid.neighbours[b] if grid.distance(a, n) >= grid.distance(a, b) + least]
        assert grid.beyond(a, b, least) == farther


@examples(100)
@given(hexes(1), st.integers(0, 6))
def test_within_lists_nearest_first_and_leaves_nothing_out(case: tuple[HexGrid, list[Hex]], radius: int) -> None:
    grid, (h,) = case
    found = grid.within(h, radius)
    far = [grid.distance(h, other) for other in found]
    assert found[0] == h
    assert far == sorted(far)
    assert set(found) == {other for other in grid.hexes if grid.distance(h, other) <= radius}


@examples(100)
@given(hexes(1), st.integers(0, 5), st.integers(1, 8))
def test_a_straight_line_of_steps_goes_as_far_as_it_counts(
    case: tuple[HexGrid, list[Hex]], direction: int, count: int
) -> None:
    grid, (h,) = case
    end = grid.step(h, direction, count)
    if end is not None:
        assert grid.distance(h, end) == count
        assert grid.step(end, direction + 3, count) == h


@examples(100)
@given(hexes(2))
def test_an_offset_leads_back_to_the_same_hex(case: tuple[HexGrid, list[Hex]]) -> None:
    grid, (a, b) = case
    q, r = grid.offset(a, b)
    assert grid.at_offset(a, (q, r)) == b
    assert grid.at_offset(b, (-q, -r)) == a


def test_off_the_map_there_is_no_hex() -> None:
    assert ROWS_UP.step("1000", 3) is None
    assert ROWS_UP.at_offset("1000", (-1, 0)) is None


# ------------------------------------------------------------------ the page


@pytest.mark.parametrize("grid", ALL)
def test_neighbours_lie_one_hex_width_apart_on_the_page(grid: HexGrid) -> None:
    for h in grid.hexes[:: max(1, len(grid) // 50)]:
        for n in grid.neighbours[h]:
            assert math.dist(grid.centre(h), grid.centre(n)) == pytest.approx(math.sqrt(3))


@pytest.mark.parametrize("grid", ALL)
def test_two_corners_bound_each_side(grid: HexGrid) -> None:
    h = grid.within(grid.hexes[len(grid) // 2], 1)[0]
    corners = grid.corners(h)
    for direction, n in enumerate(grid.across[h]):
        if n is not None:
            (x, y), (u, v) = corners[direction], corners[(direction + 1) % 6]
            (a, b), (c, d) = grid.centre(h), grid.centre(n)
            assert ((x + u) / 2, (y + v) / 2) == pytest.approx(((a + c) / 2, (b + d) / 2))


def test_rows_up_puts_higher_rows_higher_and_shifted_rows_to_the_right() -> None:
    assert ROWS_UP.centre("3900")[1] < ROWS_UP.centre("1000")[1]
    assert ROWS_UP.centre("1100")[0] > ROWS_UP.centre("1000")[0]


def test_shifted_columns_stand_lower() -> None:
    assert FLAT_EVEN.centre("0201")[1] > FLAT_EVEN.centre("0101")[1]
    assert FLAT_ODD.centre("0101")[1] > FLAT_ODD.centre("0201")[1]


def test_size_scales_the_page() -> None:
    x, y = ROWS_UP.centre("2520")
    assert ROWS_UP.centre("2520", 10) == pytest.approx((10 * x, 10 * y))
    assert math.dist(ROWS_UP.corners("2520", 10)[0], ROWS_UP.centre("2520", 10)) == pytest.approx(10)
