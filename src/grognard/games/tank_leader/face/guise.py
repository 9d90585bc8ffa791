"""2.4, 3 The map as the conditions of a battle make it play: what grows and stands, how high it lies, and the weather.

The guise of the ground is its conditions in one word, "winter.snow.normal.forested.rolling": battles under the same
conditions are fought over the same picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import product
from typing import Any

from msgspec.structs import astuple, replace

from grognard.board.ground import HexGround
from grognard.board.hexmap import HexMap
from grognard.games.tank_leader.rules.data import GRID, MAP, TABLES
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.games.tank_leader.rules.terrain import Conditions, country_of

STYLES = {  # in which each kind of ground is drawn
    "brush": "scrub",
    "woods": "grove",
    "forest": "wood",
    "wood_building": "partial",
    "stone_building": "full",
    "ruins": "rough",
    "ford": "plain",
    "shallows": "plain",
}
PALETTES = {"mud": "mud", "snow": "snow", "spring": "flood", "winter": "frost"}
KINDS = {
    what: [kind for kind in TABLES[f"{what}_effects"] if kind != "reconstructed"]
    for what in ("urbanization", "area", "contour")
}
KNOWN = frozenset(
    ".".join(chosen)
    for chosen in product(("spring", "summer", "autumn", "winter"), ("normal", "mud", "snow"), *KINDS.values())
)


def guise(g: TankLeader) -> str:
    """The conditions of this battle in one word; a map that the battle brings with it is drawn as it was painted."""
    *conditions, sheet = astuple(g.conditions)
    return "" if sheet else ".".join(conditions)


@cache
def in_guise(name: str) -> HexGround | None:
    """The map under some conditions; None if there are none of this name."""
    return HexGround(_read(Conditions(*name.split(".")))) if name in KNOWN else None


def guises_of(battle: Mapping[str, Any]) -> tuple[str, ...]:
    """Every guise in which a battle of a fixed season may be fought, whatever is rolled."""
    rolled = [kinds if battle[what] == "variable" else [battle[what]] for what, kinds in KINDS.items()]
    return tuple(".".join(chosen) for chosen in product([battle["season"]], [battle["ground"]], *rolled))


def _read(conditions: Conditions) -> HexMap:
    """The map's file with today's ground in place of its symbols."""
    country = country_of(conditions)
    terrain = {kind: tuple(h for h in GRID.hexes if country.terrain[h] == kind) for kind in STYLES}
    terrain = {kind: hexes for kind, hexes in terrain.items() if hexes}
    levels = {str(level): tuple(h for h in GRID.hexes if country.level[h] == level) for level in (1, 2, 3)}
    look = {style: tuple(k for k in terrain if STYLES[k] == style) for style in dict.fromkeys(map(STYLES.get, terrain))}
    palette = PALETTES.get(conditions.ground) or PALETTES.get(conditions.season) or MAP.look["palette"]
    elevation = {"base": 0, **{level: hexes for level, hexes in levels.items() if hexes}}
    return HexMap(replace(MAP.file, terrain=terrain, elevation=elevation, look={"palette": palette, **look}))
