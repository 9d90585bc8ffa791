"""What is each weight of a mind worth? `python -m bench.worth folio bir-salem arras --minutes 10`.

Matches in which every weight of every side is moved at random, all at once. How they ended is laid to the differences
of the weights by a regression: for each weight what a factor of e is worth in Elo, alone and bent, with its standard
error. Where nothing stands out by more than twice that, there is nothing left to fit.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench.fit import TRIED, asked_for, flat, play, shaped
from grognard.engine import Game, Match

SPREAD = 0.3  # by which the logarithm of a weight is moved
ELO = 400 / math.log(10)  # of a step in the logarithm of the odds
DOUBT, BENT = 1.0, 20.0  # how strongly zero is believed in, of an effect and of its bend

Floats = NDArray[np.float64]


def moved(game: Game, rng: random.Random) -> list[float]:
    """How far each weight is moved."""
    return [rng.gauss(0, SPREAD) for _ in flat(game.mind.fitted)]


def match(game: Game, scenario: str, rng: random.Random) -> tuple[list[list[float]], float]:
    """How far the weights of both sides were moved, and what the first side got out of it."""
    at, moves = flat(game.mind.fitted), [moved(game, rng), moved(game, rng)]
    minds = [
        shaped(game.mind.fitted, {name: at[name] * math.exp(by) for name, by in zip(at, move, strict=True)})
        for move in moves
    ]
    TRIED.extend(minds)
    return moves, play(game, scenario, rng.getrandbits(30), minds)


def effects(first: Floats, second: Floats, scenario: NDArray[np.intp], won: Floats) -> tuple[Floats, Floats]:
    """Of each weight the effect and the bend, in steps of log odds, and their standard errors."""
    count = first.shape[1]
    leans = np.eye(int(scenario.max()) + 1)[scenario]
    seen = np.hstack([leans, first - second, first**2 - second**2])
    belief = np.concatenate([np.full(leans.shape[1], 1e-3), np.full(count, DOUBT), np.full(count, BENT)])
    found = np.zeros(seen.shape[1])
    for _ in range(30):  # Newton's steps to the most likely
        chance = 1 / (1 + np.exp(-seen @ found))
        bent = (seen * (chance * (1 - chance))[:, None]).T @ seen + np.diag(belief)
        step = np.linalg.solve(bent, seen.T @ (won - chance) - belief * found)
        found += step
        if np.abs(step).max() < 1e-8:
            break
    errors = np.sqrt(np.diag(np.linalg.inv(bent)))
    last = leans.shape[1]
    return found[last:].reshape(2, count), errors[last:].reshape(2, count)


def tell(names: Sequence[str], found: Floats, errors: Floats, console: Console) -> None:
    """The weights, those that stand out most first."""
    table = Table("weight", "Elo for a factor of e", "±", "bend", "±")
    for i in sorted(range(len(names)), key=lambda i: -abs(found[0, i] / errors[0, i])):
        numbers = (found[0, i], errors[0, i], found[1, i], errors[1, i])
        table.add_row(names[i], *(f"{ELO * number:.0f}" for number in numbers))
    console.print(table)


def main() -> None:
    game, told = asked_for("What each weight of a mind is worth")
    rng, begun = random.Random(told.seed), time.process_time()
    rows = list[tuple[int, list[list[float]], float]]()
    with Progress() as progress:
        bar = progress.add_task(game.title, total=1.0)
        while (done := (time.process_time() - begun) / (60 * told.minutes)) < 1:
            rows.append(
                (len(rows) % len(told.scenarios), *match(game, told.scenarios[len(rows) % len(told.scenarios)], rng))
            )
            progress.update(bar, completed=done)
    moves = np.array([moves for _, moves, _ in rows])
    if len(Match.new(game, told.scenarios[0], record=False).sides) == 1:
        moves[:, 1] = 0.0  # nobody judged by them
    scenario, won = np.array([row[0] for row in rows]), np.array([row[2] for row in rows])
    print(f"{len(rows)} matches")
    tell(list(flat(game.mind.fitted)), *effects(moves[:, 0], moves[:, 1], scenario, won), Console())


if __name__ == "__main__":
    main()
