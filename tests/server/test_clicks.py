"""A click on whatever a side can see is an answer or is explained: never a fault."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import grognard
from grognard.engine import SHELF, Match
from grognard.engine.match.gesture import click_on
from grognard.games.panzer_blitz.rules.artillery_requests import Observe

EVERY = 30  # answers between two positions that are looked at
POSITIONS = 4


def positions(game_id: str, scenario: str) -> Iterator[Match]:
    """Positions all through a random match."""
    match, rng = Match.new(SHELF[game_id], scenario, seed=2, log=False), random.Random(2)
    for answer in range(EVERY * POSITIONS):
        if match.over:
            return
        if answer % EVERY == EVERY // 2:
            yield match
        ask = rng.choice(match.decision.asks)
        match.take(rng.choice(list(ask.actions)), ask.side)


@pytest.mark.parametrize("game_id", SHELF)
def test_every_piece_and_place_in_sight_can_be_clicked(game_id: str) -> None:
    rng = random.Random(3)
    for scenario in SHELF[game_id].scenarios:
        ground = SHELF[game_id].face.ground(scenario)
        places = list(ground.places) if ground else []
        for match in positions(game_id, scenario):
            for ask in match.decision.asks:
                for piece in match.view(ask.side).pieces:
                    click_on(match, ask.side, piece.id, "")
                for place in rng.sample(places, min(20, len(places))):
                    click_on(match, ask.side, "", place)


@pytest.mark.rule("PB-3.1.18")
def test_a_platoon_that_has_not_entered_yet_observes_for_nobody() -> None:
    match, rng = grognard.new("panzer-blitz", "first-up-the-hill", seed=2), random.Random(2)
    refused: set[str] = set()
    while "PB-3.1.18" not in refused and match.number < 1000:
        side = match.decision.asks[0].side
        waiting = [unit for unit in match.state.pieces.values() if unit.side == side and not unit.place]
        refusals = [match.why_not(Observe(unit.id), side) for unit in waiting]
        refused |= {refusal.rule for refusal in refusals if refusal}
        match.take(rng.choice(list(match.decision.asks[0].actions)), side)
    assert "PB-3.1.18" in refused
