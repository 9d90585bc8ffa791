"""Charging and evading (RA-MOV.16 to RA-MOV.33), with fire at the chargers (RA-PRE.1 to RA-PRE.4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from grognard.board.bases import FILE, frontage
from grognard.board.inches import (
    Point,
    ahead,
    bearing,
    box,
    boxes_overlap,
    distance,
    facing_to,
    hundredths,
    nearest_on,
    nearest_point_of_box,
    turn_between,
    within,
)
from grognard.board.tabletop import cost
from grognard.engine import Action, Press, Refusal, Step
from grognard.games.red_actions.rules.artillery import with_direct_hits
from grognard.games.red_actions.rules.bodies import (
    apart,
    blocks_of,
    body,
    centre,
    foes_of,
    level,
    overlap,
    section,
    stored,
)
from grognard.games.red_actions.rules.breakdown import drive
from grognard.games.red_actions.rules.compelled import placed
from grognard.games.red_actions.rules.cover import behind, in_trench
from grognard.games.red_actions.rules.data import BASE_WIDTH
from grognard.games.red_actions.rules.fire import Volley, declare
from grognard.games.red_actions.rules.legs import (
    NO_ENTRY,
    Budget,
    Leg,
    deployed_among_trees,
    passes,
    reach_towards,
    wreck_on_the_way,
)
from grognard.games.red_actions.rules.losses import add_terror, lose_bases, new_event, reveal_near, reveal_unit
from grognard.games.red_actions.rules.melee import Melee, OfficerCasualties, Pursuit, legal_stop, set_back, zone_met
from grognard.games.red_actions.rules.morale import may_charge_type, roll_test
from grognard.games.red_actions.rules.officers import commander
from grognard.games.red_actions.rules.retire import MoraleTest, Rout, Terror, follow_seniors
from grognard.games.red_actions.rules.segment import HIDDEN, Order, Segment
from grognard.games.red_actions.rules.shooting import best_stance, make_aim, weapons_ready
from grognard.games.red_actions.rules.sight import sees
from grognard.games.red_actions.rules.state import TABLE, UPROOTED, Aim, RedActions, Unit, effective, is_vehicle
from grognard.games.red_actions.rules.terrain import Way, allowance_of, survey

CHARGE_ARC = 450
FLANK_TERROR = {"flank": 1, "rear": 2}  # RA-MEL.15


# ------------------------------------------------------------------ may it charge?


def why_cannot_charge(g: RedActions, unit: Unit) -> Refusal | None:
    """RA-MOV.17, RA-MOR.26, RA-FRM.6 Why a unit may not charge anybody now."""
    if not may_charge_type(unit):
        return Refusal("RA-MOV.17")
    if unit.pinned:
        return Refusal("RA-MOR.34")
    if unit.routing or (effective(unit) == 0 and not is_vehicle(unit)):
        return Refusal("RA-MOR.37")
    if unit.barred:
        return Refusal("RA-MOR.26")
    if unit.formation == FILE and unit.bases > 1:
        return Refusal("RA-FRM.6")
    if unit.stuck:
        return Refusal("RA-VEH.4")
    return None


def why_not_charge(g: RedActions, unit: Unit, target: Unit, left: float | None = None) -> Refusal | None:
    """RA-MOV.16, RA-MOV.27, RA-MOV.28, RA-MOV.32 Why a unit may not charge this target."""
    refusal = why_cannot_charge(g, unit)
    if refusal is not None:
        return refusal
    if target.side == unit.side or target.hidden or target.riding or target.type == "senior_officer":
        return Refusal("RA-MOV.16", "It is not an enemy that can be charged.")
    limit = allowance_of(unit) if left is None else left
    if apart(g, unit, target) > limit + 0.005:
        return Refusal("RA-MOV.16", "It is out of reach.")
    refusal = _kinds(g, unit, target)
    if refusal is not None:
        return refusal
    if not unit.inside and not _in_front(g, unit, target):
        return Refusal("RA-MOV.16", "It is outside the front arc.")
    if not sees(g, unit, target):
        return Refusal("RA-MOV.16", "It cannot be seen.")
    return _why_no_path(g, unit, target, limit)


def _kinds(g: RedActions, unit: Unit, target: Unit) -> Refusal | None:
    """RA-TRT.14, RA-MOV.32, RA-VEH.11 Who may charge what."""
    foot = unit.kind == "rifles"
    if is_vehicle(target) and not target.stuck and unit.kind == "sabres":
        return Refusal("RA-TRT.14")
    if target.kind == "train" and (not foot or target.rolling):
        return Refusal("RA-VEH.11")
    if target.inside and not foot:
        return Refusal("RA-MOV.32")
    dug_in = in_trench(g, target) or behind(g, target, ("earthwork",), centre(g, unit)) != ""
    if dug_in and not foot and unit.kind != "tank":
        return Refusal("RA-MOV.32")
    return None


def _in_front(g: RedActions, unit: Unit, target: Unit) -> bool:
    points = [section(g, target).nearest(unit.point)] if target.inside else []
    if not target.inside:
        for b in blocks_of(g, target):
            points += [b.centre, *b.corners, nearest_point_of_box(unit.point, b)]
    return any(bearing(unit.point, unit.facing, p) <= CHARGE_ARC for p in points)


def touch_point(g: RedActions, start: Point, target: Unit) -> Point:
    """RA-MOV.27 The nearest point of the target."""
    if target.inside:
        return section(g, target).nearest(start)
    return min((nearest_point_of_box(start, b) for b in blocks_of(g, target)), key=lambda p: distance(p, start))


def charge_way(g: RedActions, unit: Unit, target: Unit) -> Way:
    """RA-MOV.27 The straight line of a charge over the ground."""
    starts = setting_out(g, unit, target)
    return survey(g, starts, starts.point, touch_point(g, starts.point, target))


def setting_out(g: RedActions, unit: Unit, target: Unit) -> Unit:
    """RA-MOV.27, RA-BLD.6 The charger at the start of its way, out of its building and turned to the target."""
    start = section(g, unit).nearest(centre(g, target)) if unit.inside else unit.point
    end = touch_point(g, start, target)
    facing = facing_to(start, end) if distance(start, end) > 1e-6 else unit.facing
    return placed(unit, start, facing)


def _why_no_path(g: RedActions, unit: Unit, target: Unit, limit: float) -> Refusal | None:
    way = charge_way(g, unit, target)
    spent = cost(way.stretches, way.tolls)
    if spent is None or way.halts:
        return Refusal("RA-MOV.32", "The ground stops the charge.")
    if spent > limit + 0.005:
        return Refusal("RA-MOV.16", f"The charge takes {spent:.1f} inches.")
    starts = setting_out(g, unit, target)
    end = touch_point(g, starts.point, target)
    if deployed_among_trees(g, starts, end):
        return Refusal("RA-TER.17")
    width = frontage(unit.formation, unit.bases, BASE_WIDTH)
    front, length = ahead(end, starts.facing, -0.3), max(0.1, way.length - 0.3)
    swath, berth = (box(front, starts.facing, width + aside, length) for aside in (0.0, 2 * NO_ENTRY - 0.01))
    beside = contacted(g, unit, target)
    for other in g.troops():
        if other.id in (unit.id, target.id) or other.inside or (other.hidden and other.side != unit.side):
            continue
        if other.side == unit.side and passes(unit, other):
            continue
        if other.side != unit.side and other.id in beside:
            continue
        if any(boxes_overlap(swath if other.side == unit.side else berth, b) for b in blocks_of(g, other)):
            return Refusal("RA-MOV.28", f"{other.name} is in the way.")
    if is_vehicle(unit) and wreck_on_the_way(g, unit, swath):
        return Refusal("RA-VEH.15")
    there = at_contact(g, unit, target)
    blocked = [u for u in g.troops(unit.side) if u.id != unit.id and overlap(g, there, u)]
    if blocked:
        return Refusal("RA-MOV.28", f"{blocked[0].name} leaves no room.")
    return None


def at_contact(g: RedActions, unit: Unit, target: Unit) -> Unit:
    """RA-MOV.22 The charger flat against the edge it contacts."""
    starts = setting_out(g, unit, target)
    end = touch_point(g, starts.point, target)
    facing = _edge_facing(g, target, end, starts.facing)
    return placed(unit, ahead(end, facing, -0.02), facing)


def half_way(g: RedActions, unit: Unit, target: Unit) -> Unit:
    """RA-PRE.2, RA-MOV.19 The charger half way to its target, or as far on the way there as there is room."""
    starts = setting_out(g, unit, target)
    length = distance(starts.point, touch_point(g, starts.point, target))
    for share in (0.5, 0.4, 0.3, 0.2, 0.1):
        there = placed(starts, ahead(starts.point, starts.facing, share * length), starts.facing)
        if not any(overlap(g, there, other) for other in g.troops() if other.id != unit.id):
            return there
    return unit


def _edge_facing(g: RedActions, target: Unit, end: Point, way: int) -> int:
    """The facing square on to the contacted edge, nearest to the way of the charge."""
    if target.inside:
        sides = section(g, target).sides()
        a, b = min(sides, key=lambda s: distance(end, nearest_on(end, *s)))
        along = facing_to(a, b)
    else:
        along = min(blocks_of(g, target), key=lambda k: distance(end, nearest_point_of_box(end, k))).facing
    options = [(along + quarter) % 3600 for quarter in (0, 900, 1800, 2700)]
    return min(options, key=lambda f: (turn_between(f, way), f))


def contacted(g: RedActions, unit: Unit, target: Unit) -> list[str]:
    """RA-MOV.21, RA-BLD.9 Every enemy unit the charger's front touches, the target first."""
    if target.inside:
        return [target.id, *(u.id for u in g.here(target.inside) if u.id != target.id and u.side == target.side)]
    there = at_contact(g, unit, target)
    x, y = stored(ahead(there.point, there.facing, 0.1))
    probe = replace(there, x=x, y=y)
    others = [u for u in g.foes(unit.side) if u.id != target.id and not u.inside and overlap(g, probe, u)]
    others.sort(key=lambda u: (apart(g, unit, u), u.id))
    return [target.id, *(u.id for u in others)]


