"""Points and facings worth listing, of all that a move may lead to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.board.inches import (
    CIRCLE,
    QUARTER,
    Point,
    Spot,
    ahead,
    bearing,
    distance,
    facing_to,
    signed_turn,
    turn_between,
)
from grognard.games.red_actions.rules.bodies import BUILDINGS, body, centre, nearest_to
from grognard.games.red_actions.rules.move_path import (
    FREE_TURN,
    SHORT,
    Budget,
    Leg,
    plan,
    reach_towards,
    turn_price,
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
        start = way_out(g, unit, facing) if unit.inside else unit.point
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
    price = 0.0 if unit.inside else turn_price(unit, turn_between(unit.facing, facing), budget)
    whole = min(inches, budget.inches - price)
    start = unit.point
    open_ground = not g.table.areas_across(start, ahead(start, facing, whole))
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
    found = []
    for f in g.table.near(centre(g, unit), budget.inches + body(g, unit).span):
        if g.kind_of(f) not in BUILDINGS or room_in(g, f.name, unit.id, unit.side) < unit.bases:
            continue
        if not unit.inside and f.distance(unit.point) > budget.inches:
            continue
        middle = Spot.at(f.centre).point
        if isinstance(plan(g, unit, middle, budget), Leg):
            found.append(middle)
    return found[:3]


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
    if unit.inside:
        return []
    far = budget.inches if budget.prolong else budget.inches / 2
    return [ahead(unit.point, unit.facing, inches) for inches in (-far, far)]


def road_points(g: RedActions, unit: Unit, budget: Budget) -> list[Point]:
    """Corners of the road ahead that can still be reached in column."""
    if not on_road(g, unit, unit.point):
        return []
    found: list[Point] = []
    for road in g.table.of_type("road"):
        for p in road.points:
            near = distance(p, unit.point)
            if APART < near <= budget.on_road() and bearing(unit.point, unit.facing, p) <= QUARTER:
                corner = Spot.at(p).point
                if isinstance(plan(g, unit, corner, budget), Leg):
                    found.append(corner)
    return found[-2:]
