from __future__ import annotations

import math
from itertools import pairwise

import pytest

from grognard.board.draw import geometry as geo
from grognard.board.draw.courses import chains, find_flows
from grognard.board.draw.page import SIZE, WIDE, Page
from grognard.board.draw.styles import make_plan
from grognard.board.draw.svg import noise, unit, wobble
from grognard.board.hexes.grid import HexGrid
from tests.board.draw.sample import sample

FLAT = HexGrid((1, 12), (1, 9), shape="flat", shifted="even")
POINTY = HexGrid((0, 8), (0, 6), shape="pointy", shifted="odd", rows_up=True, id="RRCC")


def test_luck_depends_on_the_place_alone() -> None:
    values = [unit(x, y) for x in range(40) for y in range(40)]
    assert values == [unit(x, y) for x in range(40) for y in range(40)]
    assert all(0 <= v < 1 for v in values)
    assert sum(values) / len(values) == pytest.approx(0.5, abs=0.05)
    assert len(set(values)) > 1500


def test_noise_is_smooth() -> None:
    assert all(abs(noise(x, 7, 30) - noise(x + 0.1, 7, 30)) < 0.05 for x in range(200))
    assert math.dist(wobble((5, 5), 4, 20), (5, 5)) <= 4 * math.sqrt(2)


@pytest.mark.parametrize("grid", [FLAT, POINTY], ids=["flat", "pointy"])
def test_the_page_agrees_with_the_grid(grid: HexGrid) -> None:
    page = Page(grid)
    for h in grid.hexes:
        cube = page.cube(h)
        assert page.centre(cube) == pytest.approx(grid.centre(h, SIZE))
        for own, theirs in zip(page.corners(cube), grid.corners(h, SIZE), strict=True):
            assert own == pytest.approx(theirs)
        across = [page.cube(n) if n else None for n in grid.across[h]]
        assert all(n is None or n == six for n, six in zip(across, page.six(cube), strict=True))
        for i in range(6):
            assert page.corner_point(page.corner(cube, i)) == pytest.approx(page.corners(cube)[i])


def test_sides_have_the_same_corners_from_both_hexes() -> None:
    page = Page(FLAT)
    a, b = page.cube("0303"), page.cube("0403")
    assert set(page.side(a, b)) == set(page.side(b, a))


def test_outlines_go_round_every_group_and_hole() -> None:
    page = Page(FLAT)
    middle = page.cube("0505")
    ring = set(page.six(middle))
    assert sorted(len(loop) for loop in page.outlines(ring)) == [6, 18]
    assert [len(loop) for loop in page.outlines({middle})] == [6]


def test_terrain_spills_only_off_the_map() -> None:
    page = Page(FLAT)
    inner, corner = page.cube("0505"), page.cube("0101")
    assert page.spill([inner]) == {inner}
    assert all(cube == corner or cube not in page.on_map for cube in page.spill([corner]))


def test_lines_leave_the_map_straight_on() -> None:
    page = Page(FLAT)
    out = page.way_out(page.cube("0205"), page.cube("0105"))
    assert out is not None and out[0] < page.centre(page.cube("0105"))[0]
    assert page.way_out(page.cube("0405"), page.cube("0505")) is None


def test_a_shape_knows_what_it_contains() -> None:
    square = [(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]
    hole = [(40.0, 40.0), (60.0, 40.0), (60.0, 60.0), (40.0, 60.0)]
    shape = geo.Shape([square, hole])
    assert (10, 10) in shape
    assert (50, 50) not in shape
    assert (150, 50) not in shape


def test_resampled_points_are_evenly_spaced() -> None:
    line = geo.resample([(0, 0), (50, 0), (100, 40), (150, 40)], 5)
    gaps = [math.dist(a, b) for a, b in pairwise(line[:-1])]
    assert all(4 < gap <= 5.01 for gap in gaps)


def test_insets_go_inwards() -> None:
    corners = Page(FLAT).corners((0, 0))
    assert all(math.hypot(*p) < WIDE / 2 for p in geo.soften(corners, inset=6))


def test_clear_places_are_clear() -> None:
    taken = geo.Taken()
    taken.add([(100.0, 100.0)], 10)
    assert not taken.is_clear((108, 100), 0)
    assert not taken.is_clear((115, 100), 5)
    assert taken.is_clear((120, 100), 5)


def test_circles_touch_wherever_they_lie() -> None:
    circles = [((97 * n) % 200 - 60, (61 * n) % 170 - 50, n % 41) for n in range(40)]
    taken = geo.Taken()
    for x, y, radius in circles:
        taken.add([(x, y)], radius)
    for n in range(600):
        p, radius = ((37 * n) % 240 - 80, (53 * n) % 230 - 70), n % 9
        apart = all(math.dist(p, (x, y)) > radius + r for x, y, r in circles)
        assert taken.is_clear(p, radius) == apart


def test_the_nearest_of_some_points_is_found() -> None:
    water = geo.Buckets()
    water.add([(100.0, 100.0)], 10)
    assert water.nearest((100, 104)) == (4, 10)
    assert water.nearest((500, 500)) is None


def test_hexsides_join_into_long_lines() -> None:
    page = Page(FLAT)
    pairs = [("0601", "0701"), ("0601", "0702"), ("0602", "0702"), ("0602", "0703"), ("0603", "0703")]
    (line,) = chains([page.side(page.cube(a), page.cube(b)) for a, b in pairs])
    assert len(line) == 6


def test_water_meets_water() -> None:
    hexmap = sample()
    page = Page(hexmap.grid)
    flows = find_flows(make_plan(hexmap, page), page)
    wide = next(flow for flow in flows if flow.name == "Wide Water")
    branch = flows[-1]
    assert branch.taper[0] == 0 or branch.taper[1] == 0
    assert min(math.dist(a, b) for a in wide.line for b in branch.line) < 8
