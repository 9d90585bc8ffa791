"""Is search stronger than doctrine on the smallest scenario of each game, and does it keep to its time?

    python -m bench.strength [--out FOLDER] [GAME ...]

The matches are kept in the folder; a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from grognard.engine import Match, find_game
from grognard.lab import commands
from grognard.lab.stats import Sprt
from grognard.players import DoctrinePlayer, Effort, WorkerPlayer
from grognard.players.worker import WORKERS

SMALLEST = {  # those with the fewest answers a match (docs/balance.md)
    "night-fight": "kiev",
    "folio": "sidi-zahran",
    "panzer-blitz": "filandriers",
    "tank-leader": "tolochino-the-t-34",
    "red-actions": "pick-up",
}
SECONDS, DECISIONS = 0.2, 1000


def compare(games: list[str], folder: Path, console: Console) -> None:
    """The sequential test for each game."""
    for name in games:
        console.print(f"{name}, {SMALLEST[name]}: search with {SECONDS} s a decision against doctrine")
        players, where = (f"search:{SECONDS}s", "doctrine"), commands.backend(None, None)
        out = folder / name
        commands.show_comparison(find_game(name), SMALLEST[name], players, {}, 1000, "1", Sprt(), out, where, console)


def thinking_times(games: list[str], console: Console) -> None:
    """A thousand decisions by a worker, in matches between doctrine players; only real choices count."""
    player, doctrine, taken = WorkerPlayer(Effort(seconds=SECONDS)), DoctrinePlayer(), list[float]()
    first = WORKERS.take()
    assert first is not None, "no process could be started"
    WORKERS.give(first)
    seed = 0
    while len(taken) < DECISIONS:
        name = games[seed % len(games)]
        match, rng = Match.new(find_game(name), SMALLEST[name], seed=seed, record=False), random.Random(seed)
        seed += 1
        while not match.over and len(taken) < DECISIONS:
            ask = match.decision.asks[0]
            if len(ask.actions) > 1 and rng.random() < 0.25:
                begun = time.monotonic()
                player.choose(match, ask, rng)
                taken.append(time.monotonic() - begun)
            match.take(doctrine.choose(match, ask, rng), ask.side)
    WORKERS.stop()
    table = Table("decisions", "budget s", "median", "longest", "over twice the budget", "limit")
    over = sum(seconds > 2 * SECONDS for seconds in taken)
    table.add_row(str(len(taken)), f"{SECONDS}", f"{median(taken):.3f}", f"{max(taken):.3f}", str(over), "0")
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", help="all five if none is named")
    parser.add_argument("--out", type=Path, default=Path("strength"))
    chosen = parser.parse_args()
    games = chosen.games or list(SMALLEST)
    console = Console()
    thinking_times(games, console)
    compare(games, chosen.out, console)


if __name__ == "__main__":
    main()
