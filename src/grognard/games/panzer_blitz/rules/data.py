"""Panzer Blitz's tables, counters, situations and map, read once from the files in `data/`."""

from __future__ import annotations

import csv
import re
import tomllib
from collections.abc import Iterator
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.maps import Maps, MapScenarioFile
from grognard.engine import Fault, Rulebook, ScenarioSet, suggest_choices
from grognard.engine.core.wording import join_words

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
    def observes_itself(self) -> bool:
        """11.3.8, R-26 Artillery that is no mortar fires directly only at what it observes for itself."""
        return "IF" in self.codes and "M" not in self.codes

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
MAPS = Maps(FOLDER)
MAP = MAPS.printed
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


RANGES: tuple[tuple[int, int, int], ...] = tuple((row["from"], row["to"], row["drm"]) for row in _tables["range"])


@cache
def range_modifier(distance: int) -> int:
    """7.6.4 The Range Modifiers table."""
    return next(drm for first, last, drm in RANGES if first <= distance <= last)


# ------------------------------------------------------------------ situations


Side = Literal["british", "german"]
Count = Annotated[int, Meta(ge=1, le=30)]
Few = Annotated[int, Meta(ge=0, le=30)]
Turn = Annotated[int, Meta(ge=1, le=99)]
Run = Annotated[str, Meta(pattern="^[0-9]{4}(-[0-9]{4})?$", description="A hex, or a run in one column: 2012-2015.")]


class Chits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """2.4 The Ops chits a side puts into the cup in a span of turns, by their radius."""

    side: Side  # side that draws them
    turns: tuple[Turn, Turn]  # first and last turn
    ops: tuple[Annotated[int, Meta(ge=1, le=9)], ...]  # values of the chits


