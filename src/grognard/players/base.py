"""What a player is, and how players finish a match."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Protocol

from grognard.engine import Action, Ask, Match
from grognard.players.no_progress import NoProgress, Stillness


class Player(Protocol):
    """Answers for a side. It may use the match's view, log and hints of its own side, and clones of the match."""

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        """One of the legal answers to what this player's side is asked."""
        ...


def play_out(match: Match, players: Mapping[str, Player], rng: random.Random, limit: int | None = None) -> int:
    """Let the players answer until the match is over, a side without a player is asked, or `limit` answers were given.

    Returns how many answers were given. NoProgress says so where the players go round in circles.
    """
    answers, stillness = 0, Stillness()
    while not match.over and (limit is None or answers < limit):
        ask = next((ask for ask in match.decision.asks if ask.side in players), None)
        if ask is None:
            break
        if still := stillness.look(match):
            raise NoProgress(still)
        match.take(players[ask.side].choose(match, ask, rng), ask.side)
        answers += 1
    return answers
