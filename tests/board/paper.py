"""Hexes drawn on squared paper with exact fractions: the plain geometry that clever geometry is tested against."""

from __future__ import annotations

from fractions import Fraction

from grognard.board.hexes.grid import Hex, HexGrid

Spot = tuple[Fraction, Fraction]

_CORNERS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))


def centre(grid: HexGrid, h: Hex) -> Spot:
    """The centre of a hex: pointy hexes are 2 wide and their rows 3 apart, flat ones the other way round."""
    column, row = grid.position[h]
    down = -row if grid.rows_up else row
    parity = 1 if grid.shifted == "odd" else 0
    if grid.shape == "pointy":
        return Fraction(2 * column + (row % 2 == parity)), Fraction(3 * down)
    return Fraction(3 * column), Fraction(2 * down + (column % 2 == parity))


def corners(grid: HexGrid, h: Hex, size: Fraction = Fraction(1)) -> list[Spot]:
    """The six corners of a hex, in turning order."""
    x, y = centre(grid, h)
    turned = _CORNERS if grid.shape == "pointy" else tuple((dy, dx) for dx, dy in _CORNERS)
    return [(x + size * dx, y + size * dy) for dx, dy in turned]


def clip(start: Spot, end: Spot, figure: list[Spot]) -> tuple[Fraction, Fraction] | None:
    """Where the endless line through two points (0 and 1 along it) enters and leaves a closed convex figure."""
    middle = (figure[0][0] + figure[3][0]) / 2, (figure[0][1] + figure[3][1]) / 2
    first, last = Fraction(-100), Fraction(100)
    for a, b in zip(figure, figure[1:] + figure[:1], strict=True):
        sign = 1 if _side(a, b, middle) > 0 else -1
        at_start, at_end = sign * _side(a, b, start), sign * _side(a, b, end)
        slope = at_end - at_start
        if slope == 0 and at_start < 0:
            return None
        if slope > 0:
            first = max(first, -at_start / slope)
        if slope < 0:
            last = min(last, -at_start / slope)
    return (first, last) if first <= last else None


def _side(a: Spot, b: Spot, p: Spot) -> Fraction:
    """On which side of the line from a to b a point lies."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
