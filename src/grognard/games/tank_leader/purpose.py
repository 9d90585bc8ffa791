"""What a unit is after, and how near a hex brings it: used by the doctrine alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

from grognard.board.hexgrid import Hex
from grognard.engine import Ask
from grognard.games.tank_leader.control import scored_hexes
from grognard.games.tank_leader.data import GRID, MAP, other
from grognard.games.tank_leader.estimate import rough_threat
from grognard.games.tank_leader.spotting import in_sight
from grognard.games.tank_leader.stacking import examinable
from grognard.games.tank_leader.state import TankLeader, Unit
from grognard.games.tank_leader.terrain import Conditions, country_of, hexes_between
from grognard.games.tank_leader.victory import value

FAR = 1 << 20
NEAR_ENEMIES = 7  # how many enemies are looked at closely


@cache
def way_costs(conditions: Conditions, mover: str, ma: int, goal: Hex) -> dict[Hex, int]:
    """Half points from everywhere to a hex (as if every step cost the same both ways)."""
    found = country_of(conditions).step_costs(mover, max(1, ma)).reach(goal, 400)
    return {h: found[h] for h in found}


def exit_hexes(g: TankLeader, unit: Unit) -> list[Hex]:
    """15.5 Where this unit earns points by leaving: the road hexes of the edge, or the edge itself."""
    riders = g.passengers(unit.id) if unit.vehicle else []
    for row in g.scenario["vp"]:
        if row["kind"] == "exit" and row["side"] == unit.side and any(_counts(u, row) for u in (unit, *riders)):
            if "from_hexes" in row:
                return list(row["from_hexes"])
            column = row["from_column"]
            edge = hexes_between((column, column), (1, 33))
            return [h for h in edge if h in MAP.line_hexes("road")]
    return []


def _counts(unit: Unit, row: dict[str, object]) -> bool:
    classes, cards = row["classes"], row.get("cards")
    assert isinstance(classes, list)
    if unit.what.kind not in classes:
        return False
    return not isinstance(cards, list) or (bool(unit.card) and int(unit.card) in cards)


def side_goals(g: TankLeader, side: str) -> list[Hex]:
    """15.5 Hexes whose control matters and that the side does not hold."""
    return [h for h in scored_hexes(g.scenario_id) if g.control.get(h) != side]


def held_goals(g: TankLeader, side: str) -> list[Hex]:
    """15.5 Hexes that matter and that the side holds."""
    return [h for h in scored_hexes(g.scenario_id) if g.control.get(h) == side]


class Purpose:
    """One unit's purpose in the present position."""

    def __init__(self, g: TankLeader, unit: Unit) -> None:
        self.g, self.unit = g, unit
        self.pace = max(1, unit.what.ma) * 2
        exits = exit_hexes(g, unit)
        self.leaves = bool(exits)
        goals = exits or side_goals(g, unit.side)
        self.fields = [way_costs(g.conditions, unit.what.mover, unit.what.ma, h) for h in goals if h in GRID]
        foes = [u for u in g.units(other(unit.side)) if not u.carrier and examinable(g, u, unit.side)]
        start = unit.hex or next(iter(goals), "3219")
        self.foes = sorted(foes, key=lambda u: GRID.distance(start, u.place))[:NEAR_ENEMIES]
        self.mates = [u for u in g.members(unit.card) if u.id != unit.id and u.place and not u.up] if unit.card else []
        self.arrived = self._arrived()
        self.here = self.worth(unit.hex) if unit.hex else -999.0

    def _arrived(self) -> bool:
        """Is it where it should stay: alone on a hex that counts, or with nothing to go for?"""
        unit, g = self.unit, self.g
        if unit.place in held_goals(g, unit.side) and not self.leaves:
            top = [u for u in g.side_here(unit.place, unit.side) if not u.carrier]
            return top[0].id == unit.id
        return not self.fields and not self.foes

    def turns_from(self, h: Hex) -> float:
        """How many moves away the purpose is."""
        near = min((f.get(h, FAR) for f in self.fields), default=FAR)
        if self.leaves and near < FAR:
            return near / self.pace
        hunt = min((GRID.distance(h, u.place) * 2 for u in self.foes), default=FAR) + 2
        best = min(near, hunt) if near < FAR else hunt
        return best / self.pace

    def worth(self, h: Hex) -> float:
        """How good it is to end a move in a hex."""
        g, unit = self.g, self.unit
        total = -(7.0 if self.leaves else 3.0) * self.turns_from(h)
        hard = g.country.cover[h] == "hard"
        attack, danger = 0.0, 0.0
        for foe in self.foes:
            distance = GRID.distance(h, foe.place)
            if distance > 12 or not in_sight(g, h, foe.place):
                continue
            attack = max(attack, rough_threat(unit, distance, foe, False) * max(1, value(foe)))
            danger += rough_threat(foe, distance, unit, hard)
        total += 1.2 * attack - (0.8 + 0.4 * value(unit)) * min(danger, 1.5)
        if g.country.cover[h]:
            total += 0.4
        if h in side_goals(g, unit.side):
            total += 4.0
        return total + self._company(h)

    def _company(self, h: Hex) -> float:
        """8.5, 11 Keep together, but not too many to a hex."""
        g, unit = self.g, self.unit
        here = [u for u in g.side_here(h, unit.side) if u.id != unit.id]
        limit, machines = g.country.limits(h)
        crowded = len(here) >= limit or (unit.vehicle and sum(u.vehicle for u in here) >= machines)
        total = -6.0 if crowded else 0.0
        if self.mates and unit.card:
            reach = 0 if unit.side == "soviet" else 2
            apart = min(GRID.distance(h, u.place) for u in self.mates) - reach
            total -= 0.35 * max(0, min(apart, 4))
        return total

    def gain(self, h: Hex) -> float:
        """How much better a hex is than where the unit stands."""
        return self.worth(h) - self.here - 0.15


class _Last:
    """What was worked out last: it holds as long as the same question is being asked."""

    asks: tuple[Ask, ...] = ()
    found: dict[object, Any] = {}


T = TypeVar("T")


def once(g: TankLeader, key: object, make: Callable[[], T]) -> T:
    """Something worked out once for each question."""
    if _Last.asks is not g.asks:
        _Last.asks, _Last.found = g.asks, {}
    if key not in _Last.found:
        _Last.found[key] = make()
    found: T = _Last.found[key]
    return found


def purpose_of(g: TankLeader, unit: Unit) -> Purpose:
    """The purpose of a unit, worked out once for each question."""
    return once(g, ("purpose", unit), lambda: Purpose(g, unit))


def site_value(g: TankLeader, unit: Unit, h: Hex) -> float:
    """A hex to set up in: towards the purpose, in cover, not crowded, with its company."""
    purpose = purpose_of(g, unit)
    goals = side_goals(g, unit.side) + held_goals(g, unit.side)
    near = min((GRID.distance(h, x) for x in goals), default=0)
    fields = min((f.get(h, FAR) for f in purpose.fields), default=near * 2)
    friends = [u for u in g.pieces.values() if u.side == unit.side and u.hex]
    mates = [u for u in friends if u.card == unit.card]
    apart = min((GRID.distance(h, u.hex) for u in mates), default=0)
    cover = 1.0 if g.country.cover[h] and unit.vehicle is False else 0.3 if g.country.cover[h] else 0.0
    crowd = sum(u.hex == h for u in friends)
    held = 3.0 if h in held_goals(g, unit.side) and not crowd else 0.0
    return -fields / purpose.pace - 0.05 * near - 0.6 * max(0, apart - 1) + cover - 0.1 * crowd + held
