"""Artillery (RA-ART): direct hits, indirect fire, speculative fire, gas and rounds."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from grognard.board.inches.geometry import TOLERANCE, Point, Spot, any_in_arc, at_most, distance, to_box
from grognard.engine import net
from grognard.games.red_actions.rules.aiming import (
    arc_of,
    arm_of,
    bears,
    best_stance,
    firing_places,
    front_of,
    pivots,
    stances,
    weapon_of,
    why_cannot_shoot,
)
from grognard.games.red_actions.rules.bodies import apart, body, centre
from grognard.games.red_actions.rules.data import INCHES_PER_KM, REACH, TABLES_DATA, WEAPONS, UnitType
from grognard.games.red_actions.rules.fire_total import aimed, column_for, halved, make_aim, shifts, strength
from grognard.games.red_actions.rules.room import may_turn
from grognard.games.red_actions.rules.sight import CITES, point_in_sight, sees
from grognard.games.red_actions.rules.state import Aim, RedActions, Unit, Wagon, is_vehicle

DIRECT = TABLES_DATA["direct_hit"]
IMPOSSIBLE = 13  # on two dice


def least_roll(what: UnitType, target: str) -> int:
    """RA-ART.1, RA-ART.6 The number for a class of target; early Soviet or poor-quality artillery needs more."""
    poor = int(DIRECT["early_soviet_or_poor"]) if "Poor" in what.traits else 0
    return int(DIRECT[DIRECT["weapon_line"][what.weapon]][target]) + poor


def rolls_direct_hits(what: UnitType) -> bool:
    """RA-ART.13 Guns, howitzers, mortars and vehicle guns; never rifles, carbines or MGs."""
    return what.weapon in DIRECT["weapon_line"]


def target_class(target: Unit) -> str:
    """RA-ART.1, RA-ART.12, RA-ART.14, RA-ART.19 Building, vehicle on the move or standing, or other."""
    if target.inside:
        return "building"
    if is_vehicle(target):
        return "moving_vehicle" if target.rolling else "stationary_vehicle"
    return "other"


def direct_number(g: RedActions, gun: Unit, target: Unit, near: float, *, indirect: bool, wagon: int = -1) -> int:
    """RA-ART.1 to RA-ART.6 The least 2d6 that is a direct hit."""
    number, there = least_roll(weapon_of(gun, wagon), target_class(target)), centre(g, target)
    layer = layer_of(gun, wagon)
    number += 0 if ranged_in(g, layer, target.id) else whole_km(near)
    return number + (indirect_surcharge(g, layer, there) if indirect else 0)


def whole_km(near: float) -> int:
    """RA-ART.4 Only whole kilometres count."""
    return int((near + TOLERANCE) // INCHES_PER_KM) * int(DIRECT["per_whole_km"])


def layer_of(gun: Unit, wagon: int) -> Unit | Wagon:
    """RA-ART.4, RA-VEH.10 Who remembers a target: the guns of a unit together, each gun of a train for itself."""
    return gun.wagons[wagon] if wagon >= 0 else gun


def ranged_in(g: RedActions, gun: Unit | Wagon, target: str) -> bool:
    """RA-ART.4 The same gun fired at the unit or house last turn, and it has not moved since."""
    name, turn, *_ = gun.aim
    unit = g.pieces.get(target)
    stood = unit is None or (unit.moves == gun.aim_moves and unit.moved_turn <= turn)
    return name == target and turn == g.turn - 1 and stood


def indirect_surcharge(g: RedActions, gun: Unit | Wagon, spot: Point) -> int:
    """RA-ART.5, RA-ART.16 +2 in the first turn, +1 when it shot within 4 inches of the spot last turn."""
    turn, x, y = gun.blind
    later = turn and turn == g.turn - 1 and at_most(distance(Spot(x, y).point, spot), REACH.same_spot)
    return int(DIRECT["indirect_later_turns"]) if later else int(DIRECT["indirect_first_turn"])


def direct_aim(g: RedActions, unit: Unit, target: Unit, wagon: int = -1) -> Aim | None:
    """RA-SHO.3, RA-ART.7 The shot of a unit at a target in sight as it would be fired now; None if no base bears."""
    stance = best_stance(g, unit, target, wagon)
    return with_direct_hits(g, make_aim(g, stance, target, wagon)) if stance else None


def with_direct_hits(g: RedActions, aim: Aim) -> Aim:
    """RA-ART.7, RA-ART.8 One number for each base; above 12 nobody rolls."""
    gun, target = g.pieces[aim.shooter], g.pieces[aim.target]
    what = weapon_of(gun, aim.wagon)
    if not rolls_direct_hits(what):
        return aim
    number = direct_number(g, gun, target, aim.inches, indirect=aim.indirect, wagon=aim.wagon)
    return replace(aim, direct=_rolls(number, aim.bases), section=target.inside)


def _rolls(number: int, bases: int) -> tuple[int, ...]:
    """RA-ART.7, RA-ART.8 What each base must roll; nothing, if two dice cannot."""
    return (number,) * bases if number < IMPOSSIBLE else ()


def as_gas(g: RedActions, aim: Aim) -> Aim:
    """RA-ART.18 Gas ignores cover and makes no direct-hit roll."""
    what = weapon_of(g.pieces[aim.shooter], aim.wagon)
    every = shifts(g, what, g.pieces[aim.target], aim.inches, aim.origin)
    found = tuple(m for m in every if m.cite not in CITES.values())
    return replace(aim, gas=True, direct=(), column=column_for(aim.total, net(found)), shifts=found)


# ------------------------------------------------------------------ indirect fire


def observers(g: RedActions, gun: Unit) -> Iterator[Unit]:
    """RA-ART.15 Where friendly officers within 4 inches of the gun are, and the named observers."""
    seniors = [(s, g.pieces[s.attached] if s.attached else s) for s in g.seniors(gun.side)]
    juniors = [(u, u) for u in g.troops(gun.side) if u.officer is not None]
    for officer, host in (*seniors, *juniors):
        if officer.name in g.scenario.observers or at_most(apart(g, gun, host), REACH.observer):
            yield host


def observer(g: RedActions, gun: Unit, target: Unit) -> bool:
    """RA-ART.15 Does any of them see the target?"""
    return any(sees(g, host, target) for host in observers(g, gun))


def indirect_aim(g: RedActions, gun: Unit, target: Unit, wagon: int = -1) -> Aim | None:
    """RA-ART.15 Observed indirect fire: full strength at a target the gun does not see."""
    weapon = arm_of(gun, wagon)
    if not weapon.indirect or why_cannot_shoot(g, gun, wagon) is not None or target.hidden:
        return None
    for stood in stances(g, gun, target):
        stance = bears(g, stood, target, wagon, blind=True)
        if stance is None or not (stood is gun or may_turn(g, stood)):
            continue
        if not observer(g, gun, target):
            return None
        return with_direct_hits(g, replace(make_aim(g, stance, target, wagon), indirect=True))
    return None


# ------------------------------------------------------------------ speculative fire


def range_of(g: RedActions, unit: Unit, spot: Point, wagon: int) -> float:
    """Inches from a unit, or from one wagon of a train, to a point."""
    return to_box(spot, body(g, unit).bases[wagon]) if wagon >= 0 else body(g, unit).gap_to_point(spot)


def bearing_on(g: RedActions, unit: Unit, spot: Point, wagon: int = -1) -> tuple[Unit, int, tuple[str, ...]]:
    """RA-MOV.9 to RA-MOV.12, RA-SHO.14, RA-BLD.1 A shooter pivoted to a point, the bases that bear, and their faces."""
    arc = arc_of(unit, weapon_of(unit, wagon))
    if unit.inside:
        faces, count = firing_places(g, unit, lambda p, normal: any_in_arc(p, normal, arc, (spot,)))
        return unit, count, faces
    for stood in pivots(g, unit, spot):
        count = sum(any_in_arc(b.front, b.facing, arc, (spot,)) for b in front_of(g, stood, wagon))
        if count and (stood is unit or may_turn(g, stood)):
            return stood, count, ()
    return unit, 0, ()


def victim(g: RedActions, side: str, spot: Point) -> Unit | None:
    """RA-SHO.19 The enemy unit in the circle nearest to its centre, whoever sees it."""
    near = {u.id: body(g, u).gap_to_point(spot) for u in g.troops(g.enemy(side))}
    found = [i for i in near if at_most(near[i], REACH.speculative_radius)]
    return g.pieces[min(found, key=lambda i: (near[i], i))] if found else None


def speculative_aim(g: RedActions, unit: Unit, spot: Point, wagon: int = -1) -> Aim:
    """RA-SHO.18, RA-SHO.19, RA-ART.5 Half strength; the victim is found when the shells fall.

    Guns that do not see the point shoot indirectly: their direct hits need more.
    """
    near, what = range_of(g, unit, spot, wagon), weapon_of(unit, wagon)
    stood, bases, faces = bearing_on(g, unit, spot, wagon)
    count, raw = strength(unit, what, bases)
    total = halved(raw, long=not at_most(near, WEAPONS[what.weapon].close), speculative=True)
    aim = replace(aimed(g, unit, near, count, total, column_for(total, 0)), facing=stood.facing)
    blind = WEAPONS[what.weapon].indirect and not point_in_sight(g, stood, spot)
    return replace(aim, speculative=True, indirect=blind, spot=Spot.at(spot)[:2], wagon=wagon, faces=faces)


def empty_section_aim(g: RedActions, gun: Unit, name: str, wagon: int = -1) -> Aim | None:
    """RA-ART.21 Direct hits alone on an empty building in sight."""
    what = weapon_of(gun, wagon)
    if not rolls_direct_hits(what):
        return None
    house = g.table.features[name]
    spot = house.nearest(centre(g, gun))
    near = range_of(g, gun, spot, wagon)
    stood, bases, faces = bearing_on(g, gun, spot, wagon)
    if not WEAPONS[what.weapon].reaches(near) or not bases or not point_in_sight(g, gun, spot):
        return None
    number = least_roll(what, "building")
    number += 0 if ranged_in(g, layer_of(gun, wagon), name) else whole_km(near)
    count = strength(gun, what, bases)[0]
    aim = replace(aimed(g, gun, near, count), facing=stood.facing)
    return replace(aim, direct=_rolls(number, count), section=name, wagon=wagon, faces=faces)
