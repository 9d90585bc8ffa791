"""Hex maps and inch tables for those who show them: one face for both (`grognard.engine.Ground`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from html import escape
from math import ceil, hypot, sqrt
from typing import Any

from grognard.board.draw import Base, Face, Marker, draw_position
from grognard.board.draw.board import draw_board, draw_halves
from grognard.board.draw.colours import palette_names
from grognard.board.draw.inch_table import INCH, RIM, draw_formation, draw_table, on_page
from grognard.board.draw.markers import MARKS
from grognard.board.draw.page import SIZE, Page
from grognard.board.draw.pieces import FACING
from grognard.board.hexes.map import HexMap
from grognard.board.inches.terrain_table import Table
from grognard.engine import Game, Piece, PieceView
from grognard.engine.core.wording import with_count
from grognard.engine.match.gesture import point_of

Box = tuple[float, float, float, float]

SQUARE = 3  # inches of a table that count as one place
# What terrain looks like in a sketch by a word in its name; the first that fits.
TINTS = (
    *(("sea", "#bcd3df"), ("river", "#bcd3df"), ("stream", "#bcd3df"), ("shallows", "#bcd3df"), ("ford", "#bcd3df")),
    *(("marsh", "#cfdccb"), ("swamp", "#cfdccb"), ("wood", "#c5d6b4"), ("veget", "#c5d6b4"), ("orchard", "#d5e0c0")),
    *(("scrub", "#d5e0c0"), ("town", "#d5c4b2"), ("city", "#d5c4b2"), ("village", "#d5c4b2"), ("build", "#d5c4b2")),
    *(("rough", "#e2dac6"), ("hill", "#e2dac6"), ("gully", "#e2dac6"), ("road", "#d9b98a"), ("", "#ece8dc")),
)
PLAIN = "#f4f1e8"


def tint(name: str) -> str:
    """How a kind of terrain is tinted in a sketch."""
    return next(colour for word, colour in TINTS if word in name)


class HexGround:
    """A hex map: places are hexes."""

    def __init__(self, hexmap: HexMap) -> None:
        self.map, self.name = hexmap, hexmap.name

    @cached_property
    def _page(self) -> Page:
        return Page(self.map.grid)

    @property
    def frame(self) -> Box:
        """The corner and the size of the drawing."""
        x, y, w, h = self._page.frame
        return x - 40, y - 40, w + 80, h + 80

    @property
    def places(self) -> Sequence[str]:
        """Every hex."""
        return self.map.grid.hexes

    def knows(self, place: str) -> bool:
        """Is there such a hex?"""
        return place in self.map.grid

    def spot(self, piece: Piece) -> str:
        """The hex a piece stands in; "" if it is not on the map."""
        return piece.place if piece.place in self.map.grid else ""

    def centre(self, place: str) -> tuple[float, float]:
        """The middle of a hex in the drawing."""
        return self._page.centre(self._page.cube(place))

    @property
    def step(self) -> float:
        """From the middle of a hex to that of the next."""
        return SIZE * sqrt(3)

    def point(self, place: str) -> tuple[float, float] | None:
        """The middle of a hex, if there is such a hex; a place may also be called by its name."""
        named = next((known.hex for known in self.map.places if known.name.lower() == place.lower()), place)
        return self.centre(named) if named in self.map.grid else None

    def stands(self, piece: Piece) -> tuple[float, float] | None:
        """The middle of the hex a piece stands in."""
        return self.centre(piece.place) if piece.place in self.map.grid else None

    def place_at(self, x: float, y: float) -> str:
        """The hex under a point of the drawing; "" beside the map."""
        away, nearest = min((hypot(x - cx, y - cy), h) for h in self.places for cx, cy in [self.centre(h)])
        return nearest if away <= SIZE else ""

    def apart(self, a: str, b: str) -> str:
        """How far two hexes are from each other, in words."""
        return with_count(self.map.grid.distance(a, b), "hex")

    def says(self, place: str) -> str:
        """The terrain of a hex in words."""
        hexmap = self.map
        words = hexmap.ground(place)
        words += sorted({line.kind.replace("_", " ") for line in hexmap.lines if place in line.hexes})
        if place in hexmap.bridged_hexes:
            words.append("bridge")
        if hexmap.level(place) != hexmap.base:
            words.append(f"level {hexmap.level(place)}")
        named = [known.name for known in hexmap.places if known.hex == place]
        return ", ".join(named + (words or ["open"]))

    def draw(
        self,
        pieces: Sequence[PieceView] = (),
        counters: Mapping[str, object] | None = None,
        palette: str | None = None,
        *,
        far: bool = False,
    ) -> str:
        """The map as one SVG, with the pieces that stand on it."""
        if not pieces:
            return draw_board(self.map, palette=palette, far=far)
        faces = plain_counters(pieces, counters or {})
        shown = [(p.place, p.face, worn(p)) for p in pieces if self.knows(p.place)]
        return draw_position(self.map, shown, faces, palette=palette, far=far)

    def halves(self, tone: str) -> tuple[str, str]:
        """The ground and its lettering by day or by night, to be laid one over the other."""
        return draw_halves(self.map, palette=self.palette(tone))

    def palette(self, tone: str) -> str | None:
        """The map's own palette, or its twin for the other time of day where palettes come in pairs."""
        own = str(self.map.look.get("palette", ""))
        name, _, time = own.rpartition("-")
        twin = f"{name}-{'night' if tone == 'dark' else 'day'}"
        return twin if time in ("day", "night") and twin in palette_names() else None

    def lie(self) -> dict[str, Any]:
        """Where the hexes lie and what is in them, for a page that answers to the mouse."""
        hexes = {}
        for h in self.places:
            x, y = self.centre(h)
            hexes[h] = [round(x, 1), round(y, 1), self.says(h)]
        return {"frame": list(self.frame), "flat": self._page.flat, "size": SIZE, "hexes": hexes}

    def sketch(self) -> str:
        """All hexes of a tint as one path, then rivers and roads, then names: a ground to lay figures on."""
        paths: dict[str, list[str]] = {}
        for h in self.places:
            kinds = sorted(self.map.terrain[h])
            corners = "L".join(f"{x:.1f},{y:.1f}" for x, y in self._page.corners(self._page.cube(h)))
            paths.setdefault(tint(kinds[0]) if kinds else PLAIN, []).append(f"M{corners}Z")
        drawn = [f"<path d='{''.join(d)}' fill='{fill}' stroke='#fff' stroke-width='2'/>" for fill, d in paths.items()]
        for line in self.map.lines:
            points = " ".join("{:.1f},{:.1f}".format(*self.centre(h)) for h in line.hexes)
            drawn.append(f"<polyline points='{points}' fill='none' stroke='{tint(line.kind)}' stroke-width='12'/>")
        for place in self.map.places:
            x, y = self.centre(place.hex)
            at = f"x='{x:.1f}' y='{y - 20:.1f}' font-size='34' text-anchor='middle'"
            drawn.append(f"<text {at}>{escape(place.name)}</text>")
        return "".join(drawn)


