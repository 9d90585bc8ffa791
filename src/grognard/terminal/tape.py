"""The tape on a table of inches: "sight markov church", "sight from 36 24 to the ford"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.text import Text

from grognard.board.ground import InchGround
from grognard.board.inches.terrain_table import Table
from grognard.engine import SightLine, View
from grognard.terminal.choices import NoSuchChoice
from grognard.terminal.screen import DIM
from grognard.terminal.table_window import inches_of

UNSAID = ("from", "the")
TO = "to"


def ends(ground: InchGround, view: View, typed: str) -> tuple[str, str]:
    """The two ends as the game knows them, however they are named."""
    found = [(_meant(ground.table, view, a), _meant(ground.table, view, b)) for a, b in _halves(typed)]
    best = min((both for both in found if all(both)), key=lambda both: len(both[0]) * len(both[1]), default=None)
    if best is None:
        example = f"sight {ground.places[0].replace('_', ' ')} {ground.table.width / 2:g} {ground.table.height / 2:g}"
        raise NoSuchChoice(f"Name two units, pieces of terrain or points in inches, for example: {example}")
    for meant in best:
        if len(meant) > 1:
            raise NoSuchChoice(f"Which one: {', '.join(meant.values())}?")
    return next(iter(best[0])), next(iter(best[1]))


def _halves(typed: str) -> Iterator[tuple[str, str]]:
    """Every way to take what was typed as two names; "to" leaves one only."""
    words = [word for word in typed.lower().replace(",", " ").split() if word not in UNSAID]
    for i in [words.index(TO)] if TO in words else range(1, len(words)):
        yield " ".join(words[:i]), " ".join(words[i + (words[i] == TO) :])


def _meant(table: Table, view: View, words: str) -> dict[str, str]:
    """What a name may mean, with how it is written: a point, terrain or a unit in sight."""
    point = inches_of(words)
    if point is not None:
        return {f"{point[0]:g},{point[1]:g}": words} if point in table else {}
    known = [(name, feature.title) for name, feature in table.features.items()]
    known += [(piece.id, piece.name) for piece in view.pieces if piece.place and not piece.hidden]
    return _named(known, words, whole=True) or _named(known, words, whole=False)


def _named(known: Iterable[tuple[str, str]], words: str, *, whole: bool) -> dict[str, str]:
    return {key: title for key, title in known if (words == title.lower() if whole else words in title.lower())}


def told(line: SightLine) -> Text:
    """How far it is, whether it is seen, and what lies between."""
    text = Text(f"{line.viewer} to {line.target}, {line.distance:.1f} inches: ")
    text.append("in sight" if line.clear else "out of sight", "bold #9fd08c" if line.clear else "bold #ff8f5e")
    for words in line.blocked_by:
        text.append(f"\n  {words}", DIM)
    return text
