"""B1 Bodies on the table: the bases of a unit, its centre, distances, and the ground it stands on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import partial

from grognard.board.inches import bodies as shapes
from grognard.board.inches.bodies import SIEVE
from grognard.board.inches.geometry import Point, at_most, close_by, distance, heading, point_ahead
from grognard.board.inches.terrain_table import Feature, Table, level_at
from grognard.engine.core.cache import Book, Memory, kept
from grognard.engine.core.fact import fact
from grognard.games.red_actions.rules.data import BASE_DEPTH, BASE_WIDTH, FORMATIONS, LEVELS
from grognard.games.red_actions.rules.data import BUILDINGS as BUILDINGS
from grognard.games.red_actions.rules.state import RedActions, Unit, is_out

ON_ROAD = float(FORMATIONS["on_road_tolerance"])
WAGON_LENGTH = float(BASE_DEPTH["train"])
NONE: frozenset[str] = frozenset()


class Body(shapes.Body):
    """What the place of a unit makes of it on its table. Units that stand alike share one, so it serves as a key."""

    width = BASE_WIDTH
    on_road = ON_ROAD

    @kept
    def level(self) -> int:
        """B1 The level of the highest hill under the centre."""
        return level_at(self.table, self.centre, LEVELS)

    @kept
    def drawn(self) -> tuple[tuple[float, float, float, float, float], ...]:
        """Its bases as a view shows them: the middle, the facing in degrees, width and depth."""
        return tuple(
            (round(b.centre[0], 2), round(b.centre[1], 2), b.facing / 10, 2 * b.half_width, 2 * b.half_depth)
            for b in self.bases
        )

    @kept
    def houses(self) -> tuple[str, ...]:
        """The building sections that hold the centre of a base."""
        if not self.table.areas_across(self.point, self.point, self.span, BUILDINGS):
            return ()
        return tuple({f.name: f for under in self.areas for f in under if f.type in BUILDINGS})


def body(g: RedActions, unit: Unit) -> Body:
    """The body of a unit as it stands; the same object for every unit that stands like it."""
    known: Body = _bodies[g.ground or g.table][unit]
    return known


def body_on(table: Table, unit: Unit) -> Body:
    """The body of a unit as it stands on a table."""
    known: Body = _bodies[table][unit]
    return known


def _bodied(table: Table, unit: Unit) -> Body:
    key = (
        *(unit.x, unit.y, unit.facing, unit.formation, unit.bases, unit.depth, unit.place, unit.rail),
        len(unit.wagons),
    )
    known: Body = _stances[table].recall(key, lambda: _body(table, unit))
    return known


_bodies = Book(lambda table: Book(partial(_bodied, table)))
_stances = Book(lambda table: Memory())


def _body(table: Table, unit: Unit) -> Body:
    house = table.features[unit.inside] if unit.inside else None
    line = table.of_type("railway")[0].points if unit.wagons else ()
    count = len(unit.wagons) or unit.bases
    return Body(table, unit.point, unit.facing, unit.formation, count, unit.depth, house, line, unit.rail_inches)


Standing = tuple[Unit, Body]
Circle = tuple[float, float, float, Standing]  # x, y and radius of what surely holds it


@fact
def circles(g: RedActions) -> list[Circle]:
    """Every combat unit on the table, with a circle that holds it, in the order of the state."""
    return _circled(g, g.pieces.values())


def _circled(g: RedActions, units: Iterable[Unit]) -> list[Circle]:
    """Combat units on the table with circles that hold them."""
    return [*filter(None, map(_circles[g.ground or g.table].__getitem__, units))]


def circle_on(table: Table, unit: Unit) -> Circle | None:
    """A circle that holds a unit on a table; None if it is not out there."""
    known: Circle | None = _circles[table][unit]
    return known


def _circle(table: Table, unit: Unit) -> Circle | None:
    if not is_out(unit):
        return None
    stands = body_on(table, unit)
    return *stands.hub, stands.span, (unit, stands)


_circles = Book(lambda table: Book(partial(_circle, table), 5_000))


@fact
def crowd(g: RedActions) -> list[Standing]:
    """Every combat unit on the table with its body, in the order of the state."""
    return [row[3] for row in circles(g)]


def crowd_near(g: RedActions, stands: Body, inches: float) -> list[Standing]:
    """Those of the crowd that may be within some inches of a body."""
    return close_by(circles(g), stands.hub, stands.span + inches + SIEVE)


@fact
def foe_circles(g: RedActions, side: str) -> list[Circle]:
    """The enemies a side knows on the table, each with a circle that holds it."""
    return _circled(g, g.foes(side))


@fact
def foes_of(g: RedActions, side: str) -> list[Standing]:
    """The enemies a side knows on the table, with their bodies."""
    return [row[3] for row in foe_circles(g, side)]


def foes_near(g: RedActions, unit: Unit, inches: float) -> list[Standing]:
    """The enemies its side knows that may be within some inches of a unit, in the order of the state."""
    stands = body(g, unit)
    return close_by(foe_circles(g, unit.side), stands.hub, stands.span + inches + SIEVE)


def nearest_to(g: RedActions, unit: Unit, others: Iterable[Unit]) -> Unit | None:
    """Whoever of some units is nearest to a unit, centre to centre."""
    here = centre(g, unit)
    return min(others, key=lambda u: (distance(here, centre(g, u)), u.id), default=None)


def ruins(g: RedActions) -> frozenset[str]:
    """RA-TER.46 The sections that have collapsed."""
    return frozenset(g.collapsed) if g.collapsed else NONE


def section(g: RedActions, unit: Unit) -> Feature:
    """The building section a unit is in."""
    return g.table.features[unit.inside]


def centre(g: RedActions, unit: Unit) -> Point:
    """B1 The mean of the base centres; in a section, its middle."""
    return body(g, unit).centre


_gaps = Memory()
_near: defaultdict[tuple[Table, str, float], Memory] = defaultdict(lambda: Memory(2_000))


def apart(g: RedActions, a: Unit, b: Unit) -> float:
    """B1, RA-BLD.8 The least distance between two units."""
    return gap(body(g, a), body(g, b))


def gap(one: Body, other: Body) -> float:
    """B1, RA-BLD.8 The least distance between two bodies."""
    key = one.number, other.number
    known: float | None = _gaps.get(key)
    return known if known is not None else _gaps.keep(key, one.gap_to(other))


def near_feature(g: RedActions, unit: Unit, feature: Feature, inches: float) -> bool:
    """Is a unit within some inches of a piece of terrain?"""
    return any_near(g, (unit,), feature, inches)


def any_near(g: RedActions, units: Iterable[Unit], feature: Feature, inches: float) -> bool:
    """Is any of some units within some inches of a piece of terrain?"""
    kept = _near[g.table, feature.name, inches]
    for unit in units:
        near: bool | None = kept.get(unit)
        if near is None:
            near = kept.keep(unit, _near_feature(g, unit, feature, inches))
        if near:
            return True
    return False


def _near_feature(g: RedActions, unit: Unit, feature: Feature, inches: float) -> bool:
    """Most are told apart by where they stand alone."""
    stands = body(g, unit)
    if unit.inside != feature.name and feature.distance(stands.hub) > stands.span + inches + 2 * SIEVE:
        return False
    return at_most(_gaps.recall((stands.number, feature.name), lambda: stands.gap_to_feature(feature)), inches)


def overlap(g: RedActions, a: Unit, b: Unit) -> bool:
    """Do two units stand on the same ground?"""
    return body(g, a).overlaps(body(g, b))


def turned(g: RedActions, unit: Unit, facing: int) -> Unit:
    """The unit turned about its centre."""
    here = centre(g, unit)
    fx, fy = heading(unit.facing)
    forward = (unit.point[0] - here[0]) * fx + (unit.point[1] - here[1]) * fy
    return unit.at(point_ahead(here, facing, forward), facing)
