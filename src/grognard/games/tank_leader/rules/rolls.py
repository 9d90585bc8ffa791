"""The workings of the rolls: what stands behind one, and what came of it."""

from __future__ import annotations

from grognard.engine import Given, Working
from grognard.engine.core.wording import bracketed


def judged(working: Working, faces: tuple[int, ...], yes: str, no: str) -> Working:
    """A roll against a number: "yes" or "no", and how people say it."""
    assert working.needs is not None
    total = working.rolled(faces, "").total
    reached = total <= working.needs if working.at_most else total >= working.needs
    return working.rolled(faces, "yes" if reached else "no", yes if reached else no)


def came(working: Working) -> bool:
    """Has a roll against a number succeeded?"""
    return working.result == "yes"


def found(title: str, faces: tuple[int, ...], result: object, given: tuple[Given, ...] = ()) -> Working:
    """A roll that gives a number or a name."""
    return Working(title, dice=len(faces), given=given).rolled(faces, str(result))


def veiled(working: Working, title: str) -> Working:
    """8.55 What somebody reads of a roll whose numbers he may not know: the faces, and what everybody sees came."""
    return found(title, working.faces, working.words or working.result.split("+")[0])


def reckoned(working: Working) -> str:
    """A roll as the log tells it: what the dice show, what is added and why, and the sum."""
    natural = sum(working.faces)
    if not working.modifiers:
        return str(natural)
    return f"{natural}{bracketed(working.modifiers)} = {working.total}"
