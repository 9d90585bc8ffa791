"""Refusals are true: in random matches every refusal names a row that the answer breaks, by a second telling."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from grognard.conformance.tries import Tries
from grognard.engine import Action, Match, Refusal
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.reasons import REASONS
from grognard.players import make_player
from grognard.players.base import play_out

NIGHTS: tuple[tuple[str, dict[str, str], str], ...] = (
    ("ghost-column", {"events": "yes", "intensity": "high"}, "doctrine"),
    ("kiev", {"players": "2"}, "doctrine"),
    ("stalingrad-breakout", {"players": "3"}, "random"),
    ("kolkhoz", {}, "random"),
)


def is_true(match: Match, side: str, action: Action, refusal: Refusal) -> bool:
    """Is one of the reasons that the row has broken? A row of the engine's own needs none."""
    reasons = REASONS.get(refusal.rule)
    if reasons is None:
        return refusal.rule.startswith("GR-")
    return any(reason.broken(match.state, side, action) for reason in reasons)


def tried(scenario: str, options: dict[str, str], player: str, seed: int, apart: int, count: int) -> Counter[str]:
    """A match in which so many answers are tried every few questions; how often each row was named."""
    match = Match.new(GAME, scenario, options=options, seed=seed, record=False)
    seats, tries = {side: make_player(player) for side in match.sides}, Tries()
    rng = random.Random(f"{scenario} {seed}")
    met: Counter[str] = Counter()
    while not match.over:
        tries.learn(match)
        for ask in match.decision.asks:
            for action in tries.of(match, rng, count):
                refusal = match.why_not(action, ask.side)
                if refusal is not None:
                    met[refusal.rule] += 1
                    assert is_true(match, ask.side, action, refusal), (action, refusal, match.state.steps[-1])
        play_out(match, seats, rng, limit=apart)
    return met


@pytest.mark.parametrize(("scenario", "options", "player"), NIGHTS)
def test_a_refusal_names_a_row_that_is_broken(scenario: str, options: dict[str, str], player: str) -> None:
    met = tried(scenario, options, player, seed=11, apart=7, count=120)
    assert len(met) > 15
