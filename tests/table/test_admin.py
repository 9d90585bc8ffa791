"""What whoever runs a table may do with its matches."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from grognard.cli import main
from grognard.engine import Match
from grognard.table import admin
from grognard.table.lock import FolderLock
from grognard.table.server import Table
from grognard.table.store import Store, UnknownMatch, sqlite_url
from tests.table.play import look, new_match, take


def filled(url: str) -> tuple[str, str]:
    """A table with a match that was played and one that was not."""
    with TestClient(Table(Store(url)).app()) as table:
        played, key, _ = new_match(table)
        take(table, played, key, look(table, played, key))
        return played, new_match(table)[0]


def test_matches_are_listed_exported_deleted_and_their_room_given_back(url: str) -> None:
    played, unplayed = filled(url)
    store = Store(url)
    assert {kept.id for kept in admin.matches(store)} == {played, unplayed}
    assert [kept.id for kept in admin.matches(store, unplayed=True)] == [unplayed]
    assert admin.matches(store, older=1) == []
    assert Match.from_record(admin.export(store, played)).number == 1
    assert admin.delete(store, [unplayed, "none"]) == 1
    admin.vacuum(store)
    assert [kept.id for kept in admin.matches(store)] == [played]
    with pytest.raises(UnknownMatch):
        admin.export(store, unplayed)
    store.close()


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


def test_health_says_whether_the_database_is_there(table: TestClient) -> None:
    got = table.get("/health")
    assert got.status_code == 200 and got.json() == {"database": True}


def test_figures_say_how_much_is_going_on_and_nothing_of_whom(table: TestClient) -> None:
    match, key, _ = new_match(table)
    with table.websocket_connect(f"/api/matches/{match}/live") as page:
        page.send_json({"hello": ""})
        page.receive_json()
        told = table.get("/metrics").text
    assert "grognard_matches 1\n" in told and "grognard_pages_watching 1\n" in told
    assert match not in told and key not in told
