"""Out of sight: a way that enemies watch less, gone at the price shown, and found without what is hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import grognard
from grognard.board.covered_routes import entered, unseen, watched_by_enemies
from grognard.engine import SHELF, Action, Match
from grognard.engine.match.gesture import preview_routes
from grognard.players import make_player

ANSWERS = {"night-fight": 90, "panzer-blitz": 90, "tank-leader": 60}
SCENARIOS = {"night-fight": "ghost-column", "panzer-blitz": "first-up-the-hill", "tank-leader": "prokhorovka"}
TRIED = 6  # places of a question


def sent(game: str, answers: int) -> Iterator[tuple[Match, str, Action]]:
    """Answers that send somebody somewhere, in the course of a match."""
    scenario = SCENARIOS.get(game, next(iter(SHELF[game].scenarios)))
    match, rng, player = grognard.new(game, scenario, seed=5), random.Random(5), make_player("doctrine")
    for _ in range(answers):
        if match.over:
            return
        ask = match.decision.asks[0]
        far = [action for action in ask.actions if action.__struct_fields__ == ("hex",)]
        for action in rng.sample(far, min(TRIED, len(far))):
            if preview_routes(match, ask.side, [action]):
                yield match, ask.side, action
        match.take(player.choose(match, ask, rng), ask.side)


def sneaking(game: str) -> tuple[Match, str, Action, list[Action]]:
    """A position in which somebody can be sent somewhere unseen, or nearly so, and by which answers."""
    for match, side, action in sent(game, ANSWERS[game]):
        answers = unseen(match, action, watched_by_enemies(match, side))
        if len(answers) > 1:
            return match, side, action, answers
    raise AssertionError("nobody can sneak anywhere")


@pytest.mark.parametrize("game", ANSWERS)
def test_an_unseen_way_is_watched_less_and_can_be_gone_at_its_price(game: str) -> None:
    found = 0
    for match, side, action in sent(game, ANSWERS[game]):
        watched = watched_by_enemies(match, side)
        direct, answers = preview_routes(match, side, [action]), unseen(match, action, watched)
        legs = preview_routes(match, side, answers)
        assert len(legs) == len(answers) and answers[-1] == action
        if answers == [action]:
            continue
        found += 1
        assert len(watched.intersection(entered(legs))) < len(watched.intersection(entered(direct)))
        assert sum(leg.price for leg in legs) <= legs[0].budget == direct[0].budget
        standing = {piece.place for piece in match.view(side).pieces if piece.side != side}
        assert standing.isdisjoint(entered(legs)[:-1]), "nobody sneaks through an enemy"
        deals_alike(match, side, action, answers)
    assert found


def deals_alike(match: Match, side: str, action: Action, answers: list[Action]) -> None:
    """However the unknown is dealt, the way is the same."""
    dealt = match.clone()
    dealt.state = match.game.rules.determinize(match.state, side, random.Random(1))
    dealt.state.advance()
    assert unseen(dealt, action, watched_by_enemies(dealt, side)) == answers


@pytest.mark.parametrize("game", ["folio", "korsun"])
def test_where_nobody_is_spotted_no_hex_is_watched(game: str) -> None:
    tried = 0
    for match, side, action in sent(game, 12):
        tried += 1
        assert not watched_by_enemies(match, side)
        assert unseen(match, action, frozenset()) == [action]
    assert tried


@pytest.mark.parametrize("game", ["night-fight"])
def test_the_way_is_the_shortest_where_nothing_of_it_is_watched(game: str) -> None:
    for match, side, action in sent(game, 60):
        [leg] = preview_routes(match, side, [action])
        aside = frozenset(watched_by_enemies(match, side).difference(entered([leg])))
        assert unseen(match, action, aside) == [action]
