"""5.1, 5.2 How far a unit gets: what enemy zones mean to it, what its steps cost, everywhere it can go."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.map import Side
from grognard.board.hexes.zone_moves import (
    FREE,
    FRESH,
    GO,
    HALT,
    RIDE,
    SLIP,
    WALK,
    ZOC,
    Gaits,
    MoveRules,
    Rows,
    Start,
    ZoneReach,
    search,
)
from grognard.engine.core.fact import fact
from grognard.games.folio.rules.clauses import Clauses, Folio
from grognard.games.folio.rules.state import Unit
from grognard.games.folio.rules.terrain import Ground
from grognard.games.folio.rules.units import commando_gaits, free_gaits, leg_gaits, mobile_gaits


class Pace(NamedTuple):
    """How a unit goes: by which gaits, the first of them, its points in halves, and the steps barred from zone to zone.

    `on_foot`: may it slip from one enemy zone into the next for its whole allowance?
    """

    gaits: Gaits
    first: int
    allowance: int
    barred: frozenset[tuple[int, int]]
    spread: Callable[[tuple[Hex, ...], MoveRules, list[Start], int], ZoneReach]
    on_foot: bool


def pace_of(g: Folio, unit: Unit) -> Pace:
    """5.1.1, 5.1.2 What enemy zones mean to this unit, and how far it goes."""
    return _pace(g.rules, unit.id, unit.depleted)


@lru_cache(1 << 10)
def _pace(rules: Clauses[Any], unit: str, depleted: bool) -> Pace:
    what = rules.counters[unit]
    allowance = (what.back if depleted and what.back else what.front)[2]
    if "commando" in what.flags:
        gaits, first = (free_gaits(), 0) if what.mobile else (commando_gaits(), SLIP)
        return Pace(gaits, first, 2 * allowance, frozenset(), search, False)
    if what.mobile:
        return Pace(mobile_gaits(2 * (allowance // 2)), FRESH, 2 * allowance, rules.ground.barred, RIDE, False)
    return Pace(leg_gaits(), GO, 2 * allowance, rules.ground.barred, WALK, True)


def moves(g: Folio, unit: Unit, spent: int = 0, gait: int | None = None) -> ZoneReach:
    """5.1, 5.2 Everywhere a unit can get with the points it has left."""
    return _moves(g, unit, spent, gait, g.rules.bridged(g, unit))


@fact
def _moves(g: Folio, unit: Unit, spent: int, gait: int | None, bridged: tuple[Side, ...]) -> ZoneReach:
    """The same with these rivers bridged: other bridges, other moves."""
    return work_out(g, unit, g.rules.rows(unit, bridged), spent, gait)


def work_out(g: Folio, unit: Unit, rows: Rows, spent: int, gait: int | None) -> ZoneReach:
    """5.1, 5.2 The same by a table of steps."""
    ground, pace = g.rules.ground, pace_of(g, unit)
    going, allowance = MoveRules(rows, g.hazards(unit.side), pace.gaits, pace.barred), pace.allowance
    if unit.place not in ground.index:
        doors = [(ground.index[h], into, cost) for h, into, cost in entries(g, unit, pace)]
        return pace.spread(ground.names, going, doors, allowance)
    here = ground.index[unit.place]
    start = (here, pace.first if gait is None else gait, spent)
    found = pace.spread(ground.names, going, [start], allowance)
    found.straight(going, start)
    if pace.on_foot and not spent and going.hazards[here] == ZOC:
        found.slip([(i, HALT, allowance) for i in infiltrations(g, unit)])
    return found


def going_of(g: Folio, unit: Unit, rows: Rows) -> MoveRules:
    """5.1 What bears on a unit's moves by a table of steps."""
    pace = pace_of(g, unit)
    return MoveRules(rows, g.hazards(unit.side), pace.gaits, pace.barred)


def entries(g: Folio, unit: Unit, pace: Pace) -> list[tuple[Hex, int, int]]:
    """4.1, R81 Where a reinforcement may come on: the hex, its gait there and what it costs."""
    what, hazards, change = g.what(unit), g.hazards(unit.side), pace.gaits[pace.first][FREE]
    found = []
    for h, index, cost in _doors(g.rules.ground, what.area, "mobile" if what.mobile else "leg"):
        into = change[hazards[index]]
        if into is not None:
            found.append((h, into[1], cost))
    return found


@lru_cache(maxsize=256)
def _doors(ground: Ground, area: str, kind: str) -> tuple[tuple[Hex, int, int], ...]:
    """R81 The entry hexes of an area, their numbers and what each costs; nobody comes on in the sea."""
    firm = filter(ground.can_enter, ground.map.marks[area])
    return tuple((h, ground.index[h], ground.entry_cost(h, kind)) for h in firm)


def infiltrations(g: Folio, unit: Unit) -> list[int]:
    """5.1.2 Where a leg unit that starts in an EZOC may slip to for its whole allowance."""
    ground, hazards = g.rules.ground, g.hazards(unit.side)
    here = ground.index[unit.place]
    ahead = {n for _, hexes in ground.leg[here] for n in hexes}
    beside = [ground.index[h] for h in ground.neighbours[unit.place]]
    return [n for n in beside if n in ahead and hazards[n] == ZOC and (here, n) not in ground.barred]
