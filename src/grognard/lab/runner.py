"""Playing a plan: local processes or a Ray cluster, with a progress bar, and going on where a run stopped.

A finished match is one line in `rows.jsonl`, written at once. Whatever was not written is played again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import product
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from pathlib import Path
from threading import Thread

import msgspec
from msgspec.structs import replace

from grognard.engine import Game, GrognardError, UnknownChoice, among
from grognard.lab.job import Job, Row, play
from grognard.players import make_player

PATIENCE = 3  # times in a row that workers may die before a single match is finished

Backend = Callable[[Sequence[Job]], Iterator[Row]]


class LabError(GrognardError):
    """A run that cannot be made or gone on with; the message says why."""


def plan(
    cases: Iterable[tuple[Game, str]],
    matches: int,
    players: Mapping[str, str],
    options: Mapping[str, str] | None = None,
    vary: Sequence[str] = (),
    seed: str = "1",
    strengths: Sequence[str] = (),
) -> list[Job]:
    """So many matches of every scenario, of every value of the options that vary, and at every strength."""
    jobs: list[Job] = []
    seated = [{"": name, **players} for name in strengths] or [dict(players)]
    for name in (name for seats in seated for name in seats.values()):
        make_player(name)
    cases = list(cases)
    _known(cases, vary)
    for game, scenario in cases:
        chosen = game.choose_options(scenario, options or {})
        for values in product(*(game.options[key].values for key in vary if key in game.options)):
            here = {**chosen, **dict(zip((k for k in vary if k in game.options), values, strict=True))}
            for seats, n in product(seated, range(matches)):
                at = f"{seed} {game.id} {scenario} {' '.join(here.values())} {n}"
                jobs.append(Job(len(jobs), game.id, scenario, here, seats, at, game.scenario_text(scenario)))
    return jobs


def _known(cases: Sequence[tuple[Game, str]], vary: Sequence[str]) -> None:
    """An UnknownChoice, if an option varies that none of the games has."""
    options = {name for game, _ in cases for name in game.options}
    for key in vary:
        if cases and key not in options:
            raise UnknownChoice(f"There is no option {key!r}. {among(options, key)}")


class Lab:
    """A folder with a plan and what came of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rows_file, self.plan_file = folder / "rows.jsonl", folder / "plan.json"

    def rows(self) -> list[Row]:
        """The matches finished so far, in the order of the plan; a line that was cut off does not count."""
        found: dict[int, Row] = {}
        if self.rows_file.exists():
            for line in self.rows_file.read_bytes().splitlines():
                with suppress(msgspec.DecodeError):
                    row = msgspec.json.decode(line, type=Row)
                    found[row.number] = row
        return [found[number] for number in sorted(found)]

    def run(self, jobs: Sequence[Job], backend: Backend, quiet: bool = False) -> list[Row]:
        """Play what is not played yet."""
        self._keep_plan(jobs)
        done = {row.number for row in self.rows()}
        left = [job for job in jobs if job.number not in done]
        with self.rows_file.open("ab") as file, _progress(len(jobs), len(done), quiet) as advance:
            file.write(b"\n" if self._torn() else b"")
            for row in backend(left):
                file.write(msgspec.json.encode(row) + b"\n")
                file.flush()
                advance()
        return self.rows()

    def add(self, jobs: Sequence[Job], backend: Backend) -> list[Row]:
        """Play what is not played yet of some more jobs; returns the rows of these jobs."""
        self.folder.mkdir(parents=True, exist_ok=True)
        found = {row.number: row for row in self.rows()}
        for job in jobs:
            row = found.get(job.number)
            if row is not None and (row.game, row.scenario, row.seed) != (job.game, job.scenario, job.seed):
                raise LabError(f"{self.folder} holds another run. Choose another folder, or remove it.")
        with self.rows_file.open("ab") as file:
            file.write(b"\n" if self._torn() else b"")
            for row in backend([job for job in jobs if job.number not in found]):
                file.write(msgspec.json.encode(row) + b"\n")
                file.flush()
                found[row.number] = row
        return [found[job.number] for job in jobs]

    def _torn(self) -> bool:
        data = self.rows_file.read_bytes()
        return bool(data) and not data.endswith(b"\n")

    def _keep_plan(self, jobs: Sequence[Job]) -> None:
        """Write down what is to be played; more of the same is welcome, anything else is refused."""
        self.folder.mkdir(parents=True, exist_ok=True)
        text = msgspec.json.encode(jobs)
        if self.plan_file.exists() and self.plan_file.read_bytes() != text:
            self._renumber(msgspec.json.decode(self.plan_file.read_bytes(), type=list[Job]), jobs)
        self.plan_file.write_bytes(text)

    def _renumber(self, before: Sequence[Job], jobs: Sequence[Job]) -> None:
        """Finished matches keep their places in a longer plan."""
        places = {_unnumbered(job): job.number for job in jobs}
        if not {_unnumbered(job) for job in before} <= places.keys():
            raise LabError(f"{self.folder} holds another run. Choose another folder, or remove it.")
        now = {job.number: places[_unnumbered(job)] for job in before}
        rows = [replace(row, number=now[row.number]) for row in self.rows()]
        partial = self.rows_file.with_suffix(".part")
        partial.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
        partial.replace(self.rows_file)


def _unnumbered(job: Job) -> bytes:
    return msgspec.json.encode(replace(job, number=0))


@contextmanager
def _progress(total: int, done: int, quiet: bool) -> Iterator[Callable[[], None]]:
    """A bar that moves on by one whenever it is told to."""
    if quiet:
        yield lambda: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.progress import TimeRemainingColumn as TimeLeft

    bar = (TextColumn("matches"), BarColumn(), MofNCompleteColumn())
    with Progress(*bar, TimeElapsedColumn(), TextColumn("left"), TimeLeft()) as progress:
        task = progress.add_task("matches", total=total, completed=done)
        yield lambda: progress.advance(task)


def local(workers: int | None = None) -> Backend:
    """Processes on this machine. A worker that dies costs only the matches it had begun; they are played again."""

    def run(jobs: Sequence[Job]) -> Iterator[Row]:
        left, failures = {job.number: job for job in jobs}, 0
        while left:
            before = len(left)
            try:
                for row in _pool(list(left.values()), workers or os.cpu_count() or 1):
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


def _pool(jobs: Sequence[Job], workers: int) -> Iterator[Row]:
    with ProcessPoolExecutor(min(workers, len(jobs)), get_context("spawn"), _end_with_the_run) as pool:
        futures: list[Future[Row]] = [pool.submit(play, job) for job in jobs]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def in_process(jobs: Sequence[Job]) -> Iterator[Row]:
    """One match after the other, here."""
    return map(play, jobs)


def on_ray(address: str) -> Backend:
    """A Ray cluster by its address, or "local" for one on this machine. The results are the same as anywhere."""
    try:
        import ray
    except ImportError as error:
        raise LabError("Ray is not installed. Install it with: pip install 'grognard[cluster]'") from error

    def run(jobs: Sequence[Job]) -> Iterator[Row]:
        if not ray.is_initialized():
            ray.init(address=address, log_to_driver=False, include_dashboard=False)
        remote = ray.remote(max_retries=3)(play)
        waiting = [remote.remote(job) for job in jobs]
        while waiting:
            ready, waiting = ray.wait(waiting)
            yield from ray.get(ready)

    return run
