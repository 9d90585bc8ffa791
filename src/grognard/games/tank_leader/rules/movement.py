"""8 Movement operations."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.board.hexgrid import Hex
from grognard.board.paths import Reach
from grognard.engine import Action, Press, Refusal, Step, To
from grognard.games.tank_leader.rules.data import GRID, TABLES, other
from grognard.games.tank_leader.rules.entering import Enter
from grognard.games.tank_leader.rules.fire import finish
from grognard.games.tank_leader.rules.losses import remove
from grognard.games.tank_leader.rules.overrun import Overrun, OverrunHex, overrun_cost, why_not_overrun
from grognard.games.tank_leader.rules.spotting import place_hidden
from grognard.games.tank_leader.rules.state import Move, TankLeader, Unit
from grognard.games.tank_leader.rules.terrain import BRIDGES, EDGE, POINT, ROAD_LINKS, reach_of
from grognard.games.tank_leader.rules.transport import Drop, Load, drop, load, loadable, why_not_drop, why_not_load

STOP, EXIT = Press("stop here"), Press("leave the map")
EXIT_COST = TABLES["movement"]["exit_cost"] * POINT
FAR = 99  # no cap on hexes
NO_HEXES: frozenset[Hex] = frozenset()
TO = {h: To(h) for h in GRID.hexes}


# ------------------------------------------------------------------ how far


def points_left(unit: Unit, move: Move) -> int:
    """8 Half points not yet spent."""
    return 0 if move.over else unit.what.ma * POINT - move.spent


def hexes_left(g: TankLeader, unit: Unit, move: Move) -> int:
    """8.2 How many more hexes an F-rated formation's die allows; a separated Green vehicle subtracts 4 (8.2.5)."""
    if move.over:
        return 0
    if not g.f_rated(unit):
        return FAR
    die = g.rolled.get(unit.card, 0)
    if unit.separated and unit.vehicle and unit.exp == 0:
        die = max(1, die + TABLES["doctrine"]["separation"]["green_vehicle"]["f_movement_die"])
    return die - move.hexes


def why_not_move(g: TankLeader, unit: Unit) -> Refusal | None:
    """8, 11.4, 12.3, 14.11 Why a unit may not perform a movement operation at all."""
    if unit.what.tow:
        return Refusal("TL-12.3.1")
    if unit.separated and unit.exp == 0 and not unit.vehicle:
        return Refusal("TL-11.4.4")
    if unit.bound:
        return Refusal("TL-14.11.4")
    return None


def blocked(g: TankLeader, unit: Unit, move: Move, h: Hex) -> bool:
    """14.1, 13.33 Do enemy units close a hex to this unit? Vehicles to who is on foot, anybody to a transport."""
    if unit.vehicle and not move.transport:
        return False
    foes = g.side_here(h, other(unit.side))
    return bool(foes) if unit.vehicle else any(u.vehicle and not u.what.truck for u in foes)


def blocked_hexes(g: TankLeader, unit: Unit, move: Move, points: int) -> frozenset[Hex]:
    """14.1, 13.33 The hexes closed to a unit, as far as its half points could lead."""
    if unit.vehicle and not move.transport:
        return NO_HEXES
    near = (h for h in g.at if GRID.distance(h, unit.hex) <= points)
    return frozenset(h for h in near if blocked(g, unit, move, h))


def why_not_step(g: TankLeader, unit: Unit, move: Move, h: Hex) -> Refusal | None:
    """8.1, 8.2 Why a unit may not enter a neighbouring hex next."""
    if h not in GRID.neighbours[unit.hex]:
        return Refusal("TL-8.1")
    if blocked(g, unit, move, h):
        return Refusal("TL-13.33.2" if unit.vehicle else "TL-14.1")
    cost = g.country.step(unit.hex, h, unit.what.mover, unit.what.ma)
    if cost is None:
        return Refusal("TL-8.1.4" if g.country.terrain[h] == "forest" else "TL-8.12")
    if hexes_left(g, unit, move) < 1:
        return Refusal("TL-8.2.2" if g.f_rated(unit) and not move.over else "TL-8.4")
    if move.hexes and cost > points_left(unit, move):
        return Refusal("TL-8.1.2")
    return None


