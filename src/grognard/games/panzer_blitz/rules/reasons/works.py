"""11.0 to 15.0, 17.0 What breaks the rows on artillery, recovery, works and Engineers."""

from __future__ import annotations

from grognard.engine import Action
from grognard.games.panzer_blitz.rules.data import FORTS, GRID, TYPES
from grognard.games.panzer_blitz.rules.indirect_fire import batteries
from grognard.games.panzer_blitz.rules.reasons.facts import (
    HOUSES,
    Reasons,
    actors,
    because,
    clear_to,
    either,
    far,
    left,
    mover,
    named,
    of_step,
    place,
)
from grognard.games.panzer_blitz.rules.reasons.moves import is_late, some
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit

WATER = ("river", "lake", "ocean", "deep stream")


# ------------------------------------------------------------------ artillery


def called(g: PanzerBlitz, a: Action) -> list[Unit]:
    """The guns of a mission, and the one that is named."""
    guns = of_step(g, "guns", ())
    found = [g.pieces[i] for i in guns if i in g.pieces] if isinstance(guns, tuple) else []
    more = named(g, a)
    return [*found, *([more] if more is not None and more not in found else [])]


def aimed_at(g: PanzerBlitz, a: Action) -> list[str]:
    """The hexes a mission could be meant for: the one named, or any in play."""
    h = getattr(a, "hex", "")
    return [h] if h else sorted(g.area)


def eye(g: PanzerBlitz, a: Action) -> Unit | None:
    """Who observes."""
    return mover(g) or named(g, a)


def out_of_range(g: PanzerBlitz, side: str, a: Action) -> bool:
    """11.1.2b Does a gun not reach a hex that the observer sees?"""
    observer, guns = eye(g, a), called(g, a)
    if not guns or observer is None:
        return False
    return any(
        any(far(g, gun, h) > gun.face.range for gun in guns) for h in aimed_at(g, a) if clear_to(g, observer, h)
    ) or not any(clear_to(g, observer, h) for h in aimed_at(g, a))


def unobserved(g: PanzerBlitz, side: str, a: Action) -> bool:
    """11.1.2a Does the observer not see the hex?"""
    observer = eye(g, a)
    return observer is None or not all(clear_to(g, observer, h) for h in aimed_at(g, a))


def is_no_gun(g: PanzerBlitz, side: str, a: Action) -> bool:
    """11.0 Does the named unit not fire indirectly, or is there nothing that it could call?"""
    unit = named(g, a)
    if type(a).__name__ != "Observe" or unit is None:
        return unit is None or "IF" not in unit.what.codes
    assert g.op is not None
    guns = [v for v in map(g.pieces.get, g.op.active) if v is not None and "IF" in v.what.codes and v.fresh]
    observer = unit.what.infantry or unit.what.cls == "aircraft_O"
    ready = [v for v in guns if not v.carrier and (observer or v == unit)]
    return not (batteries(g, side) and observer) and not any(
        far(g, v, h) <= v.face.range for v in ready for h in g.area if clear_to(g, unit, h) and v.id not in g.ip_work
    )


def no_battery(g: PanzerBlitz, side: str, a: Action) -> bool:
    """11.1.7 Has the battery fired this turn, or is there none of that name?"""
    name = getattr(a, "battery", "")
    kinds = {row.type for row in g.situation.battery if row.side == side and row.turns[0] <= g.turn <= row.turns[1]}
    return name.rsplit("-", 1)[0] not in kinds or g.batteries.get(name) == g.turn or name not in batteries(g, side)


def is_no_observer(g: PanzerBlitz, side: str, a: Action) -> bool:
    """11.2.1 Is it neither infantry nor an observation aircraft?"""
    found = eye(g, a)
    return found is None or not (found.what.infantry or found.what.cls == "aircraft_O")


def not_together(g: PanzerBlitz, side: str, a: Action) -> bool:
    """11.3.4 Are two of the guns neither together nor adjacent?"""
    guns = called(g, a)
    return any(far(g, one, other.place) > 1 for one in guns for other in guns)


def has_no_smoke(g: PanzerBlitz, side: str, a: Action) -> bool:
    """12.0 Is one of the firers without smoke?"""
    battery = str(of_step(g, "battery"))
    kinds = [TYPES[battery.rsplit("-", 1)[0]]] if battery else [u.what for u in called(g, a)]
    return any("S" not in kind.codes for kind in kinds)


# ------------------------------------------------------------------ recovery


