"""Clocks: no match stops those of others, and none runs while the table is away."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from grognard.server.api.requests import RequestError
from grognard.server.app import WebApp
from grognard.server.matches import time_limits
from grognard.server.matches.session import MatchSession
from grognard.server.storage.schema import MATCHES
from grognard.server.storage.server_time import BEAT, GAP, Hours
from grognard.server.storage.store import Store, sqlite_url
from tests.server.play import look, new_match, order, take

WISH = {"game": "folio", "scenario": "sidi-zahran", "clock": {"minutes": 1}}


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """The clock on the wall, which goes on only when it is moved."""
    now = [time.time()]
    monkeypatch.setattr(time, "time", lambda: now[0])

    def move(seconds: float) -> None:
        now[0] += seconds

    return move


def ends(app: WebApp, table: TestClient, now: float) -> None:
    assert table.portal is not None
    table.portal.call(app.house.expire_clocks, now)


def test_f12_fifty_matches_that_cannot_be_opened_stop_no_clock(app: WebApp, table: TestClient) -> None:
    gone = [new_match(table, **WISH)[0] for _ in range(time_limits.AT_ONCE + 1)]
    with app.house.store.engine.begin() as db:
        db.execute(MATCHES.update().where(MATCHES.c.id.in_(gone)), {"due": 1.0})
    app.house._rooms.clear()
    good, _, _ = new_match(table, **WISH)
    opened: list[str] = []
    real = app.house._end_of_time._room

    async def refuses(match: str) -> MatchSession:
        opened.append(match)
        if match in gone:
            raise RequestError(410, "This match cannot be opened any more.")
        return await real(match)

    app.house._end_of_time._room = refuses
    ends(app, table, 1e12)
    assert look(table, good)["result"] is not None
    ends(app, table, 1e12)
    assert sorted(opened) == sorted([*gone, good]), "nobody tries them every two seconds"


def test_f12_a_match_that_takes_for_ever_stops_no_clock(
    app: WebApp, table: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time_limits, "PATIENCE", 0.2)
    stuck, good = new_match(table, **WISH)[0], new_match(table, **WISH)[0]
    release, time_up = threading.Event(), MatchSession.time_up

    async def hangs(self: MatchSession, now: float) -> None:
        if self.row.id == stuck:
            await asyncio.to_thread(release.wait, 30)
        await time_up(self, now)

    monkeypatch.setattr(MatchSession, "time_up", hangs)
    ends(app, table, 1e12)
    for _ in range(100):
        if look(table, good)["result"] is not None:
            break
        time.sleep(0.1)
    assert look(table, good)["result"] is not None and look(table, stuck)["result"] is None
    release.set()


def test_a_clock_stands_still_while_the_table_is_away(tmp_path: Path, clock: Callable[[float], None]) -> None:
    with TestClient(WebApp(Store(sqlite_url(tmp_path)), rate=10_000, making=10_000).app()) as table:
        match, key, _ = new_match(table, **WISH)
        clock(10)
        assert take(table, match, key, look(table, match, key)).is_success
        before = look(table, match, key)["clock"]
    clock(3600)
    app = WebApp(Store(sqlite_url(tmp_path)), rate=10_000, making=10_000)
    with TestClient(app.app()) as table:
        assert table.portal is not None
        now = table.portal.call(app.house.store.hours.read)
        ends(app, table, now)
        scene = look(table, match, key)
        assert scene["result"] is None and scene["clock"]["left"] == before["left"]
        clock(GAP - 1)
        ends(app, table, table.portal.call(app.house.store.hours.read))
        assert look(table, match, key)["clock"]["runs"] == before["runs"]
        clock(GAP - 1)
        ends(app, table, table.portal.call(app.house.store.hours.read))
        assert look(table, match, key)["result"] is not None, "it runs while the table is there"


@pytest.mark.parametrize("jump", [-7200.0, 7200.0])
def test_the_clock_of_the_machine_may_be_set(
    store: Store, run: Any, clock: Callable[[float], None], jump: float
) -> None:
    one, two = Hours(store), Hours(store)
    began = run(one.read())
    clock(BEAT + 1)
    assert run(two.read()) == pytest.approx(began + BEAT + 1)
    clock(jump)
    assert run(one.read()) == pytest.approx(began + BEAT + 1), "it was not so long"
    assert run(two.read()) == pytest.approx(began + BEAT + 1), "nor is it left out twice"
    clock(5)
    assert one.now() == run(two.read()) == pytest.approx(began + BEAT + 6)


@pytest.fixture
def store(url: str) -> Any:
    kept = Store(url)
    yield kept
    kept.close()


def test_f9_a_takeback_is_counted_before_it_is_worked_out_and_beside_the_match(
    app: WebApp, table: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, key, made = new_match(table, **{**WISH, "seats": {"German": "friend"}})
    invite = {"invite": made["invites"]["German"]}
    guest = table.post(f"/api/matches/{match}/claim", json=invite).json()["key"]
    keys = {"British": key, "German": guest}
    (first,) = look(table, match, key)["asked"]
    take(table, match, keys[first], look(table, match, keys[first]))
    room, worked_out = app.house._rooms[match], asyncio.Event()
    locked: list[bool] = []

    async def work_out(work: Callable[[], Any], whose: str = "") -> Any:
        locked.append(room.lock.locked())
        worked_out.set()
        return work()

    monkeypatch.setattr(room.going_back.thinkers, "work_out", work_out)
    number = look(table, match, key)["decision"]
    asked = [order(table, match, keys[first], do="back", side=first, decision=number).status_code for _ in range(12)]
    assert locked and not any(locked), "nobody waits for it"
    assert asked[-1] == 429 and len(locked) == asked.count(200) < 12, "what is refused costs nothing"


def test_every_match_has_the_time_of_its_last_move_after_an_upgrade(app: WebApp, table: TestClient) -> None:
    match, _, _ = new_match(table, **WISH)
    with app.house.store.engine.begin() as db:
        row = db.execute(sa.select(MATCHES).where(MATCHES.c.id == match)).mappings().one()
    assert row["known"] == row["touched"] > 0
