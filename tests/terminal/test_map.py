"""The map in characters."""

from __future__ import annotations

import pytest

import grognard
from grognard.board.ground import hexmap_of
from grognard.board.hexes.map import HexMap, parse_map
from grognard.engine import Marker, PieceView, View
from grognard.terminal.canvas import Canvas, blend, readable_on
from grognard.terminal.map_symbols import dice_faces, label, short_name
from grognard.terminal.map_window import SIZES, Scene, Zoom, corner, draw_map, fit, zone_kinds
from grognard.terminal.pages import ground_words

POINTY = """
name = "Test"
[grid]
columns = [1, 8]
rows = [1, 6]
shape = "pointy"
shifted = "odd"
[terrain]
wood = ["0202"]
[[line]]
kind = "road"
hexes = ["0103", "0203", "0303"]
[[hexside]]
kind = "river"
sides = ["0404/0504"]
[[place]]
name = "Mill"
hex = "0605"
"""
FLAT = POINTY.replace("pointy", "flat").replace('"0404/0504"', '"0404/0405"')


def empty_view(*pieces: PieceView) -> View:
    return View(None, 1, 8, ("Fire",), "Fire", pieces)


def drawn(hexmap: HexMap, scene: Scene, zoom: Zoom = "middle") -> Canvas:
    return draw_map(hexmap, scene, "0403", zoom, 60, 30)


def find(canvas: Canvas, text: str) -> tuple[int, int]:
    return next((row.index(text), y) for y in range(canvas.height) if text in (row := canvas.row(y)))


