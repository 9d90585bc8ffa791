"""Does the test suite notice a broken rule? `make mutants GAME=night_fight COUNT=20 SEED=1`.

A mutant is the rule code with one small thing wrong: a comparison turned, a condition or a `not` dropped, a number
changed by one, a guard removed, a statement left out. Each is tried against the game's own tests and golden matches
in a copy of the source, one after another until one fails: first against those that run the broken line, the quickest
first. Whoever is noticed by none is listed with file and line. Some are
no faults at all (a sieve that only saves time): read them. With `--seconds` what so many seconds of tests do not
notice counts as missed.
"""

from __future__ import annotations

import argparse
import ast
import itertools
import os
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bench.called import OUTSIDE, Called, Lines

ROOT = Path(__file__).parents[1]
PAIRS = ((ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot), (ast.In, ast.NotIn))
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {a: b for pair in PAIRS for a, b in (pair, pair[::-1])}
REPLAYED = "tests/games/test_golden.py::test_a_golden_match_replays_to_the_letter"
RETOLD = "/reasons"  # what breaks a rule, said a second time for the tests of refusals: it is no rule
SKIPPED = ("annotation", "returns", "decorator_list", "bases")


class Mutant(NamedTuple):
    """One small thing that is wrong in a file."""

    path: Path
    line: int
    kind: str
    before: str
    after: str
    source: str  # the whole file with it

    def __str__(self) -> str:
        return f"{self.path}:{self.line}  {self.kind}: {self.before}  →  {self.after}"


# ------------------------------------------------------------------ making them


def mutants(path: Path, source: str) -> Iterator[Mutant]:
    """Every mutant of a file that is still Python."""
    for node in _walk(ast.parse(source)):
        for kind, after in _changes(node):
            changed = _spliced(source, node, after)
            try:
                ast.parse(changed)
            except SyntaxError:
                continue
            before = ast.get_source_segment(source, node) or ""
            yield Mutant(path, node.lineno, kind, _short(before), _short(after), changed)


def _walk(node: ast.AST) -> Iterator[ast.expr | ast.stmt]:
    """The code of a file: no annotations, decorators or bases, and nothing inside a formatted string."""
    for name, value in ast.iter_fields(node):
        if name in SKIPPED or isinstance(node, ast.JoinedStr):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.expr | ast.stmt):
                yield child
            if isinstance(child, ast.AST):
                yield from _walk(child)