class InchGround:
    """A table of inches: places are its features by name, and squares of a few inches."""

    def __init__(self, table: Table, name: str) -> None:
        self.table, self.name = table, name

    @property
    def frame(self) -> Box:
        """The corner and the size of the drawing, rim and all."""
        return -RIM, -RIM, self.table.width * INCH + 2 * RIM, self.table.height * INCH + 2 * RIM

    @property
    def places(self) -> Sequence[str]:
        """Every feature with a name."""
        return tuple(self.table.features)

    def knows(self, place: str) -> bool:
        """Is there such a feature, or such a square?"""
        return place in self.table.features or self._square(place) is not None

    def _square(self, place: str) -> tuple[float, float] | None:
        """The middle of a square, in inches."""
        column, comma, row = place.partition(",")
        if not (comma and column.isdecimal() and row.isdecimal()):
            return None
        x, y = (int(column) + 0.5) * SQUARE, (int(row) + 0.5) * SQUARE
        known = self._square_at(x, y) == place
        return (min(x, self.table.width), min(y, self.table.height)) if known else None

    def spot(self, piece: Piece) -> str:
        """The square a piece stands in; "" if it is not on the table."""
        point = getattr(piece, "point", None)
        return self._square_at(*point) if piece.place and point is not None else ""

    def _square_at(self, x: float, y: float) -> str:
        """The square that a point lies in; one on the far edge of the table lies in the last."""
        return f"{_part(x, self.table.width)},{_part(y, self.table.height)}"

    def _inches(self, place: str) -> tuple[float, float]:
        feature = self.table.features.get(place)
        point = feature.centre if feature else self._square(place)
        if point is None:
            raise KeyError(f"there is no {place!r} on this table")
        return point

    def centre(self, place: str) -> tuple[float, float]:
        """The middle of a feature or a square in the drawing."""
        return on_page(self.table, *self._inches(place))

    @property
    def step(self) -> float:
        """The side of a square."""
        return SQUARE * INCH

    def point(self, place: str) -> tuple[float, float] | None:
        """A point by its inches ("36,23.5"), or the middle of a feature."""
        inches, feature = point_of(place), self.table.features.get(place.lower().replace(" ", "_"))
        if inches is None:
            return on_page(self.table, *feature.centre) if feature is not None else None
        x, y = inches[0] / 100, inches[1] / 100
        return on_page(self.table, x, y) if (x, y) in self.table else None

    def stands(self, piece: Piece) -> tuple[float, float] | None:
        """The middle of a unit on the table."""
        point = getattr(piece, "point", None)
        return on_page(self.table, *point) if piece.place and point is not None else None

    def place_at(self, x: float, y: float) -> str:
        """The square under a point of the drawing; "" beside the table."""
        point = x / INCH, self.table.height - y / INCH
        return self._square_at(*point) if point in self.table else ""

    def apart(self, a: str, b: str) -> str:
        """How far the middles of two places are from each other, in words."""
        (ax, ay), (bx, by) = self._inches(a), self._inches(b)
        return f"{hypot(ax - bx, ay - by):.1f} inches"

    def says(self, place: str) -> str:
        """What lies at a place, in words."""
        feature = self.table.features.get(place)
        if feature:
            return feature.type.replace("_", " ")
        found = [area.type.replace("_", " ") for area in self.table.areas_at(self._inches(place))]
        return ", ".join(found or ["open"])

    def draw(
        self,
        pieces: Sequence[PieceView] = (),
        counters: Mapping[str, object] | None = None,
        palette: str | None = None,
        *,
        far: bool = False,
    ) -> str:
        """The table as one SVG: terrain, bases, and the ruler and names unless it is to be seen from far."""
        ground, letters = draw_table(self.table, colours=palette or "table")
        known = counters or {}
        bases = [(base, p.boxes) for p in pieces if p.boxes and isinstance(base := known.get(p.face), Base)]
        over = "".join(draw_formation(self.table, *unit) for unit in bases)
        inside = "" if far else letters[letters.index(">") + 1 : letters.rindex("</svg>")]
        return ground.replace("</svg>", over + inside + "</svg>")

    def halves(self, tone: str) -> tuple[str, str]:
        """The ground, and the ruler and names, to be laid one over the other; a table is the same at any time."""
        return draw_table(self.table)

    def lie(self) -> dict[str, Any]:
        """Where the features lie, for a page that answers to the mouse."""
        places = {name: [*map(round, self.centre(name)), self.says(name)] for name in self.places}
        return {"frame": list(self.frame), "inch": INCH, "high": self.table.height, "size": 26, "hexes": places}

    def sketch(self) -> str:
        """The table in plain tints: a ground to lay figures on."""
        drawn = [f"<rect width='{self.table.width * INCH:g}' height='{self.table.height * INCH:g}' fill='{PLAIN}'/>"]
        for feature in self.table.features.values():
            points = " ".join("{:.1f},{:.1f}".format(*on_page(self.table, x, y)) for x, y in feature.points)
            colour = tint(feature.type)
            look = f"fill='{colour}'" if feature.closed else f"fill='none' stroke='{colour}' stroke-width='12'"
            drawn.append(f"<{'polygon' if feature.closed else 'polyline'} points='{points}' {look}/>")
        return "".join(drawn)


