"""A sample of what `python -m bench.forge` sends in its hundreds of thousands."""

from __future__ import annotations

import random
from pathlib import Path

from starlette.testclient import TestClient

from bench.forge import BURST, Forger, Report, attack, seen, send, sit_down
from grognard.engine import SHELF
from grognard.server.app import WebApp
from grognard.server.people.smtp import MailServer
from grognard.server.storage.store import Store, sqlite_url
from tests.server.letterbox import Letterbox


def test_forged_requests_change_nothing_and_find_no_fault(table: TestClient) -> None:
    report = attack(table, BURST * len(SHELF))
    assert report.sent == BURST * len(SHELF), "all of it over HTTP"
    assert (report.faults, report.changes) == (0, 0), report.statuses
    assert {400, 401, 403, 404, 409} <= set(report.statuses)


def test_forged_wishes_for_letters_shares_and_ratings_send_none(tmp_path: Path) -> None:
    """Where there is a mail server: nobody is written to at an address that is none."""
    with Letterbox() as box:
        app = WebApp(
            Store(sqlite_url(tmp_path)), rate=1e6, making=1e6, post=MailServer.of(box.url), site="https://table"
        )
        with TestClient(app.app()) as client:
            seated, report = sit_down(client, "folio"), Report()
            before = seen(client, seated)
            forger = Forger(seated, before, [], random.Random(1))
            for forge in (forger.odd_wish, forger.not_now) * BURST:
                send(client, forge(), report)
            assert seen(client, seated) == before
    assert report.faults == 0 and box.letters == [], report.statuses
