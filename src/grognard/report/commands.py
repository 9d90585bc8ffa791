"""`grognard report`: the story of a record as a page, or as a film of its maps."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from grognard.engine import GrognardError, RecordError

SECONDS = 20.0
QUIET = 2.0  # seconds that nobody is told about


def add_report(commands: Any) -> None:
    """What can be typed after `grognard report`."""
    said = "the story of a match as one page: maps, fights, the curve, what decided it"
    report = commands.add_parser("report", help=said)
    report.add_argument("file", type=Path, help="a record")
    report.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="file to write")
    report.add_argument("--side", help="as this side saw it (must be given while the match is not over)")
    report.add_argument("--format", choices=("html", "gif"), default="html", help="a page, or a map a turn as a film")
    report.add_argument("--seconds", type=_seconds, default=SECONDS, help="looking for mistakes (20; 0 for none)")
    report.set_defaults(run=_write)


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to 3600")
    return number


def _write(chosen: argparse.Namespace) -> None:
    from grognard.report.film import film
    from grognard.report.page import write_page
    from grognard.report.story import Story

    lines = _of(chosen.file, lambda: _lines(chosen.file))
    story = _of(chosen.file, lambda: Story.read(lines, chosen.side))
    if chosen.format == "gif":
        print(f"Drawing {len(story.turns)} maps …", file=sys.stderr)
        made = film(story)
    else:
        if story.over and chosen.seconds > QUIET:
            print(f"Looking for mistakes, for up to {chosen.seconds:g} seconds …", file=sys.stderr)
        analysis = looked_back(lines, chosen.seconds) if story.over else None
        made = write_page(story, analysis, looked=chosen.seconds > 0).encode()
    try:
        chosen.output.write_bytes(made)
    except OSError as error:
        raise GrognardError(f"{chosen.output} cannot be written: {error.strerror}. Choose another file.") from error
    print(f"Written to {chosen.output}: {len(story.turns)} turns, {len(story.fights)} fights.")


def _lines(path: Path) -> Any:
    from grognard.engine.records.record import read_lines

    try:
        return read_lines(path.read_bytes())
    except OSError as error:
        raise GrognardError(f"{path} cannot be read: {error.strerror}. Check the file name.") from error


def _of(path: Path, read: Callable[[], Any]) -> Any:
    """What was read; faults of a record name the file."""
    try:
        return read()
    except RecordError as error:
        raise RecordError(str(error) if str(path) in str(error) else f"{path}: {error}") from error


def looked_back(lines: Any, seconds: float) -> Any:
    """The analysis of a finished match; without seconds its curve and its dice alone."""
    from msgspec.structs import replace

    from grognard.players.review.analysis import Depth, analyse

    found = analyse(lines, Depth(seconds=seconds or 0.001))
    return found if seconds else replace(found, costly=[])
