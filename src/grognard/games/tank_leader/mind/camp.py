"""Where a unit that is being set up would like to stand: used by the doctrine alone."""

from __future__ import annotations

from grognard.board.hexgrid import Hex
from grognard.games.tank_leader.mind.distances import FAR, crow_flies
from grognard.games.tank_leader.mind.purpose import Purpose
from grognard.games.tank_leader.rules.data import GRID
from grognard.games.tank_leader.rules.state import TankLeader, Unit


class Camp:
    """Where a unit that is being set up would like to stand."""

    def __init__(self, g: TankLeader, unit: Unit) -> None:
        purpose = Purpose(g, unit)
        now, self.ways, self.pace, self.weights = purpose.situation, purpose.near, purpose.pace, purpose.weights.camp
        self.truck, self.shelter = unit.what.truck, self.weights["cover vehicle" if unit.vehicle else "cover"]
        self.cover, self.held = g.country.cover, now.held
        self.near = crow_flies(now.goals + now.held) if now.goals or now.held else {}
        friends = [u for u in g.pieces.values() if u.side == unit.side and u.hex]
        self.mates = list({u.hex for u in friends if u.card == unit.card})
        self.walkers = {u.hex for u in friends if not u.vehicle and u.hex not in now.held} if now.goals else set()
        self.crowd: dict[Hex, int] = {}
        for friend in friends:
            self.crowd[friend.hex] = self.crowd.get(friend.hex, 0) + 1

    def value(self, h: Hex) -> float:
        """Towards the purpose, in cover, not crowded, with its company."""
        near, camp = self.near[h] if self.near else 0, self.weights
        way = self.ways.get(h, FAR) if self.ways else near * 2
        apart = min([GRID.distance(h, x) for x in self.mates]) if self.mates else 0
        cover = self.shelter if self.cover[h] else 0.0
        crowd = self.crowd.get(h, 0)
        held = camp["hold"] if h in self.held and not crowd else 0.0
        if self.truck and h in self.walkers:
            held += 5.0
        far = camp["way"] * way / self.pace + camp["near"] * near + camp["apart"] * max(0, apart - 1)
        return -far + cover - camp["crowd"] * crowd + held


def camp_of(g: TankLeader, unit: Unit) -> Camp:
    """Where a unit would like to be set up, worked out once for each question."""
    return g.recall(("camp", unit.id), lambda: Camp(g, unit))
