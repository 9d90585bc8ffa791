"""A window on a hex map in characters: ground, roads, counters, and the hexes that can be chosen now.

A hex is a small rectangle of characters. On a pointy-topped map the rows stand half a hex apart, on a flat-topped one
the columns do, so that every hex touches its six neighbours as on the printed map.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from grognard.board.hexes.grid import Hex, HexGrid
from grognard.board.hexes.map import HexMap
from grognard.engine import PieceView, View
from grognard.terminal.canvas import Canvas, Colour, blend, readable_on
from grognard.terminal.map_symbols import Ground, Land, counter_colours, label, survey

Zoom = Literal["near", "middle", "far"]
ZOOMS: tuple[Zoom, ...] = ("near", "middle", "far")
# Characters across and down a hex.
SIZES: dict[str, dict[Zoom, tuple[int, int]]] = {
    "pointy": {"near": (6, 3), "middle": (4, 2), "far": (2, 1)},
    "flat": {"near": (6, 4), "middle": (4, 2), "far": (2, 2)},
}
RULER = 3  # columns kept for the row numbers at the left
CHOICE: Colour = "#ffd75f"
TARGET: Colour = "#ff8f5e"

ZONE = 20  # a kind of marker in more hexes than this is a zone: shown only when asked for
MARKER_SIGNS = {"wreck": "x", "bridge out": "≠", "flare": "✶", "smoke": "▒", "mines": "¤"}


ARROWS = "↑↗→↘↓↙←↖"


def arrow(facing: float | None) -> str:
    """The way a counter looks, as an arrow; "" where it looks nowhere in particular."""
    return "" if facing is None else ARROWS[round(facing / 45) % 8]


class Scene(msgspec.Struct, frozen=True):
    """What is drawn on the map."""

    view: View
    sides: tuple[str, ...]
    choices: Mapping[Hex, str] = {}  # what to type, for the hexes that can be chosen
    events: Sequence[Hex] = ()  # where something has just happened
    asked: Sequence[Hex] = ()  # the hexes the question is about
    zone: str = ""  # the kind of marker to show as a zone


def draw_map(hexmap: HexMap, scene: Scene, centre: Hex, zoom: Zoom, width: int, height: int) -> Canvas:
    """A window of so many characters with a hex in its middle."""
    return _Painter(hexmap, scene, centre, zoom, width, height).paint()


def marker_kinds(view: View) -> list[str]:
    """The kinds of markers on the map: each can be shown as a zone."""
    return list(dict.fromkeys(marker.kind for marker in view.markers))


def zone_kinds(view: View) -> list[str]:
    """The kinds of markers that lie all over the map: zones of control, supply and the like."""
    return [kind for kind, count in Counter(marker.kind for marker in view.markers).items() if count > ZONE]


def fit(grid: HexGrid, hexes: Iterable[Hex], width: int, height: int) -> tuple[Hex, Zoom]:
    """The middle of some hexes, and the nearest zoom that shows them all (or the farthest there is)."""
    wanted = [h for h in hexes if h in grid] or list(grid.hexes)
    for zoom in ZOOMS:
        size = SIZES[grid.shape][zoom]
        (left, right), (top, bottom) = _extent(grid, wanted, size)
        if (right - left <= width - RULER and bottom - top <= height - 1) or zoom == "far":
            middle = ((left + right - size[0]) // 2, (top + bottom - size[1]) // 2)
            nearest = min(grid.hexes, key=lambda h: _gap(corner(grid, h, size), middle))
            return nearest, zoom
    raise AssertionError("the farthest zoom always fits")


def lines_of(grid: HexGrid, hexes: Iterable[Hex]) -> int:
    """How many lines show some hexes at the farthest zoom, with one to spare at either end."""
    size = SIZES[grid.shape]["far"]
    wanted = list(hexes)
    top, bottom = _extent(grid, wanted, size)[1] if wanted else (0, 0)
    return bottom - top + 1 + 2 * size[1]


def corner(grid: HexGrid, h: Hex, size: tuple[int, int]) -> tuple[int, int]:
    """The upper left character of a hex, with the map's own origin."""
    (q, r), (wide, high) = grid.cube[h], size
    if grid.shape == "pointy":
        return (2 * q + r) * wide // 2, r * high
    return q * wide, (2 * r + q) * high // 2


