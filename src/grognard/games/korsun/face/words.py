"""How the actions of the pocket read."""

from __future__ import annotations

from grognard.engine import Action
from grognard.games.folio.face import words
from grognard.games.korsun.rules.data import GROUPS
from grognard.games.korsun.rules.state import Assist, Bridge, Draw, GiveUp, Pocket


def describe(g: Pocket, action: Action) -> str:
    """An action as a short phrase."""
    match action:
        case Draw(pool):
            return f"draw from {GROUPS[pool].name}"
        case GiveUp(value):
            return f"give up Luftwaffe +{value}"
        case Bridge(piece):
            return f"{g.name(g.pieces[piece])} bridges a river"
        case Assist(piece):
            return f"{g.name(g.pieces[piece])} bridges the river for the attack"
    return words.describe(g, action)
