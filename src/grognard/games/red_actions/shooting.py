"""Shooting (RA-SHO): who may shoot at whom, with how many bases, in which column."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from grognard.board.bases import COLUMN, LINE, SKIRMISH, front_rank, ranks
from grognard.board.inches import (
    Box,
    Point,
    bearing,
    between_boxes,
    distance,
    end_on,
    facing_to,
    in_arc,
    sideways_on,
    signed_turn,
    turn_between,
    within,
)
from grognard.engine import Modifier, Refusal, net
from grognard.games.red_actions.bodies import (
    Memory,
    apart,
    bases_of,
    centre,
    on_the_table,
    overlap,
    pose,
    section,
    stored,
)
from grognard.games.red_actions.data import BASE_WIDTH, SHOOTING, SHOOTING_LOW, TURRET_ARC, TYPES, WEAPONS, UnitType
from grognard.games.red_actions.drift import outward_faces, turned
from grognard.games.red_actions.ground import ROUGH_FOR_PARTISANS, areas_of, best_cover
from grognard.games.red_actions.sight import explain_sight, eyes, in_the_way, sees_from, sighting_distance
from grognard.games.red_actions.state import Aim, RedActions, Unit, is_mounted, is_vehicle

PIVOT = 450
BEYOND_ARC = 1200  # a target whose centre is off by more than this has no corner in an arc of 45 degrees
NO_COLUMN = -1


class Stance(msgspec.Struct, frozen=True):
    """RA-SHO.1 A turn, pivot or deployment a shooter may make, and the bases that bear from it."""

    unit: Unit
    count: int  # bases that bear, before terror
    range: float
    faces: tuple[str, ...] = ()


def weapon_of(unit: Unit, wagon: int = -1) -> UnitType:
    """The numbers a unit, or one wagon of a train, shoots with."""
    return unit.wagons[wagon].what if wagon >= 0 else unit.what


def arc_of(unit: Unit, what: UnitType) -> int:
    """RA-SHO.14 The half-angle of the arc of fire."""
    if "Turret" in what.traits and what.kind in ("ac", "train"):
        return int(TURRET_ARC)
    return 900 if what.kind == "tank" else WEAPONS[what.weapon].arc


def why_cannot_shoot(g: RedActions, unit: Unit, wagon: int = -1) -> Refusal | None:
    """Why a unit may not shoot at anybody now."""
    what = weapon_of(unit, wagon)
    if what.weapon == "none" or what.fire == 0:
        return Refusal("RA-MOV.13", "It has no weapon to shoot with.")
    if unit.routing:
        return Refusal("RA-PRE.4", "Routers do not shoot.")
    if unit.limbered or unit.carts or unit.riding:
        return Refusal("RA-ACT.25")
    if unit.bases - unit.terror <= 0:
        return Refusal("RA-MOR.37")
    if wagon < 0 and unit.fired:
        return Refusal("RA-SHO.15")
    if wagon >= 0 and (unit.wagons[wagon].fired or unit.wagons[wagon].silent == g.turn):
        return Refusal("RA-VEH.8" if unit.wagons[wagon].silent == g.turn else "RA-SHO.15")
    if g.options.get("ammunition") == "on" and unit.kind == "gun" and unit.rounds <= 0:
        return Refusal("RA-ART.17")
    return None


# ------------------------------------------------------------------ step 1: turns and pivots


def stances(g: RedActions, unit: Unit, target: Unit) -> list[Unit]:
    """RA-MOV.7 to RA-MOV.12 The ways a unit may stand to shoot, as it is first."""
    if unit.inside or unit.wagons:
        return [unit]
    found = [unit]
    if unit.formation == SKIRMISH and not unit.pinned:
        found.append(replace(unit, facing=facing_to(unit.point, centre(g, target))))
    elif unit.kind in ("rifles", "sabres"):
        found += [turned(g, unit, (unit.facing + turn) % 3600) for turn in (900, 2700, 1800)]
        if unit.kind == "rifles" and unit.formation == COLUMN and not unit.pinned and unit.bases > 1:
            found.append(replace(unit, formation=LINE))
    else:
        turn = signed_turn(unit.facing, facing_to(centre(g, unit), centre(g, target)))
        pivot = max(-PIVOT, min(PIVOT, turn))
        found.append(turned(g, unit, (unit.facing + pivot) % 3600))
    others = [u for u in g.troops() if u.id != unit.id and not u.inside and not (u.hidden and u.side != unit.side)]
    return [u for u in found if u is unit or (on_the_table(g, u) and not any(overlap(g, u, o) for o in others))]


# ------------------------------------------------------------------ step 2: visibility, arc and range


def bears(
    g: RedActions, unit: Unit, target: Unit, wagon: int = -1, *, blind: bool = False, blocks: list[Box] | None = None
) -> Stance | None:
    """RA-SHO.9, RA-SHO.12 The bases that see a target in arc and range; `blind` asks nothing of sight."""
    what = weapon_of(unit, wagon)
    if unit.inside:
        return _bears_from_section(g, unit, target, what, blind=blind)
    if blocks is None:
        blocks = in_the_way(g, unit, target, firing=True)
    seen_at = 9999.0 if blind else sighting_distance(g, target)
    key = (pose(g, unit), pose(g, target), tuple(blocks), seen_at, what.id, wagon)
    known: tuple[int, float] | None = _bearing.get(key)
    if known is None:
        known = _count_bearing(g, unit, target, wagon, blocks, seen_at, blind=blind)
        _bearing.keep(key, known)
    return Stance(unit, known[0], known[1]) if known[0] else None


_bearing = Memory()


def _count_bearing(
    g: RedActions, unit: Unit, target: Unit, wagon: int, blocks: list[Box], seen_at: float, *, blind: bool
) -> tuple[int, float]:
    what = weapon_of(unit, wagon)
    weapon = WEAPONS[what.weapon]
    arc = arc_of(unit, what)
    bases = bases_of(g, unit)
    chosen = [bases[wagon]] if wagon >= 0 else [bases[i] for i in front_rank(unit.formation, unit.bases)]
    count, best = 0, 9999.0
    for b in chosen:
        near = _range_to(g, b, target)
        if not (within(near, weapon.long) and within(near, seen_at)) or near < weapon.least - 0.005:
            continue
        if not _in_arc(g, b.front, b.facing, arc, target):
            continue
        if blind or sees_from(g, b.centre if wagon >= 0 else b.front, unit, target, blocks):
            count, best = count + 1, min(best, near)
    return count, best


def _range_to(g: RedActions, base: Box, target: Unit) -> float:
    if target.inside:
        edge = section(g, target).nearest(base.centre)
        return min(distance(c, edge) for c in (base.front, *base.corners))
    return min(between_boxes(base, b) for b in bases_of(g, target))


def _in_arc(g: RedActions, origin: Point, facing: int, arc: int, target: Unit) -> bool:
    if target.inside:
        corners = (*section(g, target).points, section(g, target).nearest(origin))
        return arc >= 1800 or any(turn_between(facing_to(origin, p), facing) <= arc for p in corners)
    return any(in_arc(origin, facing, arc, b) for b in bases_of(g, target))


def _bears_from_section(g: RedActions, unit: Unit, target: Unit, what: UnitType, *, blind: bool) -> Stance | None:
    """RA-SHO.54, RA-BLD.1, RA-BLD.3, RA-BLD.7 Firing places on the faces that bear."""
    house = section(g, unit)
    near = apart(g, unit, target)
    weapon = WEAPONS[what.weapon]
    seen_at = 9999.0 if blind else sighting_distance(g, target)
    if not (within(near, weapon.long) and within(near, seen_at)) or near < weapon.least - 0.005:
        return None
    eye = eyes(g, unit, centre(g, target))[0]
    if not blind and not sees_from(g, eye, unit, target, in_the_way(g, unit, target, firing=True)):
        return None
    length, faces = 0.0, []
    for i, (point, normal) in enumerate(outward_faces(house.points)):
        if _in_arc(g, point, normal, 450, target):
            face = f"{house.name}:{i}"
            a, b = house.points[i - 1], house.points[i]
            length += max(0.0, distance(a, b) - g.places_used.get(face, 0) * BASE_WIDTH)
            faces.append(face)
    count = min(unit.bases, int((length + 0.005) / BASE_WIDTH))
    return Stance(unit, count, near, tuple(faces)) if count else None


def _behind(g: RedActions, unit: Unit, goal: Point) -> bool:
    """A target surely out of arc, so that nothing more need be measured."""
    return unit.kind not in ("ac", "tank") and bearing(centre(g, unit), unit.facing, goal) > BEYOND_ARC


def best_stance(g: RedActions, unit: Unit, target: Unit, wagon: int = -1) -> Stance | None:
    """RA-SHO.1 The turn that brings most bases to bear, the least turn first."""
    best: Stance | None = None
    blocks = in_the_way(g, unit, target, firing=True)
    goal = centre(g, target)
    for variant in stances(g, unit, target):
        if not unit.inside and not unit.wagons and _behind(g, variant, goal):
            continue
        found = bears(g, variant, target, wagon, blocks=blocks)
        if found is not None and (best is None or found.count > best.count):
            best = found
            if best.count == unit.bases:
                break
    return best


# ------------------------------------------------------------------ steps 3 and 4: total and column


def strength(unit: Unit, what: UnitType, bases: int) -> tuple[int, int]:
    """RA-SHO.3, RA-SHO.9, RA-TRT.25 Effective bases and what they add up to."""
    count = max(0, bases - unit.terror)
    total = what.fire * count
    if unit.stiff and count:
        total += TYPES["white_officer"].fire - what.fire
    return count, total


def shifts(
    g: RedActions, what: UnitType, target: Unit, near: float, origin: Point, *, charging: bool = False
) -> list[Modifier]:
    """RA-SHO.20 to RA-SHO.36 Every column shift with its rule."""
    found = []
    weapon = WEAPONS[what.weapon]
    if weapon.bonus_range and within(near, weapon.bonus_range):
        found.append(Modifier("RA-SHO.20", 3, "MG within 8 inches"))
    if enfiladed(g, target, origin):
        found.append(Modifier("RA-SHO.21", 1, "enfiladed"))
    if (target.formed and target.kind == "sabres") or (target.formation == "road_column" and not target.inside):
        found.append(Modifier("RA-SHO.22", 2, "formed cavalry or road column"))
    if not charging and skirmishes(g, target):
        found.append(Modifier("RA-SHO.24", -1, "skirmishers, or partisans in rough ground"))
    cover = best_cover(g, target, origin)
    return [*found, cover] if cover else found


def enfiladed(g: RedActions, target: Unit, origin: Point) -> bool:
    """RA-SHO.37, RA-SHO.38 A line raked from the side, a deep column from its ends."""
    if target.bases == 1 or target.formation == SKIRMISH or is_vehicle(target) or target.inside:
        return False
    here = centre(g, target)
    if target.formation == LINE:
        return sideways_on(here, target.facing, origin)
    return ranks(target.formation, target.bases) >= 3 and end_on(here, target.facing, origin)


def skirmishes(g: RedActions, target: Unit) -> bool:
    """RA-TRT.11, RA-SHO.25 Skirmishers on foot out of column, or partisans in rough ground; once."""
    if target.has("Skirmisher") and not is_mounted(target) and not target.routing:
        return target.formation not in ("column", "road_column") or bool(target.inside)
    return target.has("Partisan") and bool(areas_of(g, target) & ROUGH_FOR_PARTISANS)


def column_for(total: int, shift: int) -> int:
    """RA-SHO.10, RA-SHO.11 The column of a total, shifted; -1 left of the table or below 2."""
    if total < SHOOTING_LOW[0]:
        return NO_COLUMN
    column = max(i for i, low in enumerate(SHOOTING_LOW) if total >= low) + shift
    return NO_COLUMN if column < 0 else min(column, len(SHOOTING.columns) - 1)


def halved(g: RedActions, total: int, *, long: bool, speculative: bool) -> int:
    """RA-SHO.10, RA-SHO.17, RA-SHO.18 Both halvings together, rounded down once."""
    return total // (2 if long else 1) // (2 if speculative else 1)


def make_aim(g: RedActions, stance: Stance, target: Unit, wagon: int = -1, *, near: float | None = None) -> Aim:
    """RA-SHO.3, RA-SHO.4 A shot with its total and column; `near` is the range of fire at a charger."""
    unit = stance.unit
    what = weapon_of(unit, wagon)
    range_ = stance.range if near is None else near
    count, raw = strength(unit, what, stance.count)
    total = halved(g, raw, long=not within(range_, WEAPONS[what.weapon].close), speculative=False)
    origin = centre(g, unit)
    shift = net(shifts(g, what, target, range_, origin, charging=near is not None))
    x, y = stored(origin)
    return Aim(
        unit.id,
        target.id,
        x,
        y,
        round(range_ * 100),
        count,
        total,
        column_for(total, shift),
        unit.facing,
        unit.formation,
        wagon=wagon,
        mg_close=what.weapon == "mg" and within(range_, WEAPONS["mg"].bonus_range),
        faces=stance.faces,
    )


def working(g: RedActions, aim: Aim) -> list[Modifier]:
    """The modifiers behind an aim, strength first, for the player."""
    unit, target = g.pieces[aim.shooter], g.pieces[aim.target]
    what = weapon_of(unit, aim.wagon)
    found = [Modifier("RA-SHO.3", aim.total, f"{aim.bases} bases of {what.fire}: total {aim.total}")]
    if aim.range / 100 > WEAPONS[what.weapon].close + 0.005:
        found.append(Modifier("RA-SHO.17", 0, "long range halves the strength"))
    return found + shifts(g, what, target, aim.range / 100, (aim.x / 100, aim.y / 100))


# ------------------------------------------------------------------ choosing a target


def why_not_shoot(g: RedActions, unit: Unit, target: Unit, wagon: int = -1) -> Refusal | None:
    """RA-SHO.12, RA-SHO.14, RA-SHO.16, RA-SHO.47 Why a unit may not shoot at a target."""
    refusal = why_cannot_shoot(g, unit, wagon)
    if refusal is not None:
        return refusal
    if target.side == unit.side or target.type == "senior_officer" or target.riding or target.hidden:
        return Refusal("RA-OFF.7" if target.type == "senior_officer" else "RA-AMB.9" if target.hidden else "RA-VEH.14")
    what = weapon_of(unit, wagon)
    near = apart(g, unit, target)
    if not within(near, WEAPONS[what.weapon].long) or near < WEAPONS[what.weapon].least - 0.005:
        return Refusal("RA-SHO.12", f"It is {near:.1f} inches away.")
    if best_stance(g, unit, target, wagon) is None:
        shown = "; ".join(explain_sight(g, unit, target))
        return Refusal("RA-SHO.47", f"No base sees it in its arc ({shown}).")
    if unit.kind in ("rifles", "sabres") and target.id not in nearest_only(g, unit, targets(g, unit)):
        return Refusal("RA-SHO.16")
    return None


def targets(g: RedActions, unit: Unit, wagon: int = -1) -> dict[str, Stance]:
    """Every enemy a unit can shoot at directly, with its best stance."""
    if why_cannot_shoot(g, unit, wagon) is not None:
        return {}
    far = WEAPONS[weapon_of(unit, wagon).weapon].long + 0.005
    here = centre(g, unit)
    found: dict[str, Stance] = {}
    for foe in g.foes(unit.side):
        if distance(here, centre(g, foe)) > far + 12 or apart(g, unit, foe) > far:
            continue
        stance = best_stance(g, unit, foe, wagon)
        if stance is not None:
            found[foe.id] = stance
    return found


def nearest_only(g: RedActions, unit: Unit, found: dict[str, Stance]) -> list[str]:
    """RA-SHO.16, RA-SHO.52 Rifles and sabres shoot at the nearest; routers and vehicles need not be it."""
    if unit.kind not in ("rifles", "sabres"):
        return list(found)
    must = [s.range for foe, s in found.items() if not g.pieces[foe].routing and not is_vehicle(g.pieces[foe])]
    limit = min(must, default=9999.0)
    return [foe for foe, s in found.items() if s.range <= limit + 0.005]