@pytest.mark.parametrize("source", [POINTY, FLAT])
def test_rows_or_columns_stand_half_a_hex_apart(source: str) -> None:
    grid = parse_map(source).grid
    wide, high = size = SIZES[grid.shape]["middle"]
    for h in grid.hexes:
        x, y = corner(grid, h, size)
        for n in grid.neighbours[h]:
            dx, dy = corner(grid, n, size)[0] - x, corner(grid, n, size)[1] - y
            if grid.shape == "pointy":
                assert (abs(dx), abs(dy)) in ((wide, 0), (wide // 2, high))
            else:
                assert (abs(dx), abs(dy)) in ((0, high), (wide, high // 2))


@pytest.mark.parametrize("source", [POINTY, FLAT])
@pytest.mark.parametrize("zoom", ["near", "middle", "far"])
def test_counters_stand_in_their_hexes(source: str, zoom: Zoom) -> None:
    hexmap = parse_map(source)
    one = PieceView("a", "german", "0303", "x", "Qq")
    two = PieceView("b", "soviet", "0304", "x", "Zz")
    canvas = drawn(hexmap, Scene(empty_view(one, two), ("german", "soviet")), zoom)
    size = SIZES[hexmap.grid.shape][zoom]
    (ax, ay), (bx, by) = find(canvas, "Qq"), find(canvas, "Zz")
    (cx, cy), (dx, dy) = corner(hexmap.grid, "0303", size), corner(hexmap.grid, "0304", size)
    assert (bx - ax, by - ay) == (dx - cx, dy - cy)


def test_terrain_roads_river_sides_and_places_show() -> None:
    hexmap = parse_map(POINTY)
    canvas = drawn(hexmap, Scene(empty_view(), ()))
    sheet = "\n".join(canvas.row(y) for y in range(canvas.height))
    assert sheet.count("♠") == 1
    assert "────" in sheet
    assert sheet.count("▐") == 2  # the river along the right side of a hex two lines high
    assert "Mill" in sheet


def test_the_rulers_name_every_row_and_column_in_view() -> None:
    canvas = drawn(parse_map(POINTY), Scene(empty_view(), ()))
    assert canvas.row(0).split() == ["01", "02", "03", "04", "05", "06", "07", "08"]
    lefts = [canvas.row(y)[:2] for y in range(canvas.height)]
    assert [text for text in lefts if text.strip()] == ["01", "02", "03", "04", "05", "06"]


def test_hexes_that_can_be_chosen_carry_their_number() -> None:
    canvas = drawn(parse_map(POINTY), Scene(empty_view(), (), {"0505": "17"}))
    assert any("17" in canvas.row(y) for y in range(1, canvas.height))


def test_a_number_that_finds_no_room_is_not_cut_to_another() -> None:
    canvas = drawn(parse_map(POINTY), Scene(empty_view(), (), {"0505": "173", "0302": "17+"}), "far")
    rows = [canvas.row(y) for y in range(1, canvas.height)]
    assert sum(row.count("17") for row in rows) == 1 and sum(row.count("…") for row in rows) == 1


def test_a_hidden_piece_shows_nothing_of_itself() -> None:
    hidden = PieceView("s1", "soviet", "0303", "soviet.back", "Hidden piece", hidden=True)
    canvas = drawn(parse_map(POINTY), Scene(empty_view(hidden), ("german",)))
    assert any("??" in canvas.row(y) for y in range(canvas.height))


def test_a_stack_shows_its_count_and_the_marks_of_its_top_piece() -> None:
    pieces = [PieceView(f"g{i}", "german", "0303", "x", "Tiger", marks=("pinned",)) for i in range(3)]
    canvas = drawn(parse_map(POINTY), Scene(empty_view(*pieces), ("german",)), "near")
    assert any("p×3" in canvas.row(y) for y in range(canvas.height))


def test_markers_all_over_the_map_are_a_zone_shown_only_when_asked_for() -> None:
    hexmap = parse_map(POINTY)
    spread = tuple(Marker("zoc", h, "german") for h in hexmap.grid.hexes)
    view = View(None, 1, 8, ("Fire",), "Fire", (), (Marker("wreck", "0303"), *spread))
    assert zone_kinds(view) == ["zoc"]
    plain, shown = (drawn(hexmap, Scene(view, ("german",), zone=zone)) for zone in ("", "zoc"))
    assert sum(plain.row(y).count("x") for y in range(plain.height)) == 1
    assert not any("░" in plain.row(y) or "•" in plain.row(y) for y in range(plain.height))
    assert sum(shown.row(y).count("░") for y in range(shown.height)) > 40


def test_the_zoom_is_the_nearest_that_shows_everything() -> None:
    grid = hexmap_of(grognard.game("night-fight"), "kiev")
    assert grid is not None
    assert fit(grid.grid, ["2508", "2509"], 90, 25)[1] == "near"
    assert fit(grid.grid, ["2508", "2520"], 90, 25)[1] == "near"
    assert fit(grid.grid, ["2508", "2525"], 90, 25)[1] == "middle"
    assert fit(grid.grid, ["2508", "2544"], 90, 25)[1] == "far"
    assert fit(grid.grid, [], 90, 25)[1] == "far"


def test_names_are_cut_to_what_tells_them_apart() -> None:
    assert short_name("PzKpfw IV", 4) == "PzIV"
    assert short_name("PzKpfw III", 4) == "PIII"
    assert short_name("StuG III", 4) == "SIII"
    assert short_name("T-34", 4) == "T34"
    assert short_name("SdKfz 251/22", 4) == "S251"
    assert short_name("Infantry Platoon", 5) == "InfP"
    assert short_name("Supply", 4) == "Supp"


def test_labels_never_overflow() -> None:
    for width in (2, 4, 5):
        for name in ("PzKpfw VI", "SdKfz (with engineers)", "Truck (with supply)", "15cm sIG 33", "7 SS/GD/II"):
            assert len(label(PieceView("a", "german", "", "x", name), width)) <= width


def test_dice_lie_as_rolled() -> None:
    assert dice_faces((1, 6)) == "⚀⚅"
    assert dice_faces((10,)) == "[10]"


def test_colours_blend_and_stay_readable() -> None:
    assert blend("#000000", "#ffffff", 0.5) == "#808080"
    assert readable_on("#ffd75f") == "#000000"
    assert readable_on("#101823") == "#ffffff"


def test_what_falls_off_the_canvas_is_dropped() -> None:
    canvas = Canvas(4, 2, "#000000")
    canvas.write(-1, 0, "abcdefg", "#ffffff")
    canvas.write(0, 5, "x", "#ffffff")
    canvas.fill(2, 1, 9, 9, "#111111")
    assert canvas.row(0) == "bcde"
    assert canvas.row(1) == "    "


def test_a_hex_is_told_in_words() -> None:
    hexmap = hexmap_of(grognard.game("night-fight"), "kiev")
    assert hexmap is not None
    assert "wood bridge" in ground_words(hexmap, "3408")
    assert "scattered buildings" in ground_words(hexmap, "2508")
