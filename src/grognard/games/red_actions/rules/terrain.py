"""Terrain (RA-TER): what a way over the ground costs a troop type, and what happens on it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.board.inches.formations import COLUMN, FILE, front_rank
from grognard.board.inches.geometry import QUARTER, Point, at_most, distance, facing_to, part_way, point_ahead, walk
from grognard.board.inches.terrain_table import (
    Cut,
    Feature,
    Stretch,
    Toll,
    cost,
    level_at,
    spans_in,
    width_across,
    worst_rates,
)
from grognard.engine.core.cache import Book, Memory
from grognard.games.red_actions.rules.bodies import ON_ROAD, body
from grognard.games.red_actions.rules.data import (
    BASE_WIDTH,
    FORMATIONS,
    GOING,
    KINDS,
    LEVELS,
    LOCOMOTIVE,
    REACH,
    TABLES_DATA,
    Going,
    kinds_of,
)
from grognard.games.red_actions.rules.state import RedActions, Unit, array_of, is_mounted, is_vehicle

COLUMN_OF_KIND = TABLES_DATA["terrain"]["column_of_kind"]
NEAR_ROAD = float(FORMATIONS["road_half_width"])
OPEN, CLOSED = Going(True), Going(False)
STREAM = frozenset({"stream"})
LIGHT = kinds_of(lambda ground: ground.light)  # RA-TER.41
Track = list[tuple[float, float, float]]  # the ground under one base: from where to where, and its rate


class Test(msgspec.Struct, frozen=True, order=True, gc=False):
    """RA-TER.6 A breakdown test due at a point of a way."""

    at: float
    name: str


class Way(msgspec.Struct, frozen=True, gc=False):
    """A straight way over the ground: its rates, its prices, tests and halts."""

    length: float
    stretches: tuple[Stretch, ...]
    tolls: tuple[Toll, ...]
    tests: tuple[Test, ...]
    halts: tuple[Toll, ...]  # RA-TER.18 uncut wire
    open: bool  # RA-TER.12 nothing but open ground, crops or road, and nothing crossed
    clear: bool  # RA-MEL.18 nor any crops or scrub
    cost: float | None  # what going it takes of the move; None if it is closed


def column_of(unit: Unit) -> str:
    """RA-TER.14 The column of the terrain table a unit uses."""
    if unit.carts:
        return str(COLUMN_OF_KIND["carts"])
    if unit.kind == "gun":
        return str(COLUMN_OF_KIND["gun_limbered" if unit.limbered else "gun_unlimbered"])
    return str(COLUMN_OF_KIND.get(unit.kind, "infantry"))


def going(g: RedActions, unit: Unit, kind: str) -> Going:
    """RA-TER.23 to RA-TER.47 One cell of the terrain table, with the Partisan's way of moving."""
    ground = KINDS[kind]
    if ground.closed:
        return CLOSED
    if not ground.going:
        return OPEN
    free = ("all", "rifles") if unit.kind == "rifles" else ("all",)
    if unit.has("Partisan") and not unit.carts and ground.partisans in free:
        return OPEN  # RA-TRT.5
    return GOING[kind][column_of(unit)]


def is_narrow(unit: Unit) -> bool:
    """RA-TER.39 Column, road column, or at most two bases wide."""
    return at_most(unit.frontage, 2 * BASE_WIDTH)


def fits(unit: Unit, width: float) -> bool:
    """RA-TER.39 Is a bridge, ford or gap open to a formation? To columns always, to others if it is wide enough."""
    return is_narrow(unit) or at_most(unit.frontage, width)


def crossing_under(g: RedActions, unit: Unit, p: Point, facing: int) -> Feature | None:
    """RA-TER.22, RA-TER.39 The bridge or ford that carries a unit over water at a point of its way."""
    here = (f for f in g.table.areas_at(p) if KINDS[f.type].crossing)
    return next((f for f in here if fits(unit, width_across(f, p, facing))), None)


def on_road(g: RedActions, unit: Unit, p: Point) -> bool:
    """RA-TER.38 In column, the anchor within half an inch of the centre line."""
    return array_of(unit) in (COLUMN, FILE) and g.table.near_line(p, "road", ON_ROAD)


