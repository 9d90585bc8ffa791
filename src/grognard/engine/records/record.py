"""The record of a match: one JSON value a line, append-only, readable, and safe to cut anywhere.

    {"line":"match", …}      the game, the scenario, its options, the seal of the dice; a starting position, if any;
                             the whole scenario, if it did not come with the game
    {"line":"commit", …}     a seat's share in the dice, and then "promise" and "nonce": `shares` tells of them
    {"line":"start", …}      outcomes rolled before the first question, and the digest after them
    {"line":"take", …}       one answer, the outcomes it led to, the digest after it, and what was told
    {"line":"undo", …}       the last answers taken back; dice never go back with them
    {"line":"back", …}       answers taken back by consent, past any barrier; dice never go back either
    {"line":"resign", …}     a side gives up
    {"line":"state", …}      a snapshot, so that a long match continues without replaying
    {"line":"seal", …}       a new secret from here on (the old one was lost with a cut file)
    {"line":"secret", …}     the secret behind the seal: every die can be recomputed now
    {"line":"signed", …}     a server vouches for all lines before

Each line ends in a sum over itself and the line before, so damage is noticed at once; honesty is what
`verify` proves, by replaying everything.
"""

from __future__ import annotations

import hashlib
from bisect import bisect
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import overload

import msgspec

from grognard.engine.core.decision import GrognardError
from grognard.engine.game.plain_text import from_json

PLAIN, SHARED = 1, 2  # formats: the dice come from the secret alone, or every seat has a share in them
LARGEST = 256 << 20  # bytes of a file
NOTHING = msgspec.Raw()  # a part that a line does not have


class RecordError(GrognardError):
    """A file that is no record, or a damaged or dishonest one."""


class _Line(msgspec.Struct, frozen=True, tag_field="line", forbid_unknown_fields=True, omit_defaults=True):
    pass


class MatchLine(_Line, frozen=True, tag="match"):
    grognard: int  # version of the record format
    game: str  # id of the game
    version: int  # version of the game's rules
    scenario: str  # id of the scenario
    options: dict[str, str]  # values of the game's options
    seal: str  # SHA-256 of the secret, before anything is rolled
    position: msgspec.Raw = NOTHING  # where it began, if not where the scenario begins
    file: str = ""  # the text of a scenario that did not come with the game


class CommitLine(_Line, frozen=True, tag="commit"):
    side: str  # side that takes part in the dice
    commitment: str  # SHA-256 of its number


class PromiseLine(_Line, frozen=True, tag="promise"):
    promise: str  # text to be signed with the record


class NonceLine(_Line, frozen=True, tag="nonce"):
    side: str  # side that shows its number
    nonce: str  # the number


class StartLine(_Line, frozen=True, tag="start"):
    dice: tuple[int, ...]  # dice of the set-up
    digest: str  # fingerprint of the position
    log: msgspec.Raw = NOTHING  # what was told, so that nobody has to play it again to read it


class TakeLine(_Line, frozen=True, tag="take"):
    side: str  # side that answers
    do: msgspec.Raw  # the action
    dice: tuple[int, ...]  # dice that the answer led to
    digest: str  # fingerprint of the position after it
    log: msgspec.Raw = NOTHING  # log lines, if they are kept


class UndoLine(_Line, frozen=True, tag="undo"):
    count: int  # how many answers are taken back
    digest: str  # fingerprint of the position after it


class BackLine(_Line, frozen=True, tag="back"):
    count: int  # how many answers the players agreed to take back
    digest: str  # fingerprint of the position after it


class ResignLine(_Line, frozen=True, tag="resign"):
    side: str  # side that gives up
    digest: str  # fingerprint of the position after it


class StateLine(_Line, frozen=True, tag="state"):
    state: msgspec.Raw  # the whole position
    rolled: int  # dice rolled so far
    number: int = -1  # of the decision asked then; older records do not say


class SealLine(_Line, frozen=True, tag="seal"):
    seal: str  # SHA-256 of the next secret


class SecretLine(_Line, frozen=True, tag="secret"):
    secret: str  # the secret behind the seal, after the end


class SignedLine(_Line, frozen=True, tag="signed"):
    key: str  # public key of the server
    at: float  # time of the signature, in seconds since 1970
    signature: str  # Ed25519 signature of all lines before it


RolledLine = StartLine | TakeLine  # those that may hold dice
ChangeLine = StartLine | TakeLine | UndoLine | BackLine | ResignLine  # those that lead to another position
ShareLine = CommitLine | PromiseLine | NonceLine  # those between the header and the start
Line = MatchLine | ShareLine | ChangeLine | StateLine | SealLine | SecretLine | SignedLine
_decoder = msgspec.json.Decoder(Line)
_ANSWER = b'{"line":"take"'
_MARK = b',"sum":"'
_EMPTY = blake2b(digest_size=6)
_BODY = -len(_MARK + 12 * b"0" + b'"}')  # where a line ends and its sum begins


