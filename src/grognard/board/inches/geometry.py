"""The inch table: points, facings, boxes and distances, the same on every machine.

Coordinates are inches from the south-west corner, x east and y north. What a game stores is whole hundredths
of an inch and tenths of a degree; facing 0 is north and angles run clockwise. Comparisons of distances allow
`TOLERANCE` in favour of "within".
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from grognard.board.kernels.compiled import compiled

TOLERANCE = 0.005
CIRCLE = 3600  # tenths of a degree
QUARTER, ABOUT = CIRCLE // 4, CIRCLE // 2
COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")

Point = tuple[float, float]
Outline = tuple[Point, ...]  # a closed polygon, or an open line where a function says so
T = TypeVar("T")

_SINES = tuple(round(math.sin(math.radians(i / 10)), 12) for i in range(CIRCLE))


@compiled
def hundredths(inches: float) -> int:
    """Inches as stored: whole hundredths, halves away from zero."""
    return math.floor(inches * 100 + 0.5) if inches >= 0 else -math.floor(-inches * 100 + 0.5)


class Spot(NamedTuple):
    """A point and a facing as a game stores them: whole hundredths of an inch, tenths of a degree."""

    x: int
    y: int
    facing: int = 0

    @classmethod
    def at(cls, point: Point, facing: int = 0) -> Spot:
        """The spot nearest to a point."""
        return cls(hundredths(point[0]), hundredths(point[1]), facing)

    @property
    def point(self) -> Point:
        """Where it is, in inches."""
        return self.x / 100, self.y / 100


class HasPoint:
    """Whatever stores a point of the table as whole hundredths of an inch."""

    __slots__ = ()
    x: int
    y: int

    @property
    def point(self) -> Point:
        """Where it is, in inches."""
        return self.x / 100, self.y / 100


def at_most(distance: float, limit: float) -> bool:
    """Is a distance within a limit, by the tolerance of the table?"""
    return distance <= limit + TOLERANCE


def at_least(distance: float, limit: float) -> bool:
    """Does a distance reach a limit, by the tolerance of the table?"""
    return distance >= limit - TOLERANCE


# ------------------------------------------------------------------ directions


@compiled
def heading(facing: int) -> Point:
    """The unit vector of a facing in tenths of a degree."""
    facing %= CIRCLE
    return _SINES[facing], _SINES[(facing + 900) % CIRCLE]


@compiled
def facing_of(dx: float, dy: float) -> int:
    """The facing, in tenths of a degree, of a direction."""
    return math.floor(math.degrees(math.atan2(dx, dy)) * 10 + 0.5) % CIRCLE


@compiled
def facing_to(start: Point, end: Point) -> int:
    """The facing of the way from one point to another."""
    return facing_of(end[0] - start[0], end[1] - start[1])


def compass(facing: int) -> str:
    """The point of the compass that a facing is nearest to."""
    return COMPASS[round(facing / 450) % 8]


@compiled
def turn_between(a: int, b: int) -> int:
    """The unsigned angle between two facings, 0 to 1800 tenths."""
    turn = abs(a - b) % CIRCLE
    return min(turn, CIRCLE - turn)


def signed_turn(a: int, b: int) -> int:
    """The turn from facing a to facing b, clockwise positive, above -1800 up to 1800 tenths."""
    turn = (b - a) % CIRCLE
    return turn - CIRCLE if turn > CIRCLE // 2 else turn


def bearing(centre: Point, facing: int, other: Point) -> int:
    """How far off straight ahead another point lies, 0 to 1800 tenths."""
    return turn_between(facing_to(centre, other), facing)


@compiled
def point_ahead(point: Point, facing: int, inches: float) -> Point:
    """The point so many inches away in a direction (backwards if negative)."""
    dx, dy = heading(facing)
    return point[0] + dx * inches, point[1] + dy * inches


@compiled
def point_beside(point: Point, facing: int, inches: float) -> Point:
    """The point so many inches to the right of a facing (to the left if negative)."""
    dx, dy = heading(facing)
    return point[0] + dy * inches, point[1] - dx * inches


@compiled
def distance(a: Point, b: Point) -> float:
    """Inches between two points."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    return math.sqrt(dx * dx + dy * dy)


@compiled
def close_by(circles: list[tuple[float, float, float, T]], p: Point, reach: float) -> list[T]:
    """What stands at those circles (x, y, radius) that come within reach of a point."""
    x, y = p
    return [
        what
        for cx, cy, radius, what in circles
        if (cx - x) * (cx - x) + (cy - y) * (cy - y) <= (reach + radius) * (reach + radius)
    ]


