"""Map files: what is read from a sound one, and what is said about a faulty one."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.board.hexes.map import HexMap, MapError, load_map, parse_map, side

SOUND = """name = "Test country"

[grid]
columns = [1, 6]
rows = [1, 5]
shape = "flat"
shifted = "even"
south_up = true
missing = ["0605"]

[terrain]
wood = ["0101", "0102"]
town = ["0102"]

[elevation]
base = 1
2 = ["0301", "0302"]
-1 = ["0505"]

[[line]]
kind = "road"
name = "high road"
hexes = ["0101", "0102", "0103"]

[[line]]
kind = "road"
hexes = ["0103", "0203"]

[[line]]
kind = "trail"
hexes = ["0203", "0204"]
look = "dots"

[[hexside]]
kind = "river"
name = "Brook"
sides = ["0202/0201", "0202/0203"]

[[hexside]]
kind = "cliff"
sides = ["0202/0203"]

[[bridge]]
kind = "stone"
hex = "0103"

[[bridge]]
kind = "wood"
side = "0203/0202"

[[place]]
name = "Nowhere"
hex = "0102"
kind = "town"

[marks]
goal = ["0404"]

[look]
palette = "night"
"""


@pytest.fixture
def country() -> HexMap:
    return parse_map(SOUND, "test.toml")


# ------------------------------------------------------------------ a sound map


def test_the_grid_is_the_one_described(country: HexMap) -> None:
    assert country.name == "Test country"
    assert len(country.grid) == 6 * 5 - 1
    assert "0605" not in country.grid
    assert country.south_up


def test_a_hex_may_carry_several_terrains(country: HexMap) -> None:
    assert country.terrain["0102"] == {"wood", "town"}
    assert country.terrain["0404"] == frozenset()
    assert country.areas["wood"] == {"0101", "0102"}


def test_hexes_not_listed_are_at_the_base_level(country: HexMap) -> None:
    assert [country.level(h) for h in ("0301", "0404", "0505")] == [2, 1, -1]


def test_without_elevation_everything_is_at_level_0() -> None:
    assert parse_map(SOUND.replace("base = 1", "")).level("0404") == 0


def test_links_join_consecutive_hexes_of_one_line(country: HexMap) -> None:
    assert country.line_hexes("road") == {"0101", "0102", "0103", "0203"}
    assert country.links("road") == {
        "0101": ("0102",),
        "0102": ("0101", "0103"),
        "0103": ("0102", "0203"),
        "0203": ("0103",),
    }
    assert country.links("road", "trail")["0203"] == ("0103", "0204")
    assert country.links("railway") == {}


def test_hexsides_gather_all_their_features(country: HexMap) -> None:
    assert country.sides[side("0203", "0202")] == {"river", "cliff"}
    assert country.sides["0201", "0202"] == {"river"}


def test_bridges_stand_in_hexes_or_across_hexsides(country: HexMap) -> None:
    assert country.bridged_hexes == {"0103": "stone"}
    assert country.bridged_sides == {("0202", "0203")}


def test_places_marks_and_look_are_kept(country: HexMap) -> None:
    (place,) = country.places
    assert (place.name, place.hex, place.kind) == ("Nowhere", "0102", "town")
    assert country.marks == {"goal": ("0404",)}
    assert country.look == {"palette": "night"}


def test_a_map_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "country.toml"
    path.write_text(SOUND, "utf-8")
    assert load_map(path).name == "Test country"


# ------------------------------------------------------------------ mistakes

MISTAKES = {
    "an unknown hex in a terrain": ('town = ["0102"]', 'town = ["0909"]', "0909", "not on this map"),
    "a missing hex": ('town = ["0102"]', 'town = ["0605"]', "0605", "not on this map"),
    "a hex twice in a terrain": ('town = ["0102"]', 'town = ["0102", "0102"]', "0102", "twice"),
    "an unknown hex in a level": ('-1 = ["0505"]', '-1 = ["0506"]', "0506", "not on this map"),
    "a hex at two levels": ('-1 = ["0505"]', '-1 = ["0301"]', "0301", "level 2 and at level -1"),
    "a level that is no number": ('-1 = ["0505"]', 'deep = ["0505"]', "deep", "must be a number"),
    "a level without hexes": ('-1 = ["0505"]', "-1 = 505", "-1", "from -9 to 9"),
    "a level with bare numbers": ('-1 = ["0505"]', "-1 = [505]", "-1", "not a list of 1"),
    "a base that is no number": ("base = 1", 'base = "low"', "base", "must be a whole number"),
    "an unknown hex in a line": ('hexes = ["0203", "0204"]', 'hexes = ["0203", "9999"]', "9999", "not on this map"),
    "a line that jumps": ('hexes = ["0203", "0204"]', 'hexes = ["0203", "0404"]', "0404", "not neighbours"),
    "a hexside of one hex": ('sides = ["0202/0203"]', 'sides = ["0202"]', "0202", "Write a hexside"),
    "a hexside between strangers": ('sides = ["0202/0203"]', 'sides = ["0202/0404"]', "0404", "not neighbours"),
    "an unknown hex in a hexside": ('sides = ["0202/0203"]', 'sides = ["0202/0909"]', "0909", "not on this map"),
    "a bridge nowhere": ('side = "0203/0202"', "", "wood", "either a hex or a side"),
    "a bridge in an unknown hex": ('hex = "0103"', 'hex = "0909"', "0909", "not on this map"),
    "a bridge between strangers": ('side = "0203/0202"', 'side = "0203/0404"', "0404", "not neighbours"),
    "a place in an unknown hex": ('hex = "0102"', 'hex = "0909"', "0909", "not on this map"),
    "a mark in an unknown hex": ('goal = ["0404"]', 'goal = ["0909"]', "0909", "not on this map"),
    "a bad shape": ('shape = "flat"', 'shape = "round"', "round", "'flat', 'pointy'"),
    "a bad shift": ('shifted = "even"', 'shifted = "both"', "both", "'even', 'odd'"),
    "a bad id": ("south_up = true", 'id = "XY"', "XY", "'CCRR', 'RRCC'"),
    "columns that run backwards": ("columns = [1, 6]", "columns = [6, 1]", "columns", "from 6 to 1"),
    "an unknown key in the grid": ("south_up = true", "north_up = true", "north_up", "There is no"),
    "an unknown key in a line": ('look = "dots"', 'colour = "red"', "colour", "There is no"),
    "an unknown table": ("[look]", "[looks]", "looks", "There is no"),
    "a number where text belongs": ('shape = "flat"', "shape = 3", "shape", "not 3"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_named_with_file_line_and_hex(mistake: str) -> None:
    sound, faulty, token, words = MISTAKES[mistake]
    assert SOUND.count(sound) == 1 or mistake.startswith(("a place", "a hexside", "an unknown hex in a hexside"))
    text = faulty.join(SOUND.rsplit(sound, 1))
    line = SOUND[: SOUND.rindex(sound)].count("\n") + 1
    with pytest.raises(MapError) as caught:
        parse_map(text, "test.toml")
    message = str(caught.value)
    expected = line if mistake != "a bridge nowhere" else line - 2
    assert message.startswith(f"test.toml:{expected}: ")
    assert token in message
    assert words in message


def test_text_that_is_not_toml_says_where() -> None:
    with pytest.raises(MapError, match=r"test.toml:2: This is not TOML: "):
        parse_map('name = "x"\n[grid\n', "test.toml")


def test_text_where_a_list_belongs_is_refused() -> None:
    with pytest.raises(MapError, match=r"test.toml:13: terrain.town: This must be a list"):
        parse_map(SOUND.replace('town = ["0102"]', 'town = "0102"'), "test.toml")


def test_a_map_without_a_grid_is_refused() -> None:
    with pytest.raises(MapError, match=r"test.toml:1: 'grid' is missing here"):
        parse_map('name = "x"', "test.toml")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(MapError, match=r"nowhere.toml:1: It cannot be read"):
        load_map(tmp_path / "nowhere.toml")
