"""Shots, companies and columns for the tests of the worked examples."""

from __future__ import annotations

from typing import Any

from grognard.games.red_actions.rules.aiming import best_stance
from grognard.games.red_actions.rules.artillery import with_direct_hits
from grognard.games.red_actions.rules.data import SHOOTING
from grognard.games.red_actions.rules.fire_total import make_aim
from grognard.games.red_actions.rules.state import Aim, RedActions, Unit
from grognard.games.red_actions.rules.volley import Volley

from .situations import run, unit


def aim_of(g: RedActions, shooter: str, target: str) -> Aim:
    stance = best_stance(g, g.pieces[shooter], g.pieces[target])
    assert stance is not None
    return with_direct_hits(g, make_aim(g, stance, g.pieces[target]))


def column(aim: Aim) -> str:
    return SHOOTING.columns[aim.column] if aim.column >= 0 else "none"


def shoot(g: RedActions, shooter: str, target: str) -> Aim:
    aim = aim_of(g, shooter, target)
    run(g, Volley(aim))
    return aim


def white(kind: str, bases: int, y: float = 20.0, **more: Any) -> Unit:
    return unit("whites", kind, bases, 30, y, name="w", **more)


def red(kind: str, bases: int, y: float, **more: Any) -> Unit:
    more.setdefault("facing", 180)
    return unit("reds", kind, bases, more.pop("x", 30), y, name="r", **more)
