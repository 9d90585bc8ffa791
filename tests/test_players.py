"""Players that know no game by name."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
from contextlib import redirect_stdout
from typing import Any

import pytest

import grognard
from grognard.engine import SHELF, Action, Actions, Ask, Match, Press, UnknownChoice
from grognard.players import LEVELS, PLAYERS, DoctrinePlayer, HandicappedPlayer, RandomPlayer, make_player, play_out
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
    here = io.StringIO()
    with redirect_stdout(here):
        exec(HALF_A_MATCH, {})
    told = {here.getvalue()} | {
        subprocess.run(
            [sys.executable, "-c", HALF_A_MATCH],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "3")
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


# ------------------------------------------------------------------ what a hurry does


class Dice(random.Random):
    """Falls as it is told, and takes the last of several."""

    def __init__(self, *falls: float) -> None:
        self.falls = list(falls)

    def random(self) -> float:
        return self.falls.pop(0)

    def choice(self, seq: Any) -> Any:
        return seq[-1]


def one_of_three(falls: list[float], underway: bool = True) -> int:
    """Which of three answers, the first judged best, is given by somebody who overlooks half of them."""
    match = grognard.new("night-fight", "ghost-column", seed=2)
    first, second, third = answers = match.decision.asks[0].actions[:3]
    worth = {first: 3.0, second: 2.0, third: 1.0}
    think(match, judge=lambda g, side, action: worth[action], underway=lambda g: underway)
    ask = Ask("german", "Which?", Actions(answers))
    return list(answers).index(HandicappedPlayer(lambda mind: 0.5).choose(match, ask, Dice(*falls)))


def test_what_is_overlooked_is_not_done() -> None:
    assert one_of_three([0.5, 0.9, 0.9]) == 0
    assert one_of_three([0.4, 0.9, 0.9]) == 1
    assert one_of_three([0.4, 0.4, 0.9]) == 2


def test_whoever_overlooks_everything_does_anything() -> None:
    assert one_of_three([0.4, 0.4, 0.4]) == 2


def test_set_up_is_known_by_heart() -> None:
    assert one_of_three([], underway=False) == 0


@pytest.mark.parametrize("game", list(SHELF))
def test_a_recruit_overlooks_more_than_a_regular_and_he_more_than_a_veteran(game: str) -> None:
    recruit, regular, veteran = grognard.game(game).mind.overlooks
    assert 1 > recruit > regular > veteran >= 0


def test_a_veteran_who_overlooks_nothing_answers_by_doctrine() -> None:
    match = grognard.new("folio", "bir-salem", seed=2)
    assert match.game.mind.overlooks[2] == 0
    veteran, doctrine, rng = make_player("veteran"), make_player("doctrine"), random.Random(3)
    for _ in range(60):
        ask = match.decision.asks[0]
        answer = doctrine.choose(match, ask, random.Random(1))
        assert veteran.choose(match, ask, random.Random(1)) == answer
        match.take(doctrine.choose(match, ask, rng), ask.side)


@pytest.mark.parametrize("level", ["recruit", "regular"])
def test_the_hasty_levels_finish_what_they_begin(level: str) -> None:
    match = grognard.new("folio", "bir-salem", seed=2)
    play_out(match, {side: LEVELS[level].make() for side in match.sides}, random.Random(1))
    assert match.over


@pytest.mark.parametrize("game", ["folio", "korsun"])
def test_judging_all_answers_at_once_is_judging_each(game: str) -> None:
    match = grognard.new(game, next(iter(grognard.game(game).scenarios)), seed=1)
    player, rng, mind = make_player("doctrine"), random.Random(1), match.game.mind
    for _ in range(150):
        g, ask = match.state, match.decision.asks[0]
        assert mind.judged(g, ask.side, ask.actions) == [mind.judge(g, ask.side, action) for action in ask.actions]
        match.take(player.choose(match, ask, rng), ask.side)
