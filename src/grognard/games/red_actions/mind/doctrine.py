"""How a sensible commander judges an action; only what the side may know counts.

The judgement is a handful of plain preferences: shoot when it is likely to hurt, charge at good odds, rally what
shakes, go for what the scenario rewards, and keep the rest in cover.
"""

from __future__ import annotations

import math
from functools import lru_cache

from grognard.board.inches.flow_field import FlowField
from grognard.board.inches.geometry import Point, distance
from grognard.board.inches.linear_features import edge_beside
from grognard.engine import Action, Pick, Press
from grognard.engine.core.fact import fact
from grognard.games.red_actions.mind.places import bears_on, in_reach, routes, under_fire, weighs_ground
from grognard.games.red_actions.mind.weights import BY_HAND, Weights
from grognard.games.red_actions.rules.ambush import Scout
from grognard.games.red_actions.rules.artillery import direct_aim
from grognard.games.red_actions.rules.bodies import body, centre, foes_of, gap
from grognard.games.red_actions.rules.breakdowns import Free, Repair
from grognard.games.red_actions.rules.charging import Charge, Followup
from grognard.games.red_actions.rules.data import CELLS, SHOOTING
from grognard.games.red_actions.rules.deploying import Ambush, Arrival, Enter, LeaveIt
from grognard.games.red_actions.rules.fire_total import FUTILE
from grognard.games.red_actions.rules.formations import Form
from grognard.games.red_actions.rules.melee import defender_percent, fighting_number, modified
from grognard.games.red_actions.rules.mounting import Disembark, Dismount, Limber, Mount, Unlimber
from grognard.games.red_actions.rules.move_path import deployed_among_trees
from grognard.games.red_actions.rules.moving import Face, Go, LieDown, Moving, Stop
from grognard.games.red_actions.rules.rally import RallyFromPinned, RallyFromTerror
from grognard.games.red_actions.rules.segment import Hold, Order
from grognard.games.red_actions.rules.seniors import Attach, Detach, Join, StayAlone
from grognard.games.red_actions.rules.shot_orders import Fire, FireLow, Gas, Lob, Search, Shell
from grognard.games.red_actions.rules.state import RedActions, Unit, effective, is_vehicle
from grognard.games.red_actions.rules.terrain import allowance_of
from grognard.games.red_actions.rules.victory import win_entry
from grognard.games.red_actions.rules.works import Claim, CrossTheWire, CutTheWire

HEAVY = ("gun", "mg", "tachanka")
AT = 6.0  # inches that are at a prize
GOOD = 1.5  # odds at which a charge is to be hoped for
REACH = 1.0  # inches from centre to centre that a charge reaches beyond its move
CHOICES = {
    "lose a base": "lose_base",
    "take terror": "take_terror",
    "pursue": "pursue",
    "stay": "stay",
    "all the way": "all_the_way",
}
PRIZE = 11.0  # a move into a house that counts for victory
ONLY_TURN = 0.1  # a turn in place instead of anything else
OUT_OF_TREES = 2.0  # RA-TER.17 to form column for a unit that cannot move as it is
OFF_CARTS = 3.0  # to unload near the enemy
TELLING = 0.05  # terror markers below which a shot is not spoken of
BUTTONS = {
    "ready": 5.0,
    "we go first": 1.0,
    "fire": 5.0,
    "stand": 2.0,
    "retire": 1.0,
    "enter": 3.0,
    "advance": 2.0,
    "half way": 1.1,
    "let it go": 1.0,
    "wait": 1.0,
    "pass": 0.1,
    "a balanced army": 5.0,
    "that is all": 4.0,
}
ORDERS: dict[type[Order], float] = {
    RallyFromPinned: 9.0,
    Free: 9.0,
    Repair: 9.0,
    Scout: 7.0,
    CrossTheWire: 4.0,
    CutTheWire: 4.0,
    Gas: 3.0,
    Disembark: 3.0,
    Unlimber: 2.0,
    Face: 1.1,
    Attach: 0.9,
    Join: 0.9,
    StayAlone: 0.5,
    Limber: 0.1,
    Mount: 0.1,
    Detach: 0.05,
    Search: -1.0,  # ammunition is not wasted on nobody
    Shell: -1.0,
}


