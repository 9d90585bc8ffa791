"""How requests are answered: JSON that nobody keeps, checked bodies, and refusals with their status."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from grognard.engine.game.plain_text import from_json
from grognard.server.api import requests
from grognard.server.api.requests import AWAY, FAULT, RequestError
from grognard.server.api.validation_messages import validation_message
from grognard.server.storage.store import StoreUnavailable
from grognard.server.web.compression import JSON
from grognard.server.web.limits import read_json

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]
log = logging.getLogger("grognard.server")


def reply(content: Any, status: int = 200) -> Response:
    """JSON that nobody keeps."""
    data = msgspec.json.encode(content)
    return Response(data, status, {"cache-control": "no-store"}, JSON)


def handle_errors(handler: Handler) -> Handler:
    """Turn refusals into their status, with nothing in them but what the sender may know."""

    async def inner(request: Request) -> Response:
        try:
            return await handler(request)
        except RequestError as refused:
            return reply(requests.error_body(refused), refused.status)
        except StoreUnavailable:
            return reply(requests.error_body(AWAY), AWAY.status)
        except Exception:
            log.exception("%s %s", request.method, request.url.path)
            return reply(requests.error_body(FAULT), FAULT.status)

    return inner


async def body(request: Request, kind: type[T], most: int) -> T:
    """What a request brings, of the type that is asked for."""
    try:
        return from_json(await read_json(request, most), kind)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise RequestError(400, f"This is not what is asked for: {validation_message(error)}.") from error
