"""5.0 Line of sight: centre to centre, with levels, obstacles, slopes, gullies and smoke."""

from __future__ import annotations

from functools import cache, lru_cache

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import bits_of, hexes_of
from grognard.engine import Judged, SightLine
from grognard.games.panzer_blitz.rules.data import GRID, play_area
from grognard.games.panzer_blitz.rules.map_data import LANDS, Land
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.games.panzer_blitz.rules.terrain import in_ditch

SMOKED = "PB-12.2.3"
AIRCRAFT_ABOVE = 2  # 16.1.8
ALL_PAIRS = 20


def sees(g: PanzerBlitz, a: Hex, b: Hex) -> bool:
    """5.0 Whether units in two hexes have a line of sight to each other (5.7 both ways)."""
    if a == b:
        return True
    if g.broken and (a in g.broken or b in g.broken):
        ground, line = g.land.ground_sight, g.land.ground_sight.sighting(a, b)
        down = g.land.ditch_rule(line, in_ditch(g, line.upper), in_ditch(g, line.lower))
        if down or not ground.sees(a, b):
            return False
    elif not g.land.sight.sees(a, b):
        return False
    return not g.smoke or not smoked(g, a, b)


def seen(g: PanzerBlitz, a: Hex, bits: int) -> int:
    """5.0 The same of many hexes at once: those of a set, as bits, to which units in a hex have a line of sight."""
    if g.broken and (a in g.broken or bits & bits_of(GRID, [h for h in g.broken if h in GRID])):
        return bits_of(GRID, [h for h in hexes_of(GRID, bits) if sees(g, a, h)])
    found = g.land.sight.among(a, bits)
    if g.smoke and found:
        return bits_of(GRID, [h for h in hexes_of(GRID, found) if not smoked(g, a, h)])
    return found


def smoked(g: PanzerBlitz, a: Hex, b: Hex) -> bool:
    """12.2.2, R-40 Does smoke lie between two hexes?"""
    return GRID.distance(a, b) > 1 and bool(g.land.sight.lines.touched(a, b, g.smoke))


@cache
def flying_level(situation: str) -> int:
    """16.1.8 Two levels above the highest ground in play."""
    return max(LANDS[situation].level[h] for h in play_area(situation)) + AIRCRAFT_ABOVE


def sees_from_air(g: PanzerBlitz, aircraft: Hex, target: Hex) -> bool:
    """16.1.8 Sight between an aircraft over a hex and the ground."""
    if aircraft == target:
        return True
    clear = sees_down(g.land, flying_level(g.scenario_id), aircraft, target)
    return clear and (not g.smoke or not smoked(g, aircraft, target))


@lru_cache(maxsize=1 << 16)
def sees_down(land: Land, level: int, aircraft: Hex, target: Hex) -> bool:
    """16.1.8 Sight from this level above a hex to the ground of another, smoke aside."""
    return land.ground_sight.sees(aircraft, target, (level, land.level[target]))


def explain(g: PanzerBlitz, a: Hex, b: Hex) -> SightLine:
    """5.0, 12.2.2 The working of a line of sight, as bridges and smoke are now."""
    line = _over_ground(g, a, b)
    smoke = g.land.sight.lines.touched(a, b, g.smoke) if GRID.distance(a, b) > 1 else ()
    if not smoke:
        return line
    working = (*line.working, *(Judged((h,), SMOKED) for h in smoke))
    found = dict.fromkeys((*line.blocked_by, *smoke))
    return replace(line, clear=False, blocked_by=tuple(found), rule=line.rule or SMOKED, working=working)


def _over_ground(g: PanzerBlitz, a: Hex, b: Hex) -> SightLine:
    """5.6, 14.7.5 Where a bridge is destroyed, whoever is beneath it is down in the stream."""
    if a == b or not (a in g.broken or b in g.broken):
        return g.land.sight.explain(a, b)
    ground = g.land.ground_sight
    line, seen = ground.explain(a, b), ground.sighting(a, b)
    rule = g.land.ditch_rule(seen, in_ditch(g, seen.upper), in_ditch(g, seen.lower))
    return replace(line, clear=line.clear and rule is None, rule=rule or line.rule)


def compute_all(land: Land) -> None:
    """All pairs within 20 hexes in one go; `sees` then looks them up."""
    land.sight.all_pairs(ALL_PAIRS)
