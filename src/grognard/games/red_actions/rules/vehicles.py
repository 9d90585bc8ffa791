"""Vehicles (RA-VEH.7, RA-VEH.13, RA-TER.6 to RA-TER.12, RA-TER.20): trains on the rails, breakdowns on the way."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from grognard.board.bases import along
from grognard.board.inches import Point, ahead, facing_to, hundredths, to_box
from grognard.board.lines import length_of, run_to
from grognard.board.tabletop import Feature, reach
from grognard.engine import Refusal, Working
from grognard.games.red_actions.rules.bodies import WAGON_LENGTH, body
from grognard.games.red_actions.rules.data import REACH, TABLES_DATA
from grognard.games.red_actions.rules.dice import against, decide
from grognard.games.red_actions.rules.legs import SHORT, Leg, course
from grognard.games.red_actions.rules.losses import make_gap
from grognard.games.red_actions.rules.officers import follow_seniors
from grognard.games.red_actions.rules.retire import STEP
from grognard.games.red_actions.rules.room import has_room, led_horses, ride_over
from grognard.games.red_actions.rules.segment import Order
from grognard.games.red_actions.rules.state import TABLE, RedActions, Unit
from grognard.games.red_actions.rules.terrain import Way, allowance_of, kind_at, survey

STOP_SHORT = REACH.train_stops
ENDS = ("first", "last")
SHOT = 0.5  # RA-MOV.13 of its move, for a train that has shot
LEAST = 10  # hundredths of an inch that are a move
IN_TERRAIN, AT_SPEED = {1: "fast", 2: "stuck"}, {1: "broken"}  # RA-TER.7, RA-TER.10
FATES = {"": "it goes on", "fast": "it is stuck for good", "stuck": "it is stuck", "broken": "it breaks down"}
FREED_ON = int(TABLES_DATA["breakdown"]["free_on"])


def rails(g: RedActions) -> Feature:
    return g.table.of_type("railway")[0]


def train_length(train: Unit) -> float:
    return len(train.wagons) * WAGON_LENGTH


def why_not_run(g: RedActions, train: Unit, rail: int, share: float = 1.0) -> Refusal | None:
    """RA-VEH.7, RA-VEH.8, RA-VEH.13 Why a train may not move its leading end to a place on the line."""
    length, most = train_length(train), allowance_of(train) * share
    if not LEAST <= abs(rail - train.rail) <= hundredths(most):
        return Refusal("RA-VEH.13", f"It may move {most:g} inches.")
    low, high = sorted((rail, train.rail))
    for gap in g.gaps.values():
        at = run_to(rails(g).points, gap.point)
        if gap.kind == "torn" and low / 100 - length - STOP_SHORT < at < high / 100 + STOP_SHORT:
            return Refusal("RA-VEH.9", "The rails are torn up.")
    swept = [b for there in on_the_way(train, rail) for b in body(g, there).bases]
    for other in g.troops():
        if other.id == train.id or other.inside or (other.hidden and other.side != train.side):
            continue
        if not body(g, other).clear_of(swept, STOP_SHORT):
            return Refusal("RA-VEH.13", f"{other.name} is on the line.")
    for thing in g.things.values():
        if thing.kind == "wreck" and any(to_box(thing.point, b) < STOP_SHORT for b in swept):
            return Refusal("RA-VEH.15", "A wreck blocks the line.")
    return None


def on_the_way(train: Unit, rail: int, stride: int = 100) -> list[Unit]:
    """A train at every inch, or so many hundredths, of its way along the line, its end last."""
    step = stride if rail > train.rail else -stride
    return [replace(train, rail=r) for r in (*range(train.rail, rail, step), rail)]


def on_line(g: RedActions, train: Unit, p: Point) -> int:
    """RA-VEH.13 Where the leading end of a train comes that is sent to a point: never over an end of the line."""
    low, high = ends_of_line(g, train)
    return max(low, min(high, hundredths(run_to(rails(g).points, p))))


def ends_of_line(g: RedActions, train: Unit) -> tuple[int, int]:
    """The places of the leading end at which the train stands at the beginning and at the end of the line."""
    return hundredths(train_length(train)), hundredths(length_of(rails(g).points))


def run_train(g: RedActions, train: Unit, rail: int) -> None:
    """RA-VEH.13 Along the line."""
    moved = g.move_to(train.id, along(rails(g).points, rail / 100), rail=rail, **g.moving)
    g.tell("RA-VEH.13", "{unit} moves along the line", unit=train.name)
    for there in on_the_way(train, rail):
        ride_over(g, train, there)
    for rider in g.riders(train.id):
        carry(g, rider, moved.x - train.x, moved.y - train.y)


def carry(g: RedActions, rider: Unit, dx: int, dy: int) -> None:
    """RA-VEH.7, RA-OFF.5, RA-FRM.15 Riders go where their train goes, seniors with them; led horses stay behind."""
    g.change(rider.id, x=rider.x + dx, y=rider.y + dy)
    follow_seniors(g, rider.id)
    led_horses(g, rider.id)


def train_points(g: RedActions, train: Unit, share: float = 1.0) -> list[Point]:
    """Useful places for the leading end: full and half moves both ways."""
    reach, (low, high) = allowance_of(train) * share, ends_of_line(g, train)
    places = [train.rail + hundredths(reach * part) for part in (1.0, 0.5, -0.5, -1.0)]
    there = [rail for rail in places if low <= rail <= high and why_not_run(g, train, rail, share) is None]
    return [along(rails(g).points, rail / 100) for rail in there]


# ------------------------------------------------------------------ vehicles on the way


def ground_of(g: RedActions, unit: Unit, leg: Leg) -> Way:
    """The ground that a vehicle drives over on a leg."""
    start, *_, end = course(unit, leg)
    return survey(g, replace(unit, facing=leg.facing, place=TABLE), start, end)


def drive(g: RedActions, unit: Unit, leg: Leg, spent: int, *, rough: bool = False, tested: tuple[str, ...] = ()) -> Leg:
    """RA-TER.6 to RA-TER.12, RA-TER.20 Breakdown tests in the order they are met; the first failure ends the move.

    `spent`, `rough` and `tested` are of the legs before: hundredths used, ground not open, tests already taken.
    """
    start, *_, end = course(unit, leg)
    way = ground_of(g, unit, leg)
    tests, met = [(t.at, t.name) for t in way.tests], set(tested)
    half = hundredths(allowance_of(unit) / 2)
    before = spent > half and (unit.kind == "tank" or rough)
    over = spent + leg.cost > half and (unit.kind == "tank" or rough or not way.open)
    if over and not before:
        tests.append((reach(way.stretches, way.tolls, max(0, half - spent) / 100), ""))
    for at, name in sorted(tests):
        if name not in met and _breaks_down(g, unit, name):
            there = _last_room(g, unit, leg, at - SHORT)
            return replace(leg, x=there.x, y=there.y, facing=there.facing, leaves="", enters="")
        met.add(name)
        crush(g, unit, way, start, end, name, at)
    return leg


def _breaks_down(g: RedActions, unit: Unit, name: str) -> bool:
    """RA-TER.7, RA-TER.10 One test, for an obstacle, an area, or the speed; True if the vehicle goes no farther."""
    die = g.d6()
    stuck = (IN_TERRAIN if name else AT_SPEED).get(die, "")
    cite = "RA-TER.7" if name else "RA-TER.10"
    what, fate = g.called(name) if name else "speed", FATES[stuck]
    rolled = Working(f"Breakdown test ({what})", dice=1).rolled((die,), fate)
    g.tell(cite, "{unit} takes a breakdown test ({what}): {fate}", working=rolled, unit=unit.name, what=what, fate=fate)
    if stuck:
        g.change(unit.id, stuck=stuck)
    return bool(stuck)


def _last_room(g: RedActions, unit: Unit, leg: Leg, inches: float) -> Unit:
    """RA-TER.11, RA-MOV.34 Where a stuck vehicle stops: so far on its leg, but on none of the friends it passes.

    One that has no room yet as it is turned, with an edge of the table behind it, stays as it stood.
    """
    start, *_, end = course(unit, leg)
    while inches > 0:
        there = unit.at(ahead(start, facing_to(start, end), inches), leg.facing)
        if body(g, there).on_table and has_room(g, there):
            return there
        inches -= STEP
    turned = unit.at(start, leg.facing)
    return turned if body(g, turned).on_table else unit


def crush(g: RedActions, unit: Unit, way: Way, start: Point, end: Point, name: str, at: float) -> None:
    """RA-TER.20 A tank that crosses wire leaves a crushed stretch 2 inches wide."""
    feature = g.table.features.get(name)
    if unit.kind != "tank" or feature is None or feature.type != "wire":
        return
    p = ahead(start, facing_to(start, end), at)
    if kind_at(g, feature, p) == "wire":
        make_gap(g, name, "crushed", p)
        g.tell("RA-TER.20", "{unit} crushes the wire", unit=unit.name)


class Free(Order, frozen=True):
    """RA-TER.8, RA-VEH.3 4 or more frees a vehicle that is stuck for the time being; it may then act."""

    words: ClassVar = "free"
    part: ClassVar = "repair"
    rolls: ClassVar = False
    trouble: ClassVar[str] = "stuck"

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        return None if unit.stuck == self.trouble else Refusal("RA-VEH.3")

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
