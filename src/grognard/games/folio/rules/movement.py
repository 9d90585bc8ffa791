"""5.0 Movement: one unit at a time, hex by hex or straight to where it can get."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import filterfalse
from typing import Any

from msgspec.structs import replace

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import hexes_of
from grognard.board.hexes.zone_moves import ZoneReach
from grognard.engine import Action, ChoiceStep, Deed, Group, Pick, Press, Refusal, Route, RouteStep, To
from grognard.engine.core.fact import fact
from grognard.engine.core.wording import with_count
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.pace import entries, moves, pace_of
from grognard.games.folio.rules.state import PICK as PICK
from grognard.games.folio.rules.state import Unit
from grognard.games.folio.rules.terrain import Ground
from grognard.games.folio.rules.too_far import why_not_to
from grognard.games.folio.rules.units import does, full

END = Press("End the phase")
BACK = Press("Not after all")
NOBODY = ("", 0, -1)
DUE = [f"turn {number}" for number in range(2, 100)]  # the boxes of reinforcements, in the order of their turns


class _Tos(dict[Hex, To]):
    """The action of choosing each hex: one value each, made once."""

    def __missing__(self, h: Hex) -> To:
        return self.setdefault(h, To(h))


TO = _Tos()


@lru_cache(maxsize=256)
def _tos(ground: Ground) -> tuple[To, ...]:
    """The action of choosing each hex of a map, by the number of the hex."""
    return tuple(TO[h] for h in ground.names)


class ChooseUnit(Deed, frozen=True):
    """Base of what is done to a unit by naming it."""

    stored = Pick
    piece: str

    def says(self, g: Any) -> str:
        return full(g, g.pieces[self.piece])


class CallOff(Deed, frozen=True):
    """Nothing of what was begun is done."""

    stored = BACK

    def do(self, g: Any, by: Any) -> None:
        g.done()

    def says(self, g: Any) -> str:
        return "cancel"


class EndPhase(Deed, frozen=True):
    """4.1 Nobody must do anything in a phase."""

    stored = END

    def do(self, g: Folio, by: ChoiceStep) -> None:
        g.done()


# ------------------------------------------------------------------ who may move


def why_not_move(g: Folio, unit: Unit, *, mobile: bool) -> Refusal | None:
    """4.1, 5.1 Why a unit may not begin to move in this phase."""
    if unit.side != g.current:
        return Refusal("FO-5.1.1")
    if mobile and not g.what(unit).mobile:
        return Refusal("FO-2.3.2.5")
    if unit.id in g.moved:
        return Refusal("FO-4.1.3" if mobile and g.moved[unit.id] else "FO-5.1.6")
    if unit.place not in g.rules.ground.index:
        return why_not_enter(g, unit, mobile=mobile)
    if unit.id in g.advanced:
        return Refusal("FO-7.9.7")
    return g.rules.why_not_act(g, unit) or why_not_stir(g, unit)


def why_not_enter(g: Folio, unit: Unit, *, mobile: bool) -> Refusal | None:
    """4.1, R81 Why a unit that is off the map may not come on now."""
    if not unit.place.startswith("turn "):
        return Refusal("FO-4.1.11", "It is out of the game.")
    if mobile:
        return Refusal("FO-4.1.11", "Reinforcements come on in the Movement Phase.")
    if int(unit.place[5:]) > g.turn:
        return Refusal("FO-4.1.11", f"It is due on {unit.place}.")
    if not _can_come_on(g, unit):
        return Refusal("FO-4.1.11", "Every entry hex is held.")
    return None


def _can_come_on(g: Folio, unit: Unit) -> bool:
    """4.1, R81 Is there an entry hex free for a unit, or one beyond those its friends hold?"""
    pace = pace_of(g, unit)
    vacant = [cost for h, _, cost in entries(g, unit, pace) if h not in g.at]
    return min(vacant, default=99) <= pace.allowance or any(_vacant(g, moves(g, unit)))


def why_not_stir(g: Folio, unit: Unit) -> Refusal | None:
    """5.1, 5.3 Why a unit on the map gets nowhere: enemies or prohibited hexes all round, or friends on its ways."""
    here = g.rules.ground.index[unit.place]
    if not g.exits(unit.side) >> here & 1:
        return Refusal("FO-5.1.3", "The enemy is all round it.")
    if has_room(g, unit.place) or any(_vacant(g, moves(g, unit))):
        return None
    return Refusal("FO-5.3.1", "Wherever it could get to somebody stands.")


def has_room(g: Folio, h: Hex) -> bool:
    """5.3 Could a unit in this hex enter some hex that nobody holds?"""
    return not g.at.keys() >= g.rules.ground.ways_out[h]


def due(g: Folio) -> list[Unit]:
    """4.1 The current player's reinforcements that are due and not on the map."""
    boxes = DUE[: g.turn - 1]
    if g.at.keys().isdisjoint(boxes):
        return []
    return [u for place in boxes if place in g.at for u in g.here(place) if u.side == g.current]


