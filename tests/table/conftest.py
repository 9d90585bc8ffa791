"""Both kinds of store, and a table to sit at."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import pytest
from starlette.testclient import TestClient

from grognard.table.server import Table
from grognard.table.store import Store, sqlite_url

T = TypeVar("T")


def programs() -> Path | None:
    """Where PostgreSQL's own programs are, if it is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    other = shutil.which("initdb")
    return Path(other).parent if other else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own, started for these tests on a socket in a folder of its own."""
    home = programs()
    if home is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    with tempfile.TemporaryDirectory(prefix="grognard-pg-") as folder:
        where = Path(folder)
        as_whom = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []  # it refuses to run as root
        if as_whom:
            shutil.chown(where, "postgres")
        data = where / "data"
        run = [*as_whom, str(home / "initdb"), "-D", str(data), "-A", "trust", "-U", "grognard", "--no-sync"]
        subprocess.run(run, check=True, stdout=subprocess.DEVNULL)
        options = f"-k {where} -c listen_addresses='' -c fsync=on -c max_connections=60"
        control = [*as_whom, str(home / "pg_ctl"), "-D", str(data), "-w", "-o", options, "-l", str(where / "log")]
        subprocess.run([*control, "start"], check=True, stdout=subprocess.DEVNULL)
        try:
            yield f"postgresql+psycopg://grognard@/postgres?host={where}"
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], check=True, stdout=subprocess.DEVNULL)


_made = 0


@pytest.fixture
def fresh_database(postgres: str) -> str:
    """An empty database in it."""
    global _made
    _made += 1
    plain = postgres.replace("+psycopg", "")
    with psycopg.connect(plain, autocommit=True) as db:
        db.execute(f"CREATE DATABASE table_{_made}")
    return postgres.replace("/postgres?", f"/table_{_made}?")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "data")
    found: str = request.getfixturevalue("fresh_database")
    return found


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TestClient]:
    """A table on SQLite, answered in this process."""
    app = Table(Store(sqlite_url(tmp_path / "data")), rate=10_000, making=10_000).app()
    with TestClient(app) as client:
        yield client


@pytest.fixture
def run() -> Iterator[Callable[[Coroutine[Any, Any, T]], T]]:
    """Run a coroutine in a loop that lasts as long as the test."""
    with contextlib.closing(asyncio.new_event_loop()) as loop:
        yield loop.run_until_complete
