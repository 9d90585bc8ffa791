"""4.0 Movement: one unit at a time, hex by hex, under the enemy's eyes."""

from __future__ import annotations

import msgspec

from grognard.board.hexgrid import Hex
from grognard.board.paths import Reach
from grognard.engine import Action, Actions, Press, Refusal, Step, To
from grognard.games.panzer_blitz.rules.combat_results import spring_mine
from grognard.games.panzer_blitz.rules.data import GRID, other
from grognard.games.panzer_blitz.rules.efficiency import efficiency_roll
from grognard.games.panzer_blitz.rules.engineers import Clear, Demolish, begin_clearing, why_not_clear
from grognard.games.panzer_blitz.rules.losses import eliminate
from grognard.games.panzer_blitz.rules.movement_costs import (
    WORK,
    pay,
    price,
    step_costs,
    tolls,
    why_not_in,
    why_not_step,
)
from grognard.games.panzer_blitz.rules.opportunity_fire import Opportunity
from grognard.games.panzer_blitz.rules.stacking import room_inside
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit, readers
from grognard.games.panzer_blitz.rules.terrain import DITCHES, TERRAIN, bridged, water_kind
from grognard.games.panzer_blitz.rules.transport import (
    CANNOT_MOVE_EMPTY,
    Load,
    Unload,
    load_points,
    why_not_load,
    why_not_unload,
)

STOP, HULL_DOWN, ASSAULT_FIRE, ENTER_WORK = "stop", "hull-down", "assault fire", "take cover"
CAT_POINTS = 2  # 9.1.3 one movement point, in halves
HULL_DOWN_TERRAIN = ("clear", "woods", "orchard", "town", "city")  # 15.6.4


class Move(Action, frozen=True):
    """Begin to move a unit."""

    piece: str


class Assault(Action, frozen=True):
    """End the move and declare a close assault of an adjacent hex."""

    hex: str


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
    return g.moved.get(unit.id, 0)


def exit_points(unit: Unit) -> int:
    """15.4.8, 15.5.9 What leaving a work costs."""
    return WORK if unit.inside else 0


def why_not_go(g: PanzerBlitz, unit: Unit, h: Hex, start: Hex) -> Refusal | None:
    """4.0 Why a unit may not step to an adjacent hex now."""
    if h not in GRID.neighbours[unit.place]:
        return Refusal("PB-4.1.4")
    if unit.what.cls in CANNOT_MOVE_EMPTY and not g.load(unit.id):
        return Refusal("PB-4.3.19")
    spent, roads = spent_points(g, unit) + exit_points(unit), may_use_roads(g, unit)
    return why_not_step(g, unit, h, spent, start=start, roads=roads)


def may_use_roads(g: PanzerBlitz, unit: Unit) -> bool:
    """8.2.1.3 An overrunner has no road rate before its attack nor after it."""
    return unit.id not in g.onward


def why_not_cat(g: PanzerBlitz, unit: Unit, h: Hex) -> Refusal | None:
    """9.0 Why a unit may not declare a close assault of a hex."""
    if not unit.what.infantry:
        return Refusal("PB-9.0.1")
    if h not in GRID.neighbours[unit.place] or g.holder(h) != other(unit.side):
        return Refusal("PB-9.1.3")
    if unit.no_move:
        return Refusal("PB-11.2.2")
    if unit.inside == "fort":
        return Refusal("PB-15.5.11")
    if spent_points(g, unit) + exit_points(unit) > CAT_POINTS:
        return Refusal("PB-9.1.3")
    if unit.id in g.rode:
        return Refusal("PB-9.2.1")
    if unit.id in g.road_used:
        return Refusal("PB-9.2.2")
    if unit.place in g.mines:
        return Refusal("PB-9.2.3")
    if h in g.mines:
        return Refusal("PB-9.2.4")
    if f"cat:{h}" in g.attacked:
        return Refusal("PB-7.1.6")
    return why_not_across(g, unit.place, h)


