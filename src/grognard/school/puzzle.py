"""Puzzles: positions from matches in which one answer is clearly the best, with what every answer comes to.

They stand in `lessons/puzzles.json`, made by `grognard lab puzzles GAME`. To whoever plays it a puzzle is a lesson of
one step: another answer is told what it comes to, and the best one is followed by the whole list.
"""

from __future__ import annotations

import msgspec

from grognard.engine import Action, Game, UnknownChoice
from grognard.school.lesson import Aside, Lesson, LessonError, Task, read_answer

PREFIX = "puzzle-"


class Weighed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer, and the chance of winning that it leaves."""

    answer: str  # as a lesson names it
    text: str
    chance: float

    def __str__(self) -> str:
        return f"{self.text} ({self.chance:.0%})"


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position with one best answer."""

    position: str
    side: str
    question: str
    answers: tuple[Weighed, ...]  # the best first
    deals: int  # in which the answers were tried
    why: str = ""  # what speaks for the best one
    kind: str = ""  # of question and answer
    match: int = 0  # the seed of the match it comes from

    def __str__(self) -> str:
        return f"{self.question}: {self.answers[0]}, ahead by {self.margin:.0%}"

    @property
    def margin(self) -> float:
        """How far the best answer is ahead of the next."""
        return self.answers[0].chance - self.answers[1].chance


def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of a game."""
    file = game.folder / "lessons" / "puzzles.json"
    if not file.is_file():
        return ()
    try:
        return msgspec.json.decode(file.read_bytes(), type=tuple[Puzzle, ...])
    except msgspec.DecodeError as error:
        raise LessonError(f"{game.id}, {file.name}: {error}") from error


def as_lessons(game: Game) -> tuple[Lesson, ...]:
    """The puzzles of a game as lessons of one step."""
    return tuple(_lesson(game, number, puzzle) for number, puzzle in enumerate(puzzles_of(game), 1))


def find_puzzle(game: Game, number: int) -> Lesson:
    """A puzzle by its number."""
    found = as_lessons(game)
    if not 1 <= number <= len(found):
        raise UnknownChoice(f"{game.title} has {len(found)} puzzles, and no number {number}.")
    return found[number - 1]


def _lesson(game: Game, number: int, puzzle: Puzzle) -> Lesson:
    best, *others = puzzle.answers
    worse = "That leaves {chance:.0%}. There is something better."
    asides = tuple(Aside(one.answer, worse.format(chance=one.chance)) for one in others)
    told = f"{best.text[:1].upper()}{best.text[1:]} is best. {puzzle.why}".strip()
    ask = "What would you do?"
    say = f"You are {puzzle.side[:1].upper()}{puzzle.side[1:]}. {puzzle.question}."
    task = Task(say, ask, want=(best.answer,), done=told, asides=asides, position=puzzle.position)
    title, learnt = f"Puzzle {number}", "which answer was best, and by how much"
    weighed = tuple((one.text, one.chance) for one in puzzle.answers)
    return Lesson(f"{PREFIX}{number}", game.id, title, puzzle.side, (task,), 1, learnt, (), weighed, "puzzle")


def in_words(game: Game, action: Action) -> str:
    """An action as a lesson names it; nothing if it cannot be named so."""
    values = (getattr(action, name) for name in action.__struct_fields__)
    words = " ".join([type(action).__name__, *map(str, values)])
    return words if read_answer(game, words) == action else ""
