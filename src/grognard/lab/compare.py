"""Two players against each other until it is decided which is stronger.

Where a game has two sides or more, each seed is played twice with the seats exchanged, and the pair of matches is one
score. Where it has one, both play the same seeds: the one that wins where the other loses has won, and a pair that both
win or both lose says nothing. If one has so many times the odds of the other to win, so many times as often is it the
only one to win, which is what a difference in Elo means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec

from grognard.engine import Game
from grognard.lab.backends import backend_of
from grognard.lab.job import Job, MatchResult
from grognard.lab.matches import Matches
from grognard.lab.runner import Lab
from grognard.lab.seats import a_game, named
from grognard.lab.stats import Sprt, elo_interval
from grognard.players import Player


class Verdict(msgspec.Struct, frozen=True):
    """How the first player compares with the second."""

    pairs: int  # pairs of matches played
    score: float  # mean of the first player, 0 to 1, in the pairs that say something
    telling: int  # how many these are
    elo: float  # difference in Elo points
    low: float  # lower end of the 95 % interval
    high: float  # upper end of the 95 % interval
    decided: str  # "stronger", "not stronger", or "" if the matches did not suffice
    rows: Matches  # the matches as a table


def compare(
    game: str | Game,
    scenario: str | Path,
    players: tuple[str | Player, str | Player],
    matches: int = 1000,
    *,
    options: Mapping[str, str] | None = None,
    seed: str = "1",
    backend: Any = "processes",
    workers: int | None = None,
    folder: str | Path | None = None,
    batch: int = 4,
    test: Sprt | None = None,
    tell: Callable[[Verdict], None] = lambda verdict: None,
) -> Verdict:
    """Play pairs in batches until the test is decided or so many pairs of matches are played.

    With a folder the matches are kept, and a comparison that was stopped goes on where it was. The words are those of
    `play`; `tell` gets the verdict after each batch.
    """
    game = a_game(game)
    scenario, most = game.find_scenario(scenario), matches
    own: dict[str, Player] = {}
    names = named(players[0], own), named(players[1], own)
    backend = backend_of(backend, workers, own)
    rule, chosen = test or Sprt(), game.choose_options(scenario, options or {})
    sides = game.rules.sides(game.start(scenario, chosen))
    rule = msgspec.structs.replace(rule, pairs=len(sides) > 1)
    rows = Matches()
    scores: list[float] = []
    while True:
        pairs = range(len(rows) // 2, min(most, len(rows) // 2 + batch))
        jobs = [job for n in pairs for job in _pair(2 * n, game, scenario, chosen, sides, names, f"{seed} {n}")]
        played = Lab(Path(folder)).add(jobs, backend) if folder is not None else backend(jobs)
        decided = _weigh(sorted(played, key=lambda row: row.number), sides, rule, rows, scores)
        mean = fmean(scores) if scores else 0.5
        verdict = Verdict(len(rows) // 2, mean, len(scores), *elo_interval(scores), decided, rows)
        tell(verdict)
        if decided or len(rows) // 2 >= most:
            return verdict


def _weigh(
    found: list[MatchResult], sides: tuple[str, ...], rule: Sprt, rows: list[MatchResult], scores: list[float]
) -> str:
    """Add what was found pair by pair, until it decides the test."""
    for a, b in zip(found[::2], found[1::2], strict=True):
        score = _score(a, b, sides)
        rows += (a, b)
        if score is not None:
            scores.append(score)
        if decided := rule.verdict(scores):
            return decided
    return ""


def _pair(
    number: int,
    game: Game,
    scenario: str,
    options: dict[str, str],
    sides: tuple[str, ...],
    players: tuple[str, str],
    seed: str,
) -> list[Job]:
    """The same dice twice, with the seats exchanged."""
    jobs = []
    for i, (one, other) in enumerate((players, players[::-1])):
        seats = {side: one if k % 2 == 0 else other for k, side in enumerate(sides)}
        jobs.append(Job(number + i, game.id, scenario, options, seats, seed, game.scenario_text(scenario)))
    return jobs


def _score(a: MatchResult, b: MatchResult, sides: tuple[str, ...]) -> float | None:
    """What the first player made of a pair: it sat in the first seat of match a, and in the second of match b."""
    if len(sides) == 1:
        first, second = (bool(set(row.winners) & set(sides)) for row in (a, b))
        return None if first == second else float(first)
    return (_points(a, sides[0::2], sides[1::2]) + _points(b, sides[1::2], sides[0::2])) / 2


def _points(row: MatchResult, ours: tuple[str, ...], theirs: tuple[str, ...]) -> float:
    won, lost = bool(set(row.winners) & set(ours)), bool(set(row.winners) & set(theirs))
    return (1 + won - lost) / 2
