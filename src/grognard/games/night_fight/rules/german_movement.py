"""7.0, 8.0, 16.5 German movement: entering, moving in stacks, transport, towing, and leaving the map."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Actions, Group, Pick, Press, Refusal, Route, RouteStep, To, Working
from grognard.engine.core.wording import with_count
from grognard.games.night_fight.rules.bridges import first_roll
from grognard.games.night_fight.rules.column_formation import divide_columns
from grognard.games.night_fight.rules.data import TYPES
from grognard.games.night_fight.rules.destinations import fits, why_not_go
from grognard.games.night_fight.rules.losses import remove
from grognard.games.night_fight.rules.soviet_fire import soviets_react
from grognard.games.night_fight.rules.stack_moves import (
    BACK,
    END,
    GO_ON,
    HAND_OVER,
    STOP,
    TO,
    Drop,
    Part,
    Together,
    Walk,
    end_move,
    has_tower,
    leave_map,
    why_not_leave,
    why_not_tow,
)
from grognard.games.night_fight.rules.stacking import (
    LIMIT,
    WALKS_AS,
    can_enter,
    can_leave,
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
    why_not_drop_wreck,
    why_not_move,
    why_not_stop,
)
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Phase, Underway, Unit, names, on_map
from grognard.games.night_fight.rules.transport import (
    NAMES,
    HandOver,
    baggage_choices,
    loose_as_the_phase_begins,
    move_marker,
    stranded,
    why_not_baggage,
    why_not_hand_over,
    why_not_load,
)

# ------------------------------------------------------------------ the phase


class GermanMovement(Phase, frozen=True):
    """5.3 Units that did not fire may move; Soviets spot and fire as they go."""

    sides: tuple[str, ...]
    begun: bool = False

    def run(self, g: NightFight) -> None:
        if not self.begun:
            begin_movement(g)
            return g.swap(GermanMovement(self.sides, begun=True))
        side, unfinished = self.sides[0], why_not_end(g, self.sides[0])
        choices = self.choices(g)
        presses = [HAND_OVER] if why_not_hand_over(g, side) is None else []
        if unfinished is None:
            units = choices[-1]
            if not presses and not units:
                return self._end(g)
            presses.append(END)
        actions = Actions(*choices, presses)
        return g.ask(side, lambda: self._prompt(g, unfinished), actions, "NF-5.3.1")

    def choices(self, g: NightFight, but: Hex | None = None) -> list[Group[Any]]:
        """4.2, 5.3 The units that may move: stacks as they stand, and each on its own; none from the hex left out."""
        at, pieces, ids = g.at, g.pieces, unmoved(g, self.sides[0], but)
        units = Group([Pick(name) for name in ids], lambda unit: why_not_pick(g, pieces[unit.piece]) is None)
        stacked = {i for h in g.german_hexes if len(at[h]) > 1 for i in at[h]}
        mates = list(filter(stacked.__contains__, ids))
        if not mates:
            return [units]
        return [Group(lambda: stacks_of(g, [pieces[i] for i in mates])), units]

    def _prompt(self, g: NightFight, unfinished: Refusal | None) -> str:
        if unfinished is None:
            return "Choose a unit to move, or end the phase"
        if unfinished.rule == "NF-4.0.4":
            return f"Choose a unit to move. {unfinished.hint}"
        late = g.turn > 1
        return "Bring your reinforcements onto the map, or move others" if late else "Bring your units onto the map"

    def take(self, g: NightFight, action: Action) -> None:
        match action:
            case Pick(piece):
                g.call(MoveStack((piece,)))
            case Together(piece):
                g.call(MoveStack(whole_stack(g, g.pieces[piece])))
            case Press("hand over"):
                g.call(HandOver(self.sides[0]))
            case _:
                self._end(g)

    def _end(self, g: NightFight) -> None:
        side = self.sides[0]
        for unit in [u for u in g.outside() if u.side == side]:
            cite = "NF-6.0.17" if g.turn > 1 else "NF-7.0.3"
            g.tell(cite, "{unit} cannot enter and is eliminated", unit=unit.name)
            remove(g, unit.id)
        if len(self.sides) > 1:
            return g.swap(GermanMovement(self.sides[1:], begun=True))
        divide_columns(g)
        return g.done()

    def why_not(self, g: NightFight, side: str, action: Action) -> Refusal | None:
        match action:
            case Pick(piece) | Together(piece) if piece in g.pieces:
                unit = g.pieces[piece]
                if unit.side == SOVIET:
                    return Refusal("NF-1.0.1", "Choose one of your own units.")
                if unit.side != side:
                    return Refusal("NF-20.2.2", "It belongs to the other player.")
                return why_not_pick(g, unit) if isinstance(action, Pick) else why_not_together(g, unit)
            case Press("end"):
                return why_not_end(g, side)
            case Press("hand over"):
                return why_not_hand_over(g, side)
        return None

    def react(self, g: NightFight, movers: tuple[str, ...]) -> None:
        soviets_react(g, movers)


def stacks_of(g: NightFight, mates: list[Unit]) -> list[Together]:
    """4.2 Those among units in full hexes under whose names stacks may move: in each hex the first that may itself."""
    able = [u for u in mates if why_not_pick(g, u) is None]
    heads = {u.place: u for u in reversed(able)}.values()
    return [Together(u.id) for u in heads if why_not_together(g, u) is None]


def begin_movement(g: NightFight) -> None:
    """5.3, 8.7 The phase opens: who stands where decides what may ride along."""
    g.new_phase("German movement")
    g.began = {u.id: u.place for u in g.force()}
    g.takeable = loose_as_the_phase_begins(g)


def why_not_pick(g: NightFight, unit: Unit) -> Refusal | None:
    """8.0 Why a unit is not to be chosen: it may not move, or there is nothing it could do."""
    refusal = why_not_move(g, unit)
    if refusal is not None or not unit.place or has_a_free_step(g, unit.place, WALKS_AS[unit.type]):
        return refusal
    return None if MoveStack((unit.id,)).has_a_move(g) else Refusal("NF-8.0.5", "It has nowhere to go.")


def whole_stack(g: NightFight, unit: Unit) -> tuple[str, ...]:
    """4.2, 8.7 A unit and all in its hex that can move with it, guns last: they need who carries them."""
    units: tuple[Unit, ...] = (unit,)
    stack = MoveStack((unit.id,))
    others = [u for u in g.here(unit.place) if u.id != unit.id]
    for other in sorted(others, key=lambda u: u.what.kind == "gun") if len(others) > 1 else others:
        if stack.why_not_join(g, units, other) is None:
            units, stack = (*units, other), MoveStack((*stack.units, other.id))
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


# ------------------------------------------------------------------ a stack on the move


class MoveStack(Underway, frozen=True):
    """4.2, 8.0 One unit or stack moves: pick a destination, take units along, drop them, stop."""

    units: tuple[str, ...]
    tow: bool = False
    bound: Hex = ""  # where it was sent, if the Soviets halted it on the way (5.3)

    def run(self, g: NightFight) -> None:
        units = still_together(g, self.units)
        if len(units) < len(self.units):
            return self._go_on(g, units)
        points, begun, baggage = points_left(g, units, self.tow), self._begun(g), self._baggage(g, units)
        if begun and not points and not baggage:
            return self._halt(g)
        goes, company = self._goes(g, units, points), self._company(g, units)
        if begun and not goes and not baggage and not Actions(*company):
            return self._halt(g)  # nothing to choose; where it may not stop it is overstacked by force
        on = [Group([GO_ON], lambda _: self._leads_on(goes))] if self.bound else []
        ends = self._ends(g, units, begun)
        actions = Actions(goes, *company, baggage, *on, *ends)
        if not ends and len(actions) == 1 and isinstance(actions[0], To):
            return self._go(g, units, actions[0].hex)
        return g.ask(units[0].side, lambda: self._prompt(g, units, ends), actions, "NF-8.0.5")

    def _leads_on(self, goes: Group[To]) -> bool:
        """5.3 Can it still go where it was sent?"""
        return TO[self.bound] in goes

    def _prompt(self, g: NightFight, units: tuple[Unit, ...], ends: list[Part]) -> str:
        left = with_count(points_left(g, units, self.tow), "point")
        ways = Actions(*ends)
        other = "" if not ways or isinstance(ways[0], Press) else ", or another unit"
        return f"{names(units)}: choose where to move ({left} left){other}"

    def _ends(self, g: NightFight, units: tuple[Unit, ...], begun: bool) -> list[Part]:
        """4.0, 5.3 How the player leaves it at that: a stack that may stay is left as soon as another is chosen."""
        if not begun:
            return [[BACK]]
        if why_not_stop(g, units, units[0].place) is not None:
            return []
        phase = self._phase(g)
        if phase is None:
            return [[STOP]]
        end = Group([END], lambda _: self._why_not_end(g, units) is None)
        return [*phase.choices(g, but=units[0].place), end, [STOP]]

    def _why_not_end(self, g: NightFight, units: tuple[Unit, ...]) -> Refusal | None:
        """4.0, 5.3 Why the phase does not end with the stack where it is."""
        return Refusal("NF-4.0.4") if overfull(g, units[0].place) else why_not_end(g, units[0].side)

    def _phase(self, g: NightFight) -> GermanMovement | None:
        for step in reversed(g.steps):
            if type(step) is GermanMovement:
                return step
        return None

    def _turns_to(self, g: NightFight, units: tuple[Unit, ...], action: Action) -> GermanMovement | None:
        """5.3 The phase, if this is an answer of it that ends the move of this stack. Who stands with it would join."""
        match action:
            case Pick(piece) | Together(piece):
                other = g.pieces[piece]
                leaves = other.side == units[0].side and other.place != units[0].place
            case _:
                leaves = action == Press("end")
        return self._phase(g) if leaves and self._begun(g) else None

    def has_a_move(self, g: NightFight) -> bool:
        """8.0, 8.7 Could the stack go anywhere, or take up or put down anything?"""
        units = still_together(g, self.units)
        goes = self._goes(g, units, points_left(g, units, self.tow))
        return bool(goes) or bool(self._baggage(g, units))

    def _go_on(self, g: NightFight, units: tuple[Unit, ...]) -> None:
        """4.2, R54 What is left of the stack moves on; for a gun without its carrier the move is over."""
        ids = tuple(u.id for u in units)
        g.moved = {**g.moved, **{i: True for i in self.units if i not in ids and i in g.pieces}}
        g.swap(*([replace(self, units=ids, tow=self.tow and has_tower(units))] if ids else []))

    def _begun(self, g: NightFight) -> bool:
        return bool(g.spent) and not g.spent.keys().isdisjoint(self.units)

    def passing(self, g: NightFight) -> tuple[str, ...]:
        units = still_together(g, self.units)
        if not units or not self._begun(g) or not (points := points_left(g, units, self.tow)):
            return ()
        onward = prices(g, units, points).keys() - {units[0].place}
        return tuple([u.id for u in units]) if onward else ()

    def _goes(self, g: NightFight, units: tuple[Unit, ...], points: int) -> Group[To]:
        """Destinations the stack can reach with its points and, in the end, leave or stay in."""
        ways = prices(g, units, points) if points else {}
        here, at, wrecks = units[0].place, g.at, g.wrecks

        def may_go(to: To) -> bool:
            h = to.hex
            return h != here and ((h not in at and h not in wrecks) or fits(g, units, h, points - ways[h], self.tow))

        return Group([TO[h] for h in ways], may_go)

    def _company(self, g: NightFight, units: tuple[Unit, ...]) -> list[Group[Any]]:
        """4.2 Who may join here, and who may be left here."""
        place, pieces = units[0].place, g.pieces
        found: list[Group[Any]] = []
        pool = g.at[place] if place else [u.id for u in g.outside()]
        if len(pool) > len(units):
            others = [Pick(i) for i in pool if i not in self.units]
            found.append(Group(others, lambda unit: self.why_not_join(g, units, pieces[unit.piece]) is None))
        if len(units) > 1:
            mates = [Drop(i) for i in self.units]
            found.append(Group(mates, lambda unit: self.why_not_drop(g, units, pieces[unit.piece]) is None))
        return found

    def _baggage(self, g: NightFight, units: tuple[Unit, ...]) -> list[Action]:
        """8.7, 16.5, 21.2 Markers to take up or put down, wrecks to tow, and the way off the map."""
        if not units[0].place:
            return []
        actions: list[Action] = [*baggage_choices(g, units)]
        if self.tow:
            if why_not_drop_wreck(g, units, self.tow) is None:
                actions.append(Press("drop wreck"))
        elif g.wrecks and why_not_tow(g, units, self.tow) is None:
            actions.append(Press("tow wreck"))
        if g.scenario.exit and why_not_leave(g, units, points_left(g, units, self.tow)) is None:
            actions.append(Press("exit"))
        return actions

    # -------------------------------------------------------- answers

    def take(self, g: NightFight, action: Action) -> None:
        units = still_together(g, self.units)
        if type(action) is not To and self._turns_to(g, units, action):
            self._halt(g)
            return g.steps[-1].take(g, action)
        match action:
            case To(hex):
                self._go(g, units, hex)
            case Pick(piece):
                if units[0].id in g.spent:
                    g.spent = {**g.spent, piece: g.spent[units[0].id]}  # 4.2 deemed to have spent as much
                g.swap(replace(self, units=(*self.units, piece)))
            case Drop(piece):
                end_move(g, piece)
                left = tuple(u for u in units if u.id != piece)
                g.swap(replace(self, units=tuple(u.id for u in left), tow=self.tow and has_tower(left)))
            case Press("exit"):
                leave_map(g, units)
                g.done()
            case Press("tow wreck" | "drop wreck"):
                self._tow_or_drop(g, units[0].place)
            case Press("go on"):
                self._go(g, units, self.bound)
            case Press("stop"):
                self._halt(g)
            case Press("back"):
                g.done()
            case Press(word):
                move_marker(g, units, word)
        return None

    def _tow_or_drop(self, g: NightFight, place: Hex) -> None:
        """4.0, 16.5 A wreck is taken in tow or left; a hex it overfills must be mended before the phase ends."""
        if self.tow and self._begun(g):
            g.crowded = {**g.crowded, place: True}
        g.swap(replace(self, tow=not self.tow))

    def _go(self, g: NightFight, units: tuple[Unit, ...], hex: Hex) -> None:
        g.acted = {**g.acted, units[0].side: True}
        path = way_of(g, units, hex, self.tow)
        g.swap(Walk(self.units, path, self.tow, g.alarms), MoveStack(self.units, self.tow, hex))

    def preview(self, g: NightFight, action: Action) -> Working | None:
        """19.0 A super heavy unit rolls for the first bridge on its way."""
        to = To(self.bound) if action == GO_ON else action
        if not isinstance(to, To):
            return None
        units = still_together(g, self.units)
        heavy = any(u.what.weight == "SH" for u in units)
        return first_roll(g, units, way_of(g, units, to.hex, self.tow)) if heavy else None

    def hides_odds(self, g: NightFight, action: Action) -> bool:
        return self.preview(g, action) is None

    def route(self, g: NightFight, action: Action) -> Route | None:
        """8.0 The hexes the stack will enter, with the points spent in each."""
        units = still_together(g, self.units)
        points = points_left(g, units, self.tow)
        if not isinstance(action, To) or action not in self._goes(g, units, points):
            return None
        path = way_of(g, units, action.hex, self.tow)
        spent = accumulate(step_cost(g, units, h) or 0 for h in path)
        start = (RouteStep(units[0].place, 0),) if on_map(units[0].place) else ()
        return Route((*start, *map(RouteStep, path, spent)), points)

    def walked(self, g: NightFight, action: Action) -> MoveStack:
        assert isinstance(action, To)
        units = still_together(g, self.units)
        spent = max(g.spent.get(u.id, 0) for u in units) + prices(g, units, points_left(g, units, self.tow))[action.hex]
        g.spent = {**g.spent, **{unit.id: spent for unit in units}}
        for unit in units:
            g.change(unit.id, place=action.hex)
        return self

    def _halt(self, g: NightFight) -> None:
        """4.0 The stack stays here."""
        for i in self.units:
            end_move(g, i)
        g.done()

    def why_not(self, g: NightFight, side: str, action: Action) -> Refusal | None:
        units = still_together(g, self.units)
        match action:
            case To(hex):
                return why_not_go(g, units, hex, self.tow)
            case Pick(piece) | Together(piece) if piece in g.pieces:
                phase = self._turns_to(g, units, action)
                if phase is not None:
                    return why_not_stop(g, units, units[0].place) or phase.why_not(g, side, action)
                return self.why_not_join(g, units, g.pieces[piece]) if isinstance(action, Pick) else None
            case Drop(piece) if piece in self.units:
                return self.why_not_drop(g, units, g.pieces[piece])
            case Press():
                return self._why_not_press(g, units, action)
        return None

    def _why_not_press(self, g: NightFight, units: tuple[Unit, ...], press: Press) -> Refusal | None:
        """8.7, 16.5, 21.2 Why what a button stands for cannot be done here."""
        match press.button:
            case "back" if not self._begun(g):
                return None
            case "stop" if self._begun(g):
                return why_not_stop(g, units, units[0].place)
            case "end" if self._turns_to(g, units, press):
                return self._why_not_end(g, units)
            case "go on" if self.bound:
                return why_not_go(g, units, self.bound, self.tow)
            case "tow wreck":
                return why_not_tow(g, units, self.tow)
            case "drop wreck":
                return why_not_drop_wreck(g, units, self.tow)
            case "exit":
                return why_not_leave(g, units, points_left(g, units, self.tow))
            case word if word.startswith(("put down ", "take up ")) and word.endswith(tuple(NAMES.values())):
                return why_not_baggage(g, units, word)
        return Refusal("GR-1")

    def why_not_join(self, g: NightFight, units: tuple[Unit, ...], other: Unit) -> Refusal | None:
        """4.2, 8.7 Why a unit may not come along from here."""
        if other.side == SOVIET:
            return Refusal("NF-8.0.6")
        if other.side != units[0].side:
            return Refusal("NF-20.2.2", "It belongs to the other player.")
        if other.id in self.units or other.place != units[0].place:
            return Refusal("NF-4.2.4", "It must stand in the stack's own hex.")
        if len(units) + self.tow >= LIMIT:
            return Refusal("NF-4.2.1")
        if not points_left(g, units, self.tow):
            return Refusal("NF-4.2.4", "The stack has no points left to go on with it.")
        if TYPES[other.type].kind == "gun":
            refusal = why_not_load(g, units, other)
        else:
            refusal = why_not_move(g, other) if on_map(other.place) else None
        return refusal or self._why_not_room(g, (*units, other))

    def _why_not_room(self, g: NightFight, units: tuple[Unit, ...]) -> Refusal | None:
        """4.0 A stack grows only if there is room for it somewhere."""
        if not on_map(units[0].place):
            return None if can_enter(g, units) else Refusal("NF-4.0.4")
        if self._begun(g) and not somewhere(g, units, units[0].place, points_left(g, units, self.tow), self.tow):
            return Refusal("NF-4.0.4")
        return None

    def why_not_drop(self, g: NightFight, units: tuple[Unit, ...], unit: Unit) -> Refusal | None:
        """4.2, 8.7 Why a unit may not be left here."""
        if not self._begun(g) or not unit.place:
            return Refusal("NF-4.2.3", "The stack has not moved yet.")
        if len(units) == 1 or not points_left(g, units, self.tow):
            return Refusal("NF-4.2.3", "Nobody would go on: stop here.")
        left = tuple(u for u in units if u.id != unit.id)
        if stranded(g, left):
            return Refusal("NF-8.7.1", "Drop the gun first.")
        tow = self.tow and has_tower(left)
        if not somewhere(g, left, unit.place, points_left(g, left, tow), tow):
            return Refusal("NF-4.0.4", "The others would have nowhere to go on to.")
        return why_not_stop(g, (unit,), unit.place, going=left)
