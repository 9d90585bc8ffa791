"""What breaks the rules of entering, moving, stacking and transport (4.0, 5.3, 7.0, 8.0, 16.5, 20.2, 21.2)."""

from __future__ import annotations

from collections import Counter
from typing import Any

from grognard.board.hexgrid import Hex
from grognard.engine import Action, Pick, Reason
from grognard.games.night_fight.rules.data import GRID, TYPES
from grognard.games.night_fight.rules.moves import Drop, Together
from grognard.games.night_fight.rules.reasons.facts import (
    ON_EDGES,
    ROOM,
    can_begin,
    carries_guns,
    crowd,
    doors,
    has_way,
    hexagon,
    is_gun,
    of_piece,
    piece,
    points,
    pressed,
    reached,
    reason,
    stack,
    towing,
)
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit
from grognard.games.night_fight.rules.terrain import features, is_road


def overfills(g: NightFight, side: str, action: Action) -> bool:
    """4.0 More than three would be where the stack goes or stands."""
    units = stack(g) if hasattr(g.steps[-1], "tow") else []
    joins = [u for u in (piece(g, action),) if u is not None and isinstance(action, Pick)]
    h = hexagon(action) or (units[0].place if units else "")
    return bool(h) and crowd(g, h, *units, *joins, wreck=towing(g)) > ROOM


def leaves_overfull(g: NightFight, side: str, action: Action) -> bool:
    """4.0 A hex that was overfilled by choice stays so."""
    return pressed(action, "end") and any(crowd(g, h) > ROOM for h in g.crowded)


def overfills_the_edge(g: NightFight, side: str, action: Action) -> bool:
    """4.0 With one unit more there is no entry hex with room for the stack."""
    units = [*stack(g), *(u for u in (piece(g, action),) if u)]
    return all(not u.place for u in units) and not doors(g, units)


def no_door(g: NightFight, side: str, action: Action) -> bool:
    """7.0 Nobody enters: every entry hex is held, cut or full."""
    unit = piece(g, action)
    units = stack(g) if unit is None else [unit]
    return bool(units) and not units[0].place and not doors(g, units)


def off_the_road(g: NightFight, side: str, action: Action) -> bool:
    """7.0 On turn 1 roads alone are entered."""
    return g.turn == 1 and hexagon(action) in GRID and not is_road(g, hexagon(action))


def another_door(g: NightFight, side: str, action: Action) -> bool:
    """7.0 A unit off the map is sent to an edge hex that is not among its own."""
    h = hexagon(action)
    return bool(stack(g)) and not stack(g)[0].place and h in ON_EDGES and h not in g.scenario.entry


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
    """7.0 Somebody has still to enter."""
    waits = [u for u in g.pieces.values() if u.side == side and not u.place and not is_gun(u)]
    return pressed(action, "end") and bool(waits)


def too_far(g: NightFight, side: str, action: Action) -> bool:
    """8.0 The hex costs more points than are left, by any way."""
    units = stack(g)
    return hexagon(action) in GRID and hexagon(action) not in reached(g, units, points(g, units))


def stands_there(g: NightFight, side: str, action: Action) -> bool:
    """8.0 The stack is where it is to go."""
    units = stack(g)
    h = getattr(g.steps[-1], "bound", "") if pressed(action, "go on") else hexagon(action)
    return bool(units) and bool(h) and h == units[0].place


def nowhere(g: NightFight, side: str, action: Action) -> bool:
    """8.0 The unit, or those of its hex together, cannot come to any other hex."""
    unit = piece(g, action)
    if unit is None or not unit.place:
        return False
    units = [u for u in g.here(unit.place) if can_begin(g, u)] if isinstance(action, Together) else [unit]
    return not has_way(g, units or [unit])


def alone(g: NightFight, side: str, action: Action) -> bool:
    """4.2 Nobody else in the hex of a unit could come along."""
    unit = piece(g, action)
    if unit is None or not isinstance(action, Together):
        return False
    others = [u for u in g.here(unit.place) if u.id != unit.id and u.side == side]
    return not unit.place or not any(can_begin(g, u) or is_gun(u) for u in others) or not can_carry(unit, others)


def can_carry(unit: Unit, others: list[Unit]) -> bool:
    """8.7 Is there anything but guns in a hex, or a carrier for one?"""
    return any(not is_gun(u) for u in others) or carries_guns(unit)


def closed(row: str, *kinds: str) -> Reason:
    """22.3 Ground that a stack may not enter."""

    def broken(g: NightFight, side: str, action: Action) -> bool:
        h = hexagon(action)
        return h in GRID and row in features(g, h) and (not kinds or any(TYPES[u.type].kind in kinds for u in stack(g)))

    return reason(f"the hex is {row.replace('_', ' ')}", broken)


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
    begun = any(u.id in g.spent for u in units)
    return pressed(action, "tow wreck") and (not tower or begun or towing(g) or units[0].place not in g.wrecks)


