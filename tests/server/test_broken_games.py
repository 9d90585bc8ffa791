"""A game of somebody else's that cannot be loaded is left out in one line; everything else goes on."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import grognard
from grognard.cli import main
from grognard.engine import SHELF, Match
from grognard.engine.game.game import BrokenGame
from grognard.server.lobby import catalogue
from grognard.server.serve import read_games
from grognard.studio import open_campaigns

FAULTS = {
    "import error": ("broken_game:GAME", "import there_is_no_such_module\n"),
    "no such name": ("broken_game:NOPE", "x = 1\n"),
    "no game": ("broken_game:GAME", "GAME = 'hello'\n"),
    "an error": ("broken_game:GAME", "raise RuntimeError('boom\\n\\x1b[2J')\n"),
    "an exit": ("broken_game:GAME", "import sys; sys.exit(3)\n"),
}


@pytest.fixture(params=FAULTS)
def broken(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A shelf with a whole game and a broken one."""
    value, code = FAULTS[request.param]
    (tmp_path / "broken_game.py").write_text(code)
    monkeypatch.syspath_prepend(str(tmp_path))
    whole = SHELF._entries["folio"]
    entries = {"broken": EntryPoint("broken", value, "grognard.games"), "folio": whole}
    monkeypatch.setitem(SHELF.__dict__, "_entries", entries)
    monkeypatch.setattr(SHELF, "left_out", {})
    yield
    monkeypatch.delitem(__import__("sys").modules, "broken_game", raising=False)


def test_it_is_left_out_with_one_line_in_the_log(broken: None, caplog: pytest.LogCaptureFixture) -> None:
    """F8: one package ended the whole server with a traceback."""
    with caplog.at_level(logging.ERROR):
        open_campaigns()
        read_games()
    assert [game.id for game in SHELF.values()] == ["folio"] == list(SHELF)
    assert len(caplog.records) == 1 and "'broken'" in caplog.text and "\x1b" not in caplog.records[0].message
    assert len(caplog.records[0].message.splitlines()) == 1


def test_whoever_wants_it_is_told_why(broken: None, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        with pytest.raises(BrokenGame, match=r"^The game 'broken' cannot be loaded and is left out"):
            grognard.game("broken")
    assert SHELF.get("broken") is None and "broken" not in SHELF
    assert grognard.new("folio", "sidi-zahran").sides
    assert main(["rules", "broken"]) == 2
    assert "cannot be loaded" in capsys.readouterr().err


def test_the_list_of_games_goes_on(broken: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert "Sidi Zahran" in capsys.readouterr().out


def test_the_lobby_names_it(broken: None, table: TestClient) -> None:
    open_campaigns()
    found = table.get("/api/games").json()
    assert [game["id"] for game in found["games"]] == ["folio"] and found["left_out"] == ["broken"]
    assert table.post("/api/matches", json={"game": "folio", "scenario": "sidi-zahran"}).status_code == 201
    assert table.post("/api/matches", json={"game": "broken", "scenario": "x"}).status_code < 500


def test_a_game_that_breaks_when_it_is_listed_is_left_out_too(
    table: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SHELF, "left_out", {})
    about = catalogue.about
    monkeypatch.setattr(catalogue, "about", lambda game: 1 / 0 if game.id == "korsun" else about(game))
    found = table.get("/api/games").json()
    assert "korsun" not in {game["id"] for game in found["games"]} and found["left_out"] == ["korsun"]
    assert Match.new(SHELF["folio"], "sidi-zahran").sides
