"""4.0 Movement: who may move, and one hex after the other under the enemy's eyes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

import msgspec

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.paths import Reach
from grognard.engine import Action, ChoiceStep, Deed, Refusal, Route, RouteStep, Step
from grognard.engine.core.fact import fact
from grognard.engine.core.state import without
from grognard.engine.core.wording import in_halves, with_count
from grognard.games.panzer_blitz.rules.combat_results import eliminate, is_trapped, leave_mine, spring_mine
from grognard.games.panzer_blitz.rules.data import CANNOT_MOVE_EMPTY, GRID, other
from grognard.games.panzer_blitz.rules.movement_costs import (
    BARE,
    COUNTRY,
    ROAD,
    WORK,
    Price,
    gait,
    pay,
    price,
    road_joins,
    shut_hexes,
    step_costs,
    tolls,
    why_not_in,
)
from grognard.games.panzer_blitz.rules.opportunity_fire import Opportunity, window
from grognard.games.panzer_blitz.rules.sight import look_at
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit, readers

D = TypeVar("D", bound=Deed)

# ------------------------------------------------------------------ may it move?


def why_not_move(g: PanzerBlitz, unit: Unit) -> Refusal | None:
    """4.1.2, 4.3.4, 4.3.5 Why a unit may not begin or go on to move."""
    if unit.disrupted or (unit.spent and unit.id not in g.onward):
        return Refusal("PB-4.1.2")
    if unit.no_move:
        return Refusal("PB-11.2.2")
    if unit.carrier:
        return Refusal("PB-4.3.11")
    if unit.id in g.cat or unit.id in g.ip_work or unit.id in g.ready or unit.id in g.halted:
        return Refusal("PB-3.1.10")
    if unit.labor and not can_blow(g, unit):
        return Refusal("PB-17.0.2")
    return None


def can_blow(g: PanzerBlitz, unit: Unit) -> bool:
    """17.2.1.3 An Engineer whose charges are set may leave and fire them from the next turn on."""
    return unit.labor in ("bridge", "unblock") and unit.stage == 2 and g.turn > unit.since


def spent_points(g: PanzerBlitz, unit: Unit) -> int:
    """Half points a unit has spent in this Operation."""
    return g.moved.get(unit.id, 0)


def points_left(g: PanzerBlitz, unit: Unit) -> int:
    """Half points a unit has left."""
    return 2 * unit.face.ma - spent_points(g, unit)


def exit_points(unit: Unit) -> int:
    """15.4.8, 15.5.9 What leaving a work costs."""
    return WORK if unit.inside else 0


def why_not_go(g: PanzerBlitz, unit: Unit, h: Hex, start: Hex, rate: str, *, probing: bool = False) -> Refusal | None:
    """4.0 Why a unit may not step to an adjacent hex now."""
    paid = points_after(g, unit, h, start, rate, probing=probing)
    return paid if isinstance(paid, Refusal) else None


def points_after(g: PanzerBlitz, unit: Unit, h: Hex, start: Hex, rate: str, *, probing: bool = False) -> int | Refusal:
    """4.0 Half points a unit will have spent when it has stepped to an adjacent hex, or why it may not."""
    cost = price_ahead(g, unit, h, start, rate, probing=probing)
    return cost if isinstance(cost, Refusal) else pay_on(g, unit, cost)


def price_ahead(g: PanzerBlitz, unit: Unit, h: Hex, start: Hex, rate: str, *, probing: bool) -> Price | Refusal:
    """4.0 What it costs a unit to step to an adjacent hex, or why it may not, points aside."""
    if h not in GRID.neighbours[unit.place]:
        return Refusal("PB-4.1.4")
    if unit.what.cls in CANNOT_MOVE_EMPTY and not g.load(unit.id):
        return Refusal("PB-4.3.19")
    refusal = why_not_in(g, unit, h, probing=probing)
    if refusal is not None:
        return refusal
    if h in g.blocks and h not in GRID.neighbours.get(start, ()):
        return Refusal("PB-15.3.4")
    return price(g, unit, unit.place, h, rate)


def pay_on(g: PanzerBlitz, unit: Unit, cost: Price) -> int | Refusal:
    """4.1.3 Half points a unit will have spent in this Operation after its next step, or why there are too few."""
    return pay(unit, g.moved.get(unit.id, 0) + (WORK if unit.inside else 0), cost)


# ------------------------------------------------------------------ ways


@fact
def overland(g: PanzerBlitz, unit: Unit, start: Hex, rate: str) -> Reach:
    """Everything a unit can reach with the points it has left, by steps that do not take all of them."""
    left = points_left(g, unit) - exit_points(unit)
    shut = shut_hexes(g, unit)
    shut += [h for h in g.blocks if not unit.what.infantry or h not in GRID.neighbours.get(start, ())]
    table = step_costs(g, gait(unit.type), rate)
    return table.reach(unit.place, left, blocked=shut, stop=(*g.mines, *g.blocks), extra=tolls(g))


def stays_put(g: PanzerBlitz, unit: Unit) -> bool:
    """2.3.2, 4.3.5 Guns, and empty jeeps and motorcycles, do not move by themselves."""
    return unit.what.gun or (unit.what.cls in CANNOT_MOVE_EMPTY and not g.load(unit.id))


def find_path(g: PanzerBlitz, unit: Unit, goal: Hex, start: Hex, rate: str) -> list[Hex]:
    """The cheapest way to a hex with the points left, without the hex it stands in; empty if there is none."""
    if stays_put(g, unit):
        return []
    found = overland(g, unit, start, rate)
    return found.path_to(goal)[1:] if goal in found else []


def paid_along(g: PanzerBlitz, unit: Unit, path: Sequence[Hex], rate: str) -> list[int]:
    """The half points a unit has spent in this Operation when it is in each hex of a way."""
    spent, found = spent_points(g, unit) + exit_points(unit), []
    for here, there in pairwise((unit.place, *path)):
        cost = price(g, unit, here, there, rate)
        assert isinstance(cost, Price)
        paid = pay(unit, spent, cost)
        assert isinstance(paid, int)
        spent = paid
        found.append(spent)
    return found


def stops(g: PanzerBlitz, h: Hex) -> bool:
    """15.2.3, 15.3.2 A unit that enters a Minefield or Block goes no further."""
    return h in g.mines or h in g.blocks


# ------------------------------------------------------------------ one hex


def step_to(g: PanzerBlitz, unit: Unit, h: Hex, cost: Price, paid: int) -> list[Step]:
    """4.1.4 to 4.1.6 One hex: points are paid and the hex entered; what that sets off, in order."""
    g.moved = {**g.moved, unit.id: paid}
    if cost.road:
        g.road_used = {**g.road_used, unit.id: True}
    if cost.town:
        g.half_rate = {**g.half_rate, unit.id: True}
    return enter(g, unit, h, road=cost.road)


def enter(g: PanzerBlitz, unit: Unit, h: Hex, *, road: bool) -> list[Step]:
    """4.1.8.2, 15.2.3 A unit and its passengers come into a hex; what that sets off, in order."""
    left = unit.place
    for enemy in g.of(other(unit.side), h) if h in g.at else ():
        g.tell("PB-4.1.12", "{unit} is caught empty in {hex}", hexes=(h,), unit=enemy.name, hex=h)
        eliminate(g, enemy.id)
    for each in (*g.load(unit.id), unit):
        g.change(each.id, place=h, inside="", hull_down=False, trapped=False)
        g.paid = without(g.paid, each.id)
        if each.carrier:
            g.rode = {**g.rode, each.id: True}
    if g.heard:
        hexes = (left, h) if left else (h,)
        g.tell("PB-4.1.4", "{unit} to {hex}", hexes=hexes, sees=readers(unit), unit=unit.name, hex=h)
    steps: list[Step] = []
    if h in g.mines:
        steps += spring_mine(g, unit, h)
    if h in g.blocks:
        g.halted = {**g.halted, unit.id: True}
    return [*steps, Opportunity(unit.id, road=road)] if steps else window(g, g.pieces[unit.id], road=road)


def finish_move(g: PanzerBlitz, unit: Unit) -> None:
    """4.1.10, 4.3.1 Spent, passengers that were carried too."""
    g.onward = without(g.onward, unit.id)
    g.change(unit.id, spent=True)
    spend_passengers(g, unit)


def spend_passengers(g: PanzerBlitz, carrier: Unit) -> None:
    """4.3.1 Whoever was carried is Spent."""
    for each in g.load(carrier.id):
        if each.id in g.rode:
            g.change(each.id, spent=True)


# ------------------------------------------------------------------ a move under way


class Moving(ChoiceStep, frozen=True):
    """4.1.4 One unit moves, hex by hex, with what it carries. Its kinds say what else it may do on the way."""

    unit: str
    start: Hex  # nothing if it came from off the map
    path: tuple[Hex, ...] = ()  # the hexes it goes on to by itself
    acted: bool = False
    roads: bool = True  # 14.3.1 at the road rate where there is one
    chosen: bool = False  # whether to use roads was just decided in this hex

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or not unit.place or unit.disrupted:
            return g.done()
        if self.path:
            return self._walk(g, unit)
        if unit.id in g.shot_at:
            g.shot_at = without(g.shot_at, unit.id)
            return g.swap(msgspec.structs.replace(self, acted=True))
        if not self._has_ways(g, unit) and not any(self.other_deeds(g)):
            return self.stop(g)
        return g.ask(unit.side, lambda: self._words(g, unit), self.offered(g), "PB-4.1.4")

    def _words(self, g: PanzerBlitz, unit: Unit) -> str:
        left = f"{in_halves(points_left(g, unit) / 2)} of {with_count(unit.face.ma, 'point')} left"
        return f"{self.title(unit)}: {left}"

    def bars(self, g: PanzerBlitz, kind: type[Deed]) -> Refusal | None:
        """15.2.3, 15.3.2 Who may move no further can only stop."""
        return Refusal("PB-15.2.8") if self.unit in g.halted and kind is not Stop else None

    def allowed(self, g: PanzerBlitz, kind: type[D]) -> Sequence[D]:
        """Hexes that a unit can go to need not be asked one by one whether it can."""
        if kind is Go and self.bars(g, kind) is None:
            return list(kind.candidates(g, self))
        return super().allowed(g, kind)

    def title(self, unit: Unit) -> str:
        """What the question is about."""
        return f"Move {unit.name}"

    def other_kinds(self, g: PanzerBlitz) -> Iterable[type[Deed]]:
        """The kinds of deed, beside going somewhere, for which it is asked how the move goes on."""
        return (kind for kind in self.all_kinds() if kind not in (Go, *IDLE))

    def other_deeds(self, g: PanzerBlitz) -> Iterator[bool]:
        """Is there anything to do but to stop?"""
        if self.bars(g, Go) is None and self._can_step(g):
            return iter((True,))
        kinds = (kind for kind in self.other_kinds(g) if self.bars(g, kind) is None)
        return (deed.why_not(g, self) is None for kind in kinds for deed in kind.candidates(g, self))

    def _has_ways(self, g: PanzerBlitz, unit: Unit) -> bool:
        """4.1.4 Is there a hex it can go to without spending all points? Where it can go is asked next in any case."""
        if self.bars(g, Go) is not None or stays_put(g, unit) or points_left(g, unit) <= 0:
            return False
        return len(overland(g, unit, self.start, self.rate(g))) > 1

    def _can_step(self, g: PanzerBlitz) -> bool:
        """4.1.4 A unit that cannot go to an adjacent hex cannot go anywhere."""
        unit, rate = g.pieces[self.unit], self.rate(g)
        near = GRID.neighbours[unit.place] if points_left(g, unit) > 0 else ()
        return any(why_not_go(g, unit, h, self.start, rate, probing=True) is None for h in near)

    def route(self, g: PanzerBlitz, action: Action) -> Route | None:
        """4.1.4 The hexes it will enter, with the points spent in each."""
        if not isinstance(action, Go) or self.bars(g, Go) is not None or action.why_not(g, self) is not None:
            return None
        unit, path = g.pieces[self.unit], action.path(g, self)
        before = spent_points(g, unit)
        spent = [(half - before) / 2 for half in paid_along(g, unit, path, self.rate(g))]
        way = (RouteStep(unit.place, 0), *map(RouteStep, path, spent))
        beyond = action.hex in overland(g, unit, self.start, self.rate(g)) and not stops(g, action.hex)
        return Route(way, points_left(g, unit) / 2, shunned=not beyond)

    def walked(self, g: PanzerBlitz, action: Action) -> Moving:
        assert isinstance(action, Go)
        unit = g.pieces[self.unit]
        g.moved = {**g.moved, unit.id: paid_along(g, unit, action.path(g, self), self.rate(g))[-1]}
        for each in (*g.load(unit.id), unit):
            g.change(each.id, place=action.hex, inside="", hull_down=False, trapped=False)
        return msgspec.structs.replace(self, acted=True, chosen=False)

    def _walk(self, g: PanzerBlitz, unit: Unit) -> None:
        """4.1.5, 6.1.2 The next hex of the way, unless something stops it; what hides there is looked at first.

        Where entering it sets nothing off the unit goes on at once.
        """
        h, halted = self.path[0], unit.id in g.halted or unit.id in g.shot_at
        cost = price_ahead(g, unit, h, self.start, self.rate(g), probing=True)
        paid = cost if isinstance(cost, Refusal) else pay_on(g, unit, cost)
        if halted or isinstance(cost, Refusal) or isinstance(paid, Refusal):
            return g.swap(msgspec.structs.replace(self, path=()))
        if h in g.at and any(u.hidden for u in g.of(other(unit.side), h)):
            return self._probe(g, unit, h)
        if is_trapped(g, unit):
            g.swap(msgspec.structs.replace(self, path=(), acted=True))
            return g.call(*leave_mine(g, unit))
        set_off = self.step(g, unit, h, cost, paid)
        on = msgspec.structs.replace(self, path=self.path[1:], acted=True, chosen=False)
        if on.path and not set_off:
            return on._walk(g, g.pieces[unit.id])
        g.swap(on)
        return g.call(*set_off)

    def _probe(self, g: PanzerBlitz, unit: Unit, h: Hex) -> None:
        """4.1.8.1, 4.1.8.2 Empty transport gives way; before anybody else the unit stays where it is."""
        look_at(g, h, other(unit.side))
        if why_not_in(g, unit, h) is not None:
            text = "{unit} cannot enter {hex}: it is held"
            g.tell("PB-4.1.11", text, hexes=(h,), sees=readers(unit), unit=unit.name, hex=h)
            return g.swap(msgspec.structs.replace(self, path=()))
        return g.swap(msgspec.structs.replace(self))

    def step(self, g: PanzerBlitz, unit: Unit, h: Hex, cost: Price, paid: int) -> list[Step]:
        """Into the next hex."""
        return step_to(g, unit, h, cost, paid)

    def stop(self, g: PanzerBlitz) -> None:
        """4.1.10 A unit that has moved is Spent, and so is what it carried (4.3.1)."""
        finish_move(g, g.pieces[self.unit])
        g.done()

    def rate(self, g: PanzerBlitz) -> str:
        """8.2.1.3, 14.3.1 By road, across country, or bare, as an overrunner that goes on."""
        if self.unit in g.onward:
            return BARE
        return ROAD if self.roads else COUNTRY


class Go(Deed, frozen=True):
    """4.1.4 To an adjacent hex, or to a farther one by the cheapest way, hex by hex."""

    hex: str

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Moving) -> Iterator[Go]:
        return map(cls, goals(g, by))

    def why_not(self, g: PanzerBlitz, by: Moving) -> Refusal | None:
        """A hex is as good as the way to it; the direct step counts before a way round."""
        if self.hex not in g.area:
            return Refusal("PB-SIT.6")
        unit = g.pieces[by.unit]
        if self.hex == unit.place:
            return Refusal("GR-1", "It is there already.")
        refusal = why_not_go(g, unit, self.hex, by.start, by.rate(g), probing=True)
        if refusal is None or find_path(g, unit, self.hex, by.start, by.rate(g)):
            return None
        return refusal if refusal.rule != "PB-4.1.4" else why_not_far(g, unit, self.hex)

    def path(self, g: PanzerBlitz, by: Moving) -> tuple[Hex, ...]:
        """The hexes on the way: straight into a neighbour, to any other the cheapest way."""
        unit, rate = g.pieces[by.unit], by.rate(g)
        direct = why_not_go(g, unit, self.hex, by.start, rate, probing=True) is None
        return (self.hex,) if direct else tuple(find_path(g, unit, self.hex, by.start, rate))

    def do(self, g: PanzerBlitz, by: Moving) -> None:
        g.swap(msgspec.structs.replace(by, path=self.path(g, by)))

    def says(self, g: PanzerBlitz) -> str:
        return f"to {self.hex}"

    def hides_odds(self, g: PanzerBlitz, by: Moving) -> bool:
        return True


def why_not_far(g: PanzerBlitz, unit: Unit, h: Hex) -> Refusal:
    """The first reason that keeps a unit from a hex it has no way to."""
    if unit.what.gun:
        return Refusal("PB-2.3.14")
    if unit.what.cls in CANNOT_MOVE_EMPTY and not g.load(unit.id):
        return Refusal("PB-4.3.19")
    if h in g.blocks:
        return Refusal("PB-15.3.4")
    return why_not_in(g, unit, h) or Refusal("PB-4.2.1")


def goals(g: PanzerBlitz, by: Moving) -> list[Hex]:
    """Every hex a unit can go to: by steps that do not take all points, then beside it those that can be tried."""
    unit, rate = g.pieces[by.unit], by.rate(g)
    if points_left(g, unit) <= 0:
        return []
    reach = {} if stays_put(g, unit) else overland(g, unit, by.start, rate)
    beside = [h for h in GRID.neighbours[unit.place] if h not in reach]
    return [*reach][1:] + [h for h in beside if why_not_go(g, unit, h, by.start, rate, probing=True) is None]


def destinations(g: PanzerBlitz, by: Moving) -> dict[Hex, int]:
    """Half points that every hex a unit can go to costs it, as it will pay them."""
    unit, rate = g.pieces[by.unit], by.rate(g)
    before, leaving = spent_points(g, unit), exit_points(unit)
    found = {}
    if not stays_put(g, unit):
        found = {h: half + leaving for h, half in overland(g, unit, by.start, rate).items() if h != unit.place}
    for h in GRID.neighbours[unit.place]:
        paid = points_after(g, unit, h, by.start, rate, probing=True)
        if isinstance(paid, int):
            found[h] = paid - before
    return found


class Stop(Deed, frozen=True):
    """4.1.10 The move is over."""

    def why_not(self, g: PanzerBlitz, by: Moving) -> Refusal | None:
        idle = not by.acted and not spent_points(g, g.pieces[by.unit])
        return Refusal("GR-1", "It has not moved yet.") if idle else None

    def do(self, g: PanzerBlitz, by: Moving) -> None:
        by.stop(g)

    def says(self, g: PanzerBlitz) -> str:
        return "stop"


class KeepOffRoads(Deed, frozen=True):
    """14.3.1, 14.7.1 Go on across country: a unit that used no road may still close assault or overrun."""

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Moving) -> Iterator[KeepOffRoads]:
        if by.roads and not by.chosen:
            yield cls()

    def why_not(self, g: PanzerBlitz, by: Moving) -> Refusal | None:
        if by.rate(g) != ROAD or by.chosen:
            return Refusal("GR-1", "That is decided for this hex.")
        here = g.pieces[by.unit].place
        along = any(road_joins(g, here, h) for h in GRID.neighbours[here])
        return None if along else Refusal("PB-14.3.3", "No road leads on from here.")

    def do(self, g: PanzerBlitz, by: Moving) -> None:
        g.swap(msgspec.structs.replace(by, roads=False, chosen=True))

    def says(self, g: PanzerBlitz) -> str:
        return "keep off the roads, so that it may still close assault or overrun"


class TakeRoads(Deed, frozen=True):
    """14.3.1 Use the roads again."""

    @classmethod
    def candidates(cls, g: PanzerBlitz, by: Moving) -> Iterator[TakeRoads]:
        if not by.roads and not by.chosen:
            yield cls()

    def why_not(self, g: PanzerBlitz, by: Moving) -> Refusal | None:
        if by.rate(g) == BARE:
            return Refusal("PB-8.2.3")
        return Refusal("GR-1", "That is decided for this hex.") if by.roads or by.chosen else None

    def do(self, g: PanzerBlitz, by: Moving) -> None:
        g.swap(msgspec.structs.replace(by, roads=True, chosen=True))

    def says(self, g: PanzerBlitz) -> str:
        return "use the roads again"


Deeds = Sequence[Sequence[type[Deed]]]
IDLE = (Stop, KeepOffRoads, TakeRoads)