def near_road(g: RedActions, p: Point) -> bool:
    return g.table.near_line(p, "road", NEAR_ROAD)


def survey(g: RedActions, unit: Unit, a: Point, b: Point) -> Way:
    """RA-TER.1 to RA-TER.5 The whole way of the anchor from a to b."""
    key = (
        a, b, unit.type, unit.formation, unit.bases, unit.limbered, unit.carts, unit.place,
        unit.x, unit.y, unit.facing, *g.gaps.values(), *g.collapsed,
    )  # fmt: skip
    known: Way = _ways[g.table].recall(key, lambda: _survey(g, unit, a, b))
    return known


_ways = Book(lambda table: Memory())


def _survey(g: RedActions, unit: Unit, a: Point, b: Point) -> Way:
    length = distance(a, b)
    road = on_road(g, unit, a) and all(on_road(g, unit, p) for p in walk(a, b, ON_ROAD))  # RA-TER.38 it stays on it
    areas = _priced_areas(g, unit, a, b, road)
    crossed = [(at, name, going(g, unit, kind)) for at, name, kind in _crossed(g, unit, a, b, road)]
    if length and not areas and not crossed:
        return Way(length, (Stretch(0.0, length, 1.0),), (), (), (), True, True, length)
    tracks, tests, kinds = _rates(g, unit, a, b, areas)
    halts = tuple(Toll(at, None, name) for at, name, cell in crossed if cell.halt)
    passed = [row for row in crossed if not row[2].halt]
    tolls = tuple(Toll(at, price, name) for at, name, cell in passed if (price := _price(unit, cell, at)) != 0)
    tests += [Test(at, name) for at, name, cell in passed if cell.breakdown and is_vehicle(unit)]
    stretches = tuple(worst_rates(length, tracks))
    is_open, is_clear = not crossed and kinds <= LIGHT, not crossed and not kinds
    spent = cost(stretches, tolls)
    return Way(length, stretches, tolls, tuple(sorted(tests)), halts, is_open, is_clear, spent)


def _price(unit: Unit, cell: Going, at: float) -> float | None:
    """RA-TER.1, RA-TER.2 What an obstacle takes of the move, a whole one only from near by; None if it is closed."""
    if not cell.allowed or (cell.price >= 1.0 and not at_most(at, REACH.near_obstacle)):
        return None
    return min(cell.price, 1.0) * allowance_of(unit)


def _rates(
    g: RedActions, unit: Unit, a: Point, b: Point, areas: list[Feature]
) -> tuple[list[Track], list[Test], set[str]]:
    """RA-TER.3, RA-TER.4, RA-TER.40 The rates under each base of the front rank, and what is no open ground there."""
    facing, length = facing_to(a, b), distance(a, b)
    tracks: list[Track] = []
    tests: dict[str, Test] = {}
    kinds: set[str] = set()
    for start in _front(g, unit, a, facing) if areas else ():
        spans = [(span, g.kind_of(span.feature)) for span in spans_in(start, point_ahead(start, facing, length), areas)]
        cells = [(span, going(g, unit, kind)) for span, kind in spans]
        tracks.append([(span.start, span.end, cell.rate if cell.allowed else 0.0) for span, cell in cells])
        kinds |= {kind for _, kind in spans} - LEVELS.keys()
        for name, at in [(s.feature.name, s.start) for s, cell in cells if cell.breakdown and is_vehicle(unit)]:
            tests.setdefault(name, Test(at, name))
    return tracks, list(tests.values()), kinds


def _priced_areas(g: RedActions, unit: Unit, a: Point, b: Point, road: bool) -> list[Feature]:
    """The areas near a way that have a rate: hills only uphill, on a road nothing else."""
    found = g.table.areas_across(a, b, unit.frontage / 2 + unit.depth)
    if not found:
        return found
    kinds = [(f, g.kind_of(f)) for f in found]
    hilly = any(kind in LEVELS for _, kind in kinds)
    climbs = hilly and level_at(g.table, b, LEVELS) > level_at(g.table, a, LEVELS)
    wades = is_narrow(unit) or unit.kind in ("rifles", "sabres", "mg", "mortar")
    return [
        f
        for f, kind in kinds
        if (climbs if kind in LEVELS else not road and kind not in ("stream", "bridge") and (wades or kind != "ford"))
    ]


