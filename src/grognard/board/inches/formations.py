"""Formations of bases: where each base of a unit stands, from its anchor, facing and formation.

The anchor is the centre of the front edge of the formation. A line stands side by side in one rank; a column is
two wide, an odd last base centred; a file ("road column") is one wide and follows a trail where there is one;
skirmish order is a line with gaps of one base width.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from grognard.board.inches.geometry import (
    Box,
    Point,
    as_box,
    between_boxes,
    box,
    distance,
    facing_to,
    measures,
    middle,
    point_ahead,
    point_beside,
    signed_turn,
)
from grognard.board.kernels.compiled import compiled

LINE, COLUMN, FILE, SKIRMISH = "line", "column", "road_column", "skirmish"


def places(anchor: Point, facing: int, formation: str, count: int, width: float, depth: float) -> tuple[Box, ...]:
    """Every base of a unit as a box, left to right and front to rear."""
    return tuple(map(as_box, boxes_in(anchor, facing, _offsets(formation, count, width, depth), width, depth)))


@compiled
def boxes_in(
    anchor: Point, facing: int, offsets: Sequence[tuple[float, float]], width: float, depth: float
) -> list[Iterable[Any]]:
    """What boxes of one size consist of whose front edges are so far ahead and to the right of an anchor."""
    return [
        measures(point_beside(point_ahead(anchor, facing, on), facing, aside), facing, width, depth)
        for on, aside in offsets
    ]


@cache
def _offsets(formation: str, count: int, width: float, depth: float) -> tuple[tuple[float, float], ...]:
    """How far each base stands ahead of the anchor, and how far to its right."""
    if formation == COLUMN and count > 1:
        alone = count - 1 if count % 2 else count
        return tuple((-(i // 2) * depth, 0.0 if i == alone else width * (i % 2 - 0.5)) for i in range(count))
    if formation == FILE:
        return tuple((-i * depth, 0.0) for i in range(count))
    pitch = 2 * width if formation == SKIRMISH else width
    return tuple((0.0, (i - (count - 1) / 2) * pitch) for i in range(count))


def places_on_trail(trail: Sequence[Point], count: int, width: float, depth: float) -> tuple[Box, ...]:
    """A file bent along a trail that starts at the anchor and leads to the rear."""
    found = []
    for i in range(count):
        front, rear = along(trail, i * depth), along(trail, (i + 1) * depth)
        found.append(box(front, facing_to(rear, front), width, depth))
    return tuple(found)


def along(line: Sequence[Point], inches: float) -> Point:
    """The point so many inches down a line; beyond its end, straight on."""
    for a, b in pairwise(line):
        length = distance(a, b)
        if inches <= length and length > 0:
            t = inches / length
            return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
        inches -= length
    return point_ahead(line[-1], facing_to(line[-2], line[-1]), inches)


def ranks(formation: str, count: int) -> int:
    """How many ranks deep a formation stands."""
    return {COLUMN: (count + 1) // 2, FILE: count}.get(formation, 1)


def frontage(formation: str, count: int, width: float) -> float:
    """How wide a formation stands, gaps included."""
    across = {COLUMN: min(2, count), FILE: 1, SKIRMISH: 2 * count - 1}.get(formation, count)
    return across * width


def front_rank(formation: str, count: int) -> range:
    """Which bases stand in front."""
    return range({COLUMN: min(2, count), FILE: 1}.get(formation, count))


def centre_of(bases: Sequence[Box]) -> Point:
    """The mean of the centres of the bases."""
    return middle([b.centre for b in bases])


def gap(a: Sequence[Box], b: Sequence[Box]) -> float:
    """The least distance between the bases of two units."""
    return min(between_boxes(p, q) for p in a for q in b)


def wheel(anchor: Point, facing: int, width: float, turn: int) -> tuple[Point, float]:
    """Wheel by a signed angle about the inner front corner: the new anchor, and the inches of the outer corner."""
    side = 1 if turn >= 0 else -1
    pivot = point_beside(anchor, facing, side * width / 2)
    return point_beside(pivot, facing + turn, -side * width / 2), math.radians(abs(turn) / 10) * width


def wheel_towards(anchor: Point, facing: int, width: float, point: Point) -> int:
    """The signed wheel after which a point lies straight ahead."""
    turn = signed_turn(facing, facing_to(anchor, point))
    for _ in range(12):
        moved, _inches = wheel(anchor, facing, width, turn)
        if distance(moved, point) < 1e-6:
            break
        error = signed_turn((facing + turn) % 3600, facing_to(moved, point))
        if error == 0:
            break
        turn = max(-1800, min(1800, turn + error))
    return turn
