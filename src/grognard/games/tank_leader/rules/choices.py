"""What the answers about a unit or a hex have in common, whatever is done."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Self

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Deed, Pick, Press, Step, To
from grognard.games.tank_leader.rules.cards import Play
from grognard.games.tank_leader.rules.data import CARDS, GRID
from grognard.games.tank_leader.rules.names import own_name
from grognard.games.tank_leader.rules.state import TankLeader, Unit

BACK = Press("back")


class GoBack(Deed, frozen=True):
    """7.2 The unit does something else, or nothing."""

    stored = BACK

    def do(self, g: TankLeader, by: Step) -> None:
        g.done()


class UnitDeed(Deed, frozen=True):
    """A click on a unit of the match; `does` says what is done with it."""

    piece: str
    stored: ClassVar[Action | type[Action] | None] = Pick
    does: ClassVar[str] = ""

    def is_meant(self, g: TankLeader, by: Any) -> bool:
        return self.piece in g.pieces

    def unit(self, g: TankLeader) -> Unit:
        """The unit that is named."""
        return g.pieces[self.piece]

    def says(self, g: TankLeader) -> str:
        return f"{self.does}{own_name(g, self.unit(g))}"


class HexDeed(Deed, frozen=True):
    """A click on a hex of the map."""

    hex: Hex
    stored: ClassVar[Action | type[Action] | None] = To
    does: ClassVar[str] = "to "

    @classmethod
    def candidates(cls, g: TankLeader, by: Any) -> Iterable[Self]:
        return map(cls, GRID.hexes)

    def is_meant(self, g: TankLeader, by: Any) -> bool:
        return self.hex in GRID

    def says(self, g: TankLeader) -> str:
        return f"{self.does}{self.hex}"


class CardDeed(Deed, frozen=True):
    """A click on a formation's card."""

    card: str
    stored: ClassVar[Action | type[Action] | None] = Play
    does: ClassVar[str] = ""

    @classmethod
    def candidates(cls, g: TankLeader, by: Any) -> Iterable[Self]:
        return map(cls, CARDS)

    def is_meant(self, g: TankLeader, by: Any) -> bool:
        return self.card in CARDS

    def says(self, g: TankLeader) -> str:
        return f"{self.does}{CARDS[self.card].id} ({g.rating(self.card)})"
