"""Retire and rout (RA-RET): the tests that lead to them, the markers that come with them, and where they end."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Self

from msgspec.structs import replace

from grognard.board.inches.bodies import ROUNDED, SIEVE, stays_within
from grognard.board.inches.formations import FILE, LINE, SKIRMISH
from grognard.board.inches.geometry import (
    ABOUT,
    CIRCLE,
    QUARTER,
    Point,
    at_least,
    at_most,
    box,
    boxes_overlap,
    distance,
    distance_between_outlines,
    facing_to,
    near_segment,
    outward_faces,
    point_ahead,
    point_beside,
    turn_between,
)
from grognard.engine import ChoiceStep, Deed, Press, Step, UnitEffect
from grognard.games.red_actions.rules.bodies import ON_ROAD, Body, body, centre, crowd_near, gap, section, turned
from grognard.games.red_actions.rules.data import REACH, TABLES_DATA
from grognard.games.red_actions.rules.losses import (
    abandon,
    add_terror,
    end_of,
    lose_bases,
    pin,
    reveal_unit,
    say,
    surrender,
)
from grognard.games.red_actions.rules.morale import EffectFromPoint, nearest_visible, roll_test, takes_tests
from grognard.games.red_actions.rules.officers import is_mob, roll_officers
from grognard.games.red_actions.rules.room import closed_to, has_room, in_a_house, in_water, on_others, stand, too_near
from grognard.games.red_actions.rules.sight import CROSSINGS, in_hard_cover, visible_foes
from grognard.games.red_actions.rules.state import UPROOTED, RedActions, Unit, is_gun, is_vehicle
from grognard.games.red_actions.rules.terrain import STREAM, allowance_of, going, retire_distance

ROUTERS_NEAR = float(TABLES_DATA["morale"]["routers_range"])
RETIRE = TABLES_DATA["retire"]
ROUND = 4  # bends tried round closed ground
NEARLY = 0.3  # inches short of the whole run that do not count
LEAST_RUN = 1.0  # RA-RET.23
BEND = int(10 * RETIRE["rout_heading_step"])
BENDS = int(10 * RETIRE["rout_heading_max"]) // BEND
OFFICER_TEST = "serious:all officers lost"
OVERFLOW = "more terror than bases"
HOME = {edge: k * QUARTER for k, edge in enumerate(("north", "east", "south", "west"))}
STEP, LONG_STEP, SHORT_RUN = 0.25, 0.5, 6.0  # a run of more inches is looked at in longer steps
INCH_ON = 0.01  # by which a unit that stands on others goes on
PUSH_ON = float(TABLES_DATA["retire"]["push_on_max"])
SLIDE = float(TABLES_DATA["retire"]["slide_max"])


# ------------------------------------------------------------------ tests


class MoraleTest(EffectFromPoint, frozen=True):
    """RA-MOR.27, RA-MOR.28 A fear or serious test, and what its failure does."""

    kind: str = "fear"
    cause: str = "charged"

    def befall(self, g: RedActions, unit: Unit) -> None:
        if unit.routing or not takes_tests(unit) or not unit.place:
            return
        passed = roll_test(g, unit, self.kind, self.cause, self.origin)
        if self.cause == OVERFLOW:
            g.outcome("it stays" if passed else "it routs")
        if not passed:
            g.call(Rout(self.unit) if self.kind == "fear" else RetireResult(self.unit, *self.cause_point))


class Terror(EffectFromPoint, frozen=True):
    """RA-SHO.40 Terror markers; what does not fit is one fear test, unless the result forbids it."""

    count: int = 1
    quiet: bool = False  # RA-MEL.15 no test for the excess
    why: str = ""

    def befall(self, g: RedActions, unit: Unit) -> None:
        if add_terror(g, self.unit, self.count, self.why) and not self.quiet:
            g.call(MoraleTest(self.unit, *self.cause_point, "fear", OVERFLOW))


class Effects(EffectFromPoint, frozen=True):
    """RA-SHO.45, RA-MOR.20 The parts of one result, carried out in order."""

    parts: tuple[str, ...] = ()

    def run(self, g: RedActions) -> None:
        if not self.parts or self.unit not in g.pieces:
            return g.done()
        rest = replace(self, parts=self.parts[1:])
        where = (self.unit, *self.cause_point)
        part, _, number = self.parts[0].partition(":")
        steps: tuple[Step, ...] = ()
        if part == "terror":
            steps = (Terror(*where, int(number)),)
        elif part == "pin":
            pin(g, self.unit)
        elif part == "officers":
            if roll_officers(g, self.unit, 1):
                rest = replace(rest, parts=("terror:1", *_with_officer_test(rest.parts)))
        elif part in ("fear", "serious"):
            steps = (MoraleTest(*where, part, number),)
        elif part == "retire" and not g.pieces[self.unit].routing:
            steps = (RetireResult(*where),)
        g.swap(*steps, rest)


def _with_officer_test(parts: tuple[str, ...]) -> tuple[str, ...]:
    """RA-MOR.20 The test for the last officer comes after fear and before S!."""
    fear = tuple(p for p in parts if p.startswith("fear"))
    others = tuple(p for p in parts if not p.startswith("fear"))
    return (*fear, OFFICER_TEST, *others)


# ------------------------------------------------------------------ retire


class GiveGround(Deed, frozen=True):
    """RA-RET.7 It retires; what follows is no roll of its own."""

    stored = Press("retire")

    def do(self, g: RedActions, by: RetireResult) -> None:
        by.go(g, g.pieces[by.unit])

    def hides_odds(self, g: RedActions, by: RetireResult) -> bool:
        return True


class GiveUpBase(GiveGround, frozen=True):
    """RA-TRT.6, RA-RET.8 Storm troops may lose a base."""

    stored = Press("lose a base")

    @classmethod
    def candidates(cls, g: RedActions, by: RetireResult) -> Iterable[GiveUpBase]:
        unit = g.pieces[by.unit]
        return [cls()] if unit.has("Storm") and unit.bases > 1 else []

    def do(self, g: RedActions, by: RetireResult) -> None:
        g.done()
        g.tell("RA-TRT.6", "{unit} gives up a base and stays", unit=g.pieces[by.unit].name)
        lose_bases(g, by.unit, 1)


class TakeTerror(GiveGround, frozen=True):
    """RA-TRT.7, RA-RET.8 Specialists may take a terror marker."""

    stored = Press("take terror")

    @classmethod
    def candidates(cls, g: RedActions, by: RetireResult) -> Iterable[Self]:
        unit = g.pieces[by.unit]
        return [cls()] if unit.has("Specialist") and (unit.terror < unit.bases) is (cls is TakeTerror) else []

    def do(self, g: RedActions, by: RetireResult) -> None:
        g.done()
        say(g, g.pieces[by.unit], "RA-TRT.7", "{unit} stays instead of retiring")
        g.call(Terror(by.unit, *by.cause_point, 1))


class TakeFear(TakeTerror, frozen=True):
    """RA-TRT.7 Where there is no room for the marker it means a test for fear."""

    stored = Press("take terror (means a fear test)")

    def hides_odds(self, g: RedActions, by: RetireResult) -> bool:
        return False


class RetireResult(EffectFromPoint, ChoiceStep, frozen=True):
    """RA-RET.10 A retire result: exceptions in order, then substitution, then the move."""

    combat: bool = False

    deeds = (GiveGround, GiveUpBase, TakeTerror, TakeFear)

    def run(self, g: RedActions) -> None:
        unit = g.pieces.get(self.unit)
        if unit is None or unit.routing:
            return g.done()
        if is_vehicle(unit):
            backs = self.combat and not unit.stuck  # RA-VEH.4, RA-VEH.6
            return g.swap(RetireMove(self.unit, *self.cause_point)) if backs else g.done()
        first = not unit.pressed
        unit = g.change(self.unit, pressed=True)
        if not self.combat and self._excused(g, unit, first=first):
            return
        if self.combat and (is_gun(unit) or unit.kind == "mg"):
            g.done()
            g.tell("RA-MEL.26", "{unit} loses its weapons to the enemy", unit=unit.name)
            return abandon(g, self.unit, "destroyed", g.enemy(unit.side))
        offered = self.offered(g)
        if len(offered) == 1:
            return self.go(g, unit)
        g.ask(unit.side, f"{unit.name} must retire: give way, or pay for staying?", offered, "RA-RET.7")

    def _excused(self, g: RedActions, unit: Unit, *, first: bool) -> bool:
        """RA-RET.4 to RA-RET.6, RA-RET.9 Unlimbered guns, the first result if in hard cover, and a second retire."""
        if is_gun(unit):
            say(g, unit, "RA-RET.4", "{unit} does not retire")
            g.done()
            return True
        if first and not is_mob(g, unit) and in_hard_cover(g, unit, self.origin):
            say(g, unit, "RA-RET.5", "{unit} holds its cover")
            g.done()
            return True
        if unit.retired:
            say(g, unit, "RA-RET.9", "{unit} has already retired this turn")
            g.swap(Terror(self.unit, *self.cause_point, 1))
            return True
        return False

    def go(self, g: RedActions, unit: Unit) -> None:
        """RA-RET.10 The move."""
        again = (Terror(self.unit, *self.cause_point, 1),) if self.combat and unit.retired else ()  # RA-MEL.27
        g.swap(*again, RetireMove(self.unit, *self.cause_point))


class RetireMove(EffectFromPoint, frozen=True):
    """RA-RET.11, RA-RET.12, RA-RET.20, RA-VEH.12 Straight away from the cause, still facing it."""

    def befall(self, g: RedActions, unit: Unit) -> None:
        if unit.routing or unit.kind == "train":
            return
        inches = retire_distance(unit)
        away = self._away(g, unit)
        start = _outside(g, unit, away, (away + ABOUT) % CIRCLE)
        end = drift_or_slide(g, start, away, inches)
        if end.off:
            g.tell("RA-RET.12", "{unit} retires over the table edge", unit=unit.name)
            return end_of(g, self.unit, "fled")
        least = inches if is_vehicle(unit) else inches / 2
        if not at_least(end.gone, least) and not (unit.inside and has_room(g, end.unit)):
            say(g, unit, "RA-RET.12", "{unit} has no room to retire")
            if not is_vehicle(unit):
                g.call(Terror(self.unit, *self.cause_point, 1))
            return
        settle(g, end, retired=True, pinned=False)
        g.broken = {self.unit: False, **g.broken}
        past = " to get clear of others" if end.gone > inches + NEARLY / 2 else ""
        g.tell("RA-RET.1", "{unit} retires {n} inches{past}", unit=unit.name, n=f"{end.gone:.1f}", past=past)

    def _away(self, g: RedActions, unit: Unit) -> int:
        """RA-RET.20 From the culprit, else from the nearest visible enemy, else homewards."""
        here, origin = centre(g, unit), self.origin or nearest_visible(g, unit)
        return facing_to(origin, here) if origin and distance(origin, here) > 0 else home_facing(g, unit)


def _outside(g: RedActions, unit: Unit, away: int, looks: int) -> Unit:
    """The unit before a compelled move: out of its building, or turned to its new face if the table has room for it."""
    if unit.inside:
        return leave_section(g, unit, away, looks)
    there = turned(g, unit, looks)
    return there if body(g, there).on_table else unit


def settle(g: RedActions, end: Drift, **changes: object) -> None:
    """Put a unit where its compelled move ended; what it leaves behind is lost."""
    if end.gone:
        changes = {**UPROOTED, **changes}
    reveal_unit(g, end.unit.id)
    stand(g, end.unit, formation=end.unit.formation, held="", **changes)


def home_facing(g: RedActions, unit: Unit) -> int:
    """RA-SCN.9 The direction of the side's home edge."""
    return HOME[g.scenario.home_edge[unit.side]]


