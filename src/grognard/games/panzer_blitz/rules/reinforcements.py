"""3.1.2.3 Reinforcements come onto the map."""

from __future__ import annotations

from grognard.board.hexgrid import Hex
from grognard.engine import Action, Refusal, Step, To
from grognard.games.panzer_blitz.rules.data import GRID, Reinforcement
from grognard.games.panzer_blitz.rules.movement import MoveUnit, enter
from grognard.games.panzer_blitz.rules.movement_costs import MODES, TERRAIN_COST, Price, pay, toll, why_not_in
from grognard.games.panzer_blitz.rules.stacking import LIMIT
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.terrain import TERRAIN, has_road
from grognard.games.panzer_blitz.rules.transport import CANNOT_MOVE_EMPTY, Load, why_not_carry

BRACKET = 6  # Stacking Points for each further movement point


def group_of(g: PanzerBlitz, unit: Unit) -> Reinforcement:
    """The reinforcement group a unit belongs to."""
    return next(r for r in g.situation.reinforcement if r.side == unit.side and r.turn == unit.arrives)


def entry_hexes(g: PanzerBlitz, unit: Unit) -> list[Hex]:
    """3.1.2.3 The hexes of the entry area; beside one that is blocked those of the area, or else any accessible hex."""

    def accessible(h: Hex) -> bool:
        return why_not_in(g, unit, h) is None and not isinstance(entry_points(g, unit, h), Refusal)

    area = g.situation.hexes(group_of(g, unit).area)
    found = dict.fromkeys(h for h in area if accessible(h))
    shut = [h for h in area if h not in found and not any(n in found for n in GRID.neighbours[h])]
    beside = dict.fromkeys(n for h in shut for n in GRID.neighbours[h] if accessible(n))
    return list(found | beside)


def entry_price(g: PanzerBlitz, unit: Unit, h: Hex) -> Price | Refusal:
    """3.1.2.3, R-52 Terrain or road, plus one point for every six Stacking Points that came this way before."""
    road = has_road(h) and h not in g.wrecks and h not in g.blocks and h not in g.forts
    if not road and (TERRAIN[h] == "swamp" or h in g.blocks):
        return Refusal("PB-3.1.21")
    half = 1 if road else 2 * TERRAIN_COST[TERRAIN[h]][MODES.index(unit.what.mode)]
    crowd = (g.entered.get(h, 0) + unit.face.stacking - 1) // BRACKET
    return Price(half + 2 * crowd + toll(g, h), road=road)


def entry_points(g: PanzerBlitz, unit: Unit, h: Hex) -> int | Refusal:
    """Half points spent once a unit has come in by a hex."""
    if unit.what.gun:
        return Refusal("PB-2.3.14")
    cost = entry_price(g, unit, h)
    return cost if isinstance(cost, Refusal) else pay(unit, 0, cost)


def why_not_enter_map(g: PanzerBlitz, unit: Unit) -> Refusal | None:
    """3.1.2.3 Why a reinforcement cannot come on now."""
    if unit.carrier or unit.what.gun:
        return Refusal("PB-2.3.14", "A gun comes with its carrier.")
    if unit.what.cls in CANNOT_MOVE_EMPTY and not passengers(g, unit):
        return Refusal("PB-4.3.19")
    return None if entry_hexes(g, unit) else Refusal("PB-3.1.21")


def passengers(g: PanzerBlitz, carrier: Unit) -> list[Unit]:
    """What rides on a carrier that is still off the map."""
    return [u for u in g.pieces.values() if u.carrier == carrier.id]


class EnterMap(Step, frozen=True):
    """3.1.2.3 One reinforcement comes on, with what it carries, and goes on moving."""

    unit: str

    def run(self, g: PanzerBlitz) -> None:
        unit = g.pieces[self.unit]
        actions: list[Action] = [To(h) for h in entry_hexes(g, unit)]
        actions += [Load(u.id) for u in self._waiting(g, unit)]
        g.ask(unit.side, f"{unit.name} enters: choose a hex", actions, "PB-3.1.22")

    def _waiting(self, g: PanzerBlitz, unit: Unit) -> list[Unit]:
        """Fellow reinforcements that could ride along."""
        assert g.op is not None
        aboard = sum(u.face.stacking for u in passengers(g, unit))
        free = [g.pieces[i] for i in g.op.active if i in g.pieces and not g.pieces[i].place and not g.pieces[i].carrier]
        return [
            u
            for u in free
            if u.id != unit.id
            and why_not_carry(g, unit, u) is None
            and aboard + u.face.stacking <= min(LIMIT, unit.face.stacking)
        ]

    def take(self, g: PanzerBlitz, action: Action) -> None:
        unit = g.pieces[self.unit]
        match action:
            case Load(piece):
                g.change(piece, carrier=self.unit)
            case To(hex):
                self._enter(g, unit, hex)

    def _enter(self, g: PanzerBlitz, unit: Unit, h: Hex) -> None:
        cost, paid = entry_price(g, unit, h), entry_points(g, unit, h)
        assert isinstance(cost, Price) and isinstance(paid, int)
        g.entered[h] = g.entered.get(h, 0) + unit.face.stacking
        g.moved[unit.id] = paid
        if cost.road:
            g.road_used[unit.id] = True
        riding = passengers(g, unit)
        steps = enter(g, unit, h, road=cost.road)
        for u in riding:
            g.change(u.id, place=h)
            g.rode[u.id] = True
        g.swap(*steps, MoveUnit(unit.id, "", acted=True))
