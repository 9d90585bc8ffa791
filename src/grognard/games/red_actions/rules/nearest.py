"""The allowed action most like one that was refused: a point near it, or a facing."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from grognard.board.inches import Point, Spot
from grognard.board.nearest import nearest_facing, nearest_point
from grognard.engine import Action, Refusal
from grognard.games.red_actions.rules.state import RedActions

ROAD = 2.0  # a march doubles a move
BEYOND = 4.0  # the road's extra inches, or the depth of a building that is left
WhyNot = Callable[[Action], Refusal | None]


def nearest_legal(
    g: RedActions, action: Action, why_not: WhyNot, start: Point | None = None, inches: float = 0.0
) -> Action | None:
    """Where near means anything: a move begins at `start` and has so many `inches` left."""
    fields = action.__struct_fields__
    if "facing" in fields:
        facing = nearest_facing(action.facing, lambda f: why_not(replace(action, facing=f)) is None)  # type: ignore[attr-defined]
        return replace(action, facing=facing) if facing is not None else None
    if "x" not in fields:
        return None
    wish: Point = action.point  # type: ignore[attr-defined]
    bounds = (start, ROAD * inches + BEYOND) if start is not None and len(fields) == len("xy") else ()
    found = nearest_point(g.table, wish, lambda p: why_not(_at(action, p)) is None, *bounds)
    return _at(action, found) if found is not None else None


def _at(action: Action, p: Point) -> Action:
    x, y, _ = Spot.at(p)
    return replace(action, x=x, y=y)
