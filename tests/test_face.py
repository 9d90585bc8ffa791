"""The public face of the package, and its door: what it needs, what it imports, what it advises to install."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import grognard
import grognard.games.night_fight as nf
from grognard.engine import SHELF, UnknownChoice
from grognard.engine.game.game import BrokenGame
from grognard.extras import EXTRAS, what_to_install

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

# Nothing beyond the core can be imported, as if no extra were installed.
LEAN = f"""
import sys

class Nothing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {[package for names in EXTRAS.values() for package in names]}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Nothing())
"""


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run some code in a Python of its own."""
    found = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.run([sys.executable, "-c", code, *arguments], env=found, capture_output=True, text=True)


def said(code: str, *arguments: str) -> str:
    done = python(code, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# ------------------------------------------------------------------ names


def test_games_are_found_by_name_and_imported_by_package() -> None:
    assert grognard.shelf["night-fight"] is grognard.game("night-fight") is nf.GAME


def test_an_unknown_game_lists_what_there_is() -> None:
    with pytest.raises(UnknownChoice, match="night-fight"):
        grognard.new("day-fight", "kursk")


def test_an_entry_point_that_leads_to_no_game_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SHELF.__dict__, "_entries", {"pi": EntryPoint("pi", "math:pi", "grognard.games")})
    monkeypatch.setattr(SHELF, "left_out", {})
    with pytest.raises(BrokenGame, match=r"TypeError: its entry point 'math:pi' leads to 3\.14.*, which is no Game"):
        grognard.game("pi")


def test_the_package_runs_as_a_command() -> None:
    code = "import runpy, sys; sys.argv = ['grognard', '--version']; runpy.run_module('grognard', run_name='__main__')"
    assert said(code) == f"grognard {grognard.__version__}"


def test_the_shelf_imports_no_game_before_it_is_taken() -> None:
    code = """
import sys, grognard
def imported(): return sorted(name for name in sys.modules if name.startswith("grognard.games."))
assert "night-fight" in grognard.shelf and len(list(grognard.shelf)) >= 6
assert not imported(), imported()
grognard.game("folio")
assert all(name.split(".")[2] == "folio" for name in imported()), imported()
"""
    said(code)


# ------------------------------------------------------------------ what it needs


def test_the_core_needs_msgspec_alone() -> None:
    assert [name.partition(">")[0] for name in PROJECT["dependencies"]] == ["msgspec"]


def test_every_extra_that_is_advised_exists_and_has_what_is_missing() -> None:
    for extra, packages in EXTRAS.items():
        listed = " ".join(PROJECT["optional-dependencies"][extra]).lower().replace("-", "_")
        called = {"pyspiel": "open_spiel", "PIL": "pillow"}
        assert all(called.get(package, package).lower() in listed for package in packages), extra


def test_every_game_is_played_with_the_core_alone() -> None:
    code = f"""{LEAN}
import random, grognard
from grognard import lab
from grognard.players import make_player, play_out
for name, game in grognard.shelf.items():
    match = grognard.new(name, next(iter(game.scenarios)), seed=1)
    play_out(match, {{side: make_player("doctrine") for side in match.sides}}, random.Random(1), limit=20)
    if name in ("folio", "red-actions"):  # a map and a table: whose they are is nothing to those who draw
        game.face.ground(next(iter(game.scenarios))).draw()
print(*lab.winrates("folio", "sidi-zahran", 2))
"""
    assert said(code) == "British German"


def test_conformance_and_the_fuzzer_need_the_core_alone() -> None:
    said(f"{LEAN}\nimport grognard.conformance.__main__, grognard.fuzz")


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("serve", "table"),
        ("games", "terminal"),
        ("play --terminal", "terminal"),
        ("lab run folio --matches 1", "terminal"),
    ],
)
def test_a_command_without_its_extra_names_it(command: str, extra: str) -> None:
    done = python(f"{LEAN}\nfrom grognard.cli import main\nsys.exit(main(sys.argv[1:]))", *command.split())
    assert done.returncode == 2
    assert done.stderr.strip().endswith(f"is not installed. Install it with: pip install 'grognard[{extra}]'")
    assert len(done.stderr.splitlines()) == 1


def test_what_belongs_to_no_extra_is_not_advised() -> None:
    assert what_to_install(ModuleNotFoundError("No module named 'colour'", name="colour")) == ""
    assert "grognard[postgres]" in what_to_install(ModuleNotFoundError("", name="psycopg.pq"))
