"""7.0, 8.0, 16.5 German movement: entering, moving in stacks, transport, towing, and leaving the map."""

from __future__ import annotations

from grognard.board.hexgrid import Hex
from grognard.board.paths import Reach
from grognard.engine import Action, Pick, Press, Refusal, Step, To
from grognard.games.night_fight.rules.bridges import cross_bridge
from grognard.games.night_fight.rules.data import LIMITS
from grognard.games.night_fight.rules.deployment import divide_columns
from grognard.games.night_fight.rules.losses import remove
from grognard.games.night_fight.rules.phases import InTheDark, Phase, react
from grognard.games.night_fight.rules.sight import refresh_spotted
from grognard.games.night_fight.rules.soviet_fire import soviets_react
from grognard.games.night_fight.rules.stacking import LIMIT, entry_extra, overstacked
from grognard.games.night_fight.rules.state import SOVIET, NightFight, Unit, on_map
from grognard.games.night_fight.rules.terrain import GRID, ROW_CITES, entry_cost, features, is_road, price, reach
from grognard.games.night_fight.rules.transport import HandOver, baggage_choices, move_marker, stranded, why_not_load

ALLOWANCE = LIMITS["german_movement"]
TOWING = LIMITS["towing"]


class Drop(Action, frozen=True):
    """Leave a unit of the moving stack where it is."""

    piece: str


# ------------------------------------------------------------------ the phase


class GermanMovement(Phase, frozen=True):
    """5.3 Units that did not fire may move; Soviets spot and fire as they go."""

    sides: tuple[str, ...]
    begun: bool = False

    def run(self, g: NightFight) -> None:
        if not self.begun:
            begin_movement(g)
            g.swap(GermanMovement(self.sides, begun=True))
            return g.call(*[HandOver(side) for side in self.sides])
        side = self.sides[0]
        movable = [Pick(u.id) for u in g.pieces.values() if u.side == side and why_not_move(g, u) is None]
        actions: list[Action] = [*movable]
        if why_not_end(g, side) is None:
            if not actions:
                return self._end(g)
            actions.append(Press("end"))
        g.ask(side, "Choose a unit to move, or end the phase", actions, "NF-5.3.1")

    def take(self, g: NightFight, action: Action) -> None:
        if isinstance(action, Pick):
            g.call(MoveStack((action.piece,)))
        else:
            self._end(g)

    def _end(self, g: NightFight) -> None:
        side = self.sides[0]
        for unit in [u for u in g.pieces.values() if u.side == side and not on_map(u.place)]:
            cite = "NF-6.0.17" if g.turn > 1 else "NF-7.0.3"
            g.tell(cite, "{unit} cannot enter and is eliminated", unit=unit.name)
            remove(g, unit.id)
        if len(self.sides) > 1:
            return g.swap(GermanMovement(self.sides[1:], begun=True))
        divide_columns(g)
        return g.done()

    def why_not(self, g: NightFight, side: str, action: Action) -> Refusal | None:
        match action:
            case Pick(piece) if piece in g.pieces:
                unit = g.pieces[piece]
                if unit.side == SOVIET:
                    return Refusal("NF-1.0.1", "Choose one of your own units.")
                if unit.side != side:
                    return Refusal("NF-20.2.2", "It belongs to the other player.")
                return why_not_move(g, unit)
            case Press("end"):
                return why_not_end(g, side)
        return None

    def react(self, g: NightFight, movers: tuple[str, ...]) -> None:
        soviets_react(g, movers)


def begin_movement(g: NightFight) -> None:
    """5.3, 8.7 The phase opens: who stands where decides what may ride along."""
    g.new_phase("German movement")
    g.began = {u.id: u.place for u in g.pieces.values() if u.side != SOVIET}
    g.takeable = dict(g.loose)


def why_not_move(g: NightFight, unit: Unit) -> Refusal | None:
    """5.3, 8.1, 8.2, 13.4 Why a German unit may not begin to move."""
    if unit.pinned:
        return Refusal("NF-13.4.13")
    if unit.id in g.moved:
        return Refusal("NF-8.0.5", "It has moved already in this phase.")
    if unit.id in g.fired_before:
        return Refusal("NF-8.1.1")
    if unit.what.kind == "gun":
        return Refusal("NF-8.7.1", "Choose the SdKfz 251 that is to carry it.")
    if not on_map(unit.place):
        return None if can_enter(g, (unit,)) else Refusal("NF-7.0.6", "Every entry hex is held or full.")
    return None