def _extent(grid: HexGrid, hexes: Iterable[Hex], size: tuple[int, int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The columns and the rows of characters that some hexes cover."""
    spots = [corner(grid, h, size) for h in hexes]
    across, down = [x for x, _ in spots], [y for _, y in spots]
    return (min(across), max(across) + size[0]), (min(down), max(down) + size[1])


def _gap(a: tuple[int, int], b: tuple[int, int]) -> int:
    return (a[0] - b[0]) ** 2 + 4 * (a[1] - b[1]) ** 2


class _Painter:
    def __init__(self, hexmap: HexMap, scene: Scene, centre: Hex, zoom: Zoom, width: int, height: int) -> None:
        self.map, self.grid, self.scene, self.zoom = hexmap, hexmap.grid, scene, zoom
        self.land: Land = survey(hexmap)
        self.wide, self.high = self.size = SIZES[self.grid.shape][zoom]
        self.canvas = Canvas(width, height, self.land.palette.margin)
        self.origin = self._origin(centre)
        self.stacks: dict[str, list[PieceView]] = {}
        for piece in scene.view.pieces:
            self.stacks.setdefault(piece.place, []).append(piece)
        zones = zone_kinds(scene.view)
        drawn = [marker for marker in scene.view.markers if marker.kind not in (*zones, scene.zone)]
        self.markers = {marker.place: MARKER_SIGNS.get(marker.kind, "•") for marker in drawn}
        self.zone = {m.place: m.text for m in scene.view.markers if m.kind == scene.zone}

    def _origin(self, centre: Hex) -> tuple[int, int]:
        """The map character at the canvas's upper left: the centre in the middle, but no more margin than need be."""
        x, y = corner(self.grid, centre, self.size)
        ends, tops = _extent(self.grid, self.grid.hexes, self.size)
        room = (self.canvas.width - RULER, self.canvas.height - 1)
        left = _clamp(x + self.wide // 2 - room[0] // 2, *ends, room[0])
        top = _clamp(y + self.high // 2 - room[1] // 2, *tops, room[1])
        return left - RULER, top - 1

    def place(self, h: Hex) -> tuple[int, int]:
        """Where a hex begins on the canvas."""
        x, y = corner(self.grid, h, self.size)
        return x - self.origin[0], y - self.origin[1]

    def paint(self) -> Canvas:
        seen = [h for h in self.grid.hexes if self._visible(h)]
        for h in seen:
            self._ground(h)
        for h in seen:
            self._ways(h)
            self._sides(h)
        for h in seen:
            self._things(h)
        if self.zoom != "far":
            self._names()
        self._rulers(seen)
        return self.canvas

    def _visible(self, h: Hex) -> bool:
        x, y = self.place(h)
        inside = -self.wide < x < self.canvas.width and -self.high < y < self.canvas.height
        return inside and x + self.wide > RULER and y + self.high > 1

    # ------------------------------------------------------------ the ground

    def _ground(self, h: Hex) -> None:
        ground = self.land.hexes[h]
        x, y = self.place(h)
        self.canvas.fill(x, y, self.wide, self.high, self._tint(h, ground))
        if ground.sign != " ":
            spot = self.wide // 2 - (1 if self.wide > 2 else 0)
            self.canvas.write(x + spot, y + self._middle(), ground.sign, ground.ink)

    def _tint(self, h: Hex, ground: Ground) -> Colour:
        if h in self.scene.asked:
            return blend(ground.colour, "#ffffff", 0.75)
        if h in self.zone:
            face, _ = counter_colours(self.zone[h], self.scene.sides)
            return blend(ground.colour, face, 0.55)
        return blend(ground.colour, CHOICE, 0.22) if h in self.scene.choices else ground.colour

    def _middle(self) -> int:
        return (self.high - 1) // 2

    def _ways(self, h: Hex) -> None:
        """A road, from the middle of its hex to each side it leaves by."""
        ground = self.land.hexes[h]
        if not ground.ways:
            return
        x, y = self.place(h)
        colours = self.land.palette
        ink = colours.road if readable_on(ground.colour) == "#ffffff" else colours.road_case
        strokes = STROKES[self.grid.shape][self.zoom]
        for direction in ground.ways:
            for dx, dy, char in strokes[direction]:
                self.canvas.write(x + dx, y + dy, char, ink)
        across = self.grid.shape == "pointy" and not {1, 4}.isdisjoint(ground.ways)
        hub = ground.sign if ground.sign != " " else "─" if across else "·"
        self.canvas.write(x + self.wide // 2 - (1 if self.wide > 2 else 0), y + self._middle(), hub, ink)

    def _sides(self, h: Hex) -> None:
        """What runs along the hexsides to the right and below; the others belong to the neighbours."""
        x, y = self.place(h)
        for direction, neighbour in enumerate(self.grid.across[h]):
            ink = self.land.sides.get((h, neighbour or ""))
            if ink is None:
                continue
            for dx, dy, char in _side_strokes(self.grid.shape, self.wide, self.high, direction):
                self.canvas.write(x + dx, y + dy, char, ink)

    # ------------------------------------------------------------ what stands on it

    def _things(self, h: Hex) -> None:
        x, y = self.place(h)
        stack = self.stacks.get(h, [])
        if stack:
            self._counter(x, y, stack, h)
        elif h in self.markers:
            spot = x + self.wide // 2 - (1 if self.wide > 2 else 0)
            self.canvas.write(spot, y + self._middle(), self.markers[h], self.land.palette.fire, bold=True)
        if h in self.scene.choices:
            self._choice(x, y, self.scene.choices[h], bool(stack))
        elif h in self.scene.asked and self.wide > 2:
            self.canvas.write(x, y + self.high - 1, "▲", "#000000", bold=True)
        elif h in self.zone and (self.wide > 2 or not stack):
            self.canvas.write(x + self.wide - 1, y + self.high - 1, "░", self.land.palette.label)
        elif h in self.scene.events and self.wide > 2:
            self.canvas.write(x, y + self.high - 1, "!", TARGET, bold=True)

    def _counter(self, x: int, y: int, stack: list[PieceView], h: Hex) -> None:
        top = stack[-1]
        face, ink = counter_colours(top.side, self.scene.sides)
        if top.hidden:
            face, ink = blend(face, "#000000", 0.45), "#ffffff"
        q, r = self.grid.cube[h]
        face = blend(face, "#ffffff", 0.09 * ((q - r) % 3))  # neighbours stay apart
        width = self.wide - 1 if self.wide > 4 else self.wide
        name = label(top, width).center(width)
        self.canvas.write(x, y + (1 if self.high >= 3 else 0), name, ink, face, bold=True)
        if self.wide > 2:
            count = f"×{len(stack)}" if len(stack) > 1 else ""
            marks = "".join(mark[0] for mark in top.marks)
            note = (arrow(top.facing) + marks + count)[-self.wide :]
            if self.high < 3 and note:
                self.canvas.write(x + self.wide - len(note), y + 1, note, "#ffffff")
            elif note:
                self.canvas.write(x, y, note.center(width), ink, face)

    def _choice(self, x: int, y: int, number: str, occupied: bool) -> None:
        """The number of an answer if it finds room: a part of it would be another answer."""
        width = self.wide - 1 if self.wide > 4 else self.wide
        if len(number.rstrip("+")) > self.wide:
            number = "…"
        shown = number if occupied and self.wide == 4 else number.center(width)
        self.canvas.write(x, y + self.high - 1, shown[: self.wide], readable_on(CHOICE), CHOICE, bold=True)

    # ------------------------------------------------------------ lettering

    def _names(self) -> None:
        """Place names, where nothing else stands."""
        for place in self.map.places:
            x, y = self.place(place.hex)
            row = y + self.high - 1
            inside = 1 <= row < self.canvas.height and x >= RULER and x + len(place.name) <= self.canvas.width
            covered = {place.hex, *self.grid.neighbours[place.hex]}
            if inside and covered.isdisjoint(self.stacks) and covered.isdisjoint(self.scene.choices):
                self.canvas.write(x, row, place.name, self.land.palette.label)

    def _rulers(self, seen: list[Hex]) -> None:
        """The printed row numbers down the left and column numbers along the top."""
        ink, paper = self.land.palette.ink, self.land.palette.margin
        self.canvas.fill(0, 0, RULER, self.canvas.height, paper)
        self.canvas.fill(0, 0, self.canvas.width, 1, paper)
        every = 1 if self.wide > 2 else 2
        for h in seen:
            column, row = self.grid.position[h]
            x, y = self.place(h)
            if self._names_row(column):
                self.canvas.write(0, max(1, y + self._middle()), f"{row:02}", ink)
            if column % every == 0 and x >= RULER and self._names_column(row):
                self.canvas.write(x, 0, f"{column:02}", ink)

    def _names_row(self, column: int) -> bool:
        """Rows of a flat-topped map zigzag: name them by the higher columns only."""
        return self.grid.shape == "pointy" or column % 2 != self.grid._parity

    def _names_column(self, row: int) -> bool:
        """Columns of a pointy-topped map zigzag: name them by the rows that stand to the left only."""
        return self.grid.shape == "flat" or row % 2 != self.grid._parity


def _clamp(start: int, low: int, high: int, room: int) -> int:
    """Where a window of this room starts so that it shows no more margin than it must."""
    if high - low <= room:
        return (low + high - room) // 2
    return max(low, min(high - room, start))


# Where a road's strokes go for each of the six directions, clockwise from up-right (pointy) or up (flat).
Stroke = tuple[int, int, str]
STROKES: dict[str, dict[Zoom, tuple[tuple[Stroke, ...], ...]]] = {
    "pointy": {
        "near": (
            ((4, 0, "╱"),),
            ((3, 1, "─"), (4, 1, "─"), (5, 1, "─")),
            ((4, 2, "╲"),),
            ((1, 2, "╱"),),
            ((0, 1, "─"), (1, 1, "─")),
            ((1, 0, "╲"),),
        ),
        "middle": (
            ((2, 0, "─"),),
            ((2, 0, "─"), (3, 0, "─")),
            ((2, 1, "╲"),),
            ((1, 1, "╱"),),
            ((0, 0, "─"),),
            ((0, 0, " "),),
        ),
        "far": ((), (), (), (), (), ()),
    },
    "flat": {
        "near": (
            ((2, 0, "│"),),
            ((4, 0, "╱"),),
            ((4, 2, "╲"),),
            ((2, 2, "│"), (2, 3, "│")),
            ((1, 2, "╱"),),
            ((1, 0, "╲"),),
        ),
        "middle": (
            (),
            ((2, 0, "╱"),),
            ((2, 1, "╲"),),
            ((1, 1, "│"),),
            ((0, 1, "╱"),),
            ((0, 0, "╲"),),
        ),
        "far": ((), (), (), (), (), ()),
    },
}


def _side_strokes(shape: str, wide: int, high: int, direction: int) -> list[Stroke]:
    """The characters along one hexside; only right and lower sides are drawn."""
    half = wide // 2
    if shape == "pointy":
        return {
            1: [(wide - 1, dy, "▐") for dy in range(high)],
            2: [(dx, high - 1, "▁") for dx in range(half, wide)],
            3: [(dx, high - 1, "▁") for dx in range(half)],
        }.get(direction, [])
    return {
        1: [(wide - 1, dy, "▐") for dy in range(high // 2)],
        2: [(wide - 1, dy, "▐") for dy in range(high // 2, high)],
        3: [(dx, high - 1, "▁") for dx in range(wide)],
    }.get(direction, [])
