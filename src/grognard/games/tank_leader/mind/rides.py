"""When a ride pays: used by the doctrine alone."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.games.tank_leader.mind.distances import FAR, way_costs
from grognard.games.tank_leader.mind.purpose import situation_of
from grognard.games.tank_leader.rules.data import GRID, other
from grognard.games.tank_leader.rules.spotting import in_sight
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.transport import loadable

SAVED = 3.0  # turns on foot that a ride must save
CLOSE = 3  # hexes from where it is wanted at which a unit gets off
DANGER = 6  # hexes within which an enemy in sight stops all loading


def turns_to_goal(g: TankLeader, unit: Unit, mover: str, ma: int) -> float:
    """How many turns a way to the nearest hex that is to be taken would last."""
    goals = situation_of(g, unit.side).goals
    if not goals or not unit.hex:
        return 0.0
    return way_costs(g.conditions, mover, ma, goals).get(unit.hex, FAR) / (2 * max(1, ma))


def ride_pays(g: TankLeader, vehicle: Unit, unit: Unit) -> bool:
    """13.3 Would riding save the unit several turns, with no enemy near who could shoot at both?"""
    if unit.what.kind == "fo" or not vehicle.what.truck:
        return False
    if not vehicle.hex:
        return True  # 5.3 off the map nobody shoots, and a gun does not come on by itself
    if exposed(g, vehicle.hex, vehicle.side):
        return False
    by_road = turns_to_goal(g, vehicle, vehicle.what.mover, vehicle.what.ma)
    left = situation_of(g, unit.side).turns_left
    return by_road < left and turns_to_goal(g, unit, "foot", 1) - by_road >= SAVED


def exposed(g: TankLeader, h: Hex, side: str) -> bool:
    """Is an enemy in sight and close by?"""
    foes = other(side)
    return any(GRID.distance(h, at) <= DANGER and g.side_here(at, foes) and in_sight(g, h, at) for at in g.at)


def has_a_fare(g: TankLeader, vehicle: Unit) -> bool:
    """Is somebody beside the vehicle whom a ride would serve?"""
    return any(ride_pays(g, vehicle, unit) for unit in loadable(g, vehicle))


def should_get_off(g: TankLeader, vehicle: Unit) -> bool:
    """13.31 Is the vehicle near the goal of its passengers, or in danger?"""
    goals = situation_of(g, vehicle.side).goals
    near = any(GRID.distance(vehicle.place, goal) <= CLOSE for goal in goals)
    return near or not goals or exposed(g, vehicle.place, vehicle.side)
