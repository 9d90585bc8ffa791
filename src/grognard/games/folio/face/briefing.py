"""What each side is told before a battle of the series begins."""

from __future__ import annotations

from grognard.engine import Briefing
from grognard.games.folio.rules.clauses import Folio


def briefing(g: Folio, side: str) -> Briefing:
    """The same for everybody who plays the side."""
    return g.rules.briefings[side]
