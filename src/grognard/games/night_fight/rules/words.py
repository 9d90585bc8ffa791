"""How the log and the questions name a stack, and where a piece is."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.board.hexes.grid import Hex
from grognard.engine.core.wording import listed
from grognard.games.night_fight.rules.state import Unit, on_map


def names(units: Sequence[Unit]) -> str:
    """The units of a stack by name."""
    return units[0].name if len(units) == 1 else listed(u.name for u in units)


def whereabouts(unit: Unit) -> str:
    """2.2, R18 Where a piece is: its hex, the box of its column, or off the map behind it."""
    if on_map(unit.place):
        return unit.place
    return f"the {'box' if unit.place.startswith('box') else 'rear'} of column {unit.column}"


def hexes_of(unit: Unit) -> tuple[Hex, ...]:
    """The hex a line of the log points to, if the piece is on the map."""
    return (unit.place,) if on_map(unit.place) else ()
