"""Charging and evading (RA-MOV.16 to RA-MOV.33), with fire at the chargers (RA-PRE.1 to RA-PRE.4)."""

from __future__ import annotations

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
from grognard.games.red_actions.artillery import with_direct_hits
from grognard.games.red_actions.bodies import apart, blocks_of, centre, level, overlap, section, stored
from grognard.games.red_actions.choices import Charge
from grognard.games.red_actions.data import BASE_WIDTH
from grognard.games.red_actions.fire import Volley, declare
from grognard.games.red_actions.going import Way, allowance_of, survey
from grognard.games.red_actions.ground import behind, in_trench
from grognard.games.red_actions.losses import add_terror, lose_bases, new_event, reveal_unit
from grognard.games.red_actions.melee import Melee, OfficerCasualties, Pursuit, legal_stop, set_back, zone_met
from grognard.games.red_actions.morale import may_charge_type, roll_test
from grognard.games.red_actions.movement import Budget, passes, reach_towards, wreck_on_the_way
from grognard.games.red_actions.officers import commander
from grognard.games.red_actions.retire import MoraleTest, Rout, Terror, follow_seniors
from grognard.games.red_actions.shooting import best_stance, make_aim, why_cannot_shoot
from grognard.games.red_actions.sight import sees
from grognard.games.red_actions.state import TABLE, UPROOTED, Aim, RedActions, Unit, effective, is_vehicle

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
    start = section(g, unit).nearest(centre(g, target)) if unit.inside else unit.point
    end = touch_point(g, start, target)
    body = replace(unit, facing=facing_to(start, end), x=hundredths(start[0]), y=hundredths(start[1]), place=TABLE)
    return survey(g, body, start, end)


def _why_no_path(g: RedActions, unit: Unit, target: Unit, limit: float) -> Refusal | None:
    way = charge_way(g, unit, target)
    spent = cost(way.stretches, way.tolls)
    if spent is None or way.halts:
        return Refusal("RA-MOV.32", "The ground stops the charge.")
    if spent > limit + 0.005:
        return Refusal("RA-MOV.16", f"The charge takes {spent:.1f} inches.")
    start = section(g, unit).nearest(centre(g, target)) if unit.inside else unit.point
    end = touch_point(g, start, target)
    facing = facing_to(start, end)
    width = frontage(unit.formation, unit.bases, BASE_WIDTH)
    swath = box(ahead(end, facing, -0.3), facing, width, max(0.1, way.length - 0.3))
    beside = contacted(g, unit, target)
    for other in g.troops():
        if other.id in (unit.id, target.id) or other.inside or (other.hidden and other.side != unit.side):
            continue
        if other.side == unit.side and passes(unit, other):
            continue
        if other.side != unit.side and other.id in beside:
            continue
        if any(boxes_overlap(swath, b) for b in blocks_of(g, other)):
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
    start = section(g, unit).nearest(centre(g, target)) if unit.inside else unit.point
    end = touch_point(g, start, target)
    way = facing_to(start, end) if distance(start, end) > 1e-6 else unit.facing
    facing = _edge_facing(g, target, end, way)
    point = ahead(end, facing, -0.02)
    return replace(unit, x=hundredths(point[0]), y=hundredths(point[1]), facing=facing, place=TABLE)


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


