"""B1 Bodies on the table: the bases of a unit, its centre, distances, and the ground it stands on."""

from __future__ import annotations

import math
from collections import defaultdict
from functools import cached_property, lru_cache

from grognard.board.bases import COLUMN, FILE, SKIRMISH, along, centre_of, places, places_on_trail
from grognard.board.inches import (
    QUARTER,
    Box,
    Outline,
    Point,
    ahead,
    at_least,
    at_most,
    between,
    between_boxes,
    box,
    boxes_overlap,
    distance,
    facing_to,
    heading,
    nearest_on,
    to_box,
    to_outline,
    turn_between,
)
from grognard.board.tabletop import Feature, level_at
from grognard.engine.memory import Memory
from grognard.games.red_actions.rules.data import BASE_DEPTH, BASE_WIDTH, FORMATIONS, LEVELS, TABLES
from grognard.games.red_actions.rules.state import PICK_UP, RedActions, Unit

ON_ROAD = float(FORMATIONS["on_road_tolerance"])
WAGON_LENGTH = float(BASE_DEPTH["train"])
SIEVE = 0.01  # what a quick sieve allows beyond the limit it is asked about
BUILDINGS = frozenset({"building_wood", "building_stone"})


class Body:
    """What the place of a unit makes of it on its table. Units that stand alike share one, so it serves as a key."""

    def __init__(self, key: str, unit: Unit) -> None:
        self.key, self.inside, self.point = key, unit.inside, unit.point
        self.facing, self.formation, self.count, self.depth = unit.facing, unit.formation, unit.bases, unit.depth
        self.rail, self.wagons = unit.rail_inches, len(unit.wagons)
        self.hub = self._hub()
        self.span = self._span()

    def _hub(self) -> Point:
        """The point that distances are first sieved by: the anchor, the middle of a section or of a train."""
        if self.wagons:
            half = self.wagons * WAGON_LENGTH / 2
            return along(TABLES[self.key].of_type("railway")[0].points, max(0.0, self.rail - half))
        return TABLES[self.key].features[self.inside].centre if self.inside else self.point

    def _span(self) -> float:
        """No part of it is farther from its hub than this."""
        if self.inside:
            return max(distance(self.hub, p) for p in TABLES[self.key].features[self.inside].points) + SIEVE
        if self.wagons:
            return float(self.wagons * WAGON_LENGTH + BASE_WIDTH)
        if self.formation == FILE:
            return float(self.count * self.depth + BASE_WIDTH)
        if self.formation == COLUMN:
            return float((self.count + 1) // 2 * self.depth + BASE_WIDTH)
        return float(self.count * BASE_WIDTH * (1.0 if self.formation == SKIRMISH else 0.5) + self.depth)

    @cached_property
    def bases(self) -> tuple[Box, ...]:
        """Every base as a box. A unit inside a section has no bases on the table: ask for its outline."""
        if self.wagons:
            return train_bases(self.key, self.rail, self.wagons)
        if self.formation == FILE and self.count > 1:
            return _file(self.key, self.point, self.facing, self.count, self.depth)
        return places(self.point, self.facing, self.formation, self.count, BASE_WIDTH, self.depth)

    @cached_property
    def blocks(self) -> tuple[Box, ...]:
        """The ground the bases cover, as few boxes as will do."""
        if self.wagons or self.formation in (FILE, SKIRMISH) or self.count == 1:
            return self.bases
        if self.formation != COLUMN:
            return (box(self.point, self.facing, self.count * BASE_WIDTH, self.depth),)
        full = self.count // 2
        found = [box(self.point, self.facing, 2 * BASE_WIDTH, full * self.depth)]
        if self.count % 2:
            found.append(box(ahead(self.point, self.facing, -full * self.depth), self.facing, BASE_WIDTH, self.depth))
        return tuple(found)

    @cached_property
    def centre(self) -> Point:
        """B1 The mean of the base centres; in a section, its middle."""
        return TABLES[self.key].features[self.inside].centre if self.inside else centre_of(self.bases)

    @cached_property
    def swing(self) -> float:
        """No part of it is farther from its centre than this, however it turns or deploys to shoot."""
        if self.inside or self.wagons:
            return self.span
        shift = distance(self.centre, self.point)
        deployed = self.count * BASE_WIDTH / 2 + self.depth if self.formation == COLUMN else 0.0
        turned = max(distance(self.centre, p) for b in self.bases for p in b.corners)
        loose = shift + self.span if self.formation in (SKIRMISH, FILE) else 0.0  # a file bends along a road
        return max(turned, shift + deployed, loose) + SIEVE

    def clearance(self, other: Body) -> float:
        """At least so many inches lie between two units, however the first turns to shoot."""
        return distance(self.centre, other.hub) - self.swing - other.span

    def may_point_at(self, facing: int, half_angle: int, other: Body) -> bool:
        """A quick sieve: could any base have any part of another in an arc, turned to a facing about the centre?"""
        far, spread = distance(self.centre, other.hub), self.swing + other.span
        if far <= spread or (self.formation == FILE and self.count > 1):
            return True
        off = turn_between(facing_to(self.centre, other.hub), facing)
        return off <= half_angle + math.degrees(math.asin(spread / far)) * 10 + 5

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """RA-SHO.47 What can be seen of it in the open: centre and corners of every base."""
        return tuple(p for b in self.bases for p in (b.centre, *b.corners))

    @cached_property
    def level(self) -> int:
        """B1 The level of the highest hill under the centre."""
        return level_at(TABLES[self.key], self.centre, LEVELS)

    @cached_property
    def outlines(self) -> tuple[Outline, ...]:
        """The ground it takes, as closed outlines."""
        if self.inside:
            return (TABLES[self.key].features[self.inside].points,)
        return tuple(b.corners for b in self.blocks)

    @cached_property
    def areas(self) -> tuple[tuple[Feature, ...], ...]:
        """The areas under the centre of each base."""
        return tuple(tuple(TABLES[self.key].areas_at(b.centre)) for b in self.bases)

    @cached_property
    def houses(self) -> tuple[str, ...]:
        """The building sections that hold the centre of a base."""
        if not TABLES[self.key].areas_across(self.point, self.point, self.span, BUILDINGS):
            return ()
        return tuple({f.name: f for under in self.areas for f in under if f.type in BUILDINGS})

    def surely_apart(self, other: Body, inches: float) -> bool:
        """A quick sieve: are two units farther apart than some inches, whatever their facings?"""
        limit = self.span + other.span + inches + SIEVE
        dx, dy = self.hub[0] - other.hub[0], self.hub[1] - other.hub[1]
        return dx * dx + dy * dy > limit * limit

    def overlaps(self, other: Body) -> bool:
        """Do two stand on the same ground?"""
        if self.inside or other.inside:
            return bool(self.inside and self.inside == other.inside)
        if self.surely_apart(other, 0.0):
            return False
        return any(boxes_overlap(p, q) for p in self.blocks for q in other.blocks)


_bodies: defaultdict[str, Memory] = defaultdict(Memory)
_stances = Memory()


def body(g: RedActions, unit: Unit) -> Body:
    """The body of a unit as it stands; the same object for every unit that stands like it."""
    table = table_key(g)
    known: Body | None = _bodies[table].get(unit)
    if known is not None:
        return known
    key = (
        table, unit.x, unit.y, unit.facing, unit.formation, unit.bases, unit.depth, unit.place, unit.rail,
        len(unit.wagons),
    )  # fmt: skip
    found: Body = _stances.get(key) or _stances.keep(key, Body(table, unit))
    _bodies[table].keep(unit, found)
    return found


def crowd(g: RedActions) -> tuple[tuple[Unit, Body], ...]:
    """Every combat unit on the table with its body, in the order of the state; kept until a unit changes."""
    return g.recall("crowd", lambda: tuple((u, body(g, u)) for u in g.troops()))


def crowd_near(g: RedActions, stands: Body, inches: float) -> list[tuple[Unit, Body]]:
    """Those of the crowd that may be within some inches of a body."""
    (x, y), reach = stands.hub, stands.span + inches + SIEVE
    found = []
    for u, other in crowd(g):
        hub, limit = other.hub, reach + other.span
        dx, dy = hub[0] - x, hub[1] - y
        if dx * dx + dy * dy <= limit * limit:
            found.append((u, other))
    return found


def foes_of(g: RedActions, side: str) -> list[tuple[Unit, Body]]:
    """The enemies a side knows on the table, with their bodies."""
    return [(u, stands) for u, stands in crowd(g) if u.side != side and not u.hidden]


def bases_of(g: RedActions, unit: Unit) -> tuple[Box, ...]:
    """Every base of a unit as a box."""
    return body(g, unit).bases


def blocks_of(g: RedActions, unit: Unit) -> tuple[Box, ...]:
    """The ground the bases of a unit cover, as few boxes as will do."""
    return body(g, unit).blocks


def ruins(g: RedActions) -> frozenset[str]:
    """RA-TER.46 The sections that have collapsed."""
    return frozenset(g.collapsed)


@lru_cache(maxsize=20_000)
def _file(key: str, anchor: Point, facing: int, bases: int, depth: float) -> tuple[Box, ...]:
    """A road column, bent along the road it stands on."""
    trail = road_trail(key, anchor, facing)
    if trail is None:
        return places(anchor, facing, FILE, bases, BASE_WIDTH, depth)
    return places_on_trail(trail, bases, BASE_WIDTH, depth)


def road_trail(key: str, anchor: Point, facing: int) -> list[Point] | None:
    """The road under an anchor, followed to the rear of a facing; None off the road."""
    if not TABLES[key].near_line(anchor, "road", ON_ROAD):
        return None
    for road in TABLES[key].of_type("road"):
        for i, (a, b) in enumerate(road.sides()):
            foot = nearest_on(anchor, a, b)
            if not at_most(distance(anchor, foot), ON_ROAD):
                continue
            onward = turn_between(facing_to(a, b), facing) <= QUARTER
            rest = road.points[i::-1] if onward else road.points[i + 1 :]
            trail = [anchor, *[p for p in rest if p != anchor]]
            return trail if len(trail) > 1 else None
    return None


@lru_cache(maxsize=5_000)
def train_bases(key: str, rail: float, count: int) -> tuple[Box, ...]:
    """RA-VEH.7 The vehicles of a train along the railway, from its leading end back."""
    line = TABLES[key].of_type("railway")[0].points
    found = []
    for i in range(count):
        front = along(line, max(0.0, rail - i * WAGON_LENGTH))
        rear = along(line, max(0.0, rail - (i + 1) * WAGON_LENGTH))
        found.append(box(front, facing_to(rear, front), BASE_WIDTH, WAGON_LENGTH))
    return tuple(found)


def table_key(g: RedActions) -> str:
    return g.options["table"] if g.scenario_id == PICK_UP else g.scenario_id


def section(g: RedActions, unit: Unit) -> Feature:
    """The building section a unit is in."""
    return g.table.features[unit.inside]


def centre(g: RedActions, unit: Unit) -> Point:
    """B1 The mean of the base centres; in a section, its middle."""
    return body(g, unit).centre


_gaps = Memory()


def apart(g: RedActions, a: Unit, b: Unit) -> float:
    """B1, RA-BLD.8 The least distance between two units."""
    one, other = body(g, a), body(g, b)
    known: float | None = _gaps.get((one, other))
    if known is not None:
        return known
    if not (one.inside or other.inside):
        found = min(between_boxes(p, q) for p in one.blocks for q in other.blocks)
    elif one.inside == other.inside:
        found = 0.0
    else:
        found = min(between(p, q) for p in one.outlines for q in other.outlines)
    _gaps.keep((one, other), found)
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
    stands = body(g, unit)
    known: float | None = _gaps.get((stands, feature.name))
    if known is not None:
        return known
    if feature.closed:
        found = min(between(o, feature.points) for o in stands.outlines)
    else:
        found = min(_to_open_line(o, feature) for o in stands.outlines)
    _gaps.keep((stands, feature.name), found)
    return found


def near_feature(g: RedActions, unit: Unit, feature: Feature, inches: float) -> bool:
    """Is a unit within some inches of a piece of terrain? Most are told apart by where they stand alone."""
    stands = body(g, unit)
    if unit.inside != feature.name and feature.distance(stands.hub) > stands.span + inches + 2 * SIEVE:
        return False
    return at_most(apart_from_feature(g, unit, feature), inches)


def _to_open_line(outline: Outline, feature: Feature) -> float:
    strip = [(a, b, b) for a, b in feature.sides()]
    return min(between(outline, s) for s in strip)


def overlap(g: RedActions, a: Unit, b: Unit) -> bool:
    """Do two units stand on the same ground?"""
    return body(g, a).overlaps(body(g, b))


def level(g: RedActions, unit: Unit) -> int:
    """B1 The level of the highest hill under a unit's centre."""
    return body(g, unit).level


def on_the_table(g: RedActions, unit: Unit) -> bool:
    """Is every base on the table?"""
    table = g.table
    stands = body(g, unit)
    (x, y), far = stands.hub, stands.span
    if far <= x <= table.width - far and far <= y <= table.height - far:
        return True
    corners = (p for b in stands.blocks for p in b.corners)
    return all(at_least(min(x, y), 0) and at_most(x, table.width) and at_most(y, table.height) for x, y in corners)


def turned(g: RedActions, unit: Unit, facing: int) -> Unit:
    """The unit turned about its centre."""
    here = centre(g, unit)
    fx, fy = heading(unit.facing)
    forward = (unit.point[0] - here[0]) * fx + (unit.point[1] - here[1]) * fy
    return unit.at(ahead(here, facing, forward), facing)
