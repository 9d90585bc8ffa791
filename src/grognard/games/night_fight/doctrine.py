"""How a sensible German player judges a position and an action; only what that player may know counts."""

from __future__ import annotations

from grognard.engine import Action
from grognard.games.night_fight.state import NightFight


def judge(g: NightFight, side: str, action: Action) -> float:
    return 0.0
