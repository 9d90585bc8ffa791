"""Another content for a TOML text, with everything that did not change left as it was written: order, lines, remarks.

The text is cut into tables, and tables into pairs, each with the remarks above it. What is as before is copied, what
changed is written anew behind its remarks, what is gone goes, what is new comes last in its table or in the text. If
the outcome does not say what it should, the whole is written plainly.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any, NamedTuple

import msgspec

from grognard.engine.game.plain_text import from_toml
from grognard.studio.paths import Path, Plain
from grognard.studio.toml_text import is_rows, is_table, key_text, table_text, to_toml, value_text

GONE = object()


class Pair(NamedTuple):
    """A key with its value as it is written, and the lines above it."""

    above: list[str]
    lines: list[str]
    path: Path
    value: Any


class Part(NamedTuple):
    """A table as it is written: the lines above its header, the header, its pairs, and what follows them."""

    above: list[str]
    header: str
    path: Path
    pairs: list[Pair]


def rewritten(text: str, after: Plain) -> str:
    """A text with another content."""
    try:
        found = "".join(f"{line}\n" for line in _lines(text, from_toml(text), after))
        if _same(from_toml(found), after):
            return found
    except (tomllib.TOMLDecodeError, KeyError, IndexError, OverflowError):
        pass
    return to_toml(after)


def _lines(text: str, before: Plain, after: Plain) -> Iterator[str]:
    """Part after part, then the tables that no part stands for."""
    parts, rest = _parts(text)
    written: set[Path] = set()
    in_line: set[Path] = set()
    for part in parts:
        path = _now(before, after, part.path)
        if path is not None:
            written.add(path)
            yield from _part(part, after, path, in_line)
    yield from rest
    for path, table in _tables(after):
        if path not in written and not any(path[:i] in in_line for i in range(1, len(path) + 1)):
            yield from table_text(_names(path), table, row=isinstance(path[-1], int))


def _part(part: Part, after: Plain, path: Path, in_line: set[Path]) -> Iterator[str]:
    table = _at(after, path)
    yield from part.above
    if part.header:
        yield part.header
    for pair in part.pairs:
        value = _at(table, pair.path)
        if value is GONE or (is_rows(value) and not is_rows(pair.value)):
            yield from (line for line in pair.above if line.strip())
        else:
            in_line.add((*path, *pair.path))
            yield from pair.above
            yield from pair.lines if _same(value, pair.value) else _pair(pair, value)
    for key, value in table.items():
        if (*path, key) not in in_line and not is_table(value) and not is_rows(value):
            yield f"{key_text(key)} = {value_text(value)}"


def _pair(pair: Pair, value: Any) -> list[str]:
    """A pair with another value: a list that has remarks in it changes word by word."""
    if len(pair.lines) > 1 and isinstance(value, list) and any("#" in line for line in pair.lines):
        lines = _list(pair, value)
        if _whole(lines) == {pair.path[0]: value}:
            return lines
    key = ".".join(key_text(str(part)) for part in pair.path)
    return f"{key} = {value_text(value)}{_remark(pair)}".split("\n")


def _list(pair: Pair, value: list[Any]) -> list[str]:
    text = "\n".join(pair.lines)
    for gone in (part for part in pair.value if part not in value):
        text = re.sub(rf"{re.escape(value_text(gone))},?[ \t]*", "", text, count=1)
    fresh = ", ".join(value_text(part) for part in value if part not in pair.value)
    head, bracket, tail = text.rpartition("]")
    return (f"{head}    {fresh},\n{bracket}{tail}" if fresh else text).split("\n")


def _remark(pair: Pair) -> str:
    """What stands behind a value, in its last line."""
    *lines, last = pair.lines
    for at in (found.start() for found in re.finditer(r"\s*#", last)):
        if _whole([*lines, last[:at]]) is not None:
            return last[at:]
    return ""


# ------------------------------------------------------------------ reading


def _parts(text: str) -> tuple[list[Part], list[str]]:
    """The tables of a text, and the lines after the last of them."""
    parts, above, rows = [Part([], "", (), [])], [], {}  # type: tuple[list[Part], list[str], dict[Path, int]]
    waiting = iter(text.rstrip("\n").split("\n"))
    for line in waiting:
        if not line.strip() or line.lstrip().startswith("#"):
            above.append(line)
        elif line.lstrip().startswith("["):
            parts.append(Part(above, line, _header(line, rows), []))
            above = []
        else:
            lines = [line]
            while (found := _whole(lines)) is None:
                lines.append(next(waiting, "]"))
            path, value = _first(found)
            parts[-1].pairs.append(Pair(above, lines, path, value))
            above = []
    return parts, above


def _whole(lines: list[str]) -> Plain | None:
    """The content of some lines; None if they end too soon."""
    if len(lines) > 5000:
        raise KeyError("no end")
    try:
        return from_toml("\n".join(lines))
    except tomllib.TOMLDecodeError:
        return None


def _first(found: Any) -> tuple[Path, Any]:
    """The way to the only value; dotted keys lead through tables."""
    ((key, value),) = found.items()
    return (key,), value


def _header(line: str, rows: dict[Path, int]) -> Path:
    """The path of a header; of rows it is the next, and of a table in a row the last."""
    found: Any = from_toml(line)
    path: Path = ()
    while isinstance(found, dict) and found:
        ((key, found),) = found.items()
        path += (key,)
        if isinstance(found, list):
            rows[path] = rows.get(path, -1) + 1
        if path in rows:
            path += (rows[path],)
        found = found[0] if isinstance(found, list) else found
    return path


def _at(data: Any, path: Path) -> Any:
    for key in path:
        if isinstance(data, dict) and key in data:
            data = data[str(key)]
        elif isinstance(data, list) and isinstance(key, int) and key < len(data):
            data = data[key]
        else:
            return GONE
    return data


# ------------------------------------------------------------------ comparing


def _now(before: Plain, after: Plain, path: Path) -> Path | None:
    """Where a table is after the change; rows are known by what they hold, or by their place."""
    found: Path = ()
    old: Any = before
    new: Any = after
    for key in path:
        step = _row(old, new, key) if isinstance(key, int) else key
        if step is None:
            return None
        old, new = old[key], _at(new, (step,))
        if new is GONE or isinstance(new, list) is not isinstance(old, list):
            return None
        found += (step,)
    return found if isinstance(new, dict) else None


def _row(old: list[Any], new: Any, place: int) -> int | None:
    if not isinstance(new, list):
        return None
    before, after = ([msgspec.json.encode(row, order="sorted") for row in rows] for rows in (old, new))
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if a <= place < b and tag != "delete":
            return c + place - a if c + place - a < d else None
    return None


def _same(a: Any, b: Any) -> bool:
    return type(a) is type(b) and msgspec.json.encode(a, order="sorted") == msgspec.json.encode(b, order="sorted")


def _tables(data: Plain, path: Path = ()) -> Iterator[tuple[Path, Plain]]:
    """Every table and every row of tables, in the order in which they are written."""
    for key, value in data.items():
        rows = value if is_rows(value) else []
        if is_table(value):
            yield (*path, key), value
            yield from _tables(value, (*path, key))
        for i, row in enumerate(rows):
            yield (*path, key, i), row


def _names(path: Path) -> tuple[str, ...]:
    return tuple(str(part) for part in path if not isinstance(part, int))
