"""The fairest setting: every one is played a little, those nearest to even go on, twice as long, to the last match.

At several strengths a setting is as fair as it is where it is least so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from grognard.engine import Game, ScenarioError
from grognard.lab.backends import backend_of
from grognard.lab.job import MatchResult, by_strength
from grognard.lab.levers import Lever, LeverError, read_lever, score, settings, spread, variant
from grognard.lab.progress import watched
from grognard.lab.runner import plan
from grognard.lab.seats import a_game
from grognard.lab.stats import wilson

LAST = 2  # settings, at least, that are played to the end
WIDEST = 64  # settings that are tried


class Tried(NamedTuple):
    """A setting, and how often the first side has won under it at each strength."""

    setting: dict[str, Any]  # values that were changed
    shares: dict[str, float]  # share of wins of the first side, by strength
    matches: int  # at each strength

    @property
    def off(self) -> float:
        """How far from even, at the worst."""
        return max(abs(share - 0.5) for share in self.shares.values())

    def __str__(self) -> str:
        return ", ".join(f"{name} {value}" for name, value in self.setting.items()) + f": {self._told()}"

    def _told(self) -> str:
        found = []
        for name, share in self.shares.items():
            low, high = wilson(share * self.matches, self.matches)
            found.append(f"{share:.0%} ({low:.0%} to {high:.0%}) of {self.matches} by {name}")
        return ", ".join(found)


Tell = Callable[[list[Tried]], None]


def tune(
    game: str | Game,
    scenario: str | Path,
    levers: Sequence[str | Lever],
    strengths: Sequence[str] = ("doctrine",),
    matches: int = 80,
    *,
    options: Mapping[str, str] | None = None,
    seed: str = "1",
    backend: Any = "processes",
    workers: int | None = None,
    tell: Tell = lambda found: None,
) -> Tried:
    """The fairest of all settings, after so many matches of those that are left; each round is told, the best first.

    The words are those of `play`. All sides are played at the same strength; of several, each is tried.
    """
    game, backend = a_game(game), backend_of(backend, workers)
    scenario = game.find_scenario(scenario)
    read = [read_lever(lever) if isinstance(lever, str) else lever for lever in levers]
    left = _possible(game, scenario, spread(game, scenario, read))
    rows: dict[str, list[MatchResult]] = {name: [] for name in left}
    done, count = 0, max(2, matches // 4)
    while True:
        for name, player in watched(product(left, strengths), len(left) * len(strengths), what="settings"):
            rows[name] += backend(plan([(game, name)], done + count, {"": player}, options, seed=seed)[done:])
        done += count
        found = [(_tried(left[name], rows[name]), name) for name in left]
        ranked = sorted(found, key=lambda pair: (pair[0].off, pair[1]))
        tell([tried for tried, _ in ranked])
        if done >= matches:
            return ranked[0][0]
        left = {name: left[name] for _, name in ranked[: max(LAST, len(ranked) // 2)]}
        count = min(2 * count, matches - done) if len(left) > LAST else matches - done


def _possible(game: Game, scenario: str, levers: Sequence[Lever]) -> dict[str, dict[str, Any]]:
    """Every setting that makes a scenario, by its id."""
    every = settings(levers)
    if len(every) > WIDEST:
        raise LeverError(f"That would be {len(every)} settings; {WIDEST} at most. Take fewer levers, or fewer values.")
    found, wrong = {}, None
    for setting in every:
        try:
            found[variant(game, scenario, setting)] = setting
        except ScenarioError as error:
            wrong = error
    if not found and wrong is not None:
        raise wrong
    return found


def _tried(setting: dict[str, Any], rows: Sequence[MatchResult]) -> Tried:
    found = by_strength(rows)
    shares = {name: fmean(map(score, some)) for name, some in found.items()}
    return Tried(setting, shares, len(rows) // len(found))
