"""Fit the weights of a mind to what wins: `python -m bench.fit tank-leader steppe-patrol lipki --minutes 10`.

Simultaneous perturbation: all weights are moved at once, each up or down by a part of itself, and the two opposite
sets play a few pairs of matches against each other, the seats exchanged. Then every weight goes a little towards the
side that won. What is printed is the mean over the second half; it is taken over only after it has beaten the
weights before it in `grognard lab compare` with matches it was not fitted to.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from typing import Any

import msgspec
from rich.progress import Progress

from grognard.engine import Game, Match, find_game
from grognard.players.simple import best_judged

PART = 0.25  # of a weight that it is moved by to see the result, in the beginning
PACE = 0.1  # of that part it goes towards the winner of all pairs: faster, and it wanders
PAIRS = 4  # of matches after which it goes

Flat = dict[str, float]

# All that were played with: a mind may keep what it found by whose weights it judged, known by their identity, which
# a set that is forgotten would leave to the next.
TRIED: list[Any] = []


def flat(weights: Any) -> Flat:
    """All numbers of a set of weights by their names."""
    found: Flat = {}
    for name, value in msgspec.structs.asdict(weights).items():
        found |= {f"{name}.{key}": one for key, one in value.items()} if isinstance(value, dict) else {name: value}
    return found


def shaped(weights: Any, numbers: Flat) -> Any:
    """A set of weights with these numbers in it."""
    changed: dict[str, Any] = {}
    for name, number in numbers.items():
        field, _, key = name.partition(".")
        if key:
            changed.setdefault(field, dict(getattr(weights, field)))[key] = number
        else:
            changed[field] = number
    return msgspec.structs.replace(weights, **changed)


def play(game: Game, scenario: str, seed: int, sides: Sequence[Any]) -> float:
    """What the first of two sets of weights gets out of a match in which it has the first side."""
    match, rng = Match.new(game, scenario, seed=seed, record=False, log=False), random.Random(seed)
    seats = dict(zip(game.rules.sides(match.state), sides, strict=False))
    first = next(iter(seats))
    while match.result is None:
        ask = match.decision.asks[0]
        match.state.judge_by(seats[ask.side])
        match.take(best_judged(game, match.state, ask, rng), ask.side)
    return float(first in match.result.winners) if match.result.winners else 0.5


def pair(game: Game, scenario: str, seed: int, one: Any, other: Any) -> float:
    """How far one set of weights is ahead of another after a match from each side: from -1 to 1."""
    return play(game, scenario, seed, (one, other)) - play(game, scenario, seed, (other, one))


def step(game: Game, scenarios: Sequence[str], at: Flat, part: float, rng: random.Random) -> Flat:
    """Where the weights go after one comparison."""
    weights, away = game.mind.fitted, {name: rng.choice((-part, part)) for name in at}
    up, down = (shaped(weights, {n: at[n] * (1 + sign * away[n]) for n in at}) for sign in (1, -1))
    TRIED.extend((up, down))
    ahead = sum(pair(game, rng.choice(scenarios), rng.getrandbits(30), up, down) for _ in range(PAIRS)) / PAIRS
    return {name: at[name] * (1 + PACE * ahead * away[name]) for name in at}


def fit(game: Game, scenarios: Sequence[str], seconds: float, seed: int, progress: Progress) -> Flat:
    """The mean of the weights over the second half of so many seconds of processor."""
    rng, at, begun, kept = random.Random(seed), flat(game.mind.fitted), time.process_time(), list[Flat]()
    bar = progress.add_task(game.title, total=1.0)
    while (done := (time.process_time() - begun) / seconds) < 1:
        at = step(game, scenarios, at, PART * (1 - done / 2), rng)
        kept += [at] if done > 0.5 else []
        progress.update(bar, completed=done)
    return {name: sum(one[name] for one in kept) / len(kept) for name in at} if kept else at


def asked_for(description: str) -> tuple[Game, argparse.Namespace]:
    """What a command about the weights of a mind was asked for: a game that has some, scenarios, minutes, a seed."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("game")
    parser.add_argument("scenarios", nargs="+")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    game = find_game(told.game)
    if game.mind.fitted is None:
        parser.error(f"the mind of {game.title} has no weights to fit (Mind.fitted)")
    return game, told


def main() -> None:
    game, told = asked_for("Weights fitted to what wins")
    with Progress() as progress:
        found = fit(game, told.scenarios, told.minutes * 60, told.seed, progress)
    for name, number in found.items():
        print(f"{name} = {number:.3g}")


if __name__ == "__main__":
    main()
