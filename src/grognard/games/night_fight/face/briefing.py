"""What the Germans are told before they buy."""

from __future__ import annotations

from msgspec.structs import replace

from grognard.engine import Briefing, fill
from grognard.games.night_fight.rules.state import NightFight

SHARED = "The players share the recruit points and move in turn; hexes are not shared (NF-20.2.1, NF-20.2.3)."


def briefing(g: NightFight, side: str) -> Briefing:
    """3.0 The scenario's own words and how it is judged, with the numbers of the chosen intensity."""
    told, night = g.scenario.briefing["german"], g.intensity
    pieces = len(g.land.stars) * night.static_per_star
    numbers = {"points": g.recruit_points, "columns": night.columns, "pieces": pieces}
    special = (*told.special, *g.aim.told, *((SHARED,) if len(g.players) > 1 else ()))
    return replace(told, force=fill(told.force, **numbers), enemy=fill(told.enemy, **numbers), special=special)
