"""How far a unit can go whose next step hangs on what it has done: a search over hexes and gaits.

A unit's move has a *gait*, which says what enemy zones of control mean for its next step. A table says for each gait
what a step costs on top of the ground, and by which gait the unit goes on; the search is over pairs of hex and gait.
Two kinds of mover have a search of their own, because most of their ways know one gait alone: `walk` for those that
halt in an enemy zone, `ride` for those that pay to go from zone to zone.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.board.kernels.compiled import COMPILED, compiled

FREE, ZOC, ENEMY = 0, 1, 2  # what a hex is to a mover

# Of two gaits at the same price the higher is the better to go on with.
HALT, GO, SLIP = 0, 1, 2
LEFT, FRESH, PAID = 0, 1, 2
NOWHERE = -1 << 15  # no node or hex: there are fewer than that, and numbers of two bytes hold them all

Next = tuple[int, int] | None  # surcharge, gait after the step; None: no such step
Change = tuple[Next, Next, None]  # into a free hex, into an enemy zone, into an enemy
Gaits = tuple[tuple[Change, Change], ...]  # for each gait: from a free hex, from an enemy zone
Start = tuple[int, int, int]  # hex number, gait, points spent
Fan = tuple[tuple[int, tuple[int, ...]], ...]  # steps out of a hex: points, and where they lead; cheapest first
Rows = list[Fan]  # by the number of the hex; never changed: where steps cost something else it is another table


class MoveRules(NamedTuple):
    """What bears on a unit's moves; `barred` are steps from zone to zone that are forbidden whatever the gait."""

    rows: Rows
    hazards: bytearray
    gaits: Gaits
    barred: frozenset[tuple[int, int]]


Found = tuple[list[int], bytearray, "array[int]", "array[int]"]  # see `spread`


class ZoneReach:
    """Everywhere a unit can get: the hexes by their numbers, cheapest first.

    A node is a hex with the gait of a unit that is there: one less than the gait times the number of hexes, plus the
    hex. The nodes of the middle gait are the hexes themselves; those of the lowest count down from zero, which in a
    list is up to its end.
    """

    __slots__ = ("_allowance", "_came", "_first", "_names", "_near", "_nodes", "_prices", "_slips", "_stops", "order")

    def __init__(self, names: tuple[Hex, ...], allowance: int, found: Found) -> None:
        self._names, self._allowance = names, allowance
        self.order, self._prices, self._nodes, self._came = found
        self._first: tuple[MoveRules, Start] | None = None
        self._slips: list[Start] = []
        self._near: list[Start] | None = None
        self._stops: dict[int, int] | None = None

    # ------------------------------------------------------------ what was found

    @property
    def stops(self) -> dict[int, int]:
        """The points spent in each of the hexes; found when somebody asks."""
        if self._stops is None:
            self._stops = {i: self._prices[self._nodes[i]] for i in self.order}
            self._stops.update((i, spent) for i, _, spent in self._steps)
        return self._stops

    def arrival(self, index: int) -> tuple[int, int, list[Hex]]:
        """The points spent in one of the hexes, how the unit arrives there, and the way from where it starts."""
        names = self._names
        for there, gait, spent in self._steps:
            if there == index:
                return spent, gait, [names[self._here], names[index]]
        node, size = self._nodes[index], len(names)
        return self._prices[node], node // size + 1, [names[step % size] for step in self._way(index)]

    def gait(self, index: int) -> int:
        """How the unit arrives in a hex."""
        for there, gait, _ in self._steps:
            if there == index:
                return gait
        return self._nodes[index] // len(self._names) + 1

    def path_to(self, index: int) -> list[Hex]:
        """The way there, from the hex where it starts."""
        return self.arrival(index)[2]

    def spent_on(self, index: int, before: int) -> list[int]:
        """The points spent in each hex of the way there, after those spent `before` it."""
        if any(there == index for there, _, _ in self._steps):
            return [before, self.stops[index]]
        return [self._prices[node] for node in self._way(index)]

    def shortened(self, going: MoveRules, a: int, b: int, price: int) -> bool:
        """Would a step from hex to hex at this price lead there for less than is known, by whatever gait?"""
        for gait, spent in self._arrivals(a):
            into = going.gaits[gait][going.hazards[a]][going.hazards[b]]
            if into and spent + price + into[0] < self._least(b, into[1]):
                return True
        return False

    def _arrivals(self, index: int) -> list[tuple[int, int]]:
        """Every gait by which it gets to a hex, and the points spent then."""
        if index not in self.stops:
            return []
        return [(gait, spent) for gait in (LEFT, FRESH, PAID) if (spent := self._least(index, gait)) <= self._allowance]

    def _least(self, index: int, gait: int) -> int:
        """The points spent in a hex where it arrives by a gait; more than it has if it does not."""
        return self._prices[(gait - 1) * len(self._names) + index]

    def _way(self, index: int) -> list[int]:
        node = self._nodes[index]
        path = []
        while node != NOWHERE:
            path.append(node)
            node = self._came[node]
        return path[::-1]

    # ------------------------------------------------------------ how it is found

    def straight(self, going: MoveRules, start: Start) -> None:
        """A neighbouring hex is entered by the one step into it, though there were a cheaper way round."""
        self._first = going, start

    def slip(self, steps: list[Start]) -> None:
        """The same, into hexes too that it would not get to otherwise."""
        self.order += [index for index, _, _ in steps if index not in self.order]
        self._slips = steps

    @property
    def _steps(self) -> list[Start]:
        """All those steps; found when somebody asks."""
        if self._near is None:
            self._near = [*straight_steps(*self._first, self._allowance), *self._slips] if self._first else []
        return self._near

    @property
    def _here(self) -> int:
        """Where they lead from."""
        return self._first[1][0] if self._first else NOWHERE