# ------------------------------------------------------------------ the charge


class Charge(Order, frozen=True):
    """RA-ACT.4, RA-MOV.16 Attack a unit hand to hand; a unit whose nerve fails may do something else instead."""

    piece: str

    spends: ClassVar = False
    rolls: ClassVar = False
    even: ClassVar = frozenset({HIDDEN})

    @classmethod
    def candidates(cls, g: RedActions, by: Segment) -> Iterator[Charge]:
        unit = by.actor(g)
        if why_cannot_charge(g, unit) is None:
            mine, reach = body(g, unit), charge_reach(g, by)
            yield from (cls(foe.id) for foe, stands in foes_of(g, unit.side) if not mine.surely_apart(stands, reach))

    def why_not(self, g: RedActions, by: Segment) -> Refusal | None:
        target = g.pieces.get(self.piece)
        if target is None or not target.place or target.unseen:
            return Refusal("GR-1")
        return why_not_charge(g, by.actor(g), target, charge_reach(g, by))

    def do(self, g: RedActions, by: Segment) -> None:
        reach = hundredths(charge_reach(g, by))
        g.swap(ChargeTest(by.unit, self.piece, by.actor(g).hidden, reach), by)

    def says(self, g: RedActions) -> str:
        return f"charge {g.pieces[self.piece].name}"


