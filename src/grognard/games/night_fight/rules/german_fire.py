"""5.2, 5.6, 13.4 The German Fire Phase, and the windows in which the players react."""

from __future__ import annotations

from collections.abc import Set
from typing import ClassVar, Self

from grognard.board.hexes.grid import Hex
from grognard.engine import ChoiceStep, Deed, Group, Interruption, Pick, Press, Refusal, Step
from grognard.games.night_fight.rules.artillery import CallStrike
from grognard.games.night_fight.rules.column_formation import divide_columns, moving_now, shown_name
from grognard.games.night_fight.rules.data import GRID, LIMITS
from grognard.games.night_fight.rules.fire import Retreat, can_fire, shots_left
from grognard.games.night_fight.rules.sight import can_throw, has_line, lookouts, throwers
from grognard.games.night_fight.rules.spotting import can_look, lookouts_for_hidden
from grognard.games.night_fight.rules.stacking import overstacked
from grognard.games.night_fight.rules.state import (
    SOVIET,
    Choose,
    EndPhase,
    GermanPhase,
    HidesOdds,
    NightFight,
    Unit,
    on_map,
)
from grognard.games.night_fight.rules.transport import HandOverFausts
from grognard.games.night_fight.rules.unit_acts import (
    FIRE_PHASE,
    UnitActs,
    can_supply,
    hexes_of_interest,
    lookouts_for_fire,
    spend_supply,
    supplied_by,
)


class ActWith(Choose, frozen=True):
    """5.2, R66 A unit is to spot or fire, throw flares or hand out ammunition."""

    @classmethod
    def answers(cls, g: NightFight, by: GermanFire | Window) -> Group[Pick]:
        return able_units(g, by.side, by.movers)

    def why_not(self, g: NightFight, by: GermanFire | Window) -> Refusal | None:
        return why_not_act(g, by.side, g.pieces[self.piece], by.movers)

    def do(self, g: NightFight, by: GermanFire | Window) -> None:
        g.call(UnitActs(self.piece, by.movers))


class CallForStrike(Deed, frozen=True):
    """15.5 A strike is to fall."""

    stored = Press("strike")

    def why_not(self, g: NightFight, by: GermanFire) -> Refusal | None:
        return None if g.strikes.get(by.side) else Refusal("NF-15.5.1", "No strike is left.")

    def do(self, g: NightFight, by: GermanFire) -> None:
        g.call(CallStrike(by.side))


class GermanFire(GermanPhase, frozen=True):
    """5.2 Units may spot and fire, call artillery, throw flares and use supply, in any order; players in turn."""

    movers: ClassVar[None] = None  # whatever is spotted may be fired at

    deeds = (ActWith, CallForStrike, HandOverFausts, EndPhase)

    def run(self, g: NightFight) -> None:
        if not self.begun:
            g.new_phase(FIRE_PHASE)
            return g.swap(GermanFire(self.sides, begun=True))
        if not g.strikes.get(self.side) and not worth_asking(g, self.side, None):
            return self.end(g)
        g.ask(self.side, "Choose a unit to spot or fire, or end the phase", self.offered(g), "NF-5.2.1")

    def end(self, g: NightFight) -> None:
        if len(self.sides) > 1:
            return g.swap(GermanFire(self.sides[1:], begun=True))
        spend_supply(g)
        g.fired_before = {**g.fired_before, **dict.fromkeys(g.fired, True)}
        divide_columns(g)
        return g.done()

    def react(self, g: NightFight, movers: tuple[str, ...]) -> None:
        watch_falling_back(g, movers)


def able_units(g: NightFight, side: str, movers: tuple[str, ...] | None) -> Group[Pick]:
    """The player's units that have something to do now."""
    pieces, looks, aims = g.pieces, lookouts_for_hidden(g), lookouts_for_fire(g, movers)
    ready = [u.id for u in ready_units(g, side)]
    return Group([Pick(name) for name in ready], lambda unit: _has_something(g, pieces[unit.piece], looks, aims))


def ready_units(g: NightFight, side: str) -> list[Unit]:
    """13.4 The player's units on the map that are not pinned."""
    return [u for u in g.germans() if u.side == side and not u.pinned]


