"""Grognard plays published wargames by their rules.

import grognard
match = grognard.new("night-fight", "ghost-column", seed=7)
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grognard import engine
from grognard.engine import SHELF, Game, Match, find_game, position

__version__ = "0.5.0"
__all__ = ["Game", "Match", "from_text", "game", "load", "new", "position", "shelf", "text"]

shelf = SHELF  # every installed game by its id


def game(game_id: str) -> Game:
    """One game by its id."""
    return find_game(game_id)


def new(
    game_id: str,
    scenario: str | Path,
    options: Mapping[str, str] | None = None,
    seed: int | str | None = None,
) -> Match:
    """A new match of a scenario, by its id or its file; the same seed gives the same dice.

    Scenarios in your own folder go by the ids in their files, as for `grognard play`.
    """
    known = find_game(game_id)
    return Match.new(known, engine.with_own(known, scenario), options, seed)


def from_text(text: str, seed: int | str | None = None) -> Match:
    """A match that begins in the position a text tells of (see `grognard.text`)."""
    found, state = engine.read_text(text)
    return Match.at(found, state, seed)


def text(match: Match) -> str:
    """The position of a match as text that people can read, write and mail."""
    return engine.text_of(match.game, match.state)


def load(path: str | Path) -> Match:
    """A saved match, ready to go on."""
    return Match.load(path)
