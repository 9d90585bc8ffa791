"""What each side is told before a battle begins."""

from __future__ import annotations

from grognard.engine import Briefing
from grognard.games.red_actions.rules.state import RedActions


def briefing(g: RedActions, side: str) -> Briefing:
    """The scenario's own words for a side."""
    return g.scenario.briefing[side]
