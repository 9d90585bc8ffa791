"""What each side is told before a battle begins."""

from __future__ import annotations

from msgspec import convert

from grognard.engine import Briefing
from grognard.games.tank_leader.rules.data import BRIEFINGS, SCENARIOS
from grognard.games.tank_leader.rules.state import TankLeader

TOLD = {name: convert(BRIEFINGS[name], dict[str, Briefing]) for name in SCENARIOS}


def briefing(g: TankLeader, side: str) -> Briefing:
    """The same for everybody who plays the side."""
    return TOLD[g.scenario_id][side]
