"""Escape Hell's Gate: groups, order of battle and map, read once from the files in `data/`."""

from __future__ import annotations

from pathlib import Path

import msgspec

from grognard.board.hexes.maps import Maps
from grognard.engine import Chart, Rulebook
from grognard.games.folio.rules.data import LEDGER, TYPES, Counter, read_counter, read_rows, read_toml
from grognard.games.folio.rules.terrain import Ground

FOLDER = Path(__file__).parent.parent / "data"

SOVIET, GERMAN = "Soviet", "German"
ENCIRCLED, RELIEF = "Encircled", "Relief"
LUFTWAFFE, RED_AIR = "Luftwaffe", "SovAir"
ENGINEER = "engineer"


class Group(msgspec.Struct, frozen=True):
    """15.1 An organisational group and its support counters."""

    side: str
    name: str
    livery: str
    counters: tuple[int, ...]
    air: bool = False
    sleeps: bool = False  # 19.0 of the 5th Guards Tank Army


class Skies(msgspec.Struct, frozen=True):
    """11.0 The weather for each die, and what each means."""

    rows: tuple[str, ...]
    wanted: str
    results: dict[str, str]


class BattleData(msgspec.Struct, frozen=True):
    """The numbers of the exclusive rules."""

    title: str
    sides: tuple[str, str]
    airfield: str
    weather: Skies
    bombardment_range: int
    ring: tuple[str, ...]
    counters: dict[str, int]
    group: dict[str, Group]


DATA = msgspec.convert(read_toml(FOLDER / "korsun.toml"), BattleData)
GROUPS = DATA.group
WEATHER = Chart.of(
    "weather",
    "Weather",
    ("weather",),
    {str(die): (sky,) for die, sky in enumerate(DATA.weather.rows, 1)},
    dice=1,
    results=DATA.weather.results,
    cite="KP-11.0.2",
    wanted=DATA.weather.wanted,
)
COUNTERS: dict[str, Counter] = {
    row["id"]: read_counter(
        row, "/".join(dict.fromkeys((row["unit"], row["division"]))), row["area"], TYPES[row["type"]]
    )
    for row in read_rows(FOLDER / "units.tsv")
}
MAPS = Maps(FOLDER)
GROUND = Ground(MAPS.printed)  # whatever the map, its hexes are these
AIRFIELD = DATA.airfield
RULEBOOK = Rulebook.load(LEDGER, FOLDER / "rules.tsv")
