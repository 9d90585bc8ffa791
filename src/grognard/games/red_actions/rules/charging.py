"""The charge (RA-MOV.18 to RA-MOV.24, RA-MOV.29, RA-MOV.30): declared, answered, gone on with, brought to contact."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from grognard.board.inches.geometry import Point, Spot, at_most, distance, facing_to, hundredths, point_ahead
from grognard.engine import ChoiceStep, Deed, Passing, Press, Refusal, Step, Working
from grognard.games.red_actions.rules.aiming import arm_of, best_stance, weapons_ready
from grognard.games.red_actions.rules.artillery import with_direct_hits
from grognard.games.red_actions.rules.bodies import apart, body, centre, foes_near
from grognard.games.red_actions.rules.breakdowns import drive
from grognard.games.red_actions.rules.charge_path import (
    at_contact,
    charge_line,
    contacted,
    evade,
    evades,
    half_way,
    in_array,
    way_away,
    why_cannot_charge,
    why_no_path,
    why_not_charge,
)
from grognard.games.red_actions.rules.data import TABLES_DATA
from grognard.games.red_actions.rules.fire_total import is_futile, make_aim, working
from grognard.games.red_actions.rules.losses import add_terror, lose_bases, new_event, reveal_unit
from grognard.games.red_actions.rules.melee import (
    EnterHouse,
    KeepOff,
    Melee,
    OfficerCasualties,
    Pursuit,
    enter,
    may_enter,
    zone_met,
)
from grognard.games.red_actions.rules.morale import from_unit, roll_test
from grognard.games.red_actions.rules.move_path import Leg, way_out
from grognard.games.red_actions.rules.officers import is_under
from grognard.games.red_actions.rules.retire import MoraleTest, Rout, Terror
from grognard.games.red_actions.rules.room import farthest, on_others, stand
from grognard.games.red_actions.rules.segment import HIDDEN, Order, Segment, in_the_dark
from grognard.games.red_actions.rules.state import TABLE, UPROOTED, Aim, RedActions, Unit, is_shaken, is_vehicle
from grognard.games.red_actions.rules.terrain import allowance_of, survey
from grognard.games.red_actions.rules.volley import Volley, declare

COMBAT = TABLES_DATA["combat_modifiers"]
FLANK_TERROR = {"flank": int(COMBAT["flank_terror"]), "rear": int(COMBAT["rear_terror"])}  # RA-MEL.15
STRIDE = 0.25
STAND = Press("stand")
SPRING = float(TABLES_DATA["ambush"]["spring_range"])


# ------------------------------------------------------------------ the order and the test


class Charge(Order, frozen=True):
    """RA-ACT.4, RA-MOV.16 Attack a unit hand to hand; a unit whose nerve fails may do something else instead."""

    piece: str

    words: ClassVar = "charge {piece}"
    spends: ClassVar = False
    rolls: ClassVar = False
    even: ClassVar = frozenset({HIDDEN})

    @classmethod
    def why_unfit(cls, unit: Unit) -> Refusal | None:
        return why_cannot_charge(unit)

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Charge]:
        return (cls(foe.id) for foe, _ in foes_near(g, by.actor(g), charge_reach(g, by)))

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        target = g.pieces.get(self.piece)
        if target is None or not target.place or target.unseen:
            return Refusal("GR-1")
        return why_not_charge(g, by.actor(g), target, charge_reach(g, by))

    def hides_odds(self, g: RedActions, by: Segment) -> bool:
        """RA-MOR.4 The charge test is an open roll; the fight of those who take none may be spoilt from ambush."""
        unit = by.actor(g)
        tested = not (is_vehicle(unit) or unit.hidden)
        return not tested and in_the_dark(g, unit.side)

    def do(self, g: RedActions, by: Segment) -> None:
        unit, reach = by.actor(g), hundredths(charge_reach(g, by))
        ambush = unit.hidden and at_most(apart(g, unit, g.pieces[self.piece]), SPRING)  # RA-AMB.13
        g.swap(ChargeTest(by.unit, self.piece, ambush, reach), by)


def charge_reach(g: RedActions, by: Segment) -> float:
    """RA-MOV.16, RA-FRM.9 A full move, or what a change of formation has left of it."""
    budget = by.budget_of(g)
    return allowance_of(by.actor(g)) if budget.fresh else budget.inches


class ChargeTest(Step, frozen=True):
    """RA-MOR.4, RA-MOR.26, RA-TRT.18, RA-VEH.5 The charge test; failing leaves the unit its other actions."""

    unit: str
    target: str
    ambush: bool = False
    reach: int = 0  # hundredths of an inch, if a change of formation has left less than the full move

    def run(self, g: RedActions) -> None:
        unit = g.pieces[self.unit]
        new_event(g)
        untested = self.ambush or is_vehicle(unit)
        if untested or roll_test(g, unit, "charge", "charging"):
            if not untested:
                g.outcome("the charge goes in")
            return g.swap(Charging(self.unit, self.target, ambush=self.ambush, reach=self.reach))
        g.outcome("the charge fails")
        g.change(self.unit, barred=True)
        commissar = is_under(g, unit, "Commissar")
        g.done()
        if commissar and g.options.get("commissar-terror", "on") == "on":
            g.tell("RA-TRT.18", "The Commissar of {unit} is not pleased", unit=unit.name)
            add_terror(g, self.unit, 1)


# ------------------------------------------------------------------ declared


class Onset(msgspec.Struct, frozen=True):
    """RA-MOV.18 A charge as it was declared: what all its later steps go by."""

    origin: Unit  # the charger
    targets: tuple[str, ...]  # whom it meets, the one it is aimed at first
    start: Spot  # its anchor and the way it goes, or the wall of the house it comes out of
    half: Spot | None  # half way to the target; None if there is no room on the way
    length: int  # hundredths of an inch to the target
    reach: int  # and how many it may go
    clean: bool  # RA-MEL.18 over open ground
    uphill: dict[str, int]  # RA-MEL.33 levels of the charger above each target
    flanked: dict[str, str]  # RA-MEL.19 the targets it takes in flank or rear
    routers: bool  # RA-MOV.30 the target was routing
    second: bool  # RA-MOV.20 the first target is gone
    house: str = ""  # RA-BLD.4 the section it storms

    def left(self, g: RedActions, unit: Unit) -> float:
        """RA-MOV.20 What is left of the allowance where the charger stands now."""
        if unit.place != TABLE:
            return self.reach / 100
        made = survey(g, unit.at(self.start.point), self.start.point, unit.point)
        return self.reach / 100 - (made.cost or 0.0)

    def at_half_way(self, unit: Unit) -> Unit:
        """RA-MOV.19 Where fire meets the charger."""
        return unit.on(self.half) if self.half else unit


class Charging(Step, frozen=True):
    """RA-MOV.18 The charge is declared: whoever it meets tests for fear, and then answers."""

    unit: str
    target: str
    ambush: bool = False
    reach: int = 0  # hundredths of an inch, if less than the full move
    second: bool = False

    def run(self, g: RedActions) -> None:
        unit = g.change(self.unit, formation=in_array(g.pieces[self.unit]).formation)
        target = g.pieces[self.target]
        onset = onset_of(g, unit, target, self.reach, second=self.second)
        g.tell("RA-MOV.16", "{unit} charges {target}", unit=unit.name, target=target.name)
        reveal_unit(g, self.unit)
        g.change(self.unit, acted=True, lying=False, **unit.moving, **UPROOTED)
        tests = [
            MoraleTest(i, *from_unit(g, unit), "fear", cause)
            for i in nearest_first(g, unit, onset.targets)
            if not g.pieces[i].routing
            for cause in (("ambushed", "charged") if self.ambush and i == self.target else ("charged",))
        ]
        g.swap(*tests, Responses(onset, nearest_first(g, unit, onset.targets)))


def nearest_first(g: RedActions, unit: Unit, names: Iterable[str]) -> tuple[str, ...]:
    """RA-TRN.16, RA-TRN.17 Those a charge meets in the order of their distance, whoever it was aimed at."""
    return tuple(sorted(names, key=lambda i: (apart(g, unit, g.pieces[i]), i)))


def onset_of(g: RedActions, unit: Unit, target: Unit, reach: int = 0, *, second: bool = False) -> Onset:
    """RA-MOV.18 What a charge is at the moment it is declared."""
    starts, end = charge_line(g, unit, target)
    way, half = survey(g, starts, starts.point, end), half_way(g, unit, target)
    names = tuple(contacted(g, unit, target))
    return Onset(
        origin=unit,
        targets=names,
        start=starts.spot,
        half=half.spot if half else None,
        length=hundredths(way.length),
        reach=reach or hundredths(allowance_of(unit)),
        clean=way.clear,
        uphill={i: body(g, unit).level - body(g, g.pieces[i]).level for i in names},
        flanked={i: zone for i in names if (zone := zone_met(g, g.pieces[i], unit)) != "front"},
        routers=target.routing,
        second=second,
        house=target.inside,
    )


# ------------------------------------------------------------------ answered


class FireAtChargers(Deed, frozen=True):
    """RA-PRE.1 Fire at half the distance, by all that bears."""

    stored = Press("fire")

    @classmethod
    def candidates(cls, g: RedActions, by: Responses) -> Iterable[FireAtChargers]:
        return [cls()] if by.aims(g) else []

    def do(self, g: RedActions, by: Responses) -> None:
        aims, target = by.aims(g), g.pieces[by.waiting[0]]
        g.tell("RA-PRE.1", "{unit} fires at the chargers", unit=target.name)
        stand(g, by.onset.at_half_way(g.pieces[by.onset.origin.id]))
        for aim in aims:
            declare(g, aim, reaction=True)
        g.swap(*(Volley(aim) for aim in aims), by.others)

    def preview(self, g: RedActions, by: Responses) -> Working | None:
        """The fire at the chargers, unless several wagons of a train fire."""
        aims = by.aims(g)
        return working(g, aims[0]) if len(aims) == 1 else None


class StandFast(Deed, frozen=True):
    """RA-PRE.1 The charge is awaited; the dice are the chargers'."""

    stored = STAND

    def do(self, g: RedActions, by: Responses) -> None:
        g.swap(by.others)

    def hides_odds(self, g: RedActions, by: Responses) -> bool:
        return True


