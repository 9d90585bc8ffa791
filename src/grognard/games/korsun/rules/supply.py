"""12.0 Lines of supply: from a unit to a source, past no enemy, through no enemy zone, over no unbridged river."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import hexes_of, table_of
from grognard.board.hexes.map import Side
from grognard.engine.core.fact import fact
from grognard.games.folio.rules.state import Unit
from grognard.games.korsun.rules.data import COUNTERS, ENCIRCLED, GERMAN, GROUND, SOVIET
from grognard.games.korsun.rules.map_data import Land
from grognard.games.korsun.rules.state import Pocket, encircled, engineers

# -------------------- 13.0, R54 Function 2 of the engineers

WEST, FIELD = 0, 1  # the lands where lines begin
EVERYBODY = ~0  # the bits of all engineers
SURVEYS_REMEMBERED = 256  # surveys kept

Crews = tuple[tuple[str, Hex, int], ...]  # who, where, and how far they reach


class Goal(NamedTuple):
    """A hex that wants supply, what it is worth, and whether the airfield will do."""

    hex: int
    worth: int
    green: bool


class Link(NamedTuple):
    """A way out of a land: where to, by which engineer, over which hexside."""

    land: int
    engineer: int
    pair: Side


class Plan(NamedTuple):
    """Lands with a line to the west edge and to the airfield, the crossings used, and what they are worth."""

    west: int
    field: int
    used: tuple[Side, ...] = ()
    worth: int = 0


class RiverSurvey:
    """Every land at a river in some engineer's range, and every link between them."""

    def __init__(self, land: Land, open_: int, crews: Crews, west: int, field: int) -> None:
        self.land, self.open = land, open_
        self.lands = [west, field & ~west]
        self.links: list[list[Link]] = [[], []]  # out of each land
        between, matter = dict[Side, tuple[int, int]](), self._that_matter()
        for engineer, (_, h, far) in enumerate(crews):
            found: dict[tuple[int, int], Side] = {}
            for pair in filter(matter.__contains__, land.in_range(h, far)):
                if pair not in between:
                    between[pair] = self._banks(pair)
                found.setdefault(between[pair], pair)
            for (a, b), pair in found.items():
                if a != b:
                    self.links[a].append(Link(b, engineer, pair))
                    self.links[b].append(Link(a, engineer, pair))

    def _that_matter(self) -> set[Side]:
        """The river hexsides that a line may cross and that do not lie in one of the lands where lines begin."""
        open_, west, field = (table_of(self.land.grid, bits) for bits in (self.open, *self.lands))
        ends = self.land.ends.items()
        crossed = [(pair, a, b) for pair, (a, b) in ends if open_[a] and open_[b]]
        return {pair for pair, a, b in crossed if not ((west[a] and west[b]) or (field[a] and field[b]))}

    def _banks(self, pair: Side) -> tuple[int, int]:
        """The lands on both sides of a river hexside, the smaller number first."""
        a, b = self.land.each_bank[pair]
        here, there = self._land(a), self._land(b)
        return (here, there) if here < there else (there, here)

    def _land(self, h: int) -> int:
        for i, land in enumerate(self.lands):
            if land & h:
                return i
        self.lands.append(self.land.dry.flood(h, self.open))
        self.links.append([])
        return len(self.lands) - 1


survey = lru_cache(SURVEYS_REMEMBERED)(RiverSurvey)


