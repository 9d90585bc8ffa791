"""The end of time: what was agreed happens wherever a clock has run out, and no match stops the clocks of others."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from grognard.server.api.requests import RequestError
from grognard.server.matches.session import MatchSession
from grognard.server.storage.schema import MATCHES
from grognard.server.storage.store import Store, StoreUnavailable

AT_ONCE = 50  # matches looked at together
PATIENCE = 5.0  # seconds for them; those that take longer are finished beside the next
LATER = 600.0  # seconds before a match that cannot be opened, or meets a fault, is looked at again
GONE = 410  # the status of a match that cannot be opened
log = logging.getLogger("grognard.server")


class EndOfTime:
    """Looks for those whose time is up. `room` opens a match."""

    def __init__(self, store: Store, room: Callable[[str], Awaitable[MatchSession]]) -> None:
        self.store, self._room = store, room
        self._at_work: dict[str, asyncio.Task[None]] = {}
        self._left_aside: dict[str, float] = {}  # until when, by the clock of this process

    async def look(self, now: float) -> None:
        """End what is due, the oldest first; what takes long or cannot be opened holds up nobody."""
        self._left_aside = {match: until for match, until in self._left_aside.items() if until > time.monotonic()}
        after = (0.0, "")
        while due := await self.store.read(partial(_due, now=now, after=after)):
            new = [match for _, match in due if match not in self._at_work and match not in self._left_aside]
            tasks = [self._begin(match, now) for match in new]
            if tasks:
                await asyncio.wait(tasks, timeout=PATIENCE)
            after = due[-1]

    def _begin(self, match: str, now: float) -> asyncio.Task[None]:
        task = self._at_work[match] = asyncio.create_task(self._one(match, now))
        task.add_done_callback(lambda _: self._at_work.pop(match, None))
        return task

    async def _one(self, match: str, now: float) -> None:
        try:
            await (await self._room(match)).time_up(now)
        except StoreUnavailable:
            pass
        except RequestError as refused:  # it has gone on elsewhere, or cannot be opened
            if refused.status == GONE:
                self._leave_aside(match)
        except Exception:
            log.exception("The end of time in match %s", match)
            self._leave_aside(match)

    def _leave_aside(self, match: str) -> None:
        self._left_aside[match] = time.monotonic() + LATER

    async def stop(self) -> None:
        """Finish what is under way."""
        await asyncio.gather(*self._at_work.values(), return_exceptions=True)


def _due(db: Connection, now: float, after: tuple[float, str]) -> list[tuple[float, str]]:
    """The next matches in which somebody's time is up."""
    when, which = after
    further = (MATCHES.c.due > when) | ((MATCHES.c.due == when) & (MATCHES.c.id > which))
    late = (MATCHES.c.due > 0) & (MATCHES.c.due <= now) & ~MATCHES.c.over & further
    wanted = sa.select(MATCHES.c.due, MATCHES.c.id).where(late).order_by(MATCHES.c.due, MATCHES.c.id)
    return [(row.due, row.id) for row in db.execute(wanted.limit(AT_ONCE))]
