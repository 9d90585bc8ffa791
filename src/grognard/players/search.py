"""Looking ahead: try the answers doctrine likes best in copies of the match, and take the one that turns out best.

The position itself is never looked into. Every copy is a deal of `Game.determinize`, in which whatever the side may
not know was dealt anew, and rolls dice of its own. All candidates meet the same deals and the same dice, so that
what differs is the answer; one that falls behind by more than chance explains is given up. Doctrine's own
choice keeps the benefit of the doubt.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import msgspec

from grognard.engine import Action, Ask, Game, Match, RandomDice, State
from grognard.players.simple import best_judged

FEWEST = 4  # deals before anything is given up


class Effort(msgspec.Struct, frozen=True):
    """How hard to think about one answer. Without seconds only the number of deals counts, and chance alone decides."""

    seconds: float | None = 0.2
    deals: int = 400  # positions imagined at most
    candidates: int = 5  # answers tried, the best by doctrine
    horizon: int = 8  # decisions looked ahead
    doubt: float = 1.0  # standard errors an answer must be ahead of doctrine's to be preferred


class SearchPlayer:
    """Thinks in this process until its time is up. `worker.WorkerPlayer` does so in another one."""

    def __init__(self, effort: Effort | None = None) -> None:
        self.effort = effort or Effort()

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        """The best answer found in the time given."""
        best = next(iter(ask.actions))
        for best in thoughts(match.game, match.state, ask, rng, self.effort):  # noqa: B007
            pass
        return best


def thoughts(game: Game, state: State[Any], ask: Ask, rng: random.Random, effort: Effort) -> Iterator[Action]:
    """The best answer so far, better and better: first doctrine's own, then one after each deal."""
    until = None if effort.seconds is None else time.monotonic() + effort.seconds
    known = deal(game, state, ask.side, rng)
    race = Race(candidates(game, known, ask, rng, effort.candidates), effort.doubt)
    yield race.best
    for _ in range(effort.deals):
        if race.settled or not race.run(game, deal(game, known, ask.side, rng), ask.side, rng, effort.horizon, until):
            return
        yield race.best


def deal(game: Game, state: State[Any], side: str, rng: random.Random) -> State[Any]:
    """A position the side cannot tell from the true one, with its questions asked."""
    dealt = game.determinize(state, side, rng)
    dealt.advance()
    return dealt


def candidates(game: Game, known: State[Any], ask: Ask, rng: random.Random, most: int) -> list[Action]:
    """The answers doctrine likes best, its favourite first; equals in any order."""
    answers = list(ask.actions)
    if len(answers) == 1:
        return answers
    rng.shuffle(answers)
    return sorted(answers, key=lambda action: -game.judge(known, ask.side, action))[:most]


class Race:
    """Candidates running over the same deals. The first is doctrine's and never leaves."""

    def __init__(self, answers: list[Action], doubt: float) -> None:
        self.doubt = doubt
        self.scores: dict[Action, list[float]] = {answer: [] for answer in answers}
        self.doctrine = answers[0]
        self.best = answers[0]

    @property
    def settled(self) -> bool:
        """Is there nothing left to find out?"""
        tried = len(self.scores[self.doctrine])
        return len(self.scores) == 1 or (tried >= FEWEST and len({tuple(s) for s in self.scores.values()}) == 1)

    def run(
        self, game: Game, dealt: State[Any], side: str, rng: random.Random, horizon: int, until: float | None
    ) -> bool:
        """Try every candidate in one deal; False if time ran out, and then the deal does not count."""
        seed = rng.getrandbits(64)
        found: dict[Action, float] = {}
        for answer in self.scores:
            twin, luck = dealt.clone(), random.Random(seed)
            twin.dice = RandomDice(luck)
            twin.answer(side, answer)
            worth = look_ahead(game, twin, side, horizon, luck, until)
            if worth is None:
                return False
            found[answer] = worth
        for answer, worth in found.items():
            self.scores[answer].append(worth)
        self._compare()
        return True

    def _compare(self) -> None:
        """Choose the best so far and give up what is clearly behind it."""
        leader = max(self.scores, key=lambda answer: fmean(self.scores[answer]))
        ahead, error = self._lead(leader, self.doctrine)
        tried = len(self.scores[leader])
        self.best = leader if tried >= FEWEST and ahead > self.doubt * error else self.doctrine
        if tried >= FEWEST:
            for answer in list(self.scores):
                behind, error = self._lead(leader, answer)
                if answer not in (leader, self.doctrine) and behind > error:
                    del self.scores[answer]

    def _lead(self, first: Action, second: Action) -> tuple[float, float]:
        """By how much one is ahead of another, and the standard error of that."""
        gaps = [a - b for a, b in zip(self.scores[first], self.scores[second], strict=True)]
        return fmean(gaps), stdev(gaps) / sqrt(len(gaps)) if len(gaps) > 1 else 0.0


def look_ahead(
    game: Game, g: State[Any], side: str, horizon: int, rng: random.Random, until: float | None
) -> float | None:
    """What a position is worth after everybody has followed doctrine for a while; None if time ran out."""
    for _ in range(horizon):
        if g.result is not None:
            break
        if until is not None and time.monotonic() > until:
            return None
        ask = g.asks[0]
        g.answer(ask.side, best_judged(game, g, ask, rng))
    return game.value(g, side)
