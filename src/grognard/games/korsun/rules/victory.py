"""20.0 Victory: how many of the Encircled Force have a line to the west."""

from __future__ import annotations

from grognard.engine import Result
from grognard.games.korsun.rules.data import COUNTERS, DATA, ENCIRCLED, GERMAN, SOVIET
from grognard.games.korsun.rules.state import Pocket
from grognard.games.korsun.rules.supply import connected

GREEN = sum(what.group == ENCIRCLED for what in COUNTERS.values())

GERMAN_STRATEGIC, GERMAN_TACTICAL = "German strategic", "German tactical"
SOVIET_STRATEGIC, SOVIET_TACTICAL = "Soviet strategic", "Soviet tactical"


def level(saved: int) -> tuple[str, str]:
    """20.0, R64 The level of victory for so many connected green units, and its rule."""
    if saved > GREEN - saved:
        return GERMAN_STRATEGIC, "KP-20.0.8"
    if saved == 0:
        return SOVIET_STRATEGIC, "KP-20.0.10"
    if saved >= DATA.tactical:
        return GERMAN_TACTICAL, "KP-20.0.9"
    return SOVIET_TACTICAL, "KP-20.0.11"


def judge_victory(g: Pocket) -> Result:
    """20.0 Judged once, after the last game turn."""
    saved = len(connected(g))
    name, cite = level(saved)
    winner = GERMAN if name.startswith(GERMAN) else SOVIET
    return Result((winner,), f"{saved} of {GREEN} encircled units have a line to the west", cite, name)
