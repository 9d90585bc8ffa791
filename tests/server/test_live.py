"""Pages at the table: how many, how slow, and how they are told to go."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from grognard.engine import Match, UnknownChoice, find_game
from grognard.server.api.serializers import SideViews
from grognard.server.app import WebApp
from grognard.server.matches import client, clients, websocket
from grognard.server.matches.client import Outbox
from grognard.server.matches.session import MatchSession
from grognard.server.matches.websocket import short
from grognard.server.storage.store import Store, sqlite_url
from tests.server.play import new_match

HELLO = {"hello": ""}


def scene_of(socket: Any) -> Any:
    while True:
        got = socket.receive_json()
        if got.get("type") == "scene":
            return got


def refused(table: TestClient, match: str) -> Any:
    """What a page is told that is not let in, and the code its connection is closed with."""
    with table.websocket_connect(f"/api/matches/{match}/live") as page:
        page.send_json(HELLO)
        told = page.receive_json()
        with pytest.raises(WebSocketDisconnect) as closed:
            page.receive_json()
    return told, closed.value


def test_a_match_whose_game_is_gone_says_so_in_full_and_closes_in_short(
    table: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = "There is no game 'my-own-game'. Choose from: " + ", ".join(f"gäme-{n}" for n in range(60))

    async def gone(*_: object) -> None:
        raise UnknownChoice(why)

    monkeypatch.setattr(MatchSession, "open", gone)
    told, closed = refused(table, "somewhere")
    assert told["type"] == "gone" and told["status"] == 410 and why in told["error"]
    assert closed.code == 4410 and closed.reason and len(closed.reason.encode()) <= 123


@pytest.mark.parametrize("reason", ["", "short", "x" * 400, "ä" * 100, "🎲" * 50], ids=range(5))
def test_reasons_are_cut_to_what_a_closing_frame_holds(reason: str) -> None:
    cut = short(reason)
    assert len(cut.encode()) <= 123 and reason.startswith(cut)
    assert cut == reason or len(cut.encode()) > 119


def test_one_address_has_so_many_pages_open(app: WebApp, table: TestClient) -> None:
    app.live.open.most = 2
    match, _, _ = new_match(table)
    where = f"/api/matches/{match}/live"
    with table.websocket_connect(where) as one, table.websocket_connect(where) as two:
        for page in (one, two):
            page.send_json(HELLO)
            scene_of(page)
        told, closed = refused(table, match)
        assert told["status"] == 429 and closed.code == 4429
    with table.websocket_connect(where) as page:
        page.send_json(HELLO)
        assert scene_of(page)


def test_a_match_has_so_many_spectators_and_always_room_for_its_players(
    table: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "SPECTATORS", 1)
    match, key, _ = new_match(table)
    where = f"/api/matches/{match}/live"
    with table.websocket_connect(where) as watcher, table.websocket_connect(where) as player:
        watcher.send_json(HELLO)
        scene_of(watcher)
        assert refused(table, match)[0]["status"] == 503
        player.send_json({"hello": key})
        assert scene_of(player)["you"] == ["german"]


def test_one_address_watches_so_many_matches_without_people(table: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "ALONE", 1)
    first, second = (new_match(table, seats={"german": "recruit"}, pace=10)[0] for _ in range(2))
    with table.websocket_connect(f"/api/matches/{first}/live") as page:
        page.send_json(HELLO)
        scene_of(page)
        assert refused(table, second)[0]["status"] == 429
        with table.websocket_connect(f"/api/matches/{first}/live") as other:
            other.send_json(HELLO)
            assert scene_of(other), "the same match may be watched by any number"


def test_the_table_has_so_many_matches_without_people_going_on(
    table: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(websocket, "ALONE_IN_ALL", 0)
    alone, _, _ = new_match(table, seats={"german": "recruit"})
    played, _, _ = new_match(table)
    assert refused(table, alone)[0]["status"] == 503
    with table.websocket_connect(f"/api/matches/{played}/live") as page:
        page.send_json(HELLO)
        assert scene_of(page)


def test_who_comes_to_watch_is_not_told_to_everybody_at_once(
    table: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clients, "NOW_AND_THEN", 3600.0)
    match, key, made = new_match(table, game="folio", scenario="sidi-zahran", seats={"German": "friend"})
    where = f"/api/matches/{match}/live"
    with contextlib.ExitStack() as pages:

        def come(key: str) -> Any:
            page = pages.enter_context(table.websocket_connect(where))
            page.send_json({"hello": key})
            scene_of(page)
            return page

        player = come(key)
        assert player.receive_json()["type"] == "seats"
        for _ in range(8):
            come("")
        player.send_json({"do": "brief"})
        assert "re" in player.receive_json(), "eight have come, and no word of it"
        come(table.post(f"/api/matches/{match}/claim", json={"invite": made["invites"]["German"]}).json()["key"])
        heard = [player.receive_json() for _ in range(2)]
        assert [got["type"] for got in heard] == ["seats", "seats"], "the seat is taken, and then somebody sits there"
        assert [got["watching"] for got in heard] == [8, 8]


def test_who_comes_to_watch_is_told_in_the_end(table: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "NOW_AND_THEN", 0.001)
    match, key, _ = new_match(table)
    where = f"/api/matches/{match}/live"
    with table.websocket_connect(where) as player, table.websocket_connect(where) as watcher:
        player.send_json({"hello": key})
        assert [player.receive_json()["type"] for _ in range(2)] == ["scene", "seats"]
        watcher.send_json(HELLO)
        assert player.receive_json()["watching"] == 1


def test_a_seat_that_is_taken_is_told_at_once(table: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "NOW_AND_THEN", 3600.0)
    match, key, _ = new_match(table)
    where = f"/api/matches/{match}/live"
    with table.websocket_connect(where) as watcher:
        watcher.send_json(HELLO)
        scene_of(watcher)
        assert not watcher.receive_json()["seats"][0]["here"]
        with table.websocket_connect(where) as player:
            player.send_json({"hello": key})
            scene_of(player)
            assert watcher.receive_json()["seats"][0]["here"]


def test_words_are_counted_for_an_address_by_whatever_way_they_come(tmp_path: Path) -> None:
    with TestClient(WebApp(Store(sqlite_url(tmp_path)), rate=10_000).app()) as table:
        match, key, _ = new_match(table)
        say = {"do": "say", "text": "spam"}
        head = {"authorization": f"Bearer {key}"}
        got = [table.post(f"/api/matches/{match}/orders", json=say, headers=head).status_code for _ in range(12)]
    assert got[:8] == [200] * 8 and 429 in got[8:]


# ------------------------------------------------------------ what waits to be sent


def test_an_outbox_gives_messages_in_order_and_ends(run: Any) -> None:
    async def use() -> list[bytes | None]:
        box = Outbox()
        box.put(b"one")
        box.put(b"two")
        found = [await box.next(), await box.next()]
        box.close()
        box.put(b"late")
        return [*found, await box.next()]

    assert run(use()) == [b"one", b"two", None]


def test_a_message_goes_at_once_only_when_all_before_it_have_gone(run: Any) -> None:
    async def use() -> list[bytes]:
        box, sent, free = Outbox(), list[bytes](), asyncio.Event()

        def write(message: bytes) -> bool:
            sent.append(message)
            return True

        box.write = write

        async def send() -> None:
            while (message := await box.next()) is not None:
                await free.wait()
                sent.append(message)

        sender = asyncio.create_task(send())
        box.put(b"one")  # nobody sends yet
        await asyncio.sleep(0)
        box.put(b"two")  # the first is still on its way
        free.set()
        await asyncio.sleep(0.01)
        box.put(b"three")
        assert sent[-1] == b"three", "at once"
        box.write = lambda _: False  # the other end takes nothing
        box.put(b"four")
        await asyncio.sleep(0.01)
        box.close()
        await sender
        return sent

    assert run(use()) == [b"one", b"two", b"three", b"four"]


def test_orders_are_told_with_what_was_foreseen_and_not_worked_out_again(run: Any) -> None:
    async def use() -> tuple[list[Any], int]:
        match, page, asked = Match.new(find_game("night-fight"), "ghost-column", seed=1), client.Client(("german",)), []

        def orders(whose: client.Client) -> dict[str, Any]:
            asked.append(whose)
            return {"given": [], "offered": []}

        looks = SideViews(match)
        page.foresee(looks, orders)
        page.show(looks, orders)
        return [msgspec.json.decode(message) for message in page.outbox._waiting], len(asked)

    shown, times = run(use())
    assert [scene["orders"] for scene in shown] == [{"given": [], "offered": []}] and times == 1


def test_what_was_foreseen_and_did_not_come_is_not_taken_as_shown(run: Any) -> None:
    async def use() -> tuple[list[Any], list[Any]]:
        match, page, other = Match.new(find_game("night-fight"), "ghost-column", seed=1), client.Client(("german",)), []
        page.show(SideViews(match))
        twin = match.clone()
        for _ in range(30):
            twin.take(next(iter(twin.decision.asks[0].actions)), twin.decision.asks[0].side)
        page.foresee(SideViews(twin))  # it could not be written
        page.show(SideViews(match), table="x")
        shown = [msgspec.json.decode(message) for message in page.outbox._waiting]
        fresh = client.Client(("german",))
        for looks in (SideViews(match), SideViews(match)):
            other.append(fresh.scene(looks))
        return shown, msgspec.json.decode(msgspec.json.encode(other))

    shown, wanted = run(use())
    assert shown == [wanted[0], wanted[1] | {"table": "x"}]


def test_an_outbox_that_grows_too_large_is_emptied_and_the_connection_dropped(
    run: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "WAITING", 100)
    dropped: list[str] = []

    async def use() -> bytes | None:
        box = Outbox()
        box.drop = lambda: dropped.append("dropped")
        box.put(b"x" * 150)
        assert await box.next() == b"x" * 150, "one long message is always sent"
        for _ in range(3):
            box.put(b"y" * 40)
        assert box.close_all and not box._waiting
        return await box.next()

    assert run(use()) is None
    assert dropped == ["dropped"]


def test_a_page_that_takes_nothing_is_dropped(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(websocket, "SLOW", 0.01)
    dropped: list[str] = []

    class Deaf:
        async def send_text(self, _text: str) -> None:
            await asyncio.Event().wait()

    async def use() -> None:
        page = client.Client(())
        page.outbox.drop = lambda: dropped.append("dropped")
        page.send(b"hello")
        await websocket.send(Deaf(), page)  # type: ignore[arg-type]
        assert page.outbox.close_all

    run(use())
    assert dropped == ["dropped"]
