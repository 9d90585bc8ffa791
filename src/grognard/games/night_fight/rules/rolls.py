"""The workings of the rolls that need no chart."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine import Modifier, Working


def against(
    title: str, faces: tuple[int, ...], needs: int, modifiers: Iterable[Modifier] = (), *, at_most: bool = False
) -> Working:
    """A roll that must come to a number or more, or to no more than it; its result is "yes" or "no"."""
    counted = tuple(modifiers)
    total = sum(faces) + sum([m.value for m in counted if m.on == "die"])
    result = "yes" if (total <= needs if at_most else total >= needs) else "no"
    return Working(title, counted, dice=len(faces), needs=needs, at_most=at_most, faces=faces, result=result)


def came(working: Working) -> bool:
    """Has a roll against a number succeeded?"""
    return working.result == "yes"


def found(title: str, faces: tuple[int, ...], result: object, modifiers: Iterable[Modifier] = ()) -> Working:
    """A roll that gives a number, a hex or a name."""
    return Working(title, tuple(modifiers), dice=len(faces), faces=faces, result=str(result))
