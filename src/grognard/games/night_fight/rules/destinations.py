"""4.0, 7.0, 8.0 Where a German stack may be sent, and why not: on the map, and from off it."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine import Refusal
from grognard.engine.core.wording import with_count
from grognard.games.night_fight.rules.data import GRID
from grognard.games.night_fight.rules.scenarios import EDGE_HEXES
from grognard.games.night_fight.rules.stacking import (
    points_left,
    prices,
    somewhere,
    stack_class,
    ways_past,
    why_not_enter,
    why_not_stop,
)
from grognard.games.night_fight.rules.state import NightFight, Unit, on_map
from grognard.games.night_fight.rules.terrain import entry_cost, is_road, what_closes


def fits(g: NightFight, units: tuple[Unit, ...], h: Hex, left: int, tow: bool) -> bool:
    """4.0 May the stack stop here, or go on from here, with the points left, to a place where it may?"""
    return why_not_stop(g, units, h, tow) is None or (left > 0 and somewhere(g, units, h, left, tow))


def why_not_go(g: NightFight, units: tuple[Unit, ...], h: Hex, tow: bool) -> Refusal | None:
    """7.0, 8.0 Why a stack cannot be sent to a hex."""
    if h not in GRID:
        return Refusal("GR-5")
    if h in g.soviet_hexes:
        return Refusal("NF-8.0.6")
    if not on_map(units[0].place) and (refusal := why_not_enter(g, units)) is not None:
        return refusal
    if g.turn == 1 and not is_road(g, h):
        return Refusal("NF-7.0.6")
    if entry_cost(g, h, stack_class(units)) is None:
        return Refusal(what_closes(g, h, stack_class(units)))
    if h == units[0].place:
        return Refusal("NF-8.0.5", "It stands there.")
    left = points_left(g, units, tow)
    ways = prices(g, units, left)
    if h not in ways:
        return _why_out_of_reach(g, units, h, left, tow)
    return None if fits(g, units, h, left - ways[h], tow) else why_not_stop(g, units, h, tow)


def _why_out_of_reach(g: NightFight, units: tuple[Unit, ...], h: Hex, points: int, tow: bool) -> Refusal:
    """4.0, 7.0, 8.0 Why a hex that the stack could enter is not in its reach: it enters elsewhere, or it is too far."""
    if not on_map(units[0].place):
        if h in g.scenario.entry and not is_road(g, h):
            return Refusal("NF-7.0.6", "No road is there any more.")
        if any(h in ways for ways in ways_past(g, units)):
            return why_not_stop(g, units, h, tow) or Refusal("NF-4.0.4", "There is no room there, nor beyond.")
        if h in EDGE_HEXES:
            return Refusal("NF-7.0.1", f"Enter by {', '.join(g.scenario.entry)}.")
    return Refusal("NF-8.0.5", f"It is too far for {with_count(points, 'point')}.")
