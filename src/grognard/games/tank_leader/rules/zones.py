"""13.27 Fire zones."""

from __future__ import annotations

from grognard.engine.core.state import without
from grognard.games.tank_leader.rules.fire import AI, AV, Shot, attack, fire_modifiers
from grognard.games.tank_leader.rules.progress import halt
from grognard.games.tank_leader.rules.state import TankLeader, Unit, Zone

NOBODY = "nobody"  # a fire zone attacks by itself: no odds are of its roll


def zone_strength(g: TankLeader, zone: Zone) -> tuple[int, int]:
    """13.27 AV and AI: halved once when a gun is suppressed or gone, nothing when all are."""
    fallen = [i for i in zone.guns if i not in g.pieces or g.pieces[i].suppressed]
    if len(fallen) == len(zone.guns):
        return 0, 0
    return (zone.av // 2, zone.ai // 2) if fallen else (zone.av, zone.ai)


def silent(g: TankLeader, zone: Zone) -> bool:
    """13.27 Are all the guns suppressed or eliminated?"""
    return all(i not in g.pieces or g.pieces[i].suppressed for i in zone.guns)


def clear_silent_zones(g: TankLeader) -> None:
    """13.27 A zone whose guns are all out of action is removed."""
    for h, zones in list(g.zones.items()):
        left = tuple(z for z in zones if not silent(g, z))
        if left != zones:
            g.zones = {**g.zones, h: left} if left else without(g.zones, h)


def best_shot(g: TankLeader, firers: list[Unit], target: Unit, av: int, ai: int, *, below: bool) -> Shot:
    """13.28 AI for non-vehicles, AV for vehicles; for a soft target whichever is better for the firer."""
    if not target.vehicle:
        return Shot(AI, ai, below=below)
    shots = [Shot(AV, av, below=below)]
    if target.what.soft:
        shots.append(Shot(AI, ai, below=below))
    return max(shots, key=lambda s: sum(m.value for m in fire_modifiers(g, firers, target, s)))


def zone_fire(g: TankLeader, unit_id: str) -> None:
    """13.27, R-66, R-67 Every zone in the hex attacks the unit that enters, of either side, without spotting."""
    if not g.zones:
        return
    clear_silent_zones(g)
    place = g.pieces[unit_id].place
    for zone in g.zones.get(place, ()):
        unit = g.pieces.get(unit_id)
        if unit is None or unit.carrier:
            return
        halt(g, unit_id)
        av, ai = zone_strength(g, zone)
        guns = [g.pieces[i] for i in zone.guns if i in g.pieces]
        g.tell("TL-13.27.2", "{unit} enters the fire zone in {hex}", unit=unit.name, hex=place)
        attack(g, guns, unit, best_shot(g, guns, unit, av, ai, below=True), "The fire zone", of=NOBODY)
