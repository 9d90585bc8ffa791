"""What is found out about one game by all checks together, for the report at the end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from grognard.conformance.dealt import Secrets
from grognard.conformance.odds import Compared
from grognard.conformance.reach import Reach, report
from grognard.conformance.refusals import Refused
from grognard.engine import Game


class Inquiry:
    """All that the checks of a game have met so far."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.reach, self.refused, self.secrets, self.compared = Reach(), Refused(), Secrets(), Compared()
        self.played: set[str] = set()  # the scenarios of which matches were played
        self.kept = 0  # facts that were worked out once more
        self.checks: set[str] = set()  # that were run

    def told(self) -> Iterator[str]:
        """What was met and what not, in lines."""
        self.reach.met["refusals"] = self.refused.rows
        yield from report(self.game, self.reach, self.compared.outcomes)
        yield from self._of_refusals()
        yield from self._of_secrets()
        yield from self._of_odds()
        if "kept_facts_are_true" in self.checks:
            yield f"kept facts: {self.kept:,} worked out once more." if self.kept else "kept facts: none were met."

    def _of_refusals(self) -> Iterator[str]:
        rows = self.refused.rows
        unproven = sorted(row for row in rows if row not in self.game.rules.reasons and not row.startswith("GR-"))
        if proven := sorted(self.refused.proven):
            yield f"refusals proven: {sum(self.refused.proven.values()):,} by the reasons of {', '.join(proven)}."
        if idle := sorted(self.game.rules.reasons.keys() - self.refused.proven.keys()):
            yield f"reasons not met: {', '.join(idle)}."
        if unproven:
            yield f"not proven: {', '.join(unproven)}."

    def _of_secrets(self) -> Iterator[str]:
        if "secrets_are_dealt" not in self.checks:
            return
        if not self.secrets.hidden:
            yield "secrets: nothing was hidden from one side that another sees."
        else:
            yield f"secrets: {'; '.join(self.secrets)}."
        yield f"fields dealt again: {', '.join(sorted(self.secrets.fields)) or 'none'}."
        if never := sorted(map(str, self.secrets.never_dealt)):
            yield f"never dealt again: {'; '.join(never)}."

    def _of_odds(self) -> Iterator[str]:
        found = self.compared
        if "odds_are_honest" not in self.checks:
            return
        if not found.rolls:
            yield "odds: no answer that announces a roll was met."
            return
        told = [f"{found.rolls:,} announced rolls", f"{found.deals:,} compared in another deal"]
        told += [
            f"{found.charts:,} with their chart",
            f"{found.hidden:,} hidden",
            f"{found.long:,} too long to compare",
        ]
        told += [f"{found.later:,} after another roll", f"{found.words:,} whose outcomes are not words of their chart"]
        yield f"odds: {', '.join(told)}."
        assumed = sorted(found.assumed)
        yield f"assumed: {'; '.join(assumed)}." if assumed else "assumed: nothing."


@lru_cache(24)
def inquiry(game: Game) -> Inquiry:
    """The one about a game."""
    return Inquiry(game)
