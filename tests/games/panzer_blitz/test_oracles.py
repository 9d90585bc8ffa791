"""A second, slow and plain reading of the rules of movement and sight, compared with the quick one here and there.

Nothing here asks the rules code for a price, a path or a line: only the printed map and the counters are read.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from math import hypot

import pytest

from grognard.games.panzer_blitz.rules.data import GRID, MAP
from grognard.games.panzer_blitz.rules.movement import destinations
from grognard.games.panzer_blitz.rules.sight import sees
from grognard.games.panzer_blitz.rules.state import Mine, PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.unit_moves import MoveUnit

from .helpers import field, operation, put

ROAD_LINKS = MAP.links("road")
GULLY_LINKS, BROOK_LINKS = MAP.links("gully"), MAP.links("stream")
WATER = {
    frozenset(text.split("/")): feature.kind for feature in MAP.hexsides for text in feature.sides
}  # the printed kind of water on a hexside
BRIDGES = {frozenset(pair) for pair in MAP.bridged_sides}
COSTS = {"clear": (1, 1, 2), "town": (1, 1, 1), "city": (1, 1, 1), "woods": (1, 2, 3), "orchard": (1, 1, 2)}
MODE = {"leg": 0, "tracked": 1, "wheeled": 2}
HOUSES = {"town", "city"}


@cache
def ground(h: str) -> str:
    return next((kind for kind in ("town", "city", "woods", "swamp", "orchard") if kind in MAP.terrain[h]), "clear")


# ------------------------------------------------------------------ movement


def step_cost(g: PanzerBlitz, unit: Unit, a: str, b: str) -> Fraction | str | None:
    """4.2, 14.0 Movement points from a hex to its neighbour, "all", or None if the step is forbidden."""
    mode, vehicle = MODE[unit.what.mode], unit.what.mode != "leg"
    if b in g.blocks and not unit.what.infantry:
        return None  # 15.3.2
    extra = (b in g.smoke) + (b in g.wrecks)  # 12.2.5, 15.1.3
    bridge = frozenset((a, b)) in BRIDGES
    if b in ROAD_LINKS.get(a, ()) and b not in g.wrecks and b not in g.blocks and b not in g.forts:
        return Fraction(1, 2) + extra  # 14.3.1.1
    if vehicle and "swamp" in (ground(a), ground(b)):
        return None  # 14.5.1
    water = "stream" if b in BROOK_LINKS.get(a, ()) else WATER.get(frozenset((a, b)), "")
    if water and not bridge:
        return None if water == "river" or (water == "deep stream" and vehicle) else "all"  # 14.6.1
    if ground(b) == "swamp":
        return "all"
    if ground(a) == ground(b) == "woods" and mode > 0:
        if mode == 2:
            return None  # 14.4.1.1
        if a not in ROAD_LINKS:
            return "all"  # 14.4.1.2
    cost = Fraction(1, 2) if ground(a) in HOUSES and ground(b) in HOUSES else Fraction(COSTS[ground(b)][mode])
    if "gully" in MAP.areas and a in MAP.areas["gully"]:
        cost = Fraction(1) if b in GULLY_LINKS.get(a, ()) else cost + (1, 1, 2)[mode]  # 14.6.1.1
    if MAP.level(b) > MAP.level(a) and "CHURCHILL" not in unit.what.codes:
        cost += (0, 1, 2)[mode]  # 14.9.1
    return cost + extra


def may_stand(g: PanzerBlitz, unit: Unit, h: str) -> bool:
    """2.3.5, 4.1.8 In play, free of enemies (empty transport aside), and room for it."""
    if h not in g.area:
        return False
    here = [g.pieces[i] for i in g.at.get(h, ())]
    enemies = [u for u in here if u.side != unit.side]
    transport = ("truck", "wagon", "jeep", "motorcycle")
    if enemies and (unit.what.cls in ("truck", "wagon") or any(u.what.cls not in transport for u in enemies)):
        return False
    double = 2 if ground(h) in HOUSES else 1
    friends = [u for u in here if u.side == unit.side and u.id != unit.id]
    points = sum(u.face.stacking * (double if u.what.vehicle else 1) for u in (*friends, unit) if not u.carrier)
    return points + g.wrecks.get(h, 0) * double + (4 if h in g.blocks else 0) <= 6


def reached(g: PanzerBlitz, unit: Unit) -> dict[str, Fraction]:
    """Every hex a unit can go to with its whole allowance: the direct step next door, the cheapest way farther off."""
    allowance, start = Fraction(unit.face.ma), unit.place
    best: dict[str, Fraction] = {start: Fraction(0)}
    fresh = [start]
    while fresh:
        frontier, fresh = fresh, []
        for a in frontier:
            spent = best[a]
            if a != start and (a in g.mines or a in g.blocks):
                continue  # 15.2.3, 15.3.2
            for b in GRID.neighbours[a]:
                cost = step_cost(g, unit, a, b) if may_stand(g, unit, b) else None
                if not isinstance(cost, Fraction) or (b in g.blocks and b not in GRID.neighbours[start]):
                    continue
                if spent + cost <= allowance and spent + cost < best.get(b, allowance + 1):
                    best[b] = spent + cost
                    fresh.append(b)
    del best[start]
    for b in GRID.neighbours[start]:
        cost = step_cost(g, unit, start, b) if may_stand(g, unit, b) else None
        if cost is not None:  # 4.1.7 the first step may cost more than there is
            best[b] = allowance if cost == "all" else min(allowance, Fraction(cost))
    return best


def littered(rng: random.Random, start: str) -> PanzerBlitz:
    """A field with friends, enemies, trucks, wrecks, smoke, mines and works around a hex."""
    g = field()
    near = [h for h in GRID.within(start, 5)[1:] if ground(h) != "swamp"]
    spots = rng.sample(near, min(14, len(near)))
    for h in spots[:3]:
        for _ in range(rng.choice((1, 3))):
            put(g, "br_rifle", h)
    for h, kind in zip(spots[3:6], ("ge_gren", "ge_truck", "ge_pz4"), strict=True):
        put(g, kind, h)
    g.wrecks = {h: rng.choice((1, 2)) for h in spots[6:8]}
    g.smoke = dict.fromkeys(spots[8:10], 1)
    g.mines = {spots[10]: Mine("german", "2-1")}
    g.blocks = {spots[11]: True}
    g.forts = {spots[12]: "bunker"}
    return g


@pytest.mark.rule("PB-4.2.1", "PB-14.3.3", "PB-14.4.1", "PB-14.6.3", "PB-14.9.1", "PB-4.1.7", "PB-4.1.9", "PB-15.3.4")
@pytest.mark.parametrize("kind", ["br_rifle", "br_sherman", "br_churchill", "br_truck", "br_daimler"])
def test_where_a_unit_can_go_and_for_how_much_agrees_with_a_plain_search(kind: str) -> None:
    rng = random.Random(kind)
    for _ in range(4):
        start = rng.choice([h for h in GRID.hexes if ground(h) != "swamp"])
        g = littered(rng, start)
        mover = put(g, kind, start)
        operation(g, "british", start, 0)
        found = {h: Fraction(half, 2) for h, half in destinations(g, MoveUnit(mover, start)).items()}
        assert found == reached(g, g.pieces[mover]), f"{kind} in {start}"


# ------------------------------------------------------------------ sight

Point = tuple[float, float]
TALL = {"town", "city", "woods", "swamp", "orchard"}
NEAR = 1e-6


@cache
def corners(h: str) -> list[Point]:
    """The corners of a hex with a flat top whose neighbours' centres are known."""
    x, y = GRID.centre(h)
    (nx, ny) = GRID.centre(GRID.neighbours["2420"][0])
    cx, cy = GRID.centre("2420")
    across = hypot(nx - cx, ny - cy)  # from centre to centre
    size, half = across / 3**0.5, across / 2
    return [
        (x + size, y),
        (x + size / 2, y + half),
        (x - size / 2, y + half),
        (x - size, y),
        (x - size / 2, y - half),
        (x + size / 2, y - half),
    ]


