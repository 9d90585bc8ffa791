"""4.0 The move of one unit: everything it can do in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, ChoiceStep, Deed, Refusal, Step
from grognard.games.panzer_blitz.rules.close_assault import Assault, ResolveAssaults
from grognard.games.panzer_blitz.rules.data import CANNOT_MOVE_EMPTY, TYPES, UnitType
from grognard.games.panzer_blitz.rules.declared_fire import AwaitFire
from grognard.games.panzer_blitz.rules.efficiency import Recover, RecoverAll
from grognard.games.panzer_blitz.rules.engineers import ClearMines, Demolish
from grognard.games.panzer_blitz.rules.field_works import LeaveWork, SeekHullDown, TakeCover, finish_digging
from grognard.games.panzer_blitz.rules.movement import (
    Go,
    KeepOffRoads,
    Moving,
    Stop,
    TakeRoads,
    finish_move,
    step_to,
    why_not_move,
)
from grognard.games.panzer_blitz.rules.movement_costs import Price
from grognard.games.panzer_blitz.rules.overrun_approach import OverrunNow, overrun_chances
from grognard.games.panzer_blitz.rules.reinforcements import EnterMap, entry_hexes, waiting, why_not_aboard
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.transport import Load, Unload
from grognard.games.panzer_blitz.rules.units import ByUnit, call

# -------------------- 3.1.2.1 The end of an Operation


class EndOperation(Deed, frozen=True):
    """3.1.2.1 The Operation is over."""

    def do(self, g: PanzerBlitz, by: Step) -> None:
        end(g)

    def says(self, g: PanzerBlitz) -> str:
        idle = len(still_fresh(g))
        return "end the operation" + (f"; {idle} unit{'s have' if idle > 1 else ' has'} done nothing" if idle else "")


def still_fresh(g: PanzerBlitz) -> list[Unit]:
    """Active units that could still move."""
    assert g.op is not None
    units = [g.pieces[i] for i in g.op.active if i in g.pieces and i not in g.moved and g.pieces[i].place in g.at]
    return [u for u in units if not u.what.gun and not u.what.aircraft and why_not_move(g, u) is None]


def end(g: PanzerBlitz) -> None:
    """3.1.2.1 Whoever waits for Assault Fire is Spent; dug positions appear; the chit leaves the map."""
    for i in g.ready:
        if i in g.pieces:
            g.change(i, spent=True)
    steps = finish_digging(g)
    g.op = None
    g.swap(*steps)


# -------------------- 4.0 The move of one unit


class MoveNext(Deed, frozen=True):
    """4.1.4, 4.1.10 This move is over, and the next unit begins to move."""

    piece: str

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Moving) -> Iterator[MoveNext]:
        return map(cls, cls.others(g, by))

    @classmethod
    def others(cls, g: PanzerBlitz, by: Moving) -> list[str]:
        """Who could move after the one that moves now."""
        return [i for i in Move.hands(g) if i != by.unit]

    def why_not(self, g: PanzerBlitz, by: Moving) -> Refusal | None:
        if self.piece == by.unit:
            return Refusal("GR-1", "It is the one that moves.")
        return Stop().why_not(g, by) or Move(self.piece).why_not(g, by)

    def do(self, g: PanzerBlitz, by: Moving) -> None:
        finish_move(g, g.pieces[by.unit])
        g.swap(begin_move(g, g.pieces[self.piece]))

    def says(self, g: PanzerBlitz) -> str:
        return f"stop here, and move {call(g, self.piece)}"


class BringOn(ByUnit, frozen=True):
    """3.1.2.3 Bring a reinforcement onto the map."""

    needs = "arrivals"

    @classmethod
    def why_never(cls, what: UnitType) -> Refusal | None:
        return Refusal("PB-2.3.14", "It comes with its carrier.") if what.gun else None

    @classmethod
    def hands(cls, g: PanzerBlitz) -> list[str]:
        assert g.op is not None
        return [i for i in g.op.active if i in g.pieces and not g.pieces[i].place] if g.op.kind != "ops" else []

    def why_not(self, g: PanzerBlitz, by: Step) -> Refusal | None:
        assert g.op is not None
        unit = g.pieces.get(self.piece)
        if unit is None or unit.place or unit.id not in g.op.active:
            return Refusal("PB-3.1.18")
        if unit.carrier:
            return Refusal("PB-2.3.14", "It comes with its carrier.")
        if (never := self.why_never(unit.what)) is not None:
            return never
        if unit.what.cls in CANNOT_MOVE_EMPTY and not any(
            why_not_aboard(g, unit, u) is None for u in waiting(g) if u.id != unit.id
        ):
            return Refusal("PB-4.3.19")
        return None if entry_hexes(g, unit) else Refusal("PB-3.1.21")

    def do(self, g: PanzerBlitz, by: Step) -> None:
        """It comes in, and goes on moving."""
        g.call(EnterMap(self.piece), MoveUnit(self.piece, "", acted=True))

    def says(self, g: PanzerBlitz) -> str:
        return f"bring on {call(g, self.piece)}"


ON_THE_WAY = (Load, Unload, Assault, OverrunNow, ClearMines, TakeCover, LeaveWork, SeekHullDown, AwaitFire)
AFTER_MOVES = (BringOn, ResolveAssaults, RecoverAll, Recover, EndOperation)  # 3.1.2.1


class MoveUnit(Moving, frozen=True):
    """4.1 One unit moves; carriers take their passengers along."""

    chances: tuple[Hex, ...] = ()  # 8.2.1.2 hexes it may overrun: seen, and Spotted, before it moved
    deeds = (
        (
            *(Go, *ON_THE_WAY),
            *(KeepOffRoads, TakeRoads, Stop, MoveNext),
            *AFTER_MOVES,
        ),
    )

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces.get(self.unit)
        if unit is not None and unit.labor and unit.place != unit.target and not unit.disrupted:
            g.halted = {**g.halted, unit.id: True}  # 17.2.3 it was hit on its way out: the charges wait for it
            return g.call(Demolish(unit.id))
        return super().run(g)

    def other_kinds(self, g: PanzerBlitz) -> Iterable[type[Deed]]:
        return on_the_way(g, g.pieces[self.unit])

    def bars(self, g: PanzerBlitz, kind: type[Deed]) -> Refusal | None:
        """17.2.1.3 An Engineer at work only goes out to fire its charges."""
        if g.pieces[self.unit].labor and kind not in (Go, Stop):
            return Refusal("PB-17.0.2")
        if kind in AFTER_MOVES:
            return self._bars_next(g, kind)
        refusal = super().bars(g, kind)
        return None if refusal is None or kind is MoveNext or self._may_still(g, kind) else refusal

    def parts(self, g: PanzerBlitz) -> Iterator[list[Deed]]:
        able, idle = on_the_way(g, g.pieces[self.unit]), Stop().why_not(g, self) is not None
        barred = {kind for kind in ON_THE_WAY if kind not in able} | {kind for kind in (MoveNext, *AFTER_MOVES) if idle}
        found = [deed for kind in self.all_kinds() if kind not in barred for deed in self.allowed(g, kind)]
        if found:
            yield found

    def _may_still(self, g: PanzerBlitz, kind: type[Deed]) -> bool:
        """7.10.1, 9.1.1 A Minefield or Block ends the movement, not what is done when movement is over."""
        place = g.pieces[self.unit].place
        return (kind is AwaitFire and place in g.mines) or (kind is Assault and place in g.blocks)

    def _bars_next(self, g: PanzerBlitz, kind: type[Deed]) -> Refusal | None:
        """3.1.2.1, 3.1.2.3 What comes after a move in an Operation can be said when it may be over."""
        beneath = g.steps[-2] if len(g.steps) > 1 else None
        if not isinstance(beneath, ChoiceStep) or kind not in beneath.kinds(g):
            return Refusal("PB-3.1.2")
        return Stop().why_not(g, self) or beneath.bars(g, kind)

    def take(self, g: PanzerBlitz, action: Action) -> None:
        """4.1.10 What comes after a move ends it."""
        if not isinstance(action, AFTER_MOVES):
            return super().take(g, action)
        self.stop(g)
        return g.steps[-1].take(g, action)

    def step(self, g: PanzerBlitz, unit: Unit, h: Hex, cost: Price, paid: int) -> list[Step]:
        """17.2.1.3 Engineers whose charges are set fire them from the next hex."""
        steps = step_to(g, unit, h, cost, paid)
        if unit.labor and unit.id in g.pieces:
            g.halted = {**g.halted, unit.id: True}
            steps.append(Demolish(unit.id))
        return steps


def on_the_way(g: PanzerBlitz, unit: Unit) -> tuple[type[Deed], ...]:
    """What a unit could do in a move besides going somewhere, as far as a glance at it and its hex tells."""
    return could_do_on_the_way(unit.type, bool(unit.inside), unit.place in g.ips or unit.place in g.forts)


@cache
def could_do_on_the_way(kind: str, inside: bool, cover: bool) -> tuple[type[Deed], ...]:
    """What a type of unit could ever do, in a work or where there is one."""
    what = TYPES[kind]
    cases: tuple[tuple[type[Deed], bool], ...] = (
        (Load, bool(what.transport_class)),
        (Unload, bool(what.transport_class)),
        (Assault, what.infantry),
        (OverrunNow, "OVR" in what.codes),
        (ClearMines, "ENG" in what.codes),
        (TakeCover, not what.vehicle and cover and not inside),
        (LeaveWork, inside),
        (SeekHullDown, what.vehicle),
        (AwaitFire, what.afv),
    )
    return tuple(deed for deed, can in cases if can)


class Move(ByUnit, frozen=True):
    """4.0 Begin to move a unit."""

    @classmethod
    def why_never(cls, what: UnitType) -> Refusal | None:
        if what.aircraft:
            return Refusal("PB-4.0.1")
        return Refusal("PB-2.3.14") if what.gun else None

    def why_not(self, g: PanzerBlitz, by: Step) -> Refusal | None:
        assert g.op is not None
        unit = g.pieces.get(self.piece)
        if unit is None or unit.id not in g.op.active:
            return Refusal("PB-3.1.9")
        if not unit.place:
            return Refusal("PB-4.0.1")
        refusal = self.why_never(unit.what) or why_not_move(g, unit)
        if refusal is not None:
            return refusal
        return None if any(MoveUnit(unit.id, unit.place).other_deeds(g)) else Refusal("PB-4.2.1", "It can do nothing.")

    def do(self, g: PanzerBlitz, by: Step) -> None:
        g.call(begin_move(g, g.pieces[self.piece]))

    def says(self, g: PanzerBlitz) -> str:
        return f"move {call(g, self.piece)}"


def begin_move(g: PanzerBlitz, unit: Unit) -> MoveUnit:
    """8.2.1.2 A move, with the hexes it may overrun on its way."""
    return MoveUnit(unit.id, unit.place, chances=overrun_chances(g, unit))
