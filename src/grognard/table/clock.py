"""Clocks for those who want them: so many minutes for an evening, or so many days for each turn by correspondence."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

LOSE, WAIT = "lose", "wait"  # what happens at the end of time; anything else is a computer player who takes over


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clocks of all sides. They run for those who are asked, from the moment they are."""

    bank: float = 0.0  # seconds of a side for the whole match
    each: float = 0.0  # seconds of a side whenever it becomes its turn
    end: str = LOSE
    spent: dict[str, float] = {}
    since: dict[str, float] = {}  # the sides whose clock runs, and from when on

    def turned(self, asked: Iterable[str], now: float) -> Clock:
        """After something has happened: who is asked now."""
        asked, spent = set(asked), dict(self.spent)
        for side, began in self.since.items():
            if side not in asked or self.bank:
                spent[side] = spent.get(side, 0.0) + max(0.0, now - began)
        since = {side: now if self.bank else self.since.get(side, now) for side in sorted(asked)}
        return msgspec.structs.replace(self, spent=spent, since=since)

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

    def told(self, now: float) -> dict[str, object]:
        """As pages get it: how much everybody has, and whose clock runs."""
        sides = {*self.spent, *self.since}
        left = {side: round(self.left(side, now), 1) for side in sorted(sides)}
        return {"bank": self.bank, "each": self.each, "end": self.end, "left": left, "runs": sorted(self.since)}


def read_clock(text: str) -> Clock | None:
    """A clock as it is kept; None if there is none."""
    return msgspec.json.decode(text, type=Clock) if text else None


def write_clock(clock: Clock | None) -> str:
    """A clock to be kept."""
    return msgspec.json.encode(clock).decode() if clock is not None else ""
