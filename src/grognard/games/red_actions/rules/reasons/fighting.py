"""What breaks the rules of shooting, charging and hiding."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from grognard.board.inches.formations import COLUMN, FILE, LINE, SKIRMISH
from grognard.board.inches.geometry import ABOUT, CIRCLE, QUARTER, bearing, distance, facing_to, signed_turn
from grognard.games.red_actions.rules.ambush import Hide, Scout
from grognard.games.red_actions.rules.artillery import indirect_aim
from grognard.games.red_actions.rules.bodies import BUILDINGS, apart, body, turned
from grognard.games.red_actions.rules.charging import Charge, charge_reach
from grognard.games.red_actions.rules.data import WEAPONS
from grognard.games.red_actions.rules.moving import Go
from grognard.games.red_actions.rules.reasons.facts import (
    HAIR,
    Table,
    along_way,
    friends,
    kinds_at,
    known,
    named,
    of,
    over,
    spreads,
    start_of,
)
from grognard.games.red_actions.rules.shot_orders import Blind, FireLow, Gas, Lob, Search, Shell, Shot
from grognard.games.red_actions.rules.sight import dug_in, line, may_hide_in, sees
from grognard.games.red_actions.rules.state import RedActions, Unit, is_foot, is_vehicle
from grognard.games.red_actions.rules.terrain import survey

FRONT = 450  # tenths of a degree to either side
TREES = {"woods", "dense_woods", *BUILDINGS}


def shot(test: Any) -> Any:
    """A test of shots alone."""
    return lambda g, u, a, by: isinstance(a, Shot) and test(g, u, a, by)


def charge(test: Any) -> Any:
    """A test of charges alone, with the unit that is charged."""
    return lambda g, u, a, by: isinstance(a, Charge) and (t := named(g, a)) is not None and test(g, u, t, by)


def wagon_of(unit: Unit, action: Any) -> Any:
    """The wagon that shoots, if a train has such a one."""
    number = getattr(action, "wagon", -1)
    return unit.wagons[number] if 0 <= number < len(unit.wagons) else None


def weapon_of(unit: Unit, action: Any) -> Any:
    wagon = wagon_of(unit, action)
    return WEAPONS[(wagon.what if wagon else unit.what).weapon]


def range_to(g: RedActions, unit: Unit, action: Any) -> float:
    """From the nearest base, or from the wagon that shoots, to whatever is aimed at."""
    target = named(g, action)
    if target is not None:
        return apart(g, unit, target)
    if isinstance(action, Search):
        number = getattr(action, "wagon", -1)
        if unit.wagons and 0 <= number < len(unit.wagons):
            return distance(body(g, unit).bases[number].centre, action.point) - 1.0
        return body(g, unit).gap_to_point(action.point)
    feature = g.table.features.get(getattr(action, "place", ""))
    return body(g, unit).gap_to_point(feature.nearest(body(g, unit).centre)) if feature is not None else 0.0


def out_of_range(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-SHO.12, RA-SHO.13"""
    weapon, near = weapon_of(unit, action), range_to(g, unit, action)
    slack = 1.0 + HAIR if unit.wagons else HAIR
    return bool(near > weapon.long - slack or near < weapon.least + slack)


def bears(g: RedActions, unit: Unit, point: Any, arc: int) -> bool:
    """RA-SHO.14 Might a point lie in the arc of a base after the turns a troop type may make?"""
    bases, front = body(g, unit).bases, {FILE: 1, COLUMN: 2}.get(unit.formation, unit.bases)
    return any(abs(bearing(base.front, base.facing, point)) <= arc + 450 for base in bases[:front])


