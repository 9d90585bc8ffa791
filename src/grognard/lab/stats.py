"""Intervals, Elo and the sequential test."""

from __future__ import annotations

from collections.abc import Sequence
from math import log, log10, sqrt
from statistics import fmean
from typing import Literal

import msgspec

Z = 1.96  # 95 %


def wilson(wins: float, count: int, z: float = Z) -> tuple[float, float]:
    """Wilson's interval for a share."""
    if count == 0:
        return 0.0, 1.0
    share = wins / count
    centre = share + z * z / (2 * count)
    spread = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    low, high = (centre - spread) / (1 + z * z / count), (centre + spread) / (1 + z * z / count)
    return (0.0 if wins == 0 else low), (1.0 if wins == count else high)


def elo(score: float) -> float:
    """The difference in Elo that a mean score stands for; beyond 1,200 nothing can be told."""
    inside = min(max(score, 0.001), 0.999)
    return -400 * log10(1 / inside - 1)


def expected(difference: float) -> float:
    """The mean score that a difference in Elo stands for."""
    return float(1 / (1 + 10 ** (-difference / 400)))


def elo_interval(scores: Sequence[float]) -> tuple[float, float, float]:
    """Elo difference with its 95 % interval from scores between 0 and 1; without scores nothing is known."""
    if not scores:
        return 0.0, elo(0.0), elo(1.0)
    mean, error = fmean(scores), sqrt(_variance(scores) / len(scores))
    return elo(mean), elo(mean - Z * error), elo(mean + Z * error)


def _variance(scores: Sequence[float]) -> float:
    """Of the scores with one win and one loss added, so that a clean sheet is not certainty."""
    padded = [*scores, 0.0, 1.0]
    mean = fmean(padded)
    return fmean([(s - mean) ** 2 for s in padded])


class Sprt(msgspec.Struct, frozen=True):
    """Wald's sequential test of two Elo differences, on scores between 0 and 1 in the order they came.

    `pairs`: each score is that of a pair of matches with the seats exchanged, one of five values (0 to 1 by quarters).
    Their own spread decides, as chess engines are tested, and a clean sheet is no coin that fell one way.
    """

    low: float = 0.0
    high: float = 70.0
    alpha: float = 0.05
    beta: float = 0.05
    pairs: bool = False

    def evidence(self, scores: Sequence[float]) -> float:
        """The log likelihood ratio of `high` against `low`: exact for matches won or lost, else as if normal."""
        if not scores:
            return 0.0
        s0, s1 = expected(self.low), expected(self.high)
        if not self.pairs and set(scores) <= {0.0, 1.0}:
            return sum(log(s1 / s0) if score else log((1 - s1) / (1 - s0)) for score in scores)
        return (s1 - s0) * (2 * fmean(scores) - s0 - s1) * len(scores) / (2 * _variance(scores))

    def verdict(self, scores: Sequence[float]) -> Literal["stronger", "not stronger", ""]:
        """What is decided; nothing yet is the empty word."""
        found = self.evidence(scores)
        if found >= log((1 - self.beta) / self.alpha):
            return "stronger"
        return "not stronger" if found <= log(self.beta / (1 - self.alpha)) else ""
