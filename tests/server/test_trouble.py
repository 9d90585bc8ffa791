"""A full disk, a database that is away: nothing changes, everybody is told, and the match goes on by itself."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Iterator
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from grognard.engine import Action, Match, find_game
from grognard.server.app import WebApp
from grognard.server.jobs.thinking import Question, ThinkingPool
from grognard.server.matches import computer_players
from grognard.server.matches.computer_players import CANNOT_WRITE, ComputerPlayers
from grognard.server.matches.registry import MatchRegistry
from grognard.server.school.lessons import School
from grognard.server.storage.store import Store, StoreUnavailable, sqlite_url
from tests.server.play import look, new_match, take

TWO = {"options": {"players": "2"}}


class Disk:
    """A disk that can be full."""

    def __init__(self, store: Store) -> None:
        self.full, self.refused, self._append = False, 0, store.append
        setattr(store, "append", self.append)  # noqa: B010

    def append(self, *args: Any) -> Awaitable[None]:
        if self.full:
            self.refused += 1
            raise OSError(28, "No space left on device")
        return self._append(*args)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(sqlite_url(tmp_path))


@pytest.fixture
def table(store: Store) -> Iterator[TestClient]:
    with TestClient(WebApp(store, rate=10_000, making=10_000).app()) as client:
        yield client


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computers do not wait long before they try again."""
    monkeypatch.setattr(computer_players, "PAUSE", 0.001)
    monkeypatch.setattr(computer_players, "LONGEST", 0.01)


def test_computers_go_on_by_themselves_when_there_is_room_again(store: Store, table: TestClient, hasty: None) -> None:
    disk = Disk(store)
    match, _, _ = new_match(table, seats={"german": "recruit"}, pace=0)
    with table.websocket_connect(f"/api/matches/{match}/live") as watcher:
        watcher.send_json({"hello": ""})
        until(watcher, lambda got: got.get("decision") == 3)
        disk.full = True
        until(watcher, lambda got: got.get("trouble") == CANNOT_WRITE and disk.refused > computer_players.TRIES + 2)
        disk.full = False
        until(watcher, lambda got: got.get("trouble") == "")
        until(watcher, lambda got: got.get("decision", 0) > 6)


def until(socket: Any, wanted: Any) -> Any:
    while True:
        got = socket.receive_json()
        if wanted(got):
            return got


def test_pauses_between_attempts_grow_up_to_a_limit(monkeypatch: pytest.MonkeyPatch, run: Any) -> None:
    pauses: list[float] = []
    match = Match.new(find_game("night-fight"), "ghost-column", seed=1)
    left = 10

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    async def asked() -> Question | None:
        return Question("m", match, match.number, match.decision.asks[0], "recruit", 0.0, True) if left else None

    async def answer(question: Question, action: Action) -> None:
        nonlocal left
        left -= 1
        raise StoreUnavailable

    async def play() -> None:
        driver = ComputerPlayers(ThinkingPool(1), asked, answer, lambda text: None)
        driver.drive()
        assert driver._driver is not None
        await driver._driver

    monkeypatch.setattr(asyncio, "sleep", sleep)
    run(play())
    assert [p for p in pauses if p] == [1, 2, 4, 8, 16, 30, 30, 30, 30, 30]


def test_what_is_told_while_the_table_looks_is_not_overlooked() -> None:
    looked: list[int] = []

    async def play() -> None:
        async def asked() -> Question | None:
            looked.append(len(looked))
            if len(looked) == 1:
                driver.drive()  # somebody gives an order meanwhile
            return None

        async def answer(question: Question, action: Action) -> None:
            raise AssertionError("nobody is asked")

        driver = ComputerPlayers(ThinkingPool(1), asked, answer, lambda text: None)
        driver.drive()
        assert driver._driver is not None
        await driver._driver

    asyncio.run(play())
    assert looked == [0, 1]


