"""No unit is ever lost from the box or made: what is eliminated lies beside the map."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.engine import Match


@pytest.mark.parametrize(("game", "scenario"), [("folio", "sidi-zahran"), ("korsun", "campaign")])
def test_every_unit_of_the_box_is_somewhere_all_through_a_match(game: str, scenario: str) -> None:
    match, rng = Match.new(grognard.game(game), scenario, seed=6, record=False), random.Random(6)
    units = list(match.state.pieces)
    for _ in range(1_500):
        if match.over:
            break
        match.take(rng.choice(match.decision.actions))
        assert list(match.state.pieces) == units
