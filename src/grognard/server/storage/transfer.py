"""A whole table taken elsewhere: into one file and back, or from a file to PostgreSQL; and is everything whole?"""

from __future__ import annotations

import os
import shutil
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine

from grognard.engine import GrognardError
from grognard.engine.core.wording import with_count
from grognard.server.storage.loading import load_match
from grognard.server.storage.migration import migrate
from grognard.server.storage.private_files import FILE, private_file, private_folder
from grognard.server.storage.schema import HOURS, MATCHES, META
from grognard.server.storage.server_key import FILE as KEY
from grognard.server.storage.store import Store, UnknownMatch, open_engine, sqlite_url

DATABASE, BESIDE = "grognard.sqlite3", ("studio",)  # what is in a backup, with the key
BATCH = 500  # rows at a time
SPARE = 4096  # bytes of a database file without anything in it, at least


class CannotMove(GrognardError):
    """What cannot be taken elsewhere; the message says why, and nothing has changed."""


# ------------------------------------------------------------------ rows


def copy(source: Engine, target: Engine) -> int:
    """Copy all rows into an empty database, in one transaction; how many there were."""
    migrate(target)
    count = 0
    with source.connect() as here, target.begin() as there:
        if source.dialect.name == "postgresql":
            here.execution_options(isolation_level="REPEATABLE READ")
        there.execute(HOURS.delete())  # every database has its row, which comes with the others
        for table in META.sorted_tables:
            if there.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first():
                raise CannotMove("There are matches in that database already. Name an empty one.")
            for rows in _batches(here, table):
                there.execute(table.insert(), rows)
                count += len(rows)
        for table in META.sorted_tables:
            if _count(here, table) != _count(there, table):
                raise CannotMove(f"The rows of {table.name} are not all there: has somebody played meanwhile?")
    return count


def _batches(db: Connection, table: sa.Table) -> Iterator[list[dict[str, Any]]]:
    found = db.execution_options(stream_results=True).execute(sa.select(table)).mappings()
    for rows in found.partitions(BATCH):
        yield [dict(row) for row in rows]


def _count(db: Connection, table: sa.Table) -> int:
    return int(db.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


# ------------------------------------------------------------------ one file


def backup(store: Store, folder: Path, key: Path, target: Path) -> int:
    """Write database, key and scenarios into one file, whole or not at all, also while it is served; its size."""
    if target.exists():
        raise CannotMove(f"{target} is there already. Name another file.")
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as scratch:
        beside = private_folder(Path(scratch))
        _snapshot(store.engine, beside)
        partial = private_file(beside / "backup.tar.gz")
        with tarfile.open(partial, "w:gz") as out:
            out.add(beside / DATABASE, DATABASE)
            if key.exists():
                out.add(key, KEY)
            for name in BESIDE:
                if (folder / name).is_dir():
                    out.add(folder / name, name)
        with partial.open("rb") as whole:
            os.fsync(whole.fileno())
        partial.replace(target)
    return target.stat().st_size


def _snapshot(engine: Engine, folder: Path) -> None:
    """The database as it is at one moment, as a file."""
    url = sqlite_url(folder)
    if engine.dialect.name != "sqlite":
        copied = open_engine(url)
        copy(engine, copied)
        with copied.connect() as db:
            db.exec_driver_sql("PRAGMA journal_mode=DELETE")  # no file beside it
        copied.dispose()
        return
    (folder / DATABASE).unlink()
    with engine.connect() as db:
        db.exec_driver_sql("VACUUM INTO ?", (str(folder / DATABASE),))


def restore(source: Path, folder: Path, url: str = "") -> int:
    """Bring a backup into a folder, and its rows into an empty database if a URL is given; how many matches."""
    if not url and (folder / DATABASE).exists() and (folder / DATABASE).stat().st_size > SPARE:
        raise CannotMove(f"{folder} holds a table already. Name an empty folder with --data.")
    with tempfile.TemporaryDirectory(dir=private_folder(folder), prefix=".restore-") as scratch:
        beside = private_folder(Path(scratch))
        _unpack(source, beside)
        _check_key(beside, folder)
        store = Store(sqlite_url(beside))
        try:
            if url:
                copy(store.engine, open_engine(url))
            with store.engine.connect() as db:
                count = _count(db, MATCHES)
        finally:
            store.close()
        for path in sorted(beside.iterdir()):
            if not (url and path.name.startswith(DATABASE)):
                _put(path, folder / path.name)
    return count


def _unpack(source: Path, folder: Path) -> None:
    """What a backup holds, and nothing else that its file may say."""
    try:
        with tarfile.open(source, "r:gz") as packed:
            names = {name.partition("/")[0] for name in packed.getnames()}
            if DATABASE not in names or not names <= {DATABASE, KEY, *BESIDE}:
                raise CannotMove(f"{source} is no backup of a table.")
            packed.extractall(folder, filter="data")
    except (OSError, tarfile.TarError, EOFError) as error:
        raise CannotMove(f"{source} is no backup, or not a whole one: {error}.") from error


def _check_key(beside: Path, folder: Path) -> None:
    """Another key than the one of the backup would lock its matches."""
    there, here = folder / KEY, beside / KEY
    if there.exists() and here.exists() and there.read_bytes() != here.read_bytes():
        raise CannotMove(f"{there} is another key than that of the backup. Move it away first.")


def _put(path: Path, where: Path) -> None:
    if where.is_dir():
        shutil.copytree(path, where, dirs_exist_ok=True)
    else:
        os.replace(path, where)
    if where.is_file():
        where.chmod(FILE)


# ------------------------------------------------------------------ is it whole?


def faults(store: Store) -> Iterator[str]:
    """What is wrong with a database: a line for each match that cannot be opened, and for each row without a match."""
    with store.engine.connect() as db:
        if store.engine.dialect.name == "sqlite":
            found = db.exec_driver_sql("PRAGMA integrity_check").scalars().all()
            yield from (f"the file: {line}" for line in found if line != "ok")
        known = db.execute(sa.select(MATCHES.c.id).order_by(MATCHES.c.begun)).scalars().all()
        for table in META.sorted_tables:
            if table is not MATCHES and "match" in table.c:
                lost = sa.select(table.c.match).where(table.c.match.not_in(sa.select(MATCHES.c.id))).distinct()
                for match in db.execute(lost).scalars():
                    yield f"{match}: {table.name} of a match that is not there"
    for match_id in known:
        if fault := _fault(store, match_id):
            yield f"{match_id}: {fault}"


def _fault(store: Store, match_id: str) -> str:
    """Why a match cannot be opened; "" if it can."""
    try:
        row, seats, lines, snapshot = store.look(match_id)
        if len(lines) != snapshot.lines:
            return f"its record has {with_count(len(lines), 'line')}, its position stands after {snapshot.lines}"
        match = load_match(row, lines, snapshot)
        if set(seats) != set(match.sides):
            return "its seats are not those of its sides"
    except UnknownMatch:
        return "it has no position"
    except Exception as error:  # whatever it is, it belongs into the list
        return f"{type(error).__name__}: {error}"
    return ""
