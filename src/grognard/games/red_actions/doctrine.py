"""How a sensible commander judges an action; only what the side may know counts."""

from __future__ import annotations

from grognard.engine import Action
from grognard.games.red_actions.state import RedActions


def judge(g: RedActions, side: str, action: Action) -> float:
    return 0.0


def advice(g: RedActions, side: str, action: Action) -> str:
    return ""
