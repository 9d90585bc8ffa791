"""Looking ahead: try some answers in copies of the match, and take the one that turns out best.

The position itself is never looked into. Every copy is a deal of `Rules.determinize`, in which whatever the side may
not know was dealt again, and rolls dice of its own (`trial.LatinDice`). In each deal every candidate is played on by
doctrine to the end of a stretch (`Mind.stretch`) and valued there (`Mind.value`). All candidates meet the same deals
and the same dice, so that what differs is the answer. A candidate that comes to exactly what another comes to is left
out; of the others the better half goes on, again and again, until one is clearly ahead or the time is up.
Doctrine's own choice keeps the benefit of the doubt, and set-up is left to it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Hashable, Iterator, Sequence
from math import sqrt
from statistics import fmean
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from grognard.engine import NEVER, Action, Ask, Game, Match, Press, State, Weight
from grognard.players.rollout import Clock, Rollout, RolloutResult, deal

OPENING = 3  # deals in which a candidate must differ from the others to be let in
LOOKS = 3  # candidates looked at for each that is let in
GUESS = 0.03  # how far two answers usually differ in one deal, as long as little is known
TRIFLE = 0.002  # a difference in value not worth thinking about
OFTEN = 6  # deals there should be time for
CLEARLY = 2.0  # standard errors behind the best at which a candidate is given up
SURE = 2.5  # standard errors between the last two at which nothing is left to find out
PROVEN = 3.0  # standard errors by which something must be gained to be given as a reason
A_UNIT = 0.5  # how far counts usually differ in one deal, as long as little is known
MOST = 1000  # deals


class SearchBudget(msgspec.Struct, frozen=True):
    """How hard to think about one answer. Without seconds only the number of deals counts, and chance alone decides."""

    seconds: float | None = 0.2  # of a processor
    deals: int = MOST  # positions imagined at most
    candidates: int | None = None  # answers tried, the best by doctrine; None: as many as `Mind.tries`
    doubt: float = 1.0  # standard errors an answer must be ahead of doctrine's to be preferred
    plans: float | None = None  # seconds for a whole plan, in games whose mind has moods; None: no plans are made
    fitted: bool = False  # as the strongest play: by fitted weights, and ahead only where that adds to them
    why: bool = False  # is what the value weighs looked at, so that reasons can be given?

    def looks_ahead(self, game: Game) -> bool:
        """Is anything tried at all, or does judgement do?"""
        return not self.fitted or game.mind.ponders


class Gain(msgspec.Struct, frozen=True):
    """Of something the value weighs: what the best answer brings more (or fewer) than the next, on average."""

    words: str
    more: float
    error: float
    wanted: bool

    @property
    def clear(self) -> bool:
        """Is it for the better, and by more than chance explains?"""
        return (self.more if self.wanted else -self.more) > PROVEN * self.error


class Step(msgspec.Struct, frozen=True):
    """One answer of a plan, the question it is for, and a sum over one's own pieces as they should stand then."""

    answer: Any
    prompt: str
    standing: int


class Report(msgspec.Struct, frozen=True):
    """What has been found out so far: the best answer and the best of the others in the same deals."""

    best: Any
    worth: float | None = None  # None: nothing was tried
    error: float = 0.0  # the standard error of that
    deals: int = 0
    second: Any = None
    second_worth: float | None = None
    lead_error: float = 0.0  # the standard error of the difference of the two
    gains: tuple[Gain, ...] = ()
    plan: tuple[Step, ...] = ()  # what it is the first answer of


class SearchPlayer:
    """Thinks in this process, for so many seconds of one core. `worker.WorkerPlayer` does it in another."""

    def __init__(self, effort: SearchBudget | None = None) -> None:
        self.effort = effort or SearchBudget()

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        """The best answer found in the time given."""
        return self._think(match, ask, rng).best

    def report(self, match: Match, ask: Ask, rng: random.Random, first: Action | None = None) -> Report:
        """The same with what it promises; what `first` promises, if that is asked."""
        return self._think(match, ask, rng, first).report()

    def _think(self, match: Match, ask: Ask, rng: random.Random, first: Action | None = None) -> Race[Action]:
        *_, race = thoughts(match.game, match.state, ask, rng, self.effort, time.thread_time, first)
        return race


