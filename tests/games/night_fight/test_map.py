"""2.0 The map: every hex the rulebook names is what it says, and the reconstruction obeys its own terms."""

from __future__ import annotations

import pytest

from grognard.board.hexes.map import MapError, parse_map
from grognard.board.hexes.paths import link_distances
from grognard.games.night_fight.rules.data import (
    BRIDGE_TABLE,
    EDGE_ROADS,
    EDGE_ROLLS,
    EDGES,
    GRID,
    INTENSITY,
    MAJOR_BRIDGES,
    MAP,
    MAPS,
    MOBILE_AHEAD,
    MOBILE_SETUP,
    SCATTER,
    STATIC_POOL,
)
from grognard.games.night_fight.rules.map_data import LANDS, MapData
from grognard.games.night_fight.rules.scenarios import SCENARIOS
from grognard.games.night_fight.rules.terrain import entry_cost, features
from grognard.games.night_fight.rules.terrain_chart import CHART, LEVELS, Terrain, rows_of
from tests.games.night_fight.printed import (
    BRIDGES,
    LARGE_RIVER,
    NORTH_BANK,
    RIVER_BRIDGES,
    ROAD_HEXES,
    ROAD_LINKS,
    SOUTH_BANK,
    STARS,
)

from .situations import position

PRINTED_BRIDGES = {
    *("3408", "3428", "2905", "2915", "2929", "2312", "2321", "2332", "2028", "1626", "1409", "1411", "1429")
}
WATER = MAP.line_hexes("river") | MAP.line_hexes("stream") | MAP.line_hexes("gully")


# ------------------------------------------------------------------ printed in the rulebook


@pytest.mark.rule("NF-22.3.14")
def test_partial_and_full_buildings_named_by_the_chart() -> None:
    g = position()
    for h in ("2508", "1917", "1509", "1529"):
        assert "building_partial" in features(g, h), h
        assert "building_full" not in features(g, h), h
    assert features(g, "2509") == ("building_full",)


@pytest.mark.rule("NF-19.1.2", "NF-22.3.10")
def test_thirteen_bridges_three_of_them_over_the_large_river() -> None:
    assert set(BRIDGES) == PRINTED_BRIDGES
    assert RIVER_BRIDGES == ("1409", "1411", "1429")
    g = position()
    assert {entry_cost(g, h, "vehicle") for h in BRIDGES} == {1}
    assert {features(g, h) for h in BRIDGES} == {("wood_bridge",), ("river_bridge",)}


def test_the_bridge_table_names_all_thirteen() -> None:
    assert BRIDGE_TABLE == {
        2: "3408",
        3: "3428",
        4: "2905",
        5: "2915",
        6: "2929",
        7: "2312",
        8: "2321",
        9: "2332",
        10: "2028",
        11: "1626",
    }
    assert MAJOR_BRIDGES == ["1409", "1409", "1411", "1411", "1429", "1429"]


def test_edge_road_hexes_the_rulebook_names() -> None:
    assert (EDGE_ROLLS[2], EDGE_ROLLS[3], EDGE_ROLLS[7]) == ("3400", "2900", "1011")
    assert {"3400", "2900", "1000"} <= set(EDGES["east"])
    assert "1011" in EDGES["north"]
    assert "1644" in EDGES["west"]
    assert sorted(EDGE_ROLLS) == list(range(2, 13))
    assert MAP.marks["compass"] == ("3840",)


# ------------------------------------------------------------------ the reconstruction


def test_grid() -> None:
    assert len(GRID) == 1350
    assert {"1000", "1044", "3900", "3944"} <= set(GRID.hexes)
    assert GRID.step("2508", 1) == "2509"  # columns grow to the right, which is west
    up_right = [GRID.step("2508", 0), GRID.step("2608", 0)]
    assert up_right == ["2609", "2708"]  # rows grow up the page; odd rows stand half a hex to the right


def test_straight_diagonals_between_printed_bridges() -> None:
    for a, b in (("3408", "2905"), ("2915", "2312"), ("2929", "2332"), ("2028", "1626")):
        lines = [GRID.step(a, d, GRID.distance(a, b)) for d in range(6)]
        assert b in lines, (a, b)


