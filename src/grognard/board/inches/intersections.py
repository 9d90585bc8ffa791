"""Many at once on the inch table: what a straight way meets, by bounds, circles and outlines; boxes among boxes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeVar

from grognard.board.inches.geometry import (
    Box,
    Outline,
    Point,
    between_boxes,
    boxes_overlap,
    distance,
    near_segment,
    segment_meets_box,
    square_to_sides,
    strictly_inside,
)
from grognard.board.kernels.compiled import compiled

T = TypeVar("T")
Bounds = tuple[float, float, float, float]  # west, south, east, north
Shape = tuple[float, float, float, bool]  # a circle around an outline, and whether a way through it is inside once


@compiled
def bounds_met(rows: list[tuple[Bounds, T]], a: Point, b: Point, aside: float) -> list[T]:
    """What lies in those bounds that a way from a to b meets, or comes near."""
    low_x, high_x = (a[0], b[0]) if a[0] <= b[0] else (b[0], a[0])
    low_y, high_y = (a[1], b[1]) if a[1] <= b[1] else (b[1], a[1])
    low_x, low_y, high_x, high_y = low_x - aside, low_y - aside, high_x + aside, high_y + aside
    return [
        what
        for (west, south, east, north), what in rows
        if west <= high_x and low_x <= east and south <= high_y and low_y <= north
    ]


@compiled
def circles_met(circles: list[tuple[float, float, float, T]], a: Point, b: Point, aside: float) -> list[T]:
    """What stands at those circles (x, y, radius) that a way from a to b comes near."""
    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    square = dx * dx + dy * dy
    found = []
    for x, y, radius, what in circles:
        px, py, limit = x - ax, y - ay, radius + aside
        ahead = px * dx + py * dy
        if ahead <= 0:
            near = px * px + py * py <= limit * limit
        elif ahead >= square:
            near = (px - dx) * (px - dx) + (py - dy) * (py - dy) <= limit * limit
        else:
            near = (off := px * dy - py * dx) * off <= limit * limit * square
        if near:
            found.append(what)
    return found


@compiled
def near_way(circles: list[tuple[float, float, float, T]], a: Point, b: Point, reach: float) -> list[T]:
    """What stands at those points (x, y, and how much farther it counts) that are within reach of a way."""
    return [what for x, y, more, what in circles if near_segment((x, y), a, b, reach + more)]


@compiled
def meets_any(a: Point, b: Point, boxes: list[Box]) -> bool:
    """Does a straight way pass through any of some boxes?"""
    return any(segment_meets_box(a, b, target) for target in boxes)


@compiled
def runs_in(a: Point, b: Point, length: float, points: Outline, shape: Shape) -> list[tuple[float, float]]:
    """The runs of a way of some length that lie in a closed outline, in inches from its start."""
    ax, ay = a
    dx, dy = b[0] - ax, b[1] - ay
    x, y, radius, once = shape
    off, along = (x - ax) * dy - (y - ay) * dx, (x - ax) * dx + (y - ay) * dy
    if abs(off) > radius * length or not -radius * length <= along <= (length + radius) * length:
        return []  # the way passes by, or ends before
    offs = [(x - ax) * dy - (y - ay) * dx for x, y in points]
    if min(offs) >= 0 or max(offs) < 0:
        return []  # the area lies wholly to one side of the line
    cuts = []
    for i, off in enumerate(offs):
        if (offs[i - 1] >= 0) != (off >= 0):  # the side crosses the line, be it at a corner
            (cx, cy), (ex, ey) = points[i - 1], points[i]
            sx, sy = ex - cx, ey - cy
            cuts.append(((cx - ax) * sy - (cy - ay) * sx) / (dx * sy - dy * sx or math.inf))
    if once:
        low, high = max(0.0, min(cuts)), min(1.0, max(cuts))
        return [(low * length, high * length)] if high - low > 1e-9 else []
    found: list[tuple[float, float]] = []
    for t, u in pairwise(sorted((0.0, 1.0, *(t for t in cuts if 0 <= t <= 1)))):
        m = (t + u) / 2
        if u - t <= 1e-9 or not strictly_inside((ax + dx * m, ay + dy * m), points):
            continue
        if found and found[-1][1] >= t * length - 1e-9:
            found[-1] = (found[-1][0], u * length)
        else:
            found.append((t * length, u * length))
    return found


@compiled
def any_overlap(some: Sequence[Box], others: Sequence[Box]) -> bool:
    """Does any of some boxes share ground with any of some others?"""
    return any(boxes_overlap(a, b) for a in some for b in others)


@compiled
def least_between(some: Sequence[Box], others: Sequence[Box]) -> float:
    """The least distance between any of some boxes and any of some others."""
    return min(between_boxes(a, b) for a in some for b in others)


# -------------------- Is there a clear line to any of some points, past boxes and past ground that hides? Asked very

SLIGHT = 1e-6  # inches of a solid thing that hide nobody
SLACK = 0.005  # and inches in favour of seeing through or out of a wood


class Veil(NamedTuple):
    """A piece of ground that may hide: wholly, beyond some depth of all of its kind, or by its level."""

    points: Outline
    shape: Shape
    depth: float = 0.0  # inches that one sees into it
    kind: int = 0  # of several kinds that hide by depth
    level: int = 0  # a hill hides whoever looks from below it at somebody below it


Level = Callable[[Point], int]  # of the highest hill under a point


@compiled
def clear_to_any(
    eye: Point, marks: Iterable[Point], boxes: list[Box], veils: list[Veil], edge: float, level_at: Level
) -> bool:
    """Is there a clear line from an eye to any of some marks? `edge`: how far one looks out of a wood of one's own."""
    return any(not (meets_any(eye, mark, boxes) or _veiled(eye, mark, veils, edge, level_at)) for mark in marks)


def _veiled(a: Point, b: Point, veils: list[Veil], edge: float, level_at: Level) -> bool:
    """Does ground hide two points from one another? It is looked at the same way whoever looks."""
    a, b = min(a, b), max(a, b)
    length, depths, top = distance(a, b), dict[int, float](), -1
    for points, shape, depth, kind, level in veils:
        for start, end in runs_in(a, b, length, points, shape):
            if level:
                top = max(level_at(a), level_at(b)) if top < 0 else top
                if level > top:
                    return True
            elif not depth:
                if end - start > SLIGHT:
                    return True
            elif not _looks_out(start, end, length, a, b, points, edge):
                depths[kind] = depths.get(kind, 0.0) + (end - start)
                if depths[kind] > depth + SLACK:
                    return True
    return False


def _looks_out(start: float, end: float, length: float, a: Point, b: Point, wood: Outline, edge: float) -> bool:
    """Does an end stand in a wood near its edge, the way leading out there?"""
    if not edge:
        return False
    if start <= SLIGHT and math.sqrt(square_to_sides((a,), wood)) <= edge + SLACK:
        return end - start <= 2 * edge + SLACK
    if end >= length - SLIGHT and math.sqrt(square_to_sides((b,), wood)) <= edge + SLACK:
        return end - start <= 2 * edge + SLACK
    return False
