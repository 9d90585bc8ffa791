"""Records of older rules on the command line: the Grognard of then proves and tells them, if its source is at hand."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from msgspec import structs

from grognard.cli import main
from grognard.engine import Match
from grognard.engine.records.record import TakeLine, read_lines, write_lines
from grognard.terminal.replay import commit_of

SAVED = Path(__file__).parents[1] / "engine/version_2/folio.grog.gz"
with_history = pytest.mark.skipif(not commit_of("folio", 2), reason="the history of the project is not here")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    file = tmp_path / "old.grog"
    file.write_bytes(gzip.decompress(SAVED.read_bytes()))
    return file


@with_history
def test_it_is_proven_by_the_rules_of_then(old: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["verify", str(old)])
    assert left.value.code == 0
    said = capfd.readouterr().out
    assert said.startswith("Made under version 2 of Folio Battles. By the rules of then:")
    assert "60 answers replayed and 3 dice recomputed from the secret" in said


@with_history
def test_it_is_told_by_the_rules_of_then(old: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(old), "--to", "2", "--side", "German"]) == 0
    said = capfd.readouterr().out
    assert "2 British: to 1808" in said and "3 British" not in said


@with_history
def test_a_changed_die_is_found(old: Path, capfd: pytest.CaptureFixture[str]) -> None:
    lines = list(read_lines(old.read_bytes()))
    at = next(i for i, line in enumerate(lines) if isinstance(line, TakeLine) and line.dice)
    line = lines[at]
    assert isinstance(line, TakeLine)
    lines[at] = structs.replace(line, dice=(*line.dice[:-1], line.dice[-1] ^ 1))
    old.write_bytes(write_lines(lines))
    with pytest.raises(SystemExit) as left:
        main(["verify", str(old)])
    assert left.value.code == 2 and "the dice recorded are not the dice rolled" in capfd.readouterr().err


@with_history
def test_a_match_that_has_gone_on_since_is_told_as_far_as_it_was_kept(
    old: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    match = Match.load(old)
    for _ in range(5):
        match.take(match.decision.asks[0].actions[0])
    match.save(old)
    assert main(["replay", str(old)]) == 0
    assert "The position as it was kept, under older rules" in capfd.readouterr().out


def test_without_the_history_it_is_said_what_would_prove_it(
    old: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grognard.terminal.replay.CHECKOUT", old.parent)
    assert main(["verify", str(old)]) == 2
    assert "In a clone of Grognard with its history" in capfd.readouterr().err


@with_history
def test_a_version_that_was_never_given_out_is_found_where_its_number_was_raised() -> None:
    assert commit_of("tank-leader", 5) and not commit_of("tank-leader", 99)
    assert not commit_of("crossroads", 2), "a game that is not in the box"
