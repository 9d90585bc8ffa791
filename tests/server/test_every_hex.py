"""A click on the map and the rules agree: what may be answered is an answer, all else is refused with its rule."""

from __future__ import annotations

import random

import pytest

from grognard.board.ground import hexmap_of
from grognard.engine import SHELF, Action, Match, Refusal, To, find_game
from grognard.engine.match.gesture import click_on
from grognard.players import make_player


@pytest.mark.parametrize("game", ["panzer-blitz", "night-fight", "folio", "tank-leader", "korsun"])
def test_every_hex_that_may_be_chosen_can_be_clicked(game: str) -> None:
    match, player, rng = (
        Match.new(find_game(game), next(iter(find_game(game).scenarios)), seed=3),
        make_player("doctrine"),
        random.Random(3),
    )
    board, tried = hexmap_of(match.game, match.state.scenario_id), 0
    assert board is not None
    while not match.over and tried < 3 and match.number < 300:
        ask = match.decision.asks[0]
        if To in (*map(type, ask.actions), *ask.actions.open_kinds) and match.number % 5 == 0:
            tried += 1
            for place in rng.sample(board.grid.hexes, 80):
                meant = click_on(match, ask.side, "", place)
                if match.why_not(To(place), ask.side) is None:
                    assert isinstance(meant, Action), f"{place} may be chosen"
                elif isinstance(meant, Action):
                    assert meant in ask.actions
                else:
                    assert isinstance(meant, Refusal)
        match.take(player.choose(match, ask, rng), ask.side)
    assert tried


@pytest.mark.parametrize("game", SHELF)
def test_every_click_is_an_answer_that_is_accepted_or_refused_with_a_rule(game: str) -> None:
    """On every piece in sight and on places all over the map; next to none is only told that it is no choice."""
    match, player, rng = (
        Match.new(SHELF[game], next(iter(SHELF[game].scenarios)), seed=3),
        make_player("doctrine"),
        random.Random(3),
    )
    ground, clicks, bare = SHELF[game].face.ground(match.state.scenario_id), 0, 0
    assert ground is not None
    while not match.over and match.number < 180:
        ask = match.decision.asks[0]
        if match.number % 37 == 5:
            places = rng.sample(list(ground.places), min(40, len(ground.places)))
            for piece, place in [*((seen.id, "") for seen in match.view(ask.side).pieces), *(("", h) for h in places)]:
                meant = click_on(match, ask.side, piece, place)
                clicks += 1
                if isinstance(meant, Action):
                    assert match.why_not(meant, ask.side) is None
                else:
                    assert meant is not None and meant.rule in match.game.rulebook
                    bare += meant.rule == "GR-1"
        match.take(player.choose(match, ask, rng), ask.side)
    assert clicks and bare / clicks < 0.05
