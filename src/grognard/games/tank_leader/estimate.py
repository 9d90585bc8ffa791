"""What a shot promises, in victory points: used by the doctrine alone."""

from __future__ import annotations

from functools import cache

from grognard.engine import net, totals
from grognard.games.tank_leader.data import GRID
from grognard.games.tank_leader.fire import AI, AV, Shot, fire_modifiers, result_of, strength, targets
from grognard.games.tank_leader.morale import loss_modifier, morale_value, separation
from grognard.games.tank_leader.spotting import needed
from grognard.games.tank_leader.stacking import examinable
from grognard.games.tank_leader.state import TankLeader, Unit
from grognard.games.tank_leader.victory import value

SHAKE = 0.4  # what suppressing a unit is worth, as a share of killing it
UNKNOWN = 0.2  # a shot at a vehicle that lies under infantry and may not be examined (8.55)
STAKE = 1.5  # a unit is worth something even where the schedule gives little


@cache
def chances(vehicle: bool, modifier: int, margin: int, suppressed: bool) -> float:
    """The share of a unit's worth that an attack takes: `margin` is its morale less its own modifiers."""
    total = 0.0
    for roll, chance in totals(3).items():
        result, add = result_of(vehicle, roll + modifier)
        if result == "Kill":
            total += float(chance)
        elif result != "Miss":
            fails = sum(float(p) for face, p in totals(2).items() if face + add > margin)
            total += float(chance) * fails * (1.0 if suppressed else SHAKE)
    return total


def expected(g: TankLeader, firer: Unit, target: Unit, kind: str, *, moving: bool = False) -> float:
    """Expected points of one shot, spotting included."""
    power = strength(firer, kind)
    if power is None:
        return 0.0
    if not examinable(g, target, firer.side):
        return UNKNOWN
    need = needed(g, firer, target)
    seen = 1.0 if need <= 1 else max(0.0, (7 - need) / 6)
    if not seen:
        return 0.0
    shot = Shot(kind, power, GRID.distance(firer.hex, target.place), moving, weak=not firer.up)
    modifier = net(fire_modifiers(g, (firer,), target, shot))
    margin = morale_value(target) - separation(target, "morale")
    margin -= net(loss_modifier(g, target.card)) if target.card else 0
    worth = max(STAKE if not target.what.truck else 0.3, value(target))
    return seen * worth * chances(target.vehicle, modifier, margin, target.suppressed)


def best_fire(g: TankLeader, unit: Unit) -> float:
    """The best shot a unit has as an operation."""
    if unit.vehicle and g.passengers(unit.id):
        return 0.0
    return max((expected(g, unit, t, kind) for t, kind in targets(g, unit)), default=0.0)


def rough_threat(firer: Unit, distance: int, target: Unit, hard: bool) -> float:
    """A quick guess at what a unit would do to another at some distance, by strength and range alone."""
    what = firer.what
    kind = AV if target.vehicle else AI
    power = what.av if kind == AV else what.ai
    far = what.av_range or 0 if kind == AV and what.infantry else what.range
    if power is None or distance > far:
        return 0.0
    near = 6 if distance == 0 else 2 if distance == 1 else 1 if distance <= 3 else 0
    modifier = power - target.what.defense + near - (2 if hard else 0)
    return chances(target.vehicle, modifier, 8, target.suppressed)
