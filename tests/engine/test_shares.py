"""Dice that every seat has a share in: who may put in what and when, and what a record and a receipt prove."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import msgspec
import pytest

from grognard.engine import Match, RecordError, find_game, verify
from grognard.engine.core.dice import SealedDice, dice_key, seal_of
from grognard.engine.records.receipt import Receipt, vouched
from grognard.engine.records.record import (
    CommitLine,
    Line,
    NonceLine,
    PromiseLine,
    SealLine,
    SecretLine,
    SignedLine,
    StartLine,
    read_lines,
    write_lines,
)
from grognard.engine.records.shares import DiceShares, Witnesses, commitment_of, head_of, promise_of
from grognard.engine.records.signing import public_key, sign
from grognard.engine.records.verify import in_words, signed_message

SECRET, KEY = bytes(range(32)), bytes(range(1, 33))
NONCES = {"British": b"\1" * 32, "German": b"\2" * 32}


def waiting(secret: bytes = SECRET) -> Match:
    return Match.sealed(find_game("folio"), "sidi-zahran", {}, secret, shared=True)


def promised(secret: bytes = SECRET) -> Match:
    match = waiting(secret)
    for side, nonce in NONCES.items():
        match.share(CommitLine(side, commitment_of(nonce)))
    match.share(match.shares.promised())
    return match


def begun(secret: bytes = SECRET) -> Match:
    match = promised(secret)
    for side, nonce in NONCES.items():
        match.share(NonceLine(side, nonce.hex()))
    return match


def play(match: Match, answers: int = 150) -> Match:
    rng = random.Random(1)
    for _ in range(answers):
        ask = rng.choice(match.decision.asks)
        match.take(rng.choice(list(ask.actions)), ask.side)
    return match


def lines_of(match: Match) -> list[Line]:
    return [*match.lines, SecretLine(SECRET.hex())]


def signed(lines: list[Line], at: float = 5.0) -> bytes:
    mark = sign(KEY, signed_message(lines, at)).hex()
    return write_lines([*lines, SignedLine(public_key(KEY).hex(), at, mark)])


def receipt_of(match: Match, shown: int) -> Receipt:
    """What the German's page keeps of the first lines."""
    head, bodies = match.shares.head, [msgspec.json.encode(line) for line in match.lines]
    start = next(i for i, line in enumerate(match.lines) if isinstance(line, StartLine))
    mark = Witnesses(SECRET, head).add(bodies[start:shown]).hex()
    signature = sign(KEY, vouched("m", head.hex())).hex()
    promise = [body.decode() for body in bodies[:4]]
    return Receipt("m", promise, NONCES["German"].hex(), head.hex(), public_key(KEY).hex(), signature, shown, mark)


def test_nothing_is_rolled_before_every_nonce_is_there() -> None:
    match = promised()
    match.share(NonceLine("British", NONCES["British"].hex()))
    assert not match.begun and match.decision.asks == ()
    match.share(NonceLine("German", NONCES["German"].hex()))
    assert match.begun and match.decision.asks


def test_the_dice_are_those_of_the_secret_and_all_nonces_worked_out_by_hand() -> None:
    match = play(begun())
    rolled = [die for line in match.lines for die in getattr(line, "dice", ())]
    promise = promise_of(match.lines[:3])  # type: ignore[arg-type]
    dice = SealedDice(dice_key(SECRET, head_of(promise, NONCES.values())))
    assert rolled and [dice.pick(6) for _ in rolled] == rolled
    assert rolled != [SealedDice(SECRET, k).pick(6) for k in range(len(rolled))]


def test_a_record_proves_who_had_a_share_and_goes_on_after_loading() -> None:
    match = play(begun())
    again = Match.from_record(match.record())
    assert play(match, 20).record() == play(again, 20).record()
    found = verify(match.record())
    assert found.whole and found.contributed == ("British", "German") and found.others == ()
    assert any("before anybody could know them" in text for text in in_words(found))


def test_a_match_can_be_read_back_at_every_stage_of_its_beginning() -> None:
    match = waiting()
    steps: list[Line] = [*(CommitLine(side, commitment_of(nonce)) for side, nonce in NONCES.items())]
    steps += [DiceShares(match.shares.header, steps).promised()]  # type: ignore[arg-type]
    steps += [NonceLine(side, nonce.hex()) for side, nonce in NONCES.items()]
    for line in steps:
        match = Match.from_lines(lines_of(match))
        assert not match.begun
        match.share(line)  # type: ignore[arg-type]
    assert match.begun and play(match).record() == play(begun()).record()


def test_another_process_follows_the_beginning() -> None:
    other, match = waiting(), play(begun(), 10)
    other.follow(match.lines[1:])
    assert play(other).record() == play(match).record()


