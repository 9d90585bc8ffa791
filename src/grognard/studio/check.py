"""Is a scenario whole? It is read, set up in every way its options allow, and played a little at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from grognard.engine import SHELF, Game, GrognardError, Match, find_game
from grognard.engine.game.scenario import Problem, Scenario, ScenarioError, ScenarioSet, parse, read_scenario
from grognard.engine.game.validation import shown, suggest_choices
from grognard.home import SCENARIOS

# -------------------- The scenarios in a player's data folder

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
        known = suggest_choices(SHELF, given if isinstance(given, str) else "")
        wrong = "and is missing here" if given is None else f"not {shown(given)}"
        says = f"'game' names the game it belongs to, {wrong}. {known}"
        raise ScenarioError(name, [Problem(_line(text), "game", says)])
    return find_game(given)


def _line(text: str) -> int:
    rows = text.split("\n")
    return next((i for i, row in enumerate(rows, 1) if row.replace(" ", "").startswith("game=")), 1)


# -------------------- Is a scenario whole? It is read, set up in every way its options allow, and played a little at

ANSWERS = 60  # given at random to see whether it plays
WAYS = 12  # of setting it up that are tried


class CheckedScenario(NamedTuple):
    """A scenario without a fault, and what it was seen to do."""

    game: Game
    scenario: Scenario
    ways: int  # in which it was set up
    answers: int  # that were given


def examine(path: Path) -> CheckedScenario:
    """A scenario's file, read and tried; or a ScenarioError with all that is wrong."""
    return examine_text(read_scenario(path), str(path))


def examine_text(text: str, name: str = "scenario.toml") -> CheckedScenario:
    """The text of a scenario, read and tried; or a ScenarioError with all that is wrong."""
    game = game_of(text, name)
    known, scenario = _known(game), game.add_scenario(text, name)
    try:
        ways = _ways(game, scenario.id)
        answers = sum(_try(game, scenario.id, options, seed) for seed, options in enumerate(ways))
    except Exception as error:  # whatever a game stumbles over, the file is to blame: its own scenarios are tested
        _let_go(game, scenario.id, known)
        says = f"It can be read, but not be played: {type(error).__name__}: {error}. Is there room for every unit?"
        raise ScenarioError(name, [Problem(1, "", says)]) from error
    return CheckedScenario(game, scenario, len(ways), answers)


def plays(game: Game, text: str) -> bool:
    """Can a text be read, set up and played a little? It is not kept."""
    try:
        with temporary_scenario(game, text) as scenario:
            for seed, options in enumerate(_ways(game, scenario)):
                _try(game, scenario, options, seed)
    except Exception:  # whatever it is, it cannot be played so
        return False
    return True


@contextmanager
def temporary_scenario(game: Game, text: str, name: str = "scenario.toml") -> Iterator[str]:
    """The id of a scenario that is not kept; or a ScenarioError."""
    known, scenario = _known(game), game.add_scenario(text, name).id
    try:
        yield scenario
    finally:
        _let_go(game, scenario, known)


def _known(game: Game) -> set[str]:
    """The scenarios that were added to a game so far."""
    return set(game.scenarios.texts) if isinstance(game.scenarios, ScenarioSet) else set()


def _let_go(game: Game, scenario: str, known: set[str]) -> None:
    """Drop a scenario that was not known before."""
    if scenario not in known and isinstance(game.scenarios, ScenarioSet):
        game.scenarios.drop_unless_shared(scenario)


def _ways(game: Game, scenario: str) -> list[dict[str, str]]:
    """The options it is meant for, and each other value of one of them."""
    meant = game.choose_options(scenario, {})
    others = [
        {**meant, name: value}
        for name, option in game.options.items()
        if option.fits(scenario)
        for value in option.values
        if value != meant[name]
    ]
    return [meant, *others][:WAYS]


def _try(game: Game, scenario: str, options: dict[str, str], seed: int) -> int:
    match, rng = Match.new(game, scenario, options, seed, record=False, log=False), random.Random(seed)
    while not match.over and match.number < ANSWERS:
        ask = match.decision.asks[0]
        match.take(rng.choice(ask.actions), ask.side)
    for side in match.sides:
        match.briefing(side)
        match.aims(side)
        match.view(side)
    match.standing()
    game.rules.check(match.state)
    return match.number
