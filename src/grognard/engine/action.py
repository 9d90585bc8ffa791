"""What a player may do: one small frozen value for one click."""

from __future__ import annotations

import msgspec


class Action(msgspec.Struct, frozen=True, tag=True):
    """Base of all actions. A record holds exactly these, tagged with the class name.

    A field called `piece` makes the action a click on that piece, one called `hex` a click on that
    hex; anything else is a button.
    """


class Pick(Action, frozen=True):
    """Choose a piece."""

    piece: str


class To(Action, frozen=True):
    """Choose a hex, by its printed name."""

    hex: str


class Press(Action, frozen=True):
    """Press a button."""

    button: str
