"""2.0 and 22.3 The map: what each hex costs, how it protects, and where roads, bridges and banks are."""

from __future__ import annotations

from functools import cache, lru_cache

from grognard.board.hexgrid import Hex
from grognard.board.paths import Reach, StepCosts
from grognard.games.night_fight.rules.data import EDGE_ROADS, MAP, RIVER, TERRAIN
from grognard.games.night_fight.rules.state import NightFight, Unit

GRID = MAP.grid
ROAD_HEXES = MAP.line_hexes("road")
ROAD_LINKS = MAP.links("road")
BRIDGES = MAP.bridged_hexes  # hex -> wood_bridge or river_bridge
STARS = MAP.marks["star"]
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
LEVELS = ("clear", "normal", "dense")


def _printed(h: Hex, vegetation: str) -> tuple[str, ...]:
    """R6 The rows of the terrain chart that hold in a hex while its bridge, if any, stands."""
    if h in BRIDGES:
        return (BRIDGES[h],)
    rows = ["road"] if h in ROAD_HEXES else []
    rows += [kind for kind in ("gully", "river", "stream") if h in MAP.line_hexes(kind)]
    for kind in sorted(MAP.terrain[h]):
        rows.append(f"vegetation_{vegetation}" if kind == "vegetation" else kind)
    return tuple(rows) or ("open",)


_FEATURES = {level: {h: _printed(h, level) for h in GRID.hexes} for level in LEVELS}


def features(g: NightFight, h: Hex) -> tuple[str, ...]:
    """22.3, 19.0, R9 The rows of the terrain chart that hold in a hex now, Block Houses not counted."""
    if h in g.bridges_out:
        return ("wood_bridge_out",) if BRIDGES[h] == "wood_bridge" else ("river",)
    return _FEATURES[g.vegetation][h]


def is_road(g: NightFight, h: Hex) -> bool:
    """R6, R9 A bridge is a road hex as long as it stands."""
    return h in ROAD_HEXES and h not in g.bridges_out


def is_building(g: NightFight, h: Hex) -> bool:
    """22.3 A hex with a partial or full building."""
    return any(row.startswith("building") for row in features(g, h))


def is_dense(g: NightFight, h: Hex) -> bool:
    return "vegetation_dense" in features(g, h)


# ------------------------------------------------------------------ who may enter, and at what price


def mover_class(unit: Unit) -> str:
    """R7 foot, vehicle (closed out of full buildings), or gun (a gun or post without its carrier)."""
    what = unit.what
    if what.kind == "foot":
        return "foot"
    return "vehicle" if what.is_mobile else "gun"


def _row_price(row: str, mover: str) -> int | None:
    """22.3 The points one row asks of a class of mover; None if it may not enter."""
    terrain = TERRAIN[row]
    if terrain.enter == "foot" and mover != "foot":
        return None
    if terrain.enter == "not mobile" and mover == "vehicle":
        return None
    return terrain.move


def price(rows: tuple[str, ...], mover: str) -> int | None:
    """8.0, R6 The points to enter a hex: a road costs its own row whatever else is drawn there."""
    if "road" in rows:
        return TERRAIN["road"].move
    dearest = 0
    for row in rows:
        points = _row_price(row, mover)
        if points is None:
            return None
        dearest = max(dearest, points)
    return dearest


def entry_cost(g: NightFight, h: Hex, mover: str) -> int | None:
    """22.3 The points to enter a hex as it is now, units and wrecks not counted."""
    if h in g.bridges_out:
        return price(features(g, h), mover)
    return _PRICES[g.vegetation, mover][h]


def block_house_extra(g: NightFight, h: Hex) -> int:
    """22.3, R6 What a Block House known to stand off the road adds to the price of its hex."""
    if is_road(g, h) or not any(u.type == "block_house" and u.up for u in g.here(h)):
        return 0
    return (TERRAIN["block_house"].move or 0) - (entry_cost(g, h, "vehicle") or 0)


