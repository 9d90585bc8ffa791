"""5.0 Line of sight: centre to centre, with levels, obstacles, slopes, gullies and smoke."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import bits_of, hexes_of
from grognard.engine import SightCheck, SightLine
from grognard.engine.core.fact import fact
from grognard.games.panzer_blitz.rules.data import GRID, other, play_area
from grognard.games.panzer_blitz.rules.map_data import LANDS, MapData, disc
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit, over
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
    """5.0 The same for many hexes at once: those of a set, as bits, to which units in a hex have a line of sight."""
    if g.broken and (a in g.broken or bits & bits_of(GRID, [h for h in g.broken if h in GRID])):
        return bits_of(GRID, [h for h in hexes_of(GRID, bits) if sees(g, a, h)])
    found = g.land.sight.among(a, bits)
    if g.smoke and found:
        return bits_of(GRID, [h for h in hexes_of(GRID, found) if not smoked(g, a, h)])
    return found


def smoked(g: PanzerBlitz, a: Hex, b: Hex) -> bool:
    """12.2.2, R-40 Does smoke lie between two hexes?"""
    return GRID.distance(a, b) > 1 and bool(g.land.sight.lines.touched(a, b, g.smoke))


@lru_cache(maxsize=256)
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
def sees_down(land: MapData, level: int, aircraft: Hex, target: Hex) -> bool:
    """16.1.8 Sight from this level above a hex to the ground of another, smoke aside."""
    return land.ground_sight.sees(aircraft, target, (level, land.level[target]))


def explain(g: PanzerBlitz, a: Hex, b: Hex) -> SightLine:
    """5.0, 12.2.2 The working of a line of sight, as bridges and smoke are now."""
    line = _over_ground(g, a, b)
    smoke = g.land.sight.lines.touched(a, b, g.smoke) if GRID.distance(a, b) > 1 else ()
    if not smoke:
        return line
    working = (*line.working, *(SightCheck((h,), SMOKED) for h in smoke))
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


def compute_all(land: MapData) -> None:
    """All pairs within 20 hexes in one go; `sees` then looks them up."""
    land.sight.all_pairs(ALL_PAIRS)


# -------------------- 6.0 Spotting

CLEAR = 20
EVERYWHERE = 60  # hexes: farther than any two are apart
HIDING_PLACE = 3  # 12.2.4 smoke, 15.5.4 fortifications
FROM_THE_AIR, FROM_THE_AIR_IN_COVER = 30, 5  # 16.2


def limit(g: PanzerBlitz, unit: Unit) -> int:
    """6.1.3, R-94 The farthest a unit is Spotted from, by the terrain it stands in."""
    found = hex_limit(g, unit.place)
    return min(found, HIDING_PLACE) if unit.inside == "fort" else found


def hex_limit(g: PanzerBlitz, h: Hex) -> int:
    """6.1.3, R-94 The farthest whatever stands in a hex, outside a Fortification, is Spotted from."""
    found = g.land.effects[h].spotted_within
    return min(found, HIDING_PLACE) if h in g.smoke else found


def can_spot(unit: Unit) -> bool:
    """6.1.3 Only a non-Disrupted Combat unit spots."""
    return not unit.disrupted and unit.what.combat


def in_spotting_sight(g: PanzerBlitz, unit: Unit) -> bool:
    """6.1.3 Does any enemy meet a condition for Spotting this unit now?"""
    far = EVERYWHERE if unit.spent or unit.disrupted else limit(g, unit)
    return is_watched(g, other(unit.side), unit.place, far) or seen_from_observer(g, unit)


def surely_spotted(g: PanzerBlitz, side: str, h: Hex) -> bool:
    """6.1.3, R-73 Would this side Spot whatever hides in a hex, by what anybody can know of the hex?"""
    far = hex_limit(g, h)
    if all(u.inside == "fort" for u in g.here(h)):
        far = min(far, HIDING_PLACE)
    return is_watched(g, side, h, far)


def is_watched(g: PanzerBlitz, side: str, h: Hex, far: int) -> bool:
    """6.1.3 Does a non-Disrupted Combat unit of the side see a hex from so far at most?"""
    near = lookouts(g, side)
    if far < EVERYWHERE:
        near &= disc(h, far)
    return bool(near and seen(g, h, near))


@fact
def lookouts(g: PanzerBlitz, side: str) -> int:
    """6.1.3 The hexes, as bits, from which a side spots."""
    return bits_of(GRID, [u.place for u in g.units(side) if can_spot(u)])


def seen_from_observer(g: PanzerBlitz, unit: Unit) -> bool:
    """16.2, R-49 Observation aircraft spot within 30 hexes, within 5 in cover, unless Disrupted and recalled."""
    covered = g.land.effects[unit.place].cover or unit.inside == "fort" or unit.place in g.smoke
    far = FROM_THE_AIR_IN_COVER if covered else FROM_THE_AIR
    return any(
        u.place
        and u.what.cls == "aircraft_O"
        and not u.recalled
        and GRID.distance(over(u), unit.place) <= far
        and sees_from_air(g, over(u), unit.place)
        for u in g.aircraft(other(unit.side))
    )


def look_at(g: PanzerBlitz, h: Hex, side: str) -> None:
    """6.1.2, R-06 An action is declared against a hex: lift the markers of this side's units that can be Spotted."""
    for unit in g.of(side, h):
        if unit.unspotted and in_spotting_sight(g, unit):
            g.change(unit.id, unspotted=False)
            g.tell("PB-6.1.2", "{unit} is spotted in {hex}", hexes=(h,), unit=unit.name, hex=h)
            g.reveal()


def hide_again(g: PanzerBlitz) -> None:
    """6.3, R-07 Unmarked units in cover that nobody can Spot become Unspotted."""
    for unit in list(g.pieces.values()):
        if not unit.place or unit.what.aircraft or unit.unspotted or not unit.fresh or unit.labor:
            continue
        if limit(g, unit) < CLEAR and not in_spotting_sight(g, unit):
            g.change(unit.id, unspotted=True)
