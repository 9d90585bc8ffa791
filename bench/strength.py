"""Who is stronger, does it show, and can they be taken in? And do they keep to their time?

    python -m bench.strength [--out FOLDER] [GAME ...]

For each game a small scenario and a middling one, each level against the one below, the seats exchanged, until a
sequential test has decided; how many silly decisions of `bench.suite` are repeated; what the exploits of
`bench.exploits` score. The matches are kept in the folder; a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import random
import time
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from bench.exploits import EXPLOITS, PLACES, score
from bench.suite import repeated
from grognard.engine import Match, find_game
from grognard.engine.game.mind import no_moods
from grognard.lab import commands
from grognard.lab.stats import Sprt
from grognard.players import DoctrinePlayer, SearchBudget, WorkerPlayer
from grognard.players.worker import WORKERS

# a small one and a middling one, of which equal players win 35 to 65 % from either side (docs/reference/balance.md)
SCENARIOS = {
    "night-fight": ("kolkhoz", "ghost-column"),
    "folio": ("bir-salem", "arras"),
    "panzer-blitz": ("filandriers", "chateau-de-fontaine"),
    "tank-leader": ("tolochino-the-t-34", "steppe-patrol"),
    "red-actions": ("pick-up", "lezhanka"),
    "korsun": ("hill-239", "medvin-road"),
}
CONTESTS = [("regular", "recruit"), ("veteran", "regular"), ("search:0.2s", "veteran")]
PLANNED = [("plans:0.7s", "search:0.1s")]  # the same processor time a match
SECONDS, DECISIONS, EXPLOITED = 0.2, 1000, 20


def contests(game: str) -> list[tuple[str, str]]:
    """Who meets whom: plans where the game has moods for them."""
    return CONTESTS + (PLANNED if find_game(game).mind.moods is not no_moods else [])


def compare(games: list[str], folder: Path, console: Console) -> None:
    """The sequential test for each game, scenario and contest."""
    for name, scenario in [(game, scenario) for game in games for scenario in SCENARIOS[game]]:
        for players in contests(name):
            console.print(f"{name}, {scenario}: {players[0]} against {players[1]}")
            out = folder / f"{name}-{scenario}-{'-'.join(players).replace(':', '')}"
            where = commands.backend(None, None)
            commands.show_comparison(find_game(name), scenario, players, {}, 1000, "1", Sprt(), out, where, console)


def habits(games: list[str], console: Console) -> None:
    """Silly decisions repeated, and what exploits score."""
    for name in ("doctrine", "search:12"):
        all_of, again = repeated(name, *games)
        for game, count in all_of.items():
            console.print(f"{game}: {name} repeats {again[game]} of {count} silly decisions")
    for game in (game for game in games if game in PLACES):
        told = ", ".join(f"{trick} {score(game, trick, 'doctrine', EXPLOITED):.0%}" for trick in EXPLOITS)
        console.print(f"{game}, exploits against doctrine: {told}")


def thinking_times(games: list[str], console: Console) -> None:
    """A thousand decisions by a worker, in matches between doctrine players; only real choices count."""
    player, doctrine, taken = WorkerPlayer(SearchBudget(seconds=SECONDS)), DoctrinePlayer(), list[float]()
    first = WORKERS.take()
    assert first is not None, "no process could be started"
    WORKERS.release(first)
    seed = 0
    while len(taken) < DECISIONS:
        name = games[seed % len(games)]
        match, rng = Match.new(find_game(name), SCENARIOS[name][0], seed=seed, record=False), random.Random(seed)
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
    parser.add_argument("games", nargs="*", help="all of them if none is named")
    parser.add_argument("--out", type=Path, default=Path("strength"))
    chosen = parser.parse_args()
    games = chosen.games or list(SCENARIOS)
    console = Console()
    thinking_times(games, console)
    habits(games, console)
    compare(games, chosen.out, console)


if __name__ == "__main__":
    main()