def unmoved(g: Folio, *, mobile: bool) -> list[Unit]:
    """4.1 The current player's units on the map that may move in this phase and have not."""
    moved, advanced, idle, counters = g.moved, g.advanced, g.rules.idle(g), g.rules.counters
    able = [u for u in g.units(g.current) if not (u.id in moved or u.id in advanced or u.id in idle)]
    return [u for u in able if counters[u.id].mobile] if mobile else able


def movable(g: Folio, *, mobile: bool) -> list[Unit]:
    """Every unit that may begin to move now and can get somewhere."""
    return [g.pieces[pick.piece] for pick in may_move(g, mobile=mobile).all()]


def may_move(g: Folio, *, mobile: bool, but: str = "") -> Group[Pick]:
    """The same as answers."""
    coming = [] if mobile else [u for u in due(g) if u.id != but]
    entering = [PICK[u.id] for u in coming if u.id not in g.moved and not why_not_enter(g, u, mobile=mobile)]
    return Group(lambda: _rested(g, mobile=mobile, but=but) + entering)


def _rested(g: Folio, *, mobile: bool, but: str) -> list[Pick]:
    """4.1 The current player's units that may move in this phase, have not and can, without one in hand."""
    moved, advanced, idle, counters, tight = g.moved, g.advanced, g.rules.idle(g), g.rules.counters, hemmed(g)
    able = [
        pick
        for pick in g.front(g.current).picks
        if not ((u := pick.piece) in moved or u in advanced or u in idle or u == but)
        and not (u in tight and _stays(g, g.pieces[u]))
    ]
    return [pick for pick in able if counters[pick.piece].mobile] if mobile else able


@fact
def _stays(g: Folio, unit: Unit) -> bool:
    """5.1, 5.3 Does a unit that is hemmed in get nowhere at all, is no hex vacant beyond the friends around it?"""
    return not (g.exits(unit.side) >> g.rules.ground.index[unit.place] & 1 and any(_vacant(g, moves(g, unit))))


@fact
def hemmed(g: Folio) -> frozenset[str]:
    """5.3 The current player's units that have no vacant hex beside them to enter."""
    ours, theirs, ground = g.front(g.current).hexes, g.front(g.foe(g.current)).hexes, g.rules.ground
    return frozenset([g.at[h][0] for h in hexes_of(ground.grid, ours & ~ground.ways_in.step(~(ours | theirs)))])


def free_stops(g: Folio, unit: Unit) -> list[Hex]:
    """Where a unit can end a move."""
    return list(_vacant(g, moves(g, unit)))


def _vacant(g: Folio, found: ZoneReach) -> Iterator[Hex]:
    """5.3 The hexes of some moves where nobody stands."""
    return filterfalse(g.at.__contains__, map(g.rules.ground.names.__getitem__, found.order))


# ------------------------------------------------------------------ the phases


class MoveTo(Deed, frozen=True):
    """5.0 Straight into a neighbouring hex, the cheapest way to any other."""

    stored = To
    hex: Hex

    @classmethod
    def answers(cls, g: Folio, by: Movement) -> Sequence[To] | Group[To]:
        """Where the unit in hand can end its move."""
        if not by.unit:
            return ()
        tos, at, found = _tos(g.rules.ground), g.at, by.moves(g).order
        return Group(lambda: [to for i in found if (to := tos[i]).hex not in at])

    def why_not(self, g: Folio, by: Movement) -> Refusal | None:
        return by.why_not_to(g, self.hex) if by.unit else None

    def do(self, g: Folio, by: Movement) -> None:
        h, unit, index = self.hex, g.pieces[by.unit], g.rules.ground.index
        spent, gait, path = by.moves(g).arrival(index[h])
        if unit.place in index:
            path = path[1:]
        if g.heard:
            verb = does(g, [unit], "moves")
            g.tell("FO-5.0.1", "{unit} {verb} to {hex}", hexes=tuple(path), unit=g.name(unit), verb=verb, hex=h)
        g.moved = {**g.moved, unit.id: not by.mobile}
        unit = replace(unit, place=h)
        g.put(unit)
        g.hold(unit.side, *path)
        g.rules.entered(g, unit, path)
        g.swap(Movement(by.mobile, by.unit, spent, gait, by.left))


