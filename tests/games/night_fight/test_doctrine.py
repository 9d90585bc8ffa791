"""What a sensible player does."""

from __future__ import annotations

from grognard.engine import Pick
from grognard.games.night_fight import GAME

from .situations import MOVE, german, position


def test_who_stands_on_an_edge_hex_of_kharkov_stays_however_full_it_is() -> None:
    full = [german("infantry", "1644") for _ in range(3)]
    g = position(*full, german("pzkpfw_iv", "1641"), scenario="kharkov", step=MOVE, turn=6)
    assert GAME.mind.judge(g, "german", Pick("infantry")) < 0
    assert GAME.mind.judge(g, "german", Pick("pzkpfw_iv")) > 0, "there are other edge hexes"
