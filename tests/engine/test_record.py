"""Records: any prefix loads, nothing changed is believed, a match goes on where it stopped."""

from __future__ import annotations

import random
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import pytest

import grognard
from grognard import conformance
from grognard.engine import Match, RecordError, replay, verify
from grognard.engine.core.dice import SealedDice, seal_of
from grognard.engine.records.record import SecretLine, read_lines, write_lines
from tests.server.tamper import chosen_dice


@pytest.fixture(scope="module")
def finished() -> bytes:
    """The record of a whole match with undos in it."""
    match = grognard.new("night-fight", "ghost-column", {"events": "no"}, seed=21)
    rng = random.Random(2)
    for _ in range(3):
        match.take(match.decision.actions[0])
        match.undo()
    conformance.play(match, rng)
    return match.record()


def changed(record: bytes, number: int, change: Callable[[dict[str, Any]], None]) -> bytes:
    """The record with one line changed and all sums made to fit, as a forger would."""
    rows: list[Any] = [msgspec.json.decode(row) for row in record.splitlines()]
    for row in rows:
        del row["sum"]
    change(rows[number])
    kinds = read_lines(record)
    forged = [msgspec.json.decode(msgspec.json.encode(row), type=type(k)) for row, k in zip(rows, kinds, strict=True)]
    return write_lines(forged)


def takes(record: bytes) -> list[int]:
    """The numbers of the lines that hold answers with dice."""
    return [
        i
        for i, row in enumerate(map(msgspec.json.decode, record.splitlines()))
        if row["line"] == "take" and row["dice"]
    ]


@pytest.mark.parametrize("part", [b'"do":', b'"position":'])
def test_brackets_within_brackets_are_told_as_a_line_that_cannot_be_read(part: bytes) -> None:
    """F17: they were a RecursionError."""
    lines = write_lines(read_lines(grognard.new("night-fight", "ghost-column", seed=21).record()))
    header = lines.splitlines()[0][: -len(b',"sum":"000000000000"}')]
    body = header + b"," + part + b"[" * 200_000 + b"]" * 200_000 + b"}"
    total = blake2b(body, digest_size=6).hexdigest().encode()
    with pytest.raises(RecordError, match="nested more than 40 deep"):
        read_lines(body[:-1] + b',"sum":"' + total + b'"}\n')


def test_an_honest_record_verifies(finished: bytes) -> None:
    found = verify(finished)
    assert found.game == "night-fight"
    assert found.answers > 20
    assert found.dice > 50
    assert found.result is not None


def test_a_forged_record_is_rebuilt_faithfully_by_the_helper(finished: bytes) -> None:
    assert changed(finished, 1, lambda row: None) == finished


def test_every_single_changed_die_is_found(finished: bytes) -> None:
    for number in takes(finished)[::7]:

        def other_face(row: dict[str, Any]) -> None:
            row["dice"][0] = (row["dice"][0] + 1) % 6

        with pytest.raises(RecordError):
            verify(changed(finished, number, other_face))


def test_every_single_changed_digest_is_found(finished: bytes) -> None:
    for number in takes(finished)[::7]:

        def other_digest(row: dict[str, Any]) -> None:
            row["digest"] = row["digest"][::-1]

        with pytest.raises(RecordError):
            verify(changed(finished, number, other_digest))


def test_a_changed_decision_is_found(finished: bytes) -> None:
    rows = [msgspec.json.decode(row) for row in finished.splitlines()]
    moves = [i for i, row in enumerate(rows) if row["line"] == "take" and row["do"]["type"] == "Pick"]

    def other_piece(row: dict[str, Any]) -> None:
        row["do"]["piece"] = "g1" if row["do"]["piece"] != "g1" else "g2"

    for number in moves[::5]:
        with pytest.raises(RecordError):
            verify(changed(finished, number, other_piece))


def test_a_changed_secret_or_seal_is_found(finished: bytes) -> None:
    def other_secret(row: dict[str, Any]) -> None:
        row["secret"] = "00" * 32

    def other_seal(row: dict[str, Any]) -> None:
        row["seal"] = seal_of(b"x")

    last = len(finished.splitlines()) - 1
    with pytest.raises(RecordError):
        verify(changed(finished, last, other_secret))
    with pytest.raises(RecordError):
        verify(changed(finished, 0, other_seal))


def test_a_changed_snapshot_is_found(finished: bytes) -> None:
    rows = [msgspec.json.decode(row) for row in finished.splitlines()]
    number = next(i for i, row in enumerate(rows) if row["line"] == "state")

    def other_turn(row: dict[str, Any]) -> None:
        row["state"]["turn"] += 1

    with pytest.raises(RecordError):
        verify(changed(finished, number, other_turn))


def test_every_flipped_bit_is_found(finished: bytes) -> None:
    rng = random.Random(4)
    for _ in range(150):
        damaged = bytearray(finished)
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
        with pytest.raises(RecordError):
            Match.from_record(bytes(damaged))


