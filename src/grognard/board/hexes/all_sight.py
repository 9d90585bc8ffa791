"""All lines of sight of a map at once: those that look the same way are judged together, a bit for each.

A set of hexes is a whole number with a bit for each cell of a sheet. Shifted by an offset, it is the set of the hexes
that have one of them at that offset; so a few shifts for the cells of one line tell of every hex on the map whether it
is blocked there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from typing import NamedTuple

from grognard.board.hexes.centre_line import Span
from grognard.board.hexes.grid import Cube, Hex, HexGrid
from grognard.board.hexes.sight_lines import length


class Sheet:
    """The map as one row of cells, with so many empty cells after each line that no step of `radius` runs over."""

    def __init__(self, grid: HexGrid, radius: int) -> None:
        left, top = min(q for q, _ in grid.cube.values()), min(r for _, r in grid.cube.values())
        self._width = max(q for q, _ in grid.cube.values()) - left + 1 + radius
        self._place = {h: (r - top) * self._width + q - left for h, (q, r) in grid.cube.items()}
        self._cells: list[Hex | None] = [None] * (max(self._place.values()) + self._move((radius, radius)) + 1)
        for h, place in self._place.items():
            self._cells[place] = h

    def _move(self, offset: Cube) -> int:
        """How many cells further an offset leads."""
        return offset[1] * self._width + offset[0]

    def bits(self, hexes: Iterable[Hex]) -> int:
        """A set of hexes as a number."""
        return sum(1 << self._place[h] for h in hexes)

    def ahead(self, bits: int, offset: Cube) -> int:
        """The cells that have one of a set at this offset."""
        move = self._move(offset)
        return bits >> move if move >= 0 else bits << -move

    def pairs(self, bits: int, offset: Cube) -> Iterator[tuple[Hex, Hex]]:
        """Every hex of a set that has another at this offset, and that other."""
        move = self._move(offset)
        while bits:
            lowest = bits & -bits
            bits ^= lowest
            place = lowest.bit_length() - 1
            a, b = self._cells[place], self._cells[place + move]
            if a is not None and b is not None:
                yield a, b


class Heights(NamedTuple):
    """What a game promises about lines through a hex, not along its side: only its height matters.

    A line is blocked there if `hides(high, low, height, at, far)`: the levels of its two ends, how far from the higher
    end the hex is, and how long the line is. What a height hides, a greater one hides; between ends of one level it
    does not matter how far the hex is.
    """

    height: Callable[[Hex], int]
    hides: Callable[[int, int, int, int, int], bool]


class Survey:
    """What the levels of a map and the promises of its game (see `CentreSight`) tell of all lines of one offset."""

    def __init__(
        self, sheet: Sheet, level: Mapping[Hex, int], harmless_from: Mapping[Hex, int], heights: Heights | None
    ) -> None:
        self._sheet, self._heights = sheet, heights
        self._at = {n: sheet.bits(h for h in level if level[h] == n) for n in set(level.values())}
        self._risky = {low: sheet.bits(h for h in level if harmless_from[h] > low) for low in self._at}
        tall = {h: heights.height(h) for h in level} if heights else {}
        self._tall = {n: sheet.bits(h for h in tall if tall[h] >= n) for n in sorted(set(tall.values()))}
        self._least: dict[tuple[int, int, int, int], int | None] = {}

    def look(self, offset: Cube, spans: tuple[Span, ...]) -> tuple[int, int]:
        """The hexes from which nothing on the way to an offset can block, and those of which this is not sure.

        From all others the line is blocked.
        """
        ahead, far = self._sheet.ahead, length(offset)
        through = [span for span in spans if self._heights and len(span.offsets) == 1]
        tall = [{n: ahead(bits, span.offsets[0]) for n, bits in self._tall.items()} for span in through]
        others = [cell for span in spans if span not in through for cell in span.offsets]
        clear = doubtful = 0
        for here, there in product(self._at, self._at):
            lines = self._at[here] & ahead(self._at[there], offset)
            high, low = max(here, there), min(here, there)
            for span, standing in zip(through, tall, strict=True):
                least = self._least_hiding(high, low, span.distance if here == high else span.left, far)
                if least is not None:
                    lines &= ~standing[least]
            risk = 0
            for cell in others:
                risk |= lines & ahead(self._risky[low], cell)
            doubtful |= risk
            clear |= lines ^ risk
        return clear, doubtful

    def _least_hiding(self, high: int, low: int, at: int, far: int) -> int | None:
        """The least height on this map that blocks a line here."""
        key = high, low, at, far
        if key not in self._least:
            assert self._heights is not None
            hides = self._heights.hides
            self._least[key] = next((n for n in self._tall if hides(high, low, n, at, far)), None)
        return self._least[key]
