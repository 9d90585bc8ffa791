"""Refusals are proven: where a row has reasons, one of them is broken whenever it is named."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from grognard.conformance.spots import Broken, Spot
from grognard.engine import Action, Match, Refusal

Tried = tuple[Spot, str, Action, Refusal]


class Refused:
    """The rows that refusals have named, and those of them that their reasons bear out."""

    def __init__(self, reasons: Collection[str] = ()) -> None:
        self.reasons = reasons
        self.rows: Counter[str] = Counter()
        self.proven: Counter[str] = Counter()
        self.doubtful: list[tuple[str, Action, Refusal]] = []  # to be proven

    def hear(self, side: str, action: Action, refusal: Refusal) -> None:
        """Something was refused."""
        self.rows[refusal.rule] += 1
        if refusal.rule in self.reasons:
            self.doubtful.append((side, action, refusal))

    def prove(self, match: Match, side: str, action: Action, refusal: Refusal) -> None:
        """One of the reasons of the row is broken in this position."""
        reasons = match.game.rules.reasons[refusal.rule]
        if not any(reason.broken(match.state, side, action) for reason in reasons):
            told = " nor ".join(repr(reason.words) for reason in reasons)
            words = f"refused by {refusal.rule}, though nothing of what breaks it is true: neither {told}"
            raise Broken(words, side, action)
        self.proven[refusal.rule] += 1

    def prove_all(self, match: Match) -> None:
        """Everything that was heard in a position is proven there."""
        for side, action, refusal in self.doubtful:
            self.prove(match, side, action, refusal)

    def add(self, other: Refused) -> None:
        """All that was refused elsewhere, too."""
        self.rows.update(other.rows)
        self.proven.update(other.proven)
