"""Errors that teach: what went wrong is told in a sentence that says what to do."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from html import escape
from pathlib import Path

import pytest
from msgspec.structs import replace

import grognard
from grognard import lab
from grognard.cli import main
from grognard.engine import Action, Ask, Match, UnknownChoice, find_game
from grognard.lab import LabError
from grognard.lab.backends import on_ray
from grognard.lab.job import MatchError
from grognard.school.coach import Coach, play_through
from grognard.school.lesson import LessonError, lessons_of


@pytest.mark.parametrize(("extra", "package", "module"), [
    ("env", "gymnasium", "grognard.env"),
    ("lab", "pyarrow", "grognard.lab.parquet"),
    ("lab", "matplotlib", "grognard.lab.reports.report"),
    ("research", "pyspiel", "grognard.env.open_spiel"),
    ("mcp", "mcp", "grognard.assistant.server"),
])  # fmt: skip
def test_the_library_names_the_extra_that_is_missing(extra: str, package: str, module: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; import {module}"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.returncode == 1
    assert f"{package} is not installed. Install it with: pip install 'grognard[{extra}]'" in ran.stderr


def test_an_unknown_side_is_refused_everywhere_alike() -> None:
    match = grognard.new("folio", "bir-salem", seed=1)
    for ask in (match.view, match.aims, match.log, match.briefing):
        with pytest.raises(UnknownChoice, match=r"There is no side 'roman'. Choose from: German, British"):
            ask("roman")
    assert match.view(None).side is None


def test_new_knows_the_scenarios_of_one_s_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["new-scenario", "folio", "own-hill", "--folder", str(tmp_path)]) == 0
    here = tmp_path / "grognard" / "scenarios"
    here.mkdir(parents=True)
    (here / "broken.toml").write_text("title = ")
    (tmp_path / "own-hill" / "own-hill.toml").rename(here / "own-hill.toml")
    assert grognard.new("folio", "own-hill", seed=1).game.id == "folio"
    with pytest.raises(UnknownChoice, match="no scenario 'nobody-s-hill'"):
        grognard.new("folio", "nobody-s-hill")


def test_a_lesson_short_of_dice_names_file_step_and_dice() -> None:
    lesson = next(one for one in lessons_of(find_game("night-fight")) if any(task.dice for task in one.tasks))
    number = next(i for i, task in enumerate(lesson.tasks) if task.dice)
    short = replace(lesson.tasks[number], dice=())
    spoilt = replace(lesson, tasks=(*lesson.tasks[:number], short, *lesson.tasks[number + 1 :]))
    with pytest.raises(LessonError, match=rf"{lesson.id}, step {number + 1}: dice = \[\] are too few"):
        play_through(spoilt)
    assert Coach(lesson).number == 0


class Broken:
    """A player with a fault."""

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        raise KeyError("no such hex")


def test_a_lab_names_the_match_that_could_not_be_played() -> None:
    code = r"KeyError: 'no such hex' \(.*test_teaching\.py, line \d+\)"
    where = f"{code}.*folio, bir-salem, seed '.*', decision 0, German by Broken"
    with pytest.raises(MatchError, match=where):
        lab.play("folio", "bir-salem", Broken(), 1, backend="here")


def test_players_given_as_a_word_to_a_plan_are_refused_in_a_sentence() -> None:
    with pytest.raises(UnknownChoice, match="Players are given by side"):
        lab.plan([(find_game("folio"), "bir-salem")], 2, "doctrine")  # type: ignore[arg-type]


def test_a_cluster_that_does_not_answer_is_told_at_once() -> None:
    pytest.importorskip("ray")
    jobs = lab.plan([(find_game("folio"), "bir-salem")], 1, {})
    with pytest.raises(LabError, match=r"No Ray cluster answers at 127.0.0.1:1\. .*ray start --head"):
        list(on_ray("127.0.0.1:1")(jobs))


def test_odds_of_a_game_are_told_though_a_folder_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folio").mkdir()
    monkeypatch.chdir(tmp_path)
    chart = find_game("folio").face.charts[0].key
    assert main(["odds", "folio", chart]) in (0, 2)
    assert "Is a directory" not in capsys.readouterr().err


def test_a_match_tells_all_who_are_asked() -> None:
    match = grognard.new("folio", "bir-salem", seed=1)
    assert all(f"{ask.side} is asked: {ask.prompt}" in repr(match) for ask in match.decision.asks)
    assert re.search(r"</svg>", match._repr_html_()) and "<table>" in match.game._repr_html_()
    asked = match.decision._repr_html_()
    assert match.decision.prompt in asked and escape(repr(match.decision.actions.first())) in asked
