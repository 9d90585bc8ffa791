"""2.0 and 22.3 A map with everything that never changes worked out once: prices, roads, bridges, banks, sight."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from functools import cache, cached_property

from grognard.board.hexes.corner_sight import CornerSight
from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import bits_of
from grognard.board.hexes.map import HexMap, MapError
from grognard.board.hexes.maps import MapDataCache
from grognard.board.hexes.paths import StepCosts
from grognard.engine import Problem, suggest_choices
from grognard.games.night_fight.rules.data import GRID, MAPS, RIVER
from grognard.games.night_fight.rules.scenarios import SCENARIOS
from grognard.games.night_fight.rules.terrain_chart import CHART, LEVELS, MOVERS, OPEN, Rows, rows_of

Seen = dict[Hex, frozenset[Hex]]
Beside = tuple[Hex, ...]  # neighbours of a hex


@cache
def price(rows: Rows, mover: str) -> int | None:
    """8.0, R6 The points to enter a hex: the highest row, unless there is one that counts alone."""
    asked: list[int] = []
    for terrain in (CHART[row] for row in rows):
        points = terrain.price(mover)
        if points is None or terrain.alone:
            return points
        asked.append(points)
    return max(asked)


class MapData:
    """One map. What depends on the vegetation is kept by its level."""

    def __init__(self, hexmap: HexMap) -> None:
        self.map = hexmap
        _only_known(hexmap)
        self.roads = hexmap.line_hexes("road")
        self.road_links = hexmap.links("road")
        self.bridges = hexmap.bridged_hexes  # hex -> wood_bridge or river_bridge
        self.stars = hexmap.marks.get("star", ())
        self.river_bridges = tuple(h for h in sorted(self.bridges) if self.bridges[h] == "river_bridge")
        self.features = {level: {h: self._printed(h, level) for h in GRID.hexes} for level in LEVELS}
        self.prices = {
            (level, mover): {h: price(rows, mover) for h, rows in self.features[level].items()}
            for level in LEVELS
            for mover in MOVERS
        }
        self.costs = {key: _table(prices) for key, prices in self.prices.items()}
        self.road_costs = StepCosts(GRID, lambda _, b: 1 if b in self.roads else None)
        self.sight = {level: self._sight(level) for level in LEVELS}
        self.seen = {level: Views(sight) for level, sight in self.sight.items()}
        self.seen_bits = {level: BitViews(views) for level, views in self.seen.items()}

    def _printed(self, h: Hex, vegetation: str) -> Rows:
        """R6 The rows of the terrain chart that hold in a hex while its bridge, if any, stands."""
        if h in self.bridges:
            return (self.bridges[h],)
        lines = [row for row, hexes in self._lines.items() if h in hexes]
        areas = rows_of("terrain", vegetation)
        return (*lines, *(areas[kind] for kind in sorted(self.map.terrain[h]))) or (OPEN,)

    @cached_property
    def _lines(self) -> dict[str, frozenset[Hex]]:
        return {row: self.map.line_hexes(kind) for kind, row in rows_of("line").items()}

    def _sight(self, level: str) -> CornerSight:
        """9.0, R64 The obstacles at a vegetation level: whole hexes, and half-size ones for partial buildings."""
        blocking = {h: {CHART[row].sight for row in rows} for h, rows in self.features[level].items()}
        full = [h for h, kinds in blocking.items() if "full" in kinds]
        half = [h for h, kinds in blocking.items() if "half" in kinds and "full" not in kinds]
        return CornerSight(GRID, full, half)

    @cached_property
    def open(self) -> dict[tuple[str, str], frozenset[Hex]]:
        """8.0 By vegetation and mover: the hexes it may enter while bridges stand."""
        return {key: frozenset(h for h in GRID.hexes if prices[h] is not None) for key, prices in self.prices.items()}

    @cached_property
    def concealing(self) -> dict[str, frozenset[Hex]]:
        """10.3 By vegetation: the hexes with a building or dense vegetation; a bridge has neither, standing or out."""
        return {level: _where(self.features[level], _conceals) for level in LEVELS}

    @cached_property
    def open_off_gullies(self) -> dict[tuple[str, str], frozenset[Hex]]:
        """8.6, 22.3 The same but for gullies, bridged ones not counted."""
        return {key: hexes & _where(self.features[key[0]], _roams) for key, hexes in self.open.items()}

    @cached_property
    def open_beside(self) -> dict[tuple[str, str], dict[Hex, Beside]]:
        """8.0 By vegetation (or road: by road alone) and mover: the neighbours it may enter while bridges stand."""
        free = self.open | {("road", mover): self.roads & self.open[LEVELS[0], mover] for mover in MOVERS}
        return {key: _beside(hexes) for key, hexes in free.items()}

    # ------------------------------------------------------------ independent units

    @cached_property
    def alone(self) -> dict[str, StepCosts]:
        """8.6 Terrain an independent Soviet unit pays for; gullies, full buildings and water are closed to it."""
        return {level: _table({h: _alone(rows) for h, rows in self.features[level].items()}) for level in LEVELS}

    @cached_property
    def nearest_roads(self) -> dict[Hex, set[Hex]]:
        """R22 The road hexes closest to every hex."""
        found = {h: {h} for h in self.road_links}
        edge = list(found)
        while edge:
            onward: dict[Hex, set[Hex]] = {}
            for here in edge:
                for h in GRID.neighbours[here]:
                    if h not in found:
                        onward.setdefault(h, set()).update(found[here])
            found |= onward
            edge = list(onward)
        return found

    # ------------------------------------------------------------ banks of the river (R61)

    @cached_property
    def large_river(self) -> frozenset[Hex]:
        return frozenset(h for line in self.map.lines if line.name in RIVER["names"] for h in line.hexes)

    @cached_property
    def north_bank(self) -> frozenset[Hex]:
        return self._bank(RIVER["north_bank"])

    @cached_property
    def south_bank(self) -> frozenset[Hex]:
        return self._bank(RIVER["south_bank"])

    def _bank(self, start: Hex) -> frozenset[Hex]:
        found, edge = {start}, [start]
        while edge:
            here = edge.pop()
            for h in GRID.neighbours[here]:
                if h not in found and h not in self.large_river:
                    found.add(h)
                    edge.append(h)
        return frozenset(found)


class Views(dict[int, Seen]):
    """9.0 The hexes in view of every hex, by visibility; worked out when they are first asked for."""

    def __init__(self, sight: CornerSight) -> None:
        super().__init__()
        self.sight = sight

    def __missing__(self, far: int) -> Seen:
        return self.setdefault(far, self.sight.table(far))


class BitViews(dict[int, "SeenBits"]):
    """9.0 The same with each view as the bits of one number (`board/hexes/hex_sets.py`)."""

    def __init__(self, views: Views) -> None:
        super().__init__()
        self.views = views

    def __missing__(self, far: int) -> SeenBits:
        return self.setdefault(far, SeenBits(self.views[far]))


class SeenBits(dict[Hex, int]):
    """The hexes in view of each hex as bits, filled in as it is asked."""

    def __init__(self, seen: Seen) -> None:
        super().__init__()
        self.seen = seen

    def __missing__(self, h: Hex) -> int:
        return self.setdefault(h, bits_of(GRID, self.seen[h]))


def _only_known(hexmap: HexMap) -> None:
    """22.3 What a map draws must have its row in the chart."""
    lines, bridges = {line.kind for line in hexmap.lines}, {bridge.kind for bridge in hexmap.bridges}
    for drawn, kinds in (("terrain", hexmap.areas), ("line", lines), ("bridge", bridges)):
        known = rows_of(drawn, LEVELS[0])
        for kind in sorted(set(kinds).difference(known)):
            says = f"This game has no {kind!r} on its maps. {suggest_choices(known, kind)}"
            raise MapError(hexmap.name, [Problem(1, f"{drawn}.{kind}", says)])


def _where(features: Mapping[Hex, Rows], holds: Callable[[Rows], bool]) -> frozenset[Hex]:
    return frozenset(h for h, rows in features.items() if holds(rows))


def _conceals(rows: Rows) -> bool:
    return any(CHART[row].conceals for row in rows)


def _roams(rows: Rows) -> bool:
    return all(CHART[row].roams for row in rows)


def _alone(rows: Rows) -> int | None:
    return price(rows, "vehicle") if _roams(rows) or any(CHART[row].alone for row in rows) else None


def _beside(open_hexes: Set[Hex]) -> dict[Hex, Beside]:
    return {h: tuple(n for n in beside if n in open_hexes) for h, beside in GRID.neighbours.items()}


def _table(prices: dict[Hex, int | None]) -> StepCosts:
    return StepCosts(GRID, lambda _, b: prices[b])


LANDS = MapDataCache(MAPS, SCENARIOS.known.__getitem__, MapData)
