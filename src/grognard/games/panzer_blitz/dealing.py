"""6.2.1, R-73 What a side may not know, dealt anew.

Everything hidden is gathered and sorted before it is dealt, so that the same view and the same generator give the same
deal, however things truly lie.
"""

from __future__ import annotations

import random

from msgspec.structs import replace

from grognard.board.hexgrid import Hex
from grognard.games.panzer_blitz.artillery import battery_type
from grognard.games.panzer_blitz.data import SIDES, TYPES
from grognard.games.panzer_blitz.stacking import LIMIT, total
from grognard.games.panzer_blitz.state import PanzerBlitz, Request, Unit
from grognard.games.panzer_blitz.terrain import TERRAIN

SHUFFLES = 20  # tries to find room for everybody

Group = tuple[Unit, ...]  # a unit and what it carries


def determinize(g: PanzerBlitz, side: str | None, rng: random.Random) -> PanzerBlitz:
    """A copy in which unseen units, mines, requests and registered hexes of the other side are dealt anew."""
    twin = g.clone()
    for owner in SIDES:
        if owner != side:
            _deal_units(twin, owner, rng)
            _deal_mines(twin, owner, rng)
            _deal_requests(twin, owner, rng)
            _deal_registered(twin, owner, rng)
    return twin


# ------------------------------------------------------------------ units


def _deal_units(g: PanzerBlitz, owner: str, rng: random.Random) -> None:
    """Unseen units change places: something lies wherever something lay, but how much and what is anybody's guess."""
    groups = _groups(g, owner)
    loose = {u.id for group in groups for u in group}
    spoilt = (*g.mines, *g.blocks, *g.wrecks)
    places = [h for h in g.hexes_of(owner) if h not in spoilt and any(u.unspotted for u in g.here(h))]
    staying = {h: [u for u in g.here(h) if u.id not in loose] for h in places}
    empty = [h for h in places if not any(u.unspotted for u in staying[h])]
    for _ in range(SHUFFLES):
        rng.shuffle(groups)
        found = _lay(g, groups, places, empty, staying, rng)
        if found is not None:
            return _move(g, found)


def _groups(g: PanzerBlitz, owner: str) -> list[Group]:
    """Unseen units that nothing ties to their hex, carriers with their load, in the order of their ids."""
    busy = _busy(g)
    spoilt = (*g.mines, *g.blocks, *g.wrecks)
    found = []
    for unit in sorted(g.units(owner), key=lambda u: u.id):
        if not unit.carrier and unit.place not in spoilt:
            group = (unit, *sorted(g.load(unit.id), key=lambda u: u.id))
            if all(u.unspotted and u.id not in busy and not _tied(u) for u in group):
                found.append(group)
    return found


def _tied(unit: Unit) -> bool:
    """In a work, hull-down, at work, or caught by mines."""
    return bool(unit.inside or unit.hull_down or unit.labor or unit.trapped)


def _busy(g: PanzerBlitz) -> set[str]:
    """Units that steps, requests or declarations speak of: they stay where they are."""
    text = repr(g.steps)
    named = {i for i in g.pieces if f"'{i}'" in text}
    for request in g.requests.values():
        named |= {request.fo, *request.firers}
    op = g.op
    return named | set(g.cat) | set(g.ip_work) | set(g.moved) | (set(op.active) | set(op.recover) if op else set())


def _lay(
    g: PanzerBlitz,
    groups: list[Group],
    places: list[Hex],
    empty: list[Hex],
    staying: dict[Hex, list[Unit]],
    rng: random.Random,
) -> dict[Hex, list[Group]] | None:
    """One group for each empty place, the others wherever there is room; None if there is not."""
    first = _one_each(g, groups, empty, staying)
    if first is None:
        return None
    found: dict[Hex, list[Group]] = {h: [] for h in places}
    for h, n in first.items():
        found[h].append(groups[n])
    rest = [group for n, group in enumerate(groups) if n not in first.values()]
    for group in rest:
        lying = {h: [*staying[h], *(u for other in found[h] for u in other)] for h in places}
        room = [h for h in places if _may_lie(g, [*lying[h], *group], h)]
        if not room:
            return None
        found[rng.choice(room)].append(group)
    return found


def _one_each(
    g: PanzerBlitz, groups: list[Group], empty: list[Hex], staying: dict[Hex, list[Unit]]
) -> dict[Hex, int] | None:
    """The number of a group for each place, by augmenting paths: some order of them fits if any does."""
    taken: dict[int, Hex] = {}

    def place(h: Hex, tried: set[int]) -> bool:
        for n, group in enumerate(groups):
            if n not in tried and _may_lie(g, [*staying[h], *group], h):
                tried.add(n)
                if n not in taken or place(taken[n], tried):
                    taken[n] = h
                    return True
        return False

    if not all(place(h, set()) for h in empty):
        return None
    return {h: n for n, h in taken.items()}


def _may_lie(g: PanzerBlitz, units: list[Unit], h: Hex) -> bool:
    vehicles = any(u.what.vehicle for u in units)
    return total(g, h, units) <= LIMIT and not (vehicles and TERRAIN[h] == "swamp")


def _move(g: PanzerBlitz, found: dict[Hex, list[Group]]) -> None:
    control = dict(g.control)
    lying = sorted((u.id, h) for h, groups in found.items() for group in groups for u in group)
    for unit_id, _ in lying:
        g.put(replace(g.pieces[unit_id], place=""))
    for unit_id, h in lying:
        g.put(replace(g.pieces[unit_id], place=h))
    g.control = control


# ------------------------------------------------------------------ mines, requests, registered hexes


def _deal_mines(g: PanzerBlitz, owner: str, rng: random.Random) -> None:
    hidden = sorted(h for h, mine in g.mines.items() if mine.side == owner and not mine.shown)
    kinds = sorted(g.mines[h].strength for h in hidden)
    rng.shuffle(kinds)
    for h, kind in zip(hidden, kinds, strict=True):
        g.mines[h] = replace(g.mines[h], strength=kind)


def _deal_requests(g: PanzerBlitz, owner: str, rng: random.Random) -> None:
    """11.1, R-95 High explosive or smoke, as far as the side's smoke missions go."""
    left = g.smoke_left.get(owner, 0)
    waiting = {name: r for name, r in g.requests.items() if r.side == owner and _may_be_smoke(g, r)}
    left += sum(r.smoke and bool(r.battery) for r in waiting.values())
    for name, request in waiting.items():
        smoke = (left > 0 or not request.battery) and rng.random() < 0.5
        left -= smoke and bool(request.battery)
        g.requests[name] = replace(request, smoke=smoke)
    if waiting:
        g.smoke_left[owner] = left


def _may_be_smoke(g: PanzerBlitz, request: Request) -> bool:
    if request.battery:
        return "S" in TYPES[battery_type(request.battery)].codes
    return all(i in g.pieces and "S" in g.pieces[i].what.codes for i in request.firers)


def _deal_registered(g: PanzerBlitz, owner: str, rng: random.Random) -> None:
    known = g.registered.get(owner, ())
    shown = sorted(h for h in known if h in g.registered_shown)
    secret = len(known) - len(shown)
    if secret:
        free = sorted(g.area - g.registered_shown.keys())
        g.registered[owner] = (*shown, *rng.sample(free, secret))
