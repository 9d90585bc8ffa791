"""How far a unit can go, the cheapest way there, and distances along roads.

Points are whole numbers; a game that counts in halves or thirds multiplies its points. Two ways to price a step:

* a function `cost(a, b)` that says what stepping from a to its neighbour b costs, or None if it is forbidden
  (`reach`, `cheapest_path`): right for anything;
* a `StepCosts` table, made once for the terrain of a map and one kind of mover, with what depends on the other units
  laid over it at each question: several times faster.

Both give the same answers in the same order: ties go to the hex found first, neighbours being looked at in
direction order.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property
from heapq import heappop, heappush
from itertools import accumulate, chain, count, islice
from typing import NamedTuple

from grognard.board.hexes.grid import Hex, HexGrid
from grognard.board.hexes.trails import Trails, lay_trails
from grognard.board.kernels.compiled import compiled

Cost = Callable[[Hex, Hex], int | None]
Links = Mapping[Hex, tuple[Hex, ...]]

_NEVER = 1 << 40  # more points than any path can cost
_FORBIDDEN = 2 * _NEVER


class Reach(dict[Hex, int]):
    """What one unit can reach: the cheapest points to each hex, cheapest first, and the way there."""

    __slots__ = ("_before", "_came", "start")

    def __init__(self, start: Hex, points: dict[Hex, int], came: list[Hex]) -> None:
        super().__init__(points)
        self.start, self._came = start, came  # from which hex each is entered, in the same order
        self._before: dict[Hex, Hex] | None = None

    def __repr__(self) -> str:
        return f"<Reach from {self.start}: {len(self)} hexes>"

    @property
    def before(self) -> dict[Hex, Hex]:
        """The hex before each on the way there; before the start comes the start."""
        if self._before is None:
            self._before = dict(zip(self, self._came, strict=True))
        return self._before

    def path_to(self, h: Hex) -> list[Hex]:
        """The cheapest way to a reachable hex, both ends included."""
        if h not in self:
            raise KeyError(h)
        path = [h]
        while path[-1] != self.start:
            path.append(self.before[path[-1]])
        return path[::-1]


# ------------------------------------------------------------------ with a cost function


def reach(grid: HexGrid, start: Hex, allowance: int, cost: Cost) -> Reach:
    """Every hex that can be reached with so many points."""
    came: dict[Hex, Hex] = {}
    points = dict(_settle(grid.neighbours, {start: 0}, allowance, cost, came))
    return Reach(start, points, [came.get(h, start) for h in points])


def cheapest_path(
    grid: HexGrid, start: Hex, goals: Iterable[Hex], cost: Cost, limit: int | None = None
) -> list[Hex] | None:
    """The cheapest way to the nearest of several hexes, both ends included, or None if there is none."""
    came: dict[Hex, Hex] = {}
    settled = _settle(grid.neighbours, {start: 0}, _NEVER if limit is None else limit, cost, came)
    return _first_way(settled, goals, came)


def points_to(grid: HexGrid, goals: Iterable[Hex], prices: Mapping[Hex, int]) -> dict[Hex, int]:
    """What the cheapest way to the nearest of several hexes costs from every hex from which there is one.

    A hex has its price from whichever side it is entered; one without a price is closed. So the first neighbour from
    which a hex is found, in the order of the points to pass it, leads on the cheapest way.
    """
    far = dict.fromkeys(goals, 0)
    passing: dict[int, list[Hex]] = {}
    for h in prices.keys() & far.keys():
        passing.setdefault(prices[h], []).append(h)
    while passing:
        spent = min(passing)
        for here in passing.pop(spent):
            for there in grid.neighbours[here]:
                if there not in far:
                    far[there] = spent
                    if there in prices:
                        passing.setdefault(spent + prices[there], []).append(there)
    return far


def _settle(
    links: Links, starts: Mapping[Hex, int], limit: int, cost: Cost, came: dict[Hex, Hex]
) -> Iterator[tuple[Hex, int]]:
    """Yield each hex with its cheapest points, cheapest first, noting in `came` where it was entered from.

    Every start comes with the points that were spent to be there.
    """
    best = dict(starts)
    order = count()
    queue = [(points, next(order), h) for h, points in sorted(starts.items(), key=lambda item: item[1])]
    while queue:
        spent, _, here = heappop(queue)
        if best[here] != spent:
            continue
        yield here, spent
        for there in links[here]:
            step = cost(here, there)
            if step is None:
                continue
            total = spent + step
            if total <= limit and total < best.get(there, _NEVER):
                best[there] = total
                came[there] = here
                heappush(queue, (total, next(order), there))


def _first_way(found: Iterable[tuple[Hex, int]], goals: Iterable[Hex], came: Mapping[Hex, Hex]) -> list[Hex] | None:
    """The way to the first of the goals that is found, both ends included."""
    wanted = frozenset(goals)
    end = next((h for h, _ in found if h in wanted), None)
    if end is None:
        return None
    return _way_back(came, end)


def _way_back(came: Mapping[Hex, Hex], end: Hex) -> list[Hex]:
    """The way to a hex by where each was entered from; the start has nothing before it."""
    path = [end]
    while before := came.get(path[-1]):
        path.append(before)
    return path[::-1]


# ------------------------------------------------------------------ with a table of costs


class StepCosts:
    """What every step on the map costs one kind of mover, as a table of whole numbers.

    The table holds what never changes. What changes from one question to the next is given with the question:

    * `blocked`: hexes that may not be entered;
    * `stop`: hexes that may be entered but not left (the start may always be left);
    * `extra`: points on top for entering a hex;
    * `zone`: a set of hexes, such as enemy zones of control, where a step from one hex of the zone straight to another
      costs `zone_cost` on top, or is forbidden if that is None.
    """

    def __init__(self, grid: HexGrid, cost: Cost) -> None:
        self.grid = grid
        rows = [
            [(grid.index[b], step) for b in grid.neighbours[a] if (step := cost(a, b)) is not None] for a in grid.hexes
        ]
        self._table = _Table.of(rows)

    def step(self, a: Hex, b: Hex) -> int | None:
        """What the table says about one step."""
        return dict(self._table.rows[self.grid.index[a]]).get(self.grid.index[b])

    def repriced(self, hexes: Iterable[Hex], cost: Cost) -> StepCosts:
        """The same table with the steps into some hexes priced again."""
        index, beside, changed = self.grid.index, self.grid.neighbours, frozenset(hexes)
        rows: dict[int, _Row] = {}
        for a in {n for h in changed for n in beside[h]}:
            known = dict(self._table.rows[index[a]])
            steps = [(index[b], cost(a, b) if b in changed else known.get(index[b])) for b in beside[a]]
            rows[index[a]] = [(i, step) for i, step in steps if step is not None]
        twin = copy(self)
        twin._table = self._table.but_for(rows)
        return twin

    def reach(
        self,
        start: Hex,
        allowance: int,
        *,
        blocked: Collection[Hex] = (),
        stop: Collection[Hex] = (),
        extra: Mapping[Hex, int] | None = None,
        zone: Collection[Hex] = (),
        zone_cost: int | None = 0,
    ) -> Reach:
        """Every hex that can be reached with so many points."""
        tolls = Tolls(extra or {}, zone, _FORBIDDEN if zone_cost is None else zone_cost)
        points, came = settle(self._table, self.grid, start, allowance, blocked, stop, tolls)
        return Reach(start, points, came)

    def trails(
        self, start: Hex, allowance: int, most: int = -1, *, blocked: Collection[Hex] = (), stop: bytes = b""
    ) -> Trails:
        """The same as trails, by at most so many hexes (below zero: any number); `stop` hexes are marked."""
        marks = stop or bytes(len(self.grid))
        return Trails(self.grid, *lay_trails(self._table, self.grid, start, allowance, most, blocked, marks))

    def cheapest_path(
        self,
        start: Hex,
        goals: Iterable[Hex],
        limit: int | None = None,
        *,
        blocked: Collection[Hex] = (),
        stop: Collection[Hex] = (),
        extra: Mapping[Hex, int] | None = None,
        zone: Collection[Hex] = (),
        zone_cost: int | None = 0,
    ) -> list[Hex] | None:
        """The cheapest way to the nearest of several hexes, both ends included, or None if there is none."""
        tolls, wanted = Tolls(extra or {}, zone, _FORBIDDEN if zone_cost is None else zone_cost), frozenset(goals)
        farthest = tolls.longest(self._table, len(self.grid)) if limit is None else limit
        points, came = settle(self._table, self.grid, start, farthest, blocked, stop, tolls, wanted)
        last = next(reversed(points), start)
        return Reach(start, points, came).path_to(last) if last in wanted else None


_Row = list[tuple[int, int]]  # steps out of one hex: the neighbour's number and the points


class _Table:
    """The steps out of every hex; `flat` are the same for the compiled search, each row filled up to six."""

    def __init__(self, rows: list[_Row], flat: array[int], least: int, most: int) -> None:
        self.rows, self.flat, self.least, self.most = rows, flat, least, most  # no step is cheaper, and none costs more

    @classmethod
    def of(cls, rows: list[_Row]) -> _Table:
        numbers: list[int] = []
        for row in rows:
            numbers += _filled(row)
        steps = [step for row in rows for _, step in row]
        return cls(rows, array("i", numbers), min(steps, default=0), max(steps, default=0))

    @cached_property
    def priced(self) -> list[list[tuple[int, list[int]]]]:
        """The same steps for the plain search, neighbours of one price together."""
        return [list(_by_price(row).items()) for row in self.rows]

    def but_for(self, changed: dict[int, _Row]) -> _Table:
        """The same table with some rows changed."""
        rows, flat = self.rows.copy(), self.flat[:]
        for i, row in changed.items():
            rows[i] = row
            flat[_FILLED * i : _FILLED * (i + 1)] = array("i", _filled(row))
        steps = [step for row in changed.values() for _, step in row]
        return _Table(rows, flat, min([self.least, *steps]), max([self.most, *steps]))


_FILLED = 12  # numbers of a row of six steps


def _filled(row: _Row) -> list[int]:
    """The numbers of a row, and -1 for every step that there is not."""
    return [*chain.from_iterable(row), *[-1] * (_FILLED - 2 * len(row))]


def _by_price(row: _Row) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for there, step in row:
        found.setdefault(step, []).append(there)
    return found


class Tolls(NamedTuple):
    """What is laid over a table: points on top for entering a hex, and for a step from hex to hex of the zone."""

    extra: Mapping[Hex, int]
    zone: Collection[Hex]
    zone_cost: int

    def longest(self, table: _Table, hexes: int) -> int:
        """More points than any way over so many hexes costs."""
        zone = 0 if self.zone_cost >= _NEVER else self.zone_cost
        return hexes * (table.most + zone + max(self.extra.values(), default=0))

    def priced(self, index: Mapping[Hex, int]) -> tuple[list[int], list[int], frozenset[int]]:
        """Points on top for entering each hex, from outside the zone and from inside it, and the zone."""
        outside = [0] * len(index)
        for h, points in self.extra.items():
            outside[index[h]] = points
        inside, zone = outside.copy(), frozenset(index[h] for h in self.zone)
        for i in zone:
            inside[i] += self.zone_cost
        return outside, inside, zone


@compiled
def settle(
    table: _Table,
    grid: HexGrid,
    start: Hex,
    limit: int,
    blocked: Collection[Hex],
    stop: Collection[Hex],
    tolls: Tolls,
    goals: Collection[Hex] = (),
) -> tuple[dict[Hex, int], list[Hex]]:
    """The points to every hex within a limit, cheapest first, and in the same order the hex before each of them.

    Where there are goals the first of them is the last that is found.
    """
    search = _Search(grid, start, limit, blocked, stop)
    if not tolls.extra and not tolls.zone and not goals:
        search.run_free(table)
        return search.found()
    return search.found(search.run(table, tolls, frozenset(grid.index[h] for h in goals)))


class _Search:
    """One search over a table of steps. Hexes are numbers, and the queue is a list of hexes for each sum of points."""

    def __init__(self, grid: HexGrid, start: Hex, limit: int, blocked: Collection[Hex], stop: Collection[Hex]) -> None:
        index = grid.index
        self.grid, self.limit = grid, limit
        self.best = [limit + 1] * len(grid)
        for h in blocked:
            self.best[index[h]] = -1  # nothing is cheaper, so it is never entered
        self.best[index[start]] = 0
        self.stop = frozenset(index[h] for h in stop if h != start)
        self.buckets: list[list[int]] = [[index[start]]]
        self.came: dict[int, int] = {}

    def run(self, table: _Table, tolls: Tolls, goals: frozenset[int] = frozenset()) -> int | None:
        """Spread out from the start; stops at the first goal and returns it."""
        best, buckets, came, rows, stop = self.best, self.buckets, self.came, table.rows, self.stop
        outside, inside, zone = tolls.priced(self.grid.index)
        spent, size = 0, len(buckets)
        while spent < size:
            if spent + table.least > self.limit and not goals:
                break
            for here in buckets[spent]:  # a free step adds to this very list
                if best[here] != spent:
                    continue
                if here in goals:
                    return here
                if here in stop:
                    continue
                toll = inside if here in zone else outside
                for there, step in rows[here]:
                    total = spent + step + toll[there]
                    if total < best[there]:
                        best[there] = total
                        came[there] = here
                        if total >= size:
                            buckets += [[] for _ in range(total + 1 - size)]
                            size = total + 1
                        buckets[total].append(there)
            spent += 1
        return None

    def run_free(self, table: _Table) -> None:
        """Spread out as far as the points go where there are no tolls: the same, with less to add up."""
        best, came, stop, priced, limit = self.best, self.came, self.stop, table.priced, self.limit
        buckets = self.buckets = [*self.buckets, *([] for _ in range(limit))]
        for spent in range(limit + 1 - table.least):
            for here in buckets[spent]:  # a free step adds to this very list
                if best[here] != spent or here in stop:
                    continue
                for step, neighbours in priced[here]:
                    total = spent + step
                    if total > limit:
                        continue
                    bucket = buckets[total]
                    for there in neighbours:
                        if total < best[there]:
                            best[there] = total
                            came[there] = here
                            bucket.append(there)

    def found(self, end: int | None = None) -> tuple[dict[Hex, int], list[Hex]]:
        """What was found, up to the end; cheapest first, and the hex before each; before the start comes the start."""
        names, best = self.grid.hexes, self.best
        points = {i: spent for spent, bucket in enumerate(self.buckets) for i in bucket if best[i] == spent}
        if end is not None:
            points = dict(islice(points.items(), [*points].index(end) + 1))
        return {names[i]: spent for i, spent in points.items()}, [names[self.came.get(i, i)] for i in points]


# ------------------------------------------------------------------ along roads and other links


class Net(dict[Hex, tuple[Hex, ...]]):
    """The hexes that each hex is joined to; numbered once, for the compiled searches."""

    __slots__ = ("ends", "first", "hexes", "index")

    def __init__(self, links: Links) -> None:
        super().__init__(links)
        self.hexes = tuple(dict.fromkeys(chain(links, *links.values())))
        self.index = {h: i for i, h in enumerate(self.hexes)}
        rows = [[self.index[there] for there in self.get(here, ())] for here in self.hexes]
        self.ends = array("i", chain(*rows))  # where the links lead, those of each hex together,
        self.first = array("i", accumulate(map(len, rows), initial=0))  # and where those of each begin


@compiled
def link_distances(net: Net, start: Hex, closed: Collection[Hex] = ()) -> dict[Hex, int]:
    """Steps along the links from start to every hex they lead to, nearest first; closed hexes are not entered."""
    far, found = {start: 0}, [start]
    for here in found:  # what lies beside it is added to this very list
        steps = far[here] + 1
        for there in net.get(here, ()):
            if there not in far and there not in closed:
                far[there] = steps
                found.append(there)
    return far


@compiled
def link_route(net: Net, start: Hex, goals: Iterable[Hex], closed: Collection[Hex] = ()) -> list[Hex] | None:
    """The shortest way along the links to the nearest of several hexes, both ends included, or None."""
    wanted = frozenset(goals)
    if start in wanted:
        return [start]
    came, edge = {start: ""}, [start]
    while edge:
        onward = []
        for here in edge:
            for there in net.get(here, ()):
                if there in came or there in closed:
                    continue
                came[there] = here
                if there in wanted:
                    return _way_back(came, there)
                onward.append(there)
        edge = onward
    return None


def cheapest_link_route(
    links: Links, starts: Iterable[Hex], goals: Iterable[Hex], price: Callable[[Hex], int | None]
) -> list[Hex] | None:
    """The cheapest way along the links from any of several hexes to any of several others, or None if there is none.

    Every hex of the way has its price, both ends included; one without a price is closed.
    """
    came: dict[Hex, Hex] = {}
    open_starts = {h: points for h in starts if (points := price(h)) is not None}
    return _first_way(_settle(links, open_starts, _NEVER, lambda _, there: price(there), came), goals, came)
