"""Tables are brought up to date wholly or not at all, and a database of a later version is left alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import sqlalchemy as sa

from bench.dying import is_whole, killed, old_database
from bench.postgres import drop_database, new_database
from grognard.cli import main
from grognard.server.serve import CannotServe, open_store
from grognard.server.storage.migration import CannotMigrate, LaterDatabase, migrate
from grognard.server.storage.store import Store, open_engine, sqlite_url

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked to be killed")


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_process_killed_after_any_statement_leaves_a_database_that_opens(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """A11: killed in the middle, SQLite said "duplicate column name: orders" ever after."""
    survived, died = False, 0
    for statement in range(1, 200, 4):
        if kind == "sqlite":
            url = sqlite_url(tmp_path / str(statement))
        else:
            url = new_database(request.getfixturevalue("postgres"), f"dying_{statement}")
        old_database(url)
        survived = not killed(url, statement)
        died += not survived
        assert is_whole(url), f"killed after statement {statement}"
        if kind == "postgresql":
            drop_database(request.getfixturevalue("postgres"), f"dying_{statement}")
        if survived:
            break
    assert survived and died >= 5


def test_what_an_interrupted_change_has_left_behind_is_gone_on_with(tmp_path: Path) -> None:
    """A11: folders that an older version has left so are opened again."""
    url = sqlite_url(tmp_path)
    old_database(url)
    with open_engine(url).begin() as db:
        db.exec_driver_sql("ALTER TABLE seats ADD COLUMN orders TEXT NOT NULL DEFAULT ''")
        db.exec_driver_sql("CREATE TABLE mailboxes AS SELECT 1 AS box WHERE 0")
        db.exec_driver_sql("DROP TABLE mailboxes")
    assert is_whole(url)


def test_a_change_that_fails_changes_nothing_and_says_what_to_do(url: str) -> None:
    old_database(url)
    engine = open_engine(url)
    with engine.begin() as db:
        db.exec_driver_sql("CREATE TABLE mailboxes (other INTEGER)")
    with pytest.raises(CannotMigrate, match="Nothing was changed"):
        migrate(engine)
    assert "orders" not in {found["name"] for found in sa.inspect(engine).get_columns("seats")}
    with engine.begin() as db:
        db.exec_driver_sql("DROP TABLE mailboxes")
    assert is_whole(url)


def test_a_database_of_a_later_version_is_left_alone_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """F18: it was 77 lines of traceback."""
    Store(sqlite_url(tmp_path)).close()
    with open_engine(sqlite_url(tmp_path)).begin() as db:
        db.exec_driver_sql("UPDATE alembic_version SET version_num = '0099'")
    with pytest.raises(LaterDatabase, match="0099"):
        migrate(open_engine(sqlite_url(tmp_path)))
    with pytest.raises(CannotServe, match=r"later version of Grognard .* Update Grognard"):
        open_store(tmp_path, "")
    assert main(["serve", "--data", str(tmp_path), "--port", "8310"]) == 2
    told = capsys.readouterr().err
    assert "Update Grognard." in told and len(told.splitlines()) == 1
