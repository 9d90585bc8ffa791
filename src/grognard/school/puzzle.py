"""Puzzles: positions from matches in which one answer is clearly the best, with what every answer comes to.

They stand in `lessons/puzzles.json`, made by `grognard lab puzzles GAME`. To whoever plays it a puzzle is a lesson of
one step: another answer is told what it comes to, and the best one is followed by the whole list.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from grognard.engine import Action, Game, UnknownChoice
from grognard.engine.core.wording import capital, typeset_numbers
from grognard.engine.match.notation import read_text
from grognard.school.lesson import Aside, Lesson, LessonError, Task, read_answer

PREFIX = "puzzle-"
ASKED = "What would you do?"
COUNTS = {
    "": "",
    "units": " What counts here is what is lost soon: units of the enemy, less your own.",
    "steps": " What counts here is what is lost soon: steps of the enemy, less your own.",
    "points": " What counts here is what is won soon: your victory points, less the enemy's.",
}
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
    "Segments": "Who goes first?",
}
Measure = Literal["", "units", "steps", "points"]


class Weighed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer, the chance of winning that it leaves, and what it gains: his losses less one's own."""

    answer: str  # as a lesson names it
    text: str  # the answer as a phrase
    chance: float  # chance of victory after it
    gain: float = 0.0  # enemy losses less own losses


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position with one best answer."""

    position: str  # the position as text
    side: str  # side that moves
    question: str  # the question of the position
    answers: tuple[Weighed, ...]  # the best first
    deals: int  # in which the answers were tried
    why: str = ""  # what speaks for the best one
    kind: str = ""  # of question and answer
    match: int = 0  # the seed of the match it comes from
    measure: Measure = ""  # what is gained, where no answer moves the chances much

    def __str__(self) -> str:
        return f"{self.question}: {self.answers[0].text}, {self.told(self.answers[0])} to {self.told(self.answers[1])}"

    @property
    def margin(self) -> float:
        """How far the best answer is ahead of the next."""
        best, second, *_ = self.answers
        return best.gain - second.gain if self.measure else best.chance - second.chance

    def told(self, one: Weighed) -> str:
        """What an answer comes to, in words."""
        if not self.measure:
            return f"{one.chance:.0%} chance"
        gain = round(one.gain, 1)
        return typeset_numbers(f"{gain:+.1f} {self.measure}") if gain else f"0 {self.measure}"

    def share(self, one: Weighed) -> float:
        """What an answer comes to, from 0 to 1, as a bar shows it."""
        if not self.measure:
            return one.chance
        least, most = min(self.answers[-1].gain, 0.0), self.answers[0].gain
        return (one.gain - least) / (most - least)


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
    """Whom one commands, what for, and what is asked; then the solution in words, and what it is better than."""
    best, second, *_ = puzzle.answers
    asides = tuple(Aside(one.answer, f"{puzzle.told(one)}: there is something better.") for one in puzzle.answers[1:])
    better = f"It comes to {puzzle.told(best)}; the next best, “{second.text}”, to {puzzle.told(second)}."
    told = f"{capital(best.text)} is best. {puzzle.why} {better}".replace("  ", " ")
    _, state = read_text(puzzle.position)
    battle, turn = game.scenarios[state.scenario_id].title, getattr(state, "turn", 0)
    purpose = next((f" Your aim: {aim.text}." for aim in game.rules.aims(state, puzzle.side)), "")
    question = puzzle.question if puzzle.question.endswith("?") else f"{puzzle.question}."
    say = f"You command {game.face.people(puzzle.side)}, {battle}, turn {turn}.{purpose} {question}"
    said = f"{say}{COUNTS[puzzle.measure]}"
    task = Task(said, ASKED, want=(best.answer,), done=told, asides=asides, position=puzzle.position)
    title, learnt = f"{theme(puzzle)} {battle}, turn {turn}", "which answer was best, and by how much"
    weighed = tuple((one.text, puzzle.told(one), puzzle.share(one)) for one in puzzle.answers)
    return Lesson(f"{PREFIX}{number}", game.id, title, puzzle.side, (task,), 1, learnt, (), weighed, "puzzle")


def theme(puzzle: Puzzle) -> str:
    """What a puzzle is about, by its question, so that the answer is not given away."""
    return THEMES.get(puzzle.kind.split(" ")[0], "One decision.")


def in_words(game: Game, action: Action) -> str:
    """An action as a lesson names it; nothing if it cannot be named so."""
    values = (getattr(action, name) for name in action.__struct_fields__)
    words = " ".join([type(action).__name__, *map(str, values)])
    return words if read_answer(game, words) == action else ""
