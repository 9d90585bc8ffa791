"""A PostgreSQL of our own, started on a socket in a folder of its own."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg


def programs() -> Path | None:
    """Where PostgreSQL's own programs are, if it is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    other = shutil.which("initdb")
    return Path(other).parent if other else None


@contextlib.contextmanager
def postgres(home: Path) -> Iterator[str]:
    """The URL of a server that keeps what it says it has kept, and is gone afterwards."""
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


def new_database(server: str, name: str) -> str:
    """The URL of an empty database in a server."""
    with psycopg.connect(server.replace("+psycopg", ""), autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}".encode())
    return server.replace("/postgres?", f"/{name}?")


def drop_database(server: str, name: str) -> None:
    """Away with it."""
    with psycopg.connect(server.replace("+psycopg", ""), autocommit=True) as db:
        db.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
