"""Plain data as the text of a TOML file: what is short first, then the tables, long lists of places in even lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

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
    return _list([value_text(part) for part in value])


def _list(parts: list[str]) -> str:
    """A list in one line, or in as many as it takes."""
    if sum(len(part) + 2 for part in parts) <= WIDE:
        return f"[{', '.join(parts)}]"
    lines = [""]
    for part in parts:
        if len(lines[-1]) + len(part) > WIDE and lines[-1]:
            lines.append("")
        lines[-1] += f"{part}, "
    return "[\n" + "".join(f"    {line.rstrip()}\n" for line in lines) + "]"
