"""Deals of what a side may not know that fit what all can see: whom the match waits for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from grognard.engine.dice import OutOfDice
from grognard.engine.state import State

DEALS = 60  # tries

S = TypeVar("S", bound=State[Any])


def dealt_to_fit(g: S, deal: Callable[[], S]) -> S:
    """A deal in which the step on top asks the same sides; the last that was tried, if none does."""
    for _ in range(DEALS):
        twin = deal()
        if _asks_the_same(g, twin):
            break
    return twin


def _asks_the_same(g: State[Any], twin: State[Any]) -> bool:
    if not g.asks:
        return True
    trial = twin.clone()
    trial.asks, trial.sealed = g.asks[:0], {}
    try:
        trial.steps[-1].run(trial)
    except OutOfDice:
        return False
    return {ask.side for ask in trial.asks} == {ask.side for ask in g.asks} | g.sealed.keys()
