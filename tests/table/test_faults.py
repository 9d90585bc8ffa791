"""The server killed at any moment: every acknowledged move is there afterwards, every other absent or whole."""

from __future__ import annotations

import os
import random
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from bench.serving import Served
from grognard.engine import SHELF, Match, find_game, verify
from grognard.table.loading import load_match, record_of
from grognard.table.store import Store
from tests.table.play import GAME

KILLS = int(os.environ.get("GROGNARD_FAULT_KILLS", "3"))
TOGETHER = 4  # matches at the table when the server is killed
GAMES = list(SHELF)


class Visitor(threading.Thread):
    """Plays a match at random until the server is gone; knows what was acknowledged."""

    def __init__(self, address: str, seed: int, game: str = GAME) -> None:
        super().__init__(daemon=True)
        self.address, self.rng = address, random.Random(seed)
        wish = {"game": game, "scenario": next(iter(SHELF[game].scenarios))}
        made = httpx.post(f"{address}/api/matches", json=wish, timeout=60).json()
        self.match, self.key, self.acknowledged = made["match"], made["key"], 0

    def look(self, client: httpx.Client) -> Any:
        return client.get(f"/api/matches/{self.match}").json()

    def run(self) -> None:
        head = {"authorization": f"Bearer {self.key}"}
        with httpx.Client(base_url=self.address, headers=head, timeout=60) as client:
            try:
                while self.step(client):
                    pass
            except httpx.TransportError:
                return

    def step(self, client: httpx.Client) -> bool:
        scene = self.look(client)
        if scene["result"]:
            return False
        action = self.rng.choice(scene["ask"]["choices"])["action"]
        order = {"do": "take", "decision": scene["decision"], "action": action, "side": scene["ask"]["side"]}
        got = client.post(f"/api/matches/{self.match}/orders", json=order)
        assert got.status_code == 200, got.text
        self.acknowledged = scene["decision"] + 1
        return True


def test_a_killed_server_loses_nothing_it_has_acknowledged(url: str, tmp_path: Path, run: Any) -> None:
    folder = str(tmp_path / "data")
    database = "" if url.startswith("sqlite") else url
    rng = random.Random(11)
    played: list[Visitor] = []
    while len(played) < KILLS * TOGETHER:
        server = Served(folder, database).start()
        games = [GAMES[(len(played) + i) % len(GAMES)] for i in range(TOGETHER)]
        visitors = [Visitor(server.address, rng.randrange(10**6), game) for game in games]
        for visitor in visitors:
            visitor.start()
        let_play(visitors, rng)
        server.kill()
        for visitor in visitors:
            visitor.join()
        played += visitors
    assert sum(visitor.acknowledged for visitor in played) > len(played), "hardly anything was played"
    check_records(server.store(), played, run)
    check_after_restart(folder, database, played)


def check_records(store: Store, played: list[Visitor], run: Any) -> None:
    """Every record replays, die by die and digest by digest, to the very position that was kept beside it."""
    for visitor in played:
        row, _, bodies, snapshot = run(store.whole(visitor.match))
        record = record_of(bodies, row, store.key)
        match = Match.from_record(record)
        assert verify(record).whole
        assert match.number == snapshot.decision and snapshot.lines == len(bodies)
        assert match.state.digest() == find_game(row.game).rules.codec.read_state(snapshot.state).digest()
    store.close()


def let_play(visitors: list[Visitor], rng: random.Random) -> None:
    """Until so many moves are acknowledged, and then some moments."""
    wanted, patience = rng.randrange(4, 40), time.monotonic() + 60
    while sum(visitor.acknowledged for visitor in visitors) < wanted and time.monotonic() < patience:
        time.sleep(0.002)
    time.sleep(rng.uniform(0, 0.02))


def check_after_restart(folder: str, database: str, played: list[Visitor]) -> None:
    with Served(folder, database) as server:
        for visitor in played:
            head = {"authorization": f"Bearer {visitor.key}"}
            with httpx.Client(base_url=server.address, headers=head, timeout=60) as client:
                now = visitor.look(client)["decision"]
                assert visitor.acknowledged <= now <= visitor.acknowledged + 1
                visitor.step(client)


@pytest.fixture
def stored(url: str, tmp_path: Path) -> Any:
    """A store with one match that a killed server has left behind."""
    folder, database = str(tmp_path / "data"), "" if url.startswith("sqlite") else url
    server = Served(folder, database).start()
    visitor = Visitor(server.address, 3)
    visitor.start()
    let_play([visitor], random.Random(3))
    server.kill()
    visitor.join()
    store = server.store()
    yield store, visitor.match
    store.close()


def test_what_is_left_replays_to_the_very_snapshot_and_verifies(stored: Any, run: Any) -> None:
    store, match_id = stored
    row, _, bodies, snapshot = run(store.whole(match_id))
    match = load_match(row, bodies, snapshot)
    assert snapshot.lines == len(bodies)
    assert match.number == snapshot.decision
    kept = find_game(row.game).rules.codec.read_state(snapshot.state)
    assert kept.digest() == match.state.digest()
    assert verify(record_of(bodies, row, store.key)).answers == match.number
