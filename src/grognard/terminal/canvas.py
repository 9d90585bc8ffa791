"""A sheet of coloured characters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby

from rich.console import Console, ConsoleOptions
from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style

Colour = str  # "#rrggbb"


class Canvas:
    """A rectangle of characters, each with its colours; what falls outside is dropped."""

    def __init__(self, width: int, height: int, paper: Colour) -> None:
        self.width, self.height, self.paper = width, height, paper
        self._chars = [[" "] * width for _ in range(height)]
        self._ink: list[list[Colour]] = [[paper] * width for _ in range(height)]
        self._ground: list[list[Colour]] = [[paper] * width for _ in range(height)]
        self._bold = [[False] * width for _ in range(height)]

    def fill(self, x: int, y: int, width: int, height: int, ground: Colour) -> None:
        """Paint a rectangle and wipe what was written on it."""
        for row in range(max(0, y), min(self.height, y + height)):
            for column in range(max(0, x), min(self.width, x + width)):
                self._chars[row][column] = " "
                self._ground[row][column] = ground

    def write(self, x: int, y: int, text: str, ink: Colour, ground: Colour | None = None, bold: bool = False) -> None:
        """Write on top of what is there, on the same ground unless another is given."""
        if not 0 <= y < self.height:
            return
        for column, char in enumerate(text, x):
            if 0 <= column < self.width:
                self._chars[y][column] = char
                self._ink[y][column] = ink
                self._bold[y][column] = bold
                if ground is not None:
                    self._ground[y][column] = ground

    def row(self, y: int) -> str:
        """The characters of one row."""
        return "".join(self._chars[y])

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for y in range(self.height):
            looks = list(zip(self._ink[y], self._ground[y], self._bold[y], strict=True))
            start = 0
            for look, run in groupby(looks):
                end = start + len(list(run))
                yield Segment("".join(self._chars[y][start:end]), _style(*look))
                start = end
            yield Segment.line()

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(self.width, self.width)


@lru_cache(maxsize=1024)
def _style(ink: Colour, ground: Colour, bold: bool) -> Style:
    return Style(color=ink, bgcolor=ground, bold=bold)


def blend(a: Colour, b: Colour, share: float) -> Colour:
    """The colour between two, `share` of the way from a to b."""
    mixed = [round(x + (y - x) * share) for x, y in zip(_parts(a), _parts(b), strict=True)]
    return "#" + "".join(f"{part:02x}" for part in mixed)


def readable_on(ground: Colour) -> Colour:
    """Black or white, whichever reads better on a ground."""
    red, green, blue = _parts(ground)
    return "#000000" if 0.299 * red + 0.587 * green + 0.114 * blue > 128 else "#ffffff"


def _parts(colour: Colour) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
