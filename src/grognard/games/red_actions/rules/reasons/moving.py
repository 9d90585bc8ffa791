"""What breaks the rules of moving: prices and ground, who is in the way, and where a move ends."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from grognard.board.inches.formations import COLUMN
from grognard.board.inches.geometry import distance, facing_to, point_ahead
from grognard.board.inches.linear_features import length_of, path_along, run_to
from grognard.games.red_actions.rules.bodies import apart, body
from grognard.games.red_actions.rules.data import BASE_WIDTH
from grognard.games.red_actions.rules.mounting import Unlimber
from grognard.games.red_actions.rules.moving import Face, Go
from grognard.games.red_actions.rules.reasons.facts import (
    FREE,
    HAIR,
    Table,
    along_way,
    gaits,
    house_at,
    in_wall,
    kinds_at,
    known,
    narrow,
    no_room,
    of,
    off_table,
    on_road,
    over,
    spreads,
    start_of,
    too_close,
    turn_to,
    turns_freely,
    way_of,
)
from grognard.games.red_actions.rules.sight import sees
from grognard.games.red_actions.rules.state import RedActions, Unit, is_foot, is_vehicle
from grognard.games.red_actions.rules.terrain import allowance_of, going, survey
from grognard.games.red_actions.rules.trains import LeaveByRail

TREES = {"woods", "dense_woods", "building_wood", "building_stone"}
WAGON = 2.0  # inches


# ------------------------------------------------------------------ what it costs


def price_of_turn(unit: Unit, turn: int, by: Any, g: RedActions) -> float:
    """RA-MOV.4 A quarter of the move beyond 45 degrees, or when the free turn is spent."""
    free = turns_freely(unit) or turn <= 5 or (turn <= FREE and by.budget_of(g).free_turn)
    return 0.0 if free else allowance_of(unit) / 4


def too_far(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-MOV.1 Does every way that could be gone take more than is left?"""
    (start, end), left = way_of(g, unit, action), by.budget_of(g).inches
    turn = turn_to(unit, start, end)
    for gait in gaits(unit, start, end):
        back = gait.facing == unit.facing and turn > FREE and not unit.inside
        way = survey(g, gait, start, end)
        if way.halts:
            way = survey(g, gait, start, point_ahead(start, facing_to(start, end), max(0.0, way.halts[0].at - 0.05)))
        if way.cost is None:
            continue
        whole = [toll for toll in way.tolls if toll.price is not None and toll.price >= allowance_of(unit) - HAIR]
        rate = 2 if back and not by.budget_of(g).prolong else 1
        spent = allowance_of(unit) if whole else rate * way.cost + (0 if back else price_of_turn(unit, turn, by, g))
        if spent <= left:
            return False
    return True


