"""Shooting (RA-SHO), steps 1 and 2: who may shoot at whom, and with how many bases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

import msgspec
from msgspec.structs import replace

from grognard.board.inches.bodies import SIEVE
from grognard.board.inches.formations import COLUMN, LINE, SKIRMISH, front_rank
from grognard.board.inches.geometry import (
    ABOUT,
    CIRCLE,
    QUARTER,
    TOLERANCE,
    Box,
    Point,
    any_in_arc,
    at_most,
    distance,
    facing_to,
    outward_faces,
    signed_turn,
)
from grognard.board.inches.sight import UNSEEN, nothing_between
from grognard.engine import Refusal
from grognard.engine.core.cache import Memory
from grognard.engine.core.fact import fact
from grognard.games.red_actions.rules.bodies import Body, apart, body, centre, foes_near, foes_of, section, turned
from grognard.games.red_actions.rules.data import BASE_WIDTH, BLINDS, TURNS, TURRET_ARC, WEAPONS, UnitType, Weapon
from grognard.games.red_actions.rules.room import may_turn
from grognard.games.red_actions.rules.sight import (
    Bodies,
    explain_sight,
    in_the_way,
    range_from_house,
    range_seen,
    sighting_distance,
)
from grognard.games.red_actions.rules.state import RedActions, Unit, is_vehicle

PIVOT = TURNS["pivot"]
Bearer = tuple[Box, float]  # a base that has a target in arc and range, and how far off that is
Bearers = tuple[Bearer, ...]


class Stance(msgspec.Struct, frozen=True):
    """RA-SHO.1 A turn, pivot or deployment a shooter may make, and the bases that bear from it."""

    unit: Unit
    count: int  # bases that bear, before terror
    range: float
    faces: tuple[str, ...] = ()
    nearest: Point | None = None  # the middle of the base that is nearest to the target


def weapon_of(unit: Unit, wagon: int = -1) -> UnitType:
    """The numbers a unit, or one wagon of a train, shoots with."""
    return unit.wagons[wagon].what if wagon >= 0 else unit.what


def arm_of(unit: Unit, wagon: int = -1) -> Weapon:
    """RA-SHO.13 What it shoots with: bands of range, and arc."""
    return WEAPONS[weapon_of(unit, wagon).weapon]


def arc_of(unit: Unit, what: UnitType) -> int:
    """RA-SHO.14 The half-angle of the arc of fire."""
    if "Turret" in what.traits and what.kind in ("ac", "train"):
        return int(TURRET_ARC)
    return QUARTER if what.kind == "tank" else WEAPONS[what.weapon].arc


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


def weapons_ready(g: RedActions, unit: Unit) -> list[int]:
    """The wagons of a train that may shoot; -1 stands for a unit that is no train."""
    return [wagon for wagon in weapons_of(unit) if why_cannot_shoot(g, unit, wagon) is None]


def weapons_of(unit: Unit) -> Sequence[int]:
    """The wagons of a train; -1 stands for a unit that is no train."""
    return range(len(unit.wagons)) if unit.wagons else (-1,)


def stances(g: RedActions, unit: Unit, target: Unit) -> Iterator[Unit]:
    """RA-MOV.7 to RA-MOV.12 The ways a unit may turn to shoot, as it is first; `may_turn` says whether it can."""
    yield unit
    if unit.inside or unit.wagons:
        return
    if unit.formation == SKIRMISH and not unit.pinned:
        yield replace(unit, facing=facing_to(unit.point, centre(g, target)))
    elif unit.kind in ("rifles", "sabres"):
        mine, other, arc = body(g, unit), body(g, target), arc_of(unit, unit.what)
        for turn in (QUARTER, -QUARTER, ABOUT):
            facing = (unit.facing + turn) % CIRCLE
            if mine.may_point_at(facing, arc, other):
                yield turned(g, unit, facing)
        deploys = unit.kind == "rifles" and unit.formation == COLUMN and not unit.pinned and unit.bases > 1
        if deploys and mine.may_point_at(unit.facing, arc, other):
            yield replace(unit, formation=LINE)
    else:
        yield from islice(pivots(g, unit, centre(g, target)), 1, None)


def pivots(g: RedActions, unit: Unit, point: Point) -> Iterator[Unit]:
    """RA-MOV.9 to RA-MOV.12 A gun, MG or vehicle as it stands, and pivoted up to 45 degrees to a point."""
    yield unit
    if not unit.wagons:
        turn = signed_turn(unit.facing, facing_to(centre(g, unit), point))
        yield turned(g, unit, (unit.facing + max(-PIVOT, min(PIVOT, turn))) % CIRCLE)


# ------------------------------------------------------------------ step 2: visibility, arc and range


def bears(g: RedActions, unit: Unit, target: Unit, wagon: int = -1, *, blind: bool = False) -> Stance | None:
    """RA-SHO.9, RA-SHO.12 The bases that see a target in arc and range; `blind` asks nothing of sight."""
    if unit.inside:
        return _bears_from_section(g, unit, target, weapon_of(unit, wagon), blind=blind)
    seen_at = UNSEEN if blind else sighting_distance(g, target, centre(g, unit))
    pointed = pointing(g, unit, target, wagon, seen_at)
    if pointed and not blind:
        obstacles = in_the_way(g, unit, target, firing=True)
        pointed = tuple(_in_sight(g, pointed, unit, target, wagon, obstacles))
    return _stance(unit, pointed)


def _stance(unit: Unit, bearers: Bearers) -> Stance | None:
    """The stance of a unit some of whose bases bear, if any do."""
    if not bearers:
        return None
    base, near = min(bearers, key=lambda found: found[1])
    return Stance(unit, len(bearers), near, nearest=base.centre)


_pointing = Memory()


def pointing(g: RedActions, unit: Unit, target: Unit, wagon: int, seen_at: float) -> Bearers:
    """RA-SHO.12, RA-SHO.14 The bases with a target in arc and range, and how far off it is; sight is not asked."""
    what = weapon_of(unit, wagon)
    arc = arc_of(unit, what)
    key = (body(g, unit).number, body(g, target).number, what.weapon, arc, wagon, seen_at)
    return _pointing.recall(key, lambda: tuple(_pointed(g, unit, target, wagon, seen_at, arc)))


def _pointed(g: RedActions, unit: Unit, target: Unit, wagon: int, seen_at: float, arc: int) -> Iterator[Bearer]:
    other, weapon = body(g, target), arm_of(unit, wagon)
    for b in front_of(g, unit, wagon):
        if _in_arc(b.front, b.facing, arc, other):
            near = other.range_from(b)
            if weapon.reaches(near) and at_most(near, seen_at):
                yield b, near


def front_of(g: RedActions, unit: Unit, wagon: int = -1) -> list[Box]:
    """RA-SHO.9, RA-VEH.10 The bases that shoot: the front rank, or one wagon of a train."""
    bases = body(g, unit).bases
    return [bases[wagon]] if wagon >= 0 else [bases[i] for i in front_rank(unit.formation, unit.bases)]


def _in_sight(
    g: RedActions, pointed: Bearers, unit: Unit, target: Unit, wagon: int, obstacles: Bodies
) -> Iterator[Bearer]:
    """RA-SHO.12, RA-SHO.47 Those with a clear line of fire, and the range to what they see of the target."""
    if not obstacles and nothing_between(body(g, unit), body(g, target), BLINDS):
        yield from pointed
        return
    weapon = arm_of(unit, wagon)
    for base, _ in pointed:
        near = range_seen(g, base.centre if wagon >= 0 else base.front, base, unit, target, obstacles)
        if weapon.reaches(near):
            yield base, near


def _in_arc(origin: Point, facing: int, arc: int, other: Body) -> bool:
    house = other.house
    points = (*house.points, house.nearest(origin)) if house else other.points
    return any_in_arc(origin, facing, arc, points)


def _bears_from_section(g: RedActions, unit: Unit, target: Unit, what: UnitType, *, blind: bool) -> Stance | None:
    """RA-SHO.54, RA-BLD.1, RA-BLD.3, RA-BLD.7 Firing places on the faces that bear."""
    near = apart(g, unit, target)
    weapon = WEAPONS[what.weapon]
    seen_at = UNSEEN if blind else sighting_distance(g, target, centre(g, unit))
    if not (weapon.reaches(near) and at_most(near, seen_at)):
        return None
    other = body(g, target)
    eye = body(g, unit).eyes(other.centre)[0]
    if not blind:
        near = range_from_house(g, eye, unit, target, in_the_way(g, unit, target, firing=True))
        if not weapon.reaches(near):
            return None
    faces, count = firing_places(g, unit, lambda p, normal: _in_arc(p, normal, weapon.arc, other))
    return Stance(unit, count, near, faces) if count > 0 else None


def firing_places(g: RedActions, unit: Unit, bears: Callable[[Point, int], bool]) -> tuple[tuple[str, ...], int]:
    """RA-BLD.1, RA-BLD.7, RA-SHO.54 The faces of a section that bear, and how many bases fire from them."""
    house = section(g, unit)
    faces = tuple(f"{house.name}:{i}" for i, face in enumerate(outward_faces(house.points)) if bears(*face))
    length = sum(face_left(g, face) for face in faces)
    return faces, min(unit.bases, int((length + TOLERANCE) / BASE_WIDTH))


def face_left(g: RedActions, face: str) -> float:
    """RA-BLD.7 The length of a face that nobody has fired from this turn; below 0 where bases stand round a corner."""
    name, _, i = face.rpartition(":")
    points = g.table.features[name].points
    return float(distance(points[int(i) - 1], points[int(i)]) - g.places_used.get(face, 0) * BASE_WIDTH)


def take_places(g: RedActions, faces: tuple[str, ...], bases: int) -> None:
    """RA-BLD.7 Bases fire from the faces that bear, each from the one with most room left."""
    for _ in range(bases if faces else 0):
        face = max(faces, key=lambda f: face_left(g, f))
        g.places_used = {**g.places_used, face: g.places_used.get(face, 0) + 1}


@fact
def best_stance(g: RedActions, unit: Unit, target: Unit, wagon: int = -1) -> Stance | None:
    """RA-SHO.1 The turn that brings most bases to bear, the least turn first."""
    if unit.inside:
        return bears(g, unit, target, wagon)
    best: Stance | None = None
    obstacles: Bodies | None = None
    for variant, pointed in _aiming(g, unit, target, wagon):
        if len(pointed) <= (best.count if best else 0) or not (variant is unit or may_turn(g, variant)):
            continue
        obstacles = in_the_way(g, unit, target, firing=True) if obstacles is None else obstacles
        found = _stance(variant, tuple(_in_sight(g, pointed, variant, target, wagon, obstacles)))
        if found is not None and (best is None or found.count > best.count):
            best = found
            if best.count == unit.bases:
                break
    return best


def _aiming(g: RedActions, unit: Unit, target: Unit, wagon: int) -> Iterator[tuple[Unit, Bearers]]:
    """RA-SHO.1, RA-SHO.12 Every turn of a unit with the bases that have a target in arc and range from it."""
    mine, other = body(g, unit), body(g, target)
    seen_at = sighting_distance(g, target, mine.centre)
    if mine.clearance(other) > min(seen_at, arm_of(unit, wagon).long) + SIEVE:
        return
    points = wagon >= 0 or mine.may_point_at(unit.facing, arc_of(unit, unit.what), other)
    for variant in stances(g, unit, target):
        if variant is not unit or points:
            yield variant, pointing(g, variant, target, wagon, seen_at)


@fact
def can_bear(g: RedActions, unit: Unit, target: Unit, wagon: int = -1) -> bool:
    """RA-SHO.1 Is there any stance from which a base bears? One that does is enough."""
    if unit.inside:
        return bears(g, unit, target, wagon) is not None
    obstacles: Bodies | None = None
    for variant, pointed in _aiming(g, unit, target, wagon):
        if pointed and (variant is unit or may_turn(g, variant)):
            obstacles = in_the_way(g, unit, target, firing=True) if obstacles is None else obstacles
            if any(_in_sight(g, pointed, variant, target, wagon, obstacles)):
                return True
    return False


# ------------------------------------------------------------------ choosing a target


def why_not_shoot(g: RedActions, unit: Unit, target: Unit, wagon: int = -1) -> Refusal | None:
    """RA-SHO.12, RA-SHO.14, RA-SHO.16, RA-SHO.47 Why a unit may not shoot at a target."""
    refusal = why_cannot_shoot(g, unit, wagon)
    if refusal is not None:
        return refusal
    if target.side == unit.side:
        return Refusal("GR-1", "It is on the same side.")
    if target.type == "senior_officer" or target.riding or target.hidden:
        return Refusal("RA-OFF.7" if target.type == "senior_officer" else "RA-AMB.9" if target.hidden else "RA-VEH.14")
    nearest = nearest_targets(g, unit) if shoots_at_the_nearest(unit) else ()
    if target.id in nearest:
        return None
    near = apart(g, unit, target)
    if not arm_of(unit, wagon).reaches(near):
        return Refusal("RA-SHO.12", f"It is {near:.1f} inches away.")
    if not can_bear(g, unit, target, wagon):
        shown = "; ".join(explain_sight(g, unit, target))
        return Refusal("RA-SHO.47", f"No base sees it in its arc ({shown}).")
    return Refusal("RA-SHO.16") if shoots_at_the_nearest(unit) else None


def targets(g: RedActions, unit: Unit, wagon: int = -1) -> list[str]:
    """RA-SHO.16 Every enemy a unit may shoot at directly."""
    if shoots_at_the_nearest(unit):
        return nearest_targets(g, unit)
    if why_cannot_shoot(g, unit, wagon) is not None:
        return []
    foes = [foe for foe, _ in foes_of(g, unit.side) if in_range(g, unit, foe, wagon)]
    return [foe.id for foe in foes if can_bear(g, unit, foe, wagon)]


def in_range(g: RedActions, unit: Unit, foe: Unit, wagon: int = -1) -> bool:
    """RA-SHO.12 Is an enemy no farther off than the weapon reaches?"""
    far = arm_of(unit, wagon).long
    return not body(g, unit).is_beyond(body(g, foe), far) and at_most(apart(g, unit, foe), far)


def shoots_at_the_nearest(unit: Unit) -> bool:
    """RA-SHO.16 Rifles and sabres have no choice of target."""
    return unit.kind in ("rifles", "sabres")


@fact
def nearest_targets(g: RedActions, unit: Unit) -> list[str]:
    """RA-SHO.16, RA-SHO.52 Rifles and sabres shoot at the nearest; routers and vehicles need not be it."""
    mine = body(g, unit)
    far = WEAPONS[unit.what.weapon].long
    near = sorted((mine.clearance(stands), i, foe) for i, (foe, stands) in enumerate(foes_near(g, unit, far)))
    found: list[tuple[int, Unit, float]] = []
    nearest = UNSEEN
    for clearance, i, foe in near:
        if clearance > min(far, nearest) + SIEVE:
            break
        stance = best_stance(g, unit, foe) if at_most(apart(g, unit, foe), far) else None
        if stance is not None:
            found.append((i, foe, stance.range))
            if not foe.routing and not is_vehicle(foe):
                nearest = min(nearest, stance.range)
    return [foe.id for _, foe, near in sorted(found) if at_most(near, nearest)]
