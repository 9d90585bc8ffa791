"""How actions read."""

from __future__ import annotations

from grognard.engine import Action, Deed, Pick, Press
from grognard.games.red_actions.rules.state import RedActions


def describe(g: RedActions, action: Action) -> str:
    """An action in a few words; a deed says its own."""
    match action:
        case Deed():
            return action.says(g)
        case Pick(piece):
            return g.pieces[piece].name
    assert isinstance(action, Press)
    return action.button
