"""8 Entering a hex and what awaits the unit there: hidden enemies, fire zones, opportunity fire."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine import Step
from grognard.games.tank_leader.rules.control import update_control
from grognard.games.tank_leader.rules.data import other
from grognard.games.tank_leader.rules.entrench import leave_trench
from grognard.games.tank_leader.rules.losses import release
from grognard.games.tank_leader.rules.names import examinable
from grognard.games.tank_leader.rules.opportunity_fire import Window
from grognard.games.tank_leader.rules.progress import halt
from grognard.games.tank_leader.rules.spotting import in_sight, place_hidden, uncovered
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.zones import zone_fire


class Enter(Step, frozen=True):
    """8, 9.41, 13.27 A unit enters a hex: hidden enemies appear, zones strike, then the enemy may fire."""

    unit: str
    hex: Hex
    barred: tuple[str, ...] = ()

    def run(self, g: TankLeader) -> None:
        go(g, self.unit, self.hex)
        g.swap(Window(self.unit, self.barred))


def watched(g: TankLeader, side: str, h: Hex) -> bool:
    """8.55, 9.41, 12.22 Does entering a hex tell something: what is in it, or whether unseen units fire at it?"""
    if g.hidden(other(side)):
        return True
    for place in g.held(other(side)):
        foes = g.side_here(place, other(side))
        if place == h or (len(foes) > 1 and in_sight(g, place, h) and _unseen(g, foes, side)):
            return True
    return False


def _unseen(g: TankLeader, foes: list[Unit], side: str) -> bool:
    return any(not examinable(g, foe, side) for foe in foes)


def go(g: TankLeader, unit_id: str, h: Hex) -> None:
    """Put a unit and what it carries into a hex, and let hidden enemies and fire zones have their say."""
    unit = place_hidden(g, unit_id)
    update_control(g)  # 15.5 whoever cleared the hex it leaves has held it
    leave_trench(g, unit)
    release(g, unit)
    for rider in g.passengers(unit_id) if unit.vehicle else ():
        release(g, rider)
        g.change(rider.id, place=h, fired=False)
    g.change(unit_id, place=h, fired=False, bound=())
    if not g.revealed and watched(g, unit.side, h):
        g.reveal()
    meet(g, g.pieces[unit_id])
    update_control(g)
    zone_fire(g, unit_id)


def meet(g: TankLeader, mover: Unit) -> None:
    """12.22, 15.5.7 Enemies hidden near the hex appear: the unit halts."""
    found = uncovered(g, mover)
    if found:
        halt(g, mover.id)
    for unit in found:
        place_hidden(g, unit.id)