def unspent(hazards: bytearray, beyond: int) -> bytearray:
    """More than a unit has for every hex; for the enemy's none, so that nothing is cheaper and nobody enters."""
    return hazards.translate(_dearest(beyond))


@cache
def _dearest(beyond: int) -> bytes:
    return bytes(0 if hazard == ENEMY else beyond for hazard in range(256))


@cache
def _none_moved(size: int) -> tuple[array[int], array[int]]:
    return array("h", range(size)), array("h", [NOWHERE]) * (3 * size)


def _unmoved(hazards: bytearray, allowance: int) -> tuple[bytearray, array[int], array[int]]:
    """No node paid for, every hex by the middle gait, and every node without one before it."""
    nodes, came = _none_moved(len(hazards))
    return unspent(hazards, allowance + 1) * 3, nodes[:], came[:]


def search(names: tuple[Hex, ...], going: MoveRules, starts: list[Start], allowance: int) -> ZoneReach:
    """Spread out from the starts, cheapest first."""
    return ZoneReach(names, allowance, spread(*going, starts, allowance))


@compiled
def spread(
    rows: Rows,
    hazards: bytearray,
    gaits: Gaits,
    barred: frozenset[tuple[int, int]],
    starts: list[Start],
    allowance: int,
) -> Found:
    """The hexes it gets to, the points spent by node, the node of each hex, and the node that each was come from."""
    going, size = MoveRules(rows, hazards, gaits, barred), len(rows)
    prices, nodes, came = _unmoved(hazards, allowance)
    buckets, stops = begin(starts, allowance, size, prices), dict[int, int]()
    for spent, bucket in enumerate(buckets):
        for node in bucket:
            if prices[node] != spent or not settles(node, spent, stops, nodes):
                continue
            gait, here = divmod(node, size)
            for there, into, price in straight_steps(going, (here, gait + 1, spent), allowance):
                then = (into - 1) * size + there
                if price < prices[then]:
                    prices[then], came[then] = price, node
                    buckets[price].append(then)
    return list(stops), prices, nodes, came


def begin(starts: Iterable[Start], allowance: int, size: int, prices: bytearray) -> list[list[int]]:
    """The nodes to go on from by what was spent."""
    buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
    for here, gait, spent in starts:
        if spent <= allowance:
            node = (gait - 1) * size + here
            prices[node] = spent
            buckets[spent].append(node)
    return buckets


def settles(node: int, spent: int, stops: dict[int, int], nodes: array[int]) -> bool:
    """Is it worth going on from a node? Not if the unit was there before, as cheaply and better off."""
    here = node % len(nodes)
    if here not in stops:
        stops[here], nodes[here] = spent, node
    elif nodes[here] > node:
        return False
    elif stops[here] == spent:
        nodes[here] = node
    return True