def _front(g: RedActions, unit: Unit, anchor: Point, facing: int) -> list[Point]:
    """Centres of the front rank, the unit standing at the anchor and facing along its way."""
    if unit.inside or unit.wagons or unit.kind == "officer":
        return [anchor]
    if unit.formation == FILE and unit.bases > 1 and unit.point == anchor and unit.facing == facing:
        return [body(g, unit).bases[0].centre]
    pitch = BASE_WIDTH * (2 if unit.formation == "skirmish" else 1)
    count = len(front_rank(unit.formation, unit.bases))
    back = point_ahead(anchor, facing, -unit.depth / 2)
    right = facing + QUARTER
    return [point_ahead(back, right, (i - (count - 1) / 2) * pitch) for i in range(count)]


def _crossed(g: RedActions, unit: Unit, a: Point, b: Point, road: bool) -> Iterator[tuple[float, str, str]]:
    """RA-TER.1, RA-TER.2 The lines and streams that the anchor's way crosses: where, their names and kinds."""
    for cut, kind in lines_crossed(g, unit, a, b, road=road):
        yield cut.at, cut.feature.name, kind
    for span in (span for span in g.table.spans(a, b, STREAM) if span.start):
        entry = part_way(a, b, span.start / distance(a, b))
        if not crossing_under(g, unit, entry, facing_to(a, b)) and not (road and near_road(g, entry)):
            yield span.start, span.feature.name, "stream"


def lines_crossed(g: RedActions, unit: Unit, a: Point, b: Point, *, road: bool = False) -> Iterator[tuple[Cut, str]]:
    """RA-TER.15, RA-TER.22, RA-TER.39 The lines on a way, as they are, that no road, gap or crossing leads through."""
    for cut in g.table.cuts(a, b):
        kind = kind_at(g, cut.feature, cut.point, unit)
        if kind in ("road", "railway", "") or (kind in ("hedge", "wall") and gap_at_road(g, unit, cut.point)):
            continue
        if kind != "small_stream" or not (road or crossing_under(g, unit, cut.point, facing_to(a, b))):
            yield cut, kind


def gap_at_road(g: RedActions, unit: Unit, p: Point) -> bool:
    """RA-TER.39, RA-TER.42 Is there a gap, where a road meets a hedge or wall, that a unit can use?"""
    return near_road(g, p) and fits(unit, 2 * NEAR_ROAD)


def kind_at(g: RedActions, feature: Feature, p: Point, unit: Unit | None = None) -> str:
    """RA-TER.19, RA-TER.20, RA-TER.39 The type of a line at a point: wire may be cut or crushed there, for who fits."""
    if feature.type != "wire" or (unit is not None and not fits(unit, REACH.gap_width)):
        return feature.type
    for gap in g.gaps.values():
        if gap.feature == feature.name and at_most(distance(gap.point, p), REACH.gap_width / 2):
            return "" if gap.kind == "cut" else "crushed_wire"
    return "wire"


def allowance_of(unit: Unit) -> float:
    """RA-MOV.1, RA-FRM.13, RA-MOV.14 The full move of a unit as it is now."""
    if unit.carts:
        return float(FORMATIONS["cart_move"])
    what = unit.what
    if what.kind == "gun" and not unit.limbered:
        return float(FORMATIONS["pushed_gun_move"])
    if what.kind == "train":
        hits = next((w.hits for w in unit.wagons if w.type == LOCOMOTIVE), 2)
        return {0: float(what.move), 1: what.move / 2}.get(hits, 0.0)  # RA-VEH.8
    return float(what.move)


def retire_distance(unit: Unit) -> float:
    """RA-RET.1, RA-RET.2, RA-RET.3 Half a move of foot or of horse."""
    if unit.kind == "gun":
        mover = "horse_artillery" if unit.has("HorseArtillery") else "limbered_artillery"
    else:
        mover = "cavalry" if is_mounted(unit) else "infantry"
    return float(TABLES_DATA["retire"][mover])
