"""How a sensible commander judges an action; only what the side may know counts.

The judgement is a handful of plain preferences: shoot when it is likely to hurt, charge at good odds, rally what
shakes, go for what the scenario rewards, and keep the rest in cover.
"""

from __future__ import annotations

import math

from grognard.board.inches import Point, distance
from grognard.board.lines import edge_beside
from grognard.board.routes import Prices, Routes, squares
from grognard.engine import Action, Pick, Press
from grognard.engine.memory import Memory
from grognard.games.red_actions.rules.aiming import FUTILE, best_stance, make_aim
from grognard.games.red_actions.rules.ambush import Scout
from grognard.games.red_actions.rules.artillery import with_direct_hits
from grognard.games.red_actions.rules.bodies import body, centre, foes_of, gap, ruins
from grognard.games.red_actions.rules.breakdowns import Free, Repair
from grognard.games.red_actions.rules.charging import Charge, Followup
from grognard.games.red_actions.rules.data import CELLS, LEVELS, SHOOTING
from grognard.games.red_actions.rules.deploying import Ambush, Arrival, Enter, LeaveIt
from grognard.games.red_actions.rules.formations import Form
from grognard.games.red_actions.rules.melee import defender_percent, fighting_number, modified
from grognard.games.red_actions.rules.mounting import Disembark, Dismount, Limber, Mount, Unlimber
from grognard.games.red_actions.rules.move_path import TREES, deployed_among_trees, is_deployed
from grognard.games.red_actions.rules.moving import Face, Go, LieDown, Moving, Stop
from grognard.games.red_actions.rules.rally import RallyFromPinned, RallyFromTerror
from grognard.games.red_actions.rules.segment import Hold, Order
from grognard.games.red_actions.rules.seniors import Attach, Detach, Join, StayAlone
from grognard.games.red_actions.rules.shot_orders import Fire, FireLow, Gas, Lob, Search, Shell
from grognard.games.red_actions.rules.state import RedActions, Unit, effective, is_vehicle
from grognard.games.red_actions.rules.terrain import allowance_of, column_of, going
from grognard.games.red_actions.rules.victory import win_entry
from grognard.games.red_actions.rules.works import Claim, CrossTheWire, CutTheWire

