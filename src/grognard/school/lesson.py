"""A lesson as data: a position, rigged dice, and a few coached steps.

    title = "Zones of control"
    minutes = 3
    learnt = "what a zone does to those on foot and on wheels"
    rules = ["FO-6.0.1", "FO-5.1.1.1"]
    side = "British"
    position = \"\"\"
    folio sidi-zahran
    piece B-06 British 1607
    step Movement {"side":"British"}
    \"\"\"

    [[step]]
    say = "The six hexes round a unit are its zone of control."
    ask = "March 2 Rifle to 1507, beside the enemy."
    lit = ["1607"]
    want = ["Pick B-06", "To 1507"]
    done = "They stopped."

    [[step.if]]
    answer = "To 1407"
    say = "Good idea, a turn too early."
    cite = "FO-5.1.1.1"

A step asks for answers in their order (`want`: each an action by its kind and its values; "a | b" where either will
do; `ways` where other answers lead to the same end), for a click on a piece or a hex that is no answer of the game
(`click`), for an order to the staff as it is typed (`order`), for something the rules refuse (`refused`, with the
rule in `cite`), or for nothing (it is read). `dice` are the faces that come next; `replies` are what other sides
answer afterwards; a step may bring a `position` of its own, and let the pupil answer for another `side`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Literal

import msgspec

from grognard.engine import Action, Game, GrognardError, PositionError, State, UnknownChoice, read_text

EXAMPLE = "example-"  # what the id of an example of the rulebook begins with


class LessonError(GrognardError):
    """A lesson with a mistake in it; the message names the file and the step."""


class Aside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said to an answer that people really give."""

    answer: str  # an answer that people try here
    say: str  # what the coach says to it
    cite: str = ""  # rule to show


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"asides": "if"}):
    """One step of a lesson."""

    say: str  # what the coach says first
    ask: str = ""  # what the pupil is to do
    lit: tuple[str, ...] = ()  # hexes and pieces
    want: tuple[str, ...] = ()  # answers that count, in order
    ways: tuple[tuple[str, ...], ...] = ()  # others to the same end
    click: str = ""  # place or piece to click instead
    refused: str = ""  # rule by which that click is refused
    order: str = ""  # to the staff, as it is typed, such as "5th Mechanized Corps to Yurkovka"
    cite: str = ""  # rule to show
    done: str = ""  # what the coach says afterwards
    asides: tuple[Aside, ...] = ()  # remarks on other answers
    dice: tuple[int, ...] = ()  # dice that fall in this step
    replies: tuple[str, ...] = ()  # answers of the other side
    position: str = ""  # file of the position; "" to go on from the last step
    side: str = ""  # whose answer is asked for, where it is not the pupil's

    @property
    def all_ways(self) -> tuple[tuple[str, ...], ...]:
        """Every way to its end, each answer by answer; the first is the one that is shown."""
        return (self.want, *self.ways) if self.want else ()


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"tasks": "step"}):
    title: str  # heading
    side: str  # side of the pupil
    position: str  # file of the first position
    tasks: tuple[Task, ...]  # steps, in order
    minutes: int = 3  # how long it takes
    learnt: str = ""  # what the pupil can do afterwards
    rules: tuple[str, ...] = ()  # rules it shows


class Lesson(msgspec.Struct, frozen=True):
    """A lesson that was read and found sound."""

    id: str  # its file's name
    game: str  # id of the game
    title: str  # heading
    side: str  # side of the pupil
    tasks: tuple[Task, ...]  # steps, in order
    minutes: int  # how long it takes
    learnt: str  # what the pupil can do afterwards
    rules: tuple[str, ...]  # rules it shows
    weighed: tuple[tuple[str, str, float], ...] = ()  # of a puzzle: every answer, what it comes to, and that as a bar
    kind: Literal["lesson", "example", "puzzle"] = "lesson"  # what it is

    @property
    def scenario(self) -> str:
        """The scenario whose map it is played on."""
        return self.tasks[0].position.strip().partition("\n")[0].partition(" ")[2].strip()

    @property
    def keeps_secret(self) -> bool:
        """Is finding the answer the point of it, so that help must not tell it?"""
        return self.kind == "puzzle"

    @property
    def key(self) -> str:
        """What it is called among the lessons of all games."""
        return f"{self.game}/{self.id}"


