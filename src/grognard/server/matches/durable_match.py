"""A match in memory and in the database: what happens is shown when it is durable, and read again if it was not."""

from __future__ import annotations

import asyncio
import contextlib
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping

import msgspec

from grognard.engine import GrognardError, Match
from grognard.server.api.requests import RequestError
from grognard.server.api.serializers import SideViews
from grognard.server.matches.clock import read_clock, write_clock
from grognard.server.storage.loading import decode_lines, encode_lines, in_order, load_match, progress, snapshot_of
from grognard.server.storage.store import HUMAN, Conflict, MatchRow, Progress, Seat, Store, StoreUnavailable


class DurableMatch(ABC):
    """One match, its row and its seats. Whoever changes it holds the lock and then calls `keep`."""

    def __init__(self, store: Store, row: MatchRow, seats: Mapping[str, Seat], match: Match, stored: int) -> None:
        self.store, self.row, self.match = store, row, match
        self.seats = in_order(match, seats)
        self.lock = asyncio.Lock()
        self.lost = False  # what is in memory may not be what is in the database
        self._stored = stored  # lines in the database
        self._seen = len(match.lines)  # lines of the match that are in the database
        self._looks = SideViews(match)

    @abstractmethod
    def went_on(self, *, elsewhere: bool = False) -> None:
        """The match has gone on, here or `elsewhere`, and that is durable."""

    @abstractmethod
    def show_all(self) -> None:
        """Show everybody what is new."""

    @abstractmethod
    def foresee(self, looks: SideViews) -> None:
        """Work out what will be shown when this position is durable; nobody may be shown anything yet."""

    @abstractmethod
    def read_anew(self) -> None:
        """The match was read from the database again."""

    @abstractmethod
    def seen_by(self) -> set[str | None]:
        """The sides that somebody looks at."""

    @property
    def looks(self) -> SideViews:
        """The position as each side sees it."""
        if self._looks.match is not self.match or self._looks.stale:
            self._looks = SideViews(self.match)
        return self._looks

    async def keep(self) -> None:
        """Write what is new; show it when it is durable. If somebody else was first, read what they wrote."""
        match, looks = self.match, self.looks
        new = list(match.lines[self._seen :])
        try:
            stands = await self.timed(progress(match, looks.view(next(iter(self.seen_by() or {None})))))
            stands = msgspec.structs.replace(stands, known=self.row.known if match.state.sealed else time.time())
            first, bodies = self._stored, encode_lines(new)
            after = snapshot_of(match, first + len(new))
            await self.store.append(self.row.id, first, bodies, after, stands, lambda: self.foresee(looks))
        except Conflict as error:
            await self._read_again()
            raise RequestError(409, "The match has gone on elsewhere; look again.") from error
        except BaseException:
            self.lost = True  # until it is read again
            with contextlib.suppress(StoreUnavailable):
                await self._read_again()
            raise
        self._stored, self._seen = first + len(new), len(match.lines)
        self.row = msgspec.structs.replace(self.row, **msgspec.structs.asdict(stands))
        self.went_on()

    async def turn_clocks(self) -> None:
        """Somebody has come or gone: the clocks run for others."""
        stands = await self.timed(progress(self.match, self.looks.view(None)))
        await self.store.wind(self.row.id, stands.clock, stands.due)
        self.row = msgspec.structs.replace(self.row, clock=stands.clock, due=stands.due)
        self.show_all()

    async def reseat(self, old: Seat, new: Seat) -> None:
        """Somebody else on a side, or with other orders; if another process was first, what it has written is read."""
        try:
            await self.store.seat(self.row.id, old.side, old, new)
        except Conflict as error:
            await self.read_on()
            raise RequestError(409, "Somebody else has just taken this seat; look again.") from error
        self.seats[old.side] = new

    async def timed(self, stands: Progress) -> Progress:
        """With the clocks as they are turned now: they run for people who are asked, when everybody is there."""
        clock = read_clock(self.row.clock)
        if clock is None:
            return stands
        missing = any(seat.invite for seat in self.seats.values())
        asked = [side for side in stands.asked.split() if self.seats[side].player == HUMAN and not missing]
        together, still = self.match.asks_together, bool(self.match.state.sealed)
        clock = clock.turned(asked, await self.store.hours.read(), together=together, still=still)
        return msgspec.structs.replace(stands, clock=write_clock(clock), due=clock.due)

    async def recover(self) -> None:
        """Read the match again if it is lost; Away while that cannot be done."""
        if self.lost:
            async with self.lock:
                if self.lost:
                    await self._read_again()

    async def _read_again(self) -> None:
        row, seats, bodies, snapshot = await self.store.whole(self.row.id)
        self.match = await asyncio.to_thread(load_match, row, bodies, snapshot)
        self.row, self.seats = row, in_order(self.match, seats)
        self._stored, self._seen = len(bodies), len(self.match.lines)
        self.lost = False
        self.read_anew()
        self.went_on(elsewhere=True)

    async def read_on(self) -> None:
        """What another server process has written since."""
        self.row = await self.store.row(self.row.id)  # UnknownMatch if it was deleted
        bodies = await self.store.lines(self.row.id, self._stored)
        self.seats = in_order(self.match, await self.store.seats(self.row.id))
        if not bodies:
            return
        try:
            self.match.follow(decode_lines(bodies))
        except GrognardError:
            return await self._read_again()
        self._stored, self._seen = self._stored + len(bodies), len(self.match.lines)
        self.went_on(elsewhere=True)
