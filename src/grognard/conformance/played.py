"""Random matches of a scenario for the checks to look at: the same every time, and more where they are short."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from grognard.conformance.matches import answers
from grognard.conformance.reach import Reach, known
from grognard.conformance.spots import Spot
from grognard.engine import Action, Ask, Game, Match, Step

SEEDS = range(11, 31)  # of the matches, as many of them as are needed
LENGTH = 250  # answers of a match that positions are taken from
EVERY = 25  # answers between two of them, and in the matches after the first
OFTEN = 5
TELLING = 13  # answers between two of which it is asked what they tell, and in the matches after the first
LATER = 500  # answers after which no question is waited for that has not been put so far
ENOUGH = 12  # positions
SEEN = 3  # positions with each kind of answer to each kind of question, in the matches after the first
LEAST, MOST = 18, 60  # positions of a scenario, of all, with which that is left off
LONG, LONGEST = 250, 2_000  # answers of a scenario, of all, after which nothing is waited for that was not met
LIMIT = 60_000  # answers by which a match ends


class Played(NamedTuple):
    """Random matches of a scenario, for several checks to look at: none of them changes anything."""

    match: Match  # the first, to its end
    positions: tuple[Spot, ...]  # taken every so often, and whenever a step asks that none has been taken of
    given: tuple[Spot, ...]  # some of the answers
    reach: Reach


@lru_cache(24)  # all scenarios of a game: its records are verified together
def played(game: Game, scenario: str) -> Played:
    """Matches of a scenario, until there are positions enough, and everything was met or waited for in vain."""
    player, first = _Player(game, scenario), None
    with player.reach.hears_outcomes():
        for seed in SEEDS:
            match = player.play(seed)
            first = first or match
            if player.has_enough:
                break
    assert first is not None
    return Played(first, tuple(player.positions), tuple(player.given), player.reach)


class _Player:
    """Plays one match after another, at random first, then seeking what was seldom done."""

    def __init__(self, game: Game, scenario: str) -> None:
        self.game, self.scenario, self.reach = game, scenario, Reach()
        self.positions: list[Spot] = []
        self.given: list[Spot] = []
        self.asked: set[type[Step]] = set()
        self.done: Counter[tuple[type[Step], type[Any]]] = Counter()  # questions with kinds of answers
        self.answers = 0

    @property
    def has_enough(self) -> bool:
        """Are there positions enough, and was everything met, or has it been waited for long enough?"""
        met, there = self.reach.met, known(self.game)
        all_met = all(getattr(there, sort) <= met[sort].keys() for sort in ("questions", "answers", "results"))
        long = max(LONG, LONGEST // len(self.game.scenarios))
        return len(self.positions) >= ENOUGH and (all_met or self.answers >= long)

    def play(self, seed: int) -> Match:
        """One match to its end."""
        match, rng = Match.new(self.game, self.scenario, seed=seed), random.Random(f"{self.game.id} {self.scenario}")
        later = seed != SEEDS[0]
        way = self._seek(match, random.Random(seed)) if later else answers(match, rng, LATER)
        for number, ask, action in way:
            every = (EVERY, TELLING) if not later else (OFTEN, OFTEN) if len(self.positions) < ENOUGH else (0, 0)
            self._note(Spot(match, seed, match.state, ask.side, action), number, *every)
        self._play_out(match, rng)
        self.reach.log(self.game, match.events)
        return match

    def _note(self, now: Spot, number: int, every: int, telling: int) -> None:
        """Keep a position and an answer every so often, and a position whenever a step asks for the first time."""
        match, step = now.match, type(now.live.steps[-1])
        here = (step, type(now.action))
        taken = step not in self.asked or (every and number < LENGTH and number % every == 0)
        told = telling and number < LENGTH and number % telling == 0
        most = max(LEAST, MOST // len(self.game.scenarios))
        if now.seed != SEEDS[0] and self.done[here] < SEEN and len(self.positions) < most:
            self.done[here] += 1
            taken = told = True
        if taken or told:
            spot = now._replace(match=match.clone(seed=number))
            self.positions += [spot] if taken else []
            self.given += [spot] if told else []
        self.asked.add(step)
        assert now.action is not None
        self._count(match, now.action)

    def _count(self, match: Match, action: Action) -> None:
        self.reach.question(match.state.steps[-1])
        self.reach.answer(action)
        self.answers += 1

    def _seek(self, match: Match, rng: random.Random) -> Iterator[tuple[int, Ask, Action]]:
        """Answers of those kinds that were given least often so far, before each is given."""
        for number in range(LATER):
            if match.over:
                return
            ask, given = rng.choice(match.decision.asks), self.reach.met["answers"]
            kinds = sorted({type(action).__name__ for action in ask.actions}, key=lambda kind: (given[kind], kind))
            action = rng.choice([a for a in ask.actions if type(a).__name__ == kinds[0]])
            yield number, ask, action
            match.take(action, ask.side)

    def _play_out(self, match: Match, rng: random.Random) -> None:
        """To its end, at random."""
        for _ in range(LIMIT):
            if match.over:
                return
            ask = rng.choice(match.decision.asks)
            action = ask.actions.choice(rng)
            self._count(match, action)
            match.take(action, ask.side)
        raise AssertionError(f"the match does not end within {LIMIT} answers")
