"""7 Activation: which units are active, and who of them operates next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from grognard.engine import Action, Actions, ChoiceStep, Deed, Group, Pick, Press, Refusal, Step
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import join_words
from grognard.games.tank_leader.rules.choices import UnitDeed
from grognard.games.tank_leader.rules.data import CARDS, SIDES
from grognard.games.tank_leader.rules.indirect_fire import clear_silent_zones
from grognard.games.tank_leader.rules.interrupts import ready_members
from grognard.games.tank_leader.rules.move_paths import why_not_move
from grognard.games.tank_leader.rules.order import lift, stacked, to_arrange, why_not_lift
from grognard.games.tank_leader.rules.reinforcements import (
    EnterMap,
    entry_hexes,
    guns_to_tow,
    has_one_way,
    has_to_come,
    waiting,
)
from grognard.games.tank_leader.rules.spotting import DeployObserver, undeployed
from grognard.games.tank_leader.rules.stack_orders import StackActs, Together, dig_in, diggers, stack_with, stacks
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.transport import why_not_entrench
from grognard.games.tank_leader.rules.unit_operations import UnitActs, can_fire
from grognard.games.tank_leader.rules.victory import update_control

N = TypeVar("N", Pick, Together)
END = Press("end activation")
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


def why_not_begin(g: TankLeader, unit: Unit) -> Refusal | None:
    """6.61 Why a unit of a formation that may act could not begin; who comes on is not named."""
    if unit.id in _open_ids(g, unit.card):
        return None
    refusal = _why_not_stir(g, unit)
    return IDLE if refusal is None and unit.hex else refusal


def why_not_begin_together(g: TankLeader, unit: Unit) -> Refusal | None:
    """6.61, 7.2 The same of a stack, by its first unit."""
    if unit.id in stacks_led(g, unit.card):
        return None
    refusal = _why_not_stir(g, unit)
    if refusal is not None or not unit.hex:
        return refusal
    return Refusal("TL-7.2.1", "It is not the first of several alike.")


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
    return not can_fire(g, unit)


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


def beginnings(g: TankLeader, cards: Iterable[str]) -> Actions:
    """6.61, 7.2 With whom some formations could begin if they were active: card by card its units, then its stacks."""
    return Actions(*[group for card in cards for group in _beginnings(g, card)])


def _beginnings(g: TankLeader, card: str) -> tuple[Group[Pick], Group[Together]]:
    units = ready_members(g, card)
    return _of(_alone(units), partial(_open_ids, g, card)), _of(_stacks(units), partial(stacks_led, g, card))


def _open_ids(g: TankLeader, card: str) -> set[str]:
    return {u.id for u in openings(g, card)}


def _of(named: Sequence[N], able: Callable[[], Collection[str]]) -> Group[N]:
    """Of some units that are named, those that are able."""

    def listed() -> list[N]:
        among = able()
        return [action for action in named if action.piece in among]

    return Group(listed)


def _alone(units: Sequence[Unit]) -> list[Pick]:
    return [Pick(u.id) for u in units]


def _stacks(units: Sequence[Unit]) -> list[Together]:
    """7.2 Each of some units as the first of a stack."""
    return [Together(u.id) for u in units]


@fact
def stacks_led(g: TankLeader, card: str) -> Mapping[str, tuple[str, ...]]:
    """7.2 The stacks, by their first, that could be sent off of a formation's units or of all that are active ("")."""
    return {ids[0]: ids for ids in stacks(g, openings(g, card) if card else active_units(g))}


class Operate(UnitDeed, frozen=True):
    """7.2 A unit operates next."""

    @classmethod
    def answers(cls, g: TankLeader, by: Activation) -> list[Action]:
        return [Pick(u.id) for u in active_units(g)]

    def why_not(self, g: TankLeader, by: Activation) -> Refusal | None:
        return why_not_operate(g, self.unit(g))

    def do(self, g: TankLeader, by: Activation) -> None:
        unit = self.unit(g)
        wake(g, unit)
        g.call(UnitActs(unit.id) if unit.hex else EnterMap(unit.id))


class StackDeed(UnitDeed, frozen=True):
    """7.2 A click on the first of several units alike in a hex."""

    stored = Together

    def says(self, g: TankLeader) -> str:
        units = stack_with(g, active_units(g) or openings(g, self.unit(g).card), self.piece)
        return f"{super().says(g)}, and {len(units) - 1} like it"


class OpeningDeed(UnitDeed, frozen=True):
    """6.61 Something that names the unit with which a formation begins."""

    def is_meant(self, g: TankLeader, by: Any) -> bool:
        return self.piece in g.pieces and self.unit(g).card in CARDS


class StackOpening(StackDeed, OpeningDeed, frozen=True):
    """6.61, 7.2 The same of several alike in a hex, by the first of them; listed with the units of its card."""

    @classmethod
    def answers(cls, g: TankLeader, by: Any) -> tuple[Action, ...]:
        return ()