class Bridging:
    """The search for the best crossings: every order of growth is tried that could still beat the best one found."""

    def __init__(self, land: Land, open_: int, crews: Crews, west: int, field: int, goals: tuple[Goal, ...]) -> None:
        found = survey(land, open_, crews, west, field)
        self.lands, self.links = found.lands, found.links
        self.worth = [sum(goal.worth for goal in goals if goal.hex & land) for land in self.lands]
        self.green = [sum(goal.worth for goal in goals if goal.hex & land and goal.green) for land in self.lands]
        self._forget_dead_ends()
        self.wanted = sorted((i for i in self._in_reach() if self.worth[i]), key=lambda i: -self.worth[i])
        self.kinds = self._kinds()
        self.tried: set[tuple[int, int, int]] = set()
        self.best = Plan(1 << WEST, 1 << FIELD, (), self._value(1 << WEST, 1 << FIELD))
        self._grow(self.best, EVERYBODY)

    def reached(self, lands: int) -> int:
        """The hexes of some lands."""
        found = 0
        for i, land in enumerate(self.lands):
            if lands >> i & 1:
                found |= land
        return found

    # ------------------------------------------------------------ what matters

    def _forget_dead_ends(self) -> None:
        """Lands without a goal that lead nowhere."""
        ends = self.worth[FIELD + 1 :]
        while dead := {
            i
            for i, worth in enumerate(ends, FIELD + 1)
            if not worth and len({link.land for link in self.links[i]}) == 1
        }:
            self.links = [
                [] if i in dead else [link for link in out if link.land not in dead] for i, out in enumerate(self.links)
            ]

    def _in_reach(self) -> list[int]:
        """The lands that could be reached if each engineer could bridge any number of rivers."""
        found = [WEST, FIELD] if self.lands[FIELD] else [WEST]
        for i in found:
            found += dict.fromkeys(link.land for link in self.links[i] if link.land not in found)
        return found

    def _kinds(self) -> dict[int, frozenset[tuple[int, int]]]:
        """What each engineer can link: those of a kind stand in for one another."""
        found: dict[int, set[tuple[int, int]]] = {}
        for i, out in enumerate(self.links):
            for link in out:
                found.setdefault(link.engineer, set()).add((i, link.land))
        return {engineer: frozenset(pairs) for engineer, pairs in found.items()}

    # ------------------------------------------------------------ the search

    def _grow(self, plan: Plan, free: int) -> None:
        """Go on from a plan over every link, unless there is no hope to beat the best."""
        if plan.worth > self.best.worth:
            self.best = plan
        key = (plan.west, plan.field, free)
        if key in self.tried or self._hope(plan, free) <= self.best.worth:
            return
        self.tried.add(key)
        for next_, engineer in self._steps(plan, free):
            self._grow(next_, free & ~(1 << engineer))

    def _steps(self, plan: Plan, free: int) -> list[tuple[Plan, int]]:
        """Every plan with one crossing more, the most promising first."""
        found: dict[tuple[int, int, frozenset[tuple[int, int]]], tuple[Plan, int]] = {}
        for i, out in enumerate(self.links):
            from_west = plan.west >> i & 1
            if from_west or plan.field >> i & 1:
                closed = plan.west | plan.field & ~(from_west << FIELD)
                for link in out:
                    if free >> link.engineer & 1 and not closed >> link.land & 1:
                        next_ = self._over(plan, link, from_west)
                        found.setdefault((next_.west, next_.field, self.kinds[link.engineer]), (next_, link.engineer))
        return sorted(found.values(), key=lambda step: -step[0].worth)

    def _over(self, plan: Plan, link: Link, from_west: int) -> Plan:
        """The plan with a crossing more, for the lines from the west edge or for those from the airfield."""
        west, field = plan.west | from_west << link.land, plan.field | (1 - from_west) << link.land
        return Plan(west, field, (*plan.used, link.pair), self._value(west, field))

    def _value(self, west: int, field: int) -> int:
        return sum(self.worth[i] if west >> i & 1 else self.green[i] for i in self.wanted if (west | field) >> i & 1)

    def _hope(self, plan: Plan, free: int) -> int:
        """The most that a plan can come to: as if every land left were only one crossing away."""
        seats: dict[int, int] = {}
        return sum(
            self.worth[i] for i in self.wanted if (plan.west | plan.field) >> i & 1 or self._seat(i, free, seats, set())
        )

    def _seat(self, land: int, free: int, seats: dict[int, int], asked: set[int]) -> bool:
        """Can an engineer be found for this land as well, if need be by giving others to other lands?"""
        for link in self.links[land]:
            engineer = link.engineer
            if free >> engineer & 1 and engineer not in asked:
                asked.add(engineer)
                if engineer not in seats or self._seat(seats[engineer], free, seats, asked):
                    seats[engineer] = land
                    return True
        return False


