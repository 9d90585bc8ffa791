"""Rolls against a number (RA-TRN.13), each with its working."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine import Modifier, Working
from grognard.games.red_actions.rules.state import RedActions


def two_dice(g: RedActions) -> tuple[int, int]:
    """2d6, each face by itself."""
    return g.d6(), g.d6()


def against(title: str, needs: int, modifiers: Iterable[Modifier] = (), dice: int = 1) -> Working:
    """The working of a roll of so much or more."""
    return Working(title, tuple(modifiers), dice=dice, needs=needs)


def roll(g: RedActions, working: Working) -> Working:
    """Roll the dice of a working: its result is yes or no."""
    assert working.needs is not None
    faces = tuple(g.d6() for _ in range(working.dice))
    total, needed = sum(faces) + working.on("die"), working.needs + working.on("number")
    return working.rolled(faces, "yes" if (total <= needed if working.at_most else total >= needed) else "no")


def succeeds(working: Working) -> bool:
    """Has a roll come to what was needed?"""
    return working.result == "yes"
