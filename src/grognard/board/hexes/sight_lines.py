"""What all kinds of sight share: the answer with its working, and the lattice of hexes around a viewer.

A game picks one of two geometries: `corner_sight` (any corner to any corner) or `centre_sight` (centre to centre).
Both work in axial coordinates, where pointy and flat grids are one and the same lattice, so exact whole-number
templates made once for an offset serve every pair of hexes at that offset on every map.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import prod
from typing import NamedTuple

from grognard.board.hexes.grid import Cube, Hex, HexGrid

# The six neighbours in turning order: each is the one before it, turned by 60 degrees.
STEPS: tuple[Cube, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


def length(offset: Cube) -> int:
    """How many hexes away an offset is."""
    q, r = offset
    return max(abs(q), abs(r), abs(q + r))


def turned(offset: Cube, turns: int) -> Cube:
    """The offset turned by so many sixths of a circle, in the order of STEPS."""
    q, r = offset
    for _ in range(turns % 6):
        q, r = -r, q + r
    return q, r


@cache
def sector(offset: Cube) -> tuple[Cube, int]:
    """The same offset turned into the sector q > 0, r >= 0, and how many turns lead back from there."""
    for turns in range(6):
        q, r = turned(offset, -turns)
        if q > 0 and r >= 0:
            return (q, r), turns
    return (0, 0), 0


@cache
def spiral(radius: int) -> tuple[Cube, ...]:
    """Every offset up to a radius, nearest first, so that a smaller spiral is the beginning of a larger one."""
    disc = [(q, r) for q in range(-radius, radius + 1) for r in range(-radius, radius + 1) if abs(q + r) <= radius]
    return tuple(sorted(disc, key=lambda offset: (length(offset), offset)))


@cache
def spiral_index(radius: int) -> dict[Cube, int]:
    """The place of each offset in the spiral."""
    return {offset: i for i, offset in enumerate(spiral(radius))}


def strips(offset: Cube) -> tuple[int, int, int]:
    """How far an offset lies in the three directions across the hexsides; within a hex, none is more than 1."""
    q, r = offset
    return 2 * q + r, q + 2 * r, r - q


# -------------------- The straight line from hex centre to hex centre


class Passage(NamedTuple):
    """A hex that a line passes, or the hexes to its left and right; only those that are on the map."""

    hexes: tuple[Hex, ...]
    between: bool  # the line runs between two hexes (of which the map may lack one)
    enter: Fraction  # how far along the line, from 0 to 1
    leave: Fraction
    distance: int  # hexes from the first end of the line
    left: int  # hexes to the other end


class Span(NamedTuple):
    """A passage before it is laid on a map."""

    offsets: tuple[Cube, ...]
    enter: Fraction
    leave: Fraction
    distance: int
    left: int


class CentreLines:
    """Lines from centre to centre on one map. Passages never include the two end hexes."""

    def __init__(self, grid: HexGrid) -> None:
        self.grid = grid

    def trace(self, a: Hex, b: Hex) -> tuple[Passage, ...]:
        """Every hex that the line crosses and every hexside it runs along, from a to b."""
        return tuple(self.walk(a, crossed(self.grid.offset(a, b))))

    def steps(self, a: Hex, b: Hex) -> tuple[Passage, ...]:
        """One passage for each hex of distance, from a to b."""
        return tuple(self.walk(a, stepped(self.grid.offset(a, b))))

    def sides(self, a: Hex, b: Hex) -> tuple[tuple[Hex, Hex], ...]:
        """The hexsides that the line crosses, in order, as (hex left, hex entered); not those it runs along."""
        found = []
        for near, far in _crossings(self.grid.offset(a, b)):
            here, there = self.grid.at_offset(a, near), self.grid.at_offset(a, far)
            if here is not None and there is not None:
                found.append((here, there))
        return tuple(found)

    def touched(self, a: Hex, b: Hex, hexes: Collection[Hex]) -> tuple[Hex, ...]:
        """Which of these hexes, smoke for instance, the line crosses or runs along, from a to b."""
        return tuple(h for passage in self.trace(a, b) for h in passage.hexes if h in hexes)

    def walk(self, a: Hex, spans: Iterable[Span]) -> Iterator[Passage]:
        """Passages laid on the map from a, one at a time, without those that are off it."""
        for span in spans:
            passage = self.lay(a, span)
            if passage is not None:
                yield passage

    def lay(self, a: Hex, span: Span) -> Passage | None:
        """A passage laid on the map from a, or None if it is off it."""
        offsets, enter, leave, distance, left = span
        hexes = tuple([h for offset in offsets if (h := self.grid.at_offset(a, offset)) is not None])
        return Passage(hexes, len(offsets) == 2, enter, leave, distance, left) if hexes else None


@cache
def crossed(offset: Cube) -> tuple[Span, ...]:
    """The passages of a line, end hexes left out."""
    base, turns = sector(offset)
    return _turned(_pieces(base)[1:-1], turns)


@cache
def stepped(offset: Cube) -> tuple[Span, ...]:
    """The passages of a line at each whole hex of distance, end hexes left out."""
    base, turns = sector(offset)
    return _turned(_points(base), turns)


@cache
def _crossings(offset: Cube) -> tuple[tuple[Cube, Cube], ...]:
    base, turns = sector(offset)
    return tuple(
        (here.offsets[0], there.offsets[0])
        for here, there in pairwise(_turned(_pieces(base), turns))
        if len(here.offsets) == len(there.offsets) == 1
    )


def _turned(spans: tuple[Span, ...], turns: int) -> tuple[Span, ...]:
    if not turns:
        return spans
    return tuple([Span(tuple([turned(h, turns) for h in span[0]]), *span[1:]) for span in spans])


@cache
def _pieces(base: Cube) -> tuple[Span, ...]:
    """Every passage of a line in the first sector, the two end hexes included."""
    runs = strips(base)
    whole = prod(abs(run) for run in runs if run)  # the line is cut into so many parts
    strides = [whole // run if run else 0 for run in runs]
    pieces: dict[tuple[int, int], list[Cube]] = {}
    for h in _near(base):
        piece = _piece(h, strides, whole)
        if piece is not None:
            pieces.setdefault(piece, []).append(h)
    return tuple(
        _span(base, pieces[enter, leave], Fraction(enter, whole), Fraction(leave, whole))
        for enter, leave in sorted(pieces)
    )


def _near(base: Cube) -> Iterator[Cube]:
    """Every hex that a line in the first sector may pass: at each distance, those beside its point there."""
    far = length(base)
    for i in range(far + 1):
        middle = base[0] * i // far if far else 0
        for q in range(min(base[0], middle + 2), max(-1, middle - 2), -1):
            if 0 <= i - q <= base[1]:
                yield q, i - q


def _piece(h: Cube, strides: list[int], whole: int) -> tuple[int, int] | None:
    """From where to where the line lies in or along a hex, in parts of the line, or None if it only touches it.

    A stride is what one unit across the hexsides takes of the line, nothing where the line runs along them.
    """
    enter, leave = 0, whole
    for stride, middle in zip(strides, strips(h), strict=True):
        if stride == 0:
            if abs(middle) > 1:
                return None
            continue
        across = abs(stride)
        enter, leave = max(enter, stride * middle - across), min(leave, stride * middle + across)
    return (enter, leave) if enter < leave else None


@cache
def _points(base: Cube) -> tuple[Span, ...]:
    """The hexes at each whole hex of distance of a line in the first sector."""
    far = length(base)
    found = []
    for i in range(1, far):
        hexes = [(q, i - q) for q in range(i, -1, -1) if _holds((q, i - q), (base[0] * i, base[1] * i), far)]
        found.append(_span(base, hexes, Fraction(i, far), Fraction(i, far)))
    return tuple(found)


def _holds(h: Cube, point: Cube, scale: int) -> bool:
    """Whether a point, in coordinates multiplied by a scale, lies in or on the edge of a hex."""
    return all(abs(s) <= scale for s in strips((point[0] - scale * h[0], point[1] - scale * h[1])))


def _span(base: Cube, hexes: list[Cube], enter: Fraction, leave: Fraction) -> Span:
    q, r = hexes[0]
    return Span(tuple(hexes), enter, leave, length((q, r)), length((base[0] - q, base[1] - r)))
