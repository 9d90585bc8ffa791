"""Your turn, by mail: asked before, one letter about all that waits, and no more when told to stop."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.table import mailing
from grognard.table.admin import delete
from grognard.table.post import BadPost, Post
from grognard.table.server import Table
from grognard.table.store import Store, sqlite_url
from tests.table.letterbox import Letterbox
from tests.table.play import bearer, new_match

FOLIO = {"game": "folio", "scenario": "sidi-zahran", "seats": {"German": "friend"}}
ANNA, SECRET = "anna@example.org", "anna's mailbox"
LATER = mailing.SELDOM + mailing.QUIET + 1


@pytest.fixture
def box() -> Iterator[Letterbox]:
    with Letterbox() as opened:
        yield opened


@pytest.fixture
def app(tmp_path: Path, box: Letterbox) -> Table:
    store = Store(sqlite_url(tmp_path))
    return Table(store, rate=10_000, making=10_000, post=Post.of(box.url), site="https://table.example")


def sign_up(table: TestClient, secret: str = SECRET, address: str = ANNA) -> Any:
    return table.post("/api/mail", json={"box": secret, "address": address})


def token_of(letter: EmailMessage) -> str:
    found = re.search(r"https://table.example/mail/(\S+)", letter.get_content())
    assert found is not None
    return found[1]


def say(table: TestClient, letter: EmailMessage, wanted: bool) -> Any:
    return table.post(f"/api/mail/{token_of(letter)}", json={"wanted": wanted})


def tie(table: TestClient, match: str, key: str, secret: str = SECRET) -> Any:
    return table.post(f"/api/matches/{match}/mail", json={"box": secret}, headers=bearer(key))


def delivered(app: Table, after: float = LATER) -> int:
    """How many letters go out so many seconds from now."""
    return asyncio.run(app.mailing.deliver(time.time() + after, app.house.is_present))


def confirmed(table: TestClient, box: Letterbox) -> tuple[str, str]:
    """A match whose British seat is written about; its id and key."""
    sign_up(table)
    assert say(table, box.letters[-1], True).json() == {"wanted": True}
    match, key, _ = new_match(table, **FOLIO)
    assert tie(table, match, key).json() == {"address": ANNA}
    return match, key


def test_an_address_is_asked_and_gets_nothing_before_it_says_yes(table: TestClient, app: Table, box: Letterbox) -> None:
    assert sign_up(table).json() == {"confirmed": False}
    question = box.letters[0]
    assert question["To"] == ANNA and question["From"] == "table@example.org"
    match, key, _ = new_match(table, **FOLIO)
    assert tie(table, match, key).json() == {"address": ""}
    assert delivered(app) == 0
    assert table.get(f"/mail/{token_of(question)}").status_code == 200, "to look at the page says nothing yet"
    assert delivered(app) == 0
    say(table, question, True)
    assert delivered(app) == 1
    assert sign_up(table).json() == {"confirmed": True}
    assert len(box.letters) == 2


def test_one_letter_tells_of_all_matches_that_wait(table: TestClient, app: Table, box: Letterbox) -> None:
    first, _ = confirmed(table, box)
    second, key, _ = new_match(table, **FOLIO)
    tie(table, second, key)
    assert delivered(app) == 1
    letter = box.letters[-1]
    assert letter["Subject"] == "2 matches wait for you"
    for match in (first, second):
        assert f"https://table.example/m/{match}" in letter.get_content()
    assert key not in letter.as_string()
    assert letter["List-Unsubscribe"].strip() == f"<https://table.example/mail/{token_of(letter)}>"
    assert letter["Auto-Submitted"] == "auto-generated"


def test_nobody_is_written_to_twice_about_the_same_nor_too_soon(table: TestClient, app: Table, box: Letterbox) -> None:
    confirmed(table, box)
    assert delivered(app, mailing.QUIET - 60) == 0, "the match has not waited long enough"
    assert delivered(app) == 1
    assert delivered(app, 3 * LATER) == 0, "nothing has changed since"


def test_whoever_is_not_asked_or_is_at_the_table_is_not_written_to(
    table: TestClient, app: Table, box: Letterbox
) -> None:
    match, key = confirmed(table, box)
    with table.websocket_connect(f"/api/matches/{match}/live") as page:
        page.send_json({"hello": key})
        page.receive_json()
        assert delivered(app) == 0
    other, _, made = new_match(table, **FOLIO)
    claimed = table.post(f"/api/matches/{other}/claim", json={"invite": made["invites"]["German"]}).json()
    tie(table, match, key, secret="")
    assert tie(table, other, claimed["key"]).json() == {"address": ANNA}
    assert delivered(app) == 0, "the British begin"


@pytest.mark.parametrize("one_click", [True, False])
def test_a_letter_stops_all_letters(table: TestClient, app: Table, box: Letterbox, one_click: bool) -> None:
    match, key = confirmed(table, box)
    assert delivered(app) == 1
    if one_click:
        stop = {"List-Unsubscribe": "One-Click"}
        assert table.post(f"/mail/{token_of(box.letters[-1])}", data=stop).status_code == 200
    else:
        say(table, box.letters[-1], False)
    assert delivered(app, 3 * LATER) == 0
    assert tie(table, match, key).status_code == 404
    assert say(table, box.letters[-1], True).status_code == 404


def test_a_server_that_takes_no_letters_gets_them_later(table: TestClient, app: Table, box: Letterbox) -> None:
    confirmed(table, box)
    box.refuses = True
    assert delivered(app) == 0
    box.refuses = False
    assert delivered(app) == 1


def test_no_stranger_is_pestered(table: TestClient, box: Letterbox) -> None:
    sign_up(table)
    assert sign_up(table, secret="another").status_code == 429
    assert len(box.letters) == 1
    long = f"a@{'b' * 250}.org"
    for wrong in ("anna", "a@b", "a@b.org\nBcc: c@d.org", "a b@c.org", "<a@b.org>", "a@b.org,c@d.org", long):
        assert sign_up(table, address=wrong).status_code in (400, 422), wrong
    assert sign_up(table, secret="", address="ben@example.org").status_code == 422
    match, _, _ = new_match(table, **FOLIO)
    assert tie(table, match, "").status_code == 403
    assert tie(table, match, "wrong").status_code == 401
    assert table.post("/api/mail/nonsense", json={"wanted": True}).status_code == 404
    assert len(box.letters) == 1


def test_a_deleted_match_takes_its_letters_along(table: TestClient, app: Table, box: Letterbox) -> None:
    match, _ = confirmed(table, box)
    assert delete(app.house.store, [match]) == 1
    assert delivered(app) == 0


def test_a_table_without_a_mail_server_says_so(tmp_path: Path) -> None:
    with TestClient(Table(Store(sqlite_url(tmp_path)), rate=10_000, making=10_000).app()) as table:
        assert sign_up(table).status_code == 404
        assert b'data-mail="yes"' not in table.get(f"/m/{new_match(table, **FOLIO)[0]}").content


def test_the_page_of_a_match_offers_letters_where_there_are_any(table: TestClient) -> None:
    assert b'data-mail="yes"' in table.get(f"/m/{new_match(table, **FOLIO)[0]}").content


def test_a_mail_server_is_named_by_an_address() -> None:
    sealed = Post("mail.example", 465, "grognard@mail.example", "me", "p@ss", True)
    assert Post.of("smtps://me:p%40ss@mail.example") == sealed
    assert Post.of("smtp://mail.example?from=t@x.org") == Post("mail.example", 587, "t@x.org")
    for wrong in ("mail.example", "http://mail.example", "smtp://", "smtp://mail.example:port"):
        with pytest.raises(BadPost):
            Post.of(wrong)
