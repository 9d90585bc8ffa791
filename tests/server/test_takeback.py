"""Takebacks: nothing goes back unless every other player has agreed to that very request."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from grognard.engine.records.record import BackLine, Line, StartLine, TakeLine, UndoLine
from grognard.server.matches.takeback import Request, answers_back_to, must_agree
from grognard.server.storage.store import Seat
from tests.server.play import look, new_match, order, take


class Company:
    """Several people at one match, each with a key."""

    def __init__(self, table: TestClient, host: str, guests: list[str], **wish: Any) -> None:
        self.table = table
        self.match, key, made = new_match(table, seats=dict.fromkeys(guests, "friend"), **wish)
        self.keys = {host: key}
        for side in guests:
            claim = {"invite": made["invites"][side]}
            self.keys[side] = table.post(f"/api/matches/{self.match}/claim", json=claim).json()["key"]

    def decision(self) -> int:
        return int(look(self.table, self.match)["decision"])

    def asked(self) -> str:
        return str(look(self.table, self.match)["asked"][0])

    def answer(self, choice: int = 0) -> str:
        """Whoever is asked answers; who it was."""
        side = self.asked()
        scene = look(self.table, self.match, self.keys[side])
        assert take(self.table, self.match, self.keys[side], scene, choice).is_success
        return side

    def order(self, side: str, **what: Any) -> Any:
        return order(self.table, self.match, self.keys[side], side=side, **what)

    def back(self, side: str) -> int:
        """A side asks; the number of its request."""
        got = self.order(side, do="back", decision=self.decision())
        assert got.status_code == 200, got.text
        return int(got.json()["request"])

    def agree(self, side: str, request: int) -> int:
        return int(self.order(side, do="agree", request=request).status_code)

    def decline(self, side: str, request: int) -> int:
        return int(self.order(side, do="decline", request=request).status_code)


@pytest.fixture
def two(table: TestClient) -> Company:
    """Two at a match in which one has just answered five times running, and the other before that."""
    company = Company(table, "British", ["German"], game="folio", scenario="sidi-zahran")
    answered: list[str] = []
    while len(answered) < 12 or len(set(answered)) < 2 or len(set(answered[-5:])) > 1:
        answered.append(company.answer(0 if len(set(answered)) > 1 else -1))  # whoever begins soon ends its phase
    return company


def other(side: str) -> str:
    return "German" if side == "British" else "British"


def last(company: Company) -> str:
    """Who answered last: the one who still is asked, in the same phase."""
    return company.asked()


def test_a_request_of_ones_own_is_no_consent_to_the_others(two: Company) -> None:
    a, b, now = last(two), other(last(two)), two.decision()
    first, second = two.back(a), two.back(b)
    assert two.decision() == now, "both have asked, nobody has agreed"
    assert two.agree(b, first) == 409, "the later request has voided it"
    assert two.agree(b, second) == 409, "it is his own"
    assert two.decision() == now
    assert two.agree(a, second) == 200
    assert two.decision() == now + 1


def test_consent_takes_back_the_answers_of_the_one_request(two: Company) -> None:
    a, b, now = last(two), other(last(two)), two.decision()
    before = look(two.table, two.match, two.keys[a])["ask"]["prompt"]
    two.answer()
    request = two.back(a)
    assert two.agree(b, request) == 200
    assert two.decision() == now + 2
    assert look(two.table, two.match, two.keys[a])["ask"]["prompt"] == before


def test_nothing_can_be_agreed_to_that_nobody_asks(two: Company) -> None:
    assert two.agree(last(two), 1) == 409
    assert two.decline(last(two), 1) == 409


def test_what_is_declined_or_withdrawn_cannot_be_agreed_to(two: Company) -> None:
    a, b, now = last(two), other(last(two)), two.decision()
    for ends_it in (a, b):
        request = two.back(a)
        assert two.decline(ends_it, request) == 200
        assert two.agree(b, request) == 409
        assert two.decline(b, request) == 409
    assert two.decision() == now


def test_an_answer_an_undo_and_a_resignation_void_a_request(two: Company) -> None:
    a, b = last(two), other(last(two))
    request = two.back(a)
    two.answer()
    assert two.agree(b, request) == 409
    while not look(two.table, two.match, two.keys[a])["undo"]:
        two.answer()
        a, b = last(two), other(last(two))
    request = two.back(a)
    assert two.order(a, do="undo", decision=two.decision()).status_code == 200
    assert two.agree(b, request) == 409
    request = two.back(a)
    assert two.order(a, do="resign", decision=two.decision()).status_code == 200
    assert two.agree(b, request) == 409


def test_to_agree_twice_counts_once(table: TestClient) -> None:
    three = Company(table, "german", ["german-2", "german-3"], options={"players": "3"})
    a = three.answer()
    b, c = (side for side in three.keys if side != a)
    now, request = three.decision(), three.back(a)
    assert [three.agree(b, request) for _ in range(3)] == [200, 409, 409]
    assert three.agree(a, request) == 409
    assert three.decision() == now, "the third has not agreed"
    assert three.agree(c, request) == 200
    assert three.decision() == now + 1


def test_one_of_three_who_declines_ends_it(table: TestClient) -> None:
    three = Company(table, "german", ["german-2", "german-3"], options={"players": "3"})
    a = three.answer()
    b, c = (side for side in three.keys if side != a)
    now, request = three.decision(), three.back(a)
    assert three.agree(b, request) == 200
    assert three.decline(c, request) == 200
    assert three.agree(c, request) == 409
    assert three.decision() == now


def test_nobody_speaks_for_another_seat(two: Company) -> None:
    a, b = last(two), other(last(two))
    request = two.back(a)
    for what in ("agree", "decline"):
        forged = order(two.table, two.match, two.keys[a], do=what, request=request, side=b)
        assert forged.status_code == 403
        assert order(two.table, two.match, "", do=what, request=request, side=b).status_code == 403


def test_both_are_shown_what_is_asked_for_and_that_it_is_over(two: Company) -> None:
    a, b = last(two), other(last(two))
    choice = look(two.table, two.match, two.keys[a])["ask"]["choices"][0]["text"]
    two.answer()
    with two.table.websocket_connect(f"/api/matches/{two.match}/live") as page:
        page.send_json({"hello": two.keys[b]})
        assert heard(page, "scene")["back"] is None
        request = two.back(a)
        told = heard(page, "back")["back"]
        assert told == {"request": request, "side": a, "answers": 1, "text": choice, "waits": [b]}
        two.decline(b, request)
        assert heard(page, "back")["back"] is None
    request = two.back(a)
    with two.table.websocket_connect(f"/api/matches/{two.match}/live") as page:
        page.send_json({"hello": two.keys[b]})
        assert heard(page, "scene")["back"]["request"] == request, "whoever comes later is asked too"


def test_what_was_answered_is_not_told_where_sides_have_secrets(table: TestClient) -> None:
    company = Company(table, "soviet", ["german"], game="tank-leader", scenario="steppe-patrol")
    a = company.answer()
    b = next(side for side in company.keys if side != a)
    with table.websocket_connect(f"/api/matches/{company.match}/live") as page:
        page.send_json({"hello": company.keys[b]})
        company.back(a)
        assert heard(page, "back")["back"]["text"] == ""


def heard(page: Any, kind: str) -> Any:
    """The next message of a kind."""
    while True:
        got = page.receive_json()
        if got.get("type") == kind:
            return got


SEATS = {
    "red": Seat("red", key="one"),
    "blue": Seat("blue", key="one"),
    "white": Seat("white", key="two"),
    "green": Seat("green", "doctrine"),
    "black": Seat("black", invite="not taken up"),
}


@pytest.mark.parametrize(
    ("request_", "waits"),
    [
        (Request(1, "red", 1), ["white"]),
        (Request(1, "white", 1), ["red", "blue"]),
        (Request(1, "white", 1, ("blue",)), []),
        (Request(1, "red", 1, ("white",)), []),
    ],
)
def test_whoever_shares_a_key_shares_its_word(request_: Request, waits: list[str]) -> None:
    assert must_agree(SEATS, request_) == waits


def test_answers_that_were_taken_back_do_not_count() -> None:
    def take_by(side: str) -> TakeLine:
        return TakeLine(side, msgspec.Raw(), (), "")

    lines: list[Line] = [
        StartLine((), ""),
        take_by("red"),
        take_by("blue"),
        take_by("red"),
        UndoLine(1, ""),
        BackLine(1, ""),
    ]
    assert answers_back_to(lines, "red") == [1]
    assert answers_back_to(lines, "blue") == []
