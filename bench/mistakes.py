"""Where doctrine is clearly wrong: python -m bench.mistakes GAME SCENARIO [--count 5] [--keep].

Doctrine plays itself. Here and there its answer is tried against others in dealt copies, and where another comes out
ahead, both are tried once more in many fresh deals. What is clearly behind there too is printed; with `--keep` it goes
into `suite.json`, to be asked again.
"""

from __future__ import annotations

import argparse
import itertools
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from bench.suite import FILE, Silly
from grognard.engine import Action, Ask, Match, find_game
from grognard.engine.match.notation import text_of
from grognard.players.rollout import Rollout, deal
from grognard.players.search import SearchBudget, mean_and_error, thoughts
from grognard.players.simple import best_judged
from grognard.school.lesson import read_answer

LOOKED_AT = 0.12  # of the questions
FIRST = SearchBudget(seconds=None, deals=12)
FRESH = 48  # deals in which it must show again
BEHIND = 0.03  # of the value, at least
CLEARLY = 4.0  # standard errors


class Mistake(NamedTuple):
    """A position, what doctrine answers there, what is better, and by how much."""

    silly: Silly
    better: str
    ahead: float
    error: float


def mistakes(game_id: str, scenario: str, first: int = 0) -> Iterator[Mistake]:
    """One after the other, from match to match."""
    game = find_game(game_id)
    for seed in itertools.count(first):
        match, rng = Match.new(game, scenario, seed=f"mistake {seed}", record=False), random.Random(seed)
        while not match.over:
            ask = match.decision.asks[0]
            answer = best_judged(game, match.state, ask, rng)
            if len(ask.actions) > 1 and rng.random() < LOOKED_AT and game.mind.underway(match.state):
                yield from _found(match, ask, answer, rng)
            match.take(answer, ask.side)


def _found(match: Match, ask: Ask, answer: Action, rng: random.Random) -> Iterator[Mistake]:
    """The mistake of an answer, if it is one that can be written down."""
    *_, race = thoughts(match.game, match.state, ask, rng, FIRST)
    if race.best == race.doctrine or race.doctrine != answer:
        return
    ahead, error = fresh_lead(match, ask.side, race.best, answer, rng)
    words = in_notation(answer)
    if ahead > max(BEHIND, CLEARLY * error) and read_answer(match.game, words) == answer:
        silly = Silly(match.number, ask.side, words, match.describe(answer), text_of(match.game, match.state))
        yield Mistake(silly, match.describe(race.best), ahead, error)


def fresh_lead(match: Match, side: str, better: Action, worse: Action, rng: random.Random) -> tuple[float, float]:
    """By how much one answer is ahead of another in deals that neither has met, and the standard error."""
    game, seed, gaps, stretches = match.game, rng.getrandbits(64), list[float](), 0
    for number in range(FRESH):
        trial = Rollout(game, deal(game, match.state, side, rng), side, seed, stretches, number)
        first, second = trial.found(worse), trial.found(better)
        assert first is not None and second is not None
        gaps.append(second.value - first.value)
        stretches = trial.stretches
    return mean_and_error(gaps)


def in_notation(action: Any) -> str:
    """An action by its kind and its values."""
    values = [str(value) for value in msgspec.structs.astuple(action)]
    return " ".join([type(action).__name__, *values])


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description="Where doctrine is clearly wrong.")
    parser.add_argument("game")
    parser.add_argument("scenario")
    parser.add_argument("--count", type=int, default=5)
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    parser.add_argument("--keep", action="store_true", help="add them to suite.json")
    chosen = parser.parse_args()
    found = []
    for mistake in itertools.islice(mistakes(chosen.game, chosen.scenario, chosen.first), chosen.count):
        silly = mistake.silly
        better = f"better by {mistake.ahead:.3f} (±{mistake.error:.3f}): {mistake.better}"
        print(f"{silly.number} {silly.side}: {silly.reads}; {better}", flush=True)
        found.append(silly)
    if chosen.keep:
        known = msgspec.json.decode(FILE.read_bytes(), type=list[Silly])
        FILE.write_bytes(msgspec.json.format(msgspec.json.encode([*known, *found]), indent=1) + b"\n")


if __name__ == "__main__":
    main()
