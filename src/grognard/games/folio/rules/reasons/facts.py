"""The facts of the table that reasons are made of: who stands where, what is asked, what was tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Reason, To
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.state import Unit

Broken = Callable[[Any, str, Action], bool]
Reasons = dict[str, tuple[Reason, ...]]


def top(g: Folio) -> Any:
    """The step that asks."""
    return g.steps[-1]


def named(g: Folio, action: Action) -> Any:
    """The unit an answer names, if it names one."""
    return g.pieces.get(getattr(action, "piece", ""))


def goal(action: Action) -> Hex:
    """The hex an answer names."""
    return action.hex if isinstance(action, To) else ""


def hand(g: Folio) -> Unit:
    """The unit the question is about."""
    step = top(g)
    return g.pieces[getattr(step, "unit", "") or next(u.id for u in g.pieces.values() if not u.place)]


def holder(g: Folio, h: Hex) -> str:
    """Whose unit stands in a hex; "" if nobody does."""
    return g.pieces[g.at[h][0]].side if h in g.rules.ground.index and h in g.at else ""


def held_by_enemy(g: Folio, whose: str, h: Hex) -> bool:
    """Does an enemy of a side stand in a hex?"""
    return holder(g, h) not in ("", whose)


def in_zone(g: Folio, whose: str, h: Hex) -> bool:
    """6.0 Is a hex beside an enemy of a side, and not one that keeps zones out?"""
    ground = g.rules.ground
    return h not in ground.close_all and any(held_by_enemy(g, whose, n) for n in ground.neighbours.get(h, ()))


def beside(g: Folio, a: Hex, b: Hex) -> bool:
    """Are two hexes next to each other?"""
    return g.rules.ground.grid.distance(a, b) == 1 if {a, b} <= g.rules.ground.index.keys() else False


def adjacent(g: Folio, target: Unit) -> list[Unit]:
    """7.0 The current player's units next to one."""
    return [u for u in g.pieces.values() if u.side == g.current and beside(g, u.place, target.place)]


def gap(g: Folio, h: Hex, others: Iterable[Hex]) -> int:
    """Hexes to the nearest of some."""
    return min((g.rules.ground.grid.distance(h, other) for other in others), default=99)


def enemies(g: Folio, whose: str) -> list[Hex]:
    """Where the enemies of a side stand."""
    return [u.place for u in g.pieces.values() if u.side != whose and u.place in g.rules.ground.index]


def step_is(g: Folio, *kinds: type) -> bool:
    """Is one of these steps asking?"""
    return isinstance(top(g), kinds)


def unit_is(is_so: Callable[[Any, Unit], bool]) -> Broken:
    """Of the unit that an answer names."""
    return lambda g, whose, action: named(g, action) is not None and is_so(g, named(g, action))


def one(words: str, broken: Broken) -> tuple[Reason, ...]:
    """A row that is broken in one way."""
    return (Reason(words, broken),)
