"""The terminal knows no game by name: it plays every installed one."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.terminal.session import Session
from tests.terminal.helpers import screen

ANSWERS = 12


@pytest.mark.parametrize("game_id", sorted(grognard.shelf))
def test_the_first_answers_of_a_match_can_be_typed(game_id: str) -> None:
    game = grognard.game(game_id)
    match = grognard.new(game_id, next(iter(game.scenarios)), seed=1)
    rng = random.Random(3)
    typed = 0

    def keyboard(prompt: str) -> str:
        nonlocal typed
        if "Press Enter" in prompt:
            return ""
        if typed == ANSWERS or match.over:
            raise EOFError
        typed += 1
        return str(rng.choice(session.choices).number)

    console, printed = screen(120, 40)
    session = Session(match, {}, console, keyboard)
    with pytest.raises(EOFError):
        session.play()
    assert match.number == ANSWERS or match.over
    assert game.title in printed()


@pytest.mark.parametrize("game_id", sorted(grognard.shelf))
def test_looking_things_up_never_fails_and_changes_nothing(game_id: str) -> None:
    game = grognard.game(game_id)
    match = grognard.new(game_id, next(iter(game.scenarios)), seed=1)
    before = match.state.digest()
    lines = iter(["help", "rule", "rule 1", "units", "cards", "chart", "hint", "why nothing", "log", "zoom far", "map"])
    console, printed = screen(120, 40)

    def keyboard(prompt: str) -> str:
        if "Press Enter" in prompt:
            return ""
        return next(lines)

    with pytest.raises(StopIteration):
        Session(match, {}, console, keyboard).play()
    assert match.state.digest() == before
    assert "take back" in printed()
