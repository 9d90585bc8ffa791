"""Which chapter is taught where: `python -m tests.school.coverage` writes docs/how-to/write-a-lesson.md's table."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import grognard
from grognard.engine import Game, Rule
from grognard.school.lesson import Lesson, examples_of, lessons_of
from grognard.school.path import path_of

TESTS = Path(__file__).parent.parent
PAGE = TESTS.parent / "docs" / "how-to" / "write-a-lesson.md"
BEGIN, END = "<!-- coverage: made by python -m tests.school.coverage -->", "<!-- end of coverage -->"
EXAMPLE = re.compile(r"example|test_e\d+")


def chapter_of(rule: Rule) -> str:
    """FO 7 of FO-7.3.1, RA MOR of RA-MOR.15: the series of a rule and the first part of its number."""
    series, _, number = rule.id.partition("-")
    return f"{series} {number.split('.')[0]}"


def chapters(game: Game) -> dict[str, list[Rule]]:
    """The rules of a game by chapter, in the order of the rulebook."""
    found: dict[str, list[Rule]] = {}
    for rule in game.rulebook:
        found.setdefault(chapter_of(rule), []).append(rule)
    return found


def taught(lesson: Lesson) -> set[str]:
    """Every rule that a lesson shows or names."""
    said = (cite for task in lesson.tasks for cite in (task.cite, *(aside.cite for aside in task.asides)))
    return {*lesson.rules, *said} - {""}


@cache
def examples() -> Mapping[str, list[str]]:
    """The tests that play a worked example of a rulebook, by the rules they are marked with."""
    found: dict[str, list[str]] = {}
    for path in sorted((TESTS / "games").rglob("test_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and EXAMPLE.search(f"{path.stem} {node.name}"):
                for rule in marks(node):
                    found.setdefault(rule, []).append(node.name)
    return found


def marks(test: ast.FunctionDef) -> Iterator[str]:
    """The rules a test is marked with."""
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute) and mark.func.attr == "rule":
            yield from (arg.value for arg in mark.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))


class Row(NamedTuple):
    """A chapter: what it is about, how many rules it has, and where they are taught, shown, said and tested."""

    chapter: str
    topic: str
    rules: int
    lessons: str  # numbers in the path; those of the game to learn before with its name
    examples: str
    remarks: str
    played: int

    @property
    def is_taught(self) -> bool:
        """Is it taught by a lesson or shown by an example?"""
        return bool(self.lessons or self.examples)


def lessons_before(game: Game) -> Iterator[tuple[str, Lesson]]:
    """The lessons of a path by their numbers, after those of the game that is learnt before."""
    path = path_of(game)
    if path and path.after:
        before = grognard.game(path.after)
        yield from ((f"{before.id} {number}", lesson) for number, lesson in lessons_before(before))
        yield from ((f"{before.id} “{lesson.title}”", lesson) for lesson in examples_of(before))
    yield from ((lesson.id.partition("-")[0], lesson) for lesson in lessons_of(game))


def rows(game: Game) -> Iterator[Row]:
    """A line a chapter."""
    lessons, examples_shown, path = list(lessons_before(game)), examples_of(game), path_of(game)
    for chapter, rules in chapters(game).items():
        ids = {rule.id for rule in rules}
        topic = Counter(rule.topic for rule in rules).most_common(1)[0][0].replace("_", " ")
        shown = ", ".join(number for number, lesson in lessons if taught(lesson) & ids)
        drawn = ", ".join(example.title for example in examples_shown if taught(example) & ids)
        said = ", ".join(first.title for first in path.firsts if first.cite in ids) if path else ""
        played = {name for rule in ids for name in examples().get(rule, ())}
        yield Row(chapter, topic, len(rules), shown, drawn, said, len(played))


def table() -> str:
    """The whole table in Markdown."""
    lines = []
    for game in grognard.shelf.values():
        lines += [
            f"### {game.title}",
            "",
            "| chapter | about | rules | lessons | examples of the rulebook | in the first battle | tested examples |",
        ]
        lines += ["| --- | --- | ---: | --- | --- | --- | ---: |"]
        lines += ["| " + " | ".join(str(cell or "–") for cell in row) + " |" for row in rows(game)]
        lines.append("")
    return "\n".join(lines)


def main() -> None:
    """Put the table into the page."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{table()}\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
