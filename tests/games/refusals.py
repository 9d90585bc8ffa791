"""Refusals compared with the reasons that a rulebook gives a second time, in random matches."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable

from grognard.conformance.attempts import Attempts
from grognard.engine import Action, Game, Match


def refused(game: Game, scenarios: Iterable[str], seed: int, answers: int, tries: int) -> Counter[str]:
    """Play matches at random, try what could be tried, and count the rows that refused it; each must be broken."""
    met: Counter[str] = Counter()
    for number, scenario in enumerate(scenarios):
        rng = random.Random(seed + number)
        match, known = Match.new(game, scenario, seed=seed + number, record=False, log=False), Attempts()
        for _ in range(answers):
            if match.over:
                break
            known.learn(match)
            met.update(broken_rows(match, known.of(match, rng, tries)))
            ask = rng.choice(match.decision.asks)
            match.take(ask.actions.choice(rng), ask.side)
    return met


def broken_rows(match: Match, actions: Iterable[Action]) -> list[str]:
    """The rows that refuse these answers, each of which the position must break."""
    side, rows = match.decision.asks[0].side, []
    for action in actions:
        refusal = match.why_not(action, side)
        if refusal is not None:
            assert is_broken(match, side, action, refusal.rule), (
                f"{action!r} is refused by {refusal}, which nothing breaks: {match.decision.prompt}"
            )
            rows.append(refusal.rule)
    return rows


def is_broken(match: Match, side: str, action: Action, row: str) -> bool:
    """Is there a reason for a row that is true of the position? Rows of the house have none."""
    reasons = match.game.rules.reasons
    return row.startswith("GR-") or any(reason.broken(match.state, side, action) for reason in reasons[row])
