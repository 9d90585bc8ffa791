"""What stands behind a rule: the code of the game that cites it, and the tests that prove it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from grognard.engine import Game, Rule


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
