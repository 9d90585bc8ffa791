"""The printed map, as its land."""

from __future__ import annotations

from grognard.games.night_fight.rules.map_data import LANDS

LAND = LANDS.boxed()
BRIDGES, RIVER_BRIDGES, LARGE_RIVER = LAND.bridges, LAND.river_bridges, LAND.large_river
NORTH_BANK, SOUTH_BANK = LAND.north_bank, LAND.south_bank
ROAD_HEXES, ROAD_LINKS, STARS = LAND.roads, LAND.road_links, LAND.stars
