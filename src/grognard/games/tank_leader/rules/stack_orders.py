"""7.2, 8 Units of a stack that do the same, one after another, by one order."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Actions, ChoiceStep, Deed, Press, Refusal, Route, Step, To
from grognard.games.tank_leader.rules.choices import GoBack, HexDeed
from grognard.games.tank_leader.rules.data import other
from grognard.games.tank_leader.rules.fire import AimedFire, finish, fire, targets
from grognard.games.tank_leader.rules.move_paths import ReachableHexes, RollForMovement, must_roll, why_not_move
from grognard.games.tank_leader.rules.movement import MoveUnit, Walk, why_not_go_to
from grognard.games.tank_leader.rules.state import Move, TankLeader, Unit
from grognard.games.tank_leader.rules.transport import entrench, why_not_entrench

ENTRENCH = Press("entrench")


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


class FireTogether(AimedFire, frozen=True):
    """9.22 The shot of the first; the others fire like it."""

    def do(self, g: TankLeader, by: StackActs) -> None:
        g.swap(Volley(by.units, self.piece, self.strength, condition(g, self.piece)))


class MarchTo(HexDeed, frozen=True):
    """8 All of them go to a hex by the same way."""

    @classmethod
    def answers(cls, g: TankLeader, by: StackActs) -> Actions:
        return Actions(*by.ways(g).moves())

    def why_not(self, g: TankLeader, by: StackActs) -> Refusal | None:
        unit = by.leader(g)
        return why_not_go_to(g, unit, Move(unit.id), self.hex)

    def do(self, g: TankLeader, by: StackActs) -> None:
        g.swap(March(by.units, self.hex, ready_foes(g, by.leader(g).side)))

    def hides_odds(self, g: TankLeader, by: StackActs) -> bool:
        return True


class DigInTogether(Deed, frozen=True):
    """13.41 All of them entrench."""

    stored = ENTRENCH

    def why_not(self, g: TankLeader, by: StackActs) -> Refusal | None:
        return why_not_dig(g, by.leader(g))

    def do(self, g: TankLeader, by: StackActs) -> None:
        g.done()
        for unit in by.units:
            dig_in(g, unit)


class StackActs(ChoiceStep, frozen=True):
    """7.2, 8, 9.2 A stack goes somewhere, fires or digs in; each unit performs an operation of its own."""

    units: tuple[str, ...]
    deeds = (FireTogether, MarchTo, DigInTogether, GoBack)

    def run(self, g: TankLeader) -> None:
        unit = self.leader(g)
        if must_roll(g, unit) and why_not_move(g, unit) is None:
            return g.call(RollForMovement(unit.card))
        what = "fire at whom, or where to?" if targets(g, unit) else "where to?"
        prompt = f"{unit.name} and {len(self.units) - 1} like it in {unit.hex}: {what}"
        g.ask(unit.side, prompt, self.offered(g), "TL-7.2.1")

    def bars(self, g: TankLeader, kind: type[Deed]) -> Refusal | None:
        return why_not_move(g, self.leader(g)) if kind is MarchTo else None

    def leader(self, g: TankLeader) -> Unit:
        """The first of the stack."""
        return g.pieces[self.units[0]]

    def hexes(self, g: TankLeader) -> list[Hex]:
        """8.1 Where they can go."""
        return self.ways(g).hexes() if why_not_move(g, self.leader(g)) is None else []

    def ways(self, g: TankLeader) -> ReachableHexes:
        """8.1 Where they can go, and which way."""
        return ReachableHexes(g, self.leader(g), Move(self.units[0]))

    def route(self, g: TankLeader, action: Action) -> Route | None:
        """8.1 The way that all of them take."""
        if not isinstance(action, To) or action.hex not in self.hexes(g):
            return None
        return self.ways(g).route(action.hex, ends=True)

    def walked(self, g: TankLeader, action: Action) -> MoveUnit:
        g.move = Move(self.units[0])
        there = MoveUnit(self.units[0]).walked(g, action)
        g.move = replace(g.move, over=True)
        return there


class March(Step, frozen=True):
    """8, 9.41 One unit after another goes to a hex, until something has happened: then the owner is asked again."""

    units: tuple[str, ...]
    hex: Hex
    ready: int  # enemies that were face-up when the order was given
    last: str = ""  # who went before

    def run(self, g: TankLeader) -> None:
        unit = g.pieces.get(self.units[0]) if self.units else None
        if unit is None or self._stirred(g, unit) or why_not_go_to(g, unit, Move(unit.id), self.hex) is not None:
            return g.done()
        g.move = Move(unit.id)
        way = ReachableHexes(g, unit, g.move).to(self.hex)
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
    """7.2, 9.2 One unit after another fires at a target, until something comes of it: then the owner is asked again."""

    units: tuple[str, ...]
    target: str
    strength: str
    stood: tuple[tuple[str, bool], ...]  # the target's stack when the order was given

    def run(self, g: TankLeader) -> None:
        if not self.units or self.target not in g.pieces or condition(g, self.target) != self.stood:
            return g.done()
        g.swap(replace(self, units=self.units[1:]))
        fire(g, self.units[0], self.target, self.strength)
