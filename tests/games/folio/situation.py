"""Exact situations for rule tests: a few units, one step on the stack, rigged dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.engine import Action, Refusal, Step
from grognard.games.folio import GAME
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.combat import Declare
from grognard.games.folio.rules.data import COUNTERS
from grognard.games.folio.rules.pace import moves
from grognard.games.folio.rules.sidi_zahran import DESERT, GERMAN, Zahran
from grognard.games.folio.rules.state import Unit
from grognard.games.folio.rules.support import NO_SUPPORT
from grognard.testing import asked, begin, offered, play, situation

__all__ = ["asked", "begin", "chosen", "desert", "offered", "places", "play", "reach", "singles", "told", "why_not"]


def desert(
    units: Mapping[str, str],
    *steps: Step,
    dice: Iterable[int] = (),
    current: str = "British",
    depleted: Iterable[str] = (),
    markers: Mapping[str, tuple[int, ...]] | None = None,
    turn: int = 1,
) -> Zahran:
    """Sidi Zahran with only these units on the map, and these steps to do, the first first."""
    worn = set(depleted)
    pieces = [Unit(unit, COUNTERS[unit].side, place, unit in worn) for unit, place in units.items()]
    fields: dict[str, Any] = {"turn": turn, "current": current, "phase": "Combat", "markers": dict(markers or {})}
    held = dict.fromkeys(DESERT.objectives, GERMAN)
    g = situation(GAME, "sidi-zahran", pieces, *steps, dice=dice, control=held, **fields)
    assert isinstance(g, Zahran)
    return g


def singles(g: Folio) -> set[Action]:
    """The answers about support that declare nothing for a second slot."""
    return {action for action in offered(g) if action != NO_SUPPORT and not g.rules.declared(action)}


def chosen(g: Folio) -> tuple[str, ...]:
    """Who attacks, as declared so far."""
    step = g.steps[-1]
    assert isinstance(step, Declare)
    return step.attackers


def why_not(g: Folio, action: Action) -> str:
    """The rule that refuses an action now; it must not be offered."""
    assert action not in g.asks[0].actions, f"{action!r} is offered"
    refusal: Refusal | None = g.steps[-1].why_not(g, g.asks[0].side, action)
    assert refusal is not None, f"{action!r} is refused without a rule"
    return refusal.rule


def reach(g: Folio, unit: str, **so_far: Any) -> dict[str, float]:
    """Every hex a unit can get to, with the movement points spent."""
    found = moves(g, g.pieces[unit], **so_far)
    return {g.rules.ground.names[i]: spent / 2 for i, spent in found.stops.items()}


def places(g: Folio) -> dict[str, str]:
    """Where everybody is."""
    return {unit.id: unit.place for unit in g.pieces.values()}


def told(g: Folio) -> list[str]:
    """The log."""
    return [str(event) for event in g.events or ()]
