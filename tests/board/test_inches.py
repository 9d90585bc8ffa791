"""The inch table: distances, boxes, formations, sight and the cost of a way, with property tests."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.board.inches.formations import (
    COLUMN,
    FILE,
    LINE,
    SKIRMISH,
    along,
    frontage,
    gap,
    places,
    ranks,
    wheel,
    wheel_towards,
)
from grognard.board.inches.geometry import (
    Box,
    Point,
    Spot,
    any_in_arc,
    area,
    at_least,
    at_most,
    bearing,
    between_boxes,
    box,
    boxes_overlap,
    contact_zone,
    distance,
    distance_between_outlines,
    distance_to_clear,
    end_on,
    facing_of,
    facing_to,
    heading,
    hundredths,
    inside,
    near_segment,
    part_way,
    point_ahead,
    point_beside,
    segment_meets_box,
    sideways_on,
    signed_turn,
    strides,
    to_box,
    to_outline,
    to_segment,
    turn_between,
    walk,
)
from grognard.board.inches.terrain_table import Blinds, Feature, Stretch, Table, Toll, cost, reach, sight, worst_rates

coordinate = st.integers(0, 7200).map(lambda n: n / 100)
points = st.tuples(coordinate, coordinate)
facings = st.integers(0, 3599)
sizes = st.sampled_from([0.79, 1.18, 1.57, 2.36, 4.72])
boxes = st.builds(box, points, facings, sizes, sizes)
SQUARE = ((2.0, 2.0), (6.0, 2.0), (6.0, 6.0), (2.0, 6.0))


# ------------------------------------------------------------------ numbers


@pytest.mark.parametrize(("inches", "stored"), [(1.004, 100), (1.006, 101), (0.0, 0), (-1.006, -101), (12.34, 1234)])
def test_positions_are_whole_hundredths(inches: float, stored: int) -> None:
    assert hundredths(inches) == stored


def test_a_distance_just_over_the_limit_is_within_it() -> None:
    assert at_most(12.004, 12)
    assert not at_most(12.006, 12)
    assert at_least(11.996, 12)
    assert not at_least(11.994, 12)


def test_a_spot_is_a_point_and_a_facing_as_they_are_stored() -> None:
    assert Spot.at((1.006, 12.34), 450) == (101, 1234, 450)
    assert Spot(101, 1234).point == (1.01, 12.34)


def test_a_way_is_walked_step_by_step_to_its_end() -> None:
    assert list(strides(1.1, 0.5)) == [0.5, 1.0]
    assert list(strides(1.0, 0.25)) == [0.25, 0.5, 0.75, 1.0]
    assert list(strides(0.0, 0.5)) == []
    assert list(walk((0, 0), (3, 4), 2.5)) == [(1.5, 2.0), (3, 4)]
    assert list(walk((0, 0), (0, 5), 2.0)) == [(0, 2), (0, 4), (0, 5)]
    assert part_way((0, 0), (4, 8), 0.25) == (1, 2)


@pytest.mark.parametrize(("facing", "vector"), [(0, (0, 1)), (900, (1, 0)), (1800, (0, -1)), (2700, (-1, 0))])
def test_facing_0_is_north_and_angles_run_clockwise(facing: int, vector: Point) -> None:
    assert heading(facing) == pytest.approx(vector)
    assert facing_of(*vector) == facing


@given(facings)
def test_a_facing_and_its_vector_agree(facing: int) -> None:
    assert facing_of(*heading(facing)) == facing


@given(facings, facings)
def test_turns_are_symmetric_and_at_most_half_a_circle(a: int, b: int) -> None:
    assert turn_between(a, b) == turn_between(b, a) <= 1800
    assert (a + signed_turn(a, b)) % 3600 == b


# ------------------------------------------------------------------ distances


@given(boxes, boxes)
@settings(max_examples=150)
def test_distance_is_symmetric_and_zero_only_where_boxes_meet(a: Box, b: Box) -> None:
    near = between_boxes(a, b)
    assert near == between_boxes(b, a) >= 0
    if boxes_overlap(a, b):
        assert near == 0


@given(boxes, boxes)
@settings(max_examples=100)
def test_quick_box_distance_agrees_with_plain_outlines(a: Box, b: Box) -> None:
    if not boxes_overlap(a, b):
        assert between_boxes(a, b) == pytest.approx(distance_between_outlines(a.corners, b.corners), abs=0.02)


@given(boxes, boxes, facings)
def test_a_box_comes_clear_of_another_no_sooner_than_it_is_said_to(a: Box, b: Box, way: int) -> None:
    far = distance_to_clear(a, b, way) if boxes_overlap(a, b) else 0.0
    there = box(point_ahead(a.front, way, far), a.facing, 2 * a.half_width, 2 * a.half_depth)
    assert far <= 0 or boxes_overlap(there, b)
    assert distance_to_clear(box((0, 0), 0, 2, 1), box((0, 0.5), 0, 2, 1), 0) == pytest.approx(1.5, abs=0.05)


@given(boxes, boxes, st.integers(-500, 500), st.integers(-500, 500))
@settings(max_examples=100)
def test_distance_does_not_change_when_both_are_shifted(a: Box, b: Box, dx: int, dy: int) -> None:
    def shift(k: Box) -> Box:
        front = k.front
        return box((front[0] + dx / 100, front[1] + dy / 100), k.facing, 2 * k.half_width, 2 * k.half_depth)

    assert between_boxes(shift(a), shift(b)) == pytest.approx(between_boxes(a, b), abs=1e-6)


@given(boxes, boxes, facings)
@settings(max_examples=100)
def test_distance_does_not_change_when_the_table_is_turned(a: Box, b: Box, turn: int) -> None:
    def spin(k: Box) -> Box:
        x, y = k.front
        s, c = math.sin(math.radians(turn / 10)), math.cos(math.radians(turn / 10))
        front = (x * c + y * s, -x * s + y * c)
        return box(front, (k.facing + turn) % 3600, 2 * k.half_width, 2 * k.half_depth)

    if not boxes_overlap(a, b) and not boxes_overlap(spin(a), spin(b)):
        assert between_boxes(spin(a), spin(b)) == pytest.approx(between_boxes(a, b), abs=0.02)


@given(points, boxes)
def test_a_point_in_a_box_is_at_no_distance(p: Point, b: Box) -> None:
    assert (to_box(p, b) < 1e-6) == (to_outline(p, b.corners) < 1e-6)


def test_boxes_that_touch_do_not_overlap() -> None:
    left, right = box((0, 0), 0, 2, 1), box((2, 0), 0, 2, 1)
    assert not boxes_overlap(left, right)
    assert boxes_overlap(left, box((1.9, 0), 0, 2, 1))


def test_a_way_through_a_box_meets_it_and_one_along_its_edge_does_not() -> None:
    b = box((5, 5), 0, 2, 2)
    assert segment_meets_box((0, 4), (10, 4), b)
    assert not segment_meets_box((0, 5.1), (10, 5.1), b)
    assert not segment_meets_box((0, 4), (3, 4), b)


def test_the_boundary_belongs_to_an_area() -> None:
    assert inside((2, 4), SQUARE)
    assert inside((2, 2), SQUARE)
    assert not inside((1.99, 4), SQUARE)
    assert area(SQUARE) == 16


@given(points)
def test_snapping_moves_a_point_less_than_a_hundredth(p: Point) -> None:
    assert distance(Spot.at((p[0] + 0.003, p[1])).point, p) <= 0.01


# ------------------------------------------------------------------ arcs


def test_arc_takes_any_corner_of_the_target() -> None:
    target = box((4.0, 3.0), 0, 2.0, 1.0)
    marks = (target.centre, *target.corners)
    assert any_in_arc((0, 0), 0, 450, marks)  # its left corner, not its centre, is within 45 degrees
    assert not any_in_arc((0, 0), 0, 400, marks)
    assert any_in_arc((0, 0), 1800, 1800, marks)


ZONES = [(0, "front"), (600, "front"), (610, "flank"), (1200, "flank"), (1210, "rear")]


@pytest.mark.parametrize(("off", "zone"), ZONES)
def test_contact_zones(off: int, zone: str) -> None:
    assert contact_zone((0, 0), 0, point_ahead((0, 0), off, 10)) == zone


def test_a_line_is_raked_from_the_side_and_a_column_from_its_ends() -> None:
    assert sideways_on((0, 0), 0, point_ahead((0, 0), 900, 10))
    assert not sideways_on((0, 0), 0, point_ahead((0, 0), 500, 10))
    assert end_on((0, 0), 0, point_ahead((0, 0), 1800, 10))
    assert not end_on((0, 0), 0, point_ahead((0, 0), 400, 10))


@given(points, facings, points)
def test_bearing_is_between_0_and_180_degrees(a: Point, facing: int, b: Point) -> None:
    if a != b:
        assert 0 <= bearing(a, facing, b) <= 1800


# ------------------------------------------------------------------ formations


@given(points, facings, st.integers(1, 6), st.sampled_from([LINE, COLUMN, FILE, SKIRMISH]))
@settings(max_examples=100)
def test_bases_of_one_unit_never_overlap(anchor: Point, facing: int, count: int, formation: str) -> None:
    bases = places(anchor, facing, formation, count, 1.18, 0.79)
    assert len(bases) == count
    assert not any(boxes_overlap(a, b) for i, a in enumerate(bases) for b in bases[i + 1 :])


@pytest.mark.parametrize(
    ("formation", "count", "wide", "deep"),
    [(LINE, 4, 4.72, 1), (COLUMN, 4, 2.36, 2), (COLUMN, 5, 2.36, 3), (FILE, 5, 1.18, 5), (SKIRMISH, 3, 5.9, 1)],
)
def test_frontage_and_depth_of_formations(formation: str, count: int, wide: float, deep: int) -> None:
    assert frontage(formation, count, 1.18) == pytest.approx(wide)
    assert ranks(formation, count) == deep


def test_an_odd_last_base_of_a_column_is_centred() -> None:
    bases = places((10, 10), 0, COLUMN, 3, 1.18, 0.79)
    assert bases[2].centre == pytest.approx((10, 10 - 1.5 * 0.79))


@given(points, facings, st.integers(-900, 900))
def test_a_wheel_pivots_on_the_inner_corner(anchor: Point, facing: int, turn: int) -> None:
    moved, inches = wheel(anchor, facing, 4.72, turn)
    side = 1 if turn >= 0 else -1
    before = point_beside(anchor, facing, side * 2.36)
    assert point_beside(moved, facing + turn, side * 2.36) == pytest.approx(before, abs=1e-6)
    assert inches == pytest.approx(math.radians(abs(turn) / 10) * 4.72)


def test_a_wheel_towards_a_point_ends_facing_it() -> None:
    turn = wheel_towards((10, 10), 0, 4.72, (20, 18))
    moved, _ = wheel((10, 10), 0, 4.72, turn)
    assert turn_between(facing_to(moved, (20, 18)), turn % 3600) <= 5


def test_a_way_along_a_line_goes_round_its_corners() -> None:
    assert along(((0, 0), (3, 0), (3, 4)), 5) == pytest.approx((3, 2))
    assert along(((0, 0), (3, 0)), 5) == pytest.approx((5, 0), abs=1e-6)


def test_gap_is_the_least_distance_of_any_two_bases() -> None:
    a = places((0, 0), 0, LINE, 3, 1.0, 1.0)
    b = places((5, 0), 0, LINE, 3, 1.0, 1.0)
    assert gap(a, b) == pytest.approx(2.0)


# ------------------------------------------------------------------ terrain


def table(*features: Feature) -> Table:
    return Table(72, 48, features)


WOOD = Feature("wood", "woods", SQUARE, True)
HEDGE = Feature("hedge", "hedge", ((4.0, 0.0), (4.0, 10.0)), False)
BLINDS = Blinds(frozenset({"house"}), {"woods": 3.0}, {"hill": 1})


def test_a_way_knows_where_it_is_inside_an_area() -> None:
    (span,) = table(WOOD).spans((0, 4), (10, 4))
    assert (span.start, span.end) == pytest.approx((2, 6))


def test_a_way_knows_which_lines_it_crosses() -> None:
    (cut,) = table(HEDGE).cuts((0, 5), (10, 5))
    assert cut.at == pytest.approx(4)
    assert cut.feature is HEDGE


def test_a_way_in_through_a_corner_of_an_area_lies_in_it() -> None:
    spans = Table(90, 90, [Feature("square", "wood", SQUARE, True)]).spans((0.0, 0.0), (3.6, 3.6))
    assert [(round(s.start, 3), round(s.end, 3)) for s in spans] == [(2.828, 5.091)]


@given(points, points)
@settings(max_examples=100)
def test_spans_agree_with_points_on_the_way(a: Point, b: Point) -> None:
    t = table(WOOD)
    spans = t.spans(a, b)
    length = distance(a, b)
    for k in range(1, 10):
        p = (a[0] + (b[0] - a[0]) * k / 10, a[1] + (b[1] - a[1]) * k / 10)
        at = length * k / 10
        deep = min(abs(p[0] - 2), abs(p[0] - 6), abs(p[1] - 2), abs(p[1] - 6))
        if deep > 0.01 and length > 0.1:
            assert any(s.start <= at <= s.end for s in spans) == inside(p, SQUARE)


@given(points)
def test_areas_at_a_point_are_those_that_hold_it(p: Point) -> None:
    assert (WOOD in table(WOOD).areas_at(p)) == inside(p, SQUARE)


@given(points, points)
@settings(max_examples=100)
def test_sight_is_symmetric(a: Point, b: Point) -> None:
    t = table(WOOD, Feature("house", "house", ((20, 20), (24, 20), (24, 24), (20, 24)), True))
    assert sight(t, a, b, BLINDS).clear == sight(t, b, a, BLINDS).clear


def turned_quarter(p: Point) -> Point:
    """A table of 72 by 72 inches turned by a quarter."""
    return p[1], 72 - p[0]


@given(points, points, st.integers(-5, 5), st.integers(-5, 5))
@settings(max_examples=100)
def test_sight_does_not_change_when_the_table_is_shifted_or_turned(a: Point, b: Point, dx: int, dy: int) -> None:
    shapes = (WOOD, Feature("house", "house", ((20.125, 20.125), (24.125, 20.125), (24.125, 30.125)), True))

    def moved(shift: Callable[[Point], Point]) -> bool:
        features = [Feature(f.name, f.type, tuple(shift(p) for p in f.points), f.closed) for f in shapes]
        return sight(Table(90, 90, features), shift(a), shift(b), BLINDS).clear

    there = moved(lambda p: p)
    assert moved(lambda p: (p[0] + dx, p[1] + dy)) == there
    assert moved(turned_quarter) == there


@given(points, facings, st.integers(10, 1790), boxes)
def test_the_quick_arc_agrees_with_bearings(origin: Point, facing: int, half: int, target: Box) -> None:
    corners = (target.centre, *target.corners)
    plainly = any(bearing(origin, facing, p) <= half for p in corners if distance(p, origin) > 1e-9)
    assert any_in_arc(origin, facing, half, corners) == plainly or origin in corners


@given(points, points, points, st.sampled_from([0.5, 1.0, 3.0]))
def test_what_is_near_a_line_is_found_as_by_measuring(p: Point, a: Point, b: Point, limit: float) -> None:
    near = at_most(to_segment(p, a, b), limit)
    assert near_segment(p, a, b, limit) == near
    t = Table(72, 72, (Feature("lane", "road", (a, b), False), Feature("wall", "wall", ((0, 0), (1, 0)), False)))
    assert t.near_line(p, "road", limit) == near
    assert t.near_line(p, "road", limit) == near  # and again, from what it remembers


@given(points, points, st.integers(0, 4))
def test_the_sieve_of_areas_loses_none_that_a_way_meets(a: Point, b: Point, aside: int) -> None:
    t = table(WOOD, Feature("pond", "water", ((30, 30), (40, 31), (35, 44)), True))
    sieved = t.areas_across(a, b, aside)
    assert {s.feature.name for s in t.spans(a, b)} <= {f.name for f in sieved}
    assert t.areas_across(a, b, aside, frozenset({"woods"})) == [f for f in sieved if f is WOOD]


def test_sight_shows_its_working() -> None:
    seen = sight(table(WOOD), (0, 4), (10, 4), BLINDS)
    assert not seen.clear
    assert seen.working == ("4.00 inches of woods, 3 hide",)


def test_a_hill_hides_only_what_is_lower_than_it() -> None:
    t = table(Feature("hill", "hill", SQUARE, True))
    assert not sight(t, (0, 4), (10, 4), BLINDS).clear
    assert sight(t, (4, 4), (10, 4), BLINDS).clear


def test_an_end_near_the_edge_of_its_wood_looks_out() -> None:
    keen = Blinds(frozenset(), {"woods": 0.5}, {}, edge=1.0)
    assert sight(table(WOOD), (5.2, 4), (10, 4), keen).clear
    assert not sight(table(WOOD), (4, 4), (10, 4), keen).clear


# ------------------------------------------------------------------ the cost of a way


def test_rates_and_prices_add_up() -> None:
    way = [Stretch(0, 2, 1.0), Stretch(2, 4, 0.5)]
    assert cost(way, [Toll(1.0, 1.5, "hedge")]) == pytest.approx(2 + 4 + 1.5)
    assert cost(way, [Toll(1.0, None, "wall")]) is None
    assert cost([Stretch(0, 2, 0.0)], []) is None


def test_the_worst_rate_of_any_track_counts() -> None:
    found = worst_rates(10.0, [[(2.0, 6.0, 0.5)], [(4.0, 8.0, 0.25)], []])
    assert [(s.start, s.end, s.rate) for s in found] == [(0, 2, 1), (2, 4, 0.5), (4, 8, 0.25), (8, 10, 1)]


stretches = st.lists(st.tuples(st.integers(1, 40), st.sampled_from([1.0, 0.5, 0.25])), min_size=1, max_size=5)


price_lists = st.lists(st.tuples(st.integers(1, 100), st.sampled_from([1.5, 3.0])), max_size=3)


@given(stretches, price_lists, st.integers(1, 300))
@settings(max_examples=150)
def test_a_reach_never_costs_more_than_the_allowance(
    parts: list[tuple[int, float]], prices: list[tuple[int, float]], allowance: int
) -> None:
    way, at = [], 0.0
    for length, rate in parts:
        way.append(Stretch(at, at + length / 10, rate))
        at += length / 10
    tolls = [Toll(p / 10, price, "line") for p, price in prices if p / 10 < at]
    far = reach(way, tolls, allowance / 10)
    walked = [Stretch(s.start, min(s.end, far), s.rate) for s in way if s.start < far]
    spent = cost(walked, [t for t in tolls if t.at < far - 1e-6])
    assert spent is not None
    assert spent <= allowance / 10 + 1e-6


def test_reach_stops_at_what_cannot_be_paid() -> None:
    assert reach([Stretch(0, 10, 1.0)], [Toll(3.0, 4.0, "wall")], 6.0) == pytest.approx(3.0)
    assert reach([Stretch(0, 10, 1.0)], [Toll(3.0, 2.0, "wall")], 6.0) == pytest.approx(4.0)
    assert reach([Stretch(0, 2, 1.0), Stretch(2, 9, 0.0)], [], 6.0) == pytest.approx(2.0)
