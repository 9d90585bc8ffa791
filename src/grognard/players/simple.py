"""The simplest players: any answer, the best by the game's own judgement, and the best of those it has noticed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from grognard.engine import Action, Ask, Game, Match, Mind, State
from grognard.players.base import Player


class RandomPlayer:
    """Any legal answer, each as likely as the next."""

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        return ask.actions.choice(rng)


class DoctrinePlayer:
    """The answer that the game judges best for the side; between equals, any."""

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        return best_judged(match.game, match.state, ask, rng)


class FittedPlayer:
    """The answer that the game judges best by the weights fitted to it; between equals, any."""

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        twin = match.state.clone()
        twin.judge_by(match.game.mind.fitted)
        return best_judged(match.game, twin, ask, rng)


class HandicappedPlayer:
    """Doctrine in a hurry: in play it overlooks a share of the answers to each question.

    Whoever overlooks all of them takes any. Set-up it knows by heart.
    """

    def __init__(self, overlooks: Callable[[Mind], float]) -> None:
        self.overlooks = overlooks

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        game, g = match.game, match.state
        answers, share = game.mind.considered(g, ask), self.overlooks(game.mind)
        if share and game.mind.underway(g):
            answers = [answer for answer in answers if rng.random() >= share] or [rng.choice(answers)]
        return best_of(game, g, ask.side, answers, rng)


class TieBreaker(Protocol):
    """Takes one of several equals: a generator, or somebody with a taste of his own."""

    def choice(self, equals: Sequence[Action], /) -> Action: ...


def best_judged(game: Game, g: State[Any], ask: Ask, rng: TieBreaker) -> Action:
    """The answer the game judges best; between equals, any."""
    if game.mind.best is not None and (found := game.mind.best(g, ask)) is not None:
        return rng.choice(found)
    if len(ask.actions) == 1:
        return next(iter(ask.actions))
    return best_of(game, g, ask.side, game.mind.considered(g, ask), rng)


def best_of(game: Game, g: State[Any], side: str, answers: Sequence[Action], rng: TieBreaker) -> Action:
    """The best of some answers for a side; between equals, any."""
    worth = game.mind.judged(g, side, answers)
    best = max(worth)
    return rng.choice([answer for value, answer in zip(worth, answers, strict=True) if value == best])


PLAYERS: dict[str, Callable[[], Player]] = {"random": RandomPlayer, "doctrine": DoctrinePlayer}
