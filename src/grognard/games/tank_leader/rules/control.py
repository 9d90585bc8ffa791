"""15.5.4 Who controls the hexes that are worth points."""

from __future__ import annotations

from functools import cache
from typing import Any

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import bits_of
from grognard.engine.core.wording import people
from grognard.games.tank_leader.rules.data import GRID
from grognard.games.tank_leader.rules.scenarios import SCENARIOS
from grognard.games.tank_leader.rules.state import TankLeader


def hexes_of(row: dict[str, Any]) -> tuple[Hex, ...]:
    """15.5 The hexes whose control a line of the scenario scores."""
    return tuple(row["hexes"])


@cache
def scored_hexes(scenario: str) -> tuple[Hex, ...]:
    """15.5 Every hex whose control is worth points in a scenario."""
    found: dict[Hex, None] = {}
    for row in SCENARIOS[scenario]["aim"]:
        if row["kind"] == "control":
            found |= dict.fromkeys(hexes_of(row))
    return tuple(found)


@cache
def scored_ground(scenario: str) -> int:
    """15.5 The same as a set."""
    return bits_of(GRID, scored_hexes(scenario))


def update_control(g: TankLeader) -> None:
    """15.5.4 Who controls each hex that is worth points."""
    at, pieces, control = g.at, g.pieces, g.control
    for h in scored_hexes(g.scenario_id):
        if h in at and pieces[at[h][0]].side != control.get(h):
            settle_control(g, h)


def settle_control(g: TankLeader, h: Hex) -> None:
    """15.5.4 A non-suppressed unit with no enemy in the hex takes control."""
    if h not in g.at or h not in scored_hexes(g.scenario_id):
        return
    here = g.here(h)
    side = here[0].side
    if g.control.get(h) == side:
        return
    if all(unit.side == side for unit in here) and not all(unit.suppressed for unit in here):
        g.control = {**g.control, h: side}
        g.tell("TL-15.5.4", "{side} controls {hex}", hexes=(h,), side=people(side), hex=h)
