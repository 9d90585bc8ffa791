"""A real server on a real port: requests that never end, too many connections, forged headers, deaf readers."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from grognard.server.web.allowance import Limits
from grognard.server.web.connections import ConnectionLimiter
from tests.serving import Forked

PATCH = (
    "from grognard.server.web import connections; from grognard.server.matches import client; "
    "connections.HEAD = 1.0; client.WAITING = 1 << 16;"
)
SOCKET = (
    "GET /api/matches/{match}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forked]:
    with Forked(str(tmp_path_factory.mktemp("table")), rate=40, before=PATCH) as made:
        yield made


def opened(server: Forked, sent: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", server.port))
    connection.sendall(sent)
    connection.settimeout(30)
    return connection


def ends(connection: socket.socket) -> bool:
    """Is it closed at the other end, sooner or later?"""
    try:
        while connection.recv(65536):
            pass
    except ConnectionResetError:
        return True
    except TimeoutError:
        return False
    return True


def test_a_head_that_never_ends_is_not_waited_for(server: Forked) -> None:
    half, nothing = opened(server, b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: "), opened(server, b"")
    second = opened(server, b"GET /api/schema HTTP/1.1\r\nHost: x\r\n\r\n")
    assert second.recv(100).startswith(b"HTTP/1.1 200")
    second.sendall(b"GET /api/schema HTTP/1.1\r\nX-Slow: ")
    assert ends(half) and ends(nothing) and ends(second)


def test_whoever_is_answered_before_all_was_sent_is_not_listened_to_for_ever(server: Forked) -> None:
    head = b"POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 60000\r\n\r\nsome"
    connection = opened(server, head)
    assert connection.recv(100).startswith(b"HTTP/1.1 415")
    assert ends(connection)


def test_a_forged_header_does_not_step_round_the_limits(tmp_path: Path) -> None:
    with Forked(str(tmp_path), rate=1) as server, httpx.Client(base_url=server.address, timeout=60) as client:
        forged = ({"x-forwarded-for": f"10.0.0.{n}"} for n in range(100))
        assert any(client.post("/api/sides", json={}, headers=header).status_code == 429 for header in forged)


def test_a_page_that_reads_nothing_is_cut_off(server: Forked) -> None:
    wish = {"game": "korsun", "scenario": "campaign"}
    match = httpx.post(f"{server.address}/api/matches", json=wish, timeout=60).json()["match"]
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    deaf.connect(("127.0.0.1", server.port))
    deaf.sendall(SOCKET.format(match=match).encode())
    deaf.sendall(frame('{"hello":""}'))
    until = time.monotonic() + 60
    with pytest.raises((BrokenPipeError, ConnectionResetError)):
        while time.monotonic() < until:
            deaf.sendall(frame('{"do":"at","frame":0}'))
            time.sleep(0.01)


def frame(text: str) -> bytes:
    return bytes([0x81, 0x80 | len(text)]) + bytes(4) + text.encode()


def test_one_address_has_so_many_connections_and_a_proxy_any_number() -> None:
    door = ConnectionLimiter(["10.0.0.0/8"], Limits(connections=2))
    assert [door.come("192.168.0.1") for _ in range(3)] == [True, True, False]
    assert all(door.come("10.1.2.3") for _ in range(5))
    for _ in range(3):
        door.go("192.168.0.1")
    assert door.come("192.168.0.1")
    assert door.come("")


def test_connections_over_the_limit_are_cut_and_others_served(tmp_path: Path) -> None:
    before = "from grognard.server.web import allowance as a; a.STANDARD = a.Limits(connections=5);"
    with Forked(str(tmp_path), before=before) as server:
        with contextlib.ExitStack() as kept:
            for _ in range(5):
                kept.enter_context(opened(server, b""))
            assert ends(opened(server, b""))
        deadline: Any = time.monotonic() + 30
        while time.monotonic() < deadline:
            with contextlib.suppress(httpx.TransportError):
                assert httpx.get(f"{server.address}/api/schema", timeout=30).status_code == 200
                return
    raise AssertionError("nobody is let in any more")
