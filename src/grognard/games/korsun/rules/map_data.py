"""2.1, 12.0, 13.0 The map of a battle with its rivers and the sources of supply worked out once."""

from __future__ import annotations

from functools import cached_property

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import Flood, bits_of, hexes_of
from grognard.board.hexes.map import HexMap, Side, side
from grognard.board.hexes.maps import MapDataCache
from grognard.board.hexes.zone_moves import Fan, Rows, distance_field
from grognard.games.folio.rules.terrain import Ground, fan
from grognard.games.folio.rules.terrain_chart import CHART
from grognard.games.korsun.rules.data import AIRFIELD, GERMAN, MAPS, SOVIET
from grognard.games.korsun.rules.scenarios import SCENARIOS, SOVIET_ROADS, WEST_ROADS, WEST_TRAILS

RIVERS = [kind for kind, row in CHART.hexside.items() if row.river]  # a ditch is none


class Land(Ground):
    """One map. A river here is a hexside of one that no printed bridge crosses, and that somebody could cross."""

    def __init__(self, hexmap: HexMap) -> None:
        super().__init__(hexmap)
        marks = hexmap.marks
        self.west_roads = marks.get(WEST_ROADS, ())
        self.exits = (*self.west_roads, *marks.get(WEST_TRAILS, ()))
        self.soviet_roads = marks.get(SOVIET_ROADS, ())
        self.soviet_sources = bits_of(self.grid, self.soviet_roads)
        self.west_sources = bits_of(self.grid, self.west_roads)
        self.west_exits = bits_of(self.grid, self.exits)
        self.field_source = bits_of(self.grid, (AIRFIELD,))
        self.sources = {SOVIET: self.soviet_sources, GERMAN: self.west_sources | self.field_source}
        self.firm = bits_of(self.grid, filter(self.can_enter, self.index))
        self.rivers: tuple[Side, ...] = tuple(filter(self._can_be_bridged, self.water))
        self.text = {pair: "/".join(pair) for pair in self.rivers}
        self.spans = {text: pair for pair, text in self.text.items()}
        self.banks = {pair: bits_of(self.grid, pair) for pair in self.rivers}
        self.ends = {(a, b): (self.index[a], self.index[b]) for a, b in self.rivers}
        self.each_bank = {pair: (1 << a, 1 << b) for pair, (a, b) in self.ends.items()}
        self.across: dict[int, list[tuple[int, Side]]] = {}  # from each bank: the other one, and the hexside between
        for pair, (a, b) in self.ends.items():
            self.across.setdefault(a, []).append((b, pair))
            self.across.setdefault(b, []).append((a, pair))
        self._away_from: dict[tuple[Side, str], list[int]] = {}
        self._in_range: dict[tuple[Hex, int], dict[Side, None]] = {}

    def _can_be_bridged(self, pair: Side) -> bool:
        """13.0 A bridge leads over a river from a hex that units can enter to another, and there is none yet."""
        return self._flows(pair) and pair not in self.prohibited and all(map(self.can_enter, pair))

    def _flows(self, pair: Side) -> bool:
        """12.1 Is it the hexside of a river without a bridge?"""
        return pair not in self.bridged and any(kind in RIVERS for kind in self.map.sides.get(pair, ()))

    def _carries(self, a: Hex, b: Hex) -> bool:
        """12.1, R47 May a line of supply go from hex to hex, over no open river and no prohibited hexside?"""
        pair = side(a, b)
        return pair not in self.prohibited and not self._flows(pair)

    @cached_property
    def over(self) -> dict[str, dict[tuple[int, int], int]]:
        """13.0 What each step over a river costs when it is bridged: the hex alone."""
        return {kind: self._over(kind) for kind in ("leg", "mobile")}

    def _over(self, kind: str) -> dict[tuple[int, int], int]:
        steps = [(a, b) for pair in self.rivers for a, b in (pair, pair[::-1])]
        costs = {(self.index[a], self.index[b]): self.cost(a, b, kind, bridged=True) for a, b in steps}
        return {step: cost for step, cost in costs.items() if cost is not None}

    def away_from(self, pair: Side, kind: str) -> list[int]:
        """13.0 How many points a unit in each hex would need to come to a hexside, were every river bridged."""
        found = self._away_from.get((pair, kind))
        if found is None:
            found = self._away_from[pair, kind] = distance_field(
                self._back[kind], bytes(len(self.names)), [*self.ends[pair]]
            )
        return found

    @cached_property
    def _back(self) -> dict[str, Rows]:
        """5.2 The steps by which each hex is entered, were every river bridged."""
        return {kind: [self._entered_from(h, kind) for h in self.names] for kind in ("leg", "mobile")}

    def _entered_from(self, h: Hex, kind: str) -> Fan:
        costs = [(self.index[n], self.cost(n, h, kind, bridged=True)) for n in self.neighbours[h]]
        return fan([(i, cost) for i, cost in costs if cost is not None])

    @cached_property
    def dry(self) -> Flood:
        """12.1 Steps that a line of supply may take."""
        return Flood(self.grid, self._carries)

    @cached_property
    def overland(self) -> dict[Hex, tuple[Hex, ...]]:
        """12.1 The same, from each hex."""
        return {h: tuple(hexes_of(self.grid, self.dry.step(1 << i))) for h, i in self.index.items()}

    def in_range(self, h: Hex, reach: int) -> dict[Side, None]:
        """13.0, R53 Unbridged river hexsides one of whose hexes is within so many hexes, in the order of the map."""
        found = self._in_range.get((h, reach))
        if found is None:
            near = self.within(1 << self.index[h], reach)
            found = self._in_range[h, reach] = dict.fromkeys([pair for pair in self.rivers if self.banks[pair] & near])
        return found


LANDS = MapDataCache(MAPS, SCENARIOS.known.__getitem__, Land)
