"""What every seat puts into the dice, so that nobody can choose them: docs/explanation/dice.md tells it step by step.

    {"line":"commit", …}     a seat binds itself to a nonce that nobody else knows yet
    {"line":"promise", …}    the header and all commitments, as they were shown to everybody: none is added from here on
    {"line":"nonce", …}      a seat shows its nonce

The dice come from the secret behind the seal and from all nonces together. Who holds the secret is bound by the seal
before he knows a nonce; who holds a nonce is bound by its commitment before he knows another. From the start line on
each line has a witness, which hangs on all before it and can be checked when the secret is shown.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from itertools import takewhile

import msgspec

from grognard.engine.records.record import (
    SHARED,
    CommitLine,
    Line,
    MatchLine,
    NonceLine,
    PromiseLine,
    RecordError,
    ShareLine,
)

NONCE = 32  # bytes


def commitment_of(nonce: bytes) -> str:
    """What a seat shows of its nonce before all have committed themselves."""
    return hashlib.sha256(b"grognard nonce " + nonce).hexdigest()


def promise_of(lines: Iterable[MatchLine | CommitLine]) -> str:
    """The header and the commitments in one number, letter by letter as they were shown."""
    return hashlib.sha256(b"\n".join(map(msgspec.json.encode, lines))).hexdigest()


def head_of(promise: str, nonces: Iterable[bytes]) -> bytes:
    """What all seats together put into the dice; the nonces in the order of their commitments."""
    return hashlib.sha256(bytes.fromhex(promise) + b"".join(nonces)).digest()


def witness_key(secret: bytes, head: bytes) -> bytes:
    """What the witnesses are made with."""
    return hmac.digest(secret, b"lines " + head, "sha256")


def witness(key: bytes, before: bytes, body: bytes) -> bytes:
    """The witness of a line after the one before it. It is keyed, or a hidden hex could be found by trying them all."""
    return hmac.digest(key, before + body, "sha256")


class DiceShares:
    """The shares in a record so far; RecordError if a line does not stand where it may."""

    def __init__(self, header: MatchLine, lines: Iterable[ShareLine] = ()) -> None:
        self.header = header
        self.commits: list[CommitLine] = []
        self.nonces: dict[str, bytes] = {}
        self.promise = ""
        for line in lines:
            self.add(line)

    @classmethod
    def of(cls, lines: Sequence[Line]) -> DiceShares:
        """Those at the beginning of a record."""
        header = lines[0]
        assert isinstance(header, MatchLine)
        found = takewhile(lambda line: isinstance(line, ShareLine), (lines[i] for i in range(1, len(lines))))
        return cls(header, [line for line in found if isinstance(line, ShareLine)])

    @property
    def count(self) -> int:
        """How many lines there are of them."""
        return len(self.commits) + bool(self.promise) + len(self.nonces)

    @property
    def wanted(self) -> bool:
        """Does the match begin only when they are all there?"""
        return self.header.grognard >= SHARED

    @property
    def head(self) -> bytes:
        """All of them together; empty while one is missing, and where there are none."""
        if not self.promise or len(self.nonces) < len(self.commits):
            return b""
        return head_of(self.promise, (self.nonces[line.side] for line in self.commits))

    @property
    def sides(self) -> tuple[str, ...]:
        """Those that have committed themselves."""
        return tuple(line.side for line in self.commits)

    def promised(self) -> PromiseLine:
        """The promise as it would be now."""
        return PromiseLine(promise_of([self.header, *self.commits]))

    def add(self, line: ShareLine) -> None:
        """One more line."""
        if not self.wanted:
            raise RecordError("A share in the dice stands in a record whose header does not announce it.")
        match line:
            case CommitLine():
                self._commit(line)
            case PromiseLine():
                self._promise(line)
            case NonceLine():
                self._reveal(line)

    def _commit(self, line: CommitLine) -> None:
        if self.promise:
            raise RecordError("The promise is given: nobody can commit himself any more.")
        if line.side in self.sides or line.commitment in [known.commitment for known in self.commits]:
            raise RecordError(f"{line.side} has committed itself already, or with another's commitment.")
        if len(_bytes(line.commitment)) != hashlib.sha256().digest_size:
            raise RecordError(f"The commitment of {line.side} is not one.")
        self.commits.append(line)

    def _promise(self, line: PromiseLine) -> None:
        if self.promise or not self.commits or line != self.promised():
            raise RecordError("The promise is not that of the lines before it: it was changed.")
        self.promise = line.promise

    def _reveal(self, line: NonceLine) -> None:
        nonce = _bytes(line.nonce)
        commit = next((known for known in self.commits if known.side == line.side), None)
        if not self.promise or commit is None or line.side in self.nonces:
            raise RecordError(f"A nonce of {line.side} is not waited for.")
        if len(nonce) != NONCE or line.nonce != nonce.hex() or commitment_of(nonce) != commit.commitment:
            raise RecordError(f"The nonce of {line.side} is not the one it has committed itself to.")
        self.nonces[line.side] = nonce


class Witnesses:
    """The witnesses of a record's lines, one after another."""

    def __init__(self, secret: bytes, head: bytes) -> None:
        self._key, self.last = witness_key(secret, head), head

    def add(self, bodies: Iterable[bytes]) -> bytes:
        """The witness after some more lines."""
        for body in bodies:
            self.last = witness(self._key, self.last, body)
        return self.last


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError as error:
        raise RecordError("A commitment or nonce in this record is not one: it was changed.") from error
