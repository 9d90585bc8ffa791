"""2.1, 5.2 The map of a battle with everything that never changes worked out once: costs, zones, water, works."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import Flood, bits_of
from grognard.board.hexes.map import HexMap, MapError, Side, side
from grognard.board.hexes.zone_moves import Fan, Rows
from grognard.engine import Briefing, Problem, suggest_choices
from grognard.games.folio.rules.data import Counter
from grognard.games.folio.rules.terrain_chart import CHART, CLEAR, WATER


class Ground:
    """One battle's map. Movement points are counted in halves; `rows` hold the steps out of each hex by its number."""

    def __init__(self, hexmap: HexMap) -> None:
        self.map, self.grid = hexmap, hexmap.grid
        self.index, self.names = hexmap.grid.index, hexmap.grid.hexes
        self.neighbours = hexmap.grid.neighbours
        for table, known, found in (
            ("terrain", (*CHART.hex,), hexmap.terrain.values()),
            ("hexside", (*CHART.hexside,), hexmap.sides.values()),
        ):
            _must_know(hexmap, table, known, found)
        self.terrain: dict[Hex, str] = {h: _one(kinds) for h, kinds in hexmap.terrain.items()}
        self.lines = {h: CHART.hex[kind].line for h, kind in self.terrain.items()}
        self.roads, self.trails = hexmap.links("road"), hexmap.links("trail")
        self.water: dict[Side, str] = self._features(*WATER)
        self.beside_water = frozenset(h for pair in self.water for h in pair)
        self.bridged: frozenset[Side] = hexmap.bridged_sides | frozenset(filter(self._has_way, self.water))
        self.mined = frozenset(self._features("minefield"))
        self.prohibited = frozenset(self._features("prohibited"))
        self.works = frozenset(hexmap.marks.get("fortification", ()))
        self.close_all = frozenset(hexmap.marks.get("keeps_zoc_out", ()))
        self.open_to_zoc = ~bits_of(self.grid, self.close_all)
        self.around = Flood(self.grid)

    def _features(self, *kinds: str) -> dict[Side, str]:
        found = {}
        for kind in kinds:
            found.update({pair: kind for pair, there in self.map.sides.items() if kind in there})
        return found

    def _has_way(self, pair: Side) -> bool:
        """R13 Does a road or trail cross a hexside? It bridges the water there."""
        a, b = pair
        return b in self.roads.get(a, ()) or b in self.trails.get(a, ())

    # ------------------------------------------------------------ movement costs

    @cached_property
    def leg(self) -> Rows:
        """5.2 What every step costs a leg unit."""
        return self._rows("leg")

    @cached_property
    def mobile(self) -> Rows:
        """5.2 What every step costs a mobile unit."""
        return self._rows("mobile")

    def _rows(self, kind: str) -> Rows:
        return [
            fan([(self.index[b], cost) for b in self.neighbours[a] if (cost := self.cost(a, b, kind)) is not None])
            for a in self.names
        ]

    @cached_property
    def ways_in(self) -> Flood:
        """5.1 From hexes back to those from which they can be entered."""
        return Flood(self.grid, lambda entered, left: self.cost(left, entered, "leg") is not None)

    @cached_property
    def ways_out(self) -> dict[Hex, frozenset[Hex]]:
        """5.1 From each hex those that can be entered from it."""
        return {a: frozenset(b for b in self.neighbours[a] if self.cost(a, b, "leg") is not None) for a in self.names}

    @cached_property
    def barred(self) -> frozenset[tuple[int, int]]:
        """5.1.2 Steps forbidden from zone to zone, commandos excepted: over mines and into works."""
        steps = ((a, b) for a in self.names for b in self.neighbours[a] if side(a, b) in self.mined or b in self.works)
        return frozenset((self.index[a], self.index[b]) for a, b in steps)

    def cost(self, a: Hex, b: Hex, kind: str, *, bridged: bool = False) -> int | None:
        """5.2 Half points for one step; None where it is prohibited. A bridge waives the water, as does `bridged`."""
        pair = side(a, b)
        entry = CHART.hex[self.terrain[b]].cost
        if pair in self.prohibited or entry is None:
            return None
        links = ("road", self.roads), ("trail", self.trails)
        ways = [CHART.way[way] for way, there in links if b in there.get(a, ())]
        if ways:
            return min(ways)
        cost, dry = 2 * entry.of(kind), bridged or pair in self.bridged
        for feature in self.map.sides.get(pair, ()):
            row = CHART.hexside[feature]
            if row.cost is not None and not (dry and row.water):
                cost += 2 * row.cost.of(kind)
        return cost

    def entry_cost(self, h: Hex, kind: str) -> int:
        """R81 What a reinforcement pays for its first hex: the road or trail that leaves the map there, or terrain."""
        for way, links in (("road", self.roads), ("trail", self.trails)):
            if len(links.get(h, ())) == 1:
                return CHART.way[way]
        entry = CHART.hex[self.terrain[h]].cost
        assert entry is not None, f"nobody comes on in {h}"
        return 2 * entry.of(kind)

    def can_enter(self, h: Hex) -> bool:
        """5.1 Is the hex no prohibited terrain?"""
        return CHART.hex[self.terrain[h]].cost is not None

    # ------------------------------------------------------------ geometry

    def nearest(self, h: Hex, others: Iterable[Hex]) -> int:
        """Hexes to the nearest of some hexes; 99 if there is none."""
        return min([self.grid.distance(h, other) for other in others], default=99)

    def within(self, hexes: int, far: int) -> int:
        """Every hex at most so far from some hexes, as sets of hexes."""
        for _ in range(far):
            hexes |= self.around.step(hexes)
        return hexes


def fan(steps: Iterable[tuple[int, int]]) -> Fan:
    """Neighbours and the half points to each, by what they cost."""
    found: dict[int, list[int]] = {}
    for there, cost in steps:
        found.setdefault(cost, []).append(there)
    return tuple((cost, tuple(hexes)) for cost, hexes in sorted(found.items()))


def _one(kinds: frozenset[str]) -> str:
    """The terrain of a hex: the one listed with the best line, or clear."""
    return max(kinds, key=lambda kind: (CHART.hex[kind].line, kind), default=CLEAR)


def _must_know(hexmap: HexMap, table: str, known: Sequence[str], found: Iterable[frozenset[str]]) -> None:
    """A kind without a row in the chart is a mistake of the map file."""
    if strange := sorted(frozenset().union(*found) - {*known}):
        says = f"The terrain chart has no {strange[0]!r}. {suggest_choices(known, strange[0])}"
        raise MapError(hexmap.name, [Problem(1, f"{table}.{strange[0]}", says)])


# -------------------- 2.0 What lies in the box of a battle


class Material:
    """The material of one battle."""

    sides: tuple[str, str]  # 4.0 first and second player
    turns: int
    ground: Ground
    counters: Mapping[str, Counter]
    areas: Mapping[str, tuple[Hex, ...]]  # 3.0 where units set up
    holdings: Mapping[Hex, str]  # R82 the hexes that matter, and who holds them to begin with
    placement: Mapping[str, Hex]  # a fixed set-up, ready to play
    briefings: Mapping[str, Briefing]  # what each side is told before it begins
