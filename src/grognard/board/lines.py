"""Ways along a line of the inch table, such as a road or a railway, and up to the edges of the table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from grognard.board.inches import (
    ABOUT,
    CIRCLE,
    QUARTER,
    TOLERANCE,
    Outline,
    Point,
    at_most,
    distance,
    facing_to,
    nearest_on,
    part_way,
    turn_between,
)
from grognard.board.tabletop import Table

SAME = 2 * TOLERANCE  # points nearer to one another than this are one


def length_of(line: Outline) -> float:
    """How long a line is."""
    return sum(distance(a, b) for a, b in pairwise(line))


def run_to(line: Outline, p: Point) -> float:
    """Inches along a line to its point nearest to p."""
    best, where, run = 1e9, 0.0, 0.0
    for a, b in pairwise(line):
        foot = nearest_on(p, a, b)
        if distance(foot, p) < best:
            best, where = distance(foot, p), run + distance(a, foot)
        run += distance(a, b)
    return where


def path_along(line: Outline, start: Point, end: Point) -> list[Point]:
    """The way along a line from a point at it to another."""
    sides = list(pairwise(line))

    def project(p: Point) -> tuple[int, float]:
        i = min(range(len(sides)), key=lambda k: distance(p, nearest_on(p, *sides[k])))
        return i, distance(sides[i][0], nearest_on(p, *sides[i]))

    i, j = project(start), project(end)
    corners = line[i[0] + 1 : j[0] + 1] if i <= j else line[j[0] + 1 : i[0] + 1][::-1]
    return [start, *(p for p in corners if min(distance(p, start), distance(p, end)) > SAME), end]


def trail_back(lines: Sequence[Outline], anchor: Point, facing: int, limit: float) -> list[Point] | None:
    """The line under an anchor, followed to the rear of a facing; None if none runs within a limit."""
    for line in lines:
        for i, (a, b) in enumerate(pairwise(line)):
            if not at_most(distance(anchor, nearest_on(anchor, a, b)), limit):
                continue
            onward = turn_between(facing_to(a, b), facing) <= QUARTER
            rest = line[i::-1] if onward else line[i + 1 :]
            trail = [anchor, *[p for p in rest if p != anchor]]
            return trail if len(trail) > 1 else None
    return None


def edge_at(table: Table, p: Point, limit: float) -> str:
    """The edge of the table that a point is at, or ""."""
    x, y = p
    gaps = {"north": table.height - y, "south": y, "east": table.width - x, "west": x}
    return next((edge for edge, gap in gaps.items() if gap <= limit), "")


def edge_beside(table: Table, p: Point, edge: str) -> Point:
    """The point of an edge of the table straight across from a point."""
    x, y = p
    return {"north": (x, table.height), "south": (x, 0.0), "east": (table.width, y), "west": (0.0, y)}[edge]


def edge_spot(table: Table, edge: str, along: float, deep: float) -> tuple[Point, int]:
    """The point so far along an edge of the table and so deep inside it, and the facing away from that edge."""
    spots = {
        "west": ((deep, along), QUARTER),
        "east": ((table.width - deep, along), CIRCLE - QUARTER),
        "south": ((along, deep), 0),
        "north": ((along, table.height - deep), ABOUT),
    }
    return spots[edge]


def kept_on(table: Table, a: Point, b: Point) -> Point:
    """The end of a straight way, brought back onto the table."""
    share = 1.0
    for start, end, limit in ((a[0], b[0], table.width), (a[1], b[1], table.height)):
        run = end - start
        if end > limit and run > 0:
            share = min(share, (limit - start) / run)
        elif end < 0 and run < 0:
            share = min(share, -start / run)
    return part_way(a, b, max(0.0, share))
