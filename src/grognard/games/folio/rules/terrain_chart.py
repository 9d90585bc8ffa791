"""5.2, 7.4 The terrain chart: what each kind of hex and hexside costs, and how it helps a defender; read once."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec

CLEAR = "clear"


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """5.2 Movement points."""

    leg: int  # of units on foot
    mobile: int  # of mobile ones

    def of(self, kind: str) -> int:
        """Those of leg or of mobile units."""
        return self.leg if kind == "leg" else self.mobile


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """5.2, 7.4 A kind of hex."""

    cost: Cost | None = None  # to enter it; None: nobody does
    line: int = 0  # columns to the left of clear


class Hexside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """5.2.3, 7.4 A kind of hexside."""

    cost: Cost | None = None  # on top of the hex entered; None: nobody crosses it
    line: int = 0  # columns to the left of clear for a defender behind it
    cite: str = "FO-7.4.2"  # the rule for that line
    water: bool = False  # 7.4 a bridge leads over it
    river: bool = False  # engineers can bridge it


class TerrainChart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """5.2, 7.4 The whole chart."""

    bridge: int  # the line of water that is bridged
    hex: dict[str, Terrain]  # kinds of hex
    hexside: dict[str, Hexside]  # kinds of hexside
    way: dict[str, int]  # roads and trails, in half points


_FILE = Path(__file__).parent.parent / "data" / "terrain.toml"
CHART = msgspec.convert(tomllib.loads(_FILE.read_text("utf-8")), TerrainChart)
_ROWS: list[tuple[str, Terrain | Hexside]] = [*CHART.hex.items(), *CHART.hexside.items()]
SHIFTS = {kind: row.line for kind, row in _ROWS if row.line}
WATER = sorted((kind for kind, row in CHART.hexside.items() if row.water), key=lambda kind: CHART.hexside[kind].line)
