"""What the lab, the makers of games and the assistants are told on the command line; what it does is imported then."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from grognard.server.cli import whole_number

Commands = Any  # argparse has no public name for it
Run = Callable[[argparse.Namespace], None]
InLab = Callable[[str], Run]


def add_lab(commands: Commands, in_lab: InLab) -> None:
    """`grognard lab`."""
    lab = commands.add_parser("lab", help="many matches: how balanced a scenario is, which player is stronger")
    labs = lab.add_subparsers(required=True, metavar="COMMAND", parser_class=type(lab))
    some = "play many matches; what is found goes into a folder, as a table and a report"
    run = labs.add_parser("play", aliases=["run"], help=some)
    run.add_argument("game", help="which game, or all")
    run.add_argument("scenario", nargs="?", help="which scenario; all, if not given")
    run.add_argument("--player", action="append", default=[], metavar="[SIDE=]NAME", help="who plays (doctrine)")
    run.add_argument("--vary", action="append", default=[], metavar="KEY[=6..10]", help="an option, or turns=6..10")
    run.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a value of the file: turns=8")
    run.add_argument("--matches", type=whole_number, default=100, help="of each scenario and option (100)")
    run.add_argument("--out", type=Path, default=Path("lab"), metavar="DIR", help="where a stopped run goes on (lab)")
    run.set_defaults(run=in_lab("run"))

    compare = labs.add_parser("compare", help="two players, until it is decided which is stronger")
    compare.add_argument("game", help="id of a game")
    compare.add_argument("scenario", help="id of a scenario")
    compare.add_argument("first", help="a player: random, doctrine, search:0.2s, veteran, …")
    compare.add_argument("second", help="the player it is compared with")
    compare.add_argument("--matches", type=whole_number, default=1000, help="pairs to play at most (1000)")
    compare.add_argument("--elo", type=float, default=70.0, help="the difference that is to be shown (70)")
    compare.add_argument("--out", type=Path, help="a folder to keep the matches in; a comparison stopped goes on there")
    compare.set_defaults(run=in_lab("compare"))
    strength = "how well all sides are played (doctrine); give several, and each is played"
    bench = _add_bench(labs, in_lab)
    vary = _add_vary(labs, in_lab)
    tune = _add_puzzles_and_tune(labs, in_lab)
    for each in (run, vary):
        each.add_argument("--decisions", action="store_true", help="write every decision to decisions.parquet as well")
    for each in (run, vary, tune):
        each.add_argument("--strength", action="append", default=[], metavar="NAME", help=strength)
    for each in (run, vary, compare, tune):
        each.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="an option of the game")
        each.add_argument("--seed", default="1", help="the same seed gives the same matches")
    for each in (run, vary, compare, tune, bench):
        each.add_argument("--workers", type=whole_number, help="processes (one for each core)")
        each.add_argument("--ray", metavar="ADDRESS", help="a Ray cluster instead; `local` starts one here")
        where = "processes (the default), here (one after the other), ray or ray:ADDRESS"
        each.add_argument("--backend", default="processes", metavar="NAME", help=where)


def _add_bench(labs: Commands, in_lab: InLab) -> argparse.ArgumentParser:
    bench: argparse.ArgumentParser = labs.add_parser("bench", help="measure a player by the suite grognard-bench-1")
    bench.add_argument("player", help="such as veteran, engine:COMMAND or text:COMMAND")
    bench.add_argument("--matches", type=whole_number, default=400, help="of each seat (400)")
    bench.add_argument("--only", action="append", default=[], metavar="GAME", help="the seats of this game alone")
    bench.add_argument("--out", type=Path, metavar="DIR", help="a folder to keep the matches in; goes on there")
    bench.add_argument("--save", type=Path, metavar="FILE", help="the result as JSON")
    bench.set_defaults(run=in_lab("bench"))
    return bench


def _add_vary(labs: Commands, in_lab: InLab) -> argparse.ArgumentParser:
    told = "play every setting of some values of a scenario's file"
    vary: argparse.ArgumentParser = labs.add_parser("vary", help=told)
    vary.add_argument("game", help="id of a game")
    vary.add_argument("scenario", help="id of a scenario")
    vary.add_argument("vary", nargs="+", metavar="KEY[=6..10]", help="turns=6..10, turns=6,8, or the name alone")
    vary.add_argument("--player", action="append", default=[], metavar="[SIDE=]NAME", help="who plays (doctrine)")
    vary.add_argument("--matches", type=whole_number, default=100, help="of each setting (100)")
    vary.add_argument("--out", type=Path, default=Path("lab"), metavar="DIR", help="where a stopped run goes on (lab)")
    vary.set_defaults(run=in_lab("vary"), set=[])
    return vary


def _add_puzzles_and_tune(labs: Commands, in_lab: InLab) -> argparse.ArgumentParser:
    puzzles = labs.add_parser("puzzles", help="positions with one best answer; a file is gone on with")
    puzzles.add_argument("game", help="id of a game")
    puzzles.add_argument("scenario", nargs="?", help="one scenario; otherwise all of the game in turn")
    puzzles.add_argument("--count", type=whole_number, default=10, help="how many (10)")
    puzzles.add_argument("--seed", type=whole_number, default=1, help="the same seed gives the same puzzles")
    puzzles.add_argument("--out", type=Path, required=True, metavar="FILE", help="such as lessons/puzzles.json")
    puzzles.set_defaults(run=in_lab("puzzles"))
    told = "the fairest setting of a scenario: every one is played, the best go on"
    tune: argparse.ArgumentParser = labs.add_parser("tune", help=told)
    tune.add_argument("scenario", metavar="FILE", help="a scenario's file, or GAME/SCENARIO")
    tune.add_argument("--lever", action="append", required=True, metavar="KEY[=6..10]", help="a value of the file")
    tune.add_argument("--matches", type=whole_number, default=80, help="of a setting that is played to the end (80)")
    tune.set_defaults(run=in_lab("tune"))
    return tune


# ------------------------------------------------------------------ something to begin with


def add_starters(commands: Commands) -> None:
    """`grognard new-game` and `grognard new-scenario`."""
    game = commands.add_parser("new-game", help="a folder with a small game to change, and its tests")
    game.add_argument("name", help="such as my-game")
    scenario = commands.add_parser("new-scenario", help="a folder with a scenario to change, and its test")
    scenario.add_argument("game", help="id of a game")
    scenario.add_argument("name", nargs="?", default="my-battle", help="of the folder and the file (my-battle)")
    scenario.add_argument("--like", metavar="SCENARIO", help="the one to begin with; the first, if not given")
    for each, run in ((game, make_game), (scenario, make_scenario)):
        each.add_argument("--folder", type=Path, default=Path(), metavar="DIR", help="where to put it (here)")
        each.set_defaults(run=run, shelf=False)


def make_game(chosen: argparse.Namespace) -> None:
    """Lay out a game, and say what comes next."""
    from grognard.starters import new_game

    files = new_game(chosen.name, chosen.folder)
    at = chosen.folder / chosen.name
    print(f"{len(files)} files in {at}. Next: cd {at}, then pip install -e . and pytest.")


def make_scenario(chosen: argparse.Namespace) -> None:
    """Lay out a scenario, and say what comes next."""
    from grognard.starters import new_scenario

    file, *_ = new_scenario(chosen.game, chosen.name, chosen.folder, chosen.like)
    print(f"{file} is a scenario to change. Next: grognard play {chosen.game} --scenario {file}")


# ------------------------------------------------------------------ assistants


def add_mcp(commands: Commands) -> None:
    """`grognard mcp`."""
    mcp = commands.add_parser("mcp", help="the games for a language model, over the Model Context Protocol")
    opponent = "who plays the other sides, if the assistant names nobody (regular)"
    mcp.add_argument("--opponent", default="regular", metavar="PLAYER", help=opponent)
    mcp.set_defaults(run=serve_assistant)


def serve_assistant(chosen: argparse.Namespace) -> None:
    """Answer an assistant on standard input and output, until it leaves."""
    from grognard.assistant.server import run

    run(chosen.opponent)
