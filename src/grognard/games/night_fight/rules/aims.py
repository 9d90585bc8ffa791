"""21.0 What the Germans are after and how far they are, as victory counts it."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from grognard.engine import Aim
from grognard.games.night_fight.rules.data import EDGE_ROADS
from grognard.games.night_fight.rules.map_data import Land
from grognard.games.night_fight.rules.scenarios import Goal
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.victory import (
    Test,
    by_the_road,
    chance_of,
    leaders,
    quietest_road,
    scored_ground,
    units_that_count,
    watched_hexes,
)

MOST_UNITS = 13  # enough for any roll of two dice
RIVALS = "Have no fewer of them than any other player"


def aims(g: NightFight, side: str) -> tuple[Aim, ...]:
    """21.0 The scenario's goal, the bridges where they may fall, and the other players where there are any."""
    if g.scenario.by_road:
        test = by_the_road(g)
        return (_road(g, test), *_bridges(g), *_rivals(test.counted, side))
    count = units_that_count(g)
    return (_counted(g.land, g.aim, count.total), *_bridges(g), *_rivals(count.by_player, side))


@lru_cache(256)
def _counted(land: Land, aim: Goal, count: int) -> Aim:
    """21.1 to 21.3 The more units count (by the house rule, hexes), the likelier the dice will do."""
    chance = chance_of(count - aim.less)
    met = chance == 1 if chance in (0, 1) else None
    levels = (
        ("no chance", 0.0),
        *((words, float(_least(more, aim.less))) for words, more in (("a chance", 0), ("likely", Fraction(1, 2)))),
        ("certain", float(MOST_UNITS - 1 + aim.less)),
    )
    where = EDGE_ROADS if aim.kind == "edges" else tuple(sorted(scored_ground(land, aim)))
    return Aim(aim.goal, aim.cite, where, have=count, met=met, levels=levels)


def _least(more: Fraction | int, less: bool) -> int:
    """The fewest units with more than this chance."""
    return next(units for units in range(MOST_UNITS + 1) if chance_of(units - less) > more)


def _road(g: NightFight, test: Test) -> Aim:
    """21.4, R60 How much of the least watched road lies unseen; what is still seen of it is to be lit."""
    road, watched = quietest_road(g), watched_hexes(g)
    seen = tuple(h for h in road if h in watched)
    return Aim(g.aim.goal, test.cite, seen, have=len(road) - len(seen), need=len(road), met=test.won)


def _bridges(g: NightFight) -> list[Aim]:
    """21.1 The bridges over the large river that still stand."""
    words, standing = g.aim.bridges, tuple(h for h in g.land.river_bridges if h not in g.bridges_out)
    return [Aim(words, "NF-21.1.3", standing, have=len(standing))] if words else []


def _rivals(counted: dict[str, int], side: str) -> list[Aim]:
    """20.2, R62 Of those who share the Germans the one with most units wins."""
    if len(counted) == 1:
        return []
    best = max(n for other, n in counted.items() if other != side)
    return [Aim(RIVALS, "NF-20.2.5", have=counted[side], need=best, met=side in leaders(counted))]
