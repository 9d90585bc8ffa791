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
    return "\n".join(_table(data, ())).lstrip("\n") + "\n"


def _table(data: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """The lines of a table: its values, then the tables in it."""
    inner = {key: value for key, value in data.items() if _is_table(value) or _is_rows(value)}
    for key, value in data.items():
        if key not in inner:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in inner.items():
        below = (*path, key)
        name = ".".join(map(_key, below))
        if isinstance(value, list):
            for row in value:
                yield from ("", f"[[{name}]]", *(f"{_key(k)} = {_value(v)}" for k, v in row.items()))
        else:
            if not value or not all(_is_table(part) for part in value.values()):
                yield from ("", f"[{name}]")
            yield from _table(value, below)


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    return '"' + "".join(ESCAPES.get(c) or (c if c.isprintable() else _code(c)) for c in text) + '"'


def _code(letter: str) -> str:
    return f"\\U{ord(letter):08X}" if ord(letter) > 0xFFFF else f"\\u{ord(letter):04X}"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(key)} = {_value(part)}" for key, part in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    return _list([_value(part) for part in value])


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
