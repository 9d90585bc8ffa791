"""The map is drawn as the conditions of the battle make it play."""

from __future__ import annotations

import pytest

import grognard
from grognard.games.tank_leader import GAME
from grognard.games.tank_leader.face.map_look import KNOWN, STYLES, guise, guises_of, in_guise
from grognard.games.tank_leader.rules.data import GRID
from grognard.games.tank_leader.rules.scenarios import SCENARIOS
from grognard.games.tank_leader.rules.terrain import Conditions, country_of
from grognard.studio import begin, edited
from grognard.studio.edits import Drop, Paint, Put

PLAYED = ("summer.normal.sparse.arid.flat", "winter.snow.sparse.forested.rolling", "autumn.mud.devastated.wooded.hilly")


@pytest.mark.parametrize("name", PLAYED)
def test_what_is_drawn_in_a_hex_is_what_it_plays_as(name: str) -> None:
    ground, country = in_guise(name), country_of(Conditions(*name.split(".")))
    assert ground is not None
    for h in GRID.hexes:
        drawn = {kind for kind in STYLES if h in ground.map.areas.get(kind, ())}
        assert drawn == {country.terrain[h]} & set(STYLES)
        assert ground.map.level(h) == country.level[h]
    assert "<svg" in ground.halves("light")[0]


@pytest.mark.parametrize(("name", "palette"), list(zip(PLAYED, ("steppe-day", "snow", "mud"), strict=True)))
def test_the_weather_shows(name: str, palette: str) -> None:
    ground = in_guise(name)
    assert ground is not None and ground.map.look["palette"] == palette


def test_every_battle_has_a_guise_and_nothing_else_is_drawn() -> None:
    for scenario in GAME.scenarios:
        match = grognard.new("tank-leader", scenario, seed=2)
        assert guise(match.state) in KNOWN  # type: ignore[arg-type]
    assert in_guise("summer.normal.normal.wooded.steep") is None
    assert in_guise("../secrets") is None


def test_whatever_is_rolled_for_the_first_battle_is_drawn_ahead() -> None:
    ahead = guises_of(SCENARIOS["prokhorovka"])
    assert ahead == GAME.face.guises and len(ahead) == 4
    rolled = {guise(grognard.new("tank-leader", "prokhorovka", seed=seed).state) for seed in range(30)}  # type: ignore[arg-type]
    assert rolled == set(ahead)


WOOD = "2020"  # clear on the printed map


def on_a_map_of_its_own(season: str, ground: str = "") -> str:
    """The id of Lipki with a hex painted, in some season."""
    weather = (Put(("ground",), ground),) if ground else ()
    stroke = Paint("terrain", "light_vegetation", (WOOD,))
    text = edited(GAME, begin(GAME, "lipki"), (stroke, Put(("season",), season), *weather))
    return GAME.add_scenario(text, "my.toml").id


@pytest.mark.parametrize(("season", "ground", "palette"), [("winter", "snow", "snow"), ("autumn", "mud", "mud")])
def test_a_map_of_its_own_is_drawn_as_it_plays_under_the_conditions_of_its_battle(
    season: str, ground: str, palette: str
) -> None:
    scenario = on_a_map_of_its_own(season, ground)
    match = grognard.new("tank-leader", scenario, seed=2)
    name = GAME.face.guise(match.state)
    assert name.startswith(f"{season}.{ground}.") and name.endswith(f".{scenario}")
    drawn, country = in_guise(name), match.state.country  # type: ignore[attr-defined]
    assert drawn is not None and drawn.map.look["palette"] == palette
    assert country.terrain[WOOD] in STYLES and WOOD in drawn.map.areas[country.terrain[WOOD]]
    assert all(drawn.map.level(h) == country.level[h] for h in GRID.hexes)


def test_a_map_of_its_own_is_drawn_in_no_guise_in_which_nobody_fights_on_it() -> None:
    scenario = on_a_map_of_its_own("winter", "snow")
    name = GAME.face.guise(grognard.new("tank-leader", scenario, seed=2).state)
    assert in_guise(name.replace("winter.snow", "summer.normal")) is None
    assert in_guise(name.replace(scenario, "lipki")) is None and in_guise(f"{name}.more") is None


def test_a_map_without_a_palette_has_that_of_the_printed_one() -> None:
    text = GAME.scenario_text(on_a_map_of_its_own("summer"))
    bare = GAME.add_scenario(edited(GAME, text, (Drop(("mapsheet", "look")),)), "my.toml").id
    drawn = in_guise(GAME.face.guise(grognard.new("tank-leader", bare, seed=2).state))
    assert drawn is not None and drawn.map.look["palette"] == "steppe-day"