def unseen(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-SHO.47, RA-SHO.14, RA-SHO.54 No base has it in sight, in its arc, with a free place or room to turn to it."""
    target = named(g, action)
    if target is None or not sees(g, unit, target) or unit.inside:
        return target is not None
    others = [u for u in g.troops() if u.id != unit.id]
    turns = [there for there in turns_of(g, unit, target) if not any(over(g, there, other) for other in others)]
    return not any(has_shot(g, there, target) for there in (unit, *(t for t in turns if body(g, t).on_table)))


def turns_of(g: RedActions, unit: Unit, target: Unit) -> list[Unit]:
    """RA-MOV.7 to RA-MOV.12 A unit as it may stand to shoot."""
    to = facing_to(unit.point, body(g, target).centre)
    if unit.kind not in ("rifles", "sabres"):
        turn = max(-FRONT, min(FRONT, signed_turn(unit.facing, to)))
        return [unit, turned(g, unit, (unit.facing + turn) % CIRCLE)]
    if unit.formation == SKIRMISH:
        return [unit, replace(unit, facing=to)]
    quarters = [turned(g, unit, (unit.facing + turn) % CIRCLE) for turn in (0, QUARTER, ABOUT, -QUARTER)]
    return [*quarters, *([replace(unit, formation=LINE)] if unit.formation == COLUMN else [])]


def has_shot(g: RedActions, unit: Unit, target: Unit) -> bool:
    """RA-SHO.14, RA-SHO.47 Has a base of the front rank a corner of the target in its arc, nothing lying between?"""
    bases, front = body(g, unit).bases, {FILE: 1, COLUMN: 2}.get(unit.formation, unit.bases)
    marks = [p for base in body(g, target).bases for p in (*base.corners, base.centre)]
    ways = [(b.front, p) for b in bases[:front] for p in marks if abs(bearing(b.front, b.facing, p)) < FRONT - 10]
    others = [u for u in g.troops() if u.id not in (unit.id, target.id) and not u.hidden]
    return any(line(g, *way).clear and not any(over_line(g, u, [way]) for u in others) for way in ways)


def cramped(g: RedActions, unit: Unit) -> bool:
    """RA-MOV.34 Are others, or the edge of the table, so near that it could not turn on the spot?"""
    edge = min(unit.point[0], unit.point[1], g.table.width - unit.point[0], g.table.height - unit.point[1])
    reach = unit.frontage + 1
    return edge < reach or any(apart(g, unit, u) < reach for u in g.troops() if u.id != unit.id)


def nearer_one(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-SHO.16, RA-SHO.52 Rifles and sabres, with another enemy in sight that is nearer as they may turn or deploy."""
    target = named(g, action)
    if target is None or unit.kind not in ("rifles", "sabres"):
        return False
    others = [foe for foe in known(g, unit.side) if foe.id != target.id and not foe.routing and not is_vehicle(foe)]
    stands = [unit, replace(unit, formation=LINE), replace(unit, facing=facing_to(unit.point, body(g, target).centre))]
    stands += [turned(g, unit, (unit.facing + turn) % CIRCLE) for turn in (QUARTER, ABOUT, -QUARTER)]
    far = max(apart(g, there, target) for there in stands)
    return any(apart(g, there, foe) <= far + HAIR and sees(g, there, foe) for foe in others for there in stands)


def no_indirect_fire(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-ART.15 What is seen, is no enemy, has no observer, or is shot at with a weapon that shoots straight."""
    target = named(g, action)
    if target is None or not isinstance(action, Lob):
        return False
    if target.side == unit.side or target.type == "senior_officer" or target.riding or target.hidden:
        return True
    return sees(g, unit, target) or indirect_aim(g, unit, target, action.wagon) is None


def no_search(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-SHO.19 Other troops, off the table, or with an enemy in sight near by."""
    if not isinstance(action, Search):
        return False
    arms = unit.kind in ("mg", "mortar", "gun", "tachanka", "train")
    near = [foe for foe in known(g, unit.side) if body(g, foe).gap_to_point(action.point) <= 2 + HAIR]
    return not arms or action.point not in g.table or any(sees(g, unit, foe) for foe in near)


def no_shell(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-ART.21 No standing house, somebody known inside, no gun, or no shot that could reach it."""
    if not isinstance(action, Shell):
        return False
    feature = g.table.features.get(action.place)
    if feature is None or feature.type not in BUILDINGS or action.place in g.collapsed:
        return True
    if any(u.inside == action.place and not u.unseen for u in g.pieces.values()):
        return True
    return hides_point(g, unit, feature.nearest(body(g, unit).centre))


def hits_directly(unit: Unit, action: Any) -> bool:
    """RA-ART.13 Guns, howitzers, mortars and the guns of vehicles."""
    weapons = ("field_gun", "howitzer", "infantry_gun", "mortar", "vehicle_gun")
    return (wagon_of(unit, action) or unit).what.weapon in weapons


def aside(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-SHO.14 Is a point outside what a pivot and the arc would cover, or is the unit too cramped to pivot to it?"""
    if not isinstance(action, Blind) or unit.inside:
        return False
    feature = g.table.features.get(getattr(action, "place", ""))
    point = feature.nearest(body(g, unit).centre) if feature is not None else getattr(action, "point", unit.point)
    ready = bears(g, unit, point, -450 + FRONT - 5)
    return not bears(g, unit, point, FRONT - 5) or (not ready and cramped(g, unit))


# ------------------------------------------------------------------ charging


def barred_way(g: RedActions, unit: Unit, target: Unit, by: Any) -> bool:
    """RA-MOV.28 Another enemy within an inch of the way, or a friend on it or where the charge would end."""
    start = start_of(g, unit, body(g, target).centre)
    end = body(g, target).nearest(start)
    places = list(along_way(unit, start, end))
    foes = [foe for foe in known(g, unit.side) if foe.id != target.id]
    near = any(apart(g, there, foe) < 1 + HAIR for there in places[::3] for foe in foes)
    return near or any(apart(g, there, u) < 1.2 for there in places[::3] for u in friends(g, unit))


def out_of_charge(g: RedActions, unit: Unit, target: Unit, by: Any) -> bool:
    """RA-MOV.16 No enemy, unseen, out of its front arc, or farther than its move will take it."""
    if target.side == unit.side or target.hidden or target.riding or target.type == "senior_officer":
        return True
    reach = charge_reach(g, by) if hasattr(by, "budget_of") else 0.0
    if apart(g, unit, target) > reach - HAIR or not sees(g, unit, target):
        return True
    corners = [p for base in body(g, target).bases for p in (*base.corners, base.centre)]
    if not unit.inside and all(bearing(unit.point, unit.facing, p) > FRONT - 5 for p in corners):
        return True
    start = start_of(g, unit, body(g, target).centre)
    cost = [survey(g, there, start, body(g, target).nearest(start)).cost for there in _gait(unit, start, target, g)]
    return any(c is not None and c > reach - 0.1 for c in cost)


def _gait(unit: Unit, start: Any, target: Unit, g: RedActions) -> list[Unit]:
    return [next(along_way(unit, start, body(g, target).nearest(start)))]


def cannot_be_stormed(g: RedActions, unit: Unit, target: Unit, by: Any) -> bool:
    """RA-MOV.32 Houses by foot alone, trenches by foot and tanks, and nobody over ground that stops him."""
    if unit.kind != "rifles" and (target.inside or (unit.kind != "tank" and dug_in(g, target, body(g, unit).centre))):
        return True
    start = start_of(g, unit, body(g, target).centre)
    ways = [survey(g, there, start, body(g, target).nearest(start)) for there in _gait(unit, start, target, g)]
    return any(way.cost is None or way.halts for way in ways)


def charges_among_trees(g: RedActions, unit: Unit, target: Unit, by: Any) -> bool:
    start = start_of(g, unit, body(g, target).centre)
    places = [unit, *along_way(unit, start, body(g, target).nearest(start))]
    return spreads(unit) and any(kinds_at(g, b.centre) & TREES for there in places for b in body(g, there).bases)


# ------------------------------------------------------------------ hiding


def cannot_scout(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-AMB.3 Too far off, or a place where nobody can be."""
    if not isinstance(action, Scout) or action.place not in g.table.features:
        return False
    feature = g.table.features[action.place]
    keen = unit.has("Partisan") or any("Clever" in o.officer.traits for o in officers_of(g, unit))
    near = min(feature.distance(base.centre) for base in body(g, unit).bases) if not unit.inside else 0.0
    far = near > (8 if keen else 4) - HAIR or (unit.inside != "" and unit.inside != action.place)
    lurking = [u for u in g.troops(g.enemy(unit.side)) if u.hidden]
    return far or not any(u.unseen for u in lurking) or _nobody_there(g, unit, action.place)


def _nobody_there(g: RedActions, unit: Unit, place: str) -> bool:
    """RA-AMB.1 Does the scenario let nobody of the other side hide there?"""
    rules = [rule for rule in g.scenario.hidden if rule.side != unit.side]
    return all(place not in rule.terrain for rule in rules)


def officers_of(g: RedActions, unit: Unit) -> list[Any]:
    return [u for u in g.pieces.values() if u.officer is not None and unit.id in (u.id, u.attached)]


def cannot_hide(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-ACT.8 Other troops, routers, those who hide, or no cover."""
    guns = (unit.kind == "gun" and not unit.limbered) or unit.kind == "mortar"
    return isinstance(action, Hide) and (
        not (is_foot(unit) or guns) or unit.hidden or unit.routing or not may_hide_in(g, unit)
    )


FIGHTING: Table = {
    "RA-MOV.13": (of("it has no weapon", shot(lambda g, u, a, by: not (wagon_of(u, a) or u).what.fire)),),
    "RA-PRE.4": (of("routers do not shoot", shot(lambda g, u, a, by: u.routing)),),
    "RA-MOR.37": (of("terror has left it no base", lambda g, u, a, by: u.terror >= u.bases or u.routing),),
    "RA-SHO.15": (of("it has shot this turn", shot(lambda g, u, a, by: (wagon_of(u, a) or u).fired)),),
    "RA-VEH.8": (of("the wagon is silenced", shot(lambda g, u, a, by: (w := wagon_of(u, a)) and w.silent == g.turn)),),
    "RA-ART.17": (
        of(
            "there are no rounds",
            shot(lambda g, u, a, by: g.options["ammunition"] == "on" and u.kind == "gun" and not u.rounds),
        ),
    ),
    "RA-OFF.7": (
        of("officers are no targets", shot(lambda g, u, a, by: (t := named(g, a)) and t.type == "senior_officer")),
    ),
    "RA-AMB.9": (of("it is hidden", shot(lambda g, u, a, by: (t := named(g, a)) and t.hidden)),),
    "RA-VEH.14": (of("riders are no targets", shot(lambda g, u, a, by: (t := named(g, a)) and t.riding)),),
    "RA-SHO.12": (of("it is out of range", shot(out_of_range)),),
    "RA-SHO.47": (of("no base has it in sight and arc", shot(unseen)),),
    "RA-SHO.16": (of("another enemy is nearer", shot(nearer_one)),),
    "RA-SHO.14": (of("it is outside the arc, or there is no room to pivot", aside),),
    "RA-BLD.1": (
        of("no free place in the wall bears on it", lambda g, u, a, by: isinstance(a, Blind) and u.inside != ""),
    ),
    "RA-ART.13": (
        of("its weapon makes no direct hits", lambda g, u, a, by: isinstance(a, Shell) and not hits_directly(u, a)),
    ),
    "RA-SHO.48": (
        of("something is in between", lambda g, u, a, by: isinstance(a, Search) and hides_point(g, u, a.point)),
    ),
    "RA-SHO.19": (of("there is nothing to search, or nobody to do it", no_search),),
    "RA-ART.15": (of("it is seen, or nobody observes it", no_indirect_fire),),
    "RA-ART.18": (
        of(
            "there is no gas",
            lambda g, u, a, by: (
                isinstance(a, Gas) and (g.options["gas"] != "on" or bool(u.wagons) or not weapon_of(u, a).indirect)
            ),
        ),
    ),
    "RA-ART.21": (of("there is no empty house to shell", no_shell),),
    "RA-MOV.25": (of("it does not lie", lambda g, u, a, by: isinstance(a, FireLow) and (not u.lying or u.hidden)),),
    "RA-MOV.16": (of("it is no enemy in sight, arc and reach", charge(out_of_charge)),),
    "RA-MOV.17": (
        of(
            "troops of its type do not charge",
            lambda g, u, a, by: u.kind not in ("rifles", "sabres", "ac", "tank") or u.carts or u.riding,
        ),
    ),
    "RA-MOR.26": (of("its nerve failed", lambda g, u, a, by: u.barred),),
    "RA-FRM.6": (
        of("a road column does not charge", lambda g, u, a, by: u.formation == "road_column" and u.bases > 1),
    ),
    "RA-TRT.14": (
        of(
            "sabres charge no vehicle that can move",
            charge(lambda g, u, t, by: u.kind == "sabres" and is_vehicle(t) and not t.stuck),
        ),
    ),
    "RA-VEH.11": (
        of(
            "foot charges a train that stands",
            charge(lambda g, u, t, by: t.kind == "train" and (u.kind != "rifles" or t.rolling)),
        ),
    ),
    "RA-MOV.32": (of("it cannot be stormed so", charge(cannot_be_stormed)),),
    "RA-MOV.28": (of("others are in the way", charge(barred_way)),),
    "RA-TER.17": (of("only foot leaves column among trees", charge(charges_among_trees)),),
    "RA-AMB.3": (of("it is too far off, or holds nobody", cannot_scout),),
    "RA-AMB.4": (of("it has been scouted", lambda g, u, a, by: getattr(a, "place", "") in g.scouted),),
    "RA-AMB.11": (
        of(
            "it is no piece of terrain",
            lambda g, u, a, by: (
                isinstance(a, Scout)
                and ((f := g.table.features.get(a.place)) is None or f.type in ("road", "railway", "bridge", "ford"))
            ),
        ),
        of("it is out of sight", lambda g, u, a, by: isinstance(a, Scout) and hides_place(g, u, a.place)),
    ),
    "RA-ACT.8": (of("it cannot hide here", cannot_hide),),
    "RA-ACT.9": (
        of(
            "an enemy sees it",
            lambda g, u, a, by: any(apart(g, u, foe) < 12 + HAIR and sees(g, foe, u) for foe in known(g, u.side)),
        ),
    ),
    "RA-AMB.2": (of("it is in ambush", lambda g, u, a, by: u.hidden and isinstance(a, Go)),),
}


def hides_point(g: RedActions, unit: Unit, point: Any) -> bool:
    """RA-SHO.48 Do houses, woods, a hill or troops lie between a unit and a point?"""
    ways = [(base.front, point) for base in body(g, unit).bases] or [(start_of(g, unit, point), point)]
    kinds = {
        kind
        for a, b in ways
        for k in range(60)
        for kind in kinds_at(g, (a[0] + (b[0] - a[0]) * k / 60, a[1] + (b[1] - a[1]) * k / 60))
    }
    solid = {"building_wood", "building_stone", "woods", "dense_woods", "hill1", "hill2"}
    others = [u for u in g.troops() if u.id != unit.id and not u.hidden]
    return bool(kinds & solid) or any(over_line(g, u, ways) for u in others) or g.weather != "clear"


def over_line(g: RedActions, other: Unit, ways: Any) -> bool:
    spots = [(a[0] + (b[0] - a[0]) * k / 80, a[1] + (b[1] - a[1]) * k / 80) for a, b in ways for k in range(81)]
    return any(body(g, other).gap_to_point(p) < 0.2 for p in spots)


def hides_place(g: RedActions, unit: Unit, place: str) -> bool:
    """RA-AMB.11 Is the nearest point of a piece of terrain out of a unit's sight?"""
    feature = g.table.features.get(place)
    return feature is not None and hides_point(g, unit, feature.nearest(body(g, unit).centre))
