"""2.0 to 4.0, 17.0 What breaks the rows on set-up, activation, movement and transport."""

from __future__ import annotations

from collections.abc import Callable

from grognard.engine import Action, Deed, Pick, To
from grognard.engine.core.rulebook import Reason
from grognard.games.panzer_blitz.rules.data import GRID, TRANSPORT, TRANSPORT_ONLY
from grognard.games.panzer_blitz.rules.movement_costs import passable
from grognard.games.panzer_blitz.rules.operation import STAGE
from grognard.games.panzer_blitz.rules.reasons.facts import (
    ROOM,
    Broken,
    Reasons,
    actors,
    because,
    cannot_pay,
    crowded,
    either,
    enemy_there,
    far,
    left,
    mover,
    named,
    of_step,
    place,
    size,
    step,
    target,
)
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit


def is_off_road_swamp(g: PanzerBlitz, side: str, a: Action) -> bool:
    """14.5.1 Is a vehicle to go into a Swamp hex or out of one?"""
    ends = {place(g, a), *(u.place for u in (mover(g), named(g, a)) if u is not None)}
    vehicle = any(u.what.vehicle for u in actors(g, side, a))
    return vehicle and any(g.land.terrain.get(h) == "swamp" for h in ends)


def is_idle(g: PanzerBlitz, side: str, a: Action) -> bool:
    """3.1.2.1 Is the unit not active? A chit needs somebody within its radius who could act."""
    if isinstance(a, To):
        radius = of_step(g, "radius", 0)
        able = [u for u in (*g.units(side), *g.aircraft(side)) if u.place and (not u.spent or u.disrupted)]
        flying = [u for u in able if not u.what.aircraft or u.what.cls == "aircraft_O"]
        return isinstance(radius, int) and all(far(g, u, a.hex) > radius for u in flying)
    unit = named(g, a)
    return unit is None or g.op is None or unit.id not in g.op.active


def is_late(g: PanzerBlitz, side: str, a: Action) -> bool:
    """3.1.2 Does the step of the Operation to which a deed belongs lie behind, or before another that is under way?"""
    asking = next((under for under in reversed(g.steps) if hasattr(under, "stage")), None)
    now: int = getattr(asking, "stage", 0)
    belongs = STAGE.get(type(a), now) if isinstance(a, Deed) else now
    return step(g) is not asking or belongs < now


def is_bound(g: PanzerBlitz, u: Unit) -> bool:
    """3.1.10 Has a unit another operation in hand?"""
    return u.id in g.cat or u.id in g.ip_work or u.id in g.ready or u.id in g.halted


def stays_out(g: PanzerBlitz, side: str, a: Action) -> bool:
    """3.1.2.3 Is the hex no entry hex of the group, or is there none that it could come in by?"""
    unit = mover(g) or named(g, a)
    if unit is None:
        return True
    groups = [r for r in g.situation.reinforcement if r.side == unit.side and r.turn == unit.arrives]
    area = {h for r in groups for h in g.situation.hexes(r.area)}
    if hasattr(a, "hex"):
        return a.hex not in area
    return all(enemy_there(g, side, h) or crowded(g, h, unit) or h in g.blocks or dear(g, unit, h) for h in area)


def dear(g: PanzerBlitz, unit: Unit, h: str) -> bool:
    """3.1.2.3 Does the crowd before it make an entry hex too expensive?"""
    return g.entered.get(h, 0) > 0 or g.land.terrain[h] == "swamp"


def lacks_points(g: PanzerBlitz, side: str, a: Action) -> bool:
    """4.2.1 Has the unit too few points for the hex, or for what it wants to do in its own?"""
    unit = mover(g) or named(g, a)
    if unit is None:
        return False
    h = getattr(a, "hex", "")
    if not h or unit.place not in GRID:
        return left(g, unit) < 2 or not unit.face.ma or not any(_free(g, unit, n) for n in GRID.neighbours[unit.place])
    start, roads = str(of_step(g, "start")), of_step(g, "roads", True)
    rate = "bare" if unit.id in g.onward or of_step(g, "against") else "road" if roads else "country"
    return cannot_pay(g, unit, h, rate, start) or left(g, unit) < (2 if unit.inside else 0)


def _free(g: PanzerBlitz, unit: Unit, h: str) -> bool:
    return h in g.area and not enemy_there(g, unit.side, h) and not crowded(g, h, unit) and left(g, unit) > 0


def load_of(g: PanzerBlitz, carrier: Unit) -> list[Unit]:
    """What rides on a carrier, on the map or off it."""
    return [u for u in g.pieces.values() if u.carrier == carrier.id]


