"""A record told again: every answer with what came of it, and what of it is proven."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from grognard.board.ground import hexmap_of
from grognard.engine import Course, Event, Game, State, UnknownChoice
from grognard.engine.records.record import BackLine, Line, ResignLine, StateLine, TakeLine, UndoLine
from grognard.engine.records.replay import replay_lines
from grognard.engine.records.verify import Verification, in_words
from grognard.terminal.labels import side_title
from grognard.terminal.map_window import Scene, draw_map, fit
from grognard.terminal.pages import result_page
from grognard.terminal.screen import ACCENT, DIM, banner, event_line, phase_bar, tracks

Read = Callable[[str], str]


def tell(lines: Sequence[Line], console: Console, side: str | None, to: int | None, read: Read | None) -> None:
    """Print the log answer by answer, up to a number; with `read`, wait for Enter after each."""
    match: Course | None = None
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


def _position(match: Course, console: Console, side: str | None) -> None:
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
