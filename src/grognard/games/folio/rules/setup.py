"""3.0 Set-up: every unit in its own area, one a hex, by hand or by the dice."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Option, Pick, Press, Refusal, Step, To
from grognard.engine.core.wording import side_people, with_count
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.movement import PICK, TO
from grognard.games.folio.rules.state import Unit
from grognard.games.folio.rules.units import title

STAFF = Press("Let the staff place the rest")


def room(g: Folio, unit: Unit) -> list[Hex]:
    """3.0 The free hexes of a unit's area."""
    return [h for h in g.rules.areas[g.what(unit).area] if h not in g.at]


def waiting(g: Folio, side: str) -> list[Unit]:
    """Units of a side that are still to be placed."""
    return [u for u in g.pieces.values() if u.side == side and u.place == ""]


class SetUp(Step, frozen=True):
    """3.0 One side places its units by hand; `unit` is the one in hand."""

    side: str
    unit: str = ""

    def run(self, g: Folio) -> None:
        left = waiting(g, self.side)
        if not left:
            return g.done()
        unit = self._in_hand(g)
        actions: list[Action] = [TO[h] for h in room(g, unit)]
        actions += [PICK[u.id] for u in left if u.id != unit.id]
        words = f"Place {title(g, unit)} in the area of {g.rules.area_name(g.what(unit))}"
        g.ask(self.side, words, [*actions, STAFF], "FO-3.0.4")

    def _in_hand(self, g: Folio) -> Unit:
        """The unit being placed: the one picked, or the first that waits."""
        return g.pieces[self.unit] if self.unit else waiting(g, self.side)[0]

    def take(self, g: Folio, action: Action) -> None:
        match action:
            case To(hex):
                g.place(self._in_hand(g), hex)
                g.swap(SetUp(self.side))
            case Pick(piece):
                g.swap(SetUp(self.side, piece))
            case _:
                g.rules.deal(g, self.side)
                g.done()

    def why_not(self, g: Folio, side: str, action: Action) -> Refusal | None:
        match action:
            case To(hex) if hex in g.rules.ground.index and hex in g.at:
                return Refusal("FO-5.3.1")
            case To(hex) if hex not in room(g, self._in_hand(g)):
                return Refusal("FO-3.0.4")
            case Pick(piece) if piece in g.pieces and g.pieces[piece].side != self.side:
                return Refusal("FO-3.0.4", f"{self.side} units are being placed.")
            case Pick(piece) if piece in g.pieces and g.pieces[piece].place:
                return Refusal("FO-3.0.4", "It has been placed, or comes on later.")
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
            g.rules.deal(g, self.side)
        g.tell("FO-3.0.1", "{side} sets up {n}", side=side_people(self.side), n=with_count(len(units), "unit"))
        g.done()


def set_up(option: str, order: Sequence[str]) -> tuple[Step, ...]:
    """3.0 Both sides in the order of the battle, as the players chose to do it."""
    if option == "by hand":
        return tuple(SetUp(side) for side in order)
    return tuple(StaffSetUp(side, option == "historical") for side in order)


SETUP = Option("setup", "Set-up", ("historical", "by the computer", "by hand"), "FO-3.0.4")
