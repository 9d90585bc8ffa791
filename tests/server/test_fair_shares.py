"""What one visitor does holds up nobody else: threads, clocks, seats, lists."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import grognard
from grognard.engine.match.gesture import click_on
from grognard.engine.records.replay import Replay
from grognard.server.api.requests import RequestError
from grognard.server.app import WebApp
from grognard.server.jobs.thinking import ThinkingPool
from grognard.server.matches import personal_lobby, queries
from grognard.server.matches.client import Client
from grognard.server.matches.session import MatchSession
from grognard.server.storage.store import Conflict, Seat, Store, sqlite_url
from grognard.server.studio import saved_scenarios
from grognard.server.web.limits import TokenBucket
from tests.server.play import look, new_match, order, take

HELD = [{"hold": "chance", "number": 0.4}]


# ------------------------------------------------------------ threads


@pytest.mark.parametrize("how", ["work_out", "run_heavy"])
def test_of_an_address_one_question_is_worked_out_at_a_time_and_others_do_not_wait(how: str, run: Any) -> None:
    thinkers, go_on, done = ThinkingPool(1), threading.Event(), list[str]()

    def long() -> None:
        assert go_on.wait(60)

    async def ask() -> None:
        work = getattr(thinkers, how)
        first = asyncio.create_task(work(long, "stranger"))
        second = asyncio.create_task(work(lambda: done.append("stranger"), "stranger"))
        await work(lambda: done.append("friend"), "friend")
        await work(lambda: done.append("table"))
        assert done == ["friend", "table"], "the stranger's second question waits for his first"
        go_on.set()
        await asyncio.gather(first, second)

    run(ask())
    thinkers.stop()
    assert done == ["friend", "table", "stranger"]


def test_questions_wait_for_no_record_that_is_read(run: Any) -> None:
    thinkers, go_on = ThinkingPool(1), threading.Event()

    async def ask() -> int:
        readers = [asyncio.create_task(thinkers.run_heavy(lambda: go_on.wait(60), str(n))) for n in range(9)]
        found = await thinkers.work_out(lambda: 7, "friend")
        go_on.set()
        await asyncio.gather(*readers)
        return found

    assert run(ask()) == 7
    thinkers.stop()


def test_a_takeback_is_replayed_in_a_thread(table: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    back, threads = Replay.back, list[str]()

    def noted(self: Replay, answers: int) -> Any:
        threads.append(threading.current_thread().name)
        return back(self, answers)

    monkeypatch.setattr(Replay, "back", noted)
    match, key, _ = new_match(table)
    for _ in range(3):
        take(table, match, key, look(table, match, key), 1)
    assert order(table, match, key, do="back", side="german", decision=3).status_code == 200
    assert threads and all(name.startswith("grognard-enquiry") for name in threads)


def test_reach_and_why_are_worked_out_in_a_thread_while_the_match_can_go_on(
    app: WebApp, table: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = list[tuple[str, bool]]()

    def noted(work: Callable[..., Any]) -> Callable[..., Any]:
        def worked(*args: Any) -> Any:
            where.append((threading.current_thread().name, any(room.lock.locked() for room in app.house.rooms)))
            return work(*args)

        return worked

    face = grognard.game("folio").face
    monkeypatch.setattr(queries, "click_on", noted(click_on))
    monkeypatch.setitem(vars(face), "reach", noted(face.reach))
    match, key, _ = new_match(table, game="folio", scenario="sidi-zahran")
    scene = look(table, match, key)
    piece = scene["pieces"]["changed"][0]["id"]
    assert order(table, match, key, do="why", decision=scene["decision"], piece=piece).status_code == 200
    seen = len(where)
    assert order(table, match, key, do="reach").json()["reach"]
    assert 0 < seen < len(where)
    assert all(thread.startswith("grognard-enquiry") and not locked for thread, locked in where)


def test_the_coach_speaks_of_the_position_he_was_asked_about() -> None:
    match = grognard.new("night-fight", "ghost-column", seed=1)
    asked, later = (queries.remark(match, "german", ()) for _ in range(2))
    said = asked()
    match.resign("german")
    assert said["remark"] and later() == said


def test_whoever_has_replayed_a_match_already_need_not_do_so_again() -> None:
    one, other = (grognard.new("night-fight", "ghost-column", seed=1) for _ in range(2))
    for match in (one, other):
        for _ in range(4):
            match.take(match.decision.actions[1])
    one.take_back(2)
    other.take_back(2, Replay(other.lines).before(2))
    assert one.state.digest() == other.state.digest() and one.record() == other.record()


# ------------------------------------------------------------ how much one may ask


@pytest.mark.parametrize(("seconds", "counts"), [(0.0, 1), (0.005, 1), (0.02, 4), (9.0, 11)])
def test_what_takes_the_table_long_counts_like_several(
    seconds: float, counts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = iter((0.0, seconds))
    monkeypatch.setattr(time, "thread_time", lambda: next(now))
    bucket = TokenBucket(1e-9, 12)
    bucket.take()
    with bucket.charged():
        pass
    for _ in range(12 - counts):
        bucket.take()
    with pytest.raises(RequestError):
        bucket.take()


def test_orders_of_all_pages_of_an_address_count_together(tmp_path: Path) -> None:
    app = WebApp(Store(sqlite_url(tmp_path)), rate=0.001, making=10_000)
    app.live._asking.burst = 12
    with TestClient(app.app()) as table:
        match, key, _ = new_match(table)
        where = f"/api/matches/{match}/live"
        with table.websocket_connect(where) as one, table.websocket_connect(where) as two:
            answers: list[int] = []
            for page in (one, two):
                page.send_json({"hello": key})
                for ref in range(1, 8):
                    page.send_json({"do": "pace", "seconds": 1, "ref": ref})
                while len(answers) < (7 if page is one else 14):
                    got = page.receive_json()
                    answers += [got.get("status", 200)] if "re" in got else []
    assert answers[0] == 200 and answers[-1] == 429


# ------------------------------------------------------------ pages that go


def test_nothing_more_is_sent_to_a_page_that_has_gone(table: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    gone, leave, left = list[Client](), MatchSession.leave, threading.Event()

    def noted(self: MatchSession, chair: Client) -> None:
        leave(self, chair)
        gone.append(chair)
        left.set()

    monkeypatch.setattr(MatchSession, "leave", noted)
    match, key, _ = new_match(table)
    with table.websocket_connect(f"/api/matches/{match}/live") as page:
        page.send_json({"hello": key})
        page.receive_json()
    assert left.wait(60)
    look(table, match, key)
    assert gone[0].outbox.close_all


# ------------------------------------------------------------ clocks and seats


def with_clocks(table: TestClient, count: int, end: str) -> list[str]:
    wish = {"game": "folio", "scenario": "sidi-zahran", "clock": {"minutes": 1, "end": end}}
    return [new_match(table, **wish)[0] for _ in range(count)]


def test_a_match_that_fails_does_not_stop_the_clocks_of_others(
    app: WebApp, table: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches, time_up, tried = with_clocks(table, 3, "lose"), MatchSession.time_up, list[str]()

    async def fails_at_first(self: MatchSession, now: float) -> None:
        tried.append(self.row.id)
        if len(tried) == 1:
            raise ZeroDivisionError
        await time_up(self, now)

    monkeypatch.setattr(MatchSession, "time_up", fails_at_first)
    assert table.portal is not None
    table.portal.call(app.house.expire_clocks, 1e12)
    over = {match: look(table, match)["result"] is not None for match in matches}
    assert sorted(tried) == sorted(matches)
    assert over == {match: match != tried[0] for match in matches}


def test_a_seat_that_another_process_has_filled_is_no_fault(
    app: WebApp, table: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    (match,) = with_clocks(table, 1, "recruit")

    async def taken(*_: object) -> None:
        raise Conflict

    assert table.portal is not None
    room = app.house._rooms[match]
    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(app.house.store, "seat", taken)
        table.portal.call(app.house.expire_clocks, 1e12)
    assert {seat.player for seat in room.seats.values()} == {"human"}, "nobody was put there who is not in the database"
    table.portal.call(app.house.expire_clocks, 1e12)
    assert "recruit" in {seat.player for seat in room.seats.values()}


def test_orders_for_a_seat_that_has_changed_elsewhere_are_stale(
    app: WebApp, table: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, key, _ = new_match(table)

    async def changed(*_: object) -> None:
        raise Conflict

    with monkeypatch.context() as elsewhere:
        elsewhere.setattr(app.house.store, "seat", changed)
        got = order(table, match, key, do="hold", side="german", orders=HELD)
        assert got.status_code == 409 and "look again" in got.json()["error"]
    assert order(table, match, key, do="hold", side="german", orders=HELD).status_code == 200
    assert isinstance(app.house._rooms[match].seats["german"], Seat)


@pytest.mark.parametrize("number", [1e308, -1e308, -1, 1001, 1000, 5e-324])
def test_hostile_numbers_in_orders_do_no_harm(table: TestClient, number: float) -> None:
    match, key, _ = new_match(table)
    held = [{"hold": what, "number": number, "name": "\u202e" * 9} for what in ("chance", "beyond", "unit", "move")]
    sound = 0 <= number <= 1000
    assert order(table, match, key, do="hold", side="german", orders=held).status_code == (200 if sound else 400)
    scene = look(table, match, key)
    assert len(scene["orders"]["given"]) == (4 if sound else 0)
    assert take(table, match, key, scene).status_code == 200


# ------------------------------------------------------------ lists


def test_what_lies_in_a_drawer_is_listed_without_being_read(table: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(**wish: str) -> list[str]:
        got = table.post("/api/studio/keep", json={"person": "a person of this test", **wish})
        return sorted(each["title"] for each in got.json()["kept"])

    for name in ("one", "two"):
        ask(text=f'id = "{name}"\ntitle = "{name.title()}"')
    assert ask(text='id = "one"\ntitle = "Another name"') == ["Another name", "Two"]
    monkeypatch.setattr(saved_scenarios, "parse", lambda *_: pytest.fail("it was read"))
    assert ask() == ["Another name", "Two"]


def test_ratings_are_reckoned_when_a_match_has_ended(table: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    reckoned, finished = list[str](), personal_lobby._finished

    def noted(db: Any, game_id: str) -> Any:
        reckoned.append(game_id)
        return finished(db, game_id)

    monkeypatch.setattr(personal_lobby, "_finished", noted)
    monkeypatch.setattr(personal_lobby, "FEW", 0)
    match, key, _ = new_match(table)
    for _ in range(3):
        table.get("/api/ratings/night-fight")
    assert reckoned == ["night-fight"]
    assert order(table, match, key, do="resign", side="german", decision=0).status_code == 200
    for _ in range(3):
        table.get("/api/ratings/night-fight")
    assert reckoned == ["night-fight"] * 2