class Force(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that set up in an area."""

    side: Side  # owner
    type: str  # kind of unit
    count: Count  # how many
    area: str  # area to set up in


class Reinforcement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that come on later, along an edge or by its roads."""

    side: Side  # owner
    turn: Turn  # turn of arrival
    area: str  # where they enter
    by: Literal["edge", "road"]  # along a road or anywhere on the edge
    units: tuple[tuple[str, Count], ...]  # kinds of units, and how many


class Works(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a side may place at set-up."""

    ip: Few = 0  # improved positions
    blocks: Few = 0  # road blocks
    pre_registered: Few = 0  # pre-registered hexes
    smoke_missions: Few = 0  # smoke missions of the artillery
    mines: dict[str, Few] = {}  # minefields by strength
    forts: dict[str, Few] = {}  # forts by kind


class Battery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Off-board artillery."""

    side: Side  # owner
    type: str  # kind of battery
    count: Count  # how many
    turns: tuple[Turn, Turn]  # first and last turn in which it fires


class Air(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Aircraft, and the turns on which they may come."""

    aircraft: tuple[tuple[str, Count], ...]  # kinds of aircraft, and how many
    turns: tuple[Turn, ...]  # turns in which they may fly


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """3.2 One victory condition of the attacker: hexes held, few steps lost, or points for hexes held."""

    kind: Annotated[
        Literal["control", "losses_below", "points"],
        Meta(description="Hold hexes, lose few steps, or score points for hexes."),
    ]
    name: Annotated[str, Meta(max_length=80, description="What players call it: Les Duanes.")] = ""
    hexes: Annotated[tuple[Hex, ...], Meta(description="What must be held. Click them on the map.")] = ()
    at_least: Annotated[int, Meta(ge=0, le=30, description="How many of the hexes are enough.")] = 0
    vp: Annotated[int, Meta(ge=0, le=99, description="What it is worth, of the kind 'points'.")] = 0
    side: Annotated[Literal["", "british", "german"], Meta(description="Whose losses count.")] = ""
    classes: Annotated[tuple[str, ...], Meta(description="The classes of unit whose losses count.")] = ()
    steps: Annotated[int, Meta(ge=0, le=99, description="The number of lost steps that is too many.")] = 0
    bridge: Annotated[str, Meta(description="A bridge: once it is down, the aim cannot be met.")] = ""

    @property
    def called(self) -> str:
        """Its name; without one its hexes, or the classes that count."""
        return self.name or join_words(self.hexes or self.classes)


class Situation(MapScenarioFile, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """3.2 A situation card."""

    columns: Annotated[tuple[Turn, Turn], Meta(description="First and last column of the map in play.")]
    rows: Annotated[tuple[Turn, Turn], Meta(description="First and last row of the map in play.")]
    first: Annotated[Side, Meta(description="Who sets up first.")]
    efficiency: dict[str, Annotated[int, Meta(ge=2, le=12)]]  # efficiency of each side, the number to roll
    attacker: Side  # side that attacks
    area: Annotated[dict[str, tuple[Run, ...]], Meta(description="Where units set up or come on.")]
    chits: tuple[Chits, ...]  # Ops chits of each side, by turns
    force: tuple[Force, ...]  # units at the start
    goal: tuple[Goal, ...] = msgspec.field(name="aim")  # what brings victory
    reinforcement: tuple[Reinforcement, ...] = ()  # units that arrive later
    works: dict[str, Works] = {}  # field works of each side
    battery: tuple[Battery, ...] = ()  # off-board batteries
    air: dict[str, Air] = {}  # aircraft of each side
    points_needed: Annotated[int, Meta(ge=0, le=999)] = 0  # points for victory; 0 if aims alone decide

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


@lru_cache(maxsize=256)
def _hexes(runs: tuple[str, ...]) -> tuple[Hex, ...]:
    """Hexes by their names; "2012-2013" is a run within one column."""
    found: list[Hex] = []
    for item in runs:
        first, _, last = item.partition("-")
        column, top = int(first[:2]), int(first[2:])
        bottom = int(last[2:]) if last else top
        found += [GRID.name_of(column, row) for row in range(top, bottom + 1)]
    return tuple(found)


def faults(s: Situation) -> Iterator[Fault]:
    """All that is wrong with a situation beyond its types; on a map with mistakes nothing else is looked at."""
    yield from MAPS.faults(s) or _faults(s)


def _faults(s: Situation) -> Iterator[Fault]:
    for side in SIDES:
        if not any(f.side == side for f in s.force):
            yield Fault(("force",), f"The {side} side needs units that set up.")
        for key, told in (("efficiency", s.efficiency), ("briefing", s.briefing)):
            if side not in told:
                yield Fault((key,), f"It is missing for {side!r}.")
        spans = [c.turns for c in s.chits if c.side == side]
        if not all(any(a <= turn <= b for a, b in spans) for turn in range(1, s.turns + 1)):
            yield Fault(("chits",), f"The {side} side needs chits on each of the {s.turns} turns.")
    for name, runs in s.area.items():
        yield from _runs(s, name, runs)
    areas = [(("force", i, "area"), row.area) for i, row in enumerate(s.force)]
    areas += [(("reinforcement", i, "area"), row.area) for i, row in enumerate(s.reinforcement)]
    for path, area in areas:
        if area not in s.area:
            yield Fault(path, f"There is no area {area!r}. {suggest_choices(s.area, area)}")
    for key, named in (("efficiency", s.efficiency), ("works", s.works), ("air", s.air), ("briefing", s.briefing)):
        for side in set(named) - set(SIDES):
            yield Fault((key, side), f"There is no side {side!r}. {suggest_choices(SIDES, side)}")
    for where, kind, side in _listed(s):
        if kind not in TYPES or TYPES[kind].nation != side:
            own = (name for name, what in TYPES.items() if what.nation == side)
            yield Fault(where, f"There is no {side} unit {kind!r}. {suggest_choices(own, kind)}")
    for side, works in s.works.items():
        for key, kinds, known in (("mines", works.mines, (*MINE_COLUMN, "dummy")), ("forts", works.forts, FORTS)):
            for kind in kinds.keys() - set(known):
                yield Fault(
                    ("works", side, key, kind), f"There is no {kind!r} among the {key}. {suggest_choices(known, kind)}"
                )
    yield from _goals(s)


def _runs(s: Situation, name: str, runs: tuple[str, ...]) -> Iterator[Fault]:
    (left, right), (top, bottom) = s.columns, s.rows
    for i, run in enumerate(runs):
        first, _, last = run.partition("-")
        for h in (first, last or first):
            if h not in GRID or not (left <= int(h[:2]) <= right and top <= int(h[2:]) <= bottom):
                says = f"{h} is not in play. Choose from columns {left} to {right}, rows {top} to {bottom}."
                yield Fault(("area", name, i), says)
        if last and (last[:2] != first[:2] or last < first):
            yield Fault(("area", name, i), f"A run goes down one column: write it as {first}-{first[:2]}{last[2:]}.")


def _listed(s: Situation) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """Every place in which a type of unit is named, with the side it is named for."""
    yield from ((("force", i, "type"), row.type, row.side) for i, row in enumerate(s.force))
    yield from ((("battery", i, "type"), row.type, row.side) for i, row in enumerate(s.battery))
    for i, later in enumerate(s.reinforcement):
        yield from ((("reinforcement", i, "units", n, 0), kind, later.side) for n, (kind, _) in enumerate(later.units))
    for side, air in s.air.items():
        yield from ((("air", side, "aircraft", n, 0), kind, side) for n, (kind, _) in enumerate(air.aircraft))


def _goals(s: Situation) -> Iterator[Fault]:
    if not s.goal:
        yield Fault(("aim",), "The attacker needs an aim.")
    if bool(s.points_needed) != any(goal.kind == "points" for goal in s.goal):
        yield Fault(("points_needed",), "Aims of the kind 'points' and 'points_needed' belong together.")
    for i, goal in enumerate(s.goal):
        for n, h in enumerate(goal.hexes):
            if h not in GRID:
                yield Fault(
                    ("aim", i, "hexes", n), f"There is no hex {h!r} on this map. {suggest_choices(GRID.hexes, h)}"
                )
        if goal.kind == "losses_below":
            if not (goal.side and goal.classes and goal.steps):
                yield Fault(("aim", i), "'losses_below' needs 'side', 'classes' and 'steps'.")
        elif not 1 <= goal.at_least <= len(goal.hexes):
            yield Fault(("aim", i), "It needs 'hexes', and 'at_least': how many of them.")
        if goal.kind == "points" and not goal.vp:
            yield Fault(("aim", i), "The kind 'points' needs 'vp': what it is worth.")


SITUATIONS = ScenarioSet("panzer-blitz", FOLDER / "scenarios", Situation, faults)


@lru_cache(maxsize=256)
def play_area(situation: str) -> frozenset[Hex]:
    """PB-SIT.6 The hexes in play."""
    s = SITUATIONS[situation]
    (left, right), (top, bottom) = s.columns, s.rows
    return frozenset(h for h, (c, r) in GRID.position.items() if left <= c <= right and top <= r <= bottom)


@lru_cache(maxsize=256)
def play_order(situation: str) -> tuple[Hex, ...]:
    """The same in the order of their names."""
    return tuple(sorted(play_area(situation)))


@lru_cache(maxsize=256)
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
