"""A file bends along the line it follows: the nearest one that runs its way, and only what lies behind it."""

from __future__ import annotations

import pytest

from grognard.board.inches.geometry import Point
from grognard.board.inches.linear_features import trail_back

ROAD = ((0.0, 0.0), (10.0, 0.0), (16.0, 8.0))
LANE = ((9.0, -5.0), (9.0, 5.0))


@pytest.mark.parametrize(("anchor", "facing", "behind"), [
    ((8.0, 0.3), 900, [(0.0, 0.0)]),
    ((8.0, 0.3), 2700, [(10.0, 0.0), (16.0, 8.0)]),
    ((8.0, 0.3), 1340, [(0.0, 0.0)]),  # 44 degrees off: still along it
    ((10.3, 0.4), 2169, [(16.0, 8.0)]),  # past the corner, which is in front of it
    ((10.3, 0.4), 369, [(10.0, 0.0), (0.0, 0.0)]),
    ((9.0, 0.4), 0, [(9.0, -5.0)]),  # the lane runs its way, the road across it
    ((9.0, 0.4), 900, [(0.0, 0.0)]),
])  # fmt: skip
def test_a_trail_leads_to_the_rear(anchor: Point, facing: int, behind: list[Point]) -> None:
    assert trail_back([ROAD, LANE], anchor, facing, 0.5) == [anchor, *behind]


@pytest.mark.parametrize(("anchor", "facing"), [
    ((5.0, 0.6), 900),  # too far off
    ((5.0, 0.0), 0), ((5.0, 0.0), 1800), ((5.0, 0.0), 1360),  # across it
    ((0.0, 0.0), 900),  # nothing of it lies behind
])  # fmt: skip
def test_there_is_no_trail_where_no_line_runs_its_way(anchor: Point, facing: int) -> None:
    assert trail_back([ROAD, LANE], anchor, facing, 0.5) is None
