"""Tank Leader's cards, counters, charts and map, read once from the files in `data/`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import Discs
from grognard.board.hexes.maps import Maps
from grognard.engine import Given, Rulebook, To, Working
from grognard.engine.core.wording import bracketed

FOLDER = Path(__file__).parent.parent / "data"
GERMAN, SOVIET = "german", "soviet"
SIDES = (SOVIET, GERMAN)  # R-53b where order matters the Soviet side goes first
EXPERIENCE = ("green", "seasoned", "veteran")
RATINGS = "FEDCBA"  # worst first
KINDS = {"armoured_car": "armoured car", "artillery": "gun", "fo": "observer", "spg": "self-propelled gun"}


class UnitType(msgspec.Struct, frozen=True):
    """2.11 What a counter prints. `av` or `ai` None: it has no such fire strength."""

    id: str
    name: str
    side: str
    kind: str = msgspec.field(name="class")
    vehicle: bool = False
    defense: int = 0
    av: int | None = None
    ai: int | None = None
    ma: int = 0
    range: int = 0
    av_range: int | None = None  # 12.13 infantry: how far its AV strength reaches
    soft: bool = False
    tow: bool = False
    indirect: bool = False
    star: bool = False
    wheeled: bool = False
    infantry: bool = False  # 12.1 infantry proper, with the same-hex privilege
    truck: bool = False
    mover: str = ""  # 8 the column of the Movement Point Costs Chart

    @property
    def back(self) -> str:
        """8.55 What can be told of a counter that may not be examined: its kind, and whether it is a soft target."""
        kind = KINDS.get(self.kind, self.kind)
        return f"soft {kind}" if self.soft and not self.truck else kind

    @property
    def short(self) -> str:
        """The name without what stands in brackets."""
        return self.name.split(" (")[0]


def unit_type(name: str, row: dict[str, Any]) -> UnitType:
    """A counter from its row of the file, with what follows from its class."""
    kind = row["class"]
    mover = ("wheeled" if row.get("wheeled") else "vehicle") if row.get("vehicle") else "foot"
    follows = {"id": name, "infantry": kind == "infantry", "truck": kind == "truck", "mover": mover}
    return msgspec.convert(row | follows, UnitType)


class Dated(msgspec.Struct, frozen=True):
    """Something that holds for some years."""

    first: int = msgspec.field(name="from")
    last: int = msgspec.field(name="to")
    rating: str = ""
    exp: str = ""
    units: dict[str, int] = {}


class Card(msgspec.Struct, frozen=True):
    """6.1 A formation card: combat, parent or command."""

    number: int = msgspec.field(name="card")
    side: str
    type: str
    id: str
    name: str
    c3: tuple[Dated, ...]
    members: tuple[int, ...] = ()
    morale: int = 0
    loss_mod: int = 0
    hq: bool = False
    trucks: int = 0
    lineup: tuple[Dated, ...] = ()

    @property
    def key(self) -> str:
        return str(self.number)

    def rating(self, year: int) -> str:
        """6.2, 6.3 The C3 rating of a year, "" if the formation is not available then."""
        return next((d.rating for d in self.c3 if d.first <= year <= d.last), "")

    def line_up(self, year: int) -> Dated | None:
        """6.2 Units and experience of a year."""
        return next((d for d in self.lineup if d.first <= year <= d.last), None)


def read_toml(name: str) -> dict[str, Any]:
    with (FOLDER / name).open("rb") as file:
        return tomllib.load(file)


TABLES = read_toml("tables.toml")
TYPES = {name: unit_type(name, row) for name, row in read_toml("units.toml")["unit_type"].items()}
_cards = read_toml("cards.toml")
CARDS = {str(row["card"]): msgspec.convert(row, Card) for row in _cards["formation"]}
BLANKS = {str(n): row["side"] for row in _cards["blank_card"] for n in row["cards"]}
PARENT_OF = {str(m): c.key for c in CARDS.values() if c.type == "parent" for m in c.members}
COMMAND_OF = {str(m): c.key for c in CARDS.values() if c.type == "command" for m in c.members}

RANDOM = TABLES["random_battle_conditions"]
LOSS_VALUES: dict[str, int] = {
    "tank": TABLES["victory_points"]["tank_or_spg"],
    "spg": TABLES["victory_points"]["tank_or_spg"],
    "halftrack": TABLES["victory_points"]["halftrack_or_armoured_car"],
    "armoured_car": TABLES["victory_points"]["halftrack_or_armoured_car"],
    "infantry": TABLES["victory_points"]["infantry"],
    "artillery": TABLES["victory_points"]["artillery"],
    "fo": TABLES["victory_points"]["fo"],
    "truck": TABLES["victory_points"]["truck"],
}
QUICK_KILL: dict[str, int] = TABLES["quick_kill"]["unmodified_minimum"]
TRUCK_MORALE: int = TABLES["morale"]["truck_morale"]

AIMS: dict[str, Any] = read_toml("aims.toml")["aims"]
MAPS = Maps(FOLDER)
MAP = MAPS.printed
GRID = MAP.grid
DISCS = Discs(GRID)
BIT = {h: 1 << i for h, i in GRID.index.items()}  # every hex as a set of its own
TO = {h: To(h) for h in GRID.hexes}
RULEBOOK = Rulebook.load(FOLDER / "rules.tsv")


@cache
def disc(centre: Hex, radius: int) -> int:
    """The hexes within a radius, as a set; also those beyond a notch in the edge of the map."""
    return DISCS.around(centre, radius)


def other(side: str) -> str:
    """The enemy of a side."""
    return SOVIET if side == GERMAN else GERMAN


@cache
def c3_rating(card: str, year: int) -> str:
    """6.2 The C3 rating of a card in a year."""
    return CARDS[card].rating(year)


@cache
def c3_rank(card: str, year: int) -> int:
    """6.2 The same as a number: A is best."""
    return RATINGS.index(c3_rating(card, year))


@cache
def experience(card: str, year: int) -> int:
    """6.2 The printed experience of a combat formation as a number: 0 Green, 1 Seasoned, 2 Veteran."""
    line = CARDS[card].line_up(year) if card in CARDS else None
    return EXPERIENCE.index(line.exp) if line else 1


# -------------------- The workings of the rolls


def judged(working: Working, faces: tuple[int, ...], yes: str, no: str) -> Working:
    """A roll against a number: "yes" or "no", and how people say it."""
    assert working.needs is not None
    total = working.rolled(faces, "").total
    reached = total <= working.needs if working.at_most else total >= working.needs
    return working.rolled(faces, "yes" if reached else "no", yes if reached else no)


def came(working: Working) -> bool:
    """Has a roll against a number succeeded?"""
    return working.result == "yes"


def found(title: str, faces: tuple[int, ...], result: object, given: tuple[Given, ...] = ()) -> Working:
    """A roll that gives a number or a name."""
    return Working(title, dice=len(faces), given=given).rolled(faces, str(result))


def veiled(working: Working, title: str) -> Working:
    """8.55 What somebody reads of a roll whose numbers he may not know: the faces, and what everybody sees came."""
    return found(title, working.faces, working.words or working.result.split("+")[0])


def reckoned(working: Working) -> str:
    """A roll as the log tells it: what the dice show, what is added and why, and the sum."""
    natural = sum(working.faces)
    if not working.modifiers:
        return str(natural)
    return f"{natural}{bracketed(working.modifiers)} = {working.total}"
