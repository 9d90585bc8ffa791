"""One deal with its dice, in which answers are tried."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from typing import Any
from zlib import crc32

import msgspec

from grognard.engine import Action, Game, State, Step, Weight
from grognard.players.simple import best_judged

FARTHEST = 80  # decisions looked ahead at most
TO_THE_END = 5000  # decisions after which no match is played on
THIRDS = 3  # of its faces that every roll meets in so many deals; in twice as many each sixth

Clock = Callable[[], float]


class RolloutResult(msgspec.Struct, frozen=True):
    """What became of an answer in one deal."""

    value: float
    weights: tuple[Weight, ...] = ()


def deal(game: Game, state: State[Any], side: str, rng: random.Random, *, fitted: bool = False) -> State[Any]:
    """A position the side cannot tell from the true one, with its questions asked; judged by fitted weights or not."""
    dealt = game.rules.determinize(state, side, rng)
    if fitted:
        dealt.judge_by(game.mind.fitted)
    dealt.advance()
    return dealt


class Rollout:
    """One deal, by its number among those of a race, and its dice.

    The first answer tried is followed through `Mind.stretches` or more, for `Mind.ahead` decisions at least and on to
    the end of the stretch; all others, here and in the trials after it, through as many stretches.
    """

    def __init__(
        self, game: Game, dealt: State[Any], side: str, seed: int, stretches: int = 0, number: int = 0
    ) -> None:
        self.game, self.dealt, self.side, self.stretches = game, dealt, side, stretches
        self.seed, self.number = seed, number

    def found(
        self, answer: Action, until: float | None = None, clock: Clock = time.monotonic, *, weigh: bool = False
    ) -> RolloutResult | None:
        """What comes of an answer if doctrine is followed from then on; None if time ran out."""
        twin, mind = self.follow(answer, until, clock), self.game.mind
        if twin is None:
            return None
        return RolloutResult(mind.value(twin, self.side), mind.weighs(twin, self.side) if weigh else ())

    def follow(self, answer: Action, until: float | None = None, clock: Clock = time.monotonic) -> State[Any] | None:
        """The position an answer leads to; None if time ran out."""
        twin = self.dealt.clone()
        twin.dice = LatinDice(twin, self.seed, self.number)
        stretch = self.game.mind.stretch(twin)
        twin.answer(self.side, answer)
        return self.play_on(twin, stretch, until, clock)

    def ended(self, answer: Action) -> State[Any]:
        """The match as it ends if an answer is followed by doctrine's."""
        twin = self.dealt.clone()
        twin.dice, taste = LatinDice(twin, self.seed, self.number), StableTieBreaker(self.seed + self.number)
        twin.answer(self.side, answer)
        for _ in range(TO_THE_END):
            if twin.result is not None:
                break
            ask = twin.asks[0]
            twin.answer(ask.side, best_judged(self.game, twin, ask, taste))
        return twin

    def play_on(self, twin: State[Any], stretch: Hashable, until: float | None, clock: Clock) -> State[Any] | None:
        """Doctrine answers for everybody, from what began in a stretch to the end of so many; None if time ran out."""
        game, taste, passed = self.game, StableTieBreaker(self.seed + self.number), 0
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


class StableTieBreaker:
    """Breaks ties in a deal: of the same two answers it always prefers the same one, whatever was answered before."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choice(self, equals: Sequence[Action]) -> Action:
        if len(equals) == 1:
            return equals[0]
        return min(equals, key=lambda action: crc32(f"{self.seed} {action!r}".encode()))


class LatinDice:
    """Over six deals a roll meets each sixth of its outcomes once, and in one deal the same one under every answer.

    A roll is known by the step that makes it, by what that step is about, and by how often it has rolled before.
    """

    def __init__(self, g: State[Any], seed: int, number: int) -> None:
        self.g, self.seed, self.number = g, seed, number
        self.rolled: Counter[str] = Counter()

    def pick(self, n: int) -> int:
        name = " ".join(about(self.g.steps[-1])) if self.g.steps else ""
        name = f"{getattr(self.g, 'turn', 0)} {name}"
        self.rolled[name] += 1
        block, place = divmod(self.number, 2 * THIRDS)
        return int(latin_positions(f"{self.seed} {block} {name} {self.rolled[name]}")[place] * n)


def about(step: Step | msgspec.Struct) -> Iterator[str]:
    """What kind of step it is, and whom and what it names."""
    yield type(step).__name__
    for value in map(step.__getattribute__, step.__struct_fields__):
        if isinstance(value, str):
            yield value
        elif isinstance(value, msgspec.Struct):
            yield from about(value)


@lru_cache(maxsize=8192)
def latin_positions(name: str) -> tuple[float, ...]:
    """Where a roll falls in six deals, from 0 to 1: a third of the range each in three of them, a sixth in all six."""
    rng = random.Random(name)
    upper = [rng.getrandbits(1) for _ in range(THIRDS)]
    first, second = (rng.sample(range(THIRDS), THIRDS) for _ in "ab")
    sixths = [2 * third + upper[third] for third in first] + [2 * third + 1 - upper[third] for third in second]
    return tuple((sixth + rng.random()) / (2 * THIRDS) for sixth in sixths)
