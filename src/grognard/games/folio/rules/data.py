"""The charts of the standard rules and the counters of Sidi Zahran, read once from the files in `data/`."""

from __future__ import annotations

import csv
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from grognard.engine import Chart, Rulebook
from grognard.games.folio.rules.terrain_chart import CHART, SHIFTS

FOLDER = Path(__file__).parent.parent / "data"


class Counter(msgspec.Struct, frozen=True):
    """2.3 What is printed on a unit: attack, defense and movement on each side."""

    id: str
    side: str
    name: str
    size: str
    type: str
    mobile: bool
    front: tuple[int, int, int]
    back: tuple[int, int, int] | None  # None: one-sided
    flags: frozenset[str]
    area: str = ""  # where it sets up or enters
    group: str = ""
    division: str = ""
    turn: int = 1  # 3.0 of its arrival
    kind: str = ""  # what its name leaves unsaid


def read_toml(path: Path) -> dict[str, Any]:
    """A data file."""
    with path.open("rb") as file:
        return tomllib.load(file)


def read_rows(path: Path) -> list[dict[str, str]]:
    """A tab-separated data file with a heading."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def strengths(text: str) -> tuple[int, int, int]:
    """2.3.2 Three printed numbers such as 5-6-8."""
    attack, defense, movement = map(int, text.split("-"))
    return attack, defense, movement


def read_counter(row: dict[str, str], name: str, area: str = "", kind: str = "") -> Counter:
    """One line of an order of battle."""
    back = None if row["depleted"] == "none" else strengths(row["depleted"])
    flags = frozenset(row["flags"].split(",")) - {"-"}
    mobile = row["mobility"] == "mobile"
    return Counter(
        row["id"],
        row["side"],
        name,
        row["size"],
        row["type"],
        mobile,
        strengths(row["front"]),
        back,
        flags,
        area,
        row.get("group", row["side"]),
        row.get("division", ""),
        int(row.get("turn", 1)),
        kind,
    )


_tables = read_toml(FOLDER / "tables.toml")

FIRST_COLUMN: int = _tables["crt"]["first"]
RESULTS: dict[str, str] = _tables["results"]
_SHIFTS = ", ".join(f"{kind.replace('_', ' ')} {line}" for kind, line in SHIFTS.items())
CRT = Chart.of(
    "crt",
    "Combat results",
    _tables["crt"]["columns"],
    {str(die): cells for die, cells in enumerate(_tables["crt"]["rows"], 1)},
    dice=1,
    results=RESULTS,
    cite="FO-7.3.3",
    note=f"Differential less the line of the terrain: {_SHIFTS}, bridge {CHART.bridge}; clear 0.",
    **_tables["hopes"],
)
BOMBARDED: dict[str, str] = _tables["bombarded"]
TYPES: dict[str, str] = _tables["types"]
SIZES: dict[str, str] = _tables["sizes"]

COUNTERS = {row["id"]: read_counter(row, row["name"]) for row in read_rows(FOLDER / "units.tsv")}
LEDGER = FOLDER / "rules.tsv"
RULEBOOK = Rulebook.load(LEDGER)
