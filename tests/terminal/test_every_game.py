"""The terminal knows no game by name: it plays every installed one."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.terminal.catalogue import show_chart_odds
from grognard.terminal.session import Session
from tests.terminal.helpers import screen, type_into

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


@pytest.mark.parametrize("game_id", sorted(grognard.shelf))
def test_a_side_may_be_named_in_any_letters_and_every_track_is_listed(game_id: str) -> None:
    match = grognard.new(game_id, next(iter(grognard.game(game_id).scenarios)), seed=1)
    lines = [f"units {word}" for side in match.sides for word in (side.upper(), side.lower())]
    _, printed = type_into(match, *[""] * len(match.sides), *lines, "tracks")
    assert "No side is called" not in printed
    listed = printed.splitlines()
    for track in match.view(match.decision.asks[0].side).tracks:
        assert any(line.split() == [*track.title.split(), *track.value.split()] for line in listed)


@pytest.mark.parametrize("game_id", sorted(grognard.shelf))
def test_every_chart_can_be_looked_up_by_its_name(game_id: str) -> None:
    game = grognard.game(game_id)
    for chart in game.face.charts:
        console, printed = screen(160, 60)
        show_chart_odds(game, chart.key, None, console)
        assert chart.title in printed() and chart.columns[0] in printed()
