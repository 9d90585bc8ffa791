"""Matches for training, and what is kept of them: every question, the answer given, and what came of it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from grognard.encoding.observation_cache import Array
from grognard.engine import Action, Ask, Game, Match, State
from grognard.players.policy.player import Memory, Policy
from grognard.players.policy.questions import Question
from grognard.players.simple import best_judged

MOST_ANSWERS = 2_500  # of a match; whoever has learnt and has not ended it by then has lost it
FORESIGHT = 0.95  # how much what is found out later counts


class Decided(NamedTuple):
    """A question, which answer was drawn, how likely that was, and what the situation was thought to be worth."""

    question: Question
    chosen: int
    likely: float  # as a logarithm
    value: float


class Seat(Protocol):
    """Somebody who answers in training; the position is judged by fitted weights."""

    def answer(self, match: Match, ask: Ask, rng: random.Random) -> Action: ...


class Fitted:
    """The game's own judgement by fitted weights."""

    def answer(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        return best_judged(match.game, match.state, ask, rng)


class Learner:
    """A policy that draws its answers by their chances and keeps what it decided; or that takes the most likely."""

    def __init__(self, policy: Policy, *, greedy: bool = False) -> None:
        self.policy, self.greedy, self.memory = policy, greedy, Memory()
        self.decided: list[tuple[str, Decided]] = []

    def answer(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        weighed = self.policy.weigh(match.state, ask, self.memory)
        if weighed is None:
            return best_judged(match.game, match.state, ask, rng)
        if self.greedy:
            chosen = int(np.argmax(weighed.logits))
        else:
            chances = np.exp(weighed.logits - weighed.logits.max(), dtype=np.float64)
            chances /= chances.sum()
            chosen = min(int(np.searchsorted(np.cumsum(chances), rng.random())), len(chances) - 1)
            likely = float(np.log(chances[chosen] + 1e-9))
            self.decided.append((ask.side, Decided(weighed.question, chosen, likely, weighed.value)))
        self.memory.note(match.state, weighed.answers[chosen])
        return weighed.answers[chosen]


def play(game: Game, scenario: str, seed: int, seats: Mapping[str, Seat]) -> tuple[dict[str, float], int]:
    """A match to its end: what each side got, from -1 to 1, and how many answers it took."""
    match, rng = Match.new(game, scenario, seed=seed, record=False, log=False), random.Random(seed)
    match.state.judge_by(game.mind.fitted)
    answers = 0
    while match.result is None and answers < MOST_ANSWERS:
        ask = match.decision.asks[0]
        match.take(seats[ask.side].answer(match, ask, rng), ask.side)
        answers += 1
    return {side: _got(match.state, seats[side], side) for side in seats}, answers


def _got(g: State[Any], seat: Seat, side: str) -> float:
    if g.result is None:
        return -1.0 if isinstance(seat, Learner) else 1.0
    if not g.result.winners:
        return 0.0
    return 1.0 if side in g.result.winners else -1.0


def sides_of(game: Game, scenario: str) -> tuple[str, ...]:
    """Who plays in a scenario."""
    return game.rules.sides(Match.new(game, scenario, seed=0, record=False, log=False).state)


def credited(decided: Sequence[Decided], got: float) -> tuple[Array, Array]:
    """How much better each answer turned out than was expected, and what was reached from there."""
    values = np.array([one.value for one in decided], np.float32)
    better, last = np.zeros(len(decided), np.float32), 0.0
    for i in range(len(decided) - 1, -1, -1):
        reached = got if i == len(decided) - 1 else values[i + 1]
        better[i] = last = reached - values[i] + FORESIGHT * last
    return better, better + values


Packed = dict[str, np.ndarray[Any, Any]]


def packed(decided: Sequence[Decided], better: Array, reached: Array) -> Packed:
    """Decisions as a few large arrays: `units` and `answers` say how many rows each has."""
    questions = [one.question for one in decided]
    rows = {name: [getattr(question, name) for question in questions] for name in Question._fields}
    return {
        "units in": np.array([len(rows) for rows in rows["units"]], np.int32),
        "answers in": np.array([len(rows) for rows in rows["answers"]], np.int32),
        **{name: np.concatenate(rows[name]) for name in ("where", "at", "actor", "judged")},
        **{name: np.concatenate(rows[name]).astype(np.float16) for name in ("units", "answers")},
        "situation": np.stack(rows["situation"]).astype(np.float16),
        "chosen": np.array([one.chosen for one in decided], np.int64),
        "likely": np.array([one.likely for one in decided], np.float32),
        "better": better,
        "reached": reached,
    }
