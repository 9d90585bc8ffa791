"""3.0 to 6.0 What breaks the rows of set-up and movement."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.map import side
from grognard.engine import Action, Pick, Reason, To
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.movement import Movement
from grognard.games.folio.rules.reasons.facts import (
    Reasons,
    goal,
    hand,
    held_by_enemy,
    holder,
    in_zone,
    named,
    one,
    step_is,
    top,
    unit_is,
)
from grognard.games.folio.rules.state import Unit

May = Callable[[Hex, Hex], bool]  # may a step lead from here to there?


def points(g: Folio, unit: Unit, may: May) -> dict[Hex, int]:
    """5.2 Half points spent in every hex if only these steps may be taken, zones costing nothing."""
    rows = g.rules.rows(unit, g.rules.bridged(g, unit))
    ground, spent = g.rules.ground, getattr(top(g), "spent", 0)
    queue = [(spent, unit.place)]
    if unit.place not in ground.index:
        kind, doors = "mobile" if g.what(unit).mobile else "leg", ground.map.marks.get(g.what(unit).area, ())
        queue = [(ground.entry_cost(h, kind), h) for h in doors if ground.can_enter(h) and may("", h)]
    found: dict[Hex, int] = {}
    while queue:
        so_far, here = heappop(queue)
        if here in found:
            continue
        found[here] = so_far
        for cost, ahead in rows[ground.index[here]]:
            for there in (ground.names[i] for i in ahead):
                if there not in found and may(here, there):
                    heappush(queue, (so_far + cost, there))
    return found


def gets_there(g: Folio, action: Action, may: May) -> bool:
    """5.2 Would the points of the unit in hand do for a hex by such steps?"""
    unit = hand(g)
    return points(g, unit, may).get(goal(action), 9999) <= 2 * g.printed(unit)[2]


def freely(g: Folio) -> May:
    """5.1 Steps past no enemy, whatever the zones."""
    whose = hand(g).side
    return lambda here, there: not held_by_enemy(g, whose, there)


def not_through_zones(g: Folio) -> May:
    """5.1.1 Steps that do not go on from a zone that was entered on the way; a halted unit takes none."""
    unit, step = hand(g), top(g)
    zones = {h for h in g.rules.ground.index if in_zone(g, unit.side, h)}
    starts = "" if getattr(step, "spent", 0) else unit.place
    return lambda here, there: not held_by_enemy(g, unit.side, there) and (here not in zones or here == starts)


def not_into_zones(g: Folio) -> May:
    """5.1.1 Steps that enter no zone at all."""
    unit = hand(g)
    zones = {h for h in g.rules.ground.index if in_zone(g, unit.side, h)}
    return lambda here, there: not held_by_enemy(g, unit.side, there) and there not in zones


def not_zone_to_zone(g: Folio) -> May:
    """5.1.2 Steps that do not lead from one zone into the next."""
    unit = hand(g)
    zones = {h for h in g.rules.ground.index if in_zone(g, unit.side, h)}
    return lambda here, there: not held_by_enemy(g, unit.side, there) and not {here, there} <= zones


def walks(g: Folio) -> bool:
    """5.1 Is the unit in hand on foot?"""
    return not g.what(hand(g)).mobile


def kept_by_zone(g: Folio, action: Action) -> bool:
    """5.1.1 On foot, near enough, and every way there leads on from a zone."""
    return walks(g) and gets_there(g, action, freely(g)) and not gets_there(g, action, not_through_zones(g))


def starts_in_zone(g: Folio) -> bool:
    """5.1.1 Has the unit in hand not moved, and stands in an enemy zone?"""
    unit = hand(g)
    return not top(g).spent and in_zone(g, unit.side, unit.place)


def too_dear(g: Folio, whose: str, action: Action) -> bool:
    """5.2 Even past all zones the points would not do."""
    return step_is(g, Movement) and not gets_there(g, action, freely(g))


def too_dear_through_zones(g: Folio, whose: str, action: Action) -> bool:
    """5.2.4 A mobile unit that has no way around the zones."""
    return bool(goal(action)) and not walks(g) and not gets_there(g, action, not_into_zones(g))


def shut_in(g: Folio, whose: str, action: Action) -> bool:
    """5.1.3 Enemies stand in every hex that could be entered."""
    unit = named(g, action) if isinstance(action, Pick) else None
    if unit is None or unit.place not in g.rules.ground.index:
        return False
    return all(held_by_enemy(g, unit.side, h) for h in g.rules.ground.ways_out[unit.place])


def crowded_in(g: Folio, whose: str, action: Action) -> bool:
    """5.3.1 Somebody stands in every hex that it has the points for, past no enemy and no further from a zone."""
    unit = named(g, action) if isinstance(action, Pick) else None
    if unit is None or unit.place not in g.rules.ground.index:
        return False
    zones = {h for h in g.rules.ground.index if in_zone(g, unit.side, h)}

    def may(here: Hex, there: Hex) -> bool:
        on_from_zone = here in zones and (here != unit.place or there in zones)
        return not held_by_enemy(g, unit.side, there) and not on_from_zone

    spent = points(g, unit, may)
    return all(holder(g, h) for h, half in spent.items() if half <= 2 * g.printed(unit)[2])


def cut_off_by(g: Folio, action: Action, may: May) -> bool:
    """5.1 Is there no way at all to a hex by such steps?"""
    return bool(goal(action)) and goal(action) not in points(g, hand(g), may)


def infiltrates_on(g: Folio, whose: str, action: Action) -> bool:
    """5.1.2 On foot from a zone, and no way there without a step from zone to zone."""
    return walks(g) and starts_in_zone(g) and not gets_there(g, action, not_zone_to_zone(g))


def is_commando(g: Folio) -> bool:
    """5.1.2 Is the unit in hand a commando?"""
    return "commando" in g.what(hand(g)).flags


def no_land(g: Folio, whose: str, action: Action) -> bool:
    """5.1 Sea, or no hex of the map."""
    return goal(action) not in g.rules.ground.index or not g.rules.ground.can_enter(goal(action))


def mines(g: Folio, whose: str, action: Action) -> bool:
    """5.1.2 Mines lie between two zones, and the unit is no commando."""
    return not is_commando(g) and any(in_zone(g, whose, a) and in_zone(g, whose, b) for a, b in g.rules.ground.mined)


def works(g: Folio, whose: str, action: Action) -> bool:
    """5.1.2 Works lie in a zone, and the unit is no commando."""
    return not is_commando(g) and any(in_zone(g, whose, h) for h in g.rules.ground.works)


def off_map(g: Folio, whose: str, action: Action) -> bool:
    """4.1, R81 Out of the game, not due, too late in the turn, or every hex where it may come on is held."""
    unit = named(g, action)
    if unit is None or unit.place in g.rules.ground.index:
        return False
    if not unit.place.startswith("turn ") or int(unit.place.split()[1]) > g.turn or getattr(top(g), "mobile", False):
        return True
    return all(holder(g, h) for h in g.rules.ground.map.marks.get(g.what(unit).area, ()))


def outside_its_area(g: Folio, whose: str, action: Action) -> bool:
    """3.0 The hex is none of the unit's area."""
    return isinstance(action, To) and action.hex not in g.rules.areas[g.what(hand(g)).area]


