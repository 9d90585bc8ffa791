"""The lab in four words: the same in Python and on the command line."""

from __future__ import annotations

import io
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from grognard import lab
from grognard.cli import main
from grognard.engine import Action, Ask, Match, UnknownChoice
from grognard.lab import LabError
from grognard.lab.progress import Progress
from grognard.lab.suite import OPPONENT, SEATS, points
from grognard.players import RandomPlayer

WHERE = ("folio", "bir-salem")


class First:
    def choose(self, match: Match, ask: Ask, rng: random.Random) -> Action:
        return ask.actions.choice(rng)


@pytest.fixture(scope="module")
def found() -> lab.Matches:
    return lab.play(*WHERE, {"German": "random", "": "recruit"}, 3, backend="here", quiet=True)


def test_matches_are_a_list_and_a_table(found: lab.Matches) -> None:
    assert len(found) == 3 and found[0].players == {"German": "random", "British": "recruit"}
    record = found.records()[0]
    assert record["player German"] == "random" and record["game"] == "folio"
    assert not [name for name, value in record.items() if isinstance(value, dict) and name in ("options", "players")]
    assert sum(len(some) for some in found.by("player British").values()) == 3
    assert found._repr_html_().count("<tr>") == 1 + len(found.rates())


def test_a_frame_is_pandas_where_it_is_there(found: lab.Matches, monkeypatch: pytest.MonkeyPatch) -> None:
    class Pandas:
        DataFrame = tuple

    monkeypatch.setitem(__import__("sys").modules, "pandas", Pandas)
    assert found.frame() == tuple(found.records())
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    assert found.frame() == found.records()


def test_every_backend_gives_the_same_rows(found: lab.Matches) -> None:
    players = {"German": "random", "": "recruit"}
    with ThreadPoolExecutor(2) as threads:
        assert lab.play(*WHERE, players, 3, backend=threads, quiet=True) == found
    own = lab.play(*WHERE, players, 3, backend=lambda jobs: map(lab.play_job, jobs), quiet=True)
    assert own == found
    assert lab.play(*WHERE, players, 3, workers=2, quiet=True) == found


def test_what_is_no_backend_is_refused() -> None:
    for wrong, says in (("moon", "There is no backend 'moon'"), (7, "7 is no backend")):
        with pytest.raises(LabError, match=says):
            lab.play(*WHERE, matches=1, backend=wrong)
    with pytest.raises(LabError, match="knows players by name only"):
        lab.play(*WHERE, First(), 1, backend=lambda jobs: iter(()))


def test_levers_vary_and_stand_in_the_table() -> None:
    found = lab.vary(*WHERE, ["turns=4..5"], "random", 1, backend="here", quiet=True)
    assert sorted(record["turns"] for record in found.records()) == [4, 5]
    assert set(found.by("turns")) == {(4,), (5,)}


def test_two_objects_are_compared_and_their_matches_kept(tmp_path: Path) -> None:
    verdict = lab.compare(*WHERE, (First(), "random"), 2, backend="here", batch=1, folder=tmp_path)
    assert verdict.pairs == 2 and {*verdict.rows[0].players.values()} == {"First", "random"}
    assert verdict.rows.records()


def test_the_same_words_stand_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = ["--player", "random", "--matches", "1", "--backend", "here", "--out", str(tmp_path / "vary")]
    assert main(["lab", "vary", *WHERE, "turns=4..5", *more]) == 0
    assert "turns 4" in capsys.readouterr().out.replace("\n", " ")
    with_bot = ["--player", "tests.lab.test_playing:First", "--matches", "1", "--backend", "here"]
    assert main(["lab", "play", *WHERE, *with_bot, "--out", str(tmp_path / "play")]) == 0
    assert (tmp_path / "play" / "results.parquet").exists()


# ------------------------------------------------------------------ the suite


def test_the_suite_measures_a_player_in_every_seat(tmp_path: Path) -> None:
    result = lab.bench(RandomPlayer(), 1, only=["folio"], backend="here", quiet=True, folder=tmp_path)
    assert [(seat.scenario, seat.seat) for seat in result.seats] == [s[1:] for s in SEATS if s[0] == "folio"]
    assert (result.suite, result.player, result.opponent) == ("grognard-bench-1", "RandomPlayer", OPPONENT)
    assert 0 <= result.score <= 1 and "folio bir-salem" in str(result)
    again = lab.bench(RandomPlayer(), 1, only=["folio"], backend="here", quiet=True)
    assert again == result
    with pytest.raises(UnknownChoice, match="The suite has the games"):
        lab.bench("random", 1, only=["chess"])


def test_a_match_without_an_end_counts_as_lost(found: lab.Matches) -> None:
    from msgspec.structs import replace

    row = replace(found[0], winners=["German"], ended=True)
    drawn, cut = replace(row, winners=[]), replace(row, ended=False, winners=[])
    assert [points(each, "German") for each in (row, drawn, cut)] == [1.0, 0.5, 0.0]
    assert points(row, "British") == 0.0


# ------------------------------------------------------------------ progress


def test_nothing_is_said_in_the_first_seconds_and_something_after(monkeypatch: pytest.MonkeyPatch) -> None:
    now, said = [0.0], io.StringIO()
    monkeypatch.setattr("grognard.lab.progress.time.monotonic", lambda: now[0])
    with Progress("matches", 3, to=said) as bar:
        now[0] = 1.0
        bar.step()
        assert said.getvalue() == ""
        now[0] = 4.0
        bar.step("two puzzles")
        assert said.getvalue() == "2 of 3 matches, two puzzles (0:04)\n"