class Lines(Sequence[Line]):
    """The lines of a record, each decoded when somebody looks at it: a long record opens as fast as a short one."""

    def __init__(self, lines: Iterable[Line | bytes] = (), rare: list[tuple[int, str]] | None = None) -> None:
        self._rows: list[Line | bytes] = list(lines)
        self._rare = rare  # where lines other than answers stand, and of what kind

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, i: int) -> Line: ...

    @overload
    def __getitem__(self, i: slice) -> list[Line]: ...

    def __getitem__(self, i: int | slice) -> Line | list[Line]:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        row = self._rows[i]
        if isinstance(row, bytes):
            try:
                row = self._rows[i] = from_json(row, _decoder)
            except msgspec.DecodeError as error:
                number = range(len(self))[i] + 1
                message = f"Line {number} of the record is not one this version can read ({error})."
                raise RecordError(message) from error
        return row

    def append(self, line: Line) -> None:
        """Write a line at the end; nothing else ever changes."""
        if self._rare is not None and not _is_answer(line):
            self._rare.append((len(self._rows), _tag(line)))
        self._rows.append(line)

    def places(self, *tags: str) -> list[int]:
        """Where lines of some kinds stand (but not answers), without a look inside them."""
        return [i for i, tag in self._others() if tag in tags]

    def _others(self) -> list[tuple[int, str]]:
        if self._rare is None:
            self._rare = [(i, _tag(row)) for i, row in enumerate(self._rows) if not _is_answer(row)]
        return self._rare

    def without(self, *tags: str) -> Lines:
        """All lines but those of some kinds."""
        left_out = self.places(*tags)
        if not left_out:
            return self
        rows = self._rows.copy()
        for i in reversed(left_out):
            del rows[i]
        return Lines(rows, [(i - bisect(left_out, i), tag) for i, tag in self._others() if tag not in tags])

    def bodies(self, first: int, last: int) -> list[bytes]:
        """Some lines as they are written, without a look inside them."""
        return [row if isinstance(row, bytes) else msgspec.json.encode(row) for row in self._rows[first:last]]

    def cut(self, last: int) -> Lines:
        """The lines up to one."""
        rows = self._rows[:last]
        return Lines(rows, [(i, tag) for i, tag in self._others() if i < len(rows)])


def _is_answer(row: Line | bytes) -> bool:
    return row.startswith(_ANSWER) if type(row) is bytes else type(row) is TakeLine


def _tag(row: Line | bytes) -> str:
    return row[9:16].partition(b'"')[0].decode() if isinstance(row, bytes) else str(row.__struct_config__.tag)


def digest_of(lines: Iterable[Line]) -> bytes:
    """All lines in one number: what a server signs."""
    return hashlib.sha256(b"\n".join(map(msgspec.json.encode, lines))).digest()


def write_lines(lines: Iterable[Line]) -> bytes:
    """The lines as a file, each with its sum."""
    out, before = [], b""
    for line in lines:
        body = msgspec.json.encode(line)
        before = _sum(before, body)
        out.append(body[:-1] + b',"sum":"' + before + b'"}\n')
    return b"".join(out)


def read_lines(data: bytes) -> Lines:
    """The lines of a file. A last line that was cut off is dropped; any other damage is an error."""
    *whole, rest = data.split(b"\n")
    rows: list[bytes] = []
    before = b""
    for row in whole:
        body = row[:_BODY] + b"}"
        before = _sum(before, body)
        if row[_BODY:] != _MARK + before + b'"}':
            if not rows:
                raise RecordError("This is not a Grognard record: its first line does not say so.")
            number = len(rows) + 1
            raise RecordError(f"Line {number} of the record is damaged: its sum does not fit. Use an undamaged copy.")
        rows.append(body)
    lines = Lines(rows, [(i, _tag(row)) for i, row in enumerate(rows) if not row.startswith(_ANSWER)])
    if not rows or not isinstance(header := lines[0], MatchLine):
        what = "an empty file" if not data.strip() else "cut off before its first line ends" if rest else "no record"
        raise RecordError(f"This is not a Grognard record: it is {what}.")
    if header.grognard < PLAIN:
        raise RecordError(f"There is no record of format {header.grognard}: its first line was changed.")
    if header.grognard > SHARED:
        raise RecordError(
            f"This record has format {header.grognard}; this version reads up to {SHARED}. Update Grognard."
        )
    return lines


def read_record(path: Path) -> bytes:
    """The bytes of a record's file; RecordError if it cannot be read, or has no end."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}. Check the file name.") from error
    if len(data) > LARGEST:
        raise RecordError(f"{path} is too large for a record: {LARGEST >> 20} MiB at most.")
    return data


def _sum(before: bytes, body: bytes) -> bytes:
    hashed = _EMPTY.copy()  # cheaper than to make one
    hashed.update(before + body)
    return hashed.hexdigest().encode()
