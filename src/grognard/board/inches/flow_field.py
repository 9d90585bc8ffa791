"""Ways round: how far every part of a table is from a goal when the ground, or the enemy, makes some of it dear."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable

from grognard.board.inches.geometry import Point
from grognard.board.kernels.compiled import compiled

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
SLANTED = ((1, 1), (1, -1), (-1, 1), (-1, -1))

Prices = list[list[float | None]]  # what an inch costs in each square, by column and row; None is closed
Costs = list[list[float]]  # what the way from each square costs, by column and row; inf if there is none


def squares(width: float, height: float, price: Callable[[Point], float | None], step: float) -> Prices:
    """The price of an inch at the middle of every square of a table."""
    columns, rows = max(1, math.ceil(width / step)), max(1, math.ceil(height / step))
    return [[price(((x + 0.5) * step, (y + 0.5) * step)) for y in range(rows)] for x in range(columns)]


@compiled
def costs_to(goal: tuple[int, int], prices: Prices, step: float) -> Costs:
    """Inches, dear ones counted as more, from every square to the goal."""
    columns, rows = len(prices), len(prices[0])
    costs = [[math.inf] * rows for _ in range(columns)]
    costs[goal[0]][goal[1]] = 0.0
    waiting = [(0.0, goal)]
    while waiting:
        cost, (x, y) = heapq.heappop(waiting)
        if cost > costs[x][y]:
            continue
        for ways, length in ((STRAIGHT, step), (SLANTED, step * math.sqrt(2))):
            for dx, dy in ways:
                nx, ny = x + dx, y + dy
                if not (0 <= nx < columns and 0 <= ny < rows):
                    continue
                price = prices[nx][ny]
                if price is not None and (there := cost + price * length) < costs[nx][ny]:
                    costs[nx][ny] = there
                    heapq.heappush(waiting, (there, (nx, ny)))
    return costs


class FlowField:
    """The cheapest ways to one goal over a grid of squares."""

    def __init__(self, goal: Point, prices: Prices, step: float) -> None:
        self.step = step
        self.columns, self.rows = len(prices), len(prices[0])
        self._costs = costs_to(self._square(goal), prices, step)

    def _square(self, p: Point) -> tuple[int, int]:
        x, y = int(p[0] // self.step), int(p[1] // self.step)
        return min(max(x, 0), self.columns - 1), min(max(y, 0), self.rows - 1)

    def cost(self, p: Point) -> float:
        """What the way from a point to the goal costs, evened out between squares; inf if there is none."""
        u, v = p[0] / self.step - 0.5, p[1] / self.step - 0.5
        x, y = math.floor(u), math.floor(v)
        total = weight = 0.0
        for nx, ny, share in (
            (x, y, (x + 1 - u) * (y + 1 - v)),
            (x + 1, y, (u - x) * (y + 1 - v)),
            (x, y + 1, (x + 1 - u) * (v - y)),
            (x + 1, y + 1, (u - x) * (v - y)),
        ):
            known = self._costs[nx][ny] if 0 <= nx < self.columns and 0 <= ny < self.rows else math.inf
            if known < math.inf:
                total, weight = total + share * known, weight + share
        return total / weight if weight > 1e-9 else math.inf