def pair(g: PanzerBlitz, a: Action) -> tuple[Unit, Unit] | None:
    """4.3 Carrier and passenger; at set-up the carrier is named."""
    one, two = mover(g), named(g, a)
    if one is None or two is None:
        return None
    return (two, one) if type(step(g)).__name__ == "PlaceUnit" else (one, two)


def fits_no_row(g: PanzerBlitz, side: str, a: Action) -> bool:
    """4.3.4, 4.3.5 Is there no line of the transport table for these two?"""
    found = pair(g, a)
    if found is None:
        return False
    carrier, passenger = found
    kinds = (passenger.what.passenger_kind, "infantry" if passenger.what.infantry else "")
    return not any((carrier.what.transport_class, kind) in TRANSPORT for kind in kinds)


def is_no_rider(g: PanzerBlitz, side: str, a: Action) -> bool:
    """4.3.7 Is one no such vehicle, the other no infantry, or are they of two nations?"""
    found = pair(g, a)
    if found is None:
        return False
    carrier, passenger = found
    alike = carrier.what.nation == passenger.what.nation
    return not carrier.what.rider_carrier or not passenger.what.infantry or not alike


def no_transport(g: PanzerBlitz, side: str, a: Action) -> bool:
    """4.3.1 Does one carry nobody, or is the other no passenger of that side?"""
    found = pair(g, a)
    if found is None:
        return True
    carrier, passenger = found
    wrong = passenger.what.vehicle or passenger.what.aircraft or passenger.side != carrier.side
    return wrong or not carrier.what.transport_class or fits_no_row(g, side, a)


def overloads(g: PanzerBlitz, side: str, a: Action) -> bool:
    """4.3.2 Is there more aboard than the carrier's own Stacking Points?"""
    found = pair(g, a)
    if found is None:
        return False
    carrier, passenger = found
    aboard = sum(u.face.stacking for u in load_of(g, carrier)) + passenger.face.stacking
    return aboard > carrier.face.stacking


