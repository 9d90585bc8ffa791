"""What random and doctrine matches spend their time on, chapter by chapter: `python -m bench.profile GAME`.

A chapter is a module. Its own share is that of its functions with what they ask of Python itself; the share of a
function with all it leads to is the whole time between call and return.
"""

from __future__ import annotations

import argparse
import random
import time
from cProfile import Profile
from pathlib import Path
from pstats import Stats
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

import grognard
from grognard.engine import Game, Match
from grognard.players import make_player

HOUSE = Path(grognard.__file__).parent
KINDS = ("random", "doctrine")

Place = tuple[str, int, str]  # file, line, function: as pstats names them


class Entry(NamedTuple):
    """A function of a chapter: how often it was called, its own share of the time and that of all it leads to."""

    chapter: str
    function: str
    calls: int
    own: float
    whole: float


def play(game: Game, scenario: str, kind: str, matches: int) -> Stats:
    """Matches of one kind of player under a profiler, after one that fills the tables."""
    player, profile = make_player(kind), Profile(time.process_time)
    for number in range(matches + 1):
        match, rng = Match.new(game, scenario, seed=number, record=False, log=False), random.Random(number)
        if number:
            profile.enable()
        while not match.over:
            ask = match.decision.asks[0]
            match.take(player.choose(match, ask, rng), ask.side)
        profile.disable()
    return Stats(profile)


def entries(stats: Stats) -> list[Entry]:
    """Every function of the house that was called, the most expensive first."""
    table, whole = stats.stats, stats.total_tt  # type: ignore[attr-defined]  # pstats does not say what it is made of
    own = {place: row[2] for place, row in table.items() if chapter_of(place)}
    for place, row in table.items():
        for caller, called in row[4].items() if not chapter_of(place) else ():
            if caller in own:
                own[caller] += called[2]
    found = [
        Entry(chapter_of(place), place[2], table[place][1], spent / whole, table[place][3] / whole)
        for place, spent in own.items()
    ]
    return sorted(found, key=lambda entry: -entry.whole)


def chapter_of(place: Place) -> str:
    """The module of a function, from the house inwards; "" for what is not of the house."""
    file = Path(place[0])
    return ".".join(file.relative_to(HOUSE).with_suffix("").parts) if file.is_relative_to(HOUSE) else ""


def tell(found: list[Entry], title: str, most: int, least: float, console: Console) -> None:
    """The most expensive chapters, and the functions of each that lead to the most."""
    chapters: dict[str, list[Entry]] = {}
    for entry in found:
        chapters.setdefault(entry.chapter, []).append(entry)
    own = {chapter: sum(entry.own for entry in some) for chapter, some in chapters.items()}
    table = Table(title, "calls", "own", "with all it leads to")
    for chapter in sorted(own, key=lambda chapter: -own[chapter])[:most]:
        table.add_row(f"[bold]{chapter}", "", f"[bold]{own[chapter]:.1%}", "")
        for entry in chapters[chapter]:
            if entry.whole >= least:
                table.add_row(f"  {entry.function}", f"{entry.calls:,}", f"{entry.own:.1%}", f"{entry.whole:.1%}")
    console.print(table)


def main() -> None:
    """Profile a game as asked for."""
    parser = argparse.ArgumentParser(description="Where the time of a game goes, by chapter and rule function.")
    parser.add_argument("game")
    parser.add_argument("--scenario", default="", help="by its id; the first of the game if none is named")
    parser.add_argument("--matches", type=int, default=3)
    parser.add_argument("--chapters", type=int, default=12, help="how many to tell of")
    parser.add_argument("--least", type=float, default=0.02, help="the least share of a function that is told")
    given = parser.parse_args()
    game = grognard.game(given.game.replace("_", "-"))
    scenario = given.scenario or next(iter(game.scenarios))
    for kind in KINDS:
        found = entries(play(game, scenario, kind, given.matches))
        tell(found, f"{game.title}, {kind}", given.chapters, given.least, Console())


if __name__ == "__main__":
    main()
