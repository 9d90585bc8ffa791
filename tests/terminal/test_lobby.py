"""Choosing what to play by number."""

from __future__ import annotations

import grognard
from grognard.players import DoctrinePlayer, RandomPlayer
from grognard.terminal import lobby
from tests.terminal.helpers import Keyboard, screen

GAME = grognard.game("night-fight")


def test_a_scenario_is_chosen_by_its_number() -> None:
    console, printed = screen()
    assert lobby.choose_scenario(GAME, console, Keyboard(["2"])) == list(GAME.scenarios)[1]
    for scenario in GAME.scenarios.values():
        assert scenario.title in printed()


def test_enter_is_the_first() -> None:
    console, _ = screen()
    assert lobby.choose_scenario(GAME, console, Keyboard([""])) == next(iter(GAME.scenarios))


def test_anything_else_is_asked_again() -> None:
    console, printed = screen()
    assert lobby.choose_scenario(GAME, console, Keyboard(["kiev", "0", "99", "4"])) == "kiev"
    assert printed().count(f"Type a number from 1 to {len(GAME.scenarios)}.") == 3


def test_options_turn_to_their_next_value_and_round() -> None:
    console, _ = screen()
    chosen = lobby.choose_options(GAME, "kiev", console, Keyboard(["1", "x", "2", "2", ""]))
    assert chosen == GAME.choose_options("kiev", {"intensity": "medium"})


def test_the_first_side_is_yours_and_the_others_are_played() -> None:
    console, _ = screen()
    players = lobby.choose_players(("red", "blue"), console, Keyboard([""]))
    assert list(players) == ["blue"]
    assert isinstance(players["blue"], DoctrinePlayer)


def test_sides_change_hands() -> None:
    console, _ = screen()
    players = lobby.choose_players(("red", "blue"), console, Keyboard(["1", "2", "2", ""]))
    assert isinstance(players["red"], DoctrinePlayer)
    assert "blue" not in players
    players = lobby.choose_players(("red", "blue"), console, Keyboard(["2", ""]))
    assert isinstance(players["blue"], RandomPlayer)


def test_nobody_asks_who_plays_the_only_side() -> None:
    console, printed = screen()
    assert lobby.choose_players(("german",), console, Keyboard([])) == {}
    assert printed() == ""
