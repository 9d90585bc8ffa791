"""A run that gets nowhere ends with a reason; one that goes on is left alone."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard import lab
from grognard.engine import Action, Ask, Match
from grognard.players import NoProgress, make_player, play_out


class Sevens:
    """Goes through the rows: in some games that is picking up and putting down for ever."""

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        return ask.actions[7 * match.number % len(ask.actions)]


def test_players_who_go_round_in_circles_are_stopped_with_a_reason() -> None:
    match = grognard.new("night-fight", "kolkhoz", seed=1)
    with pytest.raises(NoProgress, match=r"same positions come back.*since decision \d+\. \w+ is asked in step \w+"):
        play_out(match, dict.fromkeys(match.sides, Sevens()), random.Random(1), limit=5000)
    assert not match.over and match.number < 2000


def test_a_lab_s_match_without_progress_has_its_reason_in_the_row() -> None:
    rows = lab.play("night-fight", "kolkhoz", Sevens(), 6, backend="here", quiet=True)
    still = [row for row in rows if not row.ended]
    assert still and all(row.reason.startswith("No progress") and not row.winners for row in still)


@pytest.mark.parametrize(("game", "scenario"), [("folio", "bir-salem"), ("night-fight", "kolkhoz")])
def test_a_match_that_goes_on_is_left_alone(game: str, scenario: str) -> None:
    match = grognard.new(game, scenario, seed=2)
    play_out(match, dict.fromkeys(match.sides, make_player("random")), random.Random(2))
    assert match.over
