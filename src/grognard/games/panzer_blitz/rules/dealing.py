"""6.2.1, R-73 What a side may not know, dealt anew.

Everything hidden is gathered and sorted before it is dealt, so that the same view and the same generator give the same
deal, however things truly lie.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine.core.redeal import dealt_to_fit
from grognard.games.panzer_blitz.rules.artillery import battery_type
from grognard.games.panzer_blitz.rules.data import SIDES, TYPES
from grognard.games.panzer_blitz.rules.stacking import LIMIT, total
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Request, Unit, is_unseen_outside
from grognard.games.panzer_blitz.rules.terrain_chart import CHART

SHUFFLES = 20  # tries to find room for everybody


def determinize(g: PanzerBlitz, side: str | None, rng: random.Random) -> PanzerBlitz:
    """A copy in which unseen units, mines, requests and registered hexes of the other side are dealt anew.

    4.1.5 Whoever could fire at a mover is asked, and all see who is.
    """
    return dealt_to_fit(g, side, lambda: _dealt(g, side, rng))


def _dealt(g: PanzerBlitz, side: str | None, rng: random.Random) -> PanzerBlitz:
    twin = g.clone()
    for owner in SIDES:
        if owner != side:
            _deal_units(twin, owner, rng)
            _deal_mines(twin, owner, rng)
            _deal_requests(twin, owner, rng)
            _deal_registered(twin, owner, rng)
    return twin


# ------------------------------------------------------------------ units


class Group(NamedTuple):
    """A unit and what it carries, with the Stacking Points it takes in the open and among houses."""

    units: tuple[Unit, ...]
    points: int
    among_houses: int
    terrain: Mapping[Hex, str]

    def takes(self, h: Hex) -> int:
        """Its Stacking Points in a hex."""
        return self.among_houses if CHART[self.terrain[h]].houses else self.points

    def fits(self, h: Hex, room: int) -> bool:
        """Could it lie in a hex with so many Stacking Points to spare?"""
        if CHART[self.terrain[h]].by_road and any(u.what.vehicle for u in self.units):
            return False
        return self.takes(h) <= room


def _deal_units(g: PanzerBlitz, owner: str, rng: random.Random) -> None:
    """Unseen units change places: something lies wherever something lay, but how much and what is anybody's guess.

    Whether it lies outside a Fortification can be seen.
    """
    groups = _groups(g, owner)
    loose = {u.id for group in groups for u in group.units}
    places = [h for h in g.hexes_of(owner) if not _spoilt(g, h) and any(map(is_unseen_outside, g.here(h)))]
    staying = {h: [u for u in g.here(h) if u.id not in loose] for h in places}
    room = {h: LIMIT - total(g, h, units) for h, units in staying.items()}
    empty = [h for h, units in staying.items() if not any(map(is_unseen_outside, units))]
    for _ in range(SHUFFLES):
        rng.shuffle(groups)
        found = _lay(groups, room, empty, rng)
        if found is not None:
            return _move(g, found)


def _groups(g: PanzerBlitz, owner: str) -> list[Group]:
    """Unseen units that nothing ties to their hex, carriers with their load, in the order of their ids."""
    busy = _busy(g)
    found = []
    for unit in sorted(g.units(owner), key=lambda u: u.id):
        if not unit.carrier and not _spoilt(g, unit.place):
            units = (unit, *sorted(g.load(unit.id), key=lambda u: u.id))
            if all(u.hidden and u.id not in busy and not _tied(u) for u in units):
                stacking = unit.face.stacking
                among_houses = 2 * stacking if unit.what.vehicle else stacking
                found.append(Group(units, stacking, among_houses, g.land.terrain))
    return found


def _spoilt(g: PanzerBlitz, h: Hex) -> bool:
    """Mines, Blocks and Wrecks tell of what came there: it stays."""
    return h in g.mines or h in g.blocks or h in g.wrecks


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


def _lay(groups: list[Group], room: dict[Hex, int], empty: list[Hex], rng: random.Random) -> dict[str, Hex] | None:
    """One group for each empty place, the others wherever there is room; None if there is not."""
    first = _one_each(groups, room, empty)
    if first is None:
        return None
    left, found = dict(room), {}
    for n, group in sorted(enumerate(groups), key=lambda item: item[0] not in first):
        able = [first[n]] if n in first else [h for h in left if group.fits(h, left[h])]
        if not able:
            return None
        h = rng.choice(able)
        left[h] -= group.takes(h)
        found.update({u.id: h for u in group.units})
    return found


def _one_each(groups: list[Group], room: dict[Hex, int], empty: list[Hex]) -> dict[int, Hex] | None:
    """Numbers of groups with a place each, by augmenting paths: if there is a way to fill all places, it is found."""
    taken: dict[int, Hex] = {}

    def fill(h: Hex, tried: set[int]) -> bool:
        for n, group in enumerate(groups):
            if n not in tried and group.fits(h, room[h]):
                tried.add(n)
                if n not in taken or fill(taken[n], tried):
                    taken[n] = h
                    return True
        return False

    return taken if all(fill(h, set()) for h in empty) else None


def _move(g: PanzerBlitz, found: dict[str, Hex]) -> None:
    control = dict(g.control)
    for unit_id in sorted(found):
        g.put(replace(g.pieces[unit_id], place=""))
    for unit_id in sorted(found):
        g.put(replace(g.pieces[unit_id], place=found[unit_id]))
    g.control = control


# ------------------------------------------------------------------ mines, requests, registered hexes


def _deal_mines(g: PanzerBlitz, owner: str, rng: random.Random) -> None:
    hidden = sorted(h for h, mine in g.mines.items() if mine.side == owner and not mine.shown)
    kinds = sorted(g.mines[h].strength for h in hidden)
    rng.shuffle(kinds)
    for h, kind in zip(hidden, kinds, strict=True):
        g.mines = {**g.mines, h: replace(g.mines[h], strength=kind)}


def _deal_requests(g: PanzerBlitz, owner: str, rng: random.Random) -> None:
    """11.1, R-95 High explosive or smoke, as far as the side's smoke missions go."""
    left = g.smoke_left.get(owner, 0)
    waiting = {name: r for name, r in g.requests.items() if r.side == owner and _may_be_smoke(g, r)}
    left += sum(r.smoke and bool(r.battery) for r in waiting.values())
    for name, request in waiting.items():
        smoke = (left > 0 or not request.battery) and rng.random() < 0.5
        left -= smoke and bool(request.battery)
        g.requests = {**g.requests, name: replace(request, smoke=smoke)}
    if waiting:
        g.smoke_left = {**g.smoke_left, owner: left}


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
        g.registered = {**g.registered, owner: (*shown, *rng.sample(free, secret))}
