"""The chance of victory that people are told.

`Mind.value` puts positions in order, and that is all search needs. But a position valued at 0.9 is not won nine times
in ten, least of all early in a match. How matches ended in which a position was valued so is a matter of record:
`tools.calibrate` fits what the record says of each scenario, and the game keeps it in its `data/outlook.json`;
where that has told no more of other matches than the value itself, people are told the value.
"""

from __future__ import annotations

from functools import cache
from math import exp, log
from pathlib import Path
from typing import Any

import msgspec

from grognard.engine import Game, State

NEVER_SURE = 0.01  # a value nearer to 0 or 1 tells no more than this


class WinModel(msgspec.Struct, frozen=True):
    """What the value of a position means in one scenario: when a match begins, and at its last turn."""

    last: float  # the turn at which a match usually ends
    lean: tuple[float, float]  # the logarithm of the first side's odds in a position valued as even
    trust: tuple[float, float]  # how much the logarithm of the odds that the value stands for counts
    against: tuple[str, ...]  # the sides that win if the first does not

    def chance(self, side: str, turn: float, value: float) -> float:
        """The chance of a side in a position that it values so."""
        passed = min(1.0, turn / self.last)
        lean, trust = (first + (last - first) * passed for first, last in (self.lean, self.trust))
        odds = trust * log_odds(value) + (-lean if side in self.against else lean)
        return 1 / (1 + exp(-odds))


def log_odds(value: float) -> float:
    """The logarithm of the odds that a chance stands for."""
    inside = unsure(value)
    return log(inside / (1 - inside))


def unsure(value: float) -> float:
    """A value as a chance: nothing is sure before the end."""
    return min(1 - NEVER_SURE, max(NEVER_SURE, value))


def win_chance(game: Game, state: State[Any], side: str, value: float) -> float:
    """The chance that a side wins if what comes of a position is worth so much to it."""
    if state.result is not None:
        return value
    outlook = outlooks(game).get(state.scenario_id)
    if outlook is None or is_won_otherwise(game, state):
        return unsure(value)
    return outlook.chance(side, getattr(state, "turn", 0), value)


def is_won_otherwise(game: Game, state: State[Any]) -> bool:
    """Was an option chosen that changes how it is won? Then the record of other matches says nothing of it."""
    return any(
        option.decides and state.options.get(name, option.values[0]) != option.values[0]
        for name, option in game.options.items()
    )


def outlooks(game: Game) -> dict[str, WinModel]:
    """The scenarios of a game of which there is a record."""
    return read(home_of(game))


def home_of(game: Game) -> Path:
    """Where a game keeps what the record says of its scenarios."""
    return game.folder / "data" / "outlook.json"


@cache
def read(file: Path) -> dict[str, WinModel]:
    """What such a file holds; nothing, if there is none."""
    return msgspec.json.decode(file.read_bytes(), type=dict[str, WinModel]) if file.exists() else {}
