"""13.4 Entrenching, and entrenchments that stand empty."""

from __future__ import annotations

from grognard.engine import Refusal
from grognard.engine.core.state import without
from grognard.games.tank_leader.rules.data import other
from grognard.games.tank_leader.rules.names import tell_of
from grognard.games.tank_leader.rules.state import TankLeader, Unit

DIGGING, DUG_IN = 1, 2


def why_not_entrench(g: TankLeader, unit: Unit) -> Refusal | None:
    """13.4, 13.41 Why a unit may not entrench."""
    if unit.vehicle or unit.what.kind == "fo":
        return Refusal("TL-13.41.1")
    if unit.trench == DUG_IN:
        return Refusal("TL-13.4.1", "It is entrenched already.")
    if g.side_here(unit.hex, other(unit.side)):
        return Refusal("TL-13.41.1", "An enemy is in the hex.")
    return None


def entrench(g: TankLeader, unit_id: str) -> None:
    """13.4 The first operation brings an Entrenching marker, the second in a later turn flips it."""
    unit = g.pieces[unit_id]
    word = "is entrenched" if unit.trench == DIGGING else "begins to entrench"
    tell_of(g, "TL-13.4.1", unit, word)
    g.change(unit_id, trench=unit.trench + 1)


def leave_trench(g: TankLeader, unit: Unit) -> None:
    """13.41 A unit that leaves loses its Entrenching marker, or leaves its entrenchment vacant."""
    if unit.trench == DUG_IN:
        g.trenches = {**g.trenches, unit.hex: g.trenches.get(unit.hex, 0) + 1}
    if unit.trench:
        g.change(unit.id, trench=0)


def occupy_vacant(g: TankLeader, unit_id: str) -> None:
    """13.41, R-76 A non-vehicle that ends its operation in a hex takes a vacant entrenchment there."""
    unit = g.pieces[unit_id]
    if not g.trenches.get(unit.place) or unit.vehicle or unit.carrier or unit.what.kind == "fo":
        return
    if unit.trench != DUG_IN:
        tell_of(g, "TL-13.41.3", g.change(unit_id, trench=DUG_IN), "takes over an entrenchment")
        left = g.trenches[unit.place] - 1
        g.trenches = {**g.trenches, unit.place: left} if left else without(g.trenches, unit.place)