def cannot_recover(g: PanzerBlitz, side: str, a: Action) -> bool:
    """13.1 Is it not Disrupted, or not within the radius; or are there not two that could?"""
    assert g.op is not None
    unit = named(g, a)
    able = [i for i in g.op.recover if i in g.pieces and g.pieces[i].disrupted and i not in g.hit]
    able = [i for i in able if f"recover:{i}" not in g.attacked]
    return (
        len(able) < 2 if not hasattr(a, "piece") else unit is None or not unit.disrupted or unit.id not in g.op.recover
    )


# ------------------------------------------------------------------ works


def has_work(g: PanzerBlitz, h: str) -> bool:
    """Is there an IP, a Fortification, a Block or a Minefield?"""
    return h in g.ips or h in g.forts or h in g.blocks or h in g.mines


def is_wet(g: PanzerBlitz, h: str) -> bool:
    """14.6 A Gully, a Stream or water."""
    return h in g.land.ditches or g.land.terrain.get(h) in WATER


def hex_of(g: PanzerBlitz, a: Action) -> str:
    """Where the work is."""
    unit = mover(g)
    return getattr(a, "hex", "") or (unit.place if unit is not None else place(g, a))


def no_ip(g: PanzerBlitz, side: str, a: Action) -> bool:
    """15.4.1, 15.4.2 Outside the set-up area, on such ground, or with another work."""
    h = hex_of(g, a)
    bad = g.land.terrain.get(h) in ("swamp", "beach") or is_wet(g, h) or has_work(g, h)
    return bad or h not in g.situation.start_hexes(side)


def ip_full(g: PanzerBlitz, side: str, a: Action) -> bool:
    """15.4.2 Is there an IP already; or none, or one without room, to go into?"""
    h = hex_of(g, a)
    inside = sum(u.face.stacking for u in g.here(h) if u.inside == "ip")
    room = any(inside + u.face.stacking > 4 or u.inside for u in actors(g, side, a))
    going_in = not type(a).__name__.startswith("Build") and not hasattr(a, "hex")
    return h not in g.ips or room if going_in else h in g.ips


def fort_full(g: PanzerBlitz, side: str, a: Action) -> bool:
    """15.5.2 Is the Fortification without room, or the unit in it or in a Carrier?"""
    h = hex_of(g, a)
    inside = sum(u.face.stacking for u in g.here(h) if u.inside == "fort")
    room = FORTS[g.forts[h]].capacity - inside if h in g.forts else 0
    return any(u.inside or u.carrier or u.face.stacking > room for u in actors(g, side, a))


def cannot_dig(g: PanzerBlitz, side: str, a: Action) -> bool:
    """15.4.3 Marked, moved, or another works there; or the step for it is over."""
    unit = named(g, a)
    if unit is None:
        return True
    worker = any(g.pieces[i].place == unit.place for i in g.ip_work if i in g.pieces)
    marked = unit.spent or unit.disrupted or unit.carrier or unit.labor or unit.no_move or not unit.place
    return bool(worker or marked or g.moved.get(unit.id)) or is_late(g, side, a)


def no_block_here(g: PanzerBlitz, side: str, a: Action) -> bool:
    """17.3.1 Has it moved or declared an assault, or is there neither road, Woods nor house?"""
    unit = named(g, a)
    if unit is None:
        return True
    ground = unit.place in g.land.roads or g.land.terrain[unit.place] in ("woods", *HOUSES)
    return bool(g.moved.get(unit.id)) or unit.id in g.cat or not ground


def no_bridge(g: PanzerBlitz, side: str, a: Action) -> bool:
    """17.2 Is there no bridge that stands, in the hex or on one of its sides?"""
    h = hex_of(g, a)
    names = [h] if h in g.land.bridge_hexes else [s for s in g.land.bridge_sides if h in s.split("/")]
    return not any(name not in g.broken for name in names)


