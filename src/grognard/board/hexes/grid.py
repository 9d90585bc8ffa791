"""Hex maths for any printed numbering.

A hex is its printed name, a plain string such as ``"2314"``; the grid knows where each name lies.
Columns and rows are the printed numbers. Directions 0 to 5 run clockwise as seen on the page,
starting up-right on a pointy-topped grid and straight up on a flat-topped one.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Literal

Hex = str
Point = tuple[float, float]
Cube = tuple[int, int]  # axial coordinates: q to the right, r down the page

# Axial steps, clockwise on the page.
_STEPS: dict[str, tuple[Cube, ...]] = {
    "pointy": ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)),
    "flat": ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)),
}


class HexGrid:
    """The names, neighbours, distances and page positions of a rectangle of hexes.

    `shape` is "pointy" (straight rows) or "flat" (straight columns). `shifted` is the parity of the
    rows (pointy) that stand half a hex to the right, or of the columns (flat) that stand half a hex
    lower. `rows_up` puts higher row numbers further up the page. `id` is "RRCC" or "CCRR".
    """

    def __init__(
        self,
        columns: tuple[int, int],
        rows: tuple[int, int],
        *,
        shape: Literal["pointy", "flat"],
        shifted: Literal["odd", "even"],
        rows_up: bool = False,
        id: Literal["RRCC", "CCRR"] = "CCRR",
        missing: Iterable[Hex] = (),
    ) -> None:
        self.columns, self.rows, self.shape, self.rows_up, self.id = columns, rows, shape, rows_up, id
        self.shifted = shifted
        self._parity = 1 if shifted == "odd" else 0
        self._steps = _STEPS[shape]
        gone = frozenset(missing)
        spots = [(c, r) for r in range(rows[0], rows[1] + 1) for c in range(columns[0], columns[1] + 1)]
        self.position: dict[Hex, tuple[int, int]] = {
            name: spot for spot in spots if (name := self.name_of(*spot)) not in gone
        }
        self.hexes: tuple[Hex, ...] = tuple(self.position)
        self.index: dict[Hex, int] = {h: i for i, h in enumerate(self.hexes)}
        self.cube: dict[Hex, Cube] = {h: self._axial(*spot) for h, spot in self.position.items()}
        self._by_cube: dict[Cube, Hex] = {cube: h for h, cube in self.cube.items()}
        self.across: dict[Hex, tuple[Hex | None, ...]] = {
            h: tuple(self._by_cube.get((q + dq, r + dr)) for dq, dr in self._steps) for h, (q, r) in self.cube.items()
        }
        self.neighbours: dict[Hex, tuple[Hex, ...]] = {
            h: tuple(n for n in six if n is not None) for h, six in self.across.items()
        }
        self._key, self._far = self._distance_table()
        self._rings: dict[tuple[Hex, int], tuple[Hex, ...]] = {}
        self._beyond: tuple[dict[int, list[int]], ...] = ({}, {})

    # -------------------------------------------------------------- names

    def __contains__(self, name: object) -> bool:
        return name in self.position

    def __len__(self) -> int:
        return len(self.hexes)

    def name_of(self, column: int, row: int) -> Hex:
        """The printed name of a column and row, on the map or just off it."""
        return f"{row:02}{column:02}" if self.id == "RRCC" else f"{column:02}{row:02}"

    def _axial(self, column: int, row: int) -> Cube:
        down = self.rows[1] - row if self.rows_up else row - self.rows[0]
        right = column - self.columns[0]
        if self.shape == "pointy":
            shove = 1 if row % 2 == self._parity else 0
            return (2 * right + shove - down) // 2, down
        shove = 1 if column % 2 == self._parity else 0
        return right, (2 * down + shove - right) // 2

    # -------------------------------------------------------------- measure

    def _distance_table(self) -> tuple[dict[Hex, int], list[int]]:
        """A number for each hex such that the difference of two numbers tells their distance.

        Differences may be negative: the list is read from its end then.
        """
        wide = 1 + max(q for q, _ in self.cube.values()) - min(q for q, _ in self.cube.values())
        high = 1 + max(r for _, r in self.cube.values()) - min(r for _, r in self.cube.values())
        stride = 2 * high
        far = [0] * (2 * (wide + 1) * stride)
        for dq in range(-wide, wide + 1):
            for dr in range(-high + 1, high):
                far[dq * stride + dr] = max(abs(dq), abs(dr), abs(dq + dr))
        return {h: q * stride + r for h, (q, r) in self.cube.items()}, far

    def distance(self, a: Hex, b: Hex) -> int:
        """Hexes from a to b, counting b and not a."""
        return self._far[self._key[b] - self._key[a]]

    def beyond(self, a: Hex, b: Hex, least: int = 1) -> list[Hex]:
        """The neighbours of b that are farther from a than b is (`least` 1), or as far (0), in direction order."""
        apart = self._key[b] - self._key[a]
        ways = self._beyond[least].get(apart)
        if ways is None:
            q, r = self.offset(a, b)
            ends = ((q + dq, r + dr) for dq, dr in self._steps)
            gains = [max(abs(x), abs(y), abs(x + y)) - self._far[apart] for x, y in ends]
            ways = self._beyond[least][apart] = [d for d, gain in enumerate(gains) if gain >= least]
        six = self.across[b]
        return [h for d in ways if (h := six[d]) is not None]

    def within(self, centre: Hex, radius: int) -> tuple[Hex, ...]:
        """Every hex at most `radius` away, the centre included, nearest first."""
        key = (centre, radius)
        found = self._rings.get(key)
        if found is None:
            q, r = self.cube[centre]
            spots = [
                (max(abs(dq), abs(dr), abs(dq + dr)), h)
                for dq in range(-radius, radius + 1)
                for dr in range(max(-radius, -dq - radius), min(radius, -dq + radius) + 1)
                if (h := self._by_cube.get((q + dq, r + dr))) is not None
            ]
            found = self._rings[key] = tuple(h for _, h in sorted(spots))
        return found

    def direction(self, a: Hex, b: Hex) -> int:
        """Which of the six directions leads from a to its neighbour b."""
        return self.across[a].index(b)

    def step(self, h: Hex, direction: int, count: int = 1) -> Hex | None:
        """The hex `count` steps away in a straight line, or None off the map."""
        q, r = self.cube[h]
        dq, dr = self._steps[direction % 6]
        return self._by_cube.get((q + count * dq, r + count * dr))

    def offset(self, a: Hex, b: Hex) -> Cube:
        """Axial difference from a to b."""
        (q, r), (x, y) = self.cube[a], self.cube[b]
        return x - q, y - r

    def at_offset(self, h: Hex, offset: Cube) -> Hex | None:
        """The hex at an axial difference from h, or None off the map."""
        q, r = self.cube[h]
        return self._by_cube.get((q + offset[0], r + offset[1]))

    # -------------------------------------------------------------- the page

    def centre(self, h: Hex, size: float = 1.0) -> Point:
        """Where the hex lies on the page; y grows downwards, `size` is centre to corner."""
        return self.page(*self.cube[h], size)

    def page(self, q: float, r: float, size: float = 1.0) -> Point:
        """Where axial coordinates lie on the page; fractions lie between hex centres."""
        if self.shape == "pointy":
            return size * math.sqrt(3) * (q + r / 2), size * 1.5 * r
        return size * 1.5 * q, size * math.sqrt(3) * (r + q / 2)

    def corners(self, h: Hex, size: float = 1.0) -> tuple[Point, ...]:
        """The six corners, clockwise; corner i and i+1 bound the side towards direction i."""
        x, y = self.centre(h, size)
        first = -90 if self.shape == "pointy" else -120
        turns = (math.radians(first + 60 * i) for i in range(6))
        return tuple((x + size * math.cos(t), y + size * math.sin(t)) for t in turns)
