"""Decisions as a table: the same matches, answer by answer."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

pytest.importorskip("pyarrow")

import pyarrow.parquet as pq

from grognard.engine import find_game
from grognard.lab import plan, play_job
from grognard.lab.decisions import decisions, write


def test_every_decision_of_a_match_is_written(tmp_path: Path) -> None:
    game = find_game("folio")
    jobs = plan([(game, "bir-salem")], 2, {"German": "recruit", "": "random"})
    count = write(jobs, tmp_path / "decisions.parquet", quiet=True)
    rows = pq.read_table(tmp_path / "decisions.parquet").to_pylist()
    played = [play_job(job) for job in jobs]
    assert count == len(rows) == sum(row.answers for row in played)
    first = [row for row in rows if row["number"] == 0]
    assert [row["decision"] for row in first] == list(range(len(first)))
    assert {(row["side"], row["player"]) for row in rows} == {("German", "recruit"), ("British", "random")}
    assert all(row["won"] == (row["side"] in played[row["number"]].winners) for row in rows)
    assert all(type(game.rules.codec.read_action(row["answer"].encode())).__name__ == row["kind"] for row in rows)


def test_listening_changes_nothing() -> None:
    (job,) = plan([(find_game("folio"), "bir-salem")], 1, {"": "doctrine"})
    row, _ = decisions(job)
    assert msgspec.structs.replace(row, players={}, rolled={}) == msgspec.structs.replace(
        play_job(job), players={}, rolled={}
    )