def charge_reach(g: RedActions, by: Segment) -> float:
    """RA-MOV.16, RA-FRM.9 A full move, or what a change of formation has left of it."""
    budget = by.budget_of(g)
    return allowance_of(by.actor(g)) if budget.fresh else budget.left / 100


class ChargeTest(Step, frozen=True):
    """RA-MOR.4, RA-MOR.26, RA-TRT.18, RA-VEH.5 The charge test; failing leaves the unit its other actions."""

    unit: str
    target: str
    ambush: bool = False
    reach: int = 0  # hundredths of an inch, if a change of formation has left less than the full move

    def run(self, g: RedActions) -> None:
        unit = g.pieces[self.unit]
        new_event(g)
        if self.ambush or is_vehicle(unit) or roll_test(g, unit, "charge", "charging"):
            g.outcome("the charge goes in")
            return g.swap(Charging(self.unit, self.target, ambush=self.ambush, reach=self.reach))
        g.outcome("the charge fails")
        g.change(self.unit, barred=True)
        officer = commander(g, unit)
        g.done()
        if officer is not None and "Commissar" in officer.traits and g.options.get("commissar-terror", "on") == "on":
            g.tell("RA-TRT.18", "The Commissar of {unit} is not pleased", unit=unit.name)
            add_terror(g, self.unit, 1)


