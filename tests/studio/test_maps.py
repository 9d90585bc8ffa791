"""Maps are files too: those in the box are such files, a scenario brings one with it, and mistakes are told by line."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import grognard
from grognard.board.ground import HexGround
from grognard.board.hexes.map import MapError, parse_map
from grognard.cli import main
from grognard.engine import SHELF, ScenarioError
from grognard.engine.game.embedded_map import embed_map, sheet_in
from grognard.engine.game.scenario import read_scenario
from grognard.studio import examine
from grognard.studio.maps import NoMaps, drawn_map, examine_map, has_maps, map_text, schema_of, words_of
from tests.studio.test_studio import small_battle

OWN = [name for name in SHELF if has_maps(grognard.game(name))]
FOLIO = grognard.game("folio")
DESERT = map_text(FOLIO, "sidi-zahran")
WOODED = DESERT.replace('name = "Sidi Zahran"', 'name = "The wooded wells"', 1).replace("rough = [", "woods = [", 1)


def mine(folder: Path, sheet: str = WOODED) -> Path:
    """A battle on a map that lies beside it."""
    (folder / "maps").mkdir()
    (folder / "maps/wells.toml").write_text(sheet, "utf-8")
    path = folder / "my-battle.toml"
    path.write_text(small_battle().replace('map = "sidi-zahran"', 'map = "wells"'), "utf-8")
    return path


@pytest.mark.parametrize("name", OWN)
def test_every_map_in_the_box_holds_what_its_game_says_and_is_drawn_as_before(name: str) -> None:
    game = grognard.game(name)
    schema, seen = jsonschema.Draft202012Validator(schema_of(game)), set[tuple[int, str]]()
    for scenario in game.scenarios:
        text, ground = map_text(game, scenario), game.face.ground(scenario)
        assert isinstance(ground, HexGround)
        if (id(ground), text) in seen:
            continue  # of another scenario too
        seen.add((id(ground), text))
        schema.validate(tomllib.loads(text))
        again = parse_map(text, "map.toml", words_of(game))
        assert (again.terrain, again.sides, again.bridges) == (ground.map.terrain, ground.map.sides, ground.map.bridges)
        assert again.look.keys() == ground.map.look.keys()


def test_a_battle_names_a_map_beside_it_and_its_record_goes_anywhere(tmp_path: Path) -> None:
    match = grognard.new("folio", mine(tmp_path), seed=3)
    ground = FOLIO.face.ground(match.state.scenario_id)
    assert isinstance(ground, HexGround) and ground.name == "The wooded wells"
    assert ground.map.terrain["0210"] == {"woods"} and "woods" in ground.says("0210")
    for _ in range(6):
        match.take(match.decision.actions[0])
    match.save(tmp_path / "match.grog")
    (tmp_path / "maps/wells.toml").unlink()
    asks = "import sys, grognard; g = grognard.load(sys.argv[1]).state; print(g.digest(), g.rules.ground.map.name)"
    asked = [sys.executable, "-c", asks, str(tmp_path / "match.grog")]
    told = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == f"{match.state.digest()} The wooded wells"


def test_what_a_map_says_is_what_the_rules_go_by(tmp_path: Path) -> None:
    made: Any = (grognard.new("folio", scenario).state for scenario in (mine(tmp_path), "sidi-zahran"))
    own, printed = (state.rules.ground for state in made)
    assert (own.terrain["0210"], printed.terrain["0210"]) == ("woods", "rough")
    line = [ground.lines["0210"] for ground in (own, printed)]
    assert line == [2, 3], "woods help a defender less than rough"


def test_a_mistake_in_the_map_is_told_with_its_own_file_and_line(tmp_path: Path) -> None:
    path = mine(tmp_path, WOODED.replace('"0905"', '"0999"', 1))
    line = WOODED[: WOODED.index('"0905"')].count("\n") + 1
    with pytest.raises(ScenarioError) as caught:
        examine(path)
    assert str(caught.value).startswith(f"{tmp_path}/maps/wells.toml:{line}: mapsheet.")
    assert "Hex '0999' is not on this map. Did you mean '0909'?" in str(caught.value)
    (tmp_path / "maps/wells.toml").unlink()
    with pytest.raises(ScenarioError, match=r"my-battle.toml:\d+: map: There is no map 'wells'"):
        examine(path)


def test_a_battle_off_its_map_is_told_so(tmp_path: Path) -> None:
    small = re.sub(r"columns = .*", "columns = [12, 20]", WOODED, count=1)
    with pytest.raises(ScenarioError, match="is not on this map"):
        examine(mine(tmp_path, small))


def test_enclosing_and_taking_out_are_each_others_opposite() -> None:
    both = embed_map(small_battle(), WOODED)
    assert tomllib.loads(sheet_in(both)) == tomllib.loads(WOODED) == tomllib.loads(both)["mapsheet"]
    assert sheet_in(small_battle()) == ""


HOSTILE = {
    "too many hexes": re.sub(r"(columns|rows) = .*", r"\1 = [0, 99]", WOODED),
    "too many roads": WOODED + '\n[[line]]\nkind = "road"\nhexes = []\n' * 500,
    "a strange terrain": WOODED.replace("woods = [", "lava = [", 1),
    "a style": WOODED.replace("[look]", "[look]\nwood = ['sea']"),
    "levels": WOODED + "\n[elevation]\nbase = 3\n",
    "markup for a name": WOODED.replace("The wooded wells", "x" * 100),
    "many wrong hexes": WOODED.replace("woods = [", "woods = [" + '"9999", ' * 20_000, 1),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_map_is_refused(name: str) -> None:
    with pytest.raises(MapError) as caught:
        parse_map(HOSTILE[name], "map.toml", words_of(FOLIO))
    assert len(caught.value.problems) <= 100
    assert drawn_map(FOLIO, tomllib.loads(HOSTILE[name])) is None


def test_the_command_line_checks_and_shows_maps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "wells.toml"
    path.write_text(WOODED, "utf-8")
    assert main(["map", "check", str(path)]) == 0
    assert "is whole: The wooded wells, 300 hexes" in capsys.readouterr().out
    path.write_text(WOODED.replace("woods = [", "wods = [", 1), "utf-8")
    assert main(["map", "check", str(path)]) == 2
    assert "terrain.wods: This game has no 'wods' on its maps. Did you mean 'woods'?" in capsys.readouterr().err
    assert main(["map", "schema", "folio"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(schema_of(FOLIO)))
    assert main(["map", "show", "folio", "sidi-zahran"]) == 0
    assert capsys.readouterr().out == DESERT
    path.write_text(WOODED.replace('"folio"', '"red-actions"', 1), "utf-8")
    with pytest.raises(NoMaps):
        examine_map(path)


def test_a_scenario_without_such_a_file_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(small_battle(), "utf-8")
    assert read_scenario(path) == small_battle()
