"""Ground and cover: what a unit stands in, and what stands between it and an enemy."""

from __future__ import annotations

from collections import Counter

from grognard.board.inches.geometry import Point, at_most, crossing, distance
from grognard.board.inches.terrain_table import Feature
from grognard.engine import Modifier
from grognard.engine.core.cache import Memory
from grognard.games.red_actions.rules.bodies import body, centre, near_feature
from grognard.games.red_actions.rules.data import REACH, TABLES_DATA
from grognard.games.red_actions.rules.state import RedActions, Unit, is_foot, is_gun, is_mounted, is_vehicle

COVER, COMBAT = TABLES_DATA["cover"], TABLES_DATA["combat_modifiers"]
BEST_ONLY = TABLES_DATA["shooting_modifiers"]["best_only"]
HARD, SOFT = frozenset(COVER["hard"]), frozenset(COVER["soft"])
LINES, CROSSINGS = frozenset({"earthwork", "wall", "hedge"}), frozenset({"bridge", "ford"})
ROUGH_FOR_PARTISANS = frozenset({"rough", "boggy", "woods", "dense_woods", "scrub", "crops"})  # RA-SHO.25

CITES = {
    "trenches": "RA-SHO.28",
    "stone_buildings": "RA-SHO.29",
    "woods_or_wooden_buildings": "RA-SHO.30",
    "evading_in_soft_cover": "RA-SHO.31",
    "evading_or_lying_in_open": "RA-SHO.32",
    "crops_or_scrub": "RA-SHO.33",
}


def areas_of(g: RedActions, unit: Unit) -> set[str]:
    """RA-SHO.35, RA-SHO.55 The kinds of area that hold more than half of the bases."""
    if unit.inside:
        return {g.kind_of(g.table.features[unit.inside])}
    areas = body(g, unit).areas
    count = Counter(kind for under in areas for kind in {g.kind_of(f) for f in under})
    return {kind for kind, n in count.items() if 2 * n > len(areas)}


def in_trench(g: RedActions, unit: Unit) -> bool:
    """B1 More than half of its bases within three quarters of an inch of the trench line; foxholes count."""
    if unit.inside or is_vehicle(unit) or is_mounted(unit):
        return False
    if unit.foxholes:
        return True
    trenches = [f for f in g.table.near(centre(g, unit), unit.bases + 2.0) if f.type == "trench"]
    if not trenches:
        return False
    bases = body(g, unit).bases
    near = sum(any(at_most(f.distance(b.centre), REACH.trench) for f in trenches) for b in bases)
    return 2 * near > len(bases)


def behind(g: RedActions, unit: Unit, types: tuple[str, ...], enemy: Point | None) -> str:
    """RA-SHO.35 The type of a line within an inch and crossed by the way from the enemy (any way, without one)."""
    for f in lines_by(g, unit):
        if f.type not in types:
            continue
        if enemy is None:
            return f.type
        ends = [(b.centre, enemy) for b in body(g, unit).bases]
        start = min(ends, key=lambda way: distance(*way))[0]
        if any(crossing(start, enemy, a, b) is not None for a, b in f.sides()):
            return f.type
    return ""


_lines, _grounds, _covering = Memory(), Memory(), Memory()


def lines_by(g: RedActions, unit: Unit) -> list[Feature]:
    """RA-SHO.35 The lines within an inch of a unit that may be cover."""
    return _lines.recall(body(g, unit), lambda: [] if unit.inside else _by(g, unit, LINES))


def _by(g: RedActions, unit: Unit, types: frozenset[str]) -> list[Feature]:
    near = g.table.near(centre(g, unit), unit.bases + 3.0)
    return [f for f in near if f.type in types and near_feature(g, unit, f, REACH.linear_cover)]


def cover_kinds(g: RedActions, unit: Unit, enemy: Point | None) -> frozenset[str]:
    """RA-SHO.34, RA-SHO.36 Every kind of cover a unit has against fire from a point."""
    key = body(g, unit).number, unit.kind, unit.foxholes, unit.limbered, unit.carts, *g.collapsed
    kinds = _grounds.recall(key, lambda: _ground_cover(g, unit))
    if is_mounted(unit) or is_vehicle(unit) or not lines_by(g, unit):
        return kinds
    line = _covering.recall((body(g, unit).number, enemy), lambda: _cover_line(g, unit, enemy))
    return kinds | {line} if line else kinds


def _cover_line(g: RedActions, unit: Unit, enemy: Point | None) -> str:
    """RA-SHO.35 The best line that a unit is behind, seen from a point."""
    return behind(g, unit, ("earthwork", "wall"), enemy) or behind(g, unit, ("hedge",), enemy)


def _ground_cover(g: RedActions, unit: Unit) -> frozenset[str]:
    """RA-SHO.36 The cover of the ground a unit stands on, wherever the enemy is."""
    kinds = areas_of(g, unit) & (HARD | SOFT)
    if is_mounted(unit) or is_vehicle(unit):
        return frozenset(kinds & set(COVER["mounted_and_vehicles_use_only"]))
    return frozenset(kinds | {"trench"} if in_trench(g, unit) else kinds)


def in_hard_cover(g: RedActions, unit: Unit, enemy: Point | None) -> bool:
    """RA-SHO.34 Trench, foxhole, earthwork, building or stone wall."""
    return bool(cover_kinds(g, unit, enemy) & HARD)


def best_cover(g: RedActions, unit: Unit, enemy: Point | None) -> Modifier | None:
    """RA-SHO.27 The one cover modifier that is best for the target."""
    kinds = cover_kinds(g, unit, enemy)
    lines = {COVER["line_of_modifier"][kind] for kind in kinds}
    if (unit.lying or unit.evaded) and not is_mounted(unit) and not is_vehicle(unit) and not unit.inside:
        lines.add("evading_in_soft_cover" if kinds & SOFT else "evading_or_lying_in_open")
    if not lines:
        return None
    best = min(sorted(lines), key=lambda line: BEST_ONLY[line])
    return Modifier(CITES[best], BEST_ONLY[best], best.replace("_", " "), "column")


def dug_in(g: RedActions, unit: Unit, enemy: Point | None) -> bool:
    """RA-MOV.32, RA-MEL.17 In a trench, or with an earthwork between it and the enemy."""
    return in_trench(g, unit) or behind(g, unit, ("earthwork",), enemy) != ""


def fortified(g: RedActions, unit: Unit, enemy: Point | None) -> bool:
    """RA-MOR.21 In a trench, in a stone building, or with an earthwork between it and the enemy."""
    if unit.inside:
        return g.kind_of(g.table.features[unit.inside]) == "building_stone"
    return not is_mounted(unit) and not is_vehicle(unit) and dug_in(g, unit, enemy)


def combat_cover(g: RedActions, unit: Unit, charger: Point) -> tuple[str, int] | None:
    """RA-MEL.9, RA-MEL.10, RA-MEL.17 Fortifications or cover of a defender in hand-to-hand combat."""
    kinds = cover_kinds(g, unit, charger)
    if kinds & set(COVER["combat_fortification"]):
        return "RA-MEL.9", int(COMBAT["behind_fortifications"])
    if kinds & set(COVER["combat_cover"]) or _by(g, unit, CROSSINGS):  # within an inch of a bridge or ford
        return "RA-MEL.10", int(COMBAT["defending_in_cover_bridge_ford_breach"])
    return None


def may_hide_in(g: RedActions, unit: Unit) -> bool:
    """RA-ACT.8, RA-AMB.1 Infantry or unlimbered guns in cover."""
    return (is_foot(unit) or is_gun(unit)) and bool(cover_kinds(g, unit, None))
