"""Several server processes on one PostgreSQL: one match, wherever its players come in."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from bench.postgres import new_database
from bench.serving import Served
from grognard.engine.records.record import TakeLine
from grognard.server.storage.loading import decode_lines, load_match
from tests.server.play import GAME, SCENARIO
from tests.studio.test_studio import small_battle


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


# ------------------------------------------------------------ the studio


def test_a18_what_is_kept_or_sent_at_one_is_there_at_the_other(both: tuple[Served, Served]) -> None:
    one, two = both
    kept = {"person": "somebody with a secret", "text": small_battle()}
    assert httpx.post(f"{one.address}/api/studio/keep", json=kept, timeout=60).is_success
    link = httpx.post(f"{one.address}/api/studio/link", json={"text": small_battle()}, timeout=60).json()["link"]
    assert httpx.get(f"{two.address}/api/studio/links/{link}", timeout=60).json()["text"] == small_battle()
    mine = httpx.post(f"{two.address}/api/studio/keep", json={"person": kept["person"]}, timeout=60).json()
    assert [each["id"] for each in mine["kept"]] == ["my-battle"]


def test_a18_a_table_laid_out_at_one_is_drawn_at_the_other(both: tuple[Served, Served]) -> None:
    one, two = both
    sheet = httpx.post(f"{one.address}/api/studio/begin", json={"game": "red-actions"}, timeout=60).json()
    drawn = httpx.get(f"{two.address}/api/studio/tables/{sheet['table']}/board-light.svg", timeout=60)
    assert drawn.is_success and drawn.text.startswith("<svg")


def test_a18_a_trial_at_one_is_told_of_and_stopped_at_the_other(both: tuple[Served, Served]) -> None:
    one, two = both
    wish = {"text": small_battle(), "matches": 200}
    job = httpx.post(f"{one.address}/api/studio/fair", json=wish, timeout=60).json()["job"]
    where = f"{two.address}/api/studio/fair/{job}"
    until(lambda: httpx.get(where, timeout=60).json().get("played", 0) > 0)
    assert httpx.post(f"{two.address}/api/studio/fair", json=wish, timeout=60).json()["job"] == job
    assert httpx.post(f"{where}/stop", timeout=60).is_success
    assert until(lambda: httpx.get(where, timeout=60).json().get("stopped"))


def test_a18_an_analysis_at_one_is_told_at_the_other(both: tuple[Served, Served]) -> None:
    one = both[0]
    made = httpx.post(f"{one.address}/api/matches", json={"game": GAME, "scenario": SCENARIO}, timeout=60).json()
    where, head = f"/api/matches/{made['match']}", {"authorization": f"Bearer {made['key']}"}
    resign = {"do": "resign", "side": "german", "decision": 0}
    assert httpx.post(f"{one.address}{where}/orders", json=resign, headers=head, timeout=60).is_success
    assert until(lambda: httpx.get(f"{one.address}{where}/analysis", timeout=60).json()["done"])
    told = [httpx.get(f"{each.address}{where}/analysis?known", timeout=60).json() for each in both]
    assert told[0] == told[1] and told[1]["done"]


def until(happens: Callable[[], Any]) -> Any:
    """What comes within a minute."""
    for _ in range(240):
        if found := happens():
            return found
        time.sleep(0.25)
    raise AssertionError("it does not happen")
