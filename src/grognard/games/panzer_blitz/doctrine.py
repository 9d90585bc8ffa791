"""How a sensible player of either side judges an action; only what that side may know counts.

Fire before assault, assault before nothing: requests first, then good shots, then movement from cover to cover
toward the objectives, close assaults where they pay, and recovery last.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.board.hexgrid import Hex
from grognard.engine import Action, Pick, Press, To
from grognard.games.panzer_blitz.air import AaFire, AirTarget, Flak, PlaceAircraft, mode
from grognard.games.panzer_blitz.artillery import HE, SMOKE, Call, Cancel, CancelRequests, Observe, RequestFire
from grognard.games.panzer_blitz.assault import Advance, CatTargets
from grognard.games.panzer_blitz.attack import Attack, Part
from grognard.games.panzer_blitz.combat import Losses, Overstack
from grognard.games.panzer_blitz.data import GRID, other
from grognard.games.panzer_blitz.efficiency import Recover
from grognard.games.panzer_blitz.engineers import BACK, Labor
from grognard.games.panzer_blitz.entry import EnterMap
from grognard.games.panzer_blitz.fire import ChooseTarget, Fire, Muster, able, choices, open_choices, shooters
from grognard.games.panzer_blitz.judgement import (
    cover,
    danger,
    distance_to,
    expect,
    expect_choice,
    memo,
    objectives,
    wanted,
    worth,
)
from grognard.games.panzer_blitz.movement import why_not_in
from grognard.games.panzer_blitz.moves import (
    ASSAULT_FIRE,
    ENTER_WORK,
    HULL_DOWN,
    STOP,
    Assault,
    Move,
    MoveUnit,
    overland,
    why_not_cat,
    why_not_move,
)
from grognard.games.panzer_blitz.operation import END, FIRE, PASS, Operation, PlaceChit, firing_units
from grognard.games.panzer_blitz.opportunity import Opportunity, OpportunityTarget
from grognard.games.panzer_blitz.overrun import CHARGE, Blitz, Overrun, OverrunMuster, OverrunTargets
from grognard.games.panzer_blitz.positions import Dig
from grognard.games.panzer_blitz.reaction import NO_REACTION, Reaction
from grognard.games.panzer_blitz.setup import Into, PlaceMines, PlaceUnit, PlaceWork, Register
from grognard.games.panzer_blitz.sight import sees
from grognard.games.panzer_blitz.state import PanzerBlitz, Unit, over
from grognard.games.panzer_blitz.terrain import TERRAIN
from grognard.games.panzer_blitz.transport import Load

WORTH_A_SHOT = 0.45  # expected harm below which a unit saves its fire
WORTH_A_WINDOW = 0.35
WORTH_A_MOVE = 0.5
SHORT_MOVE = 3  # hexes
WORTH_AN_ASSAULT = 0.8  # what a close assault or overrun must gain beyond the reaction fire it draws


def judge(g: PanzerBlitz, side: str, action: Action) -> float:
    """How good an action offered now is."""
    step = g.steps[-1]
    found = _JUDGES.get(type(step))
    return found(g, side, step, action) if found else 0.0


def attacks(g: PanzerBlitz, side: str) -> bool:
    """Is this the side that has to take ground?"""
    return side == g.situation.attacker


def hurry(g: PanzerBlitz) -> float:
    """0 at the start of a situation, 1 on its last turn."""
    return g.turn / max(1, g.situation.turns)


# ------------------------------------------------------------------ where a unit wants to be


def place_value(g: PanzerBlitz, unit: Unit, h: Hex) -> float:
    """How much a unit likes a hex: near the objectives, in cover, out of fire, in sight of something to shoot at."""
    goals: tuple[Hex, ...] = memo(g, ("wanted", unit.id), lambda: wanted(g, unit))
    far = distance_to(g, unit, h, goals)
    eager = 1.0 if attacks(g, unit.side) or any(g.control.get(x) != unit.side for x in goals) else 0.45
    value = -eager * far + cover(g, unit, h) - 0.5 * (1.2 - hurry(g)) * danger(g, unit, h)
    if h in objectives(g):
        value += 2.5 if g.control.get(h) != unit.side or not _held(g, unit, h) else 1.0
    if h in g.mines and h != unit.place:
        value -= 1.5 if h in goals else 6.0
    if unit.what.cls in ("truck", "wagon", "british_carrier", "jeep"):
        value -= 2.0 * danger(g, unit, h)
    return value


def _held(g: PanzerBlitz, unit: Unit, h: Hex) -> bool:
    """Does another undisrupted unit of the side stand there?"""
    return any(u.id != unit.id and u.side == unit.side and not u.disrupted for u in g.here(h))


def best_step(g: PanzerBlitz, unit: Unit) -> float:
    """What a unit could gain by going to the best hex within a short move."""
    return float(memo(g, ("gain", unit.id), lambda: _gain(g, unit)))


def _gain(g: PanzerBlitz, unit: Unit) -> float:
    if unit.what.gun or why_not_move(g, unit) is not None:
        return -9.0
    here = place_value(g, unit, unit.place)
    near = [h for h in GRID.within(unit.place, min(SHORT_MOVE, unit.face.ma)) if why_not_in(g, unit, h) is None]
    return max((place_value(g, unit, h) - here for h in near if h != unit.place), default=-9.0)


def next_hex(g: PanzerBlitz, unit: Unit, start: Hex) -> Hex:
    """The next step toward the hex a unit likes best of all it can reach; its own hex if it is there."""
    reach = overland(g, unit, start)
    best = max(reach, key=lambda h: (place_value(g, unit, h), -reach[h], h))
    return unit.place if best == unit.place else reach.path_to(best)[1]


def cat_value(g: PanzerBlitz, unit: Unit, h: Hex) -> float:
    """The expected harm of a close assault by a unit and those already marked for it, less what comes back."""
    friends = tuple(i for i, t in g.cat.items() if t == h)
    targets = [u for u in g.of(other(unit.side), h) if not u.unspotted and not u.carrier and u.inside != "fort"]
    if not targets:
        return 0.2 if any(u.unspotted for u in g.here(h)) else 0.0
    best = 0.0
    for line in ("AP", "AT"):
        group = tuple(u.id for u in targets if u.what.armored == (line == "AT"))
        value = unit.face.at if line == "AT" else unit.face.ap
        if group and value is not None:
            best = max(best, expect(g, Attack("cat", h, (Part(line, (*friends, unit.id), group),))))
    prize = (1.0 + hurry(g)) if h in objectives(g) else 0.0
    return best + prize - 1.2 * reaction_value(g, h, unit, targets)


def reaction_value(g: PanzerBlitz, h: Hex, unit: Unit, targets: list[Unit]) -> float:
    """The harm that defenders can be expected to do to an attacker before it strikes."""
    line = "AT" if unit.what.armored else "AP"
    firers = tuple(u.id for u in targets if (u.face.at if line == "AT" else u.face.ap) is not None)
    return expect(g, Attack("reaction", unit.place, (Part(line, firers, (unit.id,)),))) if firers else 0.0


# ------------------------------------------------------------------ the Operation


def _chit(g: PanzerBlitz, side: str, step: PlaceChit, action: Action) -> float:
    if action == Press(PASS) or not isinstance(action, To):
        return 0.0
    weights: dict[Hex, float] = memo(g, "weights", lambda: _unit_weights(g, side))
    near = (h for h in weights if GRID.distance(action.hex, h) <= step.radius)
    return sum(weights[h] for h in near) + 0.001


def _unit_weights(g: PanzerBlitz, side: str) -> dict[Hex, float]:
    """What could be done with the units of each hex if they were activated."""
    found: dict[Hex, float] = {}
    enemies = g.hexes_of(other(side))
    for unit in g.units(side):
        if unit.carrier:
            continue
        value = 0.0
        if unit.disrupted:
            value = 0.7 if not unit.spent else 0.35
        elif not unit.spent:
            value = 0.1 + max(0.0, min(1.0, best_step(g, unit))) * (1.0 if attacks(g, side) else 0.6)
            if any(GRID.distance(unit.place, h) <= unit.face.range and sees(g, unit.place, h) for h in enemies):
                value += 0.8
        found[unit.place] = found.get(unit.place, 0.0) + value
    return found


def _operation(g: PanzerBlitz, side: str, step: Operation, action: Action) -> float:
    match action:
        case Press(button):
            return 10.0 if button == END else 30.0
        case Observe(piece):
            return 100.0 + _observer(g, g.pieces[piece])
        case Fire(hex):
            kind, ids = firing_units(g, FIRE) if step.stage <= FIRE else ("assault", tuple(g.ready))
            value = shot_value(g, kind, side, hex, ids)
            return 80.0 + value if value > WORTH_A_SHOT else 0.0
        case Overrun(hex) | Blitz(hex):
            return 60.0 if _overrun_pays(g, side, hex) else 0.0
        case Move(piece):
            return _move_value(g, g.pieces[piece])
        case Recover():
            return 20.0
        case Dig(piece, job):
            return _dig_value(g, side, g.pieces[piece], job)
        case Labor():
            return 0.0
    return 0.0


def shot_value(g: PanzerBlitz, kind: str, side: str, h: Hex, ids: tuple[str, ...]) -> float:
    """The best expected harm of fire declared at a hex."""
    pool = shooters(g, ids)
    return max((expect_choice(g, kind, h, c, pool) for c in open_choices(g, side, h, pool)), default=0.0)


def _observer(g: PanzerBlitz, unit: Unit) -> float:
    """Machine gunners and those who need not move make the best observers; who can assault should."""
    if unit.what.aircraft:
        return 5.0
    if unit.type in ("br_mg", "ge_mg") or not unit.what.infantry:
        return 4.0
    assaults = [cat_value(g, unit, h) for h in GRID.neighbours[unit.place] if why_not_cat(g, unit, h) is None]
    if max(assaults, default=0.0) > WORTH_AN_ASSAULT:
        return -99.0
    if attacks(g, unit.side) and best_step(g, unit) > 0.8 and not danger(g, unit, unit.place):
        return -99.0
    return 3.0 - 0.1 * best_step(g, unit)


def _overrun_pays(g: PanzerBlitz, side: str, h: Hex) -> bool:
    assert g.op is not None
    targets = [u for u in g.of(other(side), h) if not u.unspotted and u.inside != "fort" and not u.carrier]
    tanks = [u for i in g.op.active if (u := g.pieces.get(i)) and "OVR" in u.what.codes and u.fresh and not u.carrier]
    near = [u for u in tanks if GRID.distance(u.place, h) <= 3 and u.face.defense >= 3]
    if not near or not targets:
        return False
    soft = tuple(u.id for u in targets if not u.what.armored)
    armor = tuple(u.id for u in targets if u.what.armored)
    part = Part("AP", tuple(u.id for u in near), soft) if soft else Part("AT", tuple(u.id for u in near), armor[:1])
    gain = expect(g, Attack("overrun", h, (part,))) + (1.0 if h in objectives(g) else 0.0)
    return gain - 1.2 * reaction_value(g, h, near[0], targets) > WORTH_AN_ASSAULT


def _move_value(g: PanzerBlitz, unit: Unit) -> float:
    if not unit.place:
        return 45.0 + worth(unit)
    if unit.what.infantry:
        assaults = [cat_value(g, unit, h) for h in GRID.neighbours[unit.place] if why_not_cat(g, unit, h) is None]
        if max(assaults, default=0.0) > WORTH_AN_ASSAULT:
            return 50.0
    if unit.place in objectives(g) and not _held(g, unit, unit.place) and _contested(g, unit):
        return 0.0
    gain = best_step(g, unit)
    return 40.0 + min(5.0, gain) if gain > WORTH_A_MOVE else 0.0


def _contested(g: PanzerBlitz, unit: Unit) -> bool:
    """A lone holder of an objective stays on it."""
    return g.control.get(unit.place) == unit.side


def _dig_value(g: PanzerBlitz, side: str, unit: Unit, job: str) -> float:
    if job != "build" or attacks(g, side) or unit.inside:
        return 0.0
    return 90.0 if distance_to(g, unit, unit.place, objectives(g)) <= 1 and danger(g, unit, unit.place) == 0 else 0.0


def _moving(g: PanzerBlitz, side: str, step: MoveUnit, action: Action) -> float:
    unit = g.pieces[step.unit]
    here = place_value(g, unit, unit.place)
    match action:
        case To(hex):
            goal = memo(g, ("next", unit.id), lambda: next_hex(g, unit, step.start))
            return 5.0 if hex == goal else place_value(g, unit, hex) - here - 5.0
        case Press(button):
            extra = {STOP: 0.2, ASSAULT_FIRE: 0.35, ENTER_WORK: 1.0, HULL_DOWN: -1.5}
            if button == ASSAULT_FIRE and not _something_to_shoot(g, unit):
                return -1.0
            return extra.get(button, -1.0)
        case Assault(hex):
            return 9.0 if cat_value(g, unit, hex) > WORTH_AN_ASSAULT else -3.0
    return -2.0


def _something_to_shoot(g: PanzerBlitz, unit: Unit) -> bool:
    return any(
        shot_value(g, "assault", unit.side, h, (unit.id,)) > WORTH_A_SHOT
        for h in g.hexes_of(other(unit.side))
        if GRID.distance(unit.place, h) <= unit.face.range
    )


# ------------------------------------------------------------------ fire


def _target(g: PanzerBlitz, side: str, step: ChooseTarget, action: Action) -> float:
    if isinstance(action, Press) and step.picked:
        return 1.0
    pool = shooters(g, step.pool)
    found = next((c for c in choices(g, side, step.hex) if c.action == action), None)
    if found is None or step.picked:
        return 0.0
    return expect_choice(g, step.kind, step.hex, found, pool)


def _muster(g: PanzerBlitz, side: str, step: Muster, action: Action) -> float:
    """Everybody fires, unless there is nothing to gain from so many."""
    return 1.0 if isinstance(action, Press) else 0.0


def _window(g: PanzerBlitz, side: str, step: Opportunity, action: Action) -> float:
    mover = g.pieces[step.mover]
    if isinstance(action, Pick):
        return 0.6
    if action != Press("fire"):
        return 0.4 if action == Press("hold fire") else 0.1
    if mover.unspotted:
        return 0.2
    line = "AT" if mover.what.armored else "AP"
    firers = able(g, shooters(g, [u.id for u in g.units(side)]), mover.place, line)
    if not firers:
        return 0.0
    value = expect(g, Attack("opportunity", mover.place, (Part(line, firers, (mover.id,)),), road=step.road))
    return 1.0 if value > WORTH_A_WINDOW else 0.0


def _first_worth(g: PanzerBlitz, side: str, step: Any, action: Action) -> float:
    """Prefer the most valuable unit."""
    return worth(g.pieces[action.piece]) if isinstance(action, Pick) else 0.0


def _reaction(g: PanzerBlitz, side: str, step: Reaction, action: Action) -> float:
    if action == Press(NO_REACTION):
        return 0.1
    if isinstance(action, Pick):
        return 0.5 + worth(g.pieces[action.piece]) / (1 + g.pieces[action.piece].face.defense)
    return 0.4


def _losses(g: PanzerBlitz, side: str, step: Losses, action: Action) -> float:
    return -worth(g.pieces[action.piece]) - g.pieces[action.piece].steps if isinstance(action, Pick) else 0.0


def _overstack(g: PanzerBlitz, side: str, step: Overstack, action: Action) -> float:
    if isinstance(action, Pick):
        unit = g.pieces[action.piece]
        return worth(unit) if unit.side != side else -worth(unit)
    return float(GRID.distance(action.hex, objectives(g)[0])) if isinstance(action, To) else 0.0


def _cat_targets(g: PanzerBlitz, side: str, step: CatTargets, action: Action) -> float:
    return {"unarmored": 1.0, "armor": 0.8, "fortification": 0.5}.get(getattr(action, "button", ""), 0.2)


def _advance(g: PanzerBlitz, side: str, step: Advance, action: Action) -> float:
    if not isinstance(action, Pick):
        return 0.5
    unit = g.pieces[action.piece]
    if step.hex in objectives(g):
        return 1.0 + (0.5 if unit.what.infantry else 0.0)
    return 0.5 + place_value(g, unit, step.hex) - place_value(g, unit, unit.place)


def _overrunners(g: PanzerBlitz, side: str, step: OverrunMuster, action: Action) -> float:
    match action:
        case Pick(piece):
            return 0.5 + worth(g.pieces[piece])
        case To(hex):
            unit = g.pieces[step.picked]
            return (1.0 if hex == unit.place else 0.0) - danger(g, unit, hex)
    return 0.8 if action == Press(CHARGE) else 0.0


def _overrun_targets(g: PanzerBlitz, side: str, step: OverrunTargets, action: Action) -> float:
    return 1.0 if isinstance(action, Press) else 0.5


# ------------------------------------------------------------------ artillery and aircraft


def _request(g: PanzerBlitz, side: str, step: RequestFire, action: Action) -> float:
    match action:
        case Call():
            return 2.0
        case Pick():
            return 2.5 if not step.guns else 0.5
        case To(hex):
            return aim_value(g, side, hex)
        case Press(button):
            return {HE: 1.0, SMOKE: 0.0}.get(button, 0.0)
    return 0.0


def aim_value(g: PanzerBlitz, side: str, h: Hex) -> float:
    """Shells go where enemies are known or must be, not where friends are near."""
    value = 1.0
    for unit in g.of(other(side), h):
        if not unit.unspotted:
            value += worth(unit) * (0.4 if unit.what.armored else 1.0) * (1.3 if unit.disrupted else 1.0)
    value += 1.0 if h in objectives(g) else 0.0
    if h in g.requests:
        value -= 1.0
    return value - 0.7 * sum(bool(g.of(side, n)) for n in (h, *GRID.neighbours[h]))


def _cancel(g: PanzerBlitz, side: str, step: CancelRequests, action: Action) -> float:
    if isinstance(action, Cancel):
        return 2.0 if g.holder(g.requests[action.request].hex) == side else 0.0
    return 1.0


def _aircraft(g: PanzerBlitz, side: str, step: PlaceAircraft, action: Action) -> float:
    unit = g.pieces[step.aircraft]
    if not isinstance(action, To):
        return 0.2
    if step.placed:
        return aim_value(g, side, action.hex)
    near = [h for h in (action.hex, *GRID.neighbours[action.hex]) if g.holder(h) == other(side)]
    best = max((aim_value(g, side, h) for h in near), default=0.0)
    if mode(unit) == "observe":
        return 1.0 - 0.01 * GRID.distance(action.hex, objectives(g)[0])
    return best - (1.0 if mode(unit) == "bomb" and g.holder(action.hex) == other(side) else 0.0)


def _air_target(g: PanzerBlitz, side: str, step: AirTarget, action: Action) -> float:
    unit = g.pieces[step.aircraft]
    found = next((c for c in choices(g, side, unit.target) if c.action == action), None)
    if found is None or found.hidden or not found.targets or not over(unit):
        return 0.1
    return expect(g, Attack(mode(unit), unit.target, (Part(found.line, (unit.id,), found.targets, fort=found.fort),)))


def _flak(g: PanzerBlitz, side: str, step: AaFire, action: Action) -> float:
    return 1.0 if isinstance(action, Flak) else 0.0


# ------------------------------------------------------------------ set-up and entry


def _set_up(g: PanzerBlitz, side: str, step: PlaceUnit, action: Action) -> float:
    unit = g.pieces[step.unit]
    if not isinstance(action, To | Into):
        return -99.0
    h = action.hex
    goals = objectives(g)
    share = wanted(g, unit)
    far = distance_to(g, unit, h, share)
    crowd = 0.4 * len(g.of(side, h))
    value = cover(g, unit, h) - crowd + (0.8 if isinstance(action, Into) else 0.0)
    if attacks(g, side):
        return value - 0.5 * far - (2.0 if unit.what.cls in ("truck", "wagon") else 0.0)
    watch = sum(1 for x in goals if GRID.distance(h, x) <= unit.face.range and sees(g, h, x))
    if unit.what.infantry:
        return value - 1.0 * far + (3.0 if h in share and not _held(g, unit, h) else 0.0)
    return value - 0.25 * abs(far - 2) + 0.6 * min(2, watch)


def _work(g: PanzerBlitz, side: str, step: PlaceWork | PlaceMines, action: Action) -> float:
    if not isinstance(action, To):
        return 0.0
    goals = objectives(g)
    near = min(GRID.distance(action.hex, x) for x in goals)
    if isinstance(step, PlaceWork) and step.what in ("ip", "fort"):
        return -float(near) + (0.5 if TERRAIN[action.hex] in ("woods", "orchard", "town") else 0.0)
    return -abs(near - 2.0) - (3.0 if near == 0 else 0.0)


def _register(g: PanzerBlitz, side: str, step: Register, action: Action) -> float:
    return -float(min(GRID.distance(action.hex, x) for x in objectives(g))) if isinstance(action, To) else 0.0


def _enter(g: PanzerBlitz, side: str, step: EnterMap, action: Action) -> float:
    unit = g.pieces[step.unit]
    if isinstance(action, Load):
        return 5.0 if g.pieces[action.piece].what.gun else 1.0
    return -distance_to(g, unit, action.hex, wanted(g, unit)) if isinstance(action, To) else 0.0


def _trade(g: PanzerBlitz, side: str, step: Any, action: Action) -> float:
    return 1.0 if action in (Press("keep the mines"), Press(BACK)) else 0.0


_JUDGES: dict[type, Callable[[PanzerBlitz, str, Any, Action], float]] = {
    PlaceChit: _chit,
    Operation: _operation,
    MoveUnit: _moving,
    ChooseTarget: _target,
    Muster: _muster,
    Opportunity: _window,
    OpportunityTarget: _first_worth,
    Reaction: _reaction,
    Losses: _losses,
    Overstack: _overstack,
    CatTargets: _cat_targets,
    Advance: _advance,
    OverrunMuster: _overrunners,
    OverrunTargets: _overrun_targets,
    RequestFire: _request,
    CancelRequests: _cancel,
    PlaceAircraft: _aircraft,
    AirTarget: _air_target,
    AaFire: _flak,
    PlaceUnit: _set_up,
    PlaceWork: _work,
    PlaceMines: _work,
    Register: _register,
    EnterMap: _enter,
}


# ------------------------------------------------------------------ advice

_ADVICE: dict[type[Action], str] = {
    Observe: "Artillery asked for early falls before the turn is over.",
    Fire: "Fire before you move: a disrupted enemy neither shoots nor holds ground.",
    Move: "It gets closer to the objective, from cover to cover.",
    Assault: "A close assault has the best odds there are.",
    Overrun: "Infantry in the open cannot stand against tanks.",
    Recover: "A disrupted platoon is no use to anybody.",
    Dig: "A position dug now is worth a platoon later.",
}


def advice(g: PanzerBlitz, side: str, action: Action) -> str:
    """Why a sensible player would do this."""
    if action == Press("fire"):
        return "The mover is in the open and the odds are good."
    if isinstance(g.steps[-1], PlaceChit):
        return "Most of the units that can do something useful are within this radius."
    return _ADVICE.get(type(action), "It leaves the position stronger than the alternatives.")
