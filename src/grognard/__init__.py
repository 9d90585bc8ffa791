"""Grognard plays published wargames by their rules.

import grognard
match = grognard.new("night-fight", "ghost-column", seed=7)
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grognard.engine import SHELF, Game, Match, find_game

__version__ = "0.1.0"
__all__ = ["Game", "Match", "game", "load", "new", "shelf"]

shelf = SHELF  # every installed game by its id


def game(game_id: str) -> Game:
    """One game by its id."""
    return find_game(game_id)


def new(game_id: str, scenario: str, options: Mapping[str, str] | None = None, seed: int | str | None = None) -> Match:
    """A new match of a scenario; the same seed gives the same dice."""
    return Match.new(find_game(game_id), scenario, options, seed)


def load(path: str | Path) -> Match:
    """A saved match, ready to go on."""
    return Match.load(path)
