"""14.0, 5.0 A map with everything that never changes worked out once: terrain, levels, roads, water, lines of sight."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache, cached_property, lru_cache

from grognard.board.hexes.centre_sight import CentreSight, Forbids, Heights, Sighting
from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import Flood, bits_of
from grognard.board.hexes.map import HexMap, MapError
from grognard.board.hexes.map import side as hexside
from grognard.board.hexes.maps import MapDataCache
from grognard.board.hexes.sight_lines import Passage
from grognard.engine import Problem, suggest_choices
from grognard.games.panzer_blitz.rules.data import GRID, LOS_CHART, MAPS, SITUATIONS, play_area
from grognard.games.panzer_blitz.rules.terrain_chart import CHART, CLEAR

THROUGH = ("stream", "deep stream", "gully")  # what runs through a hex, whatever its terrain


def clear_fraction(difference: int, height: int) -> Fraction | None:
    """5.4.5 The LoS chart, and the same law beyond it (R-56); None blocks."""
    if difference in LOS_CHART:
        entry = LOS_CHART[difference][min(height, 4) - 1]
        return None if entry == "block" else Fraction(entry)
    return Fraction(difference - height, difference) if height < difference else None


@cache
def height_rule(high: int, low: int, top: int, distance: int, length: int) -> str | None:
    """5.4.1 to 5.4.5 Whether something of this level blocks, at a distance from the higher unit."""
    if top <= low:
        return None  # PB-5.4.4, PB-5.4.6
    if top > high:
        return "PB-5.4.2"
    if top == high:
        return "PB-5.4.3"
    fraction = clear_fraction(high - low, top - low)
    if fraction is None or distance > fraction * length // 1:
        return "PB-5.4.12"
    return None


@cache
def hides(high: int, low: int, top: int, distance: int, length: int) -> bool:
    """5.4 Whether a hex of this level hides the lower unit."""
    return height_rule(high, low, top, distance, length) is not None


def judge_height(sighting: Sighting, top: int, distance: int) -> str | None:
    """5.4 The rule by which something of this level blocks a line, at a distance from its upper end."""
    return height_rule(sighting.upper_level, sighting.lower_level, top, distance, sighting.distance)


class MapData:
    """One map."""

    def __init__(self, hexmap: HexMap) -> None:
        self.map = hexmap
        self.terrain: dict[Hex, str] = {h: _terrain(hexmap, h) for h in GRID.hexes}
        self.effects = {h: CHART[kind] for h, kind in self.terrain.items()}
        self.houses = frozenset(h for h in GRID.hexes if self.effects[h].houses)
        self.gullies = hexmap.areas.get("gully", frozenset()) | hexmap.line_hexes("gully")
        self.deep_streams = hexmap.areas.get("deep stream", frozenset()) | hexmap.line_hexes("deep stream")
        self.streams = hexmap.areas.get("stream", frozenset()) | hexmap.line_hexes("stream") | self.deep_streams
        self.ditches = self.gullies | self.streams
        self.level = {h: hexmap.level(h) for h in GRID.hexes}
        self.roads = _links(hexmap, "road")
        self.gully_links, self.brook_links = _links(hexmap, "gully"), _links(hexmap, "stream", "deep stream")
        self.deep_links = _links(hexmap, "deep stream")
        self.bridge_sides = frozenset(f"{a}/{b}" for a, b in hexmap.bridged_sides)
        self.bridge_hexes = frozenset(hexmap.bridged_hexes)
        self.rivers: dict[str, tuple[str, str]] = {  # hexside -> name and printed kind of its water
            "/".join(hexside(*text.split("/"))): (feature.name, feature.kind)
            for feature in hexmap.hexsides
            for text in feature.sides
        }
        wet = frozenset(h for name in (*self.rivers, *self.bridge_sides) for h in name.split("/"))
        self.wet = wet | self.brook_links.keys()

    def joined_ditch(self, a: Hex, b: Hex) -> bool:
        """5.6.3 Does the gully or stream itself pass through this hexside?"""
        return b in self.gully_links.get(a, ()) or b in self.brook_links.get(a, ())

    @cached_property
    def open_to_overruns(self) -> int:
        """8.2.3 The hexes, as bits, whose terrain can be overrun."""
        return bits_of(GRID, [h for h in GRID.hexes if self.effects[h].overrun])

    # ------------------------------------------------------------ sight

    @cached_property
    def sight(self) -> CentreSight:
        """5.0 Lines of sight over the map as it is printed."""
        return self._sight(self._forbids)

    @cached_property
    def ground_sight(self) -> CentreSight:
        """The same without 5.6: gullies and streams hide nobody."""
        return self._sight(None)

    def _sight(self, forbids: Forbids | None) -> CentreSight:
        return CentreSight(
            GRID,
            self.level.__getitem__,
            self.blocks,
            forbids=forbids,
            forbids_from=self._printed_down,
            harmless_from=self._harmless_from,
            heights=Heights(self.obstacle_height, hides),
        )

    def obstacle_height(self, h: Hex) -> int:
        """5.3.2 The level of a hex as an obstacle: one more for what grows or stands in it."""
        return self.level[h] + self.effects[h].cover

    def blocks(self, sighting: Sighting, passage: Passage) -> str | None:
        """5.3 to 5.5 The rule by which a hex, or the hexside of two hexes, blocks a line."""
        if not passage.between:
            h = passage.hexes[0]
            return judge_height(sighting, self.obstacle_height(h), passage.distance)
        levels = [self.level[h] for h in passage.hexes]
        if len(set(levels)) > 1 and max(levels) >= sighting.lower_level:
            return "PB-14.9.3"  # R-57 along a slope
        tops = [self._hexside_height(passage.hexes, h) for h in passage.hexes]
        return judge_height(sighting, max(tops), passage.distance)

    def _hexside_height(self, hexes: tuple[Hex, ...], h: Hex) -> int:
        """5.5, R-55 Inherent terrain stands on its hexsides; orchards and woods only between two of their kind."""
        alike = len(hexes) == 2 and self.terrain[hexes[0]] == self.terrain[hexes[1]]
        if (stands := self.effects[h].hexside) == "inherent" or (stands == "alike" and alike):
            return self.level[h] + 1
        return self.level[h]

    def _harmless_from(self, h: Hex) -> int:
        level = self.level
        sloping = any(level[n] != level[h] for n in GRID.neighbours[h])
        top = max(level[h], *(level[n] for n in GRID.neighbours[h])) if sloping else level[h]
        return max(self.obstacle_height(h), top + 1 if sloping else 0)

    def ditch_rule(self, sighting: Sighting, upper_down: bool, lower_down: bool) -> str | None:
        """5.6, R-58 Who sees into a gully or stream; `..._down` says which end lies in one."""
        if not upper_down and not lower_down:
            return None
        if sighting.upper_level > sighting.lower_level and not (upper_down and not lower_down):
            return None  # 5.6.1 from at least one level higher
        if upper_down and lower_down:
            along = sighting.sides and all(self.joined_ditch(a, b) for a, b in sighting.sides)
            return None if along and not _runs_along(sighting) else "PB-5.6.4"
        return None if sighting.distance <= 1 else "PB-5.6.3"

    def _printed_down(self, h: Hex) -> bool:
        return h in self.ditches and h not in self.bridge_hexes

    def _forbids(self, sighting: Sighting) -> str | None:
        return self.ditch_rule(sighting, self._printed_down(sighting.upper), self._printed_down(sighting.lower))


def _terrain(hexmap: HexMap, h: Hex) -> str:
    """14.0 The terrain of a hex; a gully or stream runs through it beside that."""
    kinds = hexmap.terrain[h]
    if strange := sorted(kinds - {*CHART, *THROUGH}):
        says = f"This game has no {strange[0]!r} on its maps. {suggest_choices((*CHART, *THROUGH), strange[0])}"
        raise MapError(hexmap.name, [Problem(1, f"terrain.{strange[0]}", says)])
    return next((kind for kind in CHART if kind in kinds), CLEAR)


def _links(hexmap: HexMap, *kinds: str) -> dict[Hex, frozenset[Hex]]:
    return {h: frozenset(others) for h, others in hexmap.links(*kinds).items()}


def _runs_along(sighting: Sighting) -> bool:
    return any(passage.between for passage in sighting.passages)


LANDS = MapDataCache(MAPS, SITUATIONS.known.__getitem__, MapData)


# -------------------- Hexes within reach of many units at once, as the bits of one number (see

ALL_WAYS = Flood(GRID)


@cache
def disc(centre: Hex, radius: int) -> int:
    """Every hex within a radius."""
    inner = disc(centre, radius - 1) if radius else bits_of(GRID, (centre,))
    return inner | ALL_WAYS.step(inner) if radius else inner


@lru_cache(maxsize=256)
def play_bits(situation: str) -> int:
    """PB-SIT.6 The hexes in play."""
    return bits_of(GRID, play_area(situation))


class RangeSets:
    """Where some stand, and how far each reaches: their hexes as bits, by range."""

    __slots__ = ("_by_range",)

    def __init__(self, posts: Iterable[tuple[Hex, int]]) -> None:
        found: dict[int, int] = {}
        for place, far in posts:
            found[far] = found.get(far, 0) | 1 << GRID.index[place]
        self._by_range = tuple(found.items())

    def near(self, h: Hex) -> int:
        """Those from which a hex is within reach."""
        found = 0
        for far, places in self._by_range:
            found |= places & disc(h, far)
        return found


def within_any(posts: Iterable[tuple[Hex, int]]) -> int:
    """Every hex within the radius of one of some posts."""
    zone = 0
    for place, far in posts:
        zone |= disc(place, far)
    return zone


def holds(zone: int, h: Hex) -> bool:
    """Is a hex one of a set?"""
    return bool(zone >> GRID.index[h] & 1)
