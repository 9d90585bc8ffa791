"""10.0 A computer player knows no more than a person: it judges every answer alike, whatever lies face down."""

from __future__ import annotations

import random

import pytest

from grognard.engine import Match
from grognard.games.night_fight import GAME
from grognard.players import make_player
from grognard.players.base import play_out

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
