"""What all kinds of sight share: the answer with its working, and the lattice of hexes around a viewer.

A game picks one of two geometries: `corner_sight` (any corner to any corner) or `centre_sight` (centre to centre).
Both work in axial coordinates, where pointy and flat grids are one and the same lattice, so exact whole-number
templates made once for an offset serve every pair of hexes at that offset on every map.
"""

from __future__ import annotations

from functools import cache

from grognard.board.hexes.grid import Cube

# The six neighbours in turning order: each is the one before it, turned by 60 degrees.
STEPS: tuple[Cube, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))


def length(offset: Cube) -> int:
    """How many hexes away an offset is."""
    q, r = offset
    return max(abs(q), abs(r), abs(q + r))


def turned(offset: Cube, turns: int) -> Cube:
    """The offset turned by so many sixths of a circle, in the order of STEPS."""
    q, r = offset
    for _ in range(turns % 6):
        q, r = -r, q + r
    return q, r


@cache
def sector(offset: Cube) -> tuple[Cube, int]:
    """The same offset turned into the sector q > 0, r >= 0, and how many turns lead back from there."""
    for turns in range(6):
        q, r = turned(offset, -turns)
        if q > 0 and r >= 0:
            return (q, r), turns
    return (0, 0), 0


@cache
def spiral(radius: int) -> tuple[Cube, ...]:
    """Every offset up to a radius, nearest first, so that a smaller spiral is the beginning of a larger one."""
    disc = [(q, r) for q in range(-radius, radius + 1) for r in range(-radius, radius + 1) if abs(q + r) <= radius]
    return tuple(sorted(disc, key=lambda offset: (length(offset), offset)))


@cache
def spiral_index(radius: int) -> dict[Cube, int]:
    """The place of each offset in the spiral."""
    return {offset: i for i, offset in enumerate(spiral(radius))}


def strips(offset: Cube) -> tuple[int, int, int]:
    """How far an offset lies in the three directions across the hexsides; within a hex, none is more than 1."""
    q, r = offset
    return 2 * q + r, q + 2 * r, r - q
