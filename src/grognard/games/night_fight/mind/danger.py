"""How likely something bad happens to a stack in a hex, by what may lie face down in view of it."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine.core.fact import fact
from grognard.games.night_fight.mind.weights import Weights, weights_of
from grognard.games.night_fight.rules.data import GRID
from grognard.games.night_fight.rules.map_data import Land
from grognard.games.night_fight.rules.state import NightFight, Unit

Guns = tuple[tuple[Hex, float], ...]  # how much fire each Soviet-held hex may bring to bear


class _Danger(dict[Hex, float]):
    """What the Soviets may do to a stack in each hex, as long as their pieces stay as they are."""

    def __init__(self, guns: Guns, base: int, land: Land, vegetation: str, far: int, weights: Weights) -> None:
        seen = land.seen[vegetation][far]
        self.guns, self.base = [(s, guns, seen[s]) for s, guns in guns], base
        self.lethal, self.afar = {1: weights.adjacent, 2: weights.close, 3: weights.near}, weights.afar

    def __missing__(self, h: Hex) -> float:
        total = 0.0
        for s, guns, seen in self.guns:
            if h in seen:
                distance = GRID.distance(s, h)
                total += max(0, min(6, self.base + (distance == 1))) / 6 * self.lethal.get(distance, self.afar) * guns
        self[h] = total
        return total


def danger_to(g: NightFight, units: tuple[Unit, ...]) -> _Danger:
    """16.1 The danger to a stack that a captured T-34 hides, or to any other."""
    return _danger(g, any(map(disguised, units)))


@fact
def _danger(g: NightFight, in_disguise: bool) -> _Danger:
    base = 3 + 2 * g.alerted + {"guards": 1, "recruits": -1}.get(g.quality, 0) - 2 * in_disguise
    return _Danger(guns(g), base, g.land, g.vegetation, g.visibility, weights_of(g))


def guns(g: NightFight) -> Guns:
    """How much fire each Soviet-held hex may bring to bear."""
    found: dict[Hex, float] = {}
    weights = weights_of(g)
    for unit in g.soviets():
        found[unit.place] = found.get(unit.place, 0.0) + _guns_of(unit, weights)
    return tuple(found.items())


def _guns_of(unit: Unit, weights: Weights) -> float:
    what = unit.what
    if what.kind == "marker":
        return weights.column
    if not unit.up:
        return weights.hidden
    return (what.strength or 3) / 3 if what.fires and not unit.pinned else 0.0


def disguised(unit: Unit) -> bool:
    """16.1 A captured T-34 hides its hex."""
    return "captured_t34" in unit.what.flags
