"""What whoever runs a table may do with its matches."""

from __future__ import annotations

import json
import logging
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from grognard.cli import main
from grognard.engine import Match
from grognard.server.app import WebApp
from grognard.server.matches.seats import fingerprint
from grognard.server.people.erasure import forget
from grognard.server.people.smtp import MailServer
from grognard.server.storage import maintenance
from grognard.server.storage.folder_lock import FolderLock
from grognard.server.storage.schema import ADDRESSES, LINES, MAILBOXES, MAILINGS, META, SCENARIOS, STUDIES
from grognard.server.storage.store import Store, UnknownMatch, new_id, sqlite_url
from grognard.server.web.json_log import Lines, without_secrets
from tests.server.play import look, new_match, order, take


def filled(url: str) -> tuple[str, str]:
    """A table with a match that was played and one that was not."""
    with TestClient(WebApp(Store(url)).app()) as table:
        played, key, _ = new_match(table)
        take(table, played, key, look(table, played, key))
        return played, new_match(table)[0]


def test_matches_are_listed_exported_deleted_and_their_room_given_back(url: str) -> None:
    played, unplayed = filled(url)
    store = Store(url)
    assert {kept.id for kept in maintenance.matches(store)} == {played, unplayed}
    assert [kept.id for kept in maintenance.matches(store, unplayed=True)] == [unplayed]
    assert maintenance.matches(store, older=1) == []
    assert Match.from_record(maintenance.export(store, played)).number == 1
    assert maintenance.delete(store, [unplayed, "none"]) == 1
    maintenance.vacuum(store)
    assert [kept.id for kept in maintenance.matches(store)] == [played]
    with pytest.raises(UnknownMatch):
        maintenance.export(store, unplayed)
    store.close()


def test_an_id_is_never_taken_for_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter(["-qSzC_YAvmV-", "--abcdefghij", "a-bcdefghijk"])
    monkeypatch.setattr("grognard.server.storage.store.secrets.token_urlsafe", lambda _size: next(drawn))
    assert new_id() == "a-bcdefghijk"


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played, unplayed = filled(sqlite_url(tmp_path))
    assert main(["admin", "list", "--data", str(tmp_path)]) == 0
    assert played in capsys.readouterr().out
    assert main(["admin", "export", played, "-o", str(tmp_path / "m.grog"), "--data", str(tmp_path)]) == 0
    assert Match.load(tmp_path / "m.grog").number == 1
    assert main(["admin", "delete", unplayed, "--data", str(tmp_path)]) == 0
    assert main(["admin", "vacuum", "--data", str(tmp_path)]) == 0
    assert main(["admin", "export", unplayed, "-o", str(tmp_path / "n.grog"), "--data", str(tmp_path)]) == 2
    capsys.readouterr()
    lock = FolderLock(tmp_path)
    assert main(["admin", "delete", played, "--data", str(tmp_path)]) == 2, "not under a server that runs"
    assert "Stop it first" in capsys.readouterr().err
    lock.release()


