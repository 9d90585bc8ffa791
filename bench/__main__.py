"""All measurements as one table."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial

from rich.console import Console
from rich.table import Table

from bench.environment import environments
from bench.inches import inches
from bench.opening import opening
from bench.pace import pace
from bench.peers import middle_game, random_plies
from bench.scaling import scaling
from bench.timing import in_turn, rates_in_turn, seconds_each
from grognard.engine import SHELF, Game, Match
from grognard.games.korsun.rules.state import Pocket
from grognard.games.korsun.rules.supply import supplied
from grognard.games.night_fight.rules.data import MAP
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.panzer_blitz.rules import sight as hill
from grognard.games.panzer_blitz.rules.map_data import LANDS

# The smallest scenario of each game, the options that make its largest state, and the limits to keep to.
SMALLEST = {"night-fight": "ghost-column"}
LARGEST = {"night-fight": {"intensity": "high"}}
CLONE_LIMIT = {"night-fight": 5.0, "korsun": 12.0}
PLAY_LIMIT = {"night-fight": 0.5, "korsun": 0.25}


def middle_match(game: Game, answers: int = 150) -> Match:
    """A match some way in, with its largest set-up."""
    rng = random.Random(3)
    match = Match.new(game, next(iter(game.scenarios)), LARGEST.get(game.id, {}), seed=1, record=False)
    for _ in range(answers):
        if match.over:
            break
        ask = match.decision.asks[0]
        match.take(ask.actions.choice(rng), ask.side)
    return match


class RandomPlay:
    """Random decisions a second through a Match, and how many a match has: versions of a game ask more or less."""

    def __init__(self, game: Game) -> None:
        self.game, self.rng, self.answers, self.matches = game, random.Random(1), 0, 0
        self.scenario = SMALLEST.get(game.id, next(iter(game.scenarios)))

    def __call__(self, seconds: float) -> float:
        before, start = self.answers, time.process_time()
        while time.process_time() - start < seconds:
            match = Match.new(self.game, self.scenario, seed=self.rng.randrange(1 << 30), record=False, log=False)
            while not match.over:
                ask = match.decision.asks[0]
                match.take(ask.actions.choice(self.rng), ask.side)
                self.answers += 1
            self.matches += 1
        return (self.answers - before) / (time.process_time() - start)

    @property
    def length(self) -> float:
        """Answers a match."""
        return self.answers / self.matches


def compare(console: Console) -> None:
    """Clones and random play of every game against python-chess."""
    table = Table("game", "pieces", "clone µs", "× copy", "limit", "decisions/s", "× plies", "limit", "matches/s")
    board = middle_game()
    for game in SHELF.values():
        state = middle_match(game).state.clone()
        copy, clone = in_turn(lambda: board.copy(stack=False), state.clone)
        RandomPlay(game)(3.0)  # fill the tables of sight and paths
        play = RandomPlay(game)
        plies, decisions = rates_in_turn(random_plies, play)
        table.add_row(
            game.id,
            str(len(state.pieces)),
            f"{clone * 1e6:.1f}",
            f"{clone / copy:.1f}",
            f"≤ {CLONE_LIMIT[game.id]:g}" if game.id in CLONE_LIMIT else "",
            f"{decisions:,.0f}",
            f"{decisions / plies:.2f}",
            f"≥ {PLAY_LIMIT[game.id]:g}" if game.id in PLAY_LIMIT else "",
            f"{decisions / play.length:.2f}",
        )
    console.print(table)


def queries(console: Console) -> None:
    """Single questions on the whole Night Fight map."""
    match = middle_match(next(g for g in SHELF.values() if g.id == "night-fight"))
    state = match.state
    assert isinstance(state, NightFight)
    sight, costs = state.land.sight[state.vegetation], state.land.costs[state.vegetation, "vehicle"]
    hexes = MAP.grid.hexes
    rng = random.Random(1)
    pairs = [(a, rng.choice(MAP.grid.within(a, 6))) for a in rng.sample(hexes, 200)]
    table = Table("question on 1,350 hexes", "µs")
    rows: list[tuple[str, Callable[[], object], int]] = [
        ("reach, 6 points", lambda: costs.reach("2322", 6, blocked=state.soviet_hexes), 1),
        ("line of sight within 6 hexes, warm", lambda: [sight.sees(a, b) for a, b in pairs], len(pairs)),
        ("all hexes seen within 6, warm", lambda: [sight.seen(a, 6) for a, _ in pairs], len(pairs)),
    ]
    for name, work, count in rows:
        table.add_row(name, f"{seconds_each(work) / count * 1e6:.2f}")
    console.print(table)


def sight_lines(console: Console) -> None:
    """Panzer Blitz: all pairs within 20 hexes at once, and a warm query against walking the line each time."""
    land = LANDS.boxed()
    grid = land.sight.grid
    rng = random.Random(1)
    pairs = [(a, rng.choice(grid.within(a, hill.ALL_PAIRS))) for a in rng.sample(grid.hexes, 300)]
    start = time.process_time()
    hill.compute_all(land)
    once = time.process_time() - start
    naive, warm = in_turn(
        lambda: [land.sight.explain(a, b).clear for a, b in pairs],
        lambda: [land.sight.sees(a, b) for a, b in pairs],
    )
    table = Table("Panzer Blitz sight, 1,440 hexes", "", "limit")
    table.add_row("all pairs within 20 hexes, once", f"{once:.1f} s", "")
    table.add_row("walking the line", f"{naive / len(pairs) * 1e6:.1f} µs", "")
    table.add_row("warm query", f"{warm / len(pairs) * 1e6:.2f} µs", "")
    table.add_row("times faster", f"{naive / warm:.0f}", "≥ 10")
    console.print(table)


def supply(console: Console) -> None:
    """Korsun: supply of all units of a side, warm, counted in clones."""
    game = SHELF["korsun"]
    state = middle_match(game).state
    assert isinstance(state, Pocket)
    table = Table("Korsun supply of a side, warm", "µs", "in clones", "limit")
    for side in game.rules.sides(state):
        units = tuple(state.units(side))
        clone, answer = in_turn(state.clone, partial(supplied, state, units))
        table.add_row(side, f"{answer * 1e6:.0f}", f"{answer / clone:.0f}", "≤ 400")
    console.print(table)


def main() -> None:
    """Print everything."""
    console = Console()
    compare(console)
    pace(console)
    queries(console)
    sight_lines(console)
    supply(console)
    opening(console)
    inches(console)
    environments(console)
    scaling(console)


if __name__ == "__main__":
    main()
