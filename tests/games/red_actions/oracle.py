"""Moving, seeing and retiring on the table a second time: slow, plain, by walking every line in small steps.

What is measured so is never quite exact. Where a hair decides, the answer is None: nobody can say.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from grognard.board.inches.terrain_table import Table
from grognard.games.red_actions.rules.data import BASE_WIDTH, GOING, KINDS, TABLES_DATA
from grognard.games.red_actions.rules.state import RedActions, Unit

Point = tuple[float, float]
Outline = Sequence[Point]
PACE, HAIR = 0.1, 0.12  # inches walked at a time, and inches that nobody can judge
FAR = 25.0  # inches beyond which nobody is in the way of a move
LEVELS = {"hill1": 1, "hill2": 2}
WOODS = ("woods", "dense_woods")
SIGHT = TABLES_DATA["visibility"]


# ------------------------------------------------------------------ plain geometry


def towards(p: Point, degrees: float, inches: float) -> Point:
    """A point so far off; 0 is north, 90 east."""
    return p[0] + inches * math.sin(math.radians(degrees)), p[1] + inches * math.cos(math.radians(degrees))


def bearing(a: Point, b: Point) -> float:
    return math.degrees(math.atan2(b[0] - a[0], b[1] - a[1])) % 360


def steps(a: Point, b: Point, pace: float = PACE) -> Iterator[Point]:
    """The middles of the paces from a to b."""
    count = max(1, round(math.dist(a, b) / pace))
    for i in range(count):
        t = (i + 0.5) / count
        yield a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def within(p: Point, outline: Outline) -> bool:
    """Does a ray to the east leave the outline an odd number of times?"""
    (x, y), odd = p, False
    for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            odd = not odd
    return odd


def to_line(p: Point, a: Point, b: Point) -> float:
    """From a point to a segment."""
    run = math.dist(a, b) ** 2
    t = max(0.0, min(1.0, ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / run)) if run else 0.0
    return math.dist(p, (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))


def gap(one: Outline, other: Outline) -> float:
    """Between two outlines; 0 where they overlap."""
    if any(within(p, other) for p in one) or any(within(p, one) for p in other):
        return 0.0
    sides = [(list(zip(o, [*o[1:], o[0]], strict=True))) for o in (one, other)]
    near = [to_line(p, a, b) for mine, theirs in ((one, sides[1]), (other, sides[0])) for p in mine for a, b in theirs]
    middle = (sum(p[0] for p in one) / len(one), sum(p[1] for p in one) / len(one))
    return 0.0 if within(middle, other) else min(near)


# ------------------------------------------------------------------ units in line


@cache
def bases(unit: Unit) -> list[tuple[Point, Outline]]:
    """B1 Each base of a line: the middle of its front edge, and its corners."""
    found: list[tuple[Point, Outline]] = []
    facing = unit.facing / 10
    for i in range(unit.bases):
        front = towards(unit.point, facing + 90, (i - (unit.bases - 1) / 2) * BASE_WIDTH)
        left, right = towards(front, facing - 90, BASE_WIDTH / 2), towards(front, facing + 90, BASE_WIDTH / 2)
        rear = [towards(p, facing + 180, unit.depth) for p in (right, left)]
        found.append((front, (left, right, *rear)))
    return found


def middle_of(outline: Outline) -> Point:
    return sum(p[0] for p in outline) / 4, sum(p[1] for p in outline) / 4


def apart(a: Unit, b: Unit) -> float:
    """Between two units; no less than what lies between their middles but for their reach."""
    nearest = math.inf
    pairs = [(one, other) for _, one in bases(a) for _, other in bases(b)]
    for one, other in sorted(pairs, key=lambda pair: math.dist(middle_of(pair[0]), middle_of(pair[1]))):
        if math.dist(middle_of(one), middle_of(other)) - 2 * BASE_WIDTH > nearest:
            break
        nearest = min(nearest, gap(one, other))
    return nearest


def hub(unit: Unit) -> Point:
    """The middle of the whole line."""
    spots = [middle_of(outline) for _, outline in bases(unit)]
    return sum(p[0] for p in spots) / len(spots), sum(p[1] for p in spots) / len(spots)


# ------------------------------------------------------------------ the ground


def ground(g: RedActions, p: Point) -> set[str]:
    """The kinds of area at a point."""
    x, y = p
    return {kind for kind, outline, w, e, s, n in areas(g.table) if w <= x <= e and s <= y <= n and within(p, outline)}


@cache
def areas(table: Table) -> list[tuple[str, Outline, float, float, float, float]]:
    """The areas of a table, and how far each goes west, east, south and north."""
    closed = [f for f in table.features.values() if f.closed]
    frames = [([x for x, _ in f.points], [y for _, y in f.points]) for f in closed]
    return [(f.type, f.points, min(xs), max(xs), min(ys), max(ys)) for f, (xs, ys) in zip(closed, frames, strict=True)]


def level(g: RedActions, p: Point) -> int:
    return max((LEVELS.get(kind, 0) for kind in ground(g, p)), default=0)


def lines_near(g: RedActions, p: Point, reach: float, *kinds: str) -> bool:
    """Is a line of these kinds so near?"""
    found = (f for f in g.table.features.values() if not f.closed and f.type in kinds)
    return any(to_line(p, a, b) <= reach for f in found for a, b in pairwise(f.points))


def crossed(g: RedActions, a: Point, b: Point) -> list[str] | None:
    """The kinds of the lines between two points; None if the way only touches one."""
    found = []
    for f in g.table.features.values():
        for c, d in pairwise(f.points) if not f.closed else ():
            sides = [_side(p, c, d) for p in (a, b)], [_side(p, a, b) for p in (c, d)]
            if all(one * other < 0 for one, other in sides):
                found.append(f.type)
            if min(to_line(a, c, d), to_line(b, c, d), to_line(c, a, b), to_line(d, a, b)) < HAIR:
                return None
    return found


def _side(p: Point, a: Point, b: Point) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


# ------------------------------------------------------------------ RA-TER, RA-MOV: what a straight way costs


def price_of(g: RedActions, unit: Unit, end: Point, column: str) -> float | None:
    """RA-TER.1 to RA-TER.5, RA-TER.40, RA-MOV.4 Inches of the move that a turn and a straight way take."""
    start, facing = unit.point, bearing(unit.point, end)
    turn = abs((facing - unit.facing / 10 + 180) % 360 - 180)
    spent = 0.0 if turn <= 45 else unit.what.move / 4
    uphill = level(g, end) > level(g, start)
    turned = unit.at(start, round(10 * facing) % 3600)
    fronts = [middle_of(outline) for _, outline in bases(turned)]
    shift = end[0] - start[0], end[1] - start[1]
    pairs = [list(steps(p, (p[0] + shift[0], p[1] + shift[1]))) for p in fronts]
    for spots in zip(*pairs, strict=True):
        kinds = {kind for p in spots for kind in ground(g, p) if kind in GOING and (uphill or kind not in LEVELS)}
        cells = [GOING[kind][column] for kind in kinds]
        if any(not cell.allowed for cell in cells):
            return math.inf
        spent += math.dist(start, end) / len(pairs[0]) / min([cell.rate for cell in cells], default=1.0)
    lines = crossed(g, start, end)
    if lines is None:
        return None
    for kind in lines:
        cell = GOING.get(kind, {}).get(column)
        if cell is not None and not cell.allowed:
            return math.inf
        spent += cell.price * unit.what.move if cell is not None else 0.0
    return spent


def stopped(unit: Unit, end: Point, others: Sequence[Unit]) -> bool | None:
    """RA-MOV.5, RA-MOV.6, RA-MOV.34 Does somebody stand in the way, or too near to its end?"""
    facing = round(10 * bearing(unit.point, end)) % 3600
    way = [unit.at(p, facing) for p in (unit.point, *steps(unit.point, end, 0.3), end)]
    worst: bool | None = False
    for other in (u for u in others if math.dist(unit.point, u.point) < FAR):
        closest = min(apart(there, other) for there in way)
        last = apart(way[-1], other)
        least = last - 1.0 if other.side != unit.side else last
        if closest == 0.0 or least < -HAIR:
            return True
        if min(closest, abs(least)) < HAIR:
            worst = None
    return worst


# ------------------------------------------------------------------ RA-SHO.47 to RA-SHO.50: seeing


def clear(g: RedActions, a: Point, b: Point, blocks: Sequence[Outline]) -> bool | None:
    """RA-SHO.48 Is one line open? Buildings, woods, hills above both ends, units."""
    paces = list(steps(a, b, 0.2))
    pace = math.dist(a, b) / len(paces)
    runs: dict[str, float] = {}
    top = max(level(g, a), level(g, b))
    for p in paces:
        kinds = ground(g, p)
        runs["unit"] = runs.get("unit", 0.0) + pace * any(within(p, block) for block in blocks)
        for kind in kinds:
            name = "hill" if LEVELS.get(kind, 0) > top else "house" if kind.startswith("building") else kind
            runs[name] = runs.get(name, 0.0) + pace
    limits = {
        "unit": 0.0,
        "hill": 0.0,
        "house": 0.0,
        "woods": KINDS["woods"].hides_beyond,
        "dense_woods": KINDS["dense_woods"].hides_beyond,
    }
    over = [runs.get(name, 0.0) - limit for name, limit in limits.items() if runs.get(name, 0.0)]
    if any(run > 2 * HAIR for run in over):
        return False
    solid = [*blocks, *(outline for kind, outline, *_ in areas(g.table) if kind.startswith("building"))]
    grazed = any(to_line(corner, a, b) < HAIR for outline in solid for corner in outline)
    return True if not grazed and all(run < -2 * HAIR for run in over) else None


def sees(g: RedActions, a: Unit, b: Unit, others: Sequence[Unit]) -> bool | None:
    """RA-SHO.47, RA-SHO.49 From the front of any base to the centre or a corner of any base, near enough."""
    kinds = [ground(g, middle_of(outline)) for _, outline in bases(b)]
    softs = [kind for kind, row in KINDS.items() if row.cover == "soft"]
    soft = any(2 * sum(kind in under for under in kinds) > len(kinds) for kind in softs)
    mounted = b.kind == "sabres"
    far = SIGHT["mounted_limber_vehicle"] if mounted else SIGHT["foot_open"]
    if (soft and not mounted) or (mounted and any("woods" in under for under in kinds)):
        far = SIGHT["lying_or_soft_cover"]
    near = apart(a, b)
    if abs(near - far) < HAIR:
        return None
    if near > far:
        return False
    high = max(level(g, hub(a)), level(g, hub(b)))
    blocks = [outline for u in others if level(g, hub(u)) >= high for _, outline in bases(u)]
    marks = [p for _, outline in bases(b) for p in (middle_of(outline), *outline)]
    found = [clear(g, eye, mark, blocks) for eye, _ in bases(a) for mark in marks]
    return True if True in found else None if None in found else False
