"""A side set up by a sensible player, for those who would rather begin: what is answered until the first turn."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from grognard.engine import Action, Match
from grognard.players.simple import DoctrinePlayer

MOST = 300  # answers at once


def suggest_setup(match: Match, side: str) -> Callable[[], list[Action]]:
    """What a sensible player would answer before the first turn, up to the next question of somebody else."""
    twin = match.clone(seed=0)

    def work() -> list[Action]:
        player, rng, found = DoctrinePlayer(), random.Random(0), list[Action]()
        while len(found) < MOST and not twin.over and twin.view(side).turn == 0 and twin.decision.of(side) is not None:
            ask = twin.asked(side, twin.number)
            found.append(player.choose(twin, ask, rng))
            twin.take(found[-1], side)
        return found

    return work


def apply_setup(match: Match, side: str, answers: Iterable[Action]) -> None:
    """Give these answers, as far as they are allowed: dice may fall otherwise than they were thought to."""
    for action in answers:
        if match.over or match.decision.of(side) is None or match.why_not(action, side) is not None:
            return
        match.take(action, side)
