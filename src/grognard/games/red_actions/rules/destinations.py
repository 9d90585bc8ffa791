"""Points and facings worth listing, of all that a move may lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.board.inches import CIRCLE, QUARTER, Point, Spot, ahead, bearing, distance, facing_to, signed_turn
from grognard.games.red_actions.rules.bodies import BUILDINGS, body, centre, nearest_to
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
from grognard.games.red_actions.rules.room import room_in
from grognard.games.red_actions.rules.state import RedActions, Unit, is_foot
from grognard.games.red_actions.rules.terrain import on_road
from grognard.games.red_actions.rules.trains import SHOT, train_points

APART = 1.0  # destinations nearer to one another than this are one choice
ROSE = (0, 450, -450, 1350, -1350)  # turns from the way it faces
LEAST, LESS = 0.4, 0.6  # inches worth a move, and the share that is tried where the whole is refused
ROUNDING = 0.02  # inches by which a point keeps inside the move
SLIGHT = 50  # tenths of a degree that are not worth a turn


def move_points(g: RedActions, unit: Unit, budget: Budget) -> Iterator[Point]:
    """Ahead and to both sides, back to both sides, and into houses."""
    if unit.wagons:
        yield from train_points(g, unit, SHOT if unit.fired else 1.0)
        return
    base = 0 if unit.inside else unit.facing
    yield from reachable(g, unit, budget, (((base + turn) % CIRCLE, budget.inches) for turn in ROSE))
    yield from indoors(g, unit, budget)


def reachable(
    g: RedActions, unit: Unit, budget: Budget, ways: Iterable[tuple[int, float]], known: Iterable[Point] = ()
) -> Iterator[Point]:
    """Where a unit comes in some directions, with the distance wanted in each; points near one another are one."""
    seen = list(known)
    for facing, inches in ways:
        start = way_out(g, unit, facing)
        for far in distances(g, unit, facing, inches, budget):
            point = Spot.at(ahead(start, facing, far - ROUNDING)).point
            if far < LEAST or any(distance(point, other) < APART for other in seen):
                continue
            if isinstance(plan(g, unit, point, budget), Leg):
                seen.append(point)
                yield point
                break


def distances(g: RedActions, unit: Unit, facing: int, inches: float, budget: Budget) -> Iterator[float]:
    """How far to try in a direction: all that is wished, what the ground allows, and somewhat less."""
    whole = min(inches, budget.inches - turn_towards(unit, facing, budget))
    open_ground = not g.table.areas_across(unit.point, ahead(unit.point, facing, whole))
    if open_ground:
        yield whole
    far = min(inches, reach_towards(g, unit, facing, budget))
    if not open_ground or far < whole - SHORT:
        yield far
    yield LESS * far


def indoors(g: RedActions, unit: Unit, budget: Budget) -> list[Point]:
    """The middles of sections that a foot unit can walk into now."""
    if not is_foot(unit):
        return []
    near = g.table.near(centre(g, unit), budget.inches + body(g, unit).span)
    houses = [f for f in near if g.kind_of(f) in BUILDINGS and room_in(g, f.name, unit.id, unit.side) >= unit.bases]
    reached = [f for f in houses if unit.inside or f.distance(unit.point) <= budget.inches]
    middles = (Spot.at(f.centre).point for f in reached)
    return [middle for middle in middles if isinstance(plan(g, unit, middle, budget), Leg)][:3]


def useful_facings(g: RedActions, unit: Unit) -> list[int]:
    """Towards the nearest enemy, as far as a free turn goes."""
    foe = nearest_to(g, unit, g.foes(unit.side))
    if foe is None:
        return []
    turn = signed_turn(unit.facing, facing_to(centre(g, unit), centre(g, foe)))
    turn = max(-FREE_TURN, min(FREE_TURN, turn))
    return [(unit.facing + turn) % CIRCLE] if abs(turn) > SLIGHT else []


def back_points(unit: Unit, budget: Budget) -> list[Point]:
    """RA-SHO.5, RA-MOV.10 After shooting: straight back, or straight on."""
    far = budget.inches if budget.prolong else budget.inches / 2
    return [ahead(unit.point, unit.facing, inches) for inches in (-far, far)]


def road_points(g: RedActions, unit: Unit, budget: Budget) -> list[Point]:
    """Corners of the road ahead that can still be reached in column."""
    if not on_road(g, unit, unit.point):
        return []
    corners = [p for road in g.table.of_type("road") for p in road.points]
    near = [p for p in corners if APART < distance(p, unit.point) <= budget.on_road()]
    before = [Spot.at(p).point for p in near if bearing(unit.point, unit.facing, p) <= QUARTER]
    return [p for p in before if isinstance(plan(g, unit, p, budget), Leg)][-2:]
