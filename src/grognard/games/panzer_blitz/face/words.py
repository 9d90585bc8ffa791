"""What a player reads on a button or in a list."""

from __future__ import annotations

from grognard.engine import Action, ChoiceStep, Deed, Pick, Press, To
from grognard.engine.game.face import say
from grognard.games.panzer_blitz.rules.opportunity_fire import HOLD, HOLD_ALL, Opportunity
from grognard.games.panzer_blitz.rules.overrun import Split
from grognard.games.panzer_blitz.rules.setup import Into, PlaceUnit
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.games.panzer_blitz.rules.units import call

PASSES = {HOLD: "and be asked again in its next hex", HOLD_ALL: "for the rest of its move"}


def describe(g: PanzerBlitz, action: Action) -> str:
    """An action as a short phrase."""
    step = g.steps[-1] if g.steps else None
    if isinstance(action, Deed) or (isinstance(step, ChoiceStep) and step.deed_of(g, action) is not None):
        return say(g, action)
    match action:
        case Press(button):
            return _button(g, button)
        case Pick(piece):
            return _pick(g, piece)
        case To(hex):
            return f"to {hex}"
        case Into(hex):
            return f"under cover in {hex}"
        case Split(piece):
            return f"split, half on {call(g, piece)} and half on what is unarmored"
    return type(action).__name__


def _button(g: PanzerBlitz, button: str) -> str:
    """The two ways of not firing at a mover say what they are good for."""
    passing = bool(g.steps) and isinstance(g.steps[-1], Opportunity)
    return f"{button}, {PASSES[button]}" if passing and button in PASSES else button


def _pick(g: PanzerBlitz, piece: str) -> str:
    """At set-up a carrier is picked to go aboard it."""
    aboard = g.steps and isinstance(g.steps[-1], PlaceUnit)
    return f"aboard {call(g, piece)}" if aboard else call(g, piece)
