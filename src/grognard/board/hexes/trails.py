"""Where a mover can go, and the way there: by points alone, or by points and a number of hexes.

A `Reach` (`paths.py`) is a dict of the points to each hex; whoever wants the hexes in their order and now and then one
way has them sooner as `Trails`. And where no more than so many hexes may be entered, a way that is cheaper may be too
long to go on from: a hex then has a trail for each length that counts, which one hex before each cannot tell.
"""

from __future__ import annotations

from array import array
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from grognard.board.hexes.grid import Hex, HexGrid
from grognard.board.kernels.compiled import compiled


class Steps(Protocol):
    """The steps out of every hex: to which, for how many points; `flat` are the same for the compiled search."""

    @property
    def rows(self) -> Sequence[Sequence[tuple[int, int]]]: ...
    @property
    def flat(self) -> array[int]: ...


class Trails:
    """Every hex that can be reached, but for the start, with the points to it and the way there."""

    __slots__ = ("_before", "_ends", "_grid", "_places", "hexes", "points")

    def __init__(
        self,
        grid: HexGrid,
        hexes: tuple[Hex, ...],
        points: array[int],
        ends: array[int],
        places: array[int],
        before: array[int],
    ) -> None:
        self._grid, self.hexes, self.points = grid, hexes, points
        self._ends = ends  # at which point of a trail each hex is reached,
        self._places, self._before = places, before  # where each point lies (a number), and the point before it

    def __repr__(self) -> str:
        return f"<Trails to {len(self.hexes)} hexes>"

    def __contains__(self, h: object) -> bool:
        return h in self.hexes

    def to(self, h: Hex) -> tuple[Hex, ...]:
        """The cheapest way to a hex: those that are entered, in order; nothing if it cannot be reached."""
        try:
            point = self._ends[self.hexes.index(h)]
        except ValueError:
            return ()
        names, places, before, way = self._grid.hexes, self._places, self._before, []
        while point:
            way.append(names[places[point]])
            point = before[point]
        return tuple(way[::-1])


def marked(grid: HexGrid, hexes: Collection[Hex]) -> bytes:
    """Some hexes of a grid as marks: a 1 for each of them, a 0 for every other hex, in the order of the grid."""
    return bytes([h in hexes for h in grid.hexes])


Found = tuple[tuple[Hex, ...], "array[int]", "array[int]", "array[int]", "array[int]"]


@compiled
def lay_trails(
    table: Steps, grid: HexGrid, start: Hex, limit: int, most: int, blocked: Collection[Hex], stop: bytes
) -> Found:
    """What `Trails` are made of: by at most so many points, and so many hexes (below zero: as many as one likes).

    Without a cap the cheapest hexes come first, as in a `Reach`; with one they come in the order in which they are
    found, neighbours being looked at in direction order. `blocked` hexes are not entered, hexes that are
    marked in `stop` not left, but for the start.
    """
    search = _Search(table, grid, start, limit, blocked, stop)
    order = search.by_points() if most < 0 else search.by_hexes(most)
    ends = [search.last[i] for i in order]
    points = array("i", [search.spent[point] for point in ends])
    names = tuple([grid.hexes[i] for i in order])
    return names, points, array("i", ends), array("i", search.places), array("i", search.before)


class _Search:
    """One search: the points of all trails, where each lies, what was spent there and which one is before it."""

    def __init__(
        self, table: Steps, grid: HexGrid, start: Hex, limit: int, blocked: Collection[Hex], stop: bytes
    ) -> None:
        index = grid.index
        self.rows, self.limit = table.rows, limit
        self.closed = frozenset(index[h] for h in blocked)
        self.ends = frozenset(i for i, mark in enumerate(stop) if mark and i != index[start])
        self.places, self.spent, self.before = [index[start]], [0], [0]
        self.last = {index[start]: 0}  # the point at which each hex is reached most cheaply so far

    def add(self, place: int, spent: int, before: int) -> int:
        """One more point of a trail."""
        self.places.append(place)
        self.spent.append(spent)
        self.before.append(before)
        self.last[place] = len(self.places) - 1
        return self.last[place]

    def by_points(self) -> list[int]:
        """As far as the points go, cheapest first; ties go to the hex that was found first."""
        start, order = self.places[0], []
        best, came = {start: 0}, {start: 0}
        buckets: list[list[int]] = [[start], *([] for _ in range(self.limit))]
        for spent, bucket in enumerate(buckets):
            for here in bucket:  # a free step adds to this very list
                if best[here] != spent:
                    continue
                point = 0
                if here != start:
                    point = self.add(here, spent, came[here])
                    order.append(here)
                for there, step in self.rows[here] if here not in self.ends else ():
                    total = spent + step
                    if total <= self.limit and there not in self.closed and total < best.get(there, total + 1):
                        best[there], came[there] = total, point
                        buckets[total].append(there)
        return order

    def by_hexes(self, most: int) -> list[int]:
        """As far as the points and so many hexes go, hex after hex: what is cheaper but longer comes later."""
        order: list[int] = []
        first = 0
        for _ in range(most):
            edge, first = range(first, len(self.places)), len(self.places)
            for point in edge:
                here = self.places[point]
                for there, step in self.rows[here] if here not in self.ends else ():
                    total, known = self.spent[point] + step, self.last.get(there)
                    if total > self.limit or there in self.closed or (known is not None and total >= self.spent[known]):
                        continue
                    if known is None:
                        order.append(there)
                    if known is None or known < first:
                        self.add(there, total, point)
                    else:
                        self.spent[known], self.before[known] = total, point
        return order


# -------------------- Ways hex by hex, each as plain Python and as C


@compiled
def least_watched_path(
    grid: HexGrid, prices: Mapping[Hex, int], start: Hex, end: Hex, limit: int, loud: int
) -> list[Hex]:
    """The cheapest way from start to end by what every hex in reach costs; whoever has spent `limit` goes no farther.

    Of equally cheap ways the one with the fewest loud hexes (a set of bits), then the first by the names of its hexes.
    """
    return list(_quietest(grid, prices, end, limit, loud, {start: (0, ())})[1])


Known = dict[Hex, tuple[int, tuple[Hex, ...]]]  # to each hex: how many are loud on the best way, and that way


def _quietest(
    grid: HexGrid, prices: Mapping[Hex, int], h: Hex, limit: int, loud: int, known: Known
) -> tuple[int, tuple[Hex, ...]]:
    found = known.get(h)
    if found is None:
        beside = [n for n in grid.neighbours[h] if prices.get(n, limit) < limit]
        least = min([prices[n] for n in beside])  # it costs the same from all of them
        ways = [_quietest(grid, prices, n, limit, loud, known) for n in beside if prices[n] == least]
        noise, way = min(ways)
        found = known[h] = noise + (loud >> grid.index[h] & 1), (*way, h)
    return found


@compiled
def retreat_paths(
    grid: HexGrid, away: Hex, start: Hex, length: int, least: int, free: Collection[Hex], closed: Collection[Hex]
) -> list[dict[Hex, list[Hex]]]:
    """Every way of so many steps, each of which leads at least so much farther from a hex (`least`: 1 or 0).

    For each step the hexes it may enter, free and not closed, and from which hexes.
    """
    layers: list[dict[Hex, list[Hex]]] = [{start: []}]
    for _ in range(length):
        layer: dict[Hex, list[Hex]] = {}
        for here in layers[-1]:
            for h in grid.beyond(away, here, least):
                if h in layer:
                    layer[h].append(here)
                elif h not in closed and h in free:
                    layer[h] = [here]
        layers.append(layer)
    return layers
