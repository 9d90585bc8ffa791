"""What is drawn for a page: for every game that is installed, without knowing which."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from pathlib import Path

import msgspec
import pytest
from starlette.testclient import TestClient

from grognard.engine import SHELF, Ground, Match
from grognard.players import make_player, play_out
from grognard.server.pictures import pictures as art
from grognard.server.pictures.pictures import TONES, PictureStore, art_mark, symbol_id
from grognard.server.pictures.prerender import draw_game

GAMES = SHELF


@pytest.mark.parametrize("game_id", GAMES)
def test_every_counter_seen_in_play_has_a_symbol_on_the_sheet(game_id: str) -> None:
    game = GAMES[game_id]
    if not game.face.counters:
        pytest.skip("this game draws no counters")
    sheet = ET.fromstring(PictureStore(GAMES).counters(game).packed.raw)
    known = {symbol.get("id") for symbol in sheet}
    match = Match.new(game, next(iter(game.scenarios)), seed=2, record=False)
    players = {side: make_player("random") for side in match.sides}
    for _ in range(6):
        play_out(match, players, random.Random(2), 40)
        for side in (None, *match.sides):
            missing = {p.face for p in match.view(side).pieces if symbol_id(p.face) not in known}
            assert missing == set()


def test_what_the_wheel_brings_is_not_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES["folio"]
    draw_game("folio", tmp_path)
    monkeypatch.setattr(art, "SHIPPED", tmp_path / "art")
    monkeypatch.delattr(art, "_ground")  # nothing can be drawn any more
    first = next(iter(game.scenarios))
    assert PictureStore(GAMES).board(game, first, "dark").packed.raw.startswith(b"<svg")
    assert PictureStore(GAMES).letters(game, first, "light").packed.raw.startswith(b"<svg")
    assert PictureStore(GAMES).grid(game, first).kind == "application/json"


@pytest.mark.parametrize("game_id", GAMES)
def test_every_scenario_has_ground_to_lie_on_and_says_what_is_where(game_id: str) -> None:
    game, known = GAMES[game_id], list[Ground]()
    for scenario in game.scenarios:
        ground = game.face.ground(scenario)
        if ground is None:
            pytest.skip("this game has no map")
        if any(ground is other for other in known):
            continue  # it says the same
        known.append(ground)
        grid = msgspec.json.decode(PictureStore(GAMES).grid(game, scenario).packed.raw)
        x, y, wide, high = grid["frame"]
        for hx, hy, words in grid["hexes"].values():
            assert x < hx < x + wide and y < hy < y + high and words


@pytest.mark.parametrize("game_id", GAMES)
def test_the_ground_and_its_lettering_are_sound_svg(game_id: str) -> None:
    game = GAMES[game_id]
    scenario = next(iter(game.scenarios))
    lies_on = game.face.ground(scenario)
    if lies_on is None:
        pytest.skip("this game has no map")
    ground, lettering = lies_on.halves("light")
    for drawn in (ground, lettering):
        assert ET.fromstring(drawn).get("viewBox")
    assert " style=" not in lettering, "it becomes part of the page, whose content security policy forbids it"


def test_a_drawing_is_kept_in_the_data_folder(tmp_path: Path) -> None:
    game = next(iter(GAMES.values()))
    first = PictureStore(GAMES, tmp_path).counters(game)
    kept = list((tmp_path / "art").iterdir())
    assert len(kept) == 1 and kept[0].name.startswith(art_mark(game))
    assert PictureStore(GAMES, tmp_path).counters(game).packed.data == first.packed.data


def test_browsers_keep_marked_pictures_and_get_them_packed_as_they_can(table: TestClient) -> None:
    game = next(iter(GAMES))
    plain = table.get(f"/art/{game}/counters.svg", headers={"accept-encoding": "gzip"})
    assert plain.headers["content-encoding"] == "gzip" and plain.headers["cache-control"] == "no-cache"
    mark = next(g["art"] for g in table.get("/api/games").json()["games"] if g["id"] == game)
    packed = table.get(f"/art/{game}/counters.svg?v={mark}", headers={"accept-encoding": "br"})
    assert packed.headers["content-encoding"] == "br" and "immutable" in packed.headers["cache-control"]
    assert table.get(f"/art/{game}/counters.svg?v=old").headers["cache-control"] == "no-cache"


def test_what_is_drawn_ahead_is_what_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert draw_game("folio", tmp_path) == GAMES["folio"].title
    drawn = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "art").iterdir()}
    monkeypatch.setattr("grognard.board.ground.HexGround.halves", lambda *_: pytest.fail("it is drawn again"))
    art, game = PictureStore(GAMES, tmp_path), GAMES["folio"]
    for tone in TONES:
        assert art.board(game, "sidi-zahran", tone).packed.raw.startswith(b"<svg")
        assert art.card(game, tone).packed.raw.startswith(b"<svg")
    draw_game("folio", tmp_path)
    assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "art").iterdir()} == drawn


def test_a_game_played_in_the_dark_has_its_map_by_night_on_the_box(tmp_path: Path) -> None:
    art = PictureStore(GAMES, tmp_path)
    light, dark = (art.card(GAMES["night-fight"], tone).packed.raw for tone in TONES)
    assert light == dark
    assert GAMES["night-fight"].face.by_night and not GAMES["folio"].face.by_night


def test_a_card_brings_the_letters_it_is_written_in(tmp_path: Path) -> None:
    card = PictureStore(GAMES, tmp_path).card(GAMES["folio"], "light").packed.raw.decode()
    named = {name for name in ("Barlow Condensed", "Alegreya SC", "Alegreya") if name in card.partition("</style>")[2]}
    assert named and all(f"@font-face{{font-family:'{name}'" in card for name in named)
    assert card.startswith("<svg") and "url(http" not in card


def test_a_battle_is_shown_over_its_ground_as_it_plays_today(table: TestClient) -> None:
    made = table.post("/api/matches", json={"game": "tank-leader", "scenario": "the-belikowo-pocket"}).json()
    told = table.get(f"/m/{made['match']}").text
    land = "winter.snow.sparse.forested.rolling"
    assert f'data-land="{land}"' in told
    today, printed = (table.get(f"/art/tank-leader/{name}/board-light.svg") for name in (land, "the-belikowo-pocket"))
    assert today.status_code == printed.status_code == 200 and today.text != printed.text
    assert table.get("/art/tank-leader/winter.snow.sparse.forested.steep/board-light.svg").status_code == 404
    assert table.get("/art/folio/winter.snow.sparse.forested.rolling/board-light.svg").status_code == 404
