"""Walkers and their ways for the tests of terrain and movement."""

from __future__ import annotations

from typing import Any

from grognard.board.inches.terrain_table import cost
from grognard.engine import Refusal
from grognard.games.red_actions.rules.move_path import Budget, Leg, full_budget, plan
from grognard.games.red_actions.rules.state import RedActions, Unit
from grognard.games.red_actions.rules.terrain import survey

from .situations import line, unit

ROAD = line("road", "road", (30, 0), (30, 48))


def foot(**more: Any) -> Unit:
    return unit("whites", "white_volunteer", more.pop("bases", 4), 30, 20, name="w", **more)


def leg(g: RedActions, x: float, y: float, budget: Budget | None = None, who: str = "whites-w") -> Leg:
    u = g.pieces[who]
    found = plan(g, u, (x, y), budget or full_budget(g, u))
    assert isinstance(found, Leg), found
    return found


def refused(g: RedActions, x: float, y: float, budget: Budget | None = None, who: str = "whites-w") -> str:
    u = g.pieces[who]
    found = plan(g, u, (x, y), budget or full_budget(g, u))
    assert isinstance(found, Refusal), found
    return found.rule


def spent(g: RedActions, a: tuple[float, float], b: tuple[float, float], who: str = "whites-w") -> float | None:
    way = survey(g, g.pieces[who], a, b)
    return cost(way.stretches, way.tolls)
