"""The gate: requests must be meant for this table, and what changes anything must not come from another site's page."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

import msgspec
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from grognard.server.api.requests import RequestError, error_body

HARMLESS = ("GET", "HEAD", "OPTIONS")
ELSEWHERE = RequestError(403, "This was sent by a page of another site.")
UNKNOWN = RequestError(421, "This table does not go by that name. Whoever runs it can say that it does: --name NAME.")


class HostCheck:
    """Lets in what is meant for this table. Without `names` it may be asked by any name."""

    def __init__(self, app: ASGIApp, names: Iterable[str] | None = None) -> None:
        self.app = app
        self.names = None if names is None else {"localhost", own_name(), f"{own_name()}.local", *map(str.lower, names)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refusal(scope) if scope["type"] in ("http", "websocket") else None
        if refused is None:
            return await self.app(scope, receive, send)
        if scope["type"] == "websocket":
            return await send({"type": "websocket.close", "code": 1008, "reason": refused.message})
        answer = Response(msgspec.json.encode(error_body(refused)), refused.status, media_type="application/json")
        await answer(scope, receive, send)

    def _refusal(self, scope: Scope) -> RequestError | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if self.names is not None and not self._is_own(host):
            return UNKNOWN
        origin = headers.get("origin")
        if origin is None or (scope["type"] == "http" and scope["method"] in HARMLESS):
            return None
        return None if urlsplit(origin.lower()).netloc == host else ELSEWHERE

    def _is_own(self, host: str) -> bool:
        """Is it an address, or one of the table's names? No stranger's name can lead a browser to an address."""
        assert self.names is not None
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name in self.names or bool(ipaddress.ip_address(name))
        except ValueError:
            return False


def own_name() -> str:
    """What this machine calls itself."""
    return socket.gethostname().lower()
