"""8 Movement operations."""

from __future__ import annotations

from typing import Protocol

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Actions, ChoiceStep, Deed, Press, Refusal, Route, Step, To
from grognard.games.tank_leader.rules.choices import HexDeed, UnitDeed
from grognard.games.tank_leader.rules.data import BIT, GRID, TABLES, other
from grognard.games.tank_leader.rules.fire import finish
from grognard.games.tank_leader.rules.morale import remove
from grognard.games.tank_leader.rules.move_paths import (
    ReachableHexes,
    blocked,
    ends_move,
    hexes_left,
    points_left,
    spend,
    tell_way,
    why_not_far,
    why_not_step,
)
from grognard.games.tank_leader.rules.opportunity_fire import Enter, Window, go, under_watch, watched, watching
from grognard.games.tank_leader.rules.overrun import Overrun, OverrunHex, overrun_cost, why_not_overrun
from grognard.games.tank_leader.rules.spotting import place_hidden
from grognard.games.tank_leader.rules.state import Move, TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import EDGE, POINT
from grognard.games.tank_leader.rules.transport import (
    Drop,
    Load,
    drop,
    leave_trench,
    load,
    loadable,
    why_not_drop,
    why_not_load,
)
from grognard.games.tank_leader.rules.victory import leaves_for_points, scored_ground

STOP, EXIT = Press("stop here"), Press("leave the map")
EXIT_COST = TABLES["movement"]["exit_cost"] * POINT


def why_not_exit(g: TankLeader, unit: Unit, move: Move) -> Refusal | None:
    """8.4 Why a unit may not leave the map from here."""
    if unit.hex not in EDGE or points_left(unit, move) < EXIT_COST:
        return Refusal("TL-8.4.1")
    if hexes_left(g, unit, move) < 1:
        return Refusal("TL-8.2.2")
    return None


def why_not_overrun_now(g: TankLeader, unit: Unit, move: Move, h: Hex) -> Refusal | None:
    """14.21 The overrun and its cost."""
    refusal = why_not_overrun(g, unit, h)
    if refusal is not None:
        return refusal
    if h not in GRID.neighbours[unit.hex] or g.country.step(unit.hex, h, unit.what.mover, unit.what.ma) is None:
        return Refusal("TL-14.2.2")
    if points_left(unit, move) < overrun_cost(unit) or hexes_left(g, unit, move) < 1:
        return Refusal("TL-14.21.3")
    return None


def overruns_open(g: TankLeader, unit: Unit, move: Move) -> list[Action]:
    """14.2 The overruns that a unit on the move could make now."""
    if not g.advanced or not unit.vehicle or unit.what.truck or points_left(unit, move) < overrun_cost(unit):
        return []
    near = GRID.neighbours[unit.hex]
    return [Overrun(h) for h in near if h in g.at and why_not_overrun_now(g, unit, move, h) is None]


# ------------------------------------------------------------------ what a unit on the move may do


class Mover(Protocol):
    """The step that asks: of a unit that is on the move, or may begin a movement operation."""

    @property
    def unit(self) -> str: ...

    def so_far(self, g: TankLeader) -> Move:
        """The move up to now."""

    def set_out(self, g: TankLeader) -> MoveUnit:
        """The movement operation, which begins now if it has not."""


class GoTo(HexDeed, frozen=True):
    """8 Into the next hex, or far away at once."""

    @classmethod
    def answers(cls, g: TankLeader, by: Mover) -> Actions:
        return Actions(*ReachableHexes(g, g.pieces[by.unit], by.so_far(g)).moves())

    def why_not(self, g: TankLeader, by: Mover) -> Refusal | None:
        return why_not_go_to(g, g.pieces[by.unit], by.so_far(g), self.hex)

    def do(self, g: TankLeader, by: Mover) -> None:
        unit, move = g.pieces[by.unit], by.set_out(g).so_far(g)
        g.move = replace(move, halted=False)
        way = ReachableHexes(g, unit, move).to(self.hex)
        g.call(Walk(by.unit, way, ends=len(way) > 1 and not _beckons(g, unit, self.hex)))


class DriveOver(HexDeed, frozen=True):
    """14.2 Over the infantry in a neighbouring hex."""

    does, stored = "overrun ", Overrun

    @classmethod
    def answers(cls, g: TankLeader, by: Mover) -> list[Action]:
        return overruns_open(g, g.pieces[by.unit], by.so_far(g))

    def why_not(self, g: TankLeader, by: Mover) -> Refusal | None:
        return why_not_overrun_now(g, g.pieces[by.unit], by.so_far(g), self.hex)

    def do(self, g: TankLeader, by: Mover) -> None:
        by.set_out(g)
        g.call(OverrunHex(by.unit, self.hex))


