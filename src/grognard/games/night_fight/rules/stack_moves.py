"""5.3, 8.0, 8.7, 16.5, 21.2 A stack on its way, hex by hex; what it takes up, puts down or tows; off the map."""

from __future__ import annotations

from typing import ClassVar, Self

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, ChoiceStep, Deed, Press, Refusal, Step
from grognard.games.night_fight.rules.bridges import cross_bridge
from grognard.games.night_fight.rules.data import GRID
from grognard.games.night_fight.rules.map_data import LANDS
from grognard.games.night_fight.rules.sight import refresh_spotted, views, watched_hexes
from grognard.games.night_fight.rules.spotting import may_react
from grognard.games.night_fight.rules.stacking import (
    LIMIT,
    overfull,
    points_left,
    stack_class,
    step_cost,
    still_together,
    why_not_drop_wreck,
)
from grognard.games.night_fight.rules.state import NightFight, Underway, Unit, names, react
from grognard.games.night_fight.rules.transport import NAMES, holder, move_marker, taker


class Walk(Step, frozen=True):
    """5.3, 8.0 The stack goes hex by hex; at each the Soviets may see it and fire, which halts it."""

    units: tuple[str, ...]
    path: tuple[Hex, ...]
    tow: bool = False
    alarms: int = 0  # how many there had been in the phase when it set out

    def run(self, g: NightFight) -> None:
        units = still_together(g, self.units)
        if not self.path or len(units) != len(self.units) or g.alarms != self.alarms:
            return g.done()  # the way is done, or something happened: the player decides again
        hexes, cost, unseen = self._stretch(g, units)
        if unseen or not hexes:
            if hexes:
                self._enter(g, units, hexes, cost)
            return g.done()  # at the end of its way, or before a hex that is closed to it
        onward = Walk(self.units, self.path[len(hexes) :], self.tow, self.alarms)
        g.swap(onward)
        self._enter(g, units, hexes, cost)
        self._arrive(g, hexes[-2] if len(hexes) > 1 else units[0].place, hexes[-1])
        if not onward.path and g.steps[-1] is onward:
            g.done()
        return None

    def _stretch(self, g: NightFight, units: tuple[Unit, ...]) -> tuple[list[Hex], int, bool]:
        """5.3, 8.0, 10.3, 19.0 The hexes of its way up to the first where something may happen, and their price.

        None if the next is closed. And whether nothing can happen in the last of them either.
        """
        points, left, spent, unseen = points_left(g, units, self.tow), units[0].place, 0, not self.tow and not g.lit
        spotted, hexes = [u.place for u in g.spotted()], []
        at, wrecks, out, watched, index = g.at, g.wrecks, g.bridges_out, watched_hexes(g), GRID.index
        land, seen = LANDS[g.scenario_id], views(g)
        printed = land.prices[g.vegetation, stack_class(units)]
        for h in self.path:
            if h in at or h in wrecks or h in out:
                cost = None if h in g.soviet_hexes else step_cost(g, units, h)
            else:
                cost = printed[h]
            if cost is None or spent + cost > points:
                break
            hexes.append(h)
            spent += cost
            if spotted and not (left and seen[left].isdisjoint(spotted)):
                unseen = False  # somebody may be lost sight of
            if h in at or h in land.bridges or (watched >> index[h] & 1 and may_react(g, units, h)):
                unseen = False
            if not unseen:
                break
            left = h
        return hexes, spent, unseen

    def _enter(self, g: NightFight, units: tuple[Unit, ...], hexes: list[Hex], cost: int) -> None:
        """8.0 The stack goes by these hexes to the last of them."""
        spent, h = max([g.spent.get(u.id, 0) for u in units]) + cost, hexes[-1]
        if self.tow:
            move_wreck(g, units[0].place, h)
        g.spent = {**g.spent, **{unit.id: spent for unit in units}}
        g.send(units, h)
        if g.heard:
            move, who = "moves" if len(units) == 1 else "move", names(units)
            for entered in hexes:
                g.tell("NF-8.0.5", "{names} {move} to {hex}", hexes=(entered,), names=who, move=move, hex=entered)

    def _arrive(self, g: NightFight, left: Hex, h: Hex) -> None:
        """5.3, 10.3, 19.0 What may happen in a hex: a bridge gives way, somebody is lost sight of, the Soviets act."""
        cross_bridge(g, self.units, h)
        refresh_spotted(g, left)
        if not g.pieces.keys().isdisjoint(self.units):
            react(g, self.units)


def end_move(g: NightFight, unit_id: str) -> None:
    """4.0, 4.2 The unit's move is over; a hex it overfills must be mended before the phase ends."""
    g.moved = {**g.moved, unit_id: True}
    place = g.pieces[unit_id].place
    if overfull(g, place):
        g.crowded = {**g.crowded, place: True}


def has_tower(units: tuple[Unit, ...]) -> bool:
    """16.5 Is there a recovery vehicle in the stack?"""
    return any("recovery" in u.what.flags for u in units)


def move_wreck(g: NightFight, here: Hex, there: Hex) -> None:
    """16.5 One wreck goes with the recovery vehicle."""
    left = {h: n - (h == here) for h, n in g.wrecks.items() if h != here or n > 1}
    g.wrecks = {**left, there: left.get(there, 0) + 1}


