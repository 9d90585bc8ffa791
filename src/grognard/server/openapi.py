"""The API described by itself, from the same types that check what comes in."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import msgspec

from grognard.server.api import requests
from grognard.server.studio import endpoints as studio
from grognard.server.web.compression import CompressedBody

STUDIO: dict[str, type] = {
    "begin": studio.Begin,
    "read": studio.Read,
    "play": studio.PlayIt,
    "keep": studio.Keep,
    "link": studio.Sent,
    "fair": studio.TryOut,
}
STUDIO_SAYS = {
    "begin": "A scenario to begin with",
    "read": "Lay out a scenario, with changes made to it first",
    "play": "Play a scenario against computer players",
    "keep": "Keep a scenario, open one, or list one's own",
    "link": "A link to a scenario",
    "fair": "Try a scenario out at two strengths",
}


@functools.cache
def packed_schema() -> CompressedBody:
    """The description as it is sent, made once."""
    return CompressedBody.of(msgspec.json.encode(schema()))


def schema() -> dict[str, Any]:
    """An OpenAPI 3.1 description of every request."""
    asked = (
        requests.NewMatch,
        requests.Claim,
        requests.MyMatches,
        requests.NewRematch,
        requests.Branch,
        requests.Mailbox,
        requests.Letters,
        requests.Pupil,
    )
    kinds = (*asked, requests.Hello, requests.Order, *STUDIO.values())
    refs, parts = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    new, claim, mine, again, branch, mailbox, letters, pupil, _, order, *studio = refs
    seat: list[dict[str, list[str]]] = [{"key": []}]
    at, of = _in_address("match"), _in_address("game", "lesson")
    return {
        "openapi": "3.1.0",
        "info": {"title": "Grognard table", "version": "1"},
        "paths": {
            "/api/games": {"get": _what("The games in the box.")},
            "/api/matches": {"post": _what("Set up a match.", new)},
            "/api/sides": {"post": _what("The sides a match would have.", new)},
            "/api/records": {"post": _what("Set up a match from a record file.")},
            "/api/mine": {"post": _what("How one's matches stand.", mine)},
            "/api/mail": {"post": _what("Where to be written to when it is one's turn.", mailbox)},
            "/api/school": {"post": _what("The lessons of every game, and what has been learnt.", pupil)},
            "/api/lessons/{game}/{lesson}/play": {**of, "post": _what("A match from the position of a lesson.")},
            "/api/matches/{match}": {**at, "get": _what("A match as a seat sees it.") | {"security": seat}},
            "/api/matches/{match}/claim": {**at, "post": _what("Take up an invitation.", claim)},
            "/api/matches/{match}/orders": {**at, "post": _what("Give an order.", order) | {"security": seat}},
            "/api/matches/{match}/rematch": {**at, "post": _what("The same again.", again) | {"security": seat}},
            "/api/matches/{match}/branch": {**at, "post": _what("Play on from there.", branch) | {"security": seat}},
            "/api/matches/{match}/mail": {**at, "post": _what("Letters about a seat.", letters) | {"security": seat}},
            "/api/matches/{match}/record": {**at, "get": _what("The record of a finished match.")},
            "/api/matches/{match}/verify": {**at, "get": _what("Check a finished match.")},
            "/api/matches/{match}/analysis": {**at, "get": _what("Look back at a finished match.")},
            "/api/matches/{match}/report": {**at, "get": _what("The story of a match as a page.") | {"security": seat}},
            **{f"/api/studio/{name}": {"post": _what(f"{says}.", ref)} for name, says, ref in _studio(studio)},
            "/api/studio/{game}": {**_in_address("game"), "get": _what("What there is to make scenarios with.")},
        },
        "components": {"schemas": parts, "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
    }


def _studio(refs: list[dict[str, Any]]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every order of the studio: its name, what it does, and what is sent with it."""
    for name, ref in zip(STUDIO, refs, strict=True):
        yield name, STUDIO_SAYS[name], ref


def _what(summary: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    plain: dict[str, Any] = {"summary": summary, "responses": {"200": {"description": "Done."}, "4XX": _ERROR}}
    if body is not None:
        plain["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    return plain


_ERROR = {"description": "Refused: `error` says why, `rule` names the rule if one forbids it. Nothing has changed."}


def _in_address(*names: str) -> dict[str, Any]:
    """What stands in an address."""
    text = {"type": "string"}
    return {"parameters": [{"name": name, "in": "path", "required": True, "schema": text} for name in names]}
