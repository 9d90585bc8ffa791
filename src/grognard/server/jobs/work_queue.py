"""Work that takes minutes, one piece at a time: the more wait, the less time each has, and newcomers find a place."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Iterable

REMEMBERED = 10_000  # addresses


class Allowance:
    """The time of the piece that is being worked at: all of it while nobody waits, never less than the least."""

    def __init__(self, longest: float, least: float) -> None:
        self.longest, self.least = longest, least
        self._now: tuple[asyncio.Timeout, float] | None = None

    @contextlib.asynccontextmanager
    async def given(self, waiting: int) -> AsyncIterator[None]:
        """A TimeoutError when it is over."""
        began = asyncio.get_running_loop().time()
        async with asyncio.timeout(self.longest) as limit:
            self._now = limit, began
            self.share(waiting)
            try:
                yield
            finally:
                self._now = None

    def share(self, waiting: int) -> None:
        """So many wait now."""
        if self._now is not None and not self._now[0].expired():
            limit, began = self._now
            limit.reschedule(began + max(self.least, self.longest / (1 + waiting)))


class Turns:
    """Who has had how many turns: whoever had fewer finds a place where all are taken."""

    def __init__(self) -> None:
        self._had: Counter[str] = Counter()

    def takes(self, who: str) -> None:
        """One more for somebody."""
        if len(self._had) >= REMEMBERED:
            self._had.clear()
        self._had[who] += 1

    def gives_way(self, waiting: Iterable[str], newcomer: str) -> str | None:
        """Who of those that wait has had more turns than a newcomer, the most of all; None if nobody has."""
        most = max(waiting, key=lambda who: self._had[who], default=None)
        return most if most is not None and self._had[most] > self._had[newcomer] else None