_PRICES = {
    (level, mover): {h: price(rows, mover) for h, rows in _FEATURES[level].items()}
    for level in LEVELS
    for mover in ("foot", "vehicle", "gun")
}


def _table(prices: dict[Hex, int | None]) -> StepCosts:
    return StepCosts(GRID, lambda _, b: prices[b])


_COSTS = {key: _table(prices) for key, prices in _PRICES.items()}
_ROAD_COSTS = StepCosts(GRID, lambda _, b: 1 if b in ROAD_HEXES else None)


@cache
def open_around(h: Hex, mover: str, ground: str) -> tuple[Hex, ...]:
    """8.0 The neighbours a mover may enter while their bridges stand; `ground` is the vegetation, or road for roads."""
    prices = _PRICES[LEVELS[0] if ground == "road" else ground, mover]
    return tuple(n for n in GRID.neighbours[h] if prices[n] is not None and (ground != "road" or n in ROAD_HEXES))


def reach(g: NightFight, start: Hex, points: int, mover: str, *, left: Hex = "", roads_only: bool = False) -> Reach:
    """8.0 Where a German mover can get with its points, past its friends; `left` is a hex it leaves empty."""
    ground = "road" if roads_only else g.vegetation
    near = _near(ground, mover, start, points)
    return _reach(
        ground,
        mover,
        start,
        points,
        near.intersection(g.soviet_hexes),
        near.intersection(g.german_hexes) - {left},
        near.intersection(g.wrecks),
        near.intersection(g.bridges_out),
    )


@lru_cache(maxsize=4096)
def _near(ground: str, mover: str, start: Hex, points: int) -> frozenset[Hex]:
    """Where a mover could get if it were alone on the map: what stands elsewhere does not bear on it."""
    table = _ROAD_COSTS if ground == "road" else _COSTS[ground, mover]
    return frozenset(table.reach(start, points))


@lru_cache(maxsize=4096)
def _reach(
    ground: str,
    mover: str,
    start: Hex,
    points: int,
    enemies: frozenset[Hex],
    others: frozenset[Hex],
    wrecks: frozenset[Hex],
    out: frozenset[Hex],
) -> Reach:
    """The same question is asked for the choices and again for the path, and by every unit that waits to enter."""
    extra = dict.fromkeys(others, 1)
    for h in wrecks:
        extra[h] = extra.get(h, 0) + 1
    lost = [h for h in out if ground == "road" or mover != "foot" or BRIDGES[h] == "river_bridge"]
    for h in out:
        if h not in lost:
            extra[h] = extra.get(h, 0) + OUT_EXTRA
    table = _ROAD_COSTS if ground == "road" else _COSTS[ground, mover]
    return table.reach(start, points, blocked=(*enemies, *lost), extra=extra)


OUT_EXTRA = (TERRAIN["wood_bridge_out"].move or 0) - (TERRAIN["wood_bridge"].move or 0)  # 22.3 for those on foot


# ------------------------------------------------------------------ banks of the river (R61)

LARGE_RIVER = frozenset(h for line in MAP.lines if line.name in RIVER["names"] for h in line.hexes)


def _bank(start: Hex) -> frozenset[Hex]:
    found, edge = {start}, [start]
    while edge:
        here = edge.pop()
        for h in GRID.neighbours[here]:
            if h not in found and h not in LARGE_RIVER:
                found.add(h)
                edge.append(h)
    return frozenset(found)


NORTH_BANK = _bank(RIVER["north_bank"])
SOUTH_BANK = _bank(RIVER["south_bank"])
RIVER_BRIDGES = tuple(h for h in sorted(BRIDGES) if BRIDGES[h] == "river_bridge")


def nearest_edge_roads(g: NightFight, h: Hex) -> list[Hex]:
    """6.0, R28 The free map-edge road hexes closest to one of them."""
    free = [e for e in EDGE_ROADS if e not in g.german_hexes and e not in g.soviet_hexes]
    least = min((GRID.distance(h, e) for e in free), default=0)
    return [e for e in free if GRID.distance(h, e) == least]
