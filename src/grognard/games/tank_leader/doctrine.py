"""How a sensible player judges an action; only what that side may know counts."""

from __future__ import annotations

from grognard.engine import Action
from grognard.games.tank_leader.state import TankLeader


def judge(g: TankLeader, side: str, action: Action) -> float:
    return 0.0


def advice(g: TankLeader, side: str, action: Action) -> str:
    return ""
