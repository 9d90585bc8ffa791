"""Helpers that play over the wire."""

from __future__ import annotations

import random
import threading
from typing import Any

from starlette.testclient import TestClient

from grognard.engine import Action, Ask, Match

GAME, SCENARIO = "night-fight", "ghost-column"
Plain = dict[str, Any]


def new_match(table: TestClient, **wish: Any) -> tuple[str, str, Plain]:
    """A match; its id, one's key, and all that was answered."""
    body = {"game": GAME, "scenario": SCENARIO, **wish}
    made = table.post("/api/matches", json=body)
    assert made.status_code == 201, made.text
    plain: Plain = made.json()
    return plain["match"], plain["key"], plain


def bearer(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"} if key else {}


def look(table: TestClient, match: str, key: str = "") -> Plain:
    """The whole scene."""
    got = table.get(f"/api/matches/{match}", headers=bearer(key))
    assert got.status_code == 200, got.text
    plain: Plain = got.json()
    return plain


def order(table: TestClient, match: str, key: str, **what: Any) -> Any:
    """Give an order and get the response."""
    return table.post(f"/api/matches/{match}/orders", json=what, headers=bearer(key))


def take(table: TestClient, match: str, key: str, scene: Plain, choice: int = 0) -> Any:
    """Answer with one of the choices."""
    action = scene["ask"]["choices"][choice]["action"]
    return order(table, match, key, do="take", decision=scene["decision"], action=action)


def buy_and_begin(table: TestClient, match: str, key: str) -> Plain:
    """Answer until the first turn has begun."""
    for _ in range(200):
        scene = look(table, match, key)
        if scene["view"]["turn"] or scene["result"]:
            return scene
        assert take(table, match, key, scene).status_code == 200
    raise AssertionError("the match never begins")


class Ponderer:
    """Thinks until it is told to answer."""

    def __init__(self) -> None:
        self.thinking, self.enough = threading.Event(), threading.Event()

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        self.thinking.set()
        assert self.enough.wait(60)
        return next(iter(ask.actions))