def _has_something(g: NightFight, unit: Unit, looks: Set[Hex], aims: Set[Hex]) -> bool:
    return _sees_something(g, unit, looks, aims) or can_throw(g, unit) or can_supply(g, unit)


def _sees_something(g: NightFight, unit: Unit, looks: Set[Hex], aims: Set[Hex]) -> bool:
    """Has the unit something to look for or to fire at? There are hexes from where it would have."""
    return (unit.place in looks and can_look(g, unit)) or (unit.place in aims and can_fire(g, unit))


def why_not_act(g: NightFight, side: str, unit: Unit, movers: tuple[str, ...] | None) -> Refusal | None:
    """Why a piece cannot be chosen to spot or fire, throw flares or hand out supply."""
    if unit.side == SOVIET:
        return Refusal("NF-1.0.1", "Choose one of your own units first.")
    if unit.side != side:
        return Refusal("NF-20.2.4", "It belongs to the other player.")
    if not on_map(unit.place):
        return Refusal("NF-7.0.5")
    if unit.pinned:
        return Refusal("NF-13.4.13")
    if _has_something(g, unit, lookouts_for_hidden(g), lookouts_for_fire(g, movers)):
        return None
    if overstacked(g, unit.place):
        return Refusal("NF-4.3.2")
    if shots_left(g, unit) < 1:
        return Refusal("NF-13.0.4")
    if unit.id in g.tried:
        return Refusal("NF-10.2.1", "It has looked already, and has no spotted enemy in view.")
    return Refusal("NF-9.0.1", "It has no spotted enemy and nothing to look for in view.")


# ------------------------------------------------------------------ reaction windows


def windows(g: NightFight, movers: tuple[str, ...]) -> list[Step]:
    """5.6, 13.4, R66 Each player in order may react to a Soviet unit that has entered a hex."""
    return [Window(side, movers) for side in g.players] if movers else []


def open_windows(g: NightFight, movers: tuple[str, ...]) -> None:
    """R66 The windows open now, unless nobody has anything to do in one."""
    now = moving_now(g, movers)
    lead = g.pieces[now[0]] if now else None
    if lead and any(not has_passed(g, side, lead) and worth_asking(g, side, now) for side in g.players):
        g.call(*windows(g, movers))


def watch_falling_back(g: NightFight, movers: tuple[str, ...]) -> None:
    """R53 A Soviet unit that falls back may be spotted and fired at on the way; a German one concerns nobody here."""
    if g.pieces[movers[0]].side == SOVIET:
        open_windows(g, movers)


def worth_asking(g: NightFight, side: str, movers: tuple[str, ...] | None) -> bool:
    """5.6, 8.5, R66 Could a unit act now, or with supply or flares? In a window only against the movers."""
    hiding, shown = hexes_of_interest(g, movers)
    if not hiding and not shown:
        return False
    looks = lookouts(g, hiding) if movers else lookouts_for_hidden(g)
    aims, at, pieces = lookouts_for_fire(g, movers), g.at, g.pieces
    for h in looks | aims:
        for i in at[h]:
            if pieces[i].side == side and _sees_something(g, pieces[i], looks, aims):
                return True
    if aims and g.fired and any(can_supply(g, u) and _second_shot(g, u, aims) for u in ready_units(g, side)):
        return True
    return any(u.side == side and _flares_help(g, u, hiding, shown) for u in throwers(g))


def _second_shot(g: NightFight, truck: Unit, aims: Set[Hex]) -> bool:
    """16.6 Is there a unit that has fired and would fire again?"""
    return any(
        u.id in g.fired and u.id not in g.supplied and u.place in aims
        for u in supplied_by(g, truck)
        if not u.pinned and not overstacked(g, u.place)
    )


def _flares_help(g: NightFight, thrower: Unit, hiding: list[Hex], shown: list[Hex]) -> bool:
    """17.0 Is there a unit that could look or fire at one of these hexes if it were lit?"""
    reach = LIMITS["flare_throw"] + 1
    dark, seen = ([h for h in hexes if GRID.distance(thrower.place, h) <= reach] for hexes in (hiding, shown))
    if not dark and not seen:
        return False
    return any(
        (can_look(g, u) and any(has_line(g, u.place, h) for h in dark))
        or (can_fire(g, u) and any(has_line(g, u.place, h) for h in seen))
        for u in sorted(g.germans(), key=lambda u: GRID.distance(thrower.place, u.place))
    )


