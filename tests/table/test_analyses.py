"""Looking back at a finished match over the wire."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from grognard.players.analysis import Depth
from grognard.table import analyses, server
from grognard.table.analyses import Analyses
from grognard.table.server import Table
from grognard.table.store import Store, sqlite_url
from tests.table.play import look, new_match, order, take


@pytest.fixture
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """A table that does not look closely."""
    monkeypatch.setattr(server, "Analyses", lambda: Analyses(Depth(seconds=0.5, first=1, closer=2)))
    with TestClient(Table(Store(sqlite_url(tmp_path))).app()) as client:
        yield client


def finished(table: TestClient) -> str:
    match, key, _ = new_match(table)
    for _ in range(3):
        take(table, match, key, look(table, match, key))
    assert table.get(f"/api/matches/{match}/analysis").status_code == 409, "it is not over yet"
    scene = look(table, match, key)
    assert order(table, match, key, do="resign", side="german", decision=scene["decision"]).status_code == 200
    return match


def test_an_analysis_is_worked_out_in_another_process_and_kept(quick: TestClient) -> None:
    match = finished(quick)
    first = quick.get(f"/api/matches/{match}/analysis").json()
    assert first == {"done": False, "progress": 0.0}
    until = time.monotonic() + 60
    while not (found := quick.get(f"/api/matches/{match}/analysis").json())["done"]:
        assert 0 <= found["progress"] <= 1 and time.monotonic() < until
        time.sleep(0.2)
    assert found["sides"] == ["german"]
    assert found["curve"][-1]["chances"] == {"german": 0.0}
    assert isinstance(found["costly"], list)
    assert quick.get(f"/api/matches/{match}/analysis").json() == found


def test_a_process_that_dies_is_started_again(quick: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    match = finished(quick)
    monkeypatch.setattr(analyses, "look_back", exit)
    assert not quick.get(f"/api/matches/{match}/analysis").json()["done"]
    time.sleep(1.0)
    monkeypatch.undo()
    until = time.monotonic() + 60
    while not quick.get(f"/api/matches/{match}/analysis").json()["done"]:
        assert time.monotonic() < until
        time.sleep(0.2)
