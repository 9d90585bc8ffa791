"""Whole matches: they end, they can be gone back in, and their records verify in another process."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from grognard.conformance.chances import odds_are_true
from grognard.conformance.package import elsewhere
from grognard.engine import Action, Ask, Game, Match, NothingToUndo

_VERIFY = """
import sys, pathlib
from grognard.engine import verify
for path in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    try:
        verify(path.read_bytes())
    except Exception as error:
        raise SystemExit(f"{path.stem}: {error!r}")
"""


def play(match: Match, rng: random.Random, limit: int = 60_000) -> int:
    """Play a match at random to its end; returns the number of answers. AssertionError if it does not end."""
    for answers in range(limit):
        if match.over:
            return answers
        ask = rng.choice(match.decision.asks)
        match.take(ask.actions.draw(rng), ask.side)
    raise AssertionError(f"the match does not end within {limit} answers")


def answers(match: Match, rng: random.Random, limit: int) -> Iterator[tuple[int, Ask, Action]]:
    """Play a match at random: the number of each answer, the question and the answer, before it is given."""
    for number in range(limit):
        if match.over:
            return
        ask = rng.choice(match.decision.asks)
        action = rng.choice(ask.actions)
        yield number, ask, action
        match.take(action, ask.side)


def scenarios(games: Iterable[Game]) -> list[tuple[Game, str]]:
    """Every scenario of every game."""
    return [(game, scenario) for game in games for scenario in game.scenarios]


def undo_leads_back(game: Game, scenario: str) -> int:
    """Undo and redo lead back and forth; where nothing can be undone, it is refused."""
    match, rng = Match.new(game, scenario, seed=12), random.Random(5)
    undone = 0
    for _ in range(120):
        if match.over:
            break
        before, lines = match.state.digest(), len(match.events)
        ask = rng.choice(match.decision.asks)
        match.take(rng.choice(ask.actions), ask.side)
        if match.can_undo:
            undone += 1
            _back_and_forth(match, before, lines)
        else:
            _nothing_to_undo(match)
    return undone


def _back_and_forth(match: Match, before: str, lines: int) -> None:
    after = match.state.digest()
    match.undo()
    assert match.state.digest() == before, "undo leads to another position"
    assert len(match.events) == lines, "undo leaves lines in the log"
    match.redo()
    assert match.state.digest() == after, "redo leads to another position"


def _nothing_to_undo(match: Match) -> None:
    try:
        match.undo()
    except NothingToUndo:
        return
    raise AssertionError("something was undone that cannot be")


def odds_agree_with_sampling(game: Game, scenario: str) -> int:
    """The exact odds of the first rolls of a match, or of another if there were none; returns how many there were."""
    found, rng = 0, random.Random(6)
    for seed in (13, 14, 15):
        match = Match.new(game, scenario, seed=seed)
        for _, ask, action in answers(match, rng, 1500):
            found += odds_are_true(match, ask.side, action, rng, samples=150) is not None
            if found == 2:
                return found
    return found


def verify_elsewhere(game: Game, matches: Mapping[str, Match]) -> int:
    """Matches of these scenarios have ended as they may, and their records hold; returns the number of answers."""
    with tempfile.TemporaryDirectory() as folder:
        for scenario, match in matches.items():
            assert match.result is not None, f"{scenario} ends without a result"
            assert match.result.cite in game.rulebook, f"{scenario} ends by unknown rule {match.result.cite}"
            match.save(Path(folder) / f"{scenario}.grog")
        elsewhere("-c", _VERIFY, folder)
    return sum(match.number for match in matches.values())