MOVING: Reasons = {
    "FO-2.3.2.5": one("a leg unit in a mobile phase", unit_is(lambda g, u: top(g).mobile and not g.what(u).mobile)),
    "FO-3.0.4": (
        Reason("no hex of its area", outside_its_area),
        Reason("not its turn to be placed", unit_is(lambda g, u: u.side != top(g).side or u.place != "")),
    ),
    "FO-4.1.3": one("moved in the Movement Phase", unit_is(lambda g, u: top(g).mobile and g.moved.get(u.id, False))),
    "FO-4.1.11": one("off the map, and may not come on", off_map),
    "FO-5.1.1": one("it is not its turn", unit_is(lambda g, u: u.side != g.current)),
    "FO-5.1.1.1": one("a zone stops it on the way", lambda g, s, a: kept_by_zone(g, a)),
    "FO-5.1.1.2": one("it left a zone, another stops it", lambda g, s, a: starts_in_zone(g) and kept_by_zone(g, a)),
    "FO-5.1.2.1": one("from zone to zone and on", infiltrates_on),
    "FO-5.1.2.4": one("mines between two zones", mines),
    "FO-5.1.2.6": one("works in a zone", works),
    "FO-5.1.2.8": one("a commando on foot that a zone stops", lambda g, s, a: is_commando(g) and kept_by_zone(g, a)),
    "FO-5.1.3": (
        Reason("an enemy stands there", lambda g, s, a: bool(goal(a)) and held_by_enemy(g, s, goal(a))),
        Reason("enemies shut off the hex", lambda g, s, a: bool(goal(a)) and cut_off_by(g, a, freely(g))),
        Reason("enemies all round it", shut_in),
    ),
    "FO-5.1.4": one("sea, or off the map", no_land),
    "FO-5.1.6": one("it has moved, and is not in hand", unit_is(lambda g, u: u.id in g.moved and u.id != top(g).unit)),
    "FO-5.1.7": (
        Reason("a shut hexside before it", lambda g, s, a: side(hand(g).place, goal(a)) in g.rules.ground.prohibited),
        Reason("no way over land", lambda g, s, a: step_is(g, Movement) and cut_off_by(g, a, lambda here, there: True)),
    ),
    "FO-5.2.4": (
        Reason("too few points", too_dear),
        Reason("too few points for the zones in between", too_dear_through_zones),
    ),
    "FO-5.3.1": (
        Reason("somebody stands there", lambda g, s, a: bool(goal(a)) and holder(g, goal(a)) != ""),
        Reason("somebody stands wherever it could go", crowded_in),
    ),
}
