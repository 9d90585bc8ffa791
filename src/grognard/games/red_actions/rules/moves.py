"""The orders of a move (RA-ACT.2, RA-MOV.2 to RA-MOV.4, RA-MOV.25): go to a point, turn, lie down, stop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from grognard.board.inches import CIRCLE, Pointed, Spot, at_most, between, hundredths, turn_between
from grognard.engine import Refusal, Route, Step, Stretch
from grognard.games.red_actions.rules.ambush import AmbushWindow, Stumble, ordered_out, stumbled_on, tell_tale
from grognard.games.red_actions.rules.bodies import apart, body, centre
from grognard.games.red_actions.rules.legs import Leg, course, plan, turn_price
from grognard.games.red_actions.rules.losses import reveal_unit, say
from grognard.games.red_actions.rules.officers import attached_seniors, is_mob
from grognard.games.red_actions.rules.room import why_no_room
from grognard.games.red_actions.rules.segment import FIRED, HALF, HELD, Order, Segment
from grognard.games.red_actions.rules.sight import sees
from grognard.games.red_actions.rules.state import TABLE, Exit, RedActions, Unit, is_foot
from grognard.games.red_actions.rules.terrain import allowance_of
from grognard.games.red_actions.rules.vehicles import (
    ENDS,
    LEAST,
    SHOT,
    ends_of_line,
    on_line,
    on_the_way,
    rails,
    run_train,
    why_not_run,
)

STRIDE = 25  # hundredths of an inch between the places on the line that are looked at


def why_not_move_at_all(g: RedActions, unit: Unit) -> Refusal | None:
    """Why a unit may not move of its own will."""
    if unit.pinned:
        return Refusal("RA-MOR.34")
    if unit.routing:
        return Refusal("RA-ACT.10", "It must first be rallied.")
    if unit.stuck:
        return Refusal("RA-VEH.4")
    if unit.hidden and not ordered_out(g, unit):
        return Refusal("RA-AMB.2")
    return Refusal("RA-ACT.25", "It rides in the train.") if unit.riding else None


class Go(Order, Pointed, frozen=True):
    """Move the anchor to a point, in hundredths of an inch from the south-west corner; a train runs as near as it can.

    Any point will do. What is listed is a useful selection.
    """

    x: int
    y: int

    words: ClassVar = "to {x}, {y}"
    is_open: ClassVar = True
    even: ClassVar = frozenset({HALF, HELD, FIRED})
    secret: ClassVar = True

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Go]:
        if why_not_move_at_all(g, by.actor(g)) is None:
            yield from (cls(spot.x, spot.y) for spot in map(Spot.at, by.destinations(g)))

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        unit = by.actor(g)
        refusal = why_not_move_at_all(g, unit) or by.why_not_to(g, self.point)
        if refusal is not None:
            return refusal
        if unit.wagons:
            return why_not_run(g, unit, self._rail(g, unit), SHOT if unit.fired else 1.0)
        found = plan(g, unit, self.point, by.budget_of(g))
        return found if isinstance(found, Refusal) else None

    def do(self, g: RedActions, by: Segment) -> None:
        unit = by.actor(g)
        if unit.wagons:
            return g.swap(RunTrain(unit.id, self._rail(g, unit), Spot.at(centre(g, unit))))
        leg = plan(g, unit, self.point, by.budget_of(g))
        assert isinstance(leg, Leg), leg
        by.walks(g, leg)

    def _leg(self, g: RedActions, by: Segment) -> Leg | None:
        """The leg it orders; None for a train, or if it cannot be."""
        if by.bars(g, Go) is not None or by.actor(g).wagons or self.why_not(g, by) is not None:
            return None
        leg = plan(g, by.actor(g), self.point, by.budget_of(g))
        return leg if isinstance(leg, Leg) else None

    def route(self, g: RedActions, by: Segment) -> Route | None:
        """RA-MOV.2, RA-MOV.15 Straight, or along the bends of a road, with the inches spent at its end."""
        leg = self._leg(g, by)
        if leg is None:
            return None
        start, *bends, end = (f"{x:g},{y:g}" for x, y in course(by.actor(g), leg))
        on_the_way = [Stretch(place, 0) for place in (start, *bends)]
        return Route((*on_the_way, Stretch(end, leg.cost / 100)), by.budget_of(g).inches, "inches")

    def walked(self, g: RedActions, by: Segment) -> Step:
        leg = self._leg(g, by)
        assert leg is not None
        unit = by.actor(g)
        g.change(unit.id, x=leg.x, y=leg.y, facing=leg.facing, place=leg.enters or TABLE, held=leg.halts)
        return by.beyond(g, leg)

    def _rail(self, g: RedActions, train: Unit) -> int:
        return on_line(g, train, self.point)

    def needs_roll(self, g: RedActions, by: Segment) -> bool:
        """RA-TRT.3 A move that takes every base farther from all visible enemies needs no roll."""
        unit = by.actor(g)
        if not is_mob(g, unit):
            return False
        leg = plan(g, unit, self.point, by.budget_of(g))
        assert isinstance(leg, Leg), leg
        there = replace(unit.on(leg.spot), place=leg.enters or TABLE)
        return any(not falls_back(g, unit, there, foe) and sees(g, unit, foe) for foe in g.foes(unit.side))


def falls_back(g: RedActions, unit: Unit, there: Unit, foe: Unit) -> bool:
    """RA-TRT.3 Is every base of a unit farther from an enemy there than where it stands?"""
    if unit.inside or there.inside:
        return apart(g, there, foe) > apart(g, unit, foe)
    outlines = body(g, foe).outlines
    bases = zip(body(g, unit).bases, body(g, there).bases, strict=True)
    gaps = [[min(between(b.corners, o) for o in outlines) for b in both] for both in bases]
    return all(after > before for before, after in gaps)


class Face(Order, frozen=True):
    """RA-MOV.4 Turn in place to a facing in tenths of a degree, 0 being north; any facing will do."""

    facing: int

    words: ClassVar = "face {facing} degrees"
    is_open: ClassVar = True

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Face]:
        return (cls(facing) for facing in by.facings(g))

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        unit, budget = by.actor(g), by.budget_of(g)
        if budget.prolong:
            return Refusal("RA-MOV.10")
        if not 0 <= self.facing < CIRCLE or unit.inside:
            return Refusal("RA-MOV.4")
        if not at_most(turn_price(unit, turn_between(unit.facing, self.facing), budget), budget.inches):
            return Refusal("RA-MOV.4", "There is not enough of the move left.")
        return why_no_room(g, replace(unit, facing=self.facing))

    def do(self, g: RedActions, by: Segment) -> None:
        by.turns(g, self.facing)


class LieDown(Order, frozen=True):
    """RA-MOV.25 Foot in the open that used at most half its move goes to ground."""

    words: ClassVar = "lie down"

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        unit = by.actor(g)
        if not is_foot(unit) or unit.inside or unit.lying or not by.used_half(g):
            return Refusal("RA-MOV.25")
        return None

    def done_by(self, g: RedActions, unit: Unit) -> None:
        say(g, g.change(unit.id, lying=True), "RA-MOV.25", "{unit} lies down")


class Stop(Order, frozen=True):
    """RA-ACT.2 The move is over."""

    words: ClassVar = "stop"
    rolls: ClassVar = False


# ------------------------------------------------------------------ trains


class RunTrain(Step, frozen=True):
    """RA-VEH.13, RA-AMB.9, RA-AMB.14 A train runs along the line; it stops where it finds a hidden enemy."""

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
        there = stop_on_line(g, train, self.goal)
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


def stop_on_line(g: RedActions, train: Unit, goal: int) -> Unit:
    """RA-AMB.14 The train where it first comes within 2 inches of a hidden enemy, or at its goal."""
    places = on_the_way(train, goal, STRIDE)
    return next((there for there in places if stumbled_on(g, there)), places[-1])


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

    def do(self, g: RedActions, by: Segment) -> None:
        unit = by.actor(g)
        goal = ends_of_line(g, unit)[ENDS.index(self.end)]
        g.swap(RunTrain(unit.id, goal, Spot.at(centre(g, unit)), leaves=True))

    def says(self, g: RedActions) -> str:
        x, y = rails(g).points[0 if self.end == ENDS[0] else -1]
        return f"leave the table at {x:.0f}, {y:.0f}"


def leave_by_rail(g: RedActions, unit: Unit) -> None:
    """RA-VEH.13, RA-MOV.26 A train is off the table with all who ride in it."""
    g.exits[unit.id] = Exit(unit.type, "rails", 0.0, g.turn, len(unit.wagons))
    aboard = [unit, *g.riders(unit.id)]
    seniors = [senior for each in aboard for senior in attached_seniors(g, each)]
    for gone in dict.fromkeys(u.id for u in (*seniors, *aboard)):
        g.lose(gone, "exited")
    g.tell("RA-VEH.13", "{unit} leaves the table", unit=unit.name)
