"""Room to stand (RA-MOV.5, RA-MOV.34): ground, houses, others, how far a way leads to it, and who is met there."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product

from grognard.board.inches.formations import COLUMN, FILE, SKIRMISH
from grognard.board.inches.geometry import (
    CIRCLE,
    QUARTER,
    Box,
    Point,
    Spot,
    at_least,
    at_most,
    box,
    boxes_overlap,
    distance,
    facing_to,
    point_ahead,
    point_beside,
    strides,
)
from grognard.board.inches.intersections import any_overlap
from grognard.engine import Refusal
from grognard.engine.core.state import without
from grognard.engine.core.wording import with_count
from grognard.games.red_actions.rules.bodies import Body, apart, body, centre, crowd_near, gap, overlap
from grognard.games.red_actions.rules.data import BASES_INSIDE, REACH
from grognard.games.red_actions.rules.losses import reveal_near, reveal_unit
from grognard.games.red_actions.rules.officers import follow_seniors, may_host
from grognard.games.red_actions.rules.state import TABLE, RedActions, Unit, is_foot
from grognard.games.red_actions.rules.terrain import crossing_under, going, lines_crossed, on_road

COLUMNS = (COLUMN, FILE)
BESIDE = (0.7, 1.3, 1.8)  # inches from the rails to those who get off a train

# ------------------------------------------------------------------ the ground


def in_water(g: RedActions, p: Point) -> bool:
    """RA-TER.22 Inside a stream, no bridge or ford there."""
    kinds = {f.type for f in g.table.areas_at(p)}
    return "stream" in kinds and not kinds & {"bridge", "ford"}


def in_a_house(g: RedActions, unit: Unit) -> bool:
    """Does an open unit stand with any base centre inside a standing section?"""
    return any(name not in g.collapsed for name in body(g, unit).houses)


def closed_to(g: RedActions, unit: Unit, a: Point, b: Point) -> bool:
    """RA-TER.5 Is ground on the way marked Nyet! for the unit?"""
    for kind in map(g.kind_of, g.table.areas_at(b)):
        if not going(g, unit, kind).allowed and not (kind == "stream" and crossing_under(g, unit, b, facing_to(a, b))):
            return True
    cells = (going(g, unit, kind) for _, kind in lines_crossed(g, unit, a, b))
    return any(cell.halt or not cell.allowed for cell in cells)


def on_closed_ground(g: RedActions, unit: Unit) -> bool:
    """RA-TER.5 Does a base stand on ground marked Nyet! for the unit? Roads, bridges and fords carry it over."""
    under = [{g.kind_of(f) for f in areas} for areas in body(g, unit).areas]
    dry = [kinds - {"stream"} if kinds & {"bridge", "ford"} else kinds for kinds in under]
    return not on_road(g, unit, unit.point) and not all(going(g, unit, kind).allowed for kinds in dry for kind in kinds)


# ------------------------------------------------------------------ others


def too_near(g: RedActions, there: Unit, foe: Unit) -> bool:
    """RA-MOV.5 Would a unit stand within an inch of an enemy?"""
    return crowds(body(g, there), body(g, foe))


def crowds(one: Body, other: Body) -> bool:
    """RA-MOV.5 Are two bodies within an inch of one another?"""
    return not one.is_beyond(other, REACH.no_entry) and not at_least(gap(one, other), REACH.no_entry)


def passes(unit: Unit, friend: Unit) -> bool:
    """RA-MOV.6 Who may go through whom."""
    if unit.formation == SKIRMISH or unit.kind == "officer" or unit.routing:
        return True
    return friend.kind in ("mg", "gun", "officer") or friend.formation == SKIRMISH


def has_room(g: RedActions, there: Unit) -> bool:
    """RA-RET.21 Does a unit in the open stand clear of all others and of houses?"""
    return not in_a_house(g, there) and not on_others(g, there)


def may_stand(g: RedActions, there: Unit) -> bool:
    """RA-MOV.34, RA-TER.22 May a unit stop there: on the table, clear of all others and of houses, out of the water?"""
    return body(g, there).on_table and has_room(g, there) and not in_water(g, there.point)


def may_turn(g: RedActions, there: Unit) -> bool:
    """RA-MOV.34 Does a unit that has turned to shoot stand on the table, clear of all others that it knows of?"""
    return body(g, there).on_table and not on_others(g, there, known=True)


def on_others(g: RedActions, there: Unit, ignore: str = "", side: str = "", *, known: bool = False) -> Unit | None:
    """RA-MOV.34 Whoever (of a side, or of those known to it) a unit would stand on, if anybody."""
    stands = body(g, there)
    for u, other in crowd_near(g, stands, 0.0):
        counts = u.id not in (there.id, ignore) and (not side or u.side == side)
        if counts and not (known and u.hidden and u.side != there.side) and stands.overlaps(other):
            return u
    return None


def why_no_room(g: RedActions, there: Unit) -> Refusal | None:
    """RA-MOV.5, RA-MOV.34 Why a unit has no room to stand so: the edge, a house, friends or known enemies."""
    if not body(g, there).on_table or in_a_house(g, there):
        return Refusal("RA-MOV.34", "There is no room.")
    return why_not_among(g, there, body(g, there))


def why_not_among(g: RedActions, unit: Unit, there: Body) -> Refusal | None:
    """RA-MOV.5, RA-MOV.34 Not on friends, and not within an inch of an enemy that is known."""
    for other, stands in crowd_near(g, there, REACH.no_entry):
        if other.id == unit.id or (other.hidden and other.side != unit.side):
            continue
        if other.side == unit.side and unit.kind != "officer" and there.overlaps(stands):
            return Refusal("RA-MOV.34", f"{other.name} stands there.")
        if other.side != unit.side and crowds(there, stands):
            return Refusal("RA-MOV.5", f"{other.name} is within an inch of it.")
    return None


def who_bars(
    g: RedActions,
    unit: Unit,
    starts: Body,
    swaths: list[Box],
    berths: list[Box],
    near: float,
    met: Collection[str] = (),
) -> Unit | None:
    """RA-MOV.5, RA-MOV.6, RA-MOV.28 A friend whom a unit may not pass on its way, or a known enemy too near to it."""
    for other, stands in crowd_near(g, starts, near):
        friend = other.side == unit.side
        if stands.inside or other.id == unit.id or other.id in met or (not friend and other.hidden):
            continue
        if any_overlap(swaths if friend else berths, stands.blocks) and not (friend and passes(unit, other)):
            return other
    return None


# ------------------------------------------------------------------ houses


def fits_indoors(unit: Unit) -> bool:
    """RA-BLD.2, RA-TER.17 Foot goes inside as it is; other troops in column, or with a single base."""
    return is_foot(unit) or (unit.kind not in ("officer", "train") and (unit.bases == 1 or unit.formation in COLUMNS))


def why_not_enter(g: RedActions, unit: Unit, name: str) -> Refusal | None:
    """RA-BLD.2, RA-BLD.3, RA-BLD.4, RA-BLD.6 A section that has room and no enemy."""
    if not fits_indoors(unit):
        alone = unit.kind == "officer"
        return Refusal("RA-BLD.2", "An officer on his own stays outside." if alone else "It must form column first.")
    if any(u.side != unit.side and not u.hidden for u in g.here(name)):
        return Refusal("RA-BLD.4")
    room = room_in(g, name, unit.id, unit.side)
    return Refusal("RA-BLD.3", f"There is room for {with_count(room, 'base')}.") if unit.bases > room else None


def room_in(g: RedActions, name: str, ignore: str = "", known_to: str = "") -> int:
    """RA-BLD.3, RA-AMB.9 One base for every 2 square inches, less those inside that a side knows of."""
    inside = [u for u in g.here(name) if u.id != ignore and u.kind != "officer"]
    taken = sum(u.bases for u in inside if not (known_to and u.hidden and u.side != known_to))
    return int(g.table.features[name].size / BASES_INSIDE + 1e-9) - taken


# ------------------------------------------------------------------ how far


def farthest(
    g: RedActions, unit: Unit, facing: int, inches: float, step: float, *, flees: str = "", barred: bool = False
) -> Unit | None:
    """RA-MEL.34, RA-MOV.20, RA-MOV.31 The last place on a straight way where a unit may stand.

    It goes past water, houses and friends (only those whom it `passes`, if `barred`), but neither up to an enemy other
    than the one it `flees`, nor over ground closed to it.
    """
    best, start = None, unit.point
    for far in strides(inches, step):
        there = unit.at(point_ahead(start, facing, far), facing)
        around = crowd_near(g, body(g, there), REACH.no_entry)
        near = [(u, stands) for u, stands in around if u.id not in (unit.id, flees) and not stands.inside]
        if any(other.side != unit.side and too_near(g, there, other) for other, _ in near):
            break
        met = [(other, stands) for other, stands in near if body(g, there).overlaps(stands)]
        if barred and any(not passes(unit, friend) for friend, _ in met):
            break
        if closed_to(g, unit, (best or unit).point, there.point):
            break
        if not met and body(g, there).on_table and not in_water(g, there.point) and not in_a_house(g, there):
            best = there
    return best


# ------------------------------------------------------------------ coming to stand


def stand(g: RedActions, there: Unit, **changes: object) -> Unit:
    """RA-ART.4 Put a unit where it is to be, by whatever move it came there: it has moved, if only by an inch."""
    was = g.pieces[there.id]
    held = was.held if (there.where == was.where) else ""  # RA-TER.18 wire holds nobody who has left it
    noted = was.moving if (there.point, there.place) != (was.point, was.place) else {}
    unit = g.change(there.id, **there.where, **{"held": held, **noted, **changes})
    g.tearing = without(g.tearing, unit.id)  # RA-VEH.9 work is done in one place
    follow_seniors(g, unit.id)
    ride_over(g, was, unit)
    reveal_near(g, unit.id)
    led_horses(g, unit.id)
    return g.pieces[unit.id]


def alight_place(g: RedActions, unit: Unit, train: Unit) -> Unit | None:
    """RA-ACT.26, RA-TER.22 A free place within 2 inches of a train, as it stands or as it would stand elsewhere."""
    for b, side, off in product(body(g, train).bases, (1, -1), BESIDE):
        facing = (b.facing + side * QUARTER) % CIRCLE
        p = point_beside(b.centre, b.facing, side * (b.half_width + off))
        there = unit.at(point_ahead(p, facing, unit.depth / 2), facing)
        if not in_water(g, there.point) and why_no_room(g, there) is None:
            return there
    return None


def alight(g: RedActions, unit: Unit, *trains: Unit) -> bool:
    """RA-ACT.26, RA-AMB.9 Riders get off beside the first of some places of their train that has room; False if none.

    They do not stand on an enemy who hides there: he is found, and they look again.
    """
    while there := next(filter(None, (alight_place(g, unit, train) for train in trains)), None):
        lurker = on_others(g, there)
        if lurker is None:
            stand(g, there)
            return True
        reveal_unit(g, lurker.id)
    return False


def led_horses(g: RedActions, unit_id: str) -> None:
    """RA-FRM.15 Led horses left more than 6 inches behind are lost."""
    unit = g.pieces[unit_id]
    if unit.mounted_as and unit.horses[2]:
        x, y, _ = unit.horses
        if not at_most(distance(Spot(x, y).point, centre(g, unit)), REACH.led_horses):
            g.change(unit_id, horses=(0, 0, 0))
            g.tell("RA-FRM.15", "{unit} loses its led horses", unit=unit.name)


def ride_over(g: RedActions, was: Unit, unit: Unit) -> None:
    """RA-OFF.7 A lone senior officer whom a move of the enemy meets flees to his friends, or is lost."""
    for senior in lone_seniors(g, was, unit):
        hosts = [u for u in g.troops(senior.side) if may_host(u)]
        friends = sorted(hosts, key=lambda u: (apart(g, senior, u), u.id))
        if friends and at_most(apart(g, senior, friends[0]), REACH.senior_flight):
            g.move_to(senior.id, centre(g, friends[0]), attached=friends[0].id)
            g.tell("RA-OFF.7", "{name} flees to {friend}", name=senior.name, friend=friends[0].name)
        else:
            g.lose(senior.id, "captured")
            g.tell("RA-OFF.7", "{name} is taken", name=senior.name)


def lone_seniors(g: RedActions, was: Unit, unit: Unit) -> list[Unit]:
    """RA-OFF.7 The senior officers on their own whom a move of the enemy in the open meets."""
    if unit.place != TABLE:
        return []
    return [s for s in g.seniors(g.enemy(unit.side)) if not s.attached and _meets(g, was, unit, s)]


def _meets(g: RedActions, was: Unit, unit: Unit, senior: Unit) -> bool:
    """Does a straight move go over him, or end on him?"""
    if overlap(g, unit, senior):
        return True
    length = distance(was.point, unit.point)
    if was.place != TABLE or unit.wagons or not length:
        return False
    swath = box(unit.point, facing_to(was.point, unit.point), unit.frontage, length)
    return any(boxes_overlap(swath, block) for block in body(g, senior).blocks)
