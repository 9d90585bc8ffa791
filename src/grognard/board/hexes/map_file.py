"""What a map file holds, the words a game has for what is on its maps, and all that can be wrong with a map."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from grognard.board.hexes.grid import Hex, HexGrid
from grognard.engine import Fault, suggest_choices

Path = tuple[str | int, ...]
Number = Annotated[int, Meta(ge=0, le=99)]
Words = Annotated[str, Meta(max_length=60)]
Level = Annotated[int, Meta(ge=-9, le=9)]

HEXES = 2600  # that a map of a player may have
ROWS = 400  # lines, hexsides, bridges or names of a map
BASE, PALETTE = "base", "palette"
TWICE = ("road", "trail")  # lines that may cross themselves


class MapTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table of a map file."""


class Grid(MapTable, frozen=True):
    columns: tuple[Number, Number]  # first and last column
    rows: tuple[Number, Number]  # first and last row
    shape: Literal["pointy", "flat"]  # do hexes stand on a point or on a side?
    shifted: Literal["odd", "even"]  # which columns or rows lie half a hex further
    rows_up: bool = False  # row numbers grow upwards
    id: Literal["CCRR", "RRCC"] = "CCRR"  # order of column and row in a hex number
    south_up: bool = False  # the map is printed with south at the top
    missing: tuple[Hex, ...] = ()  # numbers without a hex

    @property
    def made(self) -> HexGrid:
        return HexGrid(
            self.columns,
            self.rows,
            shape=self.shape,
            shifted=self.shifted,
            rows_up=self.rows_up,
            id=self.id,
            missing=self.missing,
        )


class Line(MapTable, frozen=True):
    kind: str  # word of the game's vocabulary, such as "road"
    hexes: tuple[Hex, ...]  # hexes it runs through, in order
    name: Words = ""  # printed name
    look: str = ""  # a drawing hint, for instance "reach" or "pond"


class Hexside(MapTable, frozen=True):
    kind: str  # word of the game's vocabulary, such as "river"
    sides: tuple[str, ...]  # hexsides, each as two hexes: "0101-0102"
    name: Words = ""  # printed name


class Bridge(MapTable, frozen=True):
    kind: str  # word of the game's vocabulary
    hex: Hex = ""  # hex it lies in
    side: str = ""  # or hexside it crosses


class Place(MapTable, frozen=True):
    name: Words  # printed name
    hex: Hex  # hex it is printed in
    kind: str = "small"  # size of the lettering


class MapFile(MapTable, frozen=True):
    """A map as it stands in its file."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]  # name of the map
    grid: Grid  # its hexes
    game: Annotated[str, Meta(description="The game it is made for.")] = ""
    terrain: dict[str, tuple[Hex, ...]] = {}  # hexes by kind of terrain
    elevation: dict[str, Level | tuple[Hex, ...]] = {}  # height of the ground, or hexes by height
    line: tuple[Line, ...] = ()  # roads, rails and streams
    hexside: tuple[Hexside, ...] = ()  # rivers, slopes and walls
    bridge: tuple[Bridge, ...] = ()  # bridges and fords
    place: tuple[Place, ...] = ()  # names on the map
    marks: dict[str, tuple[Hex, ...]] = {}  # hexes by mark, such as entry hexes
    look: dict[str, str | bool | tuple[str, ...]] = {}  # palette and other settings of the drawing


class Vocabulary(MapTable, frozen=True):
    """What maps of a game may hold, each word with what people call it; it stands in `data/ground.toml`."""

    shape: Literal["hexes", "table"] = "hexes"  # of a table the terrain is areas and the lines are lines
    sheet: str = ""  # the map in the box whose hexes all maps have, in a game that is played on those alone
    grid: Grid | None = None  # the hexes of that map
    terrain: dict[str, str] = {}  # kinds of terrain
    line: dict[str, str] = {}  # kinds of lines
    hexside: dict[str, str] = {}  # kinds of hexsides
    bridge: dict[str, str] = {}  # kinds of bridges
    bridges: Literal["hex", "side", "either"] = "either"  # where they stand
    place: dict[str, str] = {}  # how names are lettered
    marks: dict[str, str] = {}  # kinds of marks
    beside: tuple[str, ...] = ()  # terrain that lies in a hex beside other terrain
    levels: tuple[Level, Level] | None = None  # lowest and highest level of the ground
    palettes: dict[str, str] = {}  # colours to choose from
    look: dict[str, str | bool | tuple[str, ...]] = {}  # in which styles its words are drawn

    def drawn(self, file: MapFile) -> dict[str, Any]:
        """How a map is drawn: in the game's styles as far as it uses them, and its own palette."""
        used = {row.kind for rows in (file.line, file.hexside, file.bridge) for row in rows}
        used |= set(file.terrain) | set(file.marks)
        found: dict[str, Any] = {}
        for style, names in self.look.items():
            listed = [name for name in names if name in used] if isinstance(names, tuple) else names
            if listed:
                found[style] = listed
        return found | file.look


