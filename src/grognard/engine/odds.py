"""Exact odds: run the same step once for every outcome of its dice and add up."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import erf, sqrt
from typing import Any

import msgspec

from grognard.engine.action import Action
from grognard.engine.dice import Branch, ScriptedDice
from grognard.engine.state import OutcomeReached, State
from grognard.engine.working import Working


def chance_ahead(lead: float, unsure: float) -> float:
    """The chance of still being ahead at the end with a lead whose standard deviation is known."""
    return (1 + erf(lead / unsure / sqrt(2))) / 2


def how_many(chances: Sequence[float]) -> list[float]:
    """The chance of each number of successes, from none to all, if each has a chance of its own."""
    odds = [1.0]
    for p in chances:
        odds = [a * (1 - p) + b * p for a, b in zip([*odds, 0.0], [0.0, *odds], strict=True)]
    return odds


class Odds(msgspec.Struct, frozen=True):
    """The exact distribution of what an action leads to, and the modifiers behind it."""

    chances: dict[str, Fraction]
    preview: Working | None = None

    def __str__(self) -> str:
        ranked = sorted(self.chances.items(), key=lambda item: -item[1])
        return ", ".join(f"{name} {float(chance):.1%}" for name, chance in ranked)


def answer_and_pass(state: State[Any], side: str, action: Action) -> None:
    """Carry out an answer and pass the questions that follow, as long as their steps say how."""
    state.answer(side, action)
    while len(state.asks) == 1 and (quiet := state.steps[-1].passes(state)) is not None:
        state.answer(state.asks[0].side, quiet)


def rolls_at_once(state: State[Any], side: str, action: Action) -> bool:
    """Do dice fall before whoever answers is asked anything more?"""
    trial = state.clone()
    trial.dice, trial.watching = ScriptedDice(()), True
    try:
        trial.answer(side, action)
    except (Branch, OutcomeReached):
        return True
    return all(ask.side != side for ask in trial.asks)


def enumerate_odds(state: State[Any], side: str, action: Action, limit: int = 2_000) -> dict[str, Fraction] | None:
    """The distribution of the first outcome an action leads to, or None if it leads to none.

    Questions on the way are passed where their step says how. A branch that reaches another question without an
    outcome counts as "nothing". `limit` bounds the number of runs; None is returned beyond it rather than a guess.
    """
    chances: dict[str, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    runs = 0
    while waiting:
        runs += 1
        if runs > limit:
            return None
        script, weight = waiting.pop()
        trial = state.clone()
        trial.dice, trial.watching = ScriptedDice(script), True
        try:
            answer_and_pass(trial, side, action)
            name = "nothing"
        except OutcomeReached as reached:
            name = reached.name
        except Branch as branch:
            waiting += [((*script, *way), weight * share) for way, share in branch.ways]
            continue
        chances[name] = chances.get(name, Fraction(0)) + weight
    return None if set(chances) <= {"nothing"} else dict(sorted(chances.items()))
