"""4.2, 5.3, 8.0 What a player may answer in the German Movement Phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.engine import Action, Group, Press, To
from grognard.games.night_fight.rules.data import GRID

TO = {h: To(h) for h in GRID.hexes}
BACK, END, GO_ON, HAND_OVER, STOP = map(Press, ("back", "end", "go on", "hand over", "stop"))
Part = Sequence[Action] | Group[Any]  # of the answers to a question


class Drop(Action, frozen=True):
    """Leave a unit of the moving stack where it is."""

    piece: str


class Together(Action, frozen=True):
    """4.2 Choose a unit and all in its hex that can move with it."""

    piece: str