def judge(g: RedActions, side: str, action: Action) -> float:
    """How good an action looks to this side."""
    unit = acting_unit(g)
    match action:
        case Press("return fire" | "fire") if _in_vain(g, action):
            return 0.0
        case Press(button):
            return _button(g, side, unit, button)
        case Pick(piece):
            return _pick(g, side, piece)
        case Lob() | Gas() if unit is not None and action.is_vain(g, unit):
            return -1.0
        case Fire(piece, wagon) | Lob(piece, wagon) if unit is not None:
            low = 0.01 if isinstance(action, FireLow) else 0.0  # it can still lie down when it has fired
            return _shot(g, side, unit, g.pieces[piece], wagon) - low
        case Charge(piece) if unit is not None:
            return charge_worth(g, unit, g.pieces[piece])
        case Go() if unit is not None:
            worth = _go(g, side, unit, action.point)
            return min(worth, 0.9) if _fires_from_house(g, unit) and worth < PRIZE else worth
        case Claim(place):
            return 12.0 if place in prizes(g, side) else 2.0
        case LeaveIt():
            return 5.0
        case Enter():
            return _enter(g, action)
        case Ambush(piece):
            return -1.0 if g.pieces[piece].hidden else 6.0
        case Order() if unit is not None:
            return _order(g, side, unit, action)
    return 0.2


def _order(g: RedActions, side: str, unit: Unit, order: Order) -> float:
    """An order that is neither a shot, nor a charge, nor a move."""
    w = g.effective_weights(BY_HAND)
    match order:
        case Form(formation, formed):
            return _form(g, unit, formation, formed)
        case RallyFromTerror():
            return w.rally + w.rally_terror * unit.terror / unit.bases
        case Dismount():
            return _dismount(g, side, unit)
        case LieDown():
            return _lie_down(g, side, unit)
        case Hold():
            return w.hold
        case Face() if not isinstance(g.steps[-1], Moving):
            return ONLY_TURN
        case Stop():
            return w.stop
    return ORDERS.get(type(order), 0.2 if order.__struct_fields__ else 0.15)


def _in_vain(g: RedActions, action: Action) -> bool:
    """Can the fire that is asked for do nothing? Then it would only spend the unit's action."""
    preview = g.steps[-1].preview(g, action)
    return preview is not None and preview.words == FUTILE


def advice(g: RedActions, side: str, action: Action) -> str:
    """Why a sensible commander would do this, where it can be counted."""
    unit = acting_unit(g)
    match action:
        case Fire(piece) if unit is not None:
            worth = shot_worth(g, unit, g.pieces[piece])
            return f"The fire is worth about {worth:.1f} terror markers." if worth >= TELLING else ""
        case Charge(piece) if unit is not None:
            return f"Odds of about {odds(g, unit, g.pieces[piece]):.1f} to 1."
        case Claim(place) if place in prizes(g, side):
            return f"{g.called(place)} counts for victory."
    return ""


def acting_unit(g: RedActions) -> Unit | None:
    """The unit the question on top is about."""
    step = g.steps[-1]
    if isinstance(step, Followup):
        return g.pieces.get(step.onset.origin.id)
    name = getattr(step, "unit", None) or getattr(getattr(step, "acting", None), "unit", None)
    return g.pieces.get(name) if isinstance(name, str) else None


# ------------------------------------------------------------------ shooting and charging


def _shot(g: RedActions, side: str, unit: Unit, target: Unit, wagon: int) -> float:
    """A shot by the harm it does, and by whom it is fired at; one that does none is not fired."""
    w, worth = g.effective_weights(BY_HAND), shot_worth(g, unit, target, wagon)
    if not worth:
        return -1.0
    value = w.shot + w.harm * worth if attacks(g, side) else w.shot_waiting + w.harm_waiting * worth
    if target.kind in HEAVY:
        value += w.at_heavy
    if w.at_prize and any(g.table.features[n].distance(centre(g, target)) < AT for n in prizes(g, side)):
        value += w.at_prize
    return value


