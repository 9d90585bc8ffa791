"""What a game says of learning it, and the coach of its first battle."""

from __future__ import annotations

import io
import random
from pathlib import Path as File

import pytest
from rich.console import Console

import grognard
from grognard.engine import Match, UnknownChoice
from grognard.players import LEVELS, make_player
from grognard.school.lesson import LessonError
from grognard.school.path import path_of, remark
from grognard.terminal.school import first_battle

GAMES = list(grognard.shelf)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_says_how_it_is_learnt(game_id: str) -> None:
    game = grognard.game(game_id)
    path = path_of(game)
    assert path is not None and 1 <= path.depth <= 5 and path.why and len(path.learnt) >= 3
    match = Match.new(game, path.battle.scenario, path.battle.options, 1)
    assert path.battle.side in match.sides and path.battle.opponent in LEVELS
    assert len({first.id for first in path.firsts}) == len(path.firsts) >= 8
    assert all(first.cite and len(first.say) < 260 for first in path.firsts)


@pytest.mark.parametrize("game_id", GAMES)
def test_in_a_first_battle_each_thing_is_said_once(game_id: str) -> None:
    game = grognard.game(game_id)
    path = path_of(game)
    assert path is not None
    match, rng = Match.new(game, path.battle.scenario, path.battle.options, 3), random.Random(1)
    said: list[str] = []
    player = make_player("doctrine")
    asked = 0
    while asked < 60 and not match.over:
        ask = match.decision.asks[0]
        new = remark(path, match, ask.side, said) if ask.side == path.battle.side else None
        if new is not None:
            said.append(new.id)
        asked += ask.side == path.battle.side
        match.take(player.choose(match, ask, rng), ask.side)
    assert len(said) == len(set(said)) >= 2


def test_nothing_is_said_to_a_side_that_is_not_asked_or_when_it_is_over() -> None:
    game = grognard.game("folio")
    path = path_of(game)
    match = Match.new(game, "sidi-zahran", {"setup": "historical"}, 1)
    assert path is not None
    assert remark(path, match, "British", ()) is not None and remark(path, match, "German", ()) is None
    match.resign("German")
    assert remark(path, match, "British", ()) is None


def test_the_coach_of_the_terminal_speaks_once_and_can_be_silenced() -> None:
    game, out = grognard.game("folio"), io.StringIO()
    typed = iter(["", "quiet", "units", "quiet", "quit", ""])
    session = first_battle(game, Console(file=out, width=120), lambda prompt: next(typed), seed=1)
    with pytest.raises(Exception) as left:
        session.play()
    told = out.getvalue()
    assert type(left.value).__name__ == "Left"
    assert told.count("First time · moving") == 1 and "The coach is quiet" in told and "speaks again" in told


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('step = "Loss"', 'step = "Lost"'), "exchange: there is no Lost"),
        (('log = "FO-7.8.1"', 'log = "FO-99"'), "stands: there is no rule FO-99"),
        (("turn = 7", ""), "end must wait for one thing"),
        (('"sidi-zahran"', '"nowhere"'), "there is no scenario nowhere"),
        (("depth = 1", 'depth = "deep"'), "depth"),
    ],
)
def test_a_mistake_in_a_path_is_told(
    tmp_path: File, monkeypatch: pytest.MonkeyPatch, change: tuple[str, str], said: str
) -> None:
    game = grognard.game("folio")
    text = (game.folder / "lessons" / "path.toml").read_text("utf-8")
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / "path.toml").write_text(text.replace(*change, 1), "utf-8")
    monkeypatch.setattr(type(game), "folder", tmp_path)
    with pytest.raises(LessonError, match=said):
        path_of(game)


def test_a_game_without_a_path_has_no_first_battle(tmp_path: File, monkeypatch: pytest.MonkeyPatch) -> None:
    game = grognard.game("folio")
    monkeypatch.setattr(type(game), "folder", tmp_path)
    with pytest.raises(UnknownChoice):
        first_battle(game, Console(file=io.StringIO()))
