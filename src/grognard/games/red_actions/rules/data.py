"""What is in the box: charts, unit types, army lists and tables, read once."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, Literal

import msgspec

from grognard.board.inches.geometry import at_least, at_most
from grognard.board.inches.terrain_table import Blinds
from grognard.engine import Chart, Deed, Rulebook, fill
from grognard.engine.core import wording
from grognard.engine.core.wording import agreeing, with_count

HERE = Path(__file__).parent.parent / "data"


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))


RULEBOOK = Rulebook.load(HERE / "rules.tsv")
TABLES_DATA = _read("tables.toml")
_UNITS = _read("units.toml")


def _rows_of(table: str) -> list[tuple[str, dict[str, Any]]]:
    """The rows of a table with their names, without what stands beside them."""
    return [(name, row) for name, row in TABLES_DATA[table].items() if isinstance(row, dict)]


class UnitType(msgspec.Struct, frozen=True):
    """B2 One line of the unit table: numbers are for each base."""

    id: str
    name: str
    army: str
    kind: str
    weapon: str
    fire: int
    fight: int
    morale: int
    move: int
    traits: tuple[str, ...]
    points: int
    min_bases: int = 1
    max_bases: int = 1
    dismounts_as: str = ""
    source: str = "reconstructed"


class Weapon(msgspec.Struct, frozen=True):
    """RA-SHO.13 Close and long bands in inches, the half-angle of the arc in tenths of a degree."""

    close: float
    long: float
    arc: int
    least: float = 0
    bonus_range: float = 0
    indirect: bool = False

    def reaches(self, near: float) -> bool:
        """RA-SHO.12 Is a target so near in the weapon's bands?"""
        return at_most(near, self.long) and at_least(near, self.least)


class Going(msgspec.Struct, frozen=True):
    """One cell of the terrain table."""

    allowed: bool
    price: float = 0.0
    rate: float = 1.0
    breakdown: bool = False
    halt: bool = False
    test: int = 0


