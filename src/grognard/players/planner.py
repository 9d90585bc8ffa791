"""Planning: a whole burst of one's own answers is drawn, tried and then played, instead of one answer after the other.

A burst goes on until a die falls, something hidden shows or the stretch of play ends, so it is a fixed list of answers
with a known end. Bursts are drawn from doctrine, in its own mood and in others (`Mind.moods`), with units in several
orders and with a few strays. The positions they end in are raced on common deals, first to the end of one's own
stretch, the best then through the enemy's reply. The best list is played as long as all goes as foreseen.
"""

from __future__ import annotations

import random
import time
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Protocol, Self
from zlib import crc32

import msgspec
from msgspec.structs import replace

from grognard.engine import NEVER, Action, Ask, Game, Judge, Match, State
from grognard.engine.core.dice import OutOfDice
from grognard.engine.game.mind import no_moods, turn_of
from grognard.players.rollout import Clock, LatinDice, Rollout, RolloutResult, deal
from grognard.players.search import OPENING, Race, Report, SearchBudget, Step, thoughts

LONGEST = 120  # answers in a burst
MOST = 40  # plans drawn
STRAY = 0.12  # of the answers in a plan that strays
LIKED = 4  # answers a stray is taken from
DRAWING, OWN = 0.3, 0.65  # of the time is for drawing, and until then for one's own stretch; the rest for the reply
FINALISTS = 4
ALONE = 2  # answers below which there is nothing to plan
LONG = 12  # answers at which a burst is given all of the time for a plan
DEALS = 48
PART = 1 / 12  # of what is left of a turn's time that one thought may take


class Plan(msgspec.Struct, frozen=True, eq=False):
    """A burst: its answers, the position before the last of them if that rolls, else after it."""

    steps: tuple[Step, ...]
    after: Any
    last: Action | None
    stretch: Hashable

    @property
    def end(self) -> Hashable:
        """What makes it another plan: where everybody stands, and what is done then."""
        return frozenset((p.id, p.place) for p in self.after.pieces.values()), self.last


class Thinker(Protocol):
    """Who makes plans, here or in a worker."""

    @property
    def effort(self) -> SearchBudget: ...

    def report(self, match: Match, ask: Ask, rng: random.Random) -> Report: ...

    def hurried(self, share: float) -> Self: ...


