"""A record told again: every answer with what came of it, and what of it is proven."""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.text import Text

from grognard.board.ground import hexmap_of
from grognard.engine import Event, Game, Playthrough, State, UnknownChoice, find_game
from grognard.engine.records.record import (
    BackLine,
    Line,
    MatchLine,
    ResignLine,
    StateLine,
    TakeLine,
    UndoLine,
    read_lines,
)
from grognard.engine.records.replay import replay_lines
from grognard.engine.records.verify import Verification, in_words
from grognard.terminal.map_symbols import side_title
from grognard.terminal.map_window import Scene, draw_map, fit
from grognard.terminal.pages import result_page
from grognard.terminal.screen import ACCENT, DIM, banner, event_line, phase_bar, tracks

Read = Callable[[str], str]


def tell(lines: Sequence[Line], console: Console, side: str | None, to: int | None, read: Read | None) -> None:
    """Print the log answer by answer, up to a number; with `read`, wait for Enter after each."""
    match: Playthrough | None = None
    before: State[Any] | None = None
    told: list[Event] = []
    for step, (line, match) in enumerate(replay_lines(lines)):
        heading, before = _heading(step, line, match.game, before), match.state
        if side is not None and side not in match.sides:
            raise UnknownChoice(f"There is no side {side!r}. Choose from: {', '.join(match.sides)}.")
        console.print(heading)
        events = match.log(side)
        for event in events[len(told) if told == events[: len(told)] else len(events) :]:
            console.print(event_line(event))
        told = events
        if step == to:
            break
        if read is not None:
            typed = read("  Enter for the next, all to run on, quit to stop › ").strip().lower()
            if typed.startswith("q"):
                break
            read = None if typed.startswith("a") else read
    if match is not None:
        _position(match, console, side)


def _heading(step: int, line: Line, game: Game, before: State[Any] | None) -> Text:
    """Which answer it is, and what was answered."""
    text = Text(f"{step:>5} ", ACCENT)
    match line:
        case TakeLine() if before is not None:
            answer = game.face.describe(before, game.rules.codec.read_action(line.do))
            return text.append(f"{side_title(line.side)}: {answer}", "bold")
        case UndoLine() | BackLine():
            return text.append(f"{line.count} taken back", "bold")
        case ResignLine():
            return text.append(f"{side_title(line.side)} resigns", "bold")
        case StateLine():
            return text.append("The position as it was kept, under older rules", "bold")
    return text.append("The match begins", "bold")


def _position(match: Playthrough, console: Console, side: str | None) -> None:
    """The table where the telling stops."""
    view = match.view(side)
    console.print()
    console.print(banner(match, view), phase_bar(view), tracks(view), sep="\n")
    hexmap = hexmap_of(match.game, match.state.scenario_id)
    if hexmap is not None:
        width, height = console.width, max(14, console.height - 8)
        centre, zoom = fit(hexmap.grid, view.focus, width, height)
        console.print(draw_map(hexmap, Scene(view, match.sides), centre, zoom, width, height))
    if match.over:
        console.print(result_page(match))
    else:
        ask = match.decision.asks[0]
        console.print(Text(f"{side_title(ask.side)}: ", DIM).append(ask.prompt))


def tell_proof(file: Path, found: Verification) -> bool:
    """What a record that fits holds, what was proven and what was not; are its dice?"""
    result = found.result
    end = f"{' and '.join(result.winners) or 'nobody'} won: {result.reason}" if result else "it is not over yet"
    where = ", from a position that somebody set up" if found.from_position else ""
    held = "is honest" if found.whole else "fits, but its dice are not proven"
    print(f"{file} {held}: {found.game}, {found.scenario}{where}, {end}.")
    for text in in_words(found):
        print(text)
    return found.whole


# -------------------- Records of older rules, proven and told by the Grognard of then

CHECKOUT = Path(__file__).parents[3]
GIVEN_OUT = {2: "48cc59fec74557e6409632840dbc1cada917b83b"}  # the rules changed on under the same number after that


def by_older_rules(data: bytes, command: str, file: Path, **options: str | int | bool | None) -> int | None:
    """Have the version under which a record was made carry out a command, which says itself what it found.

    Returns its exit code; None if the record is not older, or the source of its version is not here. It stumbles over
    a match that has gone on under newer rules.
    """
    header = read_lines(data)[0]
    assert isinstance(header, MatchLine)
    game = find_game(header.game)
    commit = commit_of(header.game, header.version) if header.version < game.version else ""
    if not commit:
        return None
    words = [command, str(file)]
    for name, value in options.items():
        if value is not None and value is not False:
            words += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    print(f"Made under version {header.version} of {game.title}. By the rules of then:", flush=True)
    with TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(_git("archive", commit, "src"))) as source:
            source.extractall(folder, filter="data")
        there = dict(os.environ, PYTHONPATH=f"{folder}/src")
        run = [sys.executable, "-P", "-c", "import sys; from grognard.cli import main; sys.exit(main())"]
        return subprocess.run([*run, *words], env=there, check=False).returncode


def commit_of(game: str, version: int) -> str:
    """Where the history holds a version of a game in the box: as it was given out, or before its number was raised."""
    code = f"src/grognard/games/{game.replace('-', '_')}/__init__.py"
    if version in GIVEN_OUT:
        return GIVEN_OUT[version] if _git("show", f"{GIVEN_OUT[version]}:{code}") else ""
    raised = _git("log", "-1", "--format=%H", f"-Gversion={version},", "--", code).decode().strip()
    return f"{raised}^" if raised and f"version={version}," in _git("show", f"{raised}^:{code}").decode() else ""


def _git(*words: str) -> bytes:
    """What git says; nothing if it fails, or is not there."""
    try:
        return subprocess.run(["git", "-C", CHECKOUT, *words], capture_output=True, check=False).stdout
    except FileNotFoundError:
        return b""
