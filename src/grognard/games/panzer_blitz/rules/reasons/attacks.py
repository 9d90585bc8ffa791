"""5.0 to 10.0, 16.0 What breaks the rows on fire, overruns, close assaults and aircraft."""

from __future__ import annotations

from grognard.engine import Action
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.movement_costs import BARE, price
from grognard.games.panzer_blitz.rules.reasons.facts import (
    HOUSES,
    Reasons,
    actors,
    because,
    clear_to,
    either,
    enemy_there,
    exposed,
    far,
    left,
    lines,
    mover,
    named,
    of_step,
    place,
    step,
    target,
    walk,
)
from grognard.games.panzer_blitz.rules.reasons.moves import is_bound, is_late, some, waters
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit

# ------------------------------------------------------------------ fire


def has_no_value(g: PanzerBlitz, side: str, a: Action) -> bool:
    """2.3.3 Is there an attacker without the value for what is in the hex?"""
    wanted = lines(g, target(g, a))
    values = [(u.face.at, u.face.ap) for u in actors(g, side, a)]
    return any((at is None and "AT" in wanted) or (ap is None and "AP" in wanted) for at, ap in values)


def reach(unit: Unit, line: str) -> int:
    """2.3.2, 7.2.4 Printed range, one more for infantry against unarmored targets."""
    return unit.face.range + (line == "AP" and unit.what.infantry)


def is_too_far(g: PanzerBlitz, side: str, a: Action) -> bool:
    """2.3.2 Is the hex out of somebody's range?"""
    h = target(g, a)
    return any(far(g, u, h) > reach(u, line) for u in actors(g, side, a) for line in lines(g, h))


def is_blocked(g: PanzerBlitz, side: str, a: Action) -> bool:
    """5.0 Does somebody not see the hex?"""
    return any(not clear_to(g, u, target(g, a)) for u in actors(g, side, a))


def nobody_to_attack(g: PanzerBlitz, side: str, a: Action) -> bool:
    """7.1.1 Is there neither an enemy nor an empty Fortification; or is who is named not an enemy in the hex?"""
    unit = named(g, a)
    if unit is not None and unit.side == side and mover(g) is None:
        return True
    if type(step(g)).__name__ == "ChooseTarget" and unit is not None:
        return unit.place != of_step(g, "hex")
    h = place(g, a)
    return not enemy_there(g, side, h) and not (h in g.forts and not g.here(h))


def cannot_attack(g: PanzerBlitz, side: str, a: Action) -> bool:
    """7.1.4 Are all who would attack marked, or bound, or no Combat units? Who is still to come in does not count."""
    units = [u for u in actors(g, side, a) if u.place]
    return bool(units) and all(
        u.spent or u.disrupted or u.carrier or u.labor or not u.what.combat or is_bound(g, u) for u in units
    )


def was_attacked(g: PanzerBlitz, side: str, a: Action) -> bool:
    """7.1.5 Is somebody in the hex marked as attacked in this Operation, or the hex itself?"""
    h = place(g, a)
    names = {h, *(u.id for u in g.here(h))}
    return any(names & set(mark.split(":")) for mark in g.attacked) or h in g.cat.values()


def one_target(g: PanzerBlitz, kinds: tuple[str, ...]) -> bool:
    """14.2.8, 14.4.8 Are the unarmored units of the hex one target?"""
    return g.land.terrain.get(str(of_step(g, "hex"))) in kinds


def not_singled_out(g: PanzerBlitz, side: str, a: Action) -> bool:
    """7.3.1 Are there not several unarmored targets in the open, or are all of the hex one target?"""
    h = place(g, a)
    soft = [u for u in exposed(g, h) if not u.what.armored]
    return len(soft) < 2 or g.land.terrain.get(h) in (*HOUSES, "woods")