class Evade(StandFast, frozen=True):
    """RA-MOV.23, RA-MOV.31 Away from the charge."""

    stored = Press("evade")

    @classmethod
    def candidates(cls, g: RedActions, by: Responses) -> Iterable[Evade]:
        return [cls()] if by.flees(g) else []

    def do(self, g: RedActions, by: Responses) -> None:
        unit, target = g.pieces[by.onset.origin.id], g.pieces[by.waiting[0]]
        g.tell("RA-MOV.23", "{unit} evades", unit=target.name)
        evade(g, target, unit)
        g.swap(replace(by.others, evaded=(*by.evaded, target.id)))


class Responses(ChoiceStep, frozen=True):
    """RA-PRE.1, RA-PRE.14, RA-MOV.23 Each target fires, evades or stands, nearest first; then the charge goes on."""

    onset: Onset
    waiting: tuple[str, ...]  # targets still to respond
    evaded: tuple[str, ...] = ()  # targets that evaded this charge

    deeds = (FireAtChargers, Evade, StandFast)

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.onset.origin.id)
        if unit is None or unit.routing:
            return g.done()
        if self._is_stopped(unit):
            return stop(g, unit)
        for i, name in enumerate(self.waiting):
            target, then = g.pieces.get(name), replace(self, waiting=self.waiting[i:])
            if target is None or not (then.aims(g) or then.flees(g)):
                continue
            if i:
                return g.swap(then)
            prompt = f"{target.name}, charged by {unit.name}: how to meet it?"
            vain = all(map(is_futile, self.aims(g)))
            answers = sorted(self.offered(g), key=lambda answer: vain and answer == FireAtChargers.stored)
            return g.ask(target.side, prompt, answers, "RA-PRE.1")
        self._go_on(g, unit)

    def _is_stopped(self, unit: Unit) -> bool:
        """RA-MOV.19, RA-VEH.2 Pinned, stuck, driven back, or without an effective base."""
        driven_back = unit.retired and not self.onset.origin.retired
        return unit.pinned or bool(unit.stuck) or is_shaken(unit) or driven_back

    @property
    def others(self) -> Responses:
        """When the first has responded."""
        return replace(self, waiting=self.waiting[1:])

    def aims(self, g: RedActions) -> list[Aim]:
        """RA-PRE.1 The fire of the first that is still to respond."""
        unit, target = g.pieces[self.onset.origin.id], g.pieces[self.waiting[0]]
        return [] if target.routing else defence(g, self.onset, unit, target)

    def flees(self, g: RedActions) -> bool:
        """RA-MOV.23, RA-MOV.31 Could it evade?"""
        unit, target = g.pieces[self.onset.origin.id], g.pieces[self.waiting[0]]
        return not target.routing and evades(target) and way_away(g, target, unit) is not None

    def passes(self, g: RedActions) -> Passing:
        return Passing(STAND, "those who are charged only stand")

    def _go_on(self, g: RedActions, unit: Unit) -> None:
        """RA-MOV.20, RA-MOV.24, RA-MOV.29 On to the first target that is still to be reached."""
        met = self._still_met(g, unit)
        if not met:
            g.outcome("those who are charged run")
            return g.swap(Followup(self.onset))
        rear = {i: "rear" for i in met if i in self.evaded and not is_vehicle(g.pieces[i])}  # RA-MOV.24
        g.swap(Contact(self.onset, met, {i: zone for i, zone in self.onset.flanked.items() if i in met} | rear))

    def _still_met(self, g: RedActions, unit: Unit) -> tuple[str, ...]:
        """RA-MOV.20, RA-MOV.21, RA-MOV.24 The targets still met: those that neither routed nor evaded out of reach."""
        first = self.onset.targets[0]
        here = [i for i in self.onset.targets if i in g.pieces and (self.onset.routers or not g.pieces[i].routing)]
        if first in here and first not in self.evaded:
            return tuple(i for i in here if i not in self.evaded)
        for target in (g.pieces[name] for name in here):
            if why_no_path(g, unit, target, self.onset.left(g, unit)) is None:
                return tuple(i for i in contacted(g, unit, target) if i in here)
        return ()


