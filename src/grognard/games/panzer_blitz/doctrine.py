"""How a sensible player of either side judges an action; only what that side may know counts."""

from __future__ import annotations

from grognard.engine import Action
from grognard.games.panzer_blitz.state import PanzerBlitz


def judge(g: PanzerBlitz, side: str, action: Action) -> float:
    return 0.0


def advice(g: PanzerBlitz, side: str, action: Action) -> str:
    return ""
