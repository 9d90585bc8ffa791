"""How fast whole matches are: the smallest and the largest scenario of each game, random and doctrine play.

    python -m bench.pace [GAME …] [--seconds 4] [--keep]

Each is played in a process of its own, with random plies of python-chess before and after, and every answer is timed:
by what was asked, and by whether it came in the first, the middle or the last third of its match. `--keep` writes the
ratios to `bench/history.tsv`; without it they are compared with those kept last, and whoever has become slower by more
than a tenth makes the run fail.
"""

from __future__ import annotations

import argparse
import csv
import multiprocessing
import random
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from heapq import nlargest
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from bench.peers import random_plies
from grognard.engine import Match, find_game
from grognard.players import make_player

BATTLES = {  # the smallest and the largest
    "folio": ("bir-salem", "arras"),
    "korsun": ("hill-239", "campaign"),
    "night-fight": ("kolkhoz", "stalingrad-breakout"),
    "panzer-blitz": ("les-duanes", "jupiter"),
    "red-actions": ("water-tower", "tsaritsyn"),
    "tank-leader": ("lipki", "a-midsummer-days-dream"),
}
PLAYERS = ("random", "doctrine")
HISTORY = Path(__file__).with_name("history.tsv")
SLOWER = 0.9  # of what it was
DEAREST = 3  # kinds of question that are told
WARM = 0.25  # of the time goes to a first match or more that fill the tables


class Case(NamedTuple):
    """A scenario and who plays it."""

    game: str
    scenario: str
    player: str


class Answered(NamedTuple):
    """One answer: to what kind of question, in which third of the match, and how long it took."""

    kind: str
    third: int
    seconds: float


class Pace(NamedTuple):
    """What was found about one case."""

    plies: float  # of chess, a second
    matches: int
    answers: list[Answered]
    memory: int  # kB, at most

    @property
    def seconds(self) -> float:
        return sum(answer.seconds for answer in self.answers)

    @property
    def ratio(self) -> float:
        """Decisions a second, as a multiple of plies."""
        return len(self.answers) / self.seconds / self.plies

    def thirds(self) -> list[float]:
        """Microseconds of an answer in each third of a match."""
        return [fmean([a.seconds for a in self.answers if a.third == n] or [0.0]) * 1e6 for n in range(3)]

    def dearest(self) -> Iterable[str]:
        """The kinds of question that take most of the time: their share, and how many can be answered a second."""
        spent, count = dict[str, float](), Counter(answer.kind for answer in self.answers)
        for answer in self.answers:
            spent[answer.kind] = spent.get(answer.kind, 0.0) + answer.seconds
        for kind, seconds in nlargest(DEAREST, spent.items(), key=lambda each: each[1]):
            yield f"{kind} {seconds / self.seconds:.0%}, {count[kind] / seconds:,.0f}/s"


def measure(case: Case, seconds: float) -> Pace:
    """Matches of one case, one after the other."""
    for _ in _matches(case, seconds * WARM, first=1_000):
        pass
    before, found, matches = random_plies(0.5), list[Answered](), 0
    for match in _matches(case, seconds, first=1):
        matches += 1
        found += [Answered(kind, 3 * i // len(match), took) for i, (kind, took) in enumerate(match)]
    plies = (before + random_plies(0.5)) / 2
    return Pace(plies, matches, found, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def _matches(case: Case, seconds: float, first: int) -> Iterable[list[tuple[str, float]]]:
    """The kind of every question of a match and how long its answer took, until so much time is spent."""
    game, player, until = find_game(case.game), make_player(case.player), time.process_time() + seconds
    while time.process_time() < until:
        match, rng = Match.new(game, case.scenario, seed=first, record=False, log=False), random.Random(first)
        timed, first = list[tuple[str, float]](), first + 1
        while not match.over:
            kind, began, ask = type(match.state.steps[-1]).__name__, time.process_time(), match.decision.asks[0]
            match.take(player.choose(match, ask, rng), ask.side)
            timed.append((kind, time.process_time() - began))
        yield timed


# ------------------------------------------------------------------ what is kept


def kept() -> dict[Case, float]:
    """The ratio of each case that was kept last."""
    if not HISTORY.is_file():
        return {}
    with HISTORY.open(encoding="utf-8") as file:
        return {Case(row["game"], row["scenario"], row["player"]): float(row["ratio"]) for row in _rows(file)}


def _rows(lines: Iterable[str]) -> Iterable[dict[str, str]]:
    return csv.DictReader(lines, delimiter="\t")


def keep(found: dict[Case, Pace]) -> None:
    """Write the ratios below those that were kept before, with the commit they belong to."""
    words = ["git", "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(words, capture_output=True, text=True, check=True, cwd=HISTORY.parent).stdout.strip()
    new = not HISTORY.is_file()
    with HISTORY.open("a", encoding="utf-8") as file:
        if new:
            print("commit", *Case._fields, "ratio", "first", "middle", "last", sep="\t", file=file)
        for case, pace in found.items():
            print(commit, *case, f"{pace.ratio:.3f}", *(f"{us:.0f}" for us in pace.thirds()), sep="\t", file=file)


def slower(found: dict[Case, float], before: dict[Case, float]) -> list[str]:
    """Whoever has lost more than noise explains."""
    return [
        f"{' '.join(case)}: {ratio:.3f} × chess, {ratio / before[case]:.2f} of what it was"
        for case, ratio in found.items()
        if case in before and ratio < SLOWER * before[case]
    ]


def pace(console: Console, games: Sequence[str] = tuple(BATTLES), seconds: float = 4.0) -> dict[Case, Pace]:
    """Everything about some games as a table."""
    table = Table("game", "scenario", "player", "matches/s", "decisions/s", "× plies", "µs first, middle, last third")
    for column in ("dearest questions: share of the time, answers a second", "MB"):
        table.add_column(column)
    found, cases = {}, [Case(game, each, player) for game in games for each in BATTLES[game] for player in PLAYERS]
    for case in cases:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            one = found[case] = pool.apply(measure, (case, seconds))
        speed = f"{one.matches / one.seconds:.2f}", f"{len(one.answers) / one.seconds:,.0f}", f"{one.ratio:.2f}"
        thirds = ", ".join(f"{us:,.0f}" for us in one.thirds())
        table.add_row(*case, *speed, thirds, "; ".join(one.dearest()), f"{one.memory / 1024:.0f}")
    console.print(table)
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.pace", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(BATTLES))
    parser.add_argument("--seconds", type=float, default=4.0, help="of processor for each scenario and player")
    parser.add_argument("--keep", action="store_true", help="write the ratios to the history")
    chosen = parser.parse_args(arguments)
    console = Console()
    found = pace(console, [find_game(name).id for name in chosen.games] or list(BATTLES), chosen.seconds)
    if chosen.keep:
        keep(found)
        return 0
    worse = slower({case: one.ratio for case, one in found.items()}, kept())
    for line in worse:
        console.print(line)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
