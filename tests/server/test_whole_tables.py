"""A whole table goes into a file and back, and from SQLite to PostgreSQL; a check finds what is not whole."""

from __future__ import annotations

import tarfile
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from bench.postgres import new_database
from grognard.cli import main
from grognard.server.app import WebApp
from grognard.server.storage import transfer
from grognard.server.storage.schema import MAILBOXES, META
from grognard.server.storage.server_key import FILE, ServerKey
from grognard.server.storage.store import Store, open_engine, sqlite_url
from grognard.server.storage.transfer import CannotMove
from tests.server.play import look, new_match, order, take

ME = "a secret of my browser"


def seated(folder: Path, url: str = "") -> WebApp:
    return WebApp(Store(url or sqlite_url(folder), ServerKey.of(folder / FILE)), folder, rate=10_000, making=10_000)


class Played:
    """A table with matches, words, lessons, mail and a scenario."""

    def __init__(self, folder: Path) -> None:
        made = seated(folder)
        with TestClient(made.app()) as table:
            self.match, self.key, _ = new_match(table)
            for _ in range(3):
                take(table, self.match, self.key, look(table, self.match, self.key))
            order(table, self.match, self.key, do="say", text="hello")
            for _ in range(3):
                new_match(table)
            scenario = 'game = "folio"\nid = "mine"\n'
            assert table.post("/api/studio/keep", json={"person": ME, "text": scenario}).status_code == 200
            with made.house.store.engine.begin() as db:
                mail = {"box": "b", "address": "a@b.org", "token": "t", "confirmed": True, "asked": 1.5, "told": 0.0}
                known = {column.name for column in MAILBOXES.c}
                db.execute(MAILBOXES.insert(), {name: value for name, value in mail.items() if name in known})
            self.seen = look(table, self.match, self.key)

    def is_there(self, folder: Path, url: str = "") -> None:
        """It goes on where it stopped, with the same keys and dice."""
        with TestClient(seated(folder, url).app()) as table:
            seen = look(table, self.match, self.key)
            assert (seen["decision"], seen["view"], seen["ask"]) == tuple(
                self.seen[k] for k in ("decision", "view", "ask")
            )
            assert take(table, self.match, self.key, seen).status_code == 200
            kept = table.post("/api/studio/keep", json={"person": ME}).json()["kept"]
            assert [one["id"] for one in kept] == ["mine"]


def rows(url: str) -> dict[str, list[Any]]:
    """Everything in a database."""
    engine = open_engine(url)
    with engine.connect() as db:
        return {
            table.name: sorted(map(repr, map(tuple, db.execute(sa.select(*table.c)).all())))
            for table in META.sorted_tables
        }


def test_a_backup_is_one_private_file_and_comes_back_whole(tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "backup.tar.gz"
    played = Played(here)
    before = rows(sqlite_url(here))
    with TestClient(seated(here).app()):  # while it is served
        assert main(["admin", "backup", str(file), "--data", str(here)]) == 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert main(["admin", "restore", str(file), "--data", str(there)]) == 0
    assert rows(sqlite_url(there)) == before
    assert there.stat().st_mode & 0o777 == 0o700
    assert [(there / name).stat().st_mode & 0o777 for name in ("grognard.sqlite3", FILE)] == [0o600] * 2
    assert not [path for path in there.iterdir() if path.name.startswith(".")]
    played.is_there(there)


def test_a_backup_is_never_written_over_anything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here, file = tmp_path / "here", tmp_path / "backup.tar.gz"
    Played(here)
    where = ["--data", str(here)]
    assert main(["admin", "backup", str(file), *where]) == 0
    assert main(["admin", "backup", str(file), *where]) == 2
    assert main(["admin", "restore", str(file), *where]) == 2
    assert "holds a table already" in capsys.readouterr().err
    other = tmp_path / "other"
    ServerKey.of(other / FILE)
    assert main(["admin", "restore", str(file), "--data", str(other)]) == 2
    assert "another key" in capsys.readouterr().err and not (other / "grognard.sqlite3").exists()


@pytest.mark.parametrize("fault", ["nothing", "text", "cut", "other", "path"])
def test_what_is_no_backup_is_refused(fault: str, tmp_path: Path) -> None:
    file, stray = tmp_path / "backup.tar.gz", tmp_path / "stray"
    stray.write_text("x")
    if fault == "text":
        file.write_text("no backup")
    elif fault == "cut":
        Played(tmp_path / "here")
        main(["admin", "backup", str(file), "--data", str(tmp_path / "here")])
        file.write_bytes(file.read_bytes()[:2000])
    elif fault in ("other", "path"):
        with tarfile.open(file, "w:gz") as out:
            out.add(stray, "stray" if fault == "other" else "grognard.sqlite3")
            out.add(stray, "../stray" if fault == "path" else "server.key")
    with pytest.raises(CannotMove, match=r"is no backup"):
        transfer.restore(file, tmp_path / "there")
    assert not list((tmp_path / "there").iterdir())


def test_a_table_moves_to_postgresql_with_all_it_has_and_back_in_a_backup(
    tmp_path: Path, postgres: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A16: record by record it lost keys, words, mail, ratings and lessons."""
    here, url = tmp_path / "here", new_database(postgres, "moved")
    played = Played(here)
    before = rows(sqlite_url(here))
    assert main(["admin", "move", "--to", url, "--data", str(here)]) == 0
    assert rows(url) == before
    assert main(["admin", "check", "--database", url, "--data", str(here)]) == 0
    assert main(["admin", "move", "--to", url, "--data", str(here)]) == 2
    assert "empty" in capsys.readouterr().err and rows(url) == before
    file, there = tmp_path / "backup.tar.gz", tmp_path / "there"
    assert main(["admin", "backup", str(file), "--database", url, "--data", str(here)]) == 0
    assert main(["admin", "restore", str(file), "--data", str(there)]) == 0
    assert rows(sqlite_url(there)) == before
    other = new_database(postgres, "restored")
    assert main(["admin", "restore", str(file), "--database", other, "--data", str(tmp_path / "third")]) == 0
    assert rows(other) == before and not (tmp_path / "third/grognard.sqlite3").exists()
    played.is_there(tmp_path / "third", other)


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        ("DELETE FROM lines WHERE number = 2", "its record has"),
        ("UPDATE snapshots SET state = X'7b7d'", "this is not a position"),
        ("DELETE FROM snapshots", "no position"),
        ("DELETE FROM seats", "seats"),
        ("UPDATE lines SET body = X'5b' WHERE number = 0", ""),
        ("PRAGMA foreign_keys=OFF; INSERT INTO chat VALUES ('lost', 1, 'say', 'x', 'y', 1.0)", "lost: chat of a match"),
    ],
)
def test_a_check_finds_what_is_not_whole(
    harm: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with TestClient(seated(tmp_path).app()) as table:
        match, key, _ = new_match(table)
        take(table, match, key, look(table, match, key))
    where = ["admin", "check", "--data", str(tmp_path)]
    assert main(where) == 0 and "Everything is whole" in capsys.readouterr().out
    engine = open_engine(sqlite_url(tmp_path))
    with engine.connect() as db:
        for statement in harm.split("; "):
            db.exec_driver_sql(statement)
        db.commit()
    engine.dispose()
    assert main(where) == 2
    said = capsys.readouterr()
    assert told in said.out and "found" in said.err and "Traceback" not in said.err