def clipped(a: Point, b: Point, polygon: list[Point], slack: float) -> float:
    """The length of a segment inside a convex polygon grown by so much."""
    low, high = 0.0, 1.0
    dx, dy = b[0] - a[0], b[1] - a[1]
    for (px, py), (qx, qy) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        nx, ny = py - qy, qx - px  # inward
        long = hypot(nx, ny)
        inside, along = ((a[0] - px) * nx + (a[1] - py) * ny) / long + slack, (dx * nx + dy * ny) / long
        if abs(along) < 1e-12:
            if inside < 0:
                return 0.0
        elif along > 0:
            low = max(low, -inside / along)
        else:
            high = min(high, -inside / along)
    return max(0.0, high - low) * hypot(dx, dy)


def passages(a: str, b: str) -> list[tuple[str, ...]]:
    """5.4, R-55 The hexes a line crosses, and the pairs of hexes whose common side it runs along."""
    p, q = GRID.centre(a), GRID.centre(b)
    far = GRID.distance(a, b)
    around = [h for h in GRID.within(a, far) if GRID.distance(h, b) <= far and h not in (a, b)]
    crossed = [h for h in around if clipped(p, q, corners(h), -1e-4) > 1e-3]
    edged = [h for h in around if h not in crossed and clipped(p, q, corners(h), 1e-4) > 0.2]
    pairs = [(h, n) for h in edged for n in GRID.neighbours[h] if n in edged and h < n]
    found: list[tuple[str, ...]] = [(h,) for h in crossed]
    return found + [(h, n) for h, n in pairs if clipped(p, q, common(h, n), 1e-4) > 0.2]


