"""Looking back at a finished match: who was winning when, which decisions cost most, and what the dice gave.

The match is over, so the true positions are looked at. A decision is tried again as search would: the answer given and
what a hint would have said there are played on by doctrine with the same dice, and what they come to is compared. So
nobody is blamed for what a hint says; nor for set-up, nor for whom he picked up before he said where to.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from grognard.engine import Action, Game, Playthrough, State
from grognard.engine.match.act import Act, Part, best_act, in_hand, in_words, is_picked_up, known_to
from grognard.engine.match.reasons import reasons
from grognard.engine.records.record import BackLine, Line, RecordError, TakeLine, UndoLine
from grognard.engine.records.replay import replay_lines
from grognard.players.review.dice_luck import Roll, roll_of
from grognard.players.review.turning_points import Answered, Point, Thrown, Turning, thrown, turnings
from grognard.players.rollout import Rollout
from grognard.players.search import Race
from grognard.players.win_chance import win_chance

POINTS = 240  # points of a curve at most
WORST = 3  # decisions named for each side
SHORT_LIST = 8  # decisions of each side that are looked at more closely
ONE_LOOK = 0.1  # seconds that a first look at a decision should have
NOTABLE = 0.02  # a decision that cost less is not named
APART = 6  # answers nearer to each other than this are one decision


class Choice(msgspec.Struct, frozen=True):
    """A whole act, its first answer, and the chance of victory it led or would have led to."""

    action: Any
    text: str
    chance: float
    answers: list[Any]


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
    rolls: list[Roll]  # those whose chances a table shows
    thrown: list[Thrown]  # all of them
    turnings: list[Turning]


class Depth(msgspec.Struct, frozen=True):
    """How closely to look. Without seconds every decision is looked at, and chance alone decides."""

    seconds: float | None = 40.0
    first: int = 2  # deals of a first look at a decision
    closer: int = 12  # deals of a closer one


def analyse(
    lines: Sequence[Line], depth: Depth | None = None, seed: int = 1, tell: Callable[[float], None] = lambda share: None
) -> Analysis:
    """Look back at the record of a match; `tell` hears how far the work has come, from 0 to 1."""
    how = depth or Depth()
    answers, match, frame = _standing(lines)
    looks = _Looks(match.game, how, random.Random(seed), tell, answers)
    found: list[Costly] = []
    for side in match.sides:
        found += looks.costly([a for a in answers if a.ask.side == side], 1 / len(match.sides))
    curve = _curve(match, answers, frame)
    rolls = [roll_of(match.game, a.frame, a.state, a.ask, a.action, a.picks) for a in answers]
    dice = thrown(match.game, answers, match.sides)
    turned = turnings(match.game, curve, answers, dice, looks.advised)
    known = [roll for roll in rolls if roll is not None]
    return Analysis(list(match.sides), curve, sorted(found, key=_dearest), known, dice, turned)


def _standing(lines: Sequence[Line]) -> tuple[list[Answered], Playthrough, int]:
    """The answers that were not taken back, the match at its end, and the number of its last position."""
    answers: list[Answered] = []
    before: State[Any] | None = None
    match: Playthrough | None = None
    frame = -1
    for line, past in replay_lines(lines):
        if isinstance(line, UndoLine | BackLine):
            del answers[len(answers) - line.count :]
        elif isinstance(line, TakeLine) and before is not None:
            ask = next(ask for ask in before.asks if ask.side == line.side)
            action = past.game.rules.codec.read_action(line.do)
            answers.append(Answered(frame, before, ask, action, line.dice, past.state.clone()))
        frame, before, match = frame + 1, past.state.clone(), past
    if match is None:  # of older rules, and without a position in between
        raise RecordError("This match was played under older rules: it cannot be played again to be analysed.")
    return answers, match, frame


def _curve(match: Playthrough, answers: list[Answered], last: int) -> list[Point]:
    """The chances at the beginning of each stretch of play, and at the end."""
    game, moments, stretch = match.game, list[tuple[int, State[Any]]](), object()
    for answer in answers:
        now = game.mind.stretch(answer.state)
        if now != stretch:
            stretch = now
            moments.append((answer.frame, answer.state))
    every = len(moments) // POINTS + 1
    return [_point(match, *moment) for moment in [*moments[::every], (last, match.state)]]


def _point(match: Playthrough, frame: int, state: State[Any]) -> Point:
    game = match.game
    chances = {side: round(win_chance(game, state, side, game.mind.value(state, side)), 4) for side in match.sides}
    return Point(frame, getattr(state, "turn", 0), chances)


class _Looks:
    """Trying decisions again."""

    def __init__(
        self,
        game: Game,
        depth: Depth,
        rng: random.Random,
        tell: Callable[[float], None],
        answers: Sequence[Answered],
    ) -> None:
        self.game, self.depth, self.rng, self.tell = game, depth, rng, tell
        self.done = 0.0
        self.hints = {a.frame: hint_at(game, a.state, a.ask.side) for a in answers if len(a.ask.actions) > 1}
        self.advised = as_advised(answers, self.hints)  # frames of the answers that a hint gave, or was going to give

    def costly(self, answers: list[Answered], share: float) -> list[Costly]:
        """The decisions of a side that cost most; `share` of all the time is for them."""
        open_ = [a for a in answers if self._is_decision(a)]
        seconds = None if self.depth.seconds is None else self.depth.seconds * share / 2
        if seconds is not None:
            open_ = open_[:: int(len(open_) * ONE_LOOK / seconds) + 1]
        racing = [(a, Race([a.action, self.hints[a.frame].answers[0]], doubt=1.0)) for a in open_]
        races = self._look(racing, self.depth.first, seconds, share / 2)
        short = sorted(races, key=lambda pair: -_cost(pair[1]))[:SHORT_LIST]
        closer = self._look(short, self.depth.closer, seconds, share / 2)
        found = sorted((self._verdict(*pair) for pair in closer if pair[1].best != pair[0].action), key=_dearest)
        kept: list[Costly] = []
        for costly in found:
            if costly.cost >= NOTABLE and all(abs(costly.frame - other.frame) > APART for other in kept):
                kept.append(costly)
        return kept[:WORST]

    def _is_decision(self, a: Answered) -> bool:
        """May an answer be called a mistake? Not if it was advised, is of set-up, or only names a unit."""
        if a.frame not in self.hints or a.frame in self.advised or not self.game.mind.underway(a.state):
            return False
        first = self.hints[a.frame].answers[0]
        held, named = in_hand(a.state, a.ask.side), getattr(first, "piece", "")
        if named in a.state.pieces and a.state.pieces[named].side == a.ask.side and held and named not in held:
            return False  # the hint begins with somebody else: that is another order
        return not is_picked_up(a.state, a.after, a.ask.side, a.action)

    def _look(
        self, races: list[tuple[Answered, Race[Action]]], deals: int, seconds: float | None, share: float
    ) -> list[tuple[Answered, Race[Action]]]:
        """Try each decision in so many deals, as long as there is time; returns those that were tried."""
        for number, (answer, race) in enumerate(races):
            until = None
            if seconds is not None:
                until = time.thread_time() + seconds / len(races)
            stretches, seed = 0, self.rng.getrandbits(64)
            for one in range(deals):
                trial = Rollout(self.game, answer.state, answer.ask.side, seed, stretches, one)
                if race.settled or not race.run(trial, until):
                    break
                stretches = trial.stretches
            self.tell(self.done + share * (number + 1) / len(races))
        self.done += share
        return [pair for pair in races if all(pair[1].scores.values())]

    def _verdict(self, answer: Answered, race: Race[Action]) -> Costly:
        side, prompt, hint = answer.ask.side, answer.ask.prompt, self.hints[answer.frame]
        taken = self._choice(answer, race, Act((Part(answer.state, answer.action),), None))
        better = self._choice(answer, race, hint)
        cost, turn = round(better.chance - taken.chance, 4), getattr(answer.state, "turn", 0)
        return Costly(answer.frame, turn, side, prompt, taken, better, cost, reasons(self.game, hint, side))

    def _choice(self, answer: Answered, race: Race[Action], act: Act) -> Choice:
        side, first = answer.ask.side, act.answers[0]
        text = ", ".join(dict.fromkeys(in_words(self.game, act, side)))
        told = win_chance(self.game, answer.state, side, race.worth(first))
        plain = [msgspec.to_builtins(one) for one in act.answers]
        return Choice(plain[0], text, round(told, 4), plain)


def hint_at(game: Game, state: State[Any], side: str) -> Act:
    """What the hint was at a question."""
    return best_act(game, known_to(game, state, side), side)


def as_advised(answers: Sequence[Answered], hints: Mapping[int, Act]) -> set[int]:
    """The answers that are what a hint said then, or the next part of what it had said."""
    found, left = set[int](), dict[str, tuple[Action, ...]]()
    for answer in answers:
        side = answer.ask.side
        if answer.frame not in hints:
            continue
        said = left.get(side, ()), hints[answer.frame].answers
        rest = next((hint[1:] for hint in said if hint and hint[0] == answer.action), None)
        left[side] = rest or ()
        if rest is not None:
            found.add(answer.frame)
    return found


def _cost(race: Race[Action]) -> float:
    """What the first look says that a decision cost."""
    return max(race.worth(action) for action in race.running) - race.worth(race.doctrine)


def _dearest(costly: Costly) -> float:
    return -costly.cost
