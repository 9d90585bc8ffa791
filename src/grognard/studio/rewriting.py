"""Another content for a TOML text, with everything that did not change left as it was written: order, lines, remarks.

The text is read by tomlkit, which keeps everything. What changed is written in its place, what is gone goes with the
remarks above it, what is new comes last in its table or in the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Any

import msgspec
import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Array, Comment, Null, Table, Whitespace

from grognard.engine.game.plain_text import from_toml
from grognard.studio.toml_edit import Path, Plain, is_rows, is_table, table_text, value_text

Body = list[tuple[Any, Any]]  # of a table: keys and what they hold, and remarks without a key
GONE = object()


def changed_text(text: str, after: Plain) -> str:
    """The text with another content; empty if it could not be made to say that."""
    try:
        from_toml(text)  # tomlkit itself has no limits
        document, late = tomlkit.parse(text.rstrip("\n") + "\n"), list[str]()
        _hang_remarks(document.body, [])
        _change(document, after, (), late)
        found = tomlkit.dumps(document) + "".join(f"{line}\n" for line in late)
        return found if _same(from_toml(found), after) else ""
    except (TOMLKitError, LookupError, TypeError, ValueError):
        return ""


def _hang_remarks(body: Body, loose: list[tuple[Body, int]]) -> None:
    """Remarks above a header go where its table goes; `loose` are those that have been read since the last value."""
    for place, (key, item) in enumerate(body):
        if isinstance(item, Comment | Whitespace):
            loose.append((body, place))
            continue
        tables = item.body if isinstance(item, AoT) else [item] if isinstance(item, Table) else []
        for table in tables:
            if not table.is_super_table() and not (key and key.is_dotted()):
                table.trivia.indent = "".join(where[i][1].as_string() for where, i in loose) + table.trivia.indent
                for where, i in loose:
                    where[i] = (None, Null())
                loose.clear()
            _hang_remarks(table.value.body, loose)
        if not tables:
            loose.clear()


def _change(table: Any, after: Plain, path: Path, late: list[str]) -> None:
    """Make a table of the document say what it should; `late` are the lines of tables that come after its end."""
    for key in [key for key in table if key not in after]:
        del table[key]
    in_row = any(isinstance(step, int) for step in path)
    for key, value in after.items():
        before = table.get(key, GONE)
        if is_table(value) and is_table(before):
            _change(before, value, (*path, key), late)
        elif is_rows(value) and isinstance(before, AoT):
            _change_rows(before, value, (*path, key), late)
        elif before is GONE and not in_row and (is_table(value) or is_rows(value)):
            late += _new_tables((*path, key), value)
        elif before is GONE or not _same(_plain(before), value):
            _change_value(table, key, value)


def _change_value(table: Any, key: str, value: Any) -> None:
    """One value; a list that has remarks in it changes word by word."""
    before = table.get(key)
    if isinstance(before, Array) and isinstance(value, list) and "#" in before.as_string():
        for a, b, c, d in _differences(before.unwrap(), value):
            del before[a:b]
            for place in range(c, d):
                before.insert(a + place - c, _written(value[place]))
        return
    if isinstance(before, Table | AoT):
        del table[key]
    table[key] = _written(value)


def _change_rows(rows: Any, after: list[Plain], path: Path, late: list[str]) -> None:
    """Rows are known by what they hold, or by their place."""
    for a, b, c, d in _differences(rows.unwrap(), after):
        alike = min(b - a, d - c)
        for i in range(alike):
            _change(rows[a + i], after[c + i], (*path, a + i), late)
        for place in range(b - 1, a + alike - 1, -1):
            del rows[place]
        for i in range(c + alike, d):
            rows.insert(a + i - c, _new_row(after[i]))


def _differences(before: list[Any], after: list[Any]) -> list[tuple[int, int, int, int]]:
    """Where two lists differ: from and to in each, the last first."""
    old, new = ([msgspec.json.encode(part, order="sorted") for part in parts] for parts in (before, after))
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [places for tag, *places in reversed(codes) if tag != "equal"]  # type: ignore[misc]


def _new_tables(path: Path, value: Any) -> Iterator[str]:
    names = tuple(map(str, path))
    for row in value if isinstance(value, list) else ():
        yield from table_text(names, row, row=True)
    if isinstance(value, dict):
        yield from table_text(names, value, row=False)
        for key, inside in value.items():
            if is_table(inside) or is_rows(inside):
                yield from _new_tables((*path, key), inside)


def _new_row(row: Plain) -> Any:
    found: Any = tomlkit.parse("\n".join(table_text(("row",), row, row=True)).lstrip("\n") + "\n")["row"]
    found[0].trivia.indent = "\n"
    return found[0]


def _written(value: Any) -> Any:
    """A value of the document, as it is written."""
    return tomlkit.value(value_text(value))


def _plain(value: Any) -> Any:
    return value.unwrap() if hasattr(value, "unwrap") else value  # a bool is as it is


def _same(a: Any, b: Any) -> bool:
    return type(a) is type(b) and msgspec.json.encode(a, order="sorted") == msgspec.json.encode(b, order="sorted")