def crosses_badly(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-TER.2 A crossing that takes the whole move: from near by, fresh, nothing else, and ending just beyond."""
    start, end = way_of(g, unit, action)
    for gait in gaits(unit, start, end):
        way = survey(g, gait, start, end)
        whole = [toll for toll in way.tolls if toll.price is not None and toll.price >= allowance_of(unit) - HAIR]
        fresh = by.budget_of(g).fresh and not price_of_turn(unit, turn_to(unit, start, end), by, g)
        if whole and (not fresh or len(way.tolls) > 1 or way.length > whole[0].at + 1 - HAIR):
            return True
    return False


def is_closed(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-TER.5 Is there ground on a straight way that is closed to the unit, or a price it could only pay near by?"""
    start, end = way_of(g, unit, action)
    return any(survey(g, gait, start, end).cost is None for gait in gaits(unit, start, end))


def is_too_wide(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-TER.39 Would a column get through where its formation does not?"""
    start, end = way_of(g, unit, action)
    wide = unit.frontage > 2 * BASE_WIDTH + HAIR
    column = [replace(gait, formation=COLUMN) for gait in gaits(unit, start, end)]
    through = any(survey(g, gait, start, end).cost is not None for gait in column)
    return wide and through and is_closed(g, unit, action, by)


def road_too_long(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-TER.16, RA-MOV.15 More road than the move, the 2 inches more and, out of sight, a second move."""
    if not on_road(g, unit, unit.point, action.point):
        return False
    roads = [path_along(road.points, unit.point, action.point) for road in g.table.of_type("road")]
    longest = max(map(length_of, roads), default=0.0)
    return bool(longest > by.budget_of(g).inches - HAIR)


def road_is_barred(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-TER.42 Does something lie across the road that it gives no passage through?"""
    if not on_road(g, unit, unit.point, action.point):
        return False
    roads = [path_along(road.points, unit.point, action.point) for road in g.table.of_type("road")]
    return any(survey(g, unit, a, b).cost is None for path in roads for a, b in pairwise(path))


# ------------------------------------------------------------------ who is in the way


def runs_into(g: RedActions, unit: Unit, action: Any, *, enemies: bool) -> bool:
    """RA-MOV.5, RA-MOV.6 Is somebody on the straight way, or on the road, whom the unit may not pass?"""
    others = known(g, unit.side) if enemies else [u for u in g.troops(unit.side) if u.id != unit.id and not u.inside]
    others = [u for u in others if enemies or not passable(unit, u)]
    start, end = way_of(g, unit, action)
    if any(over(g, there, other) for there in along_way(unit, start, end) for other in others):
        return True
    if not on_road(g, unit, unit.point, end):
        return False
    paths = [path_along(road.points, unit.point, end) for road in g.table.of_type("road")]
    spots = [unit.at(p).point for path in paths for a, b in pairwise(path) for p in points_between(a, b)]
    return any(body(g, other).gap_to_point(p) < BASE_WIDTH for p in spots for other in others)


def points_between(a: Any, b: Any) -> list[Any]:
    count = max(1, int(distance(a, b) / 0.2))
    return [(a[0] + (b[0] - a[0]) * k / count, a[1] + (b[1] - a[1]) * k / count) for k in range(count + 1)]


def passable(unit: Unit, friend: Unit) -> bool:
    """RA-MOV.6 Skirmishers, officers and routers pass; MGs, guns, officers and skirmishers are passed."""
    moves = unit.formation == "skirmish" or unit.kind == "officer" or unit.routing
    return moves or friend.formation == "skirmish" or friend.kind in ("mg", "gun", "officer")


def enemy_house(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-MOV.5 Does the way lead through a section that the enemy is known to hold?"""
    start, end = way_of(g, unit, action)
    held = {u.inside for u in known(g, unit.side) if u.inside}
    return any(house_at(g, p) in held for p in points_between(start, end))


def ends(g: RedActions, unit: Unit, action: Any) -> list[Unit]:
    """Where a deed would leave the unit: at the end of its way, turned, or drawn up otherwise."""
    match action:
        case Go():
            return [gait.at(way_of(g, unit, action)[1]) for gait in gaits(unit, *way_of(g, unit, action))]
        case Face(facing):
            about = body(g, unit).centre
            turned = replace(unit, facing=facing)
            shift = body(g, turned).centre
            moved = (turned.point[0] + about[0] - shift[0], turned.point[1] + about[1] - shift[1])
            return [turned, turned.at(moved)]
    there = replace(unit, **{key: getattr(action, key) for key in ("formation", "formed") if hasattr(action, key)})
    return [there, replace(there, formation=COLUMN), replace(there, formation="line")]


def road_end(g: RedActions, unit: Unit, action: Any) -> list[Unit]:
    """The end of a way along a road, the column facing along it."""
    if not isinstance(action, Go) or not on_road(g, unit, unit.point, action.point):
        return []
    paths = [path_along(road.points, unit.point, action.point) for road in g.table.of_type("road")]
    return [
        unit.at(path[-1], facing_to(path[-2], path[-1])) for path in paths if len(path) > 1 and path[-2] != path[-1]
    ]


def everywhere(g: RedActions, unit: Unit, action: Any) -> list[Unit]:
    return [*ends(g, unit, action), *road_end(g, unit, action)]


# ------------------------------------------------------------------ trees, shaken units, wrecks, trains


def among_trees(g: RedActions, unit: Unit, action: Any) -> bool:
    """RA-TER.17 Troops other than foot, out of column, with a base among trees or houses at some point."""
    if isinstance(action, Go):
        places = [*along_way(unit, *way_of(g, unit, action)), unit]
    else:
        places = [there for there in ends(g, unit, action) if there.formation == getattr(action, "formation", "")]
        places = places or ends(g, unit, action)
    wide = [there for there in places if spreads(there)]
    return any(kinds_at(g, base.centre) & TREES for there in wide for base in body(g, there).bases)


def goes_nearer(g: RedActions, unit: Unit, action: Any) -> bool:
    """RA-MOR.37 Without an effective base, nearer to an enemy in sight."""
    if unit.bases > unit.terror or is_vehicle(unit):
        return False
    start = unit.at(start_of(g, unit, action.point)) if unit.inside else unit
    seen = [
        foe
        for foe in known(g, unit.side)
        if any(sees(g, gait, foe) for gait in (start, *gaits(unit, *way_of(g, unit, action))))
    ]
    return any(
        apart(g, there, foe) < apart(g, start, foe) + HAIR for there in everywhere(g, unit, action) for foe in seen
    )


def meets_wreck(g: RedActions, unit: Unit, target: Any) -> bool:
    """RA-VEH.15 A wreck on a road, a bridge or rails, on the way of a vehicle or a train."""
    wrecks = [thing.point for thing in g.things.values() if thing.kind == "wreck"]
    far = allowance_of(unit) + 10
    return (is_vehicle(unit) or bool(unit.wagons)) and any(body(g, unit).gap_to_point(p) < far for p in wrecks)


def train_stops(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-VEH.13 A train that would go too far or nowhere, or over somebody on the line; or what is no train."""
    if not unit.wagons:
        return isinstance(action, LeaveByRail)
    if not isinstance(action, (Go, LeaveByRail)):
        return True
    line = g.table.of_type("railway")[0].points
    length, most = len(unit.wagons) * WAGON, allowance_of(unit) * (0.5 if unit.fired else 1.0)
    if isinstance(action, Go):
        goals = [run_to(line, action.point)]
    else:
        goals = [length, length_of(line)]
    if any(abs(goal - unit.rail / 100) < 0.2 or abs(goal - unit.rail / 100) > most - 3 * HAIR for goal in goals):
        return True
    others = [u for u in g.troops() if u.id != unit.id and not u.inside and not (u.hidden and u.side != unit.side)]
    return any(g.table.of_type("railway")[0].distance(body(g, u).nearest(unit.point)) < 6 for u in others)


def half_spent(g: RedActions, unit: Unit, action: Any, by: Any) -> bool:
    """RA-ACT.16 Only horse artillery limbers for half a move, and has only movement left; or unlimbers after half."""
    if isinstance(action, Unlimber) and getattr(by, "under_way", False):
        return not unit.has("HorseArtillery") or by.spent > allowance_of(unit) * 50
    return "half" in getattr(by, "done", ())


MOVING: Table = {
    "RA-MOV.1": (
        of("it takes more of the move than is left", lambda g, u, a, by: isinstance(a, Go) and too_far(g, u, a, by)),
    ),
    "RA-MOV.4": (
        of("it is no facing", lambda g, u, a, by: isinstance(a, Face) and not 0 <= a.facing < 3600),
        of(
            "the turn takes more than is left",
            lambda g, u, a, by: (
                isinstance(a, Face)
                and price_of_turn(u, abs((a.facing - u.facing + 1800) % 3600 - 1800), by, g)
                > by.budget_of(g).inches - HAIR
            ),
        ),
    ),
    "RA-MOV.5": (
        of("an enemy is on the way", lambda g, u, a, by: isinstance(a, Go) and runs_into(g, u, a, enemies=True)),
        of("the enemy holds a house on the way", lambda g, u, a, by: isinstance(a, Go) and enemy_house(g, u, a, by)),
        of("it ends within an inch of an enemy", lambda g, u, a, by: any(too_close(g, t) for t in everywhere(g, u, a))),
    ),
    "RA-MOV.6": (
        of("a friend is on the way", lambda g, u, a, by: isinstance(a, Go) and runs_into(g, u, a, enemies=False)),
    ),
    "RA-MOV.10": (
        of("a gun that has shot is only prolonged", lambda g, u, a, by: u.kind == "gun" and by.budget_of(g).prolong),
    ),
    "RA-MOV.26": (of("it is off the table", lambda g, u, a, by: any(off_table(g, t) for t in everywhere(g, u, a))),),
    "RA-MOV.34": (of("there is no room", lambda g, u, a, by: any(no_room(g, t) for t in everywhere(g, u, a))),),
    "RA-TER.2": (
        of("the crossing takes a whole move", lambda g, u, a, by: isinstance(a, Go) and crosses_badly(g, u, a, by)),
    ),
    "RA-TER.5": (
        of("the ground on the way is closed", lambda g, u, a, by: isinstance(a, Go) and is_closed(g, u, a, by)),
        of(
            "horses may not stand there",
            lambda g, u, a, by: not isinstance(a, Go) and any(stands_badly(g, mount) for mount in mounts(u)),
        ),
    ),
    "RA-TER.16": (
        of("there is not so much road in a move", lambda g, u, a, by: isinstance(a, Go) and road_too_long(g, u, a, by)),
    ),
    "RA-TER.17": (of("only foot leaves column among trees", lambda g, u, a, by: among_trees(g, u, a)),),
    "RA-TER.22": (
        of(
            "nobody stops in the water",
            lambda g, u, a, by: any("stream" in kinds_at(g, t.point) for t in everywhere(g, u, a)),
        ),
    ),
    "RA-TER.39": (
        of("only a column gets through there", lambda g, u, a, by: isinstance(a, Go) and is_too_wide(g, u, a, by)),
    ),
    "RA-TER.42": (
        of("the road leads through something", lambda g, u, a, by: isinstance(a, Go) and road_is_barred(g, u, a, by)),
    ),
    "RA-BLD.2": (
        of("other troops than foot go inside in column", lambda g, u, a, by: not is_foot(u) and not narrow(u)),
        of("an officer goes inside with troops", lambda g, u, a, by: u.kind == "officer"),
    ),
    "RA-BLD.3": (
        of(
            "the house is full",
            lambda g, u, a, by: any(
                full(g, u, name) for name in (house_at(g, getattr(a, "point", u.point)), u.inside) if name
            ),
        ),
    ),
    "RA-BLD.4": (
        of(
            "an enemy is inside",
            lambda g, u, a, by: any(foe.inside == house_at(g, a.point) != "" for foe in known(g, u.side)),
        ),
    ),
    "RA-BLD.6": (
        of("it is in that house", lambda g, u, a, by: isinstance(a, Go) and u.inside == house_at(g, a.point) != ""),
        of("inside there is no facing", lambda g, u, a, by: isinstance(a, Face) and u.inside != ""),
        of("a base would stand in the wall", lambda g, u, a, by: any(in_wall(g, t) for t in everywhere(g, u, a))),
    ),
    "RA-MOR.37": (of("no effective base goes nearer", lambda g, u, a, by: isinstance(a, Go) and goes_nearer(g, u, a)),),
    "RA-VEH.13": (of("a train keeps to its line, and stops", train_stops),),
    "RA-VEH.15": (of("a wreck blocks the way", lambda g, u, a, by: meets_wreck(g, u, a)),),
    "RA-ACT.16": (of("half of the move is spent", half_spent),),
}


def mounts(unit: Unit) -> list[Unit]:
    """A unit as it would be on its horses, carts or limbers."""
    if unit.kind == "gun":
        return [replace(unit, limbered=True)]
    if unit.mounted_as:
        riders = replace(unit, type=unit.mounted_as, mounted_as="", formation=COLUMN)
        return [replace(riders, bases=n) for n in range(unit.bases, max(unit.bases, unit.horses[2]) + 1)]
    return [replace(unit, carts=True, formation=COLUMN)]


def stands_badly(g: RedActions, unit: Unit) -> bool:
    """RA-TER.5 Does one of its bases stand on ground that is closed to it?"""
    return any(not going(g, unit, kind).allowed for base in body(g, unit).bases for kind in kinds_at(g, base.centre))


def full(g: RedActions, unit: Unit, name: str) -> bool:
    """RA-BLD.3 One base for every 2 square inches; those whom a side does not know of take no room."""
    inside = [u for u in g.pieces.values() if u.inside == name and u.id != unit.id and u.kind != "officer"]
    taken = sum(u.bases for u in inside if u.side == unit.side or not u.hidden)
    bases = max(unit.bases, unit.horses[2])
    return bases + taken > int(g.table.features[name].size / 2 + 1e-6)
