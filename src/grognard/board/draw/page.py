"""Where the hexes of a map lie on the page, with the phantom hexes just off its edges.

Inside the drawing code a hex is its axial position (q, r), so that a hex off the map is like any other.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from grognard.board.draw.geometry import Line, mix
from grognard.board.draw.svg import Point
from grognard.board.hexes.grid import Cube, Hex, HexGrid

SIZE = 36.0  # centre to corner
WIDE = SIZE * math.sqrt(3)  # side to side

Corner = tuple[int, int]  # the sum of the three hexes that meet there, so equal for all of them

# The neighbours in HexGrid's order: clockwise, over the side from corner i to corner i + 1.
_STEPS: dict[str, tuple[Cube, ...]] = {
    "pointy": ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
    "flat": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
}


class Page:
    """The hexes of a grid as places on paper."""

    def __init__(self, grid: HexGrid) -> None:
        self.grid = grid
        self.flat = grid.shape == "flat"
        self.cubes: tuple[Cube, ...] = tuple(grid.cube[h] for h in grid.hexes)
        self.on_map = frozenset(self.cubes)
        self._steps = _STEPS[grid.shape]
        first = -120 if self.flat else -90
        turns = [math.radians(first + 60 * i) for i in range(6)]
        self._rays = [(SIZE * math.cos(t), SIZE * math.sin(t)) for t in turns]
        self.frame = self._frame()

    def cube(self, h: Hex) -> Cube:
        """The place of a printed hex name."""
        return self.grid.cube[h]

    def centre(self, cube: Cube) -> Point:
        """The middle of a hex, on the map or off it."""
        q, r = cube
        if self.flat:
            return 1.5 * SIZE * q, WIDE * (r + q / 2)
        return WIDE * (q + r / 2), 1.5 * SIZE * r

    def corners(self, cube: Cube) -> Line:
        """The six corners, clockwise."""
        x, y = self.centre(cube)
        return [(x + dx, y + dy) for dx, dy in self._rays]

    def six(self, cube: Cube) -> list[Cube]:
        """The six hexes around, clockwise, on the map or off it."""
        q, r = cube
        return [(q + dq, r + dr) for dq, dr in self._steps]

    def corner(self, cube: Cube, i: int) -> Corner:
        """The name of a corner."""
        (aq, ar), (bq, br) = self._steps[i % 6], self._steps[(i - 1) % 6]
        return 3 * cube[0] + aq + bq, 3 * cube[1] + ar + br

    def side(self, a: Cube, b: Cube) -> tuple[Corner, Corner]:
        """The two corners of the side between neighbours."""
        i = self.six(a).index(b)
        return self.corner(a, i), self.corner(a, i + 1)

    def corner_point(self, corner: Corner) -> Point:
        """Where a corner lies: the middle of the three hexes that meet there."""
        q, r = corner[0] / 3, corner[1] / 3
        if self.flat:
            return 1.5 * SIZE * q, WIDE * (r + q / 2)
        return WIDE * (q + r / 2), 1.5 * SIZE * r

    def off(self, cube: Cube) -> list[Cube]:
        """The phantom hexes next to a hex."""
        return [n for n in self.six(cube) if n not in self.on_map]

    def way_out(self, inner: Cube, end: Cube) -> Point | None:
        """Where a line that comes from `inner` and ends in `end` leaves the map, if it does."""
        a, b = self.centre(inner), self.centre(end)
        ahead = (2 * b[0] - a[0], 2 * b[1] - a[1])
        outside = [self.centre(n) for n in self.off(end)]
        best = min(outside, key=lambda p: math.dist(p, ahead), default=None)
        return mix(b, best, 1.7) if best is not None and math.dist(best, ahead) < WIDE * 1.1 else None

    def spill(self, cubes: Iterable[Cube]) -> set[Cube]:
        """The hexes and the phantom hexes next to them, so that terrain runs off the page."""
        inside = set(cubes)
        return inside | {n for cube in inside for n in self.off(cube)}

    def outlines(self, cubes: Iterable[Cube]) -> list[Line]:
        """Closed loops of corners around each group of touching hexes, holes included."""
        inside = set(cubes)
        onward: dict[Corner, tuple[Point, Corner]] = {}
        for cube in sorted(inside):
            points = self.corners(cube)
            for i, n in enumerate(self.six(cube)):
                if n not in inside:
                    onward[self.corner(cube, i)] = points[i], self.corner(cube, i + 1)
        loops: list[Line] = []
        while onward:
            at = next(iter(onward))
            loop: Line = []
            while at in onward:
                point, at = onward.pop(at)
                loop.append(point)
            loops.append(loop)
        return loops

    def _frame(self) -> tuple[float, float, float, float]:
        """The neat line: x, y, width, height."""
        centres = [self.centre(cube) for cube in self.cubes]
        xs, ys = [p[0] for p in centres], [p[1] for p in centres]
        dx, dy = (SIZE, WIDE / 2) if self.flat else (WIDE / 2, SIZE)
        return min(xs) - dx, min(ys) - dy, max(xs) - min(xs) + 2 * dx, max(ys) - min(ys) + 2 * dy
