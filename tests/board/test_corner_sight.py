"""Corner to corner sight, against 36 lines clipped one by one with exact fractions."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.board.hexes.corner_sight import CornerSight, template
from grognard.board.hexes.grid import Hex, HexGrid
from grognard.board.hexes.sight_lines import spiral

from .grids import ROWS_UP, SMALL, examples
from .paper import Spot, clip, corners

# ------------------------------------------------------------------ the plain way


def meets(start: Spot, end: Spot, figure: list[Spot]) -> bool:
    """Whether a line without its end points meets a closed figure."""
    part = clip(start, end, figure)
    return part is not None and part[1] > 0 and part[0] < 1


def brute_force(grid: HexGrid, a: Hex, b: Hex, full: set[Hex], half: set[Hex]) -> bool:
    if grid.distance(a, b) <= 1:
        return True
    figures = [corners(grid, h) for h in sorted(full - {a, b})]
    figures += [corners(grid, h, Fraction(1, 2)) for h in sorted(half - full - {a, b})]
    lines = product(corners(grid, a), corners(grid, b))
    return any(not any(meets(start, end, figure) for figure in figures) for start, end in lines)


def field(grid: HexGrid, seed: int) -> tuple[set[Hex], set[Hex]]:
    """A thick or a thin field of obstacles."""
    rng = random.Random(seed)
    return set(rng.sample(grid.hexes, rng.randint(0, 24))), set(rng.sample(grid.hexes, rng.randint(0, 24)))


# ------------------------------------------------------------------ against it


@examples(60)
@given(st.sampled_from(SMALL), st.integers(0, 10**6), st.integers(0, 80), st.integers(0, 80))
def test_sight_is_what_brute_force_says(grid: HexGrid, seed: int, one: int, other: int) -> None:
    full, half = field(grid, seed)
    a, b = grid.hexes[one], grid.hexes[other]
    sight = CornerSight(grid, full, half)
    assert sight.sees(a, b) == brute_force(grid, a, b, full, half)


@pytest.mark.parametrize("grid", SMALL)
def test_one_obstacle_blocks_the_lines_that_brute_force_says(grid: HexGrid) -> None:
    a = "0505"
    for b in ("0507", "0707", "0706", "0803", "0304"):
        for h in grid.within(a, 3):
            pair = {h, grid.neighbours[h][0]}
            assert CornerSight(grid, pair).sees(a, b) == brute_force(grid, a, b, pair, set())
            assert CornerSight(grid, (), pair).sees(a, b) == brute_force(grid, a, b, set(), pair)


@examples(40)
@given(st.sampled_from(SMALL), st.integers(0, 10**6))
def test_sight_is_mutual(grid: HexGrid, seed: int) -> None:
    sight = CornerSight(grid, *field(grid, seed))
    seen = {h: sight.seen(h, 8) for h in grid.hexes}
    for a in grid.hexes:
        assert a in seen[a]
        assert set(grid.neighbours[a]) <= seen[a]
        assert seen[a] == {b for b in grid.within(a, 8) if a in seen[b]}
        assert seen[a] == {b for b in grid.within(a, 8) if sight.sees(a, b)}


@examples(40)
@given(st.sampled_from(SMALL), st.integers(0, 10**6), st.integers(0, 80), st.integers(0, 80))
def test_the_working_agrees_with_the_answer(grid: HexGrid, seed: int, one: int, other: int) -> None:
    full, half = field(grid, seed)
    a, b = grid.hexes[one], grid.hexes[other]
    line = CornerSight(grid, full, half).explain(a, b)
    assert line.clear == CornerSight(grid, full, half).sees(a, b)
    assert line.clear == (not line.blocked_by)
    assert set(line.blocked_by) <= full | half
    assert line.distance == grid.distance(a, b)
    if line.distance > 1:
        for h, end in zip((a, b), line.ends, strict=True):
            assert any(end == pytest.approx(corner) for corner in grid.corners(h))
        rest = CornerSight(grid, full - set(line.blocked_by), half - set(line.blocked_by))
        assert rest.sees(a, b)


# ------------------------------------------------------------------ known cases


def test_a_full_obstacle_between_two_hexes_of_a_row_blocks() -> None:
    assert not CornerSight(ROWS_UP, ["2521"]).sees("2520", "2522")


def test_across_a_hexside_one_obstacle_leaves_a_line_and_two_do_not() -> None:
    assert CornerSight(ROWS_UP, ["2620"]).sees("2520", "2720")
    assert not CornerSight(ROWS_UP, ["2620", "2621"]).sees("2520", "2720")


def test_a_half_obstacle_leaves_a_line_past_it() -> None:
    assert CornerSight(ROWS_UP, half=["2521"]).sees("2520", "2522")


def test_obstacles_in_the_end_hexes_do_not_block() -> None:
    assert CornerSight(ROWS_UP, ["2520", "2524"]).sees("2520", "2524")


def test_a_hex_that_is_full_and_half_is_full() -> None:
    assert not CornerSight(ROWS_UP, ["2521"], ["2521"]).sees("2520", "2522")


def test_the_working_names_the_obstacle() -> None:
    line = CornerSight(ROWS_UP, ["2521"]).explain("2520", "2522")
    assert (line.clear, line.distance, line.blocked_by) == (False, 2, ("2521",))
    line = CornerSight(ROWS_UP, ["2521"]).explain("2520", "2521")
    assert (line.clear, line.ends) == (True, (ROWS_UP.centre("2520"), ROWS_UP.centre("2521")))


def test_seen_grows_with_the_radius() -> None:
    sight = CornerSight(ROWS_UP, ["2521"])
    assert sight.seen("2520", 0) == {"2520"}
    assert len(sight.seen("2520", 1)) == 7
    assert "2522" not in sight.seen("2520", 12)
    assert sight.seen("2520", 2) == {h for h in sight.seen("2520", 12) if ROWS_UP.distance("2520", h) <= 2}


def test_templates_hold_no_line_that_another_makes_needless() -> None:
    for offset in spiral(4):
        masks = template(offset).masks
        assert masks
        assert not any(a & b == b for a, b in product(masks, masks) if a is not b)
