"""The example made of parts of the kit: orders written at once, facing, a hand of cards, sight, a window to react."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.conformance.__main__ import main as conformance
from grognard.engine import Cards, RiggedDice, verify
from grognard.players import make_player, play_out
from tests.conformance.examples import EXAMPLES, installed

EXAMPLE = EXAMPLES / "broadside"


@pytest.fixture(scope="module", autouse=True)
def broadside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The example on the path, with the entry point that its pyproject.toml declares."""
    with installed(EXAMPLE, tmp_path_factory.mktemp("site")):
        yield importlib.import_module("broadside")


def at(b: Any, *ships: Any, blue: tuple[str, ...] = (), red: tuple[str, ...] = (), steps: Any = ()) -> Any:
    """Ships somewhere in the first turn, with these cards in hand; the first of them may fire."""
    cards = {"blue": Cards(hand=blue), "red": Cards(hand=red)}
    then = steps or (b.Guns(("1",)), b.Turn())
    return grognard.position("broadside", "roads", ships, then, turn=1, cards=cards)


def duel(b: Any, place: str, heading: int = 0, **cards: tuple[str, ...]) -> Any:
    """Blue lies in 0301 with its bow to the north-east; red somewhere."""
    return at(
        b, b.Ship("1", "blue", "0301", "Amphion", 0, 4), b.Ship("2", "red", place, "Bellone", heading, 2), **cards
    )


def begun(seed: int = 1) -> Any:
    return grognard.new("broadside", "roads", seed=seed)


def test_it_has_at_most_260_lines_that_are_not_blank() -> None:
    lines = [line for path in EXAMPLE.rglob("*.py") for line in path.read_text("utf-8").splitlines() if line.strip()]
    assert len(lines) <= 260


def test_it_holds_to_everything_and_says_what_was_met(capsys: pytest.CaptureFixture[str]) -> None:
    assert conformance(["broadside"]) == 0, capsys.readouterr().out
    told = " ".join(capsys.readouterr().out.split())
    assert "fields dealt again: cards, orders." in told
    assert "kinds of question: 3 met. kinds of answer: 6 met." in told and "reaction windows: 1 met." in told
    assert "assumed: nobody braces." in told


@pytest.mark.rule("BR-1.2")
def test_nobody_sees_an_order_before_all_are_written(broadside: Any) -> None:
    b, match = broadside, begun()
    before = match.view("red")
    match.take(b.Order("1", "to port"), "blue")
    assert [ask.side for ask in match.decision.asks] == ["red"] and match.view("red") == before
    match.take(b.Order("2", "ahead"), "red")
    match.take(b.Order("3", "ahead"), "blue")
    assert [piece.note for piece in match.view("blue").pieces] == ["ordered to port", "", "", ""]
    assert [piece.note for piece in match.view("red").pieces] == ["", "ordered ahead", "", ""]
    match.take(b.Order("4", "ahead"), "red")
    assert match.state.orders == {} and match.state.pieces["1"].heading == 1


@pytest.mark.rule("BR-1.2", "BR-1.3")
def test_orders_and_cards_are_dealt_anew_for_whoever_may_not_know_them(broadside: Any) -> None:
    match = begun()
    match.take(broadside.Order("1", "to port"), "blue")
    match.take(broadside.Order("2", "to starboard"), "red")
    twins = [match.game.rules.determinize(match.state, "red", random.Random(n)) for n in range(30)]
    assert {twin.orders["1"].helm for twin in twins} == {"to port", "ahead", "to starboard"}
    assert {twin.orders["2"].helm for twin in twins} == {"to starboard"}
    assert len({twin.cards["blue"].hand for twin in twins}) > 1
    assert {twin.cards["red"].hand for twin in twins} == {match.state.cards["red"].hand}


@pytest.mark.rule("BR-1.2")
def test_an_answer_that_is_in_while_others_write_is_dealt_anew(broadside: Any) -> None:
    match = begun()
    match.take(broadside.Order("1", "to port"), "blue")
    dealt = [match.game.rules.determinize(match.state, "red", random.Random(n)).sealed["blue"] for n in range(40)]
    assert {order.helm for order in dealt} == {"to port", "ahead", "to starboard"}
    own = match.game.rules.determinize(match.state, "blue", random.Random(1)).sealed["blue"]
    assert own == broadside.Order("1", "to port")