def why_not_across(g: PanzerBlitz, a: Hex, b: Hex) -> Refusal | None:
    """9.2.5, R-91 A river without a usable bridge stops a close assault."""
    if water_kind(g, a, b) == "river" and not bridged(g, a, b):
        return Refusal("PB-9.2.6")
    return None


def why_not_hull_down(g: PanzerBlitz, unit: Unit) -> Refusal | None:
    """15.6 Why a vehicle may not look for a hull-down position."""
    if not unit.what.vehicle:
        return Refusal("PB-15.6.1")
    if unit.hull_down or unit.id in g.tried_hull:
        return Refusal("PB-15.6.2")
    if TERRAIN[unit.place] not in HULL_DOWN_TERRAIN or unit.place in g.mines or unit.place in DITCHES:
        return Refusal("PB-15.6.6")
    if spent_points(g, unit) + 2 * (unit.face.ma // 2) > 2 * unit.face.ma:
        return Refusal("PB-15.6.2")
    return None


def why_not_assault_fire(g: PanzerBlitz, unit: Unit) -> Refusal | None:
    """7.10 Why a unit may not stop for Assault Fire."""
    if not unit.what.afv:
        return Refusal("PB-7.10.1")
    if unit.spent:
        return Refusal("PB-7.1.5")  # an overrunner that moves on
    if spent_points(g, unit) > 2 * (unit.face.ma // 2):
        return Refusal("PB-7.10.2")
    return None


# ------------------------------------------------------------------ the move


class MoveUnit(Step, frozen=True):
    """4.1 One unit moves; carriers take their passengers along."""

    unit: str
    start: Hex  # nothing if it came from off the map
    path: tuple[Hex, ...] = ()
    acted: bool = False

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or not unit.place or unit.disrupted:
            return g.done()
        if unit.labor and unit.place != unit.target:  # 17.2.3 it was hit on its way out: the charges wait for it
            g.halted[unit.id] = True
            return g.call(Demolish(unit.id))
        if self.path and unit.id not in g.halted and why_not_go(g, unit, self.path[0], self.start) is None:
            if is_trapped(g, unit):
                g.swap(msgspec.structs.replace(self, path=(), acted=True))
                return g.call(*leave_mine(g, unit))
            g.swap(msgspec.structs.replace(self, path=self.path[1:], acted=True))
            return step_to(g, unit, self.path[0], roads=may_use_roads(g, unit))
        actions = self._actions(g, unit)
        if not actions:
            return self._stop(g)
        if self.acted or spent_points(g, unit):
            actions.append(Press(STOP))
        offered = Actions(actions, lambda a: self._why_far(g, a), open_kinds=(To,))
        return g.ask(unit.side, f"Move {unit.name}", offered, "PB-4.1.4")

    def _actions(self, g: PanzerBlitz, unit: Unit) -> list[Action]:
        if unit.id in g.halted:
            return []
        found: list[Action] = [To(h) for h in GRID.neighbours[unit.place] if why_not_go(g, unit, h, self.start) is None]
        if unit.labor:
            return found  # it goes out to fire its charges
        found += self._transport(g, unit)
        if unit.what.infantry:
            found += [Assault(h) for h in GRID.neighbours[unit.place] if why_not_cat(g, unit, h) is None]
            found += [Clear(h) for h in GRID.neighbours[unit.place] if why_not_clear(g, unit, h) is None]
        if spent_points(g, unit) + WORK <= 2 * unit.face.ma and not unit.inside and room_inside(g, unit.place, unit):
            found.append(Press(ENTER_WORK))
        if unit.what.vehicle:
            if why_not_hull_down(g, unit) is None:
                found.append(Press(HULL_DOWN))
            if spent_points(g, unit) and why_not_assault_fire(g, unit) is None:
                found.append(Press(ASSAULT_FIRE))
        return found

    def _transport(self, g: PanzerBlitz, unit: Unit) -> list[Action]:
        if not unit.what.transport_class:
            return []
        here = g.here(unit.place)
        found: list[Action] = [Load(u.id) for u in here if why_not_load_now(g, unit, u) is None]
        return found + [Unload(u.id) for u in g.load(unit.id) if why_not_unload_now(g, unit, u) is None]

    def _why_far(self, g: PanzerBlitz, action: Action) -> Refusal | None:
        """A farther hex is as good as its cheapest path."""
        unit = g.pieces[self.unit]
        if not isinstance(action, To) or action.hex not in g.area:
            return Refusal("GR-1")
        return None if find_path(g, unit, action.hex, self.start) else Refusal("PB-4.2.1")

    def take(self, g: PanzerBlitz, action: Action) -> None:
        unit = g.pieces[self.unit]
        match action:
            case To(hex):
                path = (hex,) if hex in GRID.neighbours[unit.place] else tuple(find_path(g, unit, hex, self.start))
                g.swap(msgspec.structs.replace(self, path=path))
            case Load(piece) | Unload(piece):
                g.swap(msgspec.structs.replace(self, acted=True))
                load_or_unload(g, unit, g.pieces[piece])
            case Assault(hex):
                declare_cat(g, unit, hex)
                g.done()
            case Clear() if is_trapped(g, unit):
                g.call(*leave_mine(g, unit))
            case Clear(hex):
                begin_clearing(g, unit, hex)
                g.done()
            case Press("hull-down"):
                begin_hull_down(g, unit)
            case Press("assault fire"):
                g.ready[unit.id] = True
                spend_passengers(g, unit)
                g.done()
            case Press("take cover"):
                take_cover(g, unit)
                g.swap(msgspec.structs.replace(self, acted=True))
            case _:
                self._stop(g)

    def _stop(self, g: PanzerBlitz) -> None:
        """4.1.10 A unit that has moved is Spent, and so is what it carried (4.3.1)."""
        unit = g.pieces[self.unit]
        finish_move(g, unit)
        g.done()

    def why_not(self, g: PanzerBlitz, side: str, action: Action) -> Refusal | None:
        unit = g.pieces[self.unit]
        match action:
            case To(hex) if hex in GRID:
                near = hex in GRID.neighbours[unit.place]
                return why_not_go(g, unit, hex, self.start) if near else self._why_far(g, action)
            case Assault(hex) if hex in GRID:
                return why_not_cat(g, unit, hex)
            case Clear(hex) if hex in GRID:
                return why_not_clear(g, unit, hex)
            case Load(piece) if piece in g.pieces and g.pieces[piece].side == side:
                return why_not_load_now(g, unit, g.pieces[piece])
            case Unload(piece) if piece in g.pieces and g.pieces[piece].side == side:
                return why_not_unload_now(g, unit, g.pieces[piece])
            case Press("hull-down"):
                return why_not_hull_down(g, unit)
            case Press("assault fire"):
                return why_not_assault_fire(g, unit)
        return None

    def hides_odds(self, g: PanzerBlitz, action: Action) -> bool:
        return isinstance(action, To)


def overland(g: PanzerBlitz, unit: Unit, start: Hex, *, roads: bool = True) -> Reach:
    """Everything a unit can reach with the points it has left, by steps that do not take all of them."""
    left = 2 * unit.face.ma - spent_points(g, unit) - exit_points(unit)
    near = [h for h in occupied(g) if GRID.distance(unit.place, h) <= left]
    shut = [h for h in near if why_not_in(g, unit, h) is not None]
    shut += [h for h in g.blocks if not unit.what.infantry or h not in GRID.neighbours.get(start, ())]
    table = step_costs(g, unit, roads=roads and may_use_roads(g, unit))
    return table.reach(unit.place, left, blocked=shut, stop=(*g.mines, *g.blocks), extra=tolls(g))


def occupied(g: PanzerBlitz) -> list[Hex]:
    """Hexes with anything in them that takes room."""
    return [h for h in (*g.at, *g.blocks, *g.wrecks) if h[0] != "a"]


def find_path(g: PanzerBlitz, unit: Unit, goal: Hex, start: Hex, *, roads: bool = True) -> list[Hex]:
    """The cheapest way to a hex with the points left, without the hex it stands in; empty if there is none."""
    found = overland(g, unit, start, roads=roads)
    return found.path_to(goal)[1:] if goal in found else []


def stops(g: PanzerBlitz, h: Hex) -> bool:
    """15.2.3, 15.3.2 A unit that enters a Minefield or Block goes no further."""
    return h in g.mines or h in g.blocks


def step_to(g: PanzerBlitz, unit: Unit, h: Hex, *, roads: bool) -> None:
    """4.1.4 to 4.1.6 One hex: points are paid and the hex entered."""
    cost = price(g, unit, unit.place, h, roads=roads)
    assert not isinstance(cost, Refusal)
    paid = pay(unit, spent_points(g, unit) + exit_points(unit), cost)
    assert not isinstance(paid, Refusal)
    blow = unit.labor in ("bridge", "unblock")
    g.moved[unit.id] = paid
    if cost.road:
        g.road_used[unit.id] = True
    steps = enter(g, unit, h, road=cost.road)
    if blow and unit.id in g.pieces:
        g.halted[unit.id] = True
        steps.append(Demolish(unit.id))
    g.call(*steps)


def enter(g: PanzerBlitz, unit: Unit, h: Hex, *, road: bool) -> list[Step]:
    """4.1.8.2, 15.2.3 A unit and its passengers come into a hex; what that sets off, in order."""
    left = unit.place
    for enemy in g.of(other(unit.side), h):
        g.tell("PB-4.1.12", "{unit} is caught empty in {hex}", hexes=(h,), unit=enemy.name, hex=h)
        eliminate(g, enemy.id)
    for each in (*g.load(unit.id), unit):
        g.change(each.id, place=h, inside="", hull_down=False, trapped=False)
        g.paid.pop(each.id, None)
        if each.carrier:
            g.rode[each.id] = True
    hexes = (left, h) if left else (h,)
    g.tell("PB-4.1.4", "{unit} to {hex}", hexes=hexes, sees=readers(unit), unit=unit.name, hex=h)
    steps: list[Step] = []
    if h in g.mines:
        steps += spring_mine(g, unit, h)
    if h in g.blocks:
        g.halted[unit.id] = True
    return [*steps, Opportunity(unit.id, road=road)]


def is_trapped(g: PanzerBlitz, unit: Unit) -> bool:
    """15.2.3.2, R-43 Must a Minefield attack a unit, or what it carries, before it leaves the hex?"""
    return unit.place in g.mines and any(u.trapped for u in (unit, *g.load(unit.id)))


def leave_mine(g: PanzerBlitz, unit: Unit) -> list[Step]:
    """15.2.3.2 A unit that was Disrupted in a Minefield is attacked once more before it leaves; a dummy is removed."""
    for each in (unit, *g.load(unit.id)):
        g.change(each.id, trapped=False)
    steps = spring_mine(g, unit, unit.place)
    g.halted.pop(unit.id, None)
    return steps


def finish_move(g: PanzerBlitz, unit: Unit) -> None:
    """4.1.10, 4.3.1 Spent, passengers that were carried too."""
    g.onward.pop(unit.id, None)
    g.change(unit.id, spent=True)
    spend_passengers(g, unit)


def spend_passengers(g: PanzerBlitz, carrier: Unit) -> None:
    """4.3.1 Whoever was carried is Spent."""
    for each in g.load(carrier.id):
        if each.id in g.rode:
            g.change(each.id, spent=True)


# ------------------------------------------------------------------ acts within a move


def why_not_load_now(g: PanzerBlitz, carrier: Unit, passenger: Unit) -> Refusal | None:
    """4.3.1, 4.3.2 Why a carrier may not load with the points it has left."""
    if passenger.inside:
        return Refusal("PB-15.4.13")
    return why_not_load(g, carrier, passenger) or _why_not_pay(g, carrier, passenger, "load")


def why_not_unload_now(g: PanzerBlitz, carrier: Unit, passenger: Unit) -> Refusal | None:
    """4.3.2, 4.3.9 Why a carrier may not unload with the points it has left."""
    return why_not_unload(g, carrier, passenger) or _why_not_pay(g, carrier, passenger, "unload")


def _why_not_pay(g: PanzerBlitz, carrier: Unit, passenger: Unit, act: str) -> Refusal | None:
    cost = load_points(carrier, passenger)
    if cost is None:
        return Refusal("PB-4.3.1")
    due = max(0, cost - paid_for(g, carrier, act))
    return Refusal("PB-4.3.8") if spent_points(g, carrier) + due > 2 * carrier.face.ma else None


def paid_for(g: PanzerBlitz, carrier: Unit, act: str) -> int:
    """R-28 Half points a carrier has paid to load, or to unload, in this hex."""
    paid, points = g.paid.get(carrier.id, ("", 0))
    return points if paid == act else 0


def load_or_unload(g: PanzerBlitz, carrier: Unit, passenger: Unit) -> None:
    """4.3.1, 4.3.2, 7.8.5 The dearest payment covers everybody handled in this hex; then the enemy may fire."""
    act = "unload" if passenger.carrier else "load"
    cost, before = load_points(carrier, passenger) or 0, paid_for(g, carrier, act)
    g.moved[carrier.id] = spent_points(g, carrier) + max(0, cost - before)
    g.paid[carrier.id] = act, max(cost, before)
    g.rode[passenger.id] = True
    if carrier.hull_down:
        g.change(carrier.id, hull_down=False)
    out = act == "unload"
    g.change(passenger.id, carrier="" if out else carrier.id, spent=out, inside="")
    text = "{unit} unloads from {carrier}" if out else "{unit} goes aboard {carrier}"
    g.tell("PB-4.3.5", text, sees=readers(carrier), unit=passenger.name, carrier=carrier.name)
    also = (passenger.id,) if out else ()
    steps: list[Step] = []
    if out and carrier.place in g.mines:
        steps = spring_mine(g, passenger, carrier.place)
    g.call(*steps, Opportunity(carrier.id, also=also))


def declare_cat(g: PanzerBlitz, unit: Unit, h: Hex) -> None:
    """9.1.1, 9.1.3.1 The unit is marked for close assault; it pays to leave an IP."""
    if unit.inside:
        g.moved[unit.id] = spent_points(g, unit) + WORK
        g.left_ip[unit.id] = unit.place
        g.change(unit.id, inside="")
    g.cat[unit.id] = h


def take_cover(g: PanzerBlitz, unit: Unit) -> None:
    """15.4.8, 15.5.9 Into the IP or Fortification of the hex for one movement point."""
    g.moved[unit.id] = spent_points(g, unit) + WORK
    g.change(unit.id, inside=room_inside(g, unit.place, unit))


def begin_hull_down(g: PanzerBlitz, unit: Unit) -> None:
    """15.6.1 Half the allowance; the enemy may fire first, then the Efficiency Roll."""
    g.moved[unit.id] = spent_points(g, unit) + 2 * (unit.face.ma // 2)
    g.tried_hull[unit.id] = True
    g.halted[unit.id] = True
    g.call(Opportunity(unit.id), HullDown(unit.id))


class HullDown(Step, frozen=True):
    """15.6.1 The roll for a hull-down position."""

    unit: str

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces.get(self.unit)
        if unit is not None and not unit.disrupted and efficiency_roll(g, unit, "hull-down"):
            g.change(unit.id, hull_down=True)
        g.done()
