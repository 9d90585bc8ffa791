"""2.4, 3 The map as the conditions of a battle make it play: what grows and stands, how high it lies, and the weather.

The guise of the ground is its conditions in one word, "winter.snow.normal.forested.rolling": battles under the same
conditions are fought over the same picture. That of a map which a scenario brings with it ends in the scenario's id.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from typing import Any

from msgspec.structs import astuple, replace

from grognard.board.ground import HexGround
from grognard.board.hexes.grid import Hex
from grognard.board.hexes.map import HexMap
from grognard.engine.core.wording import with_count
from grognard.games.tank_leader.rules.data import GRID, MAP, RANDOM, TABLES
from grognard.games.tank_leader.rules.scenarios import BATTLES, SCENARIOS
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.games.tank_leader.rules.terrain import Conditions, Country, country_of
from grognard.games.tank_leader.rules.terrain_chart import CHART

STYLES = {kind: row.style for kind, row in CHART.items() if row.style}
PALETTES = {"mud": "mud", "snow": "snow", "spring": "flood", "winter": "frost"}
FIRM = TABLES["season_effects"]["fixed_season_default_ground"]
CONDITIONS = 5  # words of a guise
KINDS = {
    what: [kind for kind in TABLES[f"{what}_effects"] if kind != "reconstructed"]
    for what in ("urbanization", "area", "contour")
}
KNOWN = frozenset(
    ".".join(chosen)
    for chosen in product(("spring", "summer", "autumn", "winter"), ("normal", "mud", "snow"), *KINDS.values())
)


def guise(g: TankLeader) -> str:
    """The conditions of this battle in one word."""
    return ".".join(filter(None, astuple(g.conditions)))


def in_guise(name: str) -> HexGround | None:
    """The map under some conditions; None if there are none of this name, or no battle is fought so on its own map."""
    parts = name.split(".")
    weather, sheet = ".".join(parts[:CONDITIONS]), ".".join(parts[CONDITIONS:])
    known = weather in KNOWN and (not sheet or weather in _own_guises(sheet))
    return _drawn(replace(Conditions(*weather.split(".")), sheet=sheet)) if known else None


def guises_of(battle: Mapping[str, Any]) -> tuple[str, ...]:
    """Every guise in which a battle may be fought on the printed map, whatever is rolled."""
    rows = RANDOM["season"] if battle["season"] == "variable" else [battle]
    seasons = dict.fromkeys((row["season"], row.get("ground", FIRM)) for row in rows)
    rolled = [kinds if battle[what] == "variable" else [battle[what]] for what, kinds in KINDS.items()]
    return tuple(".".join((*season, *rest)) for season, *rest in product(seasons, *rolled))


def _own_guises(sheet: str) -> tuple[str, ...]:
    """The same for a scenario that brings its map with it; none for any other."""
    battle = BATTLES.known.get(sheet)
    return () if battle is None or battle.mapsheet is None else guises_of(SCENARIOS[sheet])


@lru_cache(64)
def _drawn(conditions: Conditions) -> HexGround:
    return HexGround(_read(conditions))


def _read(conditions: Conditions) -> HexMap:
    """The map's file with today's ground instead of its symbols."""
    country = country_of(conditions)
    printed = country.land.map
    terrain = {kind: tuple(h for h in GRID.hexes if country.terrain[h] == kind) for kind in STYLES}
    terrain = {kind: hexes for kind, hexes in terrain.items() if hexes}
    levels = {str(level): tuple(h for h in GRID.hexes if country.level[h] == level) for level in (1, 2, 3)}
    look = {style: tuple(k for k in terrain if STYLES[k] == style) for style in dict.fromkeys(map(STYLES.get, terrain))}
    weather = PALETTES.get(conditions.ground) or PALETTES.get(conditions.season)
    palette = weather or printed.look.get("palette", MAP.look["palette"])
    elevation = {"base": 0, **{level: hexes for level, hexes in levels.items() if hexes}}
    return HexMap(replace(printed.file, terrain=terrain, elevation=elevation, look={"palette": palette, **look}))


# -------------------- 2.4 What a hex is today


def reading(g: TankLeader, h: Hex) -> tuple[str, ...]:
    """2.4, 3.3, 3.4 Terrain, cover, level and stacking limits of a hex under the battle conditions."""
    country = g.country
    total, vehicles = country.limits(h)
    cover = country.cover[h]
    covers = (f"{cover} cover",) if cover else ()
    room = f"{with_count(total, 'unit')}, {with_count(vehicles, 'vehicle')} a side"
    return (_terrain(country, h), *covers, f"level {country.level[h]}", room)


def _terrain(country: Country, h: Hex) -> str:
    terrain = country.terrain[h]
    return f"{terrain} ({country.water})" if country.effects[h].wet else terrain.replace("_", " ")
