"""Deals of what a side may not know that fit what all can see: whom the match waits for, and who is at work."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeVar

from grognard.engine.core.dice import OutOfDice
from grognard.engine.core.state import State

DEALS = 400  # tries: of a few questions one deal in fifty fits

S = TypeVar("S", bound=State[Any])


def redeal(g: S, side: str | None, deal: Callable[[], S]) -> S:
    """A deal in which the step on top asks the same sides; the last that was tried, if none does.

    What this side is asked itself hangs on nothing that it does not know; whether another is asked beside it may.
    """
    if all(ask.side == side for ask in g.asks) and not (g.steps and g.steps[-1].asks_together):
        return deal()
    for _ in range(DEALS):
        twin = deal()
        if _asks_the_same(g, twin):
            break
    return twin


def deal_sealed(g: State[Any], side: str | None, rng: random.Random) -> None:
    """The sealed answers of the others are any that they could have given; the position is changed, so give a copy."""
    for owner in g.sealed:
        if owner != side:
            trial = g.clone()
            trial.asks, trial.sealed = g.asks[:0], {}
            trial.steps[-1].run(trial)
            answers = [action for ask in trial.asks if ask.side == owner for action in ask.actions]
            if answers:
                g.sealed = {**g.sealed, owner: rng.choice(answers)}


def _asks_the_same(g: State[Any], twin: State[Any]) -> bool:
    trial = twin.clone()
    trial.asks, trial.sealed = g.asks[:0], {}
    try:
        trial.steps[-1].run(trial)
    except OutOfDice:
        return False
    return {ask.side for ask in trial.asks} == {ask.side for ask in g.asks} | g.sealed.keys()