def why_not_end(g: NightFight, side: str) -> Refusal | None:
    """7.0, 4.0 Nobody ends with units that can still enter, or with a hex overfilled by choice that can be mended."""
    for unit in g.pieces.values():
        if unit.side == side and not on_map(unit.place) and why_not_move(g, unit) is None:
            return Refusal("NF-7.0.3", f"{unit.name} has still to enter.")
    for h in g.crowded:
        if overstacked(g, h) and any(u.side == side and can_leave(g, u) for u in g.here(h)):
            return Refusal("NF-4.0.4", f"Move a unit out of {h}.")
    return None


def can_leave(g: NightFight, unit: Unit) -> bool:
    """4.0 Could this unit still move to a hex with room?"""
    if why_not_move(g, unit) is not None:
        return False
    ways = ways_from(g, (unit,), unit.place, ALLOWANCE)
    return any(h != unit.place and why_not_stop(g, (unit,), h) is None for h in ways)


# ------------------------------------------------------------------ where a stack can go


def stack_class(units: tuple[Unit, ...]) -> str:
    """R7 A stack goes where all of it can; a gun in tow moves as a vehicle."""
    for unit in units:
        if unit.what.kind != "foot":
            return "vehicle"
    return "foot"


def ways_from(g: NightFight, units: tuple[Unit, ...], start: Hex, points: int) -> Reach:
    """8.0 Every hex the stack can get to, with its price; passing through friends is free of the stacking limit."""
    here = units[0].place
    others = [h for h in g.german_hexes if h != here or len(g.at[h]) > len(units)]
    return reach(g, start, points, stack_class(units), others=others, roads_only=g.turn == 1)


def step_cost(g: NightFight, units: tuple[Unit, ...], h: Hex) -> int | None:
    """8.0, 22.3 What it costs the stack to enter one hex."""
    base = entry_cost(g, h, stack_class(units))
    return None if base is None else base + entry_extra(g, h, units[0].side)


def why_not_stop(g: NightFight, units: tuple[Unit, ...], h: Hex, tow: bool = False) -> Refusal | None:
    """4.0, 16.5, 20.2 Why a stack, with a wreck in tow or not, may not end its move in a hex.

    Stacking is tested at the end of the phase only, so a full hex will do if enough units can still leave it.
    """
    if h not in g.at and h not in g.wrecks:
        return None
    inside = {u.id for u in units}
    others = [u for u in g.here(h) if u.id not in inside]
    if any(u.side != units[0].side for u in others):
        return Refusal("NF-20.2.3")
    excess = len(others) + (tow or h in g.wrecks) + len(units) - LIMIT
    if excess <= 0:
        return None
    leavers = sum(why_not_move(g, u) is None and g.began.get(u.id) == h for u in others)
    return None if leavers >= excess else Refusal("NF-4.0.4")


def entry_ways(g: NightFight, units: tuple[Unit, ...]) -> list[Hex]:
    """7.0, 21.0, R55 The entry hexes from which the stack can reach somewhere to stop."""
    return [h for h in g.scenario.entry if _can_enter_by(g, units, h)]


def can_enter(g: NightFight, units: tuple[Unit, ...]) -> bool:
    """R55 Is there any entry hex left for the stack?"""
    empty = any(h not in g.at and h not in g.wrecks and is_road(g, h) for h in g.scenario.entry)
    return empty or any(_can_enter_by(g, units, h) for h in g.scenario.entry)


def _can_enter_by(g: NightFight, units: tuple[Unit, ...], h: Hex) -> bool:
    if h in g.soviet_hexes or not is_road(g, h):
        return False
    cost = step_cost(g, units, h)
    return cost is not None and cost <= ALLOWANCE and _somewhere(g, units, h, ALLOWANCE - cost)


def _somewhere(g: NightFight, units: tuple[Unit, ...], start: Hex, points: int, tow: bool = False) -> bool:
    if why_not_stop(g, units, start, tow) is None:
        return True
    return any(why_not_stop(g, units, h, tow) is None for h in ways_from(g, units, start, points))


