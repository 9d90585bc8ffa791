"""What each side is told before a battle begins."""

from __future__ import annotations

from grognard.engine import Briefing
from grognard.games.tank_leader.rules.scenarios import BATTLES
from grognard.games.tank_leader.rules.state import TankLeader


def briefing(g: TankLeader, side: str) -> Briefing:
    """The same for everybody who plays the side."""
    return BATTLES[g.scenario_id].briefing[side]