def _changes(node: ast.expr | ast.stmt) -> Iterator[tuple[str, str]]:
    """What may go wrong here: in words, and as code."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            yield "comparison", f"({ast.unparse(ast.Compare(left, [TURNED[type(op)]()], [right]))})"
        case ast.BoolOp(op=op, values=values):
            for i in range(len(values)):
                rest = values[:i] + values[i + 1 :]
                yield "condition dropped", f"({ast.unparse(ast.BoolOp(op, rest) if len(rest) > 1 else rest[0])})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield "not dropped", f"bool({ast.unparse(operand)})"
        case ast.Constant(value=int() as number) if not isinstance(number, bool):
            yield "number", str(number + 1)
        case ast.If(test=test, body=[ast.Return() | ast.Continue() | ast.Raise() as out], orelse=[]):
            yield "guard removed", f"if False and ({ast.unparse(test)}): {ast.unparse(out)}"
        case ast.Expr(value=ast.Call() as call):
            yield "statement left out", f"0 and {ast.unparse(call)}"


def _spliced(source: str, node: ast.expr | ast.stmt, after: str) -> str:
    """The source with a node replaced; positions count bytes."""
    assert node.end_lineno is not None and node.end_col_offset is not None
    lines = source.encode().splitlines(keepends=True)
    head = b"".join(lines[: node.lineno - 1]) + lines[node.lineno - 1][: node.col_offset]
    tail = lines[node.end_lineno - 1][node.end_col_offset :] + b"".join(lines[node.end_lineno :])
    return (head + after.encode() + tail).decode()


def enclosing(source: str, line: int) -> range | None:
    """The lines of the statement in a function that holds a line (of an `if` its test alone); None outside of them."""
    homes: list[ast.AST] = [ast.parse(source)]
    for node in homes:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef):
                homes.append(child)
            elif isinstance(child, ast.FunctionDef) and child.body[0].lineno <= line <= (child.end_lineno or 0):
                return _statement(child.body, line)
    return None


def _statement(body: list[ast.stmt], line: int) -> range:
    """The innermost statement of these that holds a line."""
    held = next(each for each in reversed(body) if each.lineno <= line)
    inside = [child for child in ast.walk(held) if isinstance(child, ast.stmt) and child is not held]
    own = [child for child in inside if child.lineno <= line <= (child.end_lineno or 0)]
    if own:
        held = max(own, key=lambda child: (child.lineno, -(child.end_lineno or 0)))
        inside = [child for child in ast.walk(held) if isinstance(child, ast.stmt) and child is not held]
    end = min([child.lineno for child in inside], default=(held.end_lineno or line) + 1)
    return range(held.lineno, max(end, held.lineno + 1))


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) < 90 else f"{words[:88]}…"


# ------------------------------------------------------------------ trying them


class Trial:
    """A copy of the source to break, and the tests to ask."""

    def __init__(self, root: Path, tests: list[str], folder: Path, seconds: float = 0) -> None:
        self.root, self.tests, self.folder, self.source = root, tests, folder, folder / "src"
        shutil.copytree(root / "src", self.source, ignore=shutil.ignore_patterns("__pycache__"))
        self.seconds = seconds or float("inf")  # of tests that a mutant may take, the quickest first
        self.heard: dict[str, Called] = {}
        self.always: Lines = {}  # run outside of tests

    def listen(self, file: Path) -> bool:
        """Run all tests on the sound source, and learn which of them run what; do they pass?"""
        listener = {"GROGNARD_CALLED": f"{self.source}{os.pathsep}{file}"}
        if not self.passes(self.tests, listener):
            return False
        heard = msgspec.json.decode(file.read_bytes(), type=dict[str, Called])
        self.always = heard.pop(OUTSIDE).lines
        self.heard = {test: heard[test] for test in sorted(heard, key=lambda test: heard[test].seconds)}
        return True

    def notices(self, mutant: Mutant) -> bool:
        """Does a test fail, or the run never end?"""
        target = self.source / mutant.path
        whole, times = target.read_text("utf-8"), target.stat()
        tests = self.asked(target, whole, mutant.line)
        if not tests:
            return False
        chosen = self.folder / "asked.json"
        chosen.write_bytes(msgspec.json.encode(tests))
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        patience = 20 + 2 * sum(self.heard[test].seconds for test in tests)
        target.write_text(mutant.source, "utf-8")
        os.utime(target, (times.st_atime, times.st_mtime + 2))  # what was compiled goes by the second
        try:
            asked = {"GROGNARD_ASKED": str(chosen), "PYTHONDONTWRITEBYTECODE": "1"}
            return not self.passes(files, asked, patience=int(patience))
        finally:
            target.write_text(whole, "utf-8")
            os.utime(target, (times.st_atime, times.st_mtime))

    def asked(self, file: Path, source: str, line: int) -> list[str]:
        """The tests in the order in which they might notice a fault in a line; none if nobody ever runs it.

        First those that run it, then those that run something of its file, then all, for what a line has found may have
        been kept from a test before; the quickest first.
        """
        name, lines = str(file), enclosing(source, line)
        ran = {test: called.lines.get(name, set()) for test, called in self.heard.items()}
        if lines is not None and all(run.isdisjoint(lines) for run in (*ran.values(), self.always.get(name, set()))):
            return []
        tests = sorted(self.heard, key=lambda test: (ran[test].isdisjoint(lines or ran[test]), not ran[test]))
        spent = itertools.accumulate(self.heard[test].seconds for test in tests)
        return [test for test, seconds in zip(tests, spent, strict=True) if seconds <= self.seconds]

    def passes(self, tests: Iterable[str], environment: Mapping[str, str], patience: int = 100_000) -> bool:
        """Do some tests pass as the source stands, in so many seconds of the processor?"""
        words = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "bench.called", *tests]
        places = os.pathsep.join(map(str, (self.source, self.root, ROOT)))
        compiled = {"PYTHONPYCACHEPREFIX": str(self.folder / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
        found = {**os.environ, "PYTHONPATH": places, **compiled, **environment}

        def begin() -> None:
            resource.setrlimit(resource.RLIMIT_CPU, (patience, patience))

        return not subprocess.run(words, cwd=self.root, env=found, capture_output=True, preexec_fn=begin).returncode


def survivors(trial: Trial, chosen: list[Mutant]) -> Iterator[Mutant]:
    """Those that nothing notices, with a bar that moves on."""
    columns = (TextColumn("mutants"), BarColumn(), MofNCompleteColumn(), TextColumn("left"), TimeRemainingColumn())
    with Progress(*columns) as progress:
        task = progress.add_task("mutants", total=len(chosen))
        for mutant in chosen:
            if not trial.notices(mutant):
                progress.console.print(str(mutant), soft_wrap=True, markup=False, highlight=False)
                yield mutant
            progress.advance(task)


def rooms(name: str) -> tuple[Path, list[str]]:
    """The rule code of a game (or all code of a room such as engine), below src, and its tests."""
    game = name.replace("-", "_")
    if (ROOT / "src" / "grognard" / "games" / game / "rules").is_dir():
        return Path("grognard") / "games" / game / "rules", [f"tests/games/{game}", *golden(game)]
    if (ROOT / "src" / "grognard" / name).is_dir() and (ROOT / "tests" / name).is_dir():
        return Path("grognard") / name, [f"tests/{name}"]
    raise SystemExit(f"There is no game and no room {name!r}.")


def golden(game: str) -> list[str]:
    """The whole matches of a game that are replayed to the letter."""
    files = sorted((ROOT / "tests" / "games" / game / "golden").glob("*.txt"))
    return [f"{REPLAYED}[{game}-{path.stem}]" for path in files]


def main(arguments: list[str] | None = None) -> int:
    """Make some mutants, try them, and list those that nothing noticed."""
    parser = argparse.ArgumentParser(prog="python -m bench.mutants", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", help="a game (night_fight) or a room (engine, board)")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0, help="of tests that each may take, the quickest first")
    options = parser.parse_args(arguments)
    folder, tests = rooms(options.game)
    files = sorted(path for path in (ROOT / "src" / folder).rglob("*.py") if RETOLD not in path.as_posix())
    every = [m for path in files for m in mutants(path.relative_to(ROOT / "src"), path.read_text("utf-8"))]
    chosen = random.Random(options.seed).sample(every, min(options.count, len(every)))
    with tempfile.TemporaryDirectory(prefix="grognard-mutants-") as home:
        trial = Trial(ROOT, tests, Path(home), options.seconds)
        if not trial.listen(Path(home) / "called.json"):
            raise SystemExit(f"{' '.join(tests)} does not pass as it is: mend that first.")
        missed = list(survivors(trial, chosen))
    noticed, share = len(chosen) - len(missed), 1 - len(missed) / max(1, len(chosen))
    print(f"{options.game}: {noticed} of {len(chosen)} mutants noticed ({share:.0%}), drawn from {len(every):,}.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
