"""How fast matches are: what is told of them, what is kept, and who has become slower."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench import pace
from bench.pace import Answered, Case, Pace
from grognard.engine import SHELF

CASE = Case("folio", "bir-salem", "random")


def test_every_game_has_a_smallest_and_a_largest_scenario() -> None:
    assert pace.BATTLES.keys() == SHELF.keys()
    assert all(scenario in SHELF[game].scenarios for game, both in pace.BATTLES.items() for scenario in both)


def test_a_pace_tells_thirds_and_the_dearest_questions() -> None:
    answers = [Answered("Movement", 0, 0.2), Answered("Support", 1, 0.1), Answered("Movement", 2, 0.2)]
    found = Pace(plies=3.0, matches=1, answers=answers, memory=1024)
    assert found.ratio == pytest.approx(2.0) and found.thirds() == pytest.approx([2e5, 1e5, 2e5])
    assert list(found.dearest()) == ["Movement 80%, 5/s", "Support 20%, 10/s"]


def test_whole_matches_are_timed_answer_by_answer() -> None:
    match = next(iter(pace._matches(CASE, 1.0, first=1)))
    assert len(match) > 50 and {"Movement", "Support"} <= {kind for kind, _ in match}
    assert all(seconds >= 0 for _, seconds in match)


def test_what_is_kept_last_counts_and_only_a_real_loss_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "HISTORY", tmp_path / "history.tsv")
    monkeypatch.setattr("subprocess.run", lambda *_, **__: type("Done", (), {"stdout": "abc1234\n"}))
    assert pace.kept() == {}
    for seconds in (0.5, 0.25):
        pace.keep({CASE: Pace(1.0, 1, [Answered("Movement", 0, seconds)], 0)})
    assert pace.kept() == {CASE: 4.0}
    assert pace.slower({CASE: 3.7}, pace.kept()) == []
    assert pace.slower({CASE: 3.0}, pace.kept()) == ["folio bir-salem random: 3.000 × chess, 0.75 of what it was"]
    assert pace.slower({CASE._replace(player="doctrine"): 0.1}, pace.kept()) == []
