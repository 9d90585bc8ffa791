"""20.0 Victory: how many of the Encircled Force have a line to the west."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from grognard.engine import Aim, Result
from grognard.engine.core.fact import fact
from grognard.games.folio.rules.state import ELIMINATED
from grognard.games.korsun.rules.data import ENCIRCLED, GERMAN, SOVIET
from grognard.games.korsun.rules.scenarios import CAMPAIGN, SCENARIOS, greens
from grognard.games.korsun.rules.state import MEMBERS, Pocket
from grognard.games.korsun.rules.supply import how_many_connected

JUDGED = "KP-20.0.7"


class Level(NamedTuple):
    """20.0 A level of victory: the least number of connected green units for it, and its rule."""

    name: str
    least: int
    cite: str


@cache
def levels(battle: str = CAMPAIGN.id) -> tuple[Level, ...]:
    """20.0, R64 The levels of a battle, the best for the Germans first."""
    return (
        Level("German strategic", greens(battle) // 2 + 1, "KP-20.0.8"),
        Level("German tactical", SCENARIOS.known[battle].tactical, "KP-20.0.9"),
        Level("Soviet tactical", 1, "KP-20.0.11"),
        Level("Soviet strategic", 0, "KP-20.0.10"),
    )


def level(saved: int, battle: str = CAMPAIGN.id) -> Level:
    """20.0, R64 The level of victory for so many connected green units."""
    return next(each for each in levels(battle) if saved >= each.least)


@fact
def saved(g: Pocket) -> int:
    """20.0 How many green units have a line to the west."""
    return how_many_connected(g)


def judge_victory(g: Pocket) -> Result:
    """20.0 Judged once, after the last game turn."""
    count = saved(g)
    reached = level(count, g.scenario_id)
    winner = GERMAN if reached.name.startswith(GERMAN) else SOVIET
    have = "has" if count == 1 else "have"
    words = f"{count} of {greens(g.scenario_id)} encircled units {have} a line to the west"
    return Result((winner,), words, reached.cite, reached.name)


# ------------------------------------------------------------------ what each side is after


@fact
def aims(g: Pocket, side: str) -> tuple[Aim, ...]:
    """20.0 The number of connected units that decides, the number that decides more, and those out of the game."""
    count, words = saved(g), g.battle.aim["German" if side == GERMAN else "Soviet"]
    tactical, strategic = _goals(g, side)
    ladder = tuple((each.name, float(each.least)) for each in reversed(levels(g.scenario_id)))
    lost = len({*g.at.get(ELIMINATED, ())}.intersection(MEMBERS[ENCIRCLED]))
    return (
        Aim(words.tactical, JUDGED, g.land.exits, count, tactical, _reached(side, count, tactical), levels=ladder),
        Aim(words.strategic, JUDGED, (), count, strategic, _reached(side, count, strategic)),
        Aim(words.lost, "KP-20.0.8", (), lost),
    )


def _goals(g: Pocket, side: str) -> tuple[int, int]:
    """20.0 The fewest connected units the German needs for each of his victories, the most the Soviet may leave."""
    strategic, tactical, *_ = levels(g.scenario_id)
    return (tactical.least, strategic.least) if side == GERMAN else (tactical.least - 1, 0)


def _reached(side: str, count: int, goal: int) -> bool:
    return count >= goal if side == GERMAN else count <= goal
