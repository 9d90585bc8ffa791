"""The one thread that writes: it takes whatever is waiting into one transaction and tells each when it is durable.

Rows go to the driver as they are, which is far cheaper; what fails there is done again statement by statement through
the database layer, which knows what every error means.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import ClauseElement, Executable
from sqlalchemy.engine import Connection, Dialect, Engine

T = TypeVar("T")
Row = dict[str, Any]
Rows = Sequence[tuple[Executable, Sequence[Row]]]  # statements, each with the rows it is carried out for
TOGETHER = 256  # jobs in one transaction at most


class Job(NamedTuple):
    """Something to write: plain rows, or work that must look first."""

    future: Future[Any]
    rows: Rows = ()
    work: Callable[[Connection], Any] | None = None
    meanwhile: Callable[[], object] | None = None  # called once, when only the disk is waited for


class _Again(Exception):
    """The driver has refused something; the database layer says what it was."""


class Statement:
    """A statement in the words of the driver."""

    def __init__(self, statement: Executable, dialect: Dialect, names: Sequence[str]) -> None:
        assert isinstance(statement, ClauseElement)
        compiled = statement.compile(dialect=dialect, column_keys=list(names))
        self.words = str(compiled)
        self._order: Sequence[str] | None = getattr(compiled, "positiontup", None)  # None: by name

    def rows(self, rows: Sequence[Row]) -> Sequence[Any]:
        """The rows as the driver wants them."""
        return rows if self._order is None else [[row[name] for name in self._order] for row in rows]


class Writer:
    """Runs jobs in order. One that fails is undone and told so; the others of its transaction are done again."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._phrases: dict[Executable, Statement] = {}
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="grognard-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        """Work of one's own on the database; its future is done when its transaction is."""
        future: Future[T] = Future()
        self._queue.put(Job(future, work=work))
        return future

    def add(self, rows: Rows, meanwhile: Callable[[], object] | None = None) -> Future[None]:
        """Rows to write. Those of all that wait go to the database statement by statement, which is far cheaper.

        `meanwhile` is called from the writing thread when the database has the rows and only the disk is waited for:
        whoever has something to work out had better begin then, for until then the two would be in each other's way.
        """
        future: Future[None] = Future()
        self._queue.put(Job(future, rows, meanwhile=meanwhile))
        return future

    def close(self) -> None:
        """Do what is waiting, then stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        going = True
        while going:
            jobs: list[Job] = []
            job = self._queue.get()
            while job is not None:
                if job.future.set_running_or_notify_cancel():
                    jobs.append(job)
                if len(jobs) == TOGETHER or self._queue.empty():
                    break
                job = self._queue.get()
            going = job is not None
            if jobs:
                self._together(jobs)

    def _together(self, jobs: list[Job], *, alone: bool = False) -> None:
        """All in one transaction; if it fails, each again in one of its own."""
        try:
            with self._engine.connect() as db:
                answers = self._write(db, jobs, alone=alone)
                for job, answer in zip(jobs, answers, strict=True):  # nobody waits until the connection is put away
                    job.future.set_result(answer)
        except Exception as error:
            jobs = [job for job in jobs if not job.future.done()]  # what is durable stays so
            if len(jobs) == 1 and not isinstance(error, _Again):
                jobs[0].future.set_exception(error)
            else:
                for job in jobs:
                    self._together([job], alone=True)

    def _write(self, db: Connection, jobs: list[Job], *, alone: bool) -> list[Any]:
        """What each job comes to; when this returns all of it is durable."""
        with db.begin():
            answers = [job.work(db) if job.work else None for job in jobs]
            for statement, rows in _gathered(jobs).items():
                if alone:
                    db.execute(statement, rows)
                else:
                    self._hand_over(db, statement, rows)
            for job in jobs:
                if job.meanwhile is not None and not alone:
                    job.meanwhile()
        return answers

    def _hand_over(self, db: Connection, statement: Executable, rows: Sequence[Row]) -> None:
        """Have the driver itself carry out a statement."""
        if statement not in self._phrases:
            self._phrases[statement] = Statement(statement, db.dialect, [*rows[0]])
        phrase, cursor = self._phrases[statement], db.connection.cursor()
        try:
            cursor.executemany(phrase.words, phrase.rows(rows))
        except db.dialect.loaded_dbapi.Error as error:
            raise _Again from error
        finally:
            cursor.close()


def _gathered(jobs: list[Job]) -> dict[Executable, list[Row]]:
    """All rows by statement."""
    found: dict[Executable, list[Row]] = {}
    for job in jobs:
        for statement, rows in job.rows:
            found.setdefault(statement, []).extend(rows)
    return found
