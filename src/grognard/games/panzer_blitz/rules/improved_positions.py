"""15.4 Improved Positions: digging in during play."""

from __future__ import annotations

from grognard.engine import Action, Refusal, Step
from grognard.games.panzer_blitz.rules.data import start_area
from grognard.games.panzer_blitz.rules.efficiency import efficiency_roll
from grognard.games.panzer_blitz.rules.opportunity_fire import Opportunity
from grognard.games.panzer_blitz.rules.stacking import room_inside
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.terrain import DITCHES, TERRAIN

NO_IP = ("swamp", "beach", "lake", "ocean", "river")


class Dig(Action, frozen=True):
    """Work on an Improved Position: "build", "remove", "enter" or "leave" it."""

    piece: str
    job: str


def why_not_ip_here(g: PanzerBlitz, h: str) -> Refusal | None:
    """15.4.1, 15.4.2 Why a hex may not have an Improved Position."""
    if TERRAIN[h] in NO_IP or h in DITCHES:
        return Refusal("PB-15.4.2")
    if h in g.blocks or h in g.mines or h in g.forts:
        return Refusal("PB-15.4.2")
    return Refusal("PB-15.4.3") if h in g.ips else None


def why_not_dig(g: PanzerBlitz, unit: Unit, job: str) -> Refusal | None:
    """15.4.3, 15.4.9 Why a unit may not work on an IP now."""
    if unit.what.vehicle or unit.what.aircraft:
        return Refusal("PB-15.4.4")
    if not unit.fresh or unit.carrier or unit.labor or unit.no_move or g.moved.get(unit.id):
        return Refusal("PB-15.4.5")
    h = unit.place
    if job in ("enter", "leave"):
        if unit.face.ma:
            return Refusal("PB-15.4.14", "It moves in or out with its movement points.")
        if job == "leave":
            return None if unit.inside == "ip" else Refusal("PB-15.4.14")
        return None if not unit.inside and room_inside(g, h, unit) == "ip" else Refusal("PB-15.4.3")
    if any(g.pieces[i].place == h for i in g.ip_work if i in g.pieces):
        return Refusal("PB-15.4.5", "One worker for each position.")
    if job == "build":
        return Refusal("PB-15.4.2") if h not in start_area(g.scenario_id, unit.side) else why_not_ip_here(g, h)
    if h not in g.ips or any(u.inside == "ip" for u in g.here(h)):
        return Refusal("PB-15.4.8")
    return None


def begin_dig(g: PanzerBlitz, unit: Unit, job: str) -> list[Step]:
    """15.4.5, 15.4.9 Announce the work; a gun that only changes its position is Spent at once."""
    if job in ("enter", "leave"):
        g.change(unit.id, inside="ip" if job == "enter" else "", spent=True)
        return []
    g.ip_work[unit.id] = job
    return [Opportunity(unit.id), DigRoll(unit.id)]


class DigRoll(Step, frozen=True):
    """15.4.3.1, R-64 The Efficiency Roll after any opportunity fire; the worker is Spent either way."""

    unit: str

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces.get(self.unit)
        if unit is not None and self.unit in g.ip_work:
            if not efficiency_roll(g, unit, "improved position"):
                g.ip_work.pop(self.unit, None)
            g.change(unit.id, spent=True)
        g.done()


def finish_digging(g: PanzerBlitz) -> None:
    """15.4.3 After recovery IPs appear or go; the builder and fresh friends take cover at once."""
    for worker, job in list(g.ip_work.items()):
        unit = g.pieces[worker]
        h = unit.place
        if job == "remove":
            if not any(u.inside == "ip" for u in g.here(h)):
                g.ips.pop(h, None)
            continue
        g.ips[h] = True
        g.tell("PB-15.4.6", "An improved position in {hex}", hexes=(h,), hex=h)
        friends = [u for u in g.here(h) if not u.spent and not u.carrier]
        for each in (unit, *friends):
            if not each.inside and room_inside(g, h, each) == "ip":
                g.change(each.id, inside="ip")
    g.ip_work = {}
