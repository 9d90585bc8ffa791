"""3.0 Set-up: every unit in its own area, one a hex, by hand or by the dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.board.hexgrid import Hex
from grognard.engine import Action, Option, Pick, Press, Refusal, Step, To
from grognard.games.folio.rules.movement import PICK, TO
from grognard.games.folio.rules.state import Folio, Unit

STAFF = Press("Let the staff place the rest")

Areas = Mapping[str, Sequence[Hex]]


def room(g: Folio, unit: Unit, areas: Areas) -> list[Hex]:
    """3.0 The free hexes of a unit's area."""
    return [h for h in areas[g.what(unit).area] if h not in g.at]


def waiting(g: Folio, side: str) -> list[Unit]:
    """Units of a side that are still to be placed."""
    return [u for u in g.pieces.values() if u.side == side and u.place == ""]


def place_at_random(g: Folio, units: Sequence[Unit], areas: Areas) -> None:
    """Each unit in a free hex of its area, by the dice."""
    for unit in units:
        g.place(unit, g.choose(room(g, unit, areas)))


class SetUp(Step, frozen=True):
    """3.0 One side places its units by hand; `unit` is the one in hand."""

    side: str
    unit: str = ""

    def run(self, g: Folio) -> None:
        left = waiting(g, self.side)
        if not left:
            return g.done()
        unit = g.pieces[self.unit] if self.unit else left[0]
        actions: list[Action] = [TO[h] for h in room(g, unit, g.rules.areas)]
        actions += [PICK[u.id] for u in left if u.id != unit.id]
        what = g.what(unit)
        g.ask(self.side, f"Place {what.name} ({what.area})", [*actions, STAFF], "FO-3.0.4")

    def take(self, g: Folio, action: Action) -> None:
        match action:
            case To(hex):
                unit = g.pieces[self.unit] if self.unit else waiting(g, self.side)[0]
                g.place(unit, hex)
                g.swap(SetUp(self.side))
            case Pick(piece):
                g.swap(SetUp(self.side, piece))
            case _:
                place_at_random(g, waiting(g, self.side), g.rules.areas)
                g.done()

    def why_not(self, g: Folio, side: str, action: Action) -> Refusal | None:
        match action:
            case To(hex):
                return Refusal("FO-5.3.1" if hex in g.at else "FO-3.0.4")
        return None


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
            place_at_random(g, units, g.rules.areas)
        g.tell("FO-3.0.1", "{side} sets up {n} units", side=self.side, n=len(units))
        g.done()


def set_up(option: str, order: Sequence[str]) -> tuple[Step, ...]:
    """3.0 Both sides in the order of the battle, as the players chose to do it."""
    if option == "by hand":
        return tuple(SetUp(side) for side in order)
    return tuple(StaffSetUp(side, option == "historical") for side in order)


SETUP = Option("setup", "Set-up", ("historical", "by the computer", "by hand"), "FO-3.0.4")
