"""Puzzles: made from matches, kept with their game, and played like a lesson of one step."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

import grognard
from grognard.engine import Match, UnknownChoice, read_text
from grognard.lab import puzzles as lab
from grognard.school.coach import Coach, right_answer
from grognard.school.lesson import LessonError, read_answer
from grognard.school.puzzle import Puzzle, as_lessons, find_puzzle, puzzles_of
from grognard.terminal.school import chosen_lesson

KEPT = [(game.id, number) for game in grognard.shelf.values() for number, _ in enumerate(puzzles_of(game), 1)]


@pytest.mark.parametrize(("game_id", "number"), KEPT)
def test_a_puzzle_that_is_kept_can_be_played(game_id: str, number: int) -> None:
    game = grognard.game(game_id)
    puzzle, lesson = puzzles_of(game)[number - 1], find_puzzle(game, number)
    assert len(puzzle.answers) >= lab.FEWEST and puzzle.margin >= lab.MARGIN - 0.002
    coach = Coach(lesson)
    for one in puzzle.answers:
        action = read_answer(game, one.answer)
        assert action is not None and coach.match.why_not(action, puzzle.side) is None, one.text
    worse = read_answer(game, puzzle.answers[-1].answer)
    assert worse is not None
    said = coach.answer(worse)
    assert not said.right and f"{puzzle.answers[-1].chance:.0%}" in said.say
    best = right_answer(coach)
    assert best.right and coach.over and puzzle.answers[0].text in best.say and puzzle.answers[-1].text in best.say


def weighed(found: dict[str, list[float]]) -> tuple[Match, lab.Scores]:
    """A position of Sidi Zahran, and what three answers to it came to."""
    match = Match.new(grognard.game("folio"), "sidi-zahran", {"setup": "historical"}, 1)
    actions = {words: read_answer(match.game, words) for words in found}
    assert all(actions.values())
    return match, {action: found[words] for words, action in actions.items() if action is not None}


@pytest.mark.parametrize(
    ("best", "second", "stands"),
    [
        ([0.7, 0.71, 0.7], [0.5, 0.5, 0.5], True),
        ([0.51, 0.52, 0.51], [0.5, 0.5, 0.5], False),  # hardly better
        ([0.9, 0.2, 0.9], [0.5, 0.5, 0.5], False),  # by luck
        ([0.99, 0.99, 1.0], [0.5, 0.5, 0.5], False),  # decided
    ],
)
def test_only_what_stands_out_is_a_puzzle(best: list[float], second: list[float], stands: bool) -> None:
    match, found = weighed({"Pick B-05": best, "Pick B-06": second, "Pick B-07": [0.4, 0.4, 0.4]})
    assert lab.stands_out(match, match.decision.asks[0], found, lab.MARGIN, lab.SURE) == stands


def test_a_puzzle_holds_its_position_and_every_answer() -> None:
    match, found = weighed({"Pick B-05": [0.7, 0.7], "Pick B-06": [0.5, 0.5], "Press End the phase": [0.3, 0.3]})
    puzzle = lab.as_puzzle(match, match.decision.asks[0], found)
    assert puzzle is not None and puzzle.answers[0].answer == "Pick B-05"
    assert read_text(puzzle.position)[1].pieces == match.state.pieces
    [again] = msgspec.json.decode(lab.write([puzzle]), type=list[Puzzle])
    assert again == puzzle and "ahead by" in str(puzzle)


def test_the_answers_of_a_question_are_tried_in_the_same_deals() -> None:
    match, rng = Match.new(grognard.game("folio"), "sidi-zahran", {"setup": "historical"}, 1), random.Random(1)
    found = lab.scores(match, match.decision.asks[0], rng, 2)
    assert 2 <= len(found) <= lab.MOST and all(len(worth) == 2 for worth in found.values())
    assert [c for _, c in lab.chances(match, match.decision.asks[0], found)] == sorted(
        (c for _, c in lab.chances(match, match.decision.asks[0], found)), reverse=True
    )


def test_a_puzzle_is_found_by_its_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = grognard.game("folio")
    match, found = weighed({"Pick B-05": [0.7, 0.7], "Pick B-06": [0.5, 0.5], "Press End the phase": [0.3, 0.3]})
    puzzle = lab.as_puzzle(match, match.decision.asks[0], found)
    assert puzzle is not None
    (tmp_path / "lessons").mkdir()
    monkeypatch.setattr(type(game), "folder", tmp_path)
    assert puzzles_of(game) == ()
    (tmp_path / "lessons" / "puzzles.json").write_bytes(lab.write([puzzle]))
    assert chosen_lesson(game, "puzzle-1") == as_lessons(game)[0]
    with pytest.raises(UnknownChoice):
        chosen_lesson(game, "puzzle-2")
    (tmp_path / "lessons" / "puzzles.json").write_text("[3]")
    with pytest.raises(LessonError):
        puzzles_of(game)
