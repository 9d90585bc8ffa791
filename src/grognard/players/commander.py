"""A player who only gives orders: his staff plans what is to be done and answers up to the first halt, then again.

Where an order comes to nothing, because several sides are asked at once or nobody can be ordered, doctrine answers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from grognard.engine import Action, Ask, Match
from grognard.engine.match.command import Command, Intent
from grognard.engine.match.plan import Plan
from grognard.players.simple import best_judged

FINISH = Command(Intent("finish"))


class CommandingPlayer:
    """Orders everybody to finish the phase as they see fit, and goes on after every halt."""

    def __init__(self) -> None:
        self.orders = self.alone = 0  # how many were given, and how many answers without one
        self._plans: dict[str, tuple[int, list[Action]]] = {}  # by side: what is still to be answered, and when

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        number, left = self._plans.pop(ask.side, (-1, []))
        if number != match.number or match.asks_together or not is_legal(match, ask.side, left):
            left = [] if match.asks_together else list(until_halt(match.command(ask.side, FINISH)))
            self.orders += bool(left)
        if not left or not is_legal(match, ask.side, left):
            self.alone += 1
            return best_judged(match.game, match.state, ask, rng)
        self._plans[ask.side] = match.number + 1, left[1:]
        return left[0]


def is_legal(match: Match, side: str, left: list[Action]) -> bool:
    """Can the next answer of a plan be given?"""
    return bool(left) and match.why_not(left[0], side) is None


def until_halt(plan: Plan) -> Iterator[Action]:
    """The answers of a plan up to the first halt."""
    for row in plan.rows:
        yield from row.answers
        if row.halts:
            return
