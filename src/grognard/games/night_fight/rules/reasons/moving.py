"""What breaks the rules of entering, moving, stacking and transport (4.0, 5.3, 7.0, 8.0, 16.5, 20.2, 21.2)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Pick, Press, Reason, To
from grognard.games.night_fight.rules.data import GRID, TYPES
from grognard.games.night_fight.rules.german_fire import GermanFire, Window
from grognard.games.night_fight.rules.german_movement import Drop, GermanMovement, MoveStack, Together
from grognard.games.night_fight.rules.reasons.facts import (
    ON_EDGES,
    POINTS,
    ROOM,
    can_begin,
    carries_guns,
    crowd,
    doors,
    finds_room,
    has_way,
    hexagon,
    is_gun,
    may_stay,
    of_piece,
    piece,
    placed,
    points,
    pressed,
    reached,
    reason,
    stack,
    towing,
)
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit
from grognard.games.night_fight.rules.terrain import features, is_road

STACK, PHASE = (MoveStack,), (GermanMovement, MoveStack)


def no_room_there(g: NightFight, side: str, action: Action) -> bool:
    """4.0 Neither in the hex it is sent to nor farther on is there room for the stack."""
    units, h = stack(g), target(g, action)
    left = points(g, units)
    ways = reached(g, units, left)
    return h in ways and not finds_room(g, units, h, left - ways[h])


def no_room_here(g: NightFight, side: str, action: Action) -> bool:
    """4.0 The stack may not stay where it is, and is to be left there."""
    units, unit = stack(g), piece(g, action)
    goes = pressed(action, "stop", "end") or (unit is not None and unit.place != units[0].place)
    return goes and bool(units[0].place) and not may_stay(g, units, units[0].place)


def leaves_overfull(g: NightFight, side: str, action: Action) -> bool:
    """4.0 A hex that was overfilled by choice stays so although somebody could leave it, or the stack is in it."""
    if not pressed(action, "end"):
        return False
    here = [u.place for u in stack(g)]
    full = [h for h in (*g.crowded, *here) if crowd(g, h) > ROOM]
    return any(h in here or any(u.side == side and can_leave(g, u) for u in g.here(h)) for h in full)


def can_leave(g: NightFight, unit: Unit) -> bool:
    """4.0 May a unit still move, and is there room elsewhere?"""
    ways = reached(g, [unit], POINTS)
    return can_begin(g, unit) and any(h != unit.place and may_stay(g, placed([unit], h), h) for h in ways)


def no_room_for_one_more(g: NightFight, side: str, action: Action) -> bool:
    """4.0 With the unit that would join there is no room for the stack, here or anywhere."""
    units, unit = stack(g), piece(g, action)
    if unit is None or unit in units or unit.place != units[0].place:
        return False
    more = [*units, unit]
    if not unit.place:
        return not doors(g, more)
    return begun(g) and not finds_room(g, more, unit.place, points(g, units))


def no_room_apart(g: NightFight, side: str, action: Action) -> bool:
    """4.0 There is no room for the unit that is left, or none for those that go on."""
    unit = piece(g, action)
    units = [u for u in stack(g) if u != unit]
    if unit is None or not units:
        return False
    return not finds_room(g, units, unit.place, points(g, units)) or not may_stay(g, [unit], unit.place, going=units)


def wreck_too_many(g: NightFight, side: str, action: Action) -> bool:
    """4.1 With the wreck more than three would stay in the hex."""
    idle = [u for u in g.here(stack(g)[0].place) if u not in stack(g) and not (can_begin(g, u) and u.side == side)]
    return pressed(action, "drop wreck") and towing(g) and begun(g) and len(idle) + 1 > ROOM


def begun(g: NightFight) -> bool:
    """Has the stack moved?"""
    return any(u.id in g.spent for u in stack(g))


def target(g: NightFight, action: Action) -> Hex:
    """Where the stack is sent: to a hex, or on to where it was bound."""
    return str(getattr(g.steps[-1], "bound", "")) if pressed(action, "go on") else hexagon(action)


def no_door(g: NightFight, side: str, action: Action) -> bool:
    """7.0 Nobody enters: every entry hex is held, cut or full."""
    unit = piece(g, action)
    units = stack(g) if unit is None else [unit]
    return bool(units) and not units[0].place and not doors(g, units)


def off_the_road(g: NightFight, side: str, action: Action) -> bool:
    """7.0 On turn 1 roads alone are entered."""
    return g.turn == 1 and hexagon(action) in GRID and not is_road(g, hexagon(action))


def another_door(g: NightFight, side: str, action: Action) -> bool:
    """7.0 A unit off the map is sent to an edge hex that is not among its own, nor near them."""
    h, units = hexagon(action), stack(g)
    return not units[0].place and h in ON_EDGES - {*g.scenario.entry} and h not in reached(g, units, POINTS)


def leaves_the_gun(kind: str) -> Any:
    """7.0, 8.7 The stack would enter and leave too few carriers for the guns outside, one of them of a kind."""

    def broken(g: NightFight, side: str, action: Action) -> bool:
        units = stack(g)
        left = [u for u in g.pieces.values() if u.side == side and not u.place and u not in units]
        guns = [u for u in left if is_gun(u)]
        return (
            bool(units)
            and not units[0].place
            and len(guns) > sum(map(carries_guns, left))
            and any(u.type == kind for u in guns)
        )

    return broken


def outside(g: NightFight, side: str, action: Action) -> bool:
    """7.0 Somebody has still to enter, and can."""
    waits = [u for u in g.pieces.values() if u.side == side and not u.place and not is_gun(u) and u.id not in g.moved]
    return pressed(action, "end") and any(doors(g, [u]) for u in waits)


def too_far(g: NightFight, side: str, action: Action) -> bool:
    """8.0 The hex costs more points than are left, by any way."""
    units, h = stack(g), target(g, action)
    return h in GRID and h not in reached(g, units, points(g, units))


def stands_there(g: NightFight, side: str, action: Action) -> bool:
    """8.0 The stack is where it is to go."""
    return target(g, action) == stack(g)[0].place != ""


def nowhere(g: NightFight, side: str, action: Action) -> bool:
    """8.0 The unit, or those of its hex together, cannot come to any other hex, and there is nothing to do here."""
    unit = piece(g, action)
    if unit is None or not unit.place or unit.place == g.scenario.exit or unit.place in g.wrecks:
        return False
    units = [u for u in g.here(unit.place) if can_begin(g, u)] if isinstance(action, Together) else [unit]
    loads = bool(g.takeable) or any(u.flares or u.fausts for u in units)
    return not loads and not has_way(g, units or [unit])


def alone(g: NightFight, side: str, action: Action) -> bool:
    """4.2 Nobody else in the hex of a unit could come along."""
    unit = piece(g, action)
    if unit is None:
        return False
    others = [u for u in g.here(unit.place) if u.id != unit.id and u.side == side]
    guns = [u for u in others if is_gun(u) and not (u.pinned or u.id in g.moved or u.id in g.fired_before)]
    return not unit.place or not (any(can_begin(g, u) for u in others) or (guns and carries_guns(unit)))


def closed(row: str, *kinds: str) -> Reason:
    """22.3 Ground that a stack may not enter."""

    def broken(g: NightFight, side: str, action: Action) -> bool:
        h = target(g, action)
        return h in GRID and row in features(g, h) and (not kinds or any(TYPES[u.type].kind in kinds for u in stack(g)))

    return reason(f"the hex is {row.replace('_', ' ')}", broken, STACK, To, Press)


VEHICLES = ("vehicle", "soft_vehicle", "gun")


def gun_without_carrier(g: NightFight, side: str, action: Action) -> bool:
    """8.7 A gun is to move and no free carrier of its hex is with it, or a carrier is to leave its gun behind."""
    unit, units = piece(g, action), stack(g)
    if unit is None:
        return False
    if isinstance(action, Drop):
        units = [u for u in units if u.id != unit.id]
    elif not is_gun(unit):
        return False
    elif units and units[0].place == unit.place:
        units = [*units, unit]
    else:
        units = [unit]
    homes = [g.began.get(u.id) for u in units if carries_guns(u)]
    return any(homes.count(home) < n for home, n in Counter(g.began.get(u.id) for u in units if is_gun(u)).items())


def began_elsewhere(g: NightFight, side: str, action: Action) -> bool:
    """8.7 A gun has moved already, or no carrier here began the phase where it did."""
    gun = piece(g, action)
    if gun is None or not is_gun(gun):
        return False
    homes = [g.began.get(u.id) for u in stack(g) if carries_guns(u)]
    taken = [g.began.get(u.id) for u in stack(g) if is_gun(u)]
    return gun.id in g.moved or homes.count(g.began.get(gun.id)) <= taken.count(g.began.get(gun.id))


def nothing_to_take(g: NightFight, side: str, action: Action) -> bool:
    """8.7 No marker lies here that began the phase where somebody of the stack did who may carry it."""
    if not pressed(action, "take up flares", "take up Panzerfausts"):
        return False
    kind, place = ("flares" if pressed(action, "take up flares") else "fausts"), stack(g)[0].place
    may = [u for u in stack(g) if ("command" in u.what.flags if kind == "flares" else u.what.kind == "foot")]
    return not any(g.takeable.get(f"{place} {kind} {g.began.get(u.id, '')}") for u in may)


def nothing_to_put(g: NightFight, side: str, action: Action) -> bool:
    """8.7 Nobody of the stack has such a marker."""
    flares = pressed(action, "put down flares") and not any(u.flares for u in stack(g))
    return flares or (pressed(action, "put down Panzerfausts") and not any(u.fausts for u in stack(g)))


def no_tow(g: NightFight, side: str, action: Action) -> bool:
    """16.5 No recovery vehicle begins its move beside a wreck in its hex, or it has one in tow."""
    units = stack(g)
    tower = any("recovery" in u.what.flags for u in units)
    return pressed(action, "tow wreck") and (not tower or begun(g) or towing(g) or units[0].place not in g.wrecks)


def stacked_full(g: NightFight, side: str, action: Action) -> bool:
    """4.2 The stack has three units already, a wreck in tow counted as one, and a unit or a wreck is to join."""
    unit, units = piece(g, action), stack(g)
    joins = unit is not None and unit not in units and unit.place == units[0].place
    return (joins or pressed(action, "tow wreck")) and len(units) + towing(g) >= ROOM


def others_hex(g: NightFight, side: str, action: Action) -> bool:
    """20.2 Units of another player are where the stack would stay."""
    units = stack(g)
    h = target(g, action) or units[0].place
    strangers = any(u.side not in (units[0].side, SOVIET) for u in g.here(h))
    return strangers and any(test(g, side, action) for test in (no_room_there, no_room_here, no_room_apart))


def not_beside(g: NightFight, side: str, action: Action) -> bool:
    """4.2 The unit is in the stack already, or in another hex before the stack has moved."""
    unit, units = piece(g, action), stack(g)
    return unit is not None and (unit in units or (unit.place != units[0].place and not begun(g)))


def joins_no_move(g: NightFight, side: str, action: Action) -> bool:
    """4.2 The unit would join a stack that has no points left."""
    unit, units = piece(g, action), stack(g)
    return unit is not None and unit not in units and unit.place == units[0].place and points(g, units) < 1


def not_parted(g: NightFight, side: str, action: Action) -> bool:
    """4.2 The stack has not moved, or nobody of it could go on."""
    return not begun(g) or len(stack(g)) == 1 or points(g, stack(g)) < 1


def cannot_exit(g: NightFight, side: str, action: Action) -> bool:
    """8.0 No point is left to leave the map with."""
    return pressed(action, "exit") and points(g, stack(g)) < 1


def off_exit(g: NightFight, side: str, action: Action) -> bool:
    """21.2 The stack is not in the exit hex of the scenario."""
    return pressed(action, "exit") and g.scenario.exit not in ("", stack(g)[0].place)


def is_soviet(g: NightFight, side: str, action: Action) -> bool:
    unit = piece(g, action)
    return unit is not None and unit.side == SOVIET


def is_anothers(g: NightFight, side: str, action: Action) -> bool:
    unit = piece(g, action)
    return unit is not None and unit.side not in (side, SOVIET)


MOVING: dict[str, tuple[Reason, ...]] = {
    "NF-1.0.1": (reason("the piece is Soviet", is_soviet, (*PHASE, GermanFire, Window), Pick, Together),),
    "NF-4.0.4": (
        reason("there is no room there", no_room_there, STACK, To, Press),
        reason("there is no room here", no_room_here, STACK, Press, Pick, Together),
        reason("a hex stays overfull", leaves_overfull, PHASE, Press),
        reason("there is no room for one more", no_room_for_one_more, STACK, Pick),
        reason("there is no room apart", no_room_apart, STACK, Drop),
    ),
    "NF-4.1.1": (reason("the wreck is one too many", wreck_too_many, STACK, Press),),
    "NF-4.2.1": (reason("three are in the stack", stacked_full, STACK, Pick, Press),),
    "NF-4.2.3": (reason("the stack does not part", not_parted, STACK, Drop),),
    "NF-4.2.4": (
        reason("it is not beside the stack", not_beside, STACK, Pick),
        reason("no point is left", joins_no_move, STACK, Pick),
        reason("nobody can come along", alone, PHASE, Together),
    ),
    "NF-7.0.1": (reason("it enters by other hexes", another_door, STACK, To),),
    "NF-7.0.3": (reason("somebody has still to enter", outside, PHASE, Press),),
    "NF-7.0.4": (reason("no exit", lambda g, s, a: pressed(a, "exit") and not g.scenario.exit, STACK, Press),),
    "NF-7.0.6": (
        reason("the hex is off the road", off_the_road, STACK, To, Press),
        reason("every entry hex is shut", no_door, PHASE, To, Pick, Together),
    ),
    "NF-7.0.9": (reason("the last carrier leaves the sIG 33", leaves_the_gun("sig33"), STACK, To),),
    "NF-7.0.10": (reason("the last carrier leaves the Pak 36(r)", leaves_the_gun("pak36r"), STACK, To),),
    "NF-8.0.5": (
        reason("it has moved", of_piece(lambda g, side, u: u.id in g.moved), PHASE, Pick, Together),
        reason("it stands there", stands_there, STACK, To, Press),
        reason("it is too far", too_far, STACK, To, Press),
        reason("it has nowhere to go", nowhere, PHASE, Pick, Together),
        reason("no point is left", cannot_exit, STACK, Press),
    ),
    "NF-8.0.6": (
        reason("an enemy is in the hex", lambda g, s, a: target(g, a) in g.soviet_hexes, STACK, To, Press),
        reason("the piece is an enemy", is_soviet, STACK, Pick),
    ),
    "NF-8.1.1": (reason("it has fired", of_piece(lambda g, side, u: u.id in g.fired_before), PHASE, Pick, Together),),
    "NF-8.7.1": (reason("a gun has no carrier of its own", gun_without_carrier, PHASE, Pick, Together, Drop),),
    "NF-8.7.5": (reason("nobody carries such a marker", nothing_to_put, STACK, Press),),
    "NF-8.7.6": (
        reason("the gun began elsewhere or has moved", began_elsewhere, STACK, Pick),
        reason("no such marker began here", nothing_to_take, STACK, Press),
    ),
    "NF-16.5.2": (reason("there is no wreck to tow, or nobody to tow it", no_tow, STACK, Press),),
    "NF-16.5.3": (
        reason("no wreck is in tow", lambda g, s, a: pressed(a, "drop wreck") and not towing(g), STACK, Press),
    ),
    "NF-20.2.2": (reason("it is another player's", is_anothers, PHASE, Pick, Together),),
    "NF-20.2.3": (reason("another player is in the hex", others_hex, STACK, To, Press, Pick, Together, Drop),),
    "NF-21.2.2": (reason("it is not in the exit hex", off_exit, STACK, Press),),
    "NF-22.3.4": (closed("building_full", *VEHICLES),),
    "NF-22.3.11": (closed("wood_bridge_out", *VEHICLES),),
    "NF-22.3.12": (closed("river"), closed("stream")),
}
