"""Every installed game holds to what `grognard.conformance` asks, and the checks find what is wrong."""

from __future__ import annotations

import importlib
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import ClassVar

import msgspec
import pytest

from grognard import conformance, shelf
from grognard.conformance.__main__ import main
from grognard.conformance.answers import nothing_else_is_accepted, offered_is_not_refused
from grognard.conformance.faces import charts_are_printed, counters_are_drawn
from grognard.conformance.package import everything_is_found
from grognard.engine import (
    Action,
    Actions,
    Chart,
    ChoiceStep,
    Deed,
    Face,
    Game,
    Match,
    Press,
    RandomDice,
    Refusal,
    Step,
    To,
    Working,
)
from tests.engine.toy import TOY, Look, Roll, ToyState

CASES = [case for game in shelf.values() for case in conformance.cases(game)]
AT_LEAST_ONE = ("undo_leads_back", "odds_agree_with_sampling")  # a game in the box has something to look at


@pytest.mark.timeout(900)  # some play every scenario of their game
@pytest.mark.parametrize("case", [pytest.param(c, id=f"{c.game.id}/{c.scenario}-{c.name}") for c in CASES])
def test_a_game_holds_to_what_every_game_must(case: conformance.Case) -> None:
    found = case.run()
    assert found.looked or case.name not in AT_LEAST_ONE, f"there was nothing to look at: {found.words}"


@cache
def quoted_in_tests() -> set[str]:
    """Whatever stands between quotation marks in a test."""
    files = Path(__file__).parent.rglob("*.py")
    return {words for path in files for words in re.findall(r'(?<=")[^"\n]+(?=")', path.read_text("utf-8"))}


@pytest.mark.parametrize("game", list(shelf.values()), ids=list(shelf))
def test_the_whole_ledger_is_named_by_tests(game: Game) -> None:
    """A rule without a test is a rule we only hope to play."""
    missing = [rule.id for rule in game.rulebook if rule.id not in quoted_in_tests()]
    assert not missing, f"{len(missing)} rules of {game.title} are named by no test, first {missing[:5]}"


# ------------------------------------------------------------------ the checks find what is wrong


RNG = random.Random(1)


class Wave(Deed, frozen=True):
    """A deed that offers two of the three ways to do it that nothing speaks against."""

    way: int

    @classmethod
    def candidates(cls, g: ToyState, by: Waving) -> Iterator[Wave]:
        yield from (cls(0), cls(1))

    def why_not(self, g: ToyState, by: Waving) -> Refusal | None:
        return None if self.way in (0, 1, 2) else Refusal("TY-1")


class Waving(ChoiceStep, frozen=True):
    deeds: ClassVar = ((Wave,),)

    def run(self, g: ToyState) -> None:
        g.ask("red", "Wave", self.offered(g))


def toy(step: Step, *actions: type[Action]) -> Match:
    """A match of the toy that asks this first, with these actions in place of its own."""
    rules = replace(TOY.rules)
    rules.__dict__["actions"] = actions or TOY.rules.actions
    g = TOY.rules.start("plain", {"turns": "3"})
    g.steps = (*g.steps, step)
    g.advance()
    return Match(replace(TOY, rules=rules), g, RandomDice(RNG))


def tries(match: Match) -> conformance.Attempts:
    found = conformance.Attempts()
    found.learn(match)
    return found


def test_a_step_that_refuses_what_it_offers_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    offered_is_not_refused(toy(Roll()), RNG)
    monkeypatch.setattr(Roll, "why_not", lambda step, g, side, action: Refusal("TY-1"))
    with pytest.raises(AssertionError, match=r"Roll offers Press.*, but asked why not it answers TY-1: Rule 1"):
        offered_is_not_refused(toy(Roll()), RNG)


def test_what_is_accepted_but_neither_offered_nor_open_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    match = toy(Look())
    assert nothing_else_is_accepted(match, RNG, tries(match)) > 10
    monkeypatch.setattr(Actions, "__contains__", lambda actions, action: True)
    with pytest.raises(AssertionError, match="is accepted, but neither offered nor of an open kind"):
        nothing_else_is_accepted(match, RNG, tries(match))


def test_a_question_that_breaks_when_something_odd_is_tried_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Roll, "why_not", lambda step, g, side, action: g.pieces[action.hex])
    match = toy(Roll(), To)
    with pytest.raises(AssertionError, match=r"asked why not To.*KeyError"):
        nothing_else_is_accepted(match, RNG, tries(match))


def test_a_deed_that_nothing_speaks_against_must_be_offered() -> None:
    match = toy(Waving(), Wave)
    with pytest.raises(AssertionError, match=r"nothing speaks against Wave\(way=2\), and yet it is not offered"):
        nothing_else_is_accepted(match, RNG, tries(match))


class Peek(Step, frozen=True):
    """Who is asked hangs on what lies face down."""

    def run(self, g: ToyState) -> None:
        g.ask("red" if g.pieces["r1"].strength > 3 else "blue", "Roll or pass?", [Press("pass")])