def test_what_nobody_has_answered_in_is_cleared_and_records_come_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played, _ = filled(sqlite_url(tmp_path))
    where = ["--data", str(tmp_path)]
    assert main(["admin", "export", played, "-o", str(tmp_path / "m.grog"), *where]) == 0
    assert main(["admin", "clear", *where]) == 0
    assert "0 matches deleted" in capsys.readouterr().out, "they are not old enough"
    assert main(["admin", "clear", "--older", "0", *where]) == 0
    assert "1 match deleted" in capsys.readouterr().out
    assert main(["admin", "import", str(tmp_path / "m.grog"), *where]) == 0
    said = capsys.readouterr().out
    match, key = said.partition("/m/")[2].strip().split("#key=")
    with TestClient(WebApp(Store(sqlite_url(tmp_path))).app()) as table:
        assert look(table, match, key)["decision"] == 1
    (tmp_path / "bad").write_text("no record")
    for wrong in ("bad", "none"):
        assert main(["admin", "import", str(tmp_path / wrong), *where]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_log_as_json_holds_no_secret() -> None:
    record = logging.LogRecord("grognard.server", logging.ERROR, "", 0, "%s", ("GET /m/x#key=abc Bearer sesame",), None)
    told = json.loads(Lines().format(record))
    assert told["level"] == "error" and told["message"] == "GET /m/x#key=*** Bearer ***"
    assert without_secrets("postgresql://me:sesame@host/db") == "postgresql://me:***@host/db"
    try:
        raise ValueError("?invite=abc")
    except ValueError:
        record.exc_info = sys.exc_info()
    assert "abc" not in Lines().format(record).partition("trace")[2]


def test_health_says_whether_the_database_is_there(table: TestClient) -> None:
    got = table.get("/health")
    assert got.status_code == 200 and got.json() == {"database": True}


# ------------------------------------------------------------------ a person


ANNA, PLAYER = "anna@example.org", "anna's player secret"


def with_people(store: Store) -> tuple[str, TestClient]:
    """Anna and Ben at a match, with all that is kept of people."""
    post = MailServer("mail.example", 25, "table@example.org")
    table = TestClient(WebApp(store, rate=10_000, making=10_000, post=post).app())
    wish = {"game": "folio", "scenario": "sidi-zahran", "seats": {"German": "friend"}}
    match, key, made = new_match(table, name="Anna", player=PLAYER, **wish)
    claim = {"invite": made["invites"]["German"], "name": "Ben", "player": "ben's player secret"}
    guest = table.post(f"/api/matches/{match}/claim", json=claim).json()["key"]
    for secret, text in ((key, "Anna lives in Graz"), (guest, "Ben lives in Linz")):
        assert order(table, match, secret, do="say", text=text).is_success
    with store.engine.begin() as db:
        for name in ("anna", "ben"):
            box = fingerprint(f"{name}'s box")
            row = {"box": box, "address": f"{name}@example.org", "token": name, "confirmed": True, "asked": 1}
            db.execute(MAILBOXES.insert(), row | {"told": 1})
            side = "British" if name == "anna" else "German"
            db.execute(MAILINGS.insert(), {"match": match, "side": side, "box": box})
            values = {"address": f"{name}@example.org", "asked": 1, "asks": 1, "never": name == "ben", "token": name}
            db.execute(ADDRESSES.insert(), values)
            study = {"pupil": fingerprint(f"{name}'s player secret"), "lesson": "x", "step": 1, "learnt": True, "at": 1}
            db.execute(STUDIES.insert(), study)
            owner = fingerprint(f"{name}'s player secret")[:32]
            kept = {"owner": owner, "name": "x", "game": "folio", "title": "", "text": "", "at": 1}
            db.execute(SCENARIOS.insert(), kept)
    return match, table


def everything(store: Store) -> str:
    """The whole database as text, but for the records."""
    with store.engine.connect() as db:
        return "\n".join(
            str(row) for table in META.tables.values() if table is not LINES for row in db.execute(sa.select(table))
        )


def test_a_person_is_forgotten_and_others_are_not(url: str) -> None:
    store = Store(url)
    match, table = with_people(store)
    before = everything(store)
    assert forget(store, ANNA) == {"tied seats": 1, "mailboxes": 1, "addresses": 1}
    mark = fingerprint(PLAYER)[:8]
    assert forget(store, mark) == {"lessons": 1, "scenarios": 1, "words": 1, "seats": 1}
    left = everything(store)
    for word in (ANNA, "Anna", "Graz", fingerprint(PLAYER)[:32], fingerprint("anna's box")):
        assert word in before and word not in left
    for word in ("ben@example.org", "Ben", "Linz", fingerprint("ben's player secret")):
        assert word in left
    assert look(table, match)["table"]["seats"][0]["side"], "the match is there"
    assert forget(store, "nobody") == {}
    assert "addresses" not in forget(store, "ben@example.org"), "his No holds"
    store.close()


def test_the_command_that_forgets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(sqlite_url(tmp_path))
    with_people(store)
    store.close()
    assert main(["admin", "forget", ANNA, "somebody else", "--data", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "mailboxes 1" in said and "nothing is kept" in said and ANNA not in said
