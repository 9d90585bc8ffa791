"""Panzer Blitz's tables, counters, situations and map, read once from the files in `data/`."""

from __future__ import annotations

import csv
import re
import tomllib
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import msgspec

from grognard.board.hexgrid import Hex
from grognard.board.hexmap import load_map
from grognard.engine import Briefing, Rulebook

FOLDER = Path(__file__).parent.parent / "data"
SIDES = ("british", "german")
VEHICLE_MODES = ("wheeled", "tracked")
INFANTRY = ("infantry", "engineer", "recon_infantry")
TRANSPORT_ONLY = ("truck", "wagon", "jeep", "motorcycle")
CANNOT_MOVE_EMPTY = ("jeep", "motorcycle")  # 4.3.5 note 6
RIDER_CLASSES = ("tank", "assault_gun", "tank_destroyer")


class Values(msgspec.Struct, frozen=True):
    """2.3.2 The numbers on one face of a counter; None where nothing is printed."""

    at: int | None
    ap: int | None
    range: int
    defense: int
    ma: int
    stacking: int


class UnitType(msgspec.Struct, frozen=True, dict=True):
    """2.3 What a counter prints, front and back."""

    id: str
    nation: str
    name: str
    cls: str
    armored: bool
    mode: str
    faces: tuple[Values, Values]  # reduced, full
    codes: frozenset[str]
    aquatic: int  # 4.4 Aquatic Movement Rate, 0 for a unit without

    @cached_property
    def vehicle(self) -> bool:
        """R-31 Wheeled and tracked units are vehicles."""
        return self.mode in VEHICLE_MODES

    @cached_property
    def infantry(self) -> bool:
        """2.3.3.2 Troop silhouette, red defense."""
        return self.cls in INFANTRY

    @cached_property
    def gun(self) -> bool:
        return self.mode.startswith("towed")

    @cached_property
    def aircraft(self) -> bool:
        return self.mode == "air"

    @cached_property
    def combat(self) -> bool:
        """2.3.3 A Combat unit has an AP or an AT value."""
        return self.faces[1].at is not None or self.faces[1].ap is not None

    @cached_property
    def afv(self) -> bool:
        """2.3.3.1 An armored vehicle that can attack."""
        return self.vehicle and self.armored and self.combat

    @cached_property
    def climber(self) -> bool:
        """14.9.1 A Churchill pays nothing for a slope."""
        return "CHURCHILL" in self.codes

    @cached_property
    def rider_carrier(self) -> bool:
        """4.3.7 German, American and Russian tanks, assault guns and tank destroyers carry infantry."""
        return self.nation in ("german", "us", "russian") and self.cls in RIDER_CLASSES

    @cached_property
    def passenger_kind(self) -> str:
        """4.3.5 How the transport table calls it."""
        return {"towed_light": "light_gun", "towed_heavy": "heavy_gun"}.get(self.mode, self.cls)

    @cached_property
    def transport_class(self) -> str:
        """4.3.5 The row of the transport table it loads by, or nothing."""
        if "C" in self.codes:
            return self.cls
        return "afv" if self.rider_carrier else ""


def _number(text: str) -> int | None:
    return None if text == "-" else int(text)


def _unit(row: dict[str, str]) -> UnitType:
    codes = [] if row["codes"] == "-" else row["codes"].split()
    aquatic = next((int(c[3:]) for c in codes if c.startswith("AMP")), 0)

    def face(prefix: str, ma: str, stacking: str) -> Values:
        at, ap, far, defense = (_number(row[prefix + key]) for key in ("at", "ap", "range", "defense"))
        return Values(at, ap, far or 0, defense or 0, _number(row[ma]) or 0, int(row[stacking]))

    return UnitType(
        row["id"],
        row["nation"],
        row["name"],
        row["class"],
        row["armored"] == "yes",
        row["mode"],
        (face("red_", "red_ma", "red_stacking"), face("", "ma", "stacking")),
        frozenset("AMP" if c.startswith("AMP") else c for c in codes),
        aquatic,
    )


