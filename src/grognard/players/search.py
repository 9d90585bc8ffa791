"""Looking ahead: try some answers in copies of the match, and take the one that turns out best.

The position itself is never looked into. Every copy is a deal of `Game.determinize`, in which whatever the side may
not know was dealt anew, and rolls dice of its own. In each deal every candidate is played on by doctrine to the end
of a stretch (`Game.stretch`) and valued there (`Game.value`). All candidates meet the same deals and the same
dice, so that what differs is the answer; one that falls behind by more than chance explains is given up.
Doctrine's own choice keeps the benefit of the doubt, and set-up is left to it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Hashable, Iterator
from math import sqrt
from statistics import fmean
from typing import Any

import msgspec

from grognard.engine import NEVER, Action, Ask, Game, Match, Press, RandomDice, State
from grognard.players.simple import best_judged

FEWEST = 3  # deals before anything is given up or preferred
GUESS = 0.03  # how far two answers usually differ in one deal, as long as little is known
TRIFLE = 0.002  # a difference in value not worth thinking about
FARTHEST = 80  # decisions looked ahead at most
OFTEN = 4  # deals there should be time for
CLEARLY = 2.0  # standard errors behind the best at which a candidate is given up

Clock = Callable[[], float]


class Effort(msgspec.Struct, frozen=True):
    """How hard to think about one answer. Without seconds only the number of deals counts, and chance alone decides."""

    seconds: float | None = 0.2
    deals: int = 40  # positions imagined at most
    candidates: int | None = None  # answers tried, the best by doctrine; None: as many as `Game.tries`
    doubt: float = 1.0  # standard errors an answer must be ahead of doctrine's to be preferred


class Report(msgspec.Struct, frozen=True):
    """What has been found out so far: the best answer and the best of the others, and what they are worth."""

    best: Any
    worth: float | None = None  # None: nothing was tried
    second: Any = None
    second_worth: float | None = None


class SearchPlayer:
    """Thinks in this process, for so many seconds of one core. `worker.WorkerPlayer` keeps to the clock on the wall."""

    def __init__(self, effort: Effort | None = None) -> None:
        self.effort = effort or Effort()

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        """The best answer found in the time given."""
        return self._think(match, ask, rng).best

    def report(self, match: Match, ask: Ask, rng: random.Random) -> Report:
        """The same with what it promises."""
        return self._think(match, ask, rng).report()

    def _think(self, match: Match, ask: Ask, rng: random.Random) -> Race:
        *_, race = thoughts(match.game, match.state, ask, rng, self.effort, time.thread_time)
        return race


def thoughts(
    game: Game, state: State[Any], ask: Ask, rng: random.Random, effort: Effort, clock: Clock = time.monotonic
) -> Iterator[Race]:
    """The race of the best answers: first as it stands before anything is tried, then after each deal."""
    until = None if effort.seconds is None else clock() + effort.seconds
    known = deal(game, state, ask.side, rng)
    race = Race(candidates(game, known, ask, rng, effort.candidates or game.mind.tries), effort.doubt)
    yield race
    if not game.mind.underway(state):
        return
    trial: Trial | None = None
    for _ in range(effort.deals):
        if race.settled:
            return
        dealt, seed = deal(game, known, ask.side, rng), rng.getrandbits(64)
        trial = Trial(game, dealt, ask.side, seed, trial.stretches if trial else 0)
        if not race.run(trial, until, clock):
            return
        yield race


def deal(game: Game, state: State[Any], side: str, rng: random.Random) -> State[Any]:
    """A position the side cannot tell from the true one, with its questions asked."""
    dealt = game.rules.determinize(state, side, rng)
    dealt.advance()
    return dealt


def candidates(game: Game, known: State[Any], ask: Ask, rng: random.Random, most: int) -> list[Action]:
    """Doctrine's favourite, the best of every other kind of answer, and then the next best; equals in any order."""
    answers = game.mind.considered(known, ask)
    if len(answers) == 1:
        return answers
    rng.shuffle(answers)
    judged = {answer: game.mind.judge(known, ask.side, answer) for answer in answers}
    answers.sort(key=lambda answer: -judged[answer])
    sensible = [answer for answer in answers if judged[answer] > NEVER] or answers[:1]
    best_of_kind = {kind(answer): answer for answer in reversed(sensible)}
    return sorted(sensible, key=lambda answer: best_of_kind[kind(answer)] != answer)[:most]


def kind(answer: Action) -> Hashable:
    """What an answer does, whatever it does it to; every button is a kind of its own."""
    return answer if isinstance(answer, Press) else type(answer)