def stacked_full(g: NightFight, side: str, action: Action) -> bool:
    """4.2 The stack has three units already, a wreck in tow counted as one."""
    return len(stack(g)) + towing(g) >= ROOM


def others_hex(g: NightFight, side: str, action: Action) -> bool:
    """20.2 Units of another player are in the hex."""
    units = stack(g)
    h: Hex = hexagon(action) or units[0].place
    return any(u.side not in (units[0].side, SOVIET) for u in g.here(h))


def not_beside(g: NightFight, side: str, action: Action) -> bool:
    """4.2 The unit is in another hex, or in the stack already."""
    unit = piece(g, action)
    units = stack(g)
    return unit is not None and bool(units) and (unit in units or unit.place != units[0].place)


def spent(g: NightFight, side: str, action: Action) -> bool:
    """8.0 No point is left."""
    return bool(stack(g)) and points(g, stack(g)) < 1


MOVING: dict[str, tuple[Reason, ...]] = {
    "NF-1.0.1": (reason("the piece is Soviet", of_piece(lambda g, side, u: u.side == SOVIET)),),
    "NF-4.0.4": (
        reason("more than three would be in the hex", overfills),
        reason("a hex stays overfull", leaves_overfull),
        reason("no entry hex has room for so many", overfills_the_edge),
    ),
    "NF-4.1.1": (
        reason("the wreck would be a fourth", lambda g, s, a: crowd(g, stack(g)[0].place, wreck=True) > ROOM),
    ),
    "NF-4.2.1": (reason("three are in the stack", stacked_full),),
    "NF-4.2.3": (
        reason("the stack has not moved", lambda g, s, a: not any(u.id in g.spent for u in stack(g))),
        reason("nobody would go on", lambda g, s, a: len(stack(g)) == 1 or spent(g, s, a)),
    ),
    "NF-4.2.4": (
        reason("it is not beside the stack", not_beside),
        reason("no point is left", spent),
        reason("nobody can come along", alone),
    ),
    "NF-7.0.1": (reason("it enters by other hexes", another_door),),
    "NF-7.0.3": (reason("somebody has still to enter", outside),),
    "NF-7.0.4": (reason("the scenario has no exit", lambda g, s, a: pressed(a, "exit") and not g.scenario.exit),),
    "NF-7.0.6": (reason("the hex is off the road", off_the_road), reason("every entry hex is shut", no_door)),
    "NF-7.0.9": (reason("the last carrier leaves the sIG 33", leaves_the_gun("sig33")),),
    "NF-7.0.10": (reason("the last carrier leaves the Pak 36(r)", leaves_the_gun("pak36r")),),
    "NF-8.0.5": (
        reason("it has moved", of_piece(lambda g, side, u: u.id in g.moved)),
        reason("it stands there", stands_there),
        reason("it is too far", too_far),
        reason("it has nowhere to go", nowhere),
        reason("no point is left", spent),
    ),
    "NF-8.0.6": (
        reason("an enemy is in the hex", lambda g, s, a: any(u.side == SOVIET for u in g.here(hexagon(a)))),
        reason("the piece is an enemy", of_piece(lambda g, side, u: u.side == SOVIET)),
    ),
    "NF-8.1.1": (reason("it has fired", of_piece(lambda g, side, u: u.id in g.fired_before)),),
    "NF-8.7.1": (reason("a gun has no carrier of its own", gun_without_carrier),),
    "NF-8.7.5": (reason("nobody carries such a marker", nothing_to_put),),
    "NF-8.7.6": (
        reason("the gun began elsewhere or has moved", began_elsewhere),
        reason("no such marker began here", nothing_to_take),
    ),
    "NF-16.5.2": (reason("there is no wreck to tow, or nobody to tow it", no_tow),),
    "NF-16.5.3": (reason("no wreck is in tow", lambda g, s, a: not towing(g)),),
    "NF-20.2.2": (reason("it is another player's", of_piece(lambda g, side, u: u.side not in (side, SOVIET))),),
    "NF-20.2.3": (reason("another player is in the hex", others_hex),),
    "NF-21.2.2": (reason("it is not in the exit hex", lambda g, s, a: stack(g)[0].place != g.scenario.exit),),
    "NF-22.3.4": (closed("building_full", *VEHICLES),),
    "NF-22.3.11": (closed("wood_bridge_out", *VEHICLES),),
    "NF-22.3.12": (closed("river"), closed("stream")),
}
