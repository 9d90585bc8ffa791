"""For the operator, behind a key of its own: figures, who plays, what was said; to remove and to shut out."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import os
import time
from pathlib import Path

import sqlalchemy as sa
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from grognard.players import OFFICE
from grognard.server.api import requests
from grognard.server.api.requests import RequestError
from grognard.server.api.serializers import JsonObject
from grognard.server.jobs.analyses import Analyses
from grognard.server.jobs.fairness import FairnessTrials
from grognard.server.matches.registry import MatchRegistry
from grognard.server.matches.session import MatchSession
from grognard.server.storage import maintenance
from grognard.server.storage.metrics import Now
from grognard.server.storage.schema import CHAT, PRESENCE
from grognard.server.web.bans import Bans
from grognard.server.web.limits import BODY, Buckets, who
from grognard.server.web.replies import Handler, body, handle_errors, reply

WORDS = 100  # lines of chat that are shown
FRESH = 60.0  # seconds for which a page that another process has told of counts as open


class Warden:
    """What only the holder of the key may see and do. Without a key there is no such page."""

    def __init__(
        self, house: MatchRegistry, key: str, asking: Buckets, analyses: Analyses, fairness: FairnessTrials
    ) -> None:
        self.house, self._key, self._asking = house, key, asking
        self.analyses, self.fairness, self.bans = analyses, fairness, Bans(house.store)
        self._begun = time.time()

    def pages(self, page: Handler) -> list[BaseRoute]:
        """Its pages. The operator's page says nothing by itself; it asks for the key."""
        return [Route("/admin", self._there(page)), Route("/metrics", self._kept(self._metrics))]

    def handlers(self) -> dict[str, Handler]:
        """Who answers which endpoint."""
        doors = {"look": self._look, "remove": self._remove, "ban": self._ban}
        return {name: self._kept(door) for name, door in doors.items()}

    async def watch(self, every: float) -> None:
        """Hear now and then what other processes have shut out."""
        while True:
            with contextlib.suppress(OSError):  # the database is away: who was shut out stays so
                await self.bans.read()
            self._send_away()
            await asyncio.sleep(every)

    def _there(self, handler: Handler) -> Handler:
        async def inner(request: Request) -> Response:
            self._asking.take(who(request))
            if not self._key:
                raise RequestError(404, "This table has no key for its operator.")
            return await handler(request)

        return handle_errors(inner)

    def _kept(self, handler: Handler) -> Handler:
        async def inner(request: Request) -> Response:
            scheme, _, key = request.headers.get("authorization", "").partition(" ")
            if scheme.lower() != "bearer" or not hmac.compare_digest(key.strip().encode(), self._key.encode()):
                raise RequestError(401, "Send the key of the operator as a bearer token.")
            return await handler(request)

        return self._there(inner)

    # ------------------------------------------------------------ looking

    async def _metrics(self, _request: Request) -> Response:
        """Figures in the form that Prometheus reads."""
        house, thinkers = self.house, self.house.thinkers
        rooms = list(house.rooms)
        try:
            matches, there = await house.store.count(), 1
        except OSError:
            matches, there = 0, 0
        now = Now(
            matches,
            len(rooms),
            sum(len(room.company) for room in rooms),
            sum(room.company.watching for room in rooms),
            thinkers.quick.waiting,
            thinkers.deep.waiting,
            OFFICE.places,
            self.analyses.under_way,
            self.fairness.under_way,
            there,
        )
        told = house.store.measures.told(now)
        return Response(told, 200, {"cache-control": "no-store"}, "text/plain; version=0.0.4")

    async def _look(self, _request: Request) -> Response:
        """Everything the page shows."""
        rooms = [room_told(room) for room in self.house.rooms if room.company or room.computers.at_work]
        words, elsewhere = await self._words(), await self._elsewhere()
        load = {
            "begun": self._begun,
            "memory": memory(),
            "processor": time.process_time(),
            "busy": os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0,
            "matches": await self.house.store.count(),
            "quick": self.house.thinkers.quick.waiting,
            "searchers": self.house.thinkers.deep.waiting,
            "analyses": self.analyses.under_way,
            "trials": self.fairness.under_way,
            "elsewhere": elsewhere,
        }
        bans = [{"address": address, "hours": hours} for address, hours in self.bans.told().items()]
        return reply({"load": load, "rooms": rooms, "words": words, "bans": bans})

    async def _words(self) -> list[JsonObject]:
        said = CHAT.select().where((CHAT.c.kind == "say") & (CHAT.c.text != "")).order_by(CHAT.c.at.desc()).limit(WORDS)
        rows = await self.house.store.read(lambda db: db.execute(said).mappings().all())
        return [{name: row[name] for name in ("match", "number", "who", "text", "at")} for row in rows]

    async def _elsewhere(self) -> int:
        """Seats whose pages are open at other processes."""
        here, store = self.house.store.name, self.house.store
        fresh = (PRESENCE.c.at > time.time() - FRESH) & (PRESENCE.c.process != here)
        return await store.read(lambda db: db.execute(sa.select(sa.func.count()).where(fresh)).scalar_one())

    # ------------------------------------------------------------ doing

    async def _remove(self, request: Request) -> Response:
        """A match with everything that belongs to it, or one line that was said."""
        wish = await body(request, requests.Removed, BODY)
        if wish.number:
            here = (CHAT.c.match == wish.match) & (CHAT.c.number == wish.number) & (CHAT.c.kind == "say")
            done = await self.house.store.write(lambda db: db.execute(CHAT.update().where(here), {"text": ""}).rowcount)
        else:
            await self.house.let_go(wish.match)
            done = await asyncio.to_thread(maintenance.delete, self.house.store, [wish.match])
            await self.house.store.tell(wish.match)
        if not done:
            raise RequestError(404, "There is no such match, or nothing was said there under this number.")
        return reply({"done": True})

    async def _ban(self, request: Request) -> Response:
        """Shut an address out; its open pages are closed."""
        wish = await body(request, requests.Banned, BODY)
        await self.bans.shut_out(wish.address, wish.hours)
        self._send_away()
        return reply({"done": True})

    def _send_away(self) -> None:
        for room in self.house.rooms:
            for chair in room.company:
                if self.bans.holds(chair.address):
                    chair.outbox.close()


def room_told(room: MatchSession) -> JsonObject:
    """A match that is open in this process, and the pages at it."""
    state = room.match.state
    return {
        "match": room.row.id,
        "game": room.row.game,
        "scenario": room.row.scenario,
        "turn": getattr(state, "turn", 0),
        "seats": room.company.seat_list(),
        "pages": sorted(({"address": c.address, "sides": list(c.sides)} for c in room.company), key=str),
    }


def memory() -> int:
    """MiB that this process holds, where that can be told."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20
    except (OSError, ValueError, AttributeError):
        return 0
