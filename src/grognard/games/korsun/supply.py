"""12.0 Lines of supply: from a unit to a source, past no enemy, through no enemy zone, over no unbridged river."""

from __future__ import annotations

from functools import cache, lru_cache

from grognard.board.hexgrid import Hex
from grognard.board.hexmap import Side, side
from grognard.board.hexset import Spread, bits_of
from grognard.games.folio.state import Folio, Unit
from grognard.games.korsun.data import (
    AIRFIELD,
    COUNTERS,
    ENCIRCLED,
    GERMAN,
    GROUND,
    SOVIET,
    SOVIET_ROADS,
    WEST_ROADS,
    WEST_TRAILS,
)
from grognard.games.korsun.engineers import RIVERS, in_range
from grognard.games.korsun.state import Pocket, engineers

GRID = GROUND.grid
EVERYWHERE = (1 << len(GRID)) - 1
DRY = Spread(GRID, lambda a, b: side(a, b) not in GROUND.water or side(a, b) in GROUND.bridged)  # 12.1
WET = Spread(GRID, lambda a, b: side(a, b) in GROUND.water and side(a, b) not in GROUND.bridged)
ENDS = {pair: (1 << GROUND.index[pair[0]], 1 << GROUND.index[pair[1]]) for pair in RIVERS}
SOVIET_SOURCES = bits_of(GRID, SOVIET_ROADS)
WEST_SOURCES = bits_of(GRID, WEST_ROADS)
WEST_EXITS = bits_of(GRID, (*WEST_ROADS, *WEST_TRAILS))
FIELD_SOURCE = bits_of(GRID, (AIRFIELD,))

FARTHEST = 3  # rivers that one line may cross on engineers
REMEMBERED = 256  # answers kept of each question

Crews = tuple[tuple[str, Hex, int], ...]


def usable(g: Folio, side_: str) -> int:
    """12.0, R47 Hexes a line may run through: no enemy unit, and no enemy zone unless a friend stands there."""
    ours, theirs = g.front(side_), g.front(g.foe(side_))
    return ours.hexes | EVERYWHERE & ~(theirs.hexes | theirs.zone)


@lru_cache(REMEMBERED)
def lines(sources: int, open_: int) -> int:
    """12.1 Every hex with a line to some sources: only the open hexes bear on it, so it is remembered by them."""
    return DRY.flood(sources, open_)


def soviet_net(g: Pocket) -> int:
    """12.0 Every hex with a line to a Soviet source."""
    return lines(SOVIET_SOURCES, usable(g, SOVIET))


class GermanNet:
    """12.0, 13.0 Every hex with a line to the west edge and to the airfield, and the crossings that carry them."""

    def __init__(self, west: int, field: int, crossings: tuple[Side, ...] = ()) -> None:
        self.west, self.field, self.crossings = west, field, crossings

    def reaches(self, unit: Unit) -> bool:
        """12.0 Has the unit a line to a source of its force?"""
        net = self.west | self.field if COUNTERS[unit.id].group == ENCIRCLED else self.west
        return bool(net >> GROUND.index[unit.place] & 1)


def plain_net(g: Pocket) -> GermanNet:
    """12.0 The German lines without engineers."""
    open_ = usable(g, GERMAN)
    return GermanNet(lines(WEST_SOURCES, open_), lines(FIELD_SOURCE, open_))


def german_net(g: Pocket, units: tuple[Unit, ...]) -> GermanNet:
    """13.0, R54 The German lines with the crossings that serve these units best; all checked at once share them."""
    plain = plain_net(g)
    if not g.front(GERMAN).hexes & ~plain.west:
        return plain
    wanting = [u for u in units if not plain.reaches(u)]
    if not wanting:
        return plain
    green = bits_of(GRID, [u.place for u in wanting if COUNTERS[u.id].group == ENCIRCLED])
    wanted = bits_of(GRID, [u.place for u in wanting])
    return _bridged_net(usable(g, GERMAN), crews(g), plain.west, plain.field, wanted, green)


@lru_cache(REMEMBERED)
def _bridged_net(open_: int, crews: Crews, west: int, field: int, wanted: int, green: int) -> GermanNet:
    bridging = Bridging(open_, crews)
    west = bridging.extend(west, wanted)
    field = bridging.extend(field, green & ~west) if field else 0
    return GermanNet(west, field, tuple(bridging.used))


def crews(g: Pocket) -> Crews:
    """13.0 The German engineers: who, where, and how far they reach."""
    return tuple((u.id, u.place, g.printed(u)[2]) for u in engineers(g))