class Charging(Step, frozen=True):
    """RA-MOV.18 A charge in its stages: fear, response, fire, contact, rear test, terror, combat."""

    unit: str
    target: str
    stage: str = "declare"
    targets: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()  # targets still to respond
    x: int = 0  # the charger's centre at declaration
    y: int = 0
    origin: Unit | None = None  # the charger when it declared
    start: tuple[int, int] = (0, 0)  # its anchor, or the wall of the house it came out of
    half: Unit | None = None  # half way to the target as it stood then
    length: int = 0  # the way to the target as it stood then
    reach: int = 0  # hundredths of an inch, if less than the full move
    evaded: tuple[str, ...] = ()  # targets that evaded this charge
    clean: bool = True
    uphill: dict[str, int] = {}  # RA-MEL.33 levels of the charger above each target at declaration
    flanked: dict[str, str] = {}  # RA-MEL.19 the targets met in flank or rear
    retired: bool = False  # the charger had retired before
    ambush: bool = False
    second: bool = False
    routers: bool = False  # RA-MOV.30 the target was routing when it was charged

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or unit.routing:
            return g.done()
        match self.stage:
            case "declare":
                self._declare(g, unit)
            case "respond":
                self._respond(g, unit)
            case "outcome":
                self._outcome(g, unit)
            case "followup":
                self._followup(g, unit)
            case "contact":
                self._contact(g, unit)

    def _declare(self, g: RedActions, unit: Unit) -> None:
        target = g.pieces[self.target]
        x, y = stored(centre(g, unit))
        way = charge_way(g, unit, target)
        names = tuple(contacted(g, unit, target))
        g.tell("RA-MOV.16", "{unit} charges {target}", unit=unit.name, target=target.name)
        reveal_unit(g, self.unit)
        g.change(self.unit, acted=True, lying=False, moved=True, rolling=True, moved_turn=g.turn, **UPROOTED)
        step = replace(
            self,
            stage="respond",
            targets=names,
            waiting=names,
            x=x,
            y=y,
            clean=way.open and all(s.rate == 1 for s in way.stretches),
            uphill={i: level(g, unit) - level(g, g.pieces[i]) for i in names},
            flanked={i: zone for i in names if (zone := zone_met(g, g.pieces[i], unit)) != "front"},
            retired=unit.retired,
            routers=target.routing,
            origin=unit,
            start=stored(setting_out(g, unit, target).point),
            half=half_way(g, unit, target),
            length=hundredths(way.length),
        )
        tests = [
            MoraleTest(i, x, y, True, "fear", cause)
            for i in names
            if not g.pieces[i].routing
            for cause in (("ambushed", "charged") if self.ambush and i == self.target else ("charged",))
        ]
        g.swap(*tests, step)

    # ---------------------------------------------------------- responses

    def _respond(self, g: RedActions, unit: Unit) -> None:
        """RA-PRE.1, RA-PRE.14, RA-MOV.23 Each target fires, evades or stands, nearest first."""
        for i, name in enumerate(self.waiting):
            target = g.pieces.get(name)
            if target is None or target.routing:
                continue
            choices: list[Action] = []
            if self._defence(g, unit, target):
                choices.append(Press("fire"))
            if may_evade(g, target):
                choices.append(Press("evade"))
            if not choices:
                continue
            if i:
                return g.swap(replace(self, waiting=self.waiting[i:]))
            choices.append(Press("stand"))
            prompt = f"{target.name} is charged by {unit.name}"
            return g.ask(target.side, prompt, choices, "RA-PRE.1")
        g.swap(replace(self, stage="outcome", waiting=()))

    def take(self, g: RedActions, action: Action) -> None:
        if self.stage == "followup":
            return self._take_followup(g, action)
        assert isinstance(action, Press)
        unit, target = g.pieces[self.unit], g.pieces[self.waiting[0]]
        rest = replace(self, waiting=self.waiting[1:])
        if action.button == "stand":
            return g.swap(rest)
        if action.button == "evade":
            g.tell("RA-MOV.23", "{unit} evades", unit=target.name)
            evade(g, target, unit)
            return g.swap(replace(rest, evaded=(*self.evaded, target.id)))
        aims = self._defence(g, unit, target)
        g.tell("RA-PRE.1", "{unit} fires at the chargers", unit=target.name)
        self._to_half_way(g, unit)
        for aim in aims:
            declare(g, aim, reaction=True)
        g.swap(*(Volley(aim) for aim in aims), rest)

    def _defence(self, g: RedActions, unit: Unit, target: Unit) -> list[Aim]:
        """RA-PRE.1 to RA-PRE.4, RA-PRE.15 Fire at half the distance by a unit that has not acted; by all its wagons."""
        if target.acted or target.hidden:
            return []
        half = self._half_way(g, unit)
        near = apart(g, self.origin or unit, target) / 2
        aims = []
        for wagon in weapons_ready(g, target):
            stance = best_stance(g, target, half, wagon)
            if stance is not None:
                aims.append(with_direct_hits(g, make_aim(g, stance, half, wagon, near=near)))
        return aims

    def _half_way(self, g: RedActions, unit: Unit) -> Unit:
        half = self.half or half_way(g, unit, g.pieces[self.targets[0]])
        return replace(unit, x=half.x, y=half.y, facing=half.facing, place=half.place)

    def _to_half_way(self, g: RedActions, unit: Unit) -> None:
        half = self._half_way(g, unit)
        g.change(self.unit, x=half.x, y=half.y, facing=half.facing, place=half.place)
        follow_seniors(g, self.unit)
        reveal_near(g, self.unit)

    # ---------------------------------------------------------- after the fire

    def _outcome(self, g: RedActions, unit: Unit) -> None:
        """RA-MOV.19, RA-MOV.29, RA-VEH.2 Stopped, or on to the first target that is still to be reached."""
        shaken = effective(unit) == 0 and not is_vehicle(unit)
        if unit.pinned or unit.stuck or shaken or (unit.retired and not self.retired):
            return self._stop(g, unit)
        left = self._still_met(g, unit)
        if not left:
            return g.swap(replace(self, stage="followup"))
        flanked = {i: zone for i, zone in self.flanked.items() if i in left}
        rear = {i: "rear" for i in left if i in self.evaded and not is_vehicle(g.pieces[i])}  # RA-MOV.24
        g.swap(replace(self, stage="contact", targets=left, flanked={**flanked, **rear}))

    def _still_met(self, g: RedActions, unit: Unit) -> tuple[str, ...]:
        """RA-MOV.20, RA-MOV.21, RA-MOV.24 The targets still met: those that neither routed nor evaded out of reach."""
        here = [i for i in self.targets if i in g.pieces and (self.routers or not g.pieces[i].routing)]
        if self.targets[0] in here and self.targets[0] not in self.evaded:
            return tuple(i for i in here if i not in self.evaded)
        for name in here:
            target = g.pieces[name]
            if _why_no_path(g, unit, target, self._left(g, unit)) is None:
                return tuple(i for i in contacted(g, unit, target) if i in here)
        return ()

    def _left(self, g: RedActions, unit: Unit) -> float:
        """RA-MOV.20 What is left of the allowance where the charger stands now."""
        whole = self.reach / 100 or allowance_of(unit)
        if self.origin is None or unit.place != TABLE:
            return whole
        start = (self.start[0] / 100, self.start[1] / 100)
        made = survey(g, replace(unit, x=self.start[0], y=self.start[1]), start, unit.point)
        return whole - (cost(made.stretches, made.tolls) or 0.0)

    def _stop(self, g: RedActions, unit: Unit) -> None:
        g.tell("RA-MOV.19", "The charge of {unit} is stopped", unit=unit.name)
        keep_off(g, self.unit)
        g.done()

    def _followup(self, g: RedActions, unit: Unit) -> None:
        """RA-MOV.20 The target is gone: on to where it was, to a second enemy, or only half way."""
        choices: list[Action] = [Press("half way"), Press("all the way")]
        left = self._left(g, unit)
        if not self.second:
            others = [foe for foe in g.foes(unit.side) if foe.id not in self.targets]
            choices += [Charge(foe.id) for foe in others if why_not_charge(g, unit, foe, left) is None]
        g.ask(unit.side, f"The target of {unit.name} is gone: how far does it go?", choices, "RA-MOV.20")

    def _take_followup(self, g: RedActions, action: Action) -> None:
        unit = g.pieces[self.unit]
        if isinstance(action, Charge):
            left = hundredths(self._left(g, unit))
            return g.swap(Charging(self.unit, action.piece, retired=self.retired, second=True, reach=left))
        assert isinstance(action, Press)
        assert self.half is not None
        start = (self.start[0] / 100, self.start[1] / 100)
        goal = self.length / 100 * (1.0 if action.button == "all the way" else 0.5)
        made = distance(start, unit.point) if unit.place == TABLE else 0.0
        if not self._drives(g, unit, ahead(start, self.half.facing, goal)):
            return self._stop(g, g.pieces[self.unit])
        advance_clear(g, unit, self.half.facing, goal - made)
        g.swap(KeepOff(self.unit))

    def _contact(self, g: RedActions, unit: Unit) -> None:
        """RA-MOV.22, RA-MOR.7, RA-MEL.15 Contact, the rear test, the terror of flank and rear, and the combat."""
        target = g.pieces[self.targets[0]]
        if not self._drives(g, unit, touch_point(g, setting_out(g, self.origin or unit, target).point, target)):
            return self._stop(g, g.pieces[self.unit])
        there = at_contact(g, unit, target)
        if any(overlap(g, there, u) for u in g.troops() if u.id != unit.id):
            g.tell("RA-MOV.33", "{unit} finds no room to close", unit=unit.name)
            keep_off(g, self.unit)
            return g.done()
        g.change(self.unit, x=there.x, y=there.y, facing=there.facing, place=TABLE)
        follow_seniors(g, self.unit)
        reveal_near(g, self.unit)
        if target.routing:
            return g.swap(RideDown(self.unit, target.id))
        rear = [i for i, zone in self.flanked.items() if zone == "rear"]
        tests = [MoraleTest(i, self.x, self.y, True, "fear", "charged in the rear") for i in rear]
        terror = [Terror(i, count=FLANK_TERROR[zone], quiet=True) for i, zone in self.flanked.items()]
        fight = Melee(self.unit, self.targets, self.flanked, self.clean, self.x, self.y, self.uphill)
        g.swap(*tests, *terror, fight, KeepOff(self.unit))

    def _drives(self, g: RedActions, unit: Unit, end: Point) -> bool:
        """RA-TER.6 to RA-TER.12, RA-TER.20 A vehicle tests for what its charge crosses; False if it sticks there."""
        if not is_vehicle(unit):
            return True
        origin = self.origin or unit
        starts = replace(origin, facing=facing_to(origin.point, end))
        way = survey(g, starts, starts.point, end)
        spent = hundredths(cost(way.stretches, way.tolls) or 0.0)
        leg = drive(g, starts, Leg(*stored(end), starts.facing, spent, "ahead", start=(starts.x, starts.y)), 0)
        if not g.pieces[unit.id].stuck:
            return True
        g.change(unit.id, x=leg.x, y=leg.y, facing=leg.facing)
        return False


