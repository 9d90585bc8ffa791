"""Both kinds of store, and a table to sit at."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import shutil
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from starlette.testclient import TestClient

from bench.postgres import new_database, programs
from bench.postgres import postgres as started
from grognard.server.app import WebApp
from grognard.server.storage.store import Store, sqlite_url

T = TypeVar("T")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own, started for these tests on a socket in a folder of its own."""
    home = programs()
    if home is None:
        pytest.skip("PostgreSQL is not installed: apt-get install postgresql")
    with started(home) as server:
        yield server


_made = itertools.count(1)


@pytest.fixture
def fresh_database(postgres: str) -> str:
    """An empty database in it."""
    return new_database(postgres, f"table_{next(_made)}")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path / "data")
    found: str = request.getfixturevalue("fresh_database")
    return found


@pytest.fixture(scope="session")
def nothing_kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a table at which nobody has sat: to copy it costs a quarter of making its tables anew."""
    folder = tmp_path_factory.mktemp("nothing_kept")
    Store(sqlite_url(folder)).close()
    return folder


@pytest.fixture
def app(tmp_path: Path, nothing_kept: Path) -> WebApp:
    """A table on SQLite whose limits nobody meets."""
    shutil.copytree(nothing_kept, tmp_path / "data")
    return WebApp(Store(sqlite_url(tmp_path / "data")), rate=10_000, making=10_000)


@pytest.fixture
def table(app: WebApp) -> Iterator[TestClient]:
    """It, answered in this process."""
    with TestClient(app.app()) as client:
        yield client


@pytest.fixture
def run() -> Iterator[Callable[[Coroutine[Any, Any, T]], T]]:
    """Run a coroutine in a loop that lasts as long as the test."""
    with contextlib.closing(asyncio.new_event_loop()) as loop:
        yield loop.run_until_complete
