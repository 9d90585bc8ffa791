"""The compiled kernels of the board give what the plain functions give, to the last bit."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from itertools import product
from typing import Any

import pytest

from grognard.board.hexes import corner_sight, hex_sets, paths, trails, zone_moves
from grognard.board.hexes.grid import Hex, HexGrid
from grognard.board.hexes.zone_moves import ENEMY, ZOC, Change, Found, Gaits, MoveRules, Rows, Start
from grognard.board.inches import flow_field, formations, geometry, intersections
from grognard.board.inches import intersections as veils_of
from grognard.board.inches.geometry import Box, Outline, Point, box
from grognard.board.inches.terrain_table import Feature, _shape
from grognard.board.kernels.compiled import COMPILED, PYTHON_VERSIONS

pytestmark = pytest.mark.skipif(not COMPILED, reason="no C compiler was there when the package was built")

GRID = HexGrid((1, 9), (1, 7), shape="pointy", shifted="odd")


def numbers(rng: random.Random) -> float:
    """Coordinates as they are met: round ones too, so that points fall on lines and corners."""
    return rng.choice([rng.uniform(0, 12), float(rng.randrange(12)), rng.randrange(1200) / 100])


def point(rng: random.Random) -> Point:
    return numbers(rng), numbers(rng)


def outline(rng: random.Random) -> Outline:
    return tuple(point(rng) for _ in range(rng.randrange(3, 8)))


def base(rng: random.Random) -> Box:
    return box(point(rng), rng.choice([rng.randrange(3600), 900 * rng.randrange(4)]), rng.choice([1.0, 1.5]), 0.75)


def circles(rng: random.Random) -> list[tuple[float, float, float, int]]:
    return [(*point(rng), numbers(rng) / 4, n) for n in range(rng.randrange(8))]


def facing(rng: random.Random) -> int:
    return rng.choice([rng.randrange(-3600, 7200), 900 * rng.randrange(-4, 8)])


def signed(rng: random.Random) -> float:
    return rng.choice((-1, 1)) * numbers(rng)


def points(rng: random.Random) -> list[Point]:
    return [point(rng) for _ in range(rng.randrange(5))]


def bounded(rng: random.Random) -> list[tuple[intersections.Bounds, int]]:
    corners = [(point(rng), point(rng)) for _ in range(rng.randrange(8))]
    return [
        ((min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])), n) for n, (a, b) in enumerate(corners)
    ]


def boxes(rng: random.Random) -> list[Box]:
    return [base(rng) for _ in range(rng.randrange(4))]


def crossed_outline(rng: random.Random) -> tuple[Point, Point, float, Outline, intersections.Shape]:
    """A way with its length, and an outline with its shape: every other one a plain one of four corners."""
    a, b, found = point(rng), point(rng), outline(rng)
    if rng.random() < 0.5:
        found = base(rng).corners
    feature = Feature("it", "woods", found, True)
    return a, b, geometry.distance(a, b), found, _shape(feature)


ASKED: dict[str, tuple[Callable[[random.Random], Any], ...]] = {
    "distance": (point, point),
    "close_by": (circles, point, numbers),
    "to_segment": (point, point, point),
    "near_segment": (point, point, point, numbers),
    "crossing": (point, point, point, point),
    "strictly_inside": (point, outline),
    "on_boundary": (point, outline),
    "square_to_sides": (outline, outline),
    "boxes_overlap": (base, base),
    "to_box": (point, base),
    "between_boxes": (base, base),
    "segment_meets_box": (point, point, base),
    "hundredths": (signed,),
    "heading": (facing,),
    "facing_of": (signed, signed),
    "facing_to": (point, point),
    "turn_between": (facing, facing),
    "point_ahead": (point, facing, signed),
    "point_beside": (point, facing, signed),
    "nearest_on": (point, point, point),
    "to_outline": (point, outline),
    "distance_between_outlines": (outline, outline),
    "measures": (point, facing, numbers, numbers),
    "any_in_arc": (point, facing, lambda rng: rng.randrange(100, 2000), points),
}
CROSSED: dict[str, tuple[Callable[[random.Random], Any], ...]] = {
    "bounds_met": (bounded, point, point, numbers),
    "circles_met": (circles, point, point, numbers),
    "near_way": (circles, point, point, numbers),
    "meets_any": (point, point, boxes),
    "any_overlap": (boxes, boxes),
    "least_between": (lambda rng: [base(rng), *boxes(rng)], lambda rng: [base(rng), *boxes(rng)]),
}


@pytest.mark.parametrize("name", ASKED)
def test_inches(name: str) -> None:
    rng, fast = random.Random(name), getattr(geometry, name)
    assert fast is not PYTHON_VERSIONS[name]
    for _ in range(3000):
        given = [draw(rng) for draw in ASKED[name]]
        assert repr(fast(*given)) == repr(PYTHON_VERSIONS[name](*given)), given


@pytest.mark.parametrize("name", CROSSED)
def test_what_a_way_meets(name: str) -> None:
    rng, fast = random.Random(name), getattr(intersections, name)
    assert fast is not PYTHON_VERSIONS[name]
    for _ in range(3000):
        given = [draw(rng) for draw in CROSSED[name]]
        assert repr(fast(*given)) == repr(PYTHON_VERSIONS[name](*given)), given


def test_runs_in_an_outline() -> None:
    rng = random.Random(1)
    assert intersections.runs_in is not PYTHON_VERSIONS["runs_in"]
    some = 0
    for _ in range(6000):
        given = crossed_outline(rng)
        found = intersections.runs_in(*given)
        assert repr(found) == repr(PYTHON_VERSIONS["runs_in"](*given)), given
        some += bool(found)
    assert some > 1000


def veils(rng: random.Random) -> list[veils_of.Veil]:
    """Solid things, woods of two kinds and hills of two levels."""
    found = []
    for _ in range(rng.randrange(4)):
        points, shape = crossed_outline(rng)[3:]
        level = rng.randrange(3)
        depth, kind = rng.choice([(0.0, 0), (1.0, 0), (2.0, 1)]) if not level else (0.0, 0)
        found.append(veils_of.Veil(points, shape, depth, kind, level))
    return found


def test_a_clear_line_to_any_of_some_marks() -> None:
    rng, both = random.Random(1), [0, 0]
    assert veils_of.clear_to_any is not PYTHON_VERSIONS["clear_to_any"]
    for _ in range(6000):
        edge, high = rng.choice([0.0, 0.5, 1.0]), rng.randrange(3)
        given = point(rng), points(rng), boxes(rng), veils(rng), edge, lambda p, high=high: int(p[0]) % (high + 1)
        found = veils_of.clear_to_any(*given)
        assert found == PYTHON_VERSIONS["clear_to_any"](*given), given
        both[found] += 1
    assert min(both) > 1000


def test_bases_side_by_side_and_one_behind_another() -> None:
    rng = random.Random(1)
    assert formations.boxes_in is not PYTHON_VERSIONS["boxes_in"]
    for _ in range(3000):
        offsets = [(signed(rng), signed(rng)) for _ in range(rng.randrange(5))]
        given = point(rng), facing(rng), offsets, numbers(rng), numbers(rng)
        assert repr(formations.boxes_in(*given)) == repr(PYTHON_VERSIONS["boxes_in"](*given)), given


def test_every_twin_is_tried() -> None:
    searches = {"spread", "straight_steps", "distance_field", "settle", "link_distances", "link_route", "unblocked"}
    searches |= {"clear_to_any", "lay_trails", "costs_to", "boxes_in", "least_watched_path", "retreat_paths"}
    assert PYTHON_VERSIONS.keys() == {*ASKED, *CROSSED, "runs_in", *SPREADS, *searches}


def steps(rng: random.Random) -> Rows:
    """A table of steps out of every hex."""
    found = []
    for h in GRID.hexes:
        priced: dict[int, list[int]] = {}
        for n in GRID.neighbours[h]:
            if (price := rng.choice([1, 1, 2, 2, 3, 4, None])) is not None:
                priced.setdefault(price, []).append(GRID.index[n])
        found.append(tuple((price, tuple(priced[price])) for price in sorted(priced)))
    return found


def changes(rng: random.Random, many: int) -> Gaits:
    """What every gait means, drawn at random: a step may be dear, or not there."""

    def change() -> Change:
        free, zone = (rng.choice([None, (rng.choice([0, 0, 3]), rng.randrange(many))]) for _ in range(2))
        return free, zone, None

    return tuple((change(), change()) for _ in range(many))


def found(search: Callable[..., Found], seed: int) -> Found:
    rng = random.Random(seed)
    size, many, allowance = len(GRID), rng.choice([1, 2, 3]), rng.randrange(20)
    hazards = bytearray(rng.choices((0, ZOC, ENEMY), (6, 3, 1), k=size))
    barred = frozenset(rng.sample([*product(range(size), range(size))], rng.choice([0, 900])))
    ours = [i for i in range(size) if hazards[i] != ENEMY]
    starts = [(rng.choice(ours), rng.randrange(many), rng.randrange(4)) for _ in range(rng.choice([1, 1, 3]))]
    return search(steps(rng), hazards, changes(rng, many), barred, starts, allowance)


@pytest.mark.parametrize("part", range(8))
def test_a_search_over_hexes_and_gaits(part: int) -> None:
    assert zone_moves.spread is not PYTHON_VERSIONS["spread"]
    for seed in range(100 * part, 100 * part + 100):
        assert found(zone_moves.spread, seed) == found(PYTHON_VERSIONS["spread"], seed), seed


def ahead(step: Callable[..., list[Start]], seed: int) -> list[list[Start]]:
    rng = random.Random(seed)
    size, many = len(GRID), rng.choice([1, 2, 3])
    hazards = bytearray(rng.choices((0, ZOC), (1, 2), k=size))
    for i in rng.sample(range(size), size // 9):
        hazards[i] = ENEMY
    barred = frozenset(rng.sample([*product(range(size), range(size))], rng.choice([0, 900])))
    going = MoveRules(steps(rng), hazards, changes(rng, many), barred)
    ours = [i for i in range(size) if hazards[i] != ENEMY]
    return [step(going, (i, rng.randrange(many), rng.randrange(4)), rng.randrange(8)) for i in ours]


def test_the_steps_out_of_a_hex() -> None:
    assert zone_moves.straight_steps is not PYTHON_VERSIONS["straight_steps"]
    for seed in range(60):
        assert ahead(zone_moves.straight_steps, seed) == ahead(PYTHON_VERSIONS["straight_steps"], seed), seed


def test_how_far_every_hex_is() -> None:
    assert zone_moves.distance_field is not PYTHON_VERSIONS["distance_field"]
    for seed in range(200):
        rng = random.Random(seed)
        rows, tolls = steps(rng), bytes(rng.choices((0, 4, 200), (6, 3, 1), k=len(GRID)))
        starts = rng.choices(range(len(GRID)), k=rng.choice([0, 1, 4]))
        found = zone_moves.distance_field(rows, tolls, starts)
        assert found == PYTHON_VERSIONS["distance_field"](rows, tolls, starts), seed


def unbarred(shut: set[tuple[Hex, Hex]], a: Hex, b: Hex) -> bool:
    return (a, b) not in shut


SPREADS = {
    "joined": ("start", "goal", "within"),
    "flooded": ("start", "within"),
    "ringed": ("start", "within", "goal"),
}


def some_hexes(rng: random.Random, grid: HexGrid, share: float) -> int:
    """A set of hexes, now and then with all that lie beyond the grid."""
    found = sum(1 << i for i in range(len(grid)) if rng.random() < share)
    return (
        found if rng.random() < 0.8 else ~(found | 1 << len(grid)) if rng.random() < 0.5 else found | 1 << len(grid) + 3
    )


@pytest.mark.parametrize("name", SPREADS)
@pytest.mark.parametrize("shape", ["flat", "pointy"])
def test_sets_of_hexes_that_spread(name: str, shape: str) -> None:
    fast, rng = getattr(hex_sets, name), random.Random(name)
    assert fast is not PYTHON_VERSIONS[name]
    for columns, rows in ((9, 7), (4, 4), (8, 8), (1, 9), (30, 22), (80, 3), (3, 80)):  # within one word, and over many
        grid = HexGrid((1, columns), (1, rows), shape=shape, shifted="odd")  # type: ignore[arg-type]
        shut = {(a, b) for a in grid.hexes for b in grid.neighbours[a] if rng.random() < 0.2}
        for spread in (hex_sets.Flood(grid), hex_sets.Flood(grid, partial(unbarred, shut))):
            for _ in range(60):
                start, goal = (some_hexes(rng, grid, rng.choice([0, 0.01, 0.1])) for _ in range(2))
                within = some_hexes(rng, grid, rng.choice([0.4, 0.7, 1.0]))
                given = {"start": start, "goal": goal, "within": within}
                ordered = [given[word] for word in SPREADS[name]]
                assert fast(spread, *ordered) == PYTHON_VERSIONS[name](spread, *ordered)


def laid(rng: random.Random, count: int) -> list[Hex]:
    return rng.sample(GRID.hexes, rng.choice([0, count]))


def priced(costs: dict[tuple[Hex, Hex], int | None], a: Hex, b: Hex) -> int | None:
    return costs[a, b]


@pytest.mark.parametrize("part", range(4))
def test_a_search_over_a_table_of_steps(part: int) -> None:
    assert paths.settle is not PYTHON_VERSIONS["settle"]
    for seed in range(100 * part, 100 * part + 100):
        rng = random.Random(seed)
        costs = {(a, b): rng.choice([0, 1, 1, 2, 3, None]) for a in GRID.hexes for b in GRID.neighbours[a]}
        table = paths.StepCosts(GRID, partial(priced, costs))._table
        tolls = paths.Tolls(dict.fromkeys(laid(rng, 9), 2), laid(rng, 20), rng.choice([0, 2, 1 << 41]))
        blocked = rng.choice([list, set])(laid(rng, 9))
        given = GRID, rng.choice(GRID.hexes), rng.randrange(-2, 12), blocked, laid(rng, 9), tolls
        for goals in ((), laid(rng, 3)):
            points, came = paths.settle(table, *given, goals)
            expected, before = PYTHON_VERSIONS["settle"](table, *given, goals)
            assert [*points.items()] == [*expected.items()] and came == before, seed


@pytest.mark.parametrize("part", range(4))
def test_trails_over_a_table_of_steps(part: int) -> None:
    assert trails.lay_trails is not PYTHON_VERSIONS["lay_trails"]
    for seed in range(100 * part, 100 * part + 100):
        rng = random.Random(seed)
        costs = {(a, b): rng.choice([0, 1, 1, 2, 3, None]) for a in GRID.hexes for b in GRID.neighbours[a]}
        table, stop = paths.StepCosts(GRID, partial(priced, costs))._table, trails.marked(GRID, laid(rng, 9))
        for most in (-1, rng.randrange(7)):
            given = GRID, rng.choice(GRID.hexes), rng.randrange(-2, 12), most, laid(rng, 9), stop
            assert trails.lay_trails(table, *given) == PYTHON_VERSIONS["lay_trails"](table, *given), seed


def test_ways_round_over_squares() -> None:
    assert flow_field.costs_to is not PYTHON_VERSIONS["costs_to"]
    for seed in range(150):
        rng = random.Random(seed)
        columns, rows = rng.randrange(1, 20), rng.randrange(1, 20)
        prices = [[rng.choice([None, 1.0, 1.0, 1.5, 3 * rng.random()]) for _ in range(rows)] for _ in range(columns)]
        given = (rng.randrange(columns), rng.randrange(rows)), prices, rng.choice([0.7, 2.0])
        assert flow_field.costs_to(*given) == PYTHON_VERSIONS["costs_to"](*given), seed


@pytest.mark.parametrize("distance", range(8))
def test_lines_from_corner_to_corner(distance: int) -> None:
    assert corner_sight.unblocked is not PYTHON_VERSIONS["unblocked"]
    ring, rng = corner_sight._ring(distance), random.Random(distance)
    for thin in (0, 1, 2, 4):  # the more, the fewer obstacles; some lie beyond the ring
        for _ in range(50):
            window = rng.getrandbits(400)
            for _ in range(thin):
                window &= rng.getrandbits(400)
            assert corner_sight.unblocked(window, ring) == PYTHON_VERSIONS["unblocked"](window, ring)


@pytest.mark.parametrize("part", range(4))
def test_ways_along_links(part: int) -> None:
    assert (
        paths.link_distances is not PYTHON_VERSIONS["link_distances"]
        and paths.link_route is not PYTHON_VERSIONS["link_route"]
    )
    for seed in range(100 * part, 100 * part + 100):
        rng = random.Random(seed)
        links = {h: tuple(rng.sample(GRID.neighbours[h], rng.randrange(3))) for h in GRID.hexes if rng.random() < 0.9}
        net = paths.Net(links)
        start, goals, closed = rng.choice(GRID.hexes), laid(rng, 3), set(laid(rng, 9))
        far = paths.link_distances(net, start, closed)
        assert [*far.items()] == [*PYTHON_VERSIONS["link_distances"](net, start, closed).items()], seed
        way = paths.link_route(net, start, goals, closed)
        assert way == PYTHON_VERSIONS["link_route"](net, start, goals, closed), seed


def test_the_quietest_of_the_cheapest_ways() -> None:
    assert trails.least_watched_path is not PYTHON_VERSIONS["least_watched_path"]
    for seed in range(300):
        rng = random.Random(seed)
        prices = {h: rng.choice([1, 1, 1, 2, 3, None]) for h in GRID.hexes}
        costs = paths.StepCosts(GRID, lambda _, b, prices=prices: prices[b])  # type: ignore[misc]
        start, limit = rng.choice(GRID.hexes), rng.randrange(8)
        ways, loud = costs.reach(start, limit), rng.getrandbits(len(GRID))
        for end in ways:
            way = trails.least_watched_path(GRID, ways, start, end, limit, loud)
            assert way == PYTHON_VERSIONS["least_watched_path"](GRID, ways, start, end, limit, loud), (seed, end)
            assert sum(prices[h] or 0 for h in way) == ways[end], (seed, end)


def test_all_ways_that_lead_away() -> None:
    assert trails.retreat_paths is not PYTHON_VERSIONS["retreat_paths"]
    for seed in range(300):
        rng = random.Random(seed)
        free, closed = frozenset(rng.sample(GRID.hexes, 50)), dict.fromkeys(laid(rng, 9), True)
        given = rng.choice(GRID.hexes), rng.choice(GRID.hexes), rng.randrange(7), rng.randrange(2), free, closed
        found = trails.retreat_paths(GRID, *given)
        assert [[*layer.items()] for layer in found] == [
            [*layer.items()] for layer in PYTHON_VERSIONS["retreat_paths"](GRID, *given)
        ], seed


PLAYED = """
import random, sys
from grognard.board.kernels.compiled import COMPILED
from grognard.engine import Match, find_game
for name in ("folio", "red-actions", "night-fight"):
    game, rng = find_game(name), random.Random(5)
    match = Match.new(game, next(iter(game.scenarios)), seed=5)
    for _ in range(120):
        match.take(rng.choice(match.decision.asks[0].actions), match.decision.asks[0].side)
    print(match.state.digest())
print(bool(COMPILED), file=sys.stderr)
"""


def test_a_match_is_the_same_without_them() -> None:
    def played(plain: str) -> tuple[str, str]:
        env = {**os.environ, "GROGNARD_PLAIN": plain}
        done = subprocess.run([sys.executable, "-c", PLAYED], env=env, capture_output=True, text=True, check=True)
        return done.stdout, done.stderr.strip()

    compiled, plain = played(""), played("1")
    assert (compiled[1], plain[1]) == ("True", "False")
    assert compiled[0] == plain[0] and compiled[0].count("\n") == 3