def thoughts(
    game: Game,
    state: State[Any],
    ask: Ask,
    rng: random.Random,
    effort: SearchBudget,
    clock: Clock = time.thread_time,
    first: Action | None = None,
) -> Iterator[Race[Action]]:
    """The race of the best answers: first as it stands before anything is tried, then after each deal.

    If an answer is `first`, it is what is weighed against the others, whatever doctrine would say.
    """
    until = None if effort.seconds is None else clock() + effort.seconds
    known, most = deal(game, state, ask.side, rng, fitted=effort.fitted), effort.candidates or game.mind.tries
    liked = candidates(game, known, ask, rng, LOOKS * most)
    if first is not None:
        liked = [first, *(answer for answer in liked if answer != first)]
    race: Race[Action] = Race(liked[:1], effort.doubt, why=effort.why)
    yield race
    if len(liked) == 1 or not game.mind.underway(state) or not effort.looks_ahead(game):
        return
    trials = _trials(game, known, ask.side, rng)
    opening = [next(trials) for _ in range(min(OPENING, effort.deals))]
    yield from race.admit(liked, most, opening, until, clock)
    for _ in range(effort.deals - len(opening)):
        if race.settled or not race.run(next(trials), until, clock):
            return
        yield race


def _trials(game: Game, known: State[Any], side: str, rng: random.Random) -> Iterator[Rollout]:
    """One deal after the other; all look as far as the first."""
    seed = rng.getrandbits(64)
    yield (first := Rollout(game, deal(game, known, side, rng), side, seed))
    for number in range(1, MOST):
        yield Rollout(game, deal(game, known, side, rng), side, seed, first.stretches, number)


def candidates(game: Game, known: State[Any], ask: Ask, rng: random.Random, most: int) -> list[Action]:
    """Doctrine's favourite, the best of every other kind of answer where they are to be varied, and then the next best.

    Equals come in any order. Of those that only say who goes next the first stands for all (`Mind.in_turn`).
    """
    answers = game.mind.considered(known, ask)
    if len(answers) == 1:
        return answers
    rng.shuffle(answers)
    judged = dict(zip(answers, game.mind.judged(known, ask.side, answers), strict=True))
    answers.sort(key=lambda answer: -judged[answer])
    sensible = [answer for answer in answers if judged[answer] > NEVER] or answers[:1]
    next_in_turn = [answer for answer in sensible if game.mind.in_turn(known, answer)]
    sensible = [answer for answer in sensible if answer not in next_in_turn[1:]]
    if not game.mind.varied:
        return sensible[:most]
    best_of_kind = {kind(answer): answer for answer in reversed(sensible)}
    return sorted(sensible, key=lambda answer: best_of_kind[kind(answer)] != answer)[:most]


def kind(answer: Action) -> Hashable:
    """What an answer does, whatever it does it to; every button is a kind of its own."""
    return answer if isinstance(answer, Press) else type(answer)


T = TypeVar("T", bound=Hashable)
S = TypeVar("S", contravariant=True)


class DealRunner(Protocol[S]):
    """A deal in which something is tried: answers, or whole plans."""

    stretches: int

    def found(self, answer: S, until: float | None, clock: Clock, *, weigh: bool) -> RolloutResult | None: ...