def test_an_order_that_cannot_be_written_is_a_503_and_changes_nothing(
    store: Store, table: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, key, _ = new_match(table)
    before = look(table, match, key)
    with monkeypatch.context() as away:
        away.setattr(store._writer, "add", lambda *_: failing(sa.exc.OperationalError("x", {}, Exception("full"))))
        got = take(table, match, key, before)
    assert got.status_code == 503 and "nothing has changed" in got.json()["error"]
    after = look(table, match, key)
    assert after["decision"] == before["decision"] and after["ask"] == before["ask"]
    assert take(table, match, key, after).status_code == 200


def failing(error: Exception) -> Any:
    """A write that fails."""
    future: Future[None] = Future()
    future.set_exception(error)
    return future


def test_while_the_database_is_away_everything_is_a_503_and_the_log_has_two_lines(
    store: Store, table: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match, key, _ = new_match(table)
    caplog.set_level(logging.WARNING, "grognard.server")

    def gone(work: Any) -> Any:
        raise sa.exc.OperationalError("select", {}, Exception("the server closed the connection"))

    with monkeypatch.context() as away:
        away.setattr(store, "_look", gone)
        away.setattr(store._writer, "add", lambda *_: failing(sa.exc.OperationalError("x", {}, Exception("gone"))))
        scene = look(table, match, key)
        for _ in range(5):
            assert take(table, match, key, scene).status_code == 503
            assert table.get(f"/api/matches/{match}").status_code == 503, "what is in memory was never written"
            assert table.post("/api/mine", json={"matches": [{"match": match, "key": key}]}).status_code == 503
            assert table.get("/health").status_code == 503
        with table.websocket_connect(f"/api/matches/{match}/live") as page:
            page.send_json({"hello": key})
            assert page.receive_json()["status"] == 503
    assert take(table, match, key, look(table, match, key)).status_code == 200
    assert [record.levelname for record in caplog.records] == ["ERROR", "WARNING"]
    assert "Traceback" not in caplog.text


def test_a_room_that_was_lost_is_read_again_and_its_pages_stay(
    store: Store, table: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, key, _ = new_match(table)
    with table.websocket_connect(f"/api/matches/{match}/live") as page:
        page.send_json({"hello": key})
        scene = until(page, lambda got: got.get("type") == "scene")
        order = {"do": "take", "decision": 0, "action": scene["ask"]["choices"][0]["action"], "ref": 7}
        with monkeypatch.context() as away:
            away.setattr(store._writer, "add", lambda *_: failing(OSError("no such device")))
            away.setattr(store, "_look", lambda work: (_ for _ in ()).throw(OSError("no such device")))
            page.send_json(order)
            assert until(page, lambda got: "re" in got)["status"] == 503
        page.send_json(order)
        assert until(page, lambda got: "re" in got)["ok"]
        assert look(table, match, key)["decision"] == 1


def test_a_database_that_comes_back_is_noticed(url: str, run: Any, caplog: pytest.LogCaptureFixture) -> None:
    store = Store(url)
    look, lost = store._look, OSError("gone")
    caplog.set_level(logging.WARNING, "grognard.server")
    store._look = lambda work: (_ for _ in ()).throw(lost)  # type: ignore[method-assign]
    for _ in range(3):
        with pytest.raises(StoreUnavailable):
            run(store.count())
    assert store.away
    store._look = look  # type: ignore[method-assign]
    assert run(store.count()) == 0 and not store.away
    assert len(caplog.records) == 2
    store.close()


@pytest.mark.parametrize("page", ["/m/{match}", "/learn/night-fight/none"])
def test_a_page_that_is_loaded_while_the_database_is_away_says_so_and_comes_back(
    page: str, store: Store, table: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F19: it was a bare "Internal Server Error" without the security headers."""
    match, _, _ = new_match(table)

    async def away(*_: object) -> None:
        raise StoreUnavailable("gone")

    with monkeypatch.context() as outage:
        outage.setattr(MatchRegistry, "summary", away)
        outage.setattr(School, "lesson", away)
        got = table.get(page.format(match=match))
    assert got.status_code == 503 and got.headers["cache-control"] == "no-store"
    assert got.headers["content-security-policy"] and got.headers["content-type"].startswith("text/html")
    assert 'http-equiv="refresh"' in got.text and "tries again" in got.text
    assert table.get(f"/m/{match}").status_code == 200
