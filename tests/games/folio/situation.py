"""Exact situations for rule tests: a few units, one step on the stack, rigged dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from grognard.engine import Action, Refusal, RiggedDice, Step
from grognard.games.folio.rules.combat import Declare
from grognard.games.folio.rules.data import COUNTERS
from grognard.games.folio.rules.movement import moves
from grognard.games.folio.rules.sidi_zahran import GERMAN, OBJECTIVES, Zahran
from grognard.games.folio.rules.state import Folio, Unit

F = TypeVar("F", bound=Folio)


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
    g = Zahran(scenario_id="sidi-zahran", options={"setup": "historical"}, turn=turn, current=current, phase="Combat")
    worn = set(depleted)
    for unit, place in units.items():
        g.put(Unit(unit, COUNTERS[unit].side, place, unit in worn))
    g.control = dict.fromkeys(OBJECTIVES, GERMAN)
    g.markers = dict(markers or {})
    return begin(g, steps, dice)


def begin(g: F, steps: Iterable[Step], dice: Iterable[int]) -> F:
    """Put steps on the stack and run to the first question."""
    g.steps = tuple(steps)[::-1]
    g.dice = RiggedDice(dice)
    g.advance()
    return g


def play(g: Folio, *actions: Action) -> None:
    """Answer what is asked, each answer being one that is offered."""
    for action in actions:
        assert g.asks, f"nothing is asked when {action!r} should be answered"
        assert action in g.asks[0].actions, f"{action!r} is not offered by {g.asks[0].prompt!r}: {offered(g)}"
        g.answer(g.asks[0].side, action)


def offered(g: Folio) -> list[Action]:
    """What may be answered now."""
    return list(g.asks[0].actions) if g.asks else []


def chosen(g: Folio) -> tuple[str, ...]:
    """Who attacks, as declared so far."""
    step = g.steps[-1]
    assert isinstance(step, Declare)
    return step.attackers


def asked(g: Folio) -> str:
    """Who is asked."""
    return g.asks[0].side if g.asks else ""


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
