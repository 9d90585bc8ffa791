"""Where the matches of a lab are played: here, in processes, on a Ray cluster, or by whatever has a `map`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Any

from grognard.engine import GrognardError
from grognard.lab.job import NOBODY, Job, MatchResult, play_job
from grognard.players import Player
from grognard.players.cluster import NoCluster, connect

PATIENCE = 3  # times in a row that workers may die before a single match is finished

Backend = Callable[[Sequence[Job]], Iterator[MatchResult]]
Own = Mapping[str, Player]  # players that are objects, by the names that jobs give them


class LabError(GrognardError):
    """A run that cannot be made or gone on with; the message says why."""


def backend_of(given: Any, workers: int | None = None, own: Own = NOBODY) -> Backend:
    """A backend by its name ("here", "processes", "ray", "ray:ADDRESS"), or from an object.

    An object with a `map` (an Executor, a Pool, a client of a cluster) plays the matches through it. Any other that can
    be called takes the jobs and gives the rows itself.
    """
    if isinstance(given, str):
        kind, _, address = given.partition(":")
        if given in ("here", "processes"):
            return partial(in_process, own=own) if given == "here" or workers == 1 else local(workers, own)
        if kind == "ray":
            return on_ray(address or "local", own)
        raise LabError(f"There is no backend {given!r}. Choose from: here, processes, ray, ray:ADDRESS, or an object.")
    if hasattr(given, "map"):
        return lambda jobs: iter(given.map(partial(play_job, own=own), jobs))
    if not callable(given):
        raise LabError(f"{given!r} is no backend: it has no `map` and cannot be called with jobs.")
    if own:
        raise LabError("A backend that is called with jobs knows players by name only. Name them, or give it a `map`.")
    backend: Backend = given
    return backend


def in_process(jobs: Sequence[Job], own: Own = NOBODY) -> Iterator[MatchResult]:
    """One match after the other, here."""
    return map(partial(play_job, own=own), jobs)


# ------------------------------------------------------------------ processes


def local(workers: int | None = None, own: Own = NOBODY) -> Backend:
    """Processes on this machine. A worker that dies costs only the matches it had begun; they are played again."""

    def run(jobs: Sequence[Job]) -> Iterator[MatchResult]:
        left, failures = {job.number: job for job in jobs}, 0
        while left:
            before = len(left)
            try:
                for row in _pool(list(left.values()), workers or os.cpu_count() or 1, own):
                    del left[row.number]
                    yield row
            except BrokenProcessPool as error:
                failures = failures + 1 if len(left) == before else 0
                if failures >= PATIENCE:
                    raise LabError("The worker processes keep dying. Is there enough memory?") from error

    return run


def _end_with_the_run() -> None:
    """A worker ends with the process that started it, even where that was killed and could tell nobody."""
    Thread(target=_wait_for_the_end, daemon=True).start()


def _wait_for_the_end() -> None:
    run = parent_process()
    assert run is not None
    wait([run.sentinel])
    os._exit(1)


def _pool(jobs: Sequence[Job], workers: int, own: Own) -> Iterator[MatchResult]:
    with ProcessPoolExecutor(min(workers, len(jobs)), get_context("spawn"), _end_with_the_run) as pool:
        futures: list[Future[MatchResult]] = [pool.submit(partial(play_job, own=own), job) for job in jobs]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


# ------------------------------------------------------------------ Ray


def on_ray(address: str, own: Own = NOBODY) -> Backend:
    """A Ray cluster by its address, or "local" for one on this machine. The results are the same as anywhere."""

    def one(job: Job) -> MatchResult:
        return play_job(job, own=own)

    def run(jobs: Sequence[Job]) -> Iterator[MatchResult]:
        try:
            ray = connect(address)
            remote = ray.remote(max_retries=3)(one)
            waiting = [remote.remote(job) for job in jobs]
            while waiting:
                ready, waiting = ray.wait(waiting)
                yield from ray.get(ready)
        except NoCluster as error:
            raise LabError(str(error)) from error
        except GrognardError:
            raise
        except Exception as error:  # Ray has exceptions of many kinds, and long ones
            raise LabError(f"The Ray cluster at {address!r} cannot play on. {in_a_line(error)}") from error

    return run


def in_a_line(error: BaseException) -> str:
    """The last line of a long message that says something."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[-1][:200]}" if lines else type(error).__name__