PLAIN_LIVERIES = ("german_grey", "soviet", "british", "american")


def worn(piece: PieceView) -> list[str]:
    """What is drawn on a counter beside its face: its marks, and the way it looks."""
    facing = [] if piece.facing is None else [f"{FACING}{piece.facing:g}"]
    return [*facing, *(mark for mark in piece.marks if mark in MARKS)]


def plain_counters(pieces: Sequence[PieceView], counters: Mapping[str, object]) -> dict[str, Face | Marker | Base]:
    """The faces of these pieces; one that nobody has drawn is a plain card with the piece's name."""
    found: dict[str, Face | Marker | Base] = {}
    sides = sorted({p.side for p in pieces})
    for p in pieces:
        face = counters.get(p.face)
        if isinstance(face, Face | Marker | Base):
            found[p.face] = face
        else:
            livery = PLAIN_LIVERIES[sides.index(p.side) % len(PLAIN_LIVERIES)]
            found[p.face] = Face(livery=livery, name=p.name, hidden=p.hidden)
    return found


def _part(inches: float, size: float) -> int:
    """Which of the squares along an edge of this size holds a point."""
    return min(int(inches // SQUARE), ceil(size / SQUARE) - 1)


def hexmap_of(game: Game, scenario: str) -> HexMap | None:
    """The map a scenario is played on, for those who draw hexes their own way; None on a table of inches."""
    ground = game.face.ground(scenario)
    return ground.map if isinstance(ground, HexGround) else None
