"""How actions read."""

from __future__ import annotations

from grognard.engine import Action, ChoiceStep, Pick, Press, To
from grognard.games.night_fight.rules.german_movement import MoveStack, whole_stack
from grognard.games.night_fight.rules.stack_moves import Drop, Together
from grognard.games.night_fight.rules.state import NightFight, names, told_apart

STRENGTHS = {"panzerfausts": "three times the carrier's", "panzer_ace": "+1", "block_house": "a die each time"}


def describe(g: NightFight, action: Action) -> str:
    """An action as a short phrase."""
    step = g.steps[-1] if g.steps else None
    if isinstance(step, ChoiceStep) and (deed := step.deed_of(g, action)):
        return deed.reads(g, step)
    match action:
        case To(hex):
            return f"{_how(g)} {hex}"
        case Together(piece):
            head = g.pieces[piece]
            return f"{names([g.pieces[i] for i in whole_stack(g, head)])} in {head.place}, together"
        case Drop(piece):
            return f"leave behind {told_apart(g.pieces[piece])}"
        case Pick(piece):
            return f"{_along(g, piece)}{told_apart(g.pieces[piece])}"
        case Press(button):
            return _button(g, button)
    return repr(action)


def _how(g: NightFight) -> str:
    """How somebody goes to a hex."""
    match g.steps[-1] if g.steps else None:
        case MoveStack(units=units) if len(units) > 1:
            return "together to"
    return "to"


def _along(g: NightFight, piece: str) -> str:
    """4.2 Who is chosen while a stack moves joins it, if it stands in the same hex."""
    match g.steps[-1] if g.steps else None:
        case MoveStack(units=units) if units[0] in g.pieces and g.pieces[piece].place == g.pieces[units[0]].place:
            return "take along "
    return ""


def _button(g: NightFight, button: str) -> str:
    """What a button does, where its name alone does not say."""
    step = g.steps[-1] if g.steps else None
    match button, step:
        case "go on", MoveStack(bound=bound):
            return f"go on to {bound}"
        case "hand over", _:
            return "hand over Panzerfausts"
    return button