# ------------------------------------------------------------------ rout


class Rout(UnitEffect, frozen=True):
    """RA-RET.14, RA-RET.15, RA-RET.22, RA-RET.23, RA-RET.25 A rout move, and the tests of friends near it."""

    def befall(self, g: RedActions, unit: Unit) -> None:
        g.tell("RA-MOR.27", "{unit} routs", unit=unit.name)
        reveal_unit(g, self.unit)
        unit = g.change(self.unit, routing=True, acted=True, pinned=False, lying=False, evaded=False, formed=False)
        if is_gun(unit) or unit.kind == "mg":
            g.tell("RA-RET.16", "The crew of {unit} abandons its weapons", unit=unit.name)
            return abandon(g, self.unit, "fled")
        start, end = self._run(g, unit)
        if end.off:
            g.call(*self._tests(g, unit, start, end))
            g.tell("RA-RET.16", "{unit} runs off the table", unit=unit.name)
            return end_of(g, self.unit, "fled")
        if end.is_hemmed:
            g.tell("RA-RET.23", "{unit} is hemmed in and surrenders", unit=unit.name)
            return surrender(g, self.unit)
        if not end.gone and not has_room(g, end.unit):
            end = end._replace(unit=g.pieces[self.unit])
        settle(g, end)
        far = distance(centre(g, start), centre(g, end.unit))
        g.tell("RA-RET.14", "{unit} runs {n} inches", unit=unit.name, n=f"{far:.1f}")
        g.call(*self._tests(g, unit, start, end))

    def _run(self, g: RedActions, unit: Unit) -> tuple[Unit, Drift]:
        """RA-RET.22 Homewards, bent in steps of 15 degrees away from visible enemies within 12 inches.

        Each heading is judged by where the run really ends. Where none leads away the straight one is kept, and
        another only if enemies let it go no inch on that.
        """
        home, here = home_facing(g, unit), centre(g, unit)
        shuns = [centre(g, f) for f in visible_foes(g, unit)]
        shuns = [foe for foe in shuns if at_most(distance(here, foe), REACH.rout_shuns)]
        runs: list[tuple[Unit, Drift]] = []
        for turn in bends(BENDS, left=True):
            heading = (home + turn) % CIRCLE
            start = _outside(g, unit, heading, heading)
            end = run_round(g, start, heading)
            there = centre(g, end.unit)
            if not end.is_hemmed and all(at_least(distance(there, foe), distance(here, foe)) for foe in shuns):
                return start, end
            runs.append((start, end))
        return next(
            (run for run in (runs[0], *sorted(runs, key=lambda r: -r[1].gone)) if not run[1].is_hemmed), runs[0]
        )

    def _tests(self, g: RedActions, unit: Unit, start: Unit, end: Drift) -> list[Step]:
        """RA-MOR.12, RA-MOR.15, RA-MOR.16, RA-TRN.17 Friends run through, and friends within 8 inches of the path."""
        path = (start.point, end.unit.point)
        swath = box(path[1], end.unit.facing, start.frontage, distance(*path) + start.depth)
        found: list[tuple[float, str, Step]] = []
        for friend in g.troops(unit.side):
            if friend.id == unit.id or friend.routing or not takes_tests(friend):
                continue
            near = min(distance_between_outlines(outline, path) for outline in body(g, friend).outlines)
            if not friend.inside and any(boxes_overlap(swath, block) for block in body(g, friend).blocks):
                found.append((near, friend.id, MoraleTest(friend.id, kind="fear", cause="routers through it")))
            elif at_most(near, ROUTERS_NEAR):
                found.append((near, friend.id, MoraleTest(friend.id, kind="serious", cause="routers near by")))
        return [step for _, _, step in sorted(found, key=lambda item: item[:2])]


