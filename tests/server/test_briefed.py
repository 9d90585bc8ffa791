"""Whoever sits down to any scenario is told by the table what it is about and how to win."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from grognard.engine import SHELF
from tests.server.play import look, order


@pytest.mark.parametrize("game", SHELF)
def test_every_side_of_every_scenario_is_briefed_and_has_aims(table: TestClient, game: str) -> None:
    for scenario in SHELF[game].scenarios:
        wish = {"game": game, "scenario": scenario}
        sides = table.post("/api/sides", json=wish).json()["sides"]
        made = table.post("/api/matches", json=wish | {"seats": dict.fromkeys(sides, "me")}).json()
        for side in sides:
            told = order(table, made["match"], made["key"], do="brief", side=side).json()["briefing"]
            assert told["situation"] and told["force"] and told["first"], f"{side} is not briefed in {scenario}"
        shown = look(table, made["match"], made["key"])["view"]
        assert shown["stands"]["aims"][shown["side"]], f"nobody says how {scenario} is won"
