"""Computer players that take their time hold nobody up, and do not outlive the server."""

from __future__ import annotations

import contextlib
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient
from websockets.sync.client import connect

from bench.serving import Served
from grognard.engine import Action, Ask, Match
from grognard.server.matches import computer_players
from tests.server.play import Ponderer, look, new_match, order, take

TWO = {"options": {"players": "2"}}


@pytest.fixture
def ponderer(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ponderer]:
    made = Ponderer()
    monkeypatch.setattr(computer_players, "make_player", lambda _: made)
    yield made
    made.enough.set()


def until_it_thinks(table: TestClient, ponderer: Ponderer) -> tuple[str, str]:
    """A match in which it is the computer's turn."""
    match, key, _ = new_match(table, seats={"german-2": "regular"}, pace=0, **TWO)
    for _ in range(200):
        scene = look(table, match, key)
        if scene["asked"] == ["german-2"]:
            assert ponderer.thinking.wait(30)
            return match, key
        assert take(table, match, key, scene).status_code == 200
    raise AssertionError("the computer was never asked")


def test_while_computers_think_other_matches_go_on(table: TestClient, ponderer: Ponderer) -> None:
    for _ in range(8):
        until_it_thinks(table, ponderer)
    match, key, _ = new_match(table)
    for _ in range(5):
        assert take(table, match, key, look(table, match, key)).status_code == 200
    with table.websocket_connect(f"/api/matches/{match}/live") as socket:
        socket.send_json({"hello": key})
        assert socket.receive_json()["decision"] == 5
    assert table.post("/api/mine", json={"matches": [{"match": match, "key": key}]}).json()["matches"]


def test_while_it_thinks_one_may_talk_look_back_and_resign(table: TestClient, ponderer: Ponderer) -> None:
    match, key = until_it_thinks(table, ponderer)
    now = look(table, match, key)["decision"]
    assert order(table, match, key, do="say", text="take your time").status_code == 200
    assert order(table, match, key, do="at", frame=0).status_code == 200
    assert order(table, match, key, do="resign", decision=now, side="german").status_code == 200
    ponderer.enough.set()
    time.sleep(0.2)  # too short a time can only hide that the answer counted, never the reverse
    assert look(table, match, key)["decision"] == now + 1, "its answer came too late and counts for nothing"


class Broken:
    """Cannot answer anything."""

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        raise ZeroDivisionError


def test_a_player_that_fails_does_not_stop_the_match(table: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computer_players, "make_player", lambda _: Broken())
    monkeypatch.setattr(computer_players, "PAUSE", 0.0)
    match, key, _ = new_match(table, seats={"german-2": "regular"}, pace=0, **TWO)
    others = 0
    for _ in range(400):
        scene = look(table, match, key)
        if scene["asked"] == ["german-2"]:
            time.sleep(0.02)
        else:
            others += scene["view"]["turn"] > 0
            if others > 5:
                return
            assert take(table, match, key, scene).status_code == 200
    raise AssertionError("the match has stopped")


def children(process: int) -> list[int]:
    """The processes another one has started, from whichever thread."""
    found: list[int] = []
    for thread in Path(f"/proc/{process}/task").iterdir():
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            found += map(int, (thread / "children").read_text().split())
    return found


def is_running(process: int) -> bool:
    status = Path(f"/proc/{process}/stat")
    return status.exists() and status.read_text().rsplit(")", 1)[1].split()[0] != "Z"


def scene_of(socket: Any) -> Any:
    while True:
        got = json.loads(socket.recv(timeout=120))
        if got.get("type") == "scene":
            return got


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at processes as Linux lists them")
def test_search_processes_die_with_a_killed_server(tmp_path: Path) -> None:
    server = Served(str(tmp_path)).start()
    seats = {"british": "grognard", "german": "grognard"}
    wish = {"game": "panzer-blitz", "scenario": "esquay", "seats": seats, "pace": 0}
    made = httpx.post(f"{server.address}/api/matches", json=wish, timeout=60).json()
    with connect(f"ws://127.0.0.1:{server.port}/api/matches/{made['match']}/live", max_size=None) as socket:
        socket.send(json.dumps({"hello": ""}))
        while not scene_of(socket)["decision"]:
            pass
    started = children(server.process.pid)
    assert started, "nothing thinks in a process of its own"
    server.kill()
    patience = time.monotonic() + 30
    while any(map(is_running, started)) and time.monotonic() < patience:
        time.sleep(0.1)
    assert not [p for p in started if is_running(p)], "a search goes on without its server"
