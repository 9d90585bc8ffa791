"""Another content for a TOML text, with everything that did not change left as it was written: order, lines, remarks.

The text is cut into tables, and tables into pairs, each with the remarks above it. What is as before is copied, what
changed is written again behind its remarks, what is gone goes, what is new comes last in its table or in the text. If
the outcome does not say what it should, the whole is written plainly.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from typing import Any, NamedTuple

import msgspec

from grognard.engine.game.plain_text import from_toml

# -------------------- Plain data as the text of a TOML file

WIDE = 110  # letters of a line
BARE = re.compile(r"[A-Za-z0-9_-]+")
ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def to_toml(data: Mapping[str, Any]) -> str:
    """The whole text."""
    short = {key: value for key, value in data.items() if not (is_table(value) or is_rows(value))}
    head = (f"{key_text(key)} = {value_text(value)}" for key, value in short.items())
    return "\n".join([*head, *_inner(data, ())]).lstrip("\n") + "\n"


def table_text(path: tuple[str, ...], data: Mapping[str, Any], *, row: bool) -> Iterator[str]:
    """One table with its header; a row holds its tables in line, of another they are written elsewhere."""
    name = ".".join(map(key_text, path))
    pairs = {key: value for key, value in data.items() if row or not (is_table(value) or is_rows(value))}
    if row or pairs or not data:
        yield from ("", f"[[{name}]]" if row else f"[{name}]")
        yield from (f"{key_text(key)} = {value_text(value)}" for key, value in pairs.items())


def _inner(data: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """The tables in a table, and theirs."""
    inner = {key: value for key, value in data.items() if is_table(value) or is_rows(value)}
    for key, value in inner.items():
        below = (*path, key)
        if isinstance(value, list):
            for row in value:
                yield from table_text(below, row, row=True)
        else:
            yield from table_text(below, value, row=False)
            yield from _inner(value, below)


def is_table(value: Any) -> bool:
    """Is it a table?"""
    return isinstance(value, dict)


def is_rows(value: Any) -> bool:
    """Is it a list of tables?"""
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def key_text(key: str) -> str:
    """A key as it is written."""
    return key if BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    if '"' in text and "'" not in text and text.isprintable():
        return f"'{text}'"  # as it is, which is easier to read
    return '"' + "".join(ESCAPES.get(c) or (c if c.isprintable() else _code(c)) for c in text) + '"'


def _code(letter: str) -> str:
    return f"\\U{ord(letter):08X}" if ord(letter) > 0xFFFF else f"\\u{ord(letter):04X}"


def value_text(value: Any) -> str:
    """A value as it is written."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key_text(key)} = {value_text(part)}" for key, part in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    return _list_text([value_text(part) for part in value])


def _list_text(parts: list[str]) -> str:
    """A list in one line, or in as many as it takes."""
    if sum(len(part) + 2 for part in parts) <= WIDE:
        return f"[{', '.join(parts)}]"
    lines = [""]
    for part in parts:
        if len(lines[-1]) + len(part) > WIDE and lines[-1]:
            lines.append("")
        lines[-1] += f"{part}, "
    return "[\n" + "".join(f"    {line.rstrip()}\n" for line in lines) + "]"


# -------------------- Walking through the plain data of a file

Path = tuple[str | int, ...]
Plain = dict[str, Any]
ANY = "*"


class Found(NamedTuple):
    """A value, the way to it, and the last key on it that a star stood for."""

    path: Path
    value: Any
    key: str


def find(data: Any, pattern: str) -> Iterator[Found]:
    """What a pattern leads to: `areas.*`, `aim.*.hexes`; a star is every key of a table, or every row of a list."""
    yield from _find(data, tuple(pattern.split(".")), (), "")


def _find(data: Any, pattern: tuple[str, ...], path: Path, key: str) -> Iterator[Found]:
    if not pattern:
        yield Found(path, data, key)
    elif pattern[0] == ANY:
        rows = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
        for name, part in rows:
            yield from _find(part, pattern[1:], (*path, name), str(name))
    elif isinstance(data, dict) and pattern[0] in data:
        yield from _find(data[pattern[0]], pattern[1:], (*path, pattern[0]), key)


def table_at(data: Any, *path: str | int) -> Plain:
    """The table under a path; an empty one where there is none."""
    found = _value_at(data, path)
    return found if isinstance(found, dict) else {}


def rows_at(data: Any, *path: str | int) -> list[Any]:
    """The list under a path; an empty one where there is none."""
    found = _value_at(data, path)
    return found if isinstance(found, list) else []


def _value_at(data: Any, path: Path) -> Any:
    for key in path:
        if isinstance(data, dict):
            data = data.get(str(key))
        elif isinstance(data, list) and isinstance(key, int) and 0 <= key < len(data):
            data = data[key]
        else:
            return None
    return data


def put(data: Any, path: Path, value: Any) -> None:
    """Set a value; tables on the way are made, and one place after the end of a list is a new row."""
    *way, last = path
    for i, key in enumerate(way):
        inside: Any = [] if isinstance(path[i + 1], int) else {}
        if isinstance(data, dict):
            data = data.setdefault(key, inside)
        else:
            data = data[key]
    if isinstance(data, list) and last == len(data):
        data.append(value)
    else:
        data[last] = value


def drop(data: Any, path: Path) -> None:
    """Take a value away."""
    *way, last = path
    for key in way:
        data = data[key]
    del data[last]


# -------------------- Another content for a TOML text, with everything that did not change left as it was written

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
    places: dict[Path, list[int | None]] = {}
    for part in parts:
        path = _now(before, after, part.path, places)
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


def _now(before: Plain, after: Plain, path: Path, places: dict[Path, list[int | None]]) -> Path | None:
    """Where a table is after the change; rows are known by what they hold, or by their place."""
    found: Path = ()
    old: Any = before
    new: Any = after
    for i, key in enumerate(path):
        step: int | str | None = key
        if isinstance(key, int):
            if path[:i] not in places:
                places[path[:i]] = _rows(old, new)
            step = places[path[:i]][key]
        if step is None:
            return None
        old, new = old[key], _at(new, (step,))
        if new is GONE or isinstance(new, list) is not isinstance(old, list):
            return None
        found += (step,)
    return found if isinstance(new, dict) else None


def _rows(old: list[Any], new: Any) -> list[int | None]:
    """Where each row of a list is now; None where it is gone."""
    found: list[int | None] = [None] * len(old)
    if not isinstance(new, list):
        return found
    before, after = ([msgspec.json.encode(row, order="sorted") for row in rows] for rows in (old, new))
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag != "delete":
            alike = min(b - a, d - c)
            found[a : a + alike] = range(c, c + alike)
    return found


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
