"""1.0, 2.0 The rules' conventions, the counters, the tables and the situations as data."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import msgspec
import pytest

from grognard.board.draw import Face, Marker, draw_counter, draw_marker
from grognard.board.hexes.map import MapError, parse_map
from grognard.games.panzer_blitz import GAME
from grognard.games.panzer_blitz.rules.data import (
    AA_COLUMNS,
    AA_FACTOR,
    DRM,
    FIRE_TABLE,
    FORTS,
    GRID,
    LOS_CHART,
    MAP,
    MAPS,
    MINE_COLUMN,
    RULEBOOK,
    SCATTER_BANDS,
    SCATTER_DRM,
    SIDES,
    SITUATIONS,
    TRANSPORT,
    TYPES,
    play_area,
    range_modifier,
)
from grognard.games.panzer_blitz.rules.map_data import THROUGH, MapData
from grognard.games.panzer_blitz.rules.stacking import points
from grognard.games.panzer_blitz.rules.state import Unit
from grognard.games.panzer_blitz.rules.terrain_chart import CHART
from grognard.games.panzer_blitz.rules.view import view
from tests.games.panzer_blitz.helpers import LEVEL, TERRAIN

from .helpers import CITY, TOWN, field, put


@pytest.mark.rule("PB-1.1.1")
def test_the_ledger_holds_sections_one_to_seventeen_and_no_notes() -> None:
    numbers = {rule.id.split("-", 1)[1].split(".")[0] for rule in RULEBOOK}
    assert numbers == {str(n) for n in range(1, 18)} | {"SIT"}


@pytest.mark.rule("PB-2.2.1")
def test_hexes_are_named_by_column_and_row() -> None:
    assert len(GRID) == 48 * 30
    assert GRID.position["0130"] == (1, 30)
    assert GRID.position["4801"] == (48, 1)


@pytest.mark.rule("PB-2.2.2")
def test_range_counts_the_target_hex_and_not_the_origin() -> None:
    assert GRID.distance("2420", "2420") == 0
    assert GRID.distance("2420", "2520") == 1
    assert GRID.distance("2420", "2620") == 2
    assert "4203" in GRID.neighbours["4104"]


@pytest.mark.rule("PB-2.3.1", "PB-2.3.2")
def test_a_counter_has_a_nation_and_two_steps_with_their_own_values() -> None:
    full, reduced = Unit("b1", "british", type="br_sherman"), Unit("b2", "british", type="br_sherman", steps=1)
    assert full.what.nation == "british"
    assert (full.face.at, full.face.ap, full.face.defense) == (5, 6, 4)
    assert (reduced.face.at, reduced.face.ap, reduced.face.defense) == (4, 3, 3)
    assert {t.nation for t in TYPES.values()} == {"british", "german", "russian", "us"}


@pytest.mark.rule("PB-2.3.5", "PB-2.3.6", "PB-2.3.7", "PB-2.3.13")
def test_colour_of_defense_mode_and_overrun_are_printed() -> None:
    tiger, rifle = TYPES["ge_tiger"], TYPES["br_rifle"]
    assert tiger.armored and not rifle.armored
    assert (tiger.mode, rifle.mode, TYPES["br_truck"].mode) == ("tracked", "leg", "wheeled")
    assert (TYPES["br_6pdr"].mode, TYPES["ge_88"].mode) == ("towed_light", "towed_heavy")
    assert tiger.faces[1].ma == 7
    assert "OVR" in tiger.codes and "OVR" not in TYPES["ge_jgpz4"].codes


@pytest.mark.rule("PB-2.3.8", "PB-2.3.9", "PB-2.3.10", "PB-2.3.11", "PB-2.3.12")
def test_function_codes() -> None:
    assert "IF" in TYPES["ge_lefh"].codes and "M" not in TYPES["ge_lefh"].codes
    assert {"IF", "M"} <= TYPES["br_3in_mortar"].codes
    assert "AA" in TYPES["ge_88"].codes
    assert "C" in TYPES["br_truck"].codes
    assert TYPES["br_buffalo"].aquatic == 3 and "AMP" in TYPES["br_buffalo"].codes


@pytest.mark.rule("PB-2.3.15", "PB-2.3.16", "PB-2.3.17")
def test_kinds_of_units() -> None:
    assert not TYPES["br_truck"].combat and TYPES["br_rifle"].combat
    without = msgspec.structs.replace(TYPES["br_6pdr"].faces[1], ap=None)
    assert msgspec.structs.replace(TYPES["br_6pdr"], faces={1: without, 2: without}).combat, "an AT value is enough"
    assert TYPES["ge_sdkfz251"].afv and not TYPES["br_truck"].afv and not TYPES["br_6pdr"].afv
    assert TYPES["br_engineer"].infantry and TYPES["ge_recon"].infantry and not TYPES["br_6pdr"].infantry


@pytest.mark.rule("PB-2.3.18", "PB-2.3.19", "PB-2.3.21")
def test_markers_are_no_units_and_unspotted_goes_with_any_state() -> None:
    g = field()
    g.wrecks = {**g.wrecks, "2420": 1}
    g.smoke = {**g.smoke, "2420": 1}
    g.ips = {**g.ips, "2420": True}
    assert g.here("2420") == []
    unit = Unit("b1", "british", type="br_rifle", spent=True, disrupted=True, unspotted=True)
    assert unit.unspotted and not unit.fresh


@pytest.mark.rule("PB-2.3.23")
def test_a_platoon_is_worth_two_points_and_a_reduced_one_one() -> None:
    ground = [t for t in TYPES.values() if not t.aircraft]
    assert {(t.faces[1].stacking, t.faces[0].stacking) for t in ground} == {(2, 1)}


@pytest.mark.rule("PB-2.5.1")
def test_the_map_is_that_of_hill_112() -> None:
    assert MAP.name == "Hill 112"
    assert all(t.faces[1].stacking in (0, 2) for t in TYPES.values())


@pytest.mark.rule("PB-5.2.1")
def test_six_levels_and_no_cliffs() -> None:
    assert set(LEVEL.values()) == {1, 2, 3, 4, 5, 6}
    assert all(abs(LEVEL[a] - LEVEL[b]) <= 1 for a in GRID.hexes for b in GRID.neighbours[a])


@pytest.mark.rule("PB-7.4.4")
def test_the_direct_fire_table_is_monotone() -> None:
    assert [c.odds for c in FIRE_TABLE] == ["1:4", "1:3", "1:2", "2:3", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1"]
    assert [c.differential[0] for c in FIRE_TABLE] == [-4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 8]
    order = ["-", "D", "DD", "1X", "2X", "3X"]
    for col in FIRE_TABLE:
        ranks = [order.index(r) for r in col.results]
        assert ranks == sorted(ranks, reverse=True) and col.results[12] == "-"
    for left, right in pairwise(FIRE_TABLE):
        pairs = zip(left.results, right.results, strict=True)
        assert all(order.index(a) <= order.index(b) for a, b in pairs)


@pytest.mark.rule("PB-7.4.6", "PB-15.2.1")
def test_minefield_strengths_are_columns() -> None:
    assert {k: FIRE_TABLE[i].odds for k, i in MINE_COLUMN.items()} == {"1-1": "1:1", "2-1": "2:1", "3-1": "3:1"}


@pytest.mark.rule("PB-7.6.6")
@pytest.mark.parametrize(
    ("distance", "drm"),
    [(0, -2), (1, -1), (2, 0), (3, 0), (4, 1), (6, 1), (7, 2), (9, 2), (10, 3), (12, 3), (13, 4), (16, 4), (17, 5)],
)
def test_range_modifiers(distance: int, drm: int) -> None:
    assert range_modifier(distance) == drm


@pytest.mark.rule("PB-5.4.7", "PB-5.4.8", "PB-5.4.9", "PB-5.4.10", "PB-5.4.11")
def test_the_los_chart_obeys_one_law() -> None:
    assert set(LOS_CHART) == {1, 2, 3, 4, 5}
    for difference, row in LOS_CHART.items():
        for height, entry in enumerate(row, 1):
            law = Fraction(difference - height, difference)
            assert (entry == "block") == (law <= 0)
            assert entry == "block" or Fraction(entry) == law


@pytest.mark.rule("PB-11.3.15", "PB-11.3.19")
def test_scatter_chart() -> None:
    assert SCATTER_BANDS == ((7, 0), (9, 1), (11, 2), (99, 3))
    assert sorted(SCATTER_DRM.values()) == [-2, -1, 1, 1, 1, 1, 2]


@pytest.mark.rule("PB-16.4.13", "PB-16.4.14")
def test_the_anti_aircraft_table() -> None:
    assert set(AA_COLUMNS) == {1, 2, 3, 4, 5, 6}
    assert all(col[0] == "X" and col[12] == "-" for col in AA_COLUMNS.values())
    assert AA_FACTOR == {"ge_20mm": 2, "ge_88": 3, "br_bofors": 4, "ru_37aa": 4, "ge_spflak": 5}


@pytest.mark.rule("PB-4.3.4")
def test_light_and_heavy_guns() -> None:
    assert TYPES["ge_8cm_mortar"].passenger_kind == "light_gun"
    assert TYPES["ge_88"].passenger_kind == TYPES["br_25pdr"].passenger_kind == "heavy_gun"


@pytest.mark.rule("PB-4.3.12", "PB-4.3.13", "PB-4.3.14", "PB-4.3.15", "PB-4.3.16", "PB-4.3.17", "PB-4.3.18")
def test_the_transport_table() -> None:
    for carrier in ("truck", "halftrack"):
        assert [TRANSPORT[carrier, k] for k in ("infantry", "light_gun", "heavy_gun")] == ["half", "half", "all"]
    assert TRANSPORT["british_carrier", "infantry"] == "half" and ("british_carrier", "heavy_gun") not in TRANSPORT
    assert {TRANSPORT["wagon", k] for k in ("infantry", "light_gun", "heavy_gun")} == {"all"}
    assert TRANSPORT["afv", "infantry"] == "half" and ("afv", "light_gun") not in TRANSPORT
    assert TRANSPORT["jeep", "recon_infantry"] == "half" and ("jeep", "infantry") not in TRANSPORT
    assert TRANSPORT["motorcycle", "recon_infantry"] == "all" and ("motorcycle", "light_gun") not in TRANSPORT


@pytest.mark.rule("PB-14.2.1")
def test_towns_and_cities_are_different_terrain() -> None:
    assert (TERRAIN[TOWN], TERRAIN[CITY]) == ("town", "city")


@pytest.mark.rule("PB-14.0.1", "PB-7.7.1")
def test_the_modifier_table_holds_what_the_rules_name_and_no_more() -> None:
    assert len(DRM) == 23
    assert (CHART["town"].tem, CHART["city"].tem, DRM["unspotted_target"]) == (2, 3, 4)


@pytest.mark.rule("PB-15.5.2")
def test_fortifications_have_a_defense_and_a_capacity() -> None:
    assert (FORTS["bunker"].capacity, FORTS["strongpoint"].capacity) == (2, 4)
    assert (FORTS["bunker"].defense, FORTS["strongpoint"].defense) == (6, 8)


@pytest.mark.rule("PB-SIT.6", "PB-13.0.1")
def test_the_situations_are_sound() -> None:
    assert list(GAME.scenarios) == list(SITUATIONS)
    for name, s in SITUATIONS.items():
        area = play_area(name)
        assert all(5 <= s.efficiency[side] <= 9 for side in SIDES)
        for key in s.area:
            assert set(s.hexes(key)) <= area, key
        for goal in s.goal:
            assert set(goal.hexes) <= area


@pytest.mark.rule("PB-14.2.4")
def test_vehicles_count_double_among_houses() -> None:
    g = field()
    tank, rifle = g.pieces[put(g, "br_sherman", TOWN)], g.pieces[put(g, "br_rifle", TOWN)]
    assert (points(g, tank, TOWN), points(g, rifle, TOWN), points(g, tank, "2420")) == (4, 2, 2)


def test_every_counter_and_marker_can_be_drawn() -> None:
    for face in GAME.face.counters.values():
        assert isinstance(face, Face | Marker)
        assert (draw_counter(face) if isinstance(face, Face) else draw_marker(face.kind, face.text)).startswith("<g")
    g = field()
    put(g, "ge_tiger", "2420", steps=1), put(g, "br_rifle", "2520", unspotted=True)
    g.wrecks = {**g.wrecks, "2420": 1}
    g.smoke = {**g.smoke, "2420": 1}
    g.ips = {**g.ips, "2520": True}
    shown = view(g, "german")
    assert {p.face for p in shown.pieces} | {m.kind for m in shown.markers} <= set(GAME.face.counters)


def test_the_printed_table_is_the_one_rolled_on() -> None:
    chart = next(c for c in GAME.face.charts if c.key == "direct fire")
    assert len(chart.rows) == 13 and chart.columns == tuple(c.label for c in FIRE_TABLE)
    assert all(cells[0] == FIRE_TABLE[0].results[i] for i, (_, cells) in enumerate(chart.rows))


def test_a_map_knows_every_word_that_the_game_has_for_terrain_and_no_other() -> None:
    printed = {kind for kind, row in CHART.items() if row.cost}  # nobody enters the others, and no map has them
    assert {"clear", *MAPS.words.terrain} == {*printed, *THROUGH}
    text = (MAPS.folder / "maps" / "hill-112.toml").read_text("utf-8")
    strange = text.replace("[terrain]", '[terrain]\nbocage = ["2420"]', 1)
    with pytest.raises(MapError, match=r"This game has no .bocage. on its maps"):
        parse_map(strange, "hill-112.toml", MAPS.words)
    with pytest.raises(MapError, match=r"This game has no .bocage. on its maps"):
        MapData(parse_map(strange))
