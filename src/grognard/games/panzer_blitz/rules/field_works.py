"""15.4.8, 15.4.9, 15.5.9 Into and out of Improved Positions and Fortifications."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, ChoiceStep, Deed, Pick, Press, Refusal, Step, Working
from grognard.engine.core.state import without
from grognard.games.panzer_blitz.rules.data import UnitType, start_area
from grognard.games.panzer_blitz.rules.efficiency import efficiency_roll, efficiency_working
from grognard.games.panzer_blitz.rules.movement import Moving, points_left, spent_points
from grognard.games.panzer_blitz.rules.movement_costs import WORK
from grognard.games.panzer_blitz.rules.opportunity_fire import FIRE_FIRST, Opportunity
from grognard.games.panzer_blitz.rules.stacking import fits_inside, room_inside
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.units import ByUnit, call

ALL_IN, STAY_OUT = "all go in", "stay out"
_NAMES = {"ip": "position", "fort": "fortification"}


class TakeCover(Deed, frozen=True):
    """15.4.8, 15.5.9 Into the IP or Fortification of the hex for one movement point."""

    def why_not(self, g: PanzerBlitz, by: Moving) -> Refusal | None:
        unit = g.pieces[by.unit]
        if unit.what.vehicle:
            return Refusal("PB-15.4.4")
        if unit.inside or not room_inside(g, unit.place, unit):
            return Refusal("PB-15.5.2" if unit.place in g.forts else "PB-15.4.3")
        return None if points_left(g, unit) >= WORK else Refusal("PB-4.2.1")

    def do(self, g: PanzerBlitz, by: Moving) -> None:
        unit = g.pieces[by.unit]
        shift(g, by, room_inside(g, unit.place, unit))

    def says(self, g: PanzerBlitz) -> str:
        return "take cover"


class LeaveWork(Deed, frozen=True):
    """15.4.8, 15.5.9, R-37 Out of the work and no farther; from there a unit may close assault."""

    def why_not(self, g: PanzerBlitz, by: Moving) -> Refusal | None:
        unit = g.pieces[by.unit]
        if not unit.inside:
            return Refusal("PB-15.4.1", "It is not in a work.")
        return None if points_left(g, unit) >= WORK else Refusal("PB-4.2.1")

    def do(self, g: PanzerBlitz, by: Moving) -> None:
        unit = g.pieces[by.unit]
        if unit.inside == "ip":
            g.left_ip = {**g.left_ip, unit.id: unit.place}
        shift(g, by, "")

    def says(self, g: PanzerBlitz) -> str:
        return "come out of the work and stay in the hex"


def shift(g: PanzerBlitz, by: Moving, inside: str) -> None:
    """7.8.1, 7.8.4 A point is spent to go in or out; who has not entered the hex in this move can be fired at."""
    unit = g.pieces[by.unit]
    g.moved = {**g.moved, unit.id: spent_points(g, unit) + WORK}
    g.change(unit.id, inside=inside)
    g.swap(msgspec.structs.replace(by, acted=True))
    if unit.place == by.start:
        g.call(Opportunity(unit.id))


# ------------------------------------------------------------------ guns


class ShiftGun(ByUnit, frozen=True):
    """15.4.9 A gun goes into or out of an IP in its hex in lieu of firing."""

    needs = "ips"

    @classmethod
    def why_never(cls, what: UnitType) -> Refusal | None:
        return None if what.gun else Refusal("PB-15.4.14")

    def why_not(self, g: PanzerBlitz, by: Step) -> Refusal | None:
        assert g.op is not None
        unit = g.pieces.get(self.piece)
        if unit is None:
            return Refusal("PB-15.4.14")
        if (never := self.why_never(unit.what)) is not None:
            return never
        if not unit.fresh or unit.carrier or unit.id in g.ip_work:
            return Refusal("PB-15.4.14", "Only a fresh gun may do so.")
        if unit.id not in g.op.active:
            return Refusal("PB-3.1.9")
        if unit.inside == "ip":
            return None
        return None if room_inside(g, unit.place, unit) == "ip" else Refusal("PB-15.4.3")

    def do(self, g: PanzerBlitz, by: Step) -> None:
        unit = g.pieces[self.piece]
        g.change(unit.id, inside="" if unit.inside else "ip", spent=True)

    def says(self, g: PanzerBlitz) -> str:
        way = "out of" if g.pieces[self.piece].inside else "into"
        return f"push {call(g, self.piece)} {way} the position"


# ------------------------------------------------------------------ who goes in


class EnterWork(Deed, frozen=True):
    """15.4.3.1 This unit goes in."""

    stored = Pick
    piece: str

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: GoIn) -> Iterable[EnterWork]:
        return [cls(u.id) for u in by.able(g)]

    def why_not(self, g: PanzerBlitz, by: GoIn) -> Refusal | None:
        if g.pieces[self.piece].place != by.hex or any(u.id == self.piece for u in by.able(g)):
            return None
        return Refusal("PB-15.5.2" if by.hex in g.forts else "PB-15.4.3")

    def do(self, g: PanzerBlitz, by: GoIn) -> None:
        by.enter(g, [self.piece])

    def says(self, g: PanzerBlitz) -> str:
        return call(g, self.piece)


class AllEnterWork(Deed, frozen=True):
    """15.4.3.1 All for whom there is room go in together."""

    stored = Press(ALL_IN)

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: GoIn) -> Iterable[AllEnterWork]:
        able = by.able(g)
        return [cls()] if len(able) > 1 and fits_inside(g, by.hex, able) else []

    def do(self, g: PanzerBlitz, by: GoIn) -> None:
        by.enter(g, [u.id for u in by.able(g)])


class StayOut(Deed, frozen=True):
    """15.4.3.1 Nobody else goes in."""

    stored = Press(STAY_OUT)

    def do(self, g: PanzerBlitz, by: GoIn) -> None:
        g.done()


class GoIn(ChoiceStep, frozen=True):
    """9.1.3.1, 15.4.3.1 The owner chooses who of some units goes into the work of a hex, at no cost."""

    hex: Hex
    units: tuple[str, ...]
    cite: str

    deeds = (AllEnterWork, EnterWork, StayOut)

    def run(self, g: PanzerBlitz) -> None:
        able = self.able(g)
        if not able:
            return g.done()
        prompt = f"Who goes into the {_NAMES[room_inside(g, self.hex, able[0])]} in {self.hex}?"
        return g.ask(able[0].side, prompt, self.offered(g), self.cite)

    def able(self, g: PanzerBlitz) -> list[Unit]:
        """15.4.3.1 Those who could go in."""
        units = [g.pieces[i] for i in self.units if i in g.pieces]
        return [u for u in units if u.place == self.hex and not u.inside and room_inside(g, self.hex, u)]

    def enter(self, g: PanzerBlitz, units: list[str]) -> None:
        """15.4.3.1 These go in, and others may follow."""
        for i in units:
            g.change(i, inside=room_inside(g, self.hex, g.pieces[i]))
        g.swap(self)

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        """Nothing is rolled for this; what is rolled next is another matter."""
        return True


# -------------------- 15.4 Improved Positions

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


# -------------------- 15.6 Hull-down


def half_points(unit: Unit) -> int:
    """15.6.1, 1.2.2 Half the allowance, in half points, fraction dropped."""
    return 2 * (unit.face.ma // 2)


class SeekHullDown(Deed, frozen=True):
    """15.6.1 Half the allowance and the end of the move; the enemy may fire first, then the Efficiency Roll."""

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Moving) -> Iterator[SeekHullDown]:
        if g.pieces[by.unit].what.vehicle:
            yield cls()

    def why_not(self, g: PanzerBlitz, by: Moving) -> Refusal | None:
        unit = g.pieces[by.unit]
        if not unit.what.vehicle:
            return Refusal("PB-15.6.1")
        if unit.hull_down or unit.id in g.tried_hull:
            return Refusal("PB-15.6.2")
        if not g.land.effects[unit.place].hull_down or unit.place in g.mines or unit.place in g.land.ditches:
            return Refusal("PB-15.6.6")
        return Refusal("PB-15.6.2") if points_left(g, unit) < half_points(unit) else None

    def do(self, g: PanzerBlitz, by: Moving) -> None:
        unit = g.pieces[by.unit]
        g.moved = {**g.moved, unit.id: spent_points(g, unit) + half_points(unit)}
        g.tried_hull = {**g.tried_hull, unit.id: True}
        g.halted = {**g.halted, unit.id: True}
        g.swap(msgspec.structs.replace(by, acted=True))
        g.call(Opportunity(unit.id), HullDown(unit.id))

    def says(self, g: PanzerBlitz) -> str:
        return "look for a hull-down position"

    def preview(self, g: PanzerBlitz, by: Moving) -> Working | None:
        unit = g.pieces[by.unit]
        return efficiency_working(g, unit, f"{unit.name} looks for a hull-down position", FIRE_FIRST)


class HullDown(Step, frozen=True):
    """15.6.1 The roll for a hull-down position."""

    unit: str

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces.get(self.unit)
        if unit is not None and not unit.disrupted and efficiency_roll(g, unit, "hull-down"):
            g.change(unit.id, hull_down=True)
        g.done()