# -------------------- 12.0 Lines of supply

GRID = GROUND.grid
REMEMBERED = 256  # answers kept of each question
POINT = len(COUNTERS)  # a point of attack strength counts for more than any number of units
ALIKE: Mapping[str, int] = {}  # units all worth the same


def usable(g: Pocket, side_: str) -> int:
    """12.0, R47 Hexes a line may run through: no sea, no enemy unit, no enemy zone unless a friend stands there."""
    ours, theirs = g.front(side_), g.front(g.foe(side_))
    return ours.hexes | g.land.firm & ~(theirs.hexes | theirs.zone)


@lru_cache(REMEMBERED)
def lines(land: Land, sources: int, open_: int) -> int:
    """12.1 Every hex with a line to some sources: only the open hexes bear on it, so it is remembered by them."""
    return land.dry.flood(sources, open_)


@fact
def soviet_net(g: Pocket) -> int:
    """12.0 Every hex with a line to a Soviet source."""
    return lines(g.land, g.land.soviet_sources, usable(g, SOVIET))


class GermanNet:
    """12.0, 13.0 Every hex with a line to the west edge and to the airfield, and the crossings that carry them."""

    def __init__(self, west: int, field: int, crossings: tuple[Side, ...] = ()) -> None:
        self.west, self.field, self.crossings = west, field, crossings

    def reaches(self, unit: Unit) -> bool:
        """12.0 Has the unit a line to a source of its force?"""
        net = self.west | self.field if COUNTERS[unit.id].group == ENCIRCLED else self.west
        return bool(net >> GROUND.index[unit.place] & 1)


@fact
def plain_net(g: Pocket) -> GermanNet:
    """12.0 The German lines without engineers."""
    land, open_ = g.land, usable(g, GERMAN)
    west = lines(land, land.west_sources, open_)
    return GermanNet(west, west if west & land.field_source else lines(land, land.field_source, open_))


@fact
def without_line(g: Pocket, side_: str) -> int:
    """12.0 The hexes of a side's units that have no line unless an engineer carries one to them."""
    hexes = g.front(side_).hexes
    if side_ == SOVIET:
        return hexes & ~soviet_net(g)
    net = plain_net(g)
    cut_off = hexes & ~net.west
    return cut_off & ~(net.field & encircled(g)) if cut_off else 0


@fact
def lacking(g: Pocket, side_: str) -> frozenset[Hex]:
    """12.0 The same by their names."""
    return frozenset(hexes_of(GRID, without_line(g, side_)))


def german_net(g: Pocket, units: tuple[Unit, ...], worth: Mapping[str, int] = ALIKE) -> GermanNet:
    """13.0, R54 The German lines with the crossings that serve these units best; all checked at once share them.

    `worth` says what a unit counts for; others count one.
    """
    plain = plain_net(g)
    if not without_line(g, GERMAN):
        return plain
    goals = tuple(
        Goal(1 << GROUND.index[u.place], worth.get(u.id, 1), COUNTERS[u.id].group == ENCIRCLED)
        for u in units
        if not plain.reaches(u)
    )
    if not goals:
        return plain
    return _bridged_net(g.land, usable(g, GERMAN), crews(g), plain.west, plain.field, goals)


