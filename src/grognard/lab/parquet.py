"""Rows as a Parquet file, for any tool that reads tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from grognard.extras import missing

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ModuleNotFoundError as error:
    raise missing(error) from error

from grognard.lab.job import MatchResult

_WORDS = pa.map_(pa.string(), pa.string())
_COUNTS = pa.map_(pa.string(), pa.int32())
SCHEMA = pa.schema(
    [
        *(("number", pa.int32()), ("game", pa.string()), ("scenario", pa.string())),
        *(("options", _WORDS), ("players", _WORDS), ("seed", pa.string()), ("ended", pa.bool_())),
        *(("winners", pa.list_(pa.string())), ("reason", pa.string()), ("cite", pa.string())),
        *(("answers", pa.int32()), ("turns", pa.int32()), ("lost", _COUNTS), ("sides", pa.list_(pa.string()))),
        *(("advantage", pa.list_(pa.float32())), ("cited", _COUNTS), ("went", _COUNTS)),
        *(("fell", _COUNTS), ("digest", pa.string()), ("rolled", _COUNTS)),
        *((name, pa.list_(pa.string())) for name in ("reached", "gone", "arrived")),
    ]
)
_MAPS = ("options", "players", "lost", "cited", "went", "fell", "rolled")


def write(rows: Sequence[MatchResult], path: Path) -> None:
    """One line a match."""
    found = [msgspec.to_builtins(row) for row in rows]
    for row in found:
        row.update({name: list(row[name].items()) for name in _MAPS})
    pq.write_table(pa.Table.from_pylist(found, SCHEMA), path)


def read(path: Path) -> list[MatchResult]:
    """The rows of such a file."""
    found = pq.read_table(path).to_pylist()
    for row in found:
        row.update({name: dict(row[name]) for name in _MAPS})
    return [msgspec.convert(row, MatchResult) for row in found]