def why_not_enter(g: NightFight, units: tuple[Unit, ...]) -> Refusal | None:
    """7.0, 8.7 A gun enters with its SdKfz 251: the last carrier does not come without it if both can come."""
    if not entry_ways(g, units):
        return Refusal("NF-7.0.6", "Every entry hex is held or full.")
    outside = [u for u in g.pieces.values() if u.side == units[0].side and u.place == "" and u not in units]
    guns = [u for u in outside if u.what.kind == "gun"]
    carriers = sum("transport" in u.what.flags for u in outside)
    if len(guns) > carriers and why_not_load(g, units, guns[0]) is None and entry_ways(g, (*units, guns[0])):
        return Refusal("NF-7.0.9" if guns[0].type == "sig33" else "NF-7.0.10", "Take the gun along.")
    return None


# ------------------------------------------------------------------ a stack on the move


def still_together(g: NightFight, ids: tuple[str, ...]) -> tuple[Unit, ...]:
    """13.4, R54 What is left of a stack together: who was pinned or lost or fell back is out of it."""
    found = [u for i in ids if (u := g.pieces.get(i)) and not u.pinned]
    if len(ids) == 1 and found and found[0].what.kind != "gun":
        return (found[0],)
    together = tuple(u for u in found if u.place == found[0].place)
    left_behind = stranded(g, together)
    return tuple(u for u in together if u not in left_behind)


