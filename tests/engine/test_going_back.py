"""Takeback past the barrier, resigning, following another's lines, and looking back; on a real game."""

from __future__ import annotations

import random

import msgspec
import pytest
from msgspec import structs

import grognard
from grognard.engine import Illegal, Malformed, Match, NothingToUndo, SealedDice, find_game, replay, verify
from grognard.engine.records.record import MatchLine, SecretLine, StateLine
from grognard.engine.records.replay import Replay


def played(answers: int, seed: int = 7) -> Match:
    match = grognard.new("night-fight", "ghost-column", seed=seed)
    rng = random.Random(seed)
    for _ in range(answers):
        match.take(rng.choice(match.decision.actions))
    return match


def behind_the_barrier() -> Match:
    """A match whose last answer cannot be undone."""
    match = played(60)
    rng = random.Random(1)
    while match.can_undo:
        match.take(rng.choice(match.decision.actions))
    return match


def test_a_takeback_goes_behind_the_barrier_and_spends_the_dice() -> None:
    match = behind_the_barrier()
    with pytest.raises(NothingToUndo):
        match.undo()
    assert isinstance(match.dice, SealedDice)
    rolled, number = match.dice.count, match.number
    match.take_back()
    assert match.dice.count == rolled
    assert match.number == number + 1
    assert not match.can_undo and not match.can_redo


def test_a_takeback_returns_to_the_very_position() -> None:
    match = played(80)
    digests = [match.state.digest()]
    rng = random.Random(2)
    for _ in range(3):
        match.take(rng.choice(match.decision.actions))
        digests.append(match.state.digest())
    match.take_back(2)
    assert match.state.digest() == digests[1]
    match.take_back(1)
    assert match.state.digest() == digests[0]


def test_more_than_was_answered_cannot_be_taken_back() -> None:
    match = played(2)
    for count in (0, 3):
        with pytest.raises(NothingToUndo):
            match.take_back(count)


def test_a_record_with_takebacks_and_a_resignation_is_honest_and_loads() -> None:
    match = behind_the_barrier()
    match.take_back(2)
    match.take(match.decision.actions[0])
    match.resign("german")
    assert match.over and match.result is not None
    assert (match.result.winners, match.result.cite) == ((), "GR-4")
    record = match.record()
    assert verify(record).result == match.result
    again = Match.from_record(record)
    assert (again.state.digest(), again.number, len(again.events)) == (
        match.state.digest(),
        match.number,
        len(match.events),
    )


def test_nobody_resigns_twice_or_for_a_side_that_does_not_exist() -> None:
    match = played(1)
    with pytest.raises(Malformed):
        match.resign("nobody")
    match.resign("german")
    with pytest.raises(Illegal):
        match.resign("german")


def test_lines_written_elsewhere_are_followed_and_play_goes_on_with_the_same_dice() -> None:
    ahead = played(40)
    behind = Match.from_record(played(25).record())
    assert isinstance(ahead.dice, SealedDice) and isinstance(behind.dice, SealedDice)
    behind.follow(list(ahead.lines[len(behind.lines) :]))
    assert behind.state.digest() == ahead.state.digest()
    assert (behind.number, behind.dice.count) == (ahead.number, ahead.dice.count)
    for match in (ahead, behind):
        rng = random.Random(5)
        for _ in range(20):
            match.take(rng.choice(match.decision.actions))
    assert behind.state.digest() == ahead.state.digest()


def test_looking_back_shows_every_position_in_order() -> None:
    match = played(12)
    match.undo()
    digests = [past.state.digest() for past in replay(match.lines)]
    assert len(digests) == 1 + 12 + 1
    assert digests[-1] == match.state.digest() == digests[-3]


def test_a_match_goes_on_from_a_snapshot_kept_beside_its_record() -> None:
    match = played(50)
    assert isinstance(match.dice, SealedDice)
    kept = StateLine(msgspec.Raw(match.state.to_json()), match.dice.count)
    again = Match.from_lines([*match.lines, kept, SecretLine(match.dice.secret.hex())])
    assert again.decision.number == match.decision.number
    assert list(again.decision.actions) == list(match.decision.actions)
    for each in (match, again):
        each.take(each.decision.actions[0])
    assert again.state.digest() == match.state.digest()
    assert find_game("night-fight") is again.game
    again.take_back(2)
    match.take_back(2)
    assert again.state.digest() == match.state.digest() and again.log("german") == match.log("german")


def test_a_match_of_older_rules_goes_on_from_its_snapshots_and_can_be_looked_back_at() -> None:
    match, rng = grognard.new("korsun", "campaign", seed=3), random.Random(3)
    while match.number < 230:
        match.take(rng.choice(match.decision.actions))
    header = match.lines[0]
    assert isinstance(header, MatchLine) and isinstance(match.dice, SealedDice)
    older = [structs.replace(header, version=header.version - 1), *match.lines[1:]]
    kept = StateLine(msgspec.Raw(match.state.to_json()), match.dice.count)
    again = Match.from_lines([*older, kept, SecretLine(match.dice.secret.hex())])
    assert again.state.digest() == match.state.digest() and again.log("German") == match.log("German")
    assert not again.replays
    again.take_back(3)
    with pytest.raises(NothingToUndo, match="older rules"):
        again.take_back(100)
    seen = [past.state.digest() for past in replay(older)]
    assert seen == [past.state.digest() for past in replay(match.lines)][-len(seen) :] and len(seen) > 25


def test_few_positions_are_kept_for_lines_that_go_back() -> None:
    match, rng = grognard.new("folio", "sidi-zahran", seed=2), random.Random(2)
    for number in range(60):
        match.take(rng.choice(match.decision.actions))
        if number in (20, 40):
            match.take_back(3)
    reader = Replay(match.lines)
    course, most = reader.from_start(), 0
    for number, line in enumerate(match.lines, 1):
        reader.play(course, line, number)
        most = max(most, len(reader._kept))
    assert most == 1 and not reader._kept
    assert course.state.digest() == match.state.digest()
