"""Reach, cheapest paths and road distances, against the plainest search there is."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.board.hexes.grid import Hex, HexGrid
from grognard.board.hexes.paths import (
    Cost,
    Net,
    StepCosts,
    cheapest_link_route,
    cheapest_path,
    link_distances,
    link_route,
    points_to,
    reach,
)
from grognard.board.hexes.trails import marked

from .grids import SMALL, examples

GRID = SMALL[0]


def plain(a: Hex, b: Hex) -> int:
    return 1


def ground(seed: int, grid: HexGrid) -> Cost:
    """Random costs of 0 to 4 for each step, some of them forbidden."""
    rng = random.Random(seed)
    table = {(a, b): rng.choice([None, 0, 1, 1, 1, 2, 2, 3, 4]) for a in grid.hexes for b in grid.neighbours[a]}
    return lambda a, b: table[a, b]


def brute_force(
    grid: HexGrid, start: Hex, allowance: int, cost: Cost, may_leave: Callable[[Hex], bool] = lambda h: True
) -> dict[Hex, int]:
    """Try every step again and again until nothing gets cheaper."""
    best, changed = {start: 0}, True
    while changed:
        changed = False
        for a in list(best):
            for b in grid.neighbours[a] if may_leave(a) else ():
                step = cost(a, b)
                if step is not None and best[a] + step <= allowance and best[a] + step < best.get(b, 10**9):
                    best[b], changed = best[a] + step, True
    return best


def price(path: list[Hex], cost: Cost) -> int:
    total = 0
    for a, b in pairwise(path):
        step = cost(a, b)
        assert step is not None
        total += step
    return total


cases = st.tuples(st.integers(0, 10**6), st.sampled_from(SMALL), st.integers(0, 80), st.integers(0, 12))


# ------------------------------------------------------------------ reach


@examples(40)
@given(cases)
def test_reach_finds_what_brute_force_finds(case: tuple[int, HexGrid, int, int]) -> None:
    seed, grid, number, allowance = case
    start, cost = grid.hexes[number], ground(seed, grid)
    expected = brute_force(grid, start, allowance, cost)
    assert dict(reach(grid, start, allowance, cost)) == expected
    assert dict(StepCosts(grid, cost).reach(start, allowance)) == expected


@examples(20)
@given(cases)
def test_a_repriced_table_is_like_one_made_anew(case: tuple[int, HexGrid, int, int]) -> None:
    seed, grid, number, allowance = case
    start, before, after = grid.hexes[number], ground(seed, grid), ground(seed + 1, grid)
    changed = random.Random(seed).sample(grid.hexes, 9)
    table = StepCosts(grid, before)
    again = table.repriced(changed, after).reach(start, allowance)
    anew = StepCosts(grid, lambda a, b: (after if b in changed else before)(a, b)).reach(start, allowance)
    assert list(again.items()) == list(anew.items())
    assert dict(table.reach(start, allowance)) == dict(reach(grid, start, allowance, before)), "the first is untouched"


@examples(40)
@given(cases)
def test_the_table_and_the_function_agree_in_order_and_in_every_path(case: tuple[int, HexGrid, int, int]) -> None:
    seed, grid, number, allowance = case
    start, cost = grid.hexes[number], ground(seed, grid)
    one, other = reach(grid, start, allowance, cost), StepCosts(grid, cost).reach(start, allowance)
    assert list(one.items()) == list(other.items())
    for h in one:
        assert one.path_to(h) == other.path_to(h)
        assert price(one.path_to(h), cost) == one[h]


@examples(60)
@given(cases, st.sampled_from([None, 0, 2]))
def test_what_is_laid_over_the_table_counts(case: tuple[int, HexGrid, int, int], zone_cost: int | None) -> None:
    seed, grid, number, allowance = case
    start, cost, rng = grid.hexes[number], ground(seed, grid), random.Random(seed)

    def some(count: int) -> Collection[Hex]:
        return frozenset(rng.sample(grid.hexes, count))

    blocked, stop, zone, extra = some(8), some(8), some(20), dict.fromkeys(some(10), 2)

    def full(a: Hex, b: Hex) -> int | None:
        step = cost(a, b)
        both = a in zone and b in zone
        if step is None or b in blocked or (both and zone_cost is None):
            return None
        return step + extra.get(b, 0) + (zone_cost or 0 if both else 0)

    expected = brute_force(grid, start, allowance, full, lambda h: h == start or h not in stop)
    found = StepCosts(grid, cost).reach(
        start, allowance, blocked=blocked, stop=stop, extra=extra, zone=zone, zone_cost=zone_cost
    )
    assert dict(found) == expected


def test_reach_is_a_mapping_cheapest_first() -> None:
    found = reach(GRID, "0505", 2, plain)
    assert len(found) == 19
    assert next(iter(found)) == "0505"
    assert list(found.values()) == sorted(found.values())
    assert "0507" in found
    assert "0508" not in found
    assert found.get("0508") is None
    assert repr(found) == "<Reach from 0505: 19 hexes>"


def test_a_path_to_a_hex_out_of_reach_is_an_error() -> None:
    with pytest.raises(KeyError, match="0508"):
        reach(GRID, "0505", 2, plain).path_to("0508")


def test_the_start_may_be_left_even_if_it_is_blocked_and_stops() -> None:
    found = StepCosts(GRID, plain).reach("0505", 1, blocked=["0505"], stop=["0505"])
    assert len(found) == 7


def test_the_table_answers_for_one_step() -> None:
    table = StepCosts(GRID, lambda a, b: None if b == "0506" else 3)
    assert table.step("0505", "0605") == 3
    assert table.step("0505", "0506") is None


# ------------------------------------------------------------------ paths


@examples(40)
@given(cases, st.lists(st.integers(0, 80), min_size=1, max_size=3))
def test_the_cheapest_path_costs_what_brute_force_says(case: tuple[int, HexGrid, int, int], ends: list[int]) -> None:
    seed, grid, number, _ = case
    start, cost = grid.hexes[number], ground(seed, grid)
    goals = [grid.hexes[i] for i in ends]
    reachable = brute_force(grid, start, 10**6, cost)
    path = cheapest_path(grid, start, goals, cost)
    assert path == StepCosts(grid, cost).cheapest_path(start, goals)
    if path is None:
        assert not set(goals) & set(reachable)
    else:
        assert path[0] == start
        assert path[-1] in goals
        assert price(path, cost) == min(reachable[h] for h in goals if h in reachable)


@examples(40)
@given(cases, st.lists(st.integers(0, 80), min_size=1, max_size=3))
def test_points_to_the_nearest_goal_are_those_of_the_cheapest_path(
    case: tuple[int, HexGrid, int, int], ends: list[int]
) -> None:
    seed, grid, number, _ = case
    rng, start, goals = random.Random(seed), grid.hexes[number], [grid.hexes[i] for i in ends]
    prices = {h: rng.randrange(5) for h in grid.hexes if rng.random() < 0.7}
    path = cheapest_path(grid, start, goals, lambda a, b: prices.get(b))
    wanted = None if path is None else sum(prices[h] for h in path[1:])
    assert points_to(grid, goals, prices).get(start) == wanted


def test_a_limit_is_kept() -> None:
    assert cheapest_path(GRID, "0101", ["0109"], plain, limit=7) is None
    assert len(cheapest_path(GRID, "0101", ["0109"], plain, limit=8) or []) == 9
    table = StepCosts(GRID, plain)
    assert table.cheapest_path("0101", ["0109"], 7) is None
    assert len(table.cheapest_path("0101", ["0109"], 8) or []) == 9


def test_a_path_to_the_start_is_the_start() -> None:
    assert cheapest_path(GRID, "0101", ["0101"], plain) == ["0101"]


def test_a_path_goes_round_what_is_blocked() -> None:
    wall = [f"{column:02}05" for column in range(1, 9)]
    path = StepCosts(GRID, plain).cheapest_path("0101", ["0109"], blocked=wall)
    assert path is not None
    assert "0905" in path


# ------------------------------------------------------------------ roads

ROADS = Net(
    {
        "A": ("B", "D"),
        "B": ("A", "C"),
        "C": ("B", "E"),
        "D": ("A", "E"),
        "E": ("C", "D", "F"),
        "F": ("E",),
        "X": ("Y",),
        "Y": ("X",),
    }
)


def test_distances_follow_the_links() -> None:
    assert link_distances(ROADS, "A") == {"A": 0, "B": 1, "D": 1, "C": 2, "E": 2, "F": 3}


def test_closed_hexes_are_not_entered() -> None:
    assert link_distances(ROADS, "A", closed={"D"})["F"] == 4
    assert link_distances(ROADS, "A", closed={"B", "D"}) == {"A": 0}
    assert link_distances(ROADS, "A", closed={"A"})["F"] == 3


def test_a_hex_without_links_leads_nowhere() -> None:
    assert link_distances(ROADS, "Q") == {"Q": 0}


def test_the_route_is_the_shortest_to_the_nearest_goal() -> None:
    assert link_route(ROADS, "A", ["F"]) == ["A", "D", "E", "F"]
    assert link_route(ROADS, "A", ["F", "C"]) == ["A", "B", "C"]
    assert link_route(ROADS, "A", ["F"], closed={"D"}) == ["A", "B", "C", "E", "F"]
    assert link_route(ROADS, "A", ["Y"]) is None


def test_the_cheapest_route_counts_both_its_ends() -> None:
    prices: dict[Hex, int | None] = {"A": 1, "B": 1, "C": 1, "D": 4, "E": 1, "F": 1}
    assert cheapest_link_route(ROADS, ["A"], ["F"], prices.get) == ["A", "B", "C", "E", "F"]
    assert cheapest_link_route(ROADS, ["A", "E"], ["F"], prices.get) == ["E", "F"]
    assert cheapest_link_route(ROADS, ["A", "E"], ["F"], {**prices, "E": 9}.get) == ["E", "F"]
    assert cheapest_link_route(ROADS, ["B", "D"], ["A"], {**prices, "B": 5}.get) == ["D", "A"]
    assert cheapest_link_route(ROADS, ["A"], ["F"], {**prices, "E": None}.get) is None
    assert cheapest_link_route(ROADS, ["A"], ["F"], {**prices, "A": None}.get) is None


@pytest.mark.parametrize("seed", range(20))
def test_trails_lead_where_a_reach_leads_by_the_same_ways(seed: int) -> None:
    rng, costs = random.Random(seed), StepCosts(GRID, ground(seed, GRID))
    blocked, stop = rng.sample(GRID.hexes, 4), rng.sample(GRID.hexes, 6)
    for start in rng.sample(GRID.hexes, 5):
        found = costs.reach(start, 7, blocked=blocked, stop=stop)
        trails = costs.trails(start, 7, blocked=blocked, stop=marked(GRID, stop))
        assert [(start, 0), *zip(trails.hexes, trails.points, strict=True)] == [*found.items()]
        assert all(trails.to(h) == tuple(found.path_to(h)[1:]) for h in trails.hexes)
        assert start not in trails and trails.to(start) == () == trails.to("nowhere")


@pytest.mark.parametrize("seed", range(20))
def test_trails_of_so_many_hexes_are_the_cheapest_ways_of_that_length(seed: int) -> None:
    rng, cost = random.Random(seed), ground(seed, GRID)
    costs, blocked, stop = StepCosts(GRID, cost), rng.sample(GRID.hexes, 4), rng.sample(GRID.hexes, 6)
    start, most = rng.choice([h for h in GRID.hexes if h not in blocked]), rng.randrange(5)
    trails = costs.trails(start, 6, most, blocked=blocked, stop=marked(GRID, stop))
    best = {start: 0}
    edge = {start: 0}
    for _ in range(most):  # every way of one hex more
        onward: dict[Hex, int] = {}
        for a, spent in edge.items():
            for b in GRID.neighbours[a] if a not in stop or a == start else ():
                step = cost(a, b)
                if step is not None and b not in blocked and spent + step <= 6:
                    onward[b] = min(onward.get(b, 99), spent + step)
        best |= {h: min(spent, best.get(h, 99)) for h, spent in onward.items()}
        edge = onward
    assert {start: 0, **dict(zip(trails.hexes, trails.points, strict=True))} == best
    for h, points in zip(trails.hexes, trails.points, strict=True):
        way = (start, *trails.to(h))
        assert way[-1] == h and len(way) <= most + 1
        assert sum(cost(a, b) or 0 for a, b in pairwise(way)) == points
