"""Is there a clear line to any of some points, past boxes and past ground that hides? Asked very often, in one breath.

`tabletop.sight` says the same of one line and of ground alone, with the working shown.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import NamedTuple

from grognard.board.inches.geometry import Box, Outline, Point, distance, square_to_sides
from grognard.board.inches.intersections import Shape, meets_any, runs_in
from grognard.board.kernels.compiled import twin

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


@twin
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
