"""What one side may see, in a form that every table, terminal and environment can show.

Nothing here is true of the position beyond what the viewer may know: a game's `view` builds it, and the
conformance suite proves that dealing the unknown anew leaves it unchanged.
"""

from __future__ import annotations

import msgspec


class PieceView(msgspec.Struct, frozen=True):
    """A counter as it lies: its face, or its back."""

    id: str
    side: str
    place: str
    face: str  # key of the counter drawing; the same for every hidden piece of a side
    name: str
    values: str = ""
    marks: tuple[str, ...] = ()  # pinned, spotted, fired, …
    hidden: bool = False
    note: str = ""
    boxes: tuple[tuple[float, float, float, float, float], ...] = ()  # bases on a table: x, y, facing, width, depth


class Marker(msgspec.Struct, frozen=True):
    """A marker on the board: wreck, bridge out, flare, arrow."""

    kind: str
    place: str
    text: str = ""
    to: str = ""  # a line from place to there


class Track(msgspec.Struct, frozen=True):
    """A number to keep in sight: turns, points, visibility."""

    title: str
    value: str
    cite: str = ""


class PrintedChart(msgspec.Struct, frozen=True):
    """A chart to look up. `Preview.chart` and `Preview.column` name a chart by its key and one of its columns."""

    key: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]  # what stands at the left, and the cells
    results: tuple[tuple[str, str], ...] = ()  # what a cell's letters mean, the mildest first
    cite: str = ""
    note: str = ""


class CardView(msgspec.Struct, frozen=True):
    """A card in a hand, on a pile or laid aside; a hidden one shows its back and at most a rating."""

    id: str
    side: str
    place: str  # "hand", "aside", "pile 1", …
    title: str
    rating: str = ""
    text: str = ""
    hidden: bool = False
    lit: bool = False
    pieces: tuple[str, ...] = ()  # what it commands on the map, as far as it is known


class Arc(msgspec.Struct, frozen=True):
    """A sector of an inch table: a point, the way it faces (degrees from the north), its half-angle, and inches."""

    x: float
    y: float
    facing: float
    half: float
    near: float  # the end of the close band, 0 if there is none
    far: float


class Reach(msgspec.Struct, frozen=True):
    """Where a piece makes itself felt from where it is: by its fire, or by its zone of control."""

    how: str  # "fire", "zone of control", …
    cite: str
    hexes: tuple[str, ...] = ()
    arcs: tuple[Arc, ...] = ()  # on a table by inches


class View(msgspec.Struct, frozen=True):
    """The whole table from one chair."""

    side: str | None  # None: a spectator
    turn: int
    turns: int
    phases: tuple[str, ...]
    phase: str
    pieces: tuple[PieceView, ...]
    markers: tuple[Marker, ...] = ()
    tracks: tuple[Track, ...] = ()
    focus: tuple[str, ...] = ()  # hexes where the action is
    cards: tuple[CardView, ...] = ()