def test_edge_roads_lie_on_their_edges() -> None:
    assert {h[2:] for h in EDGES["east"]} == {"00"}
    assert {h[2:] for h in EDGES["west"]} == {"44"}
    assert {h[:2] for h in EDGES["north"]} == {"10"}
    assert {h[:2] for h in EDGES["south"]} == {"39"}
    assert set(EDGE_ROADS) == {*EDGES["east"], *EDGES["north"], *EDGES["west"]}
    assert len(EDGE_ROADS) == 11
    assert set(EDGES["south"]) | set(EDGE_ROADS) <= set(ROAD_HEXES)


def test_no_other_road_leaves_the_map() -> None:
    """1001 lies in the edge row only because the corner 1000 can be reached no other way."""
    border = {h for h in GRID.hexes if len(GRID.neighbours[h]) < 6}
    assert border & set(ROAD_HEXES) == {*EDGE_ROADS, *EDGES["south"], "1001"}


def test_roads_and_watercourses_meet_at_bridges_only() -> None:
    assert set(ROAD_HEXES) & WATER == PRINTED_BRIDGES
    assert not MAP.line_hexes("river") & MAP.line_hexes("gully")


def test_roads_are_chains_of_neighbours_and_all_connected() -> None:
    for line in MAP.lines:
        for a, b in zip(line.hexes, line.hexes[1:], strict=False):
            assert GRID.distance(a, b) == 1, (line.name, a, b)
    assert set(link_distances(ROAD_LINKS, "1011")) == set(ROAD_HEXES)


def test_road_links_follow_the_printed_lines_only() -> None:
    drawn = {
        frozenset(pair)
        for line in MAP.lines
        if line.kind == "road"
        for pair in zip(line.hexes, line.hexes[1:], strict=False)
    }
    assert {frozenset((a, b)) for a in ROAD_LINKS for b in ROAD_LINKS[a]} == drawn


def test_the_large_river_cuts_the_map_in_two() -> None:
    assert not NORTH_BANK & SOUTH_BANK
    assert not (NORTH_BANK | SOUTH_BANK) & LARGE_RIVER
    assert set(GRID.hexes) == NORTH_BANK | SOUTH_BANK | LARGE_RIVER
    assert set(RIVER_BRIDGES) <= LARGE_RIVER
    assert "1420" in NORTH_BANK  # row 14, but on the north bank
    assert "1403" in SOUTH_BANK  # inside the southern bend
    old_arm = next(line.hexes for line in MAP.lines if line.name == "old arm")
    assert set(old_arm) <= NORTH_BANK


def test_the_river_is_crossed_by_its_three_bridges_only() -> None:
    without = link_distances(ROAD_LINKS, "1011", closed=RIVER_BRIDGES)
    assert set(without) <= NORTH_BANK
    for bridge in RIVER_BRIDGES:
        closed = set(RIVER_BRIDGES) - {bridge}
        assert "3911" in link_distances(ROAD_LINKS, "1011", closed=closed), bridge


def test_road_distances_the_scenarios_are_built_on() -> None:
    north = [d for s in EDGES["south"] for h, d in link_distances(ROAD_LINKS, s).items() if h in NORTH_BANK]
    assert min(north) >= 26
    for south in EDGES["south"]:
        far = link_distances(ROAD_LINKS, south)
        assert 26 <= min(d for h, d in far.items() if h in NORTH_BANK) <= 34
    to_exit = link_distances(ROAD_LINKS, "1644")
    stalingrad = [to_exit[h] for h in SCENARIOS["stalingrad-breakout"].entry]
    assert (min(stalingrad), max(stalingrad)) == (49, 64)
    south_of_river = {h for h in ROAD_LINKS if h not in SOUTH_BANK}
    across = [
        d
        for west in EDGES["west"]
        for h, d in link_distances(ROAD_LINKS, west, closed=south_of_river).items()
        if h in EDGES["east"]
    ]
    assert min(across) == 48


def test_vegetation_never_stands_on_a_road_or_in_water() -> None:
    vegetation = [h for h in GRID.hexes if "vegetation" in MAP.terrain[h]]
    assert len(vegetation) == 264
    assert not set(vegetation) & (set(ROAD_HEXES) | MAP.line_hexes("river") | MAP.line_hexes("stream"))


