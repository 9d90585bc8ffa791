"""`grognard new-game` and `grognard new-scenario`: folders that pass their own tests."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import grognard
from grognard.cli import main
from grognard.starters import prefix
from tests.conformance.examples import installed


def own_tests(folder: Path, *paths: Path) -> subprocess.CompletedProcess[str]:
    """The tests of a folder, run as their author would: with the mark refused if nobody registers it."""
    there = dict(os.environ, PYTHONPATH=os.pathsep.join([*map(str, paths), *sys.path]), XDG_DATA_HOME="/nonexistent")
    words = ["-m", "pytest", "-q", "--strict-markers", "-p", "no:cacheprovider", "-p", "grognard.conformance.plugin"]
    given = [sys.executable, *words, "--rootdir", str(folder), str(folder)]
    return subprocess.run(given, cwd=folder, env=there, capture_output=True, text=True, timeout=280)


def test_a_new_game_passes_its_own_tests_and_every_promise(tmp_path: Path) -> None:
    assert main(["new-game", "my-war", "--folder", str(tmp_path)]) == 0
    folder, site = tmp_path / "my-war", tmp_path / "site"
    site.mkdir()
    with installed(folder, site):
        game = grognard.game("my-war")
        assert (game.title, next(rule.id[:3] for rule in game.rulebook)) == ("My War", "MW-")
        ran = own_tests(folder, site, folder)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "passed" in ran.stdout and "warning" not in ran.stdout


def test_a_new_scenario_passes_its_own_test(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-scenario", "folio", "my-hill", "--like", "bir-salem", "--folder", str(tmp_path)]) == 0
    folder = tmp_path / "my-hill"
    told = tomllib.loads((folder / "my-hill.toml").read_text("utf-8"))
    assert (told["id"], told["title"], told["game"]) == ("my-hill", "My Hill", "folio")
    ran = own_tests(folder)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["new-game", "My Game"], "is no name for a game"),
        (["new-game", "folio"], "'folio' is installed already"),
        (["new-scenario", "chess"], "There is no game 'chess'"),
        (["new-scenario", "folio", "x", "--like", "nowhere"], "no scenario 'nowhere'"),
        (["new-scenario", "folio", "../x"], "is no name for a file"),
    ],
)
def test_what_cannot_be_laid_out_is_told_and_nothing_written(
    words: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--folder", str(tmp_path)]) == 2
    assert says in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_a_folder_that_is_there_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "my-war").mkdir()
    assert main(["new-game", "my-war", "--folder", str(tmp_path)]) == 2
    assert "is there already" in capsys.readouterr().err and not list((tmp_path / "my-war").iterdir())


@pytest.mark.parametrize(("name", "letters"), [("my-war", "MW"), ("trireme", "TRI"), ("x1", "XG")])
def test_rules_begin_with_letters(name: str, letters: str) -> None:
    assert prefix(name) == letters