class TakeInHand(ChooseUnit, frozen=True):
    """4.1 Another unit is moved from here on."""

    @classmethod
    def answers(cls, g: Folio, by: Movement) -> Group[Pick]:
        return may_move(g, mobile=by.mobile, but=by.unit)

    def is_meant(self, g: Folio, by: Movement) -> bool:
        return self.piece != by.paused[0]

    def why_not(self, g: Folio, by: Movement) -> Refusal | None:
        if self.piece == by.unit and self.piece in g.moved:
            return Refusal("GR-1", "It is on its way: name the hex it goes on to.")
        return why_not_move(g, g.pieces[self.piece], mobile=by.mobile)

    def do(self, g: Folio, by: Movement) -> None:
        stays = by.unit and not by.spent and by.unit not in by.left
        left = (*by.left, by.unit) if stays else by.left
        paused = (by.unit, by.spent, by.gait) if by.spent else by.paused
        g.swap(Movement(by.mobile, self.piece, left=left, paused=paused))


class GoOn(ChooseUnit, frozen=True):
    """5.1 The unit that moved last goes on."""

    @classmethod
    def answers(cls, g: Folio, by: Movement) -> Sequence[Pick] | Group[Pick]:
        return Group([PICK[by.paused[0]]], lambda _: by.may_go_on(g)) if by.paused[0] else ()

    def why_not(self, g: Folio, by: Movement) -> Refusal | None:
        return None if by.may_go_on(g) else why_not_move(g, g.pieces[self.piece], mobile=by.mobile)

    def do(self, g: Folio, by: Movement) -> None:
        _, spent, gait = by.paused
        g.swap(Movement(by.mobile, self.piece, spent, gait, by.left))


class Movement(ChoiceStep, frozen=True):
    """4.1, 5.0 The Movement Phase, or the Mobile Movement Phase; `unit` is the one being moved.

    `left` are units that were picked and left where they are; they may be picked again. `paused` is the unit that
    moved last, with what it has spent and its gait: it may go on until another unit moves (5.1).
    """

    mobile: bool = False
    unit: str = ""
    spent: int = 0
    gait: int = -1
    left: tuple[str, ...] = ()
    paused: tuple[str, int, int] = NOBODY

    deeds = (MoveTo, TakeInHand, GoOn, EndPhase)

    def kinds(self, g: Folio) -> Sequence[type[Deed]]:
        return (*self.all_kinds()[:-1], *g.rules.movement_deeds, EndPhase)

    def run(self, g: Folio) -> None:
        offered, cite = self.offered(g), "FO-4.1.6" if self.mobile else "FO-4.1.2"
        if not (self.unit or self.left) and offered.first() == END:
            g.tell(cite, "{phase}: nobody can move", phase=g.phase)
            return g.done()
        g.ask(g.current, lambda: self._prompt(g), offered, cite)

    def may_go_on(self, g: Folio) -> bool:
        """5.1 Has the unit that moved last still somewhere to go?"""
        unit, spent, gait = self.paused
        return bool(unit) and any(_vacant(g, moves(g, g.pieces[unit], spent, gait)))

    def _prompt(self, g: Folio) -> str:
        """The unit in hand with the points it has left, as long as it can go on; and how many have not moved."""
        what = "mobile unit" if self.mobile else "unit"
        others = sum(u.id != self.unit for u in movable(g, mobile=self.mobile))
        count = f"{others} unmoved"
        if not self.unit or not any(_vacant(g, self.moves(g))):
            return f"Move a {what} ({count})" if others else f"Every {what} that can move has moved"
        unit = g.pieces[self.unit]
        left = with_count((2 * g.printed(unit)[2] - self.spent) / 2, "point")
        return f"Move {full(g, unit)}, {left} left" + (f", or another {what} ({count})" if others else "")

    def moves(self, g: Folio) -> ZoneReach:
        """Where the unit in hand can go."""
        return moves(g, g.pieces[self.unit], self.spent, self.gait if self.gait >= 0 else None)

    def route(self, g: Folio, action: Action) -> Route | None:
        """5.2 The way to a hex, with the points spent in each."""
        if not isinstance(action, To) or not self.unit or self.why_not_to(g, action.hex):
            return None
        index, found = g.rules.ground.index[action.hex], self.moves(g)
        spent = [(half - self.spent) / 2 for half in found.spent_on(index, self.spent)]
        left = (2 * g.printed(g.pieces[self.unit])[2] - self.spent) / 2
        return Route(tuple(map(RouteStep, found.path_to(index), spent)), left)

    def walked(self, g: Folio, action: Action) -> Movement:
        assert isinstance(action, To)
        index, found = g.rules.ground.index[action.hex], self.moves(g)
        spent, gait, _ = found.arrival(index)
        g.moved = {**g.moved, self.unit: not self.mobile}
        g.place(g.pieces[self.unit], action.hex)
        return replace(self, spent=spent, gait=gait, paused=NOBODY)

    def why_not_to(self, g: Folio, h: Hex) -> Refusal | None:
        """5.1 Why the unit in hand may not go to a hex."""
        return why_not_to(g, g.pieces[self.unit], h, self.spent, self.gait if self.gait >= 0 else None)
