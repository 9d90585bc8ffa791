"""A stranger's game: the example is installed as anybody's would be, and played everywhere."""

from __future__ import annotations

import importlib
import random
import re
import warnings
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pettingzoo.test import api_test
from starlette.testclient import TestClient

import grognard
from grognard import cli, env, lab
from grognard.conformance.__main__ import main as conformance
from grognard.engine import Face, Game, Match, Mind, RiggedDice, Rules, verify
from grognard.players import make_player, play_out
from grognard.school.coach import play_through
from grognard.school.lesson import lessons_of
from grognard.school.path import path_of, remark
from grognard.server.app import WebApp
from grognard.server.storage.store import Store, sqlite_url
from grognard.terminal.session import Session
from tests.conformance.examples import EXAMPLES, installed
from tests.server.play import look, new_match, take
from tests.terminal.helpers import screen, type_into

EXAMPLE = EXAMPLES / "crossroads"


@pytest.fixture(scope="module", autouse=True)
def crossroads(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The example on the path, with the entry point that its pyproject.toml declares."""
    with installed(EXAMPLE, tmp_path_factory.mktemp("site")):
        yield importlib.import_module("crossroads")


def begun(seed: int = 1) -> Match:
    return grognard.new("crossroads", "meeting", seed=seed)


# ------------------------------------------------------------------ the page it fits on


def test_it_fits_on_a_page() -> None:
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in EXAMPLE.rglob("*.py"))
    assert lines <= 150


def test_the_page_on_adding_a_game_shows_the_whole_of_it() -> None:
    page = (EXAMPLE.parents[1] / "docs" / "tutorials" / "crossroads.md").read_text("utf-8")
    shown = {line.strip() for line in page.splitlines()}
    for path in sorted(EXAMPLE.rglob("*")):
        if path.suffix in (".py", ".toml", ".tsv") and path.parent.name != "lessons":  # write-a-lesson.md has those
            lost = [line for line in path.read_text("utf-8").splitlines() if line.strip() not in shown | {""}]
            assert not lost, f"{path.name}: {lost[0]!r} is not on the page"


@pytest.mark.parametrize("record", [Game, Rules, Mind, Face])
def test_the_page_names_every_member_an_author_can_give(record: type[Any]) -> None:
    page = (EXAMPLE.parents[1] / "docs" / "tutorials" / "crossroads.md").read_text("utf-8")
    missing = [member.name for member in fields(record) if not re.search(rf"`{member.name}\b", page)]
    assert not missing, f"nothing is said of {record.__name__}: {missing}"


# ------------------------------------------------------------------ its rules


def test_a_squad_goes_to_an_empty_hex_nearby(crossroads: ModuleType) -> None:
    match = begun()
    match.take(crossroads.Choose("r1"))
    for place, rule in (("0203", "CR-2.1"), ("0201", "CR-2.2"), ("nowhere", "CR-2.1")):
        refusal = match.why_not(crossroads.Move(place))
        assert refusal is not None and refusal.rule == rule
    match.take(crossroads.Move("0202"))
    assert match.state.pieces["r1"].place == "0202"
    match.undo()
    assert match.state.pieces["r1"].place == "0101"


@pytest.mark.parametrize(("place", "die", "hit"), [("0202", 4, False), ("0202", 5, True), ("0102", 4, True)])
def test_the_wood_protects(crossroads: ModuleType, place: str, die: int, hit: bool) -> None:
    squads = [crossroads.Squad("r1", "red", "0101"), crossroads.Squad("b1", "blue", place)]
    g = grognard.position("crossroads", "meeting", squads, crossroads.Turn("r1")).state
    g.dice = RiggedDice([die])
    g.answer("red", crossroads.Fire("b1"))
    assert ("b1" not in g.pieces) is hit
    assert (g.result is not None) is hit


def test_the_odds_of_a_shot_are_those_of_its_column(crossroads: ModuleType) -> None:
    squads = [crossroads.Squad("r1", "red", "0101"), crossroads.Squad("b1", "blue", "0202")]
    match = grognard.position("crossroads", "meeting", squads, crossroads.Turn("r1"))
    assert str(match.odds(crossroads.Fire("b1"))) == "No effect 66.7%, Eliminated 33.3%"


def test_whoever_stands_on_the_crossroads_at_the_end_wins(crossroads: ModuleType) -> None:
    match = begun()
    for action in (crossroads.Choose("r1"), crossroads.Move("0202")):
        match.take(action)
    assert [aim.met for aim in match.aims("red")] == [True, False]
    while not match.over:
        match.take(crossroads.EndTurn())
    assert match.result is not None and match.result.winners == ("red",)


# ------------------------------------------------------------------ everywhere


def test_it_holds_to_everything_a_game_must(capsys: pytest.CaptureFixture[str]) -> None:
    assert conformance(["crossroads"]) == 0, capsys.readouterr().out


def test_it_is_played_at_the_keyboard_and_told_in_its_own_hexes() -> None:
    match, rng = begun(), random.Random(3)
    console, printed = screen(120, 40)

    def keyboard(prompt: str) -> str:
        return "" if "?" in prompt or match.over else str(rng.choice(session.choices).number)

    session = Session(match, {}, console, keyboard)
    session.play()
    assert match.over
    assert "Two roads meet in a wood" in printed()
    assert "1st Rifles" in printed()


def test_every_hex_that_the_terminal_names_is_on_the_map(crossroads: ModuleType) -> None:
    _, printed = type_into(begun(), "help", "why", "look", "map x", "sight")
    assert "2508" not in printed
    hexes = {word for word in printed.split() if word.isdecimal() and len(word) == 4 and word != "1944"}
    assert hexes and hexes <= set(crossroads.MAP.grid.hexes)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(WebApp(Store(sqlite_url(tmp_path)), rate=10_000, making=10_000).app()) as client:
        yield client


def test_it_is_played_in_the_browser(table: TestClient) -> None:
    match, key, _ = new_match(table, game="crossroads", scenario="meeting")
    scene = look(table, match, key)
    assert [piece["name"] for piece in scene["pieces"]["changed"]][:2] == ["1st Rifles", "2nd Rifles"]
    for _ in range(200):
        if scene["result"]:
            break
        assert take(table, match, key, scene).status_code == 200
        scene = look(table, match, key)
    assert scene["result"]["cite"] in ("CR-4.1", "CR-4.2")


@pytest.mark.parametrize(
    "what", ["counters.svg", "rules.json", "card-light.svg", "meeting/board-dark.svg", "meeting/grid.json"]
)
def test_its_pictures_are_drawn(table: TestClient, what: str) -> None:
    assert table.get(f"/art/crossroads/{what}").status_code == 200


def test_it_is_measured_in_the_lab() -> None:
    found = lab.winrates("crossroads", "meeting", 20)
    assert set(found) == {"red", "blue"}
    assert sum(rate.wins for rate in found.values()) <= 20
    assert found["red"].matches == 20
    assert found == lab.winrates("crossroads", "meeting", 20)


def test_it_is_an_environment() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env.make("grognard/crossroads-meeting-v1"), num_cycles=60)


def test_its_matches_are_saved_loaded_and_verified(tmp_path: Path) -> None:
    match, file = begun(), tmp_path / "meeting.grog"
    play_out(match, {side: make_player("doctrine") for side in match.sides}, random.Random(1))
    match.save(file)
    assert verify(file.read_bytes()).result == match.result == grognard.load(file).result


def test_its_rules_and_its_map_are_looked_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["rules", "crossroads", "3.3"]) == 0
    assert "Fire.preview" in capsys.readouterr().out
    assert cli.main(["board", "crossroads", "-o", str(tmp_path / "map.svg")]) == 0
    assert (tmp_path / "map.svg").read_text("utf-8").startswith("<svg")
    assert cli.main(["odds", "crossroads", "fire", "in the open"]) == 0
    assert "E 50.0%" in capsys.readouterr().out


# ------------------------------------------------------------------ school


def test_it_brings_a_lesson_and_a_first_battle_of_its_own() -> None:
    game = grognard.game("crossroads")
    [lesson] = lessons_of(game)
    assert play_through(lesson) == 7
    path = path_of(game)
    said = remark(path, begun(), "red", ()) if path else None
    assert said is not None and said.id == "choose"
