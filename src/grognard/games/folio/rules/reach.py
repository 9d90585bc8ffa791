"""5.1 How far a unit can go: terrain by the map's table, enemy zones of control by what the unit has done so far.

A unit's move has a *gait*, which says what enemy zones mean for its next step. Three kinds of mover:

- leg: GO until it enters an EZOC, which is a HALT (5.1.1);
- leg commando: SLIP from EZOC to EZOC while it never leaves them, else as leg (5.1.2);
- mobile: FRESH until it leaves an EZOC, then LEFT and owing half its MA for the next it enters, then PAID (R7);
- mobile commando: pays terrain only, always.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.board.hexgrid import Hex
from grognard.games.folio.rules.state import ENEMY
from grognard.games.folio.rules.terrain import Rows

# Of two gaits at the same price the higher is the better to go on with.
HALT, GO, SLIP = 0, 1, 2
LEFT, FRESH, PAID = 0, 1, 2

Next = tuple[int, int] | None  # surcharge, gait after the step; None: no such step
Change = tuple[Next, Next, None]  # into a free hex, into an EZOC, into an enemy
Gaits = list[tuple[Change, Change]]  # for each gait: from a free hex, from an EZOC
Start = tuple[int, int, int]  # hex number, gait, half points spent


class Going(NamedTuple):
    """What bears on a unit's moves; `barred` are the steps from EZOC to EZOC that mines and works forbid (5.1.2)."""

    rows: Rows
    hazards: bytearray
    gaits: Gaits
    barred: frozenset[tuple[int, int]]


_STUCK: Change = (None, None, None)
_ON_FOOT: Change = ((0, GO), (0, HALT), None)
_LOOSE: Change = ((0, FRESH), (0, FRESH), None)  # most steps of most mobile units: zones make no difference yet


def leg_gaits() -> Gaits:
    """5.1.1 For each gait: the steps from a free hex and from an EZOC."""
    return [(_STUCK, _STUCK), (_ON_FOOT, (_ON_FOOT[0], None, None))]


def commando_gaits() -> Gaits:
    """5.1.2, R79 A leg commando."""
    return [(_STUCK, _STUCK), (_ON_FOOT, _STUCK), (_ON_FOOT, ((0, GO), (0, SLIP), None))]


def mobile_gaits(half: int) -> Gaits:
    """5.1.1, R7 A mobile unit whose half allowance is `half` (in half points)."""
    left, paid, pay = (0, LEFT), (0, PAID), (half, PAID)
    return [
        ((left, pay, None), (left, pay, None)),
        (_LOOSE, (left, pay, None)),
        ((paid, paid, None), (paid, pay, None)),
    ]


def free_gaits() -> Gaits:
    """5.1.2, R79 A mobile commando."""
    same: Change = ((0, 0), (0, 0), None)
    return [(same, same)]


class Moves:
    """Everywhere a unit can get: for each hex by its number the half points spent.

    A node is a hex with the gait of a unit that is there: gait times the number of hexes, plus the hex.
    """

    def __init__(self, names: tuple[Hex, ...], nodes: dict[int, int], best: list[int], came: dict[int, int]) -> None:
        self.stops = {here: best[node] for here, node in nodes.items()}
        self._nodes, self._best, self._came, self._names = nodes, best, came, names
        self._straight: dict[int, tuple[int, int]] = {}  # neighbours: from where, and the gait there

    def straight(self, here: int, index: int, gait: int, spent: int) -> None:
        """5.0 A neighbouring hex is entered by the one step into it, though there were a cheaper way round."""
        self.stops[index], self._straight[index] = spent, (here, gait)

    def gait(self, index: int) -> int:
        """How the unit arrives in a hex."""
        return self._straight[index][1] if index in self._straight else self._nodes[index] // len(self._names)

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


def search(names: tuple[Hex, ...], going: Going, starts: Iterable[Start], allowance: int) -> Moves:
    """Spread out from the starts, cheapest first."""
    rows, hazards, gaits, barred = going
    size = len(rows)
    best, buckets = _begin(starts, allowance, size, len(gaits))
    came: dict[int, int] = {}
    found: dict[int, int] = {}  # the cheapest node of each hex, and of those the best
    for spent, bucket in enumerate(buckets):
        for node in bucket:
            if best[node] != spent:
                continue
            gait, here = divmod(node, size)
            known = found.get(here)
            if known is None or (known < node and best[known] == spent):
                found[here] = node
            elif known > node:  # it has been here no dearer and better off
                continue
            zone = hazards[here]
            change = gaits[gait][zone]
            if spent == allowance or change is _STUCK:
                continue
            if change is _LOOSE:
                for there, step in rows[here]:
                    if (total := spent + step) < best[then := size + there] and hazards[there] != ENEMY:
                        best[then], came[then] = total, node
                        buckets[total].append(then)
                continue
            for there, step in rows[here]:
                into = change[hazards[there]]
                if into is None or (zone and barred and (here, there) in barred and hazards[there]):
                    continue
                total, then = spent + step + into[0], into[1] * size + there
                if total < best[then]:
                    best[then], came[then] = total, node
                    buckets[total].append(then)
    return Moves(names, found, best, came)


def straight_steps(going: Going, start: Start, allowance: int) -> Iterable[tuple[int, int, int]]:
    """5.1 The hexes that one step leads to: the hex, the gait there and the half points spent."""
    here, gait, spent = start
    zone = going.hazards[here]
    for there, step in going.rows[here]:
        into = going.gaits[gait][zone][going.hazards[there]]
        if into is None or (zone and going.hazards[there] and (here, there) in going.barred):
            continue
        if spent + step + into[0] <= allowance:
            yield there, into[1], spent + step + into[0]


def _begin(starts: Iterable[Start], allowance: int, size: int, gaits: int) -> tuple[list[int], list[list[int]]]:
    """The least spent so far for each hex and gait, and the nodes to go on from by what was spent."""
    best = [allowance + 1] * (size * gaits)
    buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
    for i, gait, spent in starts:
        if spent <= allowance:
            best[gait * size + i] = spent
            buckets[spent].append(gait * size + i)
    return best, buckets
