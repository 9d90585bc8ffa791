"""Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system", 2013): ratings with their doubt, by game."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

SCALE = 173.7178
TAU = 0.5  # how fast volatility may change
CLOSE = 1e-6
SURE = 110.0  # a rating whose doubt is larger is shown with a question mark


class Rating(msgspec.Struct, frozen=True):
    """A strength, how sure it is, and how erratic."""

    rating: float = 1500.0
    doubt: float = 350.0
    volatility: float = 0.06
    matches: int = 0

    @property
    def sure(self) -> bool:
        """Has it been shown often enough?"""
        return self.doubt <= SURE


class Finished(msgspec.Struct, frozen=True):
    """A finished match: who played which side, and which sides won."""

    players: Mapping[str, str]
    winners: frozenset[str]

    def score(self, side: str, other: str) -> float | None:
        """What one side has scored against another; None if they won or lost together."""
        won, lost = side in self.winners, other in self.winners
        if not self.winners:
            return 0.5
        return None if won == lost else float(won)


def rate(player: Rating, results: Sequence[tuple[Rating, float]]) -> Rating:
    """A player after a rating period: his opponents as they were before it, and what he scored against each."""
    mu, phi = (player.rating - 1500) / SCALE, player.doubt / SCALE
    if not results:
        return msgspec.structs.replace(player, doubt=SCALE * math.hypot(phi, player.volatility))
    played = [((other.rating - 1500) / SCALE, other.doubt / SCALE, score) for other, score in results]
    weights = [(_g(doubt), _expected(mu, other, doubt), score) for other, doubt, score in played]
    variance = 1 / sum(g * g * e * (1 - e) for g, e, _ in weights)
    gained = sum(g * (score - e) for g, e, score in weights)
    volatility = _volatility(phi, variance, variance * gained, player.volatility)
    phi = 1 / math.sqrt(1 / (phi * phi + volatility * volatility) + 1 / variance)
    mu += phi * phi * gained
    return Rating(SCALE * mu + 1500, min(SCALE * phi, 350.0), volatility, player.matches + 1)


def _g(doubt: float) -> float:
    return 1 / math.sqrt(1 + 3 * doubt * doubt / math.pi**2)


def _expected(mu: float, other: float, doubt: float) -> float:
    return 1 / (1 + math.exp(-_g(doubt) * (mu - other)))


def _volatility(phi: float, variance: float, delta: float, old: float) -> float:
    """Step 5 of the paper: the root of f by the Illinois method."""
    a = math.log(old * old)

    def f(x: float) -> float:
        e = math.exp(x)
        return e * (delta**2 - phi**2 - variance - e) / (2 * (phi**2 + variance + e) ** 2) - (x - a) / TAU**2

    low, high = a, _other_end(f, a, delta**2 - phi**2 - variance)
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


def _other_end(f: Callable[[float], float], a: float, surprise: float) -> float:
    if surprise > 0:
        return math.log(surprise)
    k = 1
    while f(a - k * TAU) < 0:
        k += 1
    return a - k * TAU


def ratings(matches: Iterable[Finished]) -> dict[str, Rating]:
    """Everybody's rating after some matches in their order; each is a period of its own for those who played it."""
    known: dict[str, Rating] = {}
    for match in matches:
        before = {player: known.get(player, Rating()) for player in match.players.values()}
        for side, player in match.players.items():
            scores = [
                (before[other], score)
                for against, other in match.players.items()
                if other != player and (score := match.score(side, against)) is not None
            ]
            if scores:
                known[player] = rate(before[player], scores)
    return known
