"""B1 Bodies on the table: the bases of a unit, its centre, distances, and the ground it stands on."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from grognard.board.bases import COLUMN, FILE, SKIRMISH, along, centre_of, places, places_on_trail
from grognard.board.inches import (
    Box,
    Outline,
    Point,
    ahead,
    between,
    between_boxes,
    box,
    boxes_overlap,
    distance,
    facing_to,
    hundredths,
    nearest_on,
    outlines_meet,
    to_box,
    to_outline,
    turn_between,
)
from grognard.board.tabletop import Feature, level_at
from grognard.games.red_actions.data import BASE_WIDTH, LEVELS, TABLES
from grognard.games.red_actions.state import PICK_UP, RedActions, Unit

ON_ROAD = 0.5
WAGON_LENGTH = 3.94


Pose = tuple[object, ...]


def pose(g: RedActions, unit: Unit) -> Pose:
    """Everything about the place of a unit that geometry depends on: a key for what is worth remembering."""
    return (
        table_key(g), len(g.collapsed), unit.x, unit.y, unit.facing, unit.formation, unit.bases, unit.depth,
        unit.place, unit.rail, len(unit.wagons), unit.kind,
    )  # fmt: skip


class Memory(dict[Any, Any]):
    """Results of pure geometry by key; it forgets all when it grows too large."""

    def keep(self, key: Any, value: Any) -> Any:
        if len(self) > 100_000:
            self.clear()
        self[key] = value
        return value


def bases_of(g: RedActions, unit: Unit) -> tuple[Box, ...]:
    """Every base as a box. A unit inside a section has no bases on the table: ask for its outline."""
    if unit.wagons:
        return train_bases(table_key(g), unit.rail, len(unit.wagons))
    if unit.formation == FILE and unit.bases > 1:
        return _file(table_key(g), unit.x, unit.y, unit.facing, unit.bases, unit.depth)
    return places(unit.point, unit.facing, unit.formation, unit.bases, BASE_WIDTH, unit.depth)


def blocks_of(g: RedActions, unit: Unit) -> tuple[Box, ...]:
    """The ground the bases cover, as few boxes as will do."""
    if unit.wagons or unit.formation in (FILE, SKIRMISH) or unit.bases == 1:
        return bases_of(g, unit)
    return _blocks(unit.point, unit.facing, unit.formation, unit.bases, unit.depth)


@lru_cache(maxsize=100_000)
def _blocks(point: Point, facing: int, formation: str, bases: int, depth: float) -> tuple[Box, ...]:
    if formation != COLUMN:
        return (box(point, facing, bases * BASE_WIDTH, depth),)
    full = bases // 2
    found = [box(point, facing, 2 * BASE_WIDTH, full * depth)]
    if bases % 2:
        found.append(box(ahead(point, facing, -full * depth), facing, BASE_WIDTH, depth))
    return tuple(found)


@lru_cache(maxsize=20_000)
def _file(key: str, x: int, y: int, facing: int, bases: int, depth: float) -> tuple[Box, ...]:
    """A road column, bent along the road it stands on."""
    anchor = (x / 100, y / 100)
    trail = road_trail(key, anchor, facing)
    if trail is None:
        return places(anchor, facing, FILE, bases, BASE_WIDTH, depth)
    return places_on_trail(trail, bases, BASE_WIDTH, depth)


def road_trail(key: str, anchor: Point, facing: int) -> list[Point] | None:
    """The road under an anchor, followed to the rear of a facing; None off the road."""
    for road in TABLES[key].of_type("road"):
        for i, (a, b) in enumerate(road.sides()):
            foot = nearest_on(anchor, a, b)
            if distance(anchor, foot) > ON_ROAD + 0.005:
                continue
            onward = turn_between(facing_to(a, b), facing) <= 900
            rest = road.points[i::-1] if onward else road.points[i + 1 :]
            trail = [anchor, *[p for p in rest if distance(p, anchor) > 1e-6]]
            return trail if len(trail) > 1 else None
    return None


@lru_cache(maxsize=5_000)
def train_bases(key: str, rail: int, count: int) -> tuple[Box, ...]:
    """RA-VEH.7 The vehicles of a train along the railway, from its leading end back."""
    line = TABLES[key].of_type("railway")[0].points
    found = []
    for i in range(count):
        front = along(line, max(0.0, rail / 100 - i * WAGON_LENGTH))
        rear = along(line, max(0.0, rail / 100 - (i + 1) * WAGON_LENGTH))
        found.append(box(front, facing_to(rear, front), BASE_WIDTH, WAGON_LENGTH))
    return tuple(found)


def table_key(g: RedActions) -> str:
    return g.options["table"] if g.scenario_id == PICK_UP else g.scenario_id


def section(g: RedActions, unit: Unit) -> Feature:
    """The building section a unit is in."""
    return g.table.features[unit.inside]


_centres = Memory()


def centre(g: RedActions, unit: Unit) -> Point:
    """B1 The mean of the base centres; in a section, its middle."""
    key = (table_key(g), unit.x, unit.y, unit.facing, unit.formation, unit.bases, unit.depth, unit.place, unit.rail)
    known: Point | None = _centres.get(key)
    if known is not None:
        return known
    found = section(g, unit).centre if unit.inside else centre_of(bases_of(g, unit))
    _centres.keep(key, found)
    return found


def outlines(g: RedActions, unit: Unit) -> list[Outline]:
    """The ground a unit takes, as closed outlines."""
    if unit.inside:
        return [section(g, unit).points]
    return [b.corners for b in blocks_of(g, unit)]


def span(unit: Unit) -> float:
    """No base of an open unit is farther from its anchor than this."""
    if unit.formation == FILE:
        return float(unit.bases * unit.depth + BASE_WIDTH)
    if unit.formation == COLUMN:
        return float((unit.bases + 1) // 2 * unit.depth + BASE_WIDTH)
    return float(unit.bases * BASE_WIDTH * (1.0 if unit.formation == SKIRMISH else 0.5) + unit.depth)


def surely_apart(a: Unit, b: Unit, inches: float) -> bool:
    """A quick sieve: are two open units farther apart than some inches, whatever their facings?"""
    if a.wagons or b.wagons or a.inside or b.inside:
        return False
    limit = 100 * (span(a) + span(b) + inches)
    dx, dy = a.x - b.x, a.y - b.y
    return dx * dx + dy * dy > limit * limit


_gaps = Memory()


def apart(g: RedActions, a: Unit, b: Unit) -> float:
    """B1, RA-BLD.8 The least distance between two units."""
    key = (
        table_key(g), a.x, a.y, a.facing, a.formation, a.bases, a.depth, a.place, a.rail,
        b.x, b.y, b.facing, b.formation, b.bases, b.depth, b.place, b.rail,
    )  # fmt: skip
    known: float | None = _gaps.get(key)
    if known is not None:
        return known
    if not (a.inside or b.inside):
        found = min(between_boxes(p, q) for p in blocks_of(g, a) for q in blocks_of(g, b))
    elif a.inside == b.inside:
        found = 0.0
    else:
        found = min(between(p, q) for p in outlines(g, a) for q in outlines(g, b))
    _gaps.keep(key, found)
    return found


def apart_from_point(g: RedActions, unit: Unit, p: Point) -> float:
    """Inches from a unit to a point."""
    if unit.inside:
        return to_outline(p, section(g, unit).points)
    return min(to_box(p, b) for b in blocks_of(g, unit))


def apart_from_feature(g: RedActions, unit: Unit, feature: Feature) -> float:
    """Inches from a unit to a piece of terrain."""
    if unit.inside == feature.name:
        return 0.0
    if feature.closed:
        return min(between(o, feature.points) for o in outlines(g, unit))
    return min(_to_open_line(o, feature) for o in outlines(g, unit))


def _to_open_line(outline: Outline, feature: Feature) -> float:
    strip = [(a, b, b) for a, b in feature.sides()]
    return min(between(outline, s) for s in strip)


def overlap(g: RedActions, a: Unit, b: Unit) -> bool:
    """Do two units stand on the same ground?"""
    if a.inside or b.inside:
        return bool(a.inside and a.inside == b.inside)
    if surely_apart(a, b, 0.0):
        return False
    return any(boxes_overlap(p, q) for p in blocks_of(g, a) for q in blocks_of(g, b))


@lru_cache(maxsize=50_000)
def _level(key: str, p: Point) -> int:
    return level_at(TABLES[key], p, LEVELS)


def level(g: RedActions, unit: Unit) -> int:
    """B1 The level of the highest hill under a unit's centre."""
    return _level(table_key(g), centre(g, unit))


def on_the_table(g: RedActions, unit: Unit) -> bool:
    """Is every base on the table?"""
    table = g.table
    return all(
        -0.005 <= x <= table.width + 0.005 and -0.005 <= y <= table.height + 0.005
        for b in blocks_of(g, unit)
        for x, y in b.corners
    )


def meets_section(g: RedActions, unit: Unit, feature: Feature) -> bool:
    """Does an open unit stand partly in an area?"""
    return any(outlines_meet(b.corners, feature.points) for b in blocks_of(g, unit))


def stored(point: Point) -> tuple[int, int]:
    """A point as the record holds it."""
    return hundredths(point[0]), hundredths(point[1])
