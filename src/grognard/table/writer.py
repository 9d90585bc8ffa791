"""The one thread that writes: it takes whatever is waiting into one transaction and tells each when it is durable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Executable
from sqlalchemy.engine import Connection, Engine

T = TypeVar("T")
Rows = Sequence[tuple[Executable, Sequence[dict[str, Any]]]]  # statements, each with the rows it is carried out for
TOGETHER = 256  # jobs in one transaction at most


class Job(NamedTuple):
    """Something to write: plain rows, or work that must look first."""

    future: Future[Any]
    rows: Rows = ()
    work: Callable[[Connection], Any] | None = None


class Writer:
    """Runs jobs in order. One that fails is undone and told so; the others of its transaction are done again."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="grognard-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        """Work of one's own on the database; its future is done when its transaction is."""
        future: Future[T] = Future()
        self._queue.put(Job(future, work=work))
        return future

    def add(self, rows: Rows) -> Future[None]:
        """Rows to write. Those of all that wait go to the database statement by statement, which is far cheaper."""
        future: Future[None] = Future()
        self._queue.put(Job(future, rows))
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

    def _together(self, jobs: list[Job]) -> None:
        try:
            with self._engine.begin() as db:
                answers = [job.work(db) if job.work else None for job in jobs]
                for statement, rows in _gathered(jobs).items():
                    db.execute(statement, rows)
        except Exception as error:
            if len(jobs) == 1:
                jobs[0].future.set_exception(error)
            else:
                for job in jobs:
                    self._together([job])
            return
        for job, answer in zip(jobs, answers, strict=True):
            job.future.set_result(answer)


def _gathered(jobs: list[Job]) -> dict[Executable, list[dict[str, Any]]]:
    """All rows by statement."""
    found: dict[Executable, list[dict[str, Any]]] = {}
    for job in jobs:
        for statement, rows in job.rows:
            found.setdefault(statement, []).extend(rows)
    return found
