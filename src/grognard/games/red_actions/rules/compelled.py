"""Compelled moves: where a unit that must go back ends (RA-RET.11, RA-RET.12, RA-RET.21 to RA-RET.24)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from grognard.board.bases import LINE
from grognard.board.inches import Point, ahead, beside, distance, facing_to, hundredths, middle, turn_between
from grognard.games.red_actions.rules.bodies import body, centre, crowd_near, on_the_table, overlap, section
from grognard.games.red_actions.rules.state import TABLE, RedActions, Unit
from grognard.games.red_actions.rules.terrain import crossing_under, going, kind_at

STEP = 0.25
PUSH_ON = 3.0
SLIDE = 3.0


class Drift(NamedTuple):
    """Where a compelled move ends."""

    unit: Unit
    gone: float  # inches made good
    off: bool  # over the table edge
    by_enemy: bool  # stopped by an enemy unit


def placed(unit: Unit, point: Point, facing: int) -> Unit:
    """The unit with its anchor on a point, in the open."""
    return replace(unit, x=hundredths(point[0]), y=hundredths(point[1]), facing=facing, place=TABLE)


def turned(g: RedActions, unit: Unit, facing: int) -> Unit:
    """The unit turned about its centre."""
    here = centre(g, unit)
    fx, fy = ahead((0.0, 0.0), unit.facing, 1.0)
    forward = (unit.point[0] - here[0]) * fx + (unit.point[1] - here[1]) * fy
    return placed(unit, ahead(here, facing, forward), facing)


def leave_section(g: RedActions, unit: Unit, facing: int, looks: int) -> Unit:
    """RA-RET.24 Out of a building over the face that best matches a direction."""
    faces = outward_faces(section(g, unit).points)
    point, normal = min(faces, key=lambda face: (turn_between(face[1], facing), face[1]))
    formation = unit.formation if unit.formation != "skirmish" else LINE
    unit = replace(unit, formation=formation)
    away = turn_between(looks, normal) <= 900
    front = ahead(point, normal, unit.depth) if away else point
    return placed(unit, front, looks)


def outward_faces(outline: tuple[Point, ...]) -> list[tuple[Point, int]]:
    """The middle of each side of a section, and the facing of its outward normal."""
    inner = middle(outline)
    found = []
    for i in range(len(outline)):
        a, b = outline[i - 1], outline[i]
        m = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        normal = facing_to(a, b) + 900
        if distance(ahead(m, normal, 0.1), inner) < distance(m, inner):
            normal += 1800
        found.append((m, normal % 3600))
    return found


def closed_to(g: RedActions, unit: Unit, a: Point, b: Point) -> bool:
    """RA-TER.5 Is ground on the way marked Nyet! for the unit?"""
    for f in g.table.areas_at(b):
        kind = g.kind_of(f)
        if not going(g, unit, kind).allowed and not (kind == "stream" and crossing_under(g, unit, b)):
            return True
    for cut in g.table.cuts(a, b):
        kind = kind_at(g, cut.feature, cut.point)
        cell = going(g, unit, kind)
        if (not cell.allowed or cell.halt) and not (kind == "small_stream" and crossing_under(g, unit, cut.point)):
            return True
    return False


def in_water(g: RedActions, p: Point) -> bool:
    """RA-TER.22 Inside a stream, no bridge or ford there."""
    kinds = {f.type for f in g.table.areas_at(p)}
    return "stream" in kinds and not kinds & {"bridge", "ford"}


def in_a_house(g: RedActions, unit: Unit) -> bool:
    """Does an open unit stand with any base centre inside a standing section?"""
    return any(name not in g.collapsed for name in body(g, unit).houses)


def drift(g: RedActions, unit: Unit, facing: int, inches: float) -> Drift:
    """Move a placed unit straight in a direction, keeping its face, as far as it can go."""
    start = unit.point
    near = crowd_near(g, body(g, unit), inches + PUSH_ON)
    others = [(u, stands) for u, stands in near if u.id != unit.id and not stands.inside]
    foes = [stands for u, stands in others if u.side != unit.side]
    friends = [stands for u, stands in others if u.side == unit.side]
    clear, stands = 0.0, unit
    step = STEP if inches <= 6 else 2 * STEP
    done, by_enemy = 0.0, False
    limit = inches
    while done < limit - 1e-9:
        following = min(limit, done + step)
        there = replace(unit, **_at(ahead(start, facing, following)))
        mine = body(g, there)
        if any(mine.overlaps(foe) for foe in foes):
            by_enemy = True
            break
        if closed_to(g, unit, ahead(start, facing, done), there.point):
            break
        if not on_the_table(g, there):
            return Drift(there, following, True, False)
        done = following
        room = not any(mine.overlaps(friend) for friend in friends)
        if room and not in_water(g, there.point) and not in_a_house(g, there):
            clear, stands = done, there
        elif done >= limit - 1e-9 and limit < inches + PUSH_ON:
            limit, step = min(limit + 0.01, inches + PUSH_ON), 0.01  # RA-RET.21 go on until clear
    return Drift(stands, clear, False, by_enemy)


def has_room(g: RedActions, unit: Unit) -> bool:
    """RA-RET.21 Does a unit in the open stand clear of all others and of houses?"""
    stands = body(g, unit)
    others = (u for u, there in crowd_near(g, stands, 1.0) if u.id != unit.id and not there.inside)
    return not in_a_house(g, unit) and not any(overlap(g, unit, other) for other in others)


def _at(point: Point) -> dict[str, int]:
    return {"x": hundredths(point[0]), "y": hundredths(point[1])}


def drift_or_slide(g: RedActions, unit: Unit, facing: int, inches: float) -> Drift:
    """RA-RET.12 Slide up to 3 inches sideways to make good at least half the distance."""
    best = drift(g, unit, facing, inches)
    if best.off or best.gone >= inches / 2 - 0.005:
        return best
    for aside in (0.5, -0.5, 1.0, -1.0, 1.5, -1.5, 2.0, -2.0, 2.5, -2.5, SLIDE, -SLIDE):
        moved = replace(unit, **_at(beside(unit.point, facing, aside)))
        if not on_the_table(g, moved) or any(overlap(g, moved, u) for u in g.troops(g.enemy(unit.side))):
            continue
        tried = drift(g, moved, facing, inches)
        if not tried.off and tried.gone >= inches / 2 - 0.005:
            return tried
    return best
