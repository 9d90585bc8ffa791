"""14.1 Close assault."""

from __future__ import annotations

from grognard.board.hexgrid import Hex
from grognard.engine import Action, Pick, Press, Refusal, Step
from grognard.games.tank_leader.rules.data import GRID, TABLES, other
from grognard.games.tank_leader.rules.entering import Enter
from grognard.games.tank_leader.rules.fire import AI, AV, Shot, finish, fire, fire_modifiers
from grognard.games.tank_leader.rules.morale import nerve
from grognard.games.tank_leader.rules.movement import why_not_move
from grognard.games.tank_leader.rules.opportunity import HOLD, why_not_react
from grognard.games.tank_leader.rules.stacking import top_foot, top_vehicle
from grognard.games.tank_leader.rules.state import TankLeader, Unit

CLOSE = frozenset(TABLES["same_hex_combat"]["close_assault_terrain"])
GO = Press("assault")


class Assault(Action, frozen=True):
    """Close assault the vehicles in a hex."""

    hex: Hex


class Defend(Action, frozen=True):
    """Infantry in an assaulted hex fires at one of the assaulting units."""

    piece: str
    target: str


def why_not_assault(g: TankLeader, unit: Unit, h: Hex) -> Refusal | None:
    """14.1, 14.11 Why a unit may not close assault a hex."""
    if not unit.what.infantry:
        return Refusal("TL-14.1.1")
    if not any(u.vehicle and not u.what.truck for u in g.side_here(h, other(unit.side))):
        return Refusal("TL-14.1", "No enemy vehicle is there.")
    if g.country.terrain[h] not in CLOSE:
        return Refusal("TL-14.11.1")
    if any(GRID.distance(at, h) > 1 for at in (unit.hex, g.came.get(unit.id, unit.hex))):
        return Refusal("TL-14.11.2")
    if unit.hex != h:
        return why_not_move(g, unit)
    return None


def assaultable(g: TankLeader, unit: Unit) -> list[Hex]:
    """14.11 The hexes a unit could close assault."""
    if not unit.what.infantry:
        return []
    near = (unit.hex, *GRID.neighbours[unit.hex])
    return [h for h in near if h in g.at and why_not_assault(g, unit, h) is None]


def active_infantry(g: TankLeader, side: str) -> list[Unit]:
    """14.1 Infantry that could join in."""
    return [
        u
        for u in g.pieces.values()
        if u.side == side
        and u.card in g.active
        and u.up
        and not u.suppressed
        and not u.carrier
        and u.what.infantry
        and u.hex
    ]


class GatherAssault(Step, frozen=True):
    """14.1 step 1 Name the units that assault the hex together, up to its stacking limit."""

    hex: Hex
    units: tuple[str, ...]

    def run(self, g: TankLeader) -> None:
        side = g.pieces[self.units[0]].side
        others = self._others(g, side)
        if not others:
            return g.swap(AssaultHex(self.hex, self.units))
        g.ask(side, f"Who else assaults {self.hex}?", [*[Pick(u.id) for u in others], GO], "TL-14.1.1")

    def _others(self, g: TankLeader, side: str) -> list[Unit]:
        if len(self.units) >= g.country.limits(self.hex)[0]:
            return []
        free = (u for u in active_infantry(g, side) if u.id not in self.units)
        return [u for u in free if why_not_assault(g, u, self.hex) is None]

    def take(self, g: TankLeader, action: Action) -> None:
        if isinstance(action, Pick):
            g.swap(GatherAssault(self.hex, (*self.units, action.piece)))
        else:
            g.swap(AssaultHex(self.hex, self.units))

    def why_not(self, g: TankLeader, side: str, action: Action) -> Refusal | None:
        if isinstance(action, Pick) and action.piece in g.pieces:
            return why_not_assault(g, g.pieces[action.piece], self.hex) or Refusal("TL-14.1.1")
        return None


