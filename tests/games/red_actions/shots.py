"""Shooters, targets and aims for the tests of shooting."""

from __future__ import annotations

from typing import Any

from grognard.games.red_actions.rules.aiming import best_stance, why_not_shoot
from grognard.games.red_actions.rules.artillery import with_direct_hits
from grognard.games.red_actions.rules.fire_total import make_aim, shifts
from grognard.games.red_actions.rules.state import Aim, RedActions, Unit

from .situations import unit


def white(kind: str = "white_volunteer", bases: int = 4, **more: Any) -> Unit:
    return unit("whites", kind, bases, more.pop("x", 30), more.pop("y", 20), more.pop("facing", 0), name="w", **more)


def red(y: float = 30.0, kind: str = "red_rifle", bases: int = 4, **more: Any) -> Unit:
    name = more.pop("name", "r")
    return unit("reds", kind, bases, more.pop("x", 30), y, more.pop("facing", 180), name=name, **more)


def aim(g: RedActions, shooter: str = "whites-w", target: str = "reds-r") -> Aim:
    stance = best_stance(g, g.pieces[shooter], g.pieces[target])
    assert stance is not None
    return with_direct_hits(g, make_aim(g, stance, g.pieces[target]))


def why(g: RedActions, shooter: str = "whites-w", target: str = "reds-r") -> str:
    refusal = why_not_shoot(g, g.pieces[shooter], g.pieces[target])
    return refusal.rule if refusal else ""


def shift_of(g: RedActions, rule: str, shooter: str = "whites-w", target: str = "reds-r") -> int:
    a = aim(g, shooter, target)
    unit_ = g.pieces[shooter]
    found = shifts(g, unit_.what, g.pieces[target], a.range / 100, (a.x / 100, a.y / 100))
    return sum(m.value for m in found if m.cite == rule)
