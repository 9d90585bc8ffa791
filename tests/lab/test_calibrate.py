"""From matches played to the chances that people are told."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from grognard.engine import Game, find_game
from grognard.lab import MatchResult
from grognard.lab.backends import LabError
from grognard.players.win_chance import WinModel, read
from tools import calibrate

TURNS = 6


def played(number: int, values: list[float], won: bool, sides: tuple[str, ...] = ("german", "soviet")) -> MatchResult:
    """A match in which the Germans thought so of their position."""
    return MatchResult(
        number=number,
        game="folio",
        scenario="sidi-zahran",
        options={},
        players={},
        seed=str(number),
        ended=True,
        winners=["german" if won else "soviet"],
        reason="",
        cite="",
        answers=100,
        turns=TURNS,
        lost={},
        sides=list(sides),
        advantage=[*values, float(won)],
        cited={},
        went={},
        fell={},
        digest="",
    )


def matches(trusty: bool, count: int = 400) -> list[MatchResult]:
    """The Germans win as often as they think they will, or half the time whatever they think."""
    rng = random.Random(1)
    found = []
    for number in range(count):
        thinks = rng.uniform(0.05, 0.95)
        found.append(played(number, [thinks] * TURNS, rng.random() < (thinks if trusty else 0.5)))
    return found


def test_a_value_that_came_true_is_believed() -> None:
    outlook = calibrate.fit(matches(trusty=True))
    for value in (0.1, 0.3, 0.5, 0.7, 0.9):
        assert outlook.chance("german", 3, value) == pytest.approx(value, abs=0.08)
        assert outlook.chance("soviet", 3, 1 - value) == pytest.approx(1 - value, abs=0.08)


def test_a_value_that_meant_nothing_is_not() -> None:
    outlook = calibrate.fit(matches(trusty=False))
    for value in (0.1, 0.5, 0.9):
        assert outlook.chance("german", 3, value) == pytest.approx(0.5, abs=0.1)


def test_hopes_that_were_always_too_high_are_brought_down() -> None:
    rows = [played(n, [0.9] * TURNS, won=n % 10 == 0) for n in range(100)]
    assert calibrate.fit(rows).chance("german", 2, 0.9) == pytest.approx(0.1, abs=0.02)


def test_a_value_may_mean_more_towards_the_end() -> None:
    """At first it always says even; from the middle on it tells who wins."""
    rows = [played(n, [0.5, 0.5, 0.5, *[0.95 if n % 2 else 0.05] * 3], won=n % 2 == 1) for n in range(100)]
    outlook = calibrate.fit(rows)
    assert outlook.chance("german", 0, 0.5) == pytest.approx(0.5, abs=0.05)
    assert outlook.chance("german", 5, 0.95) > 0.9


def test_a_draw_is_half_a_victory() -> None:
    rows = [msgspec.structs.replace(played(n, [0.8] * TURNS, won=True), winners=[]) for n in range(60)]
    assert {moment.won for moment in calibrate.moments(rows)} == {0.5}
    assert calibrate.fit(rows).chance("german", 3, 0.8) == pytest.approx(0.5, abs=0.03)


def test_the_error_is_brier_s_and_a_fit_is_judged_by_matches_it_has_not_seen() -> None:
    rows = [played(n, [0.9] * TURNS, won=n // 10 % 2 == 0) for n in range(40)]
    assert calibrate.error(rows, None) == pytest.approx((0.1**2 + 0.9**2) / 2)
    assert calibrate.out_of_sample(rows) == pytest.approx(0.25, abs=0.02), "told from others: even, whatever it says"


def test_each_match_is_judged_by_a_fit_that_has_not_seen_it() -> None:
    rows = [played(n, [0.9] * TURNS, won=n == 0) for n in range(10)]
    assert calibrate.out_of_sample(rows[:2]) > 0.25, "who won by who lost, and the other way round"
    assert calibrate.out_of_sample(rows) > calibrate.error(rows, calibrate.fit(rows))


def test_a_value_that_was_wrong_is_hardly_trusted_and_still_a_better_one_is_a_better_chance() -> None:
    """No number of a fit stands at a bound: the more matches say so, the less is the value trusted."""
    rows = [played(n, [0.8 if n % 3 else 0.2] * TURNS, won=n % 3 == 0) for n in range(300)]
    few, many = (calibrate.fit(some).trust for some in (rows[:30], rows))
    assert 0 < many[0] < few[0] < 0.2
    assert 0 < many[1] < few[1] < 0.2


def test_a_chance_that_is_no_better_than_the_value_is_not_told(tmp_path: Path) -> None:
    """What the record holds by luck alone does not hold for matches that it has not seen."""
    rng = random.Random(3)
    rows = [played(n, [0.5] * TURNS, rng.random() < 0.5) for n in range(24)]
    found = calibrate.find(rows)
    assert found.fitted >= found.bare and found.kept is None
    file = tmp_path / "folio.json"
    calibrate.keep({"sidi-zahran": found.outlook, "arras": found.outlook}, file)
    calibrate.keep({"sidi-zahran": found.kept}, file)
    assert set(read(file)) == {"arras"}


def test_matches_of_one_strength_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    both = [
        msgspec.structs.replace(row, players=dict.fromkeys(row.sides, "fitted" if row.number % 3 else "doctrine"))
        for row in matches(trusty=True, count=60)
    ]
    (tmp_path / "rows.jsonl").write_bytes(b"\n".join(map(msgspec.json.encode, both)))
    page = tmp_path / "page.md"
    before = "| Folio Battles | Sidi Zahran | fitted | old |"
    page.write_text(f"# Page\n\n| game | … |\n{calibrate.RULE}\n{before}\n\nMore.\n")
    calibrate.main([str(tmp_path), "--strength", "fitted", "--out", str(tmp_path), "--page", str(page)])
    assert "40 matches" in capsys.readouterr().out
    assert "| Folio Battles | Sidi Zahran | fitted | 40 | 0." in page.read_text()
    assert before not in page.read_text() and page.read_text().endswith("More.\n")


def test_matches_of_another_strength_are_learnt_from_and_not_judged_by(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = matches(trusty=False, count=60)
    few, many = rows[:6], rows[6:]
    found = calibrate.find(few, many)
    assert found.matches == 6 and found.bare == calibrate.error(few, None)
    assert found.outlook == calibrate.fit([*few, *many])
    assert found.fitted < calibrate.find(few).fitted, "six matches alone tell little"
    strengths = [(few, "grognard:9"), (many, "fitted")]
    both = [
        msgspec.structs.replace(row, players=dict.fromkeys(row.sides, name)) for some, name in strengths for row in some
    ]
    (tmp_path / "rows.jsonl").write_bytes(b"\n".join(map(msgspec.json.encode, both)))
    calibrate.main([str(tmp_path), "--strength", "grognard:9", "--beside", "fitted", "--out", str(tmp_path)])
    assert "6 matches" in capsys.readouterr().out
    assert read(tmp_path / "folio.json") == {"sidi-zahran": found.outlook}


def rows_in(folder: Path) -> list[MatchResult]:
    """A folder of the lab with some matches, in which hopes were too high."""
    folder.mkdir()
    rows = matches(trusty=False, count=60)
    (folder / "rows.jsonl").write_bytes(b"\n".join(map(msgspec.json.encode, rows)))
    return rows


def test_what_was_found_is_kept_beside_what_was_known(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows, file = rows_in(tmp_path / "lab"), tmp_path / "folio.json"
    other = WinModel(8.0, (0.0, 0.0), (1.0, 1.0), ())
    file.write_bytes(msgspec.json.encode({"another-battle": other}))
    calibrate.main([str(tmp_path / "lab"), "--out", str(tmp_path)])
    kept = msgspec.json.decode(file.read_bytes(), type=dict[str, WinModel])
    assert kept == {"another-battle": other, "sidi-zahran": calibrate.fit(rows)}
    assert "60 matches" in capsys.readouterr().out


def test_a_game_in_a_checkout_keeps_it_in_its_own_data() -> None:
    game = find_game("folio")
    assert calibrate.target(game, None) == game.folder / "data" / "outlook.json"


def test_an_installed_package_is_never_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows_in(tmp_path / "lab")
    home = tmp_path / "lib" / "site-packages" / "folio"
    monkeypatch.setattr(Game, "folder", home)
    with pytest.raises(LabError, match="--out FOLDER"):
        calibrate.main([str(tmp_path / "lab")])
    assert not home.exists()
