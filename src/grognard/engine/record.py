"""The record of a match: one JSON value a line, append-only, readable, and safe to cut anywhere.

    {"line":"match", …}      the game, the scenario, its options, and the seal of the dice
    {"line":"start", …}      outcomes rolled before the first question, and the digest after them
    {"line":"take", …}       one answer, the outcomes it led to, and the digest after it
    {"line":"undo", …}       the last answers taken back; dice never go back with them
    {"line":"back", …}       answers taken back by consent, past any barrier; dice never go back either
    {"line":"resign", …}     a side gives up
    {"line":"state", …}      a snapshot, so that a long match continues without replaying
    {"line":"seal", …}       a new secret from here on (the old one was lost with a cut file)
    {"line":"secret", …}     the secret behind the seal: every die can be recomputed now

Each line ends in a sum over itself and the line before, so damage is noticed at once; honesty is what
`verify` proves, by replaying everything.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Any

import msgspec

from grognard.engine.decision import GrognardError

FORMAT = 1


class RecordError(GrognardError):
    """A file that is no record, or a damaged or dishonest one."""


class _Line(msgspec.Struct, frozen=True, tag_field="line", forbid_unknown_fields=True):
    pass


class MatchLine(_Line, frozen=True, tag="match"):
    grognard: int
    game: str
    version: int
    scenario: str
    options: dict[str, str]
    seal: str


class StartLine(_Line, frozen=True, tag="start"):
    dice: tuple[int, ...]
    digest: str


class TakeLine(_Line, frozen=True, tag="take"):
    side: str
    do: dict[str, Any]
    dice: tuple[int, ...]
    digest: str


class UndoLine(_Line, frozen=True, tag="undo"):
    count: int
    digest: str


class BackLine(_Line, frozen=True, tag="back"):
    count: int
    digest: str


class ResignLine(_Line, frozen=True, tag="resign"):
    side: str
    digest: str


class StateLine(_Line, frozen=True, tag="state"):
    state: msgspec.Raw
    rolled: int


class SealLine(_Line, frozen=True, tag="seal"):
    seal: str


class SecretLine(_Line, frozen=True, tag="secret"):
    secret: str


ChangeLine = StartLine | TakeLine | UndoLine | BackLine | ResignLine  # those that lead to another position
Line = MatchLine | ChangeLine | StateLine | SealLine | SecretLine
_decoder = msgspec.json.Decoder(Line)
_SUM = re.compile(rb',"sum":"([0-9a-f]{12})"\}$')


def write_lines(lines: Iterable[Line]) -> bytes:
    """The lines as a file, each with its sum."""
    out, before = [], b""
    for line in lines:
        body = msgspec.json.encode(line)
        before = _sum(before, body)
        out.append(body[:-1] + b',"sum":"' + before + b'"}\n')
    return b"".join(out)


def read_lines(data: bytes) -> list[Line]:
    """The lines of a file. A last line that was cut off is dropped; any other damage is an error."""
    rows = data.split(b"\n")
    whole, rest = rows[:-1], rows[-1]
    lines: list[Line] = []
    before = b""
    for number, row in enumerate(whole, 1):
        tail = _SUM.search(row)
        body = row[: tail.start()] + b"}" if tail else b""
        if not tail or tail.group(1) != _sum(before, body):
            if number == 1:
                raise RecordError("This is not a Grognard record: its first line does not say so.")
            raise RecordError(f"Line {number} of the record is damaged: its sum does not fit. Use an undamaged copy.")
        before = tail.group(1)
        try:
            lines.append(_decoder.decode(body))
        except msgspec.DecodeError as error:
            raise RecordError(f"Line {number} of the record is not one this version can read ({error}).") from error
    if not lines or not isinstance(lines[0], MatchLine):
        what = "an empty file" if not data.strip() else "cut off before its first line ends" if rest else "no record"
        raise RecordError(f"This is not a Grognard record: it is {what}.")
    if lines[0].grognard > FORMAT:
        found = lines[0].grognard
        raise RecordError(f"This record has format {found}; this version reads up to {FORMAT}. Update Grognard.")
    return lines


def _sum(before: bytes, body: bytes) -> bytes:
    return hashlib.blake2b(before + body, digest_size=6).hexdigest().encode()
