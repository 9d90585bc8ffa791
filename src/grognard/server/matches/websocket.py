"""A page at the table over its WebSocket: it says who it is, is shown everything, and gives orders."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from grognard.engine.game.plain_text import from_json
from grognard.server.api import requests
from grognard.server.api.requests import AWAY, FAULT, RequestError
from grognard.server.matches.client import Client
from grognard.server.matches.registry import MatchRegistry
from grognard.server.matches.session import MatchSession
from grognard.server.storage.store import StoreUnavailable
from grognard.server.web.allowance import Count, Limits
from grognard.server.web.limits import Buckets, TokenBucket, who

HELLO = 20.0  # seconds a page has to say who it is
SLOW = 30.0  # seconds a page has to take a message
SPECTATORS = 200  # of one match
ALONE = 3  # matches without people that one address may watch, for computers play only while somebody does
ALONE_IN_ALL = 12  # such matches at this table
REASON = 123  # bytes a WebSocket has for the reason it is closed
COME_BACK = 1012
log = logging.getLogger("grognard.server")


class Live:
    """All WebSockets of one server process."""

    def __init__(self, house: MatchRegistry, limits: Limits, asking: Buckets, talking: Buckets) -> None:
        self.house, self.limits, self._asking, self._talking = house, limits, asking, talking
        self.open = Count(limits.pages, limits.times)  # sockets by address

    async def attend(self, socket: WebSocket) -> None:
        """One page, until it goes."""
        await socket.accept()
        address = who(socket)
        may_stay = self.open.come(address)
        try:
            if not may_stay:
                raise RequestError(429, "Too many pages are open at this address; close some.")
            await self._receive(socket, address)
        except RequestError as refused:
            await shut(socket, refused)
        except StoreUnavailable:
            await shut(socket, AWAY)
        except WebSocketDisconnect:
            pass
        finally:
            self.open.go(address)

    async def _receive(self, socket: WebSocket, address: str) -> None:
        """Show a page to its seat."""
        room, chair = await self._greet(socket, address)
        await self._seat(socket, room, chair)

    async def _hello(self, socket: WebSocket, address: str) -> str:
        """The secret a page comes with."""
        self._asking.take(address)
        try:
            return from_json(await asyncio.wait_for(socket.receive_text(), HELLO), requests.Hello).hello
        except (msgspec.DecodeError, KeyError, TimeoutError):
            raise RequestError(400, "Say hello first.") from None

    async def _greet(self, socket: WebSocket, address: str) -> tuple[MatchSession, Client]:
        """Who comes in, and to which match."""
        key = await self._hello(socket, address)
        match_id = socket.path_params["match"]
        sides = await self.house.sides_of(match_id, key)
        room = await self.house.room(match_id)
        if not sides:
            self._may_watch(room, address)
        return room, Client(sides, self._talking.of(address), address)

    def _may_watch(self, room: MatchSession, address: str) -> None:
        """Refused if there are too many who watch, or too much that is played for nobody else."""
        if room.company.watching >= SPECTATORS:
            raise RequestError(503, "As many watch this match as can.")
        alone = {other.row.id: other for other in self.house.rooms if other.company and not other.has_people}
        if room.has_people or room.row.id in alone:
            return
        mine = sum(1 for other in alone.values() if address in {chair.address for chair in other.company})
        if mine >= (most := int(ALONE * self.limits.times(address))):
            raise RequestError(429, f"You may watch {most} matches of computers at a time.")
        if len(alone) >= ALONE_IN_ALL:
            raise RequestError(503, "This table has as many matches of computers going on as it can; come back later.")

    async def _seat(self, socket: WebSocket, room: MatchSession, chair: Client) -> None:
        """Sit down, obey, and stand up."""
        drop: Callable[[], None] | None = socket.scope.get("abort")
        if drop is not None:
            chair.outbox.drop = drop
        chair.outbox.write = socket.scope.get("write")
        sender = asyncio.create_task(send(socket, chair))
        try:
            await room.enter(chair)
            await self._obey(socket, room.row.id, chair)
        finally:
            room.leave(chair)
            chair.outbox.close()  # it ends even where being cancelled is lost on a send that was done just then
            sender.cancel()

    async def _obey(self, socket: WebSocket, match_id: str, chair: Client) -> None:
        bucket = self._asking.of(chair.address)
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            chair.send(await self._answer(message.get("text") or message.get("bytes") or "", match_id, chair, bucket))

    async def _answer(self, data: str | bytes, match_id: str, chair: Client, bucket: TokenBucket) -> bytes:
        ref = 0
        try:
            order = requests.read_order(data)
            ref = order.ref
            bucket.take()
            room = await self.house.room(match_id)
            with bucket.charged(), self.house.store.measures.orders.time():
                return await room.order(chair, order)
        except RequestError as refused:
            return self._refused(ref, refused)
        except StoreUnavailable:
            return self._refused(ref, AWAY)
        except Exception:
            log.exception("An order in match %s", match_id)
            return self._refused(ref, FAULT)

    def _refused(self, ref: int, why: RequestError) -> bytes:
        self.house.store.measures.refused.labels("order", str(why.status)).inc()
        return requests.refusal(ref, why)


async def send(socket: WebSocket, chair: Client) -> None:
    """Send what waits; a page that takes nothing for too long is dropped, and comes back for a whole view."""
    try:
        while (message := await chair.outbox.next()) is not None:
            async with asyncio.timeout(SLOW):
                await socket.send_text(message.decode())
        async with asyncio.timeout(SLOW):
            await socket.close(COME_BACK)
    except TimeoutError:
        chair.outbox.close()
        chair.outbox.drop()
    except (RuntimeError, WebSocketDisconnect):  # it has gone by itself
        chair.outbox.close()


async def shut(socket: WebSocket, refused: RequestError) -> None:
    """Say why in a message, for a reason given on closing must be short; then close."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(msgspec.json.encode({"type": "gone", **requests.error_body(refused)}).decode())
        await socket.close(4000 + refused.status, short(refused.message))


def short(reason: str) -> str:
    """A reason that fits into a closing frame."""
    return reason.encode()[:REASON].decode(errors="ignore")
