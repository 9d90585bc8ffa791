"""Where a unit that is being set up would like to stand: used by the doctrine alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.engine.core.fact import fact
from grognard.games.tank_leader.mind.ground_value import FAR, Errand, Hope, best_hexes, crow_flies, way_costs
from grognard.games.tank_leader.mind.purpose import Purpose, situation_of
from grognard.games.tank_leader.rules.data import GRID, other
from grognard.games.tank_leader.rules.move_paths import ReachableHexes, blocked, fresh_move, must_roll, why_not_move
from grognard.games.tank_leader.rules.spotting import in_sight
from grognard.games.tank_leader.rules.state import Move, TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import Conditions, country_of
from grognard.games.tank_leader.rules.transport import loadable

BY_WALKERS = 5.0  # what it is worth to a truck to stand with those on foot


class Draw(NamedTuple):
    """On what it hangs what each hex is worth to a type of unit with a purpose."""

    conditions: Conditions
    errand: Errand | None  # where there is something to reach
    marks: tuple[Hex, ...]  # what is to be taken and held
    pace: int
    shelter: float  # by which weights a hex is judged
    way: float
    near: float


class Lure(dict[Hex, float]):
    """What each hex is worth to a type of unit with a purpose, if it were alone; found when it is asked."""

    def __init__(self, draw: Draw) -> None:
        super().__init__()
        self.draw, self.cover = draw, country_of(draw.conditions).cover
        self.ways: Mapping[Hex, int] = way_costs(*draw.errand) if draw.errand else {}
        self.near: Mapping[Hex, int] = crow_flies(draw.marks) if draw.marks else {}

    def __missing__(self, h: Hex) -> float:
        found = self[h] = self.comfort(h) - self.far(h)
        return found

    def far(self, h: Hex) -> float:
        """How far it is to the purpose, by the way and as the crow flies."""
        near = self.near[h] if self.near else 0
        way = self.ways.get(h, FAR) if self.ways else near * 2
        return self.draw.way * way / self.draw.pace + self.draw.near * near

    def comfort(self, h: Hex) -> float:
        """What the cover of a hex is worth."""
        return self.draw.shelter if self.cover[h] else 0.0


lure_of = lru_cache(100)(Lure)


class Camp:
    """Where a unit that is being set up would like to stand."""

    def __init__(self, g: TankLeader, unit: Unit) -> None:
        purpose = Purpose(g, unit)
        now, self.weights, self.held = purpose.situation, purpose.weights.camp, purpose.situation.held
        shelter = self.weights["cover vehicle" if unit.vehicle else "cover"]
        worth = shelter, self.weights["way"], self.weights["near"]
        self.lure = lure_of(Draw(g.conditions, purpose.errand, now.goals + now.held, purpose.pace, *worth))
        friends = [u for u in g.pieces_of(unit.side).values() if u.hex]
        self.mates = list({u.hex for u in friends if u.card == unit.card})
        walkers = {u.hex for u in friends if not u.vehicle and u.hex not in now.held} if unit.what.truck else set()
        self.walkers = walkers if now.goals else set()
        self.crowd: dict[Hex, int] = {}
        for friend in friends:
            self.crowd[friend.hex] = self.crowd.get(friend.hex, 0) + 1

    def value(self, h: Hex) -> float:
        """Towards the purpose, in cover, not crowded, with its company."""
        camp, crowd = self.weights, self.crowd.get(h, 0)
        apart = min([GRID.distance(h, x) for x in self.mates]) if self.mates else 0
        held = camp["hold"] if h in self.held and not crowd else 0.0
        if h in self.walkers:
            held += BY_WALKERS
        far = self.lure.far(h) + camp["apart"] * max(0, apart - 1)
        return -far + self.lure.comfort(h) - camp["crowd"] * crowd + held

    def best_of(self, hexes: Sequence[Hex]) -> set[Hex]:
        """The best of some hexes: most are worth no more than they would be if nobody were there."""
        hope = Hope(self.lure, self.weights["hold"] + BY_WALKERS, {*self.held, *self.walkers}.__contains__)
        return best_hexes(hexes, hope, self.value)[1]


@fact
def camp_of(g: TankLeader, unit: Unit) -> Camp:
    """Where a unit would like to be set up."""
    return Camp(g, unit)


# -------------------- Whether a unit had better move


def could_do_better(g: TankLeader, unit: Unit) -> bool:
    """Is there a hex to move to that suits a unit better than its own?"""
    return not has_arrived(g, unit) and somewhere_better(g, one_like(g, unit))


def has_arrived(g: TankLeader, unit: Unit) -> bool:
    """Is a unit where it should stay? Hardly anybody is, and of the others the purpose need not be known for it."""
    return unit.place in situation_of(g, unit.side).held and Purpose(g, unit).arrived


def one_like(g: TankLeader, unit: Unit) -> Unit:
    """7.2 The first of those in a hex that have the same to win by fire and movement: one of a stack stands for all."""
    here = g.at.get(unit.place, ())
    if len(here) < 2 or not unit.up or here[0] == unit.id:
        return unit
    before, common = map(g.pieces.__getitem__, takewhile(unit.id.__ne__, here)), in_common(unit)
    alike = [other for other in before if other.up and in_common(other) == common]
    if not alike or g.loaded(unit):
        return unit
    return next((other for other in alike if not g.loaded(other)), unit)


def in_common(unit: Unit) -> tuple[object, ...]:
    """7.2 By what units of a stack are told apart that win different things."""
    return unit.type, unit.card, unit.exp, unit.separated, unit.suppressed, unit.trench, unit.bound


@fact
def somewhere_better(g: TankLeader, unit: Unit) -> bool:
    """8 Where a unit could go; before an F-rated formation has rolled, the next hex is all that is certain."""
    if why_not_move(g, unit) is not None:
        return False
    purpose = Purpose(g, unit)
    if must_roll(g, unit):
        return any(purpose.worth(h) > purpose.least for h in _next_hexes(g, unit))
    ways = ReachableHexes(g, unit, fresh_move(g, unit))
    hexes = ways.hexes()
    better = purpose.better(hexes)
    if not purpose.risky(hexes):
        return any(better)
    return any(purpose.worth(h) - purpose.least > purpose.risk(ways.to(h)) for h in better)


def _next_hexes(g: TankLeader, unit: Unit) -> list[Hex]:
    """8.1 The hexes beside a unit that are open to it."""
    step, move, what = g.country.step, Move(unit.id), unit.what
    near = (h for h in GRID.neighbours[unit.hex] if step(unit.hex, h, what.mover, what.ma) is not None)
    return [h for h in near if not blocked(g, unit, move, h)]


# -------------------- When a ride pays

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
