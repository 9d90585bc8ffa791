"""Friends: names, invitations open to all, whose turn it is, clocks and ratings."""

from __future__ import annotations

import time
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from grognard.players import LEVELS
from grognard.server.app import WebApp
from grognard.server.matches import personal_lobby, registry
from grognard.server.storage.schema import MATCHES
from tests.server.play import Plain, look, new_match, order, take

FOLIO = {"game": "folio", "scenario": "sidi-zahran", "seats": {"German": "friend"}}


def claim(table: TestClient, match: str, **wish: str) -> Any:
    return table.post(f"/api/matches/{match}/claim", json=wish)


def seats_of(scene: Plain) -> dict[str, Plain]:
    return {seat["side"]: seat for seat in scene["table"]["seats"]}


def finish(table: TestClient, wish: Plain, loser: str) -> None:
    """A match between two people, given up by one."""
    match, key, made = new_match(table, name="Anna", player="anna's", **{**FOLIO, **wish})
    guest = claim(table, match, invite=made["invites"]["German"], name="Ben", player="ben's").json()["key"]
    keys = {"British": key, "German": guest}
    assert order(table, match, keys[loser], do="resign", side=loser, decision=0).status_code == 200


def test_everybody_is_called_what_he_wants(table: TestClient) -> None:
    match, key, made = new_match(table, name="Anna", **FOLIO)
    claim(table, match, invite=made["invites"]["German"], name="Ben <b>")
    assert {side: seat["name"] for side, seat in seats_of(look(table, match, key)).items()} == {
        "British": "Anna",
        "German": "Ben <b>",
    }
    assert table.post("/api/matches", json={**FOLIO, "name": "x\n"}).status_code == 400
    assert table.post("/api/matches", json={**FOLIO, "name": "x" * 41}).status_code == 400


def test_invitations_that_are_listed_stand_in_the_lobby_and_anybody_takes_them_once(table: TestClient) -> None:
    closed, _, _ = new_match(table, **FOLIO)
    match, _, _ = new_match(table, name="Anna", listed=True, clock={"days": 2}, **FOLIO)
    (found,) = table.get("/api/open").json()["open"]
    assert (found["match"], found["side"], found["host"], found["clock"]["each"]) == (match, "German", "Anna", 172_800)
    assert claim(table, closed, side="German").status_code == 401
    assert claim(table, match, side="British").status_code == 401
    assert claim(table, match, side="German", name="Ben").status_code == 200
    assert claim(table, match, side="German").status_code == 401
    assert table.get("/api/open").json()["open"] == []


def test_my_matches_tell_whose_turn_it_is(table: TestClient) -> None:
    match, key, made = new_match(table, name="Anna", **FOLIO)

    def mine() -> Plain:
        (found,) = table.post("/api/mine", json={"matches": [{"match": match, "key": key}]}).json()["matches"]
        return dict(found)

    claim(table, match, invite=made["invites"]["German"], name="Ben")
    found = mine()
    assert found["players"] == {"British": "Anna", "German": "Ben"} and len(found["waits"]) == 1
    assert found["yours"] == (found["waits"] == ["British"]) and found["clock"] is None


# ------------------------------------------------------------------ clocks


def test_a_clock_runs_when_everybody_is_there_and_only_for_who_is_asked(table: TestClient) -> None:
    match, key, made = new_match(table, clock={"minutes": 30}, **FOLIO)
    assert look(table, match, key)["clock"]["runs"] == []
    claim(table, match, invite=made["invites"]["German"])
    scene = look(table, match, key)
    assert scene["clock"]["runs"] == scene["asked"] and scene["clock"]["bank"] == 1800


@pytest.mark.parametrize("end", ["lose", "recruit", "wait"])
def test_at_the_end_of_time_happens_what_was_agreed(app: WebApp, table: TestClient, end: str) -> None:
    match, key, made = new_match(table, clock={"minutes": 1, "end": end}, **FOLIO)
    guest = claim(table, match, invite=made["invites"]["German"]).json()["key"]
    (late,) = look(table, match, key)["asked"]
    portal = table.portal
    assert portal is not None
    portal.call(app.house.expire_clocks, time.time() + 50)
    assert look(table, match, key)["asked"] == [late], "nothing happens before"
    portal.call(app.house.expire_clocks, time.time() + 61)
    scene = look(table, match)
    if end == "lose":
        assert scene["result"]["winners"] and late not in scene["result"]["winners"]
    elif end == "wait":
        assert scene["result"] is None and scene["asked"] == [late]
    else:
        assert seats_of(scene)[late]["player"] == "recruit"
        keys = {"British": key, "German": guest}
        assert order(table, match, keys[late], do="undo", decision=0).status_code == 401


def test_a_clock_that_cannot_be_is_refused(table: TestClient) -> None:
    for clock in ({}, {"minutes": 5, "days": 1}, {"minutes": 5, "end": "cheater"}):
        got = table.post("/api/matches", json={**FOLIO, "clock": clock})
        assert got.status_code == 422, got.text
    assert table.post("/api/matches", json={**FOLIO, "clock": {"minutes": -5}}).status_code == 400


