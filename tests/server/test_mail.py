"""Your turn, by mail: asked before, one letter about all that waits, and no more when told to stop."""

from __future__ import annotations

import asyncio
import re
import ssl
import time
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any, ClassVar

import pytest
from starlette.testclient import TestClient

from grognard.server.app import WebApp
from grognard.server.people import mailboxes
from grognard.server.people.smtp import BadPost, Email, InTheClear, MailServer
from grognard.server.storage.maintenance import delete
from grognard.server.storage.schema import PRESENCE
from grognard.server.storage.store import Store, sqlite_url
from grognard.server.web.limits import Buckets
from tests.server.letterbox import Letterbox
from tests.server.play import bearer, new_match

FOLIO = {"game": "folio", "scenario": "sidi-zahran", "seats": {"German": "friend"}}
SITE = "https://table.example"
ANNA, SECRET = "anna@example.org", "anna's mailbox"
LATER = mailboxes.SELDOM + mailboxes.QUIET + 1


@pytest.fixture
def box() -> Iterator[Letterbox]:
    with Letterbox() as opened:
        yield opened


@pytest.fixture
def app(tmp_path: Path, box: Letterbox) -> WebApp:
    store = Store(sqlite_url(tmp_path))
    return WebApp(store, rate=10_000, making=10_000, post=MailServer.of(box.url), site="https://table.example")


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


def delivered(app: WebApp, after: float = LATER) -> int:
    """How many letters go out so many seconds from now."""
    return asyncio.run(app.mailing.deliver(time.time() + after, app.house.is_present))


def confirmed(table: TestClient, box: Letterbox) -> tuple[str, str]:
    """A match whose British seat is written about; its id and key."""
    sign_up(table)
    assert say(table, box.letters[-1], True).json() == {"wanted": True}
    match, key, _ = new_match(table, **FOLIO)
    assert tie(table, match, key).json() == {"address": ANNA}
    return match, key


def test_an_address_is_asked_and_gets_nothing_before_it_says_yes(
    table: TestClient, app: WebApp, box: Letterbox
) -> None:
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


def test_one_letter_tells_of_all_matches_that_wait(table: TestClient, app: WebApp, box: Letterbox) -> None:
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


def test_nobody_is_written_to_twice_about_the_same_nor_too_soon(table: TestClient, app: WebApp, box: Letterbox) -> None:
    confirmed(table, box)
    assert delivered(app, mailboxes.QUIET - 60) == 0, "the match has not waited long enough"
    assert delivered(app) == 1
    assert delivered(app, 3 * LATER) == 0, "nothing has changed since"


