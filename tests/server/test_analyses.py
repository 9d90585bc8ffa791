"""Looking back at a finished match over the wire."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.players import OFFICE
from grognard.players.jobs import Running
from grognard.players.review.analysis import Depth
from grognard.players.worker import Workers
from grognard.server import app
from grognard.server.app import WebApp
from grognard.server.jobs import analyses
from grognard.server.jobs.analyses import Analyses
from grognard.server.storage.store import Store, sqlite_url
from tests.server.play import look, new_match, order, take
from tests.studio.test_studio import small_battle


@pytest.fixture
def looking(monkeypatch: pytest.MonkeyPatch) -> Analyses:
    """Does not look closely."""
    found = Analyses(Depth(seconds=0.5, first=1, closer=2))
    monkeypatch.setattr(app, "Analyses", lambda: found)
    return found


@pytest.fixture
def quick(tmp_path: Path, looking: Analyses) -> Iterator[TestClient]:
    """A table that does not look closely."""
    with TestClient(WebApp(Store(sqlite_url(tmp_path))).app()) as client:
        yield client


def finished(table: TestClient) -> str:
    match, key, _ = new_match(table)
    for _ in range(3):
        take(table, match, key, look(table, match, key), 1)
    assert table.get(f"/api/matches/{match}/analysis").status_code == 409, "it is not over yet"
    scene = look(table, match, key)
    assert order(table, match, key, do="resign", side="german", decision=scene["decision"]).status_code == 200
    return match


def test_an_analysis_is_worked_out_in_another_process_and_kept(quick: TestClient) -> None:
    match = finished(quick)
    first = quick.get(f"/api/matches/{match}/analysis").json()
    assert first == {"done": False, "progress": 0.0}
    found = until_done(quick, match)
    assert found["sides"] == ["german"]
    assert found["curve"][-1]["chances"] == {"german": 0.0}
    assert isinstance(found["costly"], list)
    assert quick.get(f"/api/matches/{match}/analysis").json() == found


def until_done(table: TestClient, match: str) -> Any:
    """Ask until there is an answer."""
    until = time.monotonic() + 120
    while not (found := table.get(f"/api/matches/{match}/analysis").json()).get("done"):
        assert time.monotonic() < until
        time.sleep(0.2)
    return found


class Struck(Workers):
    """So many of its workers are killed while they are at a job."""

    def __init__(self, times: int) -> None:
        super().__init__(1)
        self.left = times

    def begin(self, *args: Any) -> Running | None:
        running = super().begin(*args)
        if self.left:
            self.left -= 1
            (worker,) = self.busy
            assert worker.process.pid is not None
            os.kill(worker.process.pid, signal.SIGKILL)
        return running


def test_a_worker_that_dies_costs_a_second_try_and_nothing_else(
    quick: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(OFFICE, "jobs", struck := Struck(1))
    found = until_done(quick, finished(quick))
    assert "curve" in found and not struck.left and not struck.busy


def test_one_whose_workers_keep_dying_is_given_up(quick: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OFFICE, "jobs", Struck(2))
    match = finished(quick)
    assert until_done(quick, match)["error"] == "This match could not be analysed."


def test_a_trial_survives_a_worker_that_dies(quick: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OFFICE, "jobs", struck := Struck(1))
    job = quick.post("/api/studio/fair", json={"text": small_battle(), "matches": 1}).json()["job"]
    until = time.monotonic() + 200
    while not (found := quick.get(f"/api/studio/fair/{job}").json())["played"]:
        assert time.monotonic() < until and "error" not in found
        time.sleep(0.2)
    assert not struck.left
    quick.post(f"/api/studio/fair/{job}/stop")


def test_a_match_that_cannot_be_replayed_says_so(quick: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished(quick)
    monkeypatch.setattr(app, "record_of", lambda *_: b"something else")
    assert "record" in until_done(quick, match)["error"]


def test_only_so_many_wait(quick: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished(quick)
    monkeypatch.setattr(analyses, "WAITING", 0)
    assert quick.get(f"/api/matches/{match}/analysis").status_code == 503


def test_one_address_has_so_many_under_way(quick: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "EACH", 1)
    first, second = finished(quick), finished(quick)
    assert quick.get(f"/api/matches/{first}/analysis").status_code == 200
    assert quick.get(f"/api/matches/{second}/analysis").status_code == 429
    assert quick.get(f"/api/matches/{first}/analysis").status_code == 200, "what is under way may be asked after"
    until_done(quick, first)
    until_done(quick, second)


def test_one_that_takes_too_long_is_given_up(quick: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyses, "LONGEST", 0.01)
    assert until_done(quick, finished(quick))["error"] == "This match takes too long to analyse."


def test_matches_that_were_played_here_go_before_those_brought_along(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []

    async def listen(self: Analyses, match_id: str, record: bytes) -> None:
        order.append(match_id)

    async def ask() -> None:
        found = Analyses()
        async with found._line.place("busy", True):
            for name, address, uploaded in (("a", "x", True), ("b", "x", True), ("c", "y", True), ("d", "z", False)):
                found.begin(name, b"", address, uploaded=uploaded)
            await asyncio.sleep(0)
        await asyncio.gather(*found._working.values())

    monkeypatch.setattr(Analyses, "_listen", listen)
    run(ask())
    assert order == ["d", "a", "c", "b"], "the one played here first, then addresses in turn"


def test_the_table_knows_which_matches_were_brought_along(tmp_path: Path, run: Any) -> None:
    store = Store(sqlite_url(tmp_path))
    with TestClient(WebApp(store).app()) as table:
        match = finished(table)
        record = table.get(f"/api/matches/{match}/record").content
        copy = table.post("/api/records", content=record).json()["match"]
        assert [run(store.row(name)).uploaded for name in (match, copy)] == [False, True]
