"""3 Battle conditions."""

from __future__ import annotations

import pytest

from grognard.games.tank_leader.rules.data import MAP
from grognard.games.tank_leader.rules.scenarios import SCENARIOS
from grognard.games.tank_leader.rules.terrain import Conditions, Country, country_of

from .table import begun


def land(
    season: str = "summer",
    urban: str = "normal",
    area: str = "wooded",
    contour: str = "flat",
    ground: str = "normal",
) -> Country:
    return country_of(Conditions(season, ground, urban, area, contour))


@pytest.mark.rule("TL-3.1", "TL-15.2.1")
def test_every_scenario_fixes_length_and_visibility_and_names_four_conditions() -> None:
    for row in SCENARIOS.values():
        assert row["turns"] > 0 and row["visibility"] > 0
        for key, levels in (
            ("season", {"spring", "summer", "autumn", "winter"}),
            ("urbanization", {"devastated", "sparse", "normal"}),
            ("area", {"arid", "wooded", "forested", "heavily_forested"}),
            ("contour", {"flat", "rolling", "hilly"}),
        ):
            assert row[key] in {*levels, "variable"}


@pytest.mark.rule("TL-3.1.1", "TL-3.1.2", "TL-3.5.4", "TL-15.5.2", "TL-15.2.1")
def test_prokhorovka_rolls_for_area_alone() -> None:
    g = begun("prokhorovka", [6])
    assert g.conditions == Conditions("summer", "normal", "normal", "heavily_forested", "rolling")
    assert (g.turns, g.visibility) == (7, 6)
    rolls = [e for e in g.events or () if e.cite == "TL-3.1.1"]
    assert [(e.dice, str(e)) for e in rolls] == [((6,), "The area is heavily forested")]


@pytest.mark.rule("TL-3.1.1")
def test_each_variable_condition_has_a_die_of_its_own_before_set_up() -> None:
    g = begun("free-battle", [1, 3, 1, 5])
    assert g.conditions == Conditions("spring", "mud", "sparse", "arid", "hilly")
    rolls = [(e.dice, str(e)) for e in g.events or () if e.cite == "TL-3.1.1"]
    assert rolls == [
        ((1,), "The season is spring, mud"),
        ((3,), "The urbanization is sparse"),
        ((1,), "The area is arid"),
        ((5,), "The contour is hilly"),
    ]
    assert not any(u.place for u in g.pieces.values())


@pytest.mark.rule("TL-3.1.2")
def test_a_scenario_without_variable_conditions_rolls_none() -> None:
    g = begun("summer-of-42")
    assert not [e for e in g.events or () if e.cite == "TL-3.1.1"]
    assert g.conditions == Conditions("summer", "normal", "devastated", "arid", "flat")


@pytest.mark.rule("TL-3.1.3", "TL-3.2.2")
@pytest.mark.parametrize(
    ("die", "season", "ground"),
    [
        (1, "spring", "mud"),
        (2, "spring", "normal"),
        (3, "summer", "normal"),
        (4, "autumn", "mud"),
        (5, "winter", "normal"),
        (6, "winter", "snow"),
    ],
)
def test_the_random_season_may_bring_mud_or_snow(die: int, season: str, ground: str) -> None:
    g = begun("free-battle", [die])
    assert (g.conditions.season, g.conditions.ground) == (season, ground)


@pytest.mark.rule("TL-3.1.4", "TL-3.1.5", "TL-3.1.6")
@pytest.mark.parametrize("die", range(1, 7))
def test_the_other_random_conditions(die: int) -> None:
    g = begun("free-battle", [3, die, die, die])
    urban = ("devastated", "devastated", "sparse", "sparse", "normal", "normal")
    area = ("arid", "wooded", "wooded", "forested", "forested", "heavily_forested")
    contour = ("flat", "flat", "rolling", "rolling", "hilly", "hilly")
    found = (g.conditions.urbanization, g.conditions.area, g.conditions.contour)
    assert found == (urban[die - 1], area[die - 1], contour[die - 1])


@pytest.mark.rule("TL-3.2.1", "TL-3.2.3")
def test_the_season_sets_the_state_of_water() -> None:
    assert {s: land(s).water for s in ("spring", "summer", "autumn", "winter")} == {
        "spring": "flooded",
        "summer": "low",
        "autumn": "low",
        "winter": "frozen",
    }


@pytest.mark.rule("TL-3.3.1", "TL-3.3.5")
def test_urbanization_says_what_the_two_building_symbols_are() -> None:
    found = {
        u: (land(urban=u).terrain["2319"], land(urban=u).terrain["1812"]) for u in ("devastated", "sparse", "normal")
    }
    assert found == {
        "devastated": ("ruins", "ruins"),
        "sparse": ("wood_building", "wood_building"),
        "normal": ("wood_building", "stone_building"),
    }


