"""A question put to several sides at once, of whom some are spared it: nobody learns whether another was asked."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.server.app import WebApp
from grognard.server.people.smtp import MailServer
from grognard.server.storage.store import Store, sqlite_url
from tests.server.letterbox import Letterbox
from tests.server.play import Plain, bearer, look, new_match, order, take

CLOCK = {"minutes": 60, "end": "recruit"}
WISH = {"game": "tank-leader", "scenario": "ambush", "options": {"intelligence": "open"}}
LATER = 10 * 3600.0


class Two:
    """Two people at a match in which both are asked whether they interrupt."""

    def __init__(self, table: TestClient, **wish: Any) -> None:
        self.table = table
        self.match, key, made = new_match(table, **{**WISH, "seats": {"soviet": "friend"}, "clock": CLOCK, **wish})
        claim = {"invite": made["invites"]["soviet"]}
        guest = table.post(f"/api/matches/{self.match}/claim", json=claim).json()
        self.keys = {"german": key, "soviet": guest["key"]}
        while not all(self.look(side)["ask"] for side in self.keys):
            side = next(side for side in self.keys if self.look(side)["ask"])
            self.answer(side, -1)

    def look(self, side: str) -> Plain:
        return look(self.table, self.match, self.keys.get(side, ""))

    def answer(self, side: str, choice: int = 0) -> None:
        assert take(self.table, self.match, self.keys[side], self.look(side), choice).is_success

    def order(self, side: str, **what: Any) -> Any:
        return order(self.table, self.match, self.keys[side], side=side, **what)

    def mine(self, side: str) -> Plain:
        wish = {"matches": [{"match": self.match, "key": self.keys.get(side, "")}]}
        found: Plain = self.table.post("/api/mine", json=wish).json()["matches"][0]
        return found

    def known(self, side: str) -> list[Plain]:
        """All that a side, or a spectator, is told of the match, but for its own clock that runs."""
        told = [self.look(side), self.mine(side)]
        for each in told:
            each["clock"]["left"].pop(side, None)
        return told


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Time goes on only when it is told to."""
    began, gone = time.time(), [0.0]
    monkeypatch.setattr(time, "time", lambda: began + gone[0])

    def go(seconds: float) -> None:
        gone[0] += seconds

    return go


@pytest.fixture
def two(table: TestClient) -> Two:
    return Two(table)


def test_f3_who_is_asked_learns_nothing_when_the_other_answers(two: Two) -> None:
    before = [two.known(side) for side in ("soviet", "")]
    frames = two.order("soviet", do="at", frame=9999).json()
    time.sleep(0.3)
    two.answer("german")
    assert [two.known(side) for side in ("soviet", "")] == before
    assert two.order("soviet", do="at", frame=9999).json() == frames
    assert before[0][0]["clock"]["runs"] == ["soviet"] and before[0][0]["asked"] == ["soviet"]
    assert before[1][0]["clock"]["runs"] == [] and sorted(before[1][0]["asked"]) == ["german", "soviet"]


def test_f3_no_page_but_ones_own_is_told_of_the_answer(two: Two, table: TestClient) -> None:
    with ExitStack() as stack:
        pages = {side: stack.enter_context(table.websocket_connect(f"/api/matches/{two.match}/live")) for side in SIDES}
        for side, page in pages.items():
            page.send_json({"hello": two.keys.get(side, "")})
        number = two.look("soviet")["decision"]
        for page in pages.values():
            next(got for got in heard(page) if got.get("type") == "scene")
        two.answer("german")
        for side in ("soviet", ""):
            pages[side].send_json({"do": "say", "ref": 7, "text": side or "nobody"})
        kinds = {side: list(heard_until(page, "nobody")) for side, page in pages.items()}
        assert "scene" in kinds["german"] and "scene" not in kinds["soviet"] + kinds[""]
        action = two.look("soviet")["ask"]["choices"][0]["action"]
        pages["soviet"].send_json({"do": "take", "ref": 8, "decision": number, "action": action})
        scene = next(got for got in heard(pages["soviet"]) if got.get("type") == "scene")
        assert scene["decision"] == number + 1, "and nobody counts the answers"


SIDES = ("german", "soviet", "")


def heard(page: Any) -> Iterator[Plain]:
    while True:
        yield page.receive_json()


def heard_until(page: Any, text: str) -> Iterator[str]:
    """The kinds of messages up to the one in which somebody says something."""
    for got in heard(page):
        yield got.get("type", "")
        if got.get("type") == "chat" and got["chat"][-1]["text"] == text:
            return


def test_f3_numbers_are_the_same_whether_one_or_both_were_asked(two: Two) -> None:
    number = two.look("german")["decision"]
    two.answer("german")
    assert two.look("german")["decision"] == number and two.look("german")["ask"] is None
    again = two.order("german", do="take", decision=number, action={"type": "Pass"})
    assert not again.is_success and str(number + 1) not in again.text
    stale = two.order("soviet", do="why", decision=number + 1, piece="x")
    assert stale.status_code == 409 and f"decision {number} now" in stale.text
    two.answer("soviet")
    assert {two.look(side)["decision"] for side in SIDES} == {number + 1}


def test_f3_the_others_clock_does_not_tell_afterwards_either(table: TestClient, still: Callable[[float], None]) -> None:
    two = Two(table)
    left = two.look("soviet")["clock"]["left"]
    still(20)
    two.answer("german")
    still(7)
    two.answer("soviet")
    after = {side: two.look(side)["clock"]["left"] for side in SIDES}
    assert after["soviet"] == {"german": left["german"], "soviet": left["soviet"] - 27}
    assert after["german"]["german"] == left["german"] - 20, "he knows his own"
    assert after[""] == left, "a spectator is told neither"


def test_f3_letters_do_not_wait_for_the_others_answer(tmp_path: Path, still: Callable[[float], None]) -> None:
    with Letterbox() as box:
        store = Store(sqlite_url(tmp_path))
        app = WebApp(store, rate=10_000, making=10_000, post=MailServer.of(box.url), site="https://table.example")
        with TestClient(app.app()) as table:
            two = Two(table, clock=None)
            head = bearer(two.keys["soviet"])
            table.post("/api/mail", json={"box": "b" * 20, "address": "ben@example.org"}, headers=head)
            token = box.letters[0].get_content().split("/mail/")[1].split()[0]
            table.post(f"/api/mail/{token}", json={"wanted": True})
            table.post(f"/api/matches/{two.match}/mail", json={"box": "b" * 20}, headers=head)
            still(LATER)
            two.answer("german")
            assert asyncio.run(app.mailing.deliver(time.time(), app.house.is_present)) == 1
            still(LATER)
            assert asyncio.run(app.mailing.deliver(time.time(), app.house.is_present)) == 0


def test_f3_a_takeback_goes_back_before_the_whole_question(two: Two) -> None:
    before = two.look("soviet")
    request = two.order("soviet", do="back", decision=before["decision"]).json()["request"]
    told = two.look("german")["decision"]
    two.answer("german")
    assert two.order("soviet", do="decline", request=request).is_success, "it still stands"
    request = two.order("soviet", do="back", decision=told).json()["request"]
    assert two.order("german", do="agree", request=request).is_success
    assert two.look("soviet")["decision"] == told + 1
    scenes = [two.look(side) for side in ("german", "soviet")]
    assert sum(scene["ask"] is not None for scene in scenes) == 1, "it is the answer before it that went back"
