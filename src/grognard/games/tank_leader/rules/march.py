"""7.2, 8 Units of a stack that do the same, one after another, by one order."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from grognard.board.hexgrid import Hex
from grognard.engine import Action, Press, Refusal, Route, Step, To
from grognard.games.tank_leader.rules.data import GRID, other
from grognard.games.tank_leader.rules.entrench import entrench, why_not_entrench
from grognard.games.tank_leader.rules.fire import finish
from grognard.games.tank_leader.rules.movement import TO, MoveUnit, Walk, why_not_go_to
from grognard.games.tank_leader.rules.state import Move, TankLeader, Unit
from grognard.games.tank_leader.rules.ways import RollForMovement, Ways, must_roll, why_not_move

ENTRENCH, BACK = Press("entrench"), Press("back")


class Together(Action, frozen=True):
    """Choose a unit and all like it in its stack, to do the same one after another."""

    piece: str


def stacks(g: TankLeader, units: Iterable[Unit]) -> list[tuple[str, ...]]:
    """7.2 Units alike in a hex that may operate: whoever of them is sent somewhere, the others may follow."""
    found: dict[tuple[object, ...], list[str]] = {}
    for unit in units:
        if unit.place and not g.loaded(unit) and (why_not_move(g, unit) is None or why_not_dig(g, unit) is None):
            key = unit.place, unit.type, unit.card, unit.separated, unit.exp, unit.trench, unit.bound
            found.setdefault(key, []).append(unit.id)
    return [tuple(ids) for ids in found.values() if len(ids) > 1]


def stack_with(g: TankLeader, units: Iterable[Unit], piece: str) -> tuple[str, ...]:
    """7.2 The stack that is sent off by its first unit, or nothing."""
    return next((ids for ids in stacks(g, units) if ids[0] == piece), ())


def why_not_dig(g: TankLeader, unit: Unit) -> Refusal | None:
    """2.11.2, 13.4 Why a unit may not entrench in this battle."""
    return why_not_entrench(g, unit) if g.advanced else Refusal("TL-2.11.2")


def ready_foes(g: TankLeader, side: str) -> int:
    """9.4 How many enemies on the map are face-up: one that fires or appears makes a difference."""
    return sum(unit.up for unit in g.units(other(side)))


class StackActs(Step, frozen=True):
    """7.2, 8 A stack goes somewhere or digs in; each unit performs an operation of its own."""

    units: tuple[str, ...]

    def run(self, g: TankLeader) -> None:
        unit = self.leader(g)
        if must_roll(g, unit) and why_not_move(g, unit) is None:
            return g.call(RollForMovement(unit.card))
        moves: list[Action] = [TO[h] for h in self.hexes(g)]
        digs = [ENTRENCH] if why_not_dig(g, unit) is None else []
        prompt = f"{unit.name} and {len(self.units) - 1} like it in {unit.hex}: where to?"
        g.ask(unit.side, prompt, [*moves, *digs, BACK], "TL-7.2.1")

    def leader(self, g: TankLeader) -> Unit:
        """The first of the stack."""
        return g.pieces[self.units[0]]

    def hexes(self, g: TankLeader) -> list[Hex]:
        """8.1 Where they can go."""
        unit = self.leader(g)
        return Ways(g, unit, Move(unit.id)).hexes() if why_not_move(g, unit) is None else []

    def take(self, g: TankLeader, action: Action) -> None:
        if isinstance(action, To):
            return g.swap(March(self.units, action.hex, ready_foes(g, self.leader(g).side)))
        g.done()
        for unit in self.units if action == ENTRENCH else ():
            entrench(g, unit)
            finish(g, unit)

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        unit = self.leader(g)
        match action:
            case To(h) if h in GRID:
                return why_not_move(g, unit) or why_not_go_to(g, unit, Move(unit.id), h)
            case Press() if action == ENTRENCH:
                return why_not_dig(g, unit)
        return None

    def route(self, g: TankLeader, action: Action) -> Route | None:
        """8.1 The way that all of them take."""
        if not isinstance(action, To) or action.hex not in self.hexes(g):
            return None
        unit = self.leader(g)
        return Ways(g, unit, Move(unit.id)).route(action.hex, ends=True)

    def walked(self, g: TankLeader, action: Action) -> MoveUnit:
        g.move = Move(self.units[0])
        there = MoveUnit(self.units[0]).walked(g, action)
        g.move = replace(g.move, over=True)
        return there


class March(Step, frozen=True):
    """8, 9.41 One unit after another goes to a hex, until something has happened: then the owner is asked anew."""

    units: tuple[str, ...]
    hex: Hex
    ready: int  # enemies that were face-up when the order was given
    last: str = ""  # who went before

    def run(self, g: TankLeader) -> None:
        unit = g.pieces.get(self.units[0]) if self.units else None
        if unit is None or self._stirred(g, unit) or why_not_go_to(g, unit, Move(unit.id), self.hex) is not None:
            return g.done()
        g.move = Move(unit.id)
        way = Ways(g, unit, g.move).to(self.hex)
        g.swap(Walk(unit.id, way, ends=True), MoveUnit(unit.id), replace(self, units=self.units[1:], last=unit.id))

    def _stirred(self, g: TankLeader, unit: Unit) -> bool:
        """9.41 Has an enemy fired or appeared, or did the one before not get there unharmed?"""
        before = g.pieces.get(self.last)
        arrived = not self.last or (before is not None and before.place == self.hex and not before.suppressed)
        return not arrived or ready_foes(g, unit.side) != self.ready