@lru_cache(1000)
def column_worth(column: int, w: Weights) -> float:
    """The mean harm of a roll in a column of the shooting table, in terror markers."""
    worth = {
        name: 1.0 * cell.terror
        + w.retire * cell.retire
        + w.pinned * cell.pinned
        + w.base * cell.base_loss
        + w.serious * cell.serious
        for name, cell in CELLS.items()
    }
    return sum(float(chance) * worth[cell] for cell, chance in SHOOTING.odds(column).items())


def shot_worth(g: RedActions, unit: Unit, target: Unit, wagon: int = -1) -> float:
    """The mean harm of a shot, in terror markers."""
    aim, w = direct_aim(g, unit, target, wagon), g.effective_weights(BY_HAND)
    if aim is None:
        return 0.4
    harm = 0.0
    if aim.column >= 0 and not is_vehicle(target):
        harm = column_worth(aim.column, w)
    for number in aim.direct:
        harm += max(0, 13 - number) * (14 - number) / 72 * (w.hit_vehicle if is_vehicle(target) else w.hit)
    return harm * (w.at_routers if target.routing else 1.0)


def odds(g: RedActions, unit: Unit, target: Unit) -> float:
    """Attack against defence, as far as it can be told beforehand."""
    attack = float(fighting_number(unit, [target])) * (1.2 if unit.formed else 1.0)
    zone = "front"
    defence = float(modified(fighting_number(target, [unit]), defender_percent(g, target, unit, zone, centre(g, unit))))
    if not target.acted and target.what.fire and not target.routing:
        w = g.effective_weights(BY_HAND)
        attack *= w.into_machine_guns if target.what.weapon == "mg" else w.into_rifles
    return attack / max(0.5, defence)


def charge_worth(g: RedActions, unit: Unit, target: Unit) -> float:
    """A charge pays at two to one and better."""
    w = g.effective_weights(BY_HAND)
    if target.routing:
        return w.at_runners
    ratio = odds(g, unit, target)
    if ratio < (w.least_odds if attacks(g, unit.side) else w.least_odds_waiting):
        return 0.1
    into_prize = w.into_prize if target.inside in prizes(g, unit.side) else 0.0
    return w.charge + w.charge_odds * min(ratio, w.most_odds) + into_prize


# ------------------------------------------------------------------ moving


@fact
def prizes(g: RedActions, side: str) -> list[str]:
    """Objects that count for a side's victory, or that it must keep from the enemy."""
    tests = [test for entry in g.scenario.win for test in entry.all if test.test == "possess"]
    names = [name for test in tests for name in test.objects]
    return list(dict.fromkeys([*names, *(g.scenario.score.objects if g.scenario.score is not None else ())]))


def attacks(g: RedActions, side: str) -> bool:
    """Must this side change something before the time is up? It must, unless it would win if the match ended now."""
    return ahead_now(g, side) != side


@fact
def ahead_now(g: RedActions, side: str) -> str:
    """RA-SCN.6 Who would win, for all a side knows, if this were the end of the last turn; "draw" if nobody would."""
    result = win_entry(g, ("at_once", "end_of_turn", "end_of_game"), side)
    return result.winners[0] if result is not None else g.scenario.otherwise


@fact
def goal_of(g: RedActions, unit: Unit) -> Point | None:
    """Where a unit wants to be: the edge, a prize of the enemy's, or the nearest enemy."""
    here = centre(g, unit)
    for edge in g.scenario.exit_edges.get(unit.side, ()):
        if g.scenario.otherwise != unit.side:
            return edge_beside(g.table, unit.point, edge)
    wanted = [n for n in prizes(g, unit.side) if g.owner.get(n) != unit.side and n not in g.collapsed]
    if wanted and attacks(g, unit.side):
        points = [g.table.features[n].centre for n in wanted]
        return min(points, key=lambda p: distance(p, here))
    foes = [stands.centre for _, stands in foes_of(g, unit.side)]
    return min(foes, key=lambda p: distance(p, here)) if foes else None


