"""Checking records: what is proven, what is not, and both in plain words."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.engine.core.dice import SealedDice, seal_of
from grognard.engine.core.state import Result
from grognard.engine.core.wording import with_count
from grognard.engine.records.receipt import Receipt
from grognard.engine.records.record import (
    Line,
    Lines,
    MatchLine,
    RecordError,
    RolledLine,
    SealLine,
    SignedLine,
    StateLine,
    TakeLine,
    digest_of,
    read_lines,
)
from grognard.engine.records.replay import Replay, check_shape, secrets_in
from grognard.engine.records.shares import DiceShares
from grognard.engine.records.signing import is_signed


class OlderRules(RecordError):
    """A record that only the rules it was made under can prove."""


class Part(msgspec.Struct, frozen=True):
    """What was rolled under one seal."""

    answers: int = 0
    dice: int = 0
    checked: bool = True  # every die recomputed; else the secret behind the seal is not there


class Verification(msgspec.Struct, frozen=True):
    """What a record that fits holds. Its dice are proven only if it is `whole`."""

    game: str  # id of the game
    scenario: str  # id of the scenario
    answers: int  # how many answers were replayed
    dice: int  # how many dice were computed again
    result: Result | None  # how the match ended
    from_position: bool = False  # it began from a position that somebody set up
    parts: tuple[Part, ...] = ()  # one for each seal
    older_rules: bool = False  # it says that it was made under older rules
    contributed: tuple[str, ...] = ()  # the sides that have put a nonce of their own into the dice
    others: tuple[str, ...] = ()  # and those that have not
    other_words: int = 0  # answers whose log says something else than these rules tell
    signed_by: str = ""  # the key of the server that vouches for all of it
    seen: bool = False  # it holds what somebody's receipt says was shown

    @property
    def whole(self) -> bool:
        """Was all of it rolled under the seal of its first line? Whoever adds a seal can choose the dice after it."""
        return len(self.parts) == 1 and self.parts[0].checked


def verify(data: bytes, seen: bytes = b"") -> Verification:
    """Replay a record and recompute every die from the revealed secret; RecordError if anything does not fit.

    `seen` is the receipt that a page has kept: what it was shown must be in the record.
    """
    lines = read_lines(data)
    check_shape(lines)
    signed_by = signer_of(lines)
    if seen:
        Receipt.read(seen).check(lines, dict.fromkeys(secrets_in(lines)))
    try:
        return _Check(lines).found(signed_by, bool(seen))
    except RecordError as error:
        reader = Replay(lines)
        if reader.is_current or lines.places("seal"):  # whoever adds a seal can choose the dice after it
            raise
        raise OlderRules(
            f"{error} It was made under version {reader.header.version} of {reader.game.title}, and this is version "
            f"{reader.game.version}: it can be looked at and played on, but only the rules it was made under prove it. "
            "In a clone of Grognard with its history, `grognard verify` does that."
        ) from error


def signer_of(lines: Lines) -> str:
    """The key of the server that has signed a record; empty if none has, RecordError if the signature does not fit."""
    last = lines[-1]
    if not isinstance(last, SignedLine):
        return ""
    message = signed_message(lines[:-1], last.at)
    try:
        fits = is_signed(bytes.fromhex(last.key), message, bytes.fromhex(last.signature))
    except ValueError:
        fits = False
    if not fits:
        raise RecordError("The signature does not fit: something was changed after the server had signed it.")
    return last.key


def signed_message(lines: list[Line], at: float) -> bytes:
    """What a server signs: when it did, and all lines."""
    return b"grognard record " + repr(at).encode() + b" " + digest_of(lines)


class _Check:
    """One record played again, line by line."""

    def __init__(self, lines: Lines) -> None:
        self.lines, self.reader, self.shares = lines, Replay(lines), DiceShares.of(lines)
        self.secrets = {seal_of(secret): secret for secret in secrets_in(lines)}
        self.parts: list[Part] = []
        self.other_words = 0
        self.dice: SealedDice | None = None
        self.course = self.reader.from_start()
        self._check_options()
        for number, line in enumerate(lines, 1):
            self._line(number, line)

    def _check_options(self) -> None:
        header, game = self.reader.header, self.reader.game
        if self.reader.is_current and header.options != game.choose_options(header.scenario, header.options):
            raise RecordError("The first line leaves out an option, as no record of these rules does: it was changed.")

    def _line(self, number: int, line: Line) -> None:
        if isinstance(line, MatchLine | SealLine):
            self._seal(line)
        if self.dice is None and isinstance(line, RolledLine) and line.dice and not self.lines.places("seal"):
            raise RecordError("The dice of this record are still sealed: the secret behind its seal is not in it.")
        told = len(self.course.events)
        self.reader.play(self.course, line, number, self.dice)
        if isinstance(line, RolledLine):
            self._rolled(line, told)
        if isinstance(line, StateLine):
            self._snapshot(number, line)

    def _seal(self, line: MatchLine | SealLine) -> None:
        head = self.shares.head if isinstance(line, MatchLine) else b""
        secret = self.secrets.get(line.seal)
        self.dice = SealedDice(secret, head=head) if secret is not None else None
        self.parts.append(Part(checked=self.dice is not None))

    def _rolled(self, line: RolledLine, told: int) -> None:
        part = self.parts[-1]
        answered = part.answers + isinstance(line, TakeLine)
        self.parts[-1] = Part(answered, part.dice + len(line.dice), part.checked)
        words = msgspec.json.encode(self.course.events[told:])
        self.other_words += bytes(line.log) not in (b"", words)

    def _snapshot(self, number: int, line: StateLine) -> None:
        if self.dice is not None and line.rolled != self.dice.count:
            raise RecordError(f"Line {number}: the snapshot counts other dice than were rolled.")
        if line.number not in (-1, self.course.number):
            raise RecordError(f"Line {number}: the snapshot counts other answers than were given.")

    def found(self, signed_by: str, seen: bool) -> Verification:
        """What it holds."""
        header, course, sides = self.reader.header, self.course, self.shares.sides
        return Verification(
            header.game,
            header.scenario,
            sum(part.answers for part in self.parts),
            sum(part.dice for part in self.parts),
            course.result,
            self.reader.has_position,
            tuple(self.parts),
            not self.reader.is_current,
            sides,
            tuple(side for side in course.sides if side not in sides) if sides else (),
            self.other_words,
            signed_by,
            seen,
        )


# ------------------------------------------------------------------ in plain words


def in_words(found: Verification) -> list[str]:
    """What was proven and what was not, a sentence each."""
    return [*_of_dice(found), *_of_shares(found), *_of_the_rest(found)]


def _of_dice(found: Verification) -> Iterator[str]:
    if found.whole:
        yield (
            f"Proven: {found.answers} answers follow the rules, and all {found.dice} dice come from the secret "
            "that was sealed before the first of them."
        )
        return
    first = 1
    for part in found.parts:
        known = f"{part.dice} dice recomputed" if part.checked else "dice not checked, the secret is not there"
        yield f"Answers {first} to {first + part.answers - 1}: {known}." if part.answers else f"No answers: {known}."
        first += part.answers
    yield "Not proven: whoever held the file could choose where each later part begins, and its dice."


def _of_shares(found: Verification) -> Iterator[str]:
    if found.contributed:
        yield (
            f"Proven: {_and(found.contributed)} put a number of their own into the dice before anybody could know "
            "them; who was at the table then knows that nobody chose them."
        )
        if found.others:
            yield f"{_and(found.others)} put nothing into the dice: a computer, or somebody who came later."
    elif found.whole:
        yield "Not proven: that nobody tried several secrets before the match. No player put a number into the dice."


def _of_the_rest(found: Verification) -> Iterator[str]:
    if found.seen:
        yield "Proven: the record holds everything that the receipt says was shown."
    if found.signed_by:
        yield f"Signed by the server {found.signed_by}: it vouches for every line. That people played, it cannot prove."
    else:
        yield "Nobody has signed it: a record like this can be written without a match. Who played is not proven."
    if found.older_rules:
        yield "It says that it was made under older rules; under the rules of today it plays the same."
    if found.other_words:
        lines = with_count(found.other_words, "answer")
        yield f"The log of {lines} is worded otherwise than these rules tell it: do not trust its words."


def _and(sides: tuple[str, ...]) -> str:
    return " and ".join(filter(None, (", ".join(sides[:-1]), sides[-1])))
