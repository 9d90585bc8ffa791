"""Who observes for the guns of a sensible player, where his shells and aircraft go."""

from __future__ import annotations

from grognard.board.hexes.grid import Hex
from grognard.engine import NEVER, Action, Press, To
from grognard.games.panzer_blitz.mind.evaluation import attacks, danger, expect, objectives, worth
from grognard.games.panzer_blitz.mind.move_doctrine import assault_pays, best_step
from grognard.games.panzer_blitz.mind.weights import BY_HAND
from grognard.games.panzer_blitz.rules.air_support import NOT_STRAIGHT_DOWN, AirTarget, PlaceAircraft, mode
from grognard.games.panzer_blitz.rules.anti_aircraft import AaFire, Flak
from grognard.games.panzer_blitz.rules.artillery_requests import (
    AddGun,
    AimAt,
    CallBattery,
    CallGun,
    FireShells,
    RequestFire,
    missions,
)
from grognard.games.panzer_blitz.rules.data import GRID, other
from grognard.games.panzer_blitz.rules.fire_table import Attack, Part
from grognard.games.panzer_blitz.rules.indirect_fire import Cancel, CancelRequests, aims, enemies_observed
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit, over
from grognard.games.panzer_blitz.rules.targets import THESE, choices


def observer_value(g: PanzerBlitz, unit: Unit) -> float:
    """Machine gunners and those who need not move make the best observers; who can assault should."""
    if not enemies_observed(g, unit) or not any(finds_enemies(g, mission) for mission in missions(g, unit)):
        return NEVER
    if unit.what.aircraft:
        return 5.0
    if unit.type in ("br_mg", "ge_mg") or not unit.what.infantry:
        return 4.0
    if assault_pays(g, unit):
        return NEVER
    if attacks(g, unit.side) and best_step(g, unit) > 0.8 and not danger(g, unit, unit.place):
        return NEVER
    return 3.0 - 0.1 * best_step(g, unit)


def finds_enemies(g: PanzerBlitz, mission: RequestFire) -> bool:
    """Can a mission be aimed at a hex with enemies?"""
    return bool(aims(g, g.pieces[mission.observer], mission.called(g)))


def request(g: PanzerBlitz, side: str, step: RequestFire, action: Action) -> float:
    """Guns before batteries, high explosive where it hurts most."""
    match action:
        case AimAt(hex):
            return aim_value(g, side, hex) if g.holder(hex) == other(side) else NEVER / 2
        case CallGun(piece):
            return 50.0 if step.battery and finds_enemies(g, RequestFire(step.observer, (piece,))) else NEVER
        case CallBattery():
            return NEVER if finds_enemies(g, step) else 10.0
        case AddGun(piece):
            return 0.5 if finds_enemies(g, RequestFire(step.observer, (*step.guns, piece))) else NEVER
    return 0.0 if isinstance(action, FireShells) else NEVER


def aim_value(g: PanzerBlitz, side: str, h: Hex) -> float:
    """Shells go where enemies are known or must be, not where friends are near."""
    value = 1.0
    for unit in g.of(other(side), h):
        if not unit.hidden:
            value += worth(unit) * (0.4 if unit.what.armored else 1.0) * (1.3 if unit.disrupted else 1.0)
    value += 1.0 if h in objectives(g) else 0.0
    if h in g.requests:
        value -= 1.0
    return value - g.effective_weights(BY_HAND).own_near * sum(bool(g.of(side, n)) for n in (h, *GRID.neighbours[h]))


def cancel(g: PanzerBlitz, side: str, step: CancelRequests, action: Action) -> float:
    """Fire that would fall on one's own units is called off."""
    if isinstance(action, Cancel):
        return 2.0 if g.holder(g.requests[action.request].hex) == side else 0.0
    return 1.0


def aircraft(g: PanzerBlitz, side: str, step: PlaceAircraft, action: Action) -> float:
    """Over or beside the best target; observers over the objectives."""
    unit = g.pieces[step.aircraft]
    if not isinstance(action, To):
        return 0.2
    named = {u.target for u in g.aircraft(side) if u.id != unit.id and u.target}
    if step.placed:
        return aim_value(g, side, action.hex) - (2.0 if action.hex in named else 0.0)
    below = () if mode(unit) in NOT_STRAIGHT_DOWN else (action.hex,)
    near = [h for h in (*below, *GRID.neighbours[action.hex]) if g.holder(h) == other(side) and h not in named]
    best = max((aim_value(g, side, h) for h in near), default=0.0)
    if mode(unit) == "observe":
        return 1.0 - 0.01 * GRID.distance(action.hex, objectives(g)[0])
    return best


def air_target(g: PanzerBlitz, side: str, step: AirTarget, action: Action) -> float:
    """The target that suffers most; one is enough."""
    if step.picked:
        return 1.0 if action == Press(THESE) else 0.0
    unit = g.pieces[step.aircraft]
    found = next((c for c in choices(g, side, unit.target) if c.action == action), None)
    if found is None or found.hidden or not found.targets or not over(unit):
        return 0.1
    return expect(g, Attack(mode(unit), unit.target, (Part(found.line, (unit.id,), found.targets, fort=found.fort),)))


def flak(g: PanzerBlitz, side: str, step: AaFire, action: Action) -> float:
    """Flak always fires."""
    return 1.0 if isinstance(action, Flak) else 0.0
