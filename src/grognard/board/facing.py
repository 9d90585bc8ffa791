"""Facing on hexes: which way a counter looks, what lies in its arcs, and from where it is come upon.

A facing is in degrees from the north, clockwise, as `PieceView.facing` tells it.
"""

from __future__ import annotations

from math import atan2, degrees
from typing import Literal

from grognard.board.hexes.grid import Hex, HexGrid

Aspect = Literal["front", "flank", "rear"]
FRONT, REAR = 60.0, 180.0  # of the six hexes around, three are before it, two beside it and one behind it
SAME = 1e-6


def bearing(grid: HexGrid, a: Hex, b: Hex) -> float:
    """The way from one hex to another, from 0 to 360."""
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    return round(degrees(atan2(bx - ax, ay - by)) % 360, 6)


def towards(grid: HexGrid, direction: int) -> int:
    """The facing towards one of the six neighbours, counted clockwise as `HexGrid.step` and `direction` do."""
    return (direction % 6) * 60 + (30 if grid.shape == "pointy" else 0)


def turned(a: float, b: float) -> float:
    """How far two facings are apart, from 0 to 180."""
    apart = abs(a - b) % 360
    return min(apart, 360 - apart)


def aspect(grid: HexGrid, at: Hex, facing: float, other: Hex, front: float = FRONT, rear: float = REAR) -> Aspect:
    """How a counter that looks so is seen from another hex: within `front` degrees of its facing, or from `rear` on."""
    away = turned(facing, bearing(grid, at, other))
    return "front" if away <= front + SAME else "rear" if away >= rear - SAME else "flank"


def arc(grid: HexGrid, at: Hex, facing: float, far: int, half: float = FRONT) -> tuple[Hex, ...]:
    """The hexes up to so far away that lie within `half` degrees of a facing, as a `Reach` shows them."""
    near = (h for h in grid.within(at, far) if h != at)
    return tuple(h for h in near if turned(facing, bearing(grid, at, h)) <= half + SAME)
