"""7.7, 4.3.6, 15.1 What a result does to units: steps lost, disruption, forced unloading, wrecks."""

from __future__ import annotations

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.engine.core.state import without
from grognard.games.panzer_blitz.rules.stacking import WRECKS_AT_MOST
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, readers
from grognard.games.panzer_blitz.rules.terrain import has_road


def suffer_double(g: PanzerBlitz, ids: tuple[str, ...], shaken: tuple[str, ...]) -> None:
    """7.7 DD: those Disrupted before lose a step; all survivors are Spent/Disrupted."""
    for i in ids:
        if i in shaken:
            lose_step(g, i)
        if i in g.pieces:
            disrupt(g, i)


def lose_step(g: PanzerBlitz, unit_id: str) -> None:
    """7.7, 4.3.6 A unit and what it carries lose one step each."""
    for unit in (*g.load(unit_id), g.pieces[unit_id]):
        if unit.what.armored:
            leave_wreck(g, unit.place)
        key = f"{unit.side}-{unit.what.cls}"
        g.lost = {**g.lost, key: g.lost.get(key, 0) + 1}
        forget_fire(g, unit.id)
        if unit.steps > 1:
            g.change(unit.id, steps=unit.steps - 1)
            h = unit.place
            g.tell("PB-7.7.6", "{unit} in {hex} is reduced", hexes=(h,), sees=readers(unit), unit=unit.name, hex=h)
        else:
            eliminate(g, unit.id)


def eliminate(g: PanzerBlitz, unit_id: str) -> None:
    """7.7 A unit is removed; surviving passengers stand in the hex (R-92)."""
    unit = g.pieces[unit_id]
    for passenger in g.load(unit_id):
        disrupt(g, passenger.id)
    forget_fire(g, unit_id)
    stop_work(g, unit_id)
    g.tell("PB-7.7.6", "{unit} is eliminated in {hex}", hexes=(unit.place,), unit=unit.name, hex=unit.place)
    g.drop(unit_id)


def disrupt(g: PanzerBlitz, unit_id: str) -> None:
    """7.7, 4.3.6 A unit is Spent/Disrupted; what it carries unloads and is Disrupted with it, a rider leaves."""
    for unit in (*g.load(unit_id), g.pieces[unit_id]):
        if not unit.disrupted:
            h = unit.place
            g.tell("PB-7.7.3", "{unit} in {hex} is disrupted", hexes=(h,), sees=readers(unit), unit=unit.name, hex=h)
        g.change(unit.id, spent=True, disrupted=True, carrier="", trapped=unit.trapped or unit.place in g.mines)
        if unit.labor == "mines":
            g.change(unit.id, stage=1, since=g.turn)  # 17.1.2 the work is taken up again at its second turn
        g.hit = {**g.hit, unit.id: True}
        stop_work(g, unit.id)
        forget_fire(g, unit.id)


def stop_work(g: PanzerBlitz, unit_id: str) -> None:
    """A unit takes part in no assault, work or overrun any more."""
    g.cat, g.ip_work = without(g.cat, unit_id), without(g.ip_work, unit_id)
    g.onward = without(g.onward, unit_id)


def free_workers(g: PanzerBlitz, job: str, *hexes: Hex) -> None:
    """17.0 What Engineers were at work on in these hexes is done, or gone: they are free."""
    for unit in list(g.pieces.values()):
        if unit.labor == job and (unit.target or unit.place) in hexes:
            g.change(unit.id, labor="", stage=0, since=0, failed=0, target="")


def forget_fire(g: PanzerBlitz, unit_id: str) -> None:
    """11.3.6, R-76 A firer that is hit before its mission is resolved drops out of it."""
    if g.firing and g.pieces[unit_id].side != g.firing:
        return  # R-05 the fire of both sides is simultaneous
    for name, request in list(g.requests.items()):
        left = tuple(i for i in request.firers if i != unit_id)
        if left or not request.firers:
            then = tuple(u for u in request.then if u.id != unit_id)
            g.requests = {**g.requests, name: msgspec.structs.replace(request, firers=left, then=then)}
        else:
            g.requests = without(g.requests, name)
            h = request.hex
            g.tell("PB-11.3.11", "The artillery request on {hex} is cancelled", hexes=(h,), hex=h)


def leave_wreck(g: PanzerBlitz, h: Hex, always: bool = False) -> None:
    """15.1, R-24 A step of armor leaves a Wreck on a road or bridge and among houses."""
    if (always or has_road(g, h) or g.land.effects[h].houses) and g.wrecks.get(h, 0) < WRECKS_AT_MOST:
        g.wrecks = {**g.wrecks, h: g.wrecks.get(h, 0) + 1}


def ruin(g: PanzerBlitz, h: Hex) -> None:
    """15.5.5, R-39 The Fortification is destroyed; whoever was inside stands in the open hex."""
    g.forts = without(g.forts, h)
    leave_wreck(g, h, always=True)
    for unit in g.here(h):
        if unit.inside == "fort":
            g.change(unit.id, inside="")
    g.tell("PB-15.5.8", "The fortification in {hex} is destroyed", hexes=(h,), hex=h)


def show(g: PanzerBlitz, h: Hex) -> None:
    """The opponent is to move units out of a hex: he must see them."""
    for unit in g.here(h):
        if unit.unspotted:
            g.change(unit.id, unspotted=False)
            g.reveal()
