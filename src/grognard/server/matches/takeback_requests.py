"""Takebacks at one match: how far back a request goes is worked out beside the match, which goes on meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.engine import Action, State
from grognard.engine.records.record import Lines
from grognard.server.api import requests
from grognard.server.api.requests import RequestError
from grognard.server.api.serializers import JsonObject
from grognard.server.jobs.thinking import ThinkingPool
from grognard.server.matches.client import Client
from grognard.server.matches.clients import ClientGroup
from grognard.server.matches.durable_match import DurableMatch
from grognard.server.matches.takeback import Request, Takebacks, must_agree, request_told, way_back, way_of

TRIES = 5  # of a takeback that all agree to, while others answer a question that is still open


class GoingBack:
    """The takebacks of one match. `last` holds the last answer of each side, and what it answered to."""

    def __init__(
        self,
        room: DurableMatch,
        company: ClientGroup,
        thinkers: ThinkingPool,
        last: dict[str, tuple[State[Any], Action]],
    ) -> None:
        self.room, self.company, self.thinkers, self._last = room, company, thinkers, last
        self.takebacks = Takebacks(room.store, room.row.id)
        self._at_work: set[str] = set()  # the sides whose requests are being worked out
        self._told: Request | None = None

    async def carry_out(self, chair: Client, order: requests.GoBack) -> JsonObject:
        """A request, or what somebody says to one."""
        if order.side not in chair.sides:
            raise RequestError(403, "This is not your seat.")
        if isinstance(order, requests.RequestTakeback):
            return await self._ask(chair, order)
        async with self.room.lock:
            number = self.room.match.told_number
            if isinstance(order, requests.Agree):
                await self.takebacks.agree(order.side, order.request, number, self.room.seats)
            else:
                await self.takebacks.decline(order.side, order.request, number)
        await self._if_agreed(chair)
        return {}

    async def _ask(self, chair: Client, order: requests.RequestTakeback) -> JsonObject:
        """Ask for a takeback; alone at the table there is nobody to ask. A side asks for one at a time."""
        async with self.room.lock:
            self._still(chair, order.decision)
            chair.words.take()
            if order.side in self._at_work:
                raise RequestError(429, "Your last request is still being worked out.")
            find = self._later(lambda lines, now: way_back(lines, order.side, now))
        self._at_work.add(order.side)
        try:
            found = await self.thinkers.work_out(find, chair.address)
        finally:
            self._at_work.discard(order.side)
        if found is None:
            raise RequestError(409, "You have not answered anything yet.")
        async with self.room.lock:
            self._still(chair, order.decision)
            asked = await self.takebacks.ask(order.side, self.room.match.told_number, found.told)
        await self._if_agreed(chair)
        return {"request": asked.number}

    def _still(self, chair: Client, decision: int) -> None:
        match = self.room.match
        if decision != chair.number(match):
            raise RequestError(409, f"The match is at decision {chair.number(match)} now; this was about {decision}.")
        if match.over:  # by now everything is known, the dice to come too
            raise RequestError(409, "The match is over.", "GR-3")
        if not match.replays:
            raise RequestError(409, "This match began under older rules: what was answered then cannot be taken back.")

    def _later(self, work: Callable[..., Any]) -> Callable[[], Any]:
        """Something to be found out about the record as it is now, in a thread of its own."""
        lines, now = self.room.match.lines, len(self.room.match.state.sealed)
        assert isinstance(lines, Lines)
        known = lines.cut(len(lines))
        return lambda: work(known, now)

    async def _if_agreed(self, chair: Client) -> None:
        """Carry out the takeback if every player has agreed; otherwise tell them what is asked for."""
        for _ in range(TRIES):
            async with self.room.lock:
                match, number = self.room.match, self.room.match.number
                request = await self.takebacks.standing(match.told_number)
                if request is None or must_agree(self.room.seats, request):
                    return self.tell(request)
                count = request.answers
                find = self._later(lambda lines, now, count=count: way_of(lines, count, now))
            found = await self.thinkers.work_out(find, chair.address)
            async with self.room.lock:
                if self.room.match is match and match.number == number and found is not None:
                    match.take_back(found.answers, found.earlier)
                    self._last.clear()
                    return await self.room.keep()
        raise RequestError(409, "The match has gone on meanwhile; ask again.")

    def tell(self, request: Request | None) -> None:
        """Everybody hears what is asked for, when that has changed."""
        if request != self._told:
            self._told = request
            self.company.tell_each(lambda chair: {"type": "back", "back": self._told_to(chair, request)})

    async def standing(self, chair: Client) -> JsonObject | None:
        """What is asked for now, as a page gets it."""
        return self._told_to(chair, await self.takebacks.standing(self.room.match.told_number))

    async def hear(self) -> None:
        """Another process may have heard something."""
        self.tell(await self.takebacks.standing(self.room.match.told_number))

    def forget(self) -> None:
        """The match has gone on: the pages know that no request stands any more."""
        self._told = None

    def _told_to(self, chair: Client, request: Request | None) -> JsonObject | None:
        """A request as a page gets it."""
        seats: Mapping[str, Any] = self.room.seats
        return request_told(request, chair.sides, self.room.match, seats, self._last) if request else None
