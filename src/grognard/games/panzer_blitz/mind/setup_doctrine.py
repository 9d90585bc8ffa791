"""Where a sensible player sets up his works and units, and where his reinforcements come in."""

from __future__ import annotations

from functools import cache, lru_cache

from grognard.board.hexgrid import Hex
from grognard.engine import NEVER, Action, To
from grognard.games.panzer_blitz.mind.judgement import attacks, cover, distance_to, objectives, wanted
from grognard.games.panzer_blitz.mind.move_doctrine import held
from grognard.games.panzer_blitz.mind.weights import BY_HAND
from grognard.games.panzer_blitz.rules.data import GRID
from grognard.games.panzer_blitz.rules.reinforcements import Aboard, EnterAt, EnterMap
from grognard.games.panzer_blitz.rules.setup import Into, PlaceMines, PlaceUnit, PlaceWork, Register
from grognard.games.panzer_blitz.rules.sight import sees
from grognard.games.panzer_blitz.rules.state import PanzerBlitz


def set_up(g: PanzerBlitz, side: str, step: PlaceUnit, action: Action) -> float:
    """Attackers near their objectives, infantry on what it defends, guns and tanks where they watch it."""
    unit = g.pieces[step.unit]
    if not isinstance(action, To | Into):
        return NEVER
    h, weights = action.hex, g.weighed_by(BY_HAND)
    share: tuple[Hex, ...] = g.recall(("share", unit.id), lambda: wanted(g, unit))
    far = distance_to(g, unit, h, share)
    crowd = weights.crowd * len(g.of(side, h))
    value = weights.cover * cover(g, unit, h) - crowd + (0.8 if isinstance(action, Into) else 0.0)
    if attacks(g, side):
        return value - 0.5 * far - (2.0 if unit.what.cls in ("truck", "wagon") else 0.0)
    if unit.what.infantry:
        return value - 1.0 * far + (weights.garrison if h in share and not held(g, unit, h) else 0.0)
    watch = sum(1 for x in objectives_seen(g, h) if GRID.distance(h, x) <= unit.face.range)
    return value - 0.25 * abs(far - 2) + weights.watch * min(2, watch)


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


@cache
def nearest(situation: str) -> dict[Hex, int]:
    """How far every hex is from the nearest objective."""
    goals = objectives(PanzerBlitz(scenario_id=situation))
    return {h: min(GRID.distance(h, goal) for goal in goals) for h in GRID.hexes}


def objectives_seen(g: PanzerBlitz, h: Hex) -> tuple[Hex, ...]:
    """The objectives in sight of a hex: on the bare map that is worked out once."""
    if g.smoke or g.broken:
        return tuple(goal for goal in objectives(g) if sees(g, h, goal))
    return _seen(g.scenario_id, h)


@lru_cache(maxsize=1 << 13)
def _seen(situation: str, h: Hex) -> tuple[Hex, ...]:
    bare = PanzerBlitz(scenario_id=situation)
    return tuple(goal for goal in objectives(bare) if sees(bare, h, goal))


def enter(g: PanzerBlitz, side: str, step: EnterMap, action: Action) -> float:
    """Guns are loaded first; then the entry hex nearest to the objectives, by road."""
    unit = g.pieces[step.unit]
    if isinstance(action, Aboard):
        return 5.0 if g.pieces[action.piece].what.gun else 1.0
    if isinstance(action, EnterAt):
        return -distance_to(g, unit, action.hex, wanted(g, unit)) - (0.0 if action.road else 0.5)
    return 0.0
