"""The public face of the package."""

from __future__ import annotations

import pytest

import grognard
import grognard.games.night_fight  # the package of games must not hide the function
from grognard.engine import UnknownChoice


def test_games_is_a_function_even_when_a_game_was_imported() -> None:
    assert grognard.shelf["night-fight"] is grognard.game("night-fight")


def test_an_unknown_game_lists_what_there_is() -> None:
    with pytest.raises(UnknownChoice, match="night-fight"):
        grognard.new("day-fight", "kursk")
