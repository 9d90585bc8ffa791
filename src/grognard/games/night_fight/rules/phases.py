"""5.0 Phases, and who reacts when a unit moves or falls back in them."""

from __future__ import annotations

from grognard.engine import Action, Step
from grognard.games.night_fight.rules.state import NightFight


class InTheDark(Step, frozen=True):
    """10.0 A question whose answers lead past face-down pieces: its true odds would tell what they are."""

    def hides_odds(self, g: NightFight, action: Action) -> bool:
        return True


class Phase(InTheDark, frozen=True):
    """A phase of the turn; it stays on the stack until it is over."""

    def react(self, g: NightFight, movers: tuple[str, ...]) -> None:
        """5.3, 5.6, 13.4 Call whoever may spot or fire at units that have just entered a hex. By default nobody."""


def react(g: NightFight, movers: tuple[str, ...]) -> None:
    """Give the enemies of units that have just entered a hex their chance, as the present phase has it."""
    for step in reversed(g.steps):
        if isinstance(step, Phase):
            step.react(g, movers)
            return
