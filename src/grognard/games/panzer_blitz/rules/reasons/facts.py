"""Plain facts of a position from which the rules that refusals name are said a second time."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Reason, Refusal, Step
from grognard.games.panzer_blitz.rules.data import GRID, other
from grognard.games.panzer_blitz.rules.movement_costs import price
from grognard.games.panzer_blitz.rules.sight import sees, sees_from_air
from grognard.games.panzer_blitz.rules.state import AIR, PanzerBlitz, Unit

Reasons = dict[str, tuple[Reason, ...]]
Broken = Callable[[PanzerBlitz, str, Action], bool]
HOUSES = ("town", "city")
ROOM = 6


def because(words: str, broken: Broken) -> tuple[Reason, ...]:
    """A row with one reason."""
    return (Reason(words, broken),)


# ------------------------------------------------------------------ who and where


def step(g: PanzerBlitz) -> Step:
    """The step that asks."""
    return g.steps[-1]


def of_step(g: PanzerBlitz, name: str, default: object = "") -> object:
    """A field of the step that asks."""
    return getattr(step(g), name, default)


def named(g: PanzerBlitz, action: Action) -> Unit | None:
    """The unit an answer names."""
    return g.pieces.get(getattr(action, "piece", ""))


def mover(g: PanzerBlitz) -> Unit | None:
    """The unit that moves, observes, flies, or is set up."""
    ids = [str(of_step(g, name)) for name in ("unit", "observer", "aircraft")]
    return next((g.pieces[i] for i in ids if i in g.pieces), None)


def either(g: PanzerBlitz, action: Action, test: Callable[[Unit], bool]) -> bool:
    """Does a thing hold of the unit that acts, or of the one that is named?"""
    return any(test(u) for u in (mover(g), named(g, action)) if u is not None)


def place(g: PanzerBlitz, action: Action) -> Hex:
    """The hex an answer names, or that of the unit it names; else that which the step is about."""
    h = getattr(action, "hex", "")
    unit = named(g, action)
    found = h or (unit.place if unit is not None else "") or str(of_step(g, "hex"))
    return found.removeprefix(AIR)


def target(g: PanzerBlitz, action: Action) -> Hex:
    """The hex that is attacked: of the answer, or of the step."""
    about = str(of_step(g, "hex") or of_step(g, "against"))
    return about or place(g, action)


def actors(g: PanzerBlitz, side: str, action: Action) -> list[Unit]:
    """Those who would do it: the unit that moves, one named of the side's own, or all that are active."""
    own = named(g, action)
    if mover(g) is not None:
        return [u for u in (mover(g),) if u is not None]
    if own is not None and own.side == side:
        return [own]
    ids = g.op.active if g.op is not None and g.op.side == side else ()
    return [g.pieces[i] for i in ids if i in g.pieces] or list(g.units(side))


# ------------------------------------------------------------------ hexes


def enemy_there(g: PanzerBlitz, side: str, h: Hex) -> bool:
    """Is there an enemy in a hex?"""
    return any(u.side == other(side) for u in g.here(h))


def far(g: PanzerBlitz, unit: Unit, h: Hex) -> int:
    """Hexes from a unit to a hex; nobody off the map is near anything."""
    here = unit.place.removeprefix(AIR)
    return GRID.distance(here, h) if here in GRID and h in GRID else 99


def clear_to(g: PanzerBlitz, unit: Unit, h: Hex) -> bool:
    """5.0, 16.1.8 Is the line of sight to a hex clear?"""
    here = unit.place.removeprefix(AIR)
    if here not in GRID or h not in GRID:
        return False
    return sees_from_air(g, here, h) if unit.what.aircraft else sees(g, here, h)


def size(g: PanzerBlitz, unit: Unit, h: Hex) -> int:
    """2.3.5, 14.2.2 Stacking Points: vehicles double among houses, passengers nothing."""
    double = unit.what.vehicle and g.land.terrain.get(h) in HOUSES
    return 0 if unit.carrier else unit.face.stacking * (1 + double)


def crowded(g: PanzerBlitz, h: Hex, *newcomers: Unit) -> bool:
    """2.3.5, 15.1.4, 15.3.2.2, 17.3.3 Would there be more than six points in a hex?"""
    names = {u.id for u in newcomers}
    units = [*(u for u in g.here(h) if u.id not in names), *newcomers]
    taken = sum(size(g, u, h) for u in units) + g.wrecks.get(h, 0) * (1 + (g.land.terrain.get(h) in HOUSES))
    if h in g.blocks:
        taken += 4 - max((size(g, u, h) for u in units if "ENG" in u.what.codes), default=0)
    return taken > ROOM


def exposed(g: PanzerBlitz, h: Hex) -> list[Unit]:
    """Who stands in a hex outside a Fortification."""
    return [u for u in g.here(h) if u.inside != "fort"]


def lines(g: PanzerBlitz, h: Hex) -> set[str]:
    """7.2 The lines of the table that somebody in a hex, or a Fortification, may be attacked on."""
    if any(u.hidden for u in g.here(h)):
        return {"AP", "AT"}
    return {"AT" if u.what.armored else "AP" for u in exposed(g, h)} | ({"AT"} if h in g.forts else set())


# ------------------------------------------------------------------ points


def left(g: PanzerBlitz, unit: Unit) -> int:
    """Half points a unit has left."""
    return 2 * unit.face.ma - g.moved.get(unit.id, 0)


def walk(g: PanzerBlitz, unit: Unit, rate: str, start: Hex) -> dict[Hex, int]:
    """4.0 Half points to every hex a unit can come to, one step after the other; without a minimum move."""
    leave = 2 if unit.inside else 0
    best, heap = {unit.place: leave}, [(leave, unit.place)]
    while heap:
        spent, here = heappop(heap)
        shut = here != unit.place and (here in g.mines or here in g.blocks)
        if spent > best[here] or shut:
            continue
        for h in GRID.neighbours[here]:
            cost = _into(g, unit, here, h, rate, start)
            if cost is not None and spent + cost <= left(g, unit) and spent + cost < best.get(h, 999):
                best[h] = spent + cost
                heappush(heap, (spent + cost, h))
    return best


def _into(g: PanzerBlitz, unit: Unit, here: Hex, h: Hex, rate: str, start: Hex) -> int | None:
    """Half points into the next hex, or None if it is shut or takes all."""
    if h not in g.area or enemy_there(g, unit.side, h) or crowded(g, h, unit):
        return None
    if h in g.blocks and (not unit.what.infantry or h not in GRID.neighbours.get(start, ())):
        return None
    cost = price(g, unit, here, h, rate)
    return None if isinstance(cost, Refusal) or cost.all or cost.swim else cost.half


def cannot_pay(g: PanzerBlitz, unit: Unit, h: Hex, rate: str, start: Hex) -> bool:
    """4.1.3, 4.1.7 Are the points too few for a hex, a whole allowance unspent aside?"""
    if h in GRID.neighbours.get(unit.place, ()):
        cost = price(g, unit, unit.place, h, rate)
        if isinstance(cost, Refusal):
            return False
        spent = g.moved.get(unit.id, 0) + (2 if unit.inside else 0)
        return spent > 0 if cost.all else cost.half > 2 * unit.face.ma - spent and spent > 0
    return h not in walk(g, unit, rate, start)