def bends(most: int, *, left: bool) -> Iterator[int]:
    """Straight on, then in steps of 15 degrees to both sides alternately."""
    sides = (-1, 1) if left else (1, -1)
    yield from (0, *(side * k * BEND for k in range(1, most + 1) for side in sides))


def run_round(g: RedActions, start: Unit, heading: int) -> Drift:
    """RA-RET.14, RA-RET.23 One and a half times the full move, bending round closed ground."""
    inches = float(RETIRE["rout_factor"]) * allowance_of(start)
    end = drift(g, start, heading, inches)
    if end.off or end.by_enemy or end.gone > inches - NEARLY:
        return end
    for bent in ((heading + turn) % CIRCLE for turn in bends(ROUND, left=False) if turn):
        tried = drift(g, turned(g, start, bent), bent, inches)
        if not tried.by_enemy and not tried.off and tried.gone > end.gone + LEAST_RUN:
            end = tried
    return end


# ------------------------------------------------------------------ where a compelled move ends


class Drift(NamedTuple):
    """Where a compelled move ends."""

    unit: Unit
    gone: float  # inches made good
    off: bool  # over the table edge
    by_enemy: bool  # stopped by an enemy unit

    @property
    def is_hemmed(self) -> bool:
        """RA-RET.23 Do enemies not let it go an inch?"""
        return self.by_enemy and self.gone < LEAST_RUN


