"""The API described by itself, from the table of endpoints and the types that check what comes in."""

from __future__ import annotations

import functools
import re
from typing import Any

import msgspec

from grognard.server.api import requests
from grognard.server.endpoints import ENDPOINTS, Endpoint
from grognard.server.web.compression import CompressedBody

REFUSED = {"description": "Refused: `error` says why, `rule` names the rule if one forbids it. Nothing has changed."}
REF = "#/components/schemas/{name}"


@functools.cache
def packed_schema() -> CompressedBody:
    """The description as it is sent, made once."""
    return CompressedBody.of(msgspec.json.encode(schema()))


def schema() -> dict[str, Any]:
    """An OpenAPI 3.1 description of every request."""
    kinds = dict.fromkeys(kind for each in ENDPOINTS.values() for kind in (each.sent, each.got) if kind is not None)
    kinds.pop(bytes)
    refs, parts = msgspec.json.schema_components([*kinds, requests.Hello], ref_template=REF)
    known = dict(zip(kinds, refs, strict=False))
    paths: dict[str, dict[str, Any]] = {}
    for address, endpoint in ENDPOINTS.items():
        method, path = address.split(" ")
        paths.setdefault(path, _parameters(path))[method.lower()] = _operation(endpoint, known)
    key = {"type": "http", "scheme": "bearer"}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Grognard server", "version": "1"},
        "paths": paths,
        "components": {"schemas": parts, "securitySchemes": {"seat": key, "operator": key}},
    }


def _operation(endpoint: Endpoint, known: dict[type, dict[str, Any]]) -> dict[str, Any]:
    done: dict[str, Any] = {"description": "Done."}
    if endpoint.got is not None:
        done["content"] = {"application/json": {"schema": known[endpoint.got]}}
    operation: dict[str, Any] = {"summary": endpoint.does, "responses": {"200": done, "4XX": REFUSED}}
    if endpoint.sent is bytes:
        operation["requestBody"] = {"required": True, "content": {"application/octet-stream": {}}}
    elif endpoint.sent is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": known[endpoint.sent]}}}
    if endpoint.key:
        operation["security"] = [{endpoint.key: []}]
    return operation


def _parameters(path: str) -> dict[str, Any]:
    """What stands in an address."""
    names, text = re.findall(r"{(\w+)}", path), {"type": "string"}
    if not names:
        return {}
    return {"parameters": [{"name": name, "in": "path", "required": True, "schema": text} for name in names]}