WORTH = {
    name: 1.0 * cell.terror + 0.5 * cell.retire + 1.0 * cell.pinned + 3.0 * cell.base_loss + 0.8 * cell.serious
    for name, cell in CELLS.items()
}
LINES = ("small_stream", "wire", "trench", "wall", "earthwork", "hedge")
SQUARE = 2.0  # inches of the squares that ways round are found over
DANGER = 3.0  # what an inch near an enemy costs horsemen beside the way itself
PRIZE = 11.0  # a move into a house that counts for victory
TELLING = 0.05  # terror markers below which a shot is not spoken of
BUTTONS = {
    "ready": 5.0,
    "we go first": 1.0,
    "return fire": 4.0,
    "fire": 5.0,
    "evade": 1.0,
    "stand": 2.0,
    "retire": 1.0,
    "lose a base": 0.5,
    "take terror": 1.2,
    "pursue": 1.0,
    "enter": 3.0,
    "advance": 2.0,
    "stay": 1.2,
    "all the way": 1.0,
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
    Stop: 1.0,
    Attach: 0.9,
    Join: 0.9,
    LieDown: 0.7,
    Hold: 0.6,
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
            worth = shot_worth(g, unit, g.pieces[piece], wagon)
            low = 0.01 if isinstance(action, FireLow) else 0.0  # it can still lie down when it has fired
            return 2.0 + 2.0 * worth - low if worth else -1.0
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
        case Form(formation, formed) if unit is not None:
            return _form(g, unit, formation, formed)
        case RallyFromTerror() if unit is not None:
            return 1.0 + 5.0 * unit.terror / unit.bases
        case Dismount() if unit is not None:
            return _dismount(g, side, unit)
        case LieDown() if unit is not None and near_foe(g, unit) < 24 and not attacks(g, side):
            return 1.3
        case Order():
            return ORDERS.get(type(action), 0.2 if action.__struct_fields__ else 0.15)
    return 0.2


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


def shot_worth(g: RedActions, unit: Unit, target: Unit, wagon: int = -1) -> float:
    """The mean harm of a shot, in terror markers."""
    stance = best_stance(g, unit, target, wagon)
    if stance is None:
        return 0.4
    aim = with_direct_hits(g, make_aim(g, stance, target, wagon))
    harm = 0.0
    if aim.column >= 0 and not is_vehicle(target):
        harm = sum(float(chance) * WORTH[cell] for cell, chance in SHOOTING.odds(aim.column).items())
    for number in aim.direct:
        harm += max(0, 13 - number) * (14 - number) / 72 * (4.0 if is_vehicle(target) else 2.0)
    return harm * (0.6 if target.routing else 1.0)


def odds(g: RedActions, unit: Unit, target: Unit) -> float:
    """Attack against defence, as far as it can be told beforehand."""
    attack = float(fighting_number(unit, [target])) * (1.2 if unit.formed else 1.0)
    zone = "front"
    defence = float(modified(fighting_number(target, [unit]), defender_percent(g, target, unit, zone, centre(g, unit))))
    if not target.acted and target.what.fire and not target.routing:
        attack *= 0.7 if target.what.weapon == "mg" else 0.9
    return attack / max(0.5, defence)


def charge_worth(g: RedActions, unit: Unit, target: Unit) -> float:
    """A charge pays at two to one and better."""
    if target.routing:
        return 9.0
    ratio = odds(g, unit, target)
    if ratio < 1.5:
        return 0.1
    return 3.0 + 2.0 * min(ratio, 4.0) + (2.0 if target.inside in prizes(g, unit.side) else 0.0)


# ------------------------------------------------------------------ moving


def prizes(g: RedActions, side: str) -> list[str]:
    """Objects that count for a side's victory, or that it must keep from the enemy."""
    names: list[str] = []
    for entry in g.scenario.win:
        for test in entry.all:
            if test.test == "possess":
                names += test.objects
    if g.scenario.score is not None:
        names += g.scenario.score.objects
    return list(dict.fromkeys(names))


def attacks(g: RedActions, side: str) -> bool:
    """Must this side change something before the time is up? It must, unless it would win if the match ended now."""
    return g.recall(("ahead now", side), lambda: ahead_now(g, side)) != side


def ahead_now(g: RedActions, side: str) -> str:
    """RA-SCN.6 Who would win, for all a side knows, if this were the end of the last turn; "draw" if nobody would."""
    result = win_entry(g, ("at_once", "end_of_turn", "end_of_game"), side)
    return result.winners[0] if result is not None else g.scenario.otherwise


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
    goal = g.recall(("goal", unit), lambda: goal_of(g, unit))
    if goal is None:
        return 0.3
    here = centre(g, unit) if unit.inside else unit.point
    pace = max(1.0, allowance_of(unit))
    house = next((f.name for f in g.table.areas_at(point) if g.kind_of(f).startswith("building")), "")
    if house in prizes(g, side):
        return PRIZE
    if effective(unit) <= unit.bases // 2 and not is_vehicle(unit):
        return 0.3
    if unit.kind in ("mg", "gun", "mortar") and not attacks(g, side):
        return 0.2
    if not attacks(g, side) and not g.scenario.score:
        return 0.5 if house else 0.25
    ways = routes(g, unit, goal)
    gain = ways.cost(here) - ways.cost(point)
    if not math.isfinite(gain):
        gain = distance(here, goal) - distance(point, goal)
    hurry = min(1.5, ways.cost(here) / pace / (g.scenario.turns - g.turn + 1))
    return 1.5 + 1.5 * max(-1.0, min(1.0, gain / pace)) * (1.0 + hurry) + (0.3 if house else 0.0)


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


_routes = Memory()


def routes(g: RedActions, unit: Unit, goal: Point) -> Routes:
    """The ways to a goal for a troop type; horsemen and vehicles keep away from the enemies they know."""
    column = column_of(unit)
    foes: frozenset[tuple[int, int]] = frozenset()
    if column in ("sabres", "tachanka_limber", "armoured_car"):
        foes = frozenset((f.x // 400, f.y // 400) for f in g.foes(unit.side) if not f.routing)
    goal = (4 * round(goal[0] / 4), 4 * round(goal[1] / 4))
    key = (g.table, column, is_deployed(unit), goal, foes, ruins(g))
    known: Routes | None = _routes.get(key)
    if known is None:
        known = Routes(goal, _with_danger(_ground(g, unit), foes), SQUARE)
        _routes.keep(key, known)
    return known


_grounds = Memory()


def _ground(g: RedActions, unit: Unit) -> Prices:
    """What an inch costs a troop type all over the table."""
    key = (g.table, column_of(unit), is_deployed(unit), ruins(g))
    known: Prices | None = _grounds.get(key)
    if known is None:
        known = squares(g.table.width, g.table.height, lambda p: _price(g, unit, p), SQUARE)
        _grounds.keep(key, known)
    return known


def _with_danger(prices: Prices, foes: frozenset[tuple[int, int]]) -> Prices:
    """Ground near the enemy, here the four-inch square he stands in and those around it, is dearer."""
    if not foes:
        return prices
    near = {(x + dx, y + dy): DANGER for x, y in foes for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    return [
        [p if p is None else p + near.get((x * 2 // 4, y * 2 // 4), 0.0) for y, p in enumerate(column)]
        for x, column in enumerate(prices)
    ]


def _price(g: RedActions, unit: Unit, p: Point) -> float | None:
    """What an inch of ground costs a troop type in time."""
    price = 1.0
    kinds = {g.kind_of(f) for f in g.table.areas_at(p)}
    if not kinds & {"bridge", "ford"}:
        for kind in kinds - LEVELS.keys():
            cell = going(g, unit, kind)
            if not cell.allowed or (kind in TREES and is_deployed(unit)):
                return None
            price = max(price, 1 / cell.rate, 1 + cell.price * 4)
        for line in LINES:
            if g.table.near_line(p, line, 1.0):
                cell = going(g, unit, line)
                price = max(price, 1 + cell.price * 4, 4.0 if cell.halt else 1.0, 1.0 if cell.allowed else 8.0)
    return price


def _form(g: RedActions, unit: Unit, formation: str, formed: bool) -> float:
    if formation == "column" and deployed_among_trees(g, unit):
        return 2.0  # RA-TER.17 it cannot move as it is
    if formation == "line" and unit.formation in ("column", "road_column"):
        return 1.4 if near_foe(g, unit) < 20 else 0.2
    return 0.05


def near_foe(g: RedActions, unit: Unit) -> float:
    """Inches to the nearest enemy."""
    foes = foes_of(g, unit.side)
    return g.recall(("near foe", unit), lambda: min((gap(body(g, unit), stands) for _, stands in foes), default=99.0))


# ------------------------------------------------------------------ buttons and picks


def _button(g: RedActions, side: str, unit: Unit | None, button: str) -> float:
    if unit is None:
        return BUTTONS.get(button, 0.3)
    if button == "lose a base":
        return 1.5 if unit.inside in prizes(g, side) and unit.inside else 0.5
    return BUTTONS.get(button, 0.15)


def _dismount(g: RedActions, side: str, unit: Unit) -> float:
    """Horsemen who want a house get off near it; carts unload near the enemy."""
    if unit.carts:
        return 3.0 if near_foe(g, unit) < 14 else 0.1
    wanted = [n for n in prizes(g, side) if g.owner.get(n) != side and n not in g.collapsed]
    if not attacks(g, side) or unit.kind != "sabres" or not wanted:
        return 0.05
    held = [n for n in wanted if any(u.side != side and not u.hidden for u in g.here(n))]
    near = min((distance(centre(g, unit), g.table.features[n].centre) for n in held), default=99.0)
    return 3.6 if near < 9 else 0.05


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
    here = centre(g, unit)
    near = min((distance(here, stands.centre) for _, stands in foes_of(g, side)), default=99.0)
    return 3.0 - near / 40 + (1.0 if unit.kind in ("gun", "mg", "tachanka") else 0.0) - (1.0 if unit.routing else 0.0)