def leave_section(g: RedActions, unit: Unit, facing: int, looks: int) -> Unit:
    """RA-RET.24 Out of a building over the face that best matches a direction."""
    faces = outward_faces(section(g, unit).points)
    point, normal = min(faces, key=lambda face: (turn_between(face[1], facing), face[1]))
    unit = replace(unit, formation=LINE if unit.formation == SKIRMISH else unit.formation)
    away = turn_between(looks, normal) <= QUARTER
    return unit.at(point_ahead(point, normal, unit.depth) if away else point, looks)


def drift(g: RedActions, unit: Unit, facing: int, inches: float) -> Drift:
    """Move a placed unit straight in a direction, keeping its face, as far as it can go and an inch from enemies."""
    others = _beside(g, unit, point_ahead(unit.point, facing, inches + PUSH_ON + _water(g, unit.point, facing)))
    foes = [u for u, _ in others if u.side != unit.side]
    friends = [stands for u, stands in others if u.side == unit.side]
    end = unit.at(point_ahead(unit.point, facing, inches))
    if not foes and _is_open(g, unit, end) and _rests(g, end, friends):
        return Drift(end, inches, False, False)
    step = STEP if inches <= SHORT_RUN else LONG_STEP
    clear, stands, done, limit, was = 0.0, unit, 0.0, inches, unit
    while done < limit:
        following = min(limit, done + step)
        there = unit.at(point_ahead(unit.point, facing, following))
        met = [foe for foe in foes if too_near(g, there, foe)]
        if any(distance(centre(g, there), hub) < distance(centre(g, was), hub) for hub in (centre(g, f) for f in met)):
            return Drift(stands, clear, False, True)
        if closed_to(g, unit, was.point, there.point):
            break
        if not body(g, there).on_table:
            return Drift(there, following, True, False)
        done, was = following, there
        if not met and _rests(g, there, friends):
            clear, stands = done, there
        elif done == limit:
            step = _push_on(g, there, facing, friends)  # RA-RET.21 go on until clear
            wades = in_water(g, there.point)  # RA-TER.44 to the far bank, however far
            limit = limit + step if wades else min(limit + step, max(limit, inches + PUSH_ON))
    return Drift(stands, clear, False, False)


