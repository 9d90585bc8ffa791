"""What can be done to a scenario in the studio: units and places by hand, and any value by its path."""

from __future__ import annotations

from math import hypot
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from grognard.board.ground import HexGround
from grognard.engine import Game, GrognardError
from grognard.engine.game.embedded_map import SHEET
from grognard.engine.game.scenario import LARGEST, parse
from grognard.studio.game_schema import GameSchema, Mark, bench_of, copied, gather, roster_of, spread
from grognard.studio.maps import drawn_map, ground_of, sheet_of_map, words_of
from grognard.studio.paint import Layer, Stroke, paint, size_of, survey
from grognard.studio.placements import Counted, Hand, HexByName, InPosition, Unit
from grognard.studio.toml_edit import Plain, drop, find, put, rewritten

# -------------------- Another number of turns, or a later first one, with all that a file says turn by turn


def retime(bench: GameSchema, data: Plain, turns: int) -> None:
    """Lists with an entry a turn are cut or go on as they end; spans up to the last turn go on up to the new one."""
    before = data.get("turns")
    data["turns"] = turns
    for pattern in bench.each_turn:
        for found in find(data, pattern):
            if isinstance(found.value, list) and found.value and turns > 0:
                more = [found.value[-1]] * max(0, min(turns, 99) - len(found.value))
                put(data, found.path, [*found.value, *more][:turns])
    for pattern in bench.spans:
        for found in find(data, pattern):
            if isinstance(found.value, list) and found.value[1:] == [before]:
                put(data, found.path, [found.value[0], turns])


def shift(bench: GameSchema, data: Plain, first: int) -> None:
    """A turn becomes the first: what was before it is left out, and the turns after it remain."""
    for pattern in bench.each_turn:
        for found in find(data, pattern):
            put(data, found.path, found.value[first - 1 :] or found.value[-1:])
    for pattern in bench.spans:
        for found in reversed([*find(data, pattern)]):
            begins, ends = (max(1, turn - first + 1) for turn in found.value)
            if found.value[1] < first:
                drop(data, found.path[:-1])
            else:
                put(data, found.path, [begins, ends])
    for pattern in bench.at_turn:
        for found in reversed([*find(data, pattern)]):
            if isinstance(found.path[-1], int) and found.value < first:
                drop(data, found.path)  # of a list of turns
            elif found.value:
                put(data, found.path, max(1, found.value - first + 1))
    data["turns"] = max(1, int(data["turns"]) - first + 1)


# -------------------- What can be done to a scenario in the studio

NAME = "scenario.toml"
NEAR = 0.8  # inches between corners that are one
Key = Annotated[str, Meta(max_length=80)]
Way = Annotated[tuple[Key | int, ...], Meta(min_length=1, max_length=12)]


class Edit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="edit"):
    """One change."""


class Place(Edit, frozen=True, tag="place"):
    """Put a unit down; `id` names one that takes part already."""

    unit: Key
    place: Key
    side: Key
    id: Key = ""


class Take(Edit, frozen=True, tag="take"):
    """Take one away that takes part."""

    id: Key


class EditArea(Edit, frozen=True, tag="cover"):
    """Add a place to a list of places, or take it out; the places of an outline are its corners."""

    path: Way
    place: Key


class Put(Edit, frozen=True, tag="put"):
    """Set a value, or add a row to a list."""

    path: Way
    value: Any


class Drop(Edit, frozen=True, tag="drop"):
    """Take a value or a row away."""

    path: Way


class Paint(Edit, frozen=True, tag="paint"):
    """Paint the map: the first stroke makes it a map of the scenario's own."""

    layer: Layer
    kind: Key
    places: Annotated[tuple[Key, ...], Meta(min_length=1, max_length=400)]
    name: Annotated[str, Meta(max_length=60)] = ""


class ResizeMap(Edit, frozen=True, tag="survey"):
    """Another size of the map; bare, if nothing is to be left on it."""

    columns: Annotated[int, Meta(ge=2, le=99)]
    rows: Annotated[int, Meta(ge=2, le=99)]
    bare: bool = False


