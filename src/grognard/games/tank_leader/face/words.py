"""How actions read."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine import Action, Pick, Press, To
from grognard.engine.core.wording import in_halves
from grognard.games.tank_leader.rules.areas import BattalionArea, CompanyArea, battalion_centres, legal_centres
from grognard.games.tank_leader.rules.assault import Assault, Defend, Strike
from grognard.games.tank_leader.rules.card_play import Idle, Interrupts, Recover
from grognard.games.tank_leader.rules.cards import Play
from grognard.games.tank_leader.rules.combined_fire import Combine
from grognard.games.tank_leader.rules.data import CARDS, TO
from grognard.games.tank_leader.rules.fire import FireAt
from grognard.games.tank_leader.rules.move_paths import Ways, must_roll, why_not_move
from grognard.games.tank_leader.rules.movement import MoveUnit, StackActs, Together, move_actions, stack_with
from grognard.games.tank_leader.rules.names import known_name
from grognard.games.tank_leader.rules.operations import Lift, UnitActs, active_units, fresh_move, openings
from grognard.games.tank_leader.rules.opportunity_fire import React
from grognard.games.tank_leader.rules.overrun import Overrun, overrun_cost
from grognard.games.tank_leader.rules.reinforcements import EnterMap, entry_cost, entry_hexes, ways_on
from grognard.games.tank_leader.rules.state import Move, TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import POINT
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


# -------------------- 8.1, 11.1 What is written beside answers


def labels(g: TankLeader) -> dict[Action, str]:
    """8.1, 11.1 What a move costs in points; how many units a central hex would separate."""
    step = g.steps[-1] if g.steps else None
    match step:
        case CompanyArea(card=card, battalion=battalion):
            centres = legal_centres(g, card, battalion)
        case BattalionArea(parent=parent):
            centres = battalion_centres(g, parent)
        case StackActs(units=(unit, *_)) | UnitActs(unit=unit):
            return _costs(g, g.pieces[unit], fresh_move(g, g.pieces[unit]))
        case MoveUnit(unit=unit) if g.move is not None:
            return _costs(g, g.pieces[unit], g.move)
        case EnterMap(unit=unit):
            return _entries(g, g.pieces[unit])
        case _:
            return {}
    return {TO[h]: str(len(away)) for h, away in centres.items()}


def _entries(g: TankLeader, unit: Unit) -> dict[Action, str]:
    """5.3 The points of the first hex of a unit that comes onto the map."""
    found = {TO[h]: entry_cost(g, unit, h) or 0 for h in entry_hexes(g, unit)}
    return {action: _points(cost) for action, cost in found.items()} | _overruns(unit, ways_on(g, unit))


def _overruns(unit: Unit, actions: Iterable[Action]) -> dict[Action, str]:
    """14.2 The points of every overrun among some answers."""
    return {a: _points(overrun_cost(unit)) for a in actions if isinstance(a, Overrun)}


def _points(halves: int) -> str:
    return in_halves(halves / POINT)


def _costs(g: TankLeader, unit: Unit, move: Move) -> dict[Action, str]:
    """8.1 The points to every hex in reach, "all" where they are used up; an F-rated formation counts hexes (8.2)."""
    if why_not_move(g, unit) is not None or must_roll(g, unit):
        return {}
    ways = Ways(g, unit, move)
    overruns = _overruns(unit, move_actions(g, unit, move))
    if g.f_rated(unit):
        return {TO[h]: str(len(ways.to(h))) for h in ways.hexes()} | overruns
    return {TO[h]: "all" if ways.uses_up(h) else _points(ways.price(h)) for h in ways.hexes()} | overruns
