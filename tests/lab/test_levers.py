"""The lab as a designer's tool: values of a file are set, varied and tuned."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from grognard.cli import main
from grognard.engine import UnknownChoice, find_game
from grognard.lab import Job, Lab, MatchResult, plan, play_job
from grognard.lab.backends import in_process
from grognard.lab.levers import Lever, LeverError, path_of, read_lever, settings, slope, spread, variant
from grognard.lab.reports.inactivity import idle_sides
from grognard.lab.tune import Tried, tune
from grognard.studio.layout import text_of
from tests.studio.test_studio import small_battle

FOLIO = find_game("folio")


def made() -> str:
    """The id of a small battle that was added."""
    return FOLIO.add_scenario(small_battle()).id


@pytest.mark.parametrize(
    ("text", "lever"),
    [
        ("turns=6..8", Lever("turns", (6, 7, 8))),
        ("turns=6,8", Lever("turns", (6, 8))),
        ("attacker=German", Lever("attacker", ("German",))),
        ("turns", Lever("turns", ())),
    ],
)
def test_a_lever_is_read(text: str, lever: Lever) -> None:
    assert read_lever(text) == lever


def test_a_lever_stands_by_its_path_or_by_a_key_of_its_own() -> None:
    data = tomllib.loads(small_battle())
    assert path_of(data, "points") == ("aim", 0, "points") == path_of(data, "aim.0.points")
    with pytest.raises(LeverError, match="Did you mean 'turns'"):
        path_of(data, "turn")
    assert path_of({"aim": [{"vp_each": 3}]}, "vp") == ("aim", 0, "vp_each")


def test_a_variant_says_what_was_set_and_all_that_hangs_on_it() -> None:
    text = text_of(FOLIO, variant(FOLIO, made(), {"turns": 3, "points": 5}))
    data = tomllib.loads(text)
    assert (data["turns"], data["aim"][0]["points"], len(data["support"]["track"])) == (3, 5, 3)
    assert spread(FOLIO, made(), [Lever("turns", ())]) == [Lever("turns", (0, 1, 2, 3, 4))]
    assert settings([Lever("a", (1, 2)), Lever("b", (3,))]) == [{"a": 1, "b": 3}, {"a": 2, "b": 3}]


def test_a_place_is_set_though_it_is_written_like_a_number() -> None:
    text = text_of(FOLIO, variant(FOLIO, made(), {"B-02": 1107, "B-01": 1207}))
    assert tomllib.loads(text)["force"]["British"] == {"B-01": "1207", "B-02": "1107"}


def test_what_one_more_is_worth_has_its_interval() -> None:
    worth = slope([(6, 0.0), (6, 1.0), (7, 1.0), (7, 1.0), (8, 1.0), (8, 1.0)])
    assert worth is not None and worth.share == pytest.approx(0.25) and 0 < worth.error < 0.6
    assert str(worth).startswith("+25 % (±") and slope([(6, 1.0)] * 5) is None


def test_an_option_nobody_has_cannot_vary() -> None:
    with pytest.raises(UnknownChoice, match="weather"):
        plan([(FOLIO, "sidi-zahran")], 1, {}, vary=["weather"])


def test_more_matches_go_into_the_same_folder(tmp_path: Path) -> None:
    cases = [(FOLIO, made()), (FOLIO, variant(FOLIO, made(), {"turns": 1}))]
    first = Lab(tmp_path).run(plan(cases, 1, {"": "random"}), in_process, quiet=True)
    played: list[str] = []

    def counts(jobs: Sequence[Job]) -> Iterator[MatchResult]:
        played.extend(job.seed for job in jobs)
        return map(play_job, jobs)

    more = Lab(tmp_path).run(plan(cases, 2, {"": "random"}), counts, quiet=True)
    assert len(more) == 4 and len(played) == 2 and not {row.seed for row in first} & set(played)
    assert [row.number for row in more] == [0, 1, 2, 3] and more[2] == replace(first[1], number=2)


def test_a_side_that_hardly_moves_or_hurts_is_named() -> None:
    row = play_job(plan([(FOLIO, made())], 1, {"": "doctrine"})[0])
    still = replace(row, went={}, lost={"British": 0, "German": 0})
    assert idle_sides([still]) == [
        "The British hardly move: 0.0 moves a turn.",
        "The British hardly hurt the enemy: 0.0 losses a match.",
        "The Germans hardly move: 0.0 moves a turn.",
        "The Germans hardly hurt the enemy: 0.0 losses a match.",
    ]
    assert idle_sides([]) == []


def test_tuning_plays_every_setting_and_goes_on_with_those_nearest_to_even() -> None:
    rounds: list[list[Tried]] = []
    won = {1: 0, 2: 0, 3: 1, 4: 2}  # of two matches

    def pretend(jobs: Sequence[Job]) -> Iterator[MatchResult]:
        for job in jobs:
            turns = tomllib.loads(job.file)["turns"]
            row = play_job(plan([(FOLIO, made())], 1, {"": "doctrine"})[0])
            yield replace(row, winners=["British" if job.number % 2 < won[turns] else "German"])

    lever = Lever("turns", (1, 2, 3, 4))
    best = tune(FOLIO, made(), [lever], matches=8, backend=pretend, tell=rounds.append)
    assert best.setting == {"turns": 3} and best.shares == {"doctrine": 0.5}
    assert [len(found) for found in rounds] == [4, 2] and [found[0].matches for found in rounds] == [2, 8]


def test_a_setting_is_as_fair_as_at_the_strength_where_it_is_least_so() -> None:
    rounds: list[list[Tried]] = []
    one = play_job(plan([(FOLIO, made())], 1, {"": "random"})[0])
    won = {("veteran", 1): 1, ("regular", 1): 0, ("veteran", 2): 2, ("regular", 2): 1}  # of three

    def pretend(jobs: Sequence[Job]) -> Iterator[MatchResult]:
        for job in jobs:
            name = job.player("British")
            who = "British" if job.number % 3 < won[name, tomllib.loads(job.file)["turns"]] else "German"
            yield replace(one, winners=[who], players=dict.fromkeys(one.sides, name))

    strengths = ["veteran", "regular"]
    best = tune(FOLIO, made(), [Lever("turns", (1, 2))], strengths, 12, backend=pretend, tell=rounds.append)
    assert best.setting == {"turns": 2} and best.matches == 12
    assert best.shares == {"veteran": pytest.approx(2 / 3), "regular": pytest.approx(1 / 3)}
    assert str(best) == "turns 2: 67% (39% to 86%) of 12 by veteran, 33% (14% to 61%) of 12 by regular"


@pytest.mark.parametrize(("settings", "played"), [(1, [2, 8]), (4, [2, 8]), (12, [2, 6, 8])])
def test_whoever_is_left_has_been_played_as_often_as_was_asked(settings: int, played: list[int]) -> None:
    rounds: list[list[Tried]] = []
    one = play_job(plan([(FOLIO, made())], 1, {"": "random"})[0])
    lever = Lever("turns", tuple(range(1, settings + 1)))
    tune(FOLIO, made(), [lever], matches=8, backend=lambda jobs: (one for _ in jobs), tell=rounds.append)
    assert [found[0].matches for found in rounds] == played


def test_set_vary_and_tune_from_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.lab.commands.backend", lambda *_: in_process)
    file = tmp_path / "my.toml"
    file.write_text(small_battle(), "utf-8")
    words = ["lab", "run", "folio", str(file), "--matches", "3", "--player", "random"]
    assert main([*words, "--set", "points=4", "--vary", "turns=1..2", "--out", str(tmp_path / "lab")]) == 0
    told = capsys.readouterr().out
    assert "6 matches" in told and "one more of turns: British" in told and "turns 2: " in told
    page = (tmp_path / "lab/report.html").read_text("utf-8")
    assert "<td>one more of turns</td>" in page and "<td>my-battle, turns 1</td>" in page and ", turns 2</h2>" in page
    assert main([*words, "--set", "pints=4", "--out", str(tmp_path / "lab")]) == 2
    assert "Did you mean 'points'" in capsys.readouterr().err
    tuning = ["lab", "tune", str(file), "--lever", "turns=1..2", "--matches", "8"]
    assert main(tuning) == 0
    assert "The fairest: turns " in capsys.readouterr().out
    assert main([*tuning, "--strength", "veteran", "--strength", "recruit"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "of 8 by veteran" in told and "of 8 by recruit" in told


def test_many_matches_at_two_strengths(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.lab.commands.backend", lambda *_: in_process)
    file = tmp_path / "my.toml"
    file.write_text(small_battle(), "utf-8")
    words = ["lab", "run", "folio", str(file), "--out", str(tmp_path / "lab"), "--strength", "veteran"]
    assert main([*words, "--matches", "1"]) == 0
    assert main([*words, "--matches", "2", "--strength", "recruit"]) == 0, "more strengths into the same folder"
    told = capsys.readouterr().out
    assert "4 matches" in told and "veteran" in told and "recruit" in told
    rows = Lab(tmp_path / "lab").rows()
    assert [row.played_by for row in rows] == ["veteran", "veteran", "recruit", "recruit"]
    assert rows[0].seed == rows[2].seed and rows[0].digest != rows[2].digest, "the same dice, other answers"
    page = (tmp_path / "lab" / "report.html").read_text()
    assert "Played by veteran; recruit." in page and "<td>recruit</td>" in page
    assert main([*words, "--strength", "guderian"]) == 2
