"""Several server processes on one PostgreSQL: one match, wherever its players come in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from bench.postgres import new_database
from bench.serving import Served
from grognard.engine.record import TakeLine
from grognard.table.loading import decode_lines, load_match
from tests.table.play import GAME, SCENARIO


@pytest.fixture(scope="module")
def both(postgres: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Served]]:
    """Two tables on one database."""
    folder, database = str(tmp_path_factory.mktemp("both")), new_database(postgres, "two_processes")
    with Served(folder, database) as one, Served(folder, database) as two:
        yield one, two


def scene_of(socket: Any) -> Any:
    while True:
        got = json.loads(socket.recv(timeout=60))
        if got.get("type") == "scene":
            return got


def test_a_move_made_through_one_process_shows_through_the_other(both: tuple[Served, Served]) -> None:
    one, two = both
    wish = {"game": GAME, "scenario": SCENARIO}
    made = httpx.post(f"{one.address}/api/matches", json=wish, timeout=60).json()
    head = {"authorization": f"Bearer {made['key']}"}
    where = f"/api/matches/{made['match']}"
    with connect(f"ws://127.0.0.1:{two.port}{where}/live") as socket:
        socket.send(json.dumps({"hello": made["key"]}))
        first = scene_of(socket)
        for ahead, behind in ((one, two), (two, one)):
            scene = httpx.get(behind.address + where, headers=head, timeout=60).json()
            action = scene["ask"]["choices"][0]["action"]
            order = {"do": "take", "decision": scene["decision"], "action": action}
            got = httpx.post(f"{ahead.address}{where}/orders", json=order, headers=head, timeout=60)
            assert got.status_code == 200, got.text
            shown = scene_of(socket)
            assert shown["decision"] == scene["decision"] + 1 > first["decision"]


def test_the_same_decision_answered_through_both_counts_once(both: tuple[Served, Served]) -> None:
    one, two = both
    wish = {"game": GAME, "scenario": SCENARIO}
    made = httpx.post(f"{one.address}/api/matches", json=wish, timeout=60).json()
    head = {"authorization": f"Bearer {made['key']}"}
    where = f"/api/matches/{made['match']}"
    scenes = [httpx.get(server.address + where, headers=head, timeout=60).json() for server in (one, two)]
    assert scenes[0]["decision"] == scenes[1]["decision"] == 0
    answers = []
    for server, scene in zip((one, two), scenes, strict=True):
        order = {"do": "take", "decision": 0, "action": scene["ask"]["choices"][0]["action"]}
        answers.append(httpx.post(f"{server.address}{where}/orders", json=order, headers=head, timeout=60))
    assert sorted(answer.status_code for answer in answers) == [200, 409]
    for server in (one, two):
        assert httpx.get(server.address + where, headers=head, timeout=60).json()["decision"] == 1


def test_computer_players_watched_through_both_answer_every_question_once(
    both: tuple[Served, Served], run: Any
) -> None:
    one, two = both
    wish = {"game": GAME, "scenario": SCENARIO, "seats": {"german": "recruit"}, "pace": 0}
    made = httpx.post(f"{one.address}/api/matches", json=wish, timeout=60).json()
    where = f"/api/matches/{made['match']}/live"
    with (
        connect(f"ws://127.0.0.1:{one.port}{where}", max_size=None) as here,
        connect(f"ws://127.0.0.1:{two.port}{where}", max_size=None) as there,
    ):
        seen: list[list[int]] = []
        for socket in (here, there):
            socket.send(json.dumps({"hello": ""}))
        for socket in (here, there):
            numbers = [scene_of(socket)["decision"]]
            while numbers[-1] < 25:
                numbers.append(scene_of(socket)["decision"])
            seen.append(numbers)
    assert all(numbers == sorted(numbers) for numbers in seen)
    store = one.store()
    row, _, bodies, snapshot = run(store.whole(made["match"]))
    store.close()
    answers = [line for line in decode_lines(bodies) if isinstance(line, TakeLine)]
    match = load_match(row, bodies, snapshot)
    assert match.number == snapshot.decision == len(answers) >= 25