def no_hull_down(g: PanzerBlitz, side: str, a: Action) -> bool:
    """15.6 Has it rolled this turn or found one, or too few points for half its allowance?"""
    return either(g, a, lambda u: u.hull_down or u.id in g.tried_hull or left(g, u) < 2 * (u.face.ma // 2))


def no_hull_ground(g: PanzerBlitz, side: str, a: Action) -> bool:
    """15.6.3 Mines, a ditch, or ground that hides no hull."""
    h = hex_of(g, a)
    good = ("clear", "woods", "orchard", *HOUSES)
    return h in g.mines or h in g.land.ditches or g.land.terrain[h] not in good


def no_mines_there(g: PanzerBlitz, side: str, a: Action) -> bool:
    """17.1 Is the hex not adjacent, or without a Minefield?"""
    unit = mover(g)
    h = getattr(a, "hex", "")
    return unit is None or h not in GRID.neighbours.get(unit.place, ()) or h not in g.mines


WORKS: Reasons = {
    "PB-11.0.1": because("it fires nothing indirectly, or has nothing to call", is_no_gun),
    "PB-11.1.3": because("the observer does not see the hex", unobserved),
    "PB-11.1.4": because("out of range", out_of_range),
    "PB-11.1.5": because("it is Spent or Disrupted", some(lambda g, u: u.spent or u.disrupted)),
    "PB-11.1.7": because("that battery has no mission left", no_battery),
    "PB-11.2.1": because("it does not observe for others", is_no_observer),
    "PB-11.2.2": because("it observes", some(lambda g, u: u.no_move)),
    "PB-11.2.3": because("it is Spent", some(lambda g, u: u.spent)),
    "PB-11.2.7": because("it has observed this turn", some(lambda g, u: u.no_move)),
    "PB-11.3.8": because("the guns are not together", not_together),
    "PB-11.3.9": because("a battery joins nobody", lambda g, s, a: bool(of_step(g, "battery"))),
    "PB-12.0.1": because("it has no smoke", has_no_smoke),
    "PB-13.1.1": because("it is not Disrupted, or not within the radius", cannot_recover),
    "PB-13.1.4": because("it was Disrupted in this Operation", some(lambda g, u: u.id in g.hit)),
    "PB-13.1.8": because("it has tried", some(lambda g, u: f"recover:{u.id}" in g.attacked)),
    "PB-15.2.3": because("there are mines already", lambda g, s, a: hex_of(g, a) in g.mines),
    "PB-15.2.4": because(
        "no ground for mines, or a work",
        lambda g, s, a: (
            is_wet(g, hex_of(g, a)) or g.land.terrain.get(hex_of(g, a)) == "swamp" or has_work(g, hex_of(g, a))
        ),
    ),
    "PB-15.2.7": because("it is no Engineer", some(lambda g, u: "ENG" not in u.what.codes)),
    "PB-15.3.2": because("water or a work", lambda g, s, a: is_wet(g, hex_of(g, a)) or has_work(g, hex_of(g, a))),
    "PB-15.3.3": because("there is a Block", lambda g, s, a: hex_of(g, a) in g.blocks),
    "PB-15.4.1": because("it is in no IP", lambda g, s, a: not_in_work(g, a)),
    "PB-15.4.2": because("no ground for an IP, or a work", no_ip),
    "PB-15.4.3": because("there is one, or no room in it", ip_full),
    "PB-15.4.4": because("it is a vehicle", some(lambda g, u: u.what.vehicle or u.what.aircraft)),
    "PB-15.4.5": because("it is not free to dig, or it is too late", cannot_dig),
    "PB-15.4.8": because(
        "no IP, or somebody in it",
        lambda g, s, a: hex_of(g, a) not in g.ips or any(u.inside == "ip" for u in g.here(hex_of(g, a))),
    ),
    "PB-15.4.13": because("it is in an IP", some(lambda g, u: u.inside == "ip")),
    "PB-15.4.14": because(
        "no gun, or not a fresh one",
        lambda g, s, a: (
            (u := named(g, a)) is None or not u.what.gun or not u.fresh or bool(u.carrier) or u.id in g.ip_work
        ),
    ),
    "PB-15.5.1": because(
        "no ground for a Fortification, or a work",
        lambda g, s, a: (
            is_wet(g, hex_of(g, a))
            or g.land.terrain.get(hex_of(g, a)) in ("swamp", "beach", *HOUSES)
            or has_work(g, hex_of(g, a))
        ),
    ),
    "PB-15.5.2": because("no room in it", fort_full),
    "PB-15.5.9": because("there is one", lambda g, s, a: hex_of(g, a) in g.forts),
    "PB-15.5.12": because("it is in a Fortification", some(lambda g, u: u.inside == "fort")),
    "PB-15.6.1": because("it is no vehicle", some(lambda g, u: not u.what.vehicle)),
    "PB-15.6.2": because("it has tried, or has too few points", no_hull_down),
    "PB-15.6.6": because("no ground for it", no_hull_ground),
    "PB-17.1.1": because("no Minefield beside it", no_mines_there),
    "PB-17.2.8": because("no bridge here", no_bridge),
    "PB-17.3.1": because("it has moved, or no ground for a Block", no_block_here),
    "PB-17.3.3": because("there is no Block", lambda g, s, a: hex_of(g, a) not in g.blocks),
    "PB-SIT.5": because("no smoke missions left", lambda g, s, a: g.smoke_left.get(s, 0) <= 0),
}


def not_in_work(g: PanzerBlitz, a: Action) -> bool:
    """15.4.1 Is the unit in no work, or is there none in the hex for it?"""
    h = str(of_step(g, "hex")) or hex_of(g, a)
    return either(g, a, lambda u: not u.inside) or (h not in g.ips and h not in g.forts)