class ChargeTest(Step, frozen=True):
    """RA-MOR.4, RA-MOR.26, RA-TRT.18, RA-VEH.5 The charge test; failing leaves the unit its other actions."""

    unit: str
    target: str
    ambush: bool = False

    def run(self, g: RedActions) -> None:
        unit = g.pieces[self.unit]
        new_event(g)
        if self.ambush or is_vehicle(unit) or roll_test(g, unit, "charge", "charging"):
            g.outcome("the charge goes in")
            return g.swap(Charging(self.unit, self.target, ambush=self.ambush))
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
    clean: bool = True
    uphill: int = 0
    flanked: dict[str, str] = {}  # RA-MEL.19 the targets met in flank or rear
    retired: bool = False  # the charger had retired before
    spent: int = 0
    ambush: bool = False
    second: bool = False
    routers: bool = False  # RA-MOV.30 the target was routing when it was charged

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or unit.routing:
            return g.done()
        getattr(self, f"_{self.stage}")(g, unit)

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
            uphill=level(g, unit) - level(g, target),
            flanked={i: zone for i in names if (zone := zone_met(g, g.pieces[i], unit)) != "front"},
            retired=unit.retired,
            routers=target.routing,
            spent=hundredths(cost(way.stretches, way.tolls) or 0.0),
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
            return g.swap(rest)
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
        half = self._half_way_unit(g, unit)
        near = apart(g, replace(unit, x=self._from(g, unit)[0], y=self._from(g, unit)[1]), target) / 2
        aims = []
        for wagon in range(len(target.wagons)) if target.wagons else (-1,):
            able = why_cannot_shoot(g, target, wagon) is None
            stance = best_stance(g, target, half, wagon) if able else None
            if stance is not None:
                aims.append(with_direct_hits(g, make_aim(g, stance, half, wagon, near=near)))
        return aims

    def _from(self, g: RedActions, unit: Unit) -> tuple[int, int]:
        """The anchor at declaration: the charger may already stand half way."""
        dx, dy = self.x - stored(centre(g, unit))[0], self.y - stored(centre(g, unit))[1]
        return unit.x + dx, unit.y + dy

    def _half_way_unit(self, g: RedActions, unit: Unit) -> Unit:
        """RA-PRE.2 The charger half way to its target, or as far on the way there as there is room."""
        start = (self._from(g, unit)[0] / 100, self._from(g, unit)[1] / 100)
        target = g.pieces.get(self.targets[0])
        if target is None:
            return unit
        end = touch_point(g, start, target)
        facing, others = facing_to(start, end), [u for u in g.troops() if u.id != unit.id]
        for share in (0.5, 0.4, 0.3, 0.2, 0.1):
            x, y = stored(ahead(start, facing, share * distance(start, end)))
            there = replace(unit, x=x, y=y, facing=facing, place=TABLE)
            if not any(overlap(g, there, other) for other in others):
                return there
        return unit

    def _to_half_way(self, g: RedActions, unit: Unit) -> None:
        half = self._half_way_unit(g, unit)
        g.change(self.unit, x=half.x, y=half.y, facing=half.facing, place=TABLE)
        follow_seniors(g, self.unit)

    # ---------------------------------------------------------- after the fire

    def _outcome(self, g: RedActions, unit: Unit) -> None:
        """RA-MOV.19, RA-MOV.29 Stopped, or on to contact."""
        stopped = unit.pinned or (unit.retired and not self.retired) or (effective(unit) == 0 and not is_vehicle(unit))
        if stopped:
            g.tell("RA-MOV.19", "The charge of {unit} is stopped", unit=unit.name)
            keep_off(g, self.unit)
            return g.done()
        target = g.pieces.get(self.targets[0])
        if target is None or (target.routing and not self.routers):
            return g.swap(replace(self, stage="gone"))
        if target.evaded and apart(g, unit, target) > allowance_of(unit) - distance_made(g, self, unit) + 0.005:
            return g.swap(replace(self, stage="gone"))
        flanked = {**self.flanked, target.id: "rear"} if target.evaded else self.flanked
        g.swap(replace(self, stage="contact", flanked=flanked))

    def _gone(self, g: RedActions, unit: Unit) -> None:
        """RA-MOV.20 The target is gone: go on to where it was, to a second enemy, or only half way."""
        g.swap(replace(self, stage="followup"))

    def _followup(self, g: RedActions, unit: Unit) -> None:
        choices: list[Action] = [Press("half way"), Press("all the way")]
        left = allowance_of(unit) - self.spent / 100
        if left > 0 and not self.second:
            for foe in g.foes(unit.side):
                if foe.id not in self.targets and why_not_charge(g, unit, foe, allowance_of(unit)) is None:
                    choices.append(Charge(foe.id))
        g.ask(unit.side, f"The target of {unit.name} is gone: how far does it go?", choices, "RA-MOV.20")

    def _take_followup(self, g: RedActions, action: Action) -> None:
        unit = g.pieces[self.unit]
        if isinstance(action, Charge):
            return g.swap(Charging(self.unit, action.piece, retired=self.retired, second=True))
        assert isinstance(action, Press)
        share = 1.0 if action.button == "all the way" else 0.5
        goal = (self.spent / 100) * share
        facing = facing_to((self.x / 100, self.y / 100), self._goal(g, unit))
        advance_clear(g, unit, facing, goal)
        g.done()

    def _goal(self, g: RedActions, unit: Unit) -> Point:
        target = g.pieces.get(self.targets[0])
        return centre(g, target) if target is not None else ahead(centre(g, unit), unit.facing, 1.0)

    def _contact(self, g: RedActions, unit: Unit) -> None:
        """RA-MOV.22, RA-MOR.7, RA-MEL.15 Contact, the rear test, the terror of flank and rear, and the combat."""
        target = g.pieces[self.targets[0]]
        there = at_contact(g, unit, target)
        if any(overlap(g, there, u) for u in g.troops() if u.id != unit.id):
            g.tell("RA-MOV.33", "{unit} finds no room to close", unit=unit.name)
            keep_off(g, self.unit)
            return g.done()
        g.change(self.unit, x=there.x, y=there.y, facing=there.facing, place=TABLE)
        follow_seniors(g, self.unit)
        if target.routing:
            return g.swap(RideDown(self.unit, target.id))
        flanked = {i: zone for i, zone in self.flanked.items() if i in g.pieces and not g.pieces[i].routing}
        rear = [i for i, zone in flanked.items() if zone == "rear"]
        tests = [MoraleTest(i, self.x, self.y, True, "fear", "charged in the rear") for i in rear]
        terror = [Terror(i, count=FLANK_TERROR[zone], quiet=True) for i, zone in flanked.items()]
        fight = Melee(self.unit, self.targets, flanked, self.clean, self.x, self.y, self.uphill)
        g.swap(*tests, *terror, fight, KeepOff(self.unit))


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
    """RA-MOV.33 An inch from every enemy."""
    unit = g.pieces.get(unit_id)
    if unit is None or unit.inside or not unit.place:
        return
    for foe in list(g.troops(g.enemy(unit.side))):
        if not foe.hidden and apart(g, g.pieces[unit_id], foe) < 1.0 - 0.005:
            set_back(g, g.pieces[unit_id], foe)


def distance_made(g: RedActions, step: Charging, unit: Unit) -> float:
    """How far the charger has come from where it declared."""
    return distance((step.x / 100, step.y / 100), centre(g, unit))


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
