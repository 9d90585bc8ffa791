"""Where a sensible player sets up his works and units, and where his reinforcements come in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf

from grognard.board.hexes.grid import Hex
from grognard.engine import NEVER, Action, To
from grognard.games.panzer_blitz.mind.evaluation import COVER, attacks, cover, distance_to, objectives, wanted, ways
from grognard.games.panzer_blitz.mind.move_doctrine import held
from grognard.games.panzer_blitz.mind.weights import BY_HAND
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.map_data import MapData
from grognard.games.panzer_blitz.rules.reinforcements import Aboard, EnterAt, EnterMap
from grognard.games.panzer_blitz.rules.setup import Into, PlaceMines, PlaceUnit, PlaceWork, Register
from grognard.games.panzer_blitz.rules.sight import sees
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit

AT_MOST_WATCHED = 2  # objectives


def set_up(g: PanzerBlitz, side: str, step: PlaceUnit, action: Action) -> float:
    """Where one unit sets up."""
    return all_set_up(g, side, step, (action,))[0]


def all_set_up(g: PanzerBlitz, side: str, step: PlaceUnit, actions: Sequence[Action]) -> list[float]:
    """Attackers near their objectives, infantry on what it defends, guns and tanks where they watch it."""
    unit, found = g.pieces[step.unit], _tastes(g, step, actions)
    if not watches(g, unit):
        return found
    return [value + watch(g, unit, action) for value, action in zip(found, actions, strict=True)]


def best_set_up(g: PanzerBlitz, step: PlaceUnit, actions: Sequence[Action]) -> list[Action]:
    """The best of them: what is in sight is looked at only where a hex may be as good as the best."""
    unit, found = g.pieces[step.unit], _tastes(g, step, actions)
    looks = watches(g, unit)
    most = max(0.0, AT_MOST_WATCHED * g.effective_weights(BY_HAND).watch) if looks else 0.0
    best, values = -inf, dict[int, float]()
    for i in sorted(range(len(found)), key=found.__getitem__, reverse=True):
        if found[i] + most < best:
            break
        values[i] = found[i] + watch(g, unit, actions[i]) if looks else found[i]
        best = max(best, values[i])
    return [action for i, action in enumerate(actions) if values.get(i) == best]


def _tastes(g: PanzerBlitz, step: PlaceUnit, actions: Sequence[Action]) -> list[float]:
    """What a unit makes of hexes, whatever can be seen from them."""
    unit = g.pieces[step.unit]
    share = wanted(g, unit)
    every, taste = ways(g.land, unit.what.mode, share), _taste(g, unit, share)
    bare = _bare(g.land, g.effective_weights(BY_HAND).cover)

    def value(action: Action) -> float:
        if not isinstance(action, To | Into):
            return NEVER
        h, inside = action.hex, 0.8 if isinstance(action, Into) else 0.0
        plain = h not in g.at and h not in g.ips and h not in g.wrecks
        return taste(h, (bare[h] if plain else sheltered(g, unit, h)) + inside, every[h])

    return [value(action) for action in actions]


@lru_cache(maxsize=32)
def _bare(land: MapData, weight: float) -> dict[Hex, float]:
    """What cover every hex gives as it is printed."""
    return {h: weight * COVER.get(kind, 0.0) for h, kind in land.terrain.items()}


def sheltered(g: PanzerBlitz, unit: Unit, h: Hex) -> float:
    """What cover a hex gives, less what it is crowded."""
    weights = g.effective_weights(BY_HAND)
    crowd = weights.crowd * len(g.of(unit.side, h)) if h in g.at else 0.0
    return weights.cover * cover(g, unit, h) - crowd


def _taste(g: PanzerBlitz, unit: Unit, share: tuple[Hex, ...]) -> Callable[[Hex, float, float], float]:
    """What a unit makes of a hex, its shelter, and how far it is from what it moves towards."""
    weights = g.effective_weights(BY_HAND)
    if attacks(g, unit.side):
        soft = 2.0 if unit.what.cls in ("truck", "wagon") else 0.0
        return lambda h, value, far: value - 0.5 * far - soft
    if unit.what.infantry:
        free = {h for h in share if not held(g, unit, h)}
        return lambda h, value, far: value - 1.0 * far + (weights.garrison if h in free else 0.0)
    return lambda h, value, far: value - 0.25 * abs(far - 2)


def watches(g: PanzerBlitz, unit: Unit) -> bool:
    """Does a unit look for a hex from which it sees objectives? Guns and tanks of the defender do."""
    return not attacks(g, unit.side) and not unit.what.infantry


def watch(g: PanzerBlitz, unit: Unit, action: Action) -> float:
    """What the objectives in sight of a hex, and within range, are worth."""
    if not isinstance(action, To | Into):
        return 0.0
    h, reach = action.hex, unit.face.range
    watched = sum(1 for x in objectives(g) if GRID.distance(h, x) <= reach and sees(g, h, x))
    return g.effective_weights(BY_HAND).watch * min(AT_MOST_WATCHED, watched)


def work(g: PanzerBlitz, side: str, step: PlaceWork | PlaceMines, action: Action) -> float:
    """Positions and fortifications on the objectives, mines and blocks two hexes before them."""
    if not isinstance(action, To):
        return 0.0
    near = nearest(g.scenario_id)[action.hex]
    if isinstance(step, PlaceWork) and step.what in ("ip", "fort"):
        return -float(near) + (0.5 if g.land.terrain[action.hex] in ("woods", "orchard", "town") else 0.0)
    return -abs(near - 2.0) - (3.0 if near == 0 else 0.0)


def register(g: PanzerBlitz, side: str, step: Register, action: Action) -> float:
    """Guns are registered on the objectives."""
    return -float(nearest(g.scenario_id)[action.hex]) if isinstance(action, To) else 0.0


@lru_cache(maxsize=256)
def nearest(situation: str) -> dict[Hex, int]:
    """How far every hex is from the nearest objective."""
    goals = objectives(PanzerBlitz(scenario_id=situation))
    return {h: min(GRID.distance(h, goal) for goal in goals) for h in GRID.hexes}


def enter(g: PanzerBlitz, side: str, step: EnterMap, action: Action) -> float:
    """Guns are loaded first; then the entry hex nearest to the objectives, by road."""
    unit = g.pieces[step.unit]
    if isinstance(action, Aboard):
        return 5.0 if g.pieces[action.piece].what.gun else 1.0
    if isinstance(action, EnterAt):
        return -distance_to(g, unit, action.hex, wanted(g, unit)) - (0.0 if action.road else 0.5)
    return 0.0
