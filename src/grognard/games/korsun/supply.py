"""12.0 Lines of supply: from a unit to a source, past no enemy, through no enemy zone, over no unbridged river."""

from __future__ import annotations

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
from grognard.games.korsun.engineers import RIVERS, hexsides
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


def usable(g: Folio, side_: str) -> int:
    """12.0, R47 Hexes a line may run through: no enemy unit, and no enemy zone unless a friend stands there."""
    ours, theirs = g.front(side_), g.front(g.foe(side_))
    return ours.hexes | EVERYWHERE & ~(theirs.hexes | theirs.zone)


def soviet_net(g: Pocket) -> int:
    """12.0 Every hex with a line to a Soviet source."""
    found: int | None = g.known.get(("net", SOVIET))
    if found is None:
        found = g.known["net", SOVIET] = DRY.flood(SOVIET_SOURCES, usable(g, SOVIET))
    return found


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
    found: GermanNet | None = g.known.get(("net", GERMAN))
    if found is None:
        open_ = usable(g, GERMAN)
        found = g.known["net", GERMAN] = GermanNet(DRY.flood(WEST_SOURCES, open_), DRY.flood(FIELD_SOURCE, open_))
    return found


def german_net(g: Pocket, units: tuple[Unit, ...]) -> GermanNet:
    """13.0, R54 The German lines with the crossings that serve these units best; all checked at once share them."""
    plain = plain_net(g)
    wanting = [u for u in units if not plain.reaches(u)]
    if not wanting:
        return plain
    key = ("net", ",".join(u.id for u in wanting))
    found: GermanNet | None = g.known.get(key)
    if found is None:
        found = g.known[key] = _bridged_net(g, plain, wanting)
    return found


def _bridged_net(g: Pocket, plain: GermanNet, wanting: list[Unit]) -> GermanNet:
    bridging = Bridging(g)
    west = bridging.extend(plain.west, [u.place for u in wanting])
    index = GROUND.index
    green = [u.place for u in wanting if COUNTERS[u.id].group == ENCIRCLED and not west >> index[u.place] & 1]
    field = bridging.extend(plain.field, green) if plain.field else 0
    return GermanNet(west, field, tuple(bridging.used))


class Bridging:
    """13.0 Function 2: each engineer lets lines cross one river hexside in its range."""

    def __init__(self, g: Pocket) -> None:
        self.open = usable(g, GERMAN)
        reach = {u.id: hexsides(g, u) for u in engineers(g)}
        self.free = dict(sorted(reach.items(), key=lambda item: (len(item[1]), item[0])))
        self.used: list[Side] = []

    def extend(self, net: int, wanted: list[str]) -> int:
        """The net grown over rivers, each time by the crossing that reaches the most of the wanted hexes."""
        goals = bits_of(GRID, wanted)
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
        for engineer, pairs in self.free.items():
            if engineer not in busy:
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
    net = Bridging(g).extend(DRY.flood(WEST_EXITS, usable(g, GERMAN)), [u.place for u in green])
    return [u for u in green if net >> GROUND.index[u.place] & 1]