class Ground(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """RA-TER.23 to RA-TER.47 A kind of ground, and everything that depends on it."""

    going: str = ""  # its row of the terrain table; nothing: open ground
    closed: bool = False  # nobody goes there
    house: bool = False  # RA-BLD.1 a building
    hides_beyond: float = 0.0  # RA-SHO.40 inches of it through which nobody looks
    level: int = 0  # of a hill
    cover: Literal["", "hard", "soft"] = ""  # RA-SHO.27 what it is against fire
    cover_line: str = ""  # its line of the shooting table
    covers_riders: bool = False  # those on horses and in vehicles too
    covers_behind: bool = False  # those who stand behind it
    combat: Literal["", "fortification", "cover"] = ""  # what it is in hand-to-hand combat
    ambush: bool = False  # RA-AMB.1 units hide in it
    partisans: Literal["", "rifles", "all"] = ""  # RA-TRT.5 which of them it does not slow
    rough: bool = False  # RA-SHO.25 Partisans are harder to hit in it
    light: bool = False  # RA-TER.41 as good as open to vehicles
    crossing: bool = False  # RA-TER.22 it carries over water
    blown_up: bool = False  # engineers can destroy it
    drawn: bool = True  # it lies on maps; what comes in play does not


class Cell(msgspec.Struct, frozen=True):
    """One cell of the shooting table."""

    words: str
    terror: int = 0
    retire: bool = False
    pinned: bool = False
    serious: bool = False
    officer_test: bool = False
    base_loss: int = 0
    fear: bool = False


class Officer(msgspec.Struct, frozen=True):
    """RA-OFF.3 A junior or senior officer."""

    bonus: int  # what he adds to morale tests
    traits: tuple[str, ...] = ()  # his traits


class ArmyList(msgspec.Struct, frozen=True):
    """B3 What an army may field; limits are ranges of units or of bases."""

    name: str
    types: tuple[str, ...]
    limits: dict[str, str]


TYPES = {row["id"]: msgspec.convert(row, UnitType) for row in _UNITS["unit_type"]}
TYPES["senior_officer"] = UnitType("senior_officer", "Senior officer", "any", "officer", "none", 0, 0, 8, 14, (), 0)
TYPES["train"] = UnitType("train", "Armoured train", "any", "train", "none", 0, 0, 8, 20, ("Armoured", "Turret"), 0)
LOCOMOTIVE = "train_loco"
ARMIES = {row["name"]: msgspec.convert(row, ArmyList) for row in _UNITS["army_list"]}
LIMIT_GROUPS: dict[str, list[str]] = _UNITS["limit_groups"]
TRAITS: dict[str, str] = {name: row["says"] for name, row in _UNITS["traits"].items()}

WEAPONS = {
    name: Weapon(
        v["close"], v["long"], v["arc"] * 10, v.get("min", 0), v.get("bonus_range", 0), v.get("indirect", False)
    )
    for name, v in _rows_of("weapons")
}
TURRET_ARC = TABLES_DATA["weapons"]["turret_arc"] * 10

_GROUND = TABLES_DATA["terrain"]
COLUMNS = _GROUND["columns"]
_rows = {row["name"]: msgspec.convert({c: row[c] for c in COLUMNS}, dict[str, Going]) for row in _GROUND["row"]}
KINDS = msgspec.convert(_GROUND["kind"], dict[str, Ground])
GOING = {kind: _rows[ground.going] for kind, ground in KINDS.items() if ground.going}


def kinds_of(test: Callable[[Ground], object]) -> frozenset[str]:
    """The kinds of ground of which something is true."""
    return frozenset(kind for kind, ground in KINDS.items() if test(ground))


BUILDINGS = kinds_of(lambda ground: ground.house)
TREES = BUILDINGS | kinds_of(lambda ground: ground.hides_beyond)

CELLS = {name: msgspec.convert(row, Cell) for name, row in _rows_of("shooting_results")}
FIGHTS: dict[str, str] = {name: row["words"] for name, row in _rows_of("combat_results")}


def _chart(key: str, results: dict[str, str], backfires: list[str]) -> Chart:
    """A chart to roll two dice on, as the data file describes it."""
    table = TABLES_DATA[f"{key}_table"]
    words = {"cite": table["cite"], "wanted": table["wanted"]}
    return Chart.of(
        key, table["title"], table["columns"], table["rows"], dice=2, results=results, backfires=backfires, **words
    )


SHOOTING = _chart("shooting", {name: cell.words for name, cell in CELLS.items()}, [])
SHOOTING_LOW = tuple(TABLES_DATA["shooting_table"]["column_low"])
COMBAT = _chart("combat", FIGHTS, [name for name in FIGHTS if name.startswith("S/") and name != "S/Humiliated"])
COMBAT_RATIOS = tuple(TABLES_DATA["combat_table"]["column_min_ratio"])

REACH = SimpleNamespace(**TABLES_DATA["reach"])  # how near is near, in inches
TURNS = {name: round(10 * degrees) for name, degrees in TABLES_DATA["turns"].items() if name != "source"}
FORMATIONS = TABLES_DATA["formations"]
BASES_INSIDE = float(TABLES_DATA["buildings"]["square_inches_per_base"])  # RA-BLD.3 what each of them takes up

BASE_WIDTH: float = TABLES_DATA["scale"]["base_width_in"]
BASE_DEPTH: dict[str, float] = TABLES_DATA["scale"]["base_depth_in"]
INCHES_PER_KM = TABLES_DATA["scale"]["inches_per_km"]

BLINDS = Blinds(
    BUILDINGS,
    {kind: ground.hides_beyond for kind, ground in KINDS.items() if ground.hides_beyond},
    {kind: ground.level for kind, ground in KINDS.items() if ground.level},
    TABLES_DATA["visibility"]["looks_out_of_woods"],
)
LEVELS = BLINDS.level


# -------------------- How deeds read


def people(side: str) -> str:
    """Those who fight on a side, as they are called."""
    return "the Makhnovists" if side == "makhno" else wording.side_people(side)


def several(name: str) -> bool:
    """Is a unit or a side called in the plural? Kuban Cossacks and the Sailors are, Cossacks 2 and a company not."""
    return name.endswith("s")


def asked(text: str, **about: Any) -> str:
    """A question about a unit, the verb agreeing with units that are called in the plural."""
    text, about = agreeing(text, about, several)
    return fill(text, **about)


def spaced(key: str) -> str:
    """A key of the data as people write it."""
    return key.replace("_", " ")


VALUES: dict[str, Callable[[Any, Any], str]] = {
    "piece": lambda g, name: str(g.pieces[name].name),
    "place": lambda g, name: str(g.called(name)),
    "x": lambda g, hundredths: f"{hundredths / 100:.1f}",
    "y": lambda g, hundredths: f"{hundredths / 100:.1f}",
    "at": lambda g, hundredths: f"{hundredths / 100:.1f}",
    "facing": lambda g, tenths: f"{tenths / 10:.0f}",
    "bases": lambda g, bases: with_count(bases, "base"),
    "formation": lambda g, formation: spaced(formation),
    "formed": lambda g, formed: ", formed order" if formed else "",
    "officer": lambda g, officer: " with the officer" if officer else "",
    "under": lambda g, name: f" under the officer of {g.pieces[name].name}" if name else "",
    "wagon": lambda g, wagon: f" from wagon {wagon + 1}" if wagon >= 0 else "",
}


class Worded(Deed, frozen=True):
    """A deed that reads as its `words`, its own values standing in braces."""

    words: ClassVar[str] = ""

    def says(self, g: Any) -> str:
        named = {field: VALUES[field](g, getattr(self, field)) for field in self.__struct_fields__ if field in VALUES}
        return self.words.format(**named)
