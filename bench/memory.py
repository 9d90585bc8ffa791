"""The memory of a table over two days: matches of every game and scenario are made, played a little and left.

    python -m bench.memory [--day 600] [--answers 12]

On the first day what is worked out once and kept fills up: maps, lines of sight, counters as they are drawn; all of
it is bounded. Prints resident memory after every fifth of each day, when nobody is left at the table. The second day
must not add more than 10 %. Rooms are swept out after a second instead of a minute, so that the pace does not matter.
"""

from __future__ import annotations

import argparse
import itertools
import tempfile
import time
from collections.abc import Iterator

from bench.serving import Served
from bench.stranger import Guest
from bench.table import resident
from grognard.engine import SHELF

DAYS, PARTS, LIMIT = 2, 5, 0.10
SOON = "import grognard.server.matches.registry; grognard.server.matches.registry.KEEP_IDLE = 1.0"
PAUSE = 4.0  # seconds until the last room is swept out


def battles() -> Iterator[tuple[str, str]]:
    """Every scenario, the games by turns, for ever."""
    turns = [itertools.cycle([(game, scenario) for scenario in SHELF[game].scenarios]) for game in SHELF]
    while True:
        yield from map(next, turns)


def play(port: int, battle: tuple[str, str], answers: int) -> None:
    """A match that is made, played a little and left."""
    guest = Guest(port, *battle)
    with guest.wire:
        for _ in range(answers):
            guest.answer()


def main() -> None:
    """Print what was weighed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--day", type=int, default=600, help="matches")
    parser.add_argument("--answers", type=int, default=12, help="in each")
    chosen = parser.parse_args()
    weighed, found = list[int](), battles()
    with tempfile.TemporaryDirectory() as folder, Served(folder, before=SOON) as served:
        for part in range(DAYS * PARTS):
            for battle in itertools.islice(found, chosen.day // PARTS):
                play(served.port, battle, chosen.answers)
            time.sleep(PAUSE)
            weighed.append(resident(served.process.pid))
            print(f"{(part + 1) * chosen.day // PARTS:6} matches: {weighed[-1]:8} kB", flush=True)
    grown = weighed[-1] / weighed[PARTS - 1] - 1
    print(f"the second day: {grown:+.1%} (at most {LIMIT:.0%})")


if __name__ == "__main__":
    main()
