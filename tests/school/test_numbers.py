"""What a lesson says of how a battle is won is what its file says: battles are tuned, and lessons are to follow."""

from __future__ import annotations

import tomllib
from typing import Any

from grognard.engine import find_game

WORDS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


def scenario(game: str, name: str) -> dict[str, Any]:
    return tomllib.loads((find_game(game).folder / "data" / "scenarios" / f"{name}.toml").read_text("utf-8"))


def lesson(game: str, name: str) -> str:
    return (find_game(game).folder / "lessons" / f"{name}.toml").read_text("utf-8")


def test_the_leads_that_decide_sidi_zahran() -> None:
    told, levels = lesson("folio", "7-how-one-wins"), dict(scenario("folio", "sidi-zahran")["victory"]["levels"])
    draw, wins, outright = levels["Draw"], levels["British marginal"], levels["British decisive"]
    assert f"you need {wins} to win." in told
    assert f"{draw} is a draw, {wins} wins, {outright} wins outright" in told


def test_the_losses_that_send_a_side_home_from_lezhanka() -> None:
    told, flight = lesson("red-actions", "8-winning-at-lezhanka"), scenario("red-actions", "lezhanka")["flight"]
    assert f"{WORDS[flight['whites']].title()} Whites or {WORDS[flight['reds']]} Reds, and the rest go home." in told
