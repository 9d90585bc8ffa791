"""8.1 to 8.3 How far a unit can go, and which way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import accumulate, count, pairwise

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import bits_of, hexes_of
from grognard.engine import Action, Refusal, Route, RouteStep, Step
from grognard.engine.core.wording import with_count
from grognard.games.tank_leader.rules.data import GRID, TABLES, TO, TYPES, disc, found, other
from grognard.games.tank_leader.rules.state import Move, TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import POINT, Leeway, Moves, leeway_of

FAR = 99  # no cap on hexes
WHATEVER = 999  # 8.1.2 the first hex may be entered at whatever price
NO_HEXES: frozenset[Hex] = frozenset()
NOWHERE = Moves(())
Path = tuple[Hex, ...]  # the hexes to enter, in order


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
    on_the_way: bool = False  # to another roll, of which odds are told

    def run(self, g: TankLeader) -> None:
        die = g.d6()
        g.rolled = {**g.rolled, self.card: die}
        name = g.card(self.card).id
        working = found(f"How many hexes units of {name} may enter", (die,), die)
        many = with_count(die, "hex")
        g.tell("TL-8.2.1", "Units of {name} may enter {many} this turn", working=working, name=name, many=many)
        if not self.on_the_way:
            g.outcome(many, g.card(self.card).side)
        g.done()


def why_not_move(g: TankLeader, unit: Unit) -> Refusal | None:
    """8, 11.4, 12.3, 14.11 Why a unit may not perform a movement operation at all."""
    if TYPES[unit.type].tow:
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
    """14.1, 13.33 The hexes closed to a unit, as far as it could come by so many half points."""
    if unit.vehicle and not move.transport:
        return NO_HEXES
    near = g.ground(other(unit.side)) & disc(unit.hex, points)
    return frozenset([h for h in hexes_of(GRID, near) if blocked(g, unit, move, h)]) if near else NO_HEXES


def prohibited(g: TankLeader, h: Hex) -> Refusal:
    """8.10, 8.12, 8.13 What closes a hex to a unit for good."""
    return Refusal(g.country.effects[h].closed_by)


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


def why_not_far(g: TankLeader, unit: Unit, move: Move, h: Hex) -> Refusal | None:
    """8.1, 8.2, 14.1, 13.33 Why a unit may not go to a hex that is no neighbour."""
    what, points = unit.what, points_left(unit, move)

    def leads(most: int) -> bool:
        way = leeway_of(g.conditions, what.mover, what.ma, unit.hex, points, most, NO_HEXES)
        return h in way.trails.hexes

    if move.over:
        return Refusal("TL-8.4")
    if points <= 0 or not leads(-1):
        return Refusal("TL-8.1")
    cap = hexes_left(g, unit, move)
    if cap < FAR and (cap < 1 or not leads(cap)):
        return Refusal("TL-8.2.2")
    if not move.hexes and g.country.flooded_start(unit.hex):
        return Refusal("TL-8.1.5")
    return Refusal("TL-13.33.2" if unit.vehicle else "TL-14.1")


class ReachableHexes:
    """8.1 to 8.3 Where a unit can go: `far` within its points and cap, `near` one hex at whatever price."""

    def __init__(self, g: TankLeader, unit: Unit, move: Move) -> None:
        self.g, self.unit, self.move = g, unit, move
        self.cap, self.points = hexes_left(g, unit, move), points_left(unit, move)
        self.far, self.near, self.country = NOWHERE, list[Hex](), g.country
        self.by_road: dict[Hex, Path] | None = None  # 8.1.5 from a flooded stream
        if self.cap < 1 or (move.hexes and self.points <= 0):
            return
        closed = self.closed = blocked_hexes(g, unit, move, max(1, self.points))
        self.wet = not move.hexes and self.country.flooded_start(unit.hex)
        if self.wet:
            self.cap = min(self.cap, 2 * self.points)
            self.by_road = self._by_road(self.closed)
            steps = (h for h in GRID.neighbours[unit.hex] if h not in self.by_road)
            self.near = [h for h in steps if why_not_step(g, unit, move, h) is None]
        else:
            self.trails, self.far, beside = self._leeway()
            afford = self.points if move.hexes else WHATEVER
            self.near = [h for h, cost in beside if cost <= afford and h not in closed]

    def _leeway(self) -> Leeway:
        """8.1, 8.2 Where the points and the cap lead; what is closed where they do not lead is as good as open."""
        if not self.closed:
            return self._within(NO_HEXES)
        self.closed = self.closed.intersection(self._within(NO_HEXES).trails.hexes)
        return self._within(self.closed)

    def hexes(self) -> list[Hex]:
        """Every hex the unit can go to."""
        return [*(self.far.hexes if self.by_road is None else self.by_road), *self.near]

    def moves(self) -> tuple[Sequence[Action], Sequence[Action]]:
        """The same as answers, in two parts."""
        return self.far if self.by_road is None else Moves(self.by_road), [TO[h] for h in self.near]

    def to(self, h: Hex) -> Path:
        """Straight into a neighbour; else the cheapest way, clear of enemies and fire zones if there is such a way."""
        if h in GRID.neighbours[self.unit.hex] and why_not_step(self.g, self.unit, self.move, h) is None:
            return (h,)
        return self._safe_path(h) or self._cheapest(h)

    def _safe_path(self, h: Hex) -> Path:
        """8.53, 13.27 The cheapest way clear of enemies and fire zones, or nothing."""
        if self.cap < FAR:
            return self._path(h, self.closed | (self.dangers - {h}))
        cheapest = self._cheapest(h)
        foes, by = self.g.ground(other(self.unit.side)), cheapest[:-1]
        if not foes & bits_of(GRID, by) and self.g.zones.keys().isdisjoint(by):
            return cheapest
        what, closed = self.unit.what, self.closed | (self.dangers - {h})
        return self.country.trails(self.unit.hex, what.mover, what.ma, self.points, -1, closed).to(h)

    def price(self, h: Hex) -> int:
        """8.1 The half points of the way to a hex."""
        what = self.unit.what
        steps = pairwise((self.unit.hex, *self.to(h)))
        return sum(self.country.step(a, b, what.mover, what.ma) or 0 for a, b in steps)

    def uses_up(self, h: Hex) -> bool:
        """8.1, 8.11, 8.1.5 Does the way to a hex take all the points that are left?"""
        before, start, country = (self.unit.hex, *self.to(h))[-2], self.unit.hex, self.country
        if self.wet and not (start in country.bridges and self.to(h)[0] in country.road_links[start]):
            return True
        return self.price(h) >= self.points or country.stops(before, h, self.unit.what.mover)

    def route(self, h: Hex, *, ends: bool) -> Route:
        """8.1, 8.2 The way to a hex with the points, or for an F-rated formation the hexes, spent in each."""
        what, way = self.unit.what, self.to(h)
        if self.g.f_rated(self.unit):
            hexes = tuple(map(RouteStep, (self.unit.hex, *way), count()))
            return Route(hexes, self.cap, "hexes", ends, h in self.dangers)
        steps = pairwise((self.unit.hex, *way))
        spent = list(accumulate((self.country.step(a, b, what.mover, what.ma) or 0 for a, b in steps), initial=0))
        if self.uses_up(h):
            spent[-1] = self.points
        stretches = tuple(RouteStep(at, half / POINT) for at, half in zip((self.unit.hex, *way), spent, strict=True))
        return Route(stretches, self.points / POINT, ends=ends, shunned=h in self.dangers)

    @cached_property
    def dangers(self) -> frozenset[Hex]:
        """8.53, 13.27 Hexes within reach where enemies or fire zones are."""
        g, here = self.g, self.unit.hex
        found = (*g.held(other(self.unit.side)), *g.zones)
        return frozenset(h for h in found if GRID.distance(h, here) <= self.points)

    def _cheapest(self, h: Hex) -> Path:
        """The cheapest way to a hex, or nothing if there is none."""
        return self.trails.to(h) if self.by_road is None else self.by_road.get(h, ())

    def _path(self, h: Hex, closed: frozenset[Hex]) -> Path:
        """The same where more is closed."""
        return self._within(closed).trails.to(h) if self.by_road is None else self._by_road(closed).get(h, ())

    def _within(self, closed: frozenset[Hex]) -> Leeway:
        return self._from(self.unit.hex, self.points, self.cap, closed)

    def _from(self, start: Hex, points: int, cap: int, closed: frozenset[Hex]) -> Leeway:
        """8.1, 8.2 Where so many half points and hexes lead from a hex."""
        what, most = self.unit.what, cap if cap < FAR else -1
        if closed and most >= 0:
            closed = frozenset(h for h in closed if GRID.distance(start, h) <= cap)
        return leeway_of(self.g.conditions, what.mover, what.ma, start, points, most, closed)

    def _by_road(self, closed: frozenset[Hex]) -> dict[Hex, Path]:
        """8.1.5 From a bridge in flood along its road: the cheapest ways of at most so many hexes."""
        start, country = self.unit.hex, self.country
        best: dict[Hex, tuple[int, Path]] = {}
        rate = country.road_rate(self.unit.what.mover)
        roads = country.road_links.get(start, NO_HEXES) if start in country.bridges and self.cap else NO_HEXES
        for first in [h for h in GRID.neighbours[start] if h in roads and h not in closed]:
            trails = self._from(first, self.points - rate, self.cap - 1, closed).trails
            for h, cost in ((first, 0), *zip(trails.hexes, trails.points, strict=True)):
                if h != start and (h not in best or cost + rate < best[h][0]):
                    best[h] = cost + rate, (first, *trails.to(h))
        return {h: way for h, (_, way) in best.items()}


# -------------------- 8 The movement operation in progress


def fresh_move(g: TankLeader, unit: Unit) -> Move:
    """8, 13.34 One that begins: that of a loaded vehicle is a transport operation."""
    return Move(unit.id, transport=g.loaded(unit))


def spend(g: TankLeader, unit: Unit, way: tuple[Hex, ...], cost: int, *, over: bool = False) -> None:
    """8 The points and the hexes of the next step, or of several; nobody has fired at the unit there yet."""
    move = g.move
    assert move is not None
    spent = move.spent + cost
    g.move = replace(
        move,
        spent=spent,
        hexes=move.hexes + len(way),
        over=over or move.over or spent >= unit.what.ma * POINT,
        way=(*(move.way or (unit.hex,)), *way),
        shot=(),
        halted=False,
    )


def ends_move(g: TankLeader, unit: Unit, h: Hex) -> bool:
    """8.11, 8.1.5, R-27a Is the move over in the next hex: a flooded stream, or the first hex out of one?"""
    a, country = unit.hex, g.country
    if country.stops(a, h, unit.what.mover):
        return True
    wet = bool(a) and g.move is not None and not g.move.hexes and country.flooded_start(a)
    return wet and not (a in country.bridges and h in country.road_links.get(a, ()))


def halt(g: TankLeader, mover: str) -> None:
    """9.41 Something has happened on the way: the owner is asked again before the unit goes on."""
    if g.move is not None and g.move.unit == mover:
        tell_way(g)
        g.move = replace(g.move, halted=True)


def shot_at(g: TankLeader, mover: str, firer: str) -> None:
    """9.43 A unit fires at the mover: it does so once in this hex."""
    if g.move is not None and g.move.unit == mover:
        tell_way(g)
        g.move = replace(g.move, shot=(*g.move.shot, firer))


def tell_way(g: TankLeader) -> None:
    """8 One line for the way since the last one."""
    move = g.move
    if move is None or len(move.way) < 2 or move.unit not in g.pieces:
        return
    if g.heard:
        _tell(g, move)
    g.move = replace(move, way=move.way[-1:])


def _tell(g: TankLeader, move: Move) -> None:
    start, *by, end = move.way
    name = g.pieces[move.unit].name
    if start:
        text = "{unit} moves from {start} to {end}"
    else:
        start, *by = *by, end
        text = "{unit} enters the map at {start}" + (" and moves to {end}" if by else "")
        by = by[:-1]
    if by:
        text += " by {by}"
    g.tell("TL-8.1", text, hexes=move.way[not move.way[0] :], unit=name, start=start, end=end, by=", ".join(by))


def words_of_move(g: TankLeader, mover: Unit) -> str:
    """9.42 What the enemy should know of a unit he may fire at: can it go on?"""
    move = g.move
    if mover.suppressed:
        return ", suppressed"
    if move is None or move.unit != mover.id:
        return ""
    if move.over:
        return ", at the end of its move"
    hexes = hexes_left(g, mover, move)
    if hexes < 1:
        return ", can go no farther"
    points = with_count((mover.what.ma * POINT - move.spent) / POINT, "point")
    return f", {points} left" + (f" for {with_count(hexes, 'hex')} at most" if g.f_rated(mover) else "")
