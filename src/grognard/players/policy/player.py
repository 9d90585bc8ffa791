"""A player that has learnt: it takes the answer its network likes best, on top of the game's own judgement."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import numpy as np

from grognard.encoding.observation_cache import Array
from grognard.engine import NEVER, Action, Ask, Game, Match, Pick, State
from grognard.players.policy.network import Weights, scores
from grognard.players.policy.questions import Eyes, Question
from grognard.players.simple import best_judged

MOST = 160  # answers weighed: the best judged
TWICE = 2  # times that one piece is picked for the same thing in one stretch of play
REFUSED = 60.0  # how far behind an answer is put that is out of the question


class Weighed(NamedTuple):
    """What a policy makes of a question: the answers, what was looked at, and how likely each answer is."""

    answers: Sequence[Action]
    question: Question
    logits: Array
    value: float


class Memory:
    """What was picked in this stretch of play: nobody goes round in circles."""

    def __init__(self) -> None:
        self._stretch: Hashable = None
        self._picked: Counter[Hashable] = Counter()

    def tired(self, game: Game, g: State[Any], side: str, answers: Sequence[Action]) -> list[bool]:
        """Which answers have been given often enough."""
        stretch = side, game.mind.stretch(g), getattr(g, "phase", "")
        if stretch != self._stretch:
            self._stretch, self._picked = stretch, Counter()
        step = type(g.steps[-1])
        return [isinstance(answer, Pick) and self._picked[step, answer] >= TWICE for answer in answers]

    def note(self, g: State[Any], answer: Action) -> None:
        """This was answered."""
        self._picked[type(g.steps[-1]), answer] += 1


class Policy:
    """Weights and eyes for the scenarios of a game."""

    def __init__(self, game: Game, weights: Weights, trained: Sequence[str]) -> None:
        self.game, self.weights, self.trained = game, weights, tuple(trained)
        self._eyes: dict[str, Eyes] = {}

    def eyes(self, scenario: str) -> Eyes:
        """What is looked at in a scenario."""
        found = self._eyes.get(scenario)
        if found is None:
            found = self._eyes[scenario] = Eyes(self.game, scenario, self.trained)
        return found

    def weigh(self, g: State[Any], ask: Ask, memory: Memory) -> Weighed | None:
        """How likely each answer is; nothing in set-up, which is left to judgement, and where there is but one."""
        mind = self.game.mind
        if not mind.underway(g):
            return None
        answers = mind.considered(g, ask)
        if len(answers) == 1:
            return None
        worth = np.array(mind.judged(g, ask.side, answers), np.float32)
        if len(answers) > MOST:
            best = np.argsort(-worth, kind="stable")[:MOST]
            answers, worth = [answers[i] for i in best], worth[best]
        question = self.eyes(g.scenario_id).look(g, ask, answers, worth)
        out = np.array(memory.tired(self.game, g, ask.side, answers)) | (worth <= NEVER)
        if out.any() and not out.all():
            question.judged[out, 0] -= REFUSED
        logits, value = scores(self.weights, question)
        return Weighed(answers, question, logits, value)


class PolicyPlayer:
    """Takes the best liked answer. It judges by the game's fitted weights, as those it has learnt on top of did."""

    def __init__(self, policy: Policy) -> None:
        self.policy, self.memory = policy, Memory()

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        game, g = match.game, match.state.clone()
        g.judge_by(game.mind.fitted)
        weighed = self.policy.weigh(g, ask, self.memory)
        if weighed is None:
            return best_judged(game, g, ask, rng)
        answer = weighed.answers[int(np.argmax(weighed.logits))]
        self.memory.note(g, answer)
        return answer