class MoveStack(InTheDark, frozen=True):
    """4.2, 8.0 One unit or stack moves: pick a destination, take units along, drop them, stop."""

    units: tuple[str, ...]
    tow: bool = False

    def run(self, g: NightFight) -> None:
        units = still_together(g, self.units)
        if tuple(u.id for u in units) != self.units:
            return self._go_on(g, units)
        actions = self._goes(g, units) + self._company(g, units) + self._baggage(g, units)
        if not self._begun(g):
            actions.append(Press("back"))
        elif why_not_stop(g, units, units[0].place) is None:
            actions.append(Press("stop"))
        if not actions:
            return self._halt(g)  # nowhere to go and no room here: overstacked by force
        names = ", ".join(u.name for u in units)
        left = f"{points_left(g, units, self.tow)} points left"
        g.ask(units[0].side, f"{names}: choose where to move ({left})", actions, "NF-8.0.5")

    def _go_on(self, g: NightFight, units: tuple[Unit, ...]) -> None:
        """4.2, R54 What is left of the stack moves on; for a gun without its carrier the move is over."""
        ids = tuple(u.id for u in units)
        for i in self.units:
            if i not in ids and i in g.pieces:
                g.moved[i] = True
        g.swap(*([MoveStack(ids, self.tow and _tower(units))] if ids else []))

    def _begun(self, g: NightFight) -> bool:
        return any(i in g.spent for i in self.units)

    def _goes(self, g: NightFight, units: tuple[Unit, ...]) -> list[Action]:
        """Destinations the stack can reach and, in the end, leave or stay in."""
        if not on_map(units[0].place):
            return [] if why_not_enter(g, units) else [To(h) for h in entry_ways(g, units)]
        points = points_left(g, units, self.tow)
        if not points:
            return []
        here = units[0].place
        ways = ways_from(g, units, here, points)
        taken = {**g.at, **g.wrecks}
        return [
            To(h)
            for h, cost in ways.items()
            if h != here and (h not in taken or self._fits(g, units, h, points - cost))
        ]

    def _fits(self, g: NightFight, units: tuple[Unit, ...], h: Hex, left: int) -> bool:
        """4.0 May the stack stop here, or go on from here to a place where it may?"""
        return why_not_stop(g, units, h, self.tow) is None or (left > 0 and _somewhere(g, units, h, left, self.tow))

    def _company(self, g: NightFight, units: tuple[Unit, ...]) -> list[Action]:
        """4.2 Who may join here, and who may be left here."""
        place = units[0].place
        pool = g.here(place) if on_map(place) else [u for u in g.pieces.values() if u.place == ""]
        actions: list[Action] = [Pick(u.id) for u in pool if self.why_not_join(g, units, u) is None]
        if on_map(place) and len(units) > 1 and self._begun(g):
            actions += [Drop(u.id) for u in units if self.why_not_drop(g, units, u) is None]
        return actions

    def _baggage(self, g: NightFight, units: tuple[Unit, ...]) -> list[Action]:
        """8.7, 16.5, 21.2 Markers to take up or put down, wrecks to tow, and the way off the map."""
        place = units[0].place
        if not on_map(place):
            return []
        actions = baggage_choices(g, units)
        if self.tow:
            actions.append(Press("drop wreck"))
        elif can_tow(g, units):
            actions.append(Press("tow wreck"))
        if place == g.scenario.exit and points_left(g, units, self.tow) >= 1:
            actions.append(Press("exit"))
        return [*actions]

    # -------------------------------------------------------- answers

    def take(self, g: NightFight, action: Action) -> None:
        units = still_together(g, self.units)
        match action:
            case To(hex):
                self._go(g, units, hex)
            case Pick(piece):
                if units[0].id in g.spent:
                    g.spent[piece] = g.spent[units[0].id]  # 4.2 deemed to have spent as much
                g.swap(MoveStack((*self.units, piece), self.tow))
            case Drop(piece):
                end_move(g, piece)
                left = tuple(u for u in units if u.id != piece)
                g.swap(MoveStack(tuple(u.id for u in left), self.tow and _tower(left)))
            case Press("exit"):
                leave_map(g, units)
                g.done()
            case Press("tow wreck" | "drop wreck"):
                g.swap(MoveStack(self.units, not self.tow))
            case Press("stop"):
                self._halt(g)
            case Press("back"):
                g.done()
            case Press(word):
                move_marker(g, units, word)

    def _go(self, g: NightFight, units: tuple[Unit, ...], hex: Hex) -> None:
        if on_map(units[0].place):
            path = ways_from(g, units, units[0].place, points_left(g, units, self.tow)).path_to(hex)
            g.call(Walk(self.units, tuple(path[1:]), self.tow))
        else:
            g.call(Walk(self.units, (hex,)))

    def _halt(self, g: NightFight) -> None:
        """4.0 The stack stays here."""
        for i in self.units:
            end_move(g, i)
        g.done()

    def why_not(self, g: NightFight, side: str, action: Action) -> Refusal | None:
        units = still_together(g, self.units)
        match action:
            case To(hex):
                return self._why_not_go(g, units, hex)
            case Pick(piece) if piece in g.pieces:
                return self.why_not_join(g, units, g.pieces[piece])
            case Drop(piece) if piece in self.units:
                return self.why_not_drop(g, units, g.pieces[piece])
            case Press("stop"):
                return why_not_stop(g, units, units[0].place)
            case Press("exit"):
                return Refusal("NF-7.0.4" if not g.scenario.exit else "NF-21.2.2", "Units leave only from hex 1644.")
        return None

    def _why_not_go(self, g: NightFight, units: tuple[Unit, ...], h: Hex) -> Refusal:
        if h not in GRID:
            return Refusal("GR-5")
        if h in g.soviet_hexes:
            return Refusal("NF-8.0.6")
        if not on_map(units[0].place):
            if h not in g.scenario.entry:
                return Refusal("NF-7.0.1", "Enter by " + _list(g) + ".")
            return why_not_enter(g, units) or Refusal("NF-7.0.6", "Enter by " + _list(g) + ".")
        if g.turn == 1 and not is_road(g, h):
            return Refusal("NF-7.0.6")
        cost = entry_cost(g, h, stack_class(units))
        if cost is None:
            return Refusal(_closed(g, h, stack_class(units)))
        if h in ways_from(g, units, units[0].place, points_left(g, units, self.tow)):
            return why_not_stop(g, units, h) or Refusal("NF-4.0.4")
        return Refusal("NF-8.0.5", f"It is too far for {points_left(g, units, self.tow)} points.")

    def why_not_join(self, g: NightFight, units: tuple[Unit, ...], other: Unit) -> Refusal | None:
        """4.2, 8.7 Why a unit may not come along from here."""
        if other.id in self.units or other.side != units[0].side or other.place != units[0].place:
            return Refusal("NF-4.2.4", "It must stand in the stack's own hex.")
        if len(units) + self.tow >= LIMIT:
            return Refusal("NF-4.2.1")
        if other.what.kind == "gun":
            refusal = why_not_load(g, units, other)
        else:
            refusal = why_not_move(g, other) if on_map(other.place) else None
        return refusal or self._why_not_room(g, (*units, other))

    def _why_not_room(self, g: NightFight, units: tuple[Unit, ...]) -> Refusal | None:
        """4.0 A stack grows only if there is room for it somewhere."""
        if not on_map(units[0].place):
            return None if can_enter(g, units) else Refusal("NF-4.0.4")
        if self._begun(g) and not _somewhere(g, units, units[0].place, points_left(g, units, self.tow), self.tow):
            return Refusal("NF-4.0.4")
        return None

    def why_not_drop(self, g: NightFight, units: tuple[Unit, ...], unit: Unit) -> Refusal | None:
        """4.2, 8.7 Why a unit may not be left here."""
        left = tuple(u for u in units if u.id != unit.id)
        if stranded(g, left):
            return Refusal("NF-8.7.1", "Drop the gun first.")
        return why_not_stop(g, (unit,), unit.place)