def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """The path of a game, in the order of the numbered files in its `lessons` folder."""
    return tuple(read_lesson(game, path) for path in sorted((game.folder / "lessons").glob("[0-9]*.toml")))


def examples_of(game: Game) -> tuple[Lesson, ...]:
    """The examples of the readable rulebook, in its order: short lessons in the folder `lessons/examples`."""
    found = (read_lesson(game, path) for path in sorted((game.folder / "lessons" / "examples").glob("*.toml")))
    named = (msgspec.structs.replace(lesson, id=f"{EXAMPLE}{lesson.id}", kind="example") for lesson in found)
    order = {rule.id: place for place, rule in enumerate(game.rulebook)}
    return tuple(sorted(named, key=lambda lesson: order[lesson.rules[0]]))


def find_lesson(game: Game, name: str) -> Lesson:
    """A lesson by its id, by the number at its start, or by its place."""
    path = examples_of(game) if name.startswith(EXAMPLE) else lessons_of(game)
    if not path:
        raise UnknownChoice(f"{game.title} has no lessons yet.")
    for place, lesson in enumerate(path, 1):
        if name in (lesson.id, lesson.id.partition("-")[2], lesson.id.partition("-")[0], str(place)):
            return lesson
    raise UnknownChoice(f"{game.title} has no lesson {name!r}. Choose from: {', '.join(one.id for one in path)}.")


def read_lesson(game: Game, path: Path) -> Lesson:
    """A lesson from its file."""
    try:
        found = msgspec.convert(tomllib.loads(path.read_text("utf-8")), _File)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise LessonError(f"{path.name}: {error}") from error
    tasks = (
        msgspec.structs.replace(found.tasks[0], position=found.tasks[0].position or found.position),
        *found.tasks[1:],
    )
    lesson = Lesson(path.stem, game.id, found.title, found.side, tasks, found.minutes, found.learnt, found.rules)
    for mistake in mistakes(game, lesson):
        raise LessonError(f"{path.name}, {mistake}")
    return lesson


def mistakes(game: Game, lesson: Lesson) -> Iterator[str]:
    """What is wrong with a lesson before anybody has tried it."""
    cited = {*lesson.rules, *(task.cite for task in lesson.tasks), *(a.cite for t in lesson.tasks for a in t.asides)}
    yield from (f"there is no rule {rule}" for rule in sorted(cited - {""}) if rule not in game.rulebook)
    for number, task in enumerate(lesson.tasks, 1):
        if sum(map(bool, (task.want, task.click, task.refused, task.order))) > 1:
            yield f"step {number} wants several things at once"
        if task.position:
            yield from (f"step {number}: {mistake}" for mistake in _misplaced(task, lesson.scenario))
        for words in (*chain(*task.all_ways), *task.replies, *filter(None, [task.refused])):
            if not any(True for _ in read_answers(game, words)):
                yield f"step {number}: {words!r} is no action of {game.title}"


def _misplaced(task: Task, scenario: str) -> Iterator[str]:
    try:
        _, state = read_text(task.position)
    except PositionError as error:
        yield str(error)
    else:
        if state.scenario_id != scenario:
            yield f"a lesson stays on one map: {scenario}, not {state.scenario_id}"


def position_of(task: Task) -> tuple[Game, State[Any]]:
    """The position a step brings."""
    return read_text(task.position)


def read_answers(game: Game, words: str) -> Iterator[Action]:
    """The actions that "To 1507 | To 1508" names."""
    for one in words.split(" | "):
        action = read_answer(game, one)
        if action is not None:
            yield action


def read_answer(game: Game, words: str) -> Action | None:
    """An action by its kind and its values, the last of which may have blanks; None if there is no such thing."""
    name, _, rest = words.strip().partition(" ")
    kind = next((kind for kind in game.rules.actions if kind.__name__ == name), None)
    if kind is None:
        return None
    fields = kind.__struct_fields__
    values = rest.split(" ", len(fields) - 1) if rest else []
    try:
        return msgspec.convert(dict(zip(fields, values, strict=False)), kind, strict=False)
    except msgspec.ValidationError:
        return None
