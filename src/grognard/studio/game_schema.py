"""What the studio must know of a game: where units, areas and objectives stand in its files, and whom it has to offer.

It stands in `data/studio.toml` of the game, with a scenario from nothing to begin with.
"""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal

import msgspec

from grognard.engine import Game, GrognardError
from grognard.studio.placements import InPosition, Part, Unit, Way
from grognard.studio.toml_edit import Found, find, table_at

RUN = re.compile(r"(\d\d)(\d\d)-\d\d(\d\d)")


class Roster(Part, frozen=True):
    """A file of the game that lists its units; what stands in curly brackets is a column of it."""

    file: str
    rows: str = ""  # of a TOML file, the table with the units
    id: str = "{id}"
    side: str = "{side}"  # any side, where it is none of the scenario's
    name: str = "{name}"
    group: str = ""
    groups: dict[str, str] = {}  # what people call them
    face: str = "{id}"
    also: tuple[dict[str, str], ...] = ()  # units that stand in no file


class Mark(Part, frozen=True):
    """Places that a file names: where somebody sets up, what is fought for, or a piece of terrain."""

    at: str  # the pattern of its list
    kind: Literal["area", "aim", "ground"] = "area"
    name: str = ""  # if it is not the key that a star stands for
    worth: str = ""  # what stands beside it and says what it counts
    shape: Literal["hexes", "runs", "outline"] = "hexes"


class GameSchema(Part, frozen=True):
    """How to work on the scenarios of a game."""

    roster: Roster
    units: Way
    blank: dict[str, Any]  # a scenario from nothing
    mark: tuple[Mark, ...] = ()
    sides: tuple[str, ...] = ()
    sides_at: str = ""  # a table with the two sides as its keys, where they differ from file to file
    later: str = ""  # the pattern of lists of units that come on later
    each_turn: tuple[str, ...] = ()  # patterns of lists with an entry for every turn
    spans: tuple[str, ...] = ()  # patterns of pairs: the first and the last turn of something
    at_turn: tuple[str, ...] = ()  # patterns of turns on which something begins, comes or may come
    follows: tuple[str, ...] = ()  # values of a position that follow from where its pieces stand
    terrain: str = ""  # the rows with the terrain of a table that is part of the file

    def sides_of(self, data: Any) -> tuple[str, ...]:
        """The sides of a scenario."""
        return tuple(table_at(data, self.sides_at)) if self.sides_at else self.sides

    def units_in(self, data: Any) -> Way | InPosition:
        """How a file says who stands where."""
        return InPosition(self.follows) if isinstance(data.get("position"), list) and data["position"] else self.units

    def marks(self, data: Any) -> Iterator[tuple[Mark, Found]]:
        """Every list of places in a file."""
        for mark in self.mark:
            yield from ((mark, found) for found in find(data, mark.at) if isinstance(found.value, list))

    def coming(self, data: Any) -> list[str]:
        """The units that come on later."""
        lists = (found.value for found in find(data, self.later)) if self.later else ()
        return [str(unit) for units in lists if isinstance(units, list) for unit in units]


class NoBench(GrognardError):
    """A game whose scenarios the studio cannot work on."""


def bench_of(game: Game) -> GameSchema:
    """The bench of a game, or a NoBench."""
    path = game.folder / "data" / "studio.toml"
    if not path.exists():
        raise NoBench(f"{game.title} has no scenarios to be made in the studio.")
    return _read(game)


@cache
def _read(game: Game) -> GameSchema:
    path = game.folder / "data" / "studio.toml"
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), GameSchema)


@cache
def roster_of(game: Game) -> tuple[Unit, ...]:
    """Every unit of a game, as its box has them."""
    roster = bench_of(game).roster
    return tuple(_unit(roster, row) for row in (*_rows(game, roster), *roster.also))


def _rows(game: Game, roster: Roster) -> list[Mapping[str, Any]]:
    path = game.folder / "data" / roster.file
    if path.suffix == ".tsv":
        with path.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file, delimiter="\t"))
    rows: list[Mapping[str, Any]] = tomllib.loads(path.read_text("utf-8"))[roster.rows]
    return rows


def _unit(roster: Roster, row: Mapping[str, Any]) -> Unit:
    group = roster.group.format_map(row)
    unit, side, name, face = (p.format_map(row) for p in (roster.id, roster.side, roster.name, roster.face))
    return Unit(unit, side, name, roster.groups.get(group, group), face)


# ------------------------------------------------------------------ places


def spread(mark: Mark, value: list[Any]) -> list[str]:
    """The places of a list; corners of an outline as points of the table."""
    if mark.shape == "outline":
        return [f"{point[0]},{point[1]}" for point in value if isinstance(point, list) and len(point) == 2]
    names = [item for item in value if isinstance(item, str)]
    return [place for name in names for place in _run(name)] if mark.shape == "runs" else names


def _run(name: str) -> list[str]:
    """`2012-2015` is a run down one column."""
    found = RUN.fullmatch(name)
    if not found:
        return [name]
    column, first, last = found.groups()
    return [f"{column}{row:02}" for row in range(int(first), int(last) + 1)]


def gather(mark: Mark, places: list[str]) -> list[Any]:
    """Places as they stand in a file."""
    if mark.shape == "outline":
        return [[float(part) for part in place.split(",")] for place in places]
    if mark.shape == "hexes":
        return list(places)
    runs: list[list[str]] = []
    for place in sorted(set(places)):
        if runs and place[:2] == runs[-1][-1][:2] and int(place[2:]) == int(runs[-1][-1][2:]) + 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    return [run[0] if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]


def copied(value: Any) -> Any:
    """Plain data that may be changed without changing what it came from."""
    return msgspec.json.decode(msgspec.json.encode(value))
