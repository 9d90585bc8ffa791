"""Looking back: every position as it was, from few that are kept."""

from __future__ import annotations

import random
import threading
from typing import Any

import msgspec
import pytest

import grognard
from grognard.engine import SHELF, Match
from grognard.engine.records.record import Lines, TakeLine
from grognard.engine.records.replay import replay
from grognard.players import DoctrinePlayer
from grognard.server.api.serializers import line_of, view_of
from grognard.server.matches import history
from grognard.server.matches.history import TAIL, History


def wandering(game: str, scenario: str, answers: int, seed: int = 3) -> Match:
    """A match in which much is undone and taken back."""
    match, rng = grognard.new(game, scenario, seed=seed), random.Random(seed)
    for _ in range(answers):
        if match.over:
            break
        ask = rng.choice(match.decision.asks)
        match.take(rng.choice(list(ask.actions)), ask.side)
        while match.can_undo and rng.random() < 0.4:
            match.undo()
        if rng.random() < 0.03:
            match.take_back(rng.randint(1, 2))
    return match


def lines_of(match: Match) -> Lines:
    assert isinstance(match.lines, Lines)
    return match.lines.cut(len(match.lines))


@pytest.mark.parametrize("game_id", SHELF)
def test_every_frame_is_the_position_that_was_there(game_id: str) -> None:
    match = wandering(game_id, next(iter(SHELF[game_id].scenarios)), 60)
    match.resign(match.sides[0])
    past = History(lines_of(match))
    truth: list[Any] = []
    for course in replay(match.lines):
        side = course.sides[0]
        lines = [line_of(event) for event in course.events[-TAIL:] if event.visible_to(side)]
        view = course.view(side)
        truth.append(msgspec.to_builtins([view_of(view), view.pieces, lines]))
    assert len(past) == len(truth)
    for number in random.Random(1).sample(range(len(truth)), len(truth)):
        got = past.frame(number, match.sides[0])
        assert msgspec.to_builtins([got["view"], got["pieces"], got["lines"]]) == truth[number], number
    assert past.frame(10**6, None)["frame"] == len(truth) - 1


def test_few_positions_are_kept_however_long_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "KEPT", 4)
    match = wandering("folio", "sidi-zahran", 400)
    past = History(lines_of(match))
    for number in range(0, len(past), 7):
        past.frame(number, None)
    assert len(past) > 300 and len(past._kept) <= 4


def test_it_grows_with_the_match_and_keeps_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    match = wandering("folio", "sidi-zahran", 80)
    past = History(lines_of(match))
    past.frame(10**6, None)
    kept = set(past._kept)
    match.take(match.decision.actions[0])
    past.grow(lines_of(match))
    view = match.view(None)
    assert past.frame(10**6, None)["pieces"] == view.pieces
    assert kept <= set(past._kept)


def test_several_may_look_back_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "KEPT", 2)
    match = wandering("folio", "sidi-zahran", 120)
    past, faults = History(lines_of(match)), []

    def look(seed: int) -> None:
        rng = random.Random(seed)
        try:
            for _ in range(15):
                past.frame(rng.randrange(len(past)), None)
        except Exception as fault:
            faults.append(fault)

    threads = [threading.Thread(target=look, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


ENOUGH = {"tank-leader": 60}  # answers before one has a reason; elsewhere fewer, for each is judged anew


@pytest.mark.parametrize("game_id", SHELF)
def test_in_a_match_that_is_over_the_answer_is_told_and_what_a_computer_was_up_to(game_id: str) -> None:
    match, rng = grognard.new(game_id, next(iter(SHELF[game_id].scenarios)), seed=3), random.Random(3)
    for _ in range(ENOUGH.get(game_id, 20)):
        ask = match.decision.asks[0]
        match.take(DoctrinePlayer().choose(match, ask, rng), ask.side)
    past = History(lines_of(match))
    told = [past.frame(number, None, match.sides)["said"] for number in range(len(past))]
    assert told[0] is None
    assert [said["side"] for said in told[1:]] == [line.side for line in match.lines if isinstance(line, TakeLine)]
    assert all(said["text"] for said in told[1:])
    of_people = [past.frame(number, None, ())["said"] for number in range(len(past))]
    assert all(said is None or not said["why"] for said in of_people)
    assert any(said["why"] for said in told[1:])
    assert past.frame(5, None)["said"] is None
