"""The time of the table, by which clocks run: it stands still while the table is away.

The database knows when a table was last there. A gap since then, whether the server was down, asleep or without its
database, or somebody has set the clock of the machine, is left out of the time from then on.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from sqlalchemy.engine import Connection

from grognard.server.storage.schema import HOURS

T = TypeVar("T")
BEAT = 15.0  # seconds after which the table says again that it is there
GAP = 45.0  # seconds without a word, after which it has been away


class Keeper(Protocol):
    """Who reads and writes the database."""

    def read(self, work: Callable[[Connection], T]) -> Awaitable[T]:
        """What somebody wants to know."""
        ...

    def write(self, work: Callable[[Connection], T]) -> Awaitable[T]:
        """What somebody wants to keep."""
        ...


class Hours:
    """The time of one table, however many processes serve it."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._away = 0.0  # seconds left out, as far as this process knows

    def now(self) -> float:
        """The time, as far as it is known without a look into the database."""
        return time.time() - self._away

    async def read(self) -> float:
        """The time. Whoever looks first after a gap leaves it out for all."""
        known = await self._keeper.read(_known)
        if not -GAP <= time.time() - known[0] < BEAT:
            known = await self._keeper.write(lambda db: _say(db, time.time()))
        self._away = known[1]
        return self.now()


def _known(db: Connection) -> tuple[float, float]:
    """When the table was last there, and how long it has been away in all."""
    row: Any = db.execute(HOURS.select()).one()
    return row.seen, row.away


def _say(db: Connection, at: float) -> tuple[float, float]:
    """The table is there now; a gap counts once, for two who write at once do not both find it."""
    seen, away = _known(db)
    gap = at - seen
    lost = gap if seen and not -GAP <= gap <= GAP else 0.0
    same = HOURS.update().where(HOURS.c.seen == seen)
    if db.execute(same, {"seen": at, "away": away + lost}).rowcount == 1:
        return at, away + lost
    return _known(db)
