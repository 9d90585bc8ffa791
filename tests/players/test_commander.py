"""A player who only gives orders."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.engine import Match
from grognard.players import DoctrinePlayer, make_player, play_out
from grognard.players.commander import CommandingPlayer


def begun(game: str, scenario: str) -> Match:
    return Match.new(grognard.game(game), scenario, seed="orders")


@pytest.mark.parametrize(("game", "scenario"), [("folio", "bir-salem"), ("panzer-blitz", "filandriers")])
def test_it_plays_a_match_to_its_end_by_orders_alone(game: str, scenario: str) -> None:
    match, player = begun(game, scenario), CommandingPlayer()
    answers = play_out(match, dict.fromkeys(match.sides, player), random.Random(1))
    assert match.over
    assert 0 < player.orders < answers, "an order is worth several answers"
    assert player.alone <= answers / 20, "doctrine answers where no order can be given"


def test_it_plays_the_same_match_twice() -> None:
    digests = []
    for _ in range(2):
        match = begun("folio", "bir-salem")
        players = {match.sides[0]: make_player("staff"), match.sides[1]: DoctrinePlayer()}
        play_out(match, players, random.Random(2), 60)
        digests.append(match.state.digest())
    assert digests[0] == digests[1]


def test_a_plan_that_others_have_overtaken_is_made_again() -> None:
    match, player, rng = begun("folio", "bir-salem"), CommandingPlayer(), random.Random(3)
    ask = match.decision.asks[0]
    match.take(player.choose(match, ask, rng), ask.side)
    match.undo()
    ask = match.decision.asks[0]
    assert match.why_not(player.choose(match, ask, rng), ask.side) is None
