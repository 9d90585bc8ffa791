"""6.0 Spotting: when an enemy unit is Spotted, and when it slips out of sight again."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import bits_of
from grognard.engine.core.fact import fact
from grognard.games.panzer_blitz.rules.data import GRID, other
from grognard.games.panzer_blitz.rules.sight import seen, sees_from_air
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit, over
from grognard.games.panzer_blitz.rules.zones import disc

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
