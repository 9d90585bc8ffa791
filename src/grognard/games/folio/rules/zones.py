"""6.0 Zones of control, unit by unit."""

from __future__ import annotations

from grognard.engine import Reach
from grognard.games.folio.rules.clauses import Folio


def zone_of(g: Folio, piece: str) -> tuple[Reach, ...]:
    """6.0 The six hexes around a unit, save those whose works keep zones out (6.0.6)."""
    ground = g.rules.ground
    unit = g.pieces[piece]
    if unit.place not in ground.index:
        return ()
    around = tuple(h for h in ground.neighbours[unit.place] if h not in ground.shut)
    return (Reach("zone of control", "FO-6.0.1", around),)
