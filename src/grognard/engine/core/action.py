"""What a player may do: one small frozen value for one click."""

from __future__ import annotations

import re
from typing import Any

import msgspec


class Action(msgspec.Struct, frozen=True, tag=True):
    """Base of all actions. A record holds exactly these, tagged with the class name.

    A field called `piece` makes the action a click on that piece, one called `hex` a click on that
    hex; anything else is a button.
    """


class Pick(Action, frozen=True):
    """Choose a piece."""

    piece: str  # id of the piece


class To(Action, frozen=True):
    """Choose a hex, by its printed name."""

    hex: str  # printed name of the hex


class Press(Action, frozen=True):
    """Press a button."""

    button: str  # the words that name the button


def plain_words(g: Any, action: Action) -> str:
    """An action by its kind and its values: "fire 2nd Guards", "to 0202", or the words of a button."""
    kind = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(action).__name__).lower()
    values = [str(getattr(g.pieces.get(value), "name", value)) for value in msgspec.structs.astuple(action)]
    return " ".join(values if isinstance(action, Press | Pick) else [kind, *values])