def map_schema(words: Vocabulary, game: str) -> dict[str, Any]:
    """What a map file of a game may hold, for editors: a JSON schema."""
    schema = msgspec.json.schema(MapFile)
    parts = schema["$defs"]
    for part in (Line, Hexside, Bridge, Place):
        parts[part.__name__]["properties"]["kind"]["enum"] = list(getattr(words, part.__name__.lower()))
    own = parts["MapFile"]["properties"]
    for name, known in (("terrain", words.terrain), ("marks", words.marks)):
        own[name]["propertyNames"] = {"enum": list(known)}
    own["game"]["const"] = game
    title = f"A map of {game}"
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **schema}


# ------------------------------------------------------------------ what must be true


def grid_faults(grid: Grid, path: Path = ()) -> Iterator[Fault]:
    """What is wrong with the description of a grid."""
    for key, (first, last) in (("columns", grid.columns), ("rows", grid.rows)):
        if first > last:
            yield Fault((*path, "grid", key), f"They run upwards, not from {first} to {last}.")


def map_faults(file: MapFile, words: Vocabulary | None = None, path: Path = ()) -> Iterator[Fault]:
    """All that is wrong with a map beyond its types; with a game's words, those that it does not have too."""
    found = list(grid_faults(file.grid, path))
    yield from found
    if words is not None:
        yield from _strange(file, words, path)
    if not found:
        yield from _Checker(file.grid.made, path).faults(file)


class _Checker:
    """Finds every mistake in a map."""

    def __init__(self, grid: HexGrid, path: Path) -> None:
        self.grid, self.path = grid, path

    def faults(self, file: MapFile) -> Iterator[Fault]:
        for kind, hexes in file.terrain.items():
            yield from self._known(hexes, ("terrain", kind))
        yield from self._levels(file)
        for i, line in enumerate(file.line):
            path: Path = ("line", i, "hexes")
            yield from self._known(line.hexes, path, twice=line.kind in TWICE)
            for n, (a, b) in enumerate(pairwise(line.hexes), 1):
                yield from self._adjacent(a, b, (*path, n))
        for i, feature in enumerate(file.hexside):
            for n, text in enumerate(feature.sides):
                yield from self._side(text, ("hexside", i, "sides", n))
        for i, bridge in enumerate(file.bridge):
            yield from self._bridge(bridge, ("bridge", i))
        for i, place in enumerate(file.place):
            yield from self._hex(place.hex, ("place", i, "hex"))
        for mark, hexes in file.marks.items():
            yield from self._known(hexes, ("marks", mark))

    def _levels(self, file: MapFile) -> Iterator[Fault]:
        seen: dict[Hex, str] = {}
        for level, hexes in file.elevation.items():
            path: Path = ("elevation", level)
            if (level == BASE) != isinstance(hexes, int) or not (level == BASE or re.fullmatch(r"-?\d", level)):
                yield self._fault(path, f"{BASE!r} must be a number, a level must be a number with a list of hexes.")
            elif not isinstance(hexes, int):
                yield from self._known(hexes, path)
                for i, h in enumerate(hexes):
                    if h in seen and seen[h] != level:
                        yield self._fault((*path, i), f"Hex {h} is listed at level {seen[h]} and at level {level}.")
                    seen[h] = level

    def _bridge(self, bridge: Bridge, path: Path) -> Iterator[Fault]:
        if bool(bridge.hex) == bool(bridge.side):
            yield self._fault(path, f"A bridge ({bridge.kind}) needs either a hex or a side.")
        elif bridge.hex:
            yield from self._hex(bridge.hex, (*path, "hex"))
        else:
            yield from self._side(bridge.side, (*path, "side"))

    def _known(self, hexes: Iterable[Hex], path: Path, *, twice: bool = False) -> Iterator[Fault]:
        seen = set()
        for i, h in enumerate(hexes):
            yield from self._hex(h, (*path, i))
            if h in seen and not twice:
                yield self._fault((*path, i), f"Hex {h} stands here twice. Name it once.")
            seen.add(h)

    def _hex(self, h: Hex, path: Path) -> Iterator[Fault]:
        if h not in self.grid:
            near = suggest_choices(self.grid.hexes, h)
            yield self._fault(path, f"Hex {h[:12]!r} is not on this map. {near}")

    def _adjacent(self, a: Hex, b: Hex, path: Path) -> Iterator[Fault]:
        if a in self.grid and b in self.grid and b not in self.grid.neighbours[a]:
            choice = ", ".join(n for n in self.grid.neighbours[a] if n)
            yield self._fault(path, f"{a} and {b} are not neighbours. Beside {a} are {choice}.")

    def _side(self, text: str, path: Path) -> Iterator[Fault]:
        pair = text.split("/")
        if len(pair) != 2:
            yield self._fault(path, f"Write a hexside as '0101/0102', not {text[:20]!r}.")
            return
        for h in pair:
            yield from self._hex(h, path)
        yield from self._adjacent(pair[0], pair[1], path)

    def _fault(self, path: Path, says: str) -> Fault:
        return Fault((*self.path, *path), says)


