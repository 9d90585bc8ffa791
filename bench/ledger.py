"""Long runs in parts: each part that is done stands in a file, and a run that was stopped goes on after the last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Figures = dict[str, float]


class Ledger:
    """The parts that are done, a line each: its name and its figures. Without a file nothing is kept."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file
        self.done: dict[str, Figures] = {}
        if file is not None and file.exists():
            self.done = dict(msgspec.json.decode(line) for line in file.read_bytes().splitlines())

    def keep(self, part: str, figures: Figures) -> None:
        """One more is done."""
        self.done[part] = figures
        if self.file is not None:
            with self.file.open("ab") as out:
                out.write(msgspec.json.encode((part, figures)) + b"\n")

    def total(self, parts: Iterable[str]) -> Counter[str]:
        """The figures of these parts, added up."""
        found = Counter[str]()
        for part in parts:
            found.update(self.done[part])
        return found


def in_parts(parts: Iterable[str], work: Callable[[str], Figures], ledger: Ledger, title: str) -> Counter[str]:
    """Do what is not done yet, with a bar that says how far it has come; the figures of all of it."""
    wanted = list(parts)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns) as progress:
        task = progress.add_task(title, total=len(wanted), completed=len(ledger.done.keys() & set(wanted)))
        for part in [part for part in wanted if part not in ledger.done]:
            ledger.keep(part, work(part))
            progress.advance(task)
    return ledger.total(wanted)
