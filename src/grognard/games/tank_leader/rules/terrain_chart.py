"""8.5 to 9.1, 14 What each kind of ground costs, holds, hides and allows; `data/terrain.toml`, read once."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from grognard.games.tank_leader.rules.data import TABLES, read_toml

CLEAR = "clear"
NO_ENTRY, ALL_POINTS = "P", "stop"
Price = int | Literal["P", "stop"]


class Cost(NamedTuple):
    """8.6 The chart's entry for a hex entered off the road."""

    vehicle: Price
    foot: Price


class WaterCosts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """8.11 to 8.13 The same for water, as the season leaves it."""

    flooded: Cost
    low: Cost
    frozen: Cost


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row: a kind of ground."""

    cost: Cost | WaterCosts
    room: tuple[int, int]
    closed_by: str = ""
    cover: Literal["", "soft", "hard"] = ""
    obstructs: bool = False
    overrun: bool = False
    assault: bool = False
    slow_start: bool = False
    style: str = ""

    @property
    def wet(self) -> bool:
        return isinstance(self.cost, WaterCosts)

    def price(self, water: str, mover: str) -> Price:
        """8.6 What it costs to enter, as the water of the season is."""
        cost: Cost = getattr(self.cost, water) if isinstance(self.cost, WaterCosts) else self.cost
        return cost.foot if mover == "foot" else cost.vehicle


CHART = msgspec.convert(read_toml("terrain.toml"), dict[str, Terrain])
BRIDGE_ROOM: tuple[int, int] = tuple(TABLES["stacking"]["bridge"])
ROOMS = {*(row.room for row in CHART.values()), BRIDGE_ROOM}
# 3.3, 3.4 What a map prints: a kind itself, or a symbol that the battle conditions read (of several the first)
SYMBOLS = (*TABLES["urbanization_effects"]["normal"], *TABLES["area_effects"]["arid"])
PRINTED = frozenset({*SYMBOLS, *CHART})
