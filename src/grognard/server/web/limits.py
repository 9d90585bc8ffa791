"""What keeps the table standing: how much and how often one may ask, and headers that keep a page to itself."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator

from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from grognard.server.api.requests import RequestError
from grognard.server.web.allowance import ROOMY, STANDARD, counted_as, place_of

BODY = 64 * 1024
RECORD = 8 * 1024 * 1024
PATIENCE = 20.0  # seconds for a body to begin to arrive
SLOWEST = 4096  # bytes a second from then on
DUE = 0.005  # seconds of the table's own time that a request may take; what takes longer counts like several
COSTLY = 10  # requests that one counts for at most

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), interest-cohort=()",
}
_RAW = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


def who(request: HTTPConnection) -> str:
    """Whom to count a request against."""
    return counted_as(request.client.host) if request.client else "?"


class TokenBucket:
    """So many at once, refilled at a rate a second."""

    __slots__ = ("_at", "_left", "burst", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._left, self._at = burst, time.monotonic()

    def take(self) -> None:
        """One more, or Refused."""
        now = time.monotonic()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            raise RequestError(429, "Too many requests; wait a moment.")
        self._left -= 1

    @contextlib.contextmanager
    def charged(self) -> Iterator[None]:
        """What is done here on the table's own time counts like several requests if it takes long."""
        begun = time.thread_time()
        try:
            yield
        finally:
            self._left -= min(max((time.thread_time() - begun) / DUE - 1, 0), COSTLY)


class Buckets:
    """A bucket for each address; the oldest are forgotten. Those of one place have one together, too."""

    def __init__(
        self, rate: float, burst: float, times: Callable[[str], float] = STANDARD.times, most: int = 10_000
    ) -> None:
        self.rate, self.burst, self.times, self.most = rate, burst, times, most
        self._known: OrderedDict[str, TokenBucket] = OrderedDict()

    def of(self, who: str, roomy: float = 1.0) -> TokenBucket:
        """The bucket of this address."""
        bucket = self._known.get(who)
        if bucket is None:
            times = roomy * self.times(who)
            bucket = self._known[who] = TokenBucket(self.rate * times, self.burst * times)
            if len(self._known) > self.most:
                self._known.popitem(last=False)
        self._known.move_to_end(who)
        return bucket

    def take(self, who: str) -> None:
        """One more for this address, or Refused."""
        if place := place_of(who):
            self.of(place, ROOMY).take()
        self.of(who).take()


class SecureHeaders:
    """Puts the security headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}  # a page may come with a policy of its own
                message["headers"] = [*message["headers"], *(pair for pair in _RAW if pair[0] not in own)]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


async def read_body(request: Request, most: int) -> bytes:
    """A request's body, never more than so many bytes of it, and not if it trickles."""
    length = request.headers.get("content-length", "")
    too_long = RequestError(413, f"That is too long: {most} bytes at most.")
    if length.isdigit() and int(length) > most:
        raise too_long
    parts: list[bytes] = []
    size, begun = 0, time.monotonic()
    stream = aiter(request.stream())
    while True:
        try:
            left = begun + PATIENCE + size / SLOWEST - time.monotonic()
            part = await asyncio.wait_for(anext(stream), max(left, 0))
        except StopAsyncIteration:
            return b"".join(parts)
        except TimeoutError:
            raise RequestError(408, "That took too long to arrive.") from None
        size += len(part)
        if size > most:
            raise too_long
        parts.append(part)


async def read_json(request: Request, most: int) -> bytes:
    """The body of a request that says it is JSON; no form of a page elsewhere can say so."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise RequestError(415, "Send JSON, and say so: content-type: application/json.")
    return await read_body(request, most)