def test_a_clock_is_known_after_a_restart(app: WebApp, table: TestClient) -> None:
    match, key, _ = new_match(table, clock={"minutes": 30}, game="folio", scenario="sidi-zahran")
    scene = look(table, match, key)
    assert take(table, match, key, scene).status_code == 200
    app.house._rooms.clear()
    clock = look(table, match, key)["clock"]
    assert clock["runs"] and 0 < clock["left"][clock["runs"][0]] <= 1800


# ------------------------------------------------------------------ ratings


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches that are given up at once count too."""
    monkeypatch.setattr(personal_lobby, "FEW", 0)


@pytest.mark.usefixtures("short")
def test_ratings_come_from_finished_matches_of_those_who_want_one(table: TestClient) -> None:
    assert table.get("/api/ratings/folio").json()["players"] == []
    finish(table, {}, "German")
    finish(table, {}, "German")
    match, key, _ = new_match(table, **{**FOLIO, "seats": {"German": "recruit"}})  # without a name nobody is rated
    order(table, match, key, do="resign", side="British", decision=look(table, match, key)["decision"])
    first, second = table.get("/api/ratings/folio").json()["players"]
    assert (first["name"], second["name"]) == ("Anna", "Ben") and first["matches"] == 2
    assert first["rating"] > 1500 > second["rating"] and not first["sure"] and first["mark"] != second["mark"]
    assert table.get("/api/ratings/chess").status_code == 404


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("level", LEVELS)
def test_the_computer_is_rated_too(table: TestClient, level: str) -> None:
    match, key, _ = new_match(table, name="Anna", player="a", **{**FOLIO, "seats": {"German": level}})
    while not (scene := look(table, match, key))["result"]:
        order(table, match, key, do="resign", side="British", decision=scene["decision"])
    assert [player["name"] for player in table.get("/api/ratings/folio").json()["players"]] == [level, "Anna"]


def test_f6_a_match_of_a_few_answers_counts_for_nobody(table: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(personal_lobby, "FEW", 3)
    finish(table, {}, "German")
    assert table.get("/api/ratings/folio").json()["players"] == []
    match, key, made = new_match(table, name="Anna", player="anna's", **FOLIO)
    claim(table, match, invite=made["invites"]["German"], name="Ben", player="ben's")
    for _ in range(3):
        assert take(table, match, key, look(table, match, key)).is_success
    order(table, match, key, do="resign", side="British", decision=3)
    assert [player["name"] for player in table.get("/api/ratings/folio").json()["players"]] == ["Ben", "Anna"]


@pytest.mark.usefixtures("short")
def test_f6_the_same_two_count_three_times_a_day_and_twenty_times_in_all(app: WebApp, table: TestClient) -> None:
    def counted() -> int:
        app.house.friends._rated.clear()
        return int(table.get("/api/ratings/folio").json()["players"][0]["matches"])

    for _ in range(24):
        finish(table, {}, "German")
    assert counted() == personal_lobby.A_DAY
    with app.house.store.engine.begin() as db:
        for n, found in enumerate(db.execute(sa.select(MATCHES.c.id)).scalars().all()):
            db.execute(MATCHES.update().where(MATCHES.c.id == found), {"touched": n * 86_400.0})
    assert counted() == personal_lobby.OF_EACH


@pytest.mark.usefixtures("short")
def test_f6_a_scenario_of_ones_own_counts_for_nobody(app: WebApp, table: TestClient) -> None:
    finish(table, {}, "German")
    with app.house.store.engine.begin() as db:
        db.execute(MATCHES.update(), {"scenario": "walkover@0123456789abcdef"})
    assert table.get("/api/ratings/folio").json()["players"] == []


@pytest.mark.usefixtures("short")
def test_f6_who_is_relieved_by_a_computer_has_lost(app: WebApp, table: TestClient) -> None:
    wish = {**FOLIO, "seats": {"German": "recruit"}, "clock": {"minutes": 1, "end": "recruit"}}
    new_match(table, name="Anna", player="anna's", **wish)
    assert table.portal is not None
    table.portal.call(app.house.expire_clocks, time.time() + 61)
    players = table.get("/api/ratings/folio").json()["players"]
    assert [player["name"] for player in players] == ["recruit", "Anna"]
    assert players[0]["rating"] > 1500 > players[1]["rating"]


@pytest.mark.usefixtures("short")
def test_f6_who_is_relieved_and_not_rated_makes_no_rating(app: WebApp, table: TestClient) -> None:
    new_match(table, **{**FOLIO, "seats": {"German": "recruit"}, "clock": {"minutes": 1, "end": "recruit"}})
    assert table.portal is not None
    table.portal.call(app.house.expire_clocks, time.time() + 61)
    assert table.get("/api/ratings/folio").json()["players"] == []


def test_the_house_looks_at_clocks_by_itself() -> None:
    assert 0 < registry.TICK <= 5
