"""A hint in words: the move, why, and what it promises."""

from __future__ import annotations

import random
from typing import Protocol

import msgspec

from grognard.engine import Action, Ask, Match
from grognard.engine.mind import value_of_result
from grognard.players.outlook import chance
from grognard.players.search import Report, deal

NOISE = 0.02  # chances that differ by less are not told apart


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
    rng = random.Random(seed)
    found = thinker.report(match, ask, rng)
    known = deal(match.game, match.state, ask.side, rng)
    why = match.game.mind.advice(known, ask.side, found.best)
    if match.game.mind.value is value_of_result:
        return Advice(found.best, match.describe(found.best), why, None, "")
    worth = found.worth
    if worth is None:  # there was no time to try anything: as things stand
        worth = match.game.mind.value(known, ask.side)
    best = chance(match.game, match.state, ask.side, worth)
    return Advice(found.best, match.describe(found.best), why, best, expectation(match, ask, best, found))


def expectation(match: Match, ask: Ask, best: float, found: Report) -> str:
    """The chances of the best answer and of the best of the others; two that hardly differ are said to be equal."""
    told = f"A chance of victory of about {best:.0%}"
    if found.second_worth is None:
        return f"{told}."
    second = chance(match.game, match.state, ask.side, found.second_worth)
    if second > best - NOISE:
        return f"{told}; “{match.describe(found.second)}” is about as good."
    return f"{told}; the next best, “{match.describe(found.second)}”, comes to {second:.0%}."
