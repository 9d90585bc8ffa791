"""14.0 The terrain effects chart: what each kind of terrain costs, hides and allows; `data/terrain.toml`, read once."""

from __future__ import annotations

import tomllib
from typing import Literal

import msgspec

from grognard.games.panzer_blitz.rules.data import FOLDER

CLEAR = "clear"


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """14.0 One row of the chart."""

    cost: tuple[int, int, int] | None = None  # on foot, tracked, wheeled; None: nobody enters it
    by_road: bool = False
    dense: bool = False
    tem: int = 0
    tem_cite: str = ""
    tem_vehicles: bool = True
    tem_indirect: tuple[int, int] | None = None  # exposed, others
    tem_indirect_cite: str = ""
    cover: bool = False
    hexside: Literal["", "inherent", "alike"] = ""
    houses: bool = False
    city: bool = False
    open: bool = False
    spotted_within: int = 20
    overrun: bool = True
    hull_down: bool = True
    block: bool = False  # built here during play
    block_here: bool = True  # 15.3.2 set up here
    one_target: str = ""
    dig_in: bool = True
    fort: bool = True
    smoke: bool = True
    mines: bool = True


CHART = msgspec.convert(tomllib.loads((FOLDER / "terrain.toml").read_text("utf-8")), dict[str, Terrain])