def _water(g: RedActions, start: Point, facing: int) -> float:
    """RA-TER.44 Inches of stream on a straight way, which may make a compelled move so much longer."""
    return sum(
        span.end - span.start for span in g.table.spans(start, point_ahead(start, facing, g.table.width), STREAM)
    )


def _beside(g: RedActions, unit: Unit, end: Point) -> list[tuple[Unit, Body]]:
    """Those in the open whom a unit may come near on a straight way."""
    mine = body(g, unit)
    reach = mine.span + REACH.no_entry + SIEVE
    near = crowd_near(g, mine, distance(unit.point, end) + REACH.no_entry)
    others = [(u, stands) for u, stands in near if u.id != unit.id and not stands.inside]
    return [(u, stands) for u, stands in others if near_segment(stands.hub, unit.point, end, reach + stands.span)]


def _is_open(g: RedActions, unit: Unit, end: Unit) -> bool:
    """Does a straight way stay on the table, and is no ground near it closed? A file that bends is not asked about."""
    if _may_bend(g, unit, end) or not (body(g, unit).on_table and body(g, end).on_table):
        return False
    areas = g.table.areas_across(unit.point, end.point, SIEVE)
    lines = g.table.sides_across(unit.point, end.point, SIEVE)
    cells = [going(g, unit, g.kind_of(f)) for f in (*areas, *(line for _, line in lines))]
    return all(cell.allowed and not cell.halt for cell in cells)


