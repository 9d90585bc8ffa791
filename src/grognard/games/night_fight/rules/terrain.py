"""2.0 and 22.3 The map as it is now: what each hex costs, how it protects, and where roads and bridges are."""

from __future__ import annotations

from collections.abc import Collection

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.paths import Reach
from grognard.engine.core.fact import fact
from grognard.games.night_fight.rules.data import EDGE_ROADS, GRID
from grognard.games.night_fight.rules.map_data import LANDS, price
from grognard.games.night_fight.rules.state import NightFight, Unit
from grognard.games.night_fight.rules.terrain_chart import BLOCK_HOUSE, CHART, Rows


def features(g: NightFight, h: Hex) -> Rows:
    """22.3, 19.0, R9 The rows of the terrain chart that hold in a hex now, Block Houses not counted."""
    printed = g.land.features[g.vegetation][h]
    return tuple(CHART[row].out for row in printed) if h in g.bridges_out else printed


def is_water(g: NightFight, h: Hex) -> bool:
    """R14, 22.3 Is it a river or stream hex without a bridge that stands?"""
    return any(CHART[row].water for row in features(g, h))


def shelters(g: NightFight, h: Hex) -> bool:
    """22.3 Does a Block House stand there, known as one?"""
    return any(u.type == BLOCK_HOUSE and u.up for u in g.here(h))


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
    return next(CHART[row].cite for row in features(g, h) if CHART[row].price(mover) is None)


def block_house_extra(g: NightFight, h: Hex) -> int:
    """22.3, R6 What a Block House known to stand off the road adds to the price of its hex."""
    if is_road(g, h) or not shelters(g, h):
        return 0
    return (CHART[BLOCK_HOUSE].move or 0) - (entry_cost(g, h, "vehicle") or 0)


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
        now, standing = entry_cost(g, h, mover), g.land.prices[g.vegetation, mover][h]
        if ground == "road" or now is None:
            lost.append(h)
        else:
            extra[h] = extra.get(h, 0) + now - (standing or 0)
    return {*g.soviet_hexes, *lost} if lost else g.soviet_hexes, extra


def nearest_edge_roads(g: NightFight, h: Hex) -> list[Hex]:
    """6.0, R28 The free map-edge road hexes closest to one of them."""
    free = [e for e in EDGE_ROADS if e not in g.german_hexes and e not in g.soviet_hexes]
    least = min((GRID.distance(h, e) for e in free), default=0)
    return [e for e in free if GRID.distance(h, e) == least]
