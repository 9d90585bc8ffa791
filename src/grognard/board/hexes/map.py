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

from functools import cached_property
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.map_file import BASE, MapFile, Vocabulary, map_faults
from grognard.board.hexes.paths import Net
from grognard.engine import Problem, ScenarioError
from grognard.engine.game.scenario import located, parse
from grognard.engine.game.validation import MOST, validate

Side = tuple[Hex, Hex]  # the hexside between two neighbours, smaller name first


class MapError(ScenarioError):
    """A map file with mistakes in it; each names its line and what would be right."""


class HexMap:
    """A map that was read and found sound."""

    def __init__(self, data: MapFile, words: Vocabulary | None = None) -> None:
        self.file, self.name, self.grid = data, data.name, data.grid.made
        self.look: dict[str, Any] = words.drawn(data) if words else dict(data.look)
        self._called = {kind: name.lower() for kind, name in words.terrain.items()} if words else {}
        self.south_up = data.grid.south_up
        self.lines, self.hexsides, self.bridges = data.line, data.hexside, data.bridge
        self.places, self.marks = data.place, data.marks
        self.areas: dict[str, frozenset[Hex]] = {kind: frozenset(hs) for kind, hs in data.terrain.items()}
        self._levels = {h: int(level) for level, hs in data.elevation.items() if not isinstance(hs, int) for h in hs}
        base = data.elevation.get(BASE, 0)
        self.base = base if isinstance(base, int) else 0

    @cached_property
    def terrain(self) -> dict[Hex, frozenset[str]]:
        """Every terrain kind listed for each hex, lines and bridges not counted."""
        found: dict[Hex, set[str]] = {h: set() for h in self.grid.hexes}
        for kind, hexes in self.areas.items():
            for h in hexes:
                found[h].add(kind)
        return {h: frozenset(kinds) for h, kinds in found.items()}

    def ground(self, h: Hex) -> list[str]:
        """The terrain of a hex as people call it."""
        return [self._called.get(kind, kind.replace("_", " ")) for kind in sorted(self.terrain[h])]

    def level(self, h: Hex) -> int:
        """The elevation of a hex."""
        return self._levels.get(h, self.base)

    def line_hexes(self, kind: str) -> frozenset[Hex]:
        """Every hex that a line of this kind runs through."""
        return frozenset(h for line in self.lines if line.kind == kind for h in line.hexes)

    def links(self, *kinds: str) -> Net:
        """The hexes joined to each hex by lines of these kinds, consecutive hexes of one line only."""
        found: dict[Hex, dict[Hex, None]] = {}
        for line in self.lines:
            if line.kind in kinds:
                for a, b in pairwise(line.hexes):
                    found.setdefault(a, {})[b] = None
                    found.setdefault(b, {})[a] = None
        return Net({h: tuple(others) for h, others in found.items()})

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
    """Read a map file, or raise a MapError that says where the mistakes are."""
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        says = f"It cannot be read: {error.strerror}. Check the file name."
        raise MapError(str(path), [Problem(1, "", says)]) from error
    return parse_map(text, path.name)


def parse_map(text: str, source: str = "map.toml", words: Vocabulary | None = None) -> HexMap:
    """Read a map from text; `source` is the file name that errors mention, `words` are those of its game."""
    data = _tables(text, source)
    try:
        file = msgspec.convert(data, MapFile)
    except msgspec.ValidationError as error:
        raise MapError(source, located(validate(data, MapFile), text)) from error
    if found := list(islice(map_faults(file, words), MOST)):
        raise MapError(source, located(found, text))
    return HexMap(file, words)


def _tables(text: str, source: str) -> dict[str, Any]:
    try:
        return parse(text, source)
    except ScenarioError as error:
        raise MapError(source, error.problems) from error
