"""An answer that was refused, and the plain facts about it by which the rules are said a second time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import Any, NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Reason, Step
from grognard.games.tank_leader.rules.data import GRID, other
from grognard.games.tank_leader.rules.state import Move, TankLeader, Unit

AV, AI = "AV", "AI"
WAYS = 64  # half points: more than any allowance


class Case(NamedTuple):
    """A position, the side that is asked, and its answer."""

    g: TankLeader
    side: str
    action: Action

    @property
    def step(self) -> Step:
        return self.g.steps[-1]

    @property
    def button(self) -> str:
        """What a press says; "" for other answers."""
        return str(getattr(self.action, "button", ""))

    @property
    def hex(self) -> Hex:
        return str(getattr(self.action, "hex", ""))

    @property
    def card(self) -> str:
        return str(getattr(self.action, "card", ""))

    @property
    def named(self) -> Unit | None:
        """The unit that the answer names."""
        return self.g.pieces.get(getattr(self.action, "piece", ""))

    def is_a(self, *kinds: str) -> bool:
        """Is the answer of one of these kinds, or given to one of these steps?"""
        return type(self.action).__name__ in kinds or type(self.step).__name__ in kinds

    @property
    def actor(self) -> Unit | None:
        """The unit that is being asked to act."""
        step: Any = self.step
        ids = (getattr(step, "unit", ""), getattr(step, "gun", ""), *getattr(step, "units", ()))
        return next((self.g.pieces[i] for i in ids if i in self.g.pieces), None)

    @property
    def move(self) -> Move:
        unit = self.actor
        begun = self.g.move
        return (
            begun if begun is not None and unit is not None and begun.unit == unit.id else Move(unit.id if unit else "")
        )

    # ------------------------------------------------------------ fire

    @property
    def firer(self) -> Unit | None:
        """Who would fire: the unit named if others act around it, else the one that acts."""
        return self.named if self.is_a("React", "Defend", "Strike", "CombinedFire") else self.actor

    @property
    def target(self) -> Unit | None:
        """Who would be fired at."""
        step: Any = self.step
        if self.is_a("Defend"):
            return self.g.pieces.get(getattr(self.action, "target", ""))
        if self.is_a("React"):
            return self.g.pieces.get(step.mover)
        if self.is_a("CombinedFire"):
            return self.g.pieces.get(step.target)
        return self.named if self.is_a("FireAt", "Combine") else None

    @property
    def strength(self) -> str:
        """AV or AI."""
        return str(getattr(self.action, "strength", AI))

    def fires(self, test: Callable[[TankLeader, Unit, Unit, str], bool]) -> bool:
        """Is something true of a shot: the position, who fires at whom, and with which strength?"""
        firer, target = self.firer, self.target
        return firer is not None and target is not None and test(self.g, firer, target, self.strength)

    # ------------------------------------------------------------ what is where

    def enemies(self, h: Hex) -> list[Unit]:
        """Enemies of the side asked in a hex."""
        return self.g.side_here(h, other(self.side))

    def fought(self) -> Hex:
        """The hex of an assault or of indirect fire."""
        return self.hex or str(getattr(self.step, "hex", ""))


def stands(unit: Unit) -> Hex:
    """Where a unit really is, "" off the map."""
    return unit.place or unit.recorded


def apart(a: Unit, b: Unit) -> int:
    return GRID.distance(stands(a), stands(b))


def tank_like(unit: Unit) -> bool:
    """A vehicle other than a truck."""
    return unit.vehicle and not unit.what.truck


def foot(unit: Unit) -> bool:
    return unit.what.kind in ("infantry", "fo")


def steps_from(g: TankLeader, unit: Unit, points: int, start: Hex = "") -> set[Hex]:
    """8.1 Every hex within so many half points of a unit, no matter who is in the way: one price after the other."""
    found: dict[Hex, int] = {}
    waiting = [(0, start or stands(unit))]
    while waiting:
        spent, h = heappop(waiting)
        if h in found:
            continue
        found[h] = spent
        for near in GRID.neighbours[h]:
            price = g.country.step(h, near, unit.what.mover, unit.what.ma)
            ended = g.country.stops(h, near, unit.what.mover)
            if price is not None and spent + price <= points and near not in found:
                heappush(waiting, (points if ended else spent + price, near))
    return set(found)


Test = Callable[[Case], bool]
Table = dict[str, tuple[tuple[str, Test], ...]]


def told(table: Table) -> Iterator[tuple[str, tuple[Reason, ...]]]:
    """A table of tests as the engine wants it."""
    for row, reasons in table.items():
        yield row, tuple(Reason(words, _on_case(test)) for words, test in reasons)


def _on_case(test: Test) -> Callable[[TankLeader, str, Action], bool]:
    return lambda g, side, action: bool(test(Case(g, side, action)))
