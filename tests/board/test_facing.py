"""Facing and arcs on hexes."""

from __future__ import annotations

import pytest

from grognard.board.facing import arc, aspect, bearing, turned
from grognard.board.ground import HexGround
from grognard.board.hexes.grid import HexGrid
from grognard.board.hexes.map import load_map
from grognard.encoding.encoder import Encoder
from grognard.engine import PieceView, View, find_game
from grognard.terminal.map_window import arrow
from tests.conformance.examples import EXAMPLES

POINTY = HexGrid((1, 5), (1, 5), shape="pointy", shifted="odd")
FLAT = HexGrid((1, 5), (1, 5), shape="flat", shifted="odd")


@pytest.mark.parametrize(("grid", "first"), [(POINTY, 30.0), (FLAT, 0.0)])
def test_the_six_neighbours_lie_sixty_degrees_apart(grid: HexGrid, first: float) -> None:
    found = sorted(bearing(grid, "0303", h) for h in grid.neighbours["0303"])
    assert found == pytest.approx([first + 60 * i for i in range(6)], abs=1e-4)


def test_three_hexes_lie_before_a_counter_two_beside_it_and_one_behind() -> None:
    ways = [aspect(FLAT, "0303", 0.0, h) for h in FLAT.neighbours["0303"]]
    assert sorted(ways) == ["flank", "flank", "front", "front", "front", "rear"]
    (behind,) = [h for h in FLAT.neighbours["0303"] if aspect(FLAT, "0303", 0.0, h) == "rear"]
    assert bearing(FLAT, "0303", behind) == 180.0
    assert turned(350.0, 20.0) == 30.0


def test_an_arc_opens_the_way_it_looks() -> None:
    ahead = arc(FLAT, "0303", 180.0, 2)
    assert "0303" not in ahead and len(ahead) == 9 - 1  # one of the nine is beyond the edge
    assert all(turned(180.0, bearing(FLAT, "0303", h)) <= 60.001 for h in ahead)


def test_a_facing_is_drawn_encoded_and_shown_in_the_terminal() -> None:
    ground = HexGround(load_map(EXAMPLES / "crossroads" / "crossroads" / "data" / "map.toml"))
    piece = PieceView("r1", "red", "0202", "r1", "1st Rifles", facing=90.0)
    assert 'class="facing"' in ground.draw([piece]) and "rotate(90)" in ground.draw([piece])
    assert [arrow(way) for way in (None, 0.0, 60.0, 180.0, 359.0)] == ["", "↑", "↗", "↓", "↑"]
    encoder = Encoder(find_game("folio"), "bir-salem")
    columns = encoder.columns["pieces"]
    east, north = columns.index("facing east"), columns.index("facing north")
    seen = encoder.see(View("German", 1, 8, ("German",), "German", (piece,)), None, ())["pieces"][0]
    assert (seen[east], seen[north]) == pytest.approx((1.0, 0.0), abs=1e-6)
