"""Answers as people meet them: those that decide nothing, what odds come to in words, and lists that can be read."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from grognard.engine import Actions, Ask, Chart, Match, Odds, Pick, PieceView, Press, To, Working, find_game
from grognard.engine.forced import choose_again, forced, may_take_back, only_answer, take_back_choice
from grognard.engine.outcome import outlook, percent
from grognard.engine.wording import ends, left_to_act, tell_apart
from grognard.players import make_player

CHART = Chart.of(
    "fire",
    "Fire",
    ["1"],
    {"1": ["-"], "2": ["A"], "3": ["P"], "4": ["R"], "5": ["E"], "6": ["E"]},
    dice=1,
    results={"-": "no effect", "A": "attacker retreats", "P": "pinned", "R": "retreats", "E": "eliminated"},
    wanted="at least pinned",
    backfires=["A"],
)


def test_a_question_with_one_listed_answer_is_no_choice_unless_it_is_open() -> None:
    assert only_answer(Ask("red", "?", Actions([Press("go")]))) == Press("go")
    assert only_answer(Ask("red", "?", Actions([Press("go"), Press("stop")]))) is None
    assert only_answer(Ask("red", "?", Actions([To("0101")], lambda _: None, open_kinds=(To,)))) is None
    assert only_answer(Ask("red", "?", Actions([Press("go")], later=iter([[Press("stop")]])))) is None
    assert only_answer(Ask("red", "?", Actions([Press("go")], later=iter([[]])))) == Press("go")


@pytest.mark.parametrize("game", ["night-fight", "folio"])
def test_what_followed_by_itself_is_taken_back_with_the_choice_before_it(game: str) -> None:
    match, rng, player = (
        Match.new(find_game(game), next(iter(find_game(game).scenarios)), seed=3),
        random.Random(3),
        make_player("doctrine"),
    )
    before, tried = "", 0
    while not match.over and tried < 3:
        ask = match.decision.asks[0]
        action = forced(match, ask)
        if action is None:
            before = match.state.digest()
            match.take(player.choose(match, ask, rng), ask.side)
            continue
        match.take(action, ask.side)
        if may_take_back(match):
            tried, after = tried + 1, match.state.digest()
            take_back_choice(match)
            assert match.state.digest() == before and only_answer(match.decision.asks[0]) is None
            choose_again(match)
            assert match.state.digest() == after
    assert tried, "nothing followed by itself"


def test_the_one_answer_left_is_asked_for_while_it_would_seal_a_choice() -> None:
    """Rolling, or handing over to the other side, cannot be taken back: whoever has a choice to take back is asked."""
    match, player, rng = Match.new(find_game("folio"), "sidi-zahran", seed=3), make_player("doctrine"), random.Random(3)
    kept = 0
    while not match.over and kept < 3:
        ask = match.decision.asks[0]
        if only_answer(ask) is not None and forced(match, ask) is None:
            kept += 1
            assert may_take_back(match)
            match.take(only_answer(ask) or ask.actions[0], ask.side)
            assert not match.can_undo
        else:
            match.take(player.choose(match, ask, rng), ask.side)
    assert kept


def test_odds_are_weighed_by_the_chart_and_summed_up_in_its_words() -> None:
    sixth = Fraction(1, 6)
    chances = {
        "no effect": sixth,
        "attacker retreats": sixth,
        "pinned": sixth,
        "retreats": sixth,
        "eliminated": 2 * sixth,
    }
    look = outlook(Odds(chances, Working("Fire", chart="fire")), [CHART])
    assert str(look) == "at least pinned 67 %"
    assert [(o.name, o.weight) for o in look.outcomes] == [
        ("eliminated", 3), ("retreats", 2), ("pinned", 1), ("no effect", 0), ("attacker retreats", -1)
    ]  # fmt: skip


def test_without_a_chart_names_speak_for_themselves() -> None:
    look = outlook(Odds({"Spotted": Fraction(2, 3), "Not spotted": Fraction(1, 3)}), [])
    assert str(look) == "Spotted 67 %"
    assert (
        percent(Fraction(1, 1000)) == "under 1 %"
        and percent(Fraction(999, 1000)) == "over 99 %"
        and percent(1) == "100 %"
    )


def unit(name: str, place: str, *marks: str) -> PieceView:
    return PieceView(name, "red", place, "tank", "Tank", marks=marks)


def test_answers_that_read_alike_are_told_apart_by_place_and_state() -> None:
    pieces = {view.id: view for view in (unit("a", "0101"), unit("b", "0202"), unit("c", "0202", "dug_in"))}
    picks = [Pick("a"), Pick("b"), Pick("c"), Press("end")]
    assert tell_apart(["Tank", "Tank", "Tank", "End"], picks, pieces) == [
        "Tank in 0101", "Tank in 0202", "Tank in 0202 (dug in)", "End"
    ]  # fmt: skip


def test_an_answer_that_ends_something_knows_what_is_left_undone() -> None:
    pieces = {view.id: view for view in (unit("a", "0101"), unit("b", "0202"))}
    ask = Ask("red", "Move", Actions([Pick("a"), Pick("b"), Press("End the phase")]))
    assert left_to_act(ask, pieces) == 2
    assert (
        ends(Press("End the phase"), "End the phase")
        and not ends(To("0101"), "end there")
        and not ends(Press("x"), "dig")
    )
