"""What is in the box, and what stands behind its rules, as printed pages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from grognard.engine import Game, Match, Rule, Stale, UnknownChoice
from grognard.engine.core.wording import typeset_numbers, with_count
from grognard.terminal.pages import chart_page
from grognard.terminal.screen import ACCENT, DIM, RULE

# -------------------- What stands behind a rule


class Place(msgspec.Struct, frozen=True):
    """A line of a file, and the function or class it stands in."""

    path: str
    line: int
    name: str = ""

    def __str__(self) -> str:
        return f"{self.path}:{self.line}" + (f"  {self.name}" if self.name else "")


class Sources:
    """The code and tests of a game, read once."""

    def __init__(self, package: Path) -> None:
        self.package = package
        self.root = _checkout(package)
        self.code = [(path, path.read_text("utf-8")) for path in sorted(self.package.rglob("*.py"))]
        self.data = [(path, path.read_text("utf-8")) for path in sorted(self.package.rglob("*.toml"))]
        found = sorted((self.root / "tests").rglob("*.py")) if self.root else []
        self.tests = [(path, path.read_text("utf-8")) for path in found]

    @classmethod
    def of(cls, game: Game) -> Sources:
        """The sources of an installed game."""
        return cls(game.folder)

    def implementing(self, rule: Rule) -> list[Place]:
        """Where the package cites the rule by its id, or else the functions whose first line names its section."""
        cited = [p for path, text in (*self.code, *self.data) for p in self._citing(path, text, rule.id)]
        return cited or [p for path, text in self.code for p in self._chapter(path, text, rule.section)]

    def testing(self, rule: Rule) -> list[Place]:
        """The tests that name the rule; none when only the installed package is there."""
        return [place for path, text in self.tests for place in self._citing(path, text, rule.id)]

    def _citing(self, path: Path, text: str, rule_id: str) -> Iterator[Place]:
        wanted = re.compile(rf"(?<![\w.-]){re.escape(rule_id)}(?![\w.])")
        if rule_id not in text or not wanted.search(text):
            return
        blocks = _blocks(text) if path.suffix == ".py" else ()
        seen = set()
        for number, row in enumerate(text.splitlines(), 1):
            if wanted.search(row):
                name = next((name for first, last, name in reversed(blocks) if first <= number <= last), "")
                if name not in seen or not name:
                    yield Place(self._short(path), number, name)
                seen.add(name)

    def _chapter(self, path: Path, text: str, section: str) -> Iterator[Place]:
        wanted = re.compile(rf"(?<![\d.]){re.escape(section)}(?![\d.]*\d)")
        for line, name, said in _said(text):
            if wanted.search(said):
                yield Place(self._short(path), line, name)

    def _short(self, path: Path) -> str:
        base = self.root if self.root else self.package.parent
        return str(path.relative_to(base))


def _checkout(package: Path) -> Path | None:
    """The source checkout a package lies in, if it lies in one."""
    for folder in package.parents:
        if (folder / "pyproject.toml").is_file() and (folder / "tests").is_dir():
            return folder
    return None


@cache
def _said(text: str) -> tuple[tuple[int, str, str], ...]:
    """Every function and class as (line, name, the first line it says of itself)."""
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    return tuple((node.lineno, node.name, (ast.get_docstring(node) or "").split("\n")[0]) for node in nodes)


@cache
def _blocks(text: str) -> tuple[tuple[int, int, str], ...]:
    """Every function and class as (first line with decorators, last line, name), outer ones before inner ones."""

    def walk(node: ast.AST, prefix: str) -> Iterator[tuple[int, int, str]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                name = f"{prefix}{child.name}"
                first = min([child.lineno, *(d.lineno for d in child.decorator_list)])
                yield first, child.end_lineno or child.lineno, name
                yield from walk(child, f"{name}.")

    return tuple(walk(ast.parse(text), ""))


# -------------------- What is in the box, and what stands behind its rules, as printed pages

MOST = 8  # places listed for one rule


def show_game(game: Game, console: Console) -> None:
    """One game: scenarios and options."""
    console.print(Text(game.title, ACCENT).append(f"  {game.id}", DIM))
    console.print(Padding(Text(game.blurb), (0, 0, 1, 2)))
    table = Table.grid(padding=(0, 2))
    table.add_column(min_width=2 + max(map(len, game.scenarios)))
    for scenario in game.scenarios.values():
        table.add_row(
            f"  {scenario.id}", scenario.date, with_count(scenario.turns, "turn"), Text(scenario.title, "bold")
        )
    console.print(table)
    if game.options:
        console.print(Text("\n  options, the first value unless you say otherwise", DIM))
        options = Table.grid(padding=(0, 2))
        for option in game.options.values():
            options.add_row(f"  {option.id}", ", ".join(option.values), option.title, Text(option.cite, RULE))
        console.print(options)
    console.print(Text(f"\n  grognard play {game.id} {next(iter(game.scenarios))}\n", DIM))


def show_sections(game: Game, console: Console) -> None:
    """The sections of a rulebook and what they are about."""
    sections: dict[str, list[Rule]] = {}
    for rule in game.rulebook:
        sections.setdefault(rule.section, []).append(rule)
    table = Table.grid(padding=(0, 2))
    for section, rules in sections.items():
        topics = ", ".join(dict.fromkeys(rule.topic for rule in rules))
        table.add_row(Text(section, RULE), with_count(len(rules), "rule"), topics)
    console.print(table)
    console.print(Text(f"\ngrognard rules {game.id} {next(iter(sections))}", DIM))


def show_rule(rule: Rule, sources: Sources, console: Console) -> None:
    """A rule, what implements it and what tests it."""
    console.print(Text(rule.id, f"bold {RULE}").append(f"  {rule.topic}", DIM))
    console.print(Padding(Text(rule.text), (0, 0, 0, 2)))
    _places("played by", sources.implementing(rule), console)
    if sources.root is not None:
        _places("proven by", sources.testing(rule), console)
    console.print()


def _places(title: str, places: list[Place], console: Console) -> None:
    if not places:
        return console.print(Text(f"  {title} nothing that names it", DIM), soft_wrap=True)
    for i, place in enumerate(places[:MOST]):
        text = Text(f"  {title if i == 0 else '':<10}", DIM)
        console.print(text.append(f"{place.path}:{place.line}").append(f"  {place.name}", "bold"), soft_wrap=True)
    if len(places) > MOST:
        console.print(Text(f"  {'':<10}and {len(places) - MOST} more", DIM))


# -------------------- Odds as printed pages


def show_match_odds(match: Match, console: Console) -> None:
    """Every action that leads to a roll, with the exact chance of each result."""
    if match.over:
        raise Stale("The match is over; there is nothing to decide.")
    ask = match.decision.asks[0]
    console.print(f"{ask.side}: {ask.prompt}")
    table = Table("action", "odds", "modifiers")
    for action in ask.actions:
        odds = match.odds(action)
        if odds is not None:
            because = odds.preview.modifiers if odds.preview else ()
            listed = "\n".join(typeset_numbers(f"{m.value:+d} {m.text} ({m.cite})") for m in because)
            table.add_row(match.describe(action), str(odds), listed)
    console.print(table if table.row_count else "Nothing that can be done now rolls dice whose odds you may know.")


def show_chart_odds(game: Game, key: str | None, column: str | None, console: Console) -> None:
    """The exact chance of each result in a column of a chart, or in all of them; a chart without dice as printed."""
    charts = {chart.key: chart for chart in sorted(game.face.charts, key=lambda chart: not chart.dice)}
    chart = charts.get(key or next(iter(charts), ""))
    if chart is None:
        raise UnknownChoice(f"{game.title} has no such chart. Choose from: {', '.join(charts) or 'none'}.")
    if not chart.dice:
        return console.print(chart_page([chart], chart.key))
    if column is not None and column not in chart.columns:
        raise UnknownChoice(f"There is no column {column!r}. Choose from: {', '.join(chart.columns)}.")
    table = Table(chart.title, "odds")
    for i, name in enumerate(chart.columns):
        if column in (None, name):
            ranked = sorted(chart.odds(i).items(), key=lambda item: -item[1])
            table.add_row(name, ", ".join(f"{result} {float(chance):.1%}" for result, chance in ranked))
    console.print(table)
