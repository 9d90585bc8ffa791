"""Armoured trains (RA-VEH.7, RA-VEH.13): moving along the rails."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from grognard.board.bases import along
from grognard.board.inches import Point, at_least, hundredths, to_box
from grognard.board.lines import length_of, run_to
from grognard.board.tabletop import Feature
from grognard.engine import Refusal
from grognard.games.red_actions.rules.bodies import WAGON_LENGTH, bases_of, blocks_of, body
from grognard.games.red_actions.rules.data import REACH
from grognard.games.red_actions.rules.segment import FIRED, Order, Segment
from grognard.games.red_actions.rules.state import Exit, RedActions, Unit
from grognard.games.red_actions.rules.terrain import allowance_of

STOP_SHORT = REACH.train_stops
ENDS = ("first", "last")
SHOT = 0.5  # RA-MOV.13 of its move, for a train that has shot
LEAST = 10  # hundredths of an inch that are a move


def rails(g: RedActions) -> Feature:
    return g.table.of_type("railway")[0]


def train_length(train: Unit) -> float:
    return len(train.wagons) * WAGON_LENGTH


def why_not_run(g: RedActions, train: Unit, rail: int, share: float = 1.0) -> Refusal | None:
    """RA-VEH.7, RA-VEH.8, RA-VEH.13 Why a train may not move its leading end to a place on the line."""
    length, most = train_length(train), allowance_of(train) * share
    if not LEAST <= abs(rail - train.rail) <= hundredths(most):
        return Refusal("RA-VEH.13", f"It may move {most:g} inches.")
    there = replace(train, rail=rail)
    low, high = sorted((rail, train.rail))
    for gap in g.gaps.values():
        at = run_to(rails(g).points, gap.point)
        if gap.kind == "torn" and low / 100 - length - STOP_SHORT < at < high / 100 + STOP_SHORT:
            return Refusal("RA-VEH.9", "The rails are torn up.")
    swept = [b for r in range(low, high + 1, 100) for b in bases_of(g, replace(train, rail=r))]
    swept += bases_of(g, there)
    xs, ys = zip(*(c for b in swept for c in b.corners), strict=True)
    west, south, east, north = min(xs), min(ys), max(xs), max(ys)
    for other in g.troops():
        if other.id == train.id or other.inside or (other.hidden and other.side != train.side):
            continue
        (x, y), far = other.point, body(g, other).span + STOP_SHORT
        if not (west - far <= x <= east + far and south - far <= y <= north + far):
            continue
        corners = [p for b in blocks_of(g, other) for p in (*b.corners, b.centre)]
        if not all(at_least(to_box(p, b), STOP_SHORT) for p in corners for b in swept):
            return Refusal("RA-VEH.13", f"{other.name} is on the line.")
    for thing in g.things.values():
        if thing.kind == "wreck" and any(to_box(thing.point, b) < STOP_SHORT for b in swept):
            return Refusal("RA-VEH.15", "A wreck blocks the line.")
    return None


def on_line(g: RedActions, train: Unit, p: Point) -> int:
    """RA-VEH.13 Where the leading end of a train comes that is sent to a point: never over an end of the line."""
    low, high = ends_of_line(g, train)
    return max(low, min(high, hundredths(run_to(rails(g).points, p))))


def ends_of_line(g: RedActions, train: Unit) -> tuple[int, int]:
    """The places of the leading end at which the train stands at the beginning and at the end of the line."""
    return hundredths(train_length(train)), hundredths(length_of(rails(g).points))


def run_train(g: RedActions, train: Unit, rail: int) -> None:
    """RA-VEH.13 Along the line."""
    there = along(rails(g).points, rail / 100)
    g.move_to(train.id, there, rail=rail, moved=True, rolling=True, moved_turn=g.turn)
    g.tell("RA-VEH.13", "{unit} moves along the line", unit=train.name)


def train_points(g: RedActions, train: Unit, share: float = 1.0) -> list[Point]:
    """Useful places for the leading end: full and half moves both ways."""
    found = []
    reach = allowance_of(train) * share
    for part in (1.0, 0.5, -0.5, -1.0):
        rail = train.rail + hundredths(reach * part)
        if (
            train_length(train) <= rail / 100 <= length_of(rails(g).points)
            and why_not_run(g, train, rail, share) is None
        ):
            found.append(along(rails(g).points, rail / 100))
    return found


class LeaveByRail(Order, frozen=True):
    """RA-VEH.13 Over the end of the line and off the table."""

    end: str  # "first" or "last" point of the line

    even: ClassVar = frozenset({FIRED})

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[LeaveByRail]:
        return (cls(end) for end in ENDS) if by.actor(g).wagons else iter(())

    def why_not_by(self, g: RedActions, unit: Unit) -> Refusal | None:
        if not unit.wagons or self.end not in ENDS:
            return Refusal("RA-VEH.13")
        share = SHOT if unit.fired else 1.0
        goal = ends_of_line(g, unit)[ENDS.index(self.end)]
        if abs(goal - unit.rail) >= hundredths(allowance_of(unit) * share):
            return Refusal("RA-VEH.13", "It does not get past the end of the line.")
        return why_not_run(g, unit, goal, share) if abs(goal - unit.rail) >= LEAST else None

    def done_by(self, g: RedActions, unit: Unit) -> None:
        g.exits[unit.id] = Exit(unit.type, "rails", 0.0, g.turn, len(unit.wagons))
        for rider in g.here(f"train:{unit.id}"):
            g.lose(rider.id, "exited")
        g.lose(unit.id, "exited")
        g.tell("RA-VEH.13", "{unit} leaves the table", unit=unit.name)

    def says(self, g: RedActions) -> str:
        x, y = rails(g).points[0 if self.end == ENDS[0] else -1]
        return f"leave the table at {x:.0f}, {y:.0f}"
