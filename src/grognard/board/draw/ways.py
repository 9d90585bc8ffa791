"""Where roads, trails and railways run: calm lines through the middles of the hexsides they cross."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from grognard.board.draw.geometry import Line, bearing, mean, mix, resample
from grognard.board.draw.noise import Point, wobble
from grognard.board.draw.page import Page
from grognard.board.draw.styles import Course, Plan
from grognard.board.hexes.grid import Cube


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
