"""Painting a map: terrain, heights, roads and waters, hexsides, bridges, names and marks, one stroke at a time.

A hex is named as it is printed, a hexside or a piece of road by the two hexes it lies between. A stroke whose first
place has already what is painted takes it away, there and wherever else it leads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

import msgspec

from grognard.board.hexes.grid import HexGrid
from grognard.board.hexes.map import side
from grognard.board.hexes.map_file import BASE, TWICE, Grid, Vocabulary
from grognard.engine import GrognardError
from grognard.studio.toml_edit import Plain

Layer = Literal["terrain", "elevation", "line", "hexside", "bridge", "place", "marks", "all"]


class CannotPaint(GrognardError):
    """A stroke that leads nowhere; the message says why."""


class Stroke(NamedTuple):
    """One thing painted at one place."""

    layer: Layer
    kind: str
    place: str
    off: bool = False
    name: str = ""


def paint(sheet: Plain, words: Vocabulary, strokes: Sequence[Stroke]) -> None:
    """Change the plain data of a map."""
    grid = grid_of(sheet)
    for stroke in strokes:
        _check(grid, stroke)
    off = is_there(sheet, strokes[0])
    for stroke in strokes:
        _BRUSHES[stroke.layer](sheet, words, stroke._replace(off=off))
    _tidy(sheet)


def is_there(sheet: Plain, stroke: Stroke) -> bool:
    """Does a place have already what is painted?"""
    found, (layer, kind, place, _, name) = sheet.get(stroke.layer, {}), stroke
    if layer in ("terrain", "marks", "elevation"):
        return place in found.get(kind, ())
    ends = set(place.split("/"))
    rows = [row for row in found if row["kind"] == kind]
    if layer == "line":
        return any(ends in map(set, pairwise(row["hexes"])) for row in rows)
    if layer == "hexside":
        return any(ends == set(text.split("/")) for row in rows for text in row["sides"])
    return any(ends == set(_ends(row)) and row.get("name", "") == (name if layer == "place" else "") for row in rows)


def _check(grid: HexGrid, stroke: Stroke) -> None:
    places = stroke.place.split("/")
    if any(place not in grid for place in places):
        raise CannotPaint(f"There is no place {stroke.place[:20]!r} on the map.")
    if len(places) > 2 or (len(places) == 2 and places[1] not in grid.neighbours[places[0]]):
        raise CannotPaint(f"{' and '.join(places[:3])} are not neighbours.")


def survey(sheet: Plain, columns: int, rows: int, *, bare: bool = False) -> None:
    """Another number of columns and rows; what lies outside goes, and all of it if the map is to be bare."""
    grid = sheet["grid"]
    if size_of(sheet) != (columns, rows):
        grid["columns"] = [grid["columns"][0], grid["columns"][0] + columns - 1]
        grid["rows"] = [grid["rows"][0], grid["rows"][0] + rows - 1]
        grid.pop("missing", None)
    if bare:
        for layer in ("terrain", "elevation", "line", "hexside", "bridge", "place", "marks"):
            sheet.pop(layer, None)
    _cut(sheet, grid_of(sheet))
    _tidy(sheet)


def size_of(sheet: Plain) -> tuple[int, int]:
    """How many columns and rows a map has."""
    (left, right), (top, bottom) = sheet["grid"]["columns"], sheet["grid"]["rows"]
    return right - left + 1, bottom - top + 1


def grid_of(sheet: Plain) -> HexGrid:
    """The grid of a map."""
    return _made(msgspec.convert(sheet["grid"], Grid))


@lru_cache(maxsize=8)
def _made(grid: Grid) -> HexGrid:
    return grid.made


# ------------------------------------------------------------------ brushes


def _hexes(sheet: Plain, layer: str, kind: str) -> list[str]:
    found: list[str] = sheet.setdefault(layer, {}).setdefault(kind, [])
    return found


def _toggle(hexes: list[str], place: str, off: bool) -> None:
    if off and place in hexes:
        hexes.remove(place)
    elif not off and place not in hexes:
        hexes.append(place)


def _terrain(sheet: Plain, words: Vocabulary, stroke: Stroke) -> None:
    """A hex has one terrain, and beside it what the game says may lie there too."""
    if not stroke.off and stroke.kind not in words.beside:
        for kind, hexes in sheet.get("terrain", {}).items():
            if kind not in words.beside:
                _toggle(hexes, stroke.place, off=True)
    _toggle(_hexes(sheet, "terrain", stroke.kind), stroke.place, stroke.off)


def _elevation(sheet: Plain, words: Vocabulary, stroke: Stroke) -> None:
    levels = sheet.setdefault("elevation", {})
    for level, hexes in levels.items():
        if level != BASE:
            _toggle(hexes, stroke.place, off=True)
    if not stroke.off and int(stroke.kind) != levels.get(BASE, 0):
        _toggle(_hexes(sheet, "elevation", str(int(stroke.kind))), stroke.place, off=False)


def _marks(sheet: Plain, words: Vocabulary, stroke: Stroke) -> None:
    _toggle(_hexes(sheet, "marks", stroke.kind), stroke.place, stroke.off)


def _line(sheet: Plain, words: Vocabulary, stroke: Stroke) -> None:
    """A piece of a road from hex to hex: it goes on where one ends, or begins another."""
    a, b = _pair(stroke)
    lines = sheet.setdefault("line", [])
    joined = [line for line in lines if line["kind"] == stroke.kind and (a, b) in _links(line)]
    if stroke.off:
        for line in joined:
            lines.extend(_broken(line, {a, b}))
    elif not joined and not any(_goes_on(line, a, b) or _goes_on(line, b, a) for line in lines if _is(line, stroke)):
        lines.append({"kind": stroke.kind, **({"name": stroke.name} if stroke.name else {}), "hexes": [a, b]})


def _is(line: Plain, stroke: Stroke) -> bool:
    return bool(line["kind"] == stroke.kind and line.get("name", "") == stroke.name)


def _links(line: Plain) -> set[tuple[str, str]]:
    return {pair for a, b in pairwise(line["hexes"]) for pair in ((a, b), (b, a))}


def _goes_on(line: Plain, end: str, onward: str) -> bool:
    """Let a line that ends in a hex go on into another, if it can."""
    hexes = line["hexes"]
    if not hexes or (onward in hexes and line["kind"] not in TWICE):
        return False
    if hexes[-1] == end:
        hexes.append(onward)
    elif hexes[0] == end:
        hexes.insert(0, onward)
    else:
        return False
    return True


def _broken(line: Plain, gone: set[str]) -> list[Plain]:
    """Take a link out of a line, which keeps its first part; what is left behind it are lines of their own."""
    parts: list[list[str]] = [[]]
    for a, b in pairwise([*line["hexes"], ""]):
        parts[-1].append(a)
        if {a, b} == gone:
            parts.append([])
    line["hexes"], *others = [part for part in parts if len(part) > 1] or [[]]
    return [{**line, "hexes": part} for part in others]


def _hexside(sheet: Plain, words: Vocabulary, stroke: Stroke) -> None:
    name = "/".join(side(*_pair(stroke)))
    rows = sheet.setdefault("hexside", [])
    for row in rows:
        if row["kind"] == stroke.kind:
            row["sides"] = [text for text in row["sides"] if "/".join(sorted(text.split("/"))) != name]
    if not stroke.off:
        fitting = [row for row in rows if _is(row, stroke)]
        named = {"name": stroke.name} if stroke.name else {}
        row = fitting[0] if fitting else {"kind": stroke.kind, **named, "sides": []}
        row["sides"].append(name)
        if not fitting:
            rows.append(row)


def _bridge(sheet: Plain, words: Vocabulary, stroke: Stroke) -> None:
    key = "side" if "/" in stroke.place else "hex"
    if words.bridges not in (key, "either"):
        raise CannotPaint(f"In this game a bridge has a {words.bridges}: choose that.")
    place = "/".join(sorted(stroke.place.split("/")))
    rows = [row for row in sheet.get("bridge", []) if "/".join(sorted(row.get(key, "").split("/"))) != place]
    sheet["bridge"] = rows if stroke.off else [*rows, {"kind": stroke.kind, key: place}]


def _place(sheet: Plain, words: Vocabulary, stroke: Stroke) -> None:
    rows = [row for row in sheet.get("place", []) if row["hex"] != stroke.place]
    named = {"name": stroke.name, "hex": stroke.place, "kind": stroke.kind}
    sheet["place"] = rows if stroke.off or not stroke.name else [*rows, named]


def _all(sheet: Plain, words: Vocabulary, stroke: Stroke) -> None:
    """Bare ground: everything in the hex goes, and whatever leads to it or runs along it."""
    grid = grid_of(sheet)
    for layer in ("terrain", "marks", "elevation"):
        for kind, hexes in sheet.get(layer, {}).items():
            if kind != BASE:
                _toggle(hexes, stroke.place, off=True)
    for n in grid.neighbours[stroke.place]:
        for brush, rows in ((_line, sheet.get("line", [])), (_hexside, sheet.get("hexside", []))):
            for kind in {row["kind"] for row in rows}:
                brush(sheet, words, Stroke("all", kind, f"{stroke.place}/{n}", off=True))
    sheet["bridge"] = [row for row in sheet.get("bridge", []) if stroke.place not in _ends(row)]
    sheet["place"] = [row for row in sheet.get("place", []) if row["hex"] != stroke.place]


_BRUSHES: dict[str, Callable[[Plain, Vocabulary, Stroke], None]] = {
    "terrain": _terrain,
    "elevation": _elevation,
    "line": _line,
    "hexside": _hexside,
    "bridge": _bridge,
    "place": _place,
    "marks": _marks,
    "all": _all,
}


def _pair(stroke: Stroke) -> tuple[str, str]:
    first, _, second = stroke.place.partition("/")
    if not second:
        raise CannotPaint("Choose two hexes beside each other.")
    return first, second


# ------------------------------------------------------------------ afterwards


def _cut(sheet: Plain, grid: HexGrid) -> None:
    """Take away what is not on the grid."""
    for layer in ("terrain", "marks", "elevation"):
        table = sheet.get(layer, {})
        sheet[layer] = {kind: _on(grid, hexes) if kind != BASE else hexes for kind, hexes in table.items()}
    lines = sheet.get("line", [])
    sheet["line"] = [{**line, "hexes": part} for line in lines for part in _stretches(grid, line["hexes"])]
    for row in sheet.get("hexside", []):
        row["sides"] = [text for text in row["sides"] if all(h in grid for h in text.split("/"))]
    whole = [row for row in sheet.get("bridge", []) if all(h in grid for h in _ends(row))]
    sheet["bridge"], sheet["place"] = whole, [row for row in sheet.get("place", []) if row["hex"] in grid]


def _on(grid: HexGrid, hexes: list[str]) -> list[str]:
    return [h for h in hexes if h in grid]


def _ends(bridge: Plain) -> list[str]:
    return str(bridge.get("side") or bridge.get("hex")).split("/")


def _stretches(grid: HexGrid, hexes: list[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for h in hexes:
        if h in grid:
            parts[-1].append(h)
        elif parts[-1]:
            parts.append([])
    return [part for part in parts if len(part) > 1]


def _tidy(sheet: Plain) -> None:
    """Nothing empty is left in the file."""
    for layer in ("terrain", "marks", "elevation"):
        sheet[layer] = {kind: hexes for kind, hexes in sheet.get(layer, {}).items() if hexes or kind == BASE}
    sheet["line"] = [line for line in sheet.get("line", []) if len(line["hexes"]) > 1]
    sheet["hexside"] = [row for row in sheet.get("hexside", []) if row["sides"]]
    for layer in ("terrain", "marks", "elevation", "line", "hexside", "bridge", "place"):
        if not sheet.get(layer):
            sheet.pop(layer, None)
