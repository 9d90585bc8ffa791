"""What `grognard scenario` is told on the command line; what it does is imported when it is done."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from grognard.engine.core.wording import with_count
from grognard.home import SCENARIOS, data_folder


def add_scenario(commands: Any) -> None:
    """`grognard scenario` among the commands."""
    _add(commands, "scenario", "file of a scenario", (check_files, print_schema, print_file))


def add_map(commands: Any) -> None:
    """`grognard map` among the commands."""
    _add(commands, "map", "map of a scenario", (check_maps, print_map_schema, print_map))


def _add(commands: Any, kind: str, shown: str, runs: Sequence[Callable[[argparse.Namespace], None]]) -> None:
    """What can be asked of a kind of file."""
    files = commands.add_parser(kind, help=f"{kind}s of your own: check a file, a schema for your editor")
    of = files.add_subparsers(required=True, metavar="COMMAND", parser_class=type(files))
    check = of.add_parser("check", help="is the file whole? What is wrong is told line by line")
    check.add_argument("file", nargs="+", type=Path, help="the file")
    schema = of.add_parser("schema", help=f"what a {kind} of a game may hold, as a JSON schema")
    schema.add_argument("game", help="id of a game")
    show = of.add_parser("show", help=f"the {shown}, to begin one of your own with")
    show.add_argument("game", help="id of a game")
    show.add_argument("scenario", help="id of a scenario")
    for each, run in zip((check, schema, show), runs, strict=True):
        each.set_defaults(run=run, shelf=False)


def open_shelf() -> None:
    """The player's own scenarios beside those of the games; what is wrong with one is told, and it is left out."""
    if not (data_folder() / SCENARIOS).is_dir():
        return
    from grognard.studio.check import read_folder

    for wrong in read_folder(data_folder()):
        print(wrong, file=sys.stderr)


def check_files(chosen: argparse.Namespace) -> None:
    """One line for each file that is whole; the first that is not ends it with all its faults."""
    from grognard.studio.check import examine

    for path in chosen.file:
        found = examine(path)
        tried = f"set up in {with_count(found.ways, 'way')}, {with_count(found.answers, 'answer')} given"
        turns = with_count(found.scenario.turns, "turn")
        print(f"{path} is whole: {found.scenario.title}, {turns}, {found.game.title}; {tried}.")


def print_schema(chosen: argparse.Namespace) -> None:
    """The schema of a game's scenarios."""
    import json

    from grognard.engine import UnknownChoice, find_game
    from grognard.engine.game.scenario import ScenarioSet

    game = find_game(chosen.game)
    if not isinstance(game.scenarios, ScenarioSet):
        raise UnknownChoice(f"{game.title} takes no scenarios from files.")
    print(json.dumps(game.scenarios.schema(), indent=2, ensure_ascii=False))


def print_file(chosen: argparse.Namespace) -> None:
    """A scenario of the box as it stands in its file."""
    from grognard.engine import find_game
    from grognard.studio.layout import text_of

    print(text_of(find_game(chosen.game), chosen.scenario), end="")


def check_maps(chosen: argparse.Namespace) -> None:
    """One line for each map that is whole; the first that is not ends it with all its faults."""
    from grognard.studio.maps import examine_map

    for path in chosen.file:
        game, found = examine_map(path)
        print(f"{path} is whole: {found.name}, {with_count(len(found.grid), 'hex')}, {game.title}.")


def print_map_schema(chosen: argparse.Namespace) -> None:
    """The schema of a game's maps."""
    import json

    from grognard.engine import find_game
    from grognard.studio.maps import schema_of

    print(json.dumps(schema_of(find_game(chosen.game)), indent=2, ensure_ascii=False))


def print_map(chosen: argparse.Namespace) -> None:
    """The map of a scenario as a file."""
    from grognard.engine import find_game
    from grognard.studio.maps import map_text

    print(map_text(find_game(chosen.game), chosen.scenario), end="")
