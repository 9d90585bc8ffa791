"""Scenarios that visitors bring have so much room, are let go when nobody needs them, and come back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from grognard.engine import SHELF, Match, ScenarioError
from grognard.engine.game import scenario as scenarios
from grognard.engine.game.scenario import ScenarioSet
from grognard.server.app import WebApp
from grognard.server.storage.store import Store, sqlite_url
from grognard.server.web.allowance import Limits
from grognard.studio import check, examine_text, open_campaigns
from grognard.studio.check import temporary_scenario
from grognard.studio.layout import text_of
from tests.server.play import look, order

FOLIO = SHELF["folio"]
BOX: ScenarioSet[Any] = FOLIO.scenarios  # type: ignore[assignment]
TEXT = text_of(FOLIO, "sidi-zahran")
PADDING = ("# " + "x" * 97 + "\n") * 2000  # 200 kB


def mine(name: str, padding: str = "") -> str:
    return TEXT.replace('id = "sidi-zahran"', f'id = "{name}"') + padding


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What was added a moment ago may go; nothing that a test adds stays."""
    monkeypatch.setattr(scenarios, "FRESH", 0.0)
    monkeypatch.setattr(ScenarioSet.free, "__defaults__", (0.0,))
    monkeypatch.setattr("grognard.server.matches.own_scenarios.SOON", 0.0)
    before = {game.id: set(game.scenarios.texts) for game in SHELF.values() if isinstance(game.scenarios, ScenarioSet)}
    yield
    for name, known in before.items():
        box: Any = SHELF[name].scenarios
        for added in set(box.texts) - known:
            box.drop(added)


def played(table: TestClient, text: str) -> Any:
    return table.post("/api/studio/play", json={"text": text})


def table_with(tmp_path: Path, own: int) -> WebApp:
    limits = Limits(own=own, matches=1e4, matches_at_once=1e4, requests=1e4, requests_at_once=1e4)
    return WebApp(Store(sqlite_url(tmp_path)), limits=limits)


def test_texts_that_nobody_needs_make_room_for_others(
    app: WebApp, table: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F11: 64 MiB of texts from one address shut everybody else out until the next start."""
    monkeypatch.setattr(scenarios, "HELD", 3 * len(PADDING))
    for n in range(8):
        assert played(table, mine(f"evil-{n}", PADDING)).status_code == 201
        app.house._rooms.clear()
    assert played(table, mine("honest")).status_code == 201
    assert sum(map(len, BOX.texts.values())) <= 3 * len(PADDING)


def test_a_match_whose_scenario_was_let_go_is_opened_again(app: WebApp, table: TestClient) -> None:
    made = played(table, mine("mine")).json()
    name = next(known for known in BOX.texts if known.startswith("mine@"))
    assert not BOX.free(name), "its room is open"
    app.house._rooms.clear()
    assert BOX.free(name) and name not in BOX.known
    assert look(table, made["match"], made["key"])["view"]
    assert name in BOX.known


def test_what_is_in_play_stays_and_others_are_told_to_wait(app: WebApp, table: TestClient, monkeypatch: Any) -> None:
    monkeypatch.setattr(scenarios, "HELD", sum(map(len, BOX.texts.values())) + 2 * len(PADDING))
    made = played(table, mine("long", PADDING)).json()
    got = played(table, mine("longer", PADDING))
    assert got.status_code == 422 and "Try again in a few minutes" in got.json()["error"]
    assert look(table, made["match"], made["key"])["view"]


def test_one_visitor_has_so_much_room_and_another_his_own(tmp_path: Path) -> None:
    """F11: a quota each. What is not in play is let go first."""
    made = table_with(tmp_path, own=1)
    with TestClient(made.app(), client=("192.0.2.1", 1)) as one:
        got = [played(one, mine(f"evil-{n}", PADDING)).status_code for n in range(6)]
        assert got == [201] * 5 + [429]
        other = TestClient(made.app(), client=("192.0.2.2", 1))
        assert played(other, mine("honest", PADDING)).status_code == 201
        made.house._rooms.clear()
        assert played(one, mine("evil-9", PADDING)).status_code == 201
        record = Match.new(FOLIO, FOLIO.add_scenario(mine("brought", PADDING)).id, seed=1).record()
        assert one.post("/api/records", content=record).status_code == 201


def test_what_cannot_be_played_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """F11: it stayed in the room for scenarios from elsewhere."""
    monkeypatch.setattr(check, "_try", lambda *_: 1 / 0)
    before = set(BOX.texts)
    with pytest.raises(ScenarioError, match="It can be read, but not be played"):
        examine_text(mine("unplayable"))
    assert set(BOX.texts) == before


def test_what_somebody_else_adds_meanwhile_stays() -> None:
    with temporary_scenario(FOLIO, mine("shared")) as name:
        FOLIO.add_scenario(mine("shared"))
    assert name in BOX.known
    BOX.drop(name)
    with temporary_scenario(FOLIO, mine("shared")) as name:
        pass
    assert name not in BOX.known


def test_a_battle_of_a_campaign_that_cannot_be_set_up_is_a_sentence(
    table: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """F11: the finished match was a 500 for everybody in it."""
    for game in SHELF.values():
        monkeypatch.setattr(game.scenarios, "_listed", list(game.scenarios))  # they are listed here alone
    open_campaigns()
    game, scenario = next(
        (game, name)
        for game in SHELF.values()
        for name in game.scenarios
        if getattr(game.scenarios[name], "chapter", None) is not None
    )
    made = table.post("/api/matches", json={"game": game.id, "scenario": scenario}).json()
    match, key = made["match"], made["key"]
    box: Any = game.scenarios
    monkeypatch.setattr(scenarios, "HELD", sum(map(len, box.texts.values())))
    seen = look(table, match, key)
    assert order(table, match, key, do="resign", decision=seen["decision"], side=seen["you"][0]).status_code == 200
    seen = look(table, match, key)
    assert seen["onward"]["scenario"] == "" and "cannot be set up now" in seen["onward"]["says"]
    with table.websocket_connect(f"/api/matches/{match}/live") as page:
        page.send_text(json.dumps({"hello": key}))
        assert page.receive_json()["type"] == "scene"
