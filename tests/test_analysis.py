"""Looking back at a finished match."""

from __future__ import annotations

import random
from itertools import product

import msgspec
import pytest
from msgspec.structs import replace

import grognard
from grognard.engine import Match
from grognard.engine.match.odds_summary import actions_with_odds
from grognard.engine.records.record import BackLine, MatchLine, RecordError, StateLine, TakeLine, UndoLine
from grognard.engine.records.replay import replay_lines
from grognard.players import DoctrinePlayer, Player, RandomPlayer, make_player, play_out
from grognard.players.review.analysis import Analysis, Depth, analyse, hint_at
from grognard.players.review.dice_luck import Roll, roll_of
from tools.check_analysis import faults


@pytest.fixture(scope="module")
def match() -> Match:
    """A blunderer against doctrine, with an answer taken back on the way."""
    found = grognard.new("panzer-blitz", "filandriers", seed=4)
    players: dict[str, Player] = {"british": RandomPlayer(), "german": DoctrinePlayer()}
    play_out(found, players, random.Random(4), limit=40)
    found.take_back(2)
    play_out(found, players, random.Random(5))
    return found


@pytest.fixture(scope="module")
def told() -> list[float]:
    return []


@pytest.fixture(scope="module")
def analysis(match: Match, told: list[float]) -> Analysis:
    return analyse(match.lines, Depth(seconds=None, first=1, closer=3), tell=told.append)


def test_the_curve_runs_from_the_start_to_the_result(match: Match, analysis: Analysis) -> None:
    assert match.result is not None
    frames = [point.frame for point in analysis.curve]
    assert frames[0] == 0 and frames == sorted(frames)
    assert frames[-1] == sum(not hasattr(line, "state") for line in match.lines[1:]) - 1
    for point in analysis.curve:
        assert sum(point.chances.values()) == pytest.approx(1.0, abs=1e-3)
    assert analysis.curve[-1].chances == {side: float(side in match.result.winners) for side in analysis.sides}


def test_costly_decisions_are_real_ones_and_the_dearest_come_first(match: Match, analysis: Analysis) -> None:
    assert analysis.costly
    costs = [costly.cost for costly in analysis.costly]
    assert costs == sorted(costs, reverse=True) and min(costs) > 0
    takes = [line for line in match.lines if isinstance(line, TakeLine)]
    for costly in analysis.costly:
        assert costly.taken.action in [msgspec.json.decode(line.do) for line in takes if line.side == costly.side]
        assert costly.better.action != costly.taken.action
        assert costly.better.text and costly.prompt
        assert costly.better.chance - costly.taken.chance == pytest.approx(costly.cost, abs=1e-3)
    for side in analysis.sides:
        assert sum(costly.side == side for costly in analysis.costly) <= 3


def test_every_sentence_is_borne_out_by_the_record(match: Match, analysis: Analysis) -> None:
    assert list(faults(match.lines, analysis)) == []
    assert analysis.turnings, "a blunderer's match has turned somewhere"


def test_a_false_sentence_is_found_out(match: Match, analysis: Analysis) -> None:
    first = analysis.costly[0]
    hint = next(past for n, (_, past) in enumerate(replay_lines(match.lines)) if n == first.frame)
    advised = msgspec.to_builtins(hint_at(hint.game, hint.state, first.side).answers[0])
    blamed = replace(first, taken=replace(first.taken, action=advised))
    turned = replace(analysis.turnings[0], end=analysis.turnings[0].end + 1)
    for false, word in (
        (replace(analysis, costly=[blamed]), "was the hint"),
        (replace(analysis, thrown=analysis.thrown[1:]), "throws are on the record"),
        (replace(analysis, curve=[replace(analysis.curve[0], chances=dict.fromkeys(match.sides, 0.0))]), "the chances"),
    ):
        told = faults(match.lines, replace(false, turnings=[]))
        assert any(word in fault for fault in told)
    with pytest.raises(KeyError):
        list(faults(match.lines, replace(analysis, turnings=[turned])))


def test_who_does_what_the_hint_says_is_not_blamed() -> None:
    found = Match.new(grognard.game("folio"), "bir-salem", seed=6)
    rng = random.Random(6)
    while not found.over:
        ask = found.decision.asks[0]
        if ask.side == "British":
            for answer in found.hint("British").answers:
                found.take(answer, "British")
        else:
            found.take(make_player("recruit").choose(found, ask, rng), ask.side)
    told = analyse(found.lines, Depth(seconds=None, first=1, closer=4))
    assert not [costly for costly in told.costly if costly.side == "British"]
    assert list(faults(found.lines, told)) == []


def test_every_throw_of_the_dice_is_counted(match: Match, analysis: Analysis) -> None:
    standing: list[TakeLine] = []
    for line in match.lines:
        if isinstance(line, TakeLine):
            standing.append(line)
        elif isinstance(line, UndoLine | BackLine):
            del standing[-line.count :]
    assert len(analysis.thrown) == sum(bool(line.dice) for line in standing) > len(analysis.rolls)


def test_it_tells_how_far_it_has_come(analysis: Analysis, told: list[float]) -> None:
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1.0)


def test_without_a_clock_the_same_record_gives_the_same_analysis() -> None:
    found = grognard.new("night-fight", "kiev", seed=2)
    play_out(found, {"german": RandomPlayer()}, random.Random(1), limit=12)
    found.resign("german")
    depth = Depth(seconds=None, first=1, closer=2)
    assert analyse(found.lines, depth) == analyse(found.lines, depth)


def test_rolls_are_told_with_the_chance_the_table_showed_and_whether_it_came(match: Match, analysis: Analysis) -> None:
    assert {roll.side for roll in analysis.rolls} == set(match.sides)
    assert [roll.frame for roll in analysis.rolls] == sorted(roll.frame for roll in analysis.rolls)
    assert all(0 <= roll.chance <= 1 for roll in analysis.rolls)


def test_over_all_dice_a_roll_comes_out_as_often_as_its_chance_says() -> None:
    match, player, rng = grognard.new("folio", "sidi-zahran", seed=3), DoctrinePlayer(), random.Random(3)
    found: list[Roll] = []
    while not found:  # what is rolled only after another question is not weighed with this one
        ask = match.decision.asks[0]
        for _, action in actions_with_odds(match, ask):
            picks = list(product(range(6), repeat=match.state.steps[-1].preview(match.state, action).dice))  # type: ignore[union-attr]
            found = [roll for each in picks if (roll := roll_of(match.game, 7, match.state, ask, action, each))]
        match.take(player.choose(match, ask, rng))
    assert len(found) == len(picks) and {(roll.frame, roll.side) for roll in found} == {(7, ask.side)}
    came = [roll.came for roll in found]
    assert {True, False} == set(came)
    assert found[0].chance == pytest.approx(came.count(True) / len(came), abs=1e-4)


def test_a_match_of_older_rules_without_a_position_says_that_it_cannot_be_analysed(match: Match) -> None:
    header, *lines = [line for line in match.lines if not isinstance(line, StateLine)]
    assert isinstance(header, MatchLine)
    with pytest.raises(RecordError, match="older rules"):
        analyse([replace(header, version=header.version - 1), *lines], Depth(seconds=None, first=1, closer=1))
