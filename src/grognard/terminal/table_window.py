"""A table of inches in characters: terrain, units with their facing, and the points that can be chosen now.

A character is as wide as it counts inches and twice as high, as the letters of a terminal are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from grognard.board.ground import tint
from grognard.board.inches.geometry import Point, box, distance, point_ahead, to_box, walk
from grognard.board.inches.terrain_table import Table
from grognard.engine import PieceView, View
from grognard.engine.match.gesture import point_of
from grognard.terminal.canvas import Canvas, Colour, blend, readable_on
from grognard.terminal.choices import Choice
from grognard.terminal.map_symbols import counter_colours, label
from grognard.terminal.map_window import CHOICE, RULER, Zoom

LARGER: dict[Zoom, float] = {"near": 3.0, "middle": 2.0, "far": 1.0}
NEAREST = 5  # units that a look at a point tells of
NAME = 4  # letters of a unit's name
PLAIN: Colour = "#e9e4d4"
MARGIN: Colour = "#26292e"
INK: Colour = "#4a4032"
ARROWS = "↑↗→↘↓↙←↖"
# A sign for every kind of terrain: lines, the most telling last, and areas, the most telling first.
LINES = {
    "road": "·",
    "railway": "╪",
    "small_stream": "~",
    "hedge": ";",
    "wall": "=",
    "earthwork": "#",
    "trench": "#",
    "wire": "x",
}
AREAS = {
    "bridge": "‡",
    "ford": ":",
    "building_stone": "■",
    "building_wood": "⌂",
    "stream": "≈",
    "impassable": "≈",
    "dense_woods": "♣",
    "woods": "♠",
    "boggy": "„",
    "rough": "^",
    "steep_slope": "∨",
    "scrub": "'",
    "crops": '"',
    "hill2": "∩",
    "hill1": " ",
}


class TableView:
    """A window on a table: how many inches a character is wide, and where the window begins."""

    def __init__(self, table: Table, width: int, height: int, zoom: Zoom = "far", centre: Point | None = None) -> None:
        self.table = table
        self.stands: set[Point] = set()  # where units have been drawn
        self.canvas = Canvas(width, height, MARGIN)
        across, down = width - RULER, height - 1
        self.inch = max(self.table.width / across, self.table.height / (2 * down)) / LARGER[zoom]
        x, y = centre or (self.table.width / 2, self.table.height / 2)
        self.left = _within(x - self.inch * across / 2, self.table.width - self.inch * across)
        self.low = _within(y - self.inch * down, self.table.height - 2 * self.inch * down)

    def point(self, column: int, row: int) -> Point:
        """The middle of a character, in inches from the south-west corner."""
        up = self.canvas.height - 1 - row
        return self.left + (column - RULER + 0.5) * self.inch, self.low + (2 * up + 1) * self.inch

    def character(self, p: Point) -> tuple[int, int]:
        """The character a point falls on."""
        column, up = int((p[0] - self.left) // self.inch), int((p[1] - self.low) // (2 * self.inch))
        return RULER + column, self.canvas.height - 1 - up

    def paint(self, view: View, sides: tuple[str, ...], choices: Mapping[Point, str]) -> Canvas:
        """Ground, units, choices and rulers."""
        for row in range(1, self.canvas.height):
            for column in range(RULER, self.canvas.width):
                self._ground(column, row)
        self._lines()
        for piece in view.pieces:
            self._unit(piece, sides)
        for p, number in choices.items():
            self._choice(p, number)
        self._rulers()
        return self.canvas

    def _ground(self, column: int, row: int) -> None:
        p = self.point(column, row)
        if p in self.table:
            kind = kind_at(self.table, p)
            colour = blend(tint(kind), "#000000", 0.08) if kind else PLAIN
            self.canvas.write(column, row, AREAS.get(kind, " "), blend(colour, "#000000", 0.6), colour)

    def _lines(self) -> None:
        """Roads and rails, then what stands along a line; a house hides the road to its door."""
        for kind, sign in LINES.items():
            for feature in self.table.of_type(kind):
                for p in (p for a, b in feature.sides() for p in (a, *walk(a, b, self.inch))):
                    if not kind_at(self.table, p).startswith("building"):
                        self._put(self.character(p), sign, INK)

    def _unit(self, piece: PieceView, sides: tuple[str, ...]) -> None:
        """Its bases in the colours of its side, an arrow where it looks, and its name beside it."""
        here = inches_of(piece.place)
        if not piece.boxes or here is None:
            return
        face, ink = counter_colours(piece.side, sides)
        for x, y, facing, wide, deep in piece.boxes:
            front = point_ahead((x, y), round(10 * facing), deep / 2)
            base = box(front, round(10 * facing), wide, deep)
            near = [self.character((x + dx, y + dy)) for dx in (-wide, 0, wide) for dy in (-wide, 0, wide)]
            under = {spot for spot in near if to_box(self.point(*spot), base) < self.inch}
            for spot in {*under, self.character((x, y))}:
                self._put(spot, " ", ink, face)
        first = min(piece.boxes, key=lambda b: distance((b[0], b[1]), here))
        self.stands.add(here)
        column, row = self.character(here)
        self._put((column, row), ARROWS[round(first[2] / 45) % 8], ink, face)
        for i, letter in enumerate(label(piece, NAME), 1):
            self._put((column + i, row), letter, ink, face)

    def _choice(self, p: Point, number: str) -> None:
        """What to type for a point; before a unit, so that its facing can still be read."""
        column, row = self.character(p)
        start = column - len(number) if p in self.stands else column
        for i, digit in enumerate(number, start):
            self._put((i, row), digit, readable_on(CHOICE), CHOICE)

    def _put(self, spot: tuple[int, int], sign: str, ink: Colour, ground: Colour | None = None) -> None:
        if spot[0] >= RULER and spot[1] >= 1:
            self.canvas.write(*spot, sign, ink, ground, bold=True)

    def _rulers(self) -> None:
        """Inches along the top and down the left."""
        for column in range(RULER, self.canvas.width - 2, 10):
            self.canvas.write(column, 0, f"{self.point(column, 1)[0]:.0f}", "#ffffff")
        for row in range(1, self.canvas.height, 3):
            self.canvas.write(0, row, f"{self.point(RULER, row)[1]:>2.0f}", "#ffffff")


@lru_cache(maxsize=20_000)
def kind_at(table: Table, p: Point) -> str:
    """The most telling kind of ground at a point; "" in the open."""
    under = {f.type for f in table.areas_at(p)}
    return next((kind for kind in AREAS if kind in under), "")


def table_signs(table: Table) -> str:
    """The signs of the terrain that lies on a table."""
    signs = {kind: sign for kind, sign in {**AREAS, **LINES}.items() if sign.strip() and any(table.of_type(kind))}
    return "  ".join(f"{sign} {kind.replace('_', ' ')}" for kind, sign in signs.items())


def _within(start: float, room: float) -> float:
    """Where a window begins: not before the edge, nor later than what is left beyond it."""
    return max(0.0, min(start, room)) if room > 0 else room / 2


def inches_of(place: str) -> Point | None:
    """A point typed or told in inches."""
    point = point_of(place)
    return (point[0] / 100, point[1] / 100) if point is not None else None


def choice_points(choices: Sequence[Choice]) -> dict[Point, str]:
    """What to type for each point or unit that can be chosen; a sign more where several answers share it."""
    found: dict[Point, str] = {}
    for choice in choices:
        x, y = getattr(choice.action, "x", None), getattr(choice.action, "y", None)
        p = (x / 100, y / 100) if x is not None and y is not None else inches_of(choice.place)
        if p is not None:
            found[p] = f"{found[p].rstrip('+')}+" if p in found else str(choice.number)
    return found


def what_lies(table: Table, view: View, p: Point) -> list[str]:
    """The ground at a point, and who stands within reach of it, the nearest first."""
    under = [f"{f.title} ({f.type.replace('_', ' ')})" for f in table.areas_at(p)]
    spots = {piece.name: spot for piece in view.pieces if (spot := inches_of(piece.place)) is not None}
    near = sorted((distance(p, spot), name) for name, spot in spots.items())
    return [", ".join(under) or "open ground", *(f"{name} at {far:.1f} inches" for far, name in near[:NEAREST])]
