"""4.0, 14.0 What a step costs: terrain, hexsides, roads, slopes, water, works. Points are counted in halves (1.2.4)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial
from math import ceil
from operator import attrgetter
from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.paths import StepCosts
from grognard.engine import Refusal
from grognard.engine.core.fact import fact
from grognard.games.panzer_blitz.rules.data import GRID, TRANSPORT_ONLY, TYPES, UnitType, other
from grognard.games.panzer_blitz.rules.map_data import MapData
from grognard.games.panzer_blitz.rules.sight import surely_spotted
from grognard.games.panzer_blitz.rules.stacking import LIMIT, fits, too_many, total
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.terrain import bridged, edge, water_kind

NEVER = (99, 99, 99)
MODES = ("leg", "tracked", "wheeled")
SLOPE = (0, 1, 2)  # 14.9.1
LEAVE_GULLY = (1, 1, 2)  # 14.6.1.1
SMOKE = WRECK = 2  # half points more
WORK = 2  # 15.4.8, 15.5.9 to enter or leave an IP or Fortification
ROAD, COUNTRY, BARE = "road", "country", "bare"  # roads too; no roads; neither roads nor the half rate among houses


MAY_YIELD = frozenset(name for name, what in TYPES.items() if what.cls in TRANSPORT_ONLY)  # 4.1.8.2
LARGEST = max(face.stacking for what in TYPES.values() for face in what.faces)
A_FEW, A_FEW_AMONG_HOUSES = LIMIT // LARGEST, LIMIT // (2 * LARGEST)  # units that may leave no room for another


class Price(NamedTuple):
    """What a step costs: half points, or all of them."""

    half: int
    all: bool = False
    road: bool = False
    town: bool = False  # 14.2.1 the half rate from house to house
    swim: bool = False


def _price(
    land: MapData, mode: str, slope_free: bool, a: Hex, b: Hex, water: str, road: bool, town_rate: bool
) -> Price | str:
    """The bare map's price of a step, or the rule that forbids it."""
    if road:
        return Price(1, road=True)
    column = MODES.index(mode)
    vehicle = mode != "leg"
    here, there = land.effects[a], land.effects[b]
    if vehicle and (here.by_road or there.by_road):
        return "PB-14.5.1"
    if water == "river":
        return "PB-14.6.6"
    if water == "deep stream" and vehicle:
        return "PB-14.6.5"
    dense = here.dense and land.terrain[a] == land.terrain[b]
    if dense and mode == "wheeled":
        return "PB-14.4.2"
    if water or there.by_road or (dense and mode == "tracked" and a not in land.roads):
        return Price(0, all=True)
    houses = town_rate and there.houses and here.houses
    half = 1 if houses else 2 * (there.cost or NEVER)[column]
    if a in land.gullies:
        half = 2 if land.joined_ditch(a, b) else half + 2 * LEAVE_GULLY[column]
    if land.level[b] > land.level[a] and not slope_free:
        half += 2 * SLOPE[column]
    return Price(half, town=houses)


def road_joins(g: PanzerBlitz, a: Hex, b: Hex) -> bool:
    """14.3.1, 14.7.1, 15.1.5, 15.3.2.2 Can a unit go from a to b along a road, at the road rate?"""
    if b not in g.land.roads.get(a, ()):
        return False
    if b in g.wrecks or b in g.blocks or b in g.forts:
        return False
    return not g.broken or not (edge(a, b) in g.broken or a in g.broken or b in g.broken)


def ground_price(g: PanzerBlitz, what: UnitType, a: Hex, b: Hex, rate: str) -> Price | str:
    """14.0 What terrain, water, roads and bridges as they are now make of a step, or the rule that forbids it."""
    if what.gun or what.aircraft:
        return "PB-2.3.14"
    water = "" if a not in g.land.wet or bridged(g, a, b) else water_kind(g, a, b)
    return _price(g.land, what.mode, what.climber, a, b, water, rate == ROAD and road_joins(g, a, b), rate != BARE)


@lru_cache(maxsize=1 << 17)
def printed_price(situation: str, kind: str, a: Hex, b: Hex, rate: str) -> Price | str:
    """14.0 The same on the map as it is printed: no bridge is gone, no road spoilt."""
    return ground_price(PanzerBlitz(scenario_id=situation), TYPES[kind], a, b, rate)


