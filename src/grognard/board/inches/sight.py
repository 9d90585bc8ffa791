"""Lines of sight between bodies on the inch table: what of one is seen from a point of another, and how far off."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from grognard.board.inches.bodies import Body
from grognard.board.inches.geometry import Box, Point, between_boxes
from grognard.board.inches.intersections import Veil, clear_to_any, near_way
from grognard.board.inches.terrain_table import Blinds, level_at

UNSEEN = 9999.0  # inches to what is not seen at all


class Screen(NamedTuple):
    """What may come between an eye and a body: other bodies, and ground that hides."""

    eye: Point
    target: Body
    bodies: list[Box]
    ground: list[Veil]
    edge: float  # how far one looks out of a wood of one's own
    level_at: Callable[[Point], int]

    @property
    def empty(self) -> bool:
        return not self.bodies and not self.ground

    def clears(self, marks: Iterable[Point]) -> bool:
        """Is the line to any of some marks clear?"""
        return clear_to_any(self.eye, marks, self.bodies, self.ground, self.edge, self.level_at)

    def shows(self) -> bool:
        """Is there one clear line to any mark of the target?"""
        return self.empty or self.clears(self.target.marks(self.eye))

    def range_from(self, base: Box) -> float:
        """Inches from a base to the nearest base of the target that the eye sees, or to the house it is in."""
        if self.empty or self.target.house:
            return self.target.range_from(base) if self.shows() else UNSEEN
        if not self.clears(self.target.points):
            return UNSEEN
        near = sorted((between_boxes(base, b), b) for b in self.target.bases)
        return next((gap for gap, b in near if self.clears((b.centre, *b.corners))), UNSEEN)


def nothing_between(one: Body, other: Body, blinds: Blinds) -> bool:
    """A quick sieve: is there surely no ground that hides between any part of two bodies?"""
    return not one.table.areas_along(one.hub, other.hub, max(one.span, other.span), blinds.types)


def screen(eye: Point, target: Body, others: Iterable[Body], blinds: Blinds, ignore: frozenset[str]) -> Screen:
    """Whatever of some other bodies and of the table may stand before a target; what is in `ignore` hides nobody."""
    table, (hub, span) = target.table, (target.hub, target.span)
    near = near_way([row for other in others for row in other.rounds], eye, hub, span)
    ground = [blinds.veil(f) for f in table.areas_along(eye, hub, span, blinds.types) if f.name not in ignore]
    return Screen(eye, target, near, ground, blinds.edge, partial(level_at, table, levels=blinds.level))