def _go(g: RedActions, side: str, unit: Unit, point: Point) -> float:
    goal = goal_of(g, unit)
    if goal is None:
        return 0.3
    here = centre(g, unit) if unit.inside else unit.point
    house = next((f.name for f in g.table.areas_at(point) if g.kind_of(f).startswith("building")), "")
    if house in prizes(g, side):
        return PRIZE
    w = g.effective_weights(BY_HAND)
    place = ground(g, side, unit, here, point) if weighs_ground(w) else 0.0
    if is_worn(unit):
        return w.go_worn + place
    if unit.kind in ("mg", "gun", "mortar") and not attacks(g, side):
        return 0.2 + place
    if not attacks(g, side) and not g.scenario.score:
        return (w.house_waiting if house else w.go_waiting) + place
    ways, cost, hurry = journey(g, unit, goal, here)
    gain = cost - ways.cost(point)
    if not math.isfinite(gain):
        gain = distance(here, goal) - distance(point, goal)
    nearer = max(-1.0, min(1.0, gain / max(1.0, allowance_of(unit)))) * (1.0 + w.hurry * hurry)
    nearer *= 1.0 if prizes(g, side) else w.hunting
    return w.go + w.gain * nearer + (w.house if house else 0.0) + place


@fact
def journey(g: RedActions, unit: Unit, goal: Point, here: Point) -> tuple[FlowField, float, float]:
    """The ways to a goal, what the one from here costs, and how much it is to be hurried for the time that is left."""
    ways = routes(g, unit, goal)
    cost = ways.cost(here)
    return ways, cost, min(1.5, cost / max(1.0, allowance_of(unit)) / (g.scenario.turns - g.turn + 1))


def is_worn(unit: Unit) -> bool:
    """Has terror left a unit no more than half its bases?"""
    return effective(unit) <= unit.bases // 2 and not is_vehicle(unit)


def ground(g: RedActions, side: str, unit: Unit, here: Point, point: Point) -> float:
    """How much better a unit stands at a point than where it is."""
    w, waits = g.effective_weights(BY_HAND), not attacks(g, side)
    fire = under_fire(g, unit, point, w.shelter) - under_fire(g, unit, here, w.shelter)
    total = -fire * (w.danger_worn if is_worn(unit) else w.danger_waiting if waits else w.danger)
    total += 0.0 if waits else w.bears * (bears_on(g, unit, point) - bears_on(g, unit, here))
    hunted = can_charge(g, unit)
    total += w.threatens * (in_reach(point, hunted) - in_reach(here, hunted))
    own = [g.table.features[n].centre for n in prizes(g, side) if g.owner.get(n) == side] if w.guard and waits else []
    if own:
        home = min(own, key=lambda p: distance(p, here))
        total += w.guard * (distance(here, home) - distance(point, home)) / max(1.0, allowance_of(unit))
    return total


@fact
def can_charge(g: RedActions, unit: Unit) -> list[tuple[Point, float]]:
    """Whom a unit could charge at good odds: where they are, and from how far."""
    if not unit.what.fight:
        return []
    reach = allowance_of(unit) + REACH
    return [(stands.centre, reach) for foe, stands in foes_of(g, unit.side) if odds(g, unit, foe) >= GOOD]


def _fires_from_house(g: RedActions, unit: Unit) -> bool:
    """Has a unit just fired from a house? It stays in it."""
    step = g.steps[-1]
    return bool(unit.inside) and isinstance(step, Moving) and step.after_fire


