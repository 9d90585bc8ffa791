"""Moves (RA-MOV, RA-TER): the orders of one, its legs one after another, tests and halts on the way, and its end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import ClassVar

from msgspec.structs import replace

from grognard.board.inches.geometry import (
    ABOUT,
    CIRCLE,
    QUARTER,
    Box,
    HasPoint,
    Point,
    Spot,
    at_most,
    distance,
    distance_between_outlines,
    facing_to,
    hundredths,
    part_way,
    strides,
    turn_between,
)
from grognard.board.inches.linear_features import length_of
from grognard.engine import Action, Passing, Refusal, Route, RouteStep, Step
from grognard.engine.core.state import without
from grognard.games.red_actions.rules.ambush import (
    AmbushWindow,
    Halt,
    Stumble,
    come_upon,
    next_stop,
    ordered_out,
    tell_tale,
)
from grognard.games.red_actions.rules.bodies import apart, body, centre, turned
from grognard.games.red_actions.rules.breakdowns import drive, ground_of
from grognard.games.red_actions.rules.data import REACH, TABLES_DATA, TURNS
from grognard.games.red_actions.rules.destinations import back_points, move_points, road_points, useful_facings
from grognard.games.red_actions.rules.losses import reveal_unit, say
from grognard.games.red_actions.rules.mounting import Unlimber
from grognard.games.red_actions.rules.move_path import (
    Budget,
    Leg,
    course,
    full_budget,
    plan,
    tread,
    turn_price,
    why_not_end,
    why_not_pass,
)
from grognard.games.red_actions.rules.officers import attached_seniors, follow_seniors, is_mob
from grognard.games.red_actions.rules.room import led_horses, may_stand, ride_over, why_no_room
from grognard.games.red_actions.rules.segment import FIRED, HALF, HELD, Order, Segment, mob_obeys
from grognard.games.red_actions.rules.sight import sees
from grognard.games.red_actions.rules.state import UPROOTED, Exit, RedActions, Unit, effective, is_foot, is_vehicle
from grognard.games.red_actions.rules.terrain import allowance_of, survey
from grognard.games.red_actions.rules.trains import SHOT, RunTrain, on_line, why_not_run

MOVING = TABLES_DATA["moving_and_shooting"]
STRIDE = 0.25  # inches between the positions on a way
SCRAP = 10  # hundredths of an inch that are not worth a question


# ------------------------------------------------------------------ orders


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


class Go(Order, HasPoint, frozen=True):
    """Move the anchor to a point, in hundredths of an inch from the south-west corner; a train runs as near as it can.

    Any point will do. What is listed is a useful selection.
    """

    x: int
    y: int

    words: ClassVar = "to {x}, {y}"
    is_open: ClassVar = True
    even: ClassVar = frozenset({HALF, HELD, FIRED})

    @classmethod
    def to(cls, point: Point) -> Go:
        """A move to a point."""
        spot = Spot.at(point)
        return cls(spot.x, spot.y)

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Go]:
        if why_not_move_at_all(g, by.actor(g)) is None:
            yield from map(cls.to, by.destinations(g))

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        unit = by.actor(g)
        refusal = why_not_move_at_all(g, unit) or by.why_not_to(g, self.point)
        if refusal is not None:
            return refusal
        if unit.wagons:
            return why_not_run(g, unit, on_line(g, unit, self.point), SHOT if unit.fired else 1.0)
        found = plan(g, unit, self.point, by.budget_of(g))
        return found if isinstance(found, Refusal) else None

    def do(self, g: RedActions, by: Segment) -> None:
        unit = by.actor(g)
        if unit.wagons:
            return g.swap(RunTrain(unit.id, on_line(g, unit, self.point), Spot.at(centre(g, unit))))
        by.walks(g, self._leg(g, by))

    def begin(self, g: RedActions, by: Segment) -> None:
        """The leg is the one that was planned before: that the unit has acted changes nothing of it."""
        unit = by.actor(g)
        if unit.wagons:
            return super().begin(g, by)
        leg = self._leg(g, by)
        self.spend(g, unit)
        by.walks(g, leg)

    def _leg(self, g: RedActions, by: Segment) -> Leg:
        """The leg it orders."""
        leg = plan(g, by.actor(g), self.point, by.budget_of(g))
        assert isinstance(leg, Leg), leg
        return leg

    def route(self, g: RedActions, by: Segment) -> Route | None:
        """RA-MOV.2, RA-MOV.15 Straight, or along the bends of a road, with the inches spent at its end."""
        if by.bars(g, Go) is not None or by.actor(g).wagons or self.why_not(g, by) is not None:
            return None
        leg = self._leg(g, by)
        start, *bends, end = (f"{x:g},{y:g}" for x, y in course(by.actor(g), leg))
        on_the_way = [RouteStep(place, 0) for place in (start, *bends)]
        return Route((*on_the_way, RouteStep(end, leg.cost / 100)), by.budget_of(g).inches, "inches")

    def walked(self, g: RedActions, by: Segment) -> Step:
        leg = self._leg(g, by)
        g.change(by.unit, **leg.end_of(by.actor(g)).where, held=leg.halts)
        return by.beyond(g, leg)

    def needs_roll(self, g: RedActions, by: Segment) -> bool:
        """RA-TRT.3 A move that takes every base farther from all visible enemies needs no roll."""
        unit = by.actor(g)
        if not is_mob(g, unit):
            return False
        there = self._leg(g, by).end_of(unit)
        return any(not falls_back(g, unit, there, foe) and sees(g, unit, foe) for foe in g.foes(unit.side))


def falls_back(g: RedActions, unit: Unit, there: Unit, foe: Unit) -> bool:
    """RA-TRT.3 Is every base of a unit farther from an enemy there than where it stands?"""
    if unit.inside or there.inside:
        return apart(g, there, foe) > apart(g, unit, foe)
    outlines = body(g, foe).outlines

    def gap(base: Box) -> float:
        return min(distance_between_outlines(base.corners, outline) for outline in outlines)

    bases = zip(body(g, unit).bases, body(g, there).bases, strict=True)
    return all(gap(after) > gap(before) for before, after in bases)


class Face(Order, frozen=True):
    """RA-MOV.4 Turn in place to a facing in tenths of a degree, 0 being north; any facing will do."""

    facing: int

    words: ClassVar = "face {facing} degrees"
    is_open: ClassVar = True
    even: ClassVar = frozenset({HALF})

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        if unit.wagons:
            return Refusal("RA-VEH.13")
        return Refusal("RA-BLD.6", "Inside, a unit has no facing.") if unit.inside else None

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Face]:
        return (cls(facing) for facing in by.facings(g))

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        unit, budget = by.actor(g), by.budget_of(g)
        refusal = self.why_unfit(unit) or (None if unit.pinned else why_not_move_at_all(g, unit))
        if refusal is not None:
            return refusal
        if budget.prolong:
            return Refusal("RA-MOV.10")
        if not 0 <= self.facing < CIRCLE:
            return Refusal("RA-MOV.4")
        turn = turn_between(unit.facing, self.facing)
        if unit.pinned and not turns_to_shoot(unit, turn):
            return Refusal("RA-MOR.34", "Pinned, it turns only as it may before it shoots.")
        if not at_most(turn_price(unit, turn, budget), budget.inches):
            return Refusal("RA-MOV.4", "There is not enough of the move left.")
        return why_no_room(g, faced(g, unit, self.facing))

    def do(self, g: RedActions, by: Segment) -> None:
        by.turns(g, self.facing)


def turns_to_shoot(unit: Unit, turn: int) -> bool:
    """RA-MOV.7 to RA-MOV.12 May a unit turn by so much before it shoots: by a quarter or about, or pivot up to 45?"""
    return turn in (0, QUARTER, ABOUT) if unit.kind in ("rifles", "sabres") else turn <= TURNS["pivot"]


def faced(g: RedActions, unit: Unit, facing: int) -> Unit:
    """RA-MOV.4, RA-MOR.34 A unit turned on its anchor; a pinned one about its middle, as it turns to shoot."""
    return turned(g, unit, facing) if unit.pinned else replace(unit, facing=facing)


class LieDown(Order, frozen=True):
    """RA-MOV.25 Foot in the open that used at most half its move goes to ground."""

    words: ClassVar = "lie down"

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        return None if is_foot(unit) and not (unit.inside or unit.lying) else Refusal("RA-MOV.25")

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        return super().why_not(g, by) or (None if by.used_half(g) else Refusal("RA-MOV.25"))

    def done_by(self, g: RedActions, unit: Unit) -> None:
        say(g, g.change(unit.id, lying=True), "RA-MOV.25", "{unit} lies down")


class Stop(Order, frozen=True):
    """RA-ACT.2 The move is over."""

    words: ClassVar = "stop"
    rolls: ClassVar = False


# ------------------------------------------------------------------ legs, one after another


class Moving(Segment, frozen=True):
    """RA-ACT.2 A move: go on to another point, turn, lie down, or stop."""

    budget: Budget
    spent: int = 0
    after_fire: bool = False
    legs: int = 0
    mob: bool = False  # RA-TRT.1 the Mob has made its roll
    rough: bool = False  # RA-TER.12 not all of the move was in the open
    tested: tuple[str, ...] = ()  # RA-TER.11 obstacles and areas that a vehicle has tested for

    deeds: ClassVar = ((Stop, LieDown, Unlimber), (Face, Go))

    under_way: ClassVar = True

    def used_half(self, g: RedActions) -> bool:
        return self.spent <= hundredths(allowance_of(self.actor(g)) / 2)

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or not unit.place or unit.routing or unit.pinned or unit.stuck or self._over(unit):
            return g.done()
        offered = self.offered(g)
        if self.legs and self.budget.left < SCRAP and len(offered.part(0) or ()) == 1 and offered.part(1) is None:
            return g.done()  # it can only stop
        left = f"{self.budget.inches:.1f} inches left" if self.budget.left >= SCRAP else "turn, or stop?"
        g.ask(unit.side, f"{unit.name}: {left}", offered, "RA-MOV.2")

    def _over(self, unit: Unit) -> bool:
        return bool(self.legs and (unit.inside or unit.held))

    def budget_of(self, g: RedActions) -> Budget:
        return self.budget

    def destinations(self, g: RedActions) -> list[Point]:
        unit = self.actor(g)
        if self.after_fire and not self.legs:
            return list(move_points(g, unit, self.budget)) if unit.inside else back_points(unit, self.budget)
        return road_points(g, unit, self.budget) if self.legs < 3 and not unit.inside else []

    def facings(self, g: RedActions) -> list[int]:
        return [] if self.after_fire and not self.legs else useful_facings(g, self.actor(g))

    def passes(self, g: RedActions) -> Passing | None:
        """RA-SHO.8 What has shot stays; whoever returns the fire (RA-PRE.7) cannot be sure of that."""
        if not self.after_fire:
            return None
        return Passing(Stop(), "the shooters stay where they are" if self.unit in g.returning else "")

    @property
    def owes_roll(self) -> bool:
        return not self.mob

    def take(self, g: RedActions, action: Action) -> None:
        assert isinstance(action, Order)
        moving = self
        if not self.mob and action.needs_roll(g, self):
            if not mob_obeys(g, self.actor(g)):
                return g.done()
            moving = replace(self, mob=True)
        action.do(g, moving)

    def walks(self, g: RedActions, leg: Leg) -> None:
        g.swap(Walk(self.unit, leg, self))

    def turns(self, g: RedActions, facing: int) -> None:
        """RA-MOV.4, RA-AMB.14 A turn in place; it is not carried out into an enemy who is found there."""
        unit = self.actor(g)
        there = faced(g, unit, facing)
        room, found = come_upon(g, there)
        if not room:
            return g.swap(*found, self)
        price = hundredths(turn_price(unit, turn_between(unit.facing, facing), self.budget))
        budget = replace(self.budget, left=self.budget.left - price, free_turn=False, fresh=False)
        after = replace(self, budget=budget, spent=self.spent + price, legs=self.legs + 1)
        g.change(self.unit, **there.where)
        g.swap(*found, after)

    def beyond(self, g: RedActions, leg: Leg) -> Moving:
        """What is left of the move after a leg."""
        was, road = self.budget, leg.kind == "road"
        beyond, free = was.beyond + max(0, leg.cost - was.left), was.free_turn and not leg.turned
        left = replace(was, left=max(0, was.left - leg.cost), free_turn=free, fresh=False, beyond=beyond)
        budget = replace(left, road=was.road and road, march=was.march and road)
        return replace(self, budget=budget, spent=self.spent + leg.cost, legs=self.legs + 1)


class Walk(Step, frozen=True):
    """One leg walked: breakdowns and wire on the way, and the stops that ambushes make on it."""

    unit: str
    leg: Leg
    moving: Moving  # as it was before the leg
    start: Spot | None = None  # the unit's centre when it set out
    passed: int = -1  # the last position that was looked at
    stood: Spot = Spot(0, 0)  # where the latest stop left it

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or unit.routing or unit.pinned or not unit.place:
            return g.done()
        if self.start is None:
            return self._set_out(g, unit)
        if self.passed >= 0 and not self._goes_on(g, unit):
            return g.swap(self.moving.beyond(g, self._walked(g, unit)))
        lurking = bool(g.hidden(g.enemy(unit.side)))
        stop = next_stop(g, unit, positions(unit, self.leg), self.start, self.passed) if lurking else None
        if stop is not None:
            return self._halt(g, unit, stop)
        arrive(g, unit, self.leg)
        after = self.moving.beyond(g, self.leg)
        g.swap(*([AmbushWindow(self.unit, self.start), Stumble(self.unit)] if lurking else []), after)

    def _set_out(self, g: RedActions, unit: Unit) -> None:
        reveal_unit(g, self.unit)
        tell_tale(g, unit)
        leg, moving = self.leg, self.moving
        if leg.start is None:
            leg = replace(leg, start=unit.spot)
        if is_vehicle(unit):
            way = ground_of(g, unit, leg)
            tested = (*moving.tested, *(t.name for t in way.tests))
            leg = drive(g, unit, leg, moving.spent, rough=moving.rough, tested=moving.tested)
            moving = replace(moving, rough=moving.rough or not way.open, tested=tested)
        g.swap(replace(self, leg=leg, moving=moving, start=Spot.at(centre(g, unit))))

    def _halt(self, g: RedActions, unit: Unit, stop: Halt) -> None:
        """RA-AMB.8, RA-AMB.14 Stopped on the way, at the last place where there is room to stand."""
        for there in reversed(positions(unit, self.leg)[self.passed + 1 : stop.at + 1]):
            if _may_halt(g, there):
                unit = put_down(g, there)
                break
        onwards = replace(self, passed=stop.at, stood=unit.spot)
        g.swap(AmbushWindow(self.unit, self.start, stop.met), Stumble(self.unit, stop.met), onwards)

    def _goes_on(self, g: RedActions, unit: Unit) -> bool:
        """RA-AMB.8, RA-AMB.14, RA-MOV.5 Is the rest of the leg still open to a unit that stands where it stopped?"""
        if unit.spot != self.stood:
            return False
        rest = self._rest(unit)
        way = tread(g, unit, rest, length_of(course(unit, rest)))
        if why_not_pass(g, unit, way) is not None:
            return False
        return bool(rest.leaves) or why_not_end(g, unit, way) is None

    def _rest(self, unit: Unit) -> Leg:
        """The part of the leg that is still to be walked."""
        points, passed = course(unit, self.leg), self.passed
        start = self.leg.start if unit.inside else self.stood
        for n, (a, b) in enumerate(pairwise(points)):
            steps = int(distance(a, b) / STRIDE)
            if passed < steps:
                return replace(self.leg, start=start, bends=self.leg.bends[n:])
            passed -= steps
        return replace(self.leg, start=start, bends=())

    def _walked(self, g: RedActions, unit: Unit) -> Leg:
        """RA-MOV.1 The part of the leg that was walked: what is left of the move is free for another way."""
        rate = 2 if self.leg.kind == "back" and not self.moving.budget.prolong else 1
        left = sum(survey(g, unit, a, b).cost or 0.0 for a, b in pairwise(course(unit, self._rest(unit))))
        return replace(self.leg, cost=max(0, self.leg.cost - hundredths(left * rate)))


def _may_halt(g: RedActions, there: Unit) -> bool:
    """Is there room to stand on the way, on the table and nobody, out of the water, an inch from whoever hides?"""
    lurking = g.hidden(g.enemy(there.side))
    return may_stand(g, there) and not any(apart(g, there, foe) < REACH.no_entry for foe in lurking)


def positions(unit: Unit, leg: Leg) -> list[Unit]:
    """The unit at every quarter of an inch of a leg, its end last."""
    found = []
    for a, b in pairwise(course(unit, leg)):
        facing = facing_to(a, b) if leg.kind == "road" else leg.facing
        length = distance(a, b)
        found += [unit.at(part_way(a, b, far / length), facing) for far in strides(length, STRIDE)]
    return [*found, unit.on(leg.spot)]


def put_down(g: RedActions, there: Unit, held: str = "") -> Unit:
    """A unit stands where its own move has brought it; what it had dug or lain behind is left."""
    unit = g.change(there.id, **there.where, **there.moving, held=held, lying=False, **UPROOTED)
    g.tearing = without(g.tearing, there.id)  # RA-VEH.9 work is done in one place
    follow_seniors(g, there.id)
    return unit


def arrive(g: RedActions, unit: Unit, leg: Leg) -> None:
    """The end of a leg: on the ground, in a building, at the wire, or off the table."""
    if leg.leaves:
        x, y = leg.spot.point
        at = x if leg.leaves in ("north", "south") else y
        g.exits = {**g.exits, unit.id: Exit(unit.type, leg.leaves, at, g.turn, effective(unit))}
        g.tell("RA-MOV.26", "{unit} leaves by the {edge} edge", unit=unit.name, edge=leg.leaves)
        for senior in attached_seniors(g, unit):
            g.lose(senior.id, "exited")
        g.lose(unit.id, "exited")
        return
    put_down(g, leg.end_of(unit), leg.halts)
    if leg.enters:
        g.tell("RA-BLD.6", "{unit} enters {house}", unit=unit.name, house=g.called(leg.enters))
        g.owner = {**g.owner, leg.enters: unit.side}  # RA-BLD.5
    if leg.halts:
        g.tell("RA-TER.18", "{unit} halts at the wire", unit=unit.name)
    led_horses(g, unit.id)
    ride_over(g, unit, g.pieces[unit.id])


# ------------------------------------------------------------------ moving after firing


class StepFive(Step, frozen=True):
    """RA-SHO.5, RA-MOV.7 to RA-MOV.13 The shooters move, if they are entitled to."""

    unit: str
    mob: str = ""  # its roll, if it made one
    halved: bool = False
    low: bool = False  # RA-MOV.25 it goes to ground again

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or unit.pinned or unit.routing or self.mob == "failed" or unit.stuck or not unit.place:
            return g.done()
        if self.low:
            lies, moving = LieDown(), Moving(self.unit, after_fire(g, unit), mob=self.mob == "ok")
            if not moving.mob and lies.needs_roll(g, moving) and not mob_obeys(g, unit, named=False):
                return g.done()
            return lies.do(g, moving)
        budget = after_fire(g, unit)
        spent = hundredths(allowance_of(unit) / 2) if self.halved else 0
        budget = replace(budget, left=max(0, budget.left - spent))
        if budget.left <= 0:
            return g.done()
        g.swap(Moving(self.unit, budget, spent, after_fire=True, mob=self.mob == "ok"))


def after_fire(g: RedActions, unit: Unit) -> Budget:
    """RA-MOV.7 to RA-MOV.12 What a troop type may move after firing."""
    row = MOVING[unit.kind]
    if "prolong_inches" in row:
        return Budget(hundredths(row["prolong_inches"]), free_turn=False, road=False, prolong=True)
    return replace(full_budget(g, unit, row["after"]), march=False)