def _may_bend(g: RedActions, unit: Unit, end: Unit) -> bool:
    """Is it a file whose straight way comes near a road, along which it would bend?"""
    near = g.table.sides_across(unit.point, end.point, ON_ROAD + SIEVE) if unit.formation == FILE else ()
    return any(line.type == "road" for _, line in near)


def _push_on(g: RedActions, there: Unit, facing: int, friends: list[Body]) -> float:
    """RA-RET.21 How far a unit on friends, in houses or in the water goes on before it may be clear of them."""
    stands = body(g, there)
    houses = [g.table.features[name] for name in stands.houses if name not in g.collapsed]
    far = max(stands.overlaps_for(friends, facing), stands.stays_in(houses, facing, PUSH_ON), _wades(g, there, facing))
    foes = (other for u, other in _beside(g, there, point_ahead(there.point, facing, far)) if u.side != there.side)
    far = min([far, *(gap(stands, foe) - float(REACH.no_entry) - ROUNDED for foe in foes)])  # not past any of them
    if far < INCH_ON or not _is_open(g, there, there.at(point_ahead(there.point, facing, far))):
        return INCH_ON
    return math.floor(far * 100) / 100


def _wades(g: RedActions, there: Unit, facing: int) -> float:
    """RA-TER.44 For how many inches at least of a straight way a unit stays in the water, no bridge or ford near."""
    start, end = there.point, point_ahead(there.point, facing, PUSH_ON)
    streams = g.table.areas_across(start, start, types=STREAM)
    if not streams or g.table.areas_across(start, end, ROUNDED, CROSSINGS):
        return 0.0
    return max(stays_within(start, stream, facing, PUSH_ON) for stream in streams)


def _rests(g: RedActions, there: Unit, friends: list[Body]) -> bool:
    """RA-RET.21 Does a unit stand clear of friends, water and houses?"""
    stands = body(g, there)
    return not (any(map(stands.overlaps, friends)) or in_water(g, there.point) or in_a_house(g, there))


def drift_or_slide(g: RedActions, unit: Unit, facing: int, inches: float) -> Drift:
    """RA-RET.12 Slide up to 3 inches sideways to make good at least half the distance."""
    best = drift(g, unit, facing, inches)
    if best.off or at_least(best.gone, inches / 2):
        return best
    for aside in (side * k * LONG_STEP for k in range(1, int(SLIDE / LONG_STEP) + 1) for side in (1, -1)):
        moved = unit.at(point_beside(unit.point, facing, aside))
        if not body(g, moved).on_table or on_others(g, moved, side=g.enemy(unit.side)):
            continue
        tried = drift(g, moved, facing, inches)
        if not tried.off and at_least(tried.gone, inches / 2):
            return tried
    return best
