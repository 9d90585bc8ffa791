"""Movement (RA-MOV): one leg of a move from where a unit stands to a point, what it costs, and why not."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import pairwise

import msgspec
from msgspec.structs import replace

from grognard.board.inches.formations import COLUMN, FILE, SKIRMISH, ranks, wheel, wheel_towards
from grognard.board.inches.geometry import (
    ABOUT,
    CIRCLE,
    Box,
    Point,
    Spot,
    at_least,
    at_most,
    box,
    distance,
    facing_to,
    hundredths,
    near_segment,
    point_ahead,
    to_box,
    turn_between,
    walk,
)
from grognard.board.inches.linear_features import edge_at, kept_on, length_of, path_along
from grognard.board.inches.terrain_table import Feature, Toll, reach
from grognard.engine import Refusal
from grognard.engine.core.cache import Memory
from grognard.engine.core.fact import fact
from grognard.games.red_actions.rules.bodies import BUILDINGS, ON_ROAD, Body, apart, body, centre, foes_of, gap, section
from grognard.games.red_actions.rules.data import BASE_WIDTH, FORMATIONS, REACH, TURNS
from grognard.games.red_actions.rules.data import TREES as TREES
from grognard.games.red_actions.rules.room import in_a_house, in_water, who_bars, why_not_among, why_not_enter
from grognard.games.red_actions.rules.sight import sees
from grognard.games.red_actions.rules.state import TABLE, RedActions, Unit, array_of, is_foot, is_shaken, is_vehicle
from grognard.games.red_actions.rules.terrain import NEAR_ROAD, Way, allowance_of, is_narrow, on_road, survey

FREE_TURN = TURNS["free"]
NO_TURN = 5  # tenths of a degree that are no turn
BACKWARDS = ABOUT - 50  # from here on a way counts as straight back
LOOK = 0.5  # inches between the places on a way that are looked at
FAR_OFF = 30.0  # inches, to a point well outside any building
SHORT = 0.05  # inches by which one stops short of wire, and that hardly count
WRECK = BASE_WIDTH / 2  # half as wide as the vehicle it was
ROAD_BONUS = float(FORMATIONS["road_bonus_inches"])


class Leg(msgspec.Struct, frozen=True):
    """One leg of a move: where it ends, what it costs, and how it goes."""

    x: int
    y: int
    facing: int
    cost: int  # hundredths of an inch of allowance
    kind: str  # ahead, back, wheel, road
    enters: str = ""  # a building section
    halts: str = ""  # uncut wire
    leaves: str = ""  # a table edge
    turned: bool = False  # the free turn is used
    start: Spot | None = None  # if it does not start from the unit's anchor
    bends: tuple[Spot, ...] = ()  # of a road between start and end

    @property
    def spot(self) -> Spot:
        """Where it ends."""
        return Spot(self.x, self.y, self.facing)

    def end_of(self, unit: Unit) -> Unit:
        """The unit where it ends, in the open or in a building."""
        return replace(unit.on(self.spot), place=self.enters or TABLE)


class Budget(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    """What is left of a move: hundredths of an inch, whether the free turn is left, and whether all was road."""

    left: int
    free_turn: bool = True
    road: bool = True
    march: bool = False
    fresh: bool = True  # nothing spent yet
    prolong: bool = False  # RA-MOV.10 a gun after firing: straight on or straight back
    beyond: int = 0  # RA-TER.16, RA-MOV.15 what the road has already given beyond the plain move

    @property
    def inches(self) -> float:
        """What is left."""
        return self.left / 100

    def on_road(self, march: float = 0.0) -> float:
        """RA-TER.16, RA-MOV.15 What is left on the road: 2 inches more if all of the move was road, and a march."""
        return self.inches + (ROAD_BONUS if self.road else 0.0) + march - self.beyond / 100


def full_budget(g: RedActions, unit: Unit, share: float = 1.0) -> Budget:
    """RA-MOV.1, RA-MOV.15 A whole move, or a share of it."""
    march = share == 1.0 and may_march(g, unit)
    return Budget(hundredths(allowance_of(unit) * share), march=march)


def may_march(g: RedActions, unit: Unit) -> bool:
    """RA-MOV.15 A road column on the road, more than 24 inches from every visible enemy."""
    return array_of(unit) == FILE and on_road(g, unit, unit.point) and _unwatched(g, unit)


def _unwatched(g: RedActions, unit: Unit) -> bool:
    """RA-MOV.15 Is every visible enemy more than 24 inches away?"""
    return not any(at_most(apart(g, unit, foe), REACH.march_clear) and sees(g, unit, foe) for foe in g.foes(unit.side))


# ------------------------------------------------------------------ planning a leg


@fact
def plan(g: RedActions, unit: Unit, point: Point, budget: Budget) -> Leg | Refusal:
    """RA-MOV.2 to RA-MOV.6 The cheapest way to a point, or why there is none."""
    house = next((f for f in g.table.areas_at(point) if f.type in BUILDINGS and f.name not in g.collapsed), None)
    if house is not None and house.name == unit.inside:
        return Refusal("RA-BLD.6", "It is inside already.")
    refusals: list[Refusal] = []
    best: Leg | None = None
    for way in _ways(g, unit, point, house, budget):
        if isinstance(way, Leg):
            best = way if best is None or way.cost < best.cost else best
        else:
            refusals.append(way)
    barred = (refusal for refusal in refusals if refusal.rule != "RA-MOV.1")  # of a way that there is move enough for
    return best or next(barred, None) or (refusals[0] if refusals else Refusal("RA-MOV.3"))


def _ways(g: RedActions, unit: Unit, point: Point, house: Feature | None, budget: Budget) -> Iterator[Leg | Refusal]:
    there = *_gait(g, unit), point, budget
    if unit.inside:
        yield _checked(g, unit, _treads.recall(("leave", *there), lambda: _leave(g, unit, point, house, budget)))
        return
    if array_of(unit) in (COLUMN, FILE) and house is None:
        along_road = _by_road(g, unit, point, budget)
        if along_road is not None:
            yield along_road
            if isinstance(along_road, Leg):
                return
    turn = turn_between(unit.facing, facing_to(unit.point, point))
    if budget.prolong and ABOUT - BACKWARDS < turn < BACKWARDS:
        yield Refusal("RA-MOV.10", "It is prolonged straight on or straight back.")
        return
    if turn >= BACKWARDS and unit.formation != SKIRMISH:
        back = _checked(
            g, unit, _treads.recall(("back", *there), lambda: _straight(g, unit, point, house, budget, 0.0, "back"))
        )
        yield back
        if isinstance(back, Leg):
            return
    price = turn_price(unit, turn, budget)
    ahead_leg = _checked(
        g, unit, _treads.recall(("ahead", *there), lambda: _straight(g, unit, point, house, budget, price, "ahead"))
    )
    yield ahead_leg
    if price and isinstance(ahead_leg, Refusal) and house is None and unit.kind != "officer":
        wheel = _checked(g, unit, _treads.recall(("wheel", *there), lambda: _wheeling(g, unit, point, budget)))
        if isinstance(wheel, Leg):
            yield wheel


def turn_price(unit: Unit, turn: int, budget: Budget) -> float:
    """RA-MOV.4, RA-FRM.7 Up to 45 degrees once is free, more costs a quarter of the move; skirmishers turn freely."""
    if unit.formation == SKIRMISH or unit.kind in ("officer", "train"):
        return 0.0
    if turn <= NO_TURN or (turn <= FREE_TURN and budget.free_turn):
        return 0.0
    return allowance_of(unit) * float(FORMATIONS["large_turn_cost"])


def _straight(
    g: RedActions, unit: Unit, point: Point, house: Feature | None, budget: Budget, price: float, kind: str
) -> Tread | Refusal:
    """A turn in place and a straight line, or straight back at half rate."""
    start = unit.point
    target = house.nearest(start) if house else point  # RA-BLD.6 it is entered where the way reaches its outline
    facing = unit.facing if kind == "back" else facing_to(start, target)
    turn = turn_between(unit.facing, facing)
    body = unit if kind == "back" else replace(unit, facing=facing)
    way = survey(g, body, start, target)
    halt = next(iter(way.halts), None)
    if halt is not None:
        target = point_ahead(start, facing_to(start, target), max(0.0, halt.at - SHORT))
        way = survey(g, body, start, target)
        house = None
    if way.cost is None:
        return _closed(g, body, start, target)
    whole = any(_whole_move(unit, toll) for toll in way.tolls)
    rate = 2 if kind == "back" and not budget.prolong else 1
    total = allowance_of(unit) if whole else way.cost * rate + price
    if not at_most(total, budget.inches):
        return Refusal("RA-MOV.1", f"That takes {total:.1f} inches; {budget.inches:.1f} are left.")
    free = turn > NO_TURN and price == 0
    enters, halts = house.name if house else "", halt.name if halt else ""
    leg = Leg(*Spot.at(target, facing), hundredths(total), kind, enters, halts, turned=free)
    return _just_beyond(unit, way, budget, price) or tread(g, unit, leg, way.length)


def _whole_move(unit: Unit, toll: Toll) -> bool:
    """RA-TER.2 Does a crossing take the whole move?"""
    return toll.price is not None and at_least(toll.price, allowance_of(unit))


def _just_beyond(unit: Unit, way: Way, budget: Budget, price: float = 0.0) -> Refusal | None:
    """RA-TER.2 A price of a whole move: nothing but crossing, ending just beyond."""
    toll = next((toll for toll in way.tolls if _whole_move(unit, toll)), None)
    if toll is not None and (not budget.fresh or price or len(way.tolls) > 1):
        return Refusal("RA-TER.2", "It needs the whole move.")
    far = toll is not None and way.length > toll.at + REACH.just_beyond
    return Refusal("RA-TER.2", "It ends just beyond the obstacle.") if far else None


def _closed(g: RedActions, unit: Unit, start: Point, end: Point) -> Refusal:
    """RA-TER.5, RA-TER.39 What closes a way, and whether a column could use it."""
    if not is_narrow(unit) and survey(g, replace(unit, formation=COLUMN), start, end).cost is not None:
        return Refusal("RA-TER.39", "Form column to use the gap.")
    shut = next((toll for toll in survey(g, unit, start, end).tolls if toll.price is None), None)
    return Refusal("RA-TER.5", f"{g.called(shut.name)} is in the way." if shut else "")


def _wheeling(g: RedActions, unit: Unit, point: Point, budget: Budget) -> Tread | Refusal:
    """RA-MOV.3 A wheel, measured at the outer front corner, then straight ahead."""
    width = unit.frontage
    turn = wheel_towards(unit.point, unit.facing, width, point)
    anchor, arc = wheel(unit.point, unit.facing, width, turn)
    body = unit.at(anchor, (unit.facing + turn) % CIRCLE)
    if not at_most(arc + distance(body.point, point), budget.inches):
        return Refusal("RA-MOV.3")  # however good the ground is
    swing = survey(g, body, unit.point, anchor)
    way = survey(g, body, body.point, point)
    if swing.cost is None or swing.halts or swing.tolls:
        return Refusal("RA-TER.1", "What lies under a wheel is not crossed: go straight over it.")
    if way.cost is None or way.halts:
        return _closed(g, body, body.point, point)
    spent = way.cost + arc * (swing.cost / swing.length if swing.length else 1.0)  # RA-TER.3
    if not at_most(spent, budget.inches):
        return Refusal("RA-MOV.3", f"The wheel takes {spent:.1f} inches.")
    leg = Leg(*Spot.at(point, body.facing), hundredths(spent), "wheel", start=body.spot)
    return _just_beyond(unit, way, budget) or tread(g, body, leg, way.length)


def _leave(g: RedActions, unit: Unit, point: Point, house: Feature | None, budget: Budget) -> Tread | Refusal:
    """RA-BLD.6 Out over any face, measured from the outline."""
    start = g.table.features[unit.inside].nearest(point)
    outside = unit.at(start, facing_to(start, point))
    found = _straight(g, outside, point, house, budget, 0.0, "ahead")
    return replace(found, leg=replace(found.leg, start=outside.spot)) if isinstance(found, Tread) else found


# ------------------------------------------------------------------ roads


def _by_road(g: RedActions, unit: Unit, point: Point, budget: Budget) -> Leg | Refusal | None:
    """RA-TER.15, RA-TER.16, RA-MOV.15 Along the road in column: no penalties but hills, 2 inches more, or a march."""
    if not (g.table.near_line(unit.point, "road", ON_ROAD) and g.table.near_line(point, "road", ON_ROAD)):
        return None
    for road in g.table.of_type("road"):
        if not all(any(near_segment(p, a, b, ON_ROAD) for a, b in road.sides()) for p in (unit.point, point)):
            continue
        path = path_along(road.points, unit.point, point)
        parts = [survey(g, unit, a, b).cost for a, b in pairwise(path)]
        if None in parts:
            return Refusal("RA-TER.42")
        spent, most = sum(part or 0.0 for part in parts), budget.on_road()
        if budget.march and not at_most(spent, most) and not _watched(g, unit, path):
            most = budget.on_road(allowance_of(unit))
        if not at_most(spent, most):
            return Refusal("RA-TER.16", f"{spent:.1f} inches of road; {most:.1f} may be used.")
        end = Spot.at(point, facing_to(path[-2], path[-1]))
        leg = Leg(*end, hundredths(spent), "road", bends=tuple(Spot.at(p) for p in path[1:-1]))
        return _checked(g, unit, tread(g, unit, leg, length_of(path)))
    return None


def _watched(g: RedActions, unit: Unit, path: list[Point]) -> bool:
    """RA-MOV.15 Does a march come within 24 inches of a visible enemy at any inch of its road?"""
    places = ((p, facing_to(a, b)) for a, b in pairwise(path) for p in walk(a, b, 1.0))
    return any(not _unwatched(g, unit.at(*place)) for place in places)


# ------------------------------------------------------------------ checks on a leg


def course(unit: Unit, leg: Leg) -> list[Point]:
    """The points between which a leg goes straight, its start first and its end last."""
    return [spot.point for spot in (leg.start or unit.spot, *leg.bends, leg.spot)]


class Tread(msgspec.Struct, frozen=True, gc=False):
    """A leg as the ground alone has it; who stands in its way, and around its end, is asked each time."""

    leg: Leg
    starts: Body
    ends: Body
    swaths: list[Box]  # the ground that is gone over
    near: float  # inches from its start within which somebody may be in the way
    houses: tuple[str, ...]  # standing sections that it leads through
    edge: str  # of the table, at its end
    among_trees: bool  # RA-TER.17
    refusal: Refusal | None  # what the ground has against its end


_treads = Memory(10_000)  # for all units that stand and move alike


def _gait(g: RedActions, unit: Unit) -> tuple[Hashable, ...]:
    """All that the ground asks of a unit, and the ground as it is now."""
    return body(g, unit).number, unit.type, unit.limbered, unit.carts, *g.collapsed, *g.gaps.values()


def tread(g: RedActions, unit: Unit, leg: Leg, length: float) -> Tread:
    """A leg of so many inches with all that the ground says of it."""
    points, deep = course(unit, leg), ranks(unit.formation, unit.bases) * unit.depth
    start, end, width = points[0], points[-1], unit.frontage
    if leg.kind == "back":
        swaths = [box(start, leg.facing, width, length + deep)]
    elif leg.kind == "road":
        swaths = [box(b, facing_to(a, b), BASE_WIDTH, distance(a, b)) for a, b in pairwise(points) if a != b]
    else:
        swaths = [box(end, leg.facing, width, length + (0 if unit.inside else deep))]
    spans = [span for a, b in pairwise(points) for span in g.table.spans(a, b, BUILDINGS)]
    through = [span.feature.name for span in spans if span.end - span.start > SHORT]
    houses = tuple(name for name in through if name not in g.collapsed)
    trees = is_deployed(unit) and deployed_among_trees(g, unit.at(start, leg.facing), end)
    there = unit if leg.enters else unit.on(leg.spot)
    refusal = None if leg.enters else _why_no_ground(g, there)
    edge = "" if leg.enters else edge_at(g.table, end, SHORT)
    return Tread(leg, body(g, unit), body(g, there), swaths, length + width, houses, edge, trees, refusal)


def _checked(g: RedActions, unit: Unit, found: Tread | Refusal) -> Leg | Refusal:
    """RA-MOV.5, RA-TER.17, RA-MOV.26 A leg that the ground allows, unless somebody is in its way."""
    if isinstance(found, Refusal):
        return found
    refusal = why_not_pass(g, unit, found)
    if refusal is not None:
        return refusal
    if found.among_trees:
        return Refusal("RA-TER.17")
    if found.edge and may_leave_by(g, unit, found.edge):
        return replace(found.leg, leaves=found.edge)
    return why_not_end(g, unit, found) or found.leg


def why_not_pass(g: RedActions, unit: Unit, found: Tread) -> Refusal | None:
    """RA-MOV.5, RA-MOV.6 Nobody goes through an enemy, nor through most friends."""
    other = who_bars(g, unit, found.starts, found.swaths, found.swaths, found.near)
    if other is not None:
        return Refusal("RA-MOV.5" if other.side != unit.side else "RA-MOV.6", f"{other.name} is in the way.")
    for name in found.houses:
        if any(u.side != unit.side and not u.hidden for u in g.here(name)):
            return Refusal("RA-MOV.5", f"The enemy holds {g.called(name)}.")
    wrecks = is_vehicle(unit) and any(wreck_on_the_way(g, found.starts, swath) for swath in found.swaths)
    return Refusal("RA-VEH.15") if wrecks else None


def wreck_on_the_way(g: RedActions, vehicle: Body, swath: Box) -> bool:
    """RA-VEH.15 Does a wreck lie on a road, bridge or railway where a vehicle means to drive?"""
    wrecks = [thing.point for thing in g.things.values() if thing.kind == "wreck"]
    ahead_of_it = [p for p in wrecks if to_box(p, swath) < WRECK <= vehicle.gap_to_point(p)]
    lines = any(g.table.near_line(p, line, NEAR_ROAD) for p in ahead_of_it for line in ("road", "railway"))
    return lines or any(f.type == "bridge" for p in ahead_of_it for f in g.table.areas_at(p))


def _why_no_ground(g: RedActions, there: Unit) -> Refusal | None:
    """RA-TER.22, RA-BLD.6, RA-MOV.26 What the ground has against a unit that ends its leg there in the open."""
    if there.point not in g.table or not body(g, there).on_table:
        return Refusal("RA-MOV.26", "That is over the table edge.")
    if in_water(g, there.point):
        return Refusal("RA-TER.22")
    return Refusal("RA-BLD.6") if there.kind != "officer" and in_a_house(g, there) else None


def why_not_end(g: RedActions, unit: Unit, found: Tread) -> Refusal | None:
    """RA-MOV.5, RA-MOV.34, RA-TER.22, RA-MOR.37, RA-BLD.6 Why a unit may not end a leg there."""
    if found.leg.enters:
        return why_not_enter(g, unit, found.leg.enters)
    refusal = found.refusal or why_not_among(g, unit, found.ends)
    if refusal is None and is_shaken(unit) and _closer(g, unit, found):
        return Refusal("RA-MOR.37")
    return refusal


def is_deployed(unit: Unit) -> bool:
    """RA-TER.17 Is it other than foot, and out of column?"""
    return not is_foot(unit) and unit.bases > 1 and unit.formation not in (COLUMN, FILE)


def deployed_among_trees(g: RedActions, unit: Unit, way: Point | None = None) -> bool:
    """RA-TER.17 Is a unit other than foot out of column in woods or buildings, here or on its way to a point?"""
    if not is_deployed(unit):
        return False
    end = way or unit.point
    if not g.table.areas_across(unit.point, end, body(g, unit).span, TREES):
        return False
    dx, dy = end[0] - unit.point[0], end[1] - unit.point[1]
    ways = ((b.centre, (b.centre[0] + dx, b.centre[1] + dy)) for b in body(g, unit).bases)
    under = (f for a, b in ways for p in (a, *walk(a, b, LOOK)) for f in g.table.areas_at(p))
    return any(g.kind_of(f) in TREES for f in under)


def _closer(g: RedActions, unit: Unit, found: Tread) -> bool:
    """RA-MOR.37 Does a leg lead nearer to an enemy whom the unit sees from where it sets out?"""
    starts = found.starts
    outset = unit if starts is body(g, unit) else unit.at(starts.point, starts.facing)
    nearer = (
        foe for foe, stands in foes_of(g, unit.side) if not at_least(gap(found.ends, stands), gap(starts, stands))
    )
    return any(sees(g, outset, foe) for foe in nearer)


def may_leave_by(g: RedActions, unit: Unit, edge: str) -> bool:
    """RA-MOV.26 Is the edge open to the side now?"""
    if edge not in g.scenario.exit_edges.get(unit.side, ()) or unit.kind == "officer":
        return False
    tests = [t for entry in g.scenario.win for t in entry.all if t.test == "exited" and t.side == unit.side]
    return all(g.turn >= t.from_turn for t in tests if t.edge == edge)


# ------------------------------------------------------------------ how far


def way_out(g: RedActions, unit: Unit, facing: int) -> Point:
    """RA-BLD.6 Where a unit sets out in a direction: from its anchor, or from the outline of its section."""
    return section(g, unit).nearest(point_ahead(centre(g, unit), facing, FAR_OFF)) if unit.inside else unit.point


def turn_towards(unit: Unit, facing: int, budget: Budget) -> float:
    """RA-MOV.4, RA-BLD.6 What a unit pays to turn to a direction before it goes; nothing if it comes out of a house."""
    return 0.0 if unit.inside else turn_price(unit, turn_between(unit.facing, facing), budget)


def reach_towards(g: RedActions, unit: Unit, facing: int, budget: Budget) -> float:
    """How many inches a unit can go in a direction, by the ground alone."""
    return _reaches.recall((*_gait(g, unit), facing, budget), lambda: _reach_towards(g, unit, facing, budget))


_reaches = Memory(10_000)


def _reach_towards(g: RedActions, unit: Unit, facing: int, budget: Budget) -> float:
    start, left = way_out(g, unit, facing), budget.inches - turn_towards(unit, facing, budget)
    if left <= SHORT:
        return 0.0
    far = kept_on(g.table, start, point_ahead(start, facing, left))
    way = survey(g, unit.at(start, facing), start, far)
    if way.tolls and budget.fresh and way.tolls[0].price == allowance_of(unit):
        return min(way.length, way.tolls[0].at + 0.9 * float(REACH.just_beyond))  # RA-TER.2
    length = reach(way.stretches, way.tolls, left)
    return min(length, way.halts[0].at - SHORT) if way.halts else length
