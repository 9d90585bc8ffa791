"""What every game of the series shares with the table: describing actions, and that nothing is hidden."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import ClassVar

from grognard.engine import Action, Game, Option, Pick, Press, Reach, Step, To
from grognard.games.folio.rules.advance import Advance
from grognard.games.folio.rules.combat import ATTACK, CombatPhase, Declare
from grognard.games.folio.rules.differential import summary
from grognard.games.folio.rules.movement import TO, Movement
from grognard.games.folio.rules.results import AttackersRetreat, Loss, Resolve
from grognard.games.folio.rules.retreat import Displace, Retreat, Settle, Shift
from grognard.games.folio.rules.sequence import EndOfTurn, GameTurn, Phase, PlayerTurn
from grognard.games.folio.rules.setup import SetUp, StaffSetUp
from grognard.games.folio.rules.state import Apply, Bombard, Folio, Unit
from grognard.games.folio.rules.support import Support
from grognard.games.folio.rules.zones import zone_of

STEPS: tuple[type[Step], ...] = (
    *(SetUp, StaffSetUp, GameTurn, PlayerTurn, Phase, EndOfTurn),
    *(Movement, CombatPhase, Declare, Support, Resolve),
    *(Loss, AttackersRetreat, Retreat, Settle, Displace, Shift, Advance),
)

SETUP = Option("setup", "Set-up", ("historical", "by the computer", "by hand"), "FO-3.0.4")


class FolioGame(Game):
    """A battle of the series."""

    options: ClassVar = {"setup": SETUP}
    piece: ClassVar = Unit
    steps: ClassVar[Sequence[type[Step]]] = STEPS
    actions: ClassVar[Sequence[type[Action]]] = (Pick, To, Press, Apply, Bombard)

    def sides(self, g: Folio) -> tuple[str, ...]:
        return g.rules.sides

    def determinize(self, g: Folio, side: str | None, rng: random.Random) -> Folio:
        """Markers are drawn when they are used, so nothing in a position is hidden from anybody."""
        return g.clone()

    def reach(self, g: Folio, side: str | None, piece: str) -> Sequence[Reach]:
        return zone_of(g, piece)

    def stretch(self, g: Folio) -> tuple[int, str]:
        """4.0 A player turn."""
        return g.turn, g.current

    def labels(self, g: Folio) -> Mapping[Action, str]:
        """5.2 What each destination costs the unit that is being moved."""
        step = g.steps[-1] if g.steps else None
        if not isinstance(step, Movement) or not step.unit:
            return {}
        found = step.moves(g)
        names = g.rules.ground.names
        return {TO[names[i]]: points(spent - step.spent) for i, spent in found.stops.items()}

    def describe(self, g: Folio, action: Action) -> str:
        step = g.steps[-1] if g.steps else None
        match action:
            case Press() if action == ATTACK and isinstance(step, Declare):
                return f"Attack: {summary(g, step.battle(g))}"
            case Press(button):
                return button
            case To(hex):
                return f"to {hex}"
            case Apply(value):
                return f"apply +{value}"
            case Bombard(piece):
                return f"bombard {g.name(g.pieces[piece])} in {g.pieces[piece].place}"
            case Pick(piece):
                named = f"{g.name(g.pieces[piece])} in {g.pieces[piece].place}"
                return f"attack {named}" if isinstance(step, CombatPhase) else named
        return repr(action)


def points(halves: int) -> str:
    """Movement points, kept in halves, as they are said."""
    whole, half = divmod(halves, 2)
    return f"{whole or ''}½" if half else str(whole)
