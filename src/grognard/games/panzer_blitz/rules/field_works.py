"""15.4.8, 15.4.9, 15.5.9 Into and out of Improved Positions and Fortifications."""

from __future__ import annotations

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Deed, Pick, Press, Refusal, Step
from grognard.games.panzer_blitz.rules.by_units import ByUnit
from grognard.games.panzer_blitz.rules.data import UnitType
from grognard.games.panzer_blitz.rules.movement import Moving, points_left, spent_points
from grognard.games.panzer_blitz.rules.movement_costs import WORK
from grognard.games.panzer_blitz.rules.opportunity_fire import Opportunity
from grognard.games.panzer_blitz.rules.stacking import fits_inside, room_inside
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.units import call

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


class GoIn(Step, frozen=True):
    """9.1.3.1, 15.4.3.1 The owner chooses who of some units goes into the work of a hex, at no cost."""

    hex: Hex
    units: tuple[str, ...]
    cite: str

    def run(self, g: PanzerBlitz) -> None:
        able = self._able(g)
        if not able:
            return g.done()
        actions: list[Action] = [Pick(u.id) for u in able]
        if len(able) > 1 and fits_inside(g, self.hex, able):
            actions.insert(0, Press(ALL_IN))
        prompt = f"Who goes into the {_NAMES[room_inside(g, self.hex, able[0])]} in {self.hex}?"
        return g.ask(able[0].side, prompt, [*actions, Press(STAY_OUT)], self.cite)

    def _able(self, g: PanzerBlitz) -> list[Unit]:
        units = [g.pieces[i] for i in self.units if i in g.pieces]
        return [u for u in units if u.place == self.hex and not u.inside and room_inside(g, self.hex, u)]

    def take(self, g: PanzerBlitz, action: Action) -> None:
        if action == Press(STAY_OUT):
            return g.done()
        picked = [action.piece] if isinstance(action, Pick) else [u.id for u in self._able(g)]
        for i in picked:
            g.change(i, inside=room_inside(g, self.hex, g.pieces[i]))
        return g.swap(self)

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        """Nothing is rolled for this; what is rolled next is another matter."""
        return True

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        if isinstance(action, Pick) and action.piece in g.pieces and g.pieces[action.piece].place == self.hex:
            if any(u.id == action.piece for u in self._able(g)):
                return None
            return Refusal("PB-15.5.2" if self.hex in g.forts else "PB-15.4.3")
        return None
