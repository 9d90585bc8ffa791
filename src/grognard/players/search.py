"""Looking ahead: try the answers doctrine likes best in copies of the match, and take the one that turns out best.

The position itself is never looked into. Every copy is a deal of `Game.determinize`, in which whatever the side may
not know was dealt anew, and rolls dice of its own. In each deal every candidate is played on by doctrine to the end
of the stretch (`Game.stretch`) and valued there (`Game.value`). All candidates meet the same deals and the same
dice, so that what differs is the answer; one that falls behind by more than chance explains is given up.
Doctrine's own choice keeps the benefit of the doubt.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from math import sqrt
from statistics import fmean
from typing import Any

import msgspec

from grognard.engine import Action, Ask, Game, Match, RandomDice, State
from grognard.players.simple import best_judged

FEWEST = 3  # deals before anything is given up or preferred
GUESS = 0.03  # how far two answers usually differ in one deal, as long as little is known
TRIFLE = 0.002  # a difference in value not worth thinking about
CLEARLY = 2.0  # standard errors behind the best at which a candidate is given up

Clock = Callable[[], float]


class Effort(msgspec.Struct, frozen=True):
    """How hard to think about one answer. Without seconds only the number of deals counts, and chance alone decides."""

    seconds: float | None = 0.2
    deals: int = 40  # positions imagined at most
    candidates: int = 5  # answers tried, the best by doctrine
    horizon: int = 60  # decisions looked ahead at most
    doubt: float = 1.0  # standard errors an answer must be ahead of doctrine's to be preferred


class SearchPlayer:
    """Thinks in this process, for so many seconds of one core. `worker.WorkerPlayer` keeps to the clock on the wall."""

    def __init__(self, effort: Effort | None = None) -> None:
        self.effort = effort or Effort()

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        """The best answer found in the time given."""
        best = next(iter(ask.actions))
        for best in thoughts(match.game, match.state, ask, rng, self.effort, time.thread_time):  # noqa: B007
            pass
        return best


def thoughts(
    game: Game, state: State[Any], ask: Ask, rng: random.Random, effort: Effort, clock: Clock = time.monotonic
) -> Iterator[Action]:
    """The best answer so far, better and better: first doctrine's own, then one after each deal."""
    until = None if effort.seconds is None else clock() + effort.seconds
    known = deal(game, state, ask.side, rng)
    race = Race(candidates(game, known, ask, rng, effort.candidates), effort.doubt)
    yield race.best
    for _ in range(effort.deals):
        if race.settled:
            return
        trial = Trial(game, deal(game, known, ask.side, rng), ask.side, effort.horizon, rng.getrandbits(64))
        found: dict[Action, float] = {}
        for answer in race.scores:
            if until is not None and clock() > until:
                return
            worth = trial.worth(answer, until, clock)
            if worth is None:
                return
            found[answer] = worth
        race.count(found)
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


class Trial:
    """One deal with its dice, in which answers are tried."""

    def __init__(self, game: Game, dealt: State[Any], side: str, horizon: int, seed: int) -> None:
        self.game, self.dealt, self.side, self.horizon, self.seed = game, dealt, side, horizon, seed

    def worth(self, answer: Action, until: float | None = None, clock: Clock = time.monotonic) -> float | None:
        """What the position is worth if an answer is given and doctrine followed to the end of the stretch.

        None if time ran out.
        """
        game, twin, luck = self.game, self.dealt.clone(), random.Random(self.seed)
        twin.dice = RandomDice(luck)
        stretch = game.stretch(twin)
        twin.answer(self.side, answer)
        for _ in range(self.horizon):
            if twin.result is not None or game.stretch(twin) != stretch:
                break
            if until is not None and clock() > until:
                return None
            ask = twin.asks[0]
            twin.answer(ask.side, best_judged(game, twin, ask, luck))
        return game.value(twin, self.side)


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
        return len(self.scores) == 1

    @property
    def deals(self) -> int:
        """How many deals have been played."""
        return len(self.scores[self.doctrine])

    def count(self, found: dict[Action, float]) -> None:
        """Take in what every candidate came to in a deal; choose the best so far, give up what is clearly behind."""
        for answer, worth in found.items():
            self.scores[answer].append(worth)
        if self.deals < FEWEST:
            return
        leader = max(self.scores, key=lambda answer: fmean(self.scores[answer]))
        ahead, error = self.lead(leader, self.doctrine)
        self.best = leader if ahead > max(TRIFLE, self.doubt * error) else self.doctrine
        for answer in list(self.scores):
            if answer not in (self.best, self.doctrine) and self._hopeless(answer):
                del self.scores[answer]
        if self.best != self.doctrine and ahead > 2 * CLEARLY * error:
            self.scores = {self.best: self.scores[self.best]}

    def _hopeless(self, answer: Action) -> bool:
        """Is a candidate clearly behind the best so far, or no better in anything?"""
        behind, error = self.lead(self.best, answer)
        return behind > CLEARLY * error or abs(behind) + CLEARLY * error < TRIFLE or self._same(answer)

    def _same(self, answer: Action) -> bool:
        return self.scores[answer] == self.scores[self.best]

    def lead(self, first: Action, second: Action) -> tuple[float, float]:
        """By how much one is ahead of another, and the standard error of that."""
        gaps = [a - b for a, b in zip(self.scores[first], self.scores[second], strict=True)]
        mean, count = fmean(gaps), len(gaps)
        spread = (GUESS**2 + sum((gap - mean) ** 2 for gap in gaps)) / count
        return mean, sqrt(spread / count)
