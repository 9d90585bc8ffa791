"""What a place means to a unit: who can fire at it there, and whom it can fire at and charge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.board.inches.flow_field import FlowField, Prices, squares
from grognard.board.inches.geometry import Point, distance
from grognard.engine.core.cache import Memory
from grognard.engine.core.fact import fact
from grognard.games.red_actions.mind.weights import Weights
from grognard.games.red_actions.rules.bodies import centre, foes_of, ruins
from grognard.games.red_actions.rules.data import KINDS, LEVELS, TABLES_DATA, WEAPONS
from grognard.games.red_actions.rules.move_path import TREES, is_deployed
from grognard.games.red_actions.rules.state import RedActions, Unit, effective, is_mounted, is_vehicle
from grognard.games.red_actions.rules.terrain import column_of, going

COMPANY = 12.0  # the fire of four bases of good infantry
LONG, CLOSE_MG = 0.5, 2.0  # what the fire counts for at long range, and a machine gun's close by
MOST = 5  # columns that the best cover is worth
_LINES = {kind: ground.cover_line for kind, ground in KINDS.items() if ground.cover_line}
COVER = {kind: -TABLES_DATA["shooting_modifiers"]["best_only"][line] / MOST for kind, line in _LINES.items()}
RIDERS_COVER = {kind: COVER[kind] for kind in COVER if KINDS[kind].covers_riders}
WORKS = ("trench", "earthwork", "wall", "hedge")


class Battery(NamedTuple):
    """Somebody who can fire: from where, how far, and how much."""

    point: Point
    close: float
    long: float
    bonus: float
    fire: float


def battery(g: RedActions, unit: Unit) -> Battery:
    """The fire of a unit as it is now; of a train, that of one of its wagons."""
    what = unit.what
    weapon = WEAPONS[what.weapon]
    bases = unit.bases if is_vehicle(unit) else effective(unit)
    return Battery(centre(g, unit), weapon.close, weapon.long, weapon.bonus_range, what.fire * bases / COMPANY)


@fact
def batteries(g: RedActions, side: str) -> list[Battery]:
    """The enemies a side knows who can fire."""
    return [battery(g, u) for u, _ in foes_of(g, side) if _fires(u)]


def _fires(unit: Unit) -> bool:
    armed = unit.what.fire and unit.what.weapon in WEAPONS
    return bool(armed) and not (unit.routing or unit.limbered or unit.carts)


def falls_on(fire: Battery, inches: float) -> float:
    """What the fire is at a distance."""
    if inches <= fire.bonus:
        return CLOSE_MG * fire.fire
    return fire.fire if inches <= fire.close else LONG * fire.fire if inches <= fire.long else 0.0


def under_fire(g: RedActions, unit: Unit, point: Point, shelter: float) -> float:
    """How much fire reaches a unit at a point, cover taken off."""
    total = sum(falls_on(fire, distance(fire.point, point)) for fire in batteries(g, unit.side))
    return total * max(0.0, 1.0 - shelter * cover(g, unit, point)) if total and shelter else total


def cover(g: RedActions, unit: Unit, point: Point) -> float:
    """The cover of a place: 1 is that of a trench."""
    worth = RIDERS_COVER if is_mounted(unit) or is_vehicle(unit) else COVER
    kinds = [g.kind_of(f) for f in g.table.areas_at(point)]
    kinds += [kind for kind in WORKS if g.table.near_line(point, kind, 1.0)]
    return max((worth.get(kind, 0.0) for kind in kinds), default=0.0)


def bears_on(g: RedActions, unit: Unit, point: Point) -> float:
    """How much fire of its own a unit can lay upon an enemy from a point."""
    if not _fires(unit):
        return 0.0
    mine = battery(g, unit)
    near = min((distance(stands.centre, point) for _, stands in foes_of(g, unit.side)), default=99.0)
    return falls_on(mine, near)


def most_fire(g: RedActions, unit: Unit) -> float:
    """How much fire of its own a unit can lay upon an enemy at best."""
    return battery(g, unit).fire * CLOSE_MG if _fires(unit) else 0.0


def in_reach(point: Point, others: Iterable[tuple[Point, float]]) -> int:
    """How many of some places with a reach can reach a point."""
    return sum(distance(there, point) <= reach for there, reach in others)


def weighs_ground(w: Weights) -> bool:
    """Do any of these weights ask what a place means?"""
    return bool(w.danger or w.danger_waiting or w.bears or w.threatens or w.guard)


# -------------------- Ways round closed ground and the enemy, as a troop type would go them

LINES = ("small_stream", "wire", "trench", "wall", "earthwork", "hedge")
SQUARE = 2.0  # inches of the squares that ways round are found over
DANGER = 3.0  # what an inch near an enemy costs horsemen beside the way itself

_routes = Memory()


def routes(g: RedActions, unit: Unit, goal: Point) -> FlowField:
    """The ways to a goal for a troop type; horsemen and vehicles keep away from the enemies they know."""
    column = column_of(unit)
    foes: frozenset[tuple[int, int]] = frozenset()
    if column in ("sabres", "tachanka_limber", "armoured_car"):
        foes = frozenset((f.x // 400, f.y // 400) for f in g.foes(unit.side) if not f.routing)
    goal = (4 * round(goal[0] / 4), 4 * round(goal[1] / 4))
    key = (g.table, column, is_deployed(unit), goal, foes, ruins(g))
    known: FlowField | None = _routes.get(key)
    if known is None:
        known = FlowField(goal, _with_danger(_ground(g, unit), foes), SQUARE)
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
    """Ground near the enemy, here the four-inch square he stands in and those around it, is more expensive."""
    if not foes:
        return prices
    near = {(x + dx, y + dy) for x, y in foes for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    dear = [column.copy() for column in prices]
    for x, y in ((2 * x + dx, 2 * y + dy) for x, y in near for dx in (0, 1) for dy in (0, 1)):
        if 0 <= x < len(dear) and 0 <= y < len(dear[x]) and (price := dear[x][y]) is not None:
            dear[x][y] = price + DANGER
    return dear


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
