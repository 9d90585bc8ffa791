"""`grognard admin`."""

from __future__ import annotations

import os
from pathlib import Path

from grognard.engine import GrognardError
from grognard.home import data_folder
from grognard.table import admin
from grognard.table.lock import FolderLock, Taken
from grognard.table.serve import DATABASE, CannotServe, hold, open_store
from grognard.table.store import Store, UnknownMatch


class NoSuchMatch(GrognardError):
    """A match that is not there."""


def _open(data: Path | None, database: str) -> Store:
    return open_store(data or data_folder(), database or os.environ.get(DATABASE, ""))


def show(data: Path | None, database: str, older: float, unplayed: bool) -> None:
    """A line for each match: id, game, scenario, days since it was touched, lines of its record."""
    store = _open(data, database)
    for kept in admin.matches(store, older, unplayed):
        end = "over" if kept.over else "running"
        print(f"{kept.id}  {kept.game}  {kept.scenario}  {kept.days:.0f} days  {kept.lines} lines  {end}")
    store.close()


def delete(data: Path | None, database: str, ids: list[str]) -> None:
    """Delete matches. A file must not be served meanwhile."""
    lock = None if database or os.environ.get(DATABASE) else _alone(data or data_folder())
    store = _open(data, database)
    print(f"{admin.delete(store, ids)} matches deleted.")
    store.close()
    if lock is not None:
        lock.release()


def _alone(folder: Path) -> FolderLock:
    try:
        return hold(folder)
    except Taken as taken:
        where = f" at {taken.address}" if taken.address else ""
        raise CannotServe(f"Grognard serves this folder{where}. Stop it first.") from taken


def export(data: Path | None, database: str, match_id: str, target: Path) -> None:
    """Write the record of a match, with its secret, to a file."""
    store = _open(data, database)
    try:
        target.write_bytes(admin.export(store, match_id))
    except UnknownMatch as error:
        raise NoSuchMatch(f"There is no match {match_id!r}. List them: grognard admin list") from error
    finally:
        store.close()
    print(f"{match_id} written to {target}. It holds the secret of its dice: keep it to yourself while it is played.")


def vacuum(data: Path | None, database: str) -> None:
    """Give room back."""
    store = _open(data, database)
    admin.vacuum(store)
    store.close()
    print("Done.")
