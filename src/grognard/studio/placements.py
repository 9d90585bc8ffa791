"""The ways in which games say in their files who takes part, and where: by hex, by area, by a point, or in a list."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from grognard.engine import PositionError
from grognard.engine.game.plain_text import from_json
from grognard.engine.game.position_text import NOWHERE, piece_in
from grognard.studio.toml_edit import Plain, drop, put, rows_at, table_at


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of `data/studio.toml`."""


class Unit(NamedTuple):
    """A unit, or a kind of unit, that the game's box holds."""

    id: str
    side: str
    name: str
    group: str
    face: str


class Placed(NamedTuple):
    """One that takes part: how edits call it, which unit it is, and where it stands; several of a kind are counted."""

    id: str
    unit: str
    side: str
    place: str
    many: int = 1


class Hand(NamedTuple):
    """A unit in the hand, of a side, over a place; `id` if it takes part already."""

    unit: Unit
    side: str
    place: str
    id: str
    among: dict[str, list[str]]  # the areas of the file with their places


class HexByName(Part, frozen=True, tag="standing", tag_field="way"):
    """Each unit by its name with its hex; in tables of areas, or in areas that the units themselves name."""

    at: str
    areas: str
    by_area: bool = False

    def placed(self, data: Plain) -> list[Placed]:
        tables = table_at(data, self.at).values() if self.by_area else [table_at(data, self.at)]
        return [
            Placed(unit, unit, "", place)
            for units in tables
            if isinstance(units, dict)
            for unit, place in units.items()
            if isinstance(place, str)
        ]

    def put(self, data: Plain, hand: Hand) -> None:
        area = self._area(data, hand)
        self.take(data, hand.unit.id)
        put(data, (self.at, *((area,) if self.by_area else ()), hand.unit.id), hand.place)
        hexes = data.setdefault(self.areas, {}).setdefault(area, [])
        if hand.place not in hexes:
            hexes.append(hand.place)

    def _area(self, data: Plain, hand: Hand) -> str:
        """The area of a unit; if it has none of its own, one that has the hex, its old one, or one of its side."""
        if not self.by_area:
            return hand.unit.group
        around = [name for name, places in hand.among.items() if hand.place in places]
        own = [area for area, units in table_at(data, self.at).items() if hand.unit.id in units]
        return next(iter([*around, *own, hand.side]))

    def take(self, data: Plain, unit: str) -> None:
        tables = list(table_at(data, self.at).values()) if self.by_area else [table_at(data, self.at)]
        for units in tables:
            units.pop(unit, None)


class Counted(Part, frozen=True, tag="counted", tag_field="way"):
    """So many of a kind in an area."""

    at: str
    areas: str

    def placed(self, data: Plain) -> list[Placed]:
        return [
            Placed(str(i), str(row["type"]), str(row["side"]), str(row["area"]), row["count"])
            for i, row in enumerate(rows_at(data, self.at))
            if isinstance(row, dict) and {"type", "side", "area"} <= row.keys() and isinstance(row.get("count"), int)
        ]

    def put(self, data: Plain, hand: Hand) -> None:
        if hand.id:
            self.take(data, hand.id)
        around = [name for name, places in hand.among.items() if hand.place in places]
        rows = data.setdefault(self.at, [])
        fitting = [row["area"] for row in rows if row["side"] == hand.side]
        area = next(iter([*(a for a in around if a in fitting), *around, f"{hand.side}_start"]))
        if not around:
            put(data, (self.areas, area), [*table_at(data, self.areas).get(area, []), hand.place])
        same = [row for row in rows if (row["type"], row["area"], row["side"]) == (hand.unit.id, area, hand.side)]
        if same:
            same[0]["count"] += 1
        else:
            rows.append({"side": hand.side, "type": hand.unit.id, "count": 1, "area": area})

    def take(self, data: Plain, unit: str) -> None:
        row = data[self.at][int(unit)]
        row["count"] -= 1
        if row["count"] < 1:
            drop(data, (self.at, int(unit)))


class PointRows(Part, frozen=True, tag="drawn", tag_field="way"):
    """A row for each unit, with its point of the table."""

    at: str
    fresh: dict[str, Any]  # what else a new one says of itself
    own: dict[str, dict[str, Any]] = {}  # the same, of units that are unlike the others
    later: str = ""  # the key of the turn on which one comes who has no point yet

    def placed(self, data: Plain) -> list[Placed]:
        return [
            Placed(str(i), str(row["type"]), str(row["side"]), _spot(row.get("place")))
            for i, row in enumerate(rows_at(data, self.at))
            if isinstance(row, dict) and {"type", "side"} <= row.keys()
        ]

    def put(self, data: Plain, hand: Hand) -> None:
        spot = [round(float(part), 1) for part in hand.place.split(",")]
        if hand.id:
            data[self.at][int(hand.id)]["place"] = spot
            return
        rows = data.setdefault(self.at, [])
        named, fresh = {row.get("id") for row in rows}, self.own.get(hand.unit.id, self.fresh)
        name = next(f"{hand.unit.id}{n}" for n in range(1, len(rows) + 2) if f"{hand.unit.id}{n}" not in named)
        rows.append({"side": hand.side, "id": name, "type": hand.unit.id, **fresh, "place": spot})

    def take(self, data: Plain, unit: str) -> None:
        drop(data, (self.at, int(unit)))