def costs_too_much(g: PanzerBlitz, side: str, a: Action) -> bool:
    """4.3.8 Has the carrier less than half its allowance left, or than all of it where that is the price?"""
    found = pair(g, a)
    if found is None:
        return False
    carrier, passenger = found
    row = carrier.what.transport_class
    cost = TRANSPORT.get((row, passenger.what.passenger_kind)) or TRANSPORT.get((row, "infantry"))
    return left(g, carrier) < (2 * carrier.face.ma if cost == "all" else 2 * (carrier.face.ma // 2))


def leaves_no_room(g: PanzerBlitz, side: str, a: Action) -> bool:
    """4.3.31 With the passenger on the ground, is the hex too full?"""
    found = pair(g, a)
    if found is None:
        return False
    carrier, passenger = found
    h = carrier.place
    grown = passenger.face.stacking * (1 + (passenger.what.vehicle and g.land.terrain[h] in ("town", "city")))
    taken = sum(size(g, u, h) for u in g.here(h)) + g.wrecks.get(h, 0) + 4 * (h in g.blocks)
    return taken + grown > ROOM or g.wrecks.get(h, 0) > 0


def holds_empty_jeep(g: PanzerBlitz, u: Unit) -> bool:
    """4.3.19 Is it an unarmed jeep or motorcycle without a passenger?"""
    return u.what.cls in TRANSPORT_ONLY and not load_of(g, u)


def no_way_out(g: PanzerBlitz, side: str, a: Action) -> bool:
    """2.3.5.3 Is the hex not next to it, held, full, or shut to the unit; or is another unit to go first?"""
    if isinstance(a, Pick):
        return True if named(g, a) is None else bool(of_step(g, "picked")) or not _can_leave(g, named(g, a))
    h, unit = place(g, a), g.pieces[str(of_step(g, "picked"))]
    full = of_step(g, "full", ())
    return h in (full if isinstance(full, tuple) else ()) or not _open_to(g, unit, h)


def _can_leave(g: PanzerBlitz, unit: Unit | None) -> bool:
    return unit is not None and not unit.carrier and any(_open_to(g, unit, h) for h in GRID.neighbours[unit.place])


def _open_to(g: PanzerBlitz, unit: Unit, h: str) -> bool:
    beside = h in GRID.neighbours[unit.place] and h in g.area
    return (
        beside
        and not enemy_there(g, unit.side, h)
        and not crowded_known(g, h, unit)
        and passable(g, unit, unit.place, h)
    )


def crowded_known(g: PanzerBlitz, h: str, unit: Unit) -> bool:
    """The room in a hex as far as anybody knows: who hides is not counted."""
    seen = sum(size(g, u, h) for u in g.here(h) if not u.hidden)
    return seen + size(g, unit, h) + g.wrecks.get(h, 0) + 4 * (h in g.blocks) > ROOM


def is_unarmed(g: PanzerBlitz, side: str, a: Action) -> bool:
    """2.3.3 Has the unit, or nobody of the active ones, a value to attack with?"""
    active = [g.pieces[i] for i in g.op.active if i in g.pieces] if g.op is not None else []
    return either(g, a, lambda u: not u.what.combat) or not any(u.what.combat for u in active)


def is_no_reserve(g: PanzerBlitz, a: Action) -> bool:
    """3.1.2.3 Is the unit on the map although it should still come, or off it although it should be there?"""
    unit = named(g, a)
    coming = type(a).__name__ in ("BringOn", "Aboard")
    if unit is None or not coming:
        return unit is None or not unit.place
    return bool(unit.place or unit.carrier) or unit == mover(g) or g.op is None or unit.id not in g.op.active


def nobody_came(g: PanzerBlitz, side: str, a: Action) -> bool:
    """3.1.2.3 Are all who are active still off the map?"""
    return g.op is not None and not any(g.pieces[i].place for i in g.op.active if i in g.pieces)


def is_off_map(g: PanzerBlitz, a: Action) -> bool:
    """4.0 Is it an aircraft, or not on the map?"""
    return either(g, a, lambda u: u.what.aircraft or not u.place)


def has_no_road(g: PanzerBlitz, side: str, a: Action) -> bool:
    """14.3.1 Is there no road in the hex that can be used?"""
    unit = mover(g)
    h = getattr(a, "hex", "") or (unit.place if unit is not None else "")
    spoilt = {*g.wrecks, *g.blocks, *g.forts}
    onward = [n for n in g.land.roads.get(h, ()) if n not in spoilt]
    return h in spoilt or not onward or bool(g.broken)


def waters(g: PanzerBlitz, unit: Unit, h: str) -> str:
    """14.6 The water between a unit and a hex, or nothing under a bridge that stands."""
    name = "/".join(sorted((unit.place, h)))
    if name in g.land.bridge_sides and name not in g.broken:
        return ""
    if h in g.land.map.links("deep stream").get(unit.place, ()):
        return "deep stream"
    river = g.land.rivers.get(name)
    return "" if river is None else g.water.get(river[0], river[1])


def starts_beside(g: PanzerBlitz, a: Action) -> bool:
    """15.3.2 Did the unit begin its move beside the hex?"""
    return place(g, a) in GRID.neighbours.get(str(of_step(g, "start")), ())


def own_area(g: PanzerBlitz) -> set[str]:
    """PB-SIT.1 Where the unit that is placed may set up."""
    unit = mover(g)
    s = g.situation
    forces = [f for f in s.force if unit is not None and f.side == unit.side and f.type == unit.type]
    return {h for f in forces for h in s.hexes(f.area)}


def some(test: Callable[[PanzerBlitz, Unit], bool]) -> Broken:
    """A thing that holds of the unit that acts, or of the one that is named; else of one of those who might act."""

    def broken(g: PanzerBlitz, side: str, a: Action) -> bool:
        alone = mover(g) is not None or named(g, a) is not None
        return either(g, a, lambda u: test(g, u)) if alone else any(test(g, u) for u in actors(g, side, a))

    return broken


MOVES: Reasons = {
    "PB-2.3.14": because("it is towed, or comes with its carrier", some(lambda g, u: u.what.gun or bool(u.carrier))),
    "PB-2.3.15": because("it has neither an AP nor an AT value, or none of the active units has", is_unarmed),
    "PB-2.3.22": because(
        "more than six points, or the enemy is there",
        lambda g, s, a: (u := mover(g)) is not None and (crowded(g, place(g, a), u) or enemy_there(g, s, place(g, a))),
    ),
    "PB-2.3.27": because("no adjacent hex that the unit can be moved to", no_way_out),
    "PB-3.1.2": because("its step of the Operation is over, or has not come", is_late),
    "PB-3.1.9": because("it is not active", is_idle),
    "PB-3.1.10": because("it has another operation in hand", some(is_bound)),
    "PB-3.1.11": because("ordinary fire and requests come before movement", is_late),
    "PB-3.1.18": (
        Reason("it is no reinforcement that waits, or is not on the map yet", lambda g, s, a: is_no_reserve(g, a)),
        Reason("nobody who is active is on the map yet", nobody_came),
    ),
    "PB-3.1.21": because("no hex of its entry area lets it in", stays_out),
    "PB-4.0.1": because("only active units on the map move", lambda g, s, a: is_off_map(g, a) or is_late(g, s, a)),
    "PB-4.1.2": because("Spent, Disrupted or No Move", some(lambda g, u: u.spent or u.disrupted or u.no_move)),
    "PB-4.1.4": because(
        "the hex is not adjacent", lambda g, s, a: (u := mover(g)) is not None and far(g, u, place(g, a)) != 1
    ),
    "PB-4.1.9": because(
        "more than six points in the hex", lambda g, s, a: any(crowded(g, target(g, a), u) for u in actors(g, s, a))
    ),
    "PB-4.1.11": because("an enemy is in the hex", lambda g, s, a: enemy_there(g, s, target(g, a))),
    "PB-4.2.1": because("the movement points are too few", lacks_points),
    "PB-4.3.1": because("no carrier, or no passenger for it", no_transport),
    "PB-4.3.2": because("more points than the carrier holds", overloads),
    "PB-4.3.3": because("it rides already", some(lambda g, u: bool(u.carrier))),
    "PB-4.3.4": because("the transport table has no line for these two", fits_no_row),
    "PB-4.3.5": because(
        "they are not together",
        lambda g, s, a: (p := pair(g, a)) is not None and (p[0].place != p[1].place or p[1].carrier != p[0].id),
    ),
    "PB-4.3.7": because("a marked unit is not loaded", some(lambda g, u: u.spent or u.disrupted)),
    "PB-4.3.8": because("loading takes more points than are left", costs_too_much),
    "PB-4.3.11": because(
        "it is a passenger, or there already", some(lambda g, u: bool(u.carrier) or u.place == of_step(g, "hex"))
    ),
    "PB-4.3.19": because("empty jeeps and motorcycles stay put", some(holds_empty_jeep)),
    "PB-4.3.22": because("those who had to unload go first", lambda g, s, a: bool(of_step(g, "unloaded", ()))),
    "PB-4.3.25": because("that vehicle carries no such riders", is_no_rider),
    "PB-4.3.30": because("one of the two is Disrupted", some(lambda g, u: u.disrupted)),
    "PB-4.3.31": because("there is no room beside the carrier", leaves_no_room),
    "PB-4.3.33": because("transported units do not fire", some(lambda g, u: bool(u.carrier))),
    "PB-4.4.3": because("it has too few points to come ashore", some(lambda g, u: u.what.aquatic > 0)),
    "PB-4.4.4": because("it has no aquatic points left", some(lambda g, u: u.what.aquatic > 0)),
    "PB-14.3.3": because("no road leads that way", has_no_road),
    "PB-14.4.2": because(
        "wheels go from Woods to Woods by road alone",
        lambda g, s, a: (
            either(g, a, lambda u: u.what.mode == "wheeled" and g.land.terrain[u.place] == "woods")
            and g.land.terrain[place(g, a)] == "woods"
        ),
    ),
    "PB-14.5.1": because("no vehicle in a Swamp off the road", is_off_road_swamp),
    "PB-14.6.5": because(
        "only leg units cross a Deep Stream",
        lambda g, s, a: any(u.what.vehicle and "deep stream" in waters(g, u, place(g, a)) for u in actors(g, s, a)),
    ),
    "PB-14.6.6": because(
        "a River without a bridge",
        lambda g, s, a: any("river" in waters(g, u, target(g, a)) for u in actors(g, s, a)),
    ),
    "PB-15.3.4": because(
        "only infantry that begins beside a Block enters it",
        lambda g, s, a: (
            target(g, a) in g.blocks
            and any(
                not u.what.infantry or far(g, u, target(g, a)) != 1 or not starts_beside(g, a) for u in actors(g, s, a)
            )
        ),
    ),
    "PB-15.2.8": because("it may move no farther", some(lambda g, u: u.id in g.halted)),
    "PB-17.0.1": because("it is no Engineer", some(lambda g, u: "ENG" not in u.what.codes)),
    "PB-17.0.2": because(
        "it is at work, or not free to be",
        some(
            lambda g, u: (
                bool(u.labor or u.carrier) or not u.place or u.spent or u.disrupted or u.no_move or is_bound(g, u)
            )
        ),
    ),
    "PB-SIT.1": because("outside its set-up area", lambda g, s, a: place(g, a) not in own_area(g)),
    "PB-SIT.2": because("outside the set-up area", lambda g, s, a: place(g, a) not in g.situation.start_hexes(s)),
    "PB-SIT.6": because("outside the play area", lambda g, s, a: (getattr(a, "hex", "") or place(g, a)) not in g.area),
}