@lru_cache(REMEMBERED)
def _bridged_net(land: Land, open_: int, crews: Crews, west: int, field: int, goals: tuple[Goal, ...]) -> GermanNet:
    """13.0 The net grown over the best crossings; nothing grows where not even a bridge on every river would help."""
    by_west, by_field = _over_all_rivers(west, open_), _over_all_rivers(field, open_)
    if not any(goal.hex & (by_west | by_field if goal.green else by_west) for goal in goals):
        return GermanNet(west, field)
    bridging = Bridging(land, open_, crews, west, field, goals)
    plan = bridging.best
    return GermanNet(bridging.reached(plan.west), bridging.reached(plan.field), plan.used)


def crews(g: Pocket) -> Crews:
    """13.0 The German engineers: who, where, and how far they reach."""
    return tuple((u.id, u.place, g.printed(u)[2]) for u in engineers(g))


@lru_cache(REMEMBERED)
def _over_all_rivers(net: int, open_: int) -> int:
    """Every hex a net would reach if no river were in its way."""
    return GROUND.around.flood(net, open_)


# ------------------------------------------------------------------ questions


def supplied(g: Pocket, units: tuple[Unit, ...], worth: Mapping[str, int] = ALIKE) -> list[bool]:
    """12.0 Which of these units of one side, checked at the same moment, are in supply?"""
    if not units:
        return []
    if units[0].side == SOVIET:
        net = soviet_net(g)
        return [bool(net >> GROUND.index[u.place] & 1) for u in units]
    lines = german_net(g, tuple(u for u in units if u.id != g.airlifted), worth)
    return [u.id == g.airlifted or lines.reaches(u) for u in units]


def hungry_units(g: Pocket, side_: str) -> list[Unit]:
    """12.0 Every unit of a side that is out of supply, all checked at once; only engineers or air can help them."""
    cut_off = lacking(g, side_)
    units = tuple([u for u in g.units(side_) if u.place in cut_off]) if cut_off else ()
    return [u for u, fed in zip(units, supplied(g, units), strict=True) if not fed]


def fed(g: Pocket, names: tuple[str, ...]) -> list[bool]:
    """12.3, R54 The same for the units of one combat, so served that they lose least."""
    pieces = g.pieces
    if lacking(g, pieces[names[0]].side).isdisjoint([pieces[u].place for u in names]):
        return [True] * len(names)
    return _fed(g, tuple([pieces[u] for u in names]))


@fact
def _fed(g: Pocket, units: tuple[Unit, ...]) -> list[bool]:
    return supplied(g, units, {u.id: 1 + POINT * (g.printed(u)[0] // 2) for u in units})


def in_supply(g: Pocket, unit: Unit) -> bool:
    """12.0 Is the unit in supply, checked by itself?"""
    return supplied(g, (unit,))[0]


def has_line(g: Pocket, unit: Unit) -> bool:
    """18.0, R59 Has the unit a line to a source, air supply not counting?"""
    if unit.side == SOVIET:
        return in_supply(g, unit)
    return german_net(g, (unit,)).reaches(unit)


def connected(g: Pocket) -> list[Unit]:
    """20.0 Green units with a line to a west-edge road or trail hex, engineers helping."""
    exits = to_exits(g)
    return [u for u in g.units(GERMAN) if COUNTERS[u.id].group == ENCIRCLED and exits >> GROUND.index[u.place] & 1]


def how_many_connected(g: Pocket) -> int:
    """20.0 How many of them there are."""
    return (encircled(g) & to_exits(g)).bit_count()


def to_exits(g: Pocket) -> int:
    """20.0 Every hex with a line to the exits of the west edge, with the crossings that serve the green units best."""
    open_, west = usable(g, GERMAN), plain_net(g).west
    exits = lines(g.land, g.land.west_exits, open_) if g.land.west_exits & open_ & ~west else west
    cut_off = encircled(g) & ~exits
    if not cut_off:
        return exits
    green = [1 << GROUND.index[u.place] for u in g.units(GERMAN) if COUNTERS[u.id].group == ENCIRCLED]
    goals = tuple(Goal(h, 1, True) for h in green if h & cut_off)
    return _bridged_net(g.land, open_, crews(g), exits, 0, goals).west