class Ways:
    """8.1 to 8.3 Where a unit can go: `far` within its points and cap, `near` one hex at whatever price."""

    def __init__(self, g: TankLeader, unit: Unit, move: Move) -> None:
        self.far: Reach | None = None
        self.capped: dict[Hex, tuple[Hex, ...]] = {}
        self.near: list[Hex] = []
        cap, points = hexes_left(g, unit, move), points_left(unit, move)
        if cap < 1 or (move.hexes and points <= 0):
            return
        start, what = unit.hex, unit.what
        closed = blocked_hexes(g, unit, move, points)
        one_hex = not move.hexes and g.country.flooded_start(start)
        if one_hex and start in BRIDGES:
            self.capped = {
                h: way
                for h, way in _within(g, unit, points, min(cap, 2 * points), closed).items()
                if way[0] in ROAD_LINKS.get(start, ())
            }
        elif cap < FAR and not one_hex:
            self.capped = _within(g, unit, points, cap, closed)
        elif not one_hex:
            self.far = reach_of(g.conditions, what.mover, what.ma, start, points, closed)
        self.near = [h for h in GRID.neighbours[start] if not self._known(h) and why_not_step(g, unit, move, h) is None]

    def _known(self, h: Hex) -> bool:
        return h in self.capped or (self.far is not None and h in self.far)

    def hexes(self) -> list[Hex]:
        """Every hex the unit can go to."""
        found = [h for h in self.far if h != self.far.start] if self.far is not None else list(self.capped)
        return found + self.near

    def to(self, h: Hex) -> tuple[Hex, ...]:
        """The cheapest way: the hexes to enter, in order."""
        if h in self.near:
            return (h,)
        return self.capped[h] if self.far is None else tuple(self.far.path_to(h)[1:])


def _within(g: TankLeader, unit: Unit, points: int, cap: int, closed: frozenset[Hex]) -> dict[Hex, tuple[Hex, ...]]:
    """8.2 The cheapest ways of at most so many hexes."""
    what, country = unit.what, g.country
    stop = country.stop_hexes(what.mover)
    best: dict[Hex, tuple[int, tuple[Hex, ...]]] = {unit.hex: (0, ())}
    edge = [unit.hex]
    for _ in range(cap):
        reached: dict[Hex, tuple[int, tuple[Hex, ...]]] = {}
        for a in edge:
            spent, way = best[a]
            if way and a in stop:
                continue
            for b in GRID.neighbours[a]:
                cost = country.step(a, b, what.mover, what.ma)
                if cost is None or b in closed or (b in BRIDGES and country.stops(a, b, what.mover)):
                    continue
                total = spent + cost
                known = reached.get(b) or best.get(b)
                if total <= points and (known is None or total < known[0]):
                    reached[b] = total, (*way, b)
        best |= reached
        edge = list(reached)
    return {h: way for h, (_, way) in best.items() if way}


def why_not_exit(g: TankLeader, unit: Unit, move: Move) -> Refusal | None:
    """8.4 Why a unit may not leave the map from here."""
    if unit.place not in EDGE or points_left(unit, move) < EXIT_COST:
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


def move_actions(g: TankLeader, unit: Unit, move: Move) -> list[Action]:
    """8 What a unit on the move may do next: go on, overrun, leave the map."""
    found: list[Action] = [TO[h] for h in Ways(g, unit, move).hexes()]
    if g.advanced and unit.vehicle and not unit.what.truck and points_left(unit, move) >= overrun_cost(unit):
        near = GRID.neighbours[unit.hex]
        found += [Overrun(h) for h in near if h in g.at and why_not_overrun_now(g, unit, move, h) is None]
    if why_not_exit(g, unit, move) is None:
        found.append(EXIT)
    return found


# ------------------------------------------------------------------ the steps


class RollForMovement(Step, frozen=True):
    """8.2, R-25 An F-rated formation rolls a die before its first movement of the turn."""

    card: str

    def run(self, g: TankLeader) -> None:
        die = g.d6()
        g.rolled[self.card] = die
        name = g.card(self.card).id
        g.tell("TL-8.2.1", "Units of {name} may enter {die} hexes this turn", dice=(die,), name=name, die=die)
        g.done()


