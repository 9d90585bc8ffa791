"""Seats: who may sit on them, and what is kept of their keys."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence

from grognard.players import offered
from grognard.server.api.requests import ClockWish, NewMatch, RequestError
from grognard.server.matches.clock import LOSE, WAIT, Clock, read_clock, write_clock
from grognard.server.storage.store import HUMAN, MatchRow, Seat

ME, FRIEND = "me", "friend"


def fingerprint(key: str) -> str:
    """What is kept of a secret key."""
    return hashlib.sha256(f"grognard seat {key}".encode()).hexdigest() if key else ""


def sides_of(seats: Mapping[str, Seat], key: str) -> tuple[str, ...]:
    """The sides a key answers for."""
    mark = fingerprint(key)
    return tuple(s.side for s in seats.values() if s.key and secrets.compare_digest(s.key, mark))


def lay(sides: Sequence[str], wish: NewMatch) -> tuple[str, dict[str, str], list[Seat]]:
    """A key of one's own, the invitations, and the seats."""
    unknown = [side for side in wish.seats if side not in sides]
    if unknown:
        raise RequestError(422, f"There is no side {unknown[0]!r}. Choose from: {', '.join(sides)}.")
    mine, invites, seats = secrets.token_urlsafe(24), {}, []
    for side in sides:
        player = wish.seats.get(side, ME)
        if player == ME:
            seats.append(Seat(side, HUMAN, fingerprint(mine), name=wish.name, who=fingerprint(wish.player)))
        elif player == FRIEND:
            invites[side] = secrets.token_urlsafe(24)
            seats.append(Seat(side, HUMAN, "", fingerprint(invites[side])))
        else:
            seats.append(Seat(side, computer(player, "me, friend, ")))
    return mine, invites, seats


def computer(name: str, others: str = "") -> str:
    """The name of a computer player; Refused if there is none."""
    if name not in offered():
        raise RequestError(422, f"There is no player {name!r}. Choose from: {others}{', '.join(offered())}.")
    return name


def anew(clock: str) -> str:
    """The same clock for another match."""
    known = read_clock(clock)
    return write_clock(Clock(known.bank, known.each, known.end)) if known is not None else ""


def clock_told(row: MatchRow, seats: Mapping[str, Seat], mine: Sequence[str], now: float) -> dict[str, object] | None:
    """How much time everybody has, as those sides are told; None where there are no clocks."""
    clock = read_clock(row.clock)
    people = [side for side, seat in seats.items() if seat.player == HUMAN]
    return clock.told(now, people, mine) if clock is not None else None


def wind_up(wish: ClockWish | None) -> str:
    """The clock that is wished for, as it is kept."""
    if wish is None:
        return ""
    if bool(wish.minutes) == bool(wish.days):
        raise RequestError(422, "A clock has either minutes for the match or days for a turn.")
    end = wish.end if wish.end in (LOSE, WAIT) else computer(wish.end, "lose, wait, ")
    return write_clock(Clock(wish.minutes * 60, wish.days * 86_400, end))