# ------------------------------------------------------------------ what a stack has at hand where it stands


class Stack(Underway, ChoiceStep, frozen=True):
    """4.2 Units that move as one."""

    units: tuple[str, ...]
    tow: bool = False
    bound: Hex = ""  # where it was sent, if the Soviets halted it on the way (5.3)

    def members(self, g: NightFight) -> tuple[Unit, ...]:
        """Those who are asked about: nobody is asked before the stack is what is left of it."""
        pieces = g.pieces
        return tuple([pieces[i] for i in self.units])

    def begun(self, g: NightFight) -> bool:
        """Has it set out?"""
        return bool(g.spent) and not g.spent.keys().isdisjoint(self.units)


class OfMarker(Deed, frozen=True):
    """8.7 Flares or Panzerfausts change hands at no cost."""

    stored = Press
    does: ClassVar[str]
    kind: str

    @classmethod
    def of(cls, answer: Action) -> Self | None:
        return next((cls(kind) for kind in NAMES if cls(kind).answer == answer), None)

    @property
    def answer(self) -> Press:
        return Press(f"{self.does} {NAMES[self.kind]}")


class PutDown(OfMarker, frozen=True):
    """8.7 One marker stays where the stack stands."""

    does = "put down"

    @classmethod
    def candidates(cls, g: NightFight, by: Stack) -> list[Self]:
        units = by.members(g)
        loaded = units[0].place and any(unit.flares or unit.fausts for unit in units)
        return [cls(kind) for kind in NAMES] if loaded else []

    def why_not(self, g: NightFight, by: Stack) -> Refusal | None:
        return None if holder(by.members(g), self.kind) else Refusal("NF-8.7.5", "It carries none.")

    def do(self, g: NightFight, by: Stack) -> None:
        unit = holder(by.members(g), self.kind)
        assert unit is not None
        move_marker(g, unit, self.kind, -1)


class TakeUp(OfMarker, frozen=True):
    """8.7 One marker comes along from here."""

    does = "take up"

    @classmethod
    def candidates(cls, g: NightFight, by: Stack) -> list[Self]:
        return [cls(kind) for kind in NAMES] if g.takeable and g.pieces[by.units[0]].place else []

    def why_not(self, g: NightFight, by: Stack) -> Refusal | None:
        return None if taker(g, by.members(g), self.kind) else Refusal("NF-8.7.6")

    def do(self, g: NightFight, by: Stack) -> None:
        unit = taker(g, by.members(g), self.kind)
        assert unit is not None
        move_marker(g, unit, self.kind, 1)


class TowWreck(Deed, frozen=True):
    """4.2, 16.5 A recovery vehicle that begins its move in a wreck's hex takes it along, alone or in a stack."""

    stored = Press("tow wreck")

    @classmethod
    def candidates(cls, g: NightFight, by: Stack) -> list[Self]:
        return [cls()] if g.wrecks and not by.tow else []

    def why_not(self, g: NightFight, by: Stack) -> Refusal | None:
        units = by.members(g)
        if by.tow or units[0].place not in g.wrecks or not has_tower(units) or any(u.id in g.spent for u in units):
            return Refusal("NF-16.5.2")
        return Refusal("NF-4.2.1", "The wreck counts as one.") if len(units) >= LIMIT else None

    def do(self, g: NightFight, by: Stack) -> None:
        g.swap(replace(by, tow=True))


class DropWreck(Deed, frozen=True):
    """4.0, 16.5 The wreck in tow is left here; a hex it overfills must be mended before the phase ends."""

    stored = Press("drop wreck")

    @classmethod
    def candidates(cls, g: NightFight, by: Stack) -> list[Self]:
        return [cls()] if by.tow else []

    def why_not(self, g: NightFight, by: Stack) -> Refusal | None:
        return why_not_drop_wreck(g, by.members(g), by.tow)

    def do(self, g: NightFight, by: Stack) -> None:
        if by.begun(g):
            g.crowded = {**g.crowded, g.pieces[by.units[0]].place: True}
        g.swap(replace(by, tow=False))


class LeaveMap(Deed, frozen=True):
    """7.0, 21.2, R56 The stack leaves the map for good: that takes an exit in the scenario, its hex, and a point."""

    stored = Press("exit")

    @classmethod
    def candidates(cls, g: NightFight, by: Stack) -> list[Self]:
        return [cls()] if g.scenario.exit else []

    def why_not(self, g: NightFight, by: Stack) -> Refusal | None:
        if not g.scenario.exit:
            return Refusal("NF-7.0.4", "No unit leaves the map in this scenario.")
        units = by.members(g)
        if units[0].place != g.scenario.exit:
            return Refusal("NF-21.2.2", f"Units leave only from hex {g.scenario.exit}.")
        return None if points_left(g, units, by.tow) >= 1 else Refusal("NF-8.0.5", "It takes a point to leave.")

    def do(self, g: NightFight, by: Stack) -> None:
        for unit in by.members(g):
            g.drop(unit.id)
            g.exited = {**g.exited, unit.side: g.exited.get(unit.side, 0) + 1}
            g.tell("NF-21.2.2", "{unit} leaves the map", hexes=(unit.place,), unit=unit.name)
        refresh_spotted(g)
        g.done()


AT_HAND = (PutDown, TakeUp, DropWreck, TowWreck, LeaveMap)