def defence(g: RedActions, onset: Onset, unit: Unit, target: Unit) -> list[Aim]:
    """RA-PRE.1 to RA-PRE.4, RA-PRE.15 Fire at half the distance by a unit that has not acted; by all its wagons."""
    if target.acted or target.hidden:
        return []
    half, near = onset.at_half_way(unit), apart(g, onset.origin, target) / 2
    stances = [(wagon, best_stance(g, target, half, wagon)) for wagon in weapons_ready(g, target)]
    able = [(w, stance) for w, stance in stances if stance is not None and arm_of(target, w).reaches(near)]
    return [with_direct_hits(g, make_aim(g, stance, half, wagon, near=near)) for wagon, stance in able]


def stop(g: RedActions, unit: Unit, cite: str = "RA-MOV.19", text: str = "The charge of {unit} is stopped") -> None:
    """RA-MOV.19, RA-MOV.33 The charge is over."""
    g.tell(cite, text, unit=unit.name)
    g.swap(KeepOff(unit.id))


# ------------------------------------------------------------------ the target is gone


class GoHalfWay(Deed, frozen=True):
    """RA-MOV.20 Half the distance to where the target was."""

    stored = Press("half way")
    share: ClassVar = 0.5

    def do(self, g: RedActions, by: Followup) -> None:
        unit = g.pieces[by.onset.origin.id]
        start, facing = by.onset.start.point, by.onset.start.facing
        goal = by.onset.length / 100 * self.share
        if not drives(g, by.onset, point_ahead(start, facing, goal)):
            return stop(g, g.pieces[unit.id])
        advance_clear(g, unit, facing, goal - (distance(start, unit.point) if unit.place == TABLE else 0.0))
        g.swap(KeepOff(unit.id))


