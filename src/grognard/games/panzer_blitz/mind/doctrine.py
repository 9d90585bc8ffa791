"""How a sensible player of either side judges an action; only what that side may know counts.

Fire before assault, assault before nothing: requests first, then good shots, then movement from cover to cover
toward the objectives, close assaults where they pay, and recovery last.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from math import inf
from operator import itemgetter
from typing import Any

from grognard.board.hexes.grid import Hex
from grognard.board.hexes.hex_sets import bits_of
from grognard.engine import Action, Ask, Deed, To, Worths, most_promising
from grognard.engine.core.fact import fact
from grognard.games.panzer_blitz.mind import artillery_doctrine, fire_doctrine, move_doctrine, setup_doctrine
from grognard.games.panzer_blitz.mind.evaluation import attacks, danger, distance_to, known_enemies, objectives, strike
from grognard.games.panzer_blitz.mind.move_doctrine import ELSEWHERE, goal_of
from grognard.games.panzer_blitz.mind.weights import BY_HAND, Weights
from grognard.games.panzer_blitz.rules.air_support import AirTarget, PlaceAircraft
from grognard.games.panzer_blitz.rules.anti_aircraft import AaFire
from grognard.games.panzer_blitz.rules.artillery_requests import Observe, RequestFire
from grognard.games.panzer_blitz.rules.close_assault import Advance, Assault, CatTargets, ResolveAssaults
from grognard.games.panzer_blitz.rules.combat_results import Losses, Overstack
from grognard.games.panzer_blitz.rules.data import GRID, other
from grognard.games.panzer_blitz.rules.declared_fire import (
    AssaultFire,
    AssaultFireAt,
    AssaultFireAtAll,
    AwaitFire,
    FireAt,
    FireAtAll,
)
from grognard.games.panzer_blitz.rules.direct_fire import ChooseTarget, Fire, Muster, reached
from grognard.games.panzer_blitz.rules.efficiency import Recover, RecoverAll
from grognard.games.panzer_blitz.rules.field_works import BuildPosition, GoIn, TakeCover
from grognard.games.panzer_blitz.rules.indirect_fire import (
    CancelRequests,
    batteries,
    enemies_observed,
    is_observer_type,
)
from grognard.games.panzer_blitz.rules.movement import Go, Stop, goals
from grognard.games.panzer_blitz.rules.operation import Operation, PlaceChit
from grognard.games.panzer_blitz.rules.opportunity_fire import Opportunity, OpportunityTarget, Reaction
from grognard.games.panzer_blitz.rules.overrun import OverrunTargets
from grognard.games.panzer_blitz.rules.overrun_approach import Approach, Overrun, OverrunMuster
from grognard.games.panzer_blitz.rules.panzer_blitz_assault import Blitz, BlitzApproach, BlitzMuster
from grognard.games.panzer_blitz.rules.reinforcements import EnterMap
from grognard.games.panzer_blitz.rules.setup import PlaceMines, PlaceUnit, PlaceWork, Register
from grognard.games.panzer_blitz.rules.state import PanzerBlitz, Unit
from grognard.games.panzer_blitz.rules.targets import line_against
from grognard.games.panzer_blitz.rules.unit_moves import AFTER_MOVES, BringOn, EndOperation, Move, MoveNext, MoveUnit

# -------------------- The best that can be done, found without looking into what cannot be it

FIRES = (Fire, FireAt, FireAtAll, AssaultFire, AssaultFireAt, AssaultFireAtAll)
JUDGED_FIRST: tuple[type[Deed], ...] = (
    *FIRES,
    Observe,
    Overrun,
    Blitz,
    Move,
    MoveNext,
)  # to say whether one may be done takes longer

Hopes = Mapping[type[Deed], float]  # what a deed of a kind is worth at most
Judge = Callable[[Action], float]


def promising(g: PanzerBlitz, step: Operation | MoveUnit, hopes: Hopes, judge: Judge, least: float) -> Worths:
    """All deeds that may be the best, as they are listed; there is something worth `least`, or nothing less counts."""
    return most_promising(
        [kind for kind in step.all_kinds() if kind in hopes],
        hopes.__getitem__,
        lambda kind, best: judged(g, step, kind, judge, best),
        least,
    )


def judged(g: PanzerBlitz, step: Operation | MoveUnit, kind: type[Deed], judge: Judge, least: float) -> Worths:
    """The deeds of a kind with what they are worth; those worth too little, or less than its best, may be left out."""
    if step.bars(g, kind) is not None:
        return []
    if isinstance(step, MoveUnit) and kind is Go:
        return best_go(g, step, judge, least)
    if kind not in JUDGED_FIRST:
        return [(judge(deed), deed) for deed in step.allowed(g, kind)]
    worth = itemgetter(0)
    found = [(judge(deed), deed) for deed in kind.candidates(g, step)]
    for value, equals in groupby(sorted(found, key=worth, reverse=True), worth):
        if value < least:
            break
        allowed = [(value, deed) for _, deed in equals if deed.why_not(g, step) is None]
        if allowed:
            return [*allowed]
    return []


def best_go(g: PanzerBlitz, step: MoveUnit, judge: Judge, least: float) -> Worths:
    """The hex that a unit likes best, if it goes anywhere."""
    go = Go(goal_of(g, step))
    if go.hex != g.pieces[step.unit].place and judge(go) > ELSEWHERE and go.why_not(g, step) is None:
        return [(judge(go), go)]
    return [(judge(other), other) for other in step.allowed(g, Go)] if least <= ELSEWHERE else []


# -------------------- How a sensible player of either side judges an action

BLIND_FIRE = 30.0  # when an attacker fires at the unseen: after his moves, before the end of the Operation
STOPPED = 0.2  # what it is worth to end a move
WORTH_DOING = 1.0  # a deed of an Operation is worth more than this or nothing


def judge(g: PanzerBlitz, side: str, action: Action) -> float:
    """How good an action offered now is."""
    step = g.steps[-1]
    found = _JUDGES.get(type(step))
    return found(g, side, step, action) if found else 0.0


def judge_all(g: PanzerBlitz, side: str, actions: Sequence[Action]) -> list[float]:
    """The same for many answers to one question: what they have in common is found once."""
    step = g.steps[-1]
    one, all_of = _JUDGES.get(type(step)), _OF_ALL.get(type(step))
    if all_of is not None:
        return all_of(g, side, step, actions)
    return [one(g, side, step, action) for action in actions] if one else [0.0] * len(actions)


# ------------------------------------------------------------------ chits


def chits(g: PanzerBlitz, side: str, step: PlaceChit, actions: Sequence[Action]) -> list[float]:
    """Every hex for a chit, and to pass."""
    found, passing = chit_weights(g, side, step.radius), g.effective_weights(BY_HAND).chit["pass"]
    return [found.get(action.hex, 0) + 0.001 if isinstance(action, To) else passing for action in actions]


def chit(g: PanzerBlitz, side: str, step: PlaceChit, action: Action) -> float:
    """The hex from which the most can be done; to pass, if nobody would do anything."""
    if not isinstance(action, To):
        return g.effective_weights(BY_HAND).chit["pass"]
    return chit_weights(g, side, step.radius).get(action.hex, 0) + 0.001


@fact
def chit_weights(g: PanzerBlitz, side: str, radius: int) -> dict[Hex, float]:
    """What could be done with the units within the radius of each hex."""
    found = defaultdict[Hex, float](float)
    for place, weight in unit_weights(g, side).items():
        if weight:
            for h in GRID.within(place, radius):
                found[h] += weight
    return found


def unit_weights(g: PanzerBlitz, side: str) -> dict[Hex, float]:
    """What could be done with the units of each hex if they were activated."""
    found: dict[Hex, float] = {}
    targets = by_line(known_enemies(g, side))
    calls = bool(batteries(g, side)) or any("IF" in unit.what.codes and unit.fresh for unit in g.units(side))
    shelled = g.hexes_of(other(side)) if calls else ()
    weights = g.effective_weights(BY_HAND)
    hidden = [unit.place for unit in g.units(other(side)) if unit.hidden] if weights.chit["blind"] else []
    unseen = {"AP": bits_of(GRID, hidden)}
    for unit in g.units(side):
        if not unit.carrier:
            weight = unit_weight(g, weights, unit, targets, shelled) or blind_weight(g, weights, unit, unseen)
            found[unit.place] = found.get(unit.place, 0.0) + weight
    return found


def unit_weight(
    g: PanzerBlitz, weights: Weights, unit: Unit, targets: Mapping[str, int], shelled: Sequence[Hex]
) -> float:
    """What an activated unit could do: recover, better its place, assault, fire, observe."""
    chit = weights.chit
    if unit.disrupted:
        return chit["recover"] if not unit.spent else chit["recover spent"]
    if unit.spent:
        return 0.0
    gain = move_doctrine.best_step(g, unit)
    moves = chit["advance"] if attacks(g, unit.side) else chit["shift"]
    value = min(1.0, gain) * moves if gain > weights.worth_a_move else 0.0
    if chit["assault"] and unit.what.infantry and move_doctrine.assault_pays(g, unit):
        value += chit["assault"]
    if reaches_any(g, unit, targets):
        return (
            value + chit["fire"] + (chit["aim"] * strike(g, unit.side, unit.face, unit.place) if chit["aim"] else 0.0)
        )
    observes = shelled and not unit.no_move and is_observer_type(unit) and enemies_observed(g, unit)
    return value + (chit["observe"] if observes else 0.0)


def blind_weight(g: PanzerBlitz, weights: Weights, unit: Unit, unseen: Mapping[str, int]) -> float:
    """Who could do nothing else may fire at those nobody has seen."""
    return weights.chit["blind"] if unit.fresh and reaches_any(g, unit, unseen) else 0.0


def by_line(units: Iterable[Unit]) -> dict[str, int]:
    """The hexes of some units, as bits, by the line on which they are attacked."""
    found: dict[str, int] = {}
    for unit in units:
        line = line_against(unit)
        found[line] = found.get(line, 0) | 1 << GRID.index[unit.place]
    return found


def reaches_any(g: PanzerBlitz, unit: Unit, targets: Mapping[str, int]) -> bool:
    """Can a unit fire at one of some targets, their hexes by the line on which they are attacked?"""
    return any(reached(g, unit, line, hexes) for line, hexes in targets.items())


# ------------------------------------------------------------------ the Operation


def operation(g: PanzerBlitz, side: str, step: Operation, action: Action) -> float:
    """Positions, requests, shots, overruns, moves, recovery; then the end."""
    match action:
        case EndOperation():
            return 10.0
        case ResolveAssaults():
            return 30.0
        case Observe(piece):
            return 100.0 + artillery_doctrine.observer_value(g, g.pieces[piece])
        case Fire(hex):
            value = fire_doctrine.shot_value(g, action.kind, side, hex, action.pool(g))
            return shots(g, side, hex) + value if value > g.effective_weights(BY_HAND).worth_a_shot else 0.0
        case FireAt() | FireAtAll():
            value = fire_doctrine.aimed_value(g, action)
            pays = value > g.effective_weights(BY_HAND).worth_a_shot
            return shots(g, side, action.target(g)[0]) + 0.001 + value if pays else 0.0
        case Overrun(hex) | Blitz(hex):
            return 60.0 if move_doctrine.overrun_pays(g, side, hex) else 0.0
        case Move(piece) | BringOn(piece):
            return move_doctrine.move_value(g, g.pieces[piece])
        case RecoverAll():
            return 20.5
        case Recover():
            return 20.0
        case BuildPosition(piece):
            return dig_value(g, side, g.pieces[piece])
    return 0.0


def shots(g: PanzerBlitz, side: str, h: Hex) -> float:
    """Fire comes before movement; but who has to take ground moves before he fires at what nobody has seen yet."""
    unseen = all(unit.hidden for unit in g.of(other(side), h))
    return BLIND_FIRE if unseen and attacks(g, side) else 80.0


HOPES: dict[type[Deed], float] = {  # what each kind is worth at most; the rest is worth nothing
    **dict.fromkeys(FIRES, inf),
    Observe: 105.0,
    BuildPosition: 90.0,
    **dict.fromkeys((Overrun, Blitz), 60.0),
    **dict.fromkeys((Move, BringOn), 50.0),
    ResolveAssaults: 30.0,
    RecoverAll: 20.5,
    Recover: 20.0,
    EndOperation: 10.0,
}


def best_deeds(g: PanzerBlitz, ask: Ask) -> list[Action] | None:
    """What is judged best in an Operation, a move or set-up, as it is listed; None if something else is asked."""
    step, side = g.steps[-1], ask.side
    if isinstance(step, PlaceUnit) and len(ask.actions) > 1:
        return setup_doctrine.best_set_up(g, step, list(ask.actions))
    if isinstance(step, Operation):
        sure = HOPES[ResolveAssaults if g.cat else EndOperation]
        found = promising(g, step, HOPES, lambda deed: operation(g, side, step, deed), sure)
    elif isinstance(step, MoveUnit):
        may_stop = Stop().why_not(g, step) is None
        if not may_stop and len(goals(g, step)) < 2:
            return None
        found = promising(g, step, MOVE_HOPES, lambda deed: moving(g, side, step, deed), STOPPED if may_stop else -inf)
    else:
        return None
    best = max(worth for worth, _ in found)
    return [deed for worth, deed in found if worth == best]


def moving(g: PanzerBlitz, side: str, step: MoveUnit, action: Action) -> float:
    """The move; when it is over, what comes next in the Operation, unless that must be asked there."""
    if isinstance(action, AFTER_MOVES):
        return STOPPED + operation(g, side, Operation(), action) / 1000
    if isinstance(action, Stop):
        return STOPPED + elsewhere(g, side) / 1000
    return move_doctrine.moving(g, side, step, action)


MOVE_HOPES: dict[type[Deed], float] = {  # what each kind is worth at most
    **dict.fromkeys(MoveUnit.all_kinds(), 0.0),
    Assault: 9.0,
    Go: move_doctrine.THERE,
    **dict.fromkeys((TakeCover, Stop, MoveNext, *AFTER_MOVES), 1.0),  # no shot takes 800 steps
    AwaitFire: 0.35,
}


def all_moving(g: PanzerBlitz, side: str, step: MoveUnit, actions: Sequence[Action]) -> list[float]:
    """Of all the hexes it can go to a unit likes one best."""
    goes = zip(actions, move_doctrine.going(g, side, step, actions), strict=True)
    return [moving(g, side, step, action) if value is None else value for action, value in goes]


@fact
def elsewhere(g: PanzerBlitz, side: str) -> float:
    """The best of what an Operation offers and a unit that moves cannot hand on to."""
    beneath = g.steps[-2]
    if not isinstance(beneath, Operation):
        return 0.0
    kinds: dict[type[Deed], float] = {kind: HOPES[kind] for kind in (AssaultFire, Overrun, Blitz)}
    found = promising(g, beneath, kinds, lambda deed: operation(g, side, beneath, deed), WORTH_DOING)
    return max((worth for worth, _ in found), default=0.0)


def dig_value(g: PanzerBlitz, side: str, unit: Unit) -> float:
    """Defenders near an objective dig in while nobody shoots at them."""
    if attacks(g, side) or unit.inside:
        return 0.0
    near = distance_to(g, unit, unit.place, objectives(g)) <= 1
    return 90.0 if near and danger(g, unit, unit.place) == 0 else 0.0


_JUDGES: dict[type, Callable[[PanzerBlitz, str, Any, Action], float]] = {
    PlaceChit: chit,
    Operation: operation,
    MoveUnit: moving,
    Advance: move_doctrine.advance,
    OverrunMuster: move_doctrine.overrunners,
    BlitzMuster: move_doctrine.overrunners,
    Approach: move_doctrine.approach,
    BlitzApproach: move_doctrine.approach,
    GoIn: move_doctrine.into_works,
    ChooseTarget: fire_doctrine.target,
    Muster: fire_doctrine.muster,
    Opportunity: fire_doctrine.window,
    OpportunityTarget: fire_doctrine.most_worth,
    Reaction: fire_doctrine.reaction,
    Losses: fire_doctrine.losses,
    Overstack: fire_doctrine.overstack,
    CatTargets: fire_doctrine.cat_targets,
    OverrunTargets: fire_doctrine.overrun_targets,
    RequestFire: artillery_doctrine.request,
    CancelRequests: artillery_doctrine.cancel,
    PlaceAircraft: artillery_doctrine.aircraft,
    AirTarget: artillery_doctrine.air_target,
    AaFire: artillery_doctrine.flak,
    PlaceUnit: setup_doctrine.set_up,
    PlaceWork: setup_doctrine.work,
    PlaceMines: setup_doctrine.work,
    Register: setup_doctrine.register,
    EnterMap: setup_doctrine.enter,
}


_OF_ALL: dict[type, Callable[[PanzerBlitz, str, Any, Sequence[Action]], list[float]]] = {
    PlaceChit: chits,
    MoveUnit: all_moving,
    PlaceUnit: setup_doctrine.all_set_up,
}


# ------------------------------------------------------------------ advice


def advice(g: PanzerBlitz, side: str, action: Action) -> str:
    """Why a sensible player would do this, where it can be counted."""
    step = g.steps[-1]
    if isinstance(step, PlaceChit) and isinstance(action, To):
        near = set(GRID.within(action.hex, step.radius))
        able = [u for u in g.units(side) if u.place in near and not u.spent and not u.disrupted]
        return f"{how_many_units(len(able))} that can still act within its radius."
    return ""


def how_many_units(count: int) -> str:
    """A sentence's beginning."""
    return "There is 1 unit" if count == 1 else f"There are {count or 'no'} units"
