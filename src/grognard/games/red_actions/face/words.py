"""How actions read."""

from __future__ import annotations

from grognard.engine import Action, Pick, Press
from grognard.games.red_actions.rules import choices
from grognard.games.red_actions.rules.data import TYPES
from grognard.games.red_actions.rules.state import RedActions

WORDS = {
    choices.Fire: "shoot at",
    choices.Lob: "shell from behind cover",
    choices.Gas: "shoot gas at",
    choices.Charge: "charge",
    choices.Attach: "join",
    choices.Detach: "let go",
    choices.Combine: "take in",
    choices.Board: "board",
    choices.Ambush: "put in ambush",
    choices.Scout: "scout",
    choices.Claim: "take possession of",
    choices.Shell: "shell",
}


def describe(g: RedActions, action: Action) -> str:
    """An action in a few words."""
    match action:
        case Press(button):
            return button
        case Pick(piece):
            return g.pieces[piece].name
        case choices.Go(x, y):
            return f"to {x / 100:.1f}, {y / 100:.1f}"
        case choices.Search(x, y, wagon):
            return f"search with fire {x / 100:.1f}, {y / 100:.1f}{_from(wagon)}"
        case choices.Face(facing):
            return f"face {facing / 10:.0f} degrees"
        case choices.Form(formation, formed):
            return f"form {formation.replace('_', ' ')}{', formed order' if formed else ''}"
        case choices.Divide(bases, officer):
            return f"split off {_bases(bases)}{' with the officer' if officer else ''}"
        case choices.Buy(type_, bases, stiff):
            return f"buy {_bases(bases)} of {TYPES[type_].name}{', one of them officers' if stiff else ''}"
    word = WORDS[type(action)]
    where = getattr(action, "piece", "") or getattr(action, "place", "")
    name = g.pieces[where].name if where in g.pieces else g.called(where)
    return f"{word} {name}{_from(getattr(action, 'wagon', -1))}"


def _bases(count: int) -> str:
    return "1 base" if count == 1 else f"{count} bases"


def _from(wagon: int) -> str:
    """The wagon of a train that shoots."""
    return f" from wagon {wagon + 1}" if wagon >= 0 else ""