class RideDown(Step, frozen=True):
    """RA-MOV.30 Routers are Defeated without dice; only their own officers are diced for."""

    unit: str
    target: str

    def run(self, g: RedActions) -> None:
        new_event(g)
        target = g.pieces[self.target]
        where = stored(centre(g, target))
        g.tell("RA-MOV.30", "{unit} rides down {target}", unit=g.pieces[self.unit].name, target=target.name)
        if lose_bases(g, self.target, 2):
            return g.swap(Pursuit(self.unit, (self.target,), where), KeepOff(self.unit))
        officers = OfficerCasualties(((self.target, self.unit),))
        g.swap(officers, Rout(self.target), Pursuit(self.unit, (self.target,), where), KeepOff(self.unit))


class KeepOff(Step, frozen=True):
    """RA-MEL.28, RA-MOV.33 When all is done the charger stands an inch from every enemy."""

    unit: str

    def run(self, g: RedActions) -> None:
        g.done()
        keep_off(g, self.unit)


def keep_off(g: RedActions, unit_id: str) -> None:
    """RA-MOV.33, RA-AMB.9 An inch from every enemy, whoever hid there being found."""
    reveal_near(g, unit_id)
    unit = g.pieces.get(unit_id)
    if unit is None or unit.inside or not unit.place:
        return
    for foe in list(g.troops(g.enemy(unit.side))):
        if not foe.hidden and apart(g, g.pieces[unit_id], foe) < 1.0 - 0.005:
            set_back(g, g.pieces[unit_id], foe)


