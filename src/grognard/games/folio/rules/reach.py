"""5.1 What enemy zones of control mean for a unit's next step, by what it has done so far in its move.

Three kinds of mover (`board/hexes/zone_moves.py` finds where each can get):

- leg: GO until it enters an EZOC, which is a HALT (5.1.1);
- leg commando: SLIP from EZOC to EZOC while it never leaves them, else as leg (5.1.2);
- mobile: FRESH until it leaves an EZOC, then LEFT and owing half its MA for the next it enters, then PAID (R7);
- mobile commando: pays terrain only, always.
"""

from __future__ import annotations

from functools import cache

from grognard.board.hexes.zone_moves import FRESH, GO, HALT, LEFT, PAID, SLIP, Change, Gaits

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
