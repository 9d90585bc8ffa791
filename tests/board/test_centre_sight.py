"""Centre to centre lines and the sight judged on them, with two made-up sets of rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.board.hexes.centre_sight import CentreSight, Heights, Sighting
from grognard.board.hexes.grid import Hex, HexGrid
from grognard.board.hexes.hex_sets import bits_of
from grognard.board.hexes.sight_lines import CentreLines, Passage
from grognard.engine.core.view import SightCheck

from .grids import FLAT_EVEN, FLAT_ODD, INSET, LAYOUTS, SMALL, examples
from .paper import centre, clip, corners

pairs = st.tuples(st.sampled_from(SMALL), st.integers(0, 80), st.integers(0, 80))


# ------------------------------------------------------------------ the line


def plain_trace(grid: HexGrid, a: Hex, b: Hex) -> list[tuple[Fraction, Fraction, set[Hex]]]:
    """Every hex with a piece of the line in it or along it, by clipping the line at every hex of the map."""
    found: dict[tuple[Fraction, Fraction], set[Hex]] = {}
    for h in grid.hexes:
        part = clip(centre(grid, a), centre(grid, b), corners(grid, h))
        if part is not None and h not in (a, b):
            enter, leave = max(part[0], Fraction(0)), min(part[1], Fraction(1))
            if enter < leave:
                found.setdefault((enter, leave), set()).add(h)
    return [(enter, leave, found[enter, leave]) for enter, leave in sorted(found)]


@examples(120)
@given(pairs)
def test_the_trace_is_what_clipping_says(case: tuple[HexGrid, int, int]) -> None:
    grid, one, other = case
    a, b = grid.hexes[one], grid.hexes[other]
    if a != b:
        found = CentreLines(grid).trace(a, b)
        assert [(p.enter, p.leave, set(p.hexes)) for p in found] == plain_trace(grid, a, b)


@examples(60)
@given(pairs)
def test_a_passage_knows_its_distances(case: tuple[HexGrid, int, int]) -> None:
    grid, one, other = case
    a, b = grid.hexes[one], grid.hexes[other]
    lines = CentreLines(grid)
    for passage in lines.trace(a, b) + lines.steps(a, b):
        for h in passage.hexes:
            assert grid.distance(a, h) == passage.distance
            assert grid.distance(h, b) == passage.left


@examples(60)
@given(pairs)
def test_steps_take_the_hexes_nearest_to_each_point(case: tuple[HexGrid, int, int]) -> None:
    grid, one, other = case
    a, b = grid.hexes[one], grid.hexes[other]
    far = grid.distance(a, b)
    found = {p.distance: set(p.hexes) for p in CentreLines(grid).steps(a, b)}
    (x, y), (u, v) = centre(grid, a), centre(grid, b)
    wide, high = (3, 1) if grid.shape == "pointy" else (1, 3)  # squares of the true lengths on this paper
    for i in range(1, far):
        spot = x + (u - x) * i / far, y + (v - y) * i / far

        def away(h: Hex, spot: tuple[Fraction, Fraction] = spot) -> Fraction:
            p, q = centre(grid, h)
            return wide * (p - spot[0]) ** 2 + high * (q - spot[1]) ** 2

        nearest = min(away(h) for h in grid.hexes)
        assert found.get(i, set()) == {h for h in grid.hexes if away(h) == nearest}


@examples(60)
@given(pairs)
def test_the_line_back_is_the_line_reversed(case: tuple[HexGrid, int, int]) -> None:
    grid, one, other = case
    a, b = grid.hexes[one], grid.hexes[other]
    lines = CentreLines(grid)
    for there, back in ((lines.trace(a, b), lines.trace(b, a)), (lines.steps(a, b), lines.steps(b, a))):
        assert [set(p.hexes) for p in there] == [set(p.hexes) for p in reversed(back)]
        assert [p.enter for p in there] == [1 - p.leave for p in reversed(back)]
    assert list(lines.sides(a, b)) == [(far, near) for near, far in reversed(lines.sides(b, a))]


@examples(60)
@given(pairs)
def test_a_crossed_hexside_lies_between_neighbours_on_the_way(case: tuple[HexGrid, int, int]) -> None:
    grid, one, other = case
    a, b = grid.hexes[one], grid.hexes[other]
    lines = CentreLines(grid)
    on_the_way = [a, *(h for p in lines.trace(a, b) for h in p.hexes), b]
    for near, far in lines.sides(a, b):
        assert far in grid.neighbours[near]
        assert {near, far} <= set(on_the_way)


def test_a_line_along_a_hexside_passes_two_hexes_at_once() -> None:
    lines = CentreLines(FLAT_ODD)
    (passage,) = lines.trace("1010", "1210")
    assert passage == Passage(("1109", "1110"), True, Fraction(1, 3), Fraction(2, 3), 1, 1)
    assert lines.sides("1010", "1210") == ()


def test_a_straight_row_of_hexes_crosses_every_side() -> None:
    lines = CentreLines(FLAT_ODD)
    assert [p.hexes for p in lines.trace("1010", "1014")] == [("1011",), ("1012",), ("1013",)]
    assert lines.sides("1010", "1012") == (("1010", "1011"), ("1011", "1012"))


def test_the_two_readings_of_a_line_differ() -> None:
    lines, grid = CentreLines(FLAT_ODD), FLAT_ODD
    b = grid.at_offset("1010", (3, 1))
    assert b is not None
    assert [len(p.hexes) for p in lines.trace("1010", b)] == [1, 1, 1, 1]
    assert [len(p.hexes) for p in lines.steps("1010", b)] == [1, 2, 1]


def test_a_pair_keeps_what_the_map_has_of_it() -> None:
    (passage,) = CentreLines(FLAT_ODD).trace("0201", "0401")
    assert passage.hexes == ("0301",)
    assert passage.between


def test_hexes_missing_from_the_map_are_passed_freely() -> None:
    passages = CentreLines(INSET).steps("3912", "6010")
    assert INSET.distance("3912", "6010") == 21
    assert all(h in INSET for p in passages for h in p.hexes)
    assert [p.distance for p in passages] != list(range(1, 21))


def test_touched_tells_which_of_some_hexes_the_line_meets() -> None:
    lines = CentreLines(FLAT_ODD)
    assert lines.touched("1010", "1014", {"1012", "1010", "1112"}) == ("1012",)
    assert lines.touched("1010", "1210", {"1110"}) == ("1110",)


# ------------------------------------------------------------------ a game with a chart of heights


class Country:
    """Random hills with woods on them."""

    def __init__(self, grid: HexGrid, seed: int) -> None:
        rng = random.Random(seed)
        tops = [(rng.choice(grid.hexes), rng.randint(1, 4)) for _ in range(4)]
        self.grid = grid
        self.levels = {h: max(0, *(top - grid.distance(at, h) for at, top in tops)) for h in grid.hexes}
        self.woods = set(rng.sample(grid.hexes, len(grid) // 6))

    def height(self, h: Hex) -> int:
        return self.levels[h] + (h in self.woods)


def by_chart(high: int, low: int, top: int, at: int, far: int) -> str | None:
    """What lies between the levels of the ends blocks if it is too far down the line."""
    if top <= low:
        return None
    if top >= high:
        return "too high"
    return "chart" if at > (high - top) * far // (high - low) else None


def chart_sight(country: Country, *, promise: bool = True) -> CentreSight:
    """Woods add one level; the rest is the chart."""
    levels = country.levels

    def blocks(sighting: Sighting, passage: Passage) -> str | None:
        ground = {levels[h] for h in passage.hexes}
        if len(ground) == 2 and max(ground) >= sighting.lower_level:
            return "slope"
        top = min(country.height(h) for h in passage.hexes)
        return by_chart(sighting.upper_level, sighting.lower_level, top, passage.distance, sighting.distance)

    def harmless_from(h: Hex) -> int:
        sloping = any(levels[n] != levels[h] for n in country.grid.neighbours[h])
        return max(country.height(h), levels[h] + 1 if sloping else 0)

    if not promise:
        return CentreSight(country.grid, levels.__getitem__, blocks)
    heights = Heights(country.height, lambda *line: by_chart(*line) is not None)
    return CentreSight(country.grid, levels.__getitem__, blocks, harmless_from=harmless_from, heights=heights)


def shaped(levels: dict[Hex, int], woods: Collection[Hex] = ()) -> Country:
    """A flat country with a few hexes set by hand."""
    country = Country(FLAT_EVEN, 0)
    country.levels = dict.fromkeys(FLAT_EVEN.hexes, 1) | levels
    country.woods = set(woods)
    return country


@pytest.mark.parametrize(
    ("wood", "seen"), [("1009", True), ("1008", True), ("1007", False), ("1006", False), ("1011", True)]
)
def test_woods_block_beyond_half_the_way_down_two_levels(wood: Hex, seen: bool) -> None:
    sight = chart_sight(shaped({"1010": 3}, {wood}))
    assert sight.sees("1010", "1006") == (seen or wood == "1006")
    assert sight.sees("1006", "1010") == sight.sees("1010", "1006")


def test_the_working_goes_from_viewer_to_target_and_names_the_rule() -> None:
    sight = chart_sight(shaped({"1010": 3}, {"1007"}))
    line = sight.explain("1006", "1010")
    assert line.working == (SightCheck(("1007",), "chart"), SightCheck(("1008",), None), SightCheck(("1009",), None))
    assert (line.clear, line.rule, line.blocked_by, line.distance) == (False, "chart", ("1007",), 4)
    assert line.ends == (FLAT_EVEN.centre("1006"), FLAT_EVEN.centre("1010"))
    assert sight.explain("1010", "1006").working == line.working[::-1]


def test_a_slope_blocks_along_its_hexside() -> None:
    sight = chart_sight(shaped({"1110": 2}))
    (passage,) = sight.lines.trace("1010", "1210")
    assert set(passage.hexes) == {"1110", "1111"}
    assert sight.explain("1010", "1210").rule == "slope"


def test_levels_given_with_the_question_replace_those_of_the_map() -> None:
    sight = chart_sight(shaped({}, {"1008"}))
    assert not sight.sees("1006", "1010")
    assert sight.sees("1006", "1010", levels=(1, 9))
    assert sight.sees("1010", "1006", levels=(9, 1))
    assert sight.explain("1006", "1010", levels=(1, 9)).clear


def test_a_rule_about_the_whole_line_is_asked_only_where_it_can_apply() -> None:
    country, asked = Country(FLAT_EVEN, 3), list[Hex]()
    ditches = set(FLAT_EVEN.hexes[::7])

    def forbids(sighting: Sighting) -> str | None:
        asked.extend((sighting.upper, sighting.lower))
        return "ditch" if {sighting.upper, sighting.lower} & ditches and sighting.distance > 1 else None

    def sight(forbids_from: Callable[[Hex], bool]) -> CentreSight:
        levels = country.levels.__getitem__
        return CentreSight(FLAT_EVEN, levels, lambda *line: None, forbids=forbids, forbids_from=forbids_from)

    every, promised, rng = sight(lambda h: True), sight(ditches.__contains__), random.Random(5)
    pairs = [(rng.choice(FLAT_EVEN.hexes), rng.choice(FLAT_EVEN.hexes)) for _ in range(300)]
    expected = [every.sees(a, b) for a, b in pairs]
    asked.clear()
    assert [promised.sees(a, b) for a, b in pairs] == expected
    assert all({a, b} & ditches for a, b in zip(asked[::2], asked[1::2], strict=True))
    assert sight(ditches.__contains__).all_pairs(6) == sight(lambda h: True).all_pairs(6)


def test_a_rule_about_the_whole_line_is_asked_even_of_neighbours() -> None:
    def blocks(sighting: Sighting, passage: Passage) -> str | None:
        return None

    def forbids(sighting: Sighting) -> str | None:
        ditch = {("1010", "1011")}
        return None if set(sighting.sides) <= ditch | {(b, a) for a, b in ditch} else "ditch"

    sight = CentreSight(FLAT_EVEN, lambda h: 0, blocks, forbids=forbids)
    assert sight.sees("1010", "1011")
    assert not sight.sees("1010", "1009")
    assert sight.explain("1010", "1012").rule == "ditch"
    assert sight.sees("1010", "1010")
    table = CentreSight(FLAT_EVEN, lambda h: 0, blocks, forbids=forbids).all_pairs(1)
    assert table["1010"] == {"1010", "1011"}


# ------------------------------------------------------------------ a game with blind zones


def blind_sight(levels: dict[Hex, int]) -> CentreSight:
    """A hill lower than the viewer hides as many hexes behind it as it has levels."""

    def blocks(sighting: Sighting, passage: Passage) -> str | None:
        high = min(levels[h] for h in passage.hexes)
        if high >= sighting.upper_level > sighting.lower_level or high > sighting.upper_level:
            return "higher"
        below = all(levels[h] < high for h in sighting.behind(passage))
        if 1 <= high < sighting.upper_level and below and passage.left <= high and sighting.lower_level < high:
            return "blind zone"
        return None

    return CentreSight(FLAT_ODD, levels.__getitem__, blocks, style="stepped")


def test_a_lower_hill_hides_what_is_close_behind_it() -> None:
    levels = dict.fromkeys(FLAT_ODD.hexes, 0) | {"1010": 3, "1012": 2, "1013": 2}
    sight = blind_sight(levels)
    assert {f"10{row}": sight.sees("1010", f"10{row}") for row in range(11, 19)} == {
        "1011": True,
        "1012": True,
        "1013": True,
        "1014": False,
        "1015": False,
        "1016": True,
        "1017": True,
        "1018": True,
    }
    assert sight.explain("1015", "1010").rule == "blind zone"
    assert sight.explain("1015", "1010").blocked_by == ("1013",)


def test_along_a_hexside_both_hexes_must_cast_the_blind_zone() -> None:
    one = dict.fromkeys(FLAT_ODD.hexes, 0) | {"1010": 2, "1110": 1}
    assert blind_sight(one).sees("1010", "1210")
    assert not blind_sight(one | {"1109": 1}).sees("1010", "1210")


# ------------------------------------------------------------------ all at once


@examples(12)
@given(st.sampled_from(SMALL), st.integers(0, 10**6), st.integers(1, 9), st.booleans())
def test_all_pairs_are_what_each_pair_is(grid: HexGrid, seed: int, radius: int, promise: bool) -> None:
    country = Country(grid, seed)
    table = chart_sight(country, promise=promise).all_pairs(radius)
    one_by_one = chart_sight(country)
    for a in grid.hexes:
        assert table[a] == {b for b in grid.within(a, radius) if one_by_one.sees(a, b)}


@pytest.mark.parametrize("grid", LAYOUTS)
def test_all_pairs_on_a_whole_map_is_mutual(grid: HexGrid) -> None:
    sight = chart_sight(Country(grid, 1))
    table = sight.all_pairs(2)
    for a in grid.hexes[::7]:
        assert sight.seen(a, 2) is table[a]
        for b in grid.within(a, 2):
            assert (b in table[a]) == (a in table[b]) == sight.sees(a, b)


def test_stepped_pairs_are_what_each_pair_is() -> None:
    levels = Country(FLAT_ODD, 5).levels
    table, one_by_one = blind_sight(levels).all_pairs(3), blind_sight(levels)
    for a in FLAT_ODD.hexes[::37]:
        assert table[a] == one_by_one.seen(a, 3)


@examples(12)
@given(st.sampled_from(SMALL), st.integers(0, 10**6), st.integers(0, 10**9), st.integers(0, 10**9))
def test_among_a_set_of_hexes_those_are_seen_that_are_seen_one_by_one(
    grid: HexGrid, seed: int, first: int, then: int
) -> None:
    country = Country(grid, seed)
    together, one_by_one = chart_sight(country), chart_sight(country)
    for a in grid.hexes[::5]:
        for bits in (first, first | then, then):
            hexes = [h for h in grid.hexes if bits >> grid.index[h] & 1]
            expected = bits_of(grid, [h for h in hexes if one_by_one.sees(a, h)])
            assert together.among(a, bits_of(grid, hexes)) == expected
