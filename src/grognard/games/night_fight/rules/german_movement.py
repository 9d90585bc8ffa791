"""4.2, 5.3, 7.0, 8.0 German movement: who moves next, where to, who comes along or stays, and when it may end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import ClassVar, Protocol, Self

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Actions, Deed, Group, Pick, Press, Refusal, Route, RouteStep, To, Working
from grognard.engine.core.wording import with_count
from grognard.games.night_fight.rules.bridges import first_roll
from grognard.games.night_fight.rules.column_formation import divide_columns
from grognard.games.night_fight.rules.data import GRID, TYPES
from grognard.games.night_fight.rules.losses import remove
from grognard.games.night_fight.rules.soviet_fire import soviets_react
from grognard.games.night_fight.rules.stack_moves import AT_HAND, Stack, Walk, end_move, has_tower
from grognard.games.night_fight.rules.stacking import (
    LIMIT,
    WALKS_AS,
    can_enter,
    can_leave,
    fits,
    has_a_free_step,
    overfull,
    points_left,
    prices,
    somewhere,
    stack_class,
    step_cost,
    still_together,
    unmoved,
    way_of,
    why_not_go,
    why_not_move,
    why_not_stop,
)
from grognard.games.night_fight.rules.state import (
    SOVIET,
    Back,
    Choose,
    EndPhase,
    GermanPhase,
    NightFight,
    Unit,
    names,
    on_map,
    told_apart,
)
from grognard.games.night_fight.rules.transport import HandOverFausts, loose_as_the_phase_begins, stranded, why_not_load

TO = {h: To(h) for h in GRID.hexes}


# ------------------------------------------------------------------ where to


class Go(Deed, frozen=True):
    """8.0 The stack is sent to a hex, on the map or from off it."""

    stored = To
    hex: Hex

    @classmethod
    def answers(cls, g: NightFight, by: MoveStack) -> Group[To]:
        """Hexes in reach of its points which it can in the end leave, or stay in."""
        units = by.members(g)
        points = points_left(g, units, by.tow)
        ways = prices(g, units, points) if points else {}
        here, at, wrecks = units[0].place, g.at, g.wrecks

        def may_go(to: To) -> bool:
            h = to.hex
            return h != here and ((h not in at and h not in wrecks) or fits(g, units, h, points - ways[h], by.tow))

        return Group([TO[h] for h in ways], may_go)

    def why_not(self, g: NightFight, by: MoveStack) -> Refusal | None:
        return why_not_go(g, by.members(g), self.hex, by.tow)

    def do(self, g: NightFight, by: MoveStack) -> None:
        units = by.members(g)
        g.acted = {**g.acted, units[0].side: True}
        path = way_of(g, units, self.hex, by.tow)
        g.swap(Walk(by.units, path, by.tow, g.alarms), MoveStack(by.units, by.tow, self.hex))

    def reads(self, g: NightFight, by: MoveStack) -> str:
        return f"together to {self.hex}" if len(by.units) > 1 else f"to {self.hex}"

    def preview(self, g: NightFight, by: MoveStack) -> Working | None:
        """19.0 A super heavy unit rolls for the first bridge on its way."""
        units = by.members(g)
        heavy = any(u.what.weight == "SH" for u in units)
        return first_roll(g, units, way_of(g, units, self.hex, by.tow)) if heavy else None


class GoOn(Deed, frozen=True):
    """5.3 A stack that was halted on its way goes on to where it was sent."""

    stored = Press("go on")

    def why_not(self, g: NightFight, by: MoveStack) -> Refusal | None:
        return Go(by.bound).why_not(g, by)

    def do(self, g: NightFight, by: MoveStack) -> None:
        Go(by.bound).do(g, by)

    def reads(self, g: NightFight, by: MoveStack) -> str:
        return f"go on to {by.bound}"

    def preview(self, g: NightFight, by: MoveStack) -> Working | None:
        return Go(by.bound).preview(g, by)


# ------------------------------------------------------------------ who comes along, and who stays


class Join(Choose, frozen=True):
    """4.2 A unit in the same hex comes along from here; it is deemed to have spent as much as the stack."""

    @classmethod
    def answers(cls, g: NightFight, by: MoveStack) -> Group[Pick]:
        place = g.pieces[by.units[0]].place
        pool = g.at[place] if place else [u.id for u in g.outside()]
        others = [Pick(i) for i in pool if i not in by.units] if len(pool) > len(by.units) else []
        return Group(others, lambda unit: cls(unit.piece).why_not(g, by) is None)

    def is_meant(self, g: NightFight, by: MoveStack) -> bool:
        return self.piece in g.pieces and not by.parts_from(g, self.piece)

    def why_not(self, g: NightFight, by: MoveStack) -> Refusal | None:
        units, other = by.members(g), g.pieces[self.piece]
        if other.side == SOVIET:
            return Refusal("NF-8.0.6")
        if other.side != units[0].side:
            return Refusal("NF-20.2.2", "It belongs to the other player.")
        if other.id in by.units or other.place != units[0].place:
            return Refusal("NF-4.2.4", "It must stand in the stack's own hex.")
        if len(units) + by.tow >= LIMIT:
            return Refusal("NF-4.2.1")
        if not points_left(g, units, by.tow):
            return Refusal("NF-4.2.4", "The stack has no points left to go on with it.")
        if TYPES[other.type].kind == "gun":
            refusal = why_not_load(g, units, other)
        else:
            refusal = why_not_move(g, other) if on_map(other.place) else None
        return refusal or by.why_no_room(g, (*units, other))

    def do(self, g: NightFight, by: MoveStack) -> None:
        if by.units[0] in g.spent:
            g.spent = {**g.spent, self.piece: g.spent[by.units[0]]}
        g.swap(replace(by, units=(*by.units, self.piece)))

    def reads(self, g: NightFight, by: MoveStack) -> str:
        return f"take along {told_apart(g.pieces[self.piece])}"


class Drop(Deed, frozen=True):
    """4.2, 8.7 A unit of the moving stack is left where it is."""

    piece: str

    @classmethod
    def candidates(cls, g: NightFight, by: MoveStack) -> list[Self]:
        return [cls(i) for i in by.units] if len(by.units) > 1 else []

    def is_meant(self, g: NightFight, by: MoveStack) -> bool:
        return self.piece in by.units

    def why_not(self, g: NightFight, by: MoveStack) -> Refusal | None:
        units, unit = by.members(g), g.pieces[self.piece]
        if not by.begun(g) or not unit.place:
            return Refusal("NF-4.2.3", "The stack has not moved yet.")
        if len(units) == 1 or not points_left(g, units, by.tow):
            return Refusal("NF-4.2.3", "Nobody would go on: stop here.")
        left = tuple(u for u in units if u.id != unit.id)
        if stranded(g, left):
            return Refusal("NF-8.7.1", "Drop the gun first.")
        tow = by.tow and has_tower(left)
        if not somewhere(g, left, unit.place, points_left(g, left, tow), tow):
            return Refusal("NF-4.0.4", "The others would have nowhere to go on to.")
        return why_not_stop(g, (unit,), unit.place, going=left)

    def do(self, g: NightFight, by: MoveStack) -> None:
        end_move(g, self.piece)
        left = tuple(u for u in by.members(g) if u.id != self.piece)
        g.swap(replace(by, units=tuple(u.id for u in left), tow=by.tow and has_tower(left)))

    def reads(self, g: NightFight, by: MoveStack) -> str:
        return f"leave behind {told_apart(g.pieces[self.piece])}"


# ------------------------------------------------------------------ how it ends, and who moves next


class Mover(Protocol):
    """Who asks what moves next: the phase, or a stack that is on the move and would be left where it is."""

    def waiting(self, g: NightFight) -> list[str]: ...
    def parts_from(self, g: NightFight, piece: str) -> bool: ...
    def why_not_lead(self, g: NightFight, unit: Unit) -> Refusal | None: ...
    def leave_off(self, g: NightFight) -> None: ...


class Stop(Deed, frozen=True):
    """4.0 The stack stays here."""

    stored = Press("stop")

    def do(self, g: NightFight, by: MoveStack) -> None:
        by.leave_off(g)


class MoveOut(Choose, frozen=True):
    """5.3 A unit begins its move on its own; a stack on the move that may stay is left where it is."""

    @classmethod
    def answers(cls, g: NightFight, by: Mover) -> Group[Pick]:
        pieces = g.pieces
        return Group([Pick(i) for i in by.waiting(g)], lambda unit: why_not_pick(g, pieces[unit.piece]) is None)

    def why_not(self, g: NightFight, by: Mover) -> Refusal | None:
        unit = g.pieces[self.piece]
        return by.why_not_lead(g, unit) or why_not_pick(g, unit)

    def do(self, g: NightFight, by: Mover) -> None:
        by.leave_off(g)
        g.call(MoveStack((self.piece,)))


class Together(Deed, frozen=True):
    """4.2 A unit and all in its hex that can move with it begin their move as one."""

    piece: str

    @classmethod
    def candidates(cls, g: NightFight, by: Mover) -> list[Self]:
        """In each hex the first that may move itself: a stack moves under its name."""
        stacked = {i for h in g.german_hexes if len(g.at[h]) > 1 for i in g.at[h]}
        mates = [g.pieces[i] for i in by.waiting(g) if i in stacked] if stacked else []
        able = [unit for unit in mates if why_not_pick(g, unit) is None]
        return [cls(unit.id) for unit in {u.place: u for u in reversed(able)}.values()]

    def is_meant(self, g: NightFight, by: Mover) -> bool:
        return self.piece in g.pieces and by.parts_from(g, self.piece)

    def why_not(self, g: NightFight, by: Mover) -> Refusal | None:
        unit = g.pieces[self.piece]
        refusal = by.why_not_lead(g, unit) or why_not_together(g, unit)
        leads = refusal is None and first_to_move(g, by.waiting(g), unit.place) == self.piece
        return refusal if refusal or leads else Refusal("GR-1")

    def do(self, g: NightFight, by: Mover) -> None:
        by.leave_off(g)
        g.call(MoveStack(whole_stack(g, g.pieces[self.piece])))

    def reads(self, g: NightFight, by: Mover) -> str:
        head = g.pieces[self.piece]
        return f"{names([g.pieces[i] for i in whole_stack(g, head)])} in {head.place}, together"


# ------------------------------------------------------------------ the stack


class MoveStack(Stack, frozen=True):
    """4.2, 8.0 One unit or stack moves: pick a destination, take units along, drop them, stop."""

    deeds = (Go, Join, Drop, *AT_HAND, GoOn, Back, Together, MoveOut, EndPhase, Stop)
    ends: ClassVar[Sequence[type[Deed]]] = (Together, MoveOut, EndPhase, Stop)

    def kinds(self, g: NightFight) -> Sequence[type[Deed]]:
        on = (GoOn,) if self.bound else ()
        ends = (Back,) if not self.begun(g) else self.ends if self.phase(g) else (Stop,)
        return (Go, Join, Drop, *AT_HAND, *on, *ends)

    def bars(self, g: NightFight, kind: type[Deed]) -> Refusal | None:
        """4.0 The stack is left only where it may stay."""
        return why_not_stop(g, units := self.members(g), units[0].place) if kind in self.ends else None

    def run(self, g: NightFight) -> None:
        units = still_together(g, self.units)
        if len(units) < len(self.units):
            return self._go_on(g, units)
        found = {kind: self.answers(g, kind) for kind in self.kinds(g)}
        if self.begun(g) and not any(found[kind] for kind in (Go, Join, Drop, *AT_HAND)):
            return self.leave_off(g)  # nothing to choose; where it may not stop it is overstacked by force
        actions = Actions(*found.values())
        if self.begun(g) and not found[Stop] and len(actions) == 1 and isinstance(actions[0], To):
            return Go(actions[0].hex).do(g, self)

        def prompt() -> str:
            left = with_count(points_left(g, units, self.tow), "point")
            other = ", or another unit" if found.get(Together) or found.get(MoveOut) else ""
            return f"{names(units)}: choose where to move ({left} left){other}"

        return g.ask(units[0].side, prompt, actions, "NF-8.0.5")

    def _go_on(self, g: NightFight, units: tuple[Unit, ...]) -> None:
        """4.2, R54 What is left of the stack moves on; for a gun without its carrier the move is over."""
        ids = tuple(u.id for u in units)
        g.moved = {**g.moved, **{i: True for i in self.units if i not in ids and i in g.pieces}}
        g.swap(*([replace(self, units=ids, tow=self.tow and has_tower(units))] if ids else []))

    def has_a_move(self, g: NightFight) -> bool:
        """8.0, 8.7 Could the stack go anywhere, or take up or put down anything?"""
        left = tuple([unit.id for unit in still_together(g, self.units)])
        stack = self if left == self.units else replace(self, units=left)
        return any(stack.answers(g, kind) for kind in (Go, *AT_HAND))

    def why_no_room(self, g: NightFight, units: tuple[Unit, ...]) -> Refusal | None:
        """4.0 A stack grows only if there is room for it somewhere."""
        if not on_map(units[0].place):
            return None if can_enter(g, units) else Refusal("NF-4.0.4")
        if self.begun(g) and not somewhere(g, units, units[0].place, points_left(g, units, self.tow), self.tow):
            return Refusal("NF-4.0.4")
        return None

    def passing(self, g: NightFight) -> tuple[str, ...]:
        units = still_together(g, self.units)
        if not units or not self.begun(g) or not (points := points_left(g, units, self.tow)):
            return ()
        onward = prices(g, units, points).keys() - {units[0].place}
        return tuple([u.id for u in units]) if onward else ()

    # -------------------------------------------------------- when others move, or nobody any more

    def phase(self, g: NightFight) -> GermanPhase | None:
        """5.3 The phase in which it moves."""
        return next((step for step in reversed(g.steps) if isinstance(step, GermanPhase)), None)

    def waiting(self, g: NightFight) -> list[str]:
        """5.3 Who could move next; who stands with the stack would join it."""
        unit = g.pieces[self.units[0]]
        return unmoved(g, unit.side, unit.place)

    def parts_from(self, g: NightFight, piece: str) -> bool:
        """5.3 Would a unit begin a move of its own, now that the stack has set out, and not join it?"""
        first, other = g.pieces[self.units[0]], g.pieces[piece]
        apart = other.side == first.side and other.place != first.place
        return apart and self.begun(g) and self.phase(g) is not None

    def why_not_lead(self, g: NightFight, unit: Unit) -> Refusal | None:
        """Nothing but where the stack stands speaks against another of its side."""
        return None

    def why_not_end(self, g: NightFight) -> Refusal | None:
        """4.0, 5.3 Why the phase does not end with the stack where it is."""
        first = g.pieces[self.units[0]]
        return Refusal("NF-4.0.4") if overfull(g, first.place) else why_not_end(g, first.side)

    def leave_off(self, g: NightFight) -> None:
        """4.0 The stack stays here."""
        for i in self.units:
            end_move(g, i)
        g.done()

    def end(self, g: NightFight) -> None:
        """5.3 It stays, and the phase is over."""
        phase = self.phase(g)
        assert phase is not None
        self.leave_off(g)
        phase.end(g)

    # -------------------------------------------------------- what a player sees of a way before it is gone

    def route(self, g: NightFight, action: Action) -> Route | None:
        """8.0 The hexes the stack will enter, with the points spent in each."""
        if not isinstance(action, To) or action not in Go.answers(g, self):
            return None
        units = self.members(g)
        path = way_of(g, units, action.hex, self.tow)
        spent = accumulate(step_cost(g, units, h) or 0 for h in path)
        start = (RouteStep(units[0].place, 0),) if on_map(units[0].place) else ()
        return Route((*start, *map(RouteStep, path, spent)), points_left(g, units, self.tow))

    def walked(self, g: NightFight, action: Action) -> MoveStack:
        assert isinstance(action, To)
        units = self.members(g)
        spent = max(g.spent.get(u.id, 0) for u in units) + prices(g, units, points_left(g, units, self.tow))[action.hex]
        g.spent = {**g.spent, **{unit.id: spent for unit in units}}
        for unit in units:
            g.change(unit.id, place=action.hex)
        return self


# ------------------------------------------------------------------ the phase


class GermanMovement(GermanPhase, frozen=True):
    """5.3 Units that did not fire may move; Soviets spot and fire as they go."""

    deeds = (Together, MoveOut, HandOverFausts, EndPhase)

    def run(self, g: NightFight) -> None:
        if not self.begun:
            g.new_phase("German movement")
            g.began = {u.id: u.place for u in g.force()}  # 8.7 who stands where decides what may ride along
            g.takeable = loose_as_the_phase_begins(g)
            return g.swap(GermanMovement(self.sides, begun=True))
        found = {kind: self.answers(g, kind) for kind in self.all_kinds()}
        if found[EndPhase] and not found[HandOverFausts] and not found[MoveOut]:
            return self.end(g)
        return g.ask(self.side, lambda: self._prompt(g), Actions(*found.values()), "NF-5.3.1")

    def _prompt(self, g: NightFight) -> str:
        unfinished = self.why_not_end(g)
        if unfinished is None:
            return "Choose a unit to move, or end the phase"
        if unfinished.rule == "NF-4.0.4":
            return f"Choose a unit to move. {unfinished.hint}"
        late = g.turn > 1
        return "Bring your reinforcements onto the map, or move others" if late else "Bring your units onto the map"

    def waiting(self, g: NightFight) -> list[str]:
        """5.3 Who could move next."""
        return unmoved(g, self.side)

    def parts_from(self, g: NightFight, piece: str) -> bool:
        """Every unit begins a move of its own: no stack is on the move."""
        return True

    def why_not_lead(self, g: NightFight, unit: Unit) -> Refusal | None:
        """20.2 A player moves his own units."""
        if unit.side == SOVIET:
            return Refusal("NF-1.0.1", "Choose one of your own units.")
        return None if unit.side == self.side else Refusal("NF-20.2.2", "It belongs to the other player.")

    def leave_off(self, g: NightFight) -> None:
        """No stack is on the move."""

    def why_not_end(self, g: NightFight) -> Refusal | None:
        return why_not_end(g, self.side)

    def end(self, g: NightFight) -> None:
        for unit in [u for u in g.outside() if u.side == self.side]:
            cite = "NF-6.0.17" if g.turn > 1 else "NF-7.0.3"
            g.tell(cite, "{unit} cannot enter and is eliminated", unit=unit.name)
            remove(g, unit.id)
        if len(self.sides) > 1:
            return g.swap(GermanMovement(self.sides[1:], begun=True))
        divide_columns(g)
        return g.done()

    def react(self, g: NightFight, movers: tuple[str, ...]) -> None:
        soviets_react(g, movers)


# ------------------------------------------------------------------ what may move


def why_not_pick(g: NightFight, unit: Unit) -> Refusal | None:
    """8.0 Why a unit is not to be chosen: it may not move, or there is nothing it could do."""
    refusal = why_not_move(g, unit)
    if refusal is not None or not unit.place or has_a_free_step(g, unit.place, WALKS_AS[unit.type]):
        return refusal
    return None if MoveStack((unit.id,)).has_a_move(g) else Refusal("NF-8.0.5", "It has nowhere to go.")


def first_to_move(g: NightFight, waiting: list[str], h: Hex) -> str:
    """4.2 The first in a hex that may move itself; "" if none may."""
    here = g.at[h] if h else ()
    return next((i for i in waiting if i in here and why_not_pick(g, g.pieces[i]) is None), "")


def whole_stack(g: NightFight, unit: Unit) -> tuple[str, ...]:
    """4.2, 8.7 A unit and all in its hex that can move with it, guns last: they need who carries them."""
    stack = MoveStack((unit.id,))
    others = [u for u in g.here(unit.place) if u.id != unit.id]
    for other in sorted(others, key=lambda u: u.what.kind == "gun") if len(others) > 1 else others:
        if Join(other.id).why_not(g, stack) is None:
            stack = MoveStack((*stack.units, other.id))
    return stack.units


def why_not_together(g: NightFight, unit: Unit) -> Refusal | None:
    """4.2 Why a unit and those in its hex do not move as one: it may not move, or is alone, or they have no way."""
    refusal = why_not_move(g, unit) if on_map(unit.place) else Refusal("NF-4.2.4", "It stands in no hex yet.")
    if refusal is not None:
        return refusal
    stack = MoveStack(whole_stack(g, unit) if len(g.at[unit.place]) > 1 else (unit.id,))
    if len(stack.units) == 1:
        return Refusal("NF-4.2.4", "Nobody in its hex can come along.")
    units = tuple(g.pieces[i] for i in stack.units)
    can_go = has_a_free_step(g, unit.place, stack_class(units)) or stack.has_a_move(g)
    return None if can_go else Refusal("NF-8.0.5", "Together they have nowhere to go.")


def why_not_end(g: NightFight, side: str) -> Refusal | None:
    """7.0, 4.0 Nobody ends with units that can still enter, or with a hex overfilled by choice that can be mended."""
    for unit in g.outside():
        if unit.side == side and why_not_move(g, unit) is None:
            return Refusal("NF-7.0.3", f"{unit.name} has still to enter.")
    for h in g.crowded:
        if overfull(g, h) and any(u.side == side and can_leave(g, u) for u in g.here(h)):
            return Refusal("NF-4.0.4", f"Move a unit out of {h}.")
    return None
