"""Hexes within reach of many units at once, as the bits of one number (see `grognard.board.hexes.hex_sets`)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import Spread, bits_of
from grognard.games.panzer_blitz.rules.data import GRID, play_area

ALL_WAYS = Spread(GRID)


@cache
def disc(centre: Hex, radius: int) -> int:
    """Every hex within a radius."""
    inner = disc(centre, radius - 1) if radius else bits_of(GRID, (centre,))
    return inner | ALL_WAYS.step(inner) if radius else inner


@cache
def play_bits(situation: str) -> int:
    """PB-SIT.6 The hexes in play."""
    return bits_of(GRID, play_area(situation))


class Posts:
    """Where some stand, and how far each reaches: their hexes as bits, by range."""

    __slots__ = ("_by_range",)

    def __init__(self, posts: Iterable[tuple[Hex, int]]) -> None:
        found: dict[int, int] = {}
        for place, far in posts:
            found[far] = found.get(far, 0) | 1 << GRID.index[place]
        self._by_range = tuple(found.items())

    def near(self, h: Hex) -> int:
        """Those from which a hex is within reach."""
        found = 0
        for far, places in self._by_range:
            found |= places & disc(h, far)
        return found


def within_any(posts: Iterable[tuple[Hex, int]]) -> int:
    """Every hex within the radius of one of some posts."""
    zone = 0
    for place, far in posts:
        zone |= disc(place, far)
    return zone


def holds(zone: int, h: Hex) -> bool:
    """Is a hex one of a set?"""
    return bool(zone >> GRID.index[h] & 1)
