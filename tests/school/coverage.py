"""Which chapter is taught where: `python -m tests.school.coverage` writes the table in docs/school.md."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import grognard
from grognard.engine import Game, Rule
from grognard.school.lesson import Lesson, lessons_of
from grognard.school.path import path_of

TESTS = Path(__file__).parent.parent
PAGE = TESTS.parent / "docs" / "school.md"
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


def rows(game: Game) -> Iterator[tuple[str, str, int, str, str, int]]:
    """A line a chapter: its number, what it is about, its rules, the lessons, the remarks, the worked examples."""
    lessons, path = lessons_of(game), path_of(game)
    for chapter, rules in chapters(game).items():
        ids = {rule.id for rule in rules}
        topic = Counter(rule.topic for rule in rules).most_common(1)[0][0].replace("_", " ")
        shown = ", ".join(lesson.id.partition("-")[0] for lesson in lessons if taught(lesson) & ids)
        said = ", ".join(first.title for first in path.firsts if first.cite in ids) if path else ""
        played = {name for rule in ids for name in examples().get(rule, ())}
        yield chapter, topic, len(rules), shown, said, len(played)


def table() -> str:
    """The whole table in Markdown."""
    lines = []
    for game in grognard.shelf.values():
        lines += [
            f"### {game.title}",
            "",
            "| chapter | about | rules | lessons | in the first battle | worked examples |",
        ]
        lines += ["| --- | --- | ---: | --- | --- | ---: |"]
        for chapter, topic, count, shown, said, played in rows(game):
            lines.append(f"| {chapter} | {topic} | {count} | {shown or '–'} | {said or '–'} | {played or '–'} |")
        lines.append("")
    return "\n".join(lines)


def main() -> None:
    """Put the table into the page."""
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{table()}\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
