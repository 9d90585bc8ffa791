"""Ways round over a grid of squares."""

from __future__ import annotations

import math

import pytest

from grognard.board.inches.flow_field import FlowField, squares
from grognard.board.inches.geometry import Point

STEP = 2.0


def ways(goal: Point, price: dict[tuple[int, int], float | None] | None = None) -> FlowField:
    """Ways on a table of 20 by 10 inches; `price` names the squares that are not plain."""
    dear = price or {}
    return FlowField(goal, squares(20, 10, lambda p: dear.get((int(p[0] // STEP), int(p[1] // STEP)), 1.0), STEP), STEP)


def test_on_open_ground_the_way_is_straight() -> None:
    found = ways((1, 5))
    assert found.cost((1, 5)) == pytest.approx(0)
    assert found.cost((19, 5)) == pytest.approx(18)
    assert found.cost((10, 5)) == pytest.approx(9)  # between squares it is evened out


def test_a_slanted_step_is_longer() -> None:
    assert ways((1, 1)).cost((5, 5)) == pytest.approx(4 * math.sqrt(2))


def test_the_way_goes_round_what_is_closed_and_through_what_is_merely_dear() -> None:
    wall: dict[tuple[int, int], float | None] = {(4, y): None for y in range(4)}  # open at the top row alone
    assert ways((1, 1), wall).cost((19, 1)) > 18 + 5
    hedge: dict[tuple[int, int], float | None] = {(4, y): 1.5 for y in range(5)}
    assert ways((1, 1), hedge).cost((19, 1)) == pytest.approx(19)


def test_behind_a_wall_without_a_gap_there_is_no_way() -> None:
    wall: dict[tuple[int, int], float | None] = {(4, y): None for y in range(5)}
    assert ways((1, 1), wall).cost((19, 1)) == math.inf