def price(g: PanzerBlitz, unit: Unit, a: Hex, b: Hex, rate: str = ROAD) -> Price | Refusal:
    """4.1.6, 4.2 What it costs a unit to go from a hex to its neighbour, or why it cannot."""
    if b in g.blocks and not unit.what.infantry:
        return Refusal("PB-15.3.4")
    if g.broken or g.water or b in g.wrecks or b in g.blocks or b in g.forts:
        found = ground_price(g, unit.what, a, b, rate)
    else:
        found = printed_price(g.scenario_id, unit.type, a, b, rate)
    if isinstance(found, str):
        if found != "PB-14.6.6" or not unit.what.aquatic:
            return Refusal(found)
        found = _price_ashore(g.land, unit.what.mode, a, b, rate != BARE)
        if isinstance(found, str):
            return Refusal(found)
    extra = toll(g, b) if g.smoke or g.wrecks else 0
    return found._replace(half=found.half + extra) if extra else found


def _price_ashore(land: MapData, mode: str, a: Hex, b: Hex, town_rate: bool) -> Price | str:
    """4.4.2, R-27 Out of the water into a hex: its terrain twice, a slope once."""
    flat, dry = (_price(land, mode, slope_free, a, b, "", False, town_rate) for slope_free in (True, False))
    if isinstance(flat, str) or isinstance(dry, str):
        return dry
    return dry._replace(half=flat.half + dry.half, swim=True)


def toll(g: PanzerBlitz, h: Hex) -> int:
    """12.2.5, 15.1.3 Half points more for entering smoke or a hex with a wreck."""
    return (SMOKE if h in g.smoke else 0) + (WRECK if h in g.wrecks else 0)


@fact
def step_costs(g: PanzerBlitz, kind: str, rate: str) -> StepCosts:
    """Every step within the map area that does not take all points, as a table for a type of unit."""
    table = ground_costs(g.scenario_id, kind, rate, frozenset(g.broken), tuple(g.water.items()))
    spoilt = [h for h in (*g.wrecks, *g.blocks, *g.forts) if h in g.land.roads] if rate == ROAD else []
    return table.repriced(spoilt, partial(steady_price, g, kind, rate)) if spoilt else table


@lru_cache(maxsize=500)
def ground_costs(
    situation: str, kind: str, rate: str, broken: frozenset[str], water: tuple[tuple[str, str], ...]
) -> StepCosts:
    """The same where no road is spoilt by wrecks and works; off the roads and outside houses as across country."""
    g = PanzerBlitz(situation, broken=dict.fromkeys(broken, True), water=dict(water))
    cost = partial(steady_price, g, kind, rate)
    if rate == COUNTRY:
        return StepCosts(GRID, cost)
    across = ground_costs(situation, kind, COUNTRY, broken, water)
    return across.repriced(g.land.roads if rate == ROAD else g.land.houses, cost)


@cache
def gait(kind: str) -> str:
    """The first of the types for which every step costs what it costs this one."""
    alike = attrgetter("mode", "climber", "gun", "aircraft")
    return next(name for name, what in TYPES.items() if alike(what) == alike(TYPES[kind]))


def steady_price(g: PanzerBlitz, kind: str, rate: str, a: Hex, b: Hex) -> int | None:
    """What a step costs that does not take all points."""
    found = ground_price(g, TYPES[kind], a, b, rate) if b in g.area else ""
    return None if isinstance(found, str) or found.all else found.half


def tolls(g: PanzerBlitz) -> dict[Hex, int]:
    """12.2.5, 15.1.3 Every hex that costs more to enter."""
    return {h: toll(g, h) for h in (*g.smoke, *g.wrecks)}


def pay(unit: Unit, spent: int, cost: Price) -> int | Refusal:
    """4.1.3, 4.1.7, R-72 Half points spent after a step, or why there are too few."""
    allowance = 2 * unit.face.ma
    if cost.swim:
        return swim(unit, spent, cost.half)
    if cost.all:
        return allowance if spent == 0 and allowance else Refusal("PB-4.2.1", "It takes all its movement points.")
    if spent + cost.half <= allowance:
        return spent + cost.half
    if spent == 0 and allowance and cost.half > allowance:
        return allowance  # the minimum move
    return Refusal("PB-4.2.1")


# ------------------------------------------------------------------ amphibious vehicles


def aquatic_left(land: int, aquatic: int, land_used: int | Fraction) -> int:
    """4.4.3 Aquatic points left when a vehicle enters water, the points used rounded up (R-27)."""
    return aquatic - ceil(Fraction(land_used) * aquatic / land)


def land_left(land: int, aquatic: int, aquatic_used: int) -> int:
    """4.4.3 Land points left when a vehicle comes out of the water."""
    return land - ceil(Fraction(aquatic_used * land, aquatic))


