"""Ways round closed ground and the enemy, as a troop type would go them."""

from __future__ import annotations

from grognard.board.inches.flow_field import Prices, Routes, squares
from grognard.board.inches.geometry import Point
from grognard.engine.core.cache import Memory
from grognard.games.red_actions.rules.bodies import ruins
from grognard.games.red_actions.rules.data import LEVELS
from grognard.games.red_actions.rules.move_path import TREES, is_deployed
from grognard.games.red_actions.rules.state import RedActions, Unit
from grognard.games.red_actions.rules.terrain import column_of, going

LINES = ("small_stream", "wire", "trench", "wall", "earthwork", "hedge")
SQUARE = 2.0  # inches of the squares that ways round are found over
DANGER = 3.0  # what an inch near an enemy costs horsemen beside the way itself

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
