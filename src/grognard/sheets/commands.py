"""`grognard print`: a game as PDF sheets for a table at home."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from grognard.engine import GrognardError, find_game
from grognard.sheets.paper import PAPERS


def add_print(commands: Any) -> None:
    """What can be typed after `grognard print`."""
    printing = commands.add_parser("print", help="a game as PDF sheets: map, counters, charts and cards")
    printing.add_argument("game", help="id of a game")
    printing.add_argument("scenario", nargs="?", help="whose map and forces; the first, if not given")
    printing.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="file to write")
    printing.add_argument("--paper", choices=tuple(PAPERS), default="a4", help="the size of the sheets (a4)")
    printing.set_defaults(run=_print)


def _print(chosen: argparse.Namespace) -> None:
    from grognard.sheets.pdf import sheets

    game = find_game(chosen.game)
    scenario = game.find_scenario(chosen.scenario) if chosen.scenario else next(iter(game.scenarios))
    print(f"Drawing {game.title} on {chosen.paper} …", file=sys.stderr)
    made = sheets(game, scenario, PAPERS[chosen.paper])
    try:
        chosen.output.write_bytes(made)
    except OSError as error:
        raise GrognardError(f"{chosen.output} cannot be written: {error.strerror}. Choose another file.") from error
    print(f"{game.title}, {game.scenarios[scenario].title}: written to {chosen.output}.")
