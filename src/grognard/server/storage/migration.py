"""Bringing the tables of a database up to date: wholly or not at all, whenever the process dies."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import command, op
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy.engine import Connection, Engine

from grognard.engine import GrognardError

LOCK = 7263445  # of PostgreSQL: one process changes the tables, the others wait for it
VERSION = sa.table("alembic_version", sa.column("version_num"))


class LaterDatabase(GrognardError):
    """A database that a later version of the program has made."""


class CannotMigrate(GrognardError):
    """The tables could not be changed, and are as they were; the message says what to do."""


def migrate(engine: Engine, version: str = "head") -> None:
    """Bring the tables up to date, in one transaction; several processes may start at once."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with _alone(engine) as connection:
        _check_version(connection, ScriptDirectory.from_config(config))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, version)
        except sa.exc.DBAPIError as error:
            raise CannotMigrate(
                f"The tables cannot be brought up to date ({str(error.orig).splitlines()[0]}). Nothing was changed. "
                "See that the disk has room and that nobody else uses the database, then start again; "
                "if it fails again, restore a backup."
            ) from error


@contextlib.contextmanager
def _alone(engine: Engine) -> Iterator[Connection]:
    """A transaction that nobody else can write beside, and that holds the changes of tables too.

    Python's driver for SQLite begins none of its own accord before a change of tables: a process that died between
    two of them left a database that was neither old nor new.
    """
    with engine.connect() as connection, _as_it_was_told(engine, connection), connection.begin():
        if engine.dialect.name == "postgresql":
            connection.execute(sa.text(f"SELECT pg_advisory_xact_lock({LOCK})"))
        else:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        yield connection


@contextlib.contextmanager
def _as_it_was_told(engine: Engine, connection: Connection) -> Iterator[None]:
    """SQLite's driver begins no transaction itself meanwhile."""
    driver: Any = connection.connection.driver_connection
    if engine.dialect.name != "sqlite":
        yield
        return
    before, driver.isolation_level = driver.isolation_level, None
    try:
        yield
    finally:
        driver.isolation_level = before


def _check_version(connection: Connection, scripts: ScriptDirectory) -> None:
    """Raise LaterDatabase if the tables are of a version that is not known here."""
    if not sa.inspect(connection).has_table(VERSION.name):
        return
    known = {script.revision for script in scripts.walk_revisions()}
    for version in connection.execute(sa.select(VERSION.c.version_num)).scalars():
        if version not in known:
            raise LaterDatabase(
                f"A later version of Grognard has made this database (its tables are of version {version}, "
                f"known here are those up to {scripts.get_current_head()}). Nothing was changed. Update Grognard."
            )


def add_column(table: str, column: sa.Column[Any]) -> None:
    """Add a column; one that an interrupted change of tables has left behind already is the same."""
    if column.name not in {found["name"] for found in sa.inspect(op.get_bind()).get_columns(table)}:
        op.add_column(table, column)
