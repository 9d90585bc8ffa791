"""Sizes of paper in millimetres, and how what is larger than a sheet is cut into pages."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

MARGIN = 12.0  # what home printers leave white, and room for the crop marks
BLEED = 3.0  # what is printed beyond the crop marks


class Paper(NamedTuple):
    """A sheet, upright."""

    name: str
    wide: float
    high: float

    @property
    def turned(self) -> Paper:
        """The same sheet on its side."""
        return Paper(self.name, self.high, self.wide)

    @property
    def room(self) -> tuple[float, float]:
        """What can be printed on."""
        return self.wide - 2 * MARGIN, self.high - 2 * MARGIN


PAPERS = {"a4": Paper("A4", 210.0, 297.0), "letter": Paper("Letter", 215.9, 279.4)}


class Tile(NamedTuple):
    """A page of a map: its name, and the corner and size of what it shows in millimetres of the whole."""

    name: str
    x: float
    y: float
    wide: float
    high: float


def tiles(wide: float, high: float, paper: Paper) -> tuple[Paper, list[Tile]]:
    """The pages of something so wide and high, row by row, on the paper upright or on its side: the fewer pages."""
    turned = min((paper, paper.turned), key=lambda way: _count(wide, high, way))
    across, down = (ceil(size / room) for size, room in zip((wide, high), turned.room, strict=True))
    w, h = wide / across, high / down
    found = [
        Tile(f"{chr(65 + row)}{column + 1}", column * w, row * h, w, h)
        for row in range(down)
        for column in range(across)
    ]
    return turned, found


def _count(wide: float, high: float, paper: Paper) -> int:
    return ceil(wide / paper.room[0]) * ceil(high / paper.room[1])
