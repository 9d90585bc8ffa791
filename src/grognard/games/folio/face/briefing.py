"""What each side is told before Sidi Zahran begins."""

from __future__ import annotations

from msgspec import convert

from grognard.engine import Briefing
from grognard.games.folio.rules.clauses import Folio
from grognard.games.folio.rules.data import SIDI_ZAHRAN

TOLD = convert(SIDI_ZAHRAN["briefing"], dict[str, Briefing])


def briefing(g: Folio, side: str) -> Briefing:
    """The same for everybody who plays the side."""
    return TOLD[side]
