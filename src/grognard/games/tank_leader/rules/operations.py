"""7 Activation and operations: which units are active, and what each of them may do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, TypeVar

from grognard.engine import Action, Actions, Group, Pick, Press, Refusal, Route, Step, To, Working
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import join_words
from grognard.games.tank_leader.rules.assault import Assault, GatherAssault, assaultable, why_not_assault
from grognard.games.tank_leader.rules.combined_fire import EVERYBODY, Combine, CombinedFire, partners, why_not_combine
from grognard.games.tank_leader.rules.data import GRID, SIDES
from grognard.games.tank_leader.rules.fire import AI, STRENGTHS, FireAt, fire, preview_fire, targets, why_not_fire
from grognard.games.tank_leader.rules.indirect_fire import AimIndirect, clear_silent_zones, why_not_shelling
from grognard.games.tank_leader.rules.interrupts import ready_members
from grognard.games.tank_leader.rules.morale import preview_nerve
from grognard.games.tank_leader.rules.move_paths import RollForMovement, must_roll, why_not_move
from grognard.games.tank_leader.rules.movement import (
    BACK,
    ENTRENCH,
    EXIT,
    MoveUnit,
    StackActs,
    Together,
    dig_in,
    diggers,
    moves,
    stack_with,
    stacks,
    way_to,
    why_not_go,
)
from grognard.games.tank_leader.rules.names import examinable
from grognard.games.tank_leader.rules.order import lift, stacked, to_arrange, why_not_lift
from grognard.games.tank_leader.rules.overrun import Overrun
from grognard.games.tank_leader.rules.reinforcements import (
    EnterMap,
    entry_hexes,
    guns_to_tow,
    has_one_way,
    waiting,
    ways_on,
)
from grognard.games.tank_leader.rules.spotting import DeployObserver, undeployed
from grognard.games.tank_leader.rules.state import Move, TankLeader, Unit
from grognard.games.tank_leader.rules.transport import Drop, Load, load, loadable, why_not_entrench
from grognard.games.tank_leader.rules.victory import update_control

N = TypeVar("N", Pick, Together)
END, SHELL = Press("end activation"), Press("indirect fire")
REST = Press("end activation, and leave trucks and observers be this turn")
LET_BE = Press("end activation, and leave trucks and observers be until I choose one")
DIG_IN = Press("all who can entrench")


class Lift(Action, frozen=True):
    """Put a unit on top of its stack."""

    piece: str


# ------------------------------------------------------------------ who is active


def why_not_operate(g: TankLeader, unit: Unit) -> Refusal | None:
    """6.61, 7.1, 13.31 Why a unit is not active."""
    if unit.side != g.active_side or (unit.card and unit.card not in g.active):
        return Refusal("TL-6.61.1", "Its formation is not active.")
    refusal = _why_not_stir(g, unit)
    return IDLE if refusal is None and unit.hex and idle(g, unit) else refusal


def _why_not_stir(g: TankLeader, unit: Unit) -> Refusal | None:
    """7.1, 13.31 Why a unit may not operate even if its formation is active."""
    if not unit.up:
        return Refusal("TL-2.11.3")
    if unit.suppressed:
        return Refusal("TL-10.13.1")
    if unit.carrier:
        return Refusal("TL-13.31.5", "It is being carried.")
    return None if unit.hex else _why_not_come(g, unit)


def why_not_begin(g: TankLeader, action: Pick | Together, card: str) -> Refusal | None:
    """6.61, 7.2 Why a unit, or a stack, of a formation that may act could not begin; who comes on is not named."""
    unit = g.pieces[action.piece]
    if action in Actions(*beginnings(g, (card,))):
        return None
    refusal = _why_not_stir(g, unit)
    if refusal is not None or not unit.hex:
        return refusal
    return Refusal("TL-7.2.1", "It is not the first of several alike.") if isinstance(action, Together) else IDLE


IDLE = Refusal("TL-7.1", "There is nothing it could do now.")


def _why_not_come(g: TankLeader, unit: Unit) -> Refusal | None:
    """5.1, 13.32 Why a unit off the map may not operate."""
    if not waiting(g, unit):
        return Refusal("TL-5.1", "It is not due yet.")
    return Refusal("TL-13.32.1", "It waits for a truck to tow it on.") if unit.what.tow else None


def idle(g: TankLeader, unit: Unit) -> bool:
    """7.1 Can the unit neither move nor entrench nor fire?"""
    if why_not_move(g, unit) is None or (g.advanced and why_not_entrench(g, unit) is None):
        return False
    return next(fire_actions(g, unit), None) is None


@fact
def active_units(g: TankLeader) -> Sequence[Unit]:
    """6.61 Face-up, non-suppressed units of the active formations; trucks are always among them (13.31)."""
    side, cards = g.active_side, ("", *g.active)
    able = [u for u in g.pieces_of(side).values() if u.card in cards and u.up and _why_not_stir(g, u) is None]
    return [u for u in able if not (u.hex and idle(g, u))]


def must_enter(g: TankLeader, units: Sequence[Unit]) -> list[Unit]:
    """5.2 Active reinforcements that still have to come on, and trucks that can tow a gun of theirs."""
    return [u for u in units if not u.hex and (entry_hexes(g, u) if u.card else _tows_active_gun(g, u))]


def _tows_active_gun(g: TankLeader, truck: Unit) -> bool:
    return any(gun.card in g.active for gun in guns_to_tow(g, truck))


# ------------------------------------------------------------------ activation


class Activate(Step, frozen=True):
    """6.61 Formations become active; observers of fresh reinforcements are deployed (12.21).

    `first` is the unit that its owner has named to begin, `together` with those like it; `idle` says that nobody shall.
    """

    cards: tuple[str, ...]
    first: str = ""
    idle: bool = False
    together: bool = False

    def run(self, g: TankLeader) -> None:
        _set_active(g, self.cards)
        if g.events is not None:
            self._tell(g)
        deploy = [DeployObserver(u.id) for card in self.cards for u in undeployed(g, card)]
        g.swap(*deploy, *(() if self.idle else (Activation(self.first, self.together),)), EndActivation())

    def _tell(self, g: TankLeader) -> None:
        names = join_words(g.card(c).id for c in self.cards)
        verb = "are" if len(self.cards) > 1 else "is"
        g.tell("TL-6.61.1", "{names} {verb} active", names=names, verb=verb)
        if not active_units(g):
            g.tell("TL-6.61.1", "No unit can act")


def _set_active(g: TankLeader, cards: tuple[str, ...]) -> None:
    g.active, g.active_side, g.came, g.spared = cards, g.card(cards[0]).side, {}, {}


@fact
def openings(g: TankLeader, card: str) -> Sequence[Unit]:
    """6.61 The units of a formation that could operate if it were active."""
    able = ready_members(g, card)
    if all(why_not_move(g, u) is None for u in able):
        return able
    twin = g.clone()
    _set_active(twin, (card,))
    return [u for u in able if not idle(twin, u)]


def beginnings(g: TankLeader, cards: Iterable[str]) -> list[Group[Any]]:
    """6.61, 7.2 With whom some formations could begin if they were active: a unit, or several alike in a hex."""
    return [sieve for card in cards for sieve in _beginnings(g, card)]


def _beginnings(g: TankLeader, card: str) -> tuple[Group[Pick], Group[Together]]:
    picks, firsts = _named(ready_members(g, card))
    return _of(picks, lambda: {u.id for u in openings(g, card)}), _of(firsts, lambda: stacks_led(g, card))


def _of(named: Sequence[N], able: Callable[[], Collection[str]]) -> Group[N]:
    """Of some units that are named, those that are able."""

    def listed() -> list[N]:
        among = able()
        return [action for action in named if action.piece in among]

    return Group(listed)


def _named(units: Sequence[Unit]) -> tuple[list[Pick], list[Together]]:
    """7.2 Each of some units, alone or as the first of a stack."""
    return [Pick(u.id) for u in units], [Together(u.id) for u in units]


@fact
def stacks_led(g: TankLeader, card: str) -> Mapping[str, tuple[str, ...]]:
    """7.2 The stacks, by their first, that could be sent off of a formation's units or of all that are active ("")."""
    return {ids[0]: ids for ids in stacks(g, openings(g, card) if card else active_units(g))}


