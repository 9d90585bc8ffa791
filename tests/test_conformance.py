"""Every installed game keeps to what `grognard.conformance` asks, in every scenario."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from grognard import conformance, shelf
from grognard.engine import Game, Match, NothingToUndo

CASES = conformance.scenarios(shelf.values())
IDS = [f"{game.id}/{scenario}" for game, scenario in CASES]


def _match(game: Game, scenario: str, seed: int) -> Match:
    return Match.new(game, scenario, seed=seed)


@pytest.mark.parametrize(("game", "scenario"), CASES, ids=IDS)
def test_positions_of_a_random_match_are_sound(game: Game, scenario: str) -> None:
    rng = random.Random(f"{game.id} {scenario}")
    match = _match(game, scenario, seed=11)
    turn = 0

    def check(m: Match) -> None:
        nonlocal turn
        turn += 1
        if turn % 17 == 0:
            conformance.check_position(m, rng)

    conformance.check_position(match, rng)
    for _ in range(250):
        if match.over:
            break
        ask = rng.choice(match.decision.asks)
        action = rng.choice(ask.actions)
        if turn % 13 == 0:
            conformance.undo_shows_nothing(match, ask.side, action, rng)
            conformance.log_tells_only_what_is_seen(match, ask.side, action, rng)
        match.take(action, ask.side)
        if not match.over:
            check(match)
    conformance.log_is_sound(match)


@pytest.mark.parametrize(("game", "scenario"), CASES, ids=IDS)
def test_undo_and_redo_lead_back_and_forth(game: Game, scenario: str) -> None:
    rng = random.Random(5)
    match = _match(game, scenario, seed=12)
    undone = 0
    for _ in range(120):
        if match.over:
            break
        before, lines = match.state.digest(), len(match.events)
        ask = rng.choice(match.decision.asks)
        match.take(rng.choice(ask.actions), ask.side)
        if match.can_undo:
            undone += 1
            after = match.state.digest()
            match.undo()
            assert match.state.digest() == before
            assert len(match.events) == lines
            match.redo()
            assert match.state.digest() == after
        else:
            with pytest.raises(NothingToUndo):
                match.undo()
    assert undone, "nothing in 120 answers could be undone"


@pytest.mark.parametrize(("game", "scenario"), CASES, ids=IDS)
def test_exact_odds_agree_with_sampling(game: Game, scenario: str) -> None:
    rng = random.Random(6)
    match = _match(game, scenario, seed=13)
    found = 0
    for _ in range(1500):
        if match.over or found == 2:
            break
        ask = rng.choice(match.decision.asks)
        action = rng.choice(ask.actions)
        if conformance.odds_are_true(match, ask.side, action, rng, samples=150) is not None:
            found += 1
        match.take(action, ask.side)
    assert found, "no roll came up that could be foretold"


@pytest.mark.parametrize(("game", "scenario"), CASES, ids=IDS)
def test_a_random_match_ends_and_its_record_verifies_elsewhere(game: Game, scenario: str, tmp_path: Path) -> None:
    """Another process with another hash seed replays every die, decision and digest."""
    match = _match(game, scenario, seed=14)
    conformance.play(match, random.Random(7))
    assert match.result is not None
    assert match.result.cite in game.rulebook
    file = tmp_path / "match.grog"
    match.save(file)
    code = "import sys, pathlib; from grognard.engine import verify; verify(pathlib.Path(sys.argv[1]).read_bytes())"
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    done = subprocess.run([sys.executable, "-c", code, str(file)], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("game", list(shelf.values()), ids=list(shelf))
def test_the_whole_ledger_is_named_by_tests(game: Game) -> None:
    """A rule without a test is a rule we only hope to play."""
    root = Path(__file__).parent
    text = "\n".join(path.read_text("utf-8") for path in sorted(root.rglob("*.py")))
    missing = [rule.id for rule in game.rulebook if f'"{rule.id}"' not in text]
    assert not missing, f"{len(missing)} rules of {game.title} are named by no test, first {missing[:5]}"


@pytest.mark.parametrize("game", list(shelf.values()), ids=list(shelf))
def test_cited_rules_exist(game: Game) -> None:
    """Every rule id written in the game's code is a row of its ledger."""
    import re

    rule_id = re.compile(r'"([A-Z]{2}-(?:\d|[A-Z]{3}\.)[\w.]*)"')
    cited = {rule for path in game.folder.rglob("*.py") for rule in rule_id.findall(path.read_text("utf-8"))}
    unknown = sorted(rule for rule in cited if rule not in game.rulebook)
    assert not unknown, f"unknown rules cited: {unknown}"
