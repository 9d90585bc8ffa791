"""Compelled moves: where a unit that must go back ends (RA-RET.11, RA-RET.12, RA-RET.21 to RA-RET.24)."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from grognard.board.bases import LINE, SKIRMISH
from grognard.board.inches import QUARTER, ahead, at_least, beside, distance, outward_faces, turn_between
from grognard.games.red_actions.rules.bodies import body, centre, crowd_near, on_the_table, section
from grognard.games.red_actions.rules.data import REACH, TABLES_DATA
from grognard.games.red_actions.rules.room import closed_to, in_a_house, in_water, on_others, too_near
from grognard.games.red_actions.rules.state import RedActions, Unit

STEP, LONG_STEP, SHORT_RUN = 0.25, 0.5, 6.0  # a run of more inches is looked at in longer steps
INCH_ON = 0.01  # by which a unit that stands on others goes on
PUSH_ON = float(TABLES_DATA["retire"]["push_on_max"])
SLIDE = float(TABLES_DATA["retire"]["slide_max"])


class Drift(NamedTuple):
    """Where a compelled move ends."""

    unit: Unit
    gone: float  # inches made good
    off: bool  # over the table edge
    by_enemy: bool  # stopped by an enemy unit


def leave_section(g: RedActions, unit: Unit, facing: int, looks: int) -> Unit:
    """RA-RET.24 Out of a building over the face that best matches a direction."""
    faces = outward_faces(section(g, unit).points)
    point, normal = min(faces, key=lambda face: (turn_between(face[1], facing), face[1]))
    unit = replace(unit, formation=LINE if unit.formation == SKIRMISH else unit.formation)
    away = turn_between(looks, normal) <= QUARTER
    return unit.at(ahead(point, normal, unit.depth) if away else point, looks)


def drift(g: RedActions, unit: Unit, facing: int, inches: float) -> Drift:
    """Move a placed unit straight in a direction, keeping its face, as far as it can go and an inch from enemies."""
    near = crowd_near(g, body(g, unit), inches + PUSH_ON + REACH.no_entry)
    others = [(u, stands) for u, stands in near if u.id != unit.id and not stands.inside]
    foes = [u for u, _ in others if u.side != unit.side]
    friends = [stands for u, stands in others if u.side == unit.side]
    step = STEP if inches <= SHORT_RUN else LONG_STEP
    clear, stands, done, limit, was = 0.0, unit, 0.0, inches, unit
    while done < limit:
        following = min(limit, done + step)
        there = unit.at(ahead(unit.point, facing, following))
        met = [foe for foe in foes if too_near(g, there, foe)]
        if any(_comes_nearer(g, was, there, foe) for foe in met):
            return Drift(stands, clear, False, True)
        if closed_to(g, unit, was.point, there.point):
            break
        if not on_the_table(g, there):
            return Drift(there, following, True, False)
        done, was = following, there
        mine = body(g, there)
        room = not met and not any(mine.overlaps(friend) for friend in friends)
        if room and not in_water(g, there.point) and not in_a_house(g, there):
            clear, stands = done, there
        elif done == limit:
            limit, step = min(limit + INCH_ON, inches + PUSH_ON), INCH_ON  # RA-RET.21 go on until clear
    return Drift(stands, clear, False, False)


def _comes_nearer(g: RedActions, was: Unit, there: Unit, foe: Unit) -> bool:
    """RA-RET.11 Does a step lead up to an enemy, and not away from one that is too near already?"""
    hub = centre(g, foe)
    return distance(centre(g, there), hub) < distance(centre(g, was), hub)


def drift_or_slide(g: RedActions, unit: Unit, facing: int, inches: float) -> Drift:
    """RA-RET.12 Slide up to 3 inches sideways to make good at least half the distance."""
    best = drift(g, unit, facing, inches)
    if best.off or at_least(best.gone, inches / 2):
        return best
    for aside in (side * k * LONG_STEP for k in range(1, int(SLIDE / LONG_STEP) + 1) for side in (1, -1)):
        moved = unit.at(beside(unit.point, facing, aside))
        if not on_the_table(g, moved) or on_others(g, moved, side=g.enemy(unit.side)):
            continue
        tried = drift(g, moved, facing, inches)
        if not tried.off and at_least(tried.gone, inches / 2):
            return tried
    return best