def swim(unit: Unit, spent: int, half: int) -> int | Refusal:
    """4.4 Through a river between two hexes: one aquatic point in, then the price of going ashore."""
    land, rate = unit.face.ma, unit.what.aquatic
    left = aquatic_left(land, rate, Fraction(spent, 2)) - 1
    if left < 0:
        return Refusal("PB-4.4.4")
    used = 2 * (land - land_left(land, rate, rate - left)) + half
    return used if used <= 2 * land else Refusal("PB-4.4.3")


# ------------------------------------------------------------------ may it go there?


def is_empty_transport(g: PanzerBlitz, unit: Unit) -> bool:
    """4.1.8.2, R-62 An unarmed carrier without passengers."""
    return unit.what.cls in TRANSPORT_ONLY and not g.load(unit.id)


def why_not_in(g: PanzerBlitz, unit: Unit, b: Hex, *, probing: bool = False) -> Refusal | None:
    """2.3.5, 4.1.8, PB-SIT.6 Why a unit may not be in a hex, whatever the way there."""
    if b not in g.area:
        return Refusal("PB-SIT.6")
    if b not in g.at and b not in g.blocks and b not in g.wrecks:
        return None
    if g.holder(b) == other(unit.side):
        refusal = why_not_push_in(g, unit, b, probing=probing)
        return refusal or (Refusal("PB-4.1.9") if too_many(g, b, (unit,)) else None)
    return None if fits(g, b, unit) else Refusal("PB-4.1.9")


def shut_hexes(g: PanzerBlitz, unit: Unit) -> list[Hex]:
    """2.3.5, 4.1.8 Every hex a unit may not be in for whoever, or whatever takes room; its own aside."""
    enemy, size, vehicle = other(unit.side), 0 if unit.carrier else unit.face.stacking, unit.what.vehicle
    held = held_hexes(g, enemy)
    full = [h for h, taken, houses in tight(g, unit.side) if taken + size * (1 + (vehicle and houses)) > LIMIT]
    unclear = [h for h in (*g.blocks, *yielding_hexes(g, enemy)) if h not in held]
    return [*held, *full, *[h for h in unclear if why_not_in(g, unit, h) is not None]]


def tight(g: PanzerBlitz, side: str) -> list[tuple[Hex, int, bool]]:
    """2.3.5, 14.2.2, 15.1.4 Hexes that may lack room for one more unit of a side, the points taken, and houses."""
    houses, stacks = g.land.houses, g.stacks_of(side)
    crowded = [h for h in g.hexes_of(side) if len(stacks[h]) >= (A_FEW_AMONG_HOUSES if h in houses else A_FEW)]
    wrecks = [h for h, n in g.wrecks.items() if h in houses or n + LARGEST > LIMIT or h in stacks]
    return [(h, total(g, h, stacks.get(h, ())), h in houses) for h in (*crowded, *wrecks) if h not in g.blocks]


@fact
def held_hexes(g: PanzerBlitz, side: str) -> frozenset[Hex]:
    """4.1.8 The hexes in which units of a side do not give way."""
    return frozenset(g.hexes_of(side)).difference(yielding_hexes(g, side))


@fact
def yielding_hexes(g: PanzerBlitz, side: str) -> list[Hex]:
    """4.1.8.2 The hexes in which units of a side may give way."""
    stacks = g.stacks_of(side)
    return [h for h in g.hexes_of(side) if all_yield(stacks[h])]


def all_yield(stack: Sequence[Unit]) -> bool:
    """4.1.8.2 Is nobody in a hex but empty transport, none of it hidden?"""
    return all(u.type in MAY_YIELD and not u.hidden and not u.carrier for u in stack)


def why_not_push_in(g: PanzerBlitz, unit: Unit, b: Hex, *, probing: bool) -> Refusal | None:
    """4.1.8.1, 4.1.8.2 Only empty transport gives way, and not to trucks and wagons.

    Whether that is what hides there is found out by trying, where it is sure to be Spotted (6.1.2).
    """
    if unit.what.cls in ("truck", "wagon"):
        return Refusal("PB-4.1.11")
    enemies = g.here(b)
    if any(not u.hidden and not is_empty_transport(g, u) for u in enemies):
        return Refusal("PB-4.1.11")
    if not any(u.hidden for u in enemies) or (probing and surely_spotted(g, unit.side, b)):
        return None
    return Refusal("PB-4.1.11")


def passable(g: PanzerBlitz, unit: Unit, a: Hex, b: Hex) -> bool:
    """R-61 Could a unit of this mode go from a to b, points aside? A gun goes where its crew can push it."""
    if b not in g.area or g.holder(b) == other(unit.side):
        return False
    if unit.what.gun:
        return b not in g.blocks and not g.land.effects[b].by_road and (bridged(g, a, b) or not water_kind(g, a, b))
    return not isinstance(price(g, unit, a, b), Refusal)
