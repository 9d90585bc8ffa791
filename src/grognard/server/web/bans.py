"""Addresses that the operator has shut out, for so many hours. All processes of a table know them."""

from __future__ import annotations

import time

import msgspec
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from grognard.server.api.requests import RequestError, error_body
from grognard.server.storage.schema import BANS
from grognard.server.storage.store import Store
from grognard.server.web.allowance import counted_as

HOUR = 3600.0
SHUT_OUT = RequestError(403, "The operator of this table has shut this address out for a while.")


class Bans:
    """Who is shut out, as far as this process knows; `read` asks the database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._until: dict[str, float] = {}

    def holds(self, address: str) -> bool:
        """Is this address shut out now?"""
        return time.time() < self._until.get(address, 0.0)

    def told(self) -> dict[str, float]:
        """The addresses, and the hours left to each."""
        now = time.time()
        return {who: round((until - now) / HOUR, 1) for who, until in sorted(self._until.items()) if until > now}

    async def read(self) -> None:
        """What all processes have shut out."""
        rows = await self._store.read(lambda db: db.execute(BANS.select().where(BANS.c.until > time.time())).all())
        self._until = {row.address: row.until for row in rows}

    async def shut_out(self, address: str, hours: float) -> None:
        """From now on, for so many hours; with none the address may come again."""
        until = time.time() + hours * HOUR
        await self._store.write(lambda db: db.execute(BANS.delete().where(BANS.c.address == address)))
        if hours:
            await self._store.write(lambda db: db.execute(BANS.insert(), {"address": address, "until": until}))
        await self.read()


class Guard:
    """Lets nobody in who is shut out."""

    def __init__(self, app: ASGIApp, bans: Bans) -> None:
        self.app, self.bans = app, bans

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client") if scope["type"] in ("http", "websocket") else None
        if client is None or not self.bans.holds(counted_as(client[0])):
            return await self.app(scope, receive, send)
        if scope["type"] == "websocket":
            return await send({"type": "websocket.close", "code": 1008, "reason": SHUT_OUT.message})
        answer = Response(msgspec.json.encode(error_body(SHUT_OUT)), SHUT_OUT.status, media_type="application/json")
        await answer(scope, receive, send)
