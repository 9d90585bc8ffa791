"""Players from elsewhere: objects, entry points, programs in any language, commands that read text."""

from __future__ import annotations

import importlib
import json
import random
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard import lab
from grognard.engine import Action, Ask, Match, UnknownChoice
from grognard.players import EngineError, EnginePlayer, TextPlayer, make_player, offered, play_out, plugins
from grognard.players import engine as engines
from grognard.players.question_text import board_text, question_text, question_told, view_told
from grognard.server.api.requests import RequestError
from grognard.server.matches.seats import computer
from tests.conformance.examples import EXAMPLES, installed

ENGINES = EXAMPLES / "engines"
PYTHON = f"{sys.executable} {ENGINES / 'reference.py'}"


class First:
    """Takes the first answer."""

    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        return ask.actions[0]


NOBODY_S = object()


@pytest.fixture(scope="module", autouse=True)
def beacons(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with installed(EXAMPLES / "beacons", tmp_path_factory.mktemp("site")):
        importlib.import_module("beacons")
        yield


def begun(seed: int = 1) -> Match:
    return grognard.new("beacons", "border", seed=seed)


def program(folder: Path, body: str) -> str:
    """The command of a program that says it is ready and then does something else."""
    ready = 'import sys, json, time\nsys.stdin.readline()\nprint(json.dumps({"type": "ready", "protocol": '
    (folder / "engine.py").write_text(f'{ready}"grognard-engine-1"}}), flush=True)\n{body}\n')
    return f"{sys.executable} {folder / 'engine.py'}"


# ------------------------------------------------------------------ programs


def test_a_program_plays_a_whole_match() -> None:
    match, player = begun(), EnginePlayer(PYTHON)
    play_out(match, {"hill": player, "shore": make_player("random")}, random.Random(1))
    player.close()
    assert match.over


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_a_program_in_another_language_plays_a_whole_match_in_the_lab() -> None:
    players = {"": "random", "shore": f"engine:node {ENGINES / 'reference.mjs'}"}
    rows = lab.play("beacons", "border", players, 2, backend="here")
    assert [row.ended for row in rows] == [True, True]
    assert rows[0].players["shore"].startswith("engine:node")


def test_the_reference_engines_are_short() -> None:
    for path in ENGINES.iterdir():
        assert len(path.read_text("utf-8").splitlines()) <= 60, path


def test_an_engine_is_told_odds_refusals_and_nothing_hidden(tmp_path: Path) -> None:
    body = f"""
def ask(**line):
    print(json.dumps(line), flush=True)
    return json.loads(sys.stdin.readline())
new, told = json.loads(sys.stdin.readline()), json.loads(sys.stdin.readline())
odds = [ask(type="odds", n=each["n"]) for each in told["answers"]]
far = ask(type="why_not", answer={{"type": "Move", "hex": "0505"}})
open({str(tmp_path / "seen.json")!r}, "w").write(json.dumps([new, told, odds, far]))
print(json.dumps({{"type": "answer", "n": 0}}), flush=True)
sys.stdin.read()
"""
    match = begun()
    player = EnginePlayer(program(tmp_path, body))
    answer = player.choose(match, match.decision.asks[0], random.Random(1))
    new, told, odds, far = json.loads((tmp_path / "seen.json").read_text())
    assert answer == match.decision.actions[0]
    assert (new["type"], new["game"], new["side"]) == ("new", "beacons", "hill")
    assert told["side"] == "hill" and len(told["answers"]) == len(match.decision.actions) == len(odds)
    assert far["refusal"]["rule"].startswith("BC-2")
    enemy = [card for card in told["view"]["cards"] if card["side"] == "shore"]
    assert enemy and {card["title"] for card in enemy} == {"A card"}


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("sys.exit('no luck today')", "has stopped.*no luck today"),
        ("print('hello there', flush=True); sys.stdin.read()", "no line of grognard-engine-1.*hello there"),
        ('print(json.dumps({"type": "answer", "n": 999}), flush=True); sys.stdin.read()', "named answer 999"),
        ('print(json.dumps({"type": "sing"}), flush=True); sys.stdin.read()', "no known type"),
        ('print(json.dumps({"type": "answer", "answer": {"type": "Move", "hex": "0303"}}), flush=True); time.sleep(9)',
         "not allowed"),
        ("time.sleep(9)", "did not answer in time"),
    ],
)  # fmt: skip
def test_a_program_that_cannot_play_is_named_with_what_it_did(tmp_path: Path, body: str, says: str) -> None:
    match, player = begun(), EnginePlayer(program(tmp_path, body), seconds=1.5)
    before = match.state.digest()
    with pytest.raises(EngineError, match=says):
        player.choose(match, match.decision.asks[0], random.Random(1))
    assert match.state.digest() == before


