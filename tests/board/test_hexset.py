"""Sets of hexes as bits: the same answers as walking from neighbour to neighbour."""

from __future__ import annotations

import random

import pytest

from grognard.board.hexes.grid import HexGrid
from grognard.board.hexes.hex_sets import Discs, Flood, bits_of, hexes_of, table_of

GRIDS = (
    HexGrid((1, 9), (1, 7), shape="flat", shifted="even"),
    HexGrid((0, 8), (10, 16), shape="pointy", shifted="odd", rows_up=True, id="RRCC", missing=("1203",)),
)


@pytest.mark.parametrize("grid", GRIDS, ids=("flat", "pointy"))
def test_a_set_holds_what_was_put_in(grid: HexGrid) -> None:
    some = sorted(random.Random(1).sample(grid.hexes, 12), key=grid.index.__getitem__)
    assert hexes_of(grid, bits_of(grid, some)) == some
    assert [h for h, there in zip(grid.hexes, table_of(grid, bits_of(grid, some)), strict=True) if there == 1] == some
    assert table_of(grid, 0) == bytearray(len(grid))


@pytest.mark.parametrize("grid", GRIDS, ids=("flat", "pointy"))
def test_a_disc_holds_every_hex_within_its_radius(grid: HexGrid) -> None:
    discs = Discs(grid)
    for h in grid.hexes:
        for radius in (0, 1, 3, 12):
            assert discs.around(h, radius) == bits_of(grid, grid.within(h, radius))


@pytest.mark.parametrize("grid", GRIDS, ids=("flat", "pointy"))
def test_one_step_reaches_the_neighbours_and_nothing_else(grid: HexGrid) -> None:
    spread = Flood(grid)
    for h in grid.hexes:
        assert set(hexes_of(grid, spread.step(bits_of(grid, [h])))) == set(grid.neighbours[h])


@pytest.mark.parametrize("grid", GRIDS, ids=("flat", "pointy"))
def test_a_flood_stays_within_and_heeds_forbidden_steps(grid: HexGrid) -> None:
    rng = random.Random(2)
    open_ = set(rng.sample(grid.hexes, 45))
    shut = {frozenset((a, b)) for a in grid.hexes for b in grid.neighbours[a] if rng.random() < 0.2}
    start = min(open_)
    seen, edge = {start}, [start]
    while edge:
        here = edge.pop()
        for there in grid.neighbours[here]:
            if there in open_ and there not in seen and frozenset((here, there)) not in shut:
                seen.add(there)
                edge.append(there)
    spread = Flood(grid, lambda a, b: frozenset((a, b)) not in shut)
    assert set(hexes_of(grid, spread.flood(bits_of(grid, [start]), bits_of(grid, open_)))) == seen


@pytest.mark.parametrize("grid", GRIDS, ids=("flat", "pointy"))
def test_rings_go_step_by_step_up_to_the_goal(grid: HexGrid) -> None:
    start, goal = grid.hexes[0], grid.hexes[-1]
    everywhere = bits_of(grid, grid.hexes)
    rings = Flood(grid).rings(bits_of(grid, [start]), everywhere, bits_of(grid, [goal]))
    assert [len(rings) - 1, rings[-1] & bits_of(grid, [goal]) != 0] == [grid.distance(start, goal), True]
    for far, ring in enumerate(rings):
        assert all(grid.distance(start, h) == far for h in hexes_of(grid, ring))
    walled_in = Flood(grid).rings(bits_of(grid, [start]), bits_of(grid, [start]), bits_of(grid, [goal]))
    assert walled_in == [bits_of(grid, [start]), 0]
