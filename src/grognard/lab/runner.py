"""Playing a plan: what is to be played, with a progress bar, and going on where a run stopped.

A finished match is one line in `rows.jsonl`, written at once. Whatever was not written is played again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import product
from pathlib import Path

import msgspec
from msgspec.structs import replace

from grognard.engine import Game, UnknownChoice, suggest_choices
from grognard.lab.backends import Backend, LabError
from grognard.lab.job import Job, MatchResult
from grognard.lab.progress import Progress as Line
from grognard.players import make_player


def plan(
    cases: Iterable[tuple[Game, str]],
    matches: int,
    players: Mapping[str, str],
    options: Mapping[str, str] | None = None,
    vary: Sequence[str] = (),
    seed: str = "1",
    strengths: Sequence[str] = (),
    own: Collection[str] = (),
) -> list[Job]:
    """So many matches of every scenario, of every value of the options that vary, and at every strength.

    Players are given by side, or for all others under "": {"": "doctrine", "red": "veteran"}. Those named in `own` are
    known to the backend.
    """
    if not isinstance(players, Mapping):
        raise UnknownChoice(f"Players are given by side, as in {{'': 'doctrine'}}, not as {players!r}.")
    jobs: list[Job] = []
    seated = [{"": name, **players} for name in strengths] or [dict(players)]
    for name in (name for seats in seated for name in seats.values()):
        if name not in own:
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
            raise UnknownChoice(f"There is no option {key!r}. {suggest_choices(options, key)}")


class Lab:
    """A folder with a plan and what came of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.rows_file, self.plan_file = folder / "rows.jsonl", folder / "plan.json"

    def rows(self) -> list[MatchResult]:
        """The matches finished so far, in the order of the plan; a line that was cut off does not count."""
        found: dict[int, MatchResult] = {}
        if self.rows_file.exists():
            for line in self.rows_file.read_bytes().splitlines():
                with suppress(msgspec.DecodeError):
                    row = msgspec.json.decode(line, type=MatchResult)
                    found[row.number] = row
        return [found[number] for number in sorted(found)]

    def run(self, jobs: Sequence[Job], backend: Backend, quiet: bool = False) -> list[MatchResult]:
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

    def add(self, jobs: Sequence[Job], backend: Backend) -> list[MatchResult]:
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
    """A bar that moves on by one whenever it is told to; a line, where nothing is installed to draw a bar."""
    try:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
        from rich.progress import TimeRemainingColumn as TimeLeft
    except ModuleNotFoundError:
        with Line("matches", total, done, quiet=quiet) as line:
            yield line.step
        return
    if quiet:
        yield lambda: None
        return
    bar = (TextColumn("matches"), BarColumn(), MofNCompleteColumn())
    with Progress(*bar, TimeElapsedColumn(), TextColumn("left"), TimeLeft()) as progress:
        task = progress.add_task("matches", total=total, completed=done)
        yield lambda: progress.advance(task)
