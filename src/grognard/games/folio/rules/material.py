"""2.0 What lies in the box of a battle: its sides, its map, its counters, and where they set up."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.hexes.grid import Hex
from grognard.engine import Briefing
from grognard.games.folio.rules.data import Counter
from grognard.games.folio.rules.terrain import Ground


class Material:
    """The material of one battle."""

    sides: tuple[str, str]  # 4.0 first and second player
    turns: int
    ground: Ground
    counters: Mapping[str, Counter]
    areas: Mapping[str, tuple[Hex, ...]]  # 3.0 where units set up
    holdings: Mapping[Hex, str]  # R82 the hexes that matter, and who holds them to begin with
    placement: Mapping[str, Hex]  # a fixed set-up, ready to play
    briefings: Mapping[str, Briefing]  # what each side is told before it begins
