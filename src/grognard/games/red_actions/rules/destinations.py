"""Points and facings worth listing, of all that a move may lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from grognard.board.inches.geometry import (
    CIRCLE,
    QUARTER,
    Point,
    Spot,
    bearing,
    distance,
    facing_to,
    point_ahead,
    signed_turn,
)
from grognard.games.red_actions.rules.bodies import BUILDINGS, body, centre, foes_of
from grognard.games.red_actions.rules.move_path import (
    FREE_TURN,
    SHORT,
    Budget,
    Leg,
    plan,
    reach_towards,
    turn_towards,
    way_out,
)
from grognard.games.red_actions.rules.room import fits_indoors, room_in
from grognard.games.red_actions.rules.state import RedActions, Unit
from grognard.games.red_actions.rules.terrain import on_road
from grognard.games.red_actions.rules.trains import SHOT, train_points

APART = 1.0  # destinations nearer to one another than this are one choice
LONG = 1.5  # inches of a way from which on every other of the rose is farther off than that
MOST_HOUSES = 3  # that are listed
ROSE = (0, 450, -450, 1350, -1350)  # turns from the way it faces
LEAST, LESS = 0.4, 0.6  # inches worth a move, and the share that is tried where the whole is refused
ROUNDING = 0.02  # inches by which a point keeps inside the move
SLIGHT = 50  # tenths of a degree that are not worth a turn


def move_points(g: RedActions, unit: Unit, budget: Budget) -> Iterator[Point]:
    """Ahead and to both sides, back to both sides, and into houses."""
    if unit.wagons:
        yield from train_points(g, unit, SHOT if unit.fired else 1.0)
        return
    yield from reachable(g, unit, budget, rose(unit, budget))
    yield from indoors(g, unit, budget)


def rose(unit: Unit, budget: Budget) -> list[tuple[int, float]]:
    """The directions in which a move is listed, each with the distance wanted."""
    base = 0 if unit.inside else unit.facing
    return [((base + turn) % CIRCLE, budget.inches) for turn in ROSE]


def reachable(
    g: RedActions, unit: Unit, budget: Budget, ways: Iterable[tuple[int, float]], known: Iterable[Point] = ()
) -> Iterator[Point]:
    """Where a unit comes in some directions, with the distance wanted in each; points near one another are one."""
    return (point for point in reached(g, unit, budget, ways, known) if point is not None)


def reached(
    g: RedActions, unit: Unit, budget: Budget, ways: Iterable[tuple[int, float]], known: Iterable[Point] = ()
) -> Iterator[Point | None]:
    """Where a unit comes in each of some directions; None where it comes nowhere, or near to a point before."""
    seen = list(known)
    for facing, inches in ways:
        point = _reached(g, unit, budget, facing, inches, seen)
        if point is not None:
            seen.append(point)
        yield point


def _reached(
    g: RedActions, unit: Unit, budget: Budget, facing: int, inches: float, seen: Sequence[Point]
) -> Point | None:
    """The first point on a way that a unit can go to, and that is near to none of those seen."""
    start = way_out(g, unit, facing)
    for far in distances(g, unit, facing, inches, budget):
        if far < LEAST:
            continue
        point = Spot.at(point_ahead(start, facing, far - ROUNDING)).point
        if not any(distance(point, other) < APART for other in seen) and can_go(g, unit, point, budget):
            return point
    return None


def can_go(g: RedActions, unit: Unit, point: Point, budget: Budget) -> bool:
    """Is there a leg to a point?"""
    return isinstance(plan(g, unit, point, budget), Leg)


def distances(g: RedActions, unit: Unit, facing: int, inches: float, budget: Budget) -> Iterator[float]:
    """How far to try in a direction: all that is wished, what the ground allows, and somewhat less."""
    whole = min(inches, budget.inches - turn_towards(unit, facing, budget))
    open_ground = not g.table.areas_across(unit.point, point_ahead(unit.point, facing, whole))
    if open_ground:
        yield whole
    far = min(inches, reach_towards(g, unit, facing, budget))
    if not open_ground or far < whole - SHORT:
        yield far
    yield LESS * far


def indoors(g: RedActions, unit: Unit, budget: Budget) -> list[Point]:
    """The middles of sections that a unit can go into now."""
    return [middle for middle in houses_near(g, unit, budget) if can_go(g, unit, middle, budget)][:MOST_HOUSES]


def houses_near(g: RedActions, unit: Unit, budget: Budget) -> list[Point]:
    """The middles of sections in reach that have room for a unit."""
    if not fits_indoors(unit):
        return []
    here = centre(g, unit)
    near = g.table.areas_across(here, here, budget.inches + body(g, unit).span, BUILDINGS)
    standing = [f for f in near if f.name not in g.collapsed]
    in_reach = [f for f in standing if unit.inside or f.distance(unit.point) <= budget.inches]
    houses = [f for f in in_reach if room_in(g, f.name, unit.id, unit.side) >= unit.bases]
    return [Spot.at(f.centre).point for f in houses]


def useful_facings(g: RedActions, unit: Unit) -> list[int]:
    """Towards the nearest enemy, as far as a free turn goes."""
    turn = max(-FREE_TURN, min(FREE_TURN, turn_to_foe(g, unit)))
    return [(unit.facing + turn) % CIRCLE] if abs(turn) > SLIGHT else []


def first_facings(g: RedActions, unit: Unit) -> list[int]:
    """RA-MOV.4, RA-MOR.34 Those worth turning to at once: all the way to the nearest enemy too.

    Pinned rifles and sabres turn by a quarter or about.
    """
    turn = turn_to_foe(g, unit)
    if unit.pinned and unit.kind in ("rifles", "sabres"):
        quarters = round(turn / QUARTER) * QUARTER
        return [(unit.facing + quarters) % CIRCLE] if quarters else []
    far = [(unit.facing + turn) % CIRCLE] if abs(turn) > FREE_TURN and not unit.pinned else []
    return [*useful_facings(g, unit), *far]


def turn_to_foe(g: RedActions, unit: Unit) -> int:
    """The turn that would point a unit to the nearest enemy it knows of; 0 if there is none."""
    here = centre(g, unit)
    foes = [(distance(here, stands.centre), foe.id, stands.centre) for foe, stands in foes_of(g, unit.side)]
    return signed_turn(unit.facing, facing_to(here, min(foes)[2])) if foes else 0


def back_points(unit: Unit, budget: Budget) -> list[Point]:
    """RA-SHO.5, RA-MOV.10 After shooting: straight back, or straight on."""
    far = budget.inches if budget.prolong else budget.inches / 2
    return [point_ahead(unit.point, unit.facing, inches) for inches in (-far, far)]


def road_points(g: RedActions, unit: Unit, budget: Budget) -> list[Point]:
    """Corners of the road ahead that can still be reached in column."""
    if not on_road(g, unit, unit.point):
        return []
    corners = [p for road in g.table.of_type("road") for p in road.points]
    near = [p for p in corners if APART < distance(p, unit.point) <= budget.on_road()]
    before = [Spot.at(p).point for p in near if bearing(unit.point, unit.facing, p) <= QUARTER]
    return [p for p in before if can_go(g, unit, p, budget)][-2:]
