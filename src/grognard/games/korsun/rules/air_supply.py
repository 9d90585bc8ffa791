"""12.2 Air supply: two markers in the game, one a turn, in clear weather, each for a Luftwaffe counter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self

from msgspec.structs import replace

from grognard.engine import ChoiceStep, Deed, Group, Passing, Pick, Press, Refusal, Step, net
from grognard.games.folio.rules.combat_results import column, strengths
from grognard.games.folio.rules.data import CRT
from grognard.games.folio.rules.movement import PICK, CallOff, ChooseUnit
from grognard.games.folio.rules.state import Battle, Unit
from grognard.games.folio.rules.units import does, full
from grognard.games.korsun.rules.data import GERMAN, GROUND, LUFTWAFFE
from grognard.games.korsun.rules.state import GiveUp, Pocket
from grognard.games.korsun.rules.supply import plain_net, supplied, without_line
from grognard.games.korsun.rules.support import FOG, flying

AIRLIFT = Press("Supply a unit by air")
NONE = Press("No air supply")
NOT_AGAIN = Press("No air supply, and not again this turn")


def why_not_fly(g: Pocket) -> Refusal | None:
    """12.2 Why no air supply can be used now."""
    if not flying(g):
        return Refusal("KP-11.1.2" if g.weather == FOG else "KP-11.1.3")
    if not g.air_supply or g.airlifted:
        return Refusal("KP-12.2.1")
    if not g.luftwaffe:
        return Refusal("KP-12.2.5")
    return None


def why_not_airlift(g: Pocket) -> Refusal | None:
    """12.2, R51 Why the German may not supply a unit by air whenever he is asked something."""
    if g.current != GERMAN:
        return Refusal("KP-12.2.3")
    refusal = why_not_fly(g)
    if refusal is not None or without_line(g, GERMAN):
        return refusal
    return Refusal("KP-12.2.3", "Every unit has a line of its own.")


def _cut_off(g: Pocket, units: tuple[Unit, ...]) -> list[Unit]:
    """12.0 Those of some German units that have no line without engineers."""
    hexes = without_line(g, GERMAN)
    return [u for u in units if hexes >> GROUND.index[u.place] & 1] if hexes else []


def in_need(g: Pocket, units: tuple[Unit, ...]) -> list[Unit]:
    """12.2, R54 German units among these that air supply would help: fewer of them would be out of supply."""
    germans = tuple(u for u in units if u.side == GERMAN)
    cut_off = _cut_off(g, germans)
    lacking = supplied(g, germans).count(False) if cut_off else 0
    if not lacking:
        return []
    return [u for u in cut_off if supplied(g, tuple(v for v in germans if v is not u)).count(False) < lacking]


def with_airlift(g: Pocket, unit: str) -> Pocket:
    """The position if this unit were supplied by air."""
    trial = g.clone()
    trial.airlifted = unit
    return trial


def worth_flying(g: Pocket, battle: Battle) -> list[Unit]:
    """12.2 German units of a combat whose supply by air would change its column."""
    units = battle.attackers if g.current == GERMAN else (battle.target,)
    needy = in_need(g, tuple(g.pieces[u] for u in units))
    return [u for u in needy if column(with_airlift(g, u.id), battle) != column(g, battle)]


class FlyIn(Deed, frozen=True):
    """12.2, R51 The German supplies a unit by air whenever he is asked something."""

    stored = AIRLIFT

    @classmethod
    def answers(cls, g: Pocket, by: ChoiceStep) -> Sequence[Press] | Group[Press]:
        return Group([AIRLIFT], lambda _: why_not_airlift(g) is None) if g.current == GERMAN else ()

    def why_not(self, g: Pocket, by: ChoiceStep) -> Refusal | None:
        return why_not_airlift(g)

    def do(self, g: Pocket, by: ChoiceStep) -> None:
        g.call(AirSupply())


class SupplyByAir(ChooseUnit, frozen=True):
    """12.2 This unit is to be supplied by air."""

    @classmethod
    def answers(cls, g: Pocket, by: AirSupply) -> list[Pick]:
        return [] if by.unit else [PICK[u.id] for u in by.needy(g)]

    def why_not(self, g: Pocket, by: AirSupply) -> Refusal | None:
        if g.pieces[self.piece].side != GERMAN:
            return Refusal("KP-12.2.3", "Only German units are supplied by air.")
        if by.unit or self.piece in {u.id for u in by.needy(g)}:
            return None
        return Refusal("KP-12.2.3", "It has a line of supply, or air supply would change nothing now.")

    def do(self, g: Pocket, by: AirSupply) -> None:
        g.swap(replace(by, unit=self.piece))

    def reads(self, g: Pocket, by: AirSupply) -> str:
        """What it would change: strength and column of the combat."""
        if by.battle is None:
            return self.says(g)
        trial, mine = with_airlift(g, self.piece), 0 if g.current == GERMAN else 1
        now, then = (net(strengths(position, by.battle)[mine]) for position in (g, trial))
        what = ("attack", "defense")[mine]
        columns = (CRT.columns[column(position, by.battle)] for position in (g, trial))
        return f"{self.says(g)}: {what} {then} instead of {now}, column {' becomes '.join(columns)}"


class GiveUpCounter(Deed, frozen=True):
    """12.2 The counter leaves the game, spent or not; the unit is in supply till the turn ends."""

    stored = GiveUp
    value: int

    @classmethod
    def answers(cls, g: Pocket, by: AirSupply) -> list[GiveUp]:
        return [GiveUp(value) for value in sorted(set(g.luftwaffe))] if by.unit else []

    def why_not(self, g: Pocket, by: AirSupply) -> Refusal | None:
        return None if self.value in g.luftwaffe else Refusal("KP-12.2.2")

    def do(self, g: Pocket, by: AirSupply) -> None:
        value, unit = self.value, g.pieces[by.unit]
        g.luftwaffe = _without(g.luftwaffe, value)
        g.markers = {**g.markers, LUFTWAFFE: _without(g.markers[LUFTWAFFE], value)}
        g.air_supply -= 1
        g.airlifted = unit.id
        words = "{unit} {verb} supplied by air; Luftwaffe +{value} is given up"
        g.tell("KP-12.2.3", words, hexes=(unit.place,), unit=g.name(unit), verb=does(g, [unit], "is"), value=value)
        g.done()

    def says(self, g: Pocket) -> str:
        return f"give up Luftwaffe +{self.value}"


class NoAirSupply(Deed, frozen=True):
    """12.2 Nobody is supplied by air before this check or combat."""

    stored = NONE

    @classmethod
    def candidates(cls, g: Pocket, by: AirSupply) -> Iterable[Self]:
        return () if by.unit or by.at_will else (cls(),)

    def do(self, g: Pocket, by: AirSupply) -> None:
        g.done()


class NoMoreAirSupply(NoAirSupply, frozen=True):
    """12.2 The same, and the German is not asked again in this turn."""

    stored = NOT_AGAIN

    def do(self, g: Pocket, by: AirSupply) -> None:
        g.airlift_declined = True
        g.done()


class LandAgain(CallOff, frozen=True):
    """12.2 Another unit, or none after all."""

    @classmethod
    def candidates(cls, g: Pocket, by: AirSupply) -> Iterable[Self]:
        return (cls(),) if by.unit or by.at_will else ()

    def do(self, g: Pocket, by: AirSupply) -> None:
        if by.unit:
            return g.swap(replace(by, unit=""))
        g.done()


class AirSupply(ChoiceStep, frozen=True):
    """12.2, R51 A unit may be supplied by air: before a check of these units, before that of a combat, or at will.

    Before a check only those are named whom it would help, before a combat only those that would change its column.
    """

    units: tuple[str, ...] = ()
    battle: Battle | None = None
    unit: str = ""

    deeds = (SupplyByAir, GiveUpCounter, NoAirSupply, NoMoreAirSupply, LandAgain)

    def run(self, g: Pocket) -> None:
        if why_not_fly(g):
            return g.done()
        offered = self.offered(g)
        if self.unit:
            words = f"Which Luftwaffe counter is given up to supply {full(g, g.pieces[self.unit])}?"
            return g.ask(GERMAN, words, offered, "KP-12.2.2")
        if not isinstance(offered.first(), Pick):
            return g.done()
        g.ask(GERMAN, "Supply a unit by air?", offered, "KP-12.2.3")

    @property
    def at_will(self) -> bool:
        """Did the German ask for it himself?"""
        return not self.units and self.battle is None

    def needy(self, g: Pocket) -> list[Unit]:
        """12.2 Those who may be supplied by air."""
        if self.at_will:
            return _cut_off(g, g.units(GERMAN))
        if g.airlift_declined:
            return []
        return worth_flying(g, self.battle) if self.battle else in_need(g, tuple(g.pieces[u] for u in self.units))

    def passes(self, g: Pocket) -> Passing | None:
        if self.unit or self.at_will:
            return None
        return Passing(NONE, "the enemy supplies nobody by air", "you supply nobody by air")

    def counters(self, g: Pocket) -> Passing | None:
        if self.unit:
            return Passing(GiveUp(min(g.luftwaffe)))
        if self.battle is None:
            return None
        return Passing(PICK[self._dearest(g, self.battle).id], "the enemy supplies a unit by air")

    def _dearest(self, g: Pocket, battle: Battle) -> Unit:
        """12.3 The unit whose supply by air changes the column most."""
        now = column(g, battle)
        return max(self.needy(g), key=lambda unit: abs(column(with_airlift(g, unit.id), battle) - now))


def _without(values: tuple[int, ...], value: int) -> tuple[int, ...]:
    if value not in values:
        return values
    at = values.index(value)
    return values[:at] + values[at + 1 :]


# -------------------- 12.3 The supply check when Mobile Movement begins

MOST = Press("As many units as possible")


def able(g: Pocket) -> tuple[Unit, ...]:
    """R5 The mobile units that can still move or attack; whether others are in supply makes no difference."""
    done = {u for u in g.moved if u in g.attacked or u in g.retreated}
    return tuple(u for u in g.units(g.current) if g.what(u).mobile and u.id not in g.advanced and u.id not in done)


class AirSupplyCheck(Step, frozen=True):
    """12.2 Before the check the German may supply one of these units by air."""

    def run(self, g: Pocket) -> None:
        units = tuple(u.id for u in able(g))
        g.swap(*([AirSupply(units)] if units else []))


class ServeFirst(ChooseUnit, frozen=True):
    """R54 The engineers carry a line to this unit for certain."""

    @classmethod
    def answers(cls, g: Pocket, by: SupplyCheck) -> list[Pick]:
        return [PICK[u] for u in by.rivals(g)]

    def why_not(self, g: Pocket, by: SupplyCheck) -> Refusal | None:
        return None if self.piece in by.rivals(g) else Refusal("KP-13.0.7")

    def do(self, g: Pocket, by: SupplyCheck) -> None:
        g.swap(SupplyCheck((*by.first, self.piece)))


class ServeMost(Deed, frozen=True):
    """R54 They carry lines to as many as they can."""

    stored = MOST

    def do(self, g: Pocket, by: SupplyCheck) -> None:
        by.settle(g)


class SupplyCheck(ChoiceStep, frozen=True):
    """12.3, R54 Who is out of supply now neither moves nor attacks in the mobile phases.

    Where the engineers cannot carry lines to all, the German says whom they serve `first`.
    """

    first: tuple[str, ...] = ()

    deeds = (ServeFirst, ServeMost)

    def run(self, g: Pocket) -> None:
        if g.current != GERMAN or (offered := self.offered(g)).first() == MOST:
            return self.settle(g)
        g.ask(GERMAN, "The engineers cannot carry lines to all: to whom for certain?", offered, "KP-13.0.7")

    def _fed(self, g: Pocket, first: tuple[str, ...]) -> dict[str, bool]:
        """The units checked, and which of them are in supply if these come first."""
        units = able(g)
        return {u.id: fed for u, fed in zip(units, supplied(g, units, dict.fromkeys(first, len(units))), strict=True)}

    def rivals(self, g: Pocket) -> list[str]:
        """R54 The units that can be served, but not all of them; none if nobody goes short who might be served."""
        fed = self._fed(g, self.first)
        if all(fed.values()):
            return []
        found = []
        for unit in fed:
            if unit not in self.first and unit != g.airlifted and not plain_net(g).reaches(g.pieces[unit]):
                first = (*self.first, unit)
                now = self._fed(g, first)
                if all(now[u] for u in first):
                    found.append(unit)
        return [] if all(fed[u] for u in found) else found

    def settle(self, g: Pocket) -> None:
        """12.3 Those who are not in supply are marked."""
        g.cut_off = {u: True for u, fed in self._fed(g, self.first).items() if not fed}
        g.done()

    def passes(self, g: Pocket) -> Passing | None:
        return Passing(MOST)