class GoAllTheWay(GoHalfWay, frozen=True):
    """RA-MOV.20 The whole of it."""

    stored = Press("all the way")
    share: ClassVar = 1.0


class EnterInstead(EnterHouse, frozen=True):
    """RA-BLD.4 Into the house that the target has left."""

    @classmethod
    def candidates(cls, g: RedActions, by: Followup) -> Iterable[EnterInstead]:
        return [cls()] if may_enter(g, g.pieces[by.onset.origin.id], by.onset.house) else []

    def do(self, g: RedActions, by: Followup) -> None:
        g.done()
        enter(g, g.pieces[by.onset.origin.id], by.onset.house)


class ChargeAnother(Deed, frozen=True):
    """RA-MOV.20 On to a second enemy."""

    stored = Charge
    piece: str

    @classmethod
    def candidates(cls, g: RedActions, by: Followup) -> Iterable[ChargeAnother]:
        return [cls(foe.id) for foe in g.foes(g.pieces[by.onset.origin.id].side)]

    def why_not(self, g: RedActions, by: Followup) -> Refusal | None:
        unit, foe = g.pieces[by.onset.origin.id], g.pieces.get(self.piece)
        if foe is None or foe not in g.foes(unit.side) or foe.id in by.onset.targets or by.onset.second:
            return Refusal("GR-1")
        return Refusal("GR-1") if why_not_charge(g, unit, foe, by.onset.left(g, unit)) else None

    def do(self, g: RedActions, by: Followup) -> None:
        unit = g.pieces[by.onset.origin.id]
        g.swap(Charging(unit.id, self.piece, second=True, reach=hundredths(by.onset.left(g, unit))))

    def hides_odds(self, g: RedActions, by: Followup) -> bool:
        """RA-AMB.4 A charge that goes on may come upon an enemy in ambush."""
        return in_the_dark(g, g.pieces[by.onset.origin.id].side)


