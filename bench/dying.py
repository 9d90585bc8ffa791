"""Kill processes in the middle of bringing a database up to date, and see that it can be opened afterwards.

    python -m bench.dying --kills 100            on SQLite and on PostgreSQL, if that is installed

Half of the kills come right after the n-th statement of the process, for every n in turn; half at a moment drawn by
lot. Each time the database is one of the first version, with a match in it.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa

from bench.postgres import drop_database, new_database, postgres, programs
from grognard.server.storage.migration import migrate
from grognard.server.storage.store import Store, open_engine, sqlite_url

OLD_MATCH = (
    "INSERT INTO matches VALUES ('m1', 'a-game', 'a-scenario', '\\x00', {no}, 1, 1, 1, {no}, 1, 8, 'red', '')",
    "INSERT INTO seats VALUES ('m1', 'red', 'human', 'k1', '')",
    "INSERT INTO lines VALUES ('m1', 0, '\\x01')",
)
LONGEST = 0.5  # seconds that a migration takes where nobody disturbs it, at first
MOST = 4  # processes for each that is killed: some are done before their moment comes


def old_database(url: str, version: str = "0001") -> None:
    """Make a database of an early version with a match in it."""
    engine = open_engine(url)
    migrate(engine, version)
    no = "0" if engine.dialect.name == "sqlite" else "false"
    with engine.begin() as db:
        for row in OLD_MATCH:
            db.exec_driver_sql(row.format(no=no))
    engine.dispose()


def killed(url: str, statement: int = 0, after: float = 0.0) -> bool:
    """Bring a database up to date in a process that is killed after a statement or some seconds; was it in time?"""
    child = os.fork()
    if child == 0:
        _migrate_and_die(url, statement)
    if after:
        time.sleep(after)
        os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def _migrate_and_die(url: str, statement: int) -> None:
    """What the process does: it ends here in any case."""
    code = 1
    try:
        engine, seen = open_engine(url), [0]

        def count(*_: object) -> None:
            seen[0] += 1
            if seen[0] == statement:
                os.kill(os.getpid(), signal.SIGKILL)

        sa.event.listen(engine, "after_cursor_execute", count)
        migrate(engine)
        code = 0
    finally:
        os._exit(code)


def is_whole(url: str) -> bool:
    """Can the database be opened, and is its match there?"""
    store = Store(url)
    try:
        return _looked(store) == ("a-game", 1, 1)
    finally:
        store.close()


def _looked(store: Store) -> tuple[str, int, int]:
    with store.engine.connect() as db:
        game = db.exec_driver_sql("SELECT game FROM matches WHERE salt IS NULL AND winners = ''").scalar_one()
        seats = db.exec_driver_sql("SELECT count(*) FROM seats WHERE orders = '' AND name = ''").scalar_one()
        return game, seats, db.exec_driver_sql("SELECT count(*) FROM lines").scalar_one()


def trial(fresh: Callable[[int], str], kills: int, seed: int = 1) -> tuple[int, list[str]]:
    """Until so many processes have been killed, each with a database of its own; how many, and what went wrong."""
    wrong, done, number, statement, longest, rng = [], 0, 0, 1, LONGEST, random.Random(seed)
    while done < kills and number < MOST * kills:
        url = fresh(number)
        old_database(url)
        by_statement = number % 2 == 0
        began = time.monotonic()
        died = killed(url, statement if by_statement else 0, 0.0 if by_statement else rng.uniform(0.001, longest))
        done += died
        if by_statement:
            statement = statement + 1 if died else 1
            longest = longest if died else time.monotonic() - began
        try:
            if not is_whole(url):
                wrong.append(f"{number}: its match is gone")
        except Exception as error:
            wrong.append(f"{number}: {error}")
        number += 1
    return done, wrong


def main() -> int:
    """Both kinds of database, so many kills each."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--kills", type=int, default=100)
    kills = reader.parse_args().kills
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        faults += _tell("SQLite", *trial(lambda n: sqlite_url(Path(folder) / str(n)), kills))
    home = programs()
    if home is None:
        print("PostgreSQL is not installed.")
        return faults > 0
    with postgres(home) as server:

        def fresh(number: int) -> str:
            if number:
                drop_database(server, f"dying_{number - 1}")
            return new_database(server, f"dying_{number}")

        faults += _tell("PostgreSQL", *trial(fresh, kills))
    return faults > 0


def _tell(name: str, done: int, wrong: list[str]) -> int:
    print(f"{name}: {done} processes killed, {len(wrong)} databases not whole", *wrong[:5], sep="\n  ", flush=True)
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main())
