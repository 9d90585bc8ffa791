"""22.3 The terrain chart: what each row asks, shelters, hides and closes; `data/terrain.toml`, read once."""

from __future__ import annotations

import tomllib
from typing import Literal

import msgspec

from grognard.games.night_fight.rules.data import FOLDER

LEVELS = ("clear", "normal", "dense")  # 3.0 of the vegetation
MOVERS = ("foot", "vehicle", "gun")  # R7
OPEN = "open"
BLOCK_HOUSE = "block_house"

Rows = tuple[str, ...]  # those that hold in a hex, by their names


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """22.3 One row of the chart."""

    cite: str  # the row of the rulebook
    drawn: Literal["", "terrain", "line", "bridge"] = ""  # as what a map file draws it; "": as nothing
    word: str = ""  # what the map calls it, where that is another word than the name of the row
    growth: Literal["", "clear", "normal", "dense"] = ""  # 3.0 the level of vegetation at which it holds
    out: str = ""  # 19.0 of a bridge: the row that holds once it is lost
    move: int | None = None  # points to enter; None: nobody may
    alone: bool = False  # R6 only its price counts, whatever else is in the hex
    enter: Literal["all", "foot", "not mobile"] = "all"  # who may
    roams: bool = True  # 8.6 open to Soviet mobile pieces on their own
    water: bool = False  # R14
    shift: int = 0  # 22.5 columns, of fire at a target in it
    protects: Literal["all", "foot"] = "all"  # whom the shift is for
    said: str = ""  # how it is said of a target
    sight: Literal["", "half", "full"] = ""  # 9.0 how much of the hex blocks
    conceals: bool = False  # 10.3 harder to spot in

    def price(self, mover: str) -> int | None:
        """22.3 The points it asks of a class of mover; None if it may not enter."""
        closed = (self.enter == "foot" and mover != "foot") or (self.enter == "not mobile" and mover == "vehicle")
        return None if closed else self.move


CHART = msgspec.convert(tomllib.loads((FOLDER / "terrain.toml").read_text("utf-8")), dict[str, Terrain])


def rows_of(drawn: str, growth: str = "") -> dict[str, str]:
    """What maps draw as terrain, as a line or as a bridge: each word with the row that holds for it at a growth."""
    rows = {row: terrain for row, terrain in CHART.items() if terrain.drawn == drawn}
    return {terrain.word or row: row for row, terrain in rows.items() if terrain.growth in ("", growth)}
