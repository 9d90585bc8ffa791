"""The facts that reasons are made of: who acts, where a way begins and ends, who is known, who is near."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from grognard.board.inches.formations import COLUMN, FILE, SKIRMISH
from grognard.board.inches.geometry import Point, distance, facing_to, part_way, point_ahead, turn_between
from grognard.engine import Action
from grognard.engine.core.rulebook import Reason
from grognard.games.red_actions.rules.bodies import BUILDINGS, apart, body
from grognard.games.red_actions.rules.data import BASE_WIDTH
from grognard.games.red_actions.rules.state import RedActions, Unit, is_foot
from grognard.games.red_actions.rules.terrain import survey

Test = Callable[[RedActions, Unit, Any, Any], bool]  # the position, who acts, the answer, the step that asks
Table = dict[str, tuple[Reason, ...]]
HAIR = 0.02  # inches by which two ways of working may differ
PACE = 0.1  # inches between the places on a way that are looked at
BEHIND = 1750  # tenths of a degree from which on a way is straight back
FREE = 450  # that a turn is free


def of(words: str, test: Test) -> Reason:
    """A reason of the unit that acts; where none acts it breaks nothing."""

    def broken(g: RedActions, side: str, action: Action) -> bool:
        step = g.steps[-1]
        unit = g.pieces.get(getattr(step, "unit", ""))
        return unit is not None and test(g, unit, action, step)

    return Reason(words, broken)


def named(g: RedActions, action: Any) -> Unit | None:
    """The unit that an answer names."""
    return g.pieces.get(getattr(action, "piece", ""))


def known(g: RedActions, side: str) -> list[Unit]:
    """The enemies a side knows of."""
    return [u for u in g.pieces.values() if u.side != side and u.place and not u.hidden and u.type != "senior_officer"]


def friends(g: RedActions, unit: Unit) -> list[Unit]:
    """The others of a unit's side in the open."""
    return [
        u
        for u in g.pieces.values()
        if u.side == unit.side and u.id != unit.id and u.place == "table" and u.kind != "officer"
    ]


def narrow(unit: Unit) -> bool:
    """Is it in column, or a single base?"""
    return unit.bases == 1 or unit.formation in (COLUMN, FILE)


def spreads(unit: Unit) -> bool:
    """RA-TER.17 Other troops than foot that are not in column."""
    return not is_foot(unit) and not narrow(unit)


def house_at(g: RedActions, point: Point) -> str:
    """The standing section a point lies in."""
    found = (f.name for f in g.table.areas_at(point) if f.type in BUILDINGS and f.name not in g.collapsed)
    return next(found, "")


def kinds_at(g: RedActions, point: Point) -> set[str]:
    """The kinds of ground at a point, as they are now."""
    return {g.kind_of(f) for f in g.table.areas_at(point)}


def start_of(g: RedActions, unit: Unit, point: Point) -> Point:
    """Where a way to a point begins: at the anchor, or at the wall of the house."""
    return g.table.features[unit.inside].nearest(point) if unit.inside else unit.point


def way_of(g: RedActions, unit: Unit, action: Any) -> tuple[Point, Point]:
    """Where a move begins and ends: at the wall of a house that is entered, or before the wire that halts it."""
    point: Point = action.point
    start, house = start_of(g, unit, point), house_at(g, point)
    end = g.table.features[house].nearest(start) if house and house != unit.inside else point
    halts = survey(g, unit.at(start, facing_to(start, end)) if start != end else unit, start, end).halts
    return start, (point_ahead(start, facing_to(start, end), max(0.0, halts[0].at - 0.05)) if halts else end)


def turn_to(unit: Unit, start: Point, end: Point) -> int:
    """The turn that a way asks for; none of those who come out of a house."""
    return 0 if unit.inside or start == end else turn_between(unit.facing, facing_to(start, end))


def turns_freely(unit: Unit) -> bool:
    return unit.formation == SKIRMISH or unit.kind in ("officer", "train")


def gaits(unit: Unit, start: Point, end: Point) -> list[Unit]:
    """How a unit may go a way: its front turned to it, or straight back."""
    facing = facing_to(start, end) if start != end else unit.facing
    ahead_ = unit.at(start, facing)
    back = turn_to(unit, start, end) >= BEHIND and not turns_freely(unit)
    return [ahead_, unit.at(start)] if back else [ahead_]


def along_way(unit: Unit, start: Point, end: Point) -> Iterator[Unit]:
    """A unit at every tenth of an inch of a way, however it goes."""
    far = distance(start, end)
    for gait in gaits(unit, start, end):
        for k in range(int(far / PACE) + 1):
            yield gait.at(part_way(start, end, min(1.0, k * PACE / far) if far else 0.0))
        yield gait.at(end)


def over(g: RedActions, one: Unit, other: Unit) -> bool:
    """Do two units stand on the same ground, or so nearly that nobody could say?"""
    return not other.inside and (body(g, one).overlaps(body(g, other)) or apart(g, one, other) <= HAIR)


def off_table(g: RedActions, unit: Unit) -> bool:
    """Does any part of a unit lie off the table?"""
    corners = [corner for base in body(g, unit).bases for corner in base.corners]
    return any(
        not (-HAIR <= x <= g.table.width + HAIR and -HAIR <= y <= g.table.height + HAIR) for x, y in corners
    ) or (not body(g, unit).on_table)


def in_wall(g: RedActions, unit: Unit) -> bool:
    """Does a base stand in a section?"""
    return any(house_at(g, base.centre) for base in body(g, unit).bases)


def no_room(g: RedActions, there: Unit) -> bool:
    """RA-MOV.34 Off the table, in a house, or on friends."""
    crowded = any(over(g, there, u) for u in friends(g, there))
    return off_table(g, there) or in_wall(g, there) or crowded


def too_close(g: RedActions, there: Unit) -> bool:
    """RA-MOV.5 Within an inch of an enemy that is known."""
    return any(apart(g, there, foe) < 1 + HAIR for foe in known(g, there.side))


def on_road(g: RedActions, unit: Unit, *points: Point) -> bool:
    """Is a unit of several bases in column, and are these points on one road?"""
    if unit.bases == 1 or unit.inside or unit.formation not in (COLUMN, FILE):
        return False
    return all(g.table.near_line(p, "road", BASE_WIDTH / 2 + HAIR) for p in points)
