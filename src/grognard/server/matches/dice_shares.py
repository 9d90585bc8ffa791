"""Drawing lots: every seat puts a number of its own into the dice before the first of them is rolled.

Seats commit themselves, the table promises what it has, seats show their numbers, the match begins; the reasons
for this order are in docs/explanation/dice.md. A match that one person plays at one screen, alone or against
computers, knows nothing of it.
"""

from __future__ import annotations

import asyncio
import time

from grognard.engine import Match, RecordError
from grognard.engine.core.wording import side_people
from grognard.engine.records.record import CommitLine, NonceLine, ShareLine, StateLine, TakeLine
from grognard.engine.records.shares import Witnesses
from grognard.server.api import requests
from grognard.server.api.requests import RequestError
from grognard.server.api.serializers import JsonObject
from grognard.server.matches.client import Client
from grognard.server.matches.clients import ClientGroup
from grognard.server.matches.durable_match import DurableMatch
from grognard.server.storage.store import HUMAN

PATIENCE = 60.0  # seconds that somebody has, from when he sits down, to commit himself


class ShareExchange:
    """The shares in the dice of one match."""

    def __init__(self, room: DurableMatch, company: ClientGroup) -> None:
        self.room, self.company, self.key = room, company, room.store.key
        self._witnesses: Witnesses | None = None
        self._witnessed = 0  # lines
        self._signature = ""
        self._opened, self._sits = time.monotonic(), dict[str, float]()

    def sits(self, side: str) -> None:
        """Somebody has taken a seat just now."""
        self._sits[side] = time.monotonic()

    def forget(self) -> None:
        """The match was read from the database again."""
        self._witnesses, self._witnessed = None, 0

    async def carry_out(self, chair: Client, order: requests.Share) -> JsonObject:
        """One step; everybody hears of it, and whether another is to follow."""
        if not chair.sides:
            raise RequestError(403, "You are watching. Only players may do this.")
        if self.room.match.begun:
            raise RequestError(409, "The match has begun already.")
        for line in self._lines(chair, order):
            self._add(line)
        await self.room.keep()
        self.company.tell({"type": "dice", **await self.told()})
        return {}

    def _lines(self, chair: Client, order: requests.Share) -> list[ShareLine]:
        match order:
            case requests.Nonce():
                return [NonceLine(chair.sides[0], order.nonce)]
            case requests.Commit():
                return [CommitLine(chair.sides[0], order.commitment)]
            case requests.Begin():
                self._may_begin()
                return [self.room.match.shares.promised()]

    def _may_begin(self) -> None:
        """Refused while somebody who sits there has had no time to put his number in: he would have no share."""
        if self.room.match.shares.promise:
            return
        for side in self.waits_for():
            since = self._sits.get(side, self._opened)
            if not self.room.seats[side].invite and time.monotonic() - since < PATIENCE:
                raise RequestError(
                    409, f"{side_people(side)} have a minute to put a number of their own into the dice."
                )

    def _add(self, line: ShareLine) -> None:
        match = self.room.match
        try:
            match.share(line)
            if isinstance(line, CommitLine) and not self.waits_for():
                match.share(match.shares.promised())
        except RecordError as error:
            raise RequestError(409, str(error)) from error

    def waits_for(self) -> list[str]:
        """The sides that have not done what they must before the match begins."""
        shares, seats = self.room.match.shares, self.room.seats
        if shares.promise:
            return [side for side in shares.sides if side not in shares.nonces]
        committed = {seats[side].key for side in shares.sides}
        people = [seat for seat in seats.values() if seat.player == HUMAN]
        return [seat.side for seat in people if seat.invite or seat.key not in committed]

    async def told(self) -> JsonObject:
        """How far it has come, as everybody may know; nothing where it is not done."""
        room, shares = self.room, self.room.match.shares
        if not shares.wanted:
            return {}
        promise = [body.decode() for body in room.match.bodies(0, 2 + len(shares.commits))] if shares.promise else []
        told: JsonObject = {"promise": promise, "waits": [] if room.match.begun else self.waits_for()}
        head = shares.head.hex()
        if head and self.key is not None:
            self._signature = self._signature or await asyncio.to_thread(self.key.vouch, room.row.id, head)
            told |= {"key": self.key.public, "signature": self._signature}
        return {"dice": told | {"head": head, "commits": {line.side: line.commitment for line in shares.commits}}}

    def witness(self) -> JsonObject:
        """The witness of the last line, for whoever wants to keep it; nobody can count sealed answers by it."""
        match = self.room.match
        if not match.begun or not self._is_shared():
            return {}
        assert self._witnesses is not None
        last = max(self._witnessed, len(match.lines) - sealed_lines(match))
        mark = self._witnesses.add(match.bodies(self._witnessed, last))
        self._witnessed = last
        return {"witness": {"line": match.told_number + 1, "mark": mark.hex()}}

    def _is_shared(self) -> bool:
        """Has the match shares? From then on its lines have witnesses."""
        if self._witnesses is None:
            shares = self.room.match.shares
            if not shares.head:
                return False
            self._witnesses, self._witnessed = Witnesses(self.room.row.secret, shares.head), 1 + shares.count
        return True


def sealed_lines(match: Match) -> int:
    """How many lines at the end of the record are answers that wait for those of other sides."""
    answers, lines = len(match.state.sealed), 0
    while answers:
        lines += 1
        if not isinstance(match.lines[-lines], TakeLine | StateLine):
            return 0  # what is taken back by consent all know of
        answers -= isinstance(match.lines[-lines], TakeLine)
    return lines
