"""What moves cost, and where zones reach: the same in every battle of the series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.engine import Action, Reach
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.movement import TO, Movement
from grognard.games.folio.rules.units import points, zone_of


def reach(g: Folio, side: str | None, piece: str) -> Sequence[Reach]:
    """6.0 The zone of control of a unit."""
    return zone_of(g, piece)


def labels(g: Folio) -> Mapping[Action, str]:
    """5.2 What each destination costs the unit that is being moved."""
    step = g.steps[-1] if g.steps else None
    if not isinstance(step, Movement) or not step.unit:
        return {}
    found = step.moves(g)
    names = g.rules.ground.names
    return {TO[names[i]]: points(spent - step.spent) for i, spent in found.stops.items()}