class LeaveMap(Deed, frozen=True):
    """8.4, 12.22, 13.41 The unit and what it carries leave for good; its entrenchment stays behind."""

    stored = EXIT

    def why_not(self, g: TankLeader, by: Mover) -> Refusal | None:
        return why_not_exit(g, g.pieces[by.unit], by.so_far(g))

    def do(self, g: TankLeader, by: Mover) -> None:
        step = by.set_out(g)
        tell_way(g)
        unit = place_hidden(g, by.unit)
        leave_trench(g, unit)
        g.tell("TL-8.4.2", "{unit} leaves the map at {hex}", hexes=(unit.place,), unit=unit.name, hex=unit.place)
        for rider in g.passengers(unit.id) if unit.vehicle else ():
            remove(g, rider, f"exit {unit.place}")
        remove(g, unit, f"exit {unit.place}")
        step.finish(g)


class SetDown(UnitDeed, frozen=True):
    """13.31 A passenger gets off on the way."""

    does, stored = "set down ", Drop

    @classmethod
    def candidates(cls, g: TankLeader, by: Mover) -> list[SetDown]:
        return [cls(u.id) for u in g.passengers(by.unit)] if g.advanced else []

    def why_not(self, g: TankLeader, by: Mover) -> Refusal | None:
        return why_not_drop(g, g.pieces[by.unit], self.unit(g))

    def do(self, g: TankLeader, by: Mover) -> None:
        tell_way(g)
        drop(g, self.piece)


class TakeAboard(UnitDeed, frozen=True):
    """13.31 Somebody gets on before the vehicle drives."""

    does, stored = "load ", Load

    @classmethod
    def answers(cls, g: TankLeader, by: Mover) -> list[Action]:
        return [] if by.so_far(g).hexes else [Load(u.id) for u in loadable(g, g.pieces[by.unit])]

    def why_not(self, g: TankLeader, by: Mover) -> Refusal | None:
        return why_not_load(g, g.pieces[by.unit], self.unit(g))

    def do(self, g: TankLeader, by: Mover) -> None:
        move = by.set_out(g).so_far(g)
        load(g, by.unit, self.piece)
        g.move = replace(move, transport=True)


class StopHere(Deed, frozen=True):
    """8.3 The unit goes no farther."""

    stored = STOP

    def do(self, g: TankLeader, by: MoveUnit) -> None:
        by.stop(g)


MOVES = GoTo, DriveOver, LeaveMap, SetDown, TakeAboard


# ------------------------------------------------------------------ the steps


class MoveUnit(ChoiceStep, frozen=True):
    """8 A movement operation: one hex after another, or far away at once; 13.3 load and drop on the way."""

    unit: str
    stopped: bool = False  # 9.42 the enemy has had his last chance to fire
    deeds = (*MOVES, StopHere)

    def run(self, g: TankLeader) -> None:
        unit, move = g.pieces.get(self.unit), g.move
        if unit is None or move is None or unit.suppressed or self.stopped:
            return self.finish(g)
        answers = self.offered(g)
        if move.hexes and answers.first() == STOP:
            return self.stop(g)
        g.ask(unit.side, lambda: f"{unit.name} in {unit.hex}: where to?", answers, "TL-8.1")

    def so_far(self, g: TankLeader) -> Move:
        assert g.move is not None
        return g.move

    def set_out(self, g: TankLeader) -> MoveUnit:
        return self

    def route(self, g: TankLeader, action: Action) -> Route | None:
        """8.1 The hexes it will enter, with the points spent in each."""
        return route_to(g, g.pieces[self.unit], g.move, action) if g.move is not None else None

    def walked(self, g: TankLeader, action: Action) -> MoveUnit:
        assert isinstance(action, To)
        for h in ReachableHexes(g, g.pieces[self.unit], self.so_far(g)).to(action.hex):
            unit = g.pieces[self.unit]
            cost = g.country.step(unit.hex, h, unit.what.mover, unit.what.ma) or 0
            spend(g, unit, (h,), cost, over=ends_move(g, unit, h))
            g.change(self.unit, place=h)
        return self

    def stop(self, g: TankLeader) -> None:
        """9.42 The enemy may fire in the last hex, unless he was asked there when the move could not but end."""
        move = self.so_far(g)
        if not move.hexes or move.over:
            return self.finish(g)
        g.swap(Window(self.unit, shot=move.shot, last=True), MoveUnit(self.unit, stopped=True))

    def finish(self, g: TankLeader) -> None:
        """8.3 Turned face-down, if it moved at all or took somebody aboard."""
        tell_way(g)
        move, g.move = g.move, None
        if move is not None and (move.hexes or move.transport or self._hit(g)):
            finish(g, self.unit)
        g.done()

    def _hit(self, g: TankLeader) -> bool:
        return self.unit in g.pieces and g.pieces[self.unit].suppressed


