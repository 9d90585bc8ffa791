"""Where pieces make themselves felt: every game answers from what the side may know, by rules it can name."""

from __future__ import annotations

import random

import pytest

from grognard.board.ground import hexmap_of
from grognard.engine import SHELF, Match
from grognard.players import RandomPlayer, play_out

GAMES = SHELF


def some_way_in(game_id: str, answers: int) -> Match:
    game = GAMES[game_id]
    match = Match.new(game, next(iter(game.scenarios)), seed=11, record=False)
    play_out(match, {side: RandomPlayer() for side in match.sides}, random.Random(11), answers)
    return match


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_reach_names_its_rule_and_stays_on_the_map(game_id: str) -> None:
    match = some_way_in(game_id, 120)
    game, found = match.game, 0
    board = hexmap_of(game, next(iter(game.scenarios)))
    for side in match.sides:
        for piece in match.view(side).pieces:
            for reach in game.face.reach(match.state, side, piece.id):
                found += 1
                assert reach.cite in game.rulebook and reach.how
                assert reach.hexes or reach.arcs
                assert board is None or all(h in board.grid for h in reach.hexes)
                assert all(0 < arc.half <= 180 and 0 <= arc.near <= arc.far for arc in reach.arcs)
    assert found


@pytest.mark.parametrize("game_id", sorted(GAMES))
def test_reach_is_the_same_however_the_unknown_is_dealt(game_id: str) -> None:
    match = some_way_in(game_id, 120)
    for side in (*match.sides, None):
        dealt = match.game.rules.determinize(match.state, side, random.Random(5))
        for piece in match.view(side).pieces:
            there = match.game.face.reach(match.state, side, piece.id)
            assert match.game.face.reach(dealt, side, piece.id) == there, f"{piece.id} as {side} sees it"
