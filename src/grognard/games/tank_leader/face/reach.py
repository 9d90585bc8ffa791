"""9.11, 9.21, 9.4 Which hexes a unit can fire into from where it is; 11.1 where its formation operates."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine import Reach
from grognard.games.tank_leader.rules.areas import RADIUS
from grognard.games.tank_leader.rules.data import CARDS, GRID
from grognard.games.tank_leader.rules.fire import AI, AV, reach, strength
from grognard.games.tank_leader.rules.names import examinable
from grognard.games.tank_leader.rules.spotting import in_sight
from grognard.games.tank_leader.rules.state import TankLeader, Unit


def reach_of(g: TankLeader, side: str | None, piece: str) -> tuple[Reach, ...]:
    """9.21 The hexes a unit can fire into, and 11.1 the area of operations of its formation."""
    unit = g.pieces[piece]
    if not unit.place or not examinable(g, unit, side):
        return ()
    found = [Reach("fire", "TL-9.21.1", hexes, watches=True)] if (hexes := fire_hexes(g, unit)) else []
    if unit.card in g.centres and not CARDS[unit.card].hq:
        area = GRID.within(g.centres[unit.card], RADIUS[unit.side])
        found.append(Reach("area of operations", "TL-11.1.1", area))
    return tuple(found)


def fire_hexes(g: TankLeader, unit: Unit) -> tuple[Hex, ...]:
    """9.21 In range and in sight; 9.4 none for one that is suppressed, shaken, carried, loaded or face-down."""
    if unit.carrier or g.loaded(unit) or not unit.up or unit.suppressed or (unit.card and g.shaken(unit.card)):
        return ()
    far = max((reach(unit, kind) for kind in (AV, AI) if strength(unit, kind) is not None), default=-1)
    return tuple(h for h in GRID.within(unit.place, far) if in_sight(g, unit.place, h)) if far >= 0 else ()
