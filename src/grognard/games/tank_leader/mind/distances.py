"""How far it is, by the way, as the crow flies, or from one's company: used by the doctrine alone."""

from __future__ import annotations

from functools import cache, lru_cache

from grognard.board.hexes.grid import Hex
from grognard.games.tank_leader.rules.data import GRID
from grognard.games.tank_leader.rules.terrain import Conditions, country_of

FAR = 1 << 20
HOPELESS = 40.0  # more moves than any scenario has turns
LOST = 4  # hexes apart from its company after which it is all the same


@cache
def way_costs(conditions: Conditions, mover: str, ma: int, goals: tuple[Hex, ...]) -> dict[Hex, int]:
    """Half points from everywhere to the nearest of some hexes (as if every step cost the same both ways)."""
    if len(goals) == 1:
        found = country_of(conditions).step_costs(mover, max(1, ma)).reach(goals[0], 400)
        return dict(found.items())
    merged: dict[Hex, int] = {}
    for goal in goals:
        for h, cost in way_costs(conditions, mover, ma, (goal,)).items():
            if cost < merged.get(h, FAR):
                merged[h] = cost
    return merged


@cache
def way_turns(conditions: Conditions, mover: str, ma: int, goals: tuple[Hex, ...], pace: int) -> dict[Hex, float]:
    """The same as moves at some pace."""
    return {h: min(cost / pace, HOPELESS) for h, cost in way_costs(conditions, mover, ma, goals).items()}


class Apart(dict[Hex, int]):
    """11 How many hexes too far from the nearest of some hexes a hex is, `LOST` at most; found when it is asked."""

    def __init__(self, mates: tuple[Hex, ...], reach: int) -> None:
        super().__init__()
        self.mates, self.reach = mates, reach

    def __missing__(self, h: Hex) -> int:
        nearest = min([GRID.distance(h, place) for place in self.mates])
        found = self[h] = min(LOST, max(0, nearest - self.reach))
        return found


apart_from = lru_cache(maxsize=500)(Apart)


class Nearest(dict[Hex, int]):
    """How far the nearest of some hexes is from a hex; found when it is asked."""

    def __init__(self, places: tuple[Hex, ...]) -> None:
        super().__init__()
        self.places = places

    def __missing__(self, h: Hex) -> int:
        found = self[h] = min([GRID.distance(h, place) for place in self.places], default=FAR)
        return found


nearest_to = lru_cache(maxsize=200)(Nearest)


@cache
def crow_flies(goals: tuple[Hex, ...]) -> dict[Hex, int]:
    """Hexes from everywhere to the nearest of some hexes."""
    return {h: min(GRID.distance(h, goal) for goal in goals) for h in GRID.hexes}