def _strange(file: MapFile, words: Vocabulary, path: Path) -> Iterator[Fault]:
    """Words that the game does not have, and more than a player's map may hold."""
    yield from _too_much(file, path)
    if words.grid is not None and file.grid != words.grid:
        says = "All maps of this game have the hexes of the printed one. Take [grid] from it: grognard map show."
        yield Fault((*path, "grid"), says)
    for key, kinds, known in (("terrain", file.terrain, words.terrain), ("marks", file.marks, words.marks)):
        yield from (_no_such(kind, known, (*path, key, kind)) for kind in kinds if kind not in known)
    for key in ("line", "hexside", "bridge", "place"):
        for i, row in enumerate(getattr(file, key)):
            if row.kind not in getattr(words, key):
                yield _no_such(row.kind, getattr(words, key), (*path, key, i, "kind"))
    yield from _strange_bridges(file, words, path)
    yield from _strange_levels(file, words, path)
    for key, value in file.look.items():
        if key != PALETTE or value not in words.palettes:
            yield Fault(
                (*path, "look", key), f"A map chooses its {PALETTE!r}. {suggest_choices(words.palettes, str(value))}"
            )


def _too_much(file: MapFile, path: Path) -> Iterator[Fault]:
    (first, last), (top, bottom) = file.grid.columns, file.grid.rows
    if (last - first + 1) * (bottom - top + 1) > HEXES:
        yield Fault((*path, "grid"), f"A map has at most {HEXES} hexes.")
    for key in ("line", "hexside", "bridge", "place"):
        if len(getattr(file, key)) > ROWS:
            yield Fault((*path, key), f"A map has at most {ROWS} of them.")


def _no_such(word: str, known: Collection[str], path: Path) -> Fault:
    return Fault(path, f"This game has no {word[:40]!r} on its maps. {suggest_choices(known, word)}")


def _strange_bridges(file: MapFile, words: Vocabulary, path: Path) -> Iterator[Fault]:
    for i, bridge in enumerate(file.bridge):
        if words.bridges != "either" and not getattr(bridge, words.bridges):
            yield Fault((*path, "bridge", i), f"In this game a bridge has a {words.bridges!r}.")


def _strange_levels(file: MapFile, words: Vocabulary, path: Path) -> Iterator[Fault]:
    if words.levels is None:
        if file.elevation:
            yield Fault((*path, "elevation"), "The maps of this game have no levels. Leave it out.")
        return
    low, high = words.levels
    for level, hexes in file.elevation.items():
        number = hexes if isinstance(hexes, int) else level
        if re.fullmatch(r"-?\d", str(number)) and not low <= int(number) <= high:
            yield Fault((*path, "elevation", level), f"Levels of this game are {low} to {high}.")
