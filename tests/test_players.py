"""Players that know no game by name."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import pytest

import grognard
from grognard.engine import Action, Ask, Match, Press, UnknownChoice
from grognard.players import PLAYERS, DoctrinePlayer, RandomPlayer, make_player, play_out
from tests.minds import think


def test_every_player_finishes_a_match_with_legal_answers_only() -> None:
    for name in PLAYERS:
        match = grognard.new("night-fight", "ghost-column", seed=2)
        answers = play_out(match, {"german": make_player(name)}, random.Random(1))
        assert match.over
        assert answers == match.number


def test_the_same_generator_gives_the_same_match() -> None:
    digests = set()
    for _ in range(2):
        match = grognard.new("night-fight", "kiev", seed=2)
        play_out(match, {"german": RandomPlayer()}, random.Random(5), limit=40)
        digests.add(match.state.digest())
    assert len(digests) == 1


HALF_A_MATCH = """
import random, grognard
from grognard.players import DoctrinePlayer, play_out
for scenario in ("night-fight kiev", "folio sidi-zahran", "korsun campaign", "panzer-blitz filandriers",
                 "tank-leader tolochino-the-t-34", "red-actions pick-up"):
    match = grognard.new(*scenario.split(), seed=7)
    play_out(match, dict.fromkeys(match.sides, DoctrinePlayer()), random.Random(5), limit=200)
    print(scenario, match.state.digest())
"""


def test_doctrine_plays_alike_in_every_process() -> None:
    """The order of a set differs from process to process: no choice may hang on it."""
    told = {
        subprocess.run(
            [sys.executable, "-c", HALF_A_MATCH],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "3", "5")
    }
    assert len(told) == 1


def test_play_out_stops_at_its_limit_and_at_a_side_without_a_player() -> None:
    match = grognard.new("night-fight", "ghost-column", seed=2)
    assert play_out(match, {}, random.Random(1)) == 0
    assert play_out(match, {"german": RandomPlayer()}, random.Random(1), limit=3) == 3


class Judged:
    """A game's judgement replaced by one of our own."""

    def __init__(self, best: set[str]) -> None:
        self.best = best

    def __call__(self, g: object, side: str, action: Action) -> float:
        return 1.0 if isinstance(action, Press) and action.button in self.best else 0.0


def doctrine_answers(match: Match, ask: Ask, best: set[str]) -> set[Action]:
    think(match, judge=Judged(best))
    return {DoctrinePlayer().choose(match, ask, random.Random(seed)) for seed in range(20)}


def test_doctrine_takes_what_the_game_judges_best() -> None:
    match = grognard.new("night-fight", "ghost-column", seed=2)
    found = doctrine_answers(match, match.decision.asks[0], {"suggested force"})
    assert found == {Press("suggested force")}


def test_doctrine_breaks_ties_by_its_own_generator() -> None:
    match = grognard.new("night-fight", "ghost-column", seed=2)
    found = doctrine_answers(match, match.decision.asks[0], set())
    assert len(found) > 3


def test_an_unknown_player_lists_those_there_are() -> None:
    with pytest.raises(UnknownChoice, match="random, doctrine"):
        make_player("guderian")


@pytest.mark.parametrize("game", ["folio", "korsun"])
def test_judging_all_answers_at_once_is_judging_each(game: str) -> None:
    match = grognard.new(game, next(iter(grognard.game(game).scenarios)), seed=1)
    player, rng, mind = make_player("doctrine"), random.Random(1), match.game.mind
    for _ in range(150):
        g, ask = match.state, match.decision.asks[0]
        assert mind.judged(g, ask.side, ask.actions) == [mind.judge(g, ask.side, action) for action in ask.actions]
        match.take(player.choose(match, ask, rng), ask.side)