class AssaultHex(Step, frozen=True):
    """14.1 steps 1 and 2 Each unit checks morale; those that pass move in, one by one under fire.

    Vehicles there hold their fire (14.11), infantry fires in step 3; guns fire as others do.
    """

    hex: Hex
    units: tuple[str, ...]

    def run(self, g: TankLeader) -> None:
        g.tell("TL-14.1.2", "{n} units assault {hex}", hexes=(self.hex,), n=len(self.units), hex=self.hex)
        side = g.pieces[self.units[0]].side
        bold = []
        for unit_id in self.units:
            if nerve(g, g.pieces[unit_id]):
                bold.append(unit_id)
            else:
                finish(g, unit_id)
        g.came = {i: g.pieces[i].hex for i in bold} | g.came
        barred = tuple(u.id for u in g.side_here(self.hex, other(side)) if u.what.kind != "artillery")
        walks = [Enter(i, self.hex, barred) for i in bold if g.pieces[i].hex != self.hex]
        g.swap(*walks, DefendHex(self.hex, tuple(bold)), AssaultFire(self.hex, tuple(bold)))


def fit(g: TankLeader, units: tuple[str, ...]) -> list[Unit]:
    """Those still alive and not suppressed."""
    return [u for i in units if (u := g.pieces.get(i)) is not None and not u.suppressed]


def defenders(g: TankLeader, h: Hex, side: str) -> list[Unit]:
    """14.1 step 3 Non-suppressed enemy infantry in the hex, passengers not counted."""
    return [u for u in g.stack(h, side) if u.what.kind in ("infantry", "fo") and not u.suppressed]


class DefendHex(Step, frozen=True):
    """14.1 step 3 Enemy infantry in the hex may first fire at the assaulting units, each once."""

    hex: Hex
    units: tuple[str, ...]
    shot: tuple[str, ...] = ()

    def run(self, g: TankLeader) -> None:
        attackers = fit(g, self.units)
        if not attackers:
            return g.done()
        side = other(attackers[0].side)
        shots = [
            Defend(d.id, a.id)
            for d in defenders(g, self.hex, side)
            if d.id not in self.shot
            for a in attackers
            if why_not_react(g, d, a, AI) is None
        ]
        if not shots:
            return g.done()
        g.ask(side, f"Your infantry in {self.hex} is assaulted: fire?", [*shots, HOLD], "TL-14.1.4")

    def take(self, g: TankLeader, action: Action) -> None:
        if not isinstance(action, Defend):
            return g.done()
        g.swap(DefendHex(self.hex, self.units, (*self.shot, action.piece)))
        fire(g, action.piece, action.target, AI, moving=True)


class AssaultFire(Step, frozen=True):
    """14.1 steps 2 and 3 All survivors must fire: at the infantry if any was steady there, else at the vehicles."""

    hex: Hex
    units: tuple[str, ...]

    def run(self, g: TankLeader) -> None:
        g.done()
        scored_before = {i for i in self.units if i in g.pieces and g.pieces[i].quick}
        self._fire(g, fit(g, self.units))
        for unit_id in self.units:
            unit_left = g.pieces.get(unit_id)
            if unit_left is None:
                continue
            if not unit_left.quick or unit_id in scored_before:
                finish(g, unit_id)
            g.change(unit_id, bound=tuple(u.id for u in g.side_here(self.hex, other(unit_left.side))))

    def _fire(self, g: TankLeader, assaulters: list[Unit]) -> None:
        """14.1 step 3 Who met steady infantry fires at what is left on foot, never at the vehicles."""
        if not assaulters:
            return
        foes = other(assaulters[0].side)
        infantry = bool(defenders(g, self.hex, foes))
        for unit in assaulters:
            target = top_foot(g, self.hex, foes) if infantry else top_vehicle(g, self.hex, foes)
            if target is not None:
                kind = AI if infantry else best_strength(g, unit, target)
                fire(g, unit.id, target.id, kind, assault=not infantry)


def best_strength(g: TankLeader, unit: Unit, vehicle: Unit) -> str:
    """14.12 AV; against a soft target whichever strength is better."""
    shots = [Shot(AV, unit.what.av or 0, 0, assault=True)]
    if vehicle.what.soft and unit.what.ai is not None:
        shots.append(Shot(AI, unit.what.ai, 0, assault=True))
    return max(shots, key=lambda s: sum(m.value for m in fire_modifiers(g, (unit,), vehicle, s))).kind