def _beckons(g: TankLeader, unit: Unit, h: Hex) -> bool:
    """8.4, 13.31, 14.2 May a unit do more than stop where it is sent: set somebody down, leave for points, overrun?"""
    if g.loaded(unit) or leaves_for_points(g, unit, h):
        return True
    return g.advanced and any(why_not_overrun(g, unit, n) is None for n in GRID.neighbours[h] if n in g.at)


def route_to(g: TankLeader, unit: Unit, move: Move, action: Action) -> Route | None:
    """8.1 The way on which an answer sends a unit; one that is sent far stays there."""
    if not isinstance(action, To) or action.hex not in (ways := ReachableHexes(g, unit, move)).hexes():
        return None
    return ways.route(action.hex, ends=len(ways.to(action.hex)) > 1 and not _beckons(g, unit, action.hex))


def why_not_go_to(g: TankLeader, unit: Unit, move: Move, h: Hex) -> Refusal | None:
    """8 Why a unit may not go to a hex, next to it or farther away."""
    if h in ReachableHexes(g, unit, move).hexes():
        return None
    if h in GRID.neighbours[unit.hex]:
        return why_not_step(g, unit, move, h)
    return why_not_far(g, unit, move, h)


class Walk(Step, frozen=True):
    """8 One hex after another, until the way ends, the unit is stopped (9.41) or something happens to it.

    A unit that was sent somewhere far `ends` its move there; one that goes hex by hex is asked on.
    """

    unit: str
    way: tuple[Hex, ...]
    ends: bool = False

    def run(self, g: TankLeader) -> None:
        unit = g.pieces.get(self.unit)
        if not self.way or unit is None or unit.suppressed or (g.move is not None and g.move.halted):
            return g.done()
        unit = place_hidden(g, self.unit)
        if quiet := self._quiet(g, unit):
            return self._stroll(g, unit, self.way[:quiet])
        b = self.way[0]
        if blocked(g, unit, g.move or Move(self.unit), b):
            return g.done()  # a unit that was hidden has appeared in the way
        self._spend(g, unit, (b,))
        g.swap(Enter(self.unit, b), Walk(self.unit, self.way[1:], self.ends))

    def _quiet(self, g: TankLeader, unit: Unit) -> int:
        """8, 9.4, 13.27, 15.5 In how many of the next hexes nothing can happen: no enemy, fire, zone or points."""
        foes = other(unit.side)
        if g.zones or g.hidden(foes):
            return 0
        stirring = g.ground(foes) | scored_ground(g.scenario_id)
        doubtful = stirring | watching(g, foes).ground
        for n, h in enumerate(self.way):
            if doubtful & BIT[h] and (stirring & BIT[h] or under_watch(g, foes, h)):
                return n
        return len(self.way)

    def _stroll(self, g: TankLeader, unit: Unit, way: tuple[Hex, ...]) -> None:
        """8 Through several hexes at once in which nothing can happen."""
        self._spend(g, unit, way)
        go(g, self.unit, way[-1])
        if not g.revealed and any(watched(g, unit.side, h) for h in way[:-1]):
            g.reveal()
        left = self.way[len(way) :]
        g.swap(*([Walk(self.unit, left, self.ends)] if left else ()))

    def _spend(self, g: TankLeader, unit: Unit, way: tuple[Hex, ...]) -> None:
        """8.1, 8.11 What the next hexes cost; the move is over where it was to end, and where a hex ends it."""
        country, what = g.country, unit.what
        cost = country.price((unit.place, *way), what.mover, what.ma)
        there = self.ends and len(way) == len(self.way)
        stops = there or (len(way) > 1 and country.stops_on(way, what.mover)) or ends_move(g, unit, way[0])
        spend(g, unit, way, cost, over=stops)
