"""How often each side wins: `winrates("night-fight", "kharkov", 100)`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from grognard.engine import find_game
from grognard.lab.backends import backend_of
from grognard.lab.job import MatchResult
from grognard.lab.runner import plan
from grognard.lab.seats import Players, seated
from grognard.lab.stats import wilson


class Winrate(msgspec.Struct, frozen=True):
    """How many of some matches a side has won."""

    wins: int  # matches won
    matches: int  # matches played

    @property
    def share(self) -> float:
        """From 0 to 1."""
        return self.wins / self.matches if self.matches else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval for the share (95 %)."""
        return wilson(self.wins, self.matches)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.share:.0%} ({low:.0%} to {high:.0%}) of {self.matches}"


def winrates(
    game: str,
    scenario: str,
    matches: int = 100,
    players: Players = "doctrine",
    options: Mapping[str, str] | None = None,
    seed: str = "1",
    workers: int = 1,
) -> dict[str, Winrate]:
    """Play some matches, and say how often each side won. One player's name is for every side, or name them by side.

    The same seed gives the same matches. More than one worker means so many processes.
    """
    names, own = seated(players)
    jobs = plan([(find_game(game), scenario)], matches, names, options, seed=seed, own=own)
    return rates(list(backend_of("processes", workers, own)(jobs)))


def rates(rows: Sequence[MatchResult]) -> dict[str, Winrate]:
    """Of every side that decided or won anything in these matches."""
    sides = dict.fromkeys(side for row in rows for side in (*row.sides, *row.winners))
    return {side: Winrate(sum(side in row.winners for row in rows), len(rows)) for side in sides}
