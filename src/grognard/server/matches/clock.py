"""Clocks for those who want them: so many minutes for an evening, or so many days for each turn by correspondence."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

LOSE, WAIT = "lose", "wait"  # what happens at the end of time; anything else is a computer player who takes over


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clocks of all sides. They run for those who are asked, from the moment they are."""

    bank: float = 0.0  # seconds of a side for the whole match
    each: float = 0.0  # seconds of a side whenever it becomes its turn
    end: str = LOSE
    spent: dict[str, float] = {}
    since: dict[str, float] = {}  # the sides whose clock runs, and from when on
    together: bool = False  # is the question one to several sides, of whom some may be spared it?
    unseen: dict[str, float] = {}  # seconds spent on such questions, which others are not told

    def turned(self, asked: Iterable[str], now: float, *, together: bool = False, still: bool = False) -> Clock:
        """After something has happened: who is asked now. `still`: some have answered the same question together.

        A question put together has days of its own: those that went on would tell who had been asked it.
        """
        asked, spent, unseen = set(asked), dict(self.spent), dict(self.unseen)
        for side, began in self.since.items():
            if side not in asked or self.bank:
                ran = max(0.0, now - began)
                spent[side] = spent.get(side, 0.0) + ran
                if self.together:
                    unseen[side] = unseen.get(side, 0.0) + ran
        goes_on = still if together or self.together else True
        running = self.since if goes_on and not self.bank else {}
        since = {side: running.get(side, now) for side in sorted(asked)}
        return msgspec.structs.replace(self, spent=spent, since=since, together=together, unseen=unseen)

    def left(self, side: str, now: float) -> float:
        """How many seconds a side has."""
        running = max(0.0, now - self.since[side]) if side in self.since else 0.0
        return self.bank - self.spent.get(side, 0.0) - running if self.bank else self.each - running

    @property
    def due(self) -> float:
        """When the first of those who are asked has no time left; 0 if no clock runs."""
        if self.end == WAIT or not self.since:
            return 0.0
        return min(began + self.left(side, began) for side, began in self.since.items())

    def late(self, now: float) -> list[str]:
        """Those whose time is up."""
        return [side for side in self.since if self.left(side, now) <= 0 and self.end != WAIT]

    def told(self, now: float, people: Iterable[str], mine: Collection[str]) -> dict[str, object]:
        """As a page gets it that plays `mine`: how much all people have, and whose clock runs.

        Of others it is not told what they spend on a question put together: that would say who was asked it.
        """
        left = {side: round((self.left if side in mine else self._seen)(side, now), 1) for side in sorted(people)}
        runs = [side for side in sorted(self.since) if side in mine or not self.together]
        return {"bank": self.bank, "each": self.each, "end": self.end, "left": left, "runs": runs}

    def _seen(self, side: str, now: float) -> float:
        """How many seconds a side has, as others are told."""
        if self.together:
            known = self.bank - self.spent.get(side, 0.0) if self.bank else self.each
        else:
            known = self.left(side, now)
        return known + self.unseen.get(side, 0.0) if self.bank else known


def read_clock(text: str) -> Clock | None:
    """A clock as it is kept; None if there is none."""
    return msgspec.json.decode(text, type=Clock) if text else None


def write_clock(clock: Clock | None) -> str:
    """A clock to be kept."""
    return msgspec.json.encode(clock).decode() if clock is not None else ""
