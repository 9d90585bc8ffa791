"""Whether a unit had better move: used by the doctrine alone."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine.core.fact import fact
from grognard.games.tank_leader.mind.purpose import Purpose, situation_of
from grognard.games.tank_leader.rules.data import GRID
from grognard.games.tank_leader.rules.move_paths import Ways, blocked, must_roll, why_not_move
from grognard.games.tank_leader.rules.operations import fresh_move
from grognard.games.tank_leader.rules.state import Move, TankLeader, Unit


def could_do_better(g: TankLeader, unit: Unit) -> bool:
    """Is there a hex to move to that suits a unit better than its own?"""
    return not has_arrived(g, unit) and somewhere_better(g, one_like(g, unit))


def has_arrived(g: TankLeader, unit: Unit) -> bool:
    """Is a unit where it should stay? Hardly anybody is, and of the others the purpose need not be known for it."""
    return unit.place in situation_of(g, unit.side).held and Purpose(g, unit).arrived


def one_like(g: TankLeader, unit: Unit) -> Unit:
    """7.2 The first of those in a hex that have the same to win by fire and movement: one of a stack stands for all."""
    here = g.at.get(unit.place, ())
    if len(here) < 2 or not unit.up or g.loaded(unit):
        return unit
    common = in_common(unit)
    for i in here:
        if i == unit.id:
            break
        other = g.pieces[i]
        if other.up and in_common(other) == common and not g.loaded(other):
            return other
    return unit


def in_common(unit: Unit) -> tuple[object, ...]:
    """7.2 By what units of a stack are told apart that win different things."""
    return unit.type, unit.card, unit.exp, unit.separated, unit.suppressed, unit.trench, unit.bound


@fact
def somewhere_better(g: TankLeader, unit: Unit) -> bool:
    """8 Where a unit could go; before an F-rated formation has rolled, the next hex is all that is certain."""
    if why_not_move(g, unit) is not None:
        return False
    purpose = Purpose(g, unit)
    if must_roll(g, unit):
        return any(purpose.worth(h) > purpose.least for h in _next_hexes(g, unit))
    ways = Ways(g, unit, fresh_move(g, unit))
    hexes = ways.hexes()
    better = purpose.better(hexes)
    if not purpose.risky(hexes):
        return any(better)
    return any(purpose.worth(h) - purpose.least > purpose.risk(ways.to(h)) for h in better)


def _next_hexes(g: TankLeader, unit: Unit) -> list[Hex]:
    """8.1 The hexes beside a unit that are open to it."""
    step, move, what = g.country.step, Move(unit.id), unit.what
    near = (h for h in GRID.neighbours[unit.hex] if step(unit.hex, h, what.mover, what.ma) is not None)
    return [h for h in near if not blocked(g, unit, move, h)]
