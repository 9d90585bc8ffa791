"""What briefings, blurbs, options and the docs state as facts, compared with the data they speak of."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from grognard.board.hexes.paths import link_route
from grognard.games.night_fight import GAME
from grognard.games.night_fight.rules.data import GRID, INTENSITY, MOBILE_SETUP, RULEBOOK, TYPES
from grognard.games.night_fight.rules.scenarios import SCENARIOS, ScenarioData
from grognard.games.night_fight.rules.state import NightFight

from .situations import position

DOCS = (Path(__file__).parents[3] / "docs" / "games" / "night-fight.md").read_text("utf-8")
A_TURN = 6  # points
NIGHTS = tuple(SCENARIOS.known)  # as they are in the box


def night(scenario: str, **options: str) -> NightFight:
    return position(scenario=scenario, options=options)


def words(scenario: str) -> str:
    """All that a scenario says of itself."""
    data = SCENARIOS.known[scenario]
    told = data.briefing["german"]
    house = (data.house.goal, *data.house.told) if data.house else ()
    parts = (data.blurb, told.situation, told.force, told.enemy, *told.special, *told.first, *data.aim.told, *house)
    return " ".join((*parts, data.aim.goal))


def road(scenario: str, start: str, end: str) -> int:
    """How many hexes of road there are from one to another, the first not counted."""
    way = link_route(night(scenario).land.road_links, start, [end])
    assert way is not None
    return len(way) - 1


def turns(points: int) -> int:
    """How many turns so many points take."""
    return -(-points // A_TURN)


@pytest.mark.parametrize("scenario", NIGHTS)
def test_every_rule_and_hex_that_is_named_exists(scenario: str) -> None:
    said = words(scenario)
    assert all(rule in RULEBOOK for rule in re.findall(r"NF-[\d.]*\d", said))
    assert all(h in GRID for h in re.findall(r"\b[1-3]\d{3}\b", said) if not h.startswith("19") or h in GRID)


@pytest.mark.parametrize("scenario", NIGHTS)
def test_months_turns_and_entry_hexes_are_those_of_the_file(scenario: str) -> None:
    data, said = SCENARIOS.known[scenario], words(scenario)
    months = {"01": "January", "03": "March", "07": "July", "08": "August", "11": "November"}
    year, month = data.date.split("-")
    assert f"{months[month]} {year}" in said
    numbers = {6: "six", 7: "seven", 8: "eight", 12: "twelve"}
    if data.turns in numbers and not data.by_road:
        assert f"{numbers[data.turns]} turns" in said or f"turn {data.turns}" in said
    by_name = {"southern": ("3911", "3922", "3936"), "eastern": ("3400", "2900", "2300", "1600")}
    by_name["western"] = ("1644", "2344", "2944", "3444")
    entry = next(line for line in data.briefing["german"].special if line.startswith("Everything enters on turn 1"))
    named = tuple(
        re.findall(r"\b[1-3]\d{3}\b", entry.split(",")[0] if "but" in entry else entry.split(" and stays")[0])
    )
    side = next((by_name[word] for word in by_name if word in entry), ())
    assert set(named or side) == set(data.entry)


@pytest.mark.parametrize("scenario", NIGHTS)
def test_a_piece_that_is_said_to_be_missing_cannot_be_bought(scenario: str) -> None:
    data: ScenarioData = SCENARIOS.known[scenario]
    named = {"PzKpfw V,": "pzkpfw_v", "SdKfz 166": "sdkfz_166", "Panzerfausts": "panzerfausts", "T-34s": "t34r"}
    for line in data.briefing["german"].special:
        if line.startswith(("No ", "Panzerfausts are not")):
            for name, kind in named.items():
                assert name not in line or kind in data.forbidden or TYPES[kind].available > data.date
            assert ("Heavy" in line) == bool(data.forbidden_weights)


def test_the_bridges_of_kursk_stand_as_likely_as_the_briefing_says() -> None:
    def stands(until: int) -> Fraction:
        chance = Fraction(1)
        for turn in range(1, until + 1):
            chance *= Fraction(sum(a + b >= turn for a, b in product(range(1, 7), repeat=2)), 36)
        return chance

    assert "by the end of turn 6" in words("ghost-column") and "better than even" in words("ghost-column")
    assert stands(6) > Fraction(1, 2) and round(1 / stands(8)) == 8  # "one in eight"


def test_how_far_it_is_to_the_ferry() -> None:
    said = words("ferry-road")
    assert "Twenty-five hexes of road" in said and road("ferry-road", "3936", "2344") == 25
    assert "From 3922 it is 41 hexes of road" in said and road("ferry-road", "3922", "2344") == 41
    points = SCENARIOS.known["ferry-road"].turns * A_TURN
    assert f"six turns have {points} points" in said and points < 1 + 41 + 1
    assert "Five turns of road bring you out" in said and turns(1 + 25 + 1) == 5


def test_how_far_it_is_to_the_mill() -> None:
    said, crossing = words("the-mill"), "2310"
    assert "two turns away by the short road" in said and turns(1 + road("the-mill", "2300", crossing)) == 2
    assert "a turn later" in said and turns(1 + road("the-mill", "2900", crossing)) == 3
    assert "2309" in MOBILE_SETUP and GRID.distance("2309", crossing) == 1
    assert "nine at the crossing" in said and 3 * len(SCENARIOS.known["the-mill"].aim.hexes) == 9


def test_how_far_it_is_to_the_farm_and_who_may_stand_there() -> None:
    said, land = words("kolkhoz"), night("kolkhoz").land
    assert "ten hexes in" in said and road("kolkhoz", "3911", "2910") == 10
    closed = [h for h in ("2910", "2911", "3011") if "building_full" in land.features["normal"][h]]
    assert closed == ["2911"] and "farmhouse in 2911 is for men on foot" in said
    assert min(GRID.distance("2911", star) for star in land.stars) <= 3  # "near the farm"
    assert "nload" not in said  # nothing carries a platoon here


def test_how_far_it_is_to_the_west() -> None:
    entries = SCENARIOS.known["stalingrad-breakout"].entry
    assert min(road("stalingrad-breakout", h, "1644") for h in entries) == 49
    assert "Forty-nine hexes of road" in words("stalingrad-breakout").replace("\\\n", "")


def test_what_the_suggested_force_holds_is_what_is_said_of_it() -> None:
    force = SCENARIOS.known["ghost-column"].force
    assert force.count("t34r") == 4 and "captured T-34s" in words("ghost-column")
    assert "panzers" not in words("ghost-column")
    kiev = SCENARIOS.known["kiev"]
    assert {"pzkpfw_v", "pzkpfw_vi"} <= set(kiev.force) and kiev.free == ("command_tank", "sdkfz_6_2")
    assert all(TYPES[kind].available <= kiev.date for kind in ("pzkpfw_v", "pzkpfw_vi", "panzerfausts"))


def test_the_options_say_what_they_do() -> None:
    assert "anti-aircraft" in GAME.options["optional-piece"].about and TYPES["sdkfz_161"].strength == 4
    assert "one column better" in GAME.options["waffen-ss"].about


def test_the_docs_state_intensities_recruits_and_scenarios_as_they_are() -> None:
    rows = [INTENSITY[name] for name in ("low", "medium", "high")]
    pieces, columns, points = zip(*[(r.static_per_star, r.columns, r.recruit_points) for r in rows], strict=True)
    for numbers, of in ((pieces, "pieces"), (columns, "columns"), (points, "recruit points")):
        a, b, c = numbers
        assert f"{a}, {b} or {c} {of}" in DOCS
    for name in NIGHTS:
        data = SCENARIOS.known[name]
        line = next(line for line in DOCS.splitlines() if line.startswith(f"| `{name}`"))
        assert f"| {data.turns}" in line and data.date[:4] in line
        if data.recruits != 100:
            assert f"{data.recruits} %" in DOCS and f"at `{name}`" in DOCS
    land = night("ghost-column").land
    assert "fourteen stars" in DOCS and len(land.stars) == 14
    assert "thirteen bridges" in DOCS and len(land.bridges) == 13
    assert "9 static and 5 mobile Dummies" in DOCS and (TYPES["dummy"].static, TYPES["dummy"].mobile) == (9, 5)
