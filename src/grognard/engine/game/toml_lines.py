"""On which line of a TOML text every value stands, for messages that name the place.

`tomllib` judges the text; this reads one that it has accepted, and only to find lines.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

Path = tuple[str | int, ...]  # ("force", 3, "count"): the keys and places that lead to a value

_TOKEN = re.compile(
    r"""
      (?P<skip>  \#[^\n]* | [ \t\r]+ )
    | (?P<end>   \n )
    | (?P<text>  \"{3} (?: \\. | [^\\] )*? \"{3,5} | '{3} .*? '{3,5} | " (?: \\. | [^"\\\n] )* " | '[^'\n]*' )
    | (?P<mark>  [\[\]{}=,.] )
    | (?P<word>  [^\s\[\]{}=,.\#"']+ )
    """,
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r'\\(["\\])')


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


class Lines:
    """The lines of everything in a text."""

    def __init__(self, text: str) -> None:
        self._found: dict[Path, int] = {(): 1}
        self._rows: Counter[Path] = Counter()  # of each array of tables
        self._tokens = _tokens(text)
        self._next = 0
        self._read()

    def line(self, path: Path) -> int:
        """Where a value stands; if it does not, where what it belongs to stands."""
        while path not in self._found:
            path = path[:-1]
        return self._found[path]

    # ------------------------------------------------------------ reading

    def _read(self) -> None:
        table: Path = ()
        while self._next < len(self._tokens):
            token = self._tokens[self._next]
            if token.kind == "end":
                self._next += 1
            elif token.text == "[" and token.kind == "mark":
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> Path:
        """`[a.b]` or `[[a.b]]`: the table that follows."""
        double = self._peek(1) == "["
        self._next += 1 + double
        line = self._tokens[self._next].line
        *above, last = self._key()
        self._next += 1 + double
        path = (*self._inside(above, line), last)
        if double:
            self._found.setdefault(path, line)
            self._rows[path] += 1
            path += (self._rows[path] - 1,)
        self._found[path] = line
        return path

    def _inside(self, keys: list[str], line: int) -> Path:
        """The table under these keys; of an array of tables, the last."""
        path: Path = ()
        for key in keys:
            path += (key,)
            self._found.setdefault(path, line)
            if path in self._rows:
                path += (self._rows[path] - 1,)
        return path

    def _key(self) -> list[str]:
        """`a`, `"a b"` or `a.b.c`."""
        keys = [_plain(self._take())]
        while self._peek() == ".":
            self._next += 1
            keys.append(_plain(self._take()))
        return keys

    def _pair(self, table: Path) -> None:
        line = self._tokens[self._next].line
        path = table
        for key in self._key():
            path += (key,)
            self._found.setdefault(path, line)
        self._next += 1  # the sign between them
        self._value(path)

    def _value(self, path: Path) -> None:
        token = self._tokens[self._next]
        self._found.setdefault(path, token.line)
        if token.kind == "mark" and token.text in "[{":
            self._next += 1
            (self._list if token.text == "[" else self._inline)(path)
            return
        while self._peek() not in ("", "\n", ",", "]", "}"):
            self._next += 1

    def _list(self, path: Path) -> None:
        count = 0
        while (sign := self._peek()) != "]":
            if sign in (",", "\n"):
                self._next += 1
            else:
                self._value((*path, count))
                count += 1
        self._next += 1

    def _inline(self, path: Path) -> None:
        while (sign := self._peek()) != "}":
            if sign in (",", "\n"):
                self._next += 1
            else:
                self._pair(path)
        self._next += 1

    # ------------------------------------------------------------ tokens

    def _peek(self, ahead: int = 0) -> str:
        """The sign or the end of line that comes next, "" at the end; for anything else its text."""
        at = self._next + ahead
        return self._tokens[at].text if at < len(self._tokens) else ""

    def _take(self) -> _Token:
        self._next += 1
        return self._tokens[self._next - 1]


def _tokens(text: str) -> list[_Token]:
    found, line = [], 1
    for match in _TOKEN.finditer(text):
        if match.lastgroup != "skip":
            found.append(_Token(str(match.lastgroup), match[0], line))
        line += match[0].count("\n")
    return found


def _plain(token: _Token) -> str:
    """A key as it is read."""
    if token.text.startswith('"'):
        return _ESCAPE.sub(r"\1", token.text[1:-1])
    return token.text.strip("'")