def common(a: str, b: str) -> list[Point]:
    """The common side of two neighbours as a thin polygon."""
    shared = [c for c in corners(a) if any(hypot(c[0] - d[0], c[1] - d[1]) < 1e-3 for d in corners(b))]
    (px, py), (qx, qy) = shared
    (x, y) = GRID.centre(a)
    mx, my = (px + qx) / 2 - x, (py + qy) / 2 - y
    long = hypot(mx, my)
    sx, sy = mx / long * NEAR, my / long * NEAR
    box = [(px - sx, py - sy), (qx - sx, qy - sy), (qx + sx, qy + sy), (px + sx, py + sy)]
    area = sum(u[0] * v[1] - v[0] * u[1] for u, v in zip(box, box[1:] + box[:1], strict=True))
    return box if area > 0 else box[::-1]


def blocked_by_height(a: str, b: str, top: int, at: str) -> bool:
    """5.4.1 to 5.4.5 Does something of this level in a hex block the line?"""
    high, low = max(MAP.level(a), MAP.level(b)), min(MAP.level(a), MAP.level(b))
    if top <= low:
        return False
    if top >= high:
        return True
    upper = a if MAP.level(a) == high else b
    clear = Fraction(high - top, high - low) * GRID.distance(a, b)
    return GRID.distance(upper, at) > int(clear)


def down(h: str) -> bool:
    """5.6 In a gully or stream, and not on a bridge."""
    return h in MAP.areas["gully"] | MAP.areas["stream"] and h not in MAP.bridged_hexes


def clear_line(a: str, b: str) -> bool:
    """5.0 Is there a line of sight between two hexes of the bare map?"""
    found = passages(a, b) if GRID.distance(a, b) > 1 else []
    for hexes in found:
        if len(hexes) == 1:
            (h,) = hexes
            if blocked_by_height(a, b, MAP.level(h) + (ground(h) in TALL), h):
                return False
            continue
        levels = {MAP.level(h) for h in hexes}
        if len(levels) > 1 and max(levels) >= min(MAP.level(a), MAP.level(b)):
            return False  # 14.9.3, R-57
        kinds = [ground(h) for h in hexes]
        for h, kind in zip(hexes, kinds, strict=True):
            hedge = kind in ("town", "city", "swamp") or (kind in ("orchard", "woods") and kinds[0] == kinds[1])
            if blocked_by_height(a, b, MAP.level(h) + hedge, h):
                return False
    return not hidden_in_a_ditch(a, b, found)


def hidden_in_a_ditch(a: str, b: str, found: list[tuple[str, ...]]) -> bool:
    """5.6 Does a gully or stream hide one of two units from the other?"""
    if not down(a) and not down(b):
        return False
    high, low = (a, b) if MAP.level(a) > MAP.level(b) else (b, a)
    if MAP.level(a) != MAP.level(b) and (down(low) or not down(high)):
        return False  # 5.6.1
    if down(a) and down(b):
        if any(len(hexes) > 1 for hexes in found):
            return True
        way = sorted((h for (h,) in found), key=lambda h: GRID.distance(a, h))
        sides = zip([a, *way], [*way, b], strict=True)
        return not all(y in GULLY_LINKS.get(x, ()) or y in BROOK_LINKS.get(x, ()) for x, y in sides)
    return GRID.distance(a, b) > 1


@pytest.mark.rule(
    "PB-5.4.1", "PB-5.4.5", "PB-5.4.12", "PB-5.5.1", "PB-5.5.2", "PB-5.5.3", "PB-5.6.3", "PB-5.6.4", "PB-14.9.3"
)
def test_sight_agrees_with_plain_geometry() -> None:
    rng, g = random.Random(112), field()
    ditches = sorted(MAP.areas["gully"] | MAP.areas["stream"])
    pairs = [(a, rng.choice(GRID.within(a, 9)[1:])) for a in rng.sample(GRID.hexes, 140)]
    pairs += [(a, rng.choice(GRID.within(a, 3)[1:])) for a in ditches]
    pairs += [(a, b) for a in rng.sample(GRID.hexes, 30) for b in GRID.within(a, 2)[7:]]
    seen = {(a, b): (sees(g, a, b), clear_line(a, b)) for a, b in pairs}
    assert {pair: found for pair, found in seen.items() if found[0] != found[1]} == {}
    assert 0.2 < sum(quick for quick, _ in seen.values()) / len(seen) < 0.9
