"""What the dice gave in a match, against what was to be expected of them.

A roll counts for whoever chose to make it, or has to suffer it: his chance of what he hoped for, as the table showed it
before the roll, and whether it came.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from grognard.engine import Action, Ask, Game, State
from grognard.engine.core.dice import RecordedDice
from grognard.engine.core.odds import Odds, enumerate_odds
from grognard.engine.core.state import OutcomeReached
from grognard.engine.match.odds_summary import OddsSummary, summarize_odds


class Roll(msgspec.Struct, frozen=True):
    """A roll: the position in which it was chosen, by whom, his chance, and whether it came."""

    frame: int
    side: str
    chance: float
    came: bool


def roll_of(game: Game, frame: int, state: State[Any], ask: Ask, action: Action, picks: Sequence[int]) -> Roll | None:
    """The roll that an answer led to; None if it led to none that can be weighed."""
    step = state.steps[-1]
    if not picks or len(state.asks) > 1 or not (preview := step.preview(state, action)):
        return None
    chances = enumerate_odds(state, ask.side, action)
    name = _came_to(state, ask.side, action, picks)
    if chances is None or name not in chances:
        return None
    suffers = step.suffers(state, ask.side)
    seen = summarize_odds(Odds(chances, preview), game.face.charts, suffers=suffers)
    return Roll(frame, ask.side, round(float(seen.chance), 4), _hoped_for(seen, name, suffers))


def _came_to(state: State[Any], side: str, action: Action, picks: Sequence[int]) -> str:
    """The first named result that an answer came to with these dice."""
    trial = state.clone()
    trial.dice, trial.watching, trial.asker = RecordedDice(picks), True, side
    try:
        trial.answer(side, action)
    except OutcomeReached as reached:
        return reached.name
    return "nothing"


def _hoped_for(seen: OddsSummary, name: str, suffers: bool) -> bool:
    weight = next(outcome.weight for outcome in seen.outcomes if outcome.name == name)
    return weight >= 0 if suffers else weight > 0
