"""Ways along a line of the inch table, such as a road or a railway, and up to the edges of the table."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile, pairwise
from operator import itemgetter

from grognard.board.inches.geometry import (
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
from grognard.board.inches.terrain_table import Table

ALONG = QUARTER // 2  # the largest angle between a line and what runs along it
SAME = 2 * TOLERANCE  # points nearer to one another than this are one


def length_of(line: Sequence[Point]) -> float:
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
    """The nearest line within a limit of an anchor that runs its way, followed to its rear; None if none does."""
    sides = [(line, i, a, b) for line in lines for i, (a, b) in enumerate(pairwise(line))]
    runs = [(line, i, distance(anchor, nearest_on(anchor, a, b)), facing_to(a, b)) for line, i, a, b in sides]
    near = [run for run in runs if at_most(run[2], limit) and _runs_along(run[3], facing)]
    if not near:
        return None
    line, i, _, way = min(near, key=itemgetter(2))
    rest = line[i::-1] if turn_between(way, facing) <= QUARTER else line[i + 1 :]
    trail = [anchor, *dropwhile(lambda p: not _is_behind(p, anchor, facing), rest)]
    return trail if len(trail) > 1 else None


def _runs_along(way: int, facing: int) -> bool:
    """Does a way run along a facing, to the front or to the rear, rather than across it?"""
    off = turn_between(way, facing)
    return min(off, ABOUT - off) <= ALONG


def _is_behind(p: Point, anchor: Point, facing: int) -> bool:
    """Does a point lie behind an anchor that faces some way?"""
    return distance(p, anchor) > SAME and turn_between(facing_to(p, anchor), facing) <= QUARTER


def edge_at(table: Table, p: Point, limit: float) -> str:
    """The edge of the table that a point is at, or ""."""
    x, y = p
    if limit < x < table.width - limit and limit < y < table.height - limit:
        return ""
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
