"""2.3.5 Stacking: six points in a hex, vehicles and wrecks double among houses."""

from __future__ import annotations

from collections.abc import Collection

from grognard.board.hexes.grid import Hex
from grognard.games.panzer_blitz.rules.data import FORTS
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit

LIMIT = 6
BLOCK = 4  # 15.3.2.2
IP_CAPACITY = 4  # 15.4.2
WRECKS_AT_MOST = 2  # 15.1.6


def points(g: PanzerBlitz, unit: Unit, h: Hex) -> int:
    """2.3.5, 14.2.2 The Stacking Points of a unit in a hex; a passenger is worth nothing beside its carrier."""
    if unit.carrier:
        return 0
    return unit.face.stacking * (2 if unit.what.vehicle and g.land.effects[h].houses else 1)


def fixed_points(g: PanzerBlitz, h: Hex) -> int:
    """15.1.4, 15.3.2.2 What Wrecks and Blocks take of the limit."""
    wrecks = g.wrecks.get(h, 0) * (2 if g.land.effects[h].houses else 1)
    return wrecks + (BLOCK if h in g.blocks else 0)


def unit_points(g: PanzerBlitz, h: Hex, units: Collection[Unit]) -> int:
    """2.3.5, 17.3.3 The Stacking Points of units in a hex; one Engineer beside a Block counts for nothing."""
    double = g.land.effects[h].houses
    found = sum([u.face.stacking * (2 if double and u.what.vehicle else 1) for u in units if not u.carrier])
    if h in g.blocks:
        found -= max((points(g, u, h) for u in units if "ENG" in u.what.codes), default=0)
    return found


def total(g: PanzerBlitz, h: Hex, units: Collection[Unit]) -> int:
    """The Stacking Points in a hex if these units were in it."""
    return fixed_points(g, h) + unit_points(g, h, units)


def too_many(g: PanzerBlitz, h: Hex, units: Collection[Unit]) -> bool:
    """2.3.5.3 Would these units break the limit of the hex? What takes no room never does."""
    return total(g, h, units) > LIMIT and unit_points(g, h, units) > 0


def overstacked(g: PanzerBlitz, h: Hex) -> bool:
    """2.3.5.3 More points than the limit?"""
    return too_many(g, h, g.here(h))


def fits(g: PanzerBlitz, h: Hex, *newcomers: Unit) -> bool:
    """2.3.5, 4.1.8 Could these units (passengers not named) be in the hex beside those already there?"""
    if h not in g.at:
        return not too_many(g, h, newcomers)
    names = {u.id for u in newcomers}
    return not too_many(g, h, [*(u for u in g.here(h) if u.id not in names), *newcomers])


def room_inside(g: PanzerBlitz, h: Hex, unit: Unit) -> str:
    """15.4.2, 15.5.2 The work in a hex that still has room for a unit: "ip", "fort" or nothing."""
    if unit.what.aircraft or unit.what.vehicle or unit.carrier or not work_in(g, h):
        return ""
    return work_in(g, h) if fits_inside(g, h, (unit,)) else ""


def work_in(g: PanzerBlitz, h: Hex) -> str:
    """The work in a hex: "ip", "fort" or nothing."""
    return "ip" if h in g.ips else "fort" if h in g.forts else ""


def fits_inside(g: PanzerBlitz, h: Hex, newcomers: Collection[Unit]) -> bool:
    """15.4.2, 15.5.2 Has the work in a hex room for all of these besides those already in it?"""
    kind, names = work_in(g, h), {u.id for u in newcomers}
    capacity = IP_CAPACITY if kind == "ip" else FORTS[g.forts[h]].capacity
    taken = sum(u.face.stacking for u in g.here(h) if u.inside == kind and u.id not in names)
    return taken + sum(u.face.stacking for u in newcomers) <= capacity
