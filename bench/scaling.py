"""The lab on one process and on two: the same matches, by the clock on the wall."""

from __future__ import annotations

import time

from rich.console import Console
from rich.table import Table

from grognard.engine import find_game
from grognard.lab import plan
from grognard.lab.backends import local

MATCHES, LIMIT = 200, 1.8


def scaling(console: Console) -> None:
    """Doctrine against doctrine at Sidi Zahran."""
    jobs = plan([(find_game("folio"), "sidi-zahran")], MATCHES, {})
    seconds = {}
    for workers in (1, 2):
        begun = time.monotonic()
        rows = sum(1 for _ in local(workers)(jobs))
        seconds[workers] = time.monotonic() - begun
        assert rows == MATCHES
    table = Table("lab", "1 process", "2 processes", "times faster", "limit")
    times = [f"{seconds[n]:.1f} s" for n in (1, 2)]
    table.add_row(f"{MATCHES} matches", *times, f"{seconds[1] / seconds[2]:.2f}", f"≥ {LIMIT:g}")
    console.print(table)


if __name__ == "__main__":
    scaling(Console())