def part_way(a: Point, b: Point, share: float) -> Point:
    """The point that lies some share of the way from one point to another."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def strides(length: float, step: float) -> Iterator[float]:
    """How far one has come with every whole step of a way."""
    return (k * step for k in range(1, int(length / step) + 1))


def walk(a: Point, b: Point, step: float) -> Iterator[Point]:
    """The points met with every step of a straight way, its end last."""
    length = distance(a, b)
    yield from (part_way(a, b, far / length) for far in strides(length, step) if far < length)
    yield b


# ------------------------------------------------------------------ segments and outlines


@compiled
def nearest_on(p: Point, a: Point, b: Point) -> Point:
    """The point of a segment nearest to p."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    if length == 0:
        return a
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length
    t = 0.0 if t < 0 else 1.0 if t > 1 else t
    return a[0] + t * dx, a[1] + t * dy


@compiled
def to_segment(p: Point, a: Point, b: Point) -> float:
    """Inches from a point to a segment."""
    return distance(p, nearest_on(p, a, b))


@compiled
def near_segment(p: Point, a: Point, b: Point, limit: float) -> bool:
    """Is a point within a limit of a segment? Most are told apart by their coordinates alone."""
    wide = limit + 0.01
    if (p[0] < a[0] - wide and p[0] < b[0] - wide) or (p[0] > a[0] + wide and p[0] > b[0] + wide):
        return False
    if (p[1] < a[1] - wide and p[1] < b[1] - wide) or (p[1] > a[1] + wide and p[1] > b[1] + wide):
        return False
    return at_most(to_segment(p, a, b), limit)


@compiled
def crossing(a: Point, b: Point, c: Point, d: Point) -> float | None:
    """Where segment a-b crosses segment c-d, as a share of a-b, or None. Parallel segments do not cross."""
    rx, ry = b[0] - a[0], b[1] - a[1]
    sx, sy = d[0] - c[0], d[1] - c[1]
    cross = rx * sy - ry * sx
    if cross == 0:
        return None
    qx, qy = c[0] - a[0], c[1] - a[1]
    t = (qx * sy - qy * sx) / cross
    if t < 0 or t > 1:
        return None
    u = (qx * ry - qy * rx) / cross
    return t if 0 <= u <= 1 else None


def edges(outline: Outline) -> list[tuple[Point, Point]]:
    """The sides of a closed outline."""
    return [(outline[i - 1], outline[i]) for i in range(len(outline))]


def inside(p: Point, outline: Outline) -> bool:
    """Is a point in a closed outline? Its boundary belongs to it."""
    return strictly_inside(p, outline) or on_boundary(p, outline)


@compiled
def strictly_inside(p: Point, outline: Outline) -> bool:
    """Is a point in a closed outline? What a point on the boundary gets is left open."""
    x, y = p
    found = False
    x1, y1 = outline[-1]
    for x2, y2 in outline:
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            found = not found
        x1, y1 = x2, y2
    return found


@compiled
def on_boundary(p: Point, outline: Outline) -> bool:
    """Does a point lie on a side of a closed outline?"""
    x, y = p
    x1, y1 = outline[-1]
    for x2, y2 in outline:
        if (x1 - 1e-9 <= x <= x2 + 1e-9 or x2 - 1e-9 <= x <= x1 + 1e-9) and (
            y1 - 1e-9 <= y <= y2 + 1e-9 or y2 - 1e-9 <= y <= y1 + 1e-9
        ):
            off = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
            if off * off <= 1e-18 * ((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1)):
                return True
        x1, y1 = x2, y2
    return False


@compiled
def to_outline(p: Point, outline: Outline) -> float:
    """Inches from a point to a closed outline; 0 inside it."""
    if inside(p, outline):
        return 0.0
    return min(to_segment(p, a, b) for a, b in edges(outline))


def to_line(p: Point, line: Outline) -> float:
    """Inches from a point to an open line."""
    return min(to_segment(p, a, b) for a, b in pairwise(line))


def outlines_meet(a: Outline, b: Outline) -> bool:
    """Do two closed outlines overlap or touch?"""
    if any(crossing(p, q, r, s) is not None for p, q in edges(a) for r, s in edges(b)):
        return True
    return inside(a[0], b) or inside(b[0], a)


@compiled
def distance_between_outlines(a: Outline, b: Outline) -> float:
    """The least distance between two closed outlines; 0 if they meet."""
    if outlines_meet(a, b):
        return 0.0
    return math.sqrt(min(square_to_sides(a, b), square_to_sides(b, a)))


