"""The nearest point of a table, or the nearest facing, that is allowed, instead of one that was refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from msgspec.structs import replace

from grognard.board.inches.geometry import ABOUT, CIRCLE, Point, Spot, distance, point_ahead, walk
from grognard.board.inches.terrain_table import Table
from grognard.engine import Action

RING, RINGS = 0.25, 16  # inches between the rings around the refused point, and how many
CIRCLES = 1.0  # inches between the circles around the start of a move
ANYWHERE = 60  # circles around a point where no move bounds the search
CLOSER = (0.5, 0.25, 0.1, 0.04)  # steps by which what is found is drawn closer
DIRECTIONS = range(0, CIRCLE, 150)
TURN = 50  # tenths of a degree between the facings tried

Allowed = Callable[[Point], bool]
A = TypeVar("A", bound=Action)


def nearest_point(
    table: Table, wish: Point, allowed: Allowed, start: Point | None = None, reach: float = 0.0
) -> Point | None:
    """Rings of points around the wish, and circles around the start of a move; what is found is then drawn closer.

    A wish beyond the edge is one for the edge: nobody is kept waiting by a walk from the end of the world.
    """
    wish = min(max(wish[0], 0.0), table.width), min(max(wish[1], 0.0), table.height)
    if start is None:
        more = [*_around(wish, CIRCLES, ANYWHERE)]
    else:
        more = [*_around(start, CIRCLES, int(reach / CIRCLES)), *walk(wish, start, RING)]
    best: Point | None = None
    for p in sorted((*_around(wish, RING, RINGS), *more), key=lambda p: distance(p, wish)):
        if p in table and (start is None or distance(p, start) <= reach) and allowed(p):
            best = p
            break
    if best is None:
        return None
    for step in CLOSER:
        for p in [point_ahead(best, facing, step * i) for i in (2, 1) for facing in DIRECTIONS]:
            if distance(p, wish) < distance(best, wish) and p in table and allowed(p):
                best = p
    return best


def nearest_facing(wish: int, allowed: Callable[[int], bool]) -> int | None:
    """Facings to both sides of the wish, the nearest first."""
    turns = (side * turn for turn in range(TURN, ABOUT + 1, TURN) for side in (1, -1))
    return next((facing for turn in turns if allowed(facing := (wish + turn) % CIRCLE)), None)


def nearest_like(
    table: Table, action: A, allowed: Callable[[A], bool], start: Point | None = None, reach: float = 0.0
) -> A | None:
    """The allowed answer nearest to one that was refused; None where near means nothing.

    One that names a point and nothing else is a move from its start.
    """
    answer: Any = action
    fields = action.__struct_fields__
    if "facing" in fields:
        facing = nearest_facing(answer.facing, lambda f: allowed(replace(action, facing=f)))
        return replace(action, facing=facing) if facing is not None else None
    if "x" not in fields:
        return None
    bounds = (start, reach) if len(fields) == len("xy") else ()
    found = nearest_point(table, Spot(answer.x, answer.y).point, lambda p: allowed(_at(action, p)), *bounds)
    return _at(action, found) if found is not None else None


def _at(action: A, p: Point) -> A:
    x, y, _ = Spot.at(p)
    return replace(action, x=x, y=y)


def _around(hub: Point, width: float, rings: int) -> Iterator[Point]:
    for ring in range(1, rings + 1):
        yield from (point_ahead(hub, facing, ring * width) for facing in DIRECTIONS)
