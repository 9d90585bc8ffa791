"""15.2 Minefields: who is caught in one, and what leaving it brings."""

from __future__ import annotations

from grognard.engine import Step
from grognard.engine.core.state import without
from grognard.games.panzer_blitz.rules.combat_results import spring_mine
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit


def is_trapped(g: PanzerBlitz, unit: Unit) -> bool:
    """15.2.3.2, R-43 Must a Minefield attack a unit, or what it carries, before it leaves the hex?"""
    return unit.place in g.mines and any(u.trapped for u in (unit, *g.load(unit.id)))


def leave_mine(g: PanzerBlitz, unit: Unit) -> list[Step]:
    """15.2.3.2 A unit that was Disrupted in a Minefield is attacked once more before it leaves; a dummy is removed."""
    for each in (unit, *g.load(unit.id)):
        g.change(each.id, trapped=False)
    steps = spring_mine(g, unit, unit.place)
    g.halted = without(g.halted, unit.id)
    return steps
