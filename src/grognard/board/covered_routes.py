"""Out of sight: by which hexes a mover comes to a place so that the enemies its side sees watch the least of its way.

Nothing is asked but what a side may know: the reach of the pieces in its view, and the ways it is shown anyway.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import count
from math import inf
from typing import Any, NamedTuple

from grognard.board.ground import hexmap_of
from grognard.board.hexes.grid import Hex, HexGrid
from grognard.engine import Action, Route, State, Step
from grognard.engine.game.playthrough import Playthrough

Price = tuple[int, float]  # how many hexes of a way are watched, and what it costs


def watched_by_enemies(match: Playthrough, side: str) -> frozenset[Hex]:
    """The hexes that enemies in a side's view see and could fire into, as far as it may know."""
    foes = [piece.id for piece in match.view(side).pieces if piece.side != side]
    found = (reach for foe in foes for reach in match.game.face.reach(match.state, side, foe) if reach.watches)
    return frozenset(h for reach in found for h in reach.hexes)


def entered(legs: Sequence[Route]) -> tuple[Hex, ...]:
    """The hexes that are entered on a way: not the one in which it begins."""
    return tuple(s.place for leg in legs for i, s in enumerate(leg.stretches) if i or s.spent)


def unseen(match: Playthrough, goal: Action, watched: frozenset[Hex]) -> list[Action]:
    """The answers that lead to a hex by the way that is watched the least, the cheapest of those.

    Where no way is watched less than the one on which the answer itself leads, it is that answer alone.
    """
    g, hexes = match.state, hexmap_of(match.game, match.state.scenario_id)
    route = g.steps[-1].route(g, goal)
    if route is None or hexes is None or route.stretches[0].spent or watched.isdisjoint(entered([route])):
        return [goal]
    start = Mover(g, g.steps[-1], type(goal), route.stretches[0].place)
    most = len(watched.intersection(entered([route])))
    path = Search(hexes.grid, route.stretches[-1].place, watched, most).path(start)
    return answers_along(start, path) if path else [goal]


class Mover(NamedTuple):
    """A move that has come so far on its way, if nothing has happened."""

    g: State[Any]
    step: Step
    kind: type[Action]  # the answer that sends it somewhere
    place: Hex
    path: tuple[Hex, ...] = ()
    price: Price = (0, 0.0)

    def route(self, to: Hex) -> Route | None:
        """The way on which it would go to a hex."""
        return self.step.route(self.g, self.kind(to))

    def at(self, place: Hex, price: Price = (0, 0.0)) -> Mover:
        """The move when it has come to the next hex."""
        g: State[Any] = self.g.clone()
        return Mover(g, self.step.walked(g, self.kind(place)), self.kind, place, (*self.path, place), price)


class Search:
    """Moves are gone on with hex by hex, the least watched first, the cheapest of those."""

    def __init__(self, grid: HexGrid, goal: Hex, watched: frozenset[Hex], most: int) -> None:
        self.grid, self.goal, self.watched = grid, goal, watched
        self.most = most  # a way on which so many hexes are watched is no better
        self.order = count()

    def path(self, start: Mover) -> tuple[Hex, ...]:
        """The hexes of the best way to the goal; none if there is no better one."""
        cheapest: dict[Hex, float] = {}
        waiting = sorted(self.steps(start))
        while waiting:
            price, _, place, before = heapq.heappop(waiting)
            if place == self.goal:
                return (*before.path, place)
            if price[1] < cheapest.get(place, inf):  # who came here before was watched no more
                cheapest[place] = price[1]
                mover = before.at(place, price)
                for step in self.steps(mover) if mover.route(self.goal) is not None else ():
                    heapq.heappush(waiting, step)
        return ()

    def steps(self, mover: Mover) -> Iterator[tuple[Price, int, Hex, Mover]]:
        """Where a move could come next, and what it has cost then."""
        seen, spent = mover.price
        for place in self.grid.neighbours[mover.place]:
            route = mover.route(place)
            if route is None or len(route.stretches) > 2 or (route.shunned and place != self.goal):
                continue
            price = seen + (place in self.watched), spent + route.price
            if price[0] < self.most:
                yield price, next(self.order), place, mover


def answers_along(mover: Mover, path: tuple[Hex, ...]) -> list[Action]:
    """The fewest answers that lead along a path: each as far as its own way is the same."""
    found: list[Action] = []
    while path:
        far = next(n for n in range(len(path), 0, -1) if n == 1 or _leads(mover, path[:n]))
        for place in path[:far]:
            mover = mover.at(place)
        found.append(mover.kind(mover.place))
        path = path[far:]
    return found


def _leads(mover: Mover, path: tuple[Hex, ...]) -> bool:
    route = mover.route(path[-1])
    return route is not None and entered([route]) == path