class TurnBudget:
    """So many seconds for all that a side answers in one turn: a thought may take a part of what is left of them."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.spent: dict[str, tuple[Hashable, float]] = {}  # by side: the turn, and what it has taken so far

    def share(self, match: Match, side: str, effort: SearchBudget) -> float:
        """What share of its usual time the next thought may take."""
        wanted = max(effort.seconds or 0.0, effort.plans or 0.0)
        return min(1.0, PART * self._left(match, side) / wanted) if wanted else 1.0

    def spend(self, match: Match, side: str, seconds: float) -> None:
        """A thought has taken so long."""
        self.spent[side] = turn_of(match.state), self.seconds - self._left(match, side) + seconds

    def _left(self, match: Match, side: str) -> float:
        turn, spent = self.spent.get(side, (None, 0.0))
        return max(0.0, self.seconds - spent) if turn == turn_of(match.state) else self.seconds


class PlanPlayer:
    """Thinks once for a burst of answers, and gives them one after the other while all goes as foreseen."""

    def __init__(self, thinker: Thinker, patience: TurnBudget | None = None) -> None:
        self.thinker, self.patience = thinker, patience
        self.left: dict[str, tuple[Step, ...]] = {}

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        """The next answer of the plan; a new plan if there is none, or if something else has happened."""
        if len(ask.actions) == 1:
            return next(iter(ask.actions))
        left = self.left.get(ask.side, ())
        if not foreseen(match, ask, left):
            found = self._think(match, ask, rng)
            left = found.plan or (Step(found.best, "", 0),)
        self.left[ask.side] = left[1:]
        answer: Action = left[0].answer
        return answer

    def _think(self, match: Match, ask: Ask, rng: random.Random) -> Report:
        """What the thinker finds in the time there is for it."""
        if self.patience is None:
            return self.thinker.report(match, ask, rng)
        share, begun = self.patience.share(match, ask.side, self.thinker.effort), time.monotonic()
        found = self.thinker.hurried(share).report(match, ask, rng)
        self.patience.spend(match, ask.side, time.monotonic() - begun)
        return found

    def hurried(self, share: float) -> PlanPlayer:
        """The same with such a share of its time, and the plans it has."""
        other = PlanPlayer(self.thinker.hurried(share), self.patience)
        other.left = self.left
        return other


class Planner:
    """Makes plans in this process, for so many seconds of one core; where there is nothing to plan it searches."""

    def __init__(self, effort: SearchBudget) -> None:
        self.effort = effort

    def report(self, match: Match, ask: Ask, rng: random.Random) -> Report:
        """The best plan, or the best answer."""
        *_, found = reports(match.game, match.state, ask, rng, self.effort)
        return found

    def hurried(self, share: float) -> Planner:
        """The same with such a share of its time."""
        return Planner(hurried(self.effort, share))


def hurried(effort: SearchBudget, share: float) -> SearchBudget:
    """Such a share of the time."""
    seconds, plans = (None if given is None else given * share for given in (effort.seconds, effort.plans))
    return replace(effort, seconds=seconds, plans=plans)


def foreseen(match: Match, ask: Ask, left: tuple[Step, ...]) -> bool:
    """Does a plan go on, and is everything as it was to be?"""
    if not left or left[0].prompt != ask.prompt or left[0].standing != standing(match.state, ask.side):
        return False
    return left[0].answer in ask.actions


def standing(state: State[Any], side: str) -> int:
    """A sum over the pieces of a side."""
    return crc32(msgspec.json.encode([piece for piece in state.pieces.values() if piece.side == side]))


def reports(
    game: Game,
    state: State[Any],
    ask: Ask,
    rng: random.Random,
    effort: SearchBudget,
    first_answer: Action | None = None,
) -> Iterator[Report]:
    """What is found out about a question, better and better: with plans where they can be made, else by search."""
    known = deal(game, state, ask.side, rng, fitted=effort.fitted)
    first = None
    if effort.plans is not None and game.mind.moods is not no_moods and game.mind.underway(state):
        first = sample_plan(game, known, ask.side, PlanSampler(game.mind.judge, rng, 0.0))
    if first is None or len(first.steps) < ALONE:
        yield from (race.report() for race in thoughts(game, known, ask, rng, effort, first=first_answer))
        return
    yield Report(first.steps[0].answer, plan=first.steps)
    best = PlanSearch(game, known, ask.side, rng, effort, len(first.steps)).best(first)
    yield Report(best.steps[0].answer, plan=best.steps)


class PlanSampler:
    """Doctrine in a mood that strays from it now and then."""

    def __init__(self, judge: Judge, rng: random.Random, stray: float) -> None:
        self.judge, self.rng, self.stray = judge, rng, stray

    def choose(self, game: Game, g: State[Any], ask: Ask) -> Action:
        """The best answer by its own judgement; between equals, and in a stray, any."""
        answers = game.mind.considered(g, ask)
        self.rng.shuffle(answers)
        judged = {answer: self.judge(g, ask.side, answer) for answer in answers}
        answers.sort(key=lambda answer: -judged[answer])
        liked = [answer for answer in answers[:LIKED] if judged[answer] > NEVER] or answers[:1]
        return self.rng.choice(liked) if self.stray and self.rng.random() < self.stray else liked[0]


def sample_plan(game: Game, known: State[Any], side: str, drawer: PlanSampler) -> Plan | None:
    """A burst from a position: up to the first die, the first thing that shows, or the end of the stretch."""
    twin, stretch, steps = known.clone(), game.mind.stretch(known), list[Step]()
    doctrine = PlanSampler(game.mind.judge, drawer.rng, 0.0)
    for _ in range(LONGEST):
        if twin.result is not None or game.mind.stretch(twin) != stretch or twin.revealed:
            break
        ask, before = twin.asks[0], twin.clone()
        answer = (drawer if ask.side == side else doctrine).choose(game, twin, ask)
        if ask.side == side and len(ask.actions) > 1:  # what must be answered needs no plan
            steps.append(Step(answer, ask.prompt, standing(twin, side)))
        try:
            twin.answer(ask.side, answer)
        except OutOfDice:
            return Plan(tuple(steps), before, answer if ask.side == side else None, stretch)
    return Plan(tuple(steps), twin, None, stretch)


class PlanTrial(Rollout):
    """A deal in which plans are tried: what is hidden at the end of each is dealt again, alike for all."""

    def found(
        self, answer: Any, until: float | None = None, clock: Clock = time.thread_time, *, weigh: bool = False
    ) -> RolloutResult | None:
        """What comes of a plan if doctrine is followed from then on; None if time ran out."""
        twin = deal(self.game, answer.after, self.side, random.Random(self.seed + self.number))
        twin.dice = LatinDice(twin, self.seed, self.number)
        if answer.last is not None:
            twin.answer(self.side, answer.last)
        end = self.play_on(twin, answer.stretch, until, clock)
        return None if end is None else RolloutResult(self.game.mind.value(end, self.side))


class PlanSearch:
    """One side's thoughts about one burst."""

    def __init__(
        self, game: Game, known: State[Any], side: str, rng: random.Random, effort: SearchBudget, answers: int
    ) -> None:
        self.game, self.known, self.side, self.rng, self.effort = game, known, side, rng, effort
        self.begun = time.thread_time()
        self.seconds = effort.plans and effort.plans * min(1.0, answers / LONG)

    def until(self, share: float) -> float | None:
        """When such a share of the time is up."""
        return None if not self.seconds else self.begun + share * self.seconds

    def best(self, first: Plan) -> Plan:
        """The best plan: a race to the end of the own stretch, a final through the enemy's reply."""
        plans = list(self.drawn(first))
        if len(plans) == 1:
            return first
        own_turn = self._raced(plans, self.game.mind.stretches, OWN)
        if not own_turn.scores[first]:  # there was no time to try anything
            return first
        ranked = sorted(own_turn.running, key=own_turn.worth, reverse=True)
        finalists = [first, *(plan for plan in ranked if plan is not first)][: FINALISTS + 1]
        if own_turn.settled and own_turn.best is first:
            return first
        reply = self._raced(finalists, self.game.mind.stretches + 1, 1.0)
        return reply.best if len(reply.scores[first]) >= OPENING else own_turn.best

    def _raced(self, plans: Sequence[Plan], stretches: int, share: float) -> Race[Plan]:
        """A race through so many stretches, until such a share of the time is up."""
        race: Race[Plan] = Race([plans[0]], self.effort.doubt)
        seed, until, clock = self.rng.getrandbits(64), self.until(share), time.thread_time
        trials = [PlanTrial(self.game, self.known, self.side, seed, stretches, n) for n in range(DEALS)]
        trials = trials[: self.effort.deals]
        for _ in race.admit(plans, len(plans), trials[:OPENING], until, clock):
            pass
        for trial in trials[OPENING:]:
            if race.settled or not race.run(trial, until, clock):
                break
        return race

    def drawn(self, first: Plan) -> Iterator[Plan]:
        """Plans that end differently: doctrine's own, in every mood, in other orders and with strays."""
        seen, until = {first.end}, self.until(DRAWING)
        yield first
        for drawer in self.drawers():
            if until is not None and time.thread_time() > until:
                break
            plan = sample_plan(self.game, self.known, self.side, drawer)
            if plan is not None and plan.end not in seen:
                seen.add(plan.end)
                yield plan

    def drawers(self) -> Iterator[PlanSampler]:
        """Those who draw plans, the soundest first."""
        judge, rng = self.game.mind.judge, self.rng
        moods = list(self.game.mind.moods(self.known, self.side))
        for mood in moods:
            yield PlanSampler(mood, rng, 0.0)
        for number in range(MOST - len(moods)):
            yield PlanSampler(judge, rng, STRAY if number % 3 else 0.0)
