"""Night Fight's charts, counters and map, read once from the files in `data/`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import msgspec

from grognard.board.hexes.maps import Maps
from grognard.engine import Chart, Modifier, Rulebook, Working

FOLDER = Path(__file__).parent.parent / "data"
WEIGHTS = ("", "L", "M", "H", "SH")  # 2.2 in rising order; "" is soft


class UnitType(msgspec.Struct, frozen=True):
    """2.2 What a counter prints."""

    id: str
    name: str
    kind: Literal["vehicle", "soft_vehicle", "gun", "foot", "post", "strike", "marker", "dummy"]
    glyph: str
    cost: int = 0
    strength: int | None = None
    anti_tank: bool = False
    weight: str = ""
    available: str = msgspec.field(default="", name="from")
    count: int = 0
    static: int = 0
    mobile: int = 0
    flags: frozenset[str] = frozenset()
    special: str = ""

    @property
    def rank(self) -> int:
        """2.2 Weight class as a number, 0 for soft."""
        return WEIGHTS.index(self.weight)

    @property
    def is_unit(self) -> bool:
        """2.2 Markers and strikes are not units."""
        return self.kind not in ("marker", "strike")

    @property
    def is_mobile(self) -> bool:
        """R7 Mobile for full buildings: every weight class but the Block House, and soft vehicles."""
        return self.kind in ("vehicle", "soft_vehicle")

    @property
    def leaves_wreck(self) -> bool:
        """2.2, R10 A weight class leaves a wreck, except the Block House."""
        return self.weight != "" and self.kind == "vehicle"

    @property
    def fires(self) -> bool:
        """R3 Strength 1 or more is needed to fire; the Block House rolls for its own."""
        return self.id == "block_house" or ((self.strength or 0) >= 1 and self.kind != "strike")

    @property
    def defends(self) -> int:
        """13.3, R3, R11 Strength as a target."""
        return self.strength or 0


class Intensity(msgspec.Struct, frozen=True):
    """3.0 What an intensity fixes."""

    static_per_star: int
    columns: int
    recruit_points: int
    column_bonus: int


def _read(name: str) -> dict[str, Any]:
    with (FOLDER / name).open("rb") as file:
        return tomllib.load(file)


_units = _read("units.toml")
_tables = _read("tables.toml")

GERMAN_TYPES = tuple(msgspec.convert(row, UnitType) for row in _units["german"])
SOVIET_TYPES = tuple(msgspec.convert(row, UnitType) for row in _units["soviet"])
COLUMN_MARKER = UnitType("column", "Mobile Column", "marker", "column")
TYPES: dict[str, UnitType] = {t.id: t for t in (*GERMAN_TYPES, *SOVIET_TYPES, COLUMN_MARKER)}
STATIC_POOL = tuple(t.id for t in SOVIET_TYPES for _ in range(t.static))
MOBILE_POOL = tuple(t.id for t in SOVIET_TYPES for _ in range(t.mobile))

LIMITS: dict[str, int] = _tables["limits"]
INTENSITY = {name: msgspec.convert(row, Intensity) for name, row in _tables["intensity"].items()}
VISIBILITY: list[int] = _tables["visibility"]["values"]
VEGETATION: list[str] = _tables["vegetation"]["values"]
QUALITY: list[str] = _tables["quality"]["values"]
SCATTER: list[int] = _tables["scatter"]["directions"]

RESULTS = {"-": "No effect", "P": "Pinned", "R": "Retreat", "E": "Eliminated"}
COMBAT = Chart.of(
    "combat",
    "Combat results",
    _tables["combat"]["columns"],
    _tables["combat"]["rows"],
    dice=2,
    results=RESULTS,
    cite="NF-22.4.1",
    wanted="at least pinned",
)
START_COLUMN: dict[int, int] = {int(text): column for text, column in _tables["combat"]["start"].items()}

BRIDGE_TABLE: dict[int, str] = {int(roll): h for roll, h in _tables["bridges"]["table"].items()}
MAJOR_BRIDGES: list[str] = _tables["bridges"]["major"]
EDGE_ROLLS: dict[int, str] = {int(roll): h for roll, h in _tables["edges"]["rolls"].items()}
EDGE_ROADS = tuple(EDGE_ROLLS.values())
EDGES: dict[str, tuple[str, ...]] = {e: tuple(_tables["edges"][e]) for e in ("east", "north", "west", "south")}
MOBILE_SETUP: list[str] = _tables["mobile_setup"]["hexes"]
MOBILE_AHEAD: list[str] = _tables["mobile_setup"]["ahead"]
RIVER: dict[str, Any] = _tables["river"]

MAPS = Maps(FOLDER)
MAP = MAPS.printed
GRID = MAP.grid
RULEBOOK = Rulebook.load(FOLDER / "rules.tsv")


# -------------------- The workings of the rolls that need no chart


def against(
    title: str, faces: tuple[int, ...], needs: int, modifiers: Iterable[Modifier] = (), *, at_most: bool = False
) -> Working:
    """A roll that must come to a number or more, or to no more than it; its result is "yes" or "no"."""
    counted = tuple(modifiers)
    total = sum(faces) + sum([m.value for m in counted if m.on == "die"])
    result = "yes" if (total <= needs if at_most else total >= needs) else "no"
    return Working(title, counted, dice=len(faces), needs=needs, at_most=at_most, faces=faces, result=result)


def came(working: Working) -> bool:
    """Has a roll against a number succeeded?"""
    return working.result == "yes"


def found(title: str, faces: tuple[int, ...], result: object, modifiers: Iterable[Modifier] = ()) -> Working:
    """A roll that gives a number, a hex or a name."""
    return Working(title, tuple(modifiers), dice=len(faces), faces=faces, result=str(result))
