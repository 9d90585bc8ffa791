"""How the log and the questions put lists."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.night_fight.rules.state import Unit


def listed(things: Sequence[str]) -> str:
    """One, two and three."""
    return " and ".join(filter(None, [", ".join(things[:-1]), *things[-1:]]))


def names(units: Sequence[Unit]) -> str:
    """The units of a stack by name."""
    return listed([u.name for u in units])
