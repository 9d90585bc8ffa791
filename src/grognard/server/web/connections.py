"""Connections as the server meets them: how long they may take over a request, and how many one address may have."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Iterable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from grognard.server.web import allowance
from grognard.server.web.allowance import Count, Limits, counted_as

HEAD = 20.0  # seconds for the head of a request, and for what is left of its body when it has been answered


class ConnectionLimiter:
    """Counts the connections of each address. Proxies, through which everybody comes, are not counted."""

    def __init__(self, proxies: Iterable[str] = (), limits: Limits | None = None) -> None:
        self.proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in proxies]
        allowed = limits or allowance.STANDARD
        self._open = Count(allowed.connections, allowed.times)

    def come(self, address: str) -> bool:
        """One more connection; False if it is one too many."""
        return self._open.come(counted_as(address)) or self._is_proxy(address)

    def go(self, address: str) -> None:
        """One less."""
        self._open.go(counted_as(address))

    def _is_proxy(self, address: str) -> bool:
        return bool(address) and any(ipaddress.ip_address(address) in proxy for proxy in self.proxies)

    def http(self) -> type[HttpToolsProtocol]:
        """The protocol for HTTP at this door."""
        return type("Http", (Http,), {"door": self})

    def websockets(self) -> type[WebSocketsSansIOProtocol]:
        """The protocol for WebSockets at this door."""
        return type("Socket", (Socket,), {"door": self})


class Http(HttpToolsProtocol):
    """HTTP that waits for nobody for ever."""

    door: ConnectionLimiter
    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()
        if not self.door.come(address_of(transport)):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._has_come()
        self.door.go(address_of(self.transport))
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._expect()

    def on_headers_complete(self) -> None:
        self._has_come()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.more_body:  # answered before all of it has come
            self._expect()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        if self._late is not None:  # the rest of what was answered already: now for the next head
            self.cycle.more_body = False
            self._expect()

    def _expect(self) -> None:
        """Something must come in time."""
        self._has_come()
        self._late = self.loop.call_later(HEAD, self._drop)

    def _has_come(self) -> None:
        if self._late is not None:
            self._late.cancel()
        self._late = None

    def _drop(self) -> None:
        self.transport.abort()


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket that the table can cut off at once, whatever still waits to be read at the other end.

    A message need not wait for a task to send it where the other end takes what it is sent.
    """

    door: ConnectionLimiter

    async def run_asgi(self) -> None:
        scope: dict[str, Any] = self.scope  # type: ignore[assignment]
        scope["abort"], scope["write"] = self.transport.abort, self.write
        await super().run_asgi()

    def write(self, message: bytes) -> bool:
        """Have a text on its way at once, if nothing stands in its way."""
        if self.disconnected or self.close_sent or self.transport.is_closing() or not self.writable.is_set():
            return False
        try:
            self.conn.send_text(message)
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def keepalive_timeout(self) -> None:
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.door.go(address_of(self.transport))
        super().connection_lost(exc)


def address_of(transport: asyncio.BaseTransport) -> str:
    """Where a connection comes from."""
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple | list) and peer else ""