class MoveUnit(Step, frozen=True):
    """8 A movement operation: pick a hex to go to, as often as points allow; 13.3 load and drop on the way."""

    unit: str

    def run(self, g: TankLeader) -> None:
        unit, move = g.pieces.get(self.unit), g.move
        if unit is None or move is None or unit.suppressed:
            return self._finish(g)
        actions = move_actions(g, unit, move) + self._riders(g, unit, move)
        if not actions and move.hexes:
            return self._finish(g)
        prompt = f"{unit.name} in {unit.place or unit.recorded}: where to?"
        g.ask(unit.side, prompt, [*actions, STOP], "TL-8.1")

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
                g.call(Walk(self.unit, Ways(g, unit, move).to(h)))
            case Overrun(h):
                spend(g, unit, overrun_cost(unit), over=ends_move(g, unit, h))
                g.call(OverrunHex(self.unit, h))
            case Drop(piece):
                drop(g, piece)
            case Load(piece):
                load(g, self.unit, piece)
                g.move = replace(move, transport=True)
            case Press() if action == EXIT:
                self._exit(g, unit)
            case _:
                self._finish(g)

    def _exit(self, g: TankLeader, unit: Unit) -> None:
        """8.4 The unit and what it carries leave for good."""
        g.tell("TL-8.4.2", "{unit} leaves the map at {hex}", hexes=(unit.place,), unit=unit.name, hex=unit.place)
        for rider in g.passengers(unit.id) if unit.vehicle else ():
            remove(g, rider, f"exit {unit.place}")
        remove(g, unit, f"exit {unit.place}")
        self._finish(g)

    def _finish(self, g: TankLeader) -> None:
        """8.3 Turned face-down, if it moved at all or took somebody aboard."""
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


def why_not_go(g: TankLeader, unit: Unit, move: Move, action: Action) -> Refusal | None:
    """8, 13.3, 14.2 Why a unit on the move may not do this."""
    match action:
        case To(h) if h in GRID:
            return why_not_step(g, unit, move, h) if h in GRID.neighbours[unit.hex] else Refusal("TL-8.1")
        case Overrun(h) if h in GRID:
            return why_not_overrun_now(g, unit, move, h)
        case Drop(piece) if piece in g.pieces:
            return why_not_drop(g, unit, g.pieces[piece])
        case Load(piece) if piece in g.pieces:
            return why_not_load(g, unit, g.pieces[piece])
        case Press() if action == EXIT:
            return why_not_exit(g, unit, move)
    return None


def spend(g: TankLeader, unit: Unit, cost: int, *, over: bool = False) -> None:
    """8 Points and hexes of the move in progress."""
    move = g.move
    assert move is not None
    spent = move.spent + cost
    g.move = replace(move, spent=spent, hexes=move.hexes + 1, over=over or move.over or spent >= unit.what.ma * POINT)


def ends_move(g: TankLeader, unit: Unit, h: Hex) -> bool:
    """8.11, 8.1.5, R-27a Is the move over in the next hex: a flooded stream, or the first hex out of one?"""
    a = unit.hex
    wet = g.move is not None and not g.move.hexes and g.country.flooded_start(a)
    leaves_bridge = a in BRIDGES and h in ROAD_LINKS.get(a, ())
    return g.country.stops(a, h, unit.what.mover) or (wet and not leaves_bridge)


class Walk(Step, frozen=True):
    """8 One hex after another, until the way ends or the unit is stopped (9.41)."""

    unit: str
    way: tuple[Hex, ...]

    def run(self, g: TankLeader) -> None:
        unit = g.pieces.get(self.unit)
        if not self.way or unit is None or unit.suppressed:
            return g.done()
        unit = place_hidden(g, self.unit)
        a, b = unit.place, self.way[0]
        if blocked(g, unit, g.move or Move(self.unit), b):
            return g.done()  # a unit that was hidden has appeared in the way
        cost = g.country.step(a, b, unit.what.mover, unit.what.ma)
        assert cost is not None
        spend(g, unit, cost, over=ends_move(g, unit, b))
        g.swap(Enter(self.unit, b), Walk(self.unit, self.way[1:]))
