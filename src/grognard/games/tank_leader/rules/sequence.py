"""4 The sequence of play."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine import Step
from grognard.games.tank_leader.rules.areas import Areas
from grognard.games.tank_leader.rules.card_play import CardPlay
from grognard.games.tank_leader.rules.data import CARDS, GERMAN, SIDES, SOVIET
from grognard.games.tank_leader.rules.forces import Begin
from grognard.games.tank_leader.rules.morale import (
    recover_formation,
    recover_unit,
    roll_formation,
    settle_parents,
    shake,
)
from grognard.games.tank_leader.rules.operations import lasting_orders
from grognard.games.tank_leader.rules.reinforcements import ReinforcementPhase
from grognard.games.tank_leader.rules.stacking import Overstacking
from grognard.games.tank_leader.rules.state import TankLeader
from grognard.games.tank_leader.rules.victory import assess, update_control

PHASES = ("Reinforcement", "Operations", "Morale")


class GameTurn(Step, frozen=True):
    """4 One game-turn: Reinforcement, Operations, Morale; after the last one victory is assessed."""

    number: int

    def run(self, g: TankLeader) -> None:
        update_control(g)
        if self.number > g.turns:
            return assess(g)
        g.turn = self.number
        g.tell("TL-4.3.8", "Turn {n}", n=self.number)
        g.swap(ReinforcementPhase(), OperationsBegin(), CardPlay(), *morale_phase(), GameTurn(self.number + 1))


class OperationsBegin(Step, frozen=True):
    """4.2, 6.5.3 All cards return to their owners' hands, and everybody's place is noted (13.31)."""

    def run(self, g: TankLeader) -> None:
        g.phase, g.rolled, g.passed = "Operations", {}, {}
        g.waits = lasting_orders(g)
        g.cards = {key: "hand" if where == "aside" else where for key, where in g.cards.items()}
        g.began = {u.id: u.hex for u in g.pieces.values()}
        g.done()


# ------------------------------------------------------------------ the Morale Phase (4.3)


def morale_phase() -> tuple[Step, ...]:
    """4.3 Its steps in order."""
    return (MoraleBegin(), *[s for side in SIDES for s in (RecoverUnits(side),)], *_formations(), *_housekeeping())


def _formations() -> tuple[Step, ...]:
    return (*[RecoverFormations(side) for side in SIDES], *[CheckFormations(side) for side in SIDES])


def _housekeeping() -> tuple[Step, ...]:
    return Overstacking(), ClearMarkers(), Areas(SOVIET), Areas(GERMAN), TurnUnitsUp()


class MoraleBegin(Step, frozen=True):
    """4.3 The phase begins."""

    def run(self, g: TankLeader) -> None:
        g.phase = "Morale"
        g.done()


class RecoverUnits(Step, frozen=True):
    """4.3 step 1 Every suppressed unit on the map checks morale to recover."""

    side: str

    def run(self, g: TankLeader) -> None:
        for unit in [u for u in g.units(self.side) if u.suppressed]:
            if unit.id in g.pieces:
                recover_unit(g, unit)
        g.done()


class RecoverFormations(Step, frozen=True):
    """4.3 step 2 Every shaken combat formation checks to recover; parents follow."""

    side: str

    def run(self, g: TankLeader) -> None:
        for card in [c for c in g.cards if g.shaken(c) and CARDS[c].type == "combat" and CARDS[c].side == self.side]:
            recover_formation(g, card)
        settle_parents(g)
        g.done()


class CheckFormations(Step, frozen=True):
    """4.3 step 3 Every combat formation that lost a unit this turn checks morale."""

    side: str

    def run(self, g: TankLeader) -> None:
        for card in [c for c in g.lost_now if CARDS[c].side == self.side and g.cards.get(c) not in (None, "out")]:
            if not roll_formation(g, card, cite="TL-4.3.3"):
                shake(g, card)
        settle_parents(g)
        g.done()


class ClearMarkers(Step, frozen=True):
    """4.3 step 5 Vacant entrenchments and fire zones are removed."""

    def run(self, g: TankLeader) -> None:
        g.trenches, g.zones = {}, {}
        g.done()


class TurnUnitsUp(Step, frozen=True):
    """4.3 step 7 Non-suppressed units are turned face-up, except passengers; the turn's markers come off."""

    def run(self, g: TankLeader) -> None:
        for unit in list(g.pieces.values()):
            up = unit.up if unit.suppressed or unit.carrier else True
            if (up, unit.fired, unit.noted, unit.quick) != (unit.up, False, False, False):
                g.change(unit.id, up=up, fired=False, noted=False, quick=False)
        g.lost_now = {}
        g.done()


def start(scenario: str, options: Mapping[str, str]) -> TankLeader:
    """4 The battle is set up, then the first turn begins."""
    return TankLeader(scenario_id=scenario, options=dict(options), steps=(GameTurn(1), Begin()))


def sides(g: TankLeader) -> tuple[str, ...]:
    """1 Germans and Soviets."""
    return SIDES
