"""What the command line asks of the lab."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

from rich.console import Console

from grognard.engine import Game, find_game
from grognard.engine.game.scenario import read_scenario
from grognard.lab import commands
from grognard.lab.backends import Backend
from grognard.lab.levers import Lever, LeverError, read_lever, settings, spread, variant
from grognard.lab.puzzles import go_on
from grognard.lab.stats import Sprt
from grognard.lab.suite import bench
from grognard.lab.tune import Tried, tune
from grognard.studio import game_of

SHOWN = 8  # settings of a round that are told


def run_matches(chosen: argparse.Namespace, console: Console) -> None:
    """Many matches; with levers, of every setting of them."""
    cases, where = commands.select_scenarios(chosen.game, chosen.scenario), _where(chosen)
    options, levers = _vary(cases, chosen.vary, bare=chosen.lab == "vary")
    held = {lever.name: lever.values[0] for lever in map(_held, chosen.set)}
    told = {
        (game.id, variant(game, scenario, {**held, **setting})): setting
        for game, scenario in cases
        for setting in settings(spread(game, scenario, levers) if levers else [])
    }
    every = [(find_game(game), scenario) for game, scenario in told]
    played = chosen.players, chosen.strength, chosen.options
    kept = chosen.seed, chosen.out
    set_so = {scenario: setting for (_, scenario), setting in told.items()}
    commands.run(every, chosen.matches, *played, options, *kept, where, console, set_so, chosen.decisions)


def _where(chosen: argparse.Namespace) -> Backend:
    return commands.backend(chosen.workers, chosen.ray, chosen.backend)


def _vary(cases: list[tuple[Game, str]], vary: list[str], bare: bool) -> tuple[list[str], list[Lever]]:
    """What varies: options of the games by their names, and values of the file, which may stand bare."""
    options = {name for game, _ in cases for name in game.options}
    by_file = [text for text in vary if (bare or "=" in text) and text.partition("=")[0] not in options]
    return [text for text in vary if text not in by_file], [read_lever(text) for text in by_file]


def _held(text: str) -> Lever:
    lever = read_lever(text)
    if len(lever.values) != 1:
        raise LeverError(f"--set takes one value, as in --set turns=8, not {text!r}.")
    return lever


def compare_players(chosen: argparse.Namespace, console: Console) -> None:
    """Two players until it is decided."""
    game, where = find_game(chosen.game), _where(chosen)
    test, players = Sprt(high=chosen.elo), (chosen.first, chosen.second)
    given = (chosen.options, chosen.matches, chosen.seed, test, chosen.out, where, console)
    commands.show_comparison(game, chosen.scenario, players, *given)


def make_puzzles(chosen: argparse.Namespace, console: Console) -> None:
    """Positions with one best answer."""
    game = find_game(chosen.game)
    scenarios = [game.find_scenario(chosen.scenario)] if chosen.scenario else list(game.scenarios)
    go_on(game, scenarios, chosen.count, chosen.seed, chosen.out)


def measure_player(chosen: argparse.Namespace, console: Console) -> None:
    """A player by the fixed suite."""
    how = {"only": chosen.only, "backend": _where(chosen), "folder": chosen.out}
    result = bench(chosen.player, chosen.matches, **how)
    console.print(str(result))
    if chosen.save:
        result.save(chosen.save)


def tune_scenario(chosen: argparse.Namespace, console: Console) -> None:
    """The fairest setting, and how it was found."""
    game, scenario = _named(chosen.scenario)

    def tell(found: list[Tried]) -> None:
        console.print(f"{len(found)} settings, nearest to even first:")
        for tried in found[:SHOWN]:
            console.print(f"  {tried}")

    levers, where = [read_lever(text) for text in chosen.lever], _where(chosen)
    strengths = chosen.strength or ["doctrine"]
    how = {"options": chosen.options, "seed": chosen.seed, "backend": where, "tell": tell}
    best = tune(game, scenario, levers, strengths, chosen.matches, **how)
    console.print(f"The fairest: {best}")


def _named(given: str) -> tuple[Game, str]:
    """A scenario by its file, or by its game and its name."""
    if given.endswith(".toml"):
        text = read_scenario(Path(given))
        return (game := game_of(text, given)), game.add_scenario(text, given).id
    name, _, scenario = given.partition("/")
    return (game := find_game(name)), game.find_scenario(scenario)


COMMANDS: Mapping[str, Callable[[argparse.Namespace, Console], None]] = {
    "run": run_matches,
    "vary": run_matches,
    "bench": measure_player,
    "compare": compare_players,
    "puzzles": make_puzzles,
    "tune": tune_scenario,
}
