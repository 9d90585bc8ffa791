"""15.4 Improved Positions: digging in during play."""

from __future__ import annotations

from typing import ClassVar

from grognard.board.hexes.grid import Hex
from grognard.engine import Refusal, Step, Working
from grognard.engine.core.state import without
from grognard.games.panzer_blitz.rules.by_units import ByUnit
from grognard.games.panzer_blitz.rules.data import UnitType, start_area
from grognard.games.panzer_blitz.rules.efficiency import efficiency_roll, efficiency_working
from grognard.games.panzer_blitz.rules.field_works import GoIn
from grognard.games.panzer_blitz.rules.opportunity_fire import FIRE_FIRST, Opportunity
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.units import call

BUILD, REMOVE = "build", "remove"


def why_not_ip_here(g: PanzerBlitz, h: Hex) -> Refusal | None:
    """15.4.1, 15.4.2 Why a hex may not have an Improved Position."""
    if not g.land.effects[h].dig_in or h in g.land.ditches:
        return Refusal("PB-15.4.2")
    if h in g.blocks or h in g.mines or h in g.forts:
        return Refusal("PB-15.4.2")
    return Refusal("PB-15.4.3") if h in g.ips else None


def why_not_work(g: PanzerBlitz, unit: Unit) -> Refusal | None:
    """15.4.3 Why a unit may not spend its whole allowance on a work in its hex now, or nobody may there."""
    if not unit.place or not unit.fresh or unit.carrier or unit.labor or unit.no_move or g.moved.get(unit.id):
        return Refusal("PB-15.4.5")
    if any(g.pieces[i].place == unit.place for i in g.ip_work if i in g.pieces):
        return Refusal("PB-15.4.5", "One worker for each position.")
    return None


class PositionWork(ByUnit, frozen=True):
    """15.4.3 A unit works on the Improved Position of its hex: its whole allowance and an Efficiency Roll."""

    job: ClassVar[str] = ""
    done: ClassVar[str] = ""  # what a roll that succeeds comes to

    @classmethod
    def why_never(cls, what: UnitType) -> Refusal | None:
        return Refusal("PB-15.4.4") if what.vehicle or what.aircraft else None

    def why_not(self, g: PanzerBlitz, by: Step) -> Refusal | None:
        """15.4.3 Why a unit may not work on an IP in its hex now, to build it or to remove it."""
        assert g.op is not None
        unit = g.pieces.get(self.piece)
        if unit is None or unit.id not in g.op.active:
            return Refusal("PB-3.1.9")
        return self.why_never(unit.what) or why_not_work(g, unit) or self.why_not_here(g, unit)

    def why_not_here(self, g: PanzerBlitz, unit: Unit) -> Refusal | None:
        """Why there is no such work in the hex of a unit that could do it."""
        raise NotImplementedError

    def do(self, g: PanzerBlitz, by: Step) -> None:
        """15.4.5 The work is announced; the enemy may fire before the roll."""
        g.ip_work = {**g.ip_work, self.piece: self.job}
        g.call(Opportunity(self.piece), DigRoll(self.piece))

    def preview(self, g: PanzerBlitz, by: Step) -> Working | None:
        return efficiency_working(g, g.pieces[self.piece], self.done, FIRE_FIRST)


class BuildPosition(PositionWork, frozen=True):
    """15.4.3.1 Dig in."""

    job: ClassVar[str] = BUILD
    done: ClassVar[str] = "A position is built"

    def why_not_here(self, g: PanzerBlitz, unit: Unit) -> Refusal | None:
        if unit.place not in start_area(g.scenario_id, unit.side):
            return Refusal("PB-15.4.2", "Only within its side's set-up area.")
        return why_not_ip_here(g, unit.place)

    def says(self, g: PanzerBlitz) -> str:
        return f"dig in: {call(g, self.piece)} builds a position"


class RemovePosition(PositionWork, frozen=True):
    """15.4.3.2 Fill in an Improved Position that nobody is in."""

    needs = "ips"
    job: ClassVar[str] = REMOVE
    done: ClassVar[str] = "The position is removed"

    def why_not_here(self, g: PanzerBlitz, unit: Unit) -> Refusal | None:
        taken = any(u.inside == "ip" for u in g.here(unit.place))
        return Refusal("PB-15.4.8") if unit.place not in g.ips or taken else None

    def says(self, g: PanzerBlitz) -> str:
        return f"{call(g, self.piece)} removes the position"


class DigRoll(Step, frozen=True):
    """15.4.3.1, R-64 The Efficiency Roll after any opportunity fire; the worker is Spent either way."""

    unit: str

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces.get(self.unit)
        if unit is not None and self.unit in g.ip_work:
            if not efficiency_roll(g, unit, "improved position"):
                g.ip_work = without(g.ip_work, self.unit)
            g.change(unit.id, spent=True)
        g.done()


def finish_digging(g: PanzerBlitz) -> list[Step]:
    """15.4.3 After recovery IPs appear or go; the builder and fresh friends may take cover at once."""
    steps: list[Step] = []
    for worker, job in g.ip_work.items():
        h = g.pieces[worker].place
        if job == BUILD:
            g.ips = {**g.ips, h: True}
            g.tell("PB-15.4.6", "An improved position in {hex}", hexes=(h,), hex=h)
            friends = tuple(u.id for u in g.here(h) if not u.spent)
            steps.append(GoIn(h, (worker, *friends), "PB-15.4.6"))
        elif not any(u.inside == "ip" for u in g.here(h)):
            g.ips = without(g.ips, h)
            g.tell("PB-15.4.8", "The improved position in {hex} is removed", hexes=(h,), hex=h)
    g.ip_work = {}
    return steps