@pytest.mark.rule("TL-3.3.2", "TL-3.3.3", "TL-3.3.4")
def test_ruins_are_open_wood_is_soft_and_stone_is_hard_cover() -> None:
    assert land(urban="devastated").cover["1812"] == ""
    assert land(urban="sparse").cover["1812"] == "soft"
    assert land(urban="normal").cover["1812"] == "hard"
    assert land(urban="devastated").hex_cost("1812", "vehicle") == land().hex_cost("2117", "vehicle")
    ends = "1811", "1813"
    assert land(urban="devastated").sight.sees(*ends)
    assert not land(urban="sparse").sight.sees(*ends)
    assert not land(urban="normal").sight.sees(*ends)


@pytest.mark.rule("TL-3.4.1", "TL-3.4.5")
def test_area_says_what_the_two_vegetation_symbols_are() -> None:
    names = ("arid", "wooded", "forested", "heavily_forested")
    assert {a: (land(area=a).terrain["3024"], land(area=a).terrain["3124"]) for a in names} == {
        "arid": ("brush", "brush"),
        "wooded": ("brush", "woods"),
        "forested": ("woods", "forest"),
        "heavily_forested": ("forest", "forest"),
    }


@pytest.mark.rule("TL-3.4.2", "TL-3.4.3", "TL-3.4.4")
def test_brush_is_open_woods_soft_and_forest_hard_cover_closed_to_vehicles() -> None:
    brush, woods, forest = land(area="arid"), land(area="wooded"), land(area="forested")
    assert (brush.cover["3124"], woods.cover["3124"], forest.cover["3124"]) == ("", "soft", "hard")
    assert brush.hex_cost("3124", "vehicle") == 2
    assert woods.hex_cost("3124", "vehicle") == 4
    assert forest.hex_cost("3124", "vehicle") is None
    assert forest.hex_cost("3124", "foot") == 2
    assert [c.sight.sees("3123", "3125") for c in (brush, woods, forest)] == [True, False, False]


@pytest.mark.rule("TL-3.5.1", "TL-3.5.5")
def test_contour_says_how_high_each_colour_is() -> None:
    hexes = ("2117", "3024", "2622", "2206")  # one of each colour
    assert [MAP.level(h) for h in hexes] == [0, 1, 2, 3]
    assert {c: [land(contour=c).level[h] for h in hexes] for c in ("flat", "rolling", "hilly")} == {
        "flat": [0, 0, 0, 1],
        "rolling": [0, 0, 1, 2],
        "hilly": [0, 1, 2, 3],
    }


@pytest.mark.rule("TL-3.5.2", "TL-3.5.3")
def test_a_hex_has_one_level_and_one_terrain() -> None:
    country = land(contour="hilly")
    assert set(country.level) == set(country.terrain) == set(MAP.grid.hexes)
    assert all(isinstance(level, int) for level in country.level.values())
    assert country.terrain["2319"] == "wood_building"  # whatever else is drawn in it
    for kinds in MAP.terrain.values():
        assert len(kinds & {"light_vegetation", "dense_vegetation", "black_buildings", "brown_buildings"}) <= 1


@pytest.mark.rule("TL-3.1.3", "TL-3.2.2")
def test_a_fixed_season_brings_mud_or_snow_only_where_the_scenario_names_it() -> None:
    named = {"the-belikowo-pocket": "snow", "on-the-road-to-moscow": "mud", "the-thin-red-line": "snow"}
    for scenario in SCENARIOS:
        if scenario != "free-battle":
            assert begun(scenario).conditions.ground == named.get(scenario, "normal"), scenario


@pytest.mark.rule("TL-3.2.2")
@pytest.mark.parametrize("ground", ["mud", "snow"])
def test_mud_and_snow_alter_movement_costs_only(ground: str) -> None:
    plain, soft = land(), land(ground=ground)
    assert (plain.level, plain.terrain, plain.cover, plain.water) == (soft.level, soft.terrain, soft.cover, soft.water)
    assert all(plain.limits(h) == soft.limits(h) for h in plain.level)
    assert plain.hex_cost("2117", "vehicle") != soft.hex_cost("2117", "vehicle")
    for a, b in (("2117", "2617"), ("1811", "1813"), ("3023", "3025")):
        assert plain.sight.sees(a, b) == soft.sight.sees(a, b)


@pytest.mark.rule("TL-15.3.3", "TL-8.12")
@pytest.mark.parametrize("mover", ["vehicle", "foot"])
def test_nobody_may_be_in_the_river_but_a_bridge_carries_everybody(mover: str) -> None:
    country = land()
    river = {h for h, kind in country.terrain.items() if kind == "river"}
    assert {h for h in river if country.may_enter(h, mover)} == river & set(country.bridges) != set()
