"""The nearest point or facing that is allowed, offered in place of one that was refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from grognard.board.inches import ABOUT, CIRCLE, Point, Spot, ahead, distance, walk
from grognard.engine import Action, Refusal
from grognard.games.red_actions.rules.moves import Face, Go
from grognard.games.red_actions.rules.shots import Search
from grognard.games.red_actions.rules.state import RedActions

At = Go | Search
WhyNot = Callable[[Action], Refusal | None]

RING, RINGS = 0.25, 16  # around the refused point
CIRCLES = 1.0  # inches between the circles around the start of a move
ANYWHERE = 60  # circles around a point where no move bounds the search
ROAD = 2.0  # a march doubles a move
CLOSER = (0.5, 0.25, 0.1, 0.04)  # steps by which what is found is drawn closer
BEYOND = 4.0  # the road's extra inches, or the depth of a building that is left
DIRECTIONS = range(0, CIRCLE, 150)
TURN = 50  # tenths of a degree between the facings tried


def nearest_legal(
    g: RedActions, action: Action, why_not: WhyNot, start: Point | None = None, inches: float = 0.0
) -> Action | None:
    """The allowed action most like a refused one: a point near it, or a facing.

    A move begins at `start` and has so many `inches` left.
    """
    if isinstance(action, Go) and start is not None:
        reach = ROAD * inches + BEYOND
        near = [*_around(start, CIRCLES, int(reach / CIRCLES)), *walk(action.point, start, RING)]
        return _nearest_point(g, action, why_not, near, lambda p: distance(p, start) <= reach)
    if isinstance(action, Go | Search):
        wide = _around(action.point, CIRCLES, ANYWHERE)
        return _nearest_point(g, action, why_not, list(wide), lambda p: True)
    if isinstance(action, Face):
        turns = (side * turn for turn in range(TURN, ABOUT + 1, TURN) for side in (1, -1))
        faces = (Face((action.facing + turn) % CIRCLE) for turn in turns)
        return next((face for face in faces if why_not(face) is None), None)
    return None


def _nearest_point(
    g: RedActions, action: At, why_not: WhyNot, more: list[Point], thinkable: Callable[[Point], bool]
) -> At | None:
    """Rings of points around the refused one and `more`, the nearest first; what is found is then drawn closer."""
    wish = action.point
    best: Point | None = None
    for p in sorted((*_around(wish, RING, RINGS), *more), key=lambda p: distance(p, wish)):
        if p in g.table and thinkable(p) and why_not(_at(action, p)) is None:
            best = p
            break
    if best is None:
        return None
    for step in CLOSER:
        for p in [ahead(best, facing, step * i) for i in (2, 1) for facing in DIRECTIONS]:
            if distance(p, wish) < distance(best, wish) and p in g.table and why_not(_at(action, p)) is None:
                best = p
    return _at(action, best)


def _around(hub: Point, width: float, rings: int) -> Iterator[Point]:
    for ring in range(1, rings + 1):
        yield from (ahead(hub, facing, ring * width) for facing in DIRECTIONS)


def _at(action: At, p: Point) -> At:
    x, y, _ = Spot.at(p)
    return replace(action, x=x, y=y)
