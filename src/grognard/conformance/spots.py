"""Where a check looks: positions of random matches and answers given there; and how to come to one of them again."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple

from grognard.engine import Action, Match, State


class Place(NamedTuple):
    """A decision of a match that is played the same every time."""

    seed: int  # seed of the match
    number: int  # number of the decision


ONLY: ContextVar[Place | None] = ContextVar("ONLY", default=None)  # the one place that is looked at, if any


class Spot(NamedTuple):
    """A position of a match, and the answer that was given there, where one is meant."""

    match: Match  # a copy, which nobody changes
    seed: int
    live: State[Any]  # the position itself as it came about, with all that was kept on the way
    side: str = ""
    action: Action | None = None

    @property
    def place(self) -> Place:
        return Place(self.seed, self.match.number)

    @property
    def rng(self) -> random.Random:
        """Chance that is the same every time, whatever was looked at before."""
        return random.Random(f"{self.match.game.id} {self.match.state.scenario_id} {self.seed} {self.match.number}")


class Broken(AssertionError):
    """Something is wrong with an answer of a side."""

    def __init__(self, words: str, side: str | None = "", action: Action | None = None) -> None:
        super().__init__(words)
        self.side, self.action = "spectators" if side is None else side, action


class NoSuchThing(Exception):
    """A game has nothing of what a check looks at; said in a sentence."""


class Fault(AssertionError):
    """What is wrong, and where: game, scenario, seed, decision, side and answer."""

    def __init__(self, words: str, where: str, again: str = "") -> None:
        super().__init__(f"{words}\n{where}" + (f"\nTo see it again: {again}" if again else ""))
        self.words, self.where, self.again = words, where, again


def words_of(error: Exception) -> str:
    """What went wrong; an error that is no finding of a check is named."""
    return str(error) if isinstance(error, AssertionError) and str(error) else repr(error)


@contextmanager
def at(match: Match, seed: int, side: str = "", action: Action | None = None) -> Iterator[None]:
    """Whatever goes wrong meanwhile went wrong here."""
    try:
        yield
    except Fault:
        raise
    except Exception as error:
        side, action = getattr(error, "side", "") or side, getattr(error, "action", None) or action
        if not side and not match.over:
            side = " and ".join(ask.side for ask in match.decision.asks)
        state = match.state
        where = f"{match.game.id}, {state.scenario_id}, seed {seed}, decision {match.number}, side {side}"
        where += f", answer {action!r}" if action is not None else ""
        again = f"{match.game.id} {state.scenario_id} --seed {seed} --decision {match.number}"
        raise Fault(words_of(error), where, again) from error


def each(spots: Iterable[Spot]) -> Iterator[Spot]:
    """The places to look at: all of them, or the one that is meant."""
    only = ONLY.get()
    return (spot for spot in spots if only is None or spot.place == only)
