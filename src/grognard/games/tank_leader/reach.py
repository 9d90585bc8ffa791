"""9.11, 9.21, 9.4 Which hexes a unit can fire into from where it is."""

from __future__ import annotations

from grognard.engine import Reach
from grognard.games.tank_leader.data import GRID
from grognard.games.tank_leader.fire import AI, AV, reach, strength
from grognard.games.tank_leader.spotting import in_sight
from grognard.games.tank_leader.stacking import examinable
from grognard.games.tank_leader.state import TankLeader


def reach_of(g: TankLeader, side: str | None, piece: str) -> tuple[Reach, ...]:
    """9.21 The hexes in range and sight; 9.4 none for a unit that is suppressed, shaken, carried or face-down."""
    unit = g.pieces[piece]
    if not unit.place or not examinable(g, unit, side) or unit.carrier or not unit.up or unit.suppressed:
        return ()
    if unit.card and g.shaken(unit.card):
        return ()
    far = max((reach(unit, kind) for kind in (AV, AI) if strength(unit, kind) is not None), default=-1)
    if far < 0:
        return ()
    hexes = tuple(h for h in GRID.within(unit.place, far) if in_sight(g, unit.place, h))
    return (Reach("fire", "TL-9.21.1", hexes),)
