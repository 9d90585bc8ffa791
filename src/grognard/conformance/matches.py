"""Whole matches: they end, they can be gone back in, and their records verify in another process."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping

from grognard.conformance.spots import NoSuchThing, at
from grognard.engine import Action, Ask, Game, Match, NothingToUndo


def play(match: Match, rng: random.Random, limit: int = 60_000) -> int:
    """Play a match at random to its end; returns the number of answers. AssertionError if it does not end."""
    for answers in range(limit):
        if match.over:
            return answers
        ask = rng.choice(match.decision.asks)
        match.take(ask.actions.choice(rng), ask.side)
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
        action = rng.choice(ask.actions)
        match.take(action, ask.side)
        with at(match, 12, ask.side, action):
            if match.can_undo:
                undone += 1
                _back_and_forth(match, before, lines)
            else:
                _nothing_to_undo(match)
    if not undone:
        raise NoSuchThing("No answer of a match could be undone.")
    return undone


def _back_and_forth(match: Match, before: str, lines: int) -> None:
    after = match.state.digest()
    match.undo()
    back = match.state.digest()
    assert back == before, f"undo leads to another position: {back} or {before}"
    assert len(match.events) == lines, f"undo leaves lines in the log: {len(match.events)} or {lines}"
    match.redo()
    again = match.state.digest()
    assert again == after, f"redo leads to another position: {again} or {after}"


def _nothing_to_undo(match: Match) -> None:
    try:
        match.undo()
    except NothingToUndo:
        return
    raise AssertionError("something was undone that cannot be")


def results_are_cited(game: Game, matches: Mapping[str, Match]) -> None:
    """Matches of these scenarios have ended as they may."""
    for scenario, match in matches.items():
        with at(match, 11):
            assert match.result is not None, f"{scenario} ends without a result"
            assert match.result.cite in game.rulebook, f"{scenario} ends by unknown rule {match.result.cite}"
