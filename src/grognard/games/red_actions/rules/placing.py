"""A unit comes to stand somewhere (RA-OFF.5, RA-OFF.7, RA-AMB.9): who goes with it, who flees from it, who is found."""

from __future__ import annotations

from grognard.board.bases import frontage
from grognard.board.inches import at_most, box, boxes_overlap, distance, facing_to
from grognard.games.red_actions.rules.bodies import apart, blocks_of, centre, overlap
from grognard.games.red_actions.rules.data import BASE_WIDTH, REACH
from grognard.games.red_actions.rules.losses import reveal_near
from grognard.games.red_actions.rules.officers import follow_seniors
from grognard.games.red_actions.rules.state import TABLE, RedActions, Unit


def stand(g: RedActions, there: Unit, **changes: object) -> Unit:
    """Put a unit where it is to be, by whatever move it came there."""
    was = g.pieces[there.id]
    unit = g.change(there.id, x=there.x, y=there.y, facing=there.facing, place=there.place, **changes)
    follow_seniors(g, unit.id)
    ride_over(g, was, unit)
    reveal_near(g, unit.id)
    return g.pieces[unit.id]


def ride_over(g: RedActions, was: Unit, unit: Unit) -> None:
    """RA-OFF.7 A lone senior officer whom a move of the enemy meets flees to his friends, or is lost."""
    if unit.place != TABLE:
        return
    lone = [s for s in g.seniors(g.enemy(unit.side)) if not s.attached and _meets(g, was, unit, s)]
    for senior in lone:
        friends = sorted(g.troops(senior.side), key=lambda u: (apart(g, senior, u), u.id))
        if friends and at_most(apart(g, senior, friends[0]), REACH.senior_flight):
            g.move_to(senior.id, centre(g, friends[0]), attached=friends[0].id)
            g.tell("RA-OFF.7", "{name} flees to {friend}", name=senior.name, friend=friends[0].name)
        else:
            g.lose(senior.id, "captured")
            g.tell("RA-OFF.7", "{name} is taken", name=senior.name)


def _meets(g: RedActions, was: Unit, unit: Unit, senior: Unit) -> bool:
    """Does a straight move go over him, or end on him?"""
    if overlap(g, unit, senior):
        return True
    length = distance(was.point, unit.point)
    if was.place != TABLE or unit.wagons or not length:
        return False
    swath = box(unit.point, facing_to(was.point, unit.point), frontage(unit.formation, unit.bases, BASE_WIDTH), length)
    return any(boxes_overlap(swath, block) for block in blocks_of(g, senior))
