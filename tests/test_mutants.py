"""The mutation runner: what it breaks, and whether it sees that nobody noticed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bench.mutants import Trial, enclosing, mutants

CODE = '''def may(a: int, b: int, log: list[str]) -> bool:
    """Not a statement."""
    if a > 3:
        return False
    log.append("asked")
    return a < b and not b == 7
'''
FILE = Path("game.py")


def kinds() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for mutant in mutants(FILE, CODE):
        found.setdefault(mutant.kind, []).append(mutant.after)
    return found


def test_every_way_to_go_wrong_is_tried_once() -> None:
    assert kinds() == {
        "guard removed": ["if False and (a > 3): return False"],
        "comparison": ["(a >= 3)", "(a <= b)", "(b != 7)"],
        "number": ["4", "8"],
        "statement left out": ["0 and log.append('asked')"],
        "condition dropped": ["(not b == 7)", "(a < b)"],
        "not dropped": ["bool(b == 7)"],
    }


def test_a_mutant_is_python_and_differs_in_one_place() -> None:
    for mutant in mutants(FILE, CODE):
        assert ast.dump(ast.parse(mutant.source)) != ast.dump(ast.parse(CODE))
        assert mutant.before in CODE.replace("\n        ", " ")
        assert str(mutant).startswith(f"game.py:{mutant.line}  {mutant.kind}: ")


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    """A checkout whose only test asks about one number."""
    for folder in ("src", "copy"):
        (tmp_path / folder).mkdir()
    (tmp_path / "src" / "game.py").write_text(CODE)
    asked = "from game import may\ndef test(): assert may(2, 5, []) and not may(4, 5, [])\n"
    (tmp_path / "test_game.py").write_text(asked)
    return Trial(tmp_path, ["test_game.py"], tmp_path / "copy")


def test_what_a_test_asks_about_is_noticed_and_the_rest_survives(trial: Trial, tmp_path: Path) -> None:
    assert trial.listen(tmp_path / "called.json")
    found = {mutant.kind: mutant for mutant in mutants(FILE, CODE)}
    assert trial.notices(found["guard removed"])
    assert trial.notices(found["not dropped"])
    assert not trial.notices(found["statement left out"])
    assert (trial.source / "game.py").read_text() == CODE, "the copy is whole again"


ASKED = """from functools import cache
LIMIT = 3
@cache
def table() -> int:
    return 1
START = table()
def small(a: int) -> bool:
    if a > 100:
        return False
    return (
        a < LIMIT
    )
class Rule:
    def large(self, a: int, more: int = 2) -> bool:
        return any(a > b for b in (more, LIMIT))
def nobody() -> int:
    return 5
"""
TESTS = """import game
def test_small(): assert game.small(2)
def test_large(): assert game.Rule().large(4)
"""


ALL = ["test_game.py::test_large", "test_game.py::test_small"]
CASES: tuple[tuple[int, range | None, str], ...] = (
    (2, None, "either"),  # outside of functions
    (5, range(5, 6), "either"),  # where a line is run while modules are imported
    (8, range(8, 9), "small"),
    (9, range(9, 10), "none"),  # the function is called, but never comes to this line
    (11, range(10, 13), "small"),  # a line of a longer statement
    (14, None, "either"),  # what stands in the head of a function
    (15, range(15, 16), "large"),
    (17, range(17, 18), "none"),
)


def test_tests_that_run_the_broken_line_are_asked_first(asked: Trial, tmp_path: Path) -> None:
    assert asked.listen(tmp_path / "called.json")
    for line, lines, first in CASES:
        assert enclosing(ASKED, line) == lines
        found = asked.asked(asked.source / "game.py", ASKED, line)
        assert sorted(found) == ([] if first == "none" else ALL)
        assert first in ("none", "either") or found[0] == f"test_game.py::test_{first}"


def test_with_so_many_seconds_the_slow_tests_are_left_out(asked: Trial, tmp_path: Path) -> None:
    assert asked.listen(tmp_path / "called.json")
    quick, slow = (asked.heard[name] for name in ALL)
    asked.heard, asked.seconds = dict(zip(ALL, (quick, slow), strict=True)), 900
    slow.seconds = 1000
    assert asked.asked(asked.source / "game.py", ASKED, 2) == ["test_game.py::test_large"]


@pytest.fixture
def asked(tmp_path: Path) -> Trial:
    """A checkout with two tests."""
    for folder in ("src", "copy"):
        (tmp_path / folder).mkdir()
    (tmp_path / "src" / "game.py").write_text(ASKED)
    (tmp_path / "test_game.py").write_text(TESTS)
    return Trial(tmp_path, ["test_game.py"], tmp_path / "copy")
