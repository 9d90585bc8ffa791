"""Looking back at a finished match: who was winning when, which decisions cost most, and what the dice gave.

The match is over, so the true positions are looked at. A decision is tried again as search would: the answer given and
those doctrine likes best are played on by doctrine with the same dice, and what they come to is compared.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from grognard.engine import Action, Ask, Course, Game, State
from grognard.engine.record import BackLine, Line, RecordError, TakeLine, UndoLine
from grognard.engine.replay import replay_lines
from grognard.players.luck import Roll, roll_of
from grognard.players.outlook import chance
from grognard.players.search import Race, candidates
from grognard.players.trial import Trial

POINTS = 240  # points of a curve at most
WORST = 3  # decisions named for each side
SHORT_LIST = 8  # decisions of each side that are looked at more closely
ONE_LOOK = 0.1  # seconds that a first look at a decision should have
NOTABLE = 0.005  # a decision that cost less is not named
APART = 6  # answers nearer to each other than this are one decision


class Point(msgspec.Struct, frozen=True):
    """Everybody's chance of victory at some moment."""

    frame: int  # how many positions came before it in the record
    turn: int
    chances: dict[str, float]


class Choice(msgspec.Struct, frozen=True):
    """An answer, and the chance of victory it led or would have led to."""

    action: Any
    text: str
    chance: float


class Costly(msgspec.Struct, frozen=True):
    """A decision that cost a side some of its chance of victory."""

    frame: int  # the position in which the question was asked
    turn: int
    side: str
    prompt: str
    taken: Choice
    better: Choice
    cost: float
    why: str


class Analysis(msgspec.Struct, frozen=True):
    """What is said of a match."""

    sides: list[str]
    curve: list[Point]
    costly: list[Costly]
    rolls: list[Roll]


class Depth(msgspec.Struct, frozen=True):
    """How closely to look. Without seconds every decision is looked at, and chance alone decides."""

    seconds: float | None = 40.0
    first: int = 2  # deals of a first look at a decision
    closer: int = 12  # deals of a closer one


class _Answer(msgspec.Struct, frozen=True):
    """An answer as it was given."""

    frame: int
    state: State[Any]
    ask: Ask
    action: Action
    picks: tuple[int, ...]


def analyse(
    lines: Sequence[Line], depth: Depth | None = None, seed: int = 1, tell: Callable[[float], None] = lambda share: None
) -> Analysis:
    """Look back at the record of a match; `tell` hears how far the work has come, from 0 to 1."""
    how = depth or Depth()
    answers, match, frame = _standing(lines)
    looks = _Looks(match.game, how, random.Random(seed), tell)
    found: list[Costly] = []
    for side in match.sides:
        found += looks.costly([a for a in answers if a.ask.side == side], 1 / len(match.sides))
    curve = _curve(match, answers, frame)
    rolls = [roll_of(match.game, a.frame, a.state, a.ask, a.action, a.picks) for a in answers]
    return Analysis(list(match.sides), curve, sorted(found, key=_dearest), [roll for roll in rolls if roll is not None])


def _standing(lines: Sequence[Line]) -> tuple[list[_Answer], Course, int]:
    """The answers that were not taken back, the match at its end, and the number of its last position."""
    answers: list[_Answer] = []
    before: State[Any] | None = None
    match: Course | None = None
    frame = -1
    for line, past in replay_lines(lines):
        if isinstance(line, UndoLine | BackLine):
            del answers[len(answers) - line.count :]
        elif isinstance(line, TakeLine) and before is not None:
            ask = next(ask for ask in before.asks if ask.side == line.side)
            action = past.game.rules.codec.read_action(line.do)
            answers.append(_Answer(frame, before, ask, action, line.dice))
        frame, before, match = frame + 1, past.state.clone(), past
    if match is None:  # of older rules, and without a position in between
        raise RecordError("This match was played under older rules: it cannot be played again to be analysed.")
    return answers, match, frame