def _read_counters() -> dict[str, UnitType]:
    with (FOLDER / "counters.tsv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: _unit(row) for row in csv.DictReader(file, delimiter="\t")}


TYPES = _read_counters()
RULEBOOK = Rulebook.load(FOLDER / "rules.tsv")
MAP = load_map(FOLDER / "map.toml")
GRID = MAP.grid

# ------------------------------------------------------------------ tables


class FireColumn(msgspec.Struct, frozen=True):
    """7.4, 7.5 One column of the Direct Fire Table."""

    odds: str
    differential: tuple[int, int]
    results: tuple[str, ...]  # modified roll at most 0, then 1 to 11, then 12 or more

    @property
    def ratio(self) -> tuple[int, int]:
        """Attack and defense of its odds."""
        attack, defense = self.odds.split(":")
        return int(attack), int(defense)

    @property
    def label(self) -> str:
        low, high = self.differential
        span = f"{low:+}" if low == high else f"{low:+} up" if high > 50 else f"{low:+}/{high:+}"
        return f"{self.odds} | {span}"


_tables: dict[str, Any] = tomllib.loads((FOLDER / "tables.toml").read_text("utf-8"))
FIRE_TABLE: tuple[FireColumn, ...] = tuple(
    msgspec.convert(column, FireColumn) for column in _tables["direct_fire"]["column"]
)
FIRE_RATIOS = tuple(column.ratio for column in FIRE_TABLE)
RESULT_WORDS = {  # 7.7, the mildest first
    "-": "no effect",
    "D": "disrupted",
    "DD": "disrupted; a step if disrupted before",
    "1X": "one step lost, the others DD",
    "2X": "two steps lost, the others DD",
    "3X": "three steps lost, the others DD",
}
ASSAULT_SHIFT: int = _tables["direct_fire"]["assault_fire_shift"]
REACTION_SHIFT: int = _tables["direct_fire"]["reaction_disrupted_shift"]
MINE_COLUMN = {"1-1": 4, "2-1": 6, "3-1": 7}  # 7.4 the columns 1:1, 2:1 and 3:1
AA_COLUMNS: dict[int, tuple[str, ...]] = {
    column["factor"]: tuple(column["results"]) for column in _tables["anti_aircraft"]["column"]
}
AA_FACTOR: dict[str, int] = _tables["anti_aircraft"]["factor"]
DRM: dict[str, int] = _tables["drm"]
SCATTER_BANDS: tuple[tuple[int, int], ...] = tuple((a, b) for a, b in _tables["scatter"]["bands"])
SCATTER_DRM: dict[str, int] = _tables["scatter"]["modifier"]
ROCKETS: tuple[str, ...] = tuple(_tables["scatter"]["rockets"])
LOS_CHART: dict[int, tuple[str, ...]] = {int(k): tuple(v) for k, v in _tables["los_chart"].items()}
TRANSPORT: dict[tuple[str, str], str] = {
    (row["carrier"], kind): row["cost"] for row in _tables["transport"] for kind in row["passengers"]
}
MINE_TRADES = tuple((tuple(row["give"]), tuple(row["receive"])) for row in _tables["mine_trade"])


class FortType(msgspec.Struct, frozen=True):
    """15.5 A kind of Fortification."""

    defense: int
    capacity: int


FORTS: dict[str, FortType] = {k: msgspec.convert(v, FortType) for k, v in _tables["fortification"].items()}


@cache
def range_modifier(distance: int) -> int:
    """7.6.4 The Range Modifiers table."""
    return next(int(row["drm"]) for row in _tables["range"] if row["from"] <= distance <= row["to"])


# ------------------------------------------------------------------ situations


class Chits(msgspec.Struct, frozen=True):
    side: str
    turns: tuple[int, int]
    ops: tuple[int, ...]


class Force(msgspec.Struct, frozen=True):
    side: str
    type: str
    count: int
    area: str


class Reinforcement(msgspec.Struct, frozen=True):
    side: str
    turn: int
    area: str
    by: str  # "edge" or "road"
    units: tuple[tuple[str, int], ...]


class Works(msgspec.Struct, frozen=True):
    """What a side may place at set-up."""

    ip: int = 0
    blocks: int = 0
    pre_registered: int = 0
    smoke_missions: int = 0
    mines: dict[str, int] = {}
    forts: dict[str, int] = {}


class Battery(msgspec.Struct, frozen=True):
    side: str
    type: str
    count: int
    turns: tuple[int, int]


class Air(msgspec.Struct, frozen=True):
    aircraft: tuple[tuple[str, int], ...]
    turns: tuple[int, ...]


class Goal(msgspec.Struct, frozen=True):
    """3.2 One victory condition."""

    kind: str  # "control", "losses_below" or "points"
    name: str = ""
    hexes: tuple[Hex, ...] = ()
    at_least: int = 0
    vp: int = 0
    side: str = ""
    classes: tuple[str, ...] = ()
    steps: int = 0
    bridge: str = ""


class Situation(msgspec.Struct, frozen=True):
    """3.2 A situation card."""

    title: str
    date: str
    blurb: str
    columns: tuple[int, int]
    rows: tuple[int, int]
    turns: int
    first: str
    efficiency: dict[str, int]
    attacker: str
    area: dict[str, tuple[str, ...]]
    chits: tuple[Chits, ...]
    force: tuple[Force, ...]
    goal: tuple[Goal, ...]
    reinforcement: tuple[Reinforcement, ...] = ()
    works: dict[str, Works] = {}
    battery: tuple[Battery, ...] = ()
    air: dict[str, Air] = {}
    points_needed: int = 0

    def hexes(self, area: str) -> tuple[Hex, ...]:
        """The hexes of an area."""
        return _hexes(self.area[area])

    def types(self, side: str) -> frozenset[str]:
        """The kinds of unit in a side's order of battle, reinforcements included."""
        later = (kind for r in self.reinforcement if r.side == side for kind, _ in r.units)
        return frozenset((*(f.type for f in self.force if f.side == side), *later))

    def start_hexes(self, side: str) -> tuple[Hex, ...]:
        """Every hex in which the side may set up units."""
        areas = dict.fromkeys(f.area for f in self.force if f.side == side)
        return tuple(dict.fromkeys(h for area in areas for h in self.hexes(area)))


@cache
def _hexes(runs: tuple[str, ...]) -> tuple[Hex, ...]:
    """Hexes by their names; "2012-2013" is a run within one column."""
    found: list[Hex] = []
    for item in runs:
        first, _, last = item.partition("-")
        column, top = int(first[:2]), int(first[2:])
        bottom = int(last[2:]) if last else top
        found += [GRID.name_of(column, row) for row in range(top, bottom + 1)]
    return tuple(found)


SITUATIONS: dict[str, Situation] = {
    name: msgspec.convert(row, Situation)
    for name, row in tomllib.loads((FOLDER / "situations.toml").read_text("utf-8")).items()
}


BRIEFINGS: dict[str, dict[str, Briefing]] = msgspec.convert(
    tomllib.loads((FOLDER / "briefings.toml").read_text("utf-8")), dict[str, dict[str, Briefing]]
)


@cache
def play_area(situation: str) -> frozenset[Hex]:
    """PB-SIT.6 The hexes in play."""
    s = SITUATIONS[situation]
    (left, right), (top, bottom) = s.columns, s.rows
    return frozenset(h for h, (c, r) in GRID.position.items() if left <= c <= right and top <= r <= bottom)


@cache
def start_area(situation: str, side: str) -> frozenset[Hex]:
    """PB-SIT.2 The side's set-up area, where its works may stand."""
    return frozenset(SITUATIONS[situation].start_hexes(side))


def other(side: str) -> str:
    """The opponent."""
    return "german" if side == "british" else "british"


def chit_name(chit: str) -> str:
    """A chit as players call it: "British Op2", "German reinforcements of turn 3"."""
    side, what, *turn = chit.split("-")
    word = what.capitalize() if what.startswith("op") else what
    return f"{side.capitalize()} {word}" + (f" of turn {turn[0]}" if turn else "")


def chit_radius(chit: str) -> int:
    """2.4 The radius printed on an Ops chit, for instance "british-op2"."""
    found = re.fullmatch(r"\w+-op(\d)", chit)
    assert found is not None
    return int(found[1])
