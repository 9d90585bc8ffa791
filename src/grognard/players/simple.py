"""The two simplest players: any answer, and the best by the game's own judgement."""

from __future__ import annotations

import random
from collections.abc import Callable

from grognard.engine import Action, Ask, Match, UnknownChoice
from grognard.players.base import Player


class RandomPlayer:
    """Any legal answer, each as likely as the next."""

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        answer: Action = rng.choice(ask.actions)
        return answer


class DoctrinePlayer:
    """The answer that the game judges best for the side; between equals, any."""

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        if len(ask.actions) == 1:
            return next(iter(ask.actions))
        judged = [(match.game.judge(match.state, ask.side, action), action) for action in ask.actions]
        best = max(value for value, _ in judged)
        return rng.choice([action for value, action in judged if value == best])


PLAYERS: dict[str, Callable[[], Player]] = {"random": RandomPlayer, "doctrine": DoctrinePlayer}


def make_player(name: str) -> Player:
    """A player by its name, or an UnknownChoice that lists them."""
    if name not in PLAYERS:
        raise UnknownChoice(f"There is no player {name!r}. Choose from: {', '.join(PLAYERS)}.")
    return PLAYERS[name]()
