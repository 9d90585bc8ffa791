"""Breakdowns (RA-TER.6 to RA-TER.12, RA-TER.20, RA-VEH.3): a vehicle's tests on its way, and its repair."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from grognard.board.inches.geometry import Point, facing_to, hundredths, point_ahead
from grognard.board.inches.terrain_table import reach
from grognard.engine import Refusal, Working
from grognard.games.red_actions.rules.bodies import body
from grognard.games.red_actions.rules.data import TABLES_DATA
from grognard.games.red_actions.rules.losses import make_gap
from grognard.games.red_actions.rules.move_path import SHORT, Leg, course
from grognard.games.red_actions.rules.retire import STEP
from grognard.games.red_actions.rules.room import has_room
from grognard.games.red_actions.rules.segment import Order
from grognard.games.red_actions.rules.state import TABLE, RedActions, Unit, against, decide
from grognard.games.red_actions.rules.terrain import Way, allowance_of, kind_at, survey

IN_TERRAIN, AT_SPEED = {1: "fast", 2: "stuck"}, {1: "broken"}  # RA-TER.7, RA-TER.10
FATES = {"": "it goes on", "fast": "it is stuck for good", "stuck": "it is stuck", "broken": "it breaks down"}
FREED_ON = int(TABLES_DATA["breakdown"]["free_on"])


def ground_of(g: RedActions, unit: Unit, leg: Leg) -> Way:
    """The ground that a vehicle drives over on a leg."""
    start, *_, end = course(unit, leg)
    return survey(g, replace(unit, facing=leg.facing, place=TABLE), start, end)


def drive(
    g: RedActions,
    unit: Unit,
    leg: Leg,
    spent: int,
    *,
    rough: bool = False,
    tested: tuple[str, ...] = (),
    fights: bool = False,
) -> Leg:
    """RA-TER.6 to RA-TER.12, RA-TER.20 Breakdown tests in the order they are met; the first failure ends the move.

    `spent`, `rough` and `tested` are of the legs before: hundredths used, ground not open, tests already taken.
    For odds the roll of a charge that goes on is the fight's (`fights`).
    """
    start, *_, end = course(unit, leg)
    way = ground_of(g, unit, leg)
    tests, met = [(t.at, t.name) for t in way.tests], set(tested)
    if leg.enters and leg.enters not in (name for _, name in tests):
        tests.append((way.length, leg.enters))  # RA-TER.33 it is driven into, be it only by its edge
    half = hundredths(allowance_of(unit) / 2)
    before = spent > half and (unit.kind == "tank" or rough)
    over = spent + leg.cost > half and (unit.kind == "tank" or rough or not way.open or bool(leg.enters))
    if over and not before:
        tests.append((reach(way.stretches, way.tolls, max(0, half - spent) / 100), ""))
    rolled = False
    for at, name in sorted(tests):
        rolled = rolled or name not in met
        if name not in met and _breaks_down(g, unit, name):
            there = _last_room(g, unit, leg, at - SHORT)
            return replace(leg, x=there.x, y=there.y, facing=there.facing, leaves="", enters="")
        met.add(name)
        crush(g, unit, start, end, name, at)
    if rolled and not fights:
        g.outcome(FATES[""])
    return leg


def _breaks_down(g: RedActions, unit: Unit, name: str) -> bool:
    """RA-TER.7, RA-TER.10 One test, for an obstacle, an area, or the speed; True if the vehicle goes no farther."""
    table = IN_TERRAIN if name else AT_SPEED
    (die,) = g.cast(1, lambda faces: table.get(faces[0], ""))
    stuck = table.get(die, "")
    cite = "RA-TER.7" if name else "RA-TER.10"
    what, fate = g.called(name) if name else "speed", FATES[stuck]
    rolled = Working(f"Breakdown test ({what})", dice=1).rolled((die,), fate)
    g.tell(cite, "{unit} takes a breakdown test ({what}): {fate}", working=rolled, unit=unit.name, what=what, fate=fate)
    if stuck:
        g.outcome(fate)
        g.change(unit.id, stuck=stuck)
    return bool(stuck)


def _last_room(g: RedActions, unit: Unit, leg: Leg, inches: float) -> Unit:
    """RA-TER.11, RA-MOV.34 Where a stuck vehicle stops: so far on its leg, but on none of the friends it passes.

    One that has no room yet as it is turned, with an edge of the table behind it, stays as it stood.
    """
    start, *_, end = course(unit, leg)
    while inches > 0:
        there = unit.at(point_ahead(start, facing_to(start, end), inches), leg.facing)
        if body(g, there).on_table and has_room(g, there):
            return there
        inches -= STEP
    turned = unit.at(start, leg.facing)
    return turned if body(g, turned).on_table else unit


def crush(g: RedActions, unit: Unit, start: Point, end: Point, name: str, at: float) -> None:
    """RA-TER.20 A tank that crosses wire leaves a crushed stretch 2 inches wide."""
    feature = g.table.features.get(name)
    if unit.kind != "tank" or feature is None or feature.type != "wire":
        return
    p = point_ahead(start, facing_to(start, end), at)
    if kind_at(g, feature, p) == "wire":
        make_gap(g, name, "crushed", p)
        g.tell("RA-TER.20", "{unit} crushes the wire", unit=unit.name)


class Free(Order, frozen=True):
    """RA-TER.8, RA-VEH.3 4 or more frees a vehicle that is stuck for the time being; it may then act."""

    words: ClassVar = "free"
    part: ClassVar = "repair"
    rolls: ClassVar = False
    open_roll: ClassVar = True
    trouble: ClassVar[str] = "stuck"

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        return None if unit.stuck == cls.trouble else Refusal("RA-VEH.3")

    def done_by(self, g: RedActions, unit: Unit) -> None:
        working, does = against(self.words.capitalize(), FREED_ON), ("is free", "stays where it is")
        free = decide(g, working, "RA-VEH.3", "{unit} {result}", *does, unit=unit.name)
        g.outcome("free" if free else "still stuck")
        if free:
            g.change(unit.id, stuck="")


class Repair(Free, frozen=True):
    """RA-TER.10, RA-VEH.3 4 or more repairs a vehicle that has broken down."""

    words: ClassVar = "repair"
    trouble: ClassVar = "broken"