class Activation(Step, frozen=True):
    """7.2 Units operate one at a time, in any order, until all have or the owner ends it."""

    first: str = ""
    together: bool = False

    def run(self, g: TankLeader) -> None:
        units = active_units(g)
        if self.first and self.first in [u.id for u in units]:
            g.swap(Activation())
            return g.steps[-1].take(g, Together(self.first) if self.together else Pick(self.first))
        if at_rest(g, units) and not to_arrange(g):
            return g.done()
        enters = must_enter(g, units)
        actions = Actions(*self._parts(g, units), () if enters else self._ends(units))
        if enters and len(actions) == 1 and has_one_way(ways_on(g, units[0])):
            return self.take(g, actions[0])
        prompt = "Choose a unit to operate" if units else "All have operated: put units on top, or end the activation"
        g.ask(g.active_side, prompt, actions, "TL-7.2.1" if units else "TL-8.54.1")

    def _parts(self, g: TankLeader, units: Sequence[Unit]) -> Iterator[Sequence[Action] | Group[Any]]:
        """7.2, 8.54, 13.41 Who may operate, alone or with others like him, who may be put on top, and digging in."""
        picks, firsts = _named(units)
        yield picks
        yield _of(firsts, lambda: stacks_led(g, ""))
        yield Group([Lift(u.id) for u in stacked(g)], lambda a: why_not_lift(g, g.pieces[a.piece]) is None)
        if g.advanced:
            yield Group((DIG_IN,), lambda _: bool(diggers(g, units)))

    def _ends(self, units: Sequence[Unit]) -> Sequence[Action]:
        return (END, REST, LET_BE) if units and all(map(serves, units)) else (END,)

    def take(self, g: TankLeader, action: Action) -> None:
        match action:
            case Pick(piece):
                wake(g, g.pieces[piece])
                g.call(UnitActs(piece) if g.pieces[piece].hex else EnterMap(piece))
            case Together(piece):
                wake(g, g.pieces[piece])
                g.call(StackActs(stack_with(g, active_units(g), piece) or (piece,)))  # dealt anew it may stand alone
            case Lift(piece):
                lift(g, g.pieces[piece])
            case Press() if action == DIG_IN:
                for unit in diggers(g, active_units(g)):
                    dig_in(g, unit.id)
            case _:
                self._rest(g, action)
                g.done()

    def _rest(self, g: TankLeader, action: Action) -> None:
        """13.31 Trucks and observers are let be, for a turn or for longer."""
        if action in (REST, LET_BE):
            g.waits += (resting(g.active_side) if action == REST else left_be(g.active_side),)

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        match action:
            case Pick(piece) if piece in g.pieces:
                return why_not_operate(g, g.pieces[piece])
            case Together(piece) if piece in g.pieces:
                sent = stack_with(g, active_units(g), piece)
                return None if sent else Refusal("TL-7.2.1", "It is not the first of several alike that may operate.")
            case Lift(piece) if piece in g.pieces:
                return why_not_lift(g, g.pieces[piece])
            case Press() if action == DIG_IN and not diggers(g, active_units(g)):
                return Refusal("TL-13.41.1", "Nobody who is active can.")
            case Press() if action == END and must_enter(g, active_units(g)):
                return Refusal("TL-5.2")
        return None


