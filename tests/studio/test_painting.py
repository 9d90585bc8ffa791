"""Painting a map in the studio: every layer, on and off, the size, and what cannot be painted."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import grognard
from grognard.games.red_actions.rules.scenarios import TERRAIN
from grognard.studio import CannotEdit, begin, edited, sheet_of
from grognard.studio.edits import Drop, EditArea, Paint, Put, ResizeMap
from grognard.studio.maps import NoMaps, brushes_of, drawn_map, map_in
from grognard.studio.paint import CannotPaint

FOLIO, RED = grognard.game("folio"), grognard.game("red-actions")


def sheet(*edits: Any, text: str = "") -> dict[str, Any]:
    """The map of Sidi Zahran after some changes; it is whole."""
    after = edited(FOLIO, text or begin(FOLIO, "sidi-zahran"), edits)
    found: dict[str, Any] = tomllib.loads(after)["mapsheet"]
    assert drawn_map(FOLIO, found) is not None and sheet_of(FOLIO, after).table
    return found


def test_the_first_stroke_makes_the_map_the_scenarios_own_and_the_rest_stays() -> None:
    before = sheet(Paint("marks", "north", ("0404",)))
    after = sheet(Paint("terrain", "woods", ("0706", "0707")), Paint("marks", "north", ("0404",)))
    assert after["terrain"].pop("woods") == ["0706", "0707"] and after == before


def test_a_hex_has_one_terrain_and_what_it_has_is_taken_away() -> None:
    painted = sheet(Paint("terrain", "woods", ("0905",)))["terrain"]
    assert "0905" in painted["woods"] and "0905" not in painted["village"]
    both = (Paint("terrain", "woods", ("0905", "0706")), Paint("terrain", "woods", ("0905", "0706")))
    assert "woods" not in sheet(*both)["terrain"]


def test_a_road_goes_on_breaks_and_joins_nothing_else() -> None:
    made = sheet(Paint("line", "road", ("1207/1208", "1208/1209", "1209/1210")))["line"]
    assert made[-1] == {"kind": "road", "hexes": ["1207", "1208", "1209", "1210"]} and len(made) == 5
    road = Paint("line", "road", ("1207/1208", "1208/1209", "1209/1210", "1210/1211"))
    broken = sheet(road, Paint("line", "road", ("1209/1208",)))["line"]
    assert [line["hexes"] for line in broken[4:]] == [["1207", "1208"], ["1209", "1210", "1211"]]
    cut = sheet(Paint("line", "trail", ("1407/1406",)))["line"]
    assert [line["hexes"] for line in cut if line.get("name") == "Salem track"] == [
        ["1409", "1408", "1407"],
        ["1406", "1405"],
    ]


def test_hexsides_bridges_names_and_marks_are_painted_and_taken_away() -> None:
    strokes = (
        Paint("hexside", "minor_river", ("0708/0709", "0708/0807")),
        Paint("bridge", "stone", ("0709/0708",)),
        Paint("place", "hill", ("0712",), "Hill 12"),
        Paint("marks", "fortification", ("0712",)),
    )
    there = sheet(*strokes)
    assert there["hexside"][-1] == {"kind": "minor_river", "sides": ["0708/0709", "0708/0807"]}
    assert there["bridge"][-1] == {"kind": "stone", "side": "0708/0709"}
    assert there["place"][-1] == {"name": "Hill 12", "hex": "0712", "kind": "hill"}
    assert there["marks"]["fortification"][-1] == "0712"
    gone, plain = sheet(*strokes, *strokes), sheet(Paint("all", "", ("0101",)))
    assert {key: gone.get(key) for key in ("hexside", "bridge", "place", "marks")} == {
        key: plain.get(key) for key in ("hexside", "bridge", "place", "marks")
    }


def test_bare_ground_has_nothing_in_it_and_nothing_that_leads_there() -> None:
    bare = drawn_map(FOLIO, sheet(Paint("all", "", ("1005", "1004"))))
    assert bare is not None and "1005" not in bare.links("road") and not bare.terrain["1004"]
    assert not any("1005" in pair or "1004" in pair for pair in bare.sides)
    assert not bare.bridges and all(place.hex != "1004" for place in bare.places)


def test_another_size_takes_away_what_lies_outside() -> None:
    small = drawn_map(FOLIO, sheet(ResizeMap(9, 8)))
    assert small is not None and len(small.grid) == 72 and "2005" not in small.marks.get("east", ())
    empty = sheet(ResizeMap(6, 5, bare=True))
    assert set(empty) == {"name", "grid", "look"} and empty["grid"]["columns"] == [1, 6]


def test_what_cannot_be_painted_says_so_and_nothing_changes() -> None:
    text = begin(FOLIO, "sidi-zahran")
    for stroke in (
        Paint("terrain", "woods", ("9999",)),
        Paint("hexside", "ditch", ("0706/0909",)),
        Paint("line", "road", ("0706",)),
        Paint("bridge", "stone", ("0706",)),
        Paint("line", "road", ("0706/0707/0708",)),
    ):
        with pytest.raises(CannotPaint):
            edited(FOLIO, text, (stroke,))
    with pytest.raises(CannotEdit, match="The map has mistakes"):
        spoilt = edited(FOLIO, text, (Paint("terrain", "woods", ("0706",)), Put(("mapsheet", "name"), 3)))
        edited(FOLIO, spoilt, (Paint("terrain", "woods", ("0707",)),))
    with pytest.raises(NoMaps):
        edited(RED, begin(RED), (Paint("terrain", "woods", ("1,1",)),))


def test_a_word_of_another_game_is_a_problem_with_its_line() -> None:
    text = edited(FOLIO, begin(FOLIO, "sidi-zahran"), (Paint("terrain", "lava", ("0706",)),))
    (wrong,) = sheet_of(FOLIO, text).problems
    assert text.split("\n")[wrong.line - 1].startswith("lava =") and "no 'lava' on its maps" in wrong.says


def test_the_map_is_a_file_of_its_own_and_the_printed_one_comes_back() -> None:
    text = edited(FOLIO, begin(FOLIO, "sidi-zahran"), (Paint("terrain", "woods", ("0706",)),))
    assert tomllib.loads(map_in(text))["game"] == "folio" and "woods" in map_in(text)
    back = edited(FOLIO, text, (Drop(("mapsheet",)),))
    assert sheet_of(FOLIO, back).table == "" and sheet_of(FOLIO, back).like == "sidi-zahran"
    with pytest.raises(NoMaps):
        map_in(back)


def test_a_table_knows_all_its_terrain_and_loses_a_corner_by_a_click_on_it() -> None:
    words = brushes_of(RED)
    assert words is not None and {*words.terrain, *words.line} == set(TERRAIN)
    piece = Put(("terrain", 3), {"name": "woods_1", "type": "woods", "polygon": []})
    corners = tuple(EditArea(("terrain", 3, "polygon"), place) for place in ("10,10", "16,10", "16,16", "10,16"))
    drawn = tomllib.loads(edited(RED, begin(RED), (piece, *corners)))["terrain"][3]["polygon"]
    less = tomllib.loads(edited(RED, begin(RED), (piece, *corners, EditArea(("terrain", 3, "polygon"), "16.2,10.3"))))
    assert len(drawn) == 4 and less["terrain"][3]["polygon"] == [drawn[0], *drawn[2:]]
