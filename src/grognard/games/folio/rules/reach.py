"""5.1 How far a unit can go: terrain by the map's table, enemy zones of control by what the unit has done so far.

A unit's move has a *gait*, which says what enemy zones mean for its next step. Three kinds of mover:

- leg: GO until it enters an EZOC, which is a HALT (5.1.1);
- leg commando: SLIP from EZOC to EZOC while it never leaves them, else as leg (5.1.2);
- mobile: FRESH until it leaves an EZOC, then LEFT and owing half its MA for the next it enters, then PAID (R7);
- mobile commando: pays terrain only, always.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from grognard.board.hexgrid import Hex
from grognard.games.folio.rules.state import ENEMY, FREE, ZOC
from grognard.games.folio.rules.terrain import Rows

# Of two gaits at the same price the higher is the better to go on with.
HALT, GO, SLIP = 0, 1, 2
LEFT, FRESH, PAID = 0, 1, 2

Next = tuple[int, int] | None  # surcharge, gait after the step; None: no such step
Change = tuple[Next, Next, None]  # into a free hex, into an EZOC, into an enemy
Gaits = tuple[tuple[Change, Change], ...]  # for each gait: from a free hex, from an EZOC
Start = tuple[int, int, int]  # hex number, gait, half points spent


class Going(NamedTuple):
    """What bears on a unit's moves; `barred` are the steps from EZOC to EZOC that mines and works forbid (5.1.2)."""

    rows: Rows
    hazards: bytearray
    gaits: Gaits
    barred: frozenset[tuple[int, int]]


_STUCK: Change = (None, None, None)
_ON_FOOT: Change = ((0, GO), (0, HALT), None)


def leg_gaits() -> Gaits:
    """5.1.1 For each gait: the steps from a free hex and from an EZOC."""
    return (_STUCK, _STUCK), (_ON_FOOT, (_ON_FOOT[0], None, None))


def commando_gaits() -> Gaits:
    """5.1.2, R79 A leg commando."""
    return (_STUCK, _STUCK), (_ON_FOOT, _STUCK), (_ON_FOOT, ((0, GO), (0, SLIP), None))


@cache
def mobile_gaits(half: int) -> Gaits:
    """5.1.1, R7 A mobile unit whose half allowance is `half` (in half points)."""
    left, fresh, paid, pay = (0, LEFT), (0, FRESH), (0, PAID), (half, PAID)
    return (
        ((left, pay, None), (left, pay, None)),
        ((fresh, fresh, None), (left, pay, None)),
        ((paid, paid, None), (paid, pay, None)),
    )


def free_gaits() -> Gaits:
    """5.1.2, R79 A mobile commando."""
    same: Change = ((0, 0), (0, 0), None)
    return ((same, same),)