@compiled
def square_to_sides(points: Outline, outline: Outline) -> float:
    """The square of the least distance from some points to the sides of a closed outline."""
    best = math.inf
    ax, ay = outline[-1]
    for bx, by in outline:
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        for px, py in points:
            t = ((px - ax) * dx + (py - ay) * dy) / length if length else 0.0
            t = 0.0 if t < 0 else 1.0 if t > 1 else t
            x, y = px - (ax + t * dx), py - (ay + t * dy)
            if (square := x * x + y * y) < best:
                best = square
        ax, ay = bx, by
    return best


def area(outline: Outline) -> float:
    """Square inches inside a closed outline."""
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in edges(outline))) / 2


def middle(points: Sequence[Point]) -> Point:
    """The mean of some points."""
    return sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)


def outward_faces(outline: Outline) -> list[tuple[Point, int]]:
    """The middle of each side of a closed outline, and the facing of its outward normal."""
    inner = middle(outline)
    found = []
    for a, b in zip((outline[-1], *outline), outline, strict=False):
        m = part_way(a, b, 0.5)
        normal = facing_to(a, b) + QUARTER
        if distance(point_ahead(m, normal, 0.1), inner) < distance(m, inner):
            normal += ABOUT
        found.append((m, normal % CIRCLE))
    return found


# ------------------------------------------------------------------ boxes


class Box(NamedTuple):
    """A base, or bases side by side, as an oriented rectangle: corners clockwise from the front left."""

    corners: tuple[Point, Point, Point, Point]
    centre: Point
    facing: int
    half_width: float
    half_depth: float
    axis: Point  # the unit vector of the facing

    @property
    def front(self) -> Point:
        """The centre of the front edge."""
        return point_ahead(self.centre, self.facing, self.half_depth)


as_box: Callable[[Iterable[Any]], Box] = partial(
    tuple.__new__, Box
)  # of its measures; `ScenarioSet` itself takes longer


def box(front: Point, facing: int, width: float, depth: float) -> Box:
    """A rectangle by the centre of its front edge."""
    return as_box(measures(front, facing, width, depth))


@compiled
def measures(
    front: Point, facing: int, width: float, depth: float
) -> tuple[tuple[Point, Point, Point, Point], Point, int, float, float, Point]:
    """What a box consists of, from the centre of its front edge."""
    (x, y), axis = front, heading(facing)
    dx, dy = axis
    wide, deep = width / 2, depth / 2
    left, right = (x - dy * wide, y + dx * wide), (x + dy * wide, y - dx * wide)
    back_x, back_y = dx * depth, dy * depth
    corners = (left, right, (right[0] - back_x, right[1] - back_y), (left[0] - back_x, left[1] - back_y))
    return corners, (x - dx * deep, y - dy * deep), facing % CIRCLE, wide, deep, axis


@compiled
def boxes_overlap(a: Box, b: Box) -> bool:
    """Do two boxes share ground? Touching, within the tolerance, is no overlap."""
    _, (ax, ay), _, a_wide, a_deep, (fax, fay) = a
    _, (bx, by), _, b_wide, b_deep, (fbx, fby) = b
    dx, dy = bx - ax, by - ay
    reach = a_wide + a_deep + b_wide + b_deep
    if dx * dx + dy * dy > reach * reach:
        return False
    along, across = abs(fax * fbx + fay * fby), abs(fax * fby - fay * fbx)
    slack = 4 * TOLERANCE
    if abs(dx * fax + dy * fay) >= a_deep + b_deep * along + b_wide * across - slack:
        return False
    if abs(dx * fay - dy * fax) >= a_wide + b_deep * across + b_wide * along - slack:
        return False
    if abs(dx * fbx + dy * fby) >= b_deep + a_deep * along + a_wide * across - slack:
        return False
    return abs(dx * fby - dy * fbx) < b_wide + a_deep * across + a_wide * along - slack


def distance_to_clear(a: Box, b: Box, facing: int) -> float:
    """How far at least a box that overlaps another goes in a direction until it does so no longer."""
    (dx, dy), ax, ay = heading(facing), a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]
    (fax, fay), (fbx, fby) = a.axis, b.axis
    along, across = abs(fax * fbx + fay * fby), abs(fax * fby - fay * fbx)
    spreads = (
        (fax, fay, a.half_depth + b.half_depth * along + b.half_width * across),
        (fay, -fax, a.half_width + b.half_depth * across + b.half_width * along),
        (fbx, fby, b.half_depth + a.half_depth * along + a.half_width * across),
        (fby, -fbx, b.half_width + a.half_depth * across + a.half_width * along),
    )
    paces = [(dx * nx + dy * ny, ax * nx + ay * ny, spread - 8 * TOLERANCE) for nx, ny, spread in spreads]
    return min((spread - math.copysign(1, pace) * off) / abs(pace) for pace, off, spread in paces if abs(pace) > 1e-6)