WRONG: dict[str, Callable[[list[Line]], list[Line]]] = {
    "a commitment after the promise": lambda s: [*s[:4], CommitLine("x", commitment_of(b"\3" * 32)), *s[4:]],
    "nonces in another order": lambda s: [*s[:1], s[2], s[1], *s[3:]],
    "a nonce nobody committed himself to": lambda s: [*s[:5], NonceLine("German", "03" * 32), *s[6:]],
    "a nonce spelt otherwise": lambda s: [*s[:5], NonceLine("German", " " + "02" * 32), *s[6:]],
    "a nonce left out": lambda s: [*s[:5], *s[6:]],
    "no promise": lambda s: [*s[:3], *s[4:]],
    "a commitment left out": lambda s: [*s[:2], *s[3:]],
    "all shares left out": lambda s: [s[0], *s[6:]],
    "a header that announces no shares": lambda s: [msgspec.structs.replace(s[0], grognard=1), *s[1:]],
    "another seal": lambda s: [msgspec.structs.replace(s[0], seal=seal_of(b"\4" * 32)), *s[1:]],
    "one commitment for two": lambda s: [*s[:2], CommitLine("German", s[1].commitment), *s[3:]],  # type: ignore[union-attr]
    "a commitment that is none": lambda s: [*s[:2], CommitLine("German", "no"), *s[3:]],
}


@pytest.mark.parametrize("wrong", WRONG)
def test_no_second_set_of_dice_can_be_reached_from_a_promise(wrong: str) -> None:
    """Whoever knows the secret and a nonce of his own has nothing left to arrange."""
    with pytest.raises(RecordError):
        verify(write_lines(WRONG[wrong](lines_of(play(begun())))))


def test_shares_do_not_belong_into_a_match_that_announces_none() -> None:
    with pytest.raises(RecordError, match="does not announce"):
        Match.sealed(find_game("folio"), "sidi-zahran", {}, SECRET).share(CommitLine("British", "00" * 32))


# ------------------------------------------------------------------ receipts


def test_a_receipt_fits_the_match_that_was_shown() -> None:
    match = play(begun())
    receipt = receipt_of(match, 20)
    found = verify(write_lines(lines_of(match)), msgspec.json.encode(receipt))
    assert found.seen and "Proven: the record holds everything that the receipt says was shown." in in_words(found)


def forged(receipt: Receipt) -> Iterator[Receipt]:
    change = msgspec.structs.replace
    yield change(receipt, promise=[receipt.promise[0].replace("sidi", "side"), *receipt.promise[1:]])
    yield change(receipt, nonce="03" * 32)
    yield change(receipt, head="03" * 32)
    yield change(receipt, match="other")
    yield change(receipt, key=receipt.key[:-2])
    yield change(receipt, witness="03" * 32)


def test_a_receipt_of_something_else_is_refused() -> None:
    match = play(begun())
    record = write_lines(lines_of(match))
    for other in forged(receipt_of(match, 20)):
        with pytest.raises(RecordError):
            verify(record, msgspec.json.encode(other))
    with pytest.raises(RecordError, match="not a receipt"):
        verify(record, b"no")


def test_a_record_changed_or_shortened_after_it_was_shown_does_not_fit_the_receipt() -> None:
    match = play(begun())
    seen = msgspec.json.encode(receipt_of(match, len(match.lines)))
    with pytest.raises(RecordError, match="not those that were shown"):
        verify(write_lines([*match.lines[:-1], SecretLine(SECRET.hex())]), seen)


# ------------------------------------------------------------------ seals, words, signatures


def test_several_secrets_are_refused_for_their_dice_could_have_been_chosen() -> None:
    match = play(begun())
    lines = [*match.lines, SealLine(seal_of(b"\5" * 32)), SecretLine(SECRET.hex()), SecretLine((b"\5" * 32).hex())]
    with pytest.raises(RecordError, match="could have been chosen"):
        verify(write_lines(lines))


def test_a_new_seal_where_the_secret_is_lost_is_told_in_words() -> None:
    match = Match.from_record(play(begun()).record(reveal=False))
    found = verify(match.record())
    assert not found.whole and "dice not checked" in in_words(found)[0]


def test_a_signature_names_the_server_and_holds_every_line() -> None:
    lines = lines_of(play(begun()))
    assert verify(signed(lines)).signed_by == public_key(KEY).hex()
    whole = list(read_lines(signed(lines)))
    for changed in ([*whole[:-3], *whole[-2:]], [*whole[:-1], msgspec.structs.replace(whole[-1], at=6.0)]):
        with pytest.raises(RecordError):
            verify(write_lines(changed))
    with pytest.raises(RecordError, match="signature"):
        verify(write_lines([*whole[:-1], msgspec.structs.replace(whole[-1], key="no")]))


def test_other_words_in_the_log_are_noticed() -> None:
    lines = lines_of(play(begun()))
    i = next(i for i, line in enumerate(lines) if getattr(line, "log", b"") and b"text" in bytes(line.log))  # type: ignore[union-attr]
    log = bytes(lines[i].log).replace(b'"text":"', b'"text":"not ', 1)  # type: ignore[union-attr]
    lines[i] = msgspec.structs.replace(lines[i], log=msgspec.Raw(log))
    found = verify(write_lines(lines))
    assert found.other_words == 1 and any("do not trust its words" in text for text in in_words(found))


def test_an_option_left_out_of_the_header_is_refused() -> None:
    match = Match.new(find_game("folio"), "sidi-zahran", seed=1)
    first, *rest = read_lines(match.record())
    assert first.options  # type: ignore[union-attr]
    with pytest.raises(RecordError, match="leaves out an option"):
        verify(write_lines([msgspec.structs.replace(first, options={}), *rest]))


def test_a_promise_is_a_line_of_its_own() -> None:
    assert isinstance(promised().lines[3], PromiseLine)
