"""One key for several sides: what is shown and what is answered are of the same side."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import grognard
from grognard.engine import Match
from grognard.server.app import WebApp
from grognard.server.storage.store import Store, sqlite_url
from tests.server.play import bearer, look, order

BOTH = ["soviet", "german"]


def both_asked() -> Match:
    """A match in which two sides are asked at once."""
    match, rng = grognard.new("tank-leader", "steppe-patrol", seed=0), random.Random(0)
    while len(match.decision.asks) < 2:
        match.take(rng.choice(list(match.decision.asks[0].actions)), match.decision.asks[0].side)
    return match


@pytest.fixture
def laid(tmp_path: Path) -> Any:
    """That match at a table, played with one key; and again as after a restart."""
    app = WebApp(Store(sqlite_url(tmp_path)))
    with TestClient(app.app()) as table:
        made = table.post("/api/records", content=both_asked().record()).json()
        yield app, table, made["match"], made["key"]


def seen(table: TestClient, match: str, key: str, side: str = "") -> Any:
    return table.get(f"/api/matches/{match}", params={"side": side} if side else {}, headers=bearer(key))


def test_seats_are_in_the_order_of_the_sides_before_and_after_a_restart(laid: Any) -> None:
    app, table, match, key = laid
    assert look(table, match, key)["you"] == BOTH
    app.house._rooms.clear()
    scene = look(table, match, key)
    assert scene["you"] == BOTH and [seat["side"] for seat in scene["table"]["seats"]] == BOTH
    assert scene["ask"]["side"] == scene["asked"][0]


def test_an_order_says_for_which_side_where_several_of_a_key_are_asked(laid: Any) -> None:
    _, table, match, key = laid
    scene = seen(table, match, key, "german").json()
    assert scene["ask"]["side"] == "german"
    action = scene["ask"]["choices"][0]["action"]
    for what in ({"do": "take", "action": action}, {"do": "odds", "action": action}, {"do": "hint"}, {"do": "undo"}):
        unsaid = order(table, match, key, decision=scene["decision"], **what)
        assert unsaid.status_code == 409 and "soviet or german" in unsaid.json()["error"]
    said = order(table, match, key, do="take", decision=scene["decision"], action=action, side="german")
    assert said.status_code == 200
    assert look(table, match, key)["asked"] == ["soviet"], "the german has answered, nobody else"


def test_where_one_is_asked_it_need_not_be_said(laid: Any) -> None:
    _, table, match, key = laid
    for side in ("german", ""):
        scene = seen(table, match, key, side).json()
        action = scene["ask"]["choices"][0]["action"]
        got = order(table, match, key, do="take", decision=scene["decision"], action=action, side=side)
        assert got.status_code == 200
    assert look(table, match, key)["decision"] == scene["decision"] + 1


def test_only_ones_own_side_may_be_named(table: TestClient) -> None:
    made = table.post(
        "/api/matches",
        json={"game": "tank-leader", "scenario": "steppe-patrol", "seats": {"german": "friend"}},
    ).json()
    match, key = made["match"], made["key"]
    assert seen(table, match, key, "german").status_code == 403
    assert seen(table, match, "", "german").status_code == 403
    for what in ("hint", "undo", "redo"):
        assert order(table, match, key, do=what, decision=0, side="german").status_code == 403
    assert order(table, match, key, do="why", decision=0, side="german", hex="0101").status_code == 403