def reach_mobile(names: tuple[Hex, ...], going: MoveRules, starts: list[Start], allowance: int) -> ZoneReach:
    """The same for a mobile unit: FRESH on most of its ways, and after an enemy zone not where it got FRESH for less.

    Less is what the gait PAID could not make good any more by the half allowance that it saves at the next enemy zone.
    """
    rows, hazards, gaits, barred = going
    size, (prices, nodes, came) = len(rows), _unmoved(hazards, allowance)
    buckets, stops = begin(starts, allowance, size, prices), dict[int, int]()
    half, _ = gaits[LEFT][FREE][ZOC] or (0, PAID)
    for spent, bucket in enumerate(buckets):
        for node in bucket:
            if prices[node] != spent:
                continue
            if -1 < node < size:
                if node in stops and not settles(node, spent, stops, nodes):
                    continue
                stops.setdefault(node, spent)
                if not hazards[node]:
                    for step, ahead in rows[node]:
                        if (total := spent + step) > allowance:
                            break
                        for there in ahead:
                            if total < prices[there]:
                                prices[there], came[there] = total, node
                                buckets[total].append(there)
                    continue
            elif not settles(node, spent, stops, nodes):
                continue
            gait, here = divmod(node, size)
            change, saved = gaits[gait + 1][hazards[here]], half if node >= size else 0
            for total, there in affordable_steps(rows[here], spent, allowance):
                if total - saved > prices[there] or (into := change[hazards[there]]) is None:
                    continue
                price, then = total + into[0], (into[1] - 1) * size + there
                if price < prices[then] and not (barred and _bars(going, here, there)):
                    prices[then], came[then] = price, node
                    buckets[price].append(then)
    return ZoneReach(names, allowance, (list(stops), prices, nodes, came))


def affordable_steps(fan: Fan, spent: int, allowance: int) -> Iterator[tuple[int, int]]:
    """Where the points still lead, with what is spent then."""
    for step, ahead in fan:
        if (total := spent + step) > allowance:
            break
        for there in ahead:
            yield total, there


def reach_leg(names: tuple[Hex, ...], going: MoveRules, starts: list[Start], allowance: int) -> ZoneReach:
    """The same for a leg unit: it goes on from free hexes alone, and halts in an enemy zone."""
    rows, hazards, _, _ = going
    size, (prices, nodes, came) = len(rows), _unmoved(hazards, allowance)
    buckets, stops = begin(starts, allowance, size, prices), dict[int, int]()
    for spent, bucket in enumerate(buckets):
        for node in bucket:
            if prices[node] != spent:
                continue
            if node < 0:
                settles(node, spent, stops, nodes)
                continue
            stops[node] = spent
            if hazards[node]:  # the zone where it began
                for there, into, price in straight_steps(going, (node, GO, spent), allowance):
                    then = (into - 1) * size + there
                    if price < prices[then]:
                        prices[then], came[then] = price, node
                        buckets[price].append(then)
                continue
            for step, ahead in rows[node]:
                if (total := spent + step) > allowance:
                    break
                for there in ahead:
                    then = there - size if hazards[there] else there
                    if total < prices[then]:
                        prices[then], came[then] = total, node
                        buckets[total].append(then)
    return ZoneReach(names, allowance, (list(stops), prices, nodes, came))


WALK, RIDE = (
    (search, search) if COMPILED else (reach_leg, reach_mobile)
)  # compiled, one search is quick enough for everybody


@compiled
def straight_steps(going: MoveRules, start: Start, allowance: int) -> list[tuple[int, int, int]]:
    """The hexes that one step leads to: the hex, the gait there and the points spent."""
    rows, hazards, gaits, barred = going
    here, gait, spent = start
    change = gaits[gait][hazards[here]]
    found = []
    for total, there in affordable_steps(rows[here], spent, allowance):
        into = change[hazards[there]]
        if into is None or (barred and _bars(going, here, there)):
            continue
        if total + into[0] <= allowance:
            found.append((there, into[1], total + into[0]))
    return found


def _bars(going: MoveRules, here: int, there: int) -> bool:
    """Is the step from enemy zone to enemy zone forbidden whatever the gait?"""
    return bool(going.hazards[here] and going.hazards[there]) and (here, there) in going.barred


# -------------------- How far every hex is from the nearest of some

FAR = 9_999  # of a hex that nothing comes to


@compiled
def distance_field(rows: Rows, tolls: bytes, starts: list[int]) -> list[int]:
    """The points from the nearest start to every hex by its number, by a table of steps; leaving a hex costs its toll.

    No step with its toll costs 512 points.
    """
    field = [FAR] * len(rows)
    buckets = [[*starts]]
    for i in starts:
        field[i] = 0
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if spent > field[here]:
                continue
            leaving = spent + tolls[here]
            for step, ahead in rows[here]:
                total = leaving + step
                for there in ahead:
                    if total < field[there]:
                        field[there] = total
                        while len(buckets) <= total:
                            buckets.append([])
                        buckets[total].append(there)
    return field