@compiled
def to_box(p: Point, b: Box) -> float:
    """Inches from a point to a box; 0 inside it."""
    return math.sqrt(_square_to_box((p,), b))


def _square_to_box(points: Sequence[Point], b: Box) -> float:
    """The square of the distance from the nearest of some points to a box."""
    _, (cx, cy), _, half_wide, half_deep, (fx, fy) = b
    best = math.inf
    for x, y in points:
        dx, dy = x - cx, y - cy
        deep, wide = abs(dx * fx + dy * fy) - half_deep, abs(dx * fy - dy * fx) - half_wide
        square = (deep * deep if deep > 0 else 0.0) + (wide * wide if wide > 0 else 0.0)
        if square < best:
            best = square
    return best


@compiled
def between_boxes(a: Box, b: Box) -> float:
    """The least distance between two boxes; 0 if they overlap."""
    if boxes_overlap(a, b):
        return 0.0
    return math.sqrt(min(_square_to_box(a.corners, b), _square_to_box(b.corners, a)))


def nearest_point_of_box(p: Point, b: Box) -> Point:
    """The point of a box nearest to p."""
    fx, fy = b.axis
    dx, dy = p[0] - b.centre[0], p[1] - b.centre[1]
    deep = max(-b.half_depth, min(b.half_depth, dx * fx + dy * fy))
    wide = max(-b.half_width, min(b.half_width, dx * fy - dy * fx))
    return b.centre[0] + deep * fx + wide * fy, b.centre[1] + deep * fy - wide * fx


@compiled
def segment_meets_box(a: Point, b: Point, target: Box) -> bool:
    """Does a straight way pass through a box? Touching its edge is not passing through."""
    _, (cx, cy), _, half_wide, half_deep, (fx, fy) = target
    ax, ay = a[0] - cx, a[1] - cy
    dx, dy = b[0] - a[0], b[1] - a[1]
    round_it = half_wide + half_deep
    if (off := ax * dy - ay * dx) * off > round_it * round_it * (dx * dx + dy * dy):
        return False  # the whole line goes by
    low, high = 0.0, 1.0
    for start, run, half in (
        (ax * fx + ay * fy, dx * fx + dy * fy, half_deep - 1e-6),
        (ax * fy - ay * fx, dx * fy - dy * fx, half_wide - 1e-6),
    ):
        if abs(run) < 1e-12:
            if abs(start) > half:
                return False
            continue
        t, u = (-half - start) / run, (half - start) / run
        low, high = max(low, min(t, u)), min(high, max(t, u))
        if low > high:
            return False
    return True


# ------------------------------------------------------------------ arcs and zones


@compiled
def any_in_arc(origin: Point, facing: int, half_angle: int, points: Iterable[Point]) -> bool:
    """Does any of some points lie within an arc? Only one near its edge needs its bearing to the tenth."""
    if half_angle >= CIRCLE // 2:
        return True
    fx, fy = heading(facing)
    surely, hardly = heading(half_angle - 1)[1], heading(half_angle + 1)[1]
    for p in points:
        dx, dy = p[0] - origin[0], p[1] - origin[1]
        far, forward = math.sqrt(dx * dx + dy * dy), dx * fx + dy * fy
        if forward < far * hardly:
            continue
        if forward > far * surely or bearing(origin, facing, p) <= half_angle:
            return True
    return False


def contact_zone(target: Point, facing: int, charger: Point, front: int = 600, flank: int = 1200) -> str:
    """Front, flank or rear, by the bearing of one centre from another's facing."""
    off = bearing(target, facing, charger)
    return "front" if off <= front else "flank" if off <= flank else "rear"


def sideways_on(target: Point, facing: int, shooter: Point, least: int = 600, most: int = 1200) -> bool:
    """Is the shooter off to the side, where a line is raked from end to end?"""
    return least <= bearing(target, facing, shooter) <= most


def end_on(target: Point, facing: int, shooter: Point, half_angle: int = 300) -> bool:
    """Is the shooter ahead or astern, where a deep column is raked?"""
    off = bearing(target, facing, shooter)
    return off <= half_angle or off >= CIRCLE // 2 - half_angle
