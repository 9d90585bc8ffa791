"""The studio at the table: what its page asks, and what strangers may send."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from grognard.engine import SHELF
from grognard.server.app import WebApp
from grognard.server.jobs import fairness
from grognard.server.jobs.fairness import Trial, results, try_out
from grognard.server.matches.seats import fingerprint
from grognard.server.storage.store import Store, sqlite_url
from tests.server.play import look
from tests.studio.test_studio import small_battle

ME = "0123456789abcdef0123"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("table")
    app = WebApp(Store(sqlite_url(folder)), folder, rate=10_000, making=10_000).app()
    with TestClient(app) as client:
        yield client


def asked(desk: TestClient, what: str, status: int = 200, **wish: Any) -> Any:
    answer = desk.post(f"/api/studio/{what}", json=wish)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_scenario_is_begun_changed_and_judged(desk: TestClient) -> None:
    sheet = asked(desk, "begin", game="folio")
    assert {row["key"] for row in sheet["problems"]} == {"aim", "force"}
    edits = [{"edit": "place", "unit": "B-01", "place": "1107", "side": "British"}]
    changed = asked(desk, "read", text=sheet["text"], edits=edits)
    assert [one["place"] for one in changed["counters"]] == ["1107"]
    assert tomllib.loads(changed["text"]) == changed["data"]


def test_the_tools_of_a_game_are_its_units_and_its_schema(desk: TestClient) -> None:
    tools = desk.get("/api/studio/folio").json()
    assert len(tools["roster"]) == 60 and tools["schema"]["$ref"].endswith("BattleFile")
    assert desk.get("/api/studio/nothing").status_code == 404


def test_it_is_played_at_once_or_its_problems_are_told(desk: TestClient) -> None:
    made = asked(desk, "play", 201, text=small_battle(), side="German")
    assert made["sides"] == ["German"] and look(desk, made["match"], made["key"])["table"]["game"] == "folio"
    wrong = asked(desk, "play", 422, text=asked(desk, "begin", game="folio")["text"])
    assert wrong["error"] and {row["key"] for row in wrong["problems"]} == {"aim", "force"}


def test_it_is_kept_for_one_person_and_thrown_away(desk: TestClient) -> None:
    text = small_battle()
    kept = asked(desk, "keep", person=ME, text=text)["kept"]
    assert kept == [{"id": "my-battle", "game": "folio", "title": "My battle"}]
    assert asked(desk, "keep", person=ME, name="my-battle")["text"] == text
    assert asked(desk, "keep", person="somebody else altogether")["kept"] == []
    asked(desk, "keep", 404, person="somebody else altogether", name="my-battle")
    asked(desk, "keep", 404, person=ME, name="../../server")
    assert asked(desk, "keep", person=ME, name="my-battle", away=True)["kept"] == []


def test_a_link_leads_anybody_to_the_text(desk: TestClient) -> None:
    link = asked(desk, "link", text=small_battle())["link"]
    assert desk.get(f"/api/studio/links/{link}").json()["text"] == small_battle()
    assert desk.get("/api/studio/links/..%2f..%2fserver").status_code == 404


def test_the_table_of_a_file_is_drawn(desk: TestClient) -> None:
    mark = asked(desk, "begin", game="red-actions")["table"]
    assert desk.get(f"/api/studio/tables/{mark}/board-light.svg").text.startswith("<svg")
    assert desk.get(f"/api/studio/tables/{mark}/grid.json").json()["inch"] > 0
    assert desk.get(f"/api/studio/tables/{mark}/other.svg").status_code == 404


def test_a_position_of_ones_own_match_becomes_a_text_and_a_strangers_does_not(desk: TestClient) -> None:
    seats = {"British": "me", "German": "me"}
    made = desk.post("/api/matches", json={"game": "folio", "scenario": "sidi-zahran", "seats": seats}).json()
    where, key = f"/api/matches/{made['match']}/studio", {"authorization": f"Bearer {made['key']}"}
    text = desk.post(where, json={"frame": 0}, headers=key).json()["text"]
    assert asked(desk, "read", text=text)["problems"] == []
    assert desk.post(where, json={"frame": 0}).status_code == 403


@pytest.mark.parametrize("game", ["folio", "korsun", "panzer-blitz", "red-actions"])
def test_a_position_of_a_match_that_goes_on_is_what_its_player_sees(desk: TestClient, game: str) -> None:
    scenario = next(iter(SHELF[game].scenarios))
    first, other = desk.post("/api/sides", json={"game": game, "scenario": scenario}).json()["sides"]
    seats = {first: "me", other: "regular"}
    made = desk.post("/api/matches", json={"game": game, "scenario": scenario, "seats": seats}).json()
    key = {"authorization": f"Bearer {made['key']}"}
    text = desk.post(f"/api/matches/{made['match']}/studio", json={"frame": 0}, headers=key).json()["text"]
    assert first in {one["side"] for one in asked(desk, "read", text=text)["counters"]}
    branch = desk.post(f"/api/matches/{made['match']}/branch", json={"frame": 0, "seats": seats}, headers=key)
    assert branch.status_code == 403


HOSTILE = {
    "no game": "x = 1",
    "no TOML": "]]]",
    "a number too long": f'game = "folio"\nturns = {"9" * 3000}',
    "a longer number than a page holds": f'game = "folio"\nturns = {"9" * 40}',
    "a date": 'game = "folio"\ntitle = 1979-05-27',
    "deep": 'game = "folio"\nx = ' + "[" * 3000 + "]" * 3000,
    "a key of many parts": 'game = "folio"\n' + ".".join("a" * 40_000) + " = 1",
    "a number in another base": f'game = "folio"\nx = 0x{"f" * 200_000}',
    "a line of a position nested deep": 'game = "folio"\nposition = [\'piece B-01 British 1711 '
    + '{"a":' * 20_000
    + "1'] # "
    + "}" * 20_000,
    "markup": small_battle().replace("My battle", "<img src=x onerror=alert(1)>"),
    "no table": 'game = "red-actions"\ntable = ["a", nan]\nterrain = [{ polygon = [[1], 2, "x"] }]\nunit = 3',
}


@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_is_sent_is_laid_out_or_refused(desk: TestClient, name: str) -> None:
    answer = desk.post("/api/studio/read", json={"text": HOSTILE[name]})
    assert answer.status_code == 200 and answer.headers["content-type"] == "application/json"
    mark = answer.json()["table"]
    assert not mark or desk.get(f"/api/studio/tables/{mark}/board-light.svg").status_code == 200


def test_too_much_is_refused(desk: TestClient) -> None:
    assert desk.post("/api/studio/read", json={"text": "#" * 300_000}).status_code == 400
    assert desk.post("/api/studio/read", json={"text": "#" * 600_000}).status_code == 413
    deep = {"edit": "put", "path": ["blurb"], "value": json.loads("[" * 500 + "]" * 500)}
    assert desk.post("/api/studio/read", json={"text": small_battle(), "edits": [deep]}).status_code == 400
    edits = [{"edit": "drop", "path": ["aim"]}] * 300
    assert desk.post("/api/studio/read", json={"text": small_battle(), "edits": edits}).status_code == 400


def test_no_more_is_kept_than_there_is_room_for(desk: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.server.studio.saved_scenarios.EACH", 1)
    asked(desk, "keep", person=ME, text=small_battle())
    asked(desk, "keep", 409, person=ME, text=small_battle().replace("my-battle", "another"))
    asked(desk, "keep", 403, person="short", text=small_battle())
    monkeypatch.setattr("grognard.server.studio.saved_scenarios.MOST", 1)
    asked(desk, "link", 503, text=small_battle() + "# more")


def test_a18_the_files_of_an_older_studio_are_brought_into_the_database_once(tmp_path: Path) -> None:
    drawer = tmp_path / "studio" / fingerprint(ME)[:32]
    drawer.mkdir(parents=True)
    (drawer / "my-battle.toml").write_text(small_battle(), "utf-8")
    (drawer / "no-scenario.toml").write_text("]]]", "utf-8")
    (tmp_path / "studio" / "links").mkdir()
    (tmp_path / "studio" / "links" / f"{'0a' * 12}.toml").write_text(small_battle(), "utf-8")
    for _ in range(2):
        with TestClient(WebApp(Store(sqlite_url(tmp_path)), tmp_path, rate=10_000, making=10_000).app()) as desk:
            assert [each["id"] for each in asked(desk, "keep", person=ME)["kept"]] == ["my-battle"]
            assert asked(desk, "keep", person=ME, name="my-battle")["text"] == small_battle()
            assert desk.get(f"/api/studio/links/{'0a' * 12}").json()["text"] == small_battle()
    assert not (tmp_path / "studio").exists() and (tmp_path / "studio.moved").is_dir(), "nothing is thrown away"


# ------------------------------------------------------------------ is it fair?


def test_two_strengths_are_played_by_turns_and_told_after_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness, "AT_LAST", {"grognard": "search:1"})
    told = list(results(small_battle(), 2))
    played = [[one["played"] for one in found["strengths"]] for found in told]
    assert played == [[1, 0, 0], [1, 1, 0], [2, 1, 0], [2, 2, 0], [2, 2, 1], [2, 2, 2]], "those who think come last"
    assert [found["done"] for found in told] == [False] * 5 + [True]
    last = told[-1]
    assert last["sides"] == ["the British", "the Germans"]
    assert all(0 <= one["low"] <= one["share"] <= one["high"] <= 1 for one in last["strengths"])
    assert sum(row["count"] for row in last["ends"]) == last["played"] == last["of"] == 6


def test_a_faulty_text_is_not_tried_out() -> None:
    said: list[bytes] = []
    try_out(msgspec.msgpack.encode(Trial('game = "folio"', 1)), said.append)
    assert b'"done":true' in said[0] and b'"problems":[{' in said[0]


def test_the_server_tries_out_and_stops_when_it_is_told(desk: TestClient) -> None:
    found = asked(desk, "fair", text=small_battle(), matches=200)
    assert not found["done"] and found["of"] == 600
    asked(desk, f"fair/{found['job']}/stop")
    for _ in range(200):
        found = desk.get(f"/api/studio/fair/{found['job']}").json()
        if found["done"]:
            break
    assert found["done"] and found["stopped"] and desk.get("/api/studio/fair/none").status_code == 404


def test_every_page_has_the_head_that_all_have_in_common(desk: TestClient) -> None:
    for page in ("/", "/studio"):
        html = desk.get(page).text
        assert html.count('<meta charset="utf-8">') == 1 and "-all.css" in html and "<!-- head -->" not in html


def test_a_painted_map_is_drawn_and_given_as_a_file(desk: TestClient) -> None:
    edits = [{"edit": "paint", "layer": "terrain", "kind": "woods", "places": ["0706", "0707"]}]
    sheet = asked(desk, "read", text=asked(desk, "begin", game="folio", scenario="sidi-zahran")["text"], edits=edits)
    assert desk.get(f"/api/studio/tables/{sheet['table']}/board-dark.svg").text.startswith("<svg")
    assert "woods" in desk.get(f"/api/studio/tables/{sheet['table']}/grid.json").json()["hexes"]["0706"][2]
    assert "0707" in tomllib.loads(asked(desk, "map", text=sheet["text"])["text"])["terrain"]["woods"]
    asked(desk, "map", 422, text=small_battle())
    words = desk.get("/api/studio/folio").json()["words"]
    assert words["terrain"]["woods"] == "Woods" and "grid" not in words
    assert desk.get("/api/studio/korsun").json()["words"]["grid"]["columns"] == [1, 55]
