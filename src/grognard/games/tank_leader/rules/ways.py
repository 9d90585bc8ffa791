"""8.1 to 8.3 How far a unit can go, and which way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import accumulate, count, pairwise

from grognard.board.hexgrid import Hex
from grognard.board.paths import Reach
from grognard.engine import Action, Refusal, Route, Step, Stretch
from grognard.engine.wording import counted
from grognard.games.tank_leader.rules.data import GRID, TABLES, TO, other
from grognard.games.tank_leader.rules.rolls import found
from grognard.games.tank_leader.rules.state import Move, TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import (
    POINT,
    Moves,
    Question,
    Spread,
    Trail,
    beyond,
    moves_of,
    reach_of,
    spread_of,
    trodden,
)

FAR = 99  # no cap on hexes
NO_HEXES: frozenset[Hex] = frozenset()
Way = tuple[Hex, ...]  # the hexes to enter, in order


def points_left(unit: Unit, move: Move) -> int:
    """8 Half points not yet spent."""
    return 0 if move.over else unit.what.ma * POINT - move.spent


def hexes_left(g: TankLeader, unit: Unit, move: Move) -> int:
    """8.2 How many more hexes an F-rated formation's die allows; a separated Green vehicle subtracts 4 (8.2.5)."""
    if move.over:
        return 0
    if not g.f_rated(unit):
        return FAR
    die = g.rolled.get(unit.card, 0)
    if unit.separated and unit.vehicle and unit.exp == 0:
        die = max(1, die + TABLES["doctrine"]["separation"]["green_vehicle"]["f_movement_die"])
    return die - move.hexes


def must_roll(g: TankLeader, unit: Unit) -> bool:
    """8.2 Has the unit's F-rated formation still to roll for movement this turn?"""
    return g.f_rated(unit) and unit.card not in g.rolled


class RollForMovement(Step, frozen=True):
    """8.2, R-25 An F-rated formation rolls a die before its first movement of the turn."""

    card: str

    def run(self, g: TankLeader) -> None:
        die = g.d6()
        g.rolled[self.card] = die
        name = g.card(self.card).id
        working = found(f"How many hexes units of {name} may enter", (die,), die)
        many = counted(die, "hex")
        g.tell("TL-8.2.1", "Units of {name} may enter {many} this turn", working=working, name=name, many=many)
        g.done()


def why_not_move(g: TankLeader, unit: Unit) -> Refusal | None:
    """8, 11.4, 12.3, 14.11 Why a unit may not perform a movement operation at all."""
    if unit.what.tow:
        return Refusal("TL-12.3.1")
    if unit.separated and unit.exp == 0 and not unit.vehicle:
        return Refusal("TL-11.4.4")
    if unit.bound:
        return Refusal("TL-14.11.4")
    return None


def blocked(g: TankLeader, unit: Unit, move: Move, h: Hex) -> bool:
    """14.1, 13.33 Do enemy units close a hex to this unit? Vehicles to who is on foot, anybody to a transport."""
    if unit.vehicle and not move.transport:
        return False
    foes = g.side_here(h, other(unit.side))
    return bool(foes) if unit.vehicle else any(u.vehicle and not u.what.truck for u in foes)


def blocked_hexes(g: TankLeader, unit: Unit, move: Move, points: int) -> frozenset[Hex]:
    """14.1, 13.33 The hexes closed to a unit, as far as its half points could lead."""
    if unit.vehicle and not move.transport:
        return NO_HEXES
    near = (h for h in g.at if GRID.distance(h, unit.hex) <= points)
    return frozenset(h for h in near if blocked(g, unit, move, h))


def prohibited(g: TankLeader, h: Hex) -> Refusal:
    """8.10, 8.12, 8.13 What closes a hex to a unit for good."""
    rules = {"forest": "TL-8.1.4", "river": "TL-8.12"}
    return Refusal(rules.get(g.country.terrain[h], "TL-8.13"))


