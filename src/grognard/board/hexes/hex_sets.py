"""Sets of hexes as the bits of one whole number, and how they spread: zones and floods in a few machine words.

Bit i stands for the i-th hex of the grid. Sets are joined with `|`, cut with `&`, and tested with `bits >> i & 1`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from itertools import accumulate
from operator import or_

from grognard.board.hexes.grid import Hex, HexGrid
from grognard.board.kernels.compiled import compiled


def bits_of(grid: HexGrid, hexes: Iterable[Hex]) -> int:
    """These hexes as a set."""
    bits = 0
    for h in hexes:
        bits |= 1 << grid.index[h]
    return bits


def hexes_of(grid: HexGrid, bits: int) -> list[Hex]:
    """The hexes of a set, in the order of the grid."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(grid.hexes[lowest.bit_length() - 1])
        bits ^= lowest
    return found


ONES = bytes.maketrans(b"01", bytes((0, 1)))


def table_of(grid: HexGrid, bits: int) -> bytearray:
    """For each hex by its number: 1 if the set holds it, else 0."""
    return bytearray(f"{bits:0{len(grid)}b}"[::-1], "ascii").translate(ONES)


class Discs:
    """The hexes around any hex of a grid as sets: a run of each line of the grid, cut out of a table."""

    def __init__(self, grid: HexGrid) -> None:
        self._grid, spots = grid, grid.cube.values()
        top, bottom = min(r for _, r in spots), max(r for _, r in spots)
        self._far = bottom - top + 1  # a line is as long again at both ends, so that a run may end outside the grid
        self._first = self._far - top
        bits: dict[int, list[int]] = {q: [0] * (3 * self._far + 1) for q, _ in spots}
        for h, (q, r) in grid.cube.items():
            bits[q][self._first + r + 1] = 1 << grid.index[h]
        self._above = {q: list(accumulate(line, or_)) for q, line in bits.items()}  # what lies above each place
        self._runs: dict[int, list[tuple[int, int, int]]] = {}

    def around(self, centre: Hex, radius: int) -> int:
        """Every hex at most `radius` away, the centre included."""
        (q, r), lines, found = self._grid.cube[centre], self._above, 0
        place = self._first + r
        for dq, first, end in self._runs.get(radius) or self._cut(radius):
            if q + dq in lines:
                above = lines[q + dq]
                found |= above[place + end] ^ above[place + first]
        return found

    def _cut(self, radius: int) -> list[tuple[int, int, int]]:
        """The lines of a disc: which from the centre's, and where its run of each begins and ends."""
        found, far = [], self._far
        for dq in range(-radius, radius + 1):
            first, end = max(-radius, -dq - radius), min(radius, -dq + radius) + 1
            found.append((dq, max(first, -far), min(end, far)))
        return self._runs.setdefault(radius, found)


class Flood:
    """Steps from hex to neighbour, all at once; `allowed(a, b)` says which steps exist (all, if it is not given)."""

    def __init__(self, grid: HexGrid, allowed: Callable[[Hex, Hex], bool] | None = None) -> None:
        shifts: dict[int, int] = {}  # by how much, and the hexes that such steps lead to
        self.steps = array("i", [-1]) * (6 * len(grid))  # the same by the hexes that they lead from: up to six each
        for i, a in enumerate(grid.hexes):
            ahead = [grid.index[b] for b in grid.neighbours[a] if allowed is None or allowed(a, b)]
            self.steps[6 * i : 6 * i + len(ahead)] = array("i", ahead)
            for there in ahead:
                shifts[there - i] = shifts.get(there - i, 0) | 1 << there
        self.up = [(by, into) for by, into in shifts.items() if by > 0]
        self.down = [(-by, into) for by, into in shifts.items() if by < 0]
        self.everywhere, self.words = (1 << len(grid)) - 1, len(grid) // 64 + 1
        self.shifts = array("i", shifts)
        self.into = b"".join(into.to_bytes(8 * self.words, "little") for into in shifts.values())

    def step(self, bits: int) -> int:
        """Every hex one step away from some hex of the set."""
        out = 0
        for by, into in self.up:
            out |= bits << by & into
        for by, into in self.down:
            out |= bits >> by & into
        return out

    def joins(self, start: int, goal: int, within: int) -> bool:
        """Can some hex of the goal be reached from the set without leaving `within`?"""
        return joined(self, start, goal, within)

    def flood(self, start: int, within: int) -> int:
        """Everything that can be reached from the set without leaving `within`."""
        return flooded(self, start, within)

    def rings(self, start: int, within: int, goal: int) -> list[int]:
        """The hexes of the set, those one step from it, those two, and so on, up to the first with some of the goal.

        Where none of the goal is reached the last of them is empty.
        """
        return ringed(self, start, within, goal)


@compiled
def joined(spread: Flood, start: int, goal: int, within: int) -> bool:
    """`Flood.joins`."""
    return bool(_sweep(spread, start, within, goal) & goal)


@compiled
def flooded(spread: Flood, start: int, within: int) -> int:
    """`Flood.flood`."""
    return _sweep(spread, start, within, 0)


def _sweep(spread: Flood, start: int, within: int, goal: int) -> int:
    """Spread until nothing more is reached, or some of the goal is.

    Each direction goes on from what the one before has just reached, so that a sweep covers many steps.
    """
    up = [(by, into & within) for by, into in spread.up]
    down = [(by, into & within) for by, into in spread.down]
    found, last = start & within & spread.everywhere, 0
    while found != last and not found & goal:
        last = found
        for by, into in up:
            found |= found << by & into
        for by, into in down:
            found |= found >> by & into
    return found


@compiled
def ringed(spread: Flood, start: int, within: int, goal: int) -> list[int]:
    """`Flood.rings`."""
    found = [start & within & spread.everywhere]
    left = within & spread.everywhere & ~found[0]
    while found[-1] and not found[-1] & goal:
        found.append(spread.step(found[-1]) & left)
        left &= ~found[-1]
    return found