class OperateTogether(StackDeed, frozen=True):
    """7.2 A unit and all like it in its stack operate by one order."""

    @classmethod
    def answers(cls, g: TankLeader, by: Activation) -> Group[Together]:
        return _of(_stacks(active_units(g)), lambda: stacks_led(g, ""))

    def why_not(self, g: TankLeader, by: Activation) -> Refusal | None:
        sent = stack_with(g, active_units(g), self.piece)
        return None if sent else Refusal("TL-7.2.1", "It is not the first of several alike that may operate.")

    def do(self, g: TankLeader, by: Activation) -> None:
        wake(g, self.unit(g))
        g.call(StackActs(stack_with(g, active_units(g), self.piece) or (self.piece,)))  # dealt again it may stand alone


class PutOnTop(UnitDeed, frozen=True):
    """8.54 A unit is put on top of its stack."""

    does, stored = "put on top: ", Lift

    @classmethod
    def answers(cls, g: TankLeader, by: Activation) -> Group[Lift]:
        return Group([Lift(u.id) for u in stacked(g)], lambda a: why_not_lift(g, g.pieces[a.piece]) is None)

    def why_not(self, g: TankLeader, by: Activation) -> Refusal | None:
        return why_not_lift(g, self.unit(g))

    def do(self, g: TankLeader, by: Activation) -> None:
        lift(g, self.unit(g))


class AllDigIn(Deed, frozen=True):
    """13.41 Everybody who is active and can entrench does so."""

    stored = DIG_IN

    @classmethod
    def answers(cls, g: TankLeader, by: Activation) -> Group[Press]:
        return Group((DIG_IN,) if g.advanced else (), lambda _: bool(diggers(g, active_units(g))))

    def why_not(self, g: TankLeader, by: Activation) -> Refusal | None:
        return None if diggers(g, active_units(g)) else Refusal("TL-13.41.1", "Nobody who is active can.")

    def do(self, g: TankLeader, by: Activation) -> None:
        for unit in diggers(g, active_units(g)):
            dig_in(g, unit.id)


class EndNow(Deed, frozen=True):
    """7.2 Nobody else operates; who has still to come on must do so first."""

    stored = END

    def why_not(self, g: TankLeader, by: Activation) -> Refusal | None:
        return Refusal("TL-5.2") if must_enter(g, active_units(g)) else None

    def do(self, g: TankLeader, by: Activation) -> None:
        g.done()


class LetTrucksRest(Deed, frozen=True):
    """13.31 The same, where trucks and observers alone are left: they are let be for the turn."""

    stored = REST

    @classmethod
    def candidates(cls, g: TankLeader, by: Activation) -> list[LetTrucksRest]:
        return [cls()] if only_serve(active_units(g)) else []

    def do(self, g: TankLeader, by: Activation) -> None:
        g.waits += (resting(g.active_side),)
        g.done()


class LetTrucksBe(Deed, frozen=True):
    """13.31 The same, until their owner chooses one of them."""

    stored = LET_BE

    @classmethod
    def candidates(cls, g: TankLeader, by: Activation) -> list[LetTrucksBe]:
        return [cls()] if only_serve(active_units(g)) else []

    def do(self, g: TankLeader, by: Activation) -> None:
        g.waits += (left_be(g.active_side),)
        g.done()


def may_idle(g: TankLeader, card: str) -> bool:
    """5.2, 6.61 May nobody of a formation operate where somebody could? Not where somebody must enter the map."""
    return bool(openings(g, card)) and not has_to_come(g, card)


class Activation(ChoiceStep, frozen=True):
    """7.2 Units operate one at a time, in any order, until all have or the owner ends it."""

    first: str = ""
    together: bool = False
    deeds = (Operate, OperateTogether, PutOnTop, AllDigIn, EndNow, LetTrucksRest, LetTrucksBe)

    def run(self, g: TankLeader) -> None:
        units = active_units(g)
        if self.first and self.first in [u.id for u in units]:
            again = Activation()
            g.swap(again)
            return (OperateTogether(self.first) if self.together else Operate(self.first)).do(g, again)
        if at_rest(g, units) and not to_arrange(g):
            return g.done()
        actions = self.offered(g)
        if must_enter(g, units) and len(actions) == 1 and has_one_way(EnterMap(units[0].id).ways_on(g)):
            return self.take(g, actions[0])
        prompt = "Choose a unit to operate" if units else "All have operated: put units on top, or end the activation"
        g.ask(g.active_side, prompt, actions, "TL-7.2.1" if units else "TL-8.54.1")


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


def only_serve(units: Sequence[Unit]) -> bool:
    """12.2, 13.31 Are some units left, and all of them trucks and observers?"""
    return bool(units) and all(map(serves, units))


def at_rest(g: TankLeader, units: Sequence[Unit]) -> bool:
    """7.2, 13.31 Is nobody left who could operate, or only those whose owner lets them be?"""
    return not units or (_lets_be(g, g.active_side) and only_serve(units))


def _lets_be(g: TankLeader, side: str) -> bool:
    return resting(side) in g.waits or left_be(side) in g.waits


class EndActivation(Step, frozen=True):
    """6.51.8 The formation is no longer active."""

    def run(self, g: TankLeader) -> None:
        g.active, g.active_side, g.came = (), "", {}
        update_control(g)
        clear_silent_zones(g)
        g.done()
