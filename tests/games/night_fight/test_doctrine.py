"""What a sensible player does."""

from __future__ import annotations

import random

import pytest

from grognard.engine import Match, Pick, To
from grognard.games.night_fight import GAME
from grognard.games.night_fight.mind.doctrine import march
from grognard.players import DoctrinePlayer, make_player
from grognard.players.base import play_out

from .situations import MOVE, german, position


def test_who_stands_on_an_edge_hex_of_kharkov_stays_however_full_it_is() -> None:
    full = [german("infantry", "1644") for _ in range(3)]
    g = position(*full, german("pzkpfw_iv", "1641"), scenario="kharkov", step=MOVE, turn=6)
    assert GAME.mind.judge(g, "german", Pick("infantry")) < 0
    assert GAME.mind.judge(g, "german", Pick("pzkpfw_iv")) > 0, "there are other edge hexes"


def test_nearness_to_the_goal_is_a_reason_for_going_nearer_alone() -> None:
    g = position(german("t34r", "3612"), step=MOVE, turn=2)
    g.answer("german", Pick("t34r"))
    far = march(g)
    went = {a.hex: GAME.mind.advice(g, "german", a) for a in g.asks[0].actions if isinstance(a, To) and a.hex in far}
    nearer = {hex_ for hex_ in went if far[hex_] < far["3612"]}
    assert {*went} - nearer and {hex_ for hex_, why in went.items() if why} == nearer


def test_nobody_is_taken_along_who_leaves_the_stack_no_way() -> None:
    """At Kiev six stand in one hex, and the road out of it has room for one: three together would go back for ever."""
    seed = "1 night-fight kiev low yes no 1 no 3"
    match, rng = Match.new(GAME, "kiev", seed=seed, record=False), random.Random(seed)
    while not match.over and match.number < 1000:
        match.take(DoctrinePlayer().choose(match, match.decision.asks[0], rng))
    assert match.over


# ------------------------------------------------------------------ 10.0 it knows no more than a person


NIGHTS = ("kiev", "ghost-column", "kolkhoz")
APART = 9  # answers between two questions that are looked at


@pytest.mark.parametrize("player", ["doctrine", "fitted"])
@pytest.mark.parametrize("scenario", NIGHTS)
def test_answers_are_judged_alike_whatever_lies_face_down(scenario: str, player: str) -> None:
    match, rng, changed = Match.new(GAME, scenario, seed=3, record=False), random.Random(3), 0
    seats = {side: make_player(player) for side in match.sides}
    while not match.over:
        ask = match.decision.asks[0]
        here, there = match.state.clone(), GAME.rules.determinize(match.state, ask.side, rng)
        if player == "fitted":
            here.judge_by(GAME.mind.fitted)
            there.judge_by(GAME.mind.fitted)
        answers = list(ask.actions)
        assert GAME.mind.judged(here, ask.side, answers) == GAME.mind.judged(there, ask.side, answers)
        changed += here.digest() != there.digest()
        play_out(match, seats, rng, limit=APART)
    assert changed > 3, "something is hidden"
