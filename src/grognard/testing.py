"""For those who test rules: an exact situation, rigged dice, answers, and what was offered, refused and told.

    g = situation(GAME, "ghost-column", [tank, gun], GermanFire(("german",)), dice=[3, 4], turn=2)
    play(g, Pick("tank"), Fire("gun"))
    assert refused(g, Pick("tank")) == "NF-13.0.2" and not unrolled(g)

It is the position that `grognard.position` makes a match of, without the match: a bare state that can be looked into.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from grognard.engine import Action, Event, Game, Refusal, RiggedDice, State, Step
from grognard.engine.match.new_position import Given, state_of
from grognard.renamed import earlier_names

G = TypeVar("G", bound=State[Any])


def situation(
    game: Game,
    scenario: str,
    pieces: Iterable[Given],
    *steps: Step,
    dice: Iterable[int] = (),
    options: Mapping[str, str] | None = None,
    **fields: Any,
) -> Any:
    """A position with exactly these pieces and these steps to do, the first first, run on to its first question."""
    g = state_of(game, scenario, pieces, steps, options, **fields)
    return begin(g, *steps, dice=dice)


def begin(g: G, *steps: Step, dice: Iterable[int] = ()) -> G:
    """Put steps on the stack, the first on top, and run to the first question with these dice."""
    g.steps, g.dice = steps[::-1], RiggedDice(dice)
    g.advance()
    return g


def play(g: State[Any], *actions: Action, dice: Iterable[int] | None = None) -> None:
    """Take these answers one after another, for whoever is asked, with these dice; each must be offered."""
    if dice is not None:
        roll(g, *dice)
    for action in actions:
        assert g.asks, f"nothing is asked, yet here is {action!r}"
        ask = g.asks[0]
        assert action in ask.actions, f"{action!r} is not offered by {ask.prompt!r}: {offered(g)}"
        g.answer(ask.side, action)


def offered(g: State[Any], side: str | None = None) -> list[Action]:
    """What may be answered now; nothing when nobody is asked."""
    return next((list(ask.actions) for ask in g.asks if side in (None, ask.side)), [])


def asked(g: State[Any]) -> str:
    """Who is asked; "" if nobody is."""
    return g.asks[0].side if g.asks else ""


def refusal(g: State[Any], action: Action) -> Refusal | None:
    """Why an action is not allowed now; None if it is."""
    ask = g.asks[0]
    if action in ask.actions:
        return None
    return g.steps[-1].why_not(g, ask.side, action) or Refusal("GR-1")


def refusing_rule(g: State[Any], action: Action) -> str:
    """The rule that forbids an action now; "" if it is allowed."""
    found = refusal(g, action)
    return found.rule if found else ""


def logged(g: State[Any], cite: str = "") -> list[Event]:
    """The lines of the log, or those that cite a rule."""
    return [event for event in g.events or () if not cite or event.cite == cite]


def roll(g: State[Any], *faces: int) -> None:
    """The dice to come, instead of any that are left."""
    g.dice = RiggedDice(faces)


def unrolled(g: State[Any]) -> list[int]:
    """Rigged dice that nobody has rolled."""
    assert isinstance(g.dice, RiggedDice)
    return g.dice.faces


__getattr__ = earlier_names(__name__, {"refused": "refusing_rule", "told": "logged"})
