"""RA-SHO.12 to RA-SHO.14 The arcs a unit shoots into, at close and long range."""

from __future__ import annotations

from grognard.engine import Arc, Reach
from grognard.games.red_actions.rules.aiming import arc_of, front_of, weapon_of, why_cannot_shoot
from grognard.games.red_actions.rules.data import WEAPONS
from grognard.games.red_actions.rules.state import TABLE, RedActions, Unit


def reach(g: RedActions, side: str | None, piece: str) -> tuple[Reach, ...]:
    """RA-SHO.14 From the middle and the ends of the front rank; a train shoots wagon by wagon."""
    unit = g.pieces[piece]
    if unit.place != TABLE or (unit.unseen and unit.side != side):
        return ()
    wagons = range(len(unit.wagons)) if unit.wagons else (-1,)
    arcs = [arc for wagon in wagons if why_cannot_shoot(g, unit, wagon) is None for arc in _arcs(g, unit, wagon)]
    return (Reach("fire", "RA-SHO.14", arcs=tuple(arcs)),) if arcs else ()


def _arcs(g: RedActions, unit: Unit, wagon: int) -> list[Arc]:
    what = weapon_of(unit, wagon)
    weapon, half = WEAPONS[what.weapon], arc_of(unit, what) / 10
    front = front_of(g, unit, wagon)
    return [
        Arc(round(b.front[0], 2), round(b.front[1], 2), b.facing / 10, half, weapon.close, weapon.long)
        for b in dict.fromkeys((front[0], front[-1]))
    ]
