"""Trains (RA-VEH.7, RA-VEH.8, RA-VEH.13): the line, running along it, and leaving the table by it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from grognard.board.inches.formations import along
from grognard.board.inches.geometry import Point, Spot, hundredths, to_box
from grognard.board.inches.linear_features import length_of, run_to
from grognard.board.inches.terrain_table import Feature
from grognard.engine import Refusal, Step
from grognard.games.red_actions.rules.ambush import AmbushWindow, Stumble, stumbled_on, tell_tale
from grognard.games.red_actions.rules.bodies import WAGON_LENGTH, body, centre
from grognard.games.red_actions.rules.data import REACH
from grognard.games.red_actions.rules.losses import reveal_unit
from grognard.games.red_actions.rules.officers import attached_seniors, follow_seniors
from grognard.games.red_actions.rules.room import led_horses, ride_over
from grognard.games.red_actions.rules.segment import FIRED, Order, Segment
from grognard.games.red_actions.rules.state import Exit, RedActions, Unit
from grognard.games.red_actions.rules.terrain import allowance_of

STOP_SHORT = REACH.train_stops
ENDS = ("first", "last")
SHOT = 0.5  # RA-MOV.13 of its move, for a train that has shot
LEAST = 10  # hundredths of an inch that are a move
STRIDE = 25  # hundredths of an inch between the places on the line that are looked at


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
    moved = g.move_to(train.id, along(rails(g).points, rail / 100), rail=rail, **train.moving)
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


# ------------------------------------------------------------------ on the move


class RunTrain(Step, frozen=True):
    """RA-VEH.13, RA-AMB.9, RA-AMB.14 A train runs along the line; it stops where it first finds a hidden enemy."""

    train: str
    goal: int  # where its leading end is to come
    start: Spot  # its centre when it set out
    leaves: bool = False  # over the end of the line

    def run(self, g: RedActions) -> None:
        train = g.pieces.get(self.train)
        if train is None or self._is_over(g, train):
            return g.done()
        reveal_unit(g, train.id)
        tell_tale(g, train)
        places = on_the_way(train, self.goal, STRIDE)
        there = next((place for place in places if stumbled_on(g, place)), places[-1])
        met = stumbled_on(g, there)
        if self.leaves and not met:
            g.done()
            return leave_by_rail(g, train)
        if there.rail != train.rail:
            run_train(g, train, there.rail)
        g.swap(AmbushWindow(train.id, self.start, met), Stumble(train.id, met), self)

    def _is_over(self, g: RedActions, train: Unit) -> bool:
        """Has it come to its goal, or is the line not open any more?"""
        if abs(self.goal - train.rail) < LEAST:
            return not self.leaves
        return why_not_run(g, train, self.goal) is not None


class LeaveByRail(Order, frozen=True):
    """RA-VEH.13 Over the end of the line and off the table."""

    end: str  # "first" or "last" point of the line

    even: ClassVar = frozenset({FIRED})

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        return None if unit.wagons else Refusal("RA-VEH.13")

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[LeaveByRail]:
        return (cls(end) for end in ENDS) if by.actor(g).wagons else iter(())

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        if self.why_unfit(unit) is not None or self.end not in ENDS:
            return Refusal("RA-VEH.13")
        share = SHOT if unit.fired else 1.0
        goal = ends_of_line(g, unit)[ENDS.index(self.end)]
        if abs(goal - unit.rail) >= hundredths(allowance_of(unit) * share):
            return Refusal("RA-VEH.13", "It does not get past the end of the line.")
        return why_not_run(g, unit, goal, share) if abs(goal - unit.rail) >= LEAST else None

    def do(self, g: RedActions, by: Segment) -> None:
        unit = by.actor(g)
        goal = ends_of_line(g, unit)[ENDS.index(self.end)]
        g.swap(RunTrain(unit.id, goal, Spot.at(centre(g, unit)), leaves=True))

    def says(self, g: RedActions) -> str:
        x, y = rails(g).points[0 if self.end == ENDS[0] else -1]
        return f"leave the table at {x:.0f}, {y:.0f}"


def leave_by_rail(g: RedActions, unit: Unit) -> None:
    """RA-VEH.13, RA-MOV.26 A train is off the table with all who ride in it."""
    g.exits = {**g.exits, unit.id: Exit(unit.type, "rails", 0.0, g.turn, len(unit.wagons))}
    aboard = [unit, *g.riders(unit.id)]
    seniors = [senior for each in aboard for senior in attached_seniors(g, each)]
    for gone in dict.fromkeys(u.id for u in (*seniors, *aboard)):
        g.lose(gone, "exited")
    g.tell("RA-VEH.13", "{unit} leaves the table", unit=unit.name)
