"""Walking through the plain data of a file: a path is the keys and places that lead to a value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

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
    found = _at(data, path)
    return found if isinstance(found, dict) else {}


def rows_at(data: Any, *path: str | int) -> list[Any]:
    """The list under a path; an empty one where there is none."""
    found = _at(data, path)
    return found if isinstance(found, list) else []


def _at(data: Any, path: Path) -> Any:
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
