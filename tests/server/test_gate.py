"""The gate: names, other sites' pages, bodies that are no JSON or never come to an end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from grognard.server.api.requests import RequestError
from grognard.server.api.validation_messages import validation_message
from grognard.server.app import WebApp
from grognard.server.storage.store import Store, sqlite_url
from grognard.server.web import limits
from grognard.server.web.host_check import own_name
from grognard.server.web.limits import read_body
from tests.server.play import GAME, SCENARIO, new_match

WISH = {"game": GAME, "scenario": SCENARIO}


@pytest.fixture
def named(tmp_path: Path) -> Any:
    """A table known as table.example."""
    with TestClient(WebApp(Store(sqlite_url(tmp_path)), names=["Table.Example"]).app()) as client:
        yield client


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:8000", "192.168.1.7", "[::1]:8000", "localhost:8000", "table.example", "TABLE.example:443", own_name()],
)
def test_it_answers_to_its_addresses_and_its_names(named: TestClient, host: str) -> None:
    assert named.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "localhost.evil.example", "["])
def test_it_answers_to_no_other_name(named: TestClient, host: str) -> None:
    got = named.get("/api/games", headers={"host": host})
    assert got.status_code == 421 and "--name" in got.json()["error"]
    assert got.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://testserver.evil.example", "http://testserver:1"]
)
def test_a_page_of_another_site_can_change_nothing(table: TestClient, origin: str) -> None:
    head = {"origin": origin}
    assert table.post("/api/matches", json=WISH, headers=head).status_code == 403
    assert table.post("/api/records", content=b"", headers=head).status_code == 403
    match, _, _ = new_match(table)
    with (
        pytest.raises(WebSocketDisconnect),
        table.websocket_connect(f"/api/matches/{match}/live", headers=head) as page,
    ):
        page.receive_json()


def test_its_own_page_can(table: TestClient) -> None:
    head = {"origin": "http://testserver"}
    made = table.post("/api/matches", json=WISH, headers=head)
    assert made.status_code == 201
    with table.websocket_connect(f"/api/matches/{made.json()['match']}/live", headers=head) as page:
        page.send_json({"hello": ""})
        assert page.receive_json()["type"] == "scene"


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_what_does_not_say_that_it_is_json_is_refused(table: TestClient, kind: str) -> None:
    body = b'{"game":"night-fight","scenario":"ghost-column"}'
    assert table.post("/api/matches", content=body, headers={"content-type": kind}).status_code == 415
    said = {"content-type": "application/json; charset=utf-8"}
    assert table.post("/api/matches", content=body, headers=said).status_code == 201


class Trickle:
    """A request whose body never comes to an end."""

    headers: dict[str, str] = {}

    def __init__(self, *parts: bytes) -> None:
        self.parts = parts

    async def stream(self) -> AsyncIterator[bytes]:
        for part in self.parts:
            yield part
        await asyncio.Event().wait()


def test_a_body_that_trickles_is_not_waited_for(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PATIENCE", 0.02)
    with pytest.raises(RequestError) as refused:
        run(read_body(Trickle(b'{"do":'), 1000))  # type: ignore[arg-type]
    assert refused.value.status == 408


def test_a_body_that_keeps_coming_gets_its_time(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PATIENCE", 0.02)
    monkeypatch.setattr(limits, "SLOWEST", 1)

    async def slow() -> bytes:
        class Whole(Trickle):
            async def stream(self) -> AsyncIterator[bytes]:
                for part in self.parts:
                    yield part
                    await asyncio.sleep(0.03)

        return await read_body(Whole(b"one ", b"two ", b"three"), 1000)  # type: ignore[arg-type]

    assert run(slow()) == b"one two three"


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("Expected `str` matching regex '^[^\\\\x00]*$' - at `$.scenario`", "in scenario, it holds a character"),
        ("Object missing required field `game`", "game is missing"),
        ("Object contains unknown field `x`", "there is no x"),
        ("Expected `str`, got `int` - at `$.seats[...]`", "in seats, it must be text"),
        ("Expected `str`, got `int` - at `$.matches[0].key`", "in matches.key, it must be text"),
        ("Expected `float` <= 10.0 - at `$.pace`", "in pace, it must be 10.0 or less"),
        ("Expected `array` of length <= 60 - at `$.matches`", "in matches, it may have 60 entries at most"),
        ("Invalid value 'fly' - at `$.do`", "in do, fly is not one of the choices"),
        ("JSON is malformed: invalid character (byte 0)", "it is no JSON"),
    ],
)
def test_what_is_wrong_is_said_in_words(said: str, words: str) -> None:
    assert validation_message(ValueError(said)).startswith(words)


def test_no_refusal_shows_how_the_validator_is_written(table: TestClient) -> None:
    bodies = [
        {"game": "night-fight", "scenario": "a\0"},
        {"game": 3},
        {"game": "a", "scenario": "b", "pace": 99},
        {"game": "a" * 99, "scenario": "b"},
        [],
    ]
    for body in bodies:
        said = table.post("/api/matches", json=body).json()["error"]
        assert not any(mark in said for mark in "`$\\^"), said
