"""What a shot promises, in victory points: used by the doctrine alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from grognard.board.hexes.grid import Hex
from grognard.engine import net, totals
from grognard.engine.core.fact import fact
from grognard.games.tank_leader.mind.weights import BY_HAND
from grognard.games.tank_leader.rules.data import GRID, TYPES, other
from grognard.games.tank_leader.rules.fire import AI, AV, Shot, fire_bonus, fire_power, result_of, strength, targets
from grognard.games.tank_leader.rules.morale import loss_modifier, morale_value, separation
from grognard.games.tank_leader.rules.names import examinable
from grognard.games.tank_leader.rules.spotting import needed
from grognard.games.tank_leader.rules.stacking import top_vehicle
from grognard.games.tank_leader.rules.state import TankLeader, Unit
from grognard.games.tank_leader.rules.victory import scored_hexes, value

NERVE = 0.7  # how often infantry passes the check before an assault
SHAKE = 0.4  # what suppressing a unit is worth, as a share of killing it
UNKNOWN = 0.2  # a shot at a vehicle that lies under infantry and may not be examined (8.55)


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


def expected(
    g: TankLeader, firer: Unit, target: Unit, kind: str, *, moving: bool = False, assault: bool = False
) -> float:
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
    distance = GRID.distance(firer.hex, target.place)
    shot = Shot(kind, power, distance, moving, assault=assault, weak=not firer.up)
    return seen * _harm(g, (firer,), target, shot)


def together(g: TankLeader, firers: Sequence[Unit], target: Unit) -> float:
    """13.12 Expected points of the fire of several assaulters as one."""
    shot = Shot(AI, sum(fire_power(u, AI) for u in firers), 0, assault=target.vehicle)
    return _harm(g, firers, target, shot)


def _harm(g: TankLeader, firers: Sequence[Unit], target: Unit, shot: Shot) -> float:
    """What an attack that is made takes from a target, in points."""
    modifier = fire_bonus(g, firers, target, shot)
    margin = morale_value(target) - separation(target, "morale")
    margin -= net(loss_modifier(g, target.card)) if target.card else 0
    weights = g.effective_weights(BY_HAND)
    worth = max(weights.stake if not target.what.truck else 0.3, value(target))
    if target.place in scored_hexes(g.scenario_id) and g.control.get(target.place) != other(target.side):
        worth += weights.prize
    return worth * chances(target.vehicle, modifier, margin, target.suppressed)


@fact
def best_fire(g: TankLeader, unit: Unit) -> float:
    """The best shot a unit has as an operation."""
    aimed = targets(g, unit)
    if not aimed or (g.advanced and g.loaded(unit)):
        return 0.0
    return max([expected(g, unit, target, kind) for target, kind in aimed])


def overrun_hope(g: TankLeader, vehicle: Unit, h: Hex) -> float:
    """14.2 What driving over the infantry in a hex promises, less what its fire at close quarters would cost."""
    foes = [u for u in g.stack(h, other(vehicle.side)) if not u.vehicle]
    gain = sum(_close(vehicle, foe, AI) * value(foe) for foe in foes if examinable(g, foe, vehicle.side))
    steady = [foe for foe in foes if not foe.suppressed and foe.what.infantry]
    return gain - 0.6 * value(vehicle) * min(1.0, sum(_close(foe, vehicle, AV) for foe in steady))


def assault_hope(g: TankLeader, unit: Unit, h: Hex) -> float:
    """14.1 What a close assault promises: the vehicle on top, if the nerve holds."""
    vehicle = top_vehicle(g, h, other(unit.side))
    if vehicle is None:
        return 0.0
    nerve = sum(float(p) for face, p in totals(2).items() if face <= morale_value(unit))
    return nerve * chances(True, (unit.what.av or 0) + 9 - vehicle.what.defense, 8, vehicle.suppressed) * value(vehicle)


def _close(firer: Unit, target: Unit, kind: str) -> float:
    """The share of a target's worth that fire in the same hex takes."""
    power = strength(firer, kind)
    if power is None:
        return 0.0
    dug_in = 3 if target.trench == 2 else 0
    return chances(target.vehicle, power + 6 - target.what.defense - dug_in, 8, target.suppressed)


@cache
def storm(firer: str, target: str) -> float:
    """14.1 A quick guess, by type alone, at what a close assault would do to a vehicle."""
    return NERVE * chances(True, (TYPES[firer].av or 0) + 9 - TYPES[target].defense, 8, False)


@cache
def threats(firer: str, target: str, suppressed: bool, hard: bool, worth: int) -> tuple[float, ...]:
    """A quick guess, by type alone, at what a unit would do to another at each distance up to its range."""
    what, struck = TYPES[firer], TYPES[target]
    kind = AV if struck.vehicle else AI
    power = what.av if kind == AV else what.ai
    far = what.av_range or 0 if kind == AV and what.infantry else what.range
    if power is None:
        return ()
    modifier = power - struck.defense - (2 if hard else 0)
    near = (6, 2, 1, 1, *[0] * far)
    return tuple(worth * chances(struck.vehicle, modifier + near[n], 8, suppressed) for n in range(far + 1))
