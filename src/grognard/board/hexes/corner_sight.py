"""Sight from any corner of one hex to any corner of another, past obstacles of two sizes.

Two hexes see each other if one of the 36 straight lines from a corner of the one to a corner of the other, its end
points left out, meets no obstacle. An obstacle is a closed hexagon, so touching is meeting: the whole hex, or one of
half the size about its centre. The two end hexes never block; neighbours always see each other.

For each offset a template lists which hexes block which line. A set of hexes around the viewer is one whole number
with two bits for each hex of the spiral, the lower for a full obstacle and the higher for a half one, so a line is
clear if its number and the viewer's have no bit in common.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from grognard.board.hexes.grid import Cube, Hex, HexGrid
from grognard.board.hexes.sight_lines import STEPS, length, sector, spiral, spiral_index, strips, turned
from grognard.board.kernels.compiled import compiled
from grognard.engine.core.view import SightLine

_FULL, _HALF = 1, 2
_SCALE = 6  # lattice points are multiplied by this, so that the corners of half-size hexagons are whole numbers
_WINDOW = 7  # how far templates are made

# Corner i lies between neighbours i and i + 1, a third of the way to their sum.
_CORNERS: tuple[Cube, ...] = tuple(
    (2 * (a[0] + b[0]), 2 * (a[1] + b[1])) for a, b in zip(STEPS, STEPS[1:] + STEPS[:1], strict=True)
)


def _cell(cube: Cube) -> int:
    """A hex, or an offset, as one number: those of a hex and of an offset from it add up."""
    return (cube[0] << 12) + cube[1]


@cache
def _cells_around(radius: int) -> tuple[int, ...]:
    """The spiral in such numbers."""
    return tuple(map(_cell, spiral(radius)))


class Template(NamedTuple):
    """The lines worth trying at one offset, those with the fewest possible blockers first."""

    masks: tuple[int, ...]  # what blocks each line
    corners: tuple[tuple[int, int], ...]  # where it starts at the viewer and ends at the target


class Seen(dict[Hex, frozenset[Hex]]):
    """Hex to the hexes seen from it, filled in as it is asked."""

    def __init__(self, sight: CornerSight, radius: int) -> None:
        self._sight, self._radius = sight, radius

    def __missing__(self, a: Hex) -> frozenset[Hex]:
        found = self[a] = self._sight._look_around(a, self._radius)
        return found


class CornerSight:
    """Who sees whom among full and half obstacles. Templates are shared, so a new one is cheap."""

    def __init__(self, grid: HexGrid, full: Collection[Hex] = (), half: Collection[Hex] = ()) -> None:
        self.grid = grid
        self._cells = {h: _cell(cube) for h, cube in grid.cube.items()}
        self._by_cell = {cell: h for h, cell in self._cells.items()}
        self._obstacles = {self._cells[h]: _HALF for h in half} | {self._cells[h]: _FULL for h in full}
        self._windows: dict[Hex, tuple[int, int]] = {}  # how much of the spiral is looked up, and what is there
        self._answers: dict[Hex, dict[Hex, bool]] = {}
        self._seen: dict[int, Seen] = {}
        self._rings: dict[Hex, list[list[Hex]]] = {}  # what is seen from a hex at each distance

    def sees(self, a: Hex, b: Hex) -> bool:
        """Whether there is a line of sight, either way."""
        a, b = min(a, b), max(a, b)
        answers = self._answers.setdefault(a, {})
        answer = answers.get(b)
        if answer is None:
            answer = answers[b] = self._is_clear(a, b)
        return answer

    def seen(self, a: Hex, radius: int) -> frozenset[Hex]:
        """Every hex within a radius that is seen from a, which is one of them."""
        return self.table(radius)[a]

    def table(self, radius: int) -> Seen:
        """What is seen within a radius from every hex, each looked up when it is first asked for."""
        found = self._seen.get(radius)
        if found is None:
            found = self._seen[radius] = Seen(self, radius)
        return found

    def explain(self, a: Hex, b: Hex) -> SightLine:
        """The answer with the best line: the first clear one, or the one with the fewest obstacles."""
        distance = self.grid.distance(a, b)
        if distance <= 1:
            return SightLine(a, b, distance, True, (self.grid.centre(a), self.grid.centre(b)))
        masks, corners = template(self.grid.offset(a, b))
        window = self._window(a, distance + 1)
        blockers = [window & mask for mask in masks]
        best = min(range(len(masks)), key=lambda i: blockers[i].bit_count())
        start, end = corners[best]
        ends = self._corner(a, start), self._corner(b, end)
        return SightLine(a, b, distance, not blockers[best], ends, self._hexes(a, blockers[best], distance + 1))

    def _is_clear(self, a: Hex, b: Hex) -> bool:
        offset = self.grid.offset(a, b)
        if length(offset) > _WINDOW:
            return self._is_clear_far(a, offset)
        window = self._window(a, length(offset) + 1)
        return any(not window & mask for mask in template(offset).masks)

    def _is_clear_far(self, a: Hex, offset: Cube) -> bool:
        """The same answer beyond the window, where a template would serve only once: try the lines one by one."""
        here = self._cells[a]
        near = [
            (h, _SCALE if kind == _FULL else _SCALE // 2)
            for h in corridor(offset)
            if (kind := self._obstacles.get(here + _cell(h)))
        ]
        for x, y in _CORNERS:
            for dx, dy in _CORNERS:
                line = _Segment((x, y), (_SCALE * offset[0] + dx, _SCALE * offset[1] + dy))
                if not any(line.meets(h, size) for h, size in near):
                    return True
        return False

    def _look_around(self, a: Hex, radius: int) -> frozenset[Hex]:
        """What is seen from a hex, ring by ring; each ring is looked at once, however far one sees."""
        rings = self._rings.setdefault(a, [])
        while len(rings) <= radius:
            rings.append(self._look_ahead(a, len(rings)))
        return frozenset().union(*rings[: radius + 1])

    def _look_ahead(self, a: Hex, distance: int) -> list[Hex]:
        """What is seen from a hex at just this distance."""
        here, hexes, ring = self._cells[a], self._by_cell, _ring(distance)
        cells = [here + ring.cells[i] for i in unblocked(self._window(a, distance + 1), ring)]
        return [hexes[cell] for cell in cells if cell in hexes]

    def _window(self, a: Hex, radius: int) -> int:
        """The obstacles around a viewer, as a number."""
        known, window = self._windows.get(a, (0, 0))
        around = _cells_around(radius)
        if known < len(around):
            here, obstacles = self._cells[a], self._obstacles
            for i, cell in enumerate(around[known:], known):
                if here + cell in obstacles:
                    window |= obstacles[here + cell] << 2 * i
            self._windows[a] = len(around), window
        return window

    def _hexes(self, a: Hex, mask: int, radius: int) -> tuple[Hex, ...]:
        """The hexes around a that a number stands for, nearest first."""
        found = (self.grid.at_offset(a, offset) for i, offset in enumerate(spiral(radius)) if mask >> 2 * i & 3)
        return tuple(h for h in found if h is not None)

    def _corner(self, h: Hex, corner: int) -> tuple[float, float]:
        q, r = self.grid.cube[h]
        return self.grid.page(q + _CORNERS[corner][0] / _SCALE, r + _CORNERS[corner][1] / _SCALE)


@cache
def template(offset: Cube) -> Template:
    """The lines worth trying at an offset, made by turning those of the first sector; neighbours have one free line."""
    if length(offset) <= 1:
        return Template((0,), ((0, 0),))
    base, turns = sector(offset)
    index = spiral_index(length(offset) + 1)
    found = []
    for (start, end), full, half in _lines(base):
        mask = sum(_FULL << 2 * index[turned(h, turns)] for h in full)
        mask |= sum(_HALF << 2 * index[turned(h, turns)] for h in half)
        found.append((mask.bit_count(), (start + turns) % 6, (end + turns) % 6, mask))
    kept: list[tuple[int, int, int, int]] = []
    for line in sorted(found):
        if not any(line[3] & other[3] == other[3] for other in kept):  # another is blocked by less
            kept.append(line)
    return Template(tuple(line[3] for line in kept), tuple(line[1:3] for line in kept))


class Ring(NamedTuple):
    """Every hex at a distance."""

    cells: tuple[int, ...]  # how far off each is
    masks: tuple[tuple[int, ...], ...]  # what blocks each line to it
    words: bytes  # the same as words of 64 bits for the compiled search, as many for every line,
    first: array[int]  # and where those of each hex begin


@cache
def _ring(distance: int) -> Ring:
    around = [offset for offset in spiral(distance) if length(offset) == distance]
    masks = tuple(template(offset).masks for offset in around)
    wide = 8 * (len(spiral(distance + 1)) // 32 + 1)  # bytes of a line: two bits for each hex
    words = b"".join(mask.to_bytes(wide, "little") for lines in masks for mask in lines)
    return Ring(tuple(map(_cell, around)), masks, words, array("i", accumulate(map(len, masks), initial=0)))


@compiled
def unblocked(window: int, ring: Ring) -> list[int]:
    """The numbers of the hexes of a ring to which some line meets none of the obstacles in a window."""
    return [i for i, lines in enumerate(ring.masks) if any(not window & mask for mask in lines)]


@cache
def corridor(offset: Cube) -> tuple[Cube, ...]:
    """The hexes that any line from corner to corner could meet, the two ends left out."""
    near = length(offset) + 1
    band = 2 * max(_cross(offset, corner) for corner in _CORNERS)  # a line and an obstacle each lie that far aside
    line = {(round(offset[0] * i / (3 * near)), round(offset[1] * i / (3 * near))) for i in range(3 * near + 1)}
    around = {(q + dq, r + dr) for q, r in line for dq, dr in spiral(2)}
    between = [
        h
        for h in around
        if abs(_cross(offset, h)) * _SCALE <= band
        and length(h) <= near
        and length((offset[0] - h[0], offset[1] - h[1])) <= near
        and h not in ((0, 0), offset)
    ]
    return tuple(sorted(between, key=lambda h: (length(h), h)))


@cache
def _lines(offset: Cube) -> tuple[tuple[tuple[int, int], tuple[Cube, ...], tuple[Cube, ...]], ...]:
    """For each pair of corners: the hexes that block the line if full, and those that block it if half."""
    between = corridor(offset)
    found = []
    for i, (x, y) in enumerate(_CORNERS):
        for j, (dx, dy) in enumerate(_CORNERS):
            line = _Segment((x, y), (_SCALE * offset[0] + dx, _SCALE * offset[1] + dy))
            full = tuple(h for h in between if line.meets(h, _SCALE))
            half = tuple(h for h in full if line.meets(h, _SCALE // 2))
            found.append(((i, j), full, half))
    return tuple(found)


class _Segment:
    """A straight line between two points, the end points left out."""

    def __init__(self, start: Cube, end: Cube) -> None:
        self.start, self.along = start, (end[0] - start[0], end[1] - start[1])
        self.girth = max(_cross(self.along, corner) for corner in _CORNERS)
        self.bands = [(min(pair), max(pair)) for pair in zip(strips(start), strips(end), strict=True)]

    def meets(self, h: Cube, size: int) -> bool:
        """Whether the line meets the closed hexagon of this size about the centre of a hex.

        Two convex figures are apart if some direction tells them apart; only the one across the line and those across
        the three pairs of hexsides need trying.
        """
        centre = (_SCALE * h[0], _SCALE * h[1])
        aside = _cross(self.along, (centre[0] - self.start[0], centre[1] - self.start[1]))
        if abs(aside) * _SCALE > self.girth * size:
            return False
        for (low, high), middle in zip(self.bands, strips(centre), strict=True):
            if low > middle + size or high < middle - size:
                return False
            if low != high and (low == middle + size or high == middle - size):
                return False  # only an end point touches, and it is left out
        return True


def _cross(a: Cube, b: Cube) -> int:
    return a[0] * b[1] - a[1] * b[0]
