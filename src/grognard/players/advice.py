"""A hint in words: the move, why, and what it promises."""

from __future__ import annotations

import random
from typing import Protocol

import msgspec

from grognard.engine import Action, Ask, Game, Match
from grognard.players.search import Report


class Thinker(Protocol):
    """Search, here or in a worker."""

    def report(self, match: Match, ask: Ask, rng: random.Random) -> Report: ...


class Advice(msgspec.Struct, frozen=True):
    """A move worth making, why, and what to expect of it."""

    action: Action
    text: str
    why: str
    chance: float | None  # of victory; None if the game cannot say
    expects: str


def advise(match: Match, ask: Ask, thinker: Thinker, seed: int = 1) -> Advice:
    """What search would answer. It knows only what the side may know."""
    found = thinker.report(match, ask, random.Random(seed))
    tells = found.chance is not None and type(match.game).value is not Game.value
    return Advice(
        found.best,
        match.describe(found.best),
        match.game.advice(match.state, ask.side, found.best),
        found.chance if tells else None,
        expectation(match, found) if tells else "",
    )


def expectation(match: Match, found: Report) -> str:
    """The chances of the best answer and of the best of the others."""
    told = f"A chance of victory of about {found.chance:.0%}"
    if found.second is None:
        return f"{told}."
    return f"{told}; the next best, “{match.describe(found.second)}”, comes to {found.second_chance:.0%}."
