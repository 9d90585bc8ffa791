"""A game whose steps take narrower answers than any action, for the type checkers: see `test_typing.py`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from grognard.engine import Action, Piece, State, Step


class Order(Action, frozen=True):
    """Where a ship is to go."""

    hex: str


class Ship(Piece, frozen=True):
    """A ship."""


@dataclass(slots=True, eq=False)
class Sea(State[Ship]):
    """The ships."""

    turn: int = 1


class Sail(Step[Order], frozen=True):
    """One side sends a ship: `take` gets orders and nothing else."""

    ship: str

    def run(self, g: Sea) -> None:
        g.ask("red", "Where to?", [Order("0101"), Order("0102")])

    def take(self, g: Sea, action: Order) -> None:
        g.change(self.ship, place=action.hex)
        g.done()


class Both(Step[Order], frozen=True):
    """Both sides write an order at once."""

    def run(self, g: Sea) -> None:
        for side in ("red", "blue"):
            g.ask(side, "Where to?", [Order("0101"), Order("0102")])

    def take_all(self, g: Sea, answers: Mapping[str, Order]) -> None:
        for side, order in answers.items():
            g.change(side, place=order.hex)
        g.done()


class Either(Step, frozen=True):
    """A step that does not name its answers may narrow them all the same."""

    def run(self, g: Sea) -> None:
        g.call(Sail("red"), Both())

    def take(self, g: Sea, action: Order) -> None:
        g.swap(Sail(action.hex))
