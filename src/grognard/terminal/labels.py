"""Short names and colours for counters, and words for marks."""

from __future__ import annotations

import re

from grognard.board.draw.liveries import liveries
from grognard.engine import PieceView
from grognard.terminal.canvas import Colour

# Counter colours for sides that are no livery of their own.
FACES: tuple[tuple[Colour, Colour], ...] = (("#b9c2b4", "#15201a"), ("#d69a6a", "#241005"), ("#c7aed6", "#221030"))
ROMAN = re.compile(r"[IVX]+$")
PIPS = "⚀⚁⚂⚃⚄⚅"


def short_name(name: str, width: int) -> str:
    """A name cut down to a counter's width: what tells it apart (a number, a model) is kept."""
    words = re.sub(r"\(.*?\)", "", name).replace("-", "").split() or [name]
    if len(words) == 1 or len("".join(words)) <= width:
        return "".join(words)[:width]
    last = words[-1].split("/")[0]
    if ROMAN.match(last) or any(c.isdigit() for c in last):
        tail = last[:width]
    else:
        tail = last[:1].upper()
    return words[0][: min(3, width - len(tail))] + tail


def label(piece: PieceView, width: int) -> str:
    """What stands on a counter of so many characters."""
    if piece.hidden:
        return "?" * min(width, 2)
    return short_name(piece.name, width)


def counter_colours(side: str, sides: tuple[str, ...]) -> tuple[Colour, Colour]:
    """The face and the ink of a side's counters."""
    known = liveries().get(side.split("-")[0].lower())
    if known is not None:
        return known.face, known.ink
    return FACES[sides.index(side) % len(FACES) if side in sides else -1]


def dice_faces(dice: tuple[int, ...]) -> str:
    """Dice as they lie."""
    return "".join(PIPS[d - 1] if 1 <= d <= 6 else f"[{d}]" for d in dice)


def side_title(side: str) -> str:
    """A side's name as a heading."""
    words = side.replace("-", " ")
    return words[:1].upper() + words[1:]
