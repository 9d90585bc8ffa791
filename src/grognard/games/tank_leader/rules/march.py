"""7.2, 8 Units of a stack that do the same, one after another, by one order."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Actions, Press, Refusal, Route, Step, To, Working
from grognard.games.tank_leader.rules.data import GRID, other
from grognard.games.tank_leader.rules.entrench import entrench, why_not_entrench
from grognard.games.tank_leader.rules.fire import STRENGTHS, FireAt, finish, fire, preview_fire, targets, why_not_fire
from grognard.games.tank_leader.rules.move_paths import RollForMovement, Ways, must_roll, why_not_move
from grognard.games.tank_leader.rules.movement import MoveUnit, Walk, why_not_go_to
from grognard.games.tank_leader.rules.names import examinable
from grognard.games.tank_leader.rules.state import Move, TankLeader, Unit

ENTRENCH, BACK = Press("entrench"), Press("back")


class Together(Action, frozen=True):
    """Choose a unit and all like it in its stack, to do the same one after another."""

    piece: str


def stacks(g: TankLeader, units: Iterable[Unit]) -> list[tuple[str, ...]]:
    """7.2 Units alike in a hex that may operate: whatever one of them is told to do, the others may do after it."""
    found: dict[tuple[object, ...], list[str]] = {}
    for unit in units:
        if unit.place and not g.loaded(unit) and _able(g, unit):
            key = unit.place, unit.type, unit.card, unit.separated, unit.exp, unit.trench, unit.bound
            found.setdefault(key, []).append(unit.id)
    return [tuple(ids) for ids in found.values() if len(ids) > 1]


def _able(g: TankLeader, unit: Unit) -> bool:
    return why_not_move(g, unit) is None or why_not_dig(g, unit) is None or bool(targets(g, unit))


def stack_with(g: TankLeader, units: Iterable[Unit], piece: str) -> tuple[str, ...]:
    """7.2 The stack that is sent off by its first unit, or nothing."""
    return next((ids for ids in stacks(g, units) if ids[0] == piece), ())


def why_not_dig(g: TankLeader, unit: Unit) -> Refusal | None:
    """2.11.2, 13.4 Why a unit may not entrench in this battle."""
    return why_not_entrench(g, unit) if g.advanced else Refusal("TL-2.11.2")


def diggers(g: TankLeader, units: Iterable[Unit]) -> list[Unit]:
    """13.4 Those of some units on the map who may entrench."""
    return [u for u in units if u.place and not u.vehicle and why_not_dig(g, u) is None]


def dig_in(g: TankLeader, unit: str) -> None:
    """13.41 The operation of a unit that entrenches."""
    entrench(g, unit)
    finish(g, unit)


def ready_foes(g: TankLeader, side: str) -> int:
    """9.4 How many enemies on the map are face-up: one that fires or appears makes a difference."""
    return sum(unit.up for unit in g.units(other(side)))


class StackActs(Step, frozen=True):
    """7.2, 8, 9.2 A stack goes somewhere, fires or digs in; each unit performs an operation of its own."""

    units: tuple[str, ...]

    def run(self, g: TankLeader) -> None:
        unit = self.leader(g)
        if must_roll(g, unit) and why_not_move(g, unit) is None:
            return g.call(RollForMovement(unit.card))
        shots: list[Action] = [FireAt(target.id, kind) for target, kind in targets(g, unit)]
        moves = self._ways(g).moves() if why_not_move(g, unit) is None else ()
        digs = [ENTRENCH] if why_not_dig(g, unit) is None else []
        what = "fire at whom, or where to?" if shots else "where to?"
        prompt = f"{unit.name} and {len(self.units) - 1} like it in {unit.hex}: {what}"
        g.ask(unit.side, prompt, Actions(shots, *moves, digs, (BACK,)), "TL-7.2.1")

    def leader(self, g: TankLeader) -> Unit:
        """The first of the stack."""
        return g.pieces[self.units[0]]

    def hexes(self, g: TankLeader) -> list[Hex]:
        """8.1 Where they can go."""
        return self._ways(g).hexes() if why_not_move(g, self.leader(g)) is None else []

    def _ways(self, g: TankLeader) -> Ways:
        return Ways(g, self.leader(g), Move(self.units[0]))

    def take(self, g: TankLeader, action: Action) -> None:
        if isinstance(action, To):
            return g.swap(March(self.units, action.hex, ready_foes(g, self.leader(g).side)))
        if isinstance(action, FireAt):
            return g.swap(Volley(self.units, action.piece, action.strength, condition(g, action.piece)))
        g.done()
        for unit in self.units if action == ENTRENCH else ():
            dig_in(g, unit)

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        unit = self.leader(g)
        match action:
            case To(h) if h in GRID:
                return why_not_move(g, unit) or why_not_go_to(g, unit, Move(unit.id), h)
            case FireAt(piece, strength) if piece in g.pieces and strength in STRENGTHS:
                return why_not_fire(g, unit, g.pieces[piece], strength)
            case Press() if action == ENTRENCH:
                return why_not_dig(g, unit)
        return None

    def preview(self, g: TankLeader, action: Action) -> Working | None:
        """9.22 The shot of the first; the others fire like it."""
        if not isinstance(action, FireAt):
            return None
        return preview_fire(g, self.leader(g), g.pieces[action.piece], action.strength)

    def hides_odds(self, g: TankLeader, action: Action) -> bool:
        if isinstance(action, FireAt):
            return not examinable(g, g.pieces[action.piece], self.leader(g).side)
        return isinstance(action, To)

    def route(self, g: TankLeader, action: Action) -> Route | None:
        """8.1 The way that all of them take."""
        if not isinstance(action, To) or action.hex not in self.hexes(g):
            return None
        return self._ways(g).route(action.hex, ends=True)

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


def condition(g: TankLeader, target: str) -> tuple[tuple[str, bool], ...]:
    """9.21, 9.3 Who lies in a target's stack and who of them is suppressed: what fire changes there."""
    unit = g.pieces[target]
    return tuple((u.id, u.suppressed) for u in g.stack(unit.place, unit.side))


class Volley(Step, frozen=True):
    """7.2, 9.2 One unit after another fires at a target, until something comes of it: then the owner is asked anew."""

    units: tuple[str, ...]
    target: str
    strength: str
    stood: tuple[tuple[str, bool], ...]  # the target's stack when the order was given

    def run(self, g: TankLeader) -> None:
        if not self.units or self.target not in g.pieces or condition(g, self.target) != self.stood:
            return g.done()
        g.swap(replace(self, units=self.units[1:]))
        fire(g, self.units[0], self.target, self.strength)
