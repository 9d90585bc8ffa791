"""The two simplest players: any answer, and the best by the game's own judgement."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from grognard.engine import Action, Ask, Game, Match, State
from grognard.players.base import Player


class RandomPlayer:
    """Any legal answer, each as likely as the next."""

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        answer: Action = rng.choice(ask.actions)
        return answer


class DoctrinePlayer:
    """The answer that the game judges best for the side; between equals, any."""

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        return best_judged(match.game, match.state, ask, rng)


class Chooser(Protocol):
    """Takes one of several equals: a generator, or somebody with a taste of his own."""

    def choice(self, equals: Sequence[Action], /) -> Action: ...


def best_judged(game: Game, g: State[Any], ask: Ask, rng: Chooser) -> Action:
    """The answer the game judges best; between equals, any."""
    if len(ask.actions) == 1:
        return next(iter(ask.actions))
    considered = game.mind.considered(g, ask)
    worth = game.mind.judged(g, ask.side, considered)
    best = max(worth)
    return rng.choice([action for value, action in zip(worth, considered, strict=True) if value == best])


PLAYERS: dict[str, Callable[[], Player]] = {"random": RandomPlayer, "doctrine": DoctrinePlayer}
