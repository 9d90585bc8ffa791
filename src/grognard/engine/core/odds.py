"""Exact odds: run the same step once for every outcome of its dice and add up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from html import escape
from math import erf, sqrt
from typing import Any

import msgspec

from grognard.engine.core.action import Action
from grognard.engine.core.dice import Branch, ScriptedDice
from grognard.engine.core.notebook import bars
from grognard.engine.core.state import OutcomeReached, State
from grognard.engine.core.step import Passing, Step
from grognard.engine.core.working import Working


def chance_ahead(lead: float, unsure: float) -> float:
    """The chance of still being ahead at the end with a lead whose standard deviation is known."""
    return (1 + erf(lead / unsure / sqrt(2))) / 2


def how_many(chances: Sequence[float]) -> list[float]:
    """The chance of each number of successes, from none to all, if each has a chance of its own."""
    odds = [1.0]
    for p in chances:
        odds = [a * (1 - p) + b * p for a, b in zip([*odds, 0.0], [0.0, *odds], strict=True)]
    return odds


class AtWorst(msgspec.Struct, frozen=True):
    """The same roll after the enemy's strongest answers: which they are, to be read after "if", and its chances."""

    assumes: tuple[str, ...]  # the enemy's answers, to be read after "if"
    chances: dict[str, Fraction]  # named outcomes and their exact chances


class Odds(msgspec.Struct, frozen=True):
    """The exact distribution of what an action leads to, the modifiers behind it, and what it takes for granted."""

    chances: dict[str, Fraction]  # named outcomes and their exact chances
    preview: Working | None = None  # modifiers behind the roll
    assumes: tuple[str, ...] = ()  # "nobody reacts": each to be read after "if"
    worst: AtWorst | None = None  # the same after the enemy's strongest answers

    def __str__(self) -> str:
        said = [_said(self.assumes, self.chances)]
        if self.worst is not None:
            said.append(_said(self.worst.assumes, self.worst.chances))
        return "; ".join(said)

    def _repr_html_(self) -> str:
        """The chances with bars, for a notebook."""
        told = f"<p>if {escape(' and '.join(self.assumes))}</p>" if self.assumes else ""
        return told + bars(self.chances)


def _said(assumes: tuple[str, ...], chances: Mapping[str, Fraction]) -> str:
    ranked = sorted(chances.items(), key=lambda item: -item[1])
    words = ", ".join(f"{name} {float(chance):.1%}" for name, chance in ranked)
    return f"if {' and '.join(assumes)}: {words}" if assumes else words


class Onward:
    """How the questions on the way to a roll are answered, and what was assumed by that.

    They are passed where their step says how; `at_worst` they are answered as hurts most, where their step says so.
    Those put to `until` are left open.
    """

    def __init__(self, *, at_worst: bool = False, until: str = "") -> None:
        self.at_worst, self.until = at_worst, until
        self.countered = False  # was there an answer that hurts?
        self._assumed: dict[str, None] = {}

    @property
    def assumes(self) -> tuple[str, ...]:
        """What was assumed, each thing once."""
        return tuple(self._assumed)

    def play(self, state: State[Any], side: str, action: Action) -> None:
        """Carry out an answer, and answer the questions that follow as long as their steps say how."""
        state.answer(side, action)
        while len(state.asks) == 1 and (passing := self._passing(state, side)) is not None:
            asked = state.asks[0].side
            if asked == self.until:
                return
            if assumed := (passing.own if asked == side and passing.own else passing.assumes):
                self._assumed[assumed] = None
            state.answer(asked, passing.answer)

    def _passing(self, state: State[Any], side: str) -> Passing | None:
        step = state.steps[-1]
        if state.asks[0].side != side and type(step).counters is not Step.counters:
            self.countered = True
            if self.at_worst and (counter := step.counters(state)) is not None:
                return counter
        return step.passes(state)


def rolls_at_once(state: State[Any], side: str, action: Action) -> bool:
    """Do dice fall before whoever answers is asked anything more?

    Others pass on the way, as for the odds: whether they are asked may hang on pieces that are out of sight.
    """
    trial = state.clone()
    trial.dice, trial.watching, trial.asker = ScriptedDice(()), True, side
    try:
        Onward(until=side).play(trial, side, action)
    except (Branch, OutcomeReached):
        return True
    return all(ask.side != side for ask in trial.asks)


def enumerate_odds(
    state: State[Any], side: str, action: Action, limit: int = 2_000, onward: Onward | None = None
) -> dict[str, Fraction] | None:
    """The distribution of the first outcome an action leads to, or None if it leads to none.

    Questions on the way are answered by `onward`. A branch that reaches another question without an outcome counts as
    "nothing". `limit` bounds the number of runs; None is returned beyond it rather than a guess.
    """
    onward = onward or Onward()
    chances: dict[str, Fraction] = {}
    waiting: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    runs = 0
    while waiting:
        runs += 1
        if runs > limit:
            return None
        script, weight = waiting.pop()
        trial = state.clone()
        trial.dice, trial.watching, trial.asker = ScriptedDice(script), True, side
        try:
            onward.play(trial, side, action)
            name = "nothing"
        except OutcomeReached as reached:
            name = reached.name
        except Branch as branch:
            waiting += [((*script, *way), weight * share) for way, share in branch.ways]
            continue
        chances[name] = chances.get(name, Fraction(0)) + weight
    return None if set(chances) <= {"nothing"} else dict(sorted(chances.items()))


def worst_odds(state: State[Any], side: str, action: Action, limit: int) -> AtWorst | None:
    """The distribution if every question on the way is answered as hurts most; None where that cannot be told."""
    onward = Onward(at_worst=True)
    chances = enumerate_odds(state, side, action, limit, onward)
    return AtWorst(onward.assumes, chances) if chances is not None else None
