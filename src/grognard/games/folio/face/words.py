"""How actions read, what moves cost, and where zones of control reach: the same in every battle of the series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.engine import Action, Pick, Press, Reach, To
from grognard.games.folio.rules.combat import ATTACK, CombatPhase, Declare
from grognard.games.folio.rules.differential import summary
from grognard.games.folio.rules.movement import TO, Movement
from grognard.games.folio.rules.state import Apply, Bombard, Folio
from grognard.games.folio.rules.zones import zone_of


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


def describe(g: Folio, action: Action) -> str:
    """An action as a short phrase."""
    step = g.steps[-1] if g.steps else None
    match action:
        case Press() if action == ATTACK and isinstance(step, Declare):
            return f"Attack: {summary(g, step.battle(g))}"
        case Press(button):
            return button
        case To(hex):
            return f"to {hex}"
        case Apply(value):
            return f"apply +{value}"
        case Bombard(piece):
            return f"bombard {g.name(g.pieces[piece])} in {g.pieces[piece].place}"
        case Pick(piece):
            named = f"{g.name(g.pieces[piece])} in {g.pieces[piece].place}"
            return f"attack {named}" if isinstance(step, CombatPhase) else named
    return repr(action)


def points(halves: int) -> str:
    """Movement points, kept in halves, as they are said."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)