class Moves:
    """Everywhere a unit can get: for each hex by its number the half points spent, cheapest first.

    A node is a hex with the gait of a unit that is there: one less than the gait times the number of hexes, plus the
    hex. The nodes of the middle gait are the hexes themselves; those of the lowest count down from nought.
    """

    def __init__(self, names: tuple[Hex, ...], allowance: int) -> None:
        self.stops: dict[int, int] = {}
        self._names, self._size, self._beyond = names, len(names), allowance + 1
        self._nodes: dict[int, int] = {}  # of hexes where it arrives by another gait than the middle one
        self._prices: dict[int, int] = {}  # by node
        self._best = bytearray()  # by hex: those of the nodes of the middle gait that are not among the prices
        self._came: dict[int, int] = {}
        self._straight: dict[int, tuple[int, int]] = {}  # neighbours: from where, and the gait there

    # ------------------------------------------------------------ what was found

    def gait(self, index: int) -> int:
        """How the unit arrives in a hex."""
        return self._straight[index][1] if index in self._straight else self._node(index) // self._size + 1

    def path_to(self, index: int) -> list[Hex]:
        """The way there, from the hex where it starts."""
        if index in self._straight:
            return [self._names[self._straight[index][0]], self._names[index]]
        return [self._names[node % self._size] for node in self._way(index)]

    def spent_on(self, index: int, before: int) -> list[int]:
        """The half points spent in each hex of the way there, after those spent `before` it."""
        if index in self._straight:
            return [before, self.stops[index]]
        return [self._prices[node] if node in self._prices else self._best[node] for node in self._way(index)]

    def holds(self, rows: Rows, other: Rows) -> bool:
        """Would it be the same by another table? It would if no hex it gets to has other steps there."""
        return all(rows[i] is other[i] for i in self.stops)

    def shortened(self, going: Going, a: int, b: int, price: int) -> bool:
        """Would a step from hex to hex at this price lead there for less than is known, by whatever gait?"""
        for gait, spent in self._arrivals(a):
            into = going.gaits[gait][going.hazards[a]][going.hazards[b]]
            if into and spent + price + into[0] < self._least(b, into[1]):
                return True
        return False

    def _arrivals(self, index: int) -> list[tuple[int, int]]:
        """Every gait by which it gets to a hex, and the half points spent then."""
        if index not in self.stops:
            return []
        return [(gait, spent) for gait in (LEFT, FRESH, PAID) if (spent := self._least(index, gait)) < self._beyond]

    def _least(self, index: int, gait: int) -> int:
        """The half points spent in a hex where it arrives by a gait; more than it has if it does not."""
        node = (gait - 1) * self._size + index
        return self._best[index] if gait == FRESH and self._best else self._prices.get(node, self._beyond)

    def _node(self, index: int) -> int:
        return self._nodes.get(index, index)

    def _way(self, index: int) -> list[int]:
        node: int | None = self._node(index)
        path = []
        while node is not None:
            path.append(node)
            node = self._came.get(node)
        return path[::-1]

    # ------------------------------------------------------------ how it is found

    def straight(self, here: int, steps: Iterable[Start]) -> None:
        """5.0 A neighbouring hex is entered by the one step into it, though there were a cheaper way round."""
        for index, gait, spent in steps:
            self.stops[index], self._straight[index] = spent, (here, gait)

    def _begin(self, starts: Iterable[Start]) -> list[list[int]]:
        """The nodes to go on from by what was spent."""
        buckets: list[list[int]] = [[] for _ in range(self._beyond)]
        for here, gait, spent in starts:
            if spent < self._beyond:
                node = (gait - 1) * self._size + here
                self._prices[node] = spent
                buckets[spent].append(node)
        return buckets

    def _begin_fresh(self, hazards: bytearray) -> bytearray:
        """The half points spent in each hex by the middle gait, in a list: it is looked up most of all."""
        self._best = unspent(hazards, self._beyond)
        for node in [node for node in self._prices if -1 < node < self._size]:
            self._best[node] = self._prices.pop(node)
        return self._best

    def _settles(self, node: int, spent: int) -> bool:
        """Is there something to be had by going on from a node? Not if the unit was there no dearer and better off."""
        here = node % self._size
        if here not in self.stops:
            self.stops[here], self._nodes[here] = spent, node
        elif self._nodes.get(here, here) > node:
            return False
        elif self.stops[here] == spent:
            self._nodes[here] = node
        return True

    def _go_on(self, going: Going, node: int, spent: int, buckets: list[list[int]]) -> None:
        """One step on from a node, as the table of gaits says."""
        gait, here = divmod(node, self._size)
        for there, into, price in straight_steps(going, (here, gait + 1, spent), len(buckets) - 1):
            then = (into - 1) * self._size + there
            if price < self._prices.get(then, self._beyond):
                self._prices[then], self._came[then] = price, node
                buckets[price].append(then)


def unspent(hazards: bytearray, beyond: int) -> bytearray:
    """More than a unit has for every hex; for the enemy's none, so that nothing is cheaper and nobody enters."""
    return hazards.translate(_dearest(beyond))


@cache
def _dearest(beyond: int) -> bytes:
    return bytes(0 if hazard == ENEMY else beyond for hazard in range(256))


def search(names: tuple[Hex, ...], going: Going, starts: list[Start], allowance: int) -> Moves:
    """Spread out from the starts, cheapest first."""
    found = Moves(names, allowance)
    buckets = found._begin(starts)
    for spent, bucket in enumerate(buckets):
        for node in bucket:
            if found._prices[node] == spent and found._settles(node, spent):
                found._go_on(going, node, spent, buckets)
    return found


