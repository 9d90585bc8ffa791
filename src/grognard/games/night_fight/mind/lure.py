"""8.3 Decoys at Kiev: columns make for the nearest German, so somebody is near to them and far from the road."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from grognard.board.hexgrid import Hex
from grognard.board.paths import points_to
from grognard.engine.fact import fact
from grognard.games.night_fight.mind.raid import Night, heads, night, raids, road, roaming, targets
from grognard.games.night_fight.mind.weights import weights_of
from grognard.games.night_fight.rules.data import GRID
from grognard.games.night_fight.rules.goals import anchor_of, road_distances
from grognard.games.night_fight.rules.state import NightFight, Unit

APART = 3  # hexes beyond visibility that are near enough to a column
CLEAR = 6  # and far enough from the road
IN_VIEW = 6.0  # what it costs to come where a column or one of its pieces sees it


def lure(g: NightFight, unit: Unit) -> Mapping[Hex, float] | None:
    """What each hex is worth to a unit that leads a column astray; None to whoever has something else to do.

    Whoever has nobody left to deal with becomes a decoy; the decoys share the columns out among them.
    """
    if not raids(g) or unit.id in targets(g) or not heads(g):
        return None
    head = heads(g)[decoys(g).index(unit.id) % len(heads(g))]
    return _astray(night(g), head, road(g), roaming(g), weights_of(g).aside)


@fact
def decoys(g: NightFight) -> list[str]:
    """The units that have nobody to deal with."""
    bound = targets(g)
    return [u.id for u in g.force() if u.id not in bound]


class _Astray(dict[Hex, float]):
    """Near to a column by road, unseen, and aside of the road that is cleared; kept for as long as these stay."""

    def __init__(self, night: Night, head: Hex, road: frozenset[Hex], roaming: tuple[Hex, ...], aside: float) -> None:
        self.night, self.roaming, self.aside, self.seen = night, roaming, aside, night.seen
        self.column, self.from_road = road_distances(night.land, head, night.out), _hexes_from(road)

    def __missing__(self, h: Hex) -> float:
        near = max(self.night.visibility + APART, anchor_of(self.night.land, h, self.column)[0])
        too_close = max(0, self.night.visibility + CLEAR - self.from_road.get(h, 0))
        self[h] = -near - self.aside * too_close - IN_VIEW * (not self.seen[h].isdisjoint(self.roaming))
        return self[h]


_astray = lru_cache(maxsize=64)(_Astray)


@lru_cache(maxsize=64)
def _hexes_from(road: frozenset[Hex]) -> dict[Hex, int]:
    """How far every hex is from a road."""
    return points_to(GRID, sorted(road), dict.fromkeys(GRID.hexes, 1))
