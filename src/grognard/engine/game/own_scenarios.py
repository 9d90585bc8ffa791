"""Scenarios in a person's own folder, known by the id that their file gives them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from grognard.engine.game.game import Game
from grognard.engine.game.scenario import ScenarioError, ScenarioSet, parse, read_scenario
from grognard.home import SCENARIOS, data_folder

MOST = 500  # files that are looked into


def with_own(game: Game, scenario: str | Path) -> str | Path:
    """The id of a scenario; one of the person's own folder is made known first, or is a ScenarioError."""
    if isinstance(scenario, Path) or scenario.endswith(".toml") or not isinstance(game.scenarios, ScenarioSet):
        return scenario
    if game.scenarios.called(scenario):
        return scenario
    for path in sorted((data_folder() / SCENARIOS).glob("*.toml"))[:MOST]:
        text = of = ""
        with suppress(ScenarioError):  # another file that is not whole
            text = read_scenario(path)
            told = parse(text, str(path))
            of = f"{told.get('game')} {told.get('id')}"
        if of == f"{game.id} {scenario}":
            return game.add_scenario(text, str(path), listed=True).id
    return scenario