class PeekTogether(Peek, frozen=True):
    """Likewise, where spectators are not shown who is asked."""

    def take_all(self, g: ToyState, answers: Mapping[str, Action]) -> None:
        g.done()


@pytest.mark.parametrize(("step", "leaks"), [(Peek(), True), (PeekTogether(), False)])
def test_whoever_is_asked_tells_spectators_nothing_either(step: Step, leaks: bool) -> None:
    def dealt(g: ToyState, side: str | None, rng: random.Random) -> ToyState:
        twin = g.clone()
        if side is None:
            twin.put(msgspec.structs.replace(twin.pieces["r1"], strength=1))
        return twin

    match = toy(step)
    match.game = replace(match.game, rules=replace(match.game.rules, determinize=dealt))
    with pytest.raises(AssertionError, match="who is asked tells spectators") if leaks else nullcontext():
        conformance.nothing_leaks(match, RNG)


@pytest.mark.parametrize(
    ("name", "column", "wrong"), [("bad", "fair", "not among the charts"), ("luck", "bad", "has no column 'bad'")]
)
def test_a_chart_or_a_column_that_does_not_exist_is_found(
    name: str, column: str, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = toy(Roll())
    chart = Chart.of("luck", "Luck", ["fair"], {str(n): ["-"] for n in range(1, 7)}, dice=1)
    match.game = replace(match.game, face=Face(charts=[chart]))
    monkeypatch.setattr(Roll, "preview", lambda step, g, action: Working("Roll", (), name, column))
    with pytest.raises(AssertionError, match=wrong):
        charts_are_printed(match, RNG)


def test_a_face_that_nobody_drew_is_found_where_others_are() -> None:
    match = toy(Roll())
    counters_are_drawn(match, RNG)
    match.game = replace(match.game, face=Face(counters={"4": object()}))
    with pytest.raises(AssertionError, match="b1 shows the face '1', which nobody has drawn"):
        counters_are_drawn(match, RNG)


def test_a_step_in_a_module_that_nobody_imports_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "stray_game"
    package.mkdir()
    (package / "__init__.py").write_text("from stray_game.state import Stray\n")
    (package / "state.py").write_text("from tests.engine.toy import ToyState\nclass Stray(ToyState): pass\n")
    (package / "lost.py").write_text("from grognard.engine import Step\nclass Lost(Step, frozen=True): pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    stray = importlib.import_module("stray_game").Stray
    with pytest.raises(AssertionError, match=r"stray_game\.lost\.Lost is not found"):
        everything_is_found(replace(TOY, rules=replace(TOY.rules, state=stray)))


# ------------------------------------------------------------------ as a command, and in pytest


def test_the_command_names_every_check_and_ends_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["folio", "sidi-zahran", "--check", "faces_are_drawn", "--check", "charts_exist"]) == 0
    told = capsys.readouterr().out
    assert "1/2  sidi-zahran" in told and "The game holds to everything that was looked at." in told


def test_the_command_says_what_is_wrong(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("grognard.conformance.suite.charts_are_printed", lambda match, rng: undrawn())
    assert main(["folio", "--check", "charts_exist"]) == 1
    assert "But there is a hole in the chart." in capsys.readouterr().out
    assert main(["chess"]) == 2
    assert "There is no game 'chess'" in capsys.readouterr().err


def undrawn() -> None:
    raise AssertionError("there is a hole in the chart.")


def pytest_in(folder: Path, *arguments: str) -> str:
    """What pytest says in a folder."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "grognard.conformance.plugin"]
    found = {**os.environ, "PYTHONPATH": os.pathsep.join(str(Path(path).absolute()) for path in sys.path)}
    done = subprocess.run([*command, *arguments], cwd=folder, env=found, capture_output=True, text=True)
    return done.stdout


def test_pytest_asks_a_game_everything(tmp_path: Path) -> None:
    told = pytest_in(tmp_path, "--grognard-game", "folio", "-k", "faces_are_drawn or charts_exist", "-vv")
    assert "grognard/folio::sidi-zahran: charts_exist PASSED" in told
    assert f"{2 * len(shelf['folio'].scenarios)} passed" in told


def test_a_test_that_leaves_rigged_dice_fails_where_that_is_wanted(tmp_path: Path) -> None:
    (tmp_path / "test_dice.py").write_text(
        "from grognard.engine import RiggedDice\n"
        "def test_left(): RiggedDice([3, 4]).pick(6)\n"
        "def test_known(): RiggedDice([3])\n"
        "def test_cured(): RiggedDice([3]).pick(6)\n"
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\ngrognard_dice_used_up = true\ngrognard_dice_left = left.txt\n")
    (tmp_path / "left.txt").write_text("test_dice.py::test_known\ntest_dice.py::test_cured\n")
    told = pytest_in(tmp_path)
    assert "rigged dice were left unrolled: [[4]]" in told
    assert "take this test from grognard_dice_left" in told
    assert "2 failed, 1 passed" in told
