"""A scenario of one's own at the table: in the lobby, in a match, after a restart without its file, elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

import grognard
from grognard.engine import Match
from grognard.engine.game.scenario import ScenarioSet
from grognard.server.app import WebApp
from grognard.server.storage.store import Store, sqlite_url
from grognard.studio import begin, edited, read_folder
from grognard.studio.edits import Paint, Put
from tests.server.play import look, new_match

FOLIO = grognard.game("folio")


def table(folder: Path) -> TestClient:
    return TestClient(WebApp(Store(sqlite_url(folder)), rate=10_000, making=10_000).app())


@pytest.fixture
def mine(tmp_path: Path) -> str:
    """A scenario in a data folder, read as `grognard serve` reads it; its id."""
    text = (FOLIO.folder / "data/scenarios/sidi-zahran.toml").read_text("utf-8")
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios/my.toml").write_text(text.replace('"sidi-zahran"\ntitle', '"my-fort"\ntitle'), "utf-8")
    assert not read_folder(tmp_path)
    return FOLIO.find_scenario("my-fort")


def forget(scenario: str) -> None:
    """As in a process that has never seen its file."""
    box = FOLIO.scenarios
    assert isinstance(box, ScenarioSet)
    box._listed.remove(scenario)
    del box.known[scenario], box.texts[scenario]


def test_it_is_listed_played_and_opened_again_where_the_file_is_gone(mine: str, tmp_path: Path) -> None:
    wish = {"game": "folio", "scenario": mine, "seats": {"German": "friend"}}
    with table(tmp_path / "one") as first:
        (folio,) = [game for game in first.get("/api/games").json()["games"] if game["id"] == "folio"]
        assert [row["id"] for row in folio["scenarios"]] == list(FOLIO.scenarios) and mine in FOLIO.scenarios
        assert folio["scenarios"][-1].keys() >= {"id", "title", "date", "turns", "blurb", "tasks"}
        match, key, _ = new_match(first, **wish)
        assert look(first, match, key)["table"]["scenario"]["id"] == mine
    forget(mine)
    with table(tmp_path / "one") as again:
        (found,) = again.post("/api/mine", json={"matches": [{"match": match, "key": key}]}).json()["matches"]
        assert found["scenario"] == "Sidi Zahran" and mine in FOLIO.scenarios and mine not in list(FOLIO.scenarios)
        assert look(again, match, key)["table"]["scenario"]["id"] == mine


def test_a_record_brings_its_scenario_to_another_server(mine: str, tmp_path: Path) -> None:
    record = Match.new(FOLIO, mine, seed=1).record()
    forget(mine)
    with table(tmp_path / "other") as other:
        made = other.post("/api/records", content=record)
        assert made.status_code in (200, 201), made.text
        assert mine in FOLIO.scenarios and mine not in list(FOLIO.scenarios)
        spoilt = other.post("/api/records", content=record.replace(b"turns = 8", b"turns = 9"))
        assert spoilt.status_code >= 400


def test_a_map_of_its_own_is_shown_in_the_weather_of_the_battle(tmp_path: Path) -> None:
    tanks = grognard.game("tank-leader")
    strokes = (Paint("terrain", "black_buildings", ("2020",)), Put(("season",), "winter"), Put(("ground",), "snow"))
    own = tanks.add_scenario(edited(tanks, begin(tanks, "lipki"), strokes), "my.toml").id
    with table(tmp_path) as client:
        match, key, _ = new_match(client, game="tank-leader", scenario=own)
        land = look(client, match, key)["table"]["land"]
        assert land.startswith("winter.snow.") and land.endswith(own)
        assert client.get(f"/art/tank-leader/{land}/board-light.svg").text.startswith("<svg")
        assert client.get(f"/art/tank-leader/summer.normal.{land[12:]}/board-light.svg").status_code == 404
