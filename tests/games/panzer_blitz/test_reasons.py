"""A refusal names a rule that is really broken: said a second time in `rules/reasons`, compared over random matches."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from grognard.conformance.tries import Tries
from grognard.engine import Action, Match
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.rules import reasons
from grognard.games.panzer_blitz.rules.reasons import REASONS
from grognard.games.panzer_blitz.rules.state import PanzerBlitz
from grognard.players import make_player

RULES = Path(reasons.__file__).parents[1]
ON_THE_MAP = {"PB-14.4.2", "PB-14.6.5", "PB-8.1.13", "PB-9.1.14", "PB-10.1.6", "PB-3.1.11"}  # cited by name elsewhere


def cited() -> set[str]:
    """Every row that a Refusal of the rules names as a word."""
    found = set(ON_THE_MAP)
    for path in RULES.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                words = [word.value for word in ast.walk(node.args[0]) if isinstance(word, ast.Constant)]
                found |= {word for word in words if isinstance(word, str) and word.startswith("PB-")}
    return found


def is_true(g: PanzerBlitz, side: str, action: Action, row: str) -> bool:
    """Is at least one reason of a row broken?"""
    return any(reason.broken(g, side, action) for reason in REASONS[row])


def test_every_row_that_a_refusal_names_has_a_reason_and_no_other() -> None:
    assert cited() == set(REASONS)
    assert all(reason.words for found in REASONS.values() for reason in found)


@pytest.mark.parametrize(("situation", "seed"), [("filandriers", 1), ("chateau-de-fontaine", 2), ("esquay", 3)])
def test_refusals_name_rules_that_are_really_broken(situation: str, seed: int) -> None:
    met = refusals(situation, seed, answers=240, each=40)
    assert len(met) > 12


def refusals(situation: str, seed: int, answers: int, each: int) -> set[str]:
    """The rows met when everything is tried along a match."""
    match, rng, tries = Match.new(GAME, situation, seed=seed), random.Random(seed), Tries()
    players, met = [make_player("doctrine"), make_player("random")], set()
    for n in range(answers):
        if match.over:
            break
        g = match.state
        assert isinstance(g, PanzerBlitz)
        tries.learn(match)
        ask = match.decision.asks[0]
        for action in tries.of(match, rng, each) if n % 3 == 0 else ():
            refusal = match.why_not(action, ask.side)
            if refusal is not None and refusal.rule.startswith("PB-"):
                met.add(refusal.rule)
                assert is_true(g, ask.side, action, refusal.rule), (
                    f"{refusal} for {action} of {ask.side}: {g.steps[-1]}"
                )
        match.take(players[rng.random() < 0.5].choose(match, ask, rng), ask.side)
    return met
