"""A charger and his target for the tests of movement and charges."""

from __future__ import annotations

from typing import Any

from grognard.games.red_actions.rules.charge_path import why_not_charge
from grognard.games.red_actions.rules.state import RedActions, Unit

from .situations import unit


def rider(**more: Any) -> Unit:
    return unit("whites", "kuban_cossack", more.pop("bases", 4), 30, 20, name="w", **more)


def red(y: float = 28.0, x: float = 30.0, kind: str = "red_rifle", bases: int = 4, **more: Any) -> Unit:
    return unit("reds", kind, bases, x, y, more.pop("facing", 180), name=more.pop("name", "r"), **more)


def why(g: RedActions, who: str = "whites-w", target: str = "reds-r") -> str:
    refusal = why_not_charge(g, g.pieces[who], g.pieces[target])
    return refusal.rule if refusal else ""