@lru_cache(REMEMBERED)
def _over_all_rivers(net: int, open_: int) -> int:
    """Every hex a net would reach if no river were in its way."""
    return GROUND.around.flood(net, open_)


@cache
def _ends(h: Hex, reach: int) -> int:
    """The hexes on either bank of the rivers within an engineer's range."""
    return bits_of(GRID, {bank for pair in in_range(h, reach) for bank in pair})


class Bridging:
    """13.0 Function 2: each engineer lets lines cross one river hexside in its range."""

    def __init__(self, open_: int, crews: Crews) -> None:
        self.open = open_
        reach = [(who, in_range(h, far), _ends(h, far)) for who, h, far in crews]
        self.free = {who: (pairs, ends) for who, pairs, ends in sorted(reach, key=lambda crew: (len(crew[1]), crew[0]))}
        self.used: list[Side] = []

    def extend(self, net: int, goals: int) -> int:
        """The net grown over rivers, each time by the crossing that reaches the most of the wanted hexes."""
        goals &= _over_all_rivers(net, self.open)
        while goals & ~net:
            best = self._best(net, goals & ~net, frozenset(), FARTHEST)
            if best is None:
                break
            _, (engineer, pair, land) = best
            del self.free[engineer]
            self.used.append(pair)
            net |= land
        return net

    def _best(
        self, net: int, goals: int, busy: frozenset[str], depth: int
    ) -> tuple[float, tuple[str, Side, int]] | None:
        """The best crossing out of the net: goals reached for each engineer used, looking a few rivers ahead."""
        best: tuple[float, tuple[str, Side, int]] | None = None
        for engineer, pair, land in self._crossings(net, busy):
            worth = float((land & goals).bit_count())
            if not worth and depth > 1:
                beyond = self._best(net | land, goals, busy | {engineer}, depth - 1)
                worth = beyond[0] / 2 if beyond else 0.0
            if worth and (best is None or worth > best[0]):
                best = worth, (engineer, pair, land)
        return best

    def _crossings(self, net: int, busy: frozenset[str]) -> list[tuple[str, Side, int]]:
        """One crossing to each piece of land beyond a river."""
        found = []
        shore = WET.step(net) & self.open & ~net
        while shore:
            land = DRY.flood(shore & -shore, self.open)
            shore &= ~land
            link = self._link(net, land, busy)
            if link is not None:
                found.append((*link, land))
        return found

    def _link(self, net: int, land: int, busy: frozenset[str]) -> tuple[str, Side] | None:
        """A hexside between the net and the land, and the engineer with the fewest other uses that reaches it."""
        for engineer, (pairs, ends) in self.free.items():
            if ends & net and ends & land and engineer not in busy:
                for pair in pairs:
                    a, b = ENDS[pair]
                    if (a & net and b & land) or (b & net and a & land):
                        return engineer, pair
        return None


# ------------------------------------------------------------------ questions


def supplied(g: Pocket, units: tuple[Unit, ...]) -> list[bool]:
    """12.0 Which of these units of one side, checked at the same moment, are in supply?"""
    if not units:
        return []
    if units[0].side == SOVIET:
        net = soviet_net(g)
        return [bool(net >> GROUND.index[u.place] & 1) for u in units]
    lines = german_net(g, tuple(u for u in units if u.id != g.airlifted))
    return [u.id == g.airlifted or lines.reaches(u) for u in units]


def hungry_units(g: Pocket, side_: str) -> list[Unit]:
    """12.0 Every unit of a side that is out of supply, all checked at once."""
    net = soviet_net(g) if side_ == SOVIET else plain_net(g).west
    if not g.front(side_).hexes & ~net:
        return []
    units = g.units(side_)
    return [u for u, fed in zip(units, supplied(g, units), strict=True) if not fed]


def fed(g: Pocket, units: tuple[str, ...]) -> list[bool]:
    """12.0 The same for units by their names; kept until somebody moves."""
    key = ("fed", " ".join(units))
    found: list[bool] | None = g.known.get(key)
    if found is None:
        found = g.known[key] = supplied(g, tuple(g.pieces[u] for u in units))
    return found


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
    green = [u for u in g.units(GERMAN) if COUNTERS[u.id].group == ENCIRCLED]
    net = _way_out(usable(g, GERMAN), crews(g), bits_of(GRID, [u.place for u in green]))
    return [u for u in green if net >> GROUND.index[u.place] & 1]


@lru_cache(REMEMBERED)
def _way_out(open_: int, crews: Crews, green: int) -> int:
    return Bridging(open_, crews).extend(lines(WEST_EXITS, open_), green)
