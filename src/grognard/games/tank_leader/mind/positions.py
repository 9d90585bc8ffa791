"""Where a unit that is being set up would like to stand: used by the doctrine alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.engine.core.fact import fact
from grognard.games.tank_leader.mind.distances import FAR, crow_flies, way_costs
from grognard.games.tank_leader.mind.ground_value import Errand, Hope, best_hexes
from grognard.games.tank_leader.mind.purpose import Purpose
from grognard.games.tank_leader.rules.data import GRID
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import Conditions, country_of

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
    """What each hex is worth to a type of unit with a purpose whoever else is there; found when it is asked."""

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
