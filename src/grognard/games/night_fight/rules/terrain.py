"""2.0 and 22.3 The map as it is now: what each hex costs, how it protects, and where roads and bridges are."""

from __future__ import annotations

from collections.abc import Collection

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.paths import Reach
from grognard.engine.core.fact import fact
from grognard.games.night_fight.rules.data import EDGE_ROADS, GRID, TERRAIN
from grognard.games.night_fight.rules.map_data import LANDS, price
from grognard.games.night_fight.rules.state import NightFight, Unit

ROW_CITES = {
    "road": "NF-22.3.1",
    "open": "NF-22.3.2",
    "building_partial": "NF-22.3.3",
    "building_full": "NF-22.3.4",
    "block_house": "NF-22.3.5",
    "vegetation_clear": "NF-22.3.6",
    "vegetation_normal": "NF-22.3.7",
    "vegetation_dense": "NF-22.3.8",
    "gully": "NF-22.3.9",
    "wood_bridge": "NF-22.3.10",
    "river_bridge": "NF-22.3.10",
    "wood_bridge_out": "NF-22.3.11",
    "river": "NF-22.3.12",
    "stream": "NF-22.3.12",
}


def features(g: NightFight, h: Hex) -> tuple[str, ...]:
    """22.3, 19.0, R9 The rows of the terrain chart that hold in a hex now, Block Houses not counted."""
    if h in g.bridges_out:
        return ("wood_bridge_out",) if g.land.bridges[h] == "wood_bridge" else ("river",)
    return g.land.features[g.vegetation][h]


def is_road(g: NightFight, h: Hex) -> bool:
    """R6, R9 A bridge is a road hex as long as it stands."""
    return h in LANDS[g.scenario_id].roads and h not in g.bridges_out


# ------------------------------------------------------------------ who may enter, and at what price


def mover_class(unit: Unit) -> str:
    """R7 foot, vehicle (closed out of full buildings), or gun (a gun or post without its carrier)."""
    what = unit.what
    if what.kind == "foot":
        return "foot"
    return "vehicle" if what.is_mobile else "gun"


def entry_cost(g: NightFight, h: Hex, mover: str) -> int | None:
    """22.3 The points to enter a hex as it is now, units and wrecks not counted."""
    if h in g.bridges_out:
        return price(features(g, h), mover)
    return LANDS[g.scenario_id].prices[g.vegetation, mover][h]


def what_closes(g: NightFight, h: Hex, mover: str) -> str:
    """22.3 The row of the terrain chart that keeps a mover out of a hex."""
    return next(ROW_CITES[row] for row in features(g, h) if price((row,), mover) is None)


def block_house_extra(g: NightFight, h: Hex) -> int:
    """22.3, R6 What a Block House known to stand off the road adds to the price of its hex."""
    if is_road(g, h) or not any(u.type == "block_house" and u.up for u in g.here(h)):
        return 0
    return (TERRAIN["block_house"].move or 0) - (entry_cost(g, h, "vehicle") or 0)


@fact
def reach(g: NightFight, ground: str, mover: str, start: Hex, points: int, left: Hex) -> Reach:
    """8.0 Where a German mover can get with its points, past its friends; `left` is a hex it leaves empty."""
    land = g.land
    closed, extra = _laid(g, ground, mover)
    if left in g.german_hexes:
        extra[left] -= 1
    table = land.road_costs if ground == "road" else land.costs[ground, mover]
    return table.reach(start, points, blocked=closed, extra=extra)


def _laid(g: NightFight, ground: str, mover: str) -> tuple[Collection[Hex], dict[Hex, int]]:
    """8.0, 19.0 What is laid over the printed prices: the hexes closed now, and points on top."""
    extra = dict.fromkeys(g.german_hexes, 1)
    for h in g.wrecks:
        extra[h] = extra.get(h, 0) + 1
    lost = []
    for h in g.bridges_out:
        if ground == "road" or mover != "foot" or g.land.bridges[h] == "river_bridge":
            lost.append(h)
        else:
            extra[h] = extra.get(h, 0) + OUT_EXTRA
    return {*g.soviet_hexes, *lost} if lost else g.soviet_hexes, extra


OUT_EXTRA = (TERRAIN["wood_bridge_out"].move or 0) - (TERRAIN["wood_bridge"].move or 0)  # 22.3 for those on foot


def nearest_edge_roads(g: NightFight, h: Hex) -> list[Hex]:
    """6.0, R28 The free map-edge road hexes closest to one of them."""
    free = [e for e in EDGE_ROADS if e not in g.german_hexes and e not in g.soviet_hexes]
    least = min((GRID.distance(h, e) for e in free), default=0)
    return [e for e in free if GRID.distance(h, e) == least]
