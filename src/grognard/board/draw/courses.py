"""Where water and gullies run: wandering lines through hexes, and lines along hexsides."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from grognard.board.draw.geometry import Line, bearing, mean, mix, resample
from grognard.board.draw.page import WIDE, Corner, Page
from grognard.board.draw.styles import COURSES, Border, Course, Plan
from grognard.board.draw.svg import Point, wobble
from grognard.board.hexes.grid import Cube

THROUGH = {"river": 44.0, "reach": 66.0, "arm": 30.0, "stream": 9.0, "brook": 5.0}  # widths through hexes
ALONG = {"river": 15.0, "stream": 6.5, "brook": 4.5}  # widths along hexsides


@dataclass(frozen=True)
class Flow:
    """One watercourse: its middle line, its width, and what becomes of its two ends.

    `taper` says over how many points an end runs out to nothing, `joins` whether it flows into other water.
    """

    width: float
    line: Line
    name: str
    taper: tuple[int, int]
    joins: tuple[bool, bool] = (False, False)

    @property
    def open_water(self) -> Line:
        """The line without the ends that are narrow or inside other water."""
        first, last = (max(t, 7 if j else 0) for t, j in zip(self.taper, self.joins, strict=True))
        return self.line[first : len(self.line) - last]


@dataclass(frozen=True)
class _Basin:
    """The water that smaller courses flow into: hexes of it, and the middles of hexsides with it."""

    cubes: frozenset[Cube]
    banks: dict[Cube, list[Point]]


def find_flows(plan: Plan, page: Page) -> list[Flow]:
    """Every watercourse of a map, ponds left out."""
    lines = [c for c in plan.courses(*COURSES) if c.hint != "pond"]
    borders = [b for b in plan.borders if b.style in COURSES]
    basin = _find_basin(plan, page, borders)
    return [_through_flow(page, course, basin) for course in lines] + _side_flows(page, borders)


def _find_basin(plan: Plan, page: Page, borders: Sequence[Border]) -> _Basin:
    cubes = set(plan.areas.get("lake", ())) | set(plan.areas.get("sea", ()))
    for course in plan.courses(*COURSES):
        if course.hint == "pond" or (course.style == "river" and course.hint != "arm"):
            cubes.update(course.cubes)
    banks: dict[Cube, list[Point]] = {}
    for border in borders:
        for a, b in border.sides:
            middle = wobble(mix(page.centre(a), page.centre(b)), 3, 30, 8)
            banks.setdefault(a, []).append(middle)
            banks.setdefault(b, []).append(middle)
    return _Basin(frozenset(cubes), banks)


# ---------------------------------------------------------------- through hexes


def through(page: Page, cubes: Sequence[Cube], seed: int, sway: float) -> tuple[Line, tuple[bool, bool]]:
    """A wandering line through hexes, and whether it leaves the page at either end."""
    centres = [page.centre(cube) for cube in cubes]
    if len(centres) == 1:
        x, y = centres[0]
        return [(x - WIDE / 3, y), (x, y), (x + WIDE / 3, y)], (False, False)
    points = [centres[0], *(mix(a, b) for a, b in pairwise(centres)), centres[-1]]
    points = [wobble(p, sway, 70, seed) for p in points]
    start, end = page.way_out(cubes[1], cubes[0]), page.way_out(cubes[-2], cubes[-1])
    line = [*([start] if start else []), *points, *([end] if end else [])]
    return line, (start is not None, end is not None)


def _through_flow(page: Page, course: Course, basin: _Basin) -> Flow:
    line, leaves = through(page, course.cubes, 33, 8)
    mouths = [False, False]
    if course.hint or course.style != "river":
        for end in (-1, 0) if course.hint else (-1,):
            mouth = None if leaves[end] else _mouth(page, course.cubes, end, basin)
            if mouth:
                line = [mouth, *line] if end == 0 else [*line, mouth]
                mouths[end] = True
    points = resample(line, 6)
    loose = [len(points) > 30 and not (leaves[end] or mouths[end]) for end in (0, -1)]
    reach = min(14, len(points) // 2) if course.hint == "reach" else 0
    taper = (reach or 6 * loose[0], reach or 6 * loose[1])
    return Flow(THROUGH[course.hint or course.style], points, course.name, taper, (mouths[0], mouths[-1]))


def _mouth(page: Page, cubes: Sequence[Cube], end: int, basin: _Basin) -> Point | None:
    """Where a course that ends beside other water flows into it."""
    if len(cubes) == 1:
        return None
    last, own, inner = cubes[end], set(cubes), page.centre(cubes[1 if end == 0 else -2])
    banks = basin.banks.get(last, [])
    beside = [page.centre(n) for n in page.six(last) if n in basin.cubes and n not in own]
    if last in basin.cubes or (banks and not beside):  # straight on into the water that is furthest ahead
        return max(banks + beside, key=lambda p: math.dist(p, inner), default=None)
    return mean(beside) if beside else None


# ---------------------------------------------------------------- along hexsides


def _side_flows(page: Page, borders: Sequence[Border]) -> list[Flow]:
    found = [(border, chain) for border in borders for chain in chains([page.side(a, b) for a, b in border.sides])]
    everywhere = [chain for _, chain in found]
    return [_side_flow(page, border, chain, everywhere) for border, chain in found]


def _side_flow(page: Page, border: Border, chain: list[Corner], others: list[list[Corner]]) -> Flow:
    corners = [page.corner_point(c) for c in chain]
    points = [corners[0], *(mix(a, b) for a, b in pairwise(corners)), corners[-1]]
    taper = [6, 6]
    for end in (0, -1):
        joined = _junction(page, chain, chain[end], others)
        if joined:
            points[end] = joined
            taper[end] = 0
        elif _at_edge(page, chain[end]):
            inner, last = points[1 if end == 0 else -2], points[end]
            far = mix(inner, last, 4)
            points = [far, *points] if end == 0 else [*points, far]
            taper[end] = 0
    line = resample([wobble(p, 3, 30, 8) for p in points], 5)
    return Flow(ALONG[border.style], line, border.name, (taper[0], taper[1]))


def _junction(page: Page, chain: list[Corner], corner: Corner, others: list[list[Corner]]) -> Point | None:
    """Where another line passes the corner at which this one ends."""
    for other in others:
        if other is chain or corner not in other:
            continue
        i = other.index(corner)
        here = page.corner_point(corner)
        if 0 < i < len(other) - 1:
            before, after = page.corner_point(other[i - 1]), page.corner_point(other[i + 1])
            return mean([mix(here, before), mix(here, after)])
        return here
    return None


def _at_edge(page: Page, corner: Corner) -> bool:
    """Whether a corner lies on the edge of the map."""
    x, y = page.corner_point(corner)
    fx, fy, wide, high = page.frame
    near = WIDE * 0.62
    return x < fx + near or x > fx + wide - near or y < fy + near or y > fy + high - near


def chains(sides: Sequence[tuple[Corner, Corner]]) -> list[list[Corner]]:
    """Hexsides joined end to end into long lines, straight on where they branch."""
    at: dict[Corner, set[Corner]] = {}
    for a, b in sides:
        at.setdefault(a, set()).add(b)
        at.setdefault(b, set()).add(a)
    out: list[list[Corner]] = []
    while any(at.values()):
        loose = [corner for corner, ways in at.items() if len(ways) == 1]
        out.append(_walk(at, min(loose or [corner for corner, ways in at.items() if ways])))
    return out


def _walk(at: dict[Corner, set[Corner]], start: Corner) -> list[Corner]:
    """Follow unused sides from a corner, and use them up."""
    line = [start]
    while at[line[-1]]:
        here = line[-1]
        ahead = _straight_on(line, sorted(at[here]))
        at[here].discard(ahead)
        at[ahead].discard(here)
        line.append(ahead)
    return line


def _straight_on(line: list[Corner], ways: list[Corner]) -> Corner:
    """The way that zigzags on rather than curls round the same hex."""
    if len(line) > 2:
        (aq, ar), (bq, br), (q, r) = line[-3:]
        parallel = (q + bq - aq, r + br - ar)
        if parallel in ways:
            return parallel
    return ways[0]


# -------------------- Where roads, trails and railways run


class Network:
    """All lines of one style, and where they meet."""

    def __init__(self, page: Page, lines: Sequence[Course], anchors: dict[Cube, Point] | None = None) -> None:
        self.page, self.anchors = page, anchors or {}
        self._drawn: set[frozenset[Cube]] = set()
        self.links: dict[Cube, set[Cube]] = {}
        for line in lines:
            for a, b in pairwise(line.cubes):
                self.links.setdefault(a, set()).add(b)
                self.links.setdefault(b, set()).add(a)
        self.lanes: list[Line] = [self._lane(cubes) for line in lines for cubes in self._undrawn(line.cubes)]

    def meeting(self, cube: Cube) -> Point:
        """The one point where all lines of a hex meet; a line that only passes goes through it too."""
        return mean([self._middle(cube, n) for n in sorted(self.links[cube])])

    def meetings(self) -> dict[Cube, Point]:
        """The meeting point of every hex with a line in it."""
        return {cube: self.meeting(cube) for cube in self.links}

    def _undrawn(self, cubes: tuple[Cube, ...]) -> list[list[Cube]]:
        """The parts of a line that no other has gone before, so that dashes never lie over dashes."""
        parts: list[list[Cube]] = []
        fresh = False
        for a, b in pairwise(cubes):
            known = frozenset((a, b)) in self._drawn
            self._drawn.add(frozenset((a, b)))
            if known:
                fresh = False
            elif fresh:
                parts[-1].append(b)
            else:
                parts.append([a, b])
                fresh = True
        return parts

    def _middle(self, a: Cube, b: Cube) -> Point:
        return wobble(mix(self.page.centre(a), self.page.centre(b)), 5, 60, 2)

    def _lane(self, cubes: Sequence[Cube]) -> Line:
        """The control points of one line."""
        points: Line = []
        last = len(cubes) - 1
        for i, cube in enumerate(cubes):
            if i in (0, last):
                points.append(self._end(cube))
            elif len(self.links[cube]) > 2:
                points += [self.meeting(cube)] * 2
            if i < last:
                points.append(self._middle(cube, cubes[i + 1]))
        return self._run_off(points, cubes)

    def _end(self, cube: Cube) -> Point:
        if len(self.links[cube]) > 1:
            return self.meeting(cube)
        return self.anchors.get(cube) or self.page.centre(cube)

    def _run_off(self, points: Line, cubes: Sequence[Cube]) -> Line:
        """Lead a loose end at the edge of the map off the page."""
        start = self._exit(cubes[1], cubes[0])
        end = self._exit(cubes[-2], cubes[-1])
        return [*([start] if start else []), *points, *([end] if end else [])]

    def _exit(self, inner: Cube, end: Cube) -> Point | None:
        loose = len(self.links[end]) == 1 and end not in self.anchors
        return self.page.way_out(inner, end) if loose else None


class Lanes:
    """Points all along some lines, each with the direction there, found by place."""

    CELL = 48.0

    def __init__(self, lines: Sequence[Line]) -> None:
        self._cells: dict[tuple[int, int], list[tuple[Point, float]]] = {}
        for line in lines:
            points = resample(line, 4)
            for a, b in pairwise(points):
                cell = math.floor(a[0] / self.CELL), math.floor(a[1] / self.CELL)
                self._cells.setdefault(cell, []).append((a, bearing(a, b)))

    def near(self, p: Point, reach: float = 43) -> list[tuple[Point, float]]:
        """Every point within reach, with its direction in degrees."""
        i, j = math.floor(p[0] / self.CELL), math.floor(p[1] / self.CELL)
        cells = [(i + di, j + dj) for di in (-1, 0, 1) for dj in (-1, 0, 1)]
        return [spot for cell in cells for spot in self._cells.get(cell, ()) if math.dist(spot[0], p) < reach]

    def nearest(self, p: Point) -> tuple[Point, float] | None:
        """The nearest point of any line, if one is near at all."""
        return min(self.near(p), key=lambda spot: math.dist(spot[0], p), default=None)


class Ways:
    """Every road, trail and railway of a map."""

    def __init__(self, plan: Plan, page: Page) -> None:
        roads = Network(page, plan.courses("road"))
        trails = Network(page, plan.courses("trail"), roads.meetings())
        self.roads, self.trails = roads.lanes, trails.lanes
        self.rails = Network(page, plan.courses("rail")).lanes
        self.lanes = Lanes([*self.roads, *self.trails])
        self.crossed = Lanes([*self.roads, *self.trails, *self.rails])