def advance_clear(g: RedActions, unit: Unit, facing: int, inches: float) -> None:
    """RA-MOV.20 Straight on as far as the way is clear, an inch from enemies."""
    others = [u for u in g.troops() if u.id != unit.id and not (u.hidden and u.side != unit.side)]
    start = unit.point if not unit.inside else section(g, unit).nearest(ahead(centre(g, unit), facing, 20.0))
    best = unit
    for k in range(1, int(inches / 0.25) + 1):
        p = ahead(start, facing, k * 0.25)
        there = replace(unit, x=hundredths(p[0]), y=hundredths(p[1]), facing=facing, place=TABLE)
        if legal_stop(g, best if best.place == TABLE else there, there, others):
            best = there
        elif any(u.side != unit.side and apart(g, there, u) < 0.995 for u in others):
            break
    if best is not unit:
        g.change(unit.id, x=best.x, y=best.y, facing=best.facing, place=TABLE)
        follow_seniors(g, unit.id)


# ------------------------------------------------------------------ evading


def may_evade(g: RedActions, target: Unit) -> bool:
    """RA-MOV.23 Mounted troops, cars, limbered horse artillery, and foot skirmishers or partisans."""
    if target.pinned or target.evaded or target.routing or target.stuck or target.inside:
        return False
    if target.kind in ("sabres", "tachanka", "ac") or target.carts:
        return True
    if target.kind == "gun":
        return target.limbered and target.has("HorseArtillery")
    return target.kind == "rifles" and (target.has("Skirmisher") or target.has("Partisan"))


