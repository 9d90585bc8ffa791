"""21.0 What the Germans are after and how far they are, as victory counts it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from grognard.board.hexgrid import Hex
from grognard.engine import Aim
from grognard.games.night_fight.rules.data import EDGE_ROADS
from grognard.games.night_fight.rules.state import NightFight
from grognard.games.night_fight.rules.victory import (
    by_the_road,
    chance_of,
    ground_of,
    leaders,
    quietest_road,
    units_that_count,
    watched_hexes,
)

MOST_UNITS = 13  # enough for any roll of two dice
RIVALS = "Have no fewer of them than any other player"


def aims(g: NightFight, side: str) -> tuple[Aim, ...]:
    """21.0 The scenario's goal, the bridges where they may fall, and the other players where there are any."""
    goal = _road(g) if g.scenario.by_road else _units(g)
    return (goal, *_bridges(g), *_rivals(g, side))


def _units(g: NightFight) -> Aim:
    """21.1 to 21.3 The more units count, the likelier the dice will do."""
    count = units_that_count(g)
    chance = chance_of(count.most)
    met = chance == 1 if chance in (0, 1) else None
    levels = (
        ("no chance", 0.0),
        *((words, float(_least(more, count.less))) for words, more in (("a chance", 0), ("likely", Fraction(1, 2)))),
        ("certain", float(MOST_UNITS - 1 + count.less)),
    )
    return Aim(g.scenario.aim.goal, count.cite, _ground(g), have=count.total, met=met, levels=levels)


@cache
def _least(more: Fraction | int, less: bool) -> int:
    """The fewest units with more than this chance."""
    return next(units for units in range(MOST_UNITS + 1) if chance_of(units - less) > more)


def _ground(g: NightFight) -> tuple[Hex, ...]:
    """Where units count."""
    return EDGE_ROADS if g.scenario.aim.kind == "edges" else _in_order(ground_of(g))


@cache
def _in_order(ground: frozenset[Hex]) -> tuple[Hex, ...]:
    return tuple(sorted(ground))


def _road(g: NightFight) -> Aim:
    """21.4, R60 How much of the least watched road lies unseen; what is still seen of it is to be lit."""
    test, road, watched = by_the_road(g), quietest_road(g), watched_hexes(g)
    seen = tuple(h for h in road if h in watched)
    return Aim(g.scenario.aim.goal, test.cite, seen, have=len(road) - len(seen), need=len(road), met=test.won)


def _bridges(g: NightFight) -> list[Aim]:
    """21.1 The bridges over the large river that still stand."""
    words, standing = g.scenario.aim.bridges, tuple(h for h in g.land.river_bridges if h not in g.bridges_out)
    return [Aim(words, "NF-21.1.3", standing, have=len(standing))] if words else []


def _rivals(g: NightFight, side: str) -> list[Aim]:
    """20.2, R62 Of those who share the Germans the one with most units wins."""
    counted = by_the_road(g).counted if g.scenario.by_road else units_that_count(g).by_player
    if len(counted) == 1:
        return []
    best = max(n for other, n in counted.items() if other != side)
    return [Aim(RIVALS, "NF-20.2.5", have=counted[side], need=best, met=side in leaders(counted))]