def resting(side: str) -> str:
    """13.31 What `waits` holds for a side whose trucks and observers are let be this turn."""
    return f"{side} trucks"


def left_be(side: str) -> str:
    """13.31 The same for a side whose trucks and observers are let be until it chooses one of them."""
    return f"{side} trucks, lastingly"


def wake(g: TankLeader, unit: Unit) -> None:
    """13.31 Once a truck or an observer has been chosen none of them is let be any longer."""
    if serves(unit):
        g.waits = tuple(word for word in g.waits if word != left_be(unit.side))


def lasting_orders(g: TankLeader) -> tuple[str, ...]:
    """13.31 What is still let be when a turn begins: where nobody else could operate it can be chosen again."""
    ready = {u.side for u in g.pieces.values() if u.hex and u.up and not u.suppressed and not serves(u)}
    return tuple(left_be(side) for side in SIDES if side in ready and left_be(side) in g.waits)


def serves(unit: Unit) -> bool:
    """12.2, 13.31 Is it a truck or an observer on the map, active again and again, mostly with nothing to do?"""
    return bool(unit.hex) and (unit.what.truck or unit.what.kind == "fo")


def at_rest(g: TankLeader, units: Sequence[Unit]) -> bool:
    """7.2, 13.31 Is nobody left who could operate, or only those whose owner lets them be?"""
    return not units or (_lets_be(g, g.active_side) and all(map(serves, units)))