class LetPass(Deed, frozen=True):
    """R66 Nobody reacts, or nobody any more."""

    stored = Press("pass")

    def do(self, g: NightFight, by: Window) -> None:
        g.done()


class LetColumnPass(Deed, frozen=True):
    """R66 Nobody reacts to a column for the rest of the phase."""

    stored = Press("pass column")

    @classmethod
    def candidates(cls, g: NightFight, by: Window) -> list[Self]:
        lead = by.lead(g)
        return [cls()] if lead is not None and lead.column else []

    def do(self, g: NightFight, by: Window) -> None:
        g.passed = {**g.passed, _passing(by.side, g.pieces[by.movers[0]]): True}
        g.done()

    def reads(self, g: NightFight, by: Window) -> str:
        return "let this column pass"


class LetUnitPass(LetColumnPass, frozen=True):
    """R66 The same of a unit on its own."""

    stored = Press("pass unit")

    @classmethod
    def candidates(cls, g: NightFight, by: Window) -> list[Self]:
        lead = by.lead(g)
        return [cls()] if lead is not None and not lead.column else []

    def reads(self, g: NightFight, by: Window) -> str:
        return "let this unit pass"


class LetAllPass(Deed, frozen=True):
    """R66 The player reacts to nothing for the rest of the phase."""

    stored = Press("pass all")

    def do(self, g: NightFight, by: Window) -> None:
        g.passed = {**g.passed, by.side: True}
        g.done()

    def reads(self, g: NightFight, by: Window) -> str:
        return "let everything pass in this phase"


class Window(HidesOdds, ChoiceStep, frozen=True):
    """R66 Spot any hidden piece in view; fire at what moves. Empty movers: nothing may be fired at."""

    side: str
    movers: tuple[str, ...]

    deeds = (ActWith, LetPass, LetColumnPass, LetUnitPass, LetAllPass)

    def run(self, g: NightFight) -> None:
        movers = moving_now(g, self.movers)
        if movers != self.movers:
            return g.swap(*([Window(self.side, movers)] if movers else []))
        lead = self.lead(g)
        if has_passed(g, self.side, lead) or not worth_asking(g, self.side, movers):
            return g.done()
        return g.ask(
            self.side, lambda: f"{what_moves(g, lead)}: react with a unit, or let it pass", self.offered(g), "NF-10.2.3"
        )

    def lead(self, g: NightFight) -> Unit | None:
        """The foremost of those that move."""
        return g.pieces[self.movers[0]] if self.movers else None

    def interrupts(self, g: NightFight) -> Interruption | None:
        """R66 The moves of one column, or of one unit, in a phase."""
        lead = self.lead(g)
        if lead is None:
            return None
        able = able_units(g, self.side, self.movers)
        near = min(GRID.distance(g.pieces[unit.piece].place, lead.place) for unit in able)
        return Interruption(lead.id, f"{g.turn} {_passing(self.side, lead)}", Press("pass"), near)


def has_passed(g: NightFight, side: str, lead: Unit | None) -> bool:
    """R66 Does a player let this go for the rest of the phase?"""
    return bool(g.passed) and (side in g.passed or (lead is not None and _passing(side, lead) in g.passed))


def _passing(side: str, lead: Unit) -> str:
    """The name of what a player lets go for the rest of the phase: a column, or a unit on its own."""
    return f"{side} {lead.column or lead.id}"


def what_moves(g: NightFight, lead: Unit | None) -> str:
    """R66 What a window is about, as far as it is known."""
    if lead is None:
        return "Before the Soviet movement ends"
    if any(isinstance(step, Retreat) and step.unit == lead.id for step in g.steps):
        return f"{shown_name(lead)} falls back to {lead.place}"
    return f"{f'Column {lead.column}' if lead.column else shown_name(lead)} moves to {lead.place}"
