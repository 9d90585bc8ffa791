"""The body of a unit on the inch table: its bases, what they cover, how far they reach, and quick sieves."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import count
from typing import Self

from grognard.board.inches.formations import COLUMN, FILE, SKIRMISH, along, centre_of, places, places_on_trail
from grognard.board.inches.geometry import (
    CIRCLE,
    QUARTER,
    Box,
    Outline,
    Point,
    at_least,
    at_most,
    bearing,
    box,
    boxes_overlap,
    distance,
    distance_between_outlines,
    distance_to_clear,
    facing_to,
    nearest_on,
    nearest_point_of_box,
    point_ahead,
    point_beside,
    to_box,
    to_outline,
    turn_between,
)
from grognard.board.inches.intersections import any_overlap, least_between
from grognard.board.inches.linear_features import trail_back
from grognard.board.inches.terrain_table import Feature, Table, nearest_of, spans_in
from grognard.engine.core.cache import kept

NUMBERS = count()  # of bodies: a key of numbers alone is none of the garbage collector's business
ROUNDED = 0.02  # no place that is rounded twice is farther off than this
SIEVE = 0.01  # what a quick sieve allows beyond the limit it is asked about


class Body:
    """Bases in a formation at an anchor; coupled one behind another on a `line`, or inside a `house`."""

    width: float  # of a base
    road = "road"  # the type of line that a file bends along
    on_road = 0.5  # and how near to it it must stand

    def __init__(
        self,
        table: Table,
        point: Point,
        facing: int,
        formation: str,
        count: int,
        depth: float,
        house: Feature | None = None,
        line: Outline = (),
        lead: float = 0.0,
    ) -> None:
        self.table, self.point, self.facing, self.formation = table, point, facing, formation
        self.count, self.depth, self.house, self.line, self.lead = count, depth, house, line, lead
        self.inside = house.name if house else ""
        self.number = next(NUMBERS)
        self.hub = self._hub()
        self.span = self._span()

    def _hub(self) -> Point:
        """The point that distances are first sieved by: the anchor, the middle of a house or of what is coupled."""
        if self.line:
            return along(self.line, max(0.0, self.lead - self.count * self.depth / 2))
        return self.house.centre if self.house else self.point

    def _span(self) -> float:
        """No part of it is farther from its hub than this."""
        if self.house:
            return max(distance(self.hub, p) for p in self.house.points) + SIEVE
        if self.line or self.formation == FILE:
            return self.count * self.depth + self.width
        if self.formation == COLUMN:
            return (self.count + 1) // 2 * self.depth + self.width
        return self.count * self.width * (1.0 if self.formation == SKIRMISH else 0.5) + self.depth

    @kept
    def bases(self) -> tuple[Box, ...]:
        """Every base as a box. A body inside a house has none on the table: ask for its outlines."""
        if self.line:
            return place_in_column(self.line, self.lead, self.count, self.width, self.depth)
        if self.formation == FILE and self.count > 1 and self.table.near_line(self.point, self.road, self.on_road):
            roads = [f.points for f in self.table.of_type(self.road)]
            trail = trail_back(roads, self.point, self.facing, self.on_road)
            if trail is not None:
                return places_on_trail(trail, self.count, self.width, self.depth)
        return places(self.point, self.facing, self.formation, self.count, self.width, self.depth)

    @kept
    def blocks(self) -> tuple[Box, ...]:
        """The ground the bases cover, as few boxes as will do."""
        if self.line or self.formation in (FILE, SKIRMISH) or self.count == 1:
            return self.bases
        if self.formation != COLUMN:
            return (box(self.point, self.facing, self.count * self.width, self.depth),)
        full = self.count // 2
        found = [box(self.point, self.facing, 2 * self.width, full * self.depth)]
        if self.count % 2:
            found.append(
                box(point_ahead(self.point, self.facing, -full * self.depth), self.facing, self.width, self.depth)
            )
        return tuple(found)

    @kept
    def rounds(self) -> tuple[tuple[float, float, float, Box], ...]:
        """These blocks, each with the middle and radius of a circle that holds it."""
        return tuple((*b.centre, b.half_width + b.half_depth, b) for b in self.blocks)

    @kept
    def centre(self) -> Point:
        """The mean of the base centres; in a house, its middle."""
        return self.house.centre if self.house else centre_of(self.bases)

    @kept
    def turning_radius(self) -> float:
        """No part of it is farther from its centre than this, however it turns or deploys to shoot."""
        if self.house or self.line:
            return self.span
        shift = distance(self.centre, self.point)
        deployed = self.count * self.width / 2 + self.depth if self.formation == COLUMN else 0.0
        turned = max(distance(self.centre, p) for b in self.blocks for p in b.corners)
        loose = shift + self.span if self.formation in (SKIRMISH, FILE) else 0.0  # a file bends along a road
        return max(turned, shift + deployed, loose) + SIEVE

    @kept
    def may_bend(self) -> bool:
        """Is it a file that may bend along a road, however it turns about its centre?"""
        if self.formation != FILE or self.count == 1:
            return False
        near = self.table.sides_across(self.centre, self.centre, self.turning_radius + self.on_road)
        return any(line.type == self.road for _, line in near)

    def clearance(self, other: Self) -> float:
        """At least so many inches lie between two, however the first turns to shoot."""
        return other.gap_to_point(self.centre) - self.turning_radius

    def may_point_at(self, facing: int, half_angle: int, other: Self) -> bool:
        """A quick sieve: could any base have any part of another in an arc, turned to a facing about the centre?"""
        far, spread = distance(self.centre, other.hub), self.turning_radius + other.span
        if far <= spread or self.may_bend:
            return True
        off = turn_between(facing_to(self.centre, other.hub), facing)
        return off <= half_angle + math.degrees(math.asin(spread / far)) * 10 + 5

    @kept
    def points(self) -> tuple[Point, ...]:
        """What can be seen of it in the open: centre and corners of every base."""
        return tuple(p for b in self.bases for p in (b.centre, *b.corners))

    @kept
    def outlines(self) -> tuple[Outline, ...]:
        """The ground it takes, as closed outlines."""
        return (self.house.points,) if self.house else tuple(b.corners for b in self.blocks)

    @kept
    def areas(self) -> tuple[tuple[Feature, ...], ...]:
        """The areas under the centre of each base."""
        return tuple(tuple(self.table.areas_at(b.centre)) for b in self.bases)

    def is_beyond(self, other: Self, inches: float) -> bool:
        """A quick sieve: are two farther apart than some inches, whatever their facings?"""
        limit = self.span + other.span + inches + SIEVE
        dx, dy = self.hub[0] - other.hub[0], self.hub[1] - other.hub[1]
        return dx * dx + dy * dy > limit * limit

    def overlaps(self, other: Self) -> bool:
        """Do two stand on the same ground?"""
        if self.house or other.house:
            return self.house is not None and self.house == other.house
        if self.is_beyond(other, 0.0):
            return False
        return any_overlap(self.blocks, other.blocks)

    def overlaps_for(self, others: Iterable[Self], facing: int) -> float:
        """For how many inches at least of a straight way it overlaps some others, if it does so now."""
        pairs = ((p, q) for other in others for p in self.blocks for q in other.blocks)
        return max((distance_to_clear(p, q, facing) for p, q in pairs if boxes_overlap(p, q)), default=0.0)

    def stays_in(self, areas: Sequence[Feature], facing: int, most: float) -> float:
        """For how many inches at least of a straight way some base stays in the area that it is in."""
        return max((stays_within(b.centre, area, facing, most) for b in self.bases for area in areas), default=0.0)

    def gap_to(self, other: Self) -> float:
        """The least distance between two; none between two in one house."""
        if self.house and self.house == other.house:
            return 0.0
        if self.house or other.house:
            return min(distance_between_outlines(p, q) for p in self.outlines for q in other.outlines)
        return least_between(self.blocks, other.blocks)

    def gap_to_point(self, p: Point) -> float:
        """Inches to a point."""
        return to_outline(p, self.house.points) if self.house else min(to_box(p, b) for b in self.blocks)

    def gap_to_feature(self, feature: Feature) -> float:
        """Inches to a piece of terrain."""
        if self.house == feature:
            return 0.0
        strips = [feature.points] if feature.closed else [(a, b, b) for a, b in feature.sides()]
        return min(distance_between_outlines(outline, strip) for outline in self.outlines for strip in strips)

    def nearest(self, p: Point) -> Point:
        """The point of it nearest to p."""
        if self.house:
            return self.house.nearest(p)
        return nearest_of(p, [nearest_point_of_box(p, b) for b in self.blocks])

    def edge_facing(self, p: Point, way: int) -> int:
        """The facing square on to the edge of it that is nearest to a point, as near as can be to a way."""
        if self.house:
            along_it = facing_to(*min(self.house.sides(), key=lambda side: distance(p, nearest_on(p, *side))))
        else:
            along_it = min(self.blocks, key=lambda b: distance(p, nearest_point_of_box(p, b))).facing
        square = [(along_it + quarter) % CIRCLE for quarter in range(0, CIRCLE, QUARTER)]
        return min(square, key=lambda facing: (turn_between(facing, way), facing))

    def in_arc_of(self, p: Point, facing: int, half_angle: int) -> bool:
        """Does any corner, centre or nearest point of it lie within an arc from a point?"""
        if self.house:
            return bearing(p, facing, self.house.nearest(p)) <= half_angle
        points = (q for b in self.blocks for q in (b.centre, *b.corners, nearest_point_of_box(p, b)))
        return any(bearing(p, facing, q) <= half_angle for q in points)

    def clear_of(self, boxes: Sequence[Box], inches: float) -> bool:
        """Are its corners and centres at least so far from all of some boxes?"""
        xs, ys = zip(*(corner for b in boxes for corner in b.corners), strict=True)
        (x, y), far = self.point, self.span + inches
        if not (min(xs) - far <= x <= max(xs) + far and min(ys) - far <= y <= max(ys) + far):
            return True
        points = [p for b in self.blocks for p in (*b.corners, b.centre)]
        return all(at_least(to_box(p, b), inches) for p in points for b in boxes)

    def eyes(self, towards: Point) -> list[Point]:
        """Where it looks from: the front edges of its bases, or the nearest point of its house."""
        return [self.house.nearest(towards)] if self.house else [b.front for b in self.bases]

    def marks(self, origin: Point) -> list[Point]:
        """What can be seen of it from a point: centre and corners of its bases, the nearest first."""
        if self.house:
            return self.eyes(origin)
        near = sorted(self.bases, key=lambda b: distance(b.centre, origin))
        return [p for b in near for p in (b.centre, *b.corners)]

    def range_from(self, base: Box) -> float:
        """Inches from another's base to it, or to the house it is in."""
        if not self.house:
            return least_between((base,), self.blocks)
        edge = self.house.nearest(base.centre)
        return min(distance(c, edge) for c in (base.front, *base.corners))

    @kept
    def on_table(self) -> bool:
        """Is every base on the table?"""
        width, height = self.table.width, self.table.height
        (x, y), far = self.hub, self.span
        if far <= x <= width - far and far <= y <= height - far:
            return True
        corners = (p for b in self.blocks for p in b.corners)
        return all(at_least(min(x, y), 0) and at_most(x, width) and at_most(y, height) for x, y in corners)


def place_in_column(line: Outline, lead: float, count: int, width: float, depth: float) -> tuple[Box, ...]:
    """Bases one behind another along a line, from its leading end back."""
    found = []
    for i in range(count):
        front, rear = along(line, max(0.0, lead - i * depth)), along(line, max(0.0, lead - (i + 1) * depth))
        found.append(box(front, facing_to(rear, front), width, depth))
    return tuple(found)


def stays_within(p: Point, area: Feature, facing: int, most: float) -> float:
    """For how many inches at least of a straight way from a point one stays in an area; none, if it is not there."""
    starts = [point_beside(p, facing, off) for off in (-ROUNDED, ROUNDED)]
    ways = [spans_in(start, point_ahead(start, facing, most), [area]) for start in starts]
    return min(way[0].end for way in ways) - ROUNDED if all(way and way[0].start == 0 for way in ways) else 0.0