class Race(Generic[T]):
    """Candidates running over the same deals. The first is doctrine's and never leaves."""

    def __init__(self, answers: list[T], doubt: float, *, why: bool = False) -> None:
        self.doubt, self.why = doubt, why
        self.scores: dict[T, list[float]] = {answer: [] for answer in answers}  # of those given up too
        self.weights: dict[T, list[tuple[Weight, ...]]] = {answer: [] for answer in answers}
        self.running = answers
        self.doctrine = self.best = answers[0]
        self.void = 0  # candidates that came to what another comes to, and were left out
        self.settled = False  # is there nothing left to find out?

    # ------------------------------------------------------------ running

    def admit(
        self, liked: Sequence[T], most: int, opening: Sequence[DealRunner[T]], until: float | None, clock: Clock
    ) -> Iterator[Race[T]]:
        """Try answers in the first deals until so many are found that come to different things."""
        begun = clock()
        half = None if until is None else (begun + until) / 2
        for answer in liked:
            if len(self.running) == most or (half is not None and len(self.running) > 1 and clock() > half):
                break
            found = self._open(opening, answer, until, clock)
            if len(found) < len(opening):
                break
            self._enter(answer, found)
            if until is not None and answer == self.doctrine:
                most = min(most, affordable_candidates(until - clock(), (clock() - begun) / len(opening)))
        self._compare()
        yield self

    def _open(
        self, opening: Sequence[DealRunner[T]], answer: T, until: float | None, clock: Clock
    ) -> list[RolloutResult]:
        """What comes of an answer in the first deals; less than all if time ran out."""
        found: list[RolloutResult] = []
        for trial in opening:
            trial.stretches = trial.stretches or opening[0].stretches
            one = self._try(trial, answer, until, clock)
            if one is None:
                break
            found.append(one)
        return found

    def _try(self, trial: DealRunner[T], answer: T, until: float | None, clock: Clock) -> RolloutResult | None:
        return trial.found(answer, until, clock, weigh=self.why)

    def _enter(self, answer: T, found: list[RolloutResult]) -> None:
        """A candidate that comes to exactly what another comes to makes no difference."""
        scores = [one.value for one in found]
        if answer != self.doctrine and any(self.scores[other] == scores for other in self.running):
            self.void += 1
            return
        self.scores[answer], self.weights[answer] = scores, [one.weights for one in found]
        self.running = [*self.running, answer] if answer != self.doctrine else self.running

    def run(self, trial: DealRunner[T], until: float | None = None, clock: Clock = time.thread_time) -> bool:
        """Try every candidate in one deal; False if time ran out, and then the deal does not count."""
        found: dict[T, RolloutResult] = {}
        for answer in self.running:
            one = self._try(trial, answer, until, clock)
            if one is None:
                return False
            found[answer] = one
        for answer, one in found.items():
            self.scores[answer].append(one.value)
            self.weights[answer].append(one.weights)
        self._compare()
        return True

    def _compare(self) -> None:
        """Choose the best so far, and give up what is behind."""
        deals = len(self.scores[self.doctrine])
        if deals < OPENING:
            return
        leader = max(self.running, key=self.worth)
        ahead, error = self.lead(leader, self.doctrine)
        self.best = leader if ahead > max(TRIFLE, self.doubt * error) else self.doctrine
        self.running = [a for a in self.running if a in (leader, self.doctrine) or not self._outrun(leader, a)]
        if deals % OPENING == 0 and (deals // OPENING).bit_count() == 1 and deals > OPENING:
            self._halve()
        self.settled = len(self.running) == 1 or (len(self.running) == 2 and self._told_apart(deals))

    def _halve(self) -> None:
        """The better half goes on, and doctrine's own."""
        ranked = sorted(self.running, key=self.worth, reverse=True)
        kept = ranked[: max(2, (len(ranked) + 1) // 2)]
        self.running = [answer for answer in self.running if answer in kept or answer == self.doctrine]

    def _outrun(self, leader: T, answer: T) -> bool:
        """Is a candidate clearly behind another?"""
        ahead, error = self.lead(leader, answer)
        return ahead > CLEARLY * error

    def _told_apart(self, deals: int) -> bool:
        """Is it clear which of the last two is better, or that neither is?"""
        ahead, error = self.lead(self.running[1], self.running[0])
        return deals >= 2 * OPENING and (abs(ahead) > SURE * error or abs(ahead) + CLEARLY * error < TRIFLE)

    # ------------------------------------------------------------ where it stands

    def worth(self, answer: T) -> float:
        """What an answer came to, on average."""
        return fmean(self.scores[answer])

    def lead(self, first: T, second: T) -> tuple[float, float]:
        """By how much one is ahead of another, and the standard error of that."""
        return mean_and_error([a - b for a, b in zip(self.scores[first], self.scores[second], strict=True)])

    def report(self) -> Report:
        """Where the race stands: of the others, only those that met the same deals are spoken of."""
        if not self.scores[self.best]:
            return Report(self.best)
        best, deals = self.best, len(self.scores[self.best])
        worth, error = mean_and_error(self.scores[best])
        others = [answer for answer, found in self.scores.items() if answer != best and len(found) == deals]
        if not others:
            return Report(best, worth, error, deals)
        second = max(others, key=self.worth)
        return Report(
            best, worth, error, deals, second, self.worth(second), self.lead(best, second)[1], self._gains(second)
        )

    def _gains(self, second: T) -> tuple[Gain, ...]:
        """What the best answer brings more than another, thing by thing."""
        found = []
        both = (zip(*self.weights[answer], strict=True) for answer in (self.best, second))
        for mine, its in zip(*both, strict=True):
            more, error = mean_and_error([a.count - b.count for a, b in zip(mine, its, strict=True)], A_UNIT)
            found.append(Gain(mine[0].words, more, error, mine[0].wanted))
        return tuple(found)


def affordable_candidates(left: float, took: float) -> int:
    """How many candidates can be tried often enough in the time left, if each trial takes so long."""
    return max(2, 1 + int(left / (took * OFTEN))) if took > 0 else MOST


def mean_and_error(found: Sequence[float], guess: float = GUESS) -> tuple[float, float]:
    """The mean of some figures and its standard error; a few that happen to agree are not trusted too far."""
    mean, count = fmean(found), len(found)
    spread = (guess**2 + sum((one - mean) ** 2 for one in found)) / count
    return mean, sqrt(spread / count)
