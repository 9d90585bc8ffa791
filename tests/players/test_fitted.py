"""Weights fitted to what wins: who judges by them, and how they are found."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from bench.fit import flat, pair, shaped, step
from bench.worth import effects
from grognard.engine import SHELF, Game, Match
from grognard.games.folio.mind.doctrine import Doctrine
from grognard.games.folio.mind.sidi_zahran import DOCTRINE
from grognard.games.folio.mind.weights import FITTED as DESERT
from grognard.games.folio.rules.combat import CombatPhase
from grognard.players import DoctrinePlayer, make_player, play_out
from grognard.players.rollout import deal
from grognard.players.search import SearchBudget, SearchPlayer
from grognard.players.worker import WorkerPlayer, Workers
from tests.games.folio.situation import desert

FITTED = [game for game in SHELF.values() if game.mind.fitted is not None]


def some_way_in(game: Game, seed: int, answers: int) -> Match:
    match = Match.new(game, next(iter(game.scenarios)), seed=seed)
    play_out(match, dict.fromkeys(game.rules.sides(match.state), DoctrinePlayer()), random.Random(seed), answers)
    return match


@pytest.mark.parametrize("game", FITTED, ids=lambda game: game.id)
def test_who_judges_by_fitted_weights_leaves_no_trace_of_it(game: Game) -> None:
    match, fitted, plain = some_way_in(game, 3, 40), make_player("fitted"), DoctrinePlayer()
    asks = match.decision.asks
    before = plain.choose(match, asks[0], random.Random(1))
    fitted.choose(match, asks[0], random.Random(1))
    assert match.state.weights is None
    assert plain.choose(match, asks[0], random.Random(1)) == before


@pytest.mark.parametrize("game", FITTED, ids=lambda game: game.id)
def test_fitted_weights_lead_to_other_answers(game: Game) -> None:
    assert any(answers_differ(game, scenario, 3) for scenario in game.scenarios)


def answers_differ(game: Game, scenario: str, seed: int) -> bool:
    """Does a match between doctrine players come to a question that the fitted weights answer otherwise?"""
    match = Match.new(game, scenario, seed=seed, record=False)
    players = [make_player(name) for name in ("doctrine", "fitted")]
    while not match.over:
        ask = match.decision.asks[0]
        own, other = (player.choose(match, ask, random.Random(1)) for player in players)
        if own != other:
            return True
        match.take(own, ask.side)
    return False


def test_a_position_is_judged_by_one_set_of_weights_and_what_another_found_is_no_longer_true() -> None:
    game = SHELF["tank-leader"]
    match, fitted = some_way_in(game, 3, 40), game.mind.fitted
    g, ask = match.state, match.decision.asks[0]
    answers, fresh = list(ask.actions), g.clone()
    fresh.facts, fresh.books = {}, {}
    plain = [game.mind.judge(g, ask.side, answer) for answer in answers]
    for position in (g, fresh):
        position.judge_by(fitted)
    judged = [game.mind.judge(g, ask.side, answer) for answer in answers]
    assert judged == [game.mind.judge(fresh, ask.side, answer) for answer in answers] != plain
    assert g.clone().weights is fitted
    assert "weights" not in str(g.to_json())
    g.judge_by(None)
    assert [game.mind.judge(g, ask.side, answer) for answer in answers] == plain


def test_every_deal_of_a_search_by_fitted_weights_is_judged_by_them() -> None:
    game = SHELF["tank-leader"]
    match = some_way_in(game, 3, 40)
    side = match.decision.asks[0].side
    known = deal(game, match.state, side, random.Random(1), fitted=True)
    assert known.weights is game.mind.fitted
    assert deal(game, known, side, random.Random(2)).weights is game.mind.fitted
    assert deal(game, match.state, side, random.Random(1)).weights is None


def test_where_looking_ahead_adds_nothing_to_fitted_weights_the_answer_comes_at_once() -> None:
    match = some_way_in(SHELF["tank-leader"], 3, 40)
    ask = match.decision.asks[0]
    report = SearchPlayer(SearchBudget(seconds=None, deals=6, fitted=True)).report(match, ask, random.Random(1))
    assert report.deals == 0
    assert report.best == make_player("fitted").choose(match, ask, random.Random(1))
    assert SearchPlayer(SearchBudget(seconds=None, deals=6)).report(match, ask, random.Random(1)).deals


def test_where_it_adds_to_them_search_looks_ahead_by_fitted_weights() -> None:
    match = some_way_in(SHELF["panzer-blitz"], 3, 40)
    ask = match.decision.asks[0]
    assert len(ask.actions) > 1
    report = SearchPlayer(SearchBudget(seconds=None, deals=6, fitted=True)).report(match, ask, random.Random(1))
    assert report.deals and report.best in ask.actions


def test_and_no_process_is_started_for_it() -> None:
    match, workers = some_way_in(SHELF["tank-leader"], 3, 40), Workers()
    ask = match.decision.asks[0]
    answer = WorkerPlayer(SearchBudget(seconds=1.5, fitted=True), workers).choose(match, ask, random.Random(1))
    assert answer in ask.actions and workers.alive == 0


# ------------------------------------------------------------------ finding them


def test_weights_are_numbers_by_name_and_back() -> None:
    weights = SHELF["tank-leader"].mind.fitted
    numbers = flat(weights)
    assert numbers["haste.take"] == weights.haste["take"]
    assert numbers["cover"] == weights.cover
    assert shaped(weights, numbers) == weights
    changed = shaped(weights, numbers | {"haste.take": 1.5, "cover": 9.0})
    assert (changed.haste["take"], changed.cover) == (1.5, 9.0)
    assert weights.haste["take"] != 1.5


def test_the_same_weights_are_as_good_as_each_other_and_silly_ones_lose() -> None:
    game = SHELF["tank-leader"]
    weights = game.mind.fitted
    lazy = shaped(weights, {"haste.take": 0.0, "haste.hunt": 0.0, "worth_a_shot": 99.0, "bother": 99.0})
    assert sum(pair(game, "steppe-patrol", seed, weights, lazy) for seed in range(3)) > 0
    assert sum(pair(game, "steppe-patrol", seed, lazy, weights) for seed in range(3)) < 0


def test_a_step_goes_towards_the_winner(monkeypatch: pytest.MonkeyPatch) -> None:
    game, at = SHELF["tank-leader"], {"cover": 1.0}
    monkeypatch.setattr(
        "bench.fit.pair", lambda game, scenario, seed, one, other: 1.0 if one.cover > other.cover else -1.0
    )
    assert all(step(game, ["lipki"], at, 0.2, random.Random(seed))["cover"] > 1.0 for seed in range(6))


def test_no_set_of_weights_takes_the_identity_of_one_that_was_tried_before(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []

    def played(game: Game, scenario: str, seed: int, one: object, other: object) -> float:
        seen.extend((id(one), id(other)))
        return 0.0

    monkeypatch.setattr("bench.fit.pair", played)
    monkeypatch.setattr("bench.fit.PAIRS", 1)
    game, rng = SHELF["tank-leader"], random.Random(1)
    for _ in range(50):
        step(game, ["ambush"], flat(game.mind.fitted), 0.25, rng)
    assert len(set(seen)) == len(seen)


def test_in_a_game_without_them_doctrine_answers() -> None:
    folio = SHELF["folio"]
    assert answers_differ(folio, "sidi-zahran", 3)
    assert not answers_differ(replace(folio, mind=replace(folio.mind, fitted=None)), "sidi-zahran", 3)


def test_matches_against_itself_have_taught_the_desert_to_attack_who_stands_on_an_objective() -> None:
    goal, points = next(iter(desert({}, CombatPhase()).rules.objectives.items()))
    beside = desert({}, CombatPhase()).rules.ground.neighbours[goal][0]
    g = desert({"B-01": beside, "A-03": goal}, CombatPhase(), markers={})
    target = g.pieces["A-03"]
    assert DOCTRINE.attack_worth(g, target, mobile=False) == Doctrine.attack_worth(DOCTRINE, g, target, mobile=False)
    g.judge_by(DESERT)
    plain = Doctrine.attack_worth(DOCTRINE, g, target, mobile=False)
    assert DOCTRINE.attack_worth(g, target, mobile=False) == pytest.approx(plain + DESERT.prize * points)
    assert DESERT.prize > 0


def test_what_a_weight_is_worth_is_found_in_matches_that_hang_on_it() -> None:
    rng = np.random.default_rng(1)
    first, second = (rng.normal(0, 0.3, (4000, 3)) for _ in "ab")
    scenario = rng.integers(0, 2, 4000)
    odds = 1.5 * (first - second)[:, 1] - 2.0 * (first**2 - second**2)[:, 2] + scenario - 0.5
    won = (rng.random(4000) < 1 / (1 + np.exp(-odds))).astype(float)
    found, errors = effects(first, second, scenario, won)
    told = np.abs(found / errors) > 4
    assert told.tolist() == [[False, True, False], [False, False, True]]
    assert abs(found[0, 1] - 1.5) < 3 * errors[0, 1] and found[1, 2] < -1
