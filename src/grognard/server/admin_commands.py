"""`grognard admin`."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from grognard.engine import GrognardError
from grognard.engine.core.wording import with_count
from grognard.home import data_folder
from grognard.server.api.requests import RequestError
from grognard.server.api.serializers import JsonObject
from grognard.server.matches.registry import MatchRegistry
from grognard.server.people import erasure
from grognard.server.serve import DATABASE, CannotServe, database_url, hold, open_store, said_by, without_password
from grognard.server.storage import maintenance, transfer
from grognard.server.storage.folder_lock import FolderInUse, FolderLock
from grognard.server.storage.server_key import FILE
from grognard.server.storage.store import Store, UnknownMatch, open_engine


class NoSuchMatch(GrognardError):
    """A match that is not there."""


class Where(NamedTuple):
    """Which table is meant."""

    data: Path | None = None
    database: str = ""
    key: Path | None = None

    @property
    def folder(self) -> Path:
        return self.data or data_folder()

    @property
    def url(self) -> str:
        return self.database or os.environ.get(DATABASE, "")


def _open(where: Where) -> Store:
    return open_store(where.folder, where.url, where.key)


def show(where: Where, older: float, unplayed: bool) -> None:
    """A line for each match: id, game, scenario, days since it was touched, lines of its record."""
    store = _open(where)
    for kept in maintenance.matches(store, older, unplayed):
        end = "over" if kept.over else "running"
        days, lines = with_count(round(kept.days), "day"), with_count(kept.lines, "line")
        print(f"{kept.id}  {kept.game}  {kept.scenario}  {days}  {lines}  {end}")
    store.close()


def delete(where: Where, ids: list[str]) -> None:
    """Delete matches. A file must not be served meanwhile."""
    lock = None if where.url else _alone(where.folder)
    store = _open(where)
    print(f"{with_count(maintenance.delete(store, ids), 'match', 'matches')} deleted.")
    store.close()
    if lock is not None:
        lock.release()


def clear(where: Where, older: float) -> None:
    """Delete matches that nobody has answered in. A file must not be served meanwhile."""
    lock = None if where.url else _alone(where.folder)
    store = _open(where)
    cleared = with_count(maintenance.clear(store, older), "match")
    print(f"{cleared} deleted that nobody had answered in for {with_count(older, 'day')}.")
    store.close()
    if lock is not None:
        lock.release()


def forget(where: Where, people: list[str]) -> None:
    """Delete what is kept of people. A file must not be served meanwhile."""
    lock = None if where.url else _alone(where.folder)
    store = _open(where)
    try:
        for person in people:
            found = erasure.forget(store, person)
            told = ", ".join(f"{kind} {count}" for kind, count in found.items()) or "nothing is kept of him"
            print(f"{person[:4]}…: {told}")
    finally:
        store.close()
        if lock is not None:
            lock.release()


def bring(where: Where, files: list[Path]) -> None:
    """Bring records in; each becomes a match that one person plays at one screen, with a link to its seat."""
    store = _open(where)
    try:
        for file in files:
            made = asyncio.run(_brought(store, file))
            print(f"{file} is match {made['match']}: /m/{made['match']}#key={made['key']}")
    finally:
        store.close()


async def _brought(store: Store, file: Path) -> JsonObject:
    house = MatchRegistry(store)
    try:
        return await house.import_match(file.read_bytes())
    except OSError as error:
        raise CannotServe(f"{file} cannot be read: {error.strerror}. Check the file name.") from error
    except RequestError as refused:
        raise CannotServe(f"{file}: {refused.message}") from refused
    finally:
        house.thinkers.stop()


def _alone(folder: Path) -> FolderLock:
    try:
        return hold(folder)
    except FolderInUse as taken:
        where = f" at {taken.address}" if taken.address else ""
        raise CannotServe(f"Grognard serves this folder{where}. Stop it first.") from taken


def export(where: Where, match_id: str, target: Path) -> None:
    """Write the record of a match, with its secret, to a file."""
    store = _open(where)
    try:
        target.write_bytes(maintenance.export(store, match_id))
    except UnknownMatch as error:
        raise NoSuchMatch(f"There is no match {match_id!r}. List them: grognard admin list") from error
    finally:
        store.close()
    print(f"{match_id} written to {target}. It holds the secret of its dice: keep it to yourself while it is played.")


def backup(where: Where, target: Path) -> None:
    """Everything of a table into one file; it may be served meanwhile."""
    store = _open(where)
    try:
        size = transfer.backup(store, where.folder, where.key or where.folder / FILE, target)
    except OSError as error:
        raise CannotServe(f"{target} cannot be written: {error.strerror}. Name another file.") from error
    finally:
        store.close()
    print(f"{target}: {size / 1e6:.1f} MB. It holds the server's key and everything hidden: keep it to yourself.")


def restore(where: Where, source: Path) -> None:
    """A table from a backup, into an empty folder or an empty database."""
    lock = _alone(where.folder)
    try:
        count = transfer.restore(source, where.folder, database_url(where.url) if where.url else "")
    except SQLAlchemyError as error:
        raise CannotServe(f"The backup cannot be brought in: {said_by(error, where.url)}") from error
    finally:
        lock.release()
    print(f"{with_count(count, 'match', 'matches')} restored.")


def move(where: Where, url: str) -> None:
    """All rows of a table into another, empty database. It must not be served meanwhile."""
    lock = None if where.url else _alone(where.folder)
    store, there = _open(where), open_engine(database_url(url))
    try:
        count = transfer.copy(store.engine, there)
    except SQLAlchemyError as error:
        raise CannotServe(f"{without_password(url)} cannot be written to: {said_by(error, url)}") from error
    finally:
        store.close()
        there.dispose()
        if lock is not None:
            lock.release()
    print(f"{with_count(count, 'row')} moved. Serve it with the same key: --key {where.key or where.folder / FILE}")


def check(where: Where) -> None:
    """Is everything whole? A line for each fault."""
    store = _open(where)
    try:
        found = list(transfer.faults(store))
    finally:
        store.close()
    for fault in found:
        print(fault)
    if found:
        raise CannotServe(f"{with_count(len(found), 'fault')} found.")
    print("Everything is whole.")


def vacuum(where: Where) -> None:
    """Give room back."""
    store = _open(where)
    maintenance.vacuum(store)
    store.close()
    print("Done.")
