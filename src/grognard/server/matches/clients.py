"""The company round one match: who sits, who watches, and what all of them are told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping

import msgspec

from grognard.server.api.serializers import JsonObject
from grognard.server.matches.client import Client
from grognard.server.storage.store import HUMAN, Seat

NOW_AND_THEN = 1.0  # seconds between two words about how many are watching


class ClientGroup:
    """The chairs of one match. `seats` says who plays there now."""

    def __init__(self, seats: Callable[[], Mapping[str, Seat]]) -> None:
        self._seats = seats
        self._chairs: set[Client] = set()
        self._told: JsonObject = {}  # who is here, as everybody knows
        self._telling: asyncio.TimerHandle | None = None

    def __iter__(self) -> Iterator[Client]:
        return iter(list(self._chairs))

    def __len__(self) -> int:
        return len(self._chairs)

    @property
    def watching(self) -> int:
        """How many only watch."""
        return sum(1 for chair in self._chairs if not chair.sides)

    def add(self, chair: Client) -> None:
        """Somebody has come."""
        self._chairs.add(chair)

    def leave(self, chair: Client) -> None:
        """Somebody has gone."""
        self._chairs.discard(chair)
        self.tell_seats()

    def tell(self, message: JsonObject, whom: Callable[[Client], bool] = lambda _: True) -> None:
        """All are told the same, or some."""
        data = msgspec.json.encode(message)
        for chair in filter(whom, self):
            chair.send(data)

    def tell_each(self, message: Callable[[Client], JsonObject]) -> None:
        """Each is told something of its own."""
        for chair in self:
            chair.send(msgspec.json.encode(message(chair)))

    def seat_list(self) -> list[JsonObject]:
        """The seats, without their secrets."""
        here = {side for chair in self._chairs for side in chair.sides}
        return [
            {
                "side": s.side,
                "player": s.player,
                "name": s.name,
                "open": bool(s.invite),
                "here": s.side in here or s.player != HUMAN,
            }
            for s in self._seats().values()
        ]

    def tell_seats(self) -> None:
        """All hear of a seat at once, and of those who watch now and then."""
        if self.seat_list() != self._told.get("seats"):
            self._tell_who_is_here()
        elif self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(NOW_AND_THEN, self._tell_who_is_here)

    def _tell_who_is_here(self) -> None:
        if self._telling is not None:
            self._telling.cancel()
        self._telling = None
        told = {"type": "seats", "seats": self.seat_list(), "watching": self.watching}
        if told != self._told:
            self._told = told
            self.tell(told)

    def close_all(self) -> None:
        """Cut everybody off; their pages come back for a whole view."""
        for chair in self:
            chair.outbox.close()
