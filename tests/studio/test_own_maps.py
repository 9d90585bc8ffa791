"""Maps of one's own in every game of hexes: painted, told by line, and played on to the end."""

from __future__ import annotations

import tomllib
from typing import Any, NamedTuple

import pytest

import grognard
from grognard.board.draw.page import Page
from grognard.board.draw.styles import make_plan
from grognard.board.ground import HexGround
from grognard.board.hexes.map import HexMap, MapError, parse_map
from grognard.engine import SHELF, Game, ScenarioError
from grognard.lab.job import play_job
from grognard.lab.runner import plan
from grognard.studio import CannotEdit, begin, edited, sheet_of
from grognard.studio.edits import Paint, Put, ResizeMap
from grognard.studio.maps import has_maps, map_in, map_text, words_of
from grognard.studio.paint import Layer

OWN = [name for name in SHELF if has_maps(grognard.game(name))]
LAYERS: tuple[Layer, ...] = ("terrain", "line", "hexside", "bridge")
FIXED = [name for name in OWN if words_of(grognard.game(name)).grid is not None]


class Stroke(NamedTuple):
    """A small battle of a game, a stroke on its map, and what the rules make of the hex before and after."""

    scenario: str
    layer: Layer
    kind: str
    place: str
    before: object
    after: object


STROKES = {
    "korsun": Stroke("hill-239", "terrain", "woods", "2820", "rough", "woods"),
    "night-fight": Stroke("kolkhoz", "terrain", "building_full", "2020", ("vegetation_normal",), ("building_full",)),
    "panzer-blitz": Stroke("les-duanes", "terrain", "woods", "2420", "clear", "woods"),
    "tank-leader": Stroke("lipki", "terrain", "black_buildings", "2020", "clear", "stone_building"),
}


def ground_of(game: Game, scenario: str) -> HexMap:
    ground = game.face.ground(scenario)
    assert isinstance(ground, HexGround)
    return ground.map


def painted(name: str) -> str:
    """A scenario on a map of its own, one stroke away from the printed one."""
    game, stroke = grognard.game(name), STROKES[name]
    return edited(game, begin(game, stroke.scenario), (Paint(stroke.layer, stroke.kind, (stroke.place,)),))


def read_by_the_rules(name: str, scenario: str, h: str) -> object:
    """What the rules of a game take a hex for."""
    g: Any = grognard.new(name, scenario).state
    match name:
        case "korsun":
            return g.land.terrain[h]
        case "night-fight":
            return g.land.features["normal"][h]
        case "panzer-blitz":
            return g.land.terrain[h]
        case _:
            return g.country.terrain[h]


@pytest.mark.parametrize("name", OWN)
def test_every_map_in_the_box_comes_back_from_its_file_as_it_was(name: str) -> None:
    game = grognard.game(name)
    for scenario in {id(game.face.ground(scenario)): scenario for scenario in game.scenarios}.values():
        printed, again = ground_of(game, scenario), parse_map(map_text(game, scenario), "map.toml", words_of(game))
        for part in ("grid", "terrain", "elevation", "line", "hexside", "bridge", "place", "marks"):
            assert getattr(again.file, part) == getattr(printed.file, part), part
        assert again.look == printed.look


@pytest.mark.parametrize("name", STROKES)
def test_what_is_painted_is_what_the_rules_go_by_and_the_printed_map_stays(name: str) -> None:
    game, stroke, text = grognard.game(name), STROKES[name], painted(name)
    assert sheet_of(game, text).problems == []
    own = game.add_scenario(text, "my.toml").id
    assert read_by_the_rules(name, own, stroke.place) == stroke.after
    assert read_by_the_rules(name, stroke.scenario, stroke.place) == stroke.before
    assert stroke.kind in ground_of(game, own).terrain[stroke.place]
    assert game.face.ground(stroke.scenario) is game.face.ground(next(iter(game.scenarios)))


@pytest.mark.parametrize("name", STROKES)
def test_a_mistake_on_such_a_map_is_told_by_its_line(name: str) -> None:
    game, stroke, text = grognard.game(name), STROKES[name], painted(name)
    wrong = text.replace(f"{stroke.kind} = [", "lava = [", 1)
    (problem, *_) = sheet_of(game, wrong).problems
    assert wrong.split("\n")[problem.line - 1].startswith("lava = [") and "no 'lava' on its maps" in problem.says
    with pytest.raises(MapError, match=r"map\.toml:\d+: terrain\.lava"):
        sheet = map_text(game, stroke.scenario)
        first = next(iter(tomllib.loads(sheet)["terrain"]))
        parse_map(sheet.replace(f"{first} = [", "lava = [", 1), "map.toml", words_of(game))


@pytest.mark.parametrize("name", FIXED)
def test_such_a_map_has_the_hexes_of_the_printed_one(name: str) -> None:
    game, text = grognard.game(name), painted(name)
    columns = tomllib.loads(text)["mapsheet"]["grid"]["columns"]
    smaller = edited(game, text, (Put(("mapsheet", "grid", "columns"), [columns[0], columns[1] - 1]),))
    assert any("the hexes of the printed one" in problem.says for problem in sheet_of(game, smaller).problems)
    with pytest.raises(CannotEdit, match="the hexes of the printed one"):
        edited(game, text, (ResizeMap(9, 8),))
    (left, right), (top, bottom) = columns, tomllib.loads(text)["mapsheet"]["grid"]["rows"]
    same = ResizeMap(right - left + 1, bottom - top + 1, bare=True)
    bare = tomllib.loads(edited(game, text, (same,)))["mapsheet"]
    assert set(bare) == {"name", "grid", "look"} and bare["grid"] == tomllib.loads(text)["mapsheet"]["grid"]


NEEDED = {
    "korsun": (Paint("terrain", "woods", ("4007",)), "airfield"),
    "night-fight": (Paint("all", "", ("3911",)), "A road must lead off the map in 3911"),
    "tank-leader": (Paint("marks", "entry_german", ("0106",)), "Mark 5 hexes as 'entry_german'"),
}


@pytest.mark.parametrize("name", NEEDED)
def test_what_the_rules_need_on_a_map_is_asked_for(name: str) -> None:
    game, (stroke, says) = grognard.game(name), NEEDED[name]
    with pytest.raises(ScenarioError, match=says):
        game.add_scenario(edited(game, begin(game, STROKES[name].scenario), (stroke,)), "my.toml")


@pytest.mark.parametrize("name", STROKES)
def test_the_computer_plays_on_a_painted_map_to_the_end(name: str) -> None:
    game = grognard.game(name)
    own = game.add_scenario(painted(name), "my.toml").id
    (row,) = (play_job(job) for job in plan([(game, own)], 1, {}))
    assert row.scenario == own and row.winners and row.answers > 20


@pytest.mark.parametrize("name", FIXED)
def test_every_word_of_the_brushes_has_a_drawing_style(name: str) -> None:
    game, words = grognard.game(name), words_of(grognard.game(name))
    pairs = {"line", "hexside", *(() if words.bridges == "hex" else ("bridge",))}
    strokes = []
    for layer in LAYERS:
        for row, kind in enumerate(getattr(words, layer), 12):
            place = f"15{row}/15{row + 1}" if layer in pairs else f"15{row}"
            strokes.append(Paint(layer, kind, (place,)))
    text = edited(game, begin(game, STROKES[name].scenario), tuple(strokes))
    hexmap = parse_map(map_in(text), "map.toml", words)
    make_plan(hexmap, Page(hexmap.grid))