class Followup(ChoiceStep, frozen=True):
    """RA-MOV.20, RA-BLD.4 The target is gone: on to where it was, to a second enemy, or only half way."""

    onset: Onset

    deeds = (GoHalfWay, GoAllTheWay, EnterInstead, ChargeAnother)

    def run(self, g: RedActions) -> None:
        unit = g.pieces[self.onset.origin.id]
        g.ask(unit.side, f"The target of {unit.name} is gone: how far does it go?", self.offered(g), "RA-MOV.20")


def advance_clear(g: RedActions, unit: Unit, facing: int, inches: float) -> None:
    """RA-MOV.20 Straight on as far as the way is clear, an inch from enemies."""
    end = farthest(g, unit.at(way_out(g, unit, facing)), facing, inches, STRIDE)
    if end is not None:
        stand(g, end)


# ------------------------------------------------------------------ contact


class Contact(Step, frozen=True):
    """RA-MOV.22, RA-MOR.7, RA-MEL.15 Contact, the rear test, the terror of flank and rear, and the combat."""

    onset: Onset
    met: tuple[str, ...]
    flanked: dict[str, str]

    def run(self, g: RedActions) -> None:
        unit, target = g.pieces[self.onset.origin.id], g.pieces[self.met[0]]
        if not drives(g, self.onset, charge_line(g, self.onset.origin, target)[1]):
            return stop(g, g.pieces[unit.id])
        there = at_contact(g, unit, target)
        if on_others(g, there):
            g.outcome("it finds no room to close")
            return stop(g, unit, "RA-MOV.33", "{unit} finds no room to close")
        stand(g, there)
        routers = [i for i in self.met if g.pieces[i].routing]
        if len(routers) == len(self.met):
            return g.swap(RideDown(unit.id, target.id))
        down = [RideDown(unit.id, i, alone=False) for i in routers]
        rear = nearest_first(g, self.onset.origin, [i for i, zone in self.flanked.items() if zone == "rear"])
        tests = [MoraleTest(i, *from_unit(g, self.onset.origin), "fear", "charged in the rear") for i in rear]
        why = "being met in the"
        terror = [Terror(i, count=FLANK_TERROR[z], quiet=True, why=f"{why} {z}") for i, z in self.flanked.items()]
        x, y, _ = Spot.at(centre(g, self.onset.origin))
        fight = Melee(unit.id, self.met, self.flanked, self.onset.clean, x, y, self.onset.uphill)
        g.swap(*down, *tests, *terror, fight, KeepOff(unit.id))


def drives(g: RedActions, onset: Onset, end: Point) -> bool:
    """RA-TER.6 to RA-TER.12, RA-TER.20 A vehicle tests for what its charge crosses; False if it sticks there."""
    origin = onset.origin
    if not is_vehicle(origin):
        return True
    starts = replace(origin, facing=facing_to(origin.point, end))
    spent = hundredths(survey(g, starts, starts.point, end).cost or 0.0)
    leg = drive(g, starts, Leg(*Spot.at(end, starts.facing), spent, "ahead", start=starts.spot), 0, fights=True)
    if not g.pieces[origin.id].stuck:
        return True
    stand(g, g.pieces[origin.id].on(leg.spot))
    return False


class RideDown(Step, frozen=True):
    """RA-MOV.30 Routers are Defeated without dice; only their own officers are diced for.

    If the charge has met others too it is they who are fought, and nobody is pursued before (RA-MOV.21).
    """

    unit: str
    target: str
    alone: bool = True

    def run(self, g: RedActions) -> None:
        new_event(g)
        target = g.pieces[self.target]
        pursuit = Pursuit(self.unit, (self.target,), Spot.at(centre(g, target)), target.inside)
        g.tell("RA-MOV.30", "{unit} rides down {target}", unit=g.pieces[self.unit].name, target=target.name)
        after = (pursuit, KeepOff(self.unit)) if self.alone else ()
        if lose_bases(g, self.target, 2):
            return g.swap(*after)
        officers = OfficerCasualties(((self.target, self.unit),))
        g.swap(officers, Rout(self.target), *after)