def moved_too_far(g: PanzerBlitz, side: str, a: Action) -> bool:
    """7.10 Has it moved more than half its allowance, or does it not wait for its Assault Fire?"""
    found = mover(g) or named(g, a)
    return found is None or found.id not in g.ready or g.moved.get(found.id, 0) > 2 * (found.face.ma // 2)


def fires_for_itself(g: PanzerBlitz, side: str, a: Action) -> bool:
    """11.3.8 Does a gun that is no mortar fire more than six hexes, or at what is not Spotted?"""
    h = target(g, a)
    guns = [u for u in actors(g, side, a) if "IF" in u.what.codes and "M" not in u.what.codes]
    return any(far(g, u, h) > 6 or any(v.unspotted for v in g.here(h)) for u in guns)


def infantry_at_armor(g: PanzerBlitz, side: str, a: Action) -> bool:
    """7.2.3 Would infantry fire at armor, a Fortification, or at what may be armor?"""
    return "AT" in lines(g, target(g, a)) and any(u.what.infantry for u in actors(g, side, a))


def spared(g: PanzerBlitz, side: str, a: Action) -> bool:
    """7.7 Has the named unit lost more steps of this result than another, or is it none of the targets?"""
    took, targets = of_step(g, "took", ()), of_step(g, "targets", ())
    assert isinstance(took, tuple) and isinstance(targets, tuple)
    unit = named(g, a)
    alive = [i for i in targets if i in g.pieces]
    return unit is None or unit.id not in alive or took.count(unit.id) > min(map(took.count, alive))


# ------------------------------------------------------------------ overruns


def cannot_overrun_from(g: PanzerBlitz, u: Unit, n: str, h: str, spent: int) -> bool:
    """8.1.1, 8.1.10 Are the points too few from a hex beside the target, after some?"""
    cost = price(g, u, n, h, BARE)
    if not isinstance(cost, tuple) or cost.swim:
        return True
    half, have = (2 * u.face.ma if cost.all else cost.half), left(g, u) - spent
    return half + 4 > have and (spent + g.moved.get(u.id, 0) > 0 or half > have)


def cannot_come_up(g: PanzerBlitz, side: str, a: Action) -> bool:
    """8.1.2 Is there no hex beside the target from which somebody can pay for the overrun?"""
    h = target(g, a)
    for u in actors(g, side, a):
        ways = {u.place: 0} if mover(g) is not None else walk(g, u, BARE, u.place) | {u.place: 0}
        near = [n for n in GRID.neighbours.get(h, ()) if n in ways]
        stops = {*g.mines, *g.blocks}
        if all(cannot_overrun_from(g, u, n, h, ways[n]) for n in near if n == u.place or n not in stops):
            return True
    return False


def nobody_seen(g: PanzerBlitz, side: str, a: Action) -> bool:
    """8.2.1.2 Does somebody not see the hex, or is nobody in it Spotted, or was it not seen before the move?"""
    h = target(g, a)
    chances = of_step(g, "chances", ())
    unseen = all(u.unspotted for u in exposed(g, h))
    late = isinstance(chances, tuple) and mover(g) is not None and h not in chances
    return late or unseen or is_blocked(g, side, a)


def is_barred_ground(g: PanzerBlitz, side: str, a: Action) -> bool:
    """8.2.4 Mines, a Block, a Gully, or water that the overrunner would have to swim."""
    h = target(g, a)
    wet = any("river" in waters(g, u, h) for u in actors(g, side, a))
    return h in g.mines or h in g.blocks or h in g.land.gullies or wet


def is_over_bridge(g: PanzerBlitz, side: str, a: Action) -> bool:
    """8.2.1.7 Is there a bridge between the two hexes, or beneath the overrunner?"""
    h = target(g, a)
    sides = ["/".join(sorted((u.place, h))) for u in actors(g, side, a)]
    return any(s in g.land.bridge_sides for s in sides) or any(
        u.place in g.land.bridge_hexes for u in actors(g, side, a)
    )


def brings_nobody(g: PanzerBlitz, side: str, a: Action) -> bool:
    """10.1 Is there a unit that neither carries infantry nor stands beside any that it could load?"""
    return any(not any(v.what.infantry for v in g.here(u.place) if v.carrier == u.id) for u in actors(g, side, a))


# ------------------------------------------------------------------ close assault


def cannot_cat_there(g: PanzerBlitz, side: str, a: Action) -> bool:
    """9.1.3 Not adjacent, nobody to assault, or more than a point spent."""
    h = getattr(a, "hex", "")
    units = actors(g, side, a)
    empty = not enemy_there(g, side, h) and (h not in g.forts or bool(g.here(h)))
    return empty or any(far(g, u, h) != 1 or g.moved.get(u.id, 0) + 2 * bool(u.inside) > 2 for u in units)


def may_not_advance(g: PanzerBlitz, side: str, a: Action) -> bool:
    """8.1.9, 9.1.13 It took no part."""
    units = of_step(g, "units", ())
    return not isinstance(units, tuple) or getattr(a, "piece", "") not in units


def is_in_deep_water(g: PanzerBlitz, side: str, a: Action) -> bool:
    """14.6 Does somebody stand in a Deep Stream?"""
    ground = g.land.map
    deep = ground.areas.get("deep stream", frozenset()) | ground.line_hexes("deep stream")
    return any(u.place in deep for u in actors(g, side, a))


# ------------------------------------------------------------------ aircraft


def gun_and_plane(g: PanzerBlitz, a: Action) -> tuple[Unit | None, Unit | None]:
    """16.4 Who fires at what."""
    return named(g, a), g.pieces.get(getattr(a, "at", ""))


def flak_too_far(g: PanzerBlitz, side: str, a: Action) -> bool:
    """16.4.3.1 Is the aircraft farther than half the gun's range?"""
    gun, plane = gun_and_plane(g, a)
    return gun is not None and plane is not None and 2 * far(g, gun, plane.place.removeprefix("air-")) > gun.face.range


def unseen_from_air(g: PanzerBlitz, side: str, a: Action) -> bool:
    """16.1.8 Does something block the line between an aircraft and the ground?"""
    gun, plane = gun_and_plane(g, a)
    if gun is not None and plane is not None:
        return not clear_to(g, plane, gun.place)
    found = mover(g) or named(g, a)
    return found is not None and not clear_to(g, found, place(g, a))


def plane_cannot(g: PanzerBlitz, side: str, a: Action) -> bool:
    """16.1.3 Is the aircraft Spent, or the hex out of its range?"""
    return either(g, a, lambda u: u.what.aircraft and (u.spent or far(g, u, place(g, a)) > u.face.range))


def straight_down(g: PanzerBlitz, side: str, a: Action) -> bool:
    """16.1.7 Is a bomber, or an FB on its bomber side, over its target?"""
    kinds = ("aircraft_B", "aircraft_FB")
    return either(g, a, lambda u: u.what.cls in kinds and u.steps == 2 and far(g, u, place(g, a)) == 0)


ATTACKS: Reasons = {
    "PB-2.3.3": because("a value is missing", has_no_value),
    "PB-2.3.4": because("out of range", is_too_far),
    "PB-5.0.1": because("no line of sight", is_blocked),
    "PB-7.1.4": because("nobody who would attack may", cannot_attack),
    "PB-7.1.5": because("it has attacked this turn", some(lambda g, u: u.spent)),
    "PB-7.1.6": because("attacked so in this Operation", was_attacked),
    "PB-7.1.13": because("nobody there to attack", nobody_to_attack),
    "PB-7.2.3": because("infantry does not fire at armor", infantry_at_armor),
    "PB-7.3.1": because("unarmored units of the hex are not singled out", not_singled_out),
    "PB-7.3.2": because(
        "armor is a target of its own",
        lambda g, s, a: bool(of_step(g, "picked")) and either(g, a, lambda u: u.what.armored),
    ),
    "PB-7.3.3": because("it is in a Carrier", some(lambda g, u: bool(u.carrier))),
    "PB-7.7.6": because("losses are spread equally", spared),
    "PB-7.8.9": because("it is marked or carried", some(lambda g, u: u.spent or u.disrupted or bool(u.carrier))),
    "PB-7.9.1": because(
        "it is not in the hex that is attacked", lambda g, s, a: not either(g, a, lambda u: u.id in pool_places(g, u))
    ),
    "PB-7.9.11": because("it is Disrupted", some(lambda g, u: u.disrupted)),
    "PB-7.10.1": because("it is no armored fighting vehicle", some(lambda g, u: not u.what.afv)),
    "PB-7.10.2": because("it has moved too far, or does not wait", moved_too_far),
    "PB-8.1.1": because(
        "it is not beside the hex", lambda g, s, a: any(far(g, u, place(g, a)) != 1 for u in actors(g, s, a))
    ),
    "PB-8.1.2": because("the points do not last", cannot_come_up),
    "PB-8.1.13": because("it took no part", may_not_advance),
    "PB-8.2.1": because("another hex was declared", lambda g, s, a: getattr(a, "hex", "") != of_step(g, "against")),
    "PB-8.2.2": because("not seen, or nobody Spotted", nobody_seen),
    "PB-8.2.3": because("it went by road, or overruns", some(lambda g, u: u.id in g.road_used or u.id in g.onward)),
    "PB-8.2.4": because(
        "it cannot overrun",
        lambda g, s, a: any("OVR" not in u.what.codes or not u.place for u in actors(g, s, a)) or not actors(g, s, a),
    ),
    "PB-8.2.5": because(
        "it carries riders", lambda g, s, a: any(v.carrier == u.id for u in actors(g, s, a) for v in g.here(u.place))
    ),
    "PB-8.2.7": because("over or off a bridge", is_over_bridge),
    "PB-8.2.9": because(
        "Woods, houses or Swamp", lambda g, s, a: g.land.terrain.get(target(g, a)) in ("woods", "town", "city", "swamp")
    ),
    "PB-8.2.10": because("mines, a Block, a Gully or deep water", is_barred_ground),
    "PB-8.2.11": because("overrun before", lambda g, s, a: f"overrun:{target(g, a)}" in g.attacked),
    "PB-9.0.1": because("it is no infantry", some(lambda g, u: not u.what.infantry)),
    "PB-9.1.2": because(
        "close assaults come after movement and before recovery",
        lambda g, s, a: not g.cat or is_late(g, s, a) or type(a).__name__ not in ("ResolveAssaults",),
    ),
    "PB-9.1.3": because("not adjacent, nobody there, or moved too far", cannot_cat_there),
    "PB-9.1.14": because("it took no part", may_not_advance),
    "PB-9.2.1": because("it was a passenger", some(lambda g, u: u.id in g.rode)),
    "PB-9.2.2": because("it went by road", some(lambda g, u: u.id in g.road_used)),
    "PB-9.2.3": because("it is in a Minefield", lambda g, s, a: any(near_mine(g, u, a) for u in actors(g, s, a))),
    "PB-9.2.4": because("they are in a Minefield", lambda g, s, a: target(g, a) in g.mines),
    "PB-9.2.5": because(
        "the bridge is gone",
        lambda g, s, a: any("/".join(sorted((u.place, place(g, a)))) in g.broken for u in actors(g, s, a)),
    ),
    "PB-9.2.6": because(
        "water that it cannot cross", lambda g, s, a: any("river" in waters(g, u, place(g, a)) for u in actors(g, s, a))
    ),
    "PB-10.1.1": because("no infantry to bring", brings_nobody),
    "PB-10.1.2": because("it has moved already", some(lambda g, u: u.id in g.onward)),
    "PB-10.1.6": because("it took no part", may_not_advance),
    "PB-10.2.3": because(
        "only Germans and Russians from such vehicles",
        lambda g, s, a: any(
            u.what.cls != "halftrack" and u.what.nation not in ("german", "russian") for u in actors(g, s, a)
        ),
    ),
    "PB-10.2.4": because("it cannot overrun", lambda g, s, a: any("OVR" not in u.what.codes for u in actors(g, s, a))),
    "PB-11.3.13": because("a gun that sees for itself fires six hexes at what is Spotted", fires_for_itself),
    "PB-14.2.3": because("it used the half rate", some(lambda g, u: u.id in g.half_rate)),
    "PB-14.2.10": because("all of them together", lambda g, s, a: one_target(g, HOUSES)),
    "PB-14.4.10": because("all of them together", lambda g, s, a: one_target(g, ("woods",))),
    "PB-14.6.1": because("it is in deep water", is_in_deep_water),
    "PB-15.5.4": because("it is in the Fortification", some(lambda g, u: u.inside == "fort")),
    "PB-15.5.10": because("everybody is in the Fortification", lambda g, s, a: not exposed(g, target(g, a))),
    "PB-15.5.11": because("it is in a Fortification", some(lambda g, u: u.inside == "fort")),
    "PB-16.1.5": because("Spent, or out of range", plane_cannot),
    "PB-16.1.10": because("straight down", straight_down),
    "PB-16.1.11": because("the line is blocked", unseen_from_air),
    "PB-16.2.1": because("it only observes", some(lambda g, u: u.what.cls == "aircraft_O")),
    "PB-16.4.2": because(
        "it is no AA unit, or only those fire at what is named",
        some(lambda g, u: "AA" not in u.what.codes or u.what.aircraft),
    ),
    "PB-16.4.3": because("it is marked or carried", some(lambda g, u: u.spent or u.disrupted or bool(u.carrier))),
    "PB-16.4.4": because("beyond half its range", flak_too_far),
    "PB-16.4.10": because("it is shot down", lambda g, s, a: getattr(a, "at", "") not in g.pieces),
}


def near_mine(g: PanzerBlitz, u: Unit, a: Action) -> bool:
    """9.2.3 Is the unit in a Minefield, or would every hex from which it could attack be one?"""
    near = GRID.neighbours.get(target(g, a), ())
    return u.place in g.mines or any(n in g.mines for n in near)


def pool_places(g: PanzerBlitz, u: Unit) -> set[str]:
    """7.9 Everybody in the hex of those who may react."""
    pool = of_step(g, "pool", ())
    hexes = {g.pieces[i].place for i in pool if i in g.pieces} if isinstance(pool, tuple) else set()
    return {v.id for h in hexes for v in g.here(h)}
