"""A run that gets nowhere is noticed: the same positions come back again and again.

Picking up and putting down again are legal answers, and no rule says how often. Positions are compared only after many
answers in a row by which no die was rolled, and then only some of them: play that goes on is not held up.
"""

from __future__ import annotations

from grognard.engine import GrognardError, Match

CALM = 64  # answers in a row without a die, before positions are compared
EACH = 5  # answers from one comparison to the next
AGAIN = 8  # times in all that a position has been met before
KEPT = 20_000  # positions that are remembered


class NoProgress(GrognardError):
    """A match in which the same positions come back; the message says since when, and in which step."""


class Stillness:
    """Looks on as a match is played, once before each answer."""

    def __init__(self) -> None:
        self._seen: set[str] = set()
        self._since = self._again = 0

    def look(self, match: Match) -> str:
        """Why the match gets nowhere; "" while it may."""
        g, number = match.state, match.number
        if g.outcomes:
            self._seen.clear()
            self._since, self._again = number, 0
        if number - self._since < CALM or number % EACH or not g.steps:
            return ""
        digest = g.digest()
        self._again += digest in self._seen
        self._seen.add(digest)
        if len(self._seen) > KEPT:
            self._seen.clear()
        if self._again < AGAIN:
            return ""
        side, step = g.asks[0].side, type(g.steps[-1]).__name__
        return (
            f"No progress: the same positions come back, and no die was rolled since decision {self._since}. "
            f"{side} is asked in step {step}. A player must not do and take back the same for ever."
        )
