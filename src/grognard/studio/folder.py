"""The scenarios in a player's data folder."""

from __future__ import annotations

from pathlib import Path

from grognard.engine import SHELF, Game, GrognardError, find_game
from grognard.engine.game.scenario import Problem, ScenarioError, parse, read_scenario
from grognard.engine.game.validation import among, shown
from grognard.home import SCENARIOS

MOST = 500  # files that are read


def read_folder(data: Path) -> list[GrognardError]:
    """Make every scenario below a data folder known to its game; what is wrong with those left out."""
    wrong: list[GrognardError] = []
    for path in sorted((data / SCENARIOS).glob("*.toml"))[:MOST]:
        try:
            text = read_scenario(path)
            game_of(text, str(path)).add_scenario(text, str(path), listed=True)
        except GrognardError as error:
            wrong.append(error)
    return wrong


def game_of(text: str, name: str) -> Game:
    """The game a scenario says it belongs to, or a ScenarioError."""
    given = parse(text, name).get("game")
    if not isinstance(given, str) or given not in SHELF:
        known = among(SHELF, given if isinstance(given, str) else "")
        wrong = "and is missing here" if given is None else f"not {shown(given)}"
        says = f"'game' names the game it belongs to, {wrong}. {known}"
        raise ScenarioError(name, [Problem(_line(text), "game", says)])
    return find_game(given)


def _line(text: str) -> int:
    rows = text.split("\n")
    return next((i for i, row in enumerate(rows, 1) if row.replace(" ", "").startswith("game=")), 1)
