"""A table of terrain as a scenario's file holds it, and what must be true of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from grognard.board.inches.terrain_table import Feature, Table
from grognard.engine import Fault, suggest_choices

Inches = Annotated[float, Meta(ge=-1, le=240)]
Place = tuple[Inches, Inches]
Size = tuple[float, float]
Path = tuple[str | int, ...]

WIDE, DEEP = (24, 144), (24, 96)  # inches that a table may have
PIECES, CORNERS = 200, 100  # of terrain, and of the outline of one, that a table may have


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of terrain: an area or a line."""

    name: Annotated[str, Meta(pattern="^[a-z0-9_]+$", max_length=40)]  # unique name
    type: str  # kind of terrain
    polygon: tuple[Place, ...] = ()  # corners of an area
    polyline: tuple[Place, ...] = ()  # points of a line

    @property
    def feature(self) -> Feature:
        points = tuple((float(x), float(y)) for x, y in self.polygon or self.polyline)
        return Feature(self.name, self.type, points, bool(self.polygon))


class Tables(dict[str, Table]):
    """The table of every scenario that has one of its own; that of an added one when it is first asked for."""

    def __init__(self, scenarios: Iterable[str], made: Callable[[str], Table]) -> None:
        super().__init__((scenario, made(scenario)) for scenario in scenarios)
        self.made = made

    def __missing__(self, scenario: str) -> Table:
        return self.setdefault(scenario, self.made(scenario))


def ground_faults(size: Size, terrain: Iterable[Terrain], types: Collection[str]) -> Iterator[Fault]:
    """All that is wrong with a table and its terrain."""
    if not (WIDE[0] <= size[0] <= WIDE[1] and DEEP[0] <= size[1] <= DEEP[1]):
        limits = f"{WIDE[0]} to {WIDE[1]} inches wide and {DEEP[0]} to {DEEP[1]} deep"
        yield Fault(("table",), f"A table is {limits}.")
    rows = list(terrain)
    if len(rows) > PIECES:
        yield Fault(("terrain",), f"A table has at most {PIECES} pieces of terrain.")
    count = Counter(row.name for row in rows)
    for i, row in enumerate(rows):
        path: Path = ("terrain", i)
        if row.type not in types:
            yield Fault((*path, "type"), f"There is no terrain {row.type!r}. {suggest_choices(types, row.type)}")
        if count[row.name] > 1:
            yield Fault((*path, "name"), f"{row.name!r} stands twice. Give each piece a name of its own.")
        if bool(row.polygon) == bool(row.polyline):
            yield Fault(path, "It is a 'polygon' or a 'polyline': one of them.")
        yield from outline_faults(size, row.polygon, 3, (*path, "polygon"))
        yield from outline_faults(size, row.polyline, 2, (*path, "polyline"))


def outline_faults(size: Size, points: tuple[Place, ...], least: int, path: Path) -> Iterator[Fault]:
    """What is wrong with some points: too few, too many, or off the table."""
    wide, deep = size
    if points and len(points) < least:
        yield Fault(path, f"It needs {least} points or more.")
    if len(points) > CORNERS:
        yield Fault(path, f"It has at most {CORNERS} points.")
    for i, (x, y) in enumerate(points):
        if not (0 <= x <= wide and 0 <= y <= deep):
            yield Fault((*path, i), f"{x:g}, {y:g} is off the table, which is {wide:g} by {deep:g} inches.")


def name_faults(terrain: Iterable[Terrain], names: Iterable[str], path: Path) -> Iterator[Fault]:
    """The names of terrain that no piece of it has."""
    known = {row.name for row in terrain}
    for name in names:
        if name not in known:
            yield Fault(path, f"There is no piece of terrain {name!r}. {suggest_choices(known, name)}")
