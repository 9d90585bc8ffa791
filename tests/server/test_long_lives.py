"""A table that is never switched off: memory stays flat, long matches stay quick, restarts lose nothing."""

from __future__ import annotations

import contextlib
import gc
import json
import time
from pathlib import Path
from typing import Any

import httpx
from starlette.testclient import TestClient
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from bench.postgres import new_database
from bench.serving import free_port
from grognard.engine import Match
from grognard.server.app import WebApp
from grognard.server.matches.session import MatchSession
from tests.server.play import GAME, SCENARIO, bearer, look, new_match, order, take
from tests.serving import Forked

MANY, LONG = 12, 300
LAST = 2  # a match that was left a moment ago may still be at hand, with its room
AWAY = (ConnectionClosed, OSError, TimeoutError)


def held(*kinds: type) -> int:
    """Objects of these kinds that are in memory."""
    gc.collect()
    return sum(isinstance(thing, kinds) for thing in gc.get_objects())


def test_of_matches_that_were_opened_played_and_left_nothing_stays_in_memory(app: WebApp, table: TestClient) -> None:
    before = held(MatchSession, Match)
    for _ in range(MANY):
        match, key, _ = new_match(table, seats={"german-2": "regular"}, options={"players": "2"}, pace=0)
        with table.websocket_connect(f"/api/matches/{match}/live") as page:
            page.send_json({"hello": key})
            scene = page.receive_json()
            if scene["ask"]:
                assert take(table, match, key, scene).status_code == 200
            order(table, match, key, do="at", frame=0)
    assert len(list(app.house.rooms)) == MANY
    until = time.monotonic() + 60
    while list(app.house.rooms):
        app.house.evict_idle(-1.0)
        assert time.monotonic() < until, "nobody is there, and nobody thinks"
        time.sleep(0.05)
    assert held(MatchSession, Match) <= before + LAST, "they are gone, and not only from the list"


def test_a_match_of_very_many_answers_is_as_quick_and_no_larger(app: WebApp, table: TestClient) -> None:
    """Answers and undos by turns: a record grows by both."""
    match, key, _ = new_match(table, game="folio", scenario="sidi-zahran")
    spent: list[float] = []
    for _ in range(LONG):
        scene = look(table, match, key)
        begun = time.thread_time()
        assert take(table, match, key, scene).status_code == 200
        again = look(table, match, key)
        assert order(table, match, key, do="undo", decision=again["decision"]).status_code == 200
        spent.append(time.thread_time() - begun)
    assert look(table, match, key)["decision"] == scene["decision"] + 2
    early, late = sorted(spent[20 : LONG // 3])[20], sorted(spent[-LONG // 3 :])[20]
    assert late < 3 * early + 0.01, "the last answers cost no more than the first"
    app.house._rooms.clear()
    begun = time.thread_time()
    assert look(table, match, key)["view"]
    assert time.thread_time() - begun < 5.0, "it is opened from its latest position"


class Player:
    """A page that comes back by itself, to whichever server is there, and goes on where the match stands."""

    def __init__(self, ports: list[int], match: str, key: str) -> None:
        self.ports, self.match, self.key = ports, match, key
        self.socket: ClientConnection | None = None
        self.open = contextlib.ExitStack()  # every page that was ever open
        self.acknowledged = self.returns = self.turn = 0

    def come(self) -> Any:
        """Sit down somewhere; the scene."""
        until = time.monotonic() + 120
        while True:
            assert time.monotonic() < until, "nobody answers"
            self.turn += 1
            port = self.ports[self.turn % len(self.ports)]
            with contextlib.suppress(*AWAY):
                live = f"ws://127.0.0.1:{port}/api/matches/{self.match}/live"
                self.socket = self.open.enter_context(connect(live, max_size=None))
                self.socket.send(json.dumps({"hello": self.key}))
                self.returns += 1
                return self._scene()
            time.sleep(0.05)

    def _scene(self) -> Any:
        assert self.socket is not None
        while (got := json.loads(self.socket.recv(timeout=60))).get("type") != "scene":
            pass
        return got

    def answer(self) -> None:
        """One answer that is acknowledged, however often one has to come back for it."""
        while True:
            with contextlib.suppress(*AWAY):
                scene = self.come() if self.socket is None else self._look()
                action = scene["ask"]["choices"][0]["action"]
                wish = {"do": "take", "decision": scene["decision"], "action": action, "ref": 7}
                assert self.socket is not None
                self.socket.send(json.dumps(wish))
                while (got := json.loads(self.socket.recv(timeout=60))).get("re") != 7:
                    pass
                if "error" not in got:
                    self.acknowledged = scene["decision"] + 1
                    return
            self.socket = None

    def _look(self) -> Any:
        for port in self.ports:
            with contextlib.suppress(httpx.TransportError):
                got = httpx.get(
                    f"http://127.0.0.1:{port}/api/matches/{self.match}", headers=bearer(self.key), timeout=60
                )
                if got.status_code == 200:
                    return got.json()
        raise OSError("nobody answers")


def test_servers_are_restarted_one_after_the_other_and_pages_come_back(postgres: str, tmp_path: Path) -> None:
    database, ports = new_database(postgres, "rolling"), [free_port(), free_port()]

    def raised(number: int) -> Forked:
        server = Forked(str(tmp_path), database)
        server.port, server.address = ports[number], f"http://127.0.0.1:{ports[number]}"
        return server.start()

    servers = [raised(0), raised(1)]
    try:
        wish = {"game": GAME, "scenario": SCENARIO}
        made = httpx.post(f"{servers[0].address}/api/matches", json=wish, timeout=60).json()
        player = Player(ports, made["match"], made["key"])
        for number in (0, 1, 0, 1):
            for _ in range(3):
                player.answer()
            servers[number].__exit__(None, None, None)
            player.answer()
            servers[number] = raised(number)
            player.answer()
        shown = httpx.get(f"{servers[1].address}/api/matches/{player.match}", headers=bearer(player.key), timeout=60)
        assert shown.json()["decision"] == player.acknowledged >= 20, "nothing that was acknowledged is lost"
        assert player.returns >= 3, "it was sent away and came back"
        player.open.close()
    finally:
        for server in servers:
            server.__exit__(None, None, None)