def test_any_prefix_loads_and_can_go_on(finished: bytes) -> None:
    header = finished.index(b"\n") + 1
    rng = random.Random(5)
    for cut in [header, *(rng.randrange(header, len(finished)) for _ in range(25))]:
        match = Match.from_record(finished[:cut])
        if not match.over:
            match.take(rng.choice(match.decision.actions))
        again = Match.from_record(match.record())
        assert again.state.digest() == match.state.digest()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b"{", "cut off"),
        (b"PK\x03\x04\n\x00\n", "not a Grognard record"),
        (b'{"line":"match"}\n', "not a Grognard record"),
    ],
)
def test_foreign_files_are_refused_with_a_reason(data: bytes, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        Match.from_record(data)


def test_a_record_of_the_future_asks_for_an_update(finished: bytes) -> None:
    def newer(row: dict[str, Any]) -> None:
        row["grognard"] = 99

    with pytest.raises(RecordError, match="Update"):
        Match.from_record(changed(finished, 0, newer))


def test_a_record_under_older_rules_goes_on_from_its_snapshot_only_if_it_is_trusted(finished: bytes) -> None:
    def older(row: dict[str, Any]) -> None:
        row["version"] = 0

    first = takes(finished)[0]
    record = changed(changed(finished, 0, older), first, lambda row: row.update(digest="of other rules"))
    again = Match.from_record(record)
    assert again.over and not again.replays
    with pytest.raises(RecordError, match="does not fit its digest"):
        Match.from_record(record, trusted=False)


def test_a_position_of_older_rules_may_lack_what_is_new_and_hold_what_is_gone() -> None:
    match = grognard.new("night-fight", "ghost-column", seed=3)
    codec = match.game.rules.codec
    raw = msgspec.json.decode(match.state.to_json())
    older = {**{key: value for key, value in raw.items() if key != "turn"}, "phlogiston": 3}
    state = codec.read_state(older, older=True)
    assert state.pieces == match.state.pieces and not hasattr(state, "phlogiston")
    for strange, old in ((older, False), ({"turn": 1}, True)):
        with pytest.raises(msgspec.ValidationError, match="not a position"):
            codec.read_state(strange, older=old)


def test_a_record_of_an_unknown_game_says_so(finished: bytes) -> None:
    def other(row: dict[str, Any]) -> None:
        row["game"] = "tiddlywinks"

    with pytest.raises(grognard.engine.UnknownChoice, match="tiddlywinks"):
        Match.from_record(changed(finished, 0, other))


def test_a_missing_file_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="Check the file name"):
        grognard.load(tmp_path / "nowhere.grog")


def test_a_loaded_match_rolls_the_dice_it_would_have_rolled(tmp_path: Path) -> None:
    match = grognard.new("night-fight", "ghost-column", seed=3)
    rng = random.Random(1)
    for _ in range(60):
        match.take(rng.choice(match.decision.actions))
    match.save(tmp_path / "half.grog")
    again = grognard.load(tmp_path / "half.grog")
    assert [str(e) for e in again.log()] == [str(e) for e in match.log()]
    for one in (match, again):
        conformance.play(one, random.Random(9))
    assert again.state.digest() == match.state.digest()


def test_an_unrevealed_record_is_sealed_and_gets_a_new_seal_to_go_on() -> None:
    match = grognard.new("night-fight", "ghost-column", seed=3)
    record = match.record(reveal=False)
    with pytest.raises(RecordError, match="sealed"):
        verify(record)
    again = Match.from_record(record)
    again.take(again.decision.actions[0])
    assert b'"line":"seal"' in again.record()


def test_the_seal_is_known_before_the_first_roll_and_hides_the_secret() -> None:
    dice = SealedDice.fresh(seed=1)
    assert dice.seal == seal_of(dice.secret)
    assert dice.secret.hex() not in dice.seal
    first = [dice.pick(6) for _ in range(6000)]
    assert first[:20] == [SealedDice(dice.secret, k).pick(6) for k in range(20)]
    assert all(900 < first.count(face) < 1100 for face in range(6))


def test_a_save_is_whole_or_not_at_all(tmp_path: Path) -> None:
    match = grognard.new("night-fight", "ghost-column", seed=3)
    target = tmp_path / "match.grog"
    match.save(target)
    before = target.read_bytes()
    match._lines = None  # a match that cannot be written
    with pytest.raises(RecordError):
        match.save(target)
    assert target.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["match.grog"]


def test_dice_chosen_by_new_seals_are_refused() -> None:
    data, rolls = chosen_dice("folio", rolls=2, seed=1)
    assert rolls == 2
    with pytest.raises(RecordError, match="could have been chosen"):
        verify(data)
    lines = read_lines(data)
    *_, last = (line for line in lines if isinstance(line, SecretLine))
    found = verify(write_lines([*(line for line in lines if not isinstance(line, SecretLine)), last]))
    assert len(found.parts) == 3 and not found.whole, "with one secret alone nothing is proven"
    assert verify(grognard.new("folio", "sidi-zahran", seed=1).record()).whole


@pytest.mark.parametrize("wrong", ["without a start", "two starts"])
def test_a_record_that_does_not_begin_as_records_do_is_refused(wrong: str) -> None:
    match = grognard.new("folio", "sidi-zahran", seed=1)
    match.take(match.decision.actions[0])
    lines = list(read_lines(match.record()))
    changed = [lines[0], *lines[2:]] if wrong == "without a start" else [lines[0], lines[1], *lines[1:]]
    for read in (verify, lambda data: list(replay(read_lines(data)))):
        with pytest.raises(RecordError):
            read(write_lines(changed))
