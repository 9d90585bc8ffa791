"""A hex map as a readable TOML file: what is printed in each hex, on each hexside, along each road.

name = "The Northern Donets"

[grid]
columns = [0, 44]
rows = [10, 39]
shape = "pointy"              # or "flat"
shifted = "odd"               # these rows (columns if flat) stand half a hex right (lower)
rows_up = true                # optional: row numbers grow up the page
id = "RRCC"                   # or "CCRR"
south_up = true               # optional: only the compass rose cares
missing = ["4101"]            # optional: hexes that are not part of the map

[terrain]                     # terrain name -> hexes; a hex may carry several
wood = ["2314", "2315"]

[elevation]                   # level -> hexes; hexes not listed are at `base`
base = 1
2 = ["2401"]

[[line]]                      # roads, trails, watercourses through hexes; links join neighbours in the list
kind = "road"
name = "south highway"
hexes = ["3400", "3401"]

[[hexside]]                   # rivers, ditches, cliffs that run along hexsides
kind = "river"
name = "Gniloi Tikich"
sides = ["0214/0215"]

[[bridge]]                    # in a hex, or across a hexside
kind = "wood"
hex = "3408"                  # or side = "0214/0215"

[[place]]
name = "Rzhavets"
hex = "1917"
kind = "town"                 # how its name is lettered: town, village, small, river, gully, hill

[marks]                       # named sets of hexes that are no terrain: set-up stars, objectives, fires
star = ["3411"]

[look]                        # how it is drawn: see board/draw
palette = "steppe-night"
"""

from __future__ import annotations

import re
import tomllib
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from grognard.board.hexgrid import Hex, HexGrid

Side = tuple[Hex, Hex]  # the hexside between two neighbours, smaller name first


class MapError(ValueError):
    """A map file with a mistake in it; the message names the file, the line and the hex."""


class Grid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    columns: tuple[int, int]
    rows: tuple[int, int]
    shape: str
    shifted: str
    rows_up: bool = False
    id: str = "CCRR"
    south_up: bool = False
    missing: tuple[Hex, ...] = ()


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    hexes: tuple[Hex, ...]
    name: str = ""
    look: str = ""  # a drawing hint, for instance "reach" or "pond"


class Hexside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    sides: tuple[str, ...]
    name: str = ""


