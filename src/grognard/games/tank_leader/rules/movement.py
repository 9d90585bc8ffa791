"""8 Movement operations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.engine import Action, Actions, Press, Refusal, Route, Step, To, Working
from grognard.games.tank_leader.rules.data import BIT, GRID, TABLES, other
from grognard.games.tank_leader.rules.fire import STRENGTHS, FireAt, finish, fire, preview_fire, targets, why_not_fire
from grognard.games.tank_leader.rules.morale import remove
from grognard.games.tank_leader.rules.move_paths import (
    RollForMovement,
    Ways,
    blocked,
    ends_move,
    hexes_left,
    must_roll,
    points_left,
    spend,
    tell_way,
    why_not_far,
    why_not_move,
    why_not_step,
)
from grognard.games.tank_leader.rules.names import examinable
from grognard.games.tank_leader.rules.opportunity_fire import Enter, Window, go, under_watch, watched, watching
from grognard.games.tank_leader.rules.overrun import Overrun, OverrunHex, overrun_cost, why_not_overrun
from grognard.games.tank_leader.rules.spotting import place_hidden
from grognard.games.tank_leader.rules.state import Move, TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import EDGE, POINT
from grognard.games.tank_leader.rules.transport import (
    Drop,
    Load,
    drop,
    entrench,
    leave_trench,
    load,
    loadable,
    why_not_drop,
    why_not_entrench,
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


def move_actions(g: TankLeader, unit: Unit, move: Move) -> Actions:
    """8 What a unit on the move may do next: go on, overrun, leave the map."""
    return Actions(*moves(g, unit, move))


def moves(g: TankLeader, unit: Unit, move: Move) -> list[Sequence[Action]]:
    """8 The same, in parts."""
    if move.over:
        return []
    found: list[Sequence[Action]] = [*Ways(g, unit, move).moves()]
    if g.advanced and unit.vehicle and not unit.what.truck and points_left(unit, move) >= overrun_cost(unit):
        near = GRID.neighbours[unit.hex]
        found.append([Overrun(h) for h in near if h in g.at and why_not_overrun_now(g, unit, move, h) is None])
    if why_not_exit(g, unit, move) is None:
        found.append((EXIT,))
    return found


# ------------------------------------------------------------------ the steps


class MoveUnit(Step, frozen=True):
    """8 A movement operation: one hex after another, or far away at once; 13.3 load and drop on the way."""

    unit: str
    stopped: bool = False  # 9.42 the enemy has had his last chance to fire

    def run(self, g: TankLeader) -> None:
        unit, move = g.pieces.get(self.unit), g.move
        if unit is None or move is None or unit.suppressed or self.stopped:
            return self._finish(g)
        parts = [*moves(g, unit, move), self._riders(g, unit, move)]
        if not any(parts) and move.hexes:
            return self._stop(g, move)
        g.ask(unit.side, lambda: f"{unit.name} in {unit.hex}: where to?", Actions(*parts, (STOP,)), "TL-8.1")

    def _riders(self, g: TankLeader, unit: Unit, move: Move) -> list[Action]:
        if not unit.vehicle or not g.advanced:
            return []
        found: list[Action] = [Drop(u.id) for u in g.passengers(unit.id) if why_not_drop(g, unit, u) is None]
        if not move.hexes:
            found += [Load(u.id) for u in loadable(g, unit)]
        return found

    def take(self, g: TankLeader, action: Action) -> None:
        unit, move = g.pieces[self.unit], g.move
        assert move is not None
        match action:
            case To(h):
                g.move = replace(move, halted=False)
                way = Ways(g, unit, move).to(h)
                g.call(Walk(self.unit, way, ends=len(way) > 1 and not _beckons(g, unit, h)))
            case Overrun(h):
                g.call(OverrunHex(self.unit, h))
            case Drop(piece):
                tell_way(g)
                drop(g, piece)
            case Load(piece):
                load(g, self.unit, piece)
                g.move = replace(move, transport=True)
            case Press() if action == EXIT:
                self._exit(g, unit)
            case _:
                self._stop(g, move)

    def route(self, g: TankLeader, action: Action) -> Route | None:
        """8.1 The hexes it will enter, with the points spent in each."""
        return way_to(g, g.pieces[self.unit], g.move, action) if g.move is not None else None

    def walked(self, g: TankLeader, action: Action) -> MoveUnit:
        assert isinstance(action, To) and g.move is not None
        for h in Ways(g, g.pieces[self.unit], g.move).to(action.hex):
            unit = g.pieces[self.unit]
            cost = g.country.step(unit.hex, h, unit.what.mover, unit.what.ma) or 0
            spend(g, unit, (h,), cost, over=ends_move(g, unit, h))
            g.change(self.unit, place=h)
        return self

    def _stop(self, g: TankLeader, move: Move) -> None:
        """9.42 The enemy may fire in the last hex, unless he was asked there when the move could not but end."""
        if not move.hexes or move.over:
            return self._finish(g)
        g.swap(Window(self.unit, shot=move.shot, last=True), MoveUnit(self.unit, stopped=True))

    def _exit(self, g: TankLeader, unit: Unit) -> None:
        """8.4, 12.22, 13.41 The unit and what it carries leave for good; its entrenchment stays behind."""
        tell_way(g)
        unit = place_hidden(g, unit.id)
        leave_trench(g, unit)
        g.tell("TL-8.4.2", "{unit} leaves the map at {hex}", hexes=(unit.place,), unit=unit.name, hex=unit.place)
        for rider in g.passengers(unit.id) if unit.vehicle else ():
            remove(g, rider, f"exit {unit.place}")
        remove(g, unit, f"exit {unit.place}")
        self._finish(g)

    def _finish(self, g: TankLeader) -> None:
        """8.3 Turned face-down, if it moved at all or took somebody aboard."""
        tell_way(g)
        move, g.move = g.move, None
        if move is not None and (move.hexes or move.transport or self._hit(g)):
            finish(g, self.unit)
        g.done()

    def _hit(self, g: TankLeader) -> bool:
        return self.unit in g.pieces and g.pieces[self.unit].suppressed

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        unit, move = g.pieces[self.unit], g.move
        assert move is not None
        return why_not_go(g, unit, move, action)


def _beckons(g: TankLeader, unit: Unit, h: Hex) -> bool:
    """8.4, 13.31, 14.2 May a unit do more than stop where it is sent: set somebody down, leave for points, overrun?"""
    if g.loaded(unit) or leaves_for_points(g, unit, h):
        return True
    return g.advanced and any(why_not_overrun(g, unit, n) is None for n in GRID.neighbours[h] if n in g.at)


def way_to(g: TankLeader, unit: Unit, move: Move, action: Action) -> Route | None:
    """8.1 The way on which an answer sends a unit; one that is sent far stays there."""
    if not isinstance(action, To) or action.hex not in (ways := Ways(g, unit, move)).hexes():
        return None
    return ways.route(action.hex, ends=len(ways.to(action.hex)) > 1 and not _beckons(g, unit, action.hex))


def why_not_go_to(g: TankLeader, unit: Unit, move: Move, h: Hex) -> Refusal | None:
    """8 Why a unit may not go to a hex, next to it or farther away."""
    if h in Ways(g, unit, move).hexes():
        return None
    if h in GRID.neighbours[unit.hex]:
        return why_not_step(g, unit, move, h)
    return why_not_far(g, unit, move, h)


def why_not_go(g: TankLeader, unit: Unit, move: Move, action: Action) -> Refusal | None:
    """8, 13.3, 14.2 Why a unit on the move may not do this."""
    match action:
        case To(h) if h in GRID:
            return why_not_go_to(g, unit, move, h)
        case Overrun(h) if h in GRID:
            return why_not_overrun_now(g, unit, move, h)
        case Drop(piece) if piece in g.pieces:
            return why_not_drop(g, unit, g.pieces[piece])
        case Load(piece) if piece in g.pieces:
            return why_not_load(g, unit, g.pieces[piece])
        case Press() if action == EXIT:
            return why_not_exit(g, unit, move)
    return None


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


# -------------------- 7.2, 8 Units of a stack that do the same, one after another, by one order

ENTRENCH, BACK = Press("entrench"), Press("back")


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


class StackActs(Step, frozen=True):
    """7.2, 8, 9.2 A stack goes somewhere, fires or digs in; each unit performs an operation of its own."""

    units: tuple[str, ...]

    def run(self, g: TankLeader) -> None:
        unit = self.leader(g)
        if must_roll(g, unit) and why_not_move(g, unit) is None:
            return g.call(RollForMovement(unit.card))
        shots: list[Action] = [FireAt(target.id, kind) for target, kind in targets(g, unit)]
        moves = self._ways(g).moves() if why_not_move(g, unit) is None else ()
        digs = [ENTRENCH] if why_not_dig(g, unit) is None else []
        what = "fire at whom, or where to?" if shots else "where to?"
        prompt = f"{unit.name} and {len(self.units) - 1} like it in {unit.hex}: {what}"
        g.ask(unit.side, prompt, Actions(shots, *moves, digs, (BACK,)), "TL-7.2.1")

    def leader(self, g: TankLeader) -> Unit:
        """The first of the stack."""
        return g.pieces[self.units[0]]

    def hexes(self, g: TankLeader) -> list[Hex]:
        """8.1 Where they can go."""
        return self._ways(g).hexes() if why_not_move(g, self.leader(g)) is None else []

    def _ways(self, g: TankLeader) -> Ways:
        return Ways(g, self.leader(g), Move(self.units[0]))

    def take(self, g: TankLeader, action: Action) -> None:
        if isinstance(action, To):
            return g.swap(March(self.units, action.hex, ready_foes(g, self.leader(g).side)))
        if isinstance(action, FireAt):
            return g.swap(Volley(self.units, action.piece, action.strength, condition(g, action.piece)))
        g.done()
        for unit in self.units if action == ENTRENCH else ():
            dig_in(g, unit)

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        unit = self.leader(g)
        match action:
            case To(h) if h in GRID:
                return why_not_move(g, unit) or why_not_go_to(g, unit, Move(unit.id), h)
            case FireAt(piece, strength) if piece in g.pieces and strength in STRENGTHS:
                return why_not_fire(g, unit, g.pieces[piece], strength)
            case Press() if action == ENTRENCH:
                return why_not_dig(g, unit)
        return None

    def preview(self, g: TankLeader, action: Action) -> Working | None:
        """9.22 The shot of the first; the others fire like it."""
        if not isinstance(action, FireAt):
            return None
        return preview_fire(g, self.leader(g), g.pieces[action.piece], action.strength)

    def hides_odds(self, g: TankLeader, action: Action) -> bool:
        if isinstance(action, FireAt):
            return not examinable(g, g.pieces[action.piece], self.leader(g).side)
        return isinstance(action, To)

    def route(self, g: TankLeader, action: Action) -> Route | None:
        """8.1 The way that all of them take."""
        if not isinstance(action, To) or action.hex not in self.hexes(g):
            return None
        return self._ways(g).route(action.hex, ends=True)

    def walked(self, g: TankLeader, action: Action) -> MoveUnit:
        g.move = Move(self.units[0])
        there = MoveUnit(self.units[0]).walked(g, action)
        g.move = replace(g.move, over=True)
        return there


class March(Step, frozen=True):
    """8, 9.41 One unit after another goes to a hex, until something has happened: then the owner is asked anew."""

    units: tuple[str, ...]
    hex: Hex
    ready: int  # enemies that were face-up when the order was given
    last: str = ""  # who went before

    def run(self, g: TankLeader) -> None:
        unit = g.pieces.get(self.units[0]) if self.units else None
        if unit is None or self._stirred(g, unit) or why_not_go_to(g, unit, Move(unit.id), self.hex) is not None:
            return g.done()
        g.move = Move(unit.id)
        way = Ways(g, unit, g.move).to(self.hex)
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
    """7.2, 9.2 One unit after another fires at a target, until something comes of it: then the owner is asked anew."""

    units: tuple[str, ...]
    target: str
    strength: str
    stood: tuple[tuple[str, bool], ...]  # the target's stack when the order was given

    def run(self, g: TankLeader) -> None:
        if not self.units or self.target not in g.pieces or condition(g, self.target) != self.stood:
            return g.done()
        g.swap(replace(self, units=self.units[1:]))
        fire(g, self.units[0], self.target, self.strength)
