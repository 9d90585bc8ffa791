"""5, 8, 11.4, 13.3, 14 What breaks the rules of movement: on foot, by road, in water, off the map, over infantry."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.games.tank_leader.rules.data import GRID
from grognard.games.tank_leader.rules.reasons.case import WAYS, Case, Table, foot, stands, steps_from, tank_like
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import EDGE, POINT
from grognard.games.tank_leader.rules.terrain_chart import NO_ENTRY


def left(c: Case) -> int:
    """8 Half points that the actor has left."""
    unit = c.actor
    return 0 if unit is None or c.move.over else unit.what.ma * POINT - c.move.spent


def far_away(c: Case) -> bool:
    """8.1 Its own hex, or no neighbour, nor within the points that are left."""
    unit = c.actor
    if unit is None or not stands(unit) or c.hex == stands(unit):
        return True
    return c.hex not in steps_from(c.g, unit, left(c)) | beside(c)


def stays_wet(c: Case) -> bool:
    """8.1.5 No neighbour, from a flooded stream, unless by a bridge and along its road."""
    unit = c.actor
    if unit is None or not c.g.country.flooded_start(stands(unit)) or c.hex in beside(c):
        return False
    roads = c.g.country.road_links.get(stands(unit), ()) if stands(unit) in c.g.country.bridges else ()
    rate = c.g.country.road_rate(unit.what.mover)
    return not any(c.hex in steps_from(c.g, unit, left(c) - rate, h) for h in roads)


def beside(c: Case) -> set[Hex]:
    unit = c.actor
    return set(GRID.neighbours[stands(unit)]) if unit is not None and stands(unit) else set()


def price(c: Case) -> int | None:
    unit = c.actor
    if unit is None or c.hex not in beside(c):
        return None
    return c.g.country.step(stands(unit), c.hex, unit.what.mover, unit.what.ma)


def closed(c: Case, rule: str) -> bool:
    """8.1.4, 8.12, 8.13 Does the ground itself keep the actor out of the hex, by this rule?"""
    unit, country = c.actor, c.g.country
    if unit is None or c.hex not in GRID or country.effects[c.hex].closed_by != rule:
        return False
    return country.chart_cost(c.hex, unit.what.mover) == NO_ENTRY


def hexes_rolled(c: Case) -> int | None:
    """8.2 How many hexes an F-rated formation may still enter; None if it is not rated so."""
    unit = c.actor
    if unit is None or not unit.card or c.g.rating(unit.card) != "F":
        return None
    loss = 4 if unit.separated and unit.vehicle and unit.exp == 0 else 0
    return max(1, c.g.rolled.get(unit.card, 0) - loss) - c.move.hexes


def capped(c: Case) -> bool:
    """8.2 Beyond the hexes that the die allows."""
    unit, most = c.actor, hexes_rolled(c)
    if unit is None or most is None:
        return False
    return (
        (c.button == "leave the map" and most < 1)
        or (bool(c.hex) and GRID.distance(stands(unit), c.hex) > most)
        or winds(c, most)
    )


def winds(c: Case, most: int) -> bool:
    """8.2 Every way within the points takes more hexes than that."""
    return bool(c.hex) and (most < 1 or c.hex not in cheap(c, most))


def cheap(c: Case, most: int) -> set[Hex]:
    """8.1, 8.2 Every hex within the points and so many hexes."""
    unit = c.actor
    assert unit is not None
    best = {stands(unit): 0}
    for _ in range(most):
        for h, spent in list(best.items()):
            for n in GRID.neighbours[h]:
                cost = c.g.country.step(h, n, unit.what.mover, unit.what.ma)
                total = spent + cost if cost is not None else WAYS
                if total <= left(c) and total < best.get(n, WAYS):
                    best[n] = left(c) if c.g.country.stops(h, n, unit.what.mover) else total
    return set(best)


def men_before_tanks(c: Case) -> bool:
    """14.1 Who is on foot and an enemy vehicle in the hex, or in the way."""
    unit = c.actor
    if unit is None:
        return False
    if c.is_a("Assault"):
        return not any(map(tank_like, c.enemies(c.hex)))
    return not unit.vehicle and (any(map(tank_like, c.enemies(c.hex))) or shut(c, tank_like))


def shut(c: Case, closes: object) -> bool:
    """Is the hex within the points, but every way there through enemies who close it?"""
    unit = c.actor
    assert callable(closes)
    if unit is None or c.hex not in steps_from(c.g, unit, left(c)):
        return False
    return any(closes(u) for h in c.g.at for u in c.enemies(h))


def transport(c: Case) -> bool:
    """13.33 Who carries somebody, or has this turn, and enemies in the hex, or in the way."""
    unit = c.actor
    if unit is None or not unit.vehicle:
        return False
    carries = c.move.transport or c.g.loaded(unit)
    if c.is_a("Load"):
        entries = c.g.entry.get(unit.card or unit.id, ())[1:]
        return bool(entries) and all(c.enemies(h) for h in entries)
    return carries and (bool(c.enemies(c.hex)) or shut(c, lambda u: True))


# ------------------------------------------------------------------ coming on


def entries(c: Case) -> set[Hex]:
    """5.2, 5.3 Where a unit that waits may come on: its hexes, and those beside one that the enemy holds."""
    unit = c.actor
    if unit is None:
        return set()
    hexes = c.g.entry.get(unit.card or unit.id, ("",))[1:]
    return {*hexes, *(n for h in hexes if c.enemies(h) for n in GRID.neighbours[h])}


def waits(g: TankLeader, unit: Unit) -> bool:
    return not stands(unit) and not unit.carrier and (unit.card or unit.id) in g.entry


def held_back(c: Case) -> bool:
    """5.2 Somebody who has to enter would stay behind: an active unit, a gun that waits for a truck, who has loaded."""
    unit = c.actor
    if c.is_a("EnterMap") and unit is not None:
        return (bool(c.g.passengers(unit.id)) and not c.hex) or (unit.what.truck and tows_alone(c.g, unit))
    return any(
        waits(c.g, u) and u.side == c.side and (not u.card or u.card in (*c.g.active, c.card))
        for u in c.g.pieces.values()
    )


def tows_alone(g: TankLeader, truck: Unit) -> bool:
    """13.32 Are there no more trucks than guns that wait where a truck does?"""
    entry = g.entry[truck.card or truck.id]
    waiting = [u for u in g.pieces.values() if waits(g, u) and u.side == truck.side and not g.passengers(u.id)]
    here = [u for u in waiting if g.entry[u.card or u.id] == entry]
    guns = [u for u in here if u.what.tow]
    return bool(guns) and sum(u.what.truck for u in here) <= len(guns)


def not_due(c: Case) -> bool:
    """5.1 Off the map, and not waiting to come on either, or asked to fire from there."""
    unit = c.firer if c.is_a("React", "FireAt", "Combine", "CombinedFire") else c.named
    return unit is not None and not stands(unit)


# ------------------------------------------------------------------ over infantry


def no_overrunner(c: Case) -> bool:
    unit = c.actor
    return unit is None or not tank_like(unit) or bool(c.g.passengers(unit.id)) or c.move.transport


def no_overrun_hex(c: Case) -> bool:
    return any(map(tank_like, c.enemies(c.hex))) or c.hex not in GRID or not c.g.country.effects[c.hex].overrun


def half(unit: Unit) -> int:
    return (unit.what.ma + 1) // 2 * POINT


def spent_too_much(c: Case) -> bool:
    unit, hexes = c.actor, hexes_rolled(c)
    return unit is not None and (left(c) < half(unit) or (hexes is not None and hexes < 1))


# ------------------------------------------------------------------ assault


def too_far_to_assault(c: Case) -> bool:
    """14.11 Not beside the hex now, or when the activation began."""
    for unit in (c.named, c.actor):
        if unit is not None and c.fought():
            began = c.g.came.get(unit.id, stands(unit))
            return any(GRID.distance(h, c.fought()) > 1 for h in (stands(unit), began))
    return False


def no_assaulter(c: Case) -> bool:
    """14.1 No infantry, or none that could join: not active, named already, or one too many for the hex."""
    unit = c.named if c.is_a("GatherAssault") else c.actor
    if unit is None or not unit.what.infantry:
        return True
    chosen = getattr(c.step, "units", ())
    full = c.is_a("GatherAssault") and len(chosen) >= c.g.country.limits(c.fought())[0]
    unfit = unit.card not in c.g.active or not unit.up or unit.suppressed or bool(unit.carrier) or unit.side != c.side
    return full or unfit or (c.is_a("GatherAssault") and unit.id in chosen)


TABLE: Table = {
    "TL-8.1": (("beyond the points that are left", far_away),),
    "TL-8.1.2": (("the next hex costs more than is left", lambda c: (price(c) or 0) > left(c)),),
    "TL-8.1.4": (("forest", lambda c: closed(c, "TL-8.1.4")),),
    "TL-8.1.5": (("one hex out of a flooded stream", stays_wet),),
    "TL-8.12": (("a river that is not frozen", lambda c: closed(c, "TL-8.12")),),
    "TL-8.13": (("a ford or shallows in flood", lambda c: closed(c, "TL-8.13")),),
    "TL-8.2.2": (("more hexes than were rolled", capped),),
    "TL-8.4": (("the move is over", lambda c: c.move.over),),
    "TL-8.4.1": (
        (
            "not from the edge, or no point left",
            lambda c: c.actor is not None and (stands(c.actor) not in EDGE or left(c) < POINT),
        ),
    ),
    "TL-11.4.4": (
        (
            "separated Green men",
            lambda c: c.actor is not None and c.actor.separated and not c.actor.exp and not c.actor.vehicle,
        ),
    ),
    "TL-12.3.1": (("a gun that is towed", lambda c: c.actor is not None and c.actor.what.tow),),
    "TL-14.11.4": (
        ("bound by its assault", lambda c: any(u is not None and bool(u.bound) for u in (c.actor, c.named))),
    ),
    "TL-13.33.2": (("a transport among enemies", transport),),
    "TL-14.1": (("men and vehicles in one hex, or no vehicle to assault", men_before_tanks),),
    "TL-5.1": (("not on the map", not_due),),
    "TL-5.2": (("somebody must come on", held_back),),
    "TL-5.2.1": (("not where it comes on", lambda c: c.hex not in entries(c)),),
    "TL-5.3.4": (
        (
            "men among enemy vehicles",
            lambda c: c.actor is not None and not c.actor.vehicle and any(map(tank_like, c.enemies(c.hex))),
        ),
    ),
    "TL-14.2.1": (("its second overrun", lambda c: c.move.overran),),
    "TL-14.2.2": (("it may not drive into the hex", lambda c: price(c) is None),),
    "TL-14.2.7": (("no infantry to overrun", lambda c: not any(foot(u) and not u.carrier for u in c.enemies(c.hex))),),
    "TL-14.21.1": (("a truck or a transport", no_overrunner), ("vehicles or cover in the hex", no_overrun_hex)),
    "TL-14.21.3": (("less than half of its points", spent_too_much),),
    "TL-14.1.1": (("no infantry that could assault", no_assaulter),),
    "TL-14.11.1": (("nowhere close", lambda c: not (c.fought() in GRID and c.g.country.effects[c.fought()].assault)),),
    "TL-14.11.2": (("too far to assault", too_far_to_assault),),
}