def _lets_be(g: TankLeader, side: str) -> bool:
    return resting(side) in g.waits or left_be(side) in g.waits


class EndActivation(Step, frozen=True):
    """6.51.8 The formation is no longer active."""

    def run(self, g: TankLeader) -> None:
        g.active, g.active_side, g.came = (), "", {}
        update_control(g)
        clear_silent_zones(g)
        g.done()


# ------------------------------------------------------------------ one unit


def fresh_move(g: TankLeader, unit: Unit) -> Move:
    """13.34 A loaded vehicle's move is a transport operation."""
    return Move(unit.id, transport=g.loaded(unit))


def fire_actions(g: TankLeader, unit: Unit) -> Iterator[Action]:
    """9, 13.1, 13.2, 14.1 Every kind of fire open to a unit, one after another."""
    yield from (FireAt(t.id, kind) for t, kind in targets(g, unit))
    if g.advanced and not unit.vehicle:
        aimed = [t for t, kind in targets(g, unit) if kind == AI]
        yield from (Combine(t.id) for t in aimed if partners(g, t, unit.side, (unit.id,)))
        yield from (Assault(h) for h in assaultable(g, unit))
    if unit.what.indirect and why_not_shelling(g, unit) is None:
        yield SHELL


def unit_actions(g: TankLeader, unit: Unit) -> Actions:
    """7.1 Everything an active unit on the map may do."""
    return Actions(*_parts(g, unit))


def _parts(g: TankLeader, unit: Unit) -> list[Sequence[Action]]:
    """7.1 The same, in parts."""
    move = fresh_move(g, unit)
    found: list[Sequence[Action]] = [] if move.transport else [list(fire_actions(g, unit))]
    if g.advanced and not unit.vehicle and why_not_entrench(g, unit) is None:
        found.append((ENTRENCH,))
    if why_not_move(g, unit) is None and not must_roll(g, unit):
        found += moves(g, unit, move)
        found.append([Load(u.id) for u in loadable(g, unit)])
    return found


def what_it_can_do(actions: Iterable[Action]) -> str:
    """7.1 The operations among some actions, in words."""
    found = list(actions)
    kinds = {*map(type, found)}
    buttons = {action for action in found if type(action) is Press} if Press in kinds else ()
    words = (
        ("fire", FireAt in kinds or Combine in kinds),
        ("fire indirectly", SHELL in buttons),
        ("assault", Assault in kinds),
        ("overrun", Overrun in kinds),
        ("move", To in kinds),
        ("leave the map", EXIT in buttons),
        ("load", Load in kinds),
        ("entrench", ENTRENCH in buttons),
    )
    *others, last = [word for word, able in words if able] or ["nothing to do"]
    return f"{', '.join(others)} or {last}" if others else last


