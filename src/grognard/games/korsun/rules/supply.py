"""12.0 Lines of supply: from a unit to a source, past no enemy, through no enemy zone, over no unbridged river."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import hexes_of
from grognard.board.hexes.map import Side
from grognard.engine.core.fact import fact
from grognard.games.folio.rules.state import Unit
from grognard.games.korsun.rules.bridging import Bridging, Crews, Goal
from grognard.games.korsun.rules.data import COUNTERS, ENCIRCLED, GERMAN, GROUND, SOVIET
from grognard.games.korsun.rules.map_data import Land
from grognard.games.korsun.rules.state import Pocket, encircled, engineers

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
