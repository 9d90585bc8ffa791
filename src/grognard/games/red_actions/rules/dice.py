"""Rolls against a number (RA-TRN.13), each with its working."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.engine import Modifier, Working
from grognard.games.red_actions.rules.state import RedActions


def against(title: str, needs: int, modifiers: Iterable[Modifier] = (), dice: int = 1) -> Working:
    """The working of a roll of so much or more."""
    return Working(title, tuple(modifiers), dice=dice, needs=needs)


def roll(g: RedActions, working: Working) -> Working:
    """Roll the dice of a working: its result is yes or no."""
    faces = g.cast(working.dice, lambda faces: comes_to(working, faces))
    return working.rolled(faces, comes_to(working, faces))


def decide(g: RedActions, working: Working, cite: str, text: str, yes: str, no: str, **more: Any) -> bool:
    """Roll against a number, and tell what came of it as {result}."""
    rolled = roll(g, working)
    g.tell(cite, text, working=rolled, result=yes if succeeds(rolled) else no, **more)
    return succeeds(rolled)


def comes_to(working: Working, faces: tuple[int, ...]) -> str:
    """What dice come to against a number."""
    assert working.needs is not None
    total, needed = sum(faces) + working.on("die"), working.needs + working.on("number")
    return "yes" if (total <= needed if working.at_most else total >= needed) else "no"


def succeeds(working: Working) -> bool:
    """Has a roll come to what was needed?"""
    return working.result == "yes"