def test_whoever_is_not_asked_or_is_at_the_table_is_not_written_to(
    table: TestClient, app: WebApp, box: Letterbox
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
def test_a_letter_stops_all_letters(
    table: TestClient, app: WebApp, box: Letterbox, one_click: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, key = confirmed(table, box)
    assert delivered(app) == 1
    if one_click:
        stop = {"List-Unsubscribe": "One-Click"}
        assert table.post(f"/mail/{token_of(box.letters[-1])}", data=stop).status_code == 200
    else:
        say(table, box.letters[-1], False)
    assert delivered(app, 3 * LATER) == 0
    assert tie(table, match, key).status_code == 404
    assert sign_up(table).status_code == 403, "a No lasts"
    assert say(table, box.letters[-1], True).status_code == 200, "until its owner takes it back"
    late = time.time() + mailboxes.AGAIN + 1
    monkeypatch.setattr(time, "time", lambda: late)
    assert sign_up(table).json() == {"confirmed": False}


def test_a_server_that_takes_no_letters_gets_them_later(table: TestClient, app: WebApp, box: Letterbox) -> None:
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


def test_a_deleted_match_takes_its_letters_along(table: TestClient, app: WebApp, box: Letterbox) -> None:
    match, _ = confirmed(table, box)
    assert delete(app.house.store, [match]) == 1
    assert delivered(app) == 0


def test_a_table_without_a_mail_server_says_so(tmp_path: Path) -> None:
    with TestClient(WebApp(Store(sqlite_url(tmp_path)), rate=10_000, making=10_000).app()) as table:
        assert sign_up(table).status_code == 404
        assert b'data-mail="yes"' not in table.get(f"/m/{new_match(table, **FOLIO)[0]}").content


def test_the_page_of_a_match_offers_letters_where_there_are_any(table: TestClient) -> None:
    assert b'data-mail="yes"' in table.get(f"/m/{new_match(table, **FOLIO)[0]}").content


# ------------------------------------------------------------------ nobody is bombarded


def letters_to(box: Letterbox, name: str) -> int:
    return sum(name in letter["To"].lower() for letter in box.letters)


@pytest.fixture
def crowd(app: WebApp) -> None:
    """Each request comes from somewhere else."""
    app.mailing._askers = Buckets(1e9, 1e9)


@pytest.mark.usefixtures("crowd")
def test_f5_the_limit_of_an_address_does_not_go_away_with_a_mailbox(table: TestClient, box: Letterbox) -> None:
    turns = ["anna@example.org", "bert@example.org"] * 4
    assert [sign_up(table, "one box", address).status_code for address in turns] == [200, 200, *[429] * 6]
    assert letters_to(box, "anna") == letters_to(box, "bert") == 1


@pytest.mark.usefixtures("crowd")
def test_f5_one_person_has_one_address_however_it_is_spelt(table: TestClient, box: Letterbox) -> None:
    alike = [ANNA, "Anna@example.org", "ANNA@Example.ORG", "anna+1@example.org", "anna+2+3@example.org"]
    assert [sign_up(table, f"box {n}", each).status_code for n, each in enumerate(alike)] == [200, 429, 429, 429, 429]
    say(table, box.letters[0], False)
    assert [sign_up(table, f"box {n}", each).status_code for n, each in enumerate(alike)] == [403] * 5
    assert len(box.letters) == 1


@pytest.mark.usefixtures("crowd")
def test_f5_whoever_does_not_answer_is_asked_three_times_a_month(
    table: TestClient, box: Letterbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, codes = time.time(), []
    for hours in range(0, 40, 2):
        monkeypatch.setattr(time, "time", lambda hours=hours: began + hours * 3600)
        codes.append(sign_up(table, f"box {hours}").status_code)
    assert codes == [200] * mailboxes.ASKS + [429] * (20 - mailboxes.ASKS)
    monkeypatch.setattr(time, "time", lambda: began + mailboxes.MONTH + 50 * 3600)
    assert sign_up(table).status_code == 200
    assert "3 times a month" in box.letters[0].get_content().replace("\n", " ")


@pytest.mark.usefixtures("crowd")
def test_f5_a_table_asks_so_many_addresses_a_day(
    table: TestClient, box: Letterbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailboxes, "IN_A_DAY", 3)
    codes = [sign_up(table, f"box {n}", f"somebody{n}@example.org").status_code for n in range(5)]
    assert codes == [200, 200, 200, 503, 503] and len(box.letters) == 3


def test_f5_one_place_asks_few_addresses(table: TestClient, box: Letterbox) -> None:
    codes = [sign_up(table, f"box {n}", f"somebody{n}@example.org").status_code for n in range(10)]
    assert codes == [200] * 6 + [429] * 4 and len(box.letters) == 6


@pytest.mark.usefixtures("crowd")
def test_f15_an_address_cannot_hold_another(table: TestClient, box: Letterbox) -> None:
    odd = ["=?utf-8?q?x=0d=0aBcc=3Ay@example.org?=@example.org", "=?utf-8?b?dmljdGltQGJhbmsub3JnLCB5?=@example.org"]
    odd += ["a\\@example.org", "é@example.org", "a@exämple.org", "a@example..org", "[@example.org", "a@example.org."]
    assert [sign_up(table, "box", each).status_code for each in odd] == [422] * len(odd)
    assert box.letters == []


def test_a4_where_nothing_was_written_that_is_said_and_forgotten(table: TestClient, box: Letterbox) -> None:
    box.refuses = True
    assert [sign_up(table).status_code for _ in range(2)] == [503, 503]
    box.refuses = False
    assert sign_up(table).json() == {"confirmed": False}
    assert say(table, box.letters[0], True).json() == {"wanted": True}
    box.refuses = True
    assert sign_up(table, address="other@example.org").status_code == 503
    assert sign_up(table).json() == {"confirmed": True}, "the mailbox is as it was"


def test_a12_nobody_is_written_to_whose_page_is_open_at_another_process(
    fresh_database: str, box: Letterbox, tmp_path: Path
) -> None:
    apps = [
        WebApp(Store(fresh_database), tmp_path, rate=10_000, making=10_000, post=MailServer.of(box.url), site=SITE)
        for _ in range(2)
    ]
    with TestClient(apps[0].app()) as here, TestClient(apps[1].app()) as there:
        match, key = confirmed(here, box)
        with here.websocket_connect(f"/api/matches/{match}/live") as page:
            page.send_json({"hello": key})
            page.receive_json()
            assert here.portal is not None and there.portal is not None
            here.portal.call(apps[0].mailing.say_who_is_here, apps[0].house.present())
            late = time.time() + LATER
            with apps[1].house.store.engine.begin() as db:
                db.execute(PRESENCE.update(), {"at": late})
            assert there.portal.call(apps[1].mailing.deliver, late, apps[1].house.is_present) == 0
        late += mailboxes.FRESH + 1
        assert there.portal.call(apps[1].mailing.deliver, late, apps[1].house.is_present) == 1


# ------------------------------------------------------------------ the mail server


class Sealed:
    """A connection that says how it was made, and whom it was told the password."""

    made: ClassVar[list[Any]] = []
    offers = True

    def __init__(self, host: str, port: int, timeout: float, context: ssl.SSLContext | None = None) -> None:
        self.made.append(context)

    def __enter__(self) -> Sealed:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def ehlo(self) -> None:
        pass

    def has_extn(self, name: str) -> bool:
        return self.offers

    def starttls(self, context: ssl.SSLContext) -> None:
        self.made.append(context)

    def login(self, user: str, password: str) -> None:
        self.made.append(password)

    def send_message(self, message: EmailMessage) -> None:
        self.made.append(message["To"])


@pytest.fixture
def sealed(monkeypatch: pytest.MonkeyPatch) -> type[Sealed]:
    class Connection(Sealed):
        made: ClassVar[list[Any]] = []

    monkeypatch.setattr("smtplib.SMTP", Connection)
    monkeypatch.setattr("smtplib.SMTP_SSL", Connection)
    return Connection


LETTER = Email(ANNA, "It is your turn", "Look.", "https://table.example/mail/x")


@pytest.mark.parametrize("url", ["smtps://me:secret@mail.example", "smtp://me:secret@mail.example"])
def test_a3_the_certificate_of_the_mail_server_is_verified(sealed: type[Sealed], url: str) -> None:
    MailServer.of(url).send(LETTER)
    (context,) = [each for each in sealed.made if isinstance(each, ssl.SSLContext)]
    assert context.verify_mode == ssl.CERT_REQUIRED and context.check_hostname
    assert sealed.made[-2:] == ["secret", ANNA]


def test_a3_no_password_goes_in_the_clear_but_to_this_machine(sealed: type[Sealed]) -> None:
    sealed.offers = False
    with pytest.raises(InTheClear, match="offers no encryption"):
        MailServer.of("smtp://me:secret@mail.example").send(LETTER)
    assert "secret" not in sealed.made and ANNA not in sealed.made
    for here in ("localhost", "127.0.0.1", "[::1]"):
        MailServer.of(f"smtp://me:secret@{here}").send(LETTER)
    MailServer.of("smtp://mail.example").send(LETTER)
    assert sealed.made.count("secret") == 3 and sealed.made.count(ANNA) == 4


def test_a_mail_server_is_named_by_an_address() -> None:
    sealed = MailServer("mail.example", 465, "grognard@mail.example", "me", "p@ss", True)
    assert MailServer.of("smtps://me:p%40ss@mail.example") == sealed
    assert MailServer.of("smtp://mail.example?from=t@x.org") == MailServer("mail.example", 587, "t@x.org")
    for wrong in ("mail.example", "http://mail.example", "smtp://", "smtp://mail.example:port"):
        with pytest.raises(BadPost):
            MailServer.of(wrong)