AnyEdit = Place | Take | EditArea | Put | Drop | Paint | ResizeMap


class CannotEdit(GrognardError):
    """A change that cannot be made; the message says why."""


def edited(game: Game, text: str, edits: tuple[AnyEdit, ...]) -> str:
    """The text with some changes; nothing of them if one cannot be made."""
    data, bench = parse(text, NAME), bench_of(game)
    try:
        for edit in edits:
            _make(game, bench, data, edit)
        found = rewritten(text, data)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise CannotEdit("The file has another shape there. Mend what is wrong with it first.") from error
    if len(found.encode()) > LARGEST:
        raise CannotEdit(f"A scenario has at most {LARGEST // 1024} KiB; this would be more.")
    parse(found, NAME)
    return found


def _make(game: Game, bench: GameSchema, data: Plain, edit: AnyEdit) -> None:
    match edit:
        case Place():
            bench.units_in(data).put(data, _hand(game, bench, data, edit))
        case Take():
            bench.units_in(data).take(data, edit.id)
        case EditArea():
            _cover(bench, data, edit)
        case Put(path=("turns",), value=int()):
            retime(bench, data, edit.value)
        case Put():
            put(data, edit.path, copied(edit.value))
        case Drop():
            drop(data, edit.path)
        case Paint():
            strokes = [Stroke(edit.layer, edit.kind, place, name=edit.name) for place in edit.places]
            paint(own_sheet(game, data), words_of(game), strokes)
        case ResizeMap():
            sheet = own_sheet(game, data)
            if words_of(game).grid is not None and size_of(sheet) != (edit.columns, edit.rows):
                raise CannotEdit("All maps of this game have the hexes of the printed one.")
            survey(sheet, edit.columns, edit.rows, bare=edit.bare)


def own_sheet(game: Game, data: Plain) -> Plain:
    """The map of a scenario as its own: a copy of the one it was played on, if it has none yet."""
    words_of(game)
    ground = ground_of(game, data)
    if not isinstance(ground, HexGround) or (SHEET in data and drawn_map(game, data[SHEET]) is None):
        raise CannotEdit("The map has mistakes. Mend them first.")
    sheet: Plain = data.setdefault(SHEET, sheet_of_map(ground.map))
    return sheet


def _hand(game: Game, bench: GameSchema, data: Plain, edit: Place) -> Hand:
    ground = ground_of(game, data)
    way = bench.units_in(data)
    by_hex = isinstance(way, HexByName | Counted | InPosition)
    if by_hex and ground is not None and not ground.knows(edit.place):
        raise CannotEdit(f"There is no place {edit.place!r} on the map.")
    areas = {found.key: spread(mark, found.value) for mark, found in bench.marks(data) if mark.kind == "area"}
    if isinstance(way, InPosition) and not edit.id:
        raise CannotEdit(
            "It begins in a position: only who stands in it can be moved. Others are written into the text."
        )
    unit = Unit(edit.unit, edit.side, "", "", "") if isinstance(way, InPosition) else unit_of(game, edit.unit)
    return Hand(unit, edit.side, edit.place, edit.id, areas)


def unit_of(game: Game, unit: str) -> Unit:
    """A unit of the box, or a CannotEdit."""
    found = next((one for one in roster_of(game) if one.id == unit), None)
    if found is None:
        raise CannotEdit(f"There is no unit {unit!r} in the box.")
    return found


def _cover(bench: GameSchema, data: Plain, edit: EditArea) -> None:
    for mark, found in bench.marks(data):
        if found.path == edit.path:
            places = spread(mark, found.value)
            there = [place for place in places if _same(mark, place, edit.place)]
            left = [place for place in places if place not in there]
            put(data, edit.path, gather(mark, left if there else [*places, edit.place]))
            return
    raise CannotEdit("No places are listed there.")


def _same(mark: Mark, place: str, other: str) -> bool:
    """Are two places one? Corners of an outline are, if they are as near as a finger is broad."""
    if mark.shape != "outline":
        return place == other
    (x, y), (u, v) = ([float(part) for part in each.split(",")] for each in (place, other))
    return hypot(x - u, y - v) < NEAR
