"""5.0 Phases, and who reacts when a unit moves or falls back in them."""

from __future__ import annotations

from grognard.engine import Action, Step
from grognard.games.night_fight.rules.state import NightFight


class HidesOdds(Step, frozen=True):
    """10.0 A question whose answers lead past face-down pieces: its true odds would tell what they are."""

    def hides_odds(self, g: NightFight, action: Action) -> bool:
        return True


class Phase(HidesOdds, frozen=True):
    """A phase of the turn; it stays on the stack until it is over."""

    def react(self, g: NightFight, movers: tuple[str, ...]) -> None:
        """5.3, 5.6, 13.4 Call all who may spot or fire at units that have just entered a hex. By default nobody."""


class Underway(HidesOdds, frozen=True):
    """4.0 A move that is not over: it may lead through hexes where the unit would find no room to stay."""

    def passing(self, g: NightFight) -> tuple[str, ...]:
        """4.0, 13.4, R63 Who has left the first hex of the move and is not yet in the last."""
        raise NotImplementedError(f"{type(self).__name__} leads nobody anywhere")


class FallingBack(Underway, frozen=True):
    """13.4 A unit on its way back, hex by hex."""

    unit: str

    def under_way(self, g: NightFight) -> bool:
        """R53 Is this the retreat that holds, and not one that another has replaced?"""
        return True


def falls_back(g: NightFight, unit_id: str) -> bool:
    """13.4, R53 Is the unit on its way back? It is pinned, and its column tested, once that is done."""
    return any(isinstance(step, FallingBack) and step.unit == unit_id and step.under_way(g) for step in g.steps)


def react(g: NightFight, movers: tuple[str, ...]) -> None:
    """Give the enemies of units that have just entered a hex their chance, as the present phase has it."""
    for step in reversed(g.steps):
        if isinstance(step, Phase):
            step.react(g, movers)
            return