class Listed(Part, frozen=True, tag="listed", tag_field="way"):
    """Names in a list of each side; where they stand is said elsewhere."""

    at: str  # the path of the list; {side} stands for the side
    sides: tuple[str, ...]
    number: bool = False  # are they numbers?
    set_up: str = ""  # the group of those whose set-up area must be said,
    areas: str = ""  # and the path of the rows that say it, each with its list
    key: str = ""

    def placed(self, data: Plain) -> list[Placed]:
        return [
            Placed(f"{side} {i}", str(name), side, "")
            for side in self.sides
            for i, name in enumerate(rows_at(data, *self._path(side)))
        ]

    def _path(self, side: str) -> tuple[str, ...]:
        return tuple(self.at.format(side=side).split("."))

    def _lists(self, data: Plain, side: str) -> list[list[Any]]:
        """Who sets up in each area."""
        rows = rows_at(data, *self.areas.format(side=side).split(".")) if self.areas else []
        return [row[self.key] for row in rows if isinstance(row, dict) and isinstance(row.get(self.key), list)]

    def put(self, data: Plain, hand: Hand) -> None:
        """Whoever has to set up somewhere does so in the first area."""
        if hand.id:
            return
        names, name = rows_at(data, *self._path(hand.side)), int(hand.unit.id) if self.number else hand.unit.id
        put(data, self._path(hand.side), [*names, name])
        lists = self._lists(data, hand.side) if hand.unit.group == self.set_up else []
        if lists and not any(name in some for some in lists):
            lists[0].append(name)

    def take(self, data: Plain, unit: str) -> None:
        side, _, place = unit.partition(" ")
        names = rows_at(data, *self._path(side))
        name = names[int(place)]
        drop(data, (*self._path(side), int(place)))
        for some in self._lists(data, side) if name not in names else ():
            some[:] = [one for one in some if one != name]


Way = HexByName | Counted | PointRows | Listed


def _spot(point: Any) -> str:
    match point:
        case [int() | float() as x, int() | float() as y]:
            return f"{x:.2f},{y:.2f}"
    return ""


# -------------------- A scenario that begins in a position


class Line(NamedTuple):
    """A piece as its line has it."""

    id: str
    side: str
    place: str
    more: str

    @property
    def kind(self) -> str:
        """What it is, if the line says so."""
        try:
            told = from_json(self.more or "{}", object)
        except ValueError:
            return ""
        return str(told.get("type", "")) if isinstance(told, dict) else ""

    def __str__(self) -> str:
        return f"piece {self.id} {self.side} {self.place or NOWHERE}{self.more}"


def line_of(row: object) -> Line | None:
    """The piece of a line, if it is one of a piece."""
    word, _, rest = row.strip().partition(" ") if isinstance(row, str) else ("", "", "")
    try:
        return Line(*piece_in(rest)) if word == "piece" else None
    except PositionError:
        return None


class InPosition(NamedTuple):
    """Who stands where by the lines of a position."""

    follows: tuple[str, ...] = ()  # values that follow from where the pieces stand

    def placed(self, data: Plain) -> list[Placed]:
        lines = filter(None, map(line_of, data["position"]))
        return [Placed(one.id, one.kind, one.side, one.place) for one in lines]

    def put(self, data: Plain, hand: Hand) -> None:
        """A piece goes elsewhere, and lies on top there."""
        found = next(one for one in map(line_of, data["position"]) if one is not None and one.id == hand.id)
        self.take(data, hand.id)
        data["position"].append(str(found._replace(place=hand.place)))

    def take(self, data: Plain, unit: str) -> None:
        """A piece is gone. Who lies on whom goes by the order of the lines from now on, and what follows, follows."""
        rows = [(row, line_of(row)) for row in data["position"]]
        if not any(one is not None and one.id == unit for _, one in rows):
            raise KeyError(unit)
        kept = [row for row, one in rows if one is None or one.id != unit]
        data["position"] = [row for row in kept if str(row).partition(" ")[0] not in ("at", *self.follows)]
