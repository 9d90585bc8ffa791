"""How the log and the questions name a stack."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.wording import listed
from grognard.games.night_fight.rules.state import Unit


def names(units: Sequence[Unit]) -> str:
    """The units of a stack by name."""
    return units[0].name if len(units) == 1 else listed(u.name for u in units)
