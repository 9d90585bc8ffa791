"""Matches from and to the rows of the database."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.engine import Match
from grognard.engine.record import Line, Lines, SecretLine, StateLine, write_lines
from grognard.table.store import MatchRow, Snapshot

_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


def encode_lines(lines: Sequence[Line]) -> list[bytes]:
    """Record lines as rows."""
    return [msgspec.json.encode(line) for line in lines]


def decode_lines(bodies: Sequence[bytes]) -> list[Line]:
    """Rows as record lines."""
    return [_decoder.decode(body) for body in bodies]


def record_of(bodies: Sequence[bytes], secret: bytes) -> bytes:
    """The record file of a match, its secret shown."""
    return write_lines([*decode_lines(bodies), SecretLine(secret.hex())])


def load_match(row: MatchRow, bodies: Sequence[bytes], snapshot: Snapshot) -> Match:
    """The match at the end of its lines, from the snapshot kept beside them: it takes the same time at any length."""
    kept = StateLine(msgspec.Raw(snapshot.state), snapshot.rolled, snapshot.decision)
    return Match.from_lines(Lines([*bodies, kept, SecretLine(row.secret.hex())]))
