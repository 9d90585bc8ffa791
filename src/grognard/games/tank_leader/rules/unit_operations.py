"""7.1 One unit performs one operation."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine import Action, Actions, ChoiceStep, Deed, Press, Refusal, Route, To, Working
from grognard.games.tank_leader.rules.assault import Assault, GatherAssault, assaultable, why_not_assault
from grognard.games.tank_leader.rules.choices import GoBack, HexDeed, UnitDeed
from grognard.games.tank_leader.rules.combined_fire import Combine, CombinedFire, partners, why_not_combine
from grognard.games.tank_leader.rules.fire import AI, AimedFire, FireAt, fire, targets
from grognard.games.tank_leader.rules.indirect_fire import AimIndirect, why_not_shelling
from grognard.games.tank_leader.rules.morale import preview_nerve
from grognard.games.tank_leader.rules.move_paths import RollForMovement, fresh_move, must_roll, why_not_move
from grognard.games.tank_leader.rules.movement import EXIT, MOVES, MoveUnit, route_to
from grognard.games.tank_leader.rules.names import examinable, target_name
from grognard.games.tank_leader.rules.overrun import Overrun
from grognard.games.tank_leader.rules.stack_orders import ENTRENCH, dig_in
from grognard.games.tank_leader.rules.state import Move, TankLeader, Unit
from grognard.games.tank_leader.rules.transport import Load, why_not_entrench

SHELL = Press("indirect fire")


class FireOnce(AimedFire, frozen=True):
    """9.2, 13.1 The unit fires by itself."""

    def do(self, g: TankLeader, by: UnitActs) -> None:
        g.done()
        fire(g, by.unit, self.piece, self.strength)


class FireWithOthers(UnitDeed, frozen=True):
    """13.12 It begins a combined fire."""

    stored = Combine

    @classmethod
    def answers(cls, g: TankLeader, by: UnitActs) -> list[Action]:
        unit = by.leader(g)
        if not g.advanced or unit.vehicle:
            return []
        aimed = [target for target, kind in targets(g, unit) if kind == AI]
        return [Combine(target.id) for target in aimed if partners(g, target, unit.side, (unit.id,))]

    def why_not(self, g: TankLeader, by: UnitActs) -> Refusal | None:
        return why_not_combine(g, by.leader(g), self.unit(g))

    def do(self, g: TankLeader, by: UnitActs) -> None:
        g.swap(self.begun(by))

    def preview(self, g: TankLeader, by: UnitActs) -> Working:
        step = self.begun(by)
        return step.working(g, *(u.id for u in step.partners(g)))

    def begun(self, by: UnitActs) -> CombinedFire:
        """The fire that others may join."""
        return CombinedFire(self.piece, (by.unit,))

    def hides_odds(self, g: TankLeader, by: UnitActs) -> bool:
        return not examinable(g, self.unit(g), by.leader(g).side)

    def says(self, g: TankLeader) -> str:
        return f"combined fire at {target_name(g, self.unit(g))}"


class CloseAssault(HexDeed, frozen=True):
    """14.1 It assaults the vehicles in a hex."""

    does, stored = "close assault ", Assault

    @classmethod
    def answers(cls, g: TankLeader, by: UnitActs) -> list[Action]:
        unit = by.leader(g)
        return [Assault(h) for h in assaultable(g, unit)] if g.advanced and not unit.vehicle else []

    def why_not(self, g: TankLeader, by: UnitActs) -> Refusal | None:
        return why_not_assault(g, by.leader(g), self.hex)

    def do(self, g: TankLeader, by: UnitActs) -> None:
        g.swap(GatherAssault(self.hex, (by.unit,)))

    def preview(self, g: TankLeader, by: UnitActs) -> Working:
        return preview_nerve(g, by.leader(g))


class FireIndirectly(Deed, frozen=True):
    """13.2 It fires at a hex that somebody spots."""

    stored = SHELL

    def why_not(self, g: TankLeader, by: UnitActs) -> Refusal | None:
        return why_not_shelling(g, by.leader(g))

    def do(self, g: TankLeader, by: UnitActs) -> None:
        g.swap(AimIndirect(by.unit))


class Entrench(Deed, frozen=True):
    """13.4 It digs in."""

    stored = ENTRENCH

    @classmethod
    def candidates(cls, g: TankLeader, by: UnitActs) -> list[Entrench]:
        return [cls()] if g.advanced else []

    def why_not(self, g: TankLeader, by: UnitActs) -> Refusal | None:
        return why_not_entrench(g, by.leader(g))

    def do(self, g: TankLeader, by: UnitActs) -> None:
        g.done()
        dig_in(g, by.unit)


FIRES = FireOnce, FireWithOthers, CloseAssault, FireIndirectly
OPERATIONS = *FIRES, Entrench, *MOVES


def what_it_can_do(actions: Iterable[Action]) -> str:
    """7.1 The operations among some actions, in words."""
    found = list(actions)
    kinds = {*map(type, found)}
    buttons = {action for action in found if type(action) is Press} if Press in kinds else ()
    words = (
        ("fire", FireAt in kinds or Combine in kinds),
        ("fire indirectly", SHELL in buttons),
        ("assault", Assault in kinds),
        ("overrun", Overrun in kinds),
        ("move", To in kinds),
        ("leave the map", EXIT in buttons),
        ("load", Load in kinds),
        ("entrench", ENTRENCH in buttons),
    )
    *others, last = [word for word, able in words if able] or ["nothing to do"]
    return f"{', '.join(others)} or {last}" if others else last


class UnitActs(ChoiceStep, frozen=True):
    """7.1 One unit performs one operation; an F-rated formation rolls when the first that may move is chosen (8.2)."""

    unit: str
    deeds = (*OPERATIONS, GoBack)

    def run(self, g: TankLeader) -> None:
        unit = self.leader(g)
        if must_roll(g, unit) and why_not_move(g, unit) is None:
            return g.call(RollForMovement(unit.card))
        answers = self.offered(g)
        g.ask(unit.side, lambda: f"{unit.name} in {unit.hex}: {what_it_can_do(answers)}?", answers, "TL-7.1")

    def bars(self, g: TankLeader, kind: type[Deed]) -> Refusal | None:
        if kind in MOVES:
            return why_not_move(g, self.leader(g))
        if kind in (FireOnce, FireIndirectly) and g.loaded(self.leader(g)):
            return Refusal("TL-13.34.2")
        return None

    def leader(self, g: TankLeader) -> Unit:
        """The unit that acts."""
        return g.pieces[self.unit]

    def so_far(self, g: TankLeader) -> Move:
        """8, 13.34 The movement operation that may begin: that of a loaded vehicle is a transport operation."""
        return fresh_move(g, self.leader(g))

    def set_out(self, g: TankLeader) -> MoveUnit:
        g.move = self.so_far(g)
        step = MoveUnit(self.unit)
        g.swap(step)
        return step

    def route(self, g: TankLeader, action: Action) -> Route | None:
        """8.1 The way of the movement operation that begins with this action."""
        unit = self.leader(g)
        return route_to(g, unit, self.so_far(g), action) if why_not_move(g, unit) is None else None

    def walked(self, g: TankLeader, action: Action) -> MoveUnit:
        g.move = self.so_far(g)
        return MoveUnit(self.unit).walked(g, action)

    def hides_odds(self, g: TankLeader, action: Action) -> bool:
        return isinstance(action, To | Overrun) or super().hides_odds(g, action)


def can_fire(g: TankLeader, unit: Unit) -> bool:
    """9, 13.1, 13.2, 14.1 Is any kind of fire open to a unit?"""
    step = UnitActs(unit.id)
    return any(step.answers(g, kind) for kind in FIRES)


def unit_actions(g: TankLeader, unit: Unit) -> Actions:
    """7.1 Everything an active unit on the map may do."""
    step = UnitActs(unit.id)
    return Actions(*(step.answers(g, kind) for kind in OPERATIONS))