def _curve(match: Course, answers: list[_Answer], last: int) -> list[Point]:
    """The chances at the beginning of each stretch of play, and at the end."""
    game, moments, stretch = match.game, list[tuple[int, State[Any]]](), object()
    for answer in answers:
        now = game.mind.stretch(answer.state)
        if now != stretch:
            stretch = now
            moments.append((answer.frame, answer.state))
    every = len(moments) // POINTS + 1
    return [_point(match, *moment) for moment in [*moments[::every], (last, match.state)]]


def _point(match: Course, frame: int, state: State[Any]) -> Point:
    game = match.game
    chances = {side: round(chance(game, state, side, game.mind.value(state, side)), 4) for side in match.sides}
    return Point(frame, getattr(state, "turn", 0), chances)


class _Looks:
    """Trying decisions again."""

    def __init__(self, game: Game, depth: Depth, rng: random.Random, tell: Callable[[float], None]) -> None:
        self.game, self.depth, self.rng, self.tell = game, depth, rng, tell
        self.done = 0.0

    def costly(self, answers: list[_Answer], share: float) -> list[Costly]:
        """The decisions of a side that cost most; `share` of all the time is for them."""
        open_ = [a for a in answers if len(a.ask.actions) > 1]
        seconds = None if self.depth.seconds is None else self.depth.seconds * share / 2
        if seconds is not None:
            open_ = open_[:: int(len(open_) * ONE_LOOK / seconds) + 1]
        races = self._look([(a, self._race(a)) for a in open_], self.depth.first, seconds, share / 2)
        short = sorted(races, key=lambda pair: -_cost(pair[1]))[:SHORT_LIST]
        closer = self._look(short, self.depth.closer, seconds, share / 2)
        found = sorted((self._verdict(*pair) for pair in closer if pair[1].best != pair[0].action), key=_dearest)
        kept: list[Costly] = []
        for costly in found:
            if costly.cost >= NOTABLE and all(abs(costly.frame - other.frame) > APART for other in kept):
                kept.append(costly)
        return kept[:WORST]

    def _race(self, answer: _Answer) -> Race[Action]:
        """The answer given, which has the benefit of the doubt, and the two others doctrine likes best."""
        mind, state = self.game.mind, answer.state
        liked = candidates(self.game, state, answer.ask, self.rng, 3)
        others = [action for action in liked if action != answer.action]
        if mind.in_turn(state, answer.action):  # whoever goes first, the others follow
            others = [action for action in others if not mind.in_turn(state, action)]
        return Race([answer.action, *others[:2]], doubt=1.0)

    def _look(
        self, races: list[tuple[_Answer, Race[Action]]], deals: int, seconds: float | None, share: float
    ) -> list[tuple[_Answer, Race[Action]]]:
        """Try each decision in so many deals, as long as there is time; returns those that were tried."""
        for number, (answer, race) in enumerate(races):
            until = None
            if seconds is not None:
                until = time.thread_time() + seconds / len(races)
            stretches, seed = 0, self.rng.getrandbits(64)
            for one in range(deals):
                trial = Trial(self.game, answer.state, answer.ask.side, seed, stretches, one)
                if race.settled or not race.run(trial, until):
                    break
                stretches = trial.stretches
            self.tell(self.done + share * (number + 1) / len(races))
        self.done += share
        return [pair for pair in races if all(pair[1].scores.values())]

    def _verdict(self, answer: _Answer, race: Race[Action]) -> Costly:
        side, prompt = answer.ask.side, answer.ask.prompt
        taken, better = (self._choice(answer, race, action) for action in (answer.action, race.best))
        why = self.game.mind.advice(answer.state, side, race.best)
        cost = round(better.chance - taken.chance, 4)
        return Costly(answer.frame, getattr(answer.state, "turn", 0), side, prompt, taken, better, cost, why)

    def _choice(self, answer: _Answer, race: Race[Action], action: Action) -> Choice:
        text = self.game.face.describe(answer.state, action)
        told = chance(self.game, answer.state, answer.ask.side, race.worth(action))
        return Choice(msgspec.to_builtins(action), text, round(told, 4))


def _cost(race: Race[Action]) -> float:
    """What the first look says that a decision cost."""
    return max(race.worth(action) for action in race.running) - race.worth(race.doctrine)


def _dearest(costly: Costly) -> float:
    return -costly.cost
