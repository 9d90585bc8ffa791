"""How actions read."""

from __future__ import annotations

from grognard.engine import Action, Pick, Press, To
from grognard.games.tank_leader.rules.assault import Assault, Defend, Strike
from grognard.games.tank_leader.rules.card_play import Idle, Interrupts, Recover
from grognard.games.tank_leader.rules.cards import Play
from grognard.games.tank_leader.rules.combined_fire import Combine
from grognard.games.tank_leader.rules.data import CARDS
from grognard.games.tank_leader.rules.fire import FireAt
from grognard.games.tank_leader.rules.march import Together, stack_with
from grognard.games.tank_leader.rules.names import known_name
from grognard.games.tank_leader.rules.operations import Lift, active_units, openings
from grognard.games.tank_leader.rules.opportunity_fire import React
from grognard.games.tank_leader.rules.overrun import Overrun
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.games.tank_leader.rules.transport import Drop, Load


def describe(g: TankLeader, action: Action) -> str:
    """An action as a short phrase."""
    match action:
        case To(hex) | Overrun(hex) | Assault(hex):
            word = {Overrun: "overrun ", Assault: "close assault "}.get(type(action), "to ")
            return f"{word}{hex}"
        case Play(card) | Recover(card) | Idle(card):
            word, then = "recover " if isinstance(action, Recover) else "", ", and nobody acts"
            return f"{word}{CARDS[card].id} ({g.rating(card)}){then if isinstance(action, Idle) else ''}"
        case FireAt(piece, strength):
            return f"fire at {_target(g, piece)}, {strength}"
        case React(piece, strength) | Strike(piece, strength):
            return f"fire with {_name(g, piece)}, {strength}"
        case Combine(piece):
            return f"combined fire at {_target(g, piece)}"
        case Defend(piece, target):
            return f"{_name(g, piece)} fires at {_target(g, target)}"
        case Pick(piece) | Lift(piece) | Load(piece) | Drop(piece):
            words = {Lift: "put on top: ", Load: "load ", Drop: "set down "}
            return f"{_before(g, piece)}{words.get(type(action), '')}{_name(g, piece)}"
        case Together(piece):
            units = stack_with(g, active_units(g) or openings(g, g.pieces[piece].card), piece)
            return f"{_before(g, piece)}{_name(g, piece)}, and {len(units) - 1} like it"
        case Press(button):
            return button
    return repr(action)


def _before(g: TankLeader, piece: str) -> str:
    """6.52 Who begins with a unit of another card than the one on top interrupts with it."""
    asked = bool(g.steps) and isinstance(g.steps[-1], Interrupts)
    return "interrupt, beginning with " if asked and g.pieces[piece].card != g.pile[-1] else ""


def _name(g: TankLeader, piece: str) -> str:
    """A unit of one's own: where it is, whether it lies on top of others, and whether it has its quick kill."""
    unit = g.pieces[piece]
    words = [f"{unit.name} in {unit.hex}" if unit.hex else unit.name]
    stack = g.stack(unit.place, unit.side) if unit.place else []
    if len(stack) > 1 and stack[-1].id == piece:
        words.append("on top")
    if unit.quick:
        words.append("after its quick kill")
    return ", ".join(words)


def _target(g: TankLeader, piece: str) -> str:
    """8.55 An enemy that may not be examined is named by its kind."""
    return f"{known_name(g, g.pieces[piece])} in {g.pieces[piece].place}"
