"""Games of other people pass the type checkers that they use: mypy --strict and pyright."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = ("crossroads", "beacons", "broadside")
GAME = ROOT / "tests" / "typed_game.py"
Ran = subprocess.CompletedProcess[str]
WRONG = """
class Other(Action, frozen=True):
    n: int


class Wrong(Step[Order], frozen=True):
    def take(self, g: Sea, action: Other) -> None:
        g.done()
"""


def pyright(*paths: Path) -> Ran:
    """pyright as an editor runs it; it fetches itself from npm when it is first run."""
    pytest.importorskip("pyright")
    checker = [sys.executable, "-m", "pyright"]
    if subprocess.run([*checker, "--version"], cwd=ROOT, capture_output=True, timeout=250).returncode != 0:
        pytest.skip("pyright is not here and cannot be fetched")
    words = [*checker, "--pythonpath", sys.executable, *map(str, paths)]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=250)


def mypy(*paths: Path) -> Ran:
    """mypy --strict, with the examples where their packages are found."""
    found = os.pathsep.join(str(path.parent) for path in paths if path.is_dir())
    which = [word for path in paths for word in (("-p", path.name) if path.is_dir() else (str(path),))]
    words = [sys.executable, "-m", "mypy", "--strict", *which]
    env = dict(os.environ, MYPYPATH=found)
    return subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, timeout=250)


@pytest.mark.parametrize("checker", [pyright, mypy])
def test_the_examples_are_clean(checker: Callable[..., Ran]) -> None:
    ran = checker(*(ROOT / "examples" / name / name for name in EXAMPLES))
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize("checker", [pyright, mypy])
def test_steps_may_take_narrower_answers_than_any_action(checker: Callable[..., Ran]) -> None:
    ran = checker(GAME)
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize("checker", [pyright, mypy])
def test_an_answer_of_another_kind_than_the_step_takes_is_found(checker: Callable[..., Ran], tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(GAME.read_text("utf-8") + WRONG, "utf-8")
    ran = checker(file)
    assert ran.returncode == 1 and '"Order"' in ran.stdout, ran.stdout