def ride(names: tuple[Hex, ...], going: Going, starts: list[Start], allowance: int) -> Moves:
    """R7 The same for a mobile unit: FRESH on most of its ways, and after an EZOC not where it got FRESH for less.

    Less is what the gait PAID could not make good any more by the half allowance that it saves at the next EZOC.
    """
    rows, hazards, gaits, barred = going
    found = Moves(names, allowance)
    buckets, best = found._begin(starts), found._begin_fresh(hazards)
    size, stops, came, prices = len(rows), found.stops, found._came, found._prices
    half, _ = gaits[LEFT][FREE][ZOC] or (0, PAID)
    for spent, bucket in enumerate(buckets):
        for node in bucket:
            if -1 < node < size:
                if best[node] != spent or (node in stops and not found._settles(node, spent)):
                    continue
                stops.setdefault(node, spent)
                if not hazards[node]:
                    for step, ahead in rows[node]:
                        if (total := spent + step) > allowance:
                            break
                        for there in ahead:
                            if total < best[there]:
                                best[there], came[there] = total, node
                                buckets[total].append(there)
                    continue
            elif prices[node] != spent or not found._settles(node, spent):
                continue
            gait, here = divmod(node, size)
            change, saved = gaits[gait + 1][hazards[here]], half if node >= size else 0
            for step, ahead in rows[here]:
                if (total := spent + step) > allowance:
                    break
                for there in ahead:
                    if total - saved > best[there] or (into := change[hazards[there]]) is None:
                        continue
                    price, then = total + into[0], (into[1] - 1) * size + there
                    if price < prices.get(then, found._beyond) and not (barred and _bars(going, here, there)):
                        prices[then], came[then] = price, node
                        buckets[price].append(then)
    return found


class Walk(Moves):
    """Everywhere a leg unit can get. Its nodes are hexes: its gait follows from where it is."""

    def __init__(self, names: tuple[Hex, ...], allowance: int, starts: list[Start], hazards: bytearray) -> None:
        super().__init__(names, allowance)
        self._first, self._hazards = {here: gait for here, gait, _ in starts}, hazards  # what its gaits follow from

    def gait(self, index: int) -> int:
        """5.1.1 In an enemy zone it halts, unless it began there."""
        if index in self._straight:
            return self._straight[index][1]
        if index in self._first and index not in self._came:
            return self._first[index]
        return HALT if self._hazards[index] else GO

    def _arrivals(self, index: int) -> list[tuple[int, int]]:
        return [(self.gait(index), self._best[index])] if index in self.stops else []

    def _least(self, index: int, gait: int) -> int:
        return self._best[index]


def walk(names: tuple[Hex, ...], going: Going, starts: list[Start], allowance: int) -> Walk:
    """5.1.1 The same for a leg unit: it goes on from free hexes alone."""
    rows, hazards, _, _ = going
    found = Walk(names, allowance, starts, hazards)
    stops, came = found.stops, found._came
    best = found._best = unspent(hazards, allowance + 1)
    buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
    for here, _, spent in starts:
        if spent <= allowance:
            best[here] = spent
            buckets[spent].append(here)
    for here, gait, spent in starts:
        out = straight_steps(going, (here, gait, spent), allowance) if gait == GO and hazards[here] else ()
        for there, _, total in out:  # of the zone where it began
            if total < best[there]:
                best[there], came[there] = total, here
                buckets[total].append(there)
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if best[here] != spent:
                continue
            stops[here] = spent
            if hazards[here]:
                continue
            for step, ahead in rows[here]:
                if (total := spent + step) > allowance:
                    break
                for there in ahead:
                    if total < best[there]:
                        best[there], came[there] = total, here
                        buckets[total].append(there)
    return found


def straight_steps(going: Going, start: Start, allowance: int) -> list[tuple[int, int, int]]:
    """5.1 The hexes that one step leads to: the hex, the gait there and the half points spent."""
    rows, hazards, gaits, barred = going
    here, gait, spent = start
    change = gaits[gait][hazards[here]]
    found = []
    for step, ahead in rows[here]:
        if spent + step > allowance:
            break
        for there in ahead:
            into = change[hazards[there]]
            if into is None or (barred and _bars(going, here, there)):
                continue
            if (total := spent + step + into[0]) <= allowance:
                found.append((there, into[1], total))
    return found


def _bars(going: Going, here: int, there: int) -> bool:
    """5.1.2 Do mines or works forbid the step from EZOC to EZOC?"""
    return bool(going.hazards[here] and going.hazards[there]) and (here, there) in going.barred
