"""8.1, 11.1 What is written beside answers: what a move costs, whom a central hex would separate."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine import Action
from grognard.engine.core.wording import in_halves
from grognard.games.tank_leader.rules.areas import BattalionArea, CompanyArea, battalion_centres, legal_centres
from grognard.games.tank_leader.rules.data import TO
from grognard.games.tank_leader.rules.move_paths import ReachableHexes, fresh_move, must_roll, why_not_move
from grognard.games.tank_leader.rules.movement import MoveUnit, overruns_open
from grognard.games.tank_leader.rules.overrun import Overrun, overrun_cost
from grognard.games.tank_leader.rules.reinforcements import EnterMap, entry_cost, entry_hexes
from grognard.games.tank_leader.rules.stack_orders import StackActs
from grognard.games.tank_leader.rules.state import Move, TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import POINT
from grognard.games.tank_leader.rules.unit_operations import UnitActs


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
    return {action: _points(cost) for action, cost in found.items()} | _overruns(unit, EnterMap(unit.id).ways_on(g))


def _overruns(unit: Unit, actions: Iterable[Action]) -> dict[Action, str]:
    """14.2 The points of every overrun among some answers."""
    return {a: _points(overrun_cost(unit)) for a in actions if isinstance(a, Overrun)}


def _points(halves: int) -> str:
    return in_halves(halves / POINT)


def _costs(g: TankLeader, unit: Unit, move: Move) -> dict[Action, str]:
    """8.1 The points to every hex in reach, "all" where they are used up; an F-rated formation counts hexes (8.2)."""
    if why_not_move(g, unit) is not None or must_roll(g, unit):
        return {}
    ways = ReachableHexes(g, unit, move)
    overruns = _overruns(unit, overruns_open(g, unit, move))
    if g.f_rated(unit):
        return {TO[h]: str(len(ways.to(h))) for h in ways.hexes()} | overruns
    return {TO[h]: "all" if ways.uses_up(h) else _points(ways.price(h)) for h in ways.hexes()} | overruns
