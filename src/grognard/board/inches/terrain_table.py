"""A table of terrain: areas and lines by name and type, and what lies at a point or along a straight way.

The table knows shapes, not rules: a game says what its terrain types do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

import msgspec

from grognard.board.inches.geometry import (
    Point,
    area,
    crossing,
    distance,
    edges,
    inside,
    middle,
    near_segment,
    nearest_on,
    point_beside,
    to_line,
    to_outline,
    to_segment,
)
from grognard.board.inches.intersections import Bounds, Shape, Veil, bounds_met, circles_met, runs_in

FAR_OFF = 99.0  # inches, beyond every table
FEATURES = 1 << 14  # whose shapes are kept


class Feature(msgspec.Struct, frozen=True, cache_hash=True):
    """One piece of terrain: a closed area or an open line."""

    name: str
    type: str
    points: tuple[tuple[float, float], ...]
    closed: bool

    @property
    def title(self) -> str:
        """Its name as people write it."""
        return self.name.replace("_", " ").title()

    @property
    def size(self) -> float:
        """Square inches of an area."""
        return _size(self)

    @property
    def centre(self) -> Point:
        """The middle of its corners, or of its line."""
        return _middle(self)

    def distance(self, p: Point) -> float:
        """Inches from a point to the feature; 0 inside an area."""
        return to_outline(p, self.points) if self.closed else to_line(p, self.points)

    def nearest(self, p: Point) -> Point:
        """The point of its boundary or line nearest to p."""
        return nearest_of(p, [nearest_on(p, a, b) for a, b in self.sides()])

    def sides(self) -> tuple[tuple[Point, Point], ...]:
        """Its straight stretches."""
        return _sides(self)


def nearest_of(p: Point, points: Iterable[Point]) -> Point:
    """The nearest of some points."""
    return min(points, key=lambda q: distance(p, q))


@lru_cache(FEATURES)
def _size(feature: Feature) -> float:
    return area(feature.points)


@lru_cache(FEATURES)
def _middle(feature: Feature) -> Point:
    return middle(feature.points)


@lru_cache(FEATURES)
def _sides(feature: Feature) -> tuple[tuple[Point, Point], ...]:
    return tuple(edges(feature.points) if feature.closed else pairwise(feature.points))


class Span(msgspec.Struct, frozen=True, gc=False):
    """A stretch of a straight way inside an area, in inches from its start."""

    start: float
    end: float
    feature: Feature


class Cut(msgspec.Struct, frozen=True, gc=False):
    """Where a straight way crosses a line, in inches from its start."""

    at: float
    feature: Feature
    point: Point


class Table:
    """The ground of one battle."""

    def __init__(self, width: float, height: float, features: Iterable[Feature]) -> None:
        self.width, self.height = width, height
        self.features = {f.name: f for f in features}
        self.areas = [f for f in self.features.values() if f.closed]
        self.lines = [f for f in self.features.values() if not f.closed]
        self._area_bounds = [(_bounds(f.points), f) for f in self.areas]
        self._line_bounds = [(_bounds(f.points), f) for f in self.lines]
        self._all_bounds = [*self._area_bounds, *self._line_bounds]
        self._line_sides = [(_bounds(f.points), [(_bounds(s), (s, f)) for s in f.sides()]) for f in self.lines]
        self._runs_by_cell: dict[tuple[int, int, str, float], list[tuple[Point, Point]]] = {}
        self._rounds = [(*_round(f.points), f) for f in self.areas]
        self._rounds_by_types: dict[frozenset[str], list[tuple[float, float, float, Feature]]] = {}
        self._by_types: dict[frozenset[str], list[tuple[Bounds, Feature]]] = {}
        self._cells: dict[tuple[int, int], tuple[tuple[Feature, bool], ...]] = {}

    def __contains__(self, p: Point) -> bool:
        return 0 <= p[0] <= self.width and 0 <= p[1] <= self.height

    def of_type(self, *types: str) -> list[Feature]:
        """Features of some types, in the order of the table."""
        return [f for f in self.features.values() if f.type in types]

    def areas_at(self, p: Point) -> list[Feature]:
        """Every area that holds a point."""
        cell = math.floor(p[0]), math.floor(p[1])
        known = self._cells.get(cell)
        if known is None:
            known = self._cells[cell] = self._survey(cell)
        return [f for f, whole in known if whole or inside(p, f.points)]

    def _survey(self, cell: tuple[int, int]) -> tuple[tuple[Feature, bool], ...]:
        """The areas that touch a square inch, and whether they hold all of it."""
        x, y = cell
        square = (x, y, x + 1, y + 1)
        corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        found = []
        for bounds, f in self._area_bounds:
            if not _meet(bounds, square):
                continue
            cut = any(crossing(a, b, c, d) is not None for a, b in edges(corners) for c, d in f.sides())
            within = cut or any(square[0] <= px <= square[2] and square[1] <= py <= square[3] for px, py in f.points)
            if within:
                found.append((f, False))
            elif inside((x + 0.5, y + 0.5), f.points):
                found.append((f, True))
        return tuple(found)

    def spans(self, a: Point, b: Point, types: frozenset[str] | None = None) -> list[Span]:
        """The stretches of the way from a to b that lie in areas (of some types), by area."""
        return spans_in(a, b, self.areas_across(a, b, types=types))

    def areas_across(
        self, a: Point, b: Point, aside: float = 0.0, types: frozenset[str] | None = None
    ) -> list[Feature]:
        """Areas (of some types) whose bounds a way meets, or comes near: a quick first sieve."""
        return bounds_met(self._areas_of(types), a, b, aside)

    def areas_along(self, a: Point, b: Point, aside: float, types: frozenset[str]) -> list[Feature]:
        """Areas of some types that a way may come near: a sieve by circles, finer than bounds for a long way."""
        rounds = self._rounds_by_types.get(types)
        if rounds is None:
            rounds = self._rounds_by_types[types] = [row for row in self._rounds if row[3].type in types]
        return circles_met(rounds, a, b, aside)

    def _areas_of(self, types: frozenset[str] | None) -> list[tuple[Bounds, Feature]]:
        if types is None:
            return self._area_bounds
        known = self._by_types.get(types)
        if known is None:
            known = self._by_types[types] = [row for row in self._area_bounds if row[1].type in types]
        return known

    def near(self, p: Point, reach: float) -> list[Feature]:
        """Features whose bounds come within a distance of a point: a quick first sieve."""
        return bounds_met(self._all_bounds, p, p, reach)

    def near_line(self, p: Point, kind: str, limit: float) -> bool:
        """Does a line of some type run within a distance of a point?"""
        x, y = math.floor(p[0]), math.floor(p[1])
        runs = self._runs_by_cell.get((x, y, kind, limit))
        if runs is None:
            hub, reach = (x + 0.5, y + 0.5), limit + 0.75  # no point of a cell is farther from its middle
            sides = self.sides_across(hub, hub, reach)
            runs = [side for side, f in sides if f.type == kind and to_segment(hub, *side) <= reach]
            self._runs_by_cell[x, y, kind, limit] = runs
        return any(near_segment(p, a, b, limit) for a, b in runs)

    def sides_across(self, a: Point, b: Point, aside: float = 0.0) -> list[tuple[tuple[Point, Point], Feature]]:
        """Stretches of lines whose bounds a way meets, or comes near: a quick first sieve."""
        lines = bounds_met(self._line_sides, a, b, aside)
        return [side for sides in lines for side in bounds_met(sides, a, b, aside)]

    def cuts(self, a: Point, b: Point) -> list[Cut]:
        """The lines that the way from a to b crosses, in the order they are met; its own start does not count."""
        met = self.sides_across(a, b)
        if not met:
            return []
        length = distance(a, b)
        found = []
        for (c, d), f in met:
            t = crossing(a, b, c, d)
            if t is not None and t > 1e-9:
                found.append(Cut(t * length, f, (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)))
        found.sort(key=lambda cut: (cut.at, cut.feature.name))
        return _without_doubles(found)


def spans_in(a: Point, b: Point, areas: Iterable[Feature]) -> list[Span]:
    """The stretches of the way from a to b that lie in some areas, by area."""
    found: list[Span] = []
    length = distance(a, b)
    for f in areas:
        found += _spans_in(a, b, length, f)
    return found


def width_across(feature: Feature, p: Point, facing: int) -> float:
    """How wide an area is at a point of a way, square to the way."""
    spans = spans_in(point_beside(p, facing, -FAR_OFF), point_beside(p, facing, FAR_OFF), [feature])
    return sum(span.end - span.start for span in spans if span.start <= FAR_OFF <= span.end)


def _spans_in(a: Point, b: Point, length: float, f: Feature) -> list[Span]:
    """The stretches of one way inside one area."""
    return [Span(start, end, f) for start, end in runs_in(a, b, length, f.points, _shape(f))]


def _without_doubles(cuts: list[Cut]) -> list[Cut]:
    """A way through a corner of a line crosses it once."""
    kept: list[Cut] = []
    for cut in cuts:
        if not any(k.feature is cut.feature and abs(k.at - cut.at) < 1e-6 for k in kept):
            kept.append(cut)
    return kept


def _bounds(points: Iterable[Point]) -> Bounds:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _round(points: tuple[Point, ...]) -> tuple[float, float, float]:
    """The middle and radius of a circle that holds all points."""
    west, south, east, north = _bounds(points)
    hub = ((west + east) / 2, (south + north) / 2)
    return *hub, max(distance(hub, p) for p in points) + 1e-6


@lru_cache(FEATURES)
def _shape(area: Feature) -> Shape:
    """A circle around an area, and whether it is a plain one of four corners: a way through it is inside once."""
    sides = _sides(area)
    turns = [_turn(*side, *following) for side, following in zip(sides, (*sides[1:], sides[0]), strict=True)]
    return *_round(area.points), len(turns) == 4 and (min(turns) > 0 or max(turns) < 0)


def _turn(a: Point, b: Point, c: Point, d: Point) -> float:
    """Above 0 if a way from c to d leads to the left of one from a to b."""
    return (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])


def _meet(a: Bounds, b: Bounds) -> bool:
    return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]


# ------------------------------------------------------------------ sight


class Blinds:
    """What hides: types that always do, types that do beyond some depth, and the levels of hills."""

    def __init__(
        self, solid: frozenset[str], depth: dict[str, float], level: dict[str, int], edge: float = 0.0
    ) -> None:
        self.solid, self.depth, self.level = solid, depth, level
        self.edge = edge  # an end this near to the edge of its own wood looks out of it freely
        self.types = frozenset({*solid, *depth, *level})
        self._veils: dict[Feature, Veil] = {}

    def veil(self, area: Feature) -> Veil:
        """How a piece of ground hides."""
        known = self._veils.get(area)
        if known is None:
            solid = area.type in self.solid
            depth = 0.0 if solid else self.depth.get(area.type, 0.0)
            kind = list(self.depth).index(area.type) if depth else 0
            level = 0 if solid or depth else self.level[area.type]
            known = self._veils[area] = Veil(area.points, _shape(area), depth, kind, level)
        return known


class Sight(msgspec.Struct, frozen=True):
    """Is there a clear line, and why not: every thing in the way, in words."""

    clear: bool
    working: tuple[str, ...] = ()


def level_at(table: Table, p: Point, levels: Mapping[str, int]) -> int:
    """The level of the highest hill under a point."""
    return max((levels.get(f.type, 0) for f in table.areas_at(p)), default=0)


def sight(table: Table, a: Point, b: Point, blinds: Blinds, ignore: frozenset[str] = frozenset()) -> Sight:
    """The straight line between two points, with the working shown. `ignore` names features at either end.

    It is drawn the same way whoever looks, so that a line through a corner cannot tell the two ends apart.
    """
    a, b = min(a, b), max(a, b)
    found = list(_hindrances(table, a, b, blinds, ignore, table.areas_across(a, b, types=blinds.types)))
    return Sight(not any(h.hides for h in found), tuple(h.words(blinds) for h in found))


class _Hindrance(msgspec.Struct, frozen=True, gc=False):
    """Something that a line of sight meets."""

    hides: bool
    name: str  # of a solid thing or a hill
    kind: str
    run: float

    def words(self, blinds: Blinds) -> str:
        if not self.name:
            return f"{self.run:.2f} inches of {self.kind.replace('_', ' ')}, {blinds.depth[self.kind]:g} hide"
        name = self.name.replace("_", " ")
        return f"{name} {'is in the way' if self.kind in blinds.solid else 'is higher than both ends'}"


def _hindrances(
    table: Table, a: Point, b: Point, blinds: Blinds, ignore: frozenset[str], among: Iterable[Feature]
) -> Iterator[_Hindrance]:
    depth: dict[str, float] = {}
    length = distance(a, b)
    top: int | None = None
    for f in among:
        if f.name in ignore:
            continue
        for span in _spans_in(a, b, length, f):
            run = span.end - span.start
            if f.type in blinds.solid and run > 1e-6:
                yield _Hindrance(True, f.name, f.type, run)
            elif f.type in blinds.depth:
                if not _looks_out(span, length, a, b, blinds.edge):
                    depth[f.type] = depth.get(f.type, 0.0) + run
            elif f.type in blinds.level:
                if top is None:
                    top = max(level_at(table, a, blinds.level), level_at(table, b, blinds.level))
                if blinds.level[f.type] > top:
                    yield _Hindrance(True, f.name, f.type, run)
    for kind, run in depth.items():
        yield _Hindrance(run > blinds.depth[kind] + 0.005, "", kind, run)


def _looks_out(span: Span, length: float, a: Point, b: Point, edge: float) -> bool:
    """An end that stands in the wood near its edge, the way leading out there."""
    if not edge:
        return False
    for end, point in ((span.start <= 1e-6, a), (span.end >= length - 1e-6, b)):
        if end and distance(point, span.feature.nearest(point)) <= edge + 0.005:
            return span.end - span.start <= 2 * edge + 0.005
    return False


# ------------------------------------------------------------------ the cost of a way


class Stretch(msgspec.Struct, frozen=True, gc=False):
    """A stretch of a way with one rate of movement: inches made good for each inch of allowance; 0 is closed."""

    start: float
    end: float
    rate: float


class Toll(msgspec.Struct, frozen=True, order=True, gc=False):
    """A price in inches paid at one point of a way; None closes it."""

    at: float
    price: float | None
    name: str


def worst_rates(length: float, tracks: Iterable[Iterable[tuple[float, float, float]]]) -> list[Stretch]:
    """The slowest rate at each point under several parallel tracks of (start, end, rate)."""
    spans = [span for track in tracks for span in track if span[2] != 1]
    if not spans:
        return [Stretch(0.0, length, 1.0)] if length else []
    marks = sorted({0.0, length, *(s[0] for s in spans), *(s[1] for s in spans)})
    found: list[Stretch] = []
    for start, end in pairwise(marks):
        m = (start + end) / 2
        rate = min((s[2] for s in spans if s[0] <= m <= s[1]), default=1.0)
        if found and found[-1].rate == rate:
            found[-1] = Stretch(found[-1].start, end, rate)
        else:
            found.append(Stretch(start, end, rate))
    return found


def cost(stretches: Iterable[Stretch], tolls: Iterable[Toll]) -> float | None:
    """The allowance a way uses, or None if some of it is closed."""
    total = 0.0
    for stretch in stretches:
        if stretch.rate == 0 and stretch.end - stretch.start > 1e-6:
            return None
        total += (stretch.end - stretch.start) / stretch.rate if stretch.rate else 0.0
    for toll in tolls:
        if toll.price is None:
            return None
        total += toll.price
    return total


def reach(stretches: Iterable[Stretch], tolls: Iterable[Toll], allowance: float) -> float:
    """How many inches of a way an allowance buys; it ends before what cannot be paid or entered."""
    waiting = sorted(tolls)
    made = 0.0
    for stretch in stretches:
        while True:
            toll = waiting[0] if waiting and waiting[0].at <= stretch.end + 1e-9 else None
            end = toll.at if toll else stretch.end
            run = max(0.0, end - made)
            if stretch.rate == 0:
                return made
            if run / stretch.rate > allowance + 1e-9:
                return made + allowance * stretch.rate
            allowance -= run / stretch.rate
            made = max(made, end)
            if toll is None:
                break
            if toll.price is None or toll.price > allowance + 1e-9:
                return made
            allowance -= toll.price
            waiting.pop(0)
    return made