def test_a_program_that_is_not_there_or_is_no_engine_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "STARTING", 5.0)
    match = begun()
    for command, says in (("no-such-program", "does not start"), ("cat", "does not speak"), ("true", "has stopped")):
        with pytest.raises(EngineError, match=says):
            EnginePlayer(command).choose(match, match.decision.asks[0], random.Random(1))


# ------------------------------------------------------------------ text


def test_a_command_that_reads_text_plays(tmp_path: Path) -> None:
    script = "import sys; text = sys.stdin.read(); open(sys.argv[1], 'a').write(text); print('I think 0. Answer: 1')"
    (tmp_path / "model.py").write_text(script)
    match = begun()
    player = TextPlayer(f"{sys.executable} {tmp_path / 'model.py'} {tmp_path / 'read.txt'}")
    assert player.choose(match, match.decision.asks[0], random.Random(1)) == match.decision.actions[1]
    read = (tmp_path / "read.txt").read_text()
    assert "You play hill" in read and "\n1. " in read and "Stand on more beacons" in read
    assert read.count("A card") == 3  # the enemy's, face down


def test_what_cannot_be_read_is_asked_again_and_counted() -> None:
    match, player = begun(), TextPlayer(f"{sys.executable} -c pass")
    assert player.choose(match, match.decision.asks[0], random.Random(1)) in match.decision.actions
    assert (player.misread, player.given_up) == (3, 1)


def test_a_command_that_fails_is_told() -> None:
    match = begun()
    with pytest.raises(EngineError, match="failed"):
        TextPlayer("false").choose(match, match.decision.asks[0], random.Random(1))


def test_what_is_told_is_the_same_in_another_deal_of_what_is_hidden() -> None:
    match = begun()
    ask = match.decision.asks[0]
    dealt: Any = match.game.rules.determinize(match.state, "hill", random.Random(5))
    other = Match.at(match.game, dealt, 2)
    here: Any = match.state
    assert dealt.hands["shore"] != here.hands["shore"]
    assert view_told(other, "hill") == view_told(match, "hill")
    assert question_told(other, other.decision.asks[0]) == {**question_told(match, ask), "decision": 0}
    assert board_text(other, "hill") == board_text(match, "hill")
    assert question_text(match, ask).startswith("Beacons: The Border. You play hill.")


# ------------------------------------------------------------------ objects and entry points


def test_an_object_plays_wherever_a_name_does() -> None:
    one = First()
    assert make_player(one) is one
    rows = lab.play("beacons", "border", {"": "random", "hill": one}, 2, backend="here")
    assert rows[0].players == {"hill": "First", "shore": "random"} and all(row.ended for row in rows)
    rates = lab.winrates("beacons", "border", 2, {"hill": one})
    assert sum(rate.matches for rate in rates.values()) >= 2


def test_what_cannot_choose_is_refused() -> None:
    for wrong in (NOBODY_S, "tests.players.test_engine:NOBODY_S"):
        with pytest.raises(UnknownChoice, match="has no choose"):
            make_player(wrong)  # type: ignore[arg-type]
    with pytest.raises(UnknownChoice, match="has no player 'Nobody'"):
        make_player("tests.players.test_engine:Nobody")
    with pytest.raises(UnknownChoice, match="engine:COMMAND"):
        make_player("no_such_module:Bot")


def test_an_installed_player_is_known_by_its_name_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("berserk", "tests.players.test_engine:First", "grognard.players")
    broken = EntryPoint("broken", "no_such_module:First", "grognard.players")
    monkeypatch.setattr(plugins, "plugins", lambda: {"berserk": entry, "broken": broken})
    monkeypatch.setattr("grognard.players.levels.plugins", plugins.plugins)
    assert isinstance(make_player("berserk"), First) and "berserk" in offered()
    assert computer("berserk") == "berserk"
    with pytest.raises(UnknownChoice, match=r"'broken'.*cannot be made.*no_such_module"):
        make_player("broken")


@pytest.mark.parametrize("name", ["engine:true", "text:true", "tests.players.test_engine:First"])
def test_nobody_starts_a_program_or_imports_a_module_from_a_page(name: str) -> None:
    with pytest.raises(RequestError):
        computer(name)
