"""3 Battle conditions: one map, read again for each scenario. 8, 9.1 What it costs to move on it, what it hides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import Any, NamedTuple, TypeVar

import msgspec

from grognard.board.hexes.centre_sight import CentreSight, Sighting
from grognard.board.hexes.grid import Hex
from grognard.board.hexes.map import HexMap, MapError
from grognard.board.hexes.maps import MapDataCache
from grognard.board.hexes.paths import StepCosts
from grognard.board.hexes.sight_lines import Passage
from grognard.board.hexes.trails import Trails, marked
from grognard.engine import Problem, To, suggest_choices
from grognard.games.tank_leader.rules.data import GRID, MAPS, SIDES, TABLES, TO
from grognard.games.tank_leader.rules.scenarios import BATTLES
from grognard.games.tank_leader.rules.terrain_chart import (
    ALL_POINTS,
    BRIDGE_ROOM,
    CHART,
    CLEAR,
    NO_ENTRY,
    PRINTED,
    SYMBOLS,
    Price,
    Terrain,
)

COSTS = TABLES["movement_costs"]
POINT = 2  # movement points are counted in halves (8.3.2)
(_FIRST, _LAST), (_TOP, _BOTTOM) = GRID.columns, GRID.rows
EDGE = frozenset(h for h, (c, r) in GRID.position.items() if c in (_FIRST, _LAST) or r in (_TOP, _BOTTOM))
_NO_ROAD: frozenset[Hex] = frozenset()
T = TypeVar("T")
MOVERS = ("vehicle", "wheeled", "foot")


class Conditions(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True):
    """3.1 Season (as water and ground), urbanization, area and contour."""

    season: str
    ground: str
    urbanization: str
    area: str
    contour: str
    sheet: str = ""  # the scenario whose own map it is, if it brings one


class MapData:
    """2.4 What a map prints, whatever the battle conditions."""

    def __init__(self, hexmap: HexMap) -> None:
        self.map = hexmap
        if strange := sorted({*chain.from_iterable(hexmap.terrain.values())} - PRINTED):
            says = f"This game has no {strange[0]!r} on its maps. {suggest_choices(sorted(PRINTED), strange[0])}"
            raise MapError(hexmap.name, [Problem(1, f"terrain.{strange[0]}", says)])
        self.road_links = {h: frozenset(others) for h, others in hexmap.links("road").items()}
        self.roads = frozenset(self.road_links)
        self.river = hexmap.line_hexes("river")
        self.stream = hexmap.line_hexes("stream") - self.river
        self.bridges = frozenset(b.hex for b in hexmap.bridges if b.kind != "ford")
        self.entries = {side: hexmap.marks[f"entry_{side}"] for side in SIDES}  # 5.2 the numbered roads
        self.names = {place.hex: place.name for place in hexmap.places}


LANDS = MapDataCache(MAPS, BATTLES.known.__getitem__, MapData)


class Country:
    """2.4 The map as the battle conditions read it."""

    def __init__(self, conditions: Conditions) -> None:
        self.land = land = LANDS[conditions.sheet] if conditions.sheet else LANDS.boxed()
        self.road_links, self.bridges = land.road_links, land.bridges
        self.ground = conditions.ground
        self.water: str = TABLES["season_effects"][conditions.season]["water"]
        urban = TABLES["urbanization_effects"][conditions.urbanization]
        self._meanings: dict[str, str] = urban | TABLES["area_effects"][conditions.area]
        colours = TABLES["contour_effects"][conditions.contour]
        self.level: dict[Hex, int] = {h: colours[f"c{land.map.level(h)}"] for h in GRID.hexes}
        self.terrain: dict[Hex, str] = {h: self._read(h) for h in GRID.hexes}
        self.effects = {h: CHART[kind] for h, kind in self.terrain.items()}
        self.cover: dict[Hex, str] = {h: row.cover for h, row in self.effects.items()}
        self.sight = CentreSight(GRID, self.level.__getitem__, self._blocks, harmless_from=self._harmless_from)
        self.room = {h: BRIDGE_ROOM if h in self.bridges else row.room for h, row in self.effects.items()}
        self._hex_costs = {mover: self._by_terrain(self._hex_cost, mover) for mover in MOVERS}
        self._entries = {mover: self._by_terrain(self._entry, mover) for mover in MOVERS}
        self._road_rates = {mover: self._road_rate(mover) for mover in MOVERS}
        self._pricers: dict[tuple[str, int], Callable[[Hex, Hex], int | None]] = {}
        self._step_costs: dict[tuple[str, int], StepCosts] = {}
        self._stops = {mover: self._stopping(mover) for mover in MOVERS}
        self._stop_marks = {  # hexes that end a move; bridges are looked at step by step
            mover: marked(GRID, hexes - self.bridges) for mover, hexes in self._stops.items()
        }

    def _read(self, h: Hex) -> str:
        """3.3, 3.4 What a symbol stands for; water and whatever else is printed by its own name keeps it."""
        symbols = self.land.map.terrain[h]
        if printed := [kind for kind in CHART if kind in symbols]:
            return printed[0]
        if h in self.land.river or h in self.land.stream:
            return "river" if h in self.land.river else "stream"
        return next((self._meanings[symbol] for symbol in SYMBOLS if symbol in symbols), CLEAR)

    # ------------------------------------------------------------ sight (9.11 to 9.14)

    def _blocks(self, sighting: Sighting, passage: Passage) -> str | None:
        """9.12, 9.13, 9.14 The rule by which a hex, or both hexes along a hexside, block a line of sight."""
        if _beside_nothing(passage):
            return None
        rules = [self._blocking(sighting, h) for h in passage.hexes]
        return rules[0] if all(rules) else self._blind_zone(sighting, passage)

    def _blind_zone(self, sighting: Sighting, passage: Passage) -> str | None:
        """9.13, R-36 Is this the end of a lower hill, and the lower end as close behind it as the hill is high?"""
        hill = self._height(passage)
        if not 1 <= hill < sighting.upper_level or sighting.lower_level >= hill or passage.left > hill:
            return None
        rest = sighting.passages[sighting.passages.index(passage) + 1 :]
        return None if rest and self._height(rest[0]) >= hill else "TL-9.13.1"

    def _height(self, passage: Passage) -> int:
        """9.14 Along a hexside the lower of two hexes counts: both must cast a blind zone."""
        return 0 if _beside_nothing(passage) else min(self.level[h] for h in passage.hexes)

    def _blocking(self, sighting: Sighting, h: Hex) -> str | None:
        """9.12 Higher than both ends; or at the level of equal ends with cover; or at the level of the higher end."""
        level = self.level[h]
        if level > sighting.upper_level:
            return "TL-9.12.1"
        if level < sighting.upper_level:
            return None
        if sighting.upper_level > sighting.lower_level:
            return "TL-9.12.3"
        return "TL-9.12.2" if self.effects[h].obstructs else None

    def _harmless_from(self, h: Hex) -> int:
        return self.level[h] + self.effects[h].obstructs

    def sees(self, a: Hex, b: Hex, visibility: int) -> bool:
        """9.11 Is there a line of sight, no longer than the visibility?"""
        return GRID.distance(a, b) <= visibility and self.sight.sees(a, b)

    # ------------------------------------------------------------ movement (8)

    def chart_cost(self, h: Hex, mover: str) -> Price:
        """8.6 The chart's entry for a hex entered off the road."""
        return self._entries[mover][h]

    def step(self, a: Hex, b: Hex, mover: str, ma: int) -> int | None:
        """8 Half points to go from a hex to its neighbour, or None if it is prohibited."""
        return (self._pricers.get((mover, ma)) or self._pricer(mover, ma))(a, b)

    def price(self, way: Sequence[Hex], mover: str, ma: int) -> int:
        """8 Half points of a way, its first hex being where it begins."""
        step = self._pricers.get((mover, ma)) or self._pricer(mover, ma)
        return sum([step(a, b) or 0 for a, b in pairwise(way)])

    def _pricer(self, mover: str, ma: int) -> Callable[[Hex, Hex], int | None]:
        """8 The half points of any step of one class of unit and allowance."""
        links, rate, costs, level = self.road_links, self._road_rates[mover], self._hex_costs[mover], self.level
        climb = max(1, ma // 2) * POINT if mover != "foot" else 0  # 8.1.3 uphill

        def step(a: Hex, b: Hex) -> int | None:
            if a in links and b in links[a]:
                return rate
            cost = costs[b]
            return climb if cost is not None and cost < climb and level[b] > level[a] else cost

        return self._pricers.setdefault((mover, ma), step)

    def hex_cost(self, h: Hex, mover: str) -> int | None:
        """8.5 to 8.16 Half points to enter a hex off the road, whatever the slope."""
        return self._hex_costs[mover][h]

    def _by_terrain(self, find: Callable[[Terrain, str], T], mover: str) -> dict[Hex, T]:
        """What the terrain of each hex comes to for a class of unit."""
        found = {kind: find(CHART[kind], mover) for kind in set(self.terrain.values())}
        return {h: found[kind] for h, kind in self.terrain.items()}

    def _entry(self, row: Terrain, mover: str) -> Price:
        return row.price(self.water, mover)

    def _hex_cost(self, row: Terrain, mover: str) -> int | None:
        entry = row.price(self.water, mover)
        if entry == NO_ENTRY:
            return None
        if entry == ALL_POINTS:
            return POINT
        return (int(entry) + self._extra(mover)) * POINT

    def _extra(self, mover: str) -> int:
        """8.15, 8.16 Mud and snow, for vehicles off the road."""
        if mover == "foot" or self.ground == "normal":
            return 0
        extra: int = COSTS[self.ground]["wheeled_off_road_extra" if mover == "wheeled" else "vehicle_off_road_extra"]
        return extra

    def road_rate(self, mover: str) -> int:
        """8.3, 8.15, 8.16 Half a point; one for vehicles in mud or snow."""
        return self._road_rates[mover]

    def _road_rate(self, mover: str) -> int:
        if self.ground == "normal" or mover == "foot":
            return int(COSTS["road"]["vehicle"] * POINT)
        return int(COSTS[self.ground]["road_vehicle"] * POINT)

    def may_enter(self, h: Hex, mover: str) -> bool:
        """15.3.3 May this class of unit be in the hex at all? A bridge carries everybody."""
        return h in self.bridges or self._entries[mover][h] != NO_ENTRY

    def _stopping(self, mover: str) -> frozenset[Hex]:
        return frozenset(h for h, entry in self._entries[mover].items() if entry == ALL_POINTS)

    def stops(self, a: Hex, b: Hex, mover: str) -> bool:
        """8.11, 8.13 Does entering this hex take all remaining points?"""
        return b in self._stops[mover] and b not in self.road_links.get(a, _NO_ROAD)

    def stops_on(self, way: Sequence[Hex], mover: str) -> bool:
        """8.11, 8.13 Does a hex of a way, but for the first, take all remaining points?"""
        return bool(self._stops[mover]) and any(self.stops(a, b, mover) for a, b in pairwise(way))

    def flooded_start(self, h: Hex) -> bool:
        """8.1.5 Does a unit that starts here move one hex only (unless it leaves a bridge along its road)?"""
        return self.water == "flooded" and self.effects[h].slow_start

    def trails(self, start: Hex, mover: str, ma: int, points: int, most: int, closed: Collection[Hex]) -> Trails:
        """8.1, 8.2 Where so many half points and hexes lead; a hex that ends a move is not left."""
        return self.step_costs(mover, ma).trails(start, points, most, blocked=closed, stop=self._stop_marks[mover])

    def step_costs(self, mover: str, ma: int) -> StepCosts:
        """The chart as a table for one class of unit and allowance; leaving the road onto deep water is left out."""
        found = self._step_costs.get((mover, ma))
        if found is None:
            step, deep = self._pricer(mover, ma), self.bridges & self._stops[mover]

            def cost(a: Hex, b: Hex) -> int | None:
                return None if b in deep and self.stops(a, b, mover) else step(a, b)

            found = self._step_costs[mover, ma] = StepCosts(GRID, cost if deep else step)
        return found

    # ------------------------------------------------------------ stacking (8.5)

    def limits(self, h: Hex) -> tuple[int, int]:
        """8.5 The most units and the most vehicles of a side in a hex."""
        return self.room[h]


def _beside_nothing(passage: Passage) -> bool:
    """9.14 Does the line run along a hexside of which the map has one hex only?"""
    return passage.between and len(passage.hexes) < 2


@lru_cache(maxsize=64)
def country_of(conditions: Conditions) -> Country:
    """The map under some battle conditions, worked out once."""
    return Country(conditions)


class Moves(Sequence[To]):
    """8.1 The answers that send a unit to some hexes."""

    def __init__(self, hexes: Iterable[Hex]) -> None:
        self.hexes = tuple(hexes)

    def __len__(self) -> int:
        return len(self.hexes)

    def __getitem__(self, i: Any) -> Any:
        return [*map(TO.__getitem__, self.hexes[i])] if isinstance(i, slice) else TO[self.hexes[i]]

    def __iter__(self) -> Iterator[To]:
        return map(TO.__getitem__, self.hexes)

    def __contains__(self, action: object) -> bool:
        return type(action) is To and action.hex in self.hexes


class Leeway(NamedTuple):
    """8.1, 8.2 Where so many half points and hexes lead, the same as answers, and the neighbours that are too dear."""

    trails: Trails
    moves: Moves
    beside: tuple[tuple[Hex, int], ...]  # the other neighbours that are not prohibited, and their prices


@lru_cache(maxsize=8192)
def leeway_of(
    conditions: Conditions, mover: str, ma: int, start: Hex, points: int, most: int, closed: frozenset[Hex]
) -> Leeway:
    """8.1, 8.2 Where one may go from a hex by at most so many hexes (below zero: as many as the points allow).

    It is kept, for the same question is asked over and over.
    """
    country = country_of(conditions)
    trails = country.trails(start, mover, ma, points, most, closed)
    steps = ((h, country.step(start, h, mover, ma)) for h in GRID.neighbours[start] if h not in trails.hexes)
    return Leeway(trails, Moves(trails.hexes), tuple((h, cost) for h, cost in steps if cost is not None))


def hexes_between(columns: tuple[int, int], rows: tuple[int, int]) -> list[Hex]:
    """The playable hexes of a block of columns and rows."""
    return [h for h, (c, r) in GRID.position.items() if columns[0] <= c <= columns[1] and rows[0] <= r <= rows[1]]
