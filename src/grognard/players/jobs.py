"""Work that takes its time, done where there is room for it: here, in worker processes, or on a Ray cluster.

A job is a function named by its module, and what it is asked, as bytes. It tells something as often as it likes; what
it tells last counts. The caller begins it, hears what it tells for as long as he wants to, and stops it. If the worker
dies, the caller gets `Lost`, and begins the job once more.
"""

from __future__ import annotations

import importlib
import queue
import threading
import time
from collections.abc import Callable
from typing import Protocol, cast

import msgspec

from grognard.engine import GrognardError

Tell = Callable[[bytes], None]
Work = Callable[[bytes, Tell], None]
TRIES = 2  # times that a job is begun, where its worker dies
DONE = b""  # told when nothing more will be


class Lost(GrognardError):
    """The worker has died, or failed at the job."""


class Job(msgspec.Struct, frozen=True):
    """What is to be done. It tells no empty line."""

    work: str  # "package.module:function"
    asked: bytes

    def do(self, tell: Tell) -> None:
        """Do it, in this thread."""
        module, _, name = self.work.partition(":")
        cast(Work, getattr(importlib.import_module(module), name))(self.asked, tell)


class Running(Protocol):
    """A job under way."""

    def hear(self, until: float | None = None) -> bytes | None:
        """The next thing it tells; `DONE` at its end; None if it is silent until then. Lost if its worker is gone."""
        ...

    def stop(self) -> None:
        """Nobody listens any more."""
        ...


class Jobs(Protocol):
    """Where jobs are done."""

    @property
    def places(self) -> int:
        """How many jobs that are waited for can be done at once."""
        ...

    @property
    def long_places(self) -> int:
        """How many long jobs of one kind can be done beside them."""
        ...

    def begin(self, make: Callable[[], Job], until: float | None = None, polite: int = 0) -> Running | None:
        """Begin one as soon as there is room, and ask only then what it is; None if there is no room until then.

        A polite one yields to all others by so much. It is long, and is ended when it is stopped.
        """
        ...

    def stop(self) -> None:
        """End all workers."""
        ...


class Stopped(BaseException):
    """Nobody listens to this job any more. No work catches it."""


class Here:
    """This very process. A long job slows everything else down."""

    long_places = 1

    def __init__(self, places: int = 1) -> None:
        self.places = places

    def begin(self, make: Callable[[], Job], until: float | None = None, polite: int = 0) -> Running:
        return InThread(make())

    def stop(self) -> None:
        """Threads end by themselves."""


class InThread:
    """A job in a thread of this process."""

    def __init__(self, job: Job) -> None:
        self._told: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._stopped = threading.Event()
        threading.Thread(target=self._do, args=(job,), daemon=True, name="grognard-job").start()

    def _do(self, job: Job) -> None:
        end: bytes | None = None
        try:
            job.do(self._tell)
            end = DONE
        except Stopped:
            pass
        finally:
            self._told.put(end)

    def _tell(self, what: bytes) -> None:
        if self._stopped.is_set():
            raise Stopped
        self._told.put(what)

    def hear(self, until: float | None = None) -> bytes | None:
        try:
            told = self._told.get(timeout=seconds_left(until))
        except queue.Empty:
            return None
        if told is None:
            raise Lost("This job has failed.")
        return told

    def stop(self) -> None:
        self._stopped.set()
        self._told.put(None)  # to the caller, should he still hear


def seconds_left(until: float | None) -> float | None:
    """The time until then; None if there is no end to it."""
    return None if until is None else max(0.0, until - time.monotonic())


def last_told(running: Running, until: float | None) -> bytes | None:
    """The last thing that a job tells before the time is up. Lost if its worker is gone by then."""
    last: bytes | None = None
    try:
        while told := running.hear(until):
            last = told
    finally:
        running.stop()
    return last