def evade(g: RedActions, target: Unit, charger: Unit) -> None:
    """RA-MOV.31 A full move directly away, bent up to 45 degrees, ending facing away."""
    away = facing_to(centre(g, charger), centre(g, target))
    others = [u for u in g.troops() if u.id != target.id and u.id != charger.id]
    best, best_run = target, 0.0
    for bend in (0, 150, -150, 300, -300, 450, -450):
        facing = (away + bend) % 3600
        body = replace(target, facing=facing)
        limit = reach_towards(g, body, facing, Budget(hundredths(allowance_of(target))))
        run = _clear_run(g, body, facing, limit, others)
        if run > best_run + 0.5:
            p = ahead(target.point, facing, run)
            best, best_run = replace(body, x=hundredths(p[0]), y=hundredths(p[1])), run
    if best_run:
        g.change(target.id, **UPROOTED)
    g.change(
        target.id,
        x=best.x,
        y=best.y,
        facing=best.facing,
        evaded=True,
        acted=True,
        moved=True,
        rolling=True,
        moved_turn=g.turn,
        formed=best.formed,
    )
    follow_seniors(g, target.id)
    reveal_near(g, target.id)


def _clear_run(g: RedActions, unit: Unit, facing: int, limit: float, others: list[Unit]) -> float:
    """The farthest legal stop within a distance."""
    best = 0.0
    for k in range(1, int(limit / 0.5) + 1):
        p = ahead(unit.point, facing, k * 0.5)
        there = replace(unit, x=hundredths(p[0]), y=hundredths(p[1]))
        if legal_stop(g, unit, there, others):
            best = k * 0.5
        elif any(u.side != unit.side and not within(1.0, apart(g, there, u)) for u in others):
            break
    return best
