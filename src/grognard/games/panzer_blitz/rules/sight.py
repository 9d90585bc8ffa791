"""5.0 Line of sight: centre to centre, with levels, obstacles, slopes, gullies and smoke."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache

from msgspec.structs import replace

from grognard.board.centre_line import Passage
from grognard.board.centre_sight import CentreSight, Sighting
from grognard.board.hexgrid import Hex
from grognard.engine import Judged, SightLine
from grognard.games.panzer_blitz.rules.data import GRID, LOS_CHART, play_area
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.games.panzer_blitz.rules.terrain import (
    BRIDGE_HEXES,
    COVER,
    DITCHES,
    LEVEL,
    TERRAIN,
    in_ditch,
    joined_ditch,
)

INHERENT = ("town", "city", "swamp")
SMOKED = "PB-12.2.3"
AIRCRAFT_ABOVE = 2  # 16.1.8
ALL_PAIRS = 20


def obstacle_height(h: Hex) -> int:
    """5.3.2 The level of a hex as an obstacle: one more for what grows or stands in it."""
    return LEVEL[h] + (TERRAIN[h] in COVER)


def clear_fraction(difference: int, height: int) -> Fraction | None:
    """5.4.5 The LoS chart, and the same law beyond it (R-56); None blocks."""
    if difference in LOS_CHART:
        entry = LOS_CHART[difference][min(height, 4) - 1]
        return None if entry == "block" else Fraction(entry)
    return Fraction(difference - height, difference) if height < difference else None


def judge_height(sighting: Sighting, top: int, distance: int) -> str | None:
    """5.4.1 to 5.4.5 Whether something of this level blocks, at a distance from the higher unit."""
    high, low = sighting.upper_level, sighting.lower_level
    if top <= low:
        return None  # PB-5.4.4, PB-5.4.6
    if top > high:
        return "PB-5.4.2"
    if top == high:
        return "PB-5.4.3"
    fraction = clear_fraction(high - low, top - low)
    if fraction is None or distance > fraction * sighting.distance // 1:
        return "PB-5.4.12"
    return None


def blocks(sighting: Sighting, passage: Passage) -> str | None:
    """5.3 to 5.5 The rule by which a hex, or the hexside of two hexes, blocks a line."""
    if not passage.between:
        h = passage.hexes[0]
        return judge_height(sighting, obstacle_height(h), passage.distance)
    levels = [LEVEL[h] for h in passage.hexes]
    if len(set(levels)) > 1 and max(levels) >= sighting.lower_level:
        return "PB-14.9.3"  # R-57 along a slope
    tops = [_hexside_height(passage.hexes, h) for h in passage.hexes]
    return judge_height(sighting, max(tops), passage.distance)


def _hexside_height(hexes: tuple[Hex, ...], h: Hex) -> int:
    """5.5, R-55 Inherent terrain stands on its hexsides; orchards and woods only between two of their kind."""
    kind = TERRAIN[h]
    if kind in INHERENT or (kind in ("orchard", "woods") and len(hexes) == 2 and _same_kind(hexes)):
        return LEVEL[h] + 1
    return LEVEL[h]


def _same_kind(hexes: tuple[Hex, ...]) -> bool:
    return TERRAIN[hexes[0]] == TERRAIN[hexes[1]]


def _harmless_from(h: Hex) -> int:
    sloping = any(LEVEL[n] != LEVEL[h] for n in GRID.neighbours[h])
    top = max(LEVEL[h], *(LEVEL[n] for n in GRID.neighbours[h])) if sloping else LEVEL[h]
    return max(obstacle_height(h), top + 1 if sloping else 0)


def ditch_rule(sighting: Sighting, upper_down: bool, lower_down: bool) -> str | None:
    """5.6, R-58 Who sees into a gully or stream; `..._down` says which end lies in one."""
    if not upper_down and not lower_down:
        return None
    if sighting.upper_level > sighting.lower_level and not (upper_down and not lower_down):
        return None  # 5.6.1 from at least one level higher
    if upper_down and lower_down:
        if sighting.sides and all(joined_ditch(a, b) for a, b in sighting.sides) and not _runs_along(sighting):
            return None
        return "PB-5.6.4"
    return None if sighting.distance <= 1 else "PB-5.6.3"


def _runs_along(sighting: Sighting) -> bool:
    return any(passage.between for passage in sighting.passages)


def _printed_down(h: Hex) -> bool:
    return h in DITCHES and h not in BRIDGE_HEXES


def _forbids(sighting: Sighting) -> str | None:
    return ditch_rule(sighting, _printed_down(sighting.upper), _printed_down(sighting.lower))


SIGHT = CentreSight(GRID, LEVEL.__getitem__, blocks, forbids=_forbids, harmless_from=_harmless_from)
GROUND = CentreSight(GRID, LEVEL.__getitem__, blocks, harmless_from=_harmless_from)  # without 5.6


def sees(g: PanzerBlitz, a: Hex, b: Hex) -> bool:
    """5.0 Whether units in two hexes have a line of sight to each other (5.7 both ways)."""
    if a == b:
        return True
    if g.broken and (a in g.broken or b in g.broken):
        line = GROUND.sighting(a, b)
        if ditch_rule(line, in_ditch(g, line.upper), in_ditch(g, line.lower)) or not GROUND.sees(a, b):
            return False
    elif not SIGHT.sees(a, b):
        return False
    return not g.smoke or not smoked(g, a, b)


def smoked(g: PanzerBlitz, a: Hex, b: Hex) -> bool:
    """12.2.2, R-40 Does smoke lie between two hexes?"""
    return GRID.distance(a, b) > 1 and bool(SIGHT.lines.touched(a, b, g.smoke))


@cache
def flying_level(situation: str) -> int:
    """16.1.8 Two levels above the highest ground in play."""
    return max(LEVEL[h] for h in play_area(situation)) + AIRCRAFT_ABOVE


def sees_from_air(g: PanzerBlitz, aircraft: Hex, target: Hex) -> bool:
    """16.1.8 Sight between an aircraft over a hex and the ground."""
    if aircraft == target:
        return True
    clear = sees_down(flying_level(g.scenario_id), aircraft, target)
    return clear and (not g.smoke or not smoked(g, aircraft, target))


@lru_cache(maxsize=1 << 16)
def sees_down(level: int, aircraft: Hex, target: Hex) -> bool:
    """16.1.8 Sight from this level above a hex to the ground of another, smoke aside."""
    return GROUND.sees(aircraft, target, (level, LEVEL[target]))


def explain(g: PanzerBlitz, a: Hex, b: Hex) -> SightLine:
    """5.0, 12.2.2 The working of a line of sight, as bridges and smoke are now."""
    line = _over_ground(g, a, b)
    smoke = SIGHT.lines.touched(a, b, g.smoke) if GRID.distance(a, b) > 1 else ()
    if not smoke:
        return line
    working = (*line.working, *(Judged((h,), SMOKED) for h in smoke))
    found = dict.fromkeys((*line.blocked_by, *smoke))
    return replace(line, clear=False, blocked_by=tuple(found), rule=line.rule or SMOKED, working=working)


def _over_ground(g: PanzerBlitz, a: Hex, b: Hex) -> SightLine:
    """5.6, 14.7.5 Where a bridge is destroyed, whoever is beneath it is down in the stream."""
    if a == b or not (a in g.broken or b in g.broken):
        return SIGHT.explain(a, b)
    line, seen = GROUND.explain(a, b), GROUND.sighting(a, b)
    rule = ditch_rule(seen, in_ditch(g, seen.upper), in_ditch(g, seen.lower))
    return replace(line, clear=line.clear and rule is None, rule=rule or line.rule)


def compute_all() -> None:
    """All pairs within 20 hexes in one go; `sees` then looks them up."""
    SIGHT.all_pairs(ALL_PAIRS)
