"""How far something is that takes a while: nothing in the first two seconds, then a line on stderr that goes on."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Self, TextIO, TypeVar

QUIET = 2.0  # seconds before anything is told
OFTEN, RARELY = 0.5, 30.0  # seconds between two lines: in a terminal they replace each other, in a file they stay

T = TypeVar("T")


def watched(things: Iterable[T], total: int = 0, quiet: bool = False, what: str = "matches") -> Iterator[T]:
    """The same things, and how many there were so far on stderr."""
    with Progress(what, total, quiet=quiet) as progress:
        for thing in things:
            progress.step()
            yield thing


class Progress:
    """`with Progress("matches", 200) as progress: progress.step()`. Without a total it counts what was looked at."""

    def __init__(self, what: str, total: int = 0, done: int = 0, to: TextIO | None = None, quiet: bool = False) -> None:
        self.what, self.total, self.done, self.quiet = what, total, done, quiet
        self.to = to or sys.stderr
        self.note = ""
        self._begun = self._told = time.monotonic()
        self._shown = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown:
            self._tell(end="\n")

    def step(self, note: str = "") -> None:
        """One more is done."""
        self.done += 1
        self.note = note or self.note
        now = time.monotonic()
        wait = OFTEN if self.to.isatty() else RARELY
        if not self.quiet and now - self._begun >= QUIET and (not self._shown or now - self._told >= wait):
            self._told, self._shown = now, True
            self._tell(end="" if self.to.isatty() else "\n")

    def _tell(self, end: str) -> None:
        minutes, seconds = divmod(int(time.monotonic() - self._begun), 60)
        of = f" of {self.total}" if self.total else ""
        note = f", {self.note}" if self.note else ""
        start = "\r\033[K" if self.to.isatty() else ""
        print(f"{start}{self.done}{of} {self.what}{note} ({minutes}:{seconds:02d})", end=end, file=self.to, flush=True)