class UnitActs(Step, frozen=True):
    """7.1 One unit performs one operation; an F-rated formation rolls when the first that may move is chosen (8.2)."""

    unit: str

    def run(self, g: TankLeader) -> None:
        unit = g.pieces[self.unit]
        if must_roll(g, unit) and why_not_move(g, unit) is None:
            return g.call(RollForMovement(unit.card))
        parts = _parts(g, unit)
        g.ask(unit.side, lambda: self._prompt(unit, parts), Actions(*parts, (BACK,)), "TL-7.1")

    def _prompt(self, unit: Unit, parts: Sequence[Sequence[Action]]) -> str:
        return f"{unit.name} in {unit.hex}: {what_it_can_do(chain.from_iterable(parts))}?"

    def take(self, g: TankLeader, action: Action) -> None:
        unit = g.pieces[self.unit]
        match action:
            case FireAt(piece, strength):
                g.done()
                fire(g, self.unit, piece, strength)
            case Combine(piece):
                g.swap(CombinedFire(piece, (self.unit,)))
            case Assault(hex):
                g.swap(GatherAssault(hex, (self.unit,)))
            case To() | Overrun() | Load():
                self._set_out(g, unit, action)
            case Press() if action == EXIT:
                self._set_out(g, unit, action)
            case Press() if action == ENTRENCH:
                g.done()
                dig_in(g, self.unit)
            case Press() if action == SHELL:
                g.swap(AimIndirect(self.unit))
            case _:
                g.done()

    def route(self, g: TankLeader, action: Action) -> Route | None:
        """8.1 The way of the movement operation that begins with this action."""
        unit = g.pieces[self.unit]
        return way_to(g, unit, fresh_move(g, unit), action) if why_not_move(g, unit) is None else None

    def walked(self, g: TankLeader, action: Action) -> MoveUnit:
        g.move = fresh_move(g, g.pieces[self.unit])
        return MoveUnit(self.unit).walked(g, action)

    def _set_out(self, g: TankLeader, unit: Unit, action: Action) -> None:
        """8, 13.31 The movement operation begins with this action."""
        step = MoveUnit(self.unit)
        g.move = fresh_move(g, unit)
        g.swap(step)
        if isinstance(action, Load):
            load(g, self.unit, action.piece)
            g.move = Move(self.unit, transport=True)
        else:
            step.take(g, action)

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        unit = g.pieces[self.unit]
        match action:
            case FireAt(piece, strength) if piece in g.pieces and strength in STRENGTHS:
                return Refusal("TL-13.34.2") if g.loaded(unit) else why_not_fire(g, unit, g.pieces[piece], strength)
            case Combine(piece) if piece in g.pieces:
                return why_not_combine(g, unit, g.pieces[piece])
            case Assault(h) if h in GRID:
                return why_not_assault(g, unit, h)
            case Press() if action == ENTRENCH:
                return why_not_entrench(g, unit)
            case Press() if action == SHELL:
                return Refusal("TL-13.34.2") if g.loaded(unit) else why_not_shelling(g, unit)
            case To() | Overrun() | Load() | Drop():
                return why_not_move(g, unit) or why_not_go(g, unit, fresh_move(g, unit), action)
            case Press() if action == EXIT:
                return why_not_move(g, unit) or why_not_go(g, unit, fresh_move(g, unit), action)
        return None

    def preview(self, g: TankLeader, action: Action) -> Working | None:
        unit = g.pieces[self.unit]
        match action:
            case FireAt(piece, strength):
                return preview_fire(g, unit, g.pieces[piece], strength)
            case Combine(piece):
                return CombinedFire(piece, (self.unit,)).preview(g, EVERYBODY)
            case Assault():
                return preview_nerve(g, unit)
        return None

    def hides_odds(self, g: TankLeader, action: Action) -> bool:
        if isinstance(action, FireAt | Combine):
            return not examinable(g, g.pieces[action.piece], g.pieces[self.unit].side)
        return isinstance(action, To | Overrun)
