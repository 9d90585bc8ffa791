"""What every game says of the chances of a position."""

from __future__ import annotations

import random

import pytest

from grognard.engine import SHELF, Game, Match, chance_ahead, how_many
from grognard.players import RandomPlayer, play_out

GAMES = list(SHELF.values())


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_chances_lie_between_lost_and_won_and_end_in_the_result(game: Game) -> None:
    match = Match.new(game, next(iter(game.scenarios)), seed=3, record=False)
    rng, players = random.Random(3), {side: RandomPlayer() for side in match.sides}
    for _ in range(25):
        if match.over:
            break
        chances = [game.mind.value(match.state, side) for side in match.sides]
        assert all(0 <= chance <= 1 for chance in chances)
        if len(chances) == 2:
            assert sum(chances) == pytest.approx(1.0)
        play_out(match, players, rng, limit=8)
    loser = match.sides[0]
    if not match.over:
        match.resign(loser)
    assert match.result is not None
    for side in match.sides:
        assert game.mind.value(match.state, side) == (1.0 if side in match.result.winners else 0.0)


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_a_stretch_of_play_ends_now_and_then(game: Game) -> None:
    match = Match.new(game, next(iter(game.scenarios)), seed=4, record=False)
    rng, players = random.Random(4), {side: RandomPlayer() for side in match.sides}
    stretches = set()
    for _ in range(400):
        if match.over:
            break
        stretches.add(game.mind.stretch(match.state))
        play_out(match, players, rng, limit=1)
    assert 1 < len(stretches) < 200


def test_a_lead_becomes_a_chance() -> None:
    assert chance_ahead(0.0, 3.0) == 0.5
    assert chance_ahead(3.0, 3.0) == pytest.approx(0.841, abs=1e-3)
    assert chance_ahead(-9.0, 3.0) < 0.01


def test_the_chances_of_each_number_of_successes() -> None:
    assert how_many([0.5, 0.5]) == [0.25, 0.5, 0.25]
    assert sum(how_many([0.1, 0.7, 0.3])) == pytest.approx(1.0)
    assert how_many([]) == [1.0]
