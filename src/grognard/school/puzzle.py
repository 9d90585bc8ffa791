"""Puzzles: positions from matches in which one answer is clearly the best, with what every answer comes to.

They stand in `lessons/puzzles.json`, made by `grognard lab puzzles GAME`. To whoever plays it a puzzle is a lesson of
one step: another answer is told what it comes to, and the best one is followed by the whole list.
"""

from __future__ import annotations

import msgspec

from grognard.engine import Action, Game, UnknownChoice
from grognard.engine.core.wording import capital
from grognard.engine.match.notation import read_text
from grognard.school.lesson import Aside, Lesson, LessonError, Task, read_answer

PREFIX = "puzzle-"
ASKED = "What would you do?"
THEMES = {  # by the question that is asked
    "CombatPhase": "Attack, or hold back?",
    "Declare": "With how much?",
    "Support": "Spend, or save?",
    "Retreat": "Stand, or give way?",
    "Movement": "Where to stand?",
    "MoveUnit": "Where to stand?",
    "MoveStack": "Which way?",
    "Operation": "What is this operation for?",
    "PlaceChit": "Who is to act?",
    "UnitActs": "Fire, or move?",
    "StackActs": "Fire, or move?",
    "Window": "Shoot now, or later?",
    "Opportunity": "Shoot now, or later?",
    "Acting": "What can one unit do?",
    "Moving": "Go on, or stay?",
    "Segments": "Who goes first?",
}


class Weighed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer, and how often it wins."""

    answer: str  # as a lesson names it
    text: str  # the answer as a phrase
    chance: float  # the part of the matches played on that it wins


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position with one best answer."""

    position: str  # the position as text
    side: str  # side that moves
    question: str  # the question of the position
    answers: tuple[Weighed, ...]  # the best first
    deals: int  # in which the answers were played on to the end
    why: str = ""  # the solution in words
    kind: str = ""  # kind of question and answer
    match: int = 0  # seed of the match it comes from
    title: str = ""  # what it is called, without giving the answer away
    task: str = ""  # what is asked for, and what it is good for

    def __str__(self) -> str:
        return f"{self.question}: {self.answers[0].text}, {told(self.answers[0])} to {told(self.answers[1])}"

    @property
    def margin(self) -> float:
        """How far the best answer is ahead of the next."""
        best, second, *_ = self.answers
        return best.chance - second.chance


def told(one: Weighed) -> str:
    """What an answer comes to, in words."""
    return f"{one.chance:.0%} chance"


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
    """Whom one commands, and what is asked for; then the solution in words, and what it is better than."""
    best, second, *_ = puzzle.answers
    asides = tuple(Aside(one.answer, f"{told(one)}: there is something better.") for one in puzzle.answers[1:])
    better = f"It comes to {told(best)}; the next best, “{second.text}”, to {told(second)}."
    done = f"{capital(best.text)} is best. {puzzle.why} {better}".replace("  ", " ")
    _, state = read_text(puzzle.position)
    battle, turn = game.scenarios[state.scenario_id].title, getattr(state, "turn", 0)
    say = f"You command {game.face.people(puzzle.side)}: {battle}, turn {turn}. {puzzle.task or question_of(puzzle)}"
    task = Task(say, ASKED, want=(best.answer,), done=done, asides=asides, position=puzzle.position)
    about = f"{theme(puzzle)} {battle}, turn {turn}"
    weighed = tuple((one.text, told(one), one.chance) for one in puzzle.answers)
    name = f"{PREFIX}{number}"
    return Lesson(name, game.id, puzzle.title or about, puzzle.side, (task,), 1, about, (), weighed, "puzzle")


def question_of(puzzle: Puzzle) -> str:
    """The question of the game as a sentence."""
    return puzzle.question if puzzle.question.endswith("?") else f"{puzzle.question}."


def theme(puzzle: Puzzle) -> str:
    """What a puzzle is about, by its question, so that the answer is not given away."""
    return THEMES.get(puzzle.kind.split(" ")[0], "One decision.")


def in_words(game: Game, action: Action) -> str:
    """An action as a lesson names it; nothing if it cannot be named so."""
    values = (getattr(action, name) for name in action.__struct_fields__)
    words = " ".join([type(action).__name__, *map(str, values)])
    return words if read_answer(game, words) == action else ""