def test_a_building_is_partial_or_full_and_no_road_runs_through_a_full_one() -> None:
    for h in GRID.hexes:
        assert not {"building_partial", "building_full"} <= MAP.terrain[h], h
        if "building_full" in MAP.terrain[h]:
            assert h not in ROAD_HEXES, h
            assert h not in WATER, h


def test_stars() -> None:
    g = position()
    assert len(set(STARS)) == 14
    for star in STARS:
        assert set(features(g, star)) <= {"road", "building_partial", "open"}, star
    most = max(i.static_per_star for i in INTENSITY.values())
    assert most * len(STARS) <= len(STATIC_POOL)
    for name in ("south highway", "middle road", "kurakovka road", "bank road"):
        road = next(line.hexes for line in MAP.lines if line.name == name)
        assert len(set(STARS) & set(road)) >= 2, name


def test_mobile_set_up_hexes_have_road_enough_behind_them() -> None:
    assert len(set(MOBILE_SETUP)) == 6
    for h, ahead in zip(MOBILE_SETUP, MOBILE_AHEAD, strict=True):
        assert ahead in ROAD_LINKS[h]
        behind = link_distances(ROAD_LINKS, h, closed=[ahead])
        assert max(behind.values()) >= 8, h


@pytest.mark.rule("NF-21.1.1", "NF-21.2.1", "NF-21.3.1", "NF-21.4.1")
def test_every_entry_hex_is_a_road_hex_of_its_edge() -> None:
    assert set(SCENARIOS["ghost-column"].entry) == set(EDGES["south"])
    assert set(SCENARIOS["kharkov"].entry) == set(EDGES["south"])
    assert set(SCENARIOS["stalingrad-breakout"].entry) == set(EDGES["east"]) - {"1000"}
    assert set(SCENARIOS["kiev"].entry) == set(EDGES["west"])


def test_scatter_directions_run_clockwise_from_up_right() -> None:
    neighbours = [GRID.step("2520", d) for d in SCATTER]
    assert neighbours == ["2621", "2521", "2421", "2420", "2519", "2620"]


@pytest.mark.rule("NF-8.6.10")
def test_a_gully_is_closed_to_a_unit_on_its_own_but_not_the_road_through_one() -> None:
    printed = LANDS["ghost-column"]
    land = MapData(printed.map)
    land.features["normal"]["1724"] = ("road", "gully")
    assert (printed.alone["normal"].step("1723", "1724"), land.alone["normal"].step("1723", "1724")) == (None, 1)


# ------------------------------------------------------------------ what a map draws has its row in the chart

TEXT = (MAPS.folder / "maps" / "donets.toml").read_text("utf-8")


@pytest.mark.parametrize(("drawn", "first"), [("terrain", "marsh"), ("line", "road"), ("bridge", "wood_bridge")])
def test_a_map_knows_every_word_that_the_chart_has_a_row_for_and_no_other(drawn: str, first: str) -> None:
    for growth in LEVELS:
        assert set(rows_of(drawn, growth)) == set(getattr(MAPS.words, drawn))
    if drawn == "terrain":
        strange = TEXT.replace("[terrain]", '[terrain]\nmarsh = ["2420"]', 1)
    else:
        strange = TEXT.replace(f'kind = "{first}"', 'kind = "marsh"', 1)
    with pytest.raises(MapError, match=r"This game has no .marsh. on its maps"):
        parse_map(strange, "donets.toml", MAPS.words)
    with pytest.raises(MapError, match=r"This game has no .marsh. on its maps"):
        MapData(parse_map(strange))


def test_a_new_terrain_is_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    marsh = Terrain("NF-22.3.9", "terrain", move=4, enter="foot", sight="half", conceals=True, roams=False)
    monkeypatch.setitem(CHART, "marsh", marsh)
    land = MapData(parse_map(TEXT.replace("[terrain]", '[terrain]\nmarsh = ["2420"]', 1)))
    assert land.features["normal"]["2420"] == ("marsh",)
    assert [land.prices["normal", mover]["2420"] for mover in ("foot", "vehicle", "gun")] == [4, None, None]
    assert "2420" in land.concealing["clear"] and "2420" not in land.open_off_gullies["normal", "foot"]
