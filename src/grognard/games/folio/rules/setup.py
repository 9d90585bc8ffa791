"""3.0 Set-up: every unit in its own area, one a hex, by hand or by the dice."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes.grid import Hex
from grognard.engine import ChoiceStep, Deed, Option, Pick, Press, Refusal, Step, To
from grognard.engine.core.wording import side_people, with_count
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.movement import PICK, TO, ChooseUnit
from grognard.games.folio.rules.state import Unit
from grognard.games.folio.rules.units import title

STAFF = Press("Let the staff place the rest")


def room(g: Folio, unit: Unit) -> list[Hex]:
    """3.0 The free hexes of a unit's area."""
    return [h for h in g.rules.areas[g.what(unit).area] if h not in g.at]


def waiting(g: Folio, side: str) -> list[Unit]:
    """Units of a side that are still to be placed."""
    return [u for u in g.pieces.values() if u.side == side and u.place == ""]


class PlaceIn(Deed, frozen=True):
    """3.0 The unit in hand is placed in a hex of its area."""

    stored = To
    hex: Hex

    @classmethod
    def answers(cls, g: Folio, by: SetUp) -> list[To]:
        return [TO[h] for h in room(g, by.in_hand(g))]

    def why_not(self, g: Folio, by: SetUp) -> Refusal | None:
        if self.hex in g.rules.ground.index and self.hex in g.at:
            return Refusal("FO-5.3.1")
        return None if self.hex in room(g, by.in_hand(g)) else Refusal("FO-3.0.4")

    def do(self, g: Folio, by: SetUp) -> None:
        g.place(by.in_hand(g), self.hex)
        g.swap(SetUp(by.side))


class PlaceNext(ChooseUnit, frozen=True):
    """3.0 Another unit is taken in hand."""

    @classmethod
    def answers(cls, g: Folio, by: SetUp) -> list[Pick]:
        unit = by.in_hand(g)
        return [PICK[u.id] for u in waiting(g, by.side) if u.id != unit.id]

    def why_not(self, g: Folio, by: SetUp) -> Refusal | None:
        unit = g.pieces[self.piece]
        if unit.side != by.side:
            return Refusal("FO-3.0.4", f"{by.side} units are being placed.")
        return Refusal("FO-3.0.4", "It has been placed, or comes on later.") if unit.place else None

    def do(self, g: Folio, by: SetUp) -> None:
        g.swap(SetUp(by.side, self.piece))


class LeaveToStaff(Deed, frozen=True):
    """3.0 The staff places the others."""

    stored = STAFF

    def do(self, g: Folio, by: SetUp) -> None:
        g.rules.deal(g, by.side)
        g.done()


class SetUp(ChoiceStep, frozen=True):
    """3.0 One side places its units by hand; `unit` is the one in hand."""

    side: str
    unit: str = ""

    deeds = (PlaceIn, PlaceNext, LeaveToStaff)

    def run(self, g: Folio) -> None:
        if not waiting(g, self.side):
            return g.done()
        unit = self.in_hand(g)
        words = f"Place {title(g, unit)} in the area of {g.rules.area_name(g.what(unit))}"
        g.ask(self.side, words, self.offered(g), "FO-3.0.4")

    def in_hand(self, g: Folio) -> Unit:
        """The unit being placed: the one picked, or the first that waits."""
        return g.pieces[self.unit] if self.unit else waiting(g, self.side)[0]


class StaffSetUp(Step, frozen=True):
    """3.0 A side's units placed by the staff: in the fixed hexes of the battle, or anywhere in their areas."""

    side: str
    fixed: bool

    def run(self, g: Folio) -> None:
        units = waiting(g, self.side)
        if self.fixed:
            for unit in units:
                g.place(unit, g.rules.placement[unit.id])
        else:
            g.rules.deal(g, self.side)
        g.tell("FO-3.0.1", "{side} sets up {n}", side=side_people(self.side), n=with_count(len(units), "unit"))
        g.done()


def set_up(option: str, order: Sequence[str]) -> tuple[Step, ...]:
    """3.0 Both sides in the order of the battle, as the players chose to do it."""
    if option == "by hand":
        return tuple(SetUp(side) for side in order)
    return tuple(StaffSetUp(side, option == "historical") for side in order)


SETUP = Option("setup", "Set-up", ("historical", "by the computer", "by hand"), "FO-3.0.4")
