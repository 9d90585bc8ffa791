"""Refusals are true: the row that one names is broken, as a second telling of the rules has it."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from grognard.conformance.attempts import Attempts
from grognard.engine import Action, Match
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.rules.reasons import REASONS
from grognard.games.tank_leader.rules.state import TankLeader

RULES = Path(__file__).parents[3] / "src/grognard/games/tank_leader/rules"
SCENARIOS = (
    *("ambush", "on-the-road-to-moscow", "bridgehead-on-the-astrika", "free-battle"),
    *("liberating-rostov", "tolochino-the-t-34", "the-elbe-river-blues", "summer-of-42"),
)
ANSWERS, TRIED, ALLOWED = 420, 24, 4


def breaks(g: TankLeader, side: str, action: Action, row: str) -> bool:
    """Does an answer break a row?"""
    return any(reason.broken(g, side, action) for reason in REASONS[row])


def kind(g: TankLeader, action: Action) -> tuple[str, str, str]:
    """What is answered to what: the same rows may forbid it anywhere."""
    return type(g.steps[-1]).__name__, type(action).__name__, getattr(action, "button", "")


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_refused_breaks_the_rule_that_is_named_and_what_is_allowed_breaks_none(scenario: str) -> None:
    options = {"intelligence": "limited"} if scenario == "summer-of-42" else {}
    match, rng, tries = Match.new(GAME, scenario, options, seed=9, record=False), random.Random(9), Attempts()
    met: dict[tuple[str, str, str], set[str]] = {}
    false: list[str] = []
    for _ in range(ANSWERS):
        if match.over:
            break
        tries.learn(match)
        g = match.state
        assert isinstance(g, TankLeader)
        for ask in match.decision.asks:
            for action in tries.of(match, rng, TRIED):
                refusal = match.why_not(action, ask.side)
                if refusal is None or refusal.rule.startswith("GR-"):
                    continue
                met.setdefault(kind(g, action), set()).add(refusal.rule)
                if not breaks(g, ask.side, action, refusal.rule):
                    false.append(f"{refusal.rule} {refusal.hint} {action} at {g.steps[-1]}")
            allowed = list(ask.actions)
            for action in rng.sample(allowed, min(ALLOWED, len(allowed))):
                rows = met.get(kind(g, action), ())
                false += [f"{row} is not broken by {action}" for row in rows if breaks(g, ask.side, action, row)]
        ask = match.decision.asks[0]
        match.take(rng.choice(list(ask.actions)), ask.side)
    assert not false, "\n".join(sorted(set(false))[:20])
    assert len(set().union(*met.values())) > 12


def named_rows() -> set[str]:
    """Every row that a refusal in the rules names."""
    found: set[str] = set()
    for path in RULES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                found |= {str(c.value) for c in ast.walk(node.args[0]) if isinstance(c, ast.Constant)}
    return {row for row in found if row.startswith("TL-")}


def test_every_row_that_a_refusal_names_has_reasons() -> None:
    assert named_rows() <= REASONS.keys(), sorted(named_rows() - REASONS.keys())
    assert all(row in GAME.rulebook for row in REASONS)