class Trial:
    """One deal with its dice, in which answers are tried.

    The first answer tried is followed through `Game.stretches` or more, for `Game.ahead` decisions at least and on to
    the end of the stretch; all others, here and in the trials after it, through as many stretches.
    """

    def __init__(self, game: Game, dealt: State[Any], side: str, seed: int, stretches: int = 0) -> None:
        self.game, self.dealt, self.side, self.seed, self.stretches = game, dealt, side, seed, stretches

    def worth(self, answer: Action, until: float | None = None, clock: Clock = time.monotonic) -> float | None:
        """What the position is worth if an answer is given and doctrine followed from then on; None if time ran out."""
        twin = self.follow(answer, until, clock)
        return None if twin is None else self.game.mind.value(twin, self.side)

    def follow(self, answer: Action, until: float | None = None, clock: Clock = time.monotonic) -> State[Any] | None:
        """What becomes of an answer; None if time ran out."""
        game, twin, taste = self.game, self.dealt.clone(), random.Random(self.seed + 1)
        twin.dice = RandomDice(random.Random(self.seed))
        stretch, passed = game.mind.stretch(twin), 0
        twin.answer(self.side, answer)
        for number in range(FARTHEST):
            if twin.result is not None:
                break
            now = game.mind.stretch(twin)
            if now != stretch:
                stretch, passed = now, passed + 1
                if passed == self.stretches or (not self.stretches and self._far_enough(number, passed)):
                    break
            if until is not None and clock() > until:
                return None
            ask = twin.asks[0]
            twin.answer(ask.side, best_judged(game, twin, ask, taste))
        self.stretches = self.stretches or max(1, passed)
        return twin

    def _far_enough(self, decisions: int, stretches: int) -> bool:
        return decisions >= self.game.mind.ahead and stretches >= self.game.mind.stretches


class Race:
    """Candidates running over the same deals. The first is doctrine's and leaves last."""

    def __init__(self, answers: list[Action], doubt: float) -> None:
        self.doubt = doubt
        self.scores: dict[Action, list[float]] = {answer: [] for answer in answers}  # of those given up too
        self.running = answers
        self.doctrine = self.best = answers[0]

    @property
    def settled(self) -> bool:
        """Is there nothing left to find out?"""
        return len(self.running) == 1

    def worth(self, answer: Action) -> float:
        """What an answer came to, on average."""
        return fmean(self.scores[answer])

    def report(self) -> Report:
        """Where the race stands."""
        if not self.scores[self.best]:
            return Report(self.best)
        others = [answer for answer, scores in self.scores.items() if scores and answer != self.best]
        if not others:
            return Report(self.best, self.worth(self.best))
        second = max(others, key=self.worth)
        return Report(self.best, self.worth(self.best), second, self.worth(second))

    def run(self, trial: Trial, until: float | None = None, clock: Clock = time.monotonic) -> bool:
        """Try every candidate in one deal; False if time ran out, and then the deal does not count."""
        found: dict[Action, float] = {}
        while len(found) < len(self.running):
            answer, begun = self.running[len(found)], clock()
            worth = trial.worth(answer, until, clock)
            if worth is None:
                return False
            found[answer] = worth
            if until is not None and len(found) == 1 and not self.scores[answer]:
                self._fit(clock() - begun, until - clock())
        for answer, worth in found.items():
            self.scores[answer].append(worth)
        self._compare()
        return True

    def _fit(self, took: float, left: float) -> None:
        """Run no more candidates than there is time to try often enough, if each trial takes so long."""
        room = int(left / (took * OFTEN)) if took > 0 else len(self.running)
        self.running = self.running[: max(2, 1 + room)]

    def _compare(self) -> None:
        """Choose the best so far, and give up what is behind."""
        self.running = [a for a in self.running if a == self.doctrine or not self._behind(a)]
        leader = max(self.running, key=self.worth)
        ahead, error = self.lead(leader, self.doctrine)
        enough = len(self.scores[leader]) >= FEWEST
        self.best = leader if enough and ahead > max(TRIFLE, self.doubt * error) else self.doctrine
        self.running = [a for a in self.running if a in (leader, self.doctrine) or not self._outrun(leader, a)]
        if enough and ahead > CLEARLY * error and len(self.running) == 2:
            self.running = [leader]

    def _behind(self, answer: Action) -> bool:
        """Does a candidate have nothing on doctrine's own? At first, chance may explain it."""
        ahead, error = self.lead(answer, self.doctrine)
        return ahead < TRIFLE if len(self.scores[answer]) >= FEWEST else ahead < -error

    def _outrun(self, leader: Action, answer: Action) -> bool:
        """Is a candidate clearly behind another?"""
        ahead, error = self.lead(leader, answer)
        return ahead > CLEARLY * error

    def lead(self, first: Action, second: Action) -> tuple[float, float]:
        """By how much one is ahead of another, and the standard error of that."""
        gaps = [a - b for a, b in zip(self.scores[first], self.scores[second], strict=True)]
        mean, count = fmean(gaps), len(gaps)
        spread = (GUESS**2 + sum((gap - mean) ** 2 for gap in gaps)) / count
        return mean, sqrt(spread / count)
