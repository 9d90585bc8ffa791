"""TOML texts: plain data as text, ways through plain data, another content for a text that keeps its remarks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from grognard.extras import missing

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


# -------------------- Another content for a text


def rewritten(text: str, after: Plain) -> str:
    """A text with another content, and with everything that did not change left as it was: order, lines, remarks."""
    try:
        from grognard.studio.rewriting import changed_text
    except ModuleNotFoundError as error:
        raise missing(error) from error
    return changed_text(text, after) or to_toml(after)
