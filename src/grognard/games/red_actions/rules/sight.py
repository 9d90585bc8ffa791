"""Visibility (RA-SHO.47 to RA-SHO.50): who sees whom, and how far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from functools import lru_cache, partial

from grognard.board.inches.geometry import Box, Point, at_least, at_most, crossing, distance, distance_between_outlines
from grognard.board.inches.intersections import near_way
from grognard.board.inches.sight import UNSEEN, Screen, nothing_between, screen
from grognard.board.inches.terrain_table import Feature, Sight, Table, sight
from grognard.engine import Modifier
from grognard.engine.core.cache import Book, Memory
from grognard.engine.core.fact import fact
from grognard.games.red_actions.rules.bodies import Body, apart, body, centre, circle_on, gap, near_feature, ruins
from grognard.games.red_actions.rules.data import BLINDS, KINDS, REACH, TABLES_DATA, kinds_of
from grognard.games.red_actions.rules.state import RedActions, Unit, is_foot, is_gun, is_mounted, is_vehicle

# -------------------- Ground and cover

COMBAT = TABLES_DATA["combat_modifiers"]
BEST_ONLY = TABLES_DATA["shooting_modifiers"]["best_only"]
HARD, SOFT = kinds_of(lambda ground: ground.cover == "hard"), kinds_of(lambda ground: ground.cover == "soft")
LINES, CROSSINGS = kinds_of(lambda ground: ground.covers_behind), kinds_of(lambda ground: ground.crossing)
ROUGH_FOR_PARTISANS = kinds_of(lambda ground: ground.rough)  # RA-SHO.25
COVERS_RIDERS = kinds_of(lambda ground: ground.covers_riders)
FORTIFIES = kinds_of(lambda ground: ground.combat == "fortification")
SHELTERS = kinds_of(lambda ground: ground.combat == "cover")

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
        return frozenset(kinds & COVERS_RIDERS)
    return frozenset(kinds | {"trench"} if in_trench(g, unit) else kinds)


def in_hard_cover(g: RedActions, unit: Unit, enemy: Point | None) -> bool:
    """RA-SHO.34 Trench, foxhole, earthwork, building or stone wall."""
    return bool(cover_kinds(g, unit, enemy) & HARD)


def best_cover(g: RedActions, unit: Unit, enemy: Point | None) -> Modifier | None:
    """RA-SHO.27 The one cover modifier that is best for the target."""
    kinds = cover_kinds(g, unit, enemy)
    lines = {KINDS[kind].cover_line for kind in kinds}
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
    if kinds & FORTIFIES:
        return "RA-MEL.9", int(COMBAT["behind_fortifications"])
    if kinds & SHELTERS or _by(g, unit, CROSSINGS):  # within an inch of a bridge or ford
        return "RA-MEL.10", int(COMBAT["defending_in_cover_bridge_ford_breach"])
    return None


def may_hide_in(g: RedActions, unit: Unit) -> bool:
    """RA-ACT.8, RA-AMB.1 Infantry or unlimbered guns in cover."""
    return (is_foot(unit) or is_gun(unit)) and bool(cover_kinds(g, unit, None))


# -------------------- Visibility (RA-SHO.47 to RA-SHO.50)

SIGHTING = TABLES_DATA["visibility"]
Bodies = tuple[Body, ...]
_seen = Memory()
OVERHEAD = ("gun", "mortar", "mg", "tachanka", "train")


def sighting_distance(g: RedActions, target: Unit, observer: Point | None = None) -> float:
    """RA-SHO.35, RA-SHO.49, RA-SHO.50 How far off a unit can be made out, by the cover it has from there."""
    if target.kind == "train":
        far = float(SIGHTING["train"])
    else:
        kinds = cover_kinds(g, target, observer)
        if kinds & HARD:
            far = float(SIGHTING["hard_cover"])
        elif kinds & SOFT or target.lying:
            far = float(SIGHTING["lying_or_soft_cover"])
        elif is_mounted(target) or is_vehicle(target):
            far = float(SIGHTING["mounted_limber_vehicle"])
        else:
            far = float(SIGHTING["foot_open"])
    if target.fired:
        far *= float(SIGHTING["fired_this_turn_factor"])
    far *= float(SIGHTING["weather_factor"][g.weather])
    return min(far, float(SIGHTING["fog_night_ceiling"])) if g.weather in ("fog", "night") else far


@lru_cache(maxsize=200_000)
def _terrain_sight(table: Table, a: Point, b: Point, ignore: frozenset[str]) -> Sight:
    return sight(table, a, b, BLINDS, ignore)


def line(g: RedActions, a: Point, b: Point, inside: tuple[str, str] = ("", "")) -> Sight:
    """RA-SHO.48 The terrain between two points; sections named in `inside` do not hide their own troops."""
    return _terrain_sight(g.table, a, b, _ignored(g, inside))


def _ignored(g: RedActions, inside: tuple[str, str]) -> frozenset[str]:
    """Ruins, and the sections that troops look out of or into."""
    return ruins(g).union(filter(None, inside)) if any(inside) else ruins(g)


def in_the_way(g: RedActions, a: Unit, b: Unit, *, firing: bool = False) -> Bodies:
    """RA-SHO.48 Units that may stand in the line between two others; hidden ones give nothing away."""
    one, other = body(g, a), body(g, b)
    near = near_way(_hiding(g), one.centre, other.centre, 1.0 + max(a.bases, b.bases))
    others = [(u, stands) for u, stands in near if u.id != a.id and u.id != b.id]
    if not others:
        return ()
    top = max(one.level, other.level)
    high = [(u, stands) for u, stands in others if stands.level >= top]
    return tuple([stands for u, stands in high if not (firing and _fires_over(g, a, b, u))])


Shield = tuple[float, float, float, tuple[Unit, Body]]


@fact
def _hiding(g: RedActions) -> list[Shield]:
    """Who in the open may stand before somebody else: by the centre, and how far around it that may be."""
    rows = _shields[g.ground or g.table]
    return [*filter(None, map(rows.__getitem__, g.pieces.values()))]


def _shield(table: Table, unit: Unit) -> Shield | None:
    circle = circle_on(table, unit)
    if circle is None or unit.hidden or unit.inside:
        return None
    standing = circle[3]
    return *standing[1].centre, unit.bases + len(unit.wagons) * 4.0, standing


_shields = Book(lambda table: Book(partial(_shield, table), 5_000))


def _fires_over(g: RedActions, shooter: Unit, target: Unit, friend: Unit) -> bool:
    """RA-SHO.48 Artillery and MGs fire over friends 8 inches from both gun and target."""
    if shooter.kind not in OVERHEAD or friend.side != shooter.side:
        return False
    return all(at_least(apart(g, friend, end), REACH.fire_over) for end in (shooter, target))


def sees(g: RedActions, a: Unit, b: Unit) -> bool:
    """RA-SHO.47, RA-SHO.48 Does any base of a unit see any base of another?"""
    one, other = body(g, a), body(g, b)
    if not at_most(gap(one, other), sighting_distance(g, b, one.centre)):
        return False
    obstacles = in_the_way(g, a, b)
    if not obstacles and nothing_between(one, other, BLINDS):
        return True
    eyes = one.eyes(other.centre)
    key = (one, other, obstacles, ruins(g))
    return _seen.recall(key, lambda: any(_screen(g, eye, a, b, obstacles).shows() for eye in eyes))


def _screen(g: RedActions, eye: Point, a: Unit, b: Unit, obstacles: Bodies) -> Screen:
    return screen(eye, body(g, b), obstacles, BLINDS, _ignored(g, (a.inside, b.inside)))


_ranges = Memory()


def range_seen(g: RedActions, eye: Point, base: Box, a: Unit, b: Unit, obstacles: Bodies) -> float:
    """RA-SHO.12, RA-SHO.47 Inches from one base of unit a to the nearest base of unit b that it sees."""
    key = (eye, base, body(g, b), obstacles, ruins(g))
    return _ranges.recall(key, lambda: _screen(g, eye, a, b, obstacles).range_from(base))


def range_from_house(g: RedActions, eye: Point, a: Unit, b: Unit, obstacles: Bodies) -> float:
    """RA-SHO.12, RA-BLD.8 Inches from the walls around unit a to the nearest base of unit b that is seen from them."""
    seen = _screen(g, eye, a, b, obstacles)
    if seen.empty or b.inside:
        return apart(g, a, b) if seen.shows() else UNSEEN
    outline = body(g, a).outlines[0]
    bases = (base for base in body(g, b).bases if seen.clears((base.centre, *base.corners)))
    return min((distance_between_outlines(outline, base.corners) for base in bases), default=UNSEEN)


def point_in_sight(g: RedActions, unit: Unit, p: Point) -> bool:
    """Does a unit see a point of the ground?"""
    holding = {f.name for f in g.table.areas_at(p) if f.type in BLINDS.solid}
    return any(line(g, eye, p, (unit.inside, next(iter(sorted(holding)), ""))).clear for eye in body(g, unit).eyes(p))


def beside_units(g: RedActions, unit: Unit) -> tuple[Hashable, ...]:
    """RA-SHO.50, RA-TER.46, RA-BLD.7 What bears on a unit's fire beside the units: weather, ruins, places used."""
    return g.weather, ruins(g), *(g.places_used.items() if unit.inside else ())


def visible_foes(g: RedActions, unit: Unit) -> list[Unit]:
    """Enemy combat units that a unit sees; hidden ones are never seen."""
    return [foe for foe in g.foes(unit.side) if sees(g, unit, foe)]


def explain_sight(g: RedActions, a: Unit, b: Unit) -> tuple[str, ...]:
    """The working of a line of sight, for the player."""
    near = apart(g, a, b)
    far = sighting_distance(g, b, centre(g, a))
    eye = body(g, a).eyes(centre(g, b))[0]
    found = line(g, eye, body(g, b).marks(eye)[0], (a.inside, b.inside))
    others = at_most(near, far) and found.clear and not sees(g, a, b)
    barred = ("other units are in the way",) if others else ()
    return f"{near:.1f} inches, made out at {far:g}", *found.working, *barred