def _enter(g: RedActions, action: Enter) -> float:
    """RA-SCN.8 Reinforcements come on in column, the nearer to where they are wanted the better."""
    step = g.steps[-1]
    assert isinstance(step, Arrival)
    there = action.stood(g, step)
    goal = goal_of(g, there) or there.point
    return (1.0 if action.formation == "column" else 0.0) - distance(there.point, goal) / 1000


def _lie_down(g: RedActions, side: str, unit: Unit) -> float:
    w = g.effective_weights(BY_HAND)
    waits = not attacks(g, side) and near_foe(g, unit) < 24
    fire = w.lie_under_fire * under_fire(g, unit, centre(g, unit), 1.0) if w.lie_under_fire else 0.0
    return (w.lie_down_waiting if waits else w.lie_down) + fire


def _form(g: RedActions, unit: Unit, formation: str, formed: bool) -> float:
    if formation == "column" and deployed_among_trees(g, unit):
        return OUT_OF_TREES
    if formation == "line" and unit.formation in ("column", "road_column"):
        w = g.effective_weights(BY_HAND)
        return w.line if near_foe(g, unit) < w.line_within else 0.2
    return 0.05


def near_foe(g: RedActions, unit: Unit) -> float:
    """Inches to the nearest enemy."""
    return min([gap(body(g, unit), stands) for _, stands in foes_of(g, unit.side)], default=99.0)


# ------------------------------------------------------------------ buttons and picks


def _button(g: RedActions, side: str, unit: Unit | None, button: str) -> float:
    w = g.effective_weights(BY_HAND)
    match button:
        case "return fire" | "hold fire":
            return _return_fire(g, side, button)
        case "evade":
            return w.evade
        case "lose a base" if unit is not None and unit.inside and unit.inside in prizes(g, side):
            return 1.5
        case "lose a base" | "take terror" | "pursue" | "stay" | "all the way":
            return float(getattr(w, CHOICES[button]))
    return BUTTONS.get(button, 0.3 if unit is None else 0.15)


def _return_fire(g: RedActions, side: str, button: str) -> float:
    """RA-PRE.5 To shoot back spends the action of the turn."""
    w = g.effective_weights(BY_HAND)
    if button == "return fire":
        return w.return_fire
    return w.hold_fire if attacks(g, side) else w.hold_fire_waiting


def _dismount(g: RedActions, side: str, unit: Unit) -> float:
    """Horsemen who want a house get off near it; carts unload near the enemy."""
    if unit.carts:
        return OFF_CARTS if near_foe(g, unit) < 14 else 0.1
    wanted = [n for n in prizes(g, side) if g.owner.get(n) != side and n not in g.collapsed]
    if not attacks(g, side) or unit.kind != "sabres" or not wanted:
        return 0.05
    held = [n for n in wanted if any(u.side != side and not u.hidden for u in g.here(n))]
    near = min((distance(centre(g, unit), g.table.features[n].centre) for n in held), default=99.0)
    w = g.effective_weights(BY_HAND)
    return w.dismount if near < w.dismount_within else 0.05


def _pick(g: RedActions, side: str, piece: str) -> float:
    """Who acts first: those who can shoot, then those who shake, then the rest."""
    unit = g.pieces[piece]
    if unit.type == "senior_officer":
        return 0.2
    if unit.side != side:
        return 0.5
    step = type(g.steps[-1]).__name__
    if step == "Deploy":
        return 0.1
    if step == "CleverWindow":
        return 1.5
    if step == "AmbushWindow":
        return 5.0
    return _first(g, unit)


def _first(g: RedActions, unit: Unit) -> float:
    """Who of a side's units acts first."""
    here, w = centre(g, unit), g.effective_weights(BY_HAND)
    near = min((distance(here, stands.centre) for _, stands in foes_of(g, unit.side)), default=99.0)
    value = 3.0 - near * w.first_near + (w.first_heavy if unit.kind in HEAVY else 0.0)
    value += w.first_routers if unit.routing else 0.0
    return value + w.first_shaken * min(1.0, unit.terror / unit.bases) + w.first_strong * effective(unit)
