"""The second example holds to everything, fits in its few lines, and is played by its rules."""

from __future__ import annotations

import importlib
import random
from types import ModuleType
from typing import Any

import pytest

import grognard
from grognard.conformance.__main__ import main
from grognard.engine import RiggedDice
from grognard.players import make_player, play_out
from tests.conformance.examples import EXAMPLES


@pytest.fixture(autouse=True)
def rules(beacons: ModuleType) -> Any:
    """The chapters of the rules."""
    return beacons.rules


def attack(rules: Any, *, die: int, place: str = "0203", cards: tuple[str, ...] = (), charge: bool = False) -> Any:
    """Grey Wolves (3) attack Brown Seals (2) across a hexside; what is asked next is left to the test."""
    bands = [rules.Band("h1", "hill", "0202", "Grey Wolves", 3), rules.Band("s2", "shore", place, "Brown Seals", 2)]
    bands.append(rules.Band("s1", "shore", "0405", "White Gulls", 3))
    hands = {"hill": ("Charge",), "shore": cards}
    match = grognard.position(
        "beacons", "border", bands, rules.Turn("h1"), hands=hands, decks={"hill": (), "shore": ()}
    )
    match.state.dice = match.dice = RiggedDice([die])
    match.take((rules.Charge if charge else rules.Attack)("s2"))
    return match


def test_it_fits_in_370_lines() -> None:
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in (EXAMPLES / "beacons").rglob("*.py"))
    assert lines < 370


def test_the_page_on_adding_a_game_names_it() -> None:
    assert "`examples/beacons`" in (EXAMPLES.parent / "docs" / "tutorials" / "crossroads.md").read_text("utf-8")


def test_it_holds_to_everything_and_says_what_was_met(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["beacons"]) == 0, capsys.readouterr().out
    told = " ".join(capsys.readouterr().out.split())
    assert "cards hidden" in told and "fields dealt again: decks, hands." in told
    assert "kinds of question: 2 met." in told and "reaction windows: 1 met." in told
    assert "results of charts: 3 met." in told
    assert "refusals proven" in told and "not proven: BC-1.2" in told
    assert "assumed: no Shields are raised." in told


@pytest.mark.parametrize(
    ("die", "place", "charge", "left"), [(1, "0203", False, 2), (3, "0203", False, 1), (6, "0203", False, 0)]
)
def test_a_die_on_the_clash_chart(rules: Any, die: int, place: str, charge: bool, left: int) -> None:
    match = attack(rules, die=die, place=place, charge=charge)
    assert getattr(match.state.pieces.get("s2"), "strength", 0) == left


def test_shields_are_raised_by_whoever_holds_them(rules: Any) -> None:
    match = attack(rules, die=5, cards=("Shields",))
    assert match.decision.side == "shore"
    match.take(rules.RaiseShields())
    assert match.state.hands["shore"] == () and match.state.pieces["s2"].strength == 1


def test_whoever_holds_other_cards_is_asked_as_well_and_cannot_raise_any(rules: Any) -> None:
    match = attack(rules, die=5, cards=("Feint",))
    refusal = match.why_not(rules.RaiseShields())
    assert refusal is not None and refusal.rule == "BC-3.5"
    match.take(rules.LetItCome())
    assert match.state.hands["shore"] == ("Feint",) and "s2" not in match.state.pieces


def test_odds_say_what_they_assume_and_what_shields_would_do(rules: Any) -> None:
    bands = [rules.Band("h1", "hill", "0202", "", 3), rules.Band("s2", "shore", "0203", "", 2)]
    hands = {"hill": (), "shore": ("Feint",)}
    match = grognard.position("beacons", "border", bands, rules.Turn("h1"), hands=hands, decks={})
    odds = match.odds(rules.Attack("s2"))
    assert odds is not None and odds.assumes == ("no Shields are raised",)
    assert odds.worst is not None and odds.worst.assumes == ("Shields are raised",)
    assert odds.worst.chances["No effect"] > odds.chances["No effect"]


def test_the_mind_wins_against_random_play() -> None:
    won = 0
    for seed in range(10):
        match = grognard.new("beacons", "border", seed=seed)
        play_out(match, {"hill": make_player("doctrine"), "shore": make_player("random")}, random.Random(seed))
        won += match.result is not None and match.result.winners == ("hill",)
    assert won >= 8


@pytest.mark.rule("BC-2.4", "BC-3.7")
def test_a_band_attacked_from_behind_is_easier_to_break() -> None:
    b = importlib.import_module("beacons")
    bands = [b.Band("h1", "hill", "0202", facing=90), b.Band("s1", "shore", "0302", facing=90)]
    match = grognard.position("beacons", "border", bands, b.Turn("h1"), hands={"hill": (), "shore": ()})
    odds = match.odds(b.Attack("s1"))
    assert odds is not None and odds.preview is not None
    assert [modifier.cite for modifier in odds.preview.modifiers] == ["BC-3.7"]
    match.take(b.Attack("s1"))
    assert match.view("shore").pieces[0].facing == pytest.approx(90.0)
