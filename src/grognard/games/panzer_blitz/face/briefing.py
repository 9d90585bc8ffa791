"""What each side is told before a situation begins."""

from __future__ import annotations

from grognard.engine import Briefing
from grognard.games.panzer_blitz.rules.state import PanzerBlitz


def briefing(g: PanzerBlitz, side: str) -> Briefing:
    """The same for everybody who plays the side."""
    return g.situation.briefing[side]