def why_not_step(g: TankLeader, unit: Unit, move: Move, h: Hex) -> Refusal | None:
    """8.1, 8.2 Why a unit may not enter a neighbouring hex next."""
    if h not in GRID.neighbours[unit.hex]:
        return Refusal("TL-8.1")
    if blocked(g, unit, move, h):
        return Refusal("TL-13.33.2" if unit.vehicle else "TL-14.1")
    cost = g.country.step(unit.hex, h, unit.what.mover, unit.what.ma)
    if cost is None:
        return prohibited(g, h)
    if hexes_left(g, unit, move) < 1:
        return Refusal("TL-8.2.2" if g.f_rated(unit) and not move.over else "TL-8.4")
    if move.hexes and cost > points_left(unit, move):
        return Refusal("TL-8.1.2")
    return None


def _met(hexes: frozenset[Hex], among: Collection[Hex]) -> frozenset[Hex]:
    """Those of some hexes that a move could come to: where it cannot, they are as good as none, and known before."""
    return frozenset(h for h in hexes if h in among) if hexes else hexes


def _after(first: Hex, trail: Trail | None) -> Trail:
    """8.1.5 A trail with a hex before its first."""
    return (None, first) if trail is None else (_after(first, trail[0]), trail[1])


class Ways:
    """8.1 to 8.3 Where a unit can go: `far` within its points and cap, `near` one hex at whatever price."""

    def __init__(self, g: TankLeader, unit: Unit, move: Move) -> None:
        self.g, self.unit, self.move = g, unit, move
        self.cap, self.points = hexes_left(g, unit, move), points_left(unit, move)
        self.far: Reach | None = None
        self.capped: dict[Hex, Trail] = {}
        self.near: list[Hex] = []
        if self.cap < 1 or (move.hexes and self.points <= 0):
            return
        self.closed = blocked_hexes(g, unit, move, self.points)
        self.wet = not move.hexes and g.country.flooded_start(unit.hex)
        if self.wet:
            self.cap = min(self.cap, 2 * self.points)
        if self.cap < FAR:
            self.capped = self._within(self.closed)
        else:
            self.closed = _met(self.closed, self._reach(NO_HEXES))
            self.far = self._reach(self.closed)
        self.near = [h for h in self._beside() if why_not_step(g, unit, move, h) is None]

    def _beside(self) -> Iterable[Hex]:
        """The neighbours to which the points and the cap do not lead."""
        if self.far is not None:
            return beyond(*self._question(self.closed))
        return [h for h in GRID.neighbours[self.unit.hex] if h not in self.capped]

    def hexes(self) -> list[Hex]:
        """Every hex the unit can go to."""
        found = list(self.far)[1:] if self.far is not None else list(self.capped)
        return found + self.near

    def moves(self) -> tuple[Sequence[Action], Sequence[Action]]:
        """The same as answers, in two parts."""
        far = Moves(self.capped) if self.far is None else moves_of(*self._question(self.closed))
        return far, [TO[h] for h in self.near]

    def to(self, h: Hex) -> Way:
        """Straight into a neighbour; else the cheapest way, clear of enemies and fire zones if there is such a way."""
        if h in GRID.neighbours[self.unit.hex] and why_not_step(self.g, self.unit, self.move, h) is None:
            return (h,)
        return self._safe_way(h) or self._way(h, self.closed)

    def _safe_way(self, h: Hex) -> Way:
        """8.53, 13.27 The cheapest way clear of enemies and fire zones, or nothing."""
        if self.far is None:
            return self._way(h, self.closed | (self.dangers - {h}))
        cheapest = self._way(h, self.closed)
        foes, zones = self.g.ground(other(self.unit.side)), self.g.zones
        if not any(foes >> GRID.index[by] & 1 or by in zones for by in cheapest[:-1]):
            return cheapest
        what, country = self.unit.what, self.g.country
        costs, stop = country.step_costs(what.mover, what.ma), country.stop_hexes(what.mover)
        closed = self.closed | _met(self.dangers, self.far) - {h}
        found = costs.reach(self.unit.hex, self.points, blocked=closed, stop=stop)
        return tuple(found.path_to(h)[1:]) if h in found else ()

    def price(self, h: Hex) -> int:
        """8.1 The half points of the way to a hex."""
        what = self.unit.what
        steps = pairwise((self.unit.hex, *self.to(h)))
        return sum(self.g.country.step(a, b, what.mover, what.ma) or 0 for a, b in steps)

    def uses_up(self, h: Hex) -> bool:
        """8.1, 8.11, 8.1.5 Does the way to a hex take all the points that are left?"""
        before, start, country = (self.unit.hex, *self.to(h))[-2], self.unit.hex, self.g.country
        if self.wet and not (start in country.bridges and self.to(h)[0] in country.road_links[start]):
            return True
        return self.price(h) >= self.points or country.stops(before, h, self.unit.what.mover)

    def route(self, h: Hex, *, ends: bool) -> Route:
        """8.1, 8.2 The way to a hex with the points, or for an F-rated formation the hexes, spent in each."""
        what, way = self.unit.what, self.to(h)
        if self.g.f_rated(self.unit):
            hexes = tuple(map(Stretch, (self.unit.hex, *way), count()))
            return Route(hexes, self.cap, "hexes", ends, h in self.dangers)
        steps = pairwise((self.unit.hex, *way))
        spent = list(accumulate((self.g.country.step(a, b, what.mover, what.ma) or 0 for a, b in steps), initial=0))
        if self.uses_up(h):
            spent[-1] = self.points
        stretches = tuple(Stretch(at, half / POINT) for at, half in zip((self.unit.hex, *way), spent, strict=True))
        return Route(stretches, self.points / POINT, ends=ends, shunned=h in self.dangers)

    @cached_property
    def dangers(self) -> frozenset[Hex]:
        """8.53, 13.27 Hexes within reach where enemies or fire zones are."""
        g, here = self.g, self.unit.hex
        found = (*g.held(other(self.unit.side)), *g.zones)
        return frozenset(h for h in found if GRID.distance(h, here) <= self.points)

    def _way(self, h: Hex, closed: frozenset[Hex]) -> Way:
        """The cheapest way to a hex, or nothing if there is none."""
        if self.far is None:
            return trodden(self._within(closed).get(h))
        found = self._reach(closed)
        return tuple(found.path_to(h)[1:]) if h in found else ()

    def _reach(self, closed: frozenset[Hex]) -> Reach:
        return reach_of(*self._question(closed))

    def _question(self, closed: frozenset[Hex]) -> Question:
        what = self.unit.what
        return self.g.conditions, what.mover, what.ma, self.unit.hex, self.points, closed

    def _within(self, closed: frozenset[Hex]) -> dict[Hex, Trail]:
        """8.2 The cheapest ways of at most so many hexes; from a bridge in flood along its road (8.1.5)."""
        start, country = self.unit.hex, self.g.country
        if not self.wet:
            return {h: way for h, (_, way) in self._spread(start, self.points, self.cap, closed).items() if way}
        best: Spread = {}
        by_road = country.road_links.get(start, ()) if start in country.bridges and self.cap else ()
        for first in [h for h in GRID.neighbours[start] if h in by_road]:
            rate = country.road_rate(self.unit.what.mover)
            if first not in closed:
                for h, (cost, way) in self._spread(first, self.points - rate, self.cap - 1, closed).items():
                    if h != start and (h not in best or cost + rate < best[h][0]):
                        best[h] = cost + rate, _after(first, way)
        return {h: way for h, (_, way) in best.items() if way}

    def _spread(self, start: Hex, points: int, cap: int, closed: frozenset[Hex]) -> Spread:
        what = self.unit.what
        met = frozenset(h for h in closed if GRID.distance(start, h) <= cap) if closed else closed
        return spread_of(self.g.conditions, what.mover, what.ma, start, points, cap, met)