@pytest.mark.rule("BR-2.1", "BR-2.2", "BR-2.3")
@pytest.mark.parametrize(
    ("place", "heading", "helm", "hexes", "there"),
    [
        ("0301", 1, "ahead", 2, "0501"),
        ("0301", 1, "ahead", 1, "0401"),
        ("0301", 1, "to starboard", 1, "0402"),
        ("0303", 1, "ahead", 2, "0303"),  # an island
        ("0701", 1, "ahead", 2, "0701"),  # the edge
    ],
)
def test_a_ship_turns_and_then_sails_until_something_is_in_its_way(
    broadside: Any, place: str, heading: int, helm: str, hexes: int, there: str
) -> None:
    b = broadside
    ships = b.Ship("1", "blue", place, "Amphion", heading, 4), b.Ship("2", "red", "0106", "Bellone", 0, 4)
    match = at(b, *ships, steps=(b.Write(), b.Sail(), b.Turn()))
    match.take(b.Order("1", helm, hexes), "blue")
    match.take(b.Order("2", "ahead"), "red")
    assert match.state.pieces["1"].place == there


@pytest.mark.rule("BR-3.1")
@pytest.mark.parametrize(
    ("place", "rule"),
    [("0306", None), ("0205", "BR-3.1"), ("0405", "BR-3.1"), ("0505", "BR-3.1"), ("0303", None), ("0301", "BR-3.1")],
)
def test_who_lies_beside_within_three_hexes_is_fired_at(broadside: Any, place: str, rule: str | None) -> None:
    b = broadside
    match = at(b, b.Ship("1", "blue", "0305", "Amphion", 1, 4), b.Ship("2", "red", place, "Bellone", 0, 2))
    refusal = b.Fire("2").why_not(match.state, b.Guns(("1",)))
    assert (refusal and refusal.rule) == rule


@pytest.mark.rule("BR-3.2")
def test_an_island_stands_in_the_line_of_fire(broadside: Any) -> None:
    b = broadside
    match = at(b, b.Ship("1", "blue", "0303", "Amphion", 0, 4), b.Ship("2", "red", "0503", "Bellone", 0, 2))
    refusal = b.Fire("2").why_not(match.state, b.Guns(("1",)))
    assert refusal is not None and refusal.rule == "BR-3.2"


@pytest.mark.rule("BR-3.3", "BR-3.6", "BR-3.7")
@pytest.mark.parametrize(("heading", "die", "hull"), [(0, 2, 2), (0, 3, 1), (0, 6, 0), (1, 2, 1), (1, 5, 0)])
def test_a_die_on_the_gunnery_chart_and_a_shot_along_a_ship(broadside: Any, heading: int, die: int, hull: int) -> None:
    match = duel(broadside, "0401", heading)
    match.state.dice = match.dice = RiggedDice([die])
    match.take(broadside.Fire("2"))
    assert getattr(match.state.pieces.get("2"), "hull", 0) == hull


@pytest.mark.rule("BR-3.4", "BR-3.5")
def test_cards_are_played_from_the_hand_alone(broadside: Any) -> None:
    b = broadside
    match = duel(b, "0401", blue=("Double Shot",), red=("Brace", "Double Shot"))
    match.state.dice = match.dice = RiggedDice([4])
    match.take(b.DoubleShot("2"))
    assert match.decision.side == "red" and match.state.cards["blue"].hand == ()
    match.take(b.Brace())
    assert match.state.cards["red"].played == ("Brace",) and match.state.pieces["2"].hull == 1
    refusal = b.DoubleShot("2").why_not(match.state, b.Guns(("1",)))
    assert refusal is not None and refusal.rule == "BR-3.4"


@pytest.mark.rule("BR-3.5")
def test_odds_say_what_they_assume_and_the_enemy_is_asked_whichever_cards_he_holds(broadside: Any) -> None:
    b = broadside
    for hand in (("Brace",), ("Double Shot",)):
        match = duel(b, "0401", red=hand)
        odds = match.odds(b.Fire("2"))
        assert odds is not None and odds.assumes == ("nobody braces",)
        assert odds.worst is not None and odds.worst.chances["No effect"] > odds.chances["No effect"]
        match.take(b.Fire("2"))
        assert match.decision.side == "red"


@pytest.mark.rule("BR-1.1", "BR-1.3", "BR-4.1", "BR-4.2")
def test_whole_matches_are_played_judged_and_verified(broadside: Any, tmp_path: Path) -> None:
    won, file = 0, tmp_path / "roads.grog"
    for seed in range(12):
        match = begun(seed)
        play_out(match, {"blue": make_player("doctrine"), "red": make_player("random")}, random.Random(seed))
        g, result = match.state, match.result
        assert result is not None and result == broadside.standing(g)
        assert result.winners == () or g.hull(result.winners[0]) == max(g.hull("blue"), g.hull("red"))
        won += result.winners == ("blue",)
    assert won >= 8
    match.save(file)
    assert verify(file.read_bytes()).result == match.result
