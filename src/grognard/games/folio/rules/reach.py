"""5.1 How far a unit can go: terrain by the map's table, enemy zones of control by what the unit has done so far.

A unit's move has a *gait*, which says what enemy zones mean for its next step. Three kinds of mover:

- leg: GO until it enters an EZOC, which is a HALT (5.1.1);
- leg commando: SLIP from EZOC to EZOC while it never leaves them, else as leg (5.1.2);
- mobile: FRESH until it leaves an EZOC, then LEFT and owing half its MA for the next it enters, then PAID (R7);
- mobile commando: pays terrain only, always.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import cache
from typing import NamedTuple

from grognard.board.hexgrid import Hex
from grognard.games.folio.rules.state import ENEMY
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


class Steps(NamedTuple):
    """The steps out of a hex: by what is in the hex ahead, the surcharge and the first node of the layer they lead to.

    `loose` is that layer where zones make no difference, as on most steps of most mobile units.
    """

    into: tuple[Next, ...]
    loose: int | None


@cache
def layers(gaits: Gaits, size: int) -> tuple[tuple[Steps, ...], ...]:
    """For each gait, the middle one first and the lowest last: the steps from a free hex and from an EZOC."""
    found = [tuple(_steps(change, size) for change in changes) for changes in gaits]
    return (*found[1:], found[0])


def _steps(change: Change, size: int) -> Steps:
    into = tuple(next_ and (next_[0], (next_[1] - 1) * size) for next_ in change)
    free, zone, _ = into
    return Steps(into, free[1] if free and free == zone and not free[0] else None)


class Moves:
    """Everywhere a unit can get: for each hex by its number the half points spent.

    A node is a hex with the gait of a unit that is there: one less than the gait times the number of hexes, plus the
    hex. The nodes of the middle gait are the hexes themselves; those of the lowest count down from nought.
    """

    def __init__(self, names: tuple[Hex, ...], nodes: dict[int, int], best: list[int], came: dict[int, int]) -> None:
        self.stops = {here: best[node] for here, node in nodes.items()}
        self._nodes, self._best, self._came, self._names = nodes, best, came, names
        self._straight: dict[int, tuple[int, int]] = {}  # neighbours: from where, and the gait there

    def any_but(self, taken: Container[Hex]) -> bool:
        """Is there a hex where it can end, those taken left out?"""
        return any(self._names[i] not in taken for i in self.stops)

    def straight(self, here: int, index: int, gait: int, spent: int) -> None:
        """5.0 A neighbouring hex is entered by the one step into it, though there were a cheaper way round."""
        self.stops[index], self._straight[index] = spent, (here, gait)

    def gait(self, index: int) -> int:
        """How the unit arrives in a hex."""
        return self._straight[index][1] if index in self._straight else self._nodes[index] // len(self._names) + 1

    def path_to(self, index: int) -> list[Hex]:
        """The way there, from the hex where it starts."""
        if index in self._straight:
            return [self._names[self._straight[index][0]], self._names[index]]
        return [self._names[node % len(self._names)] for node in self._way(index)]

    def _way(self, index: int) -> list[int]:
        node: int | None = self._nodes[index]
        path = []
        while node is not None:
            path.append(node)
            node = self._came.get(node)
        return path[::-1]

    def spent_on(self, index: int, before: int) -> list[int]:
        """The half points spent in each hex of the way there, after those spent `before` it."""
        if index in self._straight:
            return [before, self.stops[index]]
        return [self._best[node] for node in self._way(index)]


def search(names: tuple[Hex, ...], going: Going, starts: list[Start], allowance: int) -> Moves:
    """Spread out from the starts, cheapest first."""
    rows, hazards, gaits, barred = going
    size = len(rows)
    steps = layers(gaits, size)
    best, buckets = _begin(starts, allowance, size, len(gaits))
    came: dict[int, int] = {}
    found: dict[int, int] = {}  # the cheapest node of each hex, and of those the best
    for spent, bucket in enumerate(buckets):
        for node in bucket:
            if best[node] != spent:
                continue
            gait, here = divmod(node, size)
            known = found.setdefault(here, node)
            if known > node:  # it has been here no dearer and better off
                continue
            if known < node and best[known] == spent:
                found[here] = node
            zone = hazards[here]
            into, loose = steps[gait][zone]
            for step, ahead in rows[here]:
                if (total := spent + step) > allowance:
                    break
                if loose is not None:
                    for there in ahead:
                        if total < best[then := loose + there] and hazards[there] != ENEMY:
                            best[then], came[then] = total, node
                            buckets[total].append(then)
                    continue
                for there in ahead:
                    next_ = into[hazards[there]]
                    if next_ is None or (zone and barred and (here, there) in barred and hazards[there]):
                        continue
                    price, then = total + next_[0], next_[1] + there
                    if price < best[then]:
                        best[then], came[then] = price, node
                        buckets[price].append(then)
    return Moves(names, found, best, came)


class Walk(Moves):
    """Everywhere a leg unit can get. Its nodes are hexes: its gait follows from where it is."""

    _first: dict[int, int]  # the gait of each start
    _hazards: bytearray

    def begun(self, starts: list[Start], hazards: bytearray) -> Walk:
        """The same with what its gaits follow from."""
        self._first, self._hazards = {here: gait for here, gait, _ in starts}, hazards
        return self

    def gait(self, index: int) -> int:
        """5.1.1 In an enemy zone it halts, unless it began there."""
        if index in self._straight:
            return self._straight[index][1]
        if index in self._first and index not in self._came:
            return self._first[index]
        return HALT if self._hazards[index] else GO


def walk(names: tuple[Hex, ...], going: Going, starts: list[Start], allowance: int) -> Walk:
    """5.1.1 The same for a leg unit: it goes on from free hexes alone."""
    rows, hazards, _, _ = going
    best, buckets = _begin([(here, GO, spent) for here, _, spent in starts], allowance, len(rows), 1)
    came: dict[int, int] = {}
    for here, gait, spent in starts:
        out = straight_steps(going, (here, gait, spent), allowance) if gait == GO and hazards[here] else ()
        for there, _, total in out:  # of the zone where it began
            if total < best[there]:
                best[there], came[there] = total, here
                buckets[total].append(there)
    found: dict[int, int] = {}
    for spent, bucket in enumerate(buckets):
        for here in bucket:
            if best[here] != spent:
                continue
            found[here] = here
            if hazards[here] or spent == allowance:
                continue
            for step, ahead in rows[here]:
                if (total := spent + step) > allowance:
                    break
                for there in ahead:
                    if total < best[there] and hazards[there] != ENEMY:
                        best[there], came[there] = total, here
                        buckets[total].append(there)
    return Walk(names, found, best, came).begun(starts, hazards)


def straight_steps(going: Going, start: Start, allowance: int) -> list[tuple[int, int, int]]:
    """5.1 The hexes that one step leads to: the hex, the gait there and the half points spent."""
    rows, hazards, gaits, barred = going
    here, gait, spent = start
    zone = hazards[here]
    change = gaits[gait][zone]
    found = []
    for step, ahead in rows[here]:
        for there in ahead:
            into = change[hazards[there]]
            if into is None or (zone and hazards[there] and (here, there) in barred):
                continue
            if (total := spent + step + into[0]) <= allowance:
                found.append((there, into[1], total))
    return found


def _begin(starts: Iterable[Start], allowance: int, size: int, gaits: int) -> tuple[list[int], list[list[int]]]:
    """The least spent so far for each hex and gait, and the nodes to go on from by what was spent."""
    best = [allowance + 1] * (size * gaits)
    buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
    for i, gait, spent in starts:
        if spent <= allowance:
            node = (gait - 1) * size + i
            best[node] = spent
            buckets[spent].append(node)
    return best, buckets
