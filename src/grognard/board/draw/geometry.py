"""Plane geometry of a drawn map: vectors, smooth lines, bands, soft outlines. y grows downwards."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product

from grognard.board.draw.svg import Point, noise, wobble

Line = list[Point]

# ---------------------------------------------------------------- points


def mix(a: Point, b: Point, share: float = 0.5) -> Point:
    """The point a share of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def mean(points: Sequence[Point]) -> Point:
    """The middle of some points."""
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def normal(a: Point, b: Point) -> Point:
    """The unit vector to the right of the way from a to b."""
    d = math.dist(a, b) or 1
    return -(b[1] - a[1]) / d, (b[0] - a[0]) / d


def nudge(p: Point, along: Point, by: float) -> Point:
    """The point moved along a unit vector."""
    return p[0] + along[0] * by, p[1] + along[1] * by


def bearing(a: Point, b: Point) -> float:
    """The direction from a to b in degrees, clockwise from the right."""
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))


def pairs(loop: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """Each point of a closed loop with the next."""
    return zip(loop, [*loop[1:], loop[0]], strict=True)


# ---------------------------------------------------------------- path data


class Pen:
    """Writes path data in steps from point to point, in tenths: half as long as with every place in full."""

    def __init__(self, start: Point) -> None:
        self._at = round(start[0] * 10), round(start[1] * 10)
        self._parts = ["M", _steps(self._at)]

    def line(self, to: Point) -> None:
        """Straight on to a point."""
        at, self._at = self._at, (round(to[0] * 10), round(to[1] * 10))
        self._parts += "l", _steps((self._at[0] - at[0], self._at[1] - at[1]))

    def curve(self, control: Point, to: Point) -> None:
        """On to a point, bent towards another."""
        (x, y), self._at = self._at, (round(to[0] * 10), round(to[1] * 10))
        bend = round(control[0] * 10) - x, round(control[1] * 10) - y
        self._parts += "q", _steps((*bend, self._at[0] - x, self._at[1] - y))

    def data(self, closed: bool = False) -> str:
        """What was written."""
        return "".join(self._parts) + ("Z" if closed else "")


def _steps(tenths: Sequence[int]) -> str:
    """Numbers in tenths with as little between them as can be read."""
    text = " ".join(map(_tenths, tenths))
    return text.replace(" -", "-")


@cache
def _tenths(n: int) -> str:
    whole, part = divmod(abs(n), 10)
    return ("-" if n < 0 else "") + (f"{whole or ''}.{part}" if part else str(whole))


def polyline(points: Sequence[Point], closed: bool = False) -> str:
    """Path data of straight lines."""
    pen = Pen(points[0])
    for p in points[1:]:
        pen.line(p)
    return pen.data(closed)


def loop_path(points: Sequence[Point]) -> str:
    """Path data of a smooth closed curve with the points as control points."""
    pen = Pen(mix(points[-1], points[0]))
    for p, after in pairs(points):
        pen.curve(p, mix(p, after))
    return pen.data(closed=True)


def line_path(points: Sequence[Point]) -> str:
    """Path data of a smooth open curve with the points as control points."""
    pen = Pen(points[0])
    pen.line(mix(points[0], points[1]))
    for p, after in pairwise(points[1:]):
        pen.curve(p, mix(p, after))
    pen.line(points[-1])
    return pen.data()


# ---------------------------------------------------------------- lines


def resample(points: Sequence[Point], step: float) -> Line:
    """Points at equal distances along the smooth curve that `line_path` draws."""
    dense = _dense(points)
    out, need = [dense[0]], step
    for a, b in pairwise(dense):
        left = math.dist(a, b)
        while left > 0 and left >= need:
            a = mix(a, b, need / left)
            out.append(a)
            left, need = math.dist(a, b), step
        need -= left
    if math.dist(out[-1], dense[-1]) > step / 3:
        out.append(dense[-1])
    return out


def _dense(points: Sequence[Point]) -> Line:
    if len(points) < 4:
        return list(points)
    middles = [points[0], *(mix(a, b) for a, b in pairwise(points[1:-1])), points[-1]]
    out = [points[0]]
    for a, control, b in zip(middles[:-1], points[1:-1], middles[1:], strict=True):
        out += [mix(mix(a, control, k / 8), mix(control, b, k / 8), k / 8) for k in range(1, 9)]
    return out


def shifted(line: Sequence[Point], by: float) -> Line:
    """A line parallel to this one, to its right for positive `by`."""
    last = len(line) - 1
    return [nudge(p, normal(line[max(0, i - 1)], line[min(last, i + 1)]), by) for i, p in enumerate(line)]


def ribbon(
    line: Sequence[Point], width: float, vary: float = 0, seed: int = 0, taper: tuple[int, int] = (0, 0)
) -> Line:
    """The outline of a band of varying width along a line.

    `taper` says over how many points each end runs out to almost nothing.
    """
    left: Line = []
    right: Line = []
    last = len(line) - 1
    for i, p in enumerate(line):
        narrow = min(_narrowing(i, taper[0]), _narrowing(last - i, taper[1]))
        out = normal(line[max(0, i - 1)], line[min(last, i + 1)])
        half = narrow * width / 2
        left.append(nudge(p, out, half * (1 + vary * noise(*p, 46, seed))))
        right.append(nudge(p, out, -half * (1 + vary * noise(*p, 46, seed + 5))))
    return left + right[::-1]


def _narrowing(steps: int, taper: int) -> float:
    """The share of its full width that a band has so many points from its end."""
    if steps >= taper:
        return 1.0
    t = steps / taper
    return 0.2 + 0.8 * t * t * (3 - 2 * t)


# ---------------------------------------------------------------- outlines


def soften(
    loop: Sequence[Point], *, passes: int = 4, inset: float = 0, rough: float = 0, scale: float = 22, seed: int = 11
) -> Line:
    """A loop of hex corners, clockwise, rounded into an organic outline."""
    points = [q for a, b in pairs(loop) for q in (a, mix(a, b, 1 / 3), mix(a, b, 2 / 3))]
    for _ in range(passes):
        before, after = [points[-1], *points[:-1]], [*points[1:], points[0]]
        points = [
            ((a[0] + 2 * p[0] + b[0]) / 4, (a[1] + 2 * p[1] + b[1]) / 4)
            for a, p, b in zip(before, points, after, strict=True)
        ]
    if inset:
        before, after = [points[-1], *points[:-1]], [*points[1:], points[0]]
        points = [nudge(p, normal(a, b), inset) for a, p, b in zip(before, points, after, strict=True)]
    return [wobble(p, rough, scale, seed) for p in points] if rough else points


class Shape:
    """One or more closed loops, filled even-odd, that can say quickly whether they contain a point."""

    BAND = 4.0

    def __init__(self, loops: list[Line]) -> None:
        self.loops = loops
        self._bands: dict[int, list[tuple[Point, Point]]] = {}

    @property
    def path(self) -> str:
        """The path data of all loops."""
        return "".join(loop_path(loop) for loop in self.loops)

    def __contains__(self, p: Point) -> bool:
        if not self._bands:
            self._sort_edges()
        x, y = p
        odd = False
        for (ax, ay), (bx, by) in self._bands.get(math.floor(y / self.BAND), ()):
            if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
                odd = not odd
        return odd

    def _sort_edges(self) -> None:
        for loop in self.loops:
            for a, b in pairs(loop):
                low, high = sorted((a[1], b[1]))
                for band in range(math.floor(low / self.BAND), math.floor(high / self.BAND) + 1):
                    self._bands.setdefault(band, []).append((a, b))


Circle = tuple[float, float, float]  # x, y, radius


class Taken:
    """Circles in which no tree or house may stand, kept by every square they reach into."""

    SQUARE = 12.0

    def __init__(self) -> None:
        self._squares: dict[tuple[int, int], list[Circle]] = {}

    def add(self, points: Sequence[Point], radius: float) -> None:
        """Keep a circle round each of these points clear."""
        for x, y in points:
            for square in product(self._reach(x, radius), self._reach(y, radius)):
                self._squares.setdefault(square, []).append((x, y, radius))

    def is_clear(self, p: Point, radius: float) -> bool:
        """Whether a circle here touches none of the others."""
        (x, y), rows = p, self._reach(p[1], radius)
        for i in self._reach(x, radius):
            for j in rows:
                for ox, oy, r in self._squares.get((i, j), ()):
                    if (x - ox) ** 2 + (y - oy) ** 2 <= (r + radius) ** 2:
                        return False
        return True

    def _reach(self, middle: float, radius: float) -> range:
        """The columns or the rows that a circle has a part in."""
        return range(math.floor((middle - radius) / self.SQUARE), math.floor((middle + radius) / self.SQUARE) + 1)


class Buckets:
    """Points with a radius each, found again by place."""

    CELL = 48.0

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], list[Circle]] = {}

    def add(self, points: Sequence[Point], radius: float) -> None:
        """Have a circle round each of these points."""
        for x, y in points:
            cell = math.floor(x / self.CELL), math.floor(y / self.CELL)
            self._cells.setdefault(cell, []).append((x, y, radius))

    def nearest(self, p: Point) -> tuple[float, float] | None:
        """The distance and radius of the nearest point of the nine cells round p."""
        found = [(math.dist(p, (x, y)), r) for cell in self._around(p) for x, y, r in self._cells.get(cell, ())]
        return min(found, default=None)

    def _around(self, p: Point) -> list[tuple[int, int]]:
        i, j = math.floor(p[0] / self.CELL), math.floor(p[1] / self.CELL)
        return [(i + di, j + dj) for di in (-1, 0, 1) for dj in (-1, 0, 1)]
