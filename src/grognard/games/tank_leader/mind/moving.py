"""Whether a unit had better move: used by the doctrine alone."""

from __future__ import annotations

from grognard.board.hexgrid import Hex
from grognard.engine.knowing import BOTH
from grognard.engine.memory import Memory
from grognard.games.tank_leader.mind.purpose import crowds, mates_of, purpose_of, situation_of
from grognard.games.tank_leader.mind.weights import BY_HAND, Weights
from grognard.games.tank_leader.rules.data import GRID, other
from grognard.games.tank_leader.rules.operations import fresh_move
from grognard.games.tank_leader.rules.state import Move, TankLeader, Unit
from grognard.games.tank_leader.rules.ways import Ways, blocked, must_roll, why_not_move

_betters = Memory()  # with the weights by which it was judged: so no others are kept under their number


def could_do_better(g: TankLeader, unit: Unit) -> bool:
    """Is there a hex to move to that suits a unit better than its own?"""
    return g.recall(("better", unit.id), lambda: not has_arrived(g, unit) and _better_known(g, unit))


def _better_known(g: TankLeader, unit: Unit) -> bool:
    """The same of one that is not where it should stay."""
    key = *alike(g, unit), g.rolled.get(unit.card, 0), situation_of(g, unit.side).signature
    return g.know(BOTH, ("better", *key), lambda: _recalled(g, unit, key))


def _recalled(g: TankLeader, unit: Unit, key: tuple[object, ...]) -> bool:
    """It is known from before as long as nothing changes that bears on it: who goes where else does not."""
    weights = g.weighed_by(BY_HAND)
    cargo = [(u.type, u.card) for u in g.passengers(unit.id)] if unit.vehicle else ()
    company = (
        unit.place,
        crowds(g, unit.side).get(unit.place),
        mates_of(g, unit),
        full_hexes(g, unit.side)[unit.vehicle],
    )
    around = *company, line_up(g, other(unit.side)), *g.zones, *cargo, g.year, id(weights)
    found: tuple[bool, Weights] = _betters.recall((*key, *around), lambda: (_somewhere_better(g, unit), weights))
    return found[0]


def full_hexes(g: TankLeader, side: str) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """8.5 The hexes in which there is no room for one more unit of a side, and for one more vehicle."""
    return g.know(side, "full", lambda: _full_hexes(g, side))


def _full_hexes(g: TankLeader, side: str) -> tuple[frozenset[Hex], frozenset[Hex]]:
    rows = [(h, *here, *g.country.limits(h)) for h, here in crowds(g, side).items()]
    full = frozenset(h for h, units, _, most, _ in rows if units >= most)
    return full, full.union(h for h, _, machines, _, most in rows if machines >= most)


def line_up(g: TankLeader, side: str) -> frozenset[tuple[Hex, bool, bool]]:
    """12.14, 13.33, 14.1 Where units of a side are, for whom they close a hex and to whom they make it dear."""
    return g.know(side, "line-up", lambda: frozenset(_barring(u) for u in g.units(side)))


def _barring(unit: Unit) -> tuple[Hex, bool, bool]:
    return unit.place, unit.vehicle and not unit.what.truck, unit.what.infantry


def has_arrived(g: TankLeader, unit: Unit) -> bool:
    """Is a unit where it should stay? Hardly anybody is, and of the others the purpose need not be known for it."""
    return unit.place in situation_of(g, unit.side).held and purpose_of(g, unit).arrived


def alike(g: TankLeader, unit: Unit) -> tuple[object, ...]:
    """7.2 What units have in common that have the same to win by fire and movement: one of a stack stands for all."""
    alone = unit.id if not unit.up or g.loaded(unit) else ""
    return unit.hex, unit.type, unit.card, unit.exp, unit.separated, unit.suppressed, unit.trench, unit.bound, alone


def _somewhere_better(g: TankLeader, unit: Unit) -> bool:
    """8 Where a unit could go; before an F-rated formation has rolled, the next hex is all that is certain."""
    if why_not_move(g, unit) is not None:
        return False
    purpose = purpose_of(g, unit)
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