def _list(g: NightFight) -> str:
    return ", ".join(g.scenario.entry)


def _closed(g: NightFight, h: Hex, mover: str) -> str:
    """The row of the terrain chart that keeps a mover out."""
    return next(ROW_CITES[row] for row in features(g, h) if price((row,), mover) is None)


def end_move(g: NightFight, unit_id: str) -> None:
    """4.0, 4.2 The unit's move is over; a hex it overfills must be mended before the phase ends."""
    g.moved[unit_id] = True
    place = g.pieces[unit_id].place
    if overstacked(g, place):
        g.crowded[place] = True


def points_left(g: NightFight, units: tuple[Unit, ...], tow: bool = False) -> int:
    """8.2, 16.5 Six points, of which at most three while towing."""
    spent = max(g.spent.get(u.id, 0) for u in units)
    return max(0, (TOWING if tow else ALLOWANCE) - spent)


class Walk(Step, frozen=True):
    """5.3, 8.0 The stack goes hex by hex; at each the Soviets may see it and fire."""

    units: tuple[str, ...]
    path: tuple[Hex, ...]
    tow: bool = False

    def run(self, g: NightFight) -> None:
        units = still_together(g, self.units)
        if not self.path or len(units) != len(self.units):
            return g.done()  # the way is done, or something happened to the stack
        h = self.path[0]
        cost = step_cost(g, units, h)
        if h in g.soviet_hexes or cost is None or cost > points_left(g, units, self.tow):
            return g.done()
        g.swap(Walk(self.units, self.path[1:], self.tow))
        self._enter(g, units, h, cost)

    def _enter(self, g: NightFight, units: tuple[Unit, ...], h: Hex, cost: int) -> None:
        spent = max(g.spent.get(u.id, 0) for u in units) + cost
        if self.tow:
            move_wreck(g, units[0].place, h)
        for unit in units:
            g.spent[unit.id] = spent
            g.change(unit.id, place=h)
        names = ", ".join(u.name for u in units)
        g.tell("NF-8.0.5", "{names} moves to {hex}", hexes=(h,), names=names, hex=h)
        cross_bridge(g, self.units, h)
        refresh_spotted(g)
        if any(i in g.pieces for i in self.units):
            react(g, self.units)


# ------------------------------------------------------------------ baggage, towing, leaving


def _tower(units: tuple[Unit, ...]) -> bool:
    return any("recovery" in u.what.flags for u in units)


def can_tow(g: NightFight, units: tuple[Unit, ...]) -> bool:
    """16.5 A recovery vehicle that begins its move in a wreck's hex may take the wreck along."""
    return (
        len(units) == 1
        and _tower(units)
        and units[0].place in g.wrecks
        and units[0].id not in g.spent
        and not units[0].pinned
    )


def move_wreck(g: NightFight, here: Hex, there: Hex) -> None:
    """16.5 One wreck goes with the recovery vehicle."""
    g.wrecks[here] -= 1
    if not g.wrecks[here]:
        del g.wrecks[here]
    g.wrecks[there] = g.wrecks.get(there, 0) + 1


def leave_map(g: NightFight, units: tuple[Unit, ...]) -> None:
    """21.2, R56 Units leave by the exit hex and never return."""
    for unit in units:
        g.drop(unit.id)
        g.exited[unit.side] = g.exited.get(unit.side, 0) + 1
        g.tell("NF-21.2.2", "{unit} leaves the map", hexes=(unit.place,), unit=unit.name)
    refresh_spotted(g)
