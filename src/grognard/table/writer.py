"""The one thread that writes: it takes whatever is waiting into one transaction and tells each when it is durable."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from sqlalchemy.engine import Connection, Engine

T = TypeVar("T")
Job = tuple[Callable[[Connection], Any], Future[Any]]
TOGETHER = 64  # jobs in one transaction at most


class Writer:
    """Runs jobs in order. One that fails is undone and told so; the others of its transaction are done again."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="grognard-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        """A job; its future is done when its transaction is."""
        future: Future[T] = Future()
        self._queue.put((work, future))
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
                if job[1].set_running_or_notify_cancel():
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
                answers = [work(db) for work, _ in jobs]
        except Exception as error:
            if len(jobs) == 1:
                jobs[0][1].set_exception(error)
            else:
                for job in jobs:
                    self._together([job])
            return
        for (_, future), answer in zip(jobs, answers, strict=True):
            future.set_result(answer)
