"""2.4 What a hex is today: one map, read anew for each battle."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine.core.wording import counted
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.games.tank_leader.rules.terrain import COVER, Country

WATERS = ("stream", "river", "ford", "shallows")


def reading(g: TankLeader, h: Hex) -> tuple[str, ...]:
    """2.4, 3.3, 3.4 Terrain, cover, level and stacking limits of a hex under the battle conditions."""
    country = g.country
    total, vehicles = country.limits(h)
    cover = COVER.get(country.terrain[h], "")
    covers = (f"{cover} cover",) if cover else ()
    room = f"{counted(total, 'unit')}, {counted(vehicles, 'vehicle')} a side"
    return (_terrain(country, h), *covers, f"level {country.level[h]}", room)


def _terrain(country: Country, h: Hex) -> str:
    terrain = country.terrain[h]
    return f"{terrain} ({country.water})" if terrain in WATERS else terrain.replace("_", " ")