class Bridge(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    hex: Hex = ""
    side: str = ""


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    hex: Hex
    kind: str = "small"


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    grid: Grid
    terrain: dict[str, tuple[Hex, ...]] = {}
    elevation: dict[str, Any] = {}
    line: tuple[Line, ...] = ()
    hexside: tuple[Hexside, ...] = ()
    bridge: tuple[Bridge, ...] = ()
    place: tuple[Place, ...] = ()
    marks: dict[str, tuple[Hex, ...]] = {}
    look: dict[str, Any] = {}


class HexMap:
    """A map that was read and found sound."""

    def __init__(self, data: _File, grid: HexGrid) -> None:
        self.name, self.grid, self.look = data.name, grid, data.look
        self.south_up = data.grid.south_up
        self.lines, self.hexsides, self.bridges = data.line, data.hexside, data.bridge
        self.places, self.marks = data.place, data.marks
        self.areas: dict[str, frozenset[Hex]] = {kind: frozenset(hs) for kind, hs in data.terrain.items()}
        self._levels = {h: int(level) for level, hs in data.elevation.items() if level != "base" for h in hs}
        self.base: int = data.elevation.get("base", 0)

    @cached_property
    def terrain(self) -> dict[Hex, frozenset[str]]:
        """Every terrain kind listed for each hex, lines and bridges not counted."""
        found: dict[Hex, set[str]] = {h: set() for h in self.grid.hexes}
        for kind, hexes in self.areas.items():
            for h in hexes:
                found[h].add(kind)
        return {h: frozenset(kinds) for h, kinds in found.items()}

    def level(self, h: Hex) -> int:
        """The elevation of a hex."""
        return self._levels.get(h, self.base)

    def line_hexes(self, kind: str) -> frozenset[Hex]:
        """Every hex that a line of this kind runs through."""
        return frozenset(h for line in self.lines if line.kind == kind for h in line.hexes)

    def links(self, *kinds: str) -> dict[Hex, tuple[Hex, ...]]:
        """The hexes joined to each hex by lines of these kinds, consecutive hexes of one line only."""
        found: dict[Hex, dict[Hex, None]] = {}
        for line in self.lines:
            if line.kind in kinds:
                for a, b in pairwise(line.hexes):
                    found.setdefault(a, {})[b] = None
                    found.setdefault(b, {})[a] = None
        return {h: tuple(others) for h, others in found.items()}

    @cached_property
    def sides(self) -> dict[Side, frozenset[str]]:
        """The features on each hexside that has any."""
        found: dict[Side, set[str]] = {}
        for feature in self.hexsides:
            for text in feature.sides:
                found.setdefault(side(*text.split("/")), set()).add(feature.kind)
        return {key: frozenset(kinds) for key, kinds in found.items()}

    @cached_property
    def bridged_sides(self) -> frozenset[Side]:
        """Hexsides with a bridge across them."""
        return frozenset(side(*b.side.split("/")) for b in self.bridges if b.side)

    @cached_property
    def bridged_hexes(self) -> dict[Hex, str]:
        """Hexes with a bridge in them, and its kind."""
        return {b.hex: b.kind for b in self.bridges if b.hex}


def side(a: Hex, b: Hex) -> Side:
    """The hexside between two neighbours, however they are given."""
    return (a, b) if a < b else (b, a)


def load_map(path: Path) -> HexMap:
    """Read a map file, or raise a MapError that says where the mistake is."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise MapError(f"{path}: cannot be read ({error.strerror}). Check the file name.") from error
    return parse_map(text, path.name)


def parse_map(text: str, source: str = "map") -> HexMap:
    """Read a map from text; `source` is the file name that errors mention."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MapError(f"{source}: not valid TOML: {error}") from error
    try:
        data = msgspec.convert(raw, _File)
    except msgspec.ValidationError as error:
        raise MapError(f"{source}, line {_line_of_key(text, str(error))}: {error}") from error
    grid = _grid(data.grid, text, source)
    _Checker(text, source, grid).check(data)
    return HexMap(data, grid)


def _grid(data: Grid, text: str, source: str) -> HexGrid:
    """The grid, or a MapError if its description makes no sense."""

    def fail(key: str, message: str) -> NoReturn:
        raise MapError(f"{source}, line {_line_of_key(text, f'`$.grid.{key}`')}: [grid] {message}.")

    if data.shape not in ("pointy", "flat"):
        fail("shape", f'shape must be "pointy" or "flat", not "{data.shape}"')
    if data.shifted not in ("odd", "even"):
        fail("shifted", f'shifted must be "odd" or "even", not "{data.shifted}"')
    if data.id not in ("RRCC", "CCRR"):
        fail("id", f'id must be "RRCC" or "CCRR", not "{data.id}"')
    for key, (first, last) in (("columns", data.columns), ("rows", data.rows)):
        if not 0 <= first <= last <= 99:
            fail(key, f"{key} must run upwards between 0 and 99, not from {first} to {last}")
    return HexGrid(
        data.columns,
        data.rows,
        shape="pointy" if data.shape == "pointy" else "flat",
        shifted="odd" if data.shifted == "odd" else "even",
        rows_up=data.rows_up,
        id="RRCC" if data.id == "RRCC" else "CCRR",
        missing=data.missing,
    )


def _line_of_key(text: str, message: str) -> int:
    """The line of the key that a message quotes last, or of the table it stands in, or the first line."""
    rows = text.splitlines()
    quoted = [re.sub(r"\[.*?\]", "", words) for words in re.findall(r"`([^`]*)`", message)]
    names = [name for words in quoted for name in words.split(".") if name not in ("$", "")]
    unknown = re.search(r"unknown field `([^`]*)`", message)
    if unknown:
        names.append(unknown[1])
    for name in reversed(names):
        for i, row in enumerate(rows, 1):
            if re.match(rf"\s*(\"?{re.escape(name)}\"?\s*=|\[+{re.escape(name)}\]+)", row):
                return i
    return 1


class _Checker:
    """Finds the first mistake in a map and says where it stands."""

    def __init__(self, text: str, source: str, grid: HexGrid) -> None:
        self.rows, self.source, self.grid = text.splitlines(), source, grid
        self.start = 0  # the row where what is being checked begins

    def check(self, data: _File) -> None:
        for kind, hexes in data.terrain.items():
            self._go("[terrain]", key=kind)
            self._known(hexes, f"terrain {kind}")
        self._levels(data.elevation)
        for i, line in enumerate(data.line):
            self._go("[[line]]", i)
            self._known(line.hexes, f"{line.kind} {line.name!r}")
            for a, b in pairwise(line.hexes):
                self._adjacent(a, b, f"{line.kind} {line.name!r}", b)
        for i, feature in enumerate(data.hexside):
            self._go("[[hexside]]", i)
            for text in feature.sides:
                self._side(text, f"{feature.kind} {feature.name!r}")
        for i, bridge in enumerate(data.bridge):
            self._go("[[bridge]]", i)
            self._bridge(bridge)
        for i, place in enumerate(data.place):
            self._go("[[place]]", i)
            self._known((place.hex,), f"place {place.name!r}")
        for mark, hexes in data.marks.items():
            self._go("[marks]", key=mark)
            self._known(hexes, f"marks {mark}")

    def _levels(self, elevation: dict[str, Any]) -> None:
        levels: dict[Hex, str] = {}
        for level, hexes in elevation.items():
            self._go("[elevation]", key=level)
            if level == "base":
                if not isinstance(hexes, int):
                    self._fail(f"elevation base must be a number, not {hexes!r}", "base")
                continue
            named = isinstance(hexes, list) and all(isinstance(h, str) for h in hexes)
            if not named or not re.fullmatch(r"-?\d+", level):
                self._fail(f"elevation {level!r} must be a number with a list of hexes", level)
            self._known(hexes, f"elevation {level}")
            for h in hexes:
                if h in levels:
                    self._fail(f"hex {h} is listed at level {levels[h]} and at level {level}", h)
                levels[h] = level

    def _bridge(self, bridge: Bridge) -> None:
        if bool(bridge.hex) == bool(bridge.side):
            self._fail(f"bridge {bridge.kind!r} needs either a hex or a side", bridge.hex or bridge.kind)
        if bridge.hex:
            self._known((bridge.hex,), f"bridge {bridge.kind}")
        else:
            self._side(bridge.side, f"bridge {bridge.kind}")

    def _go(self, header: str, number: int = 0, key: str = "") -> None:
        """Turn to the table of this header (counting from 0), and to one key in it."""
        places = [i for i, row in enumerate(self.rows) if row.strip().startswith(header)]
        self.start = places[number] if number < len(places) else 0
        if key:
            entry = re.compile(rf"\s*\"?{re.escape(key)}\"?\s*=")
            self.start = next((i for i in range(self.start, len(self.rows)) if entry.match(self.rows[i])), self.start)

    def _known(self, hexes: tuple[Hex, ...] | list[Hex], what: str) -> None:
        seen = set()
        for h in hexes:
            if h not in self.grid:
                self._fail(f"{what} names hex {h!r}, which is not on this map", h)
            if h in seen and not what.startswith(("road", "trail")):
                self._fail(f"{what} names hex {h} twice", h)
            seen.add(h)

    def _adjacent(self, a: Hex, b: Hex, what: str, where: str) -> None:
        if b not in self.grid.neighbours[a]:
            self._fail(f"{what} goes from {a} to {b}, which are not neighbours", where)

    def _side(self, text: str, what: str) -> None:
        pair = text.split("/")
        if len(pair) != 2:
            self._fail(f'{what}: write a hexside as "0101/0102", not {text!r}', text)
        self._known(pair, what)
        self._adjacent(pair[0], pair[1], what, text)

    def _fail(self, message: str, token: str) -> NoReturn:
        here = range(self.start, len(self.rows))
        line = next((i for i in here if f'"{token}"' in self.rows[i]), None)
        if line is None:
            line = next((i for i in here if token in self.rows[i]), self.start)
        raise MapError(f"{self.source}, line {line + 1}: {message}.")
