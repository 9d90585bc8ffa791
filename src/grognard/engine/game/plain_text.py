"""Plain data from texts of strangers: TOML and JSON, measured before a parser sees them.

A parser spends memory with the square of a key's parts, the stack with every bracket, and seconds on a long number. A
text of a few kilobytes could fill a machine, so these three are counted first, in one pass over the text.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any, TypeVar, overload

import msgspec

DEEPEST = 40  # brackets within brackets
PARTS = 20  # of a key: `a.b.c` has three
LONGEST = 100  # letters of a number, or of a key without quotes

_MARK = re.compile(
    rb"""
      (?P<remark> \#[^\n]* )
    | (?P<long>   \"{3} | '{3} )
    | (?P<text>   " [^"\\]*+ (?: \\. [^"\\]*+ )*+ " | '[^']*+' )
    | (?P<quote>  ["'] )
    | (?P<open>   [\[{] )
    | (?P<close>  [\]}] )
    | (?P<dot>    \. )
    | (?P<stop>   [=,\n] )
    | (?P<word>   [^\s\[\]{}=,.\#"']{%d,} )
    """
    % (LONGEST + 1),
    re.VERBOSE | re.DOTALL,
)
_CLOSE = {
    b'"""': re.compile(rb'(?: [^"\\]++ | \\. | "(?!"") )*+ "{3,5}', re.VERBOSE | re.DOTALL),
    b"'''": re.compile(rb"(?: [^']++ | '(?!'') )*+ '{3,5}", re.VERBOSE | re.DOTALL),
}

T = TypeVar("T")


class TooMuch(msgspec.DecodeError):
    """A text that no parser should see, and the line where this shows."""

    def __init__(self, says: str, line: int) -> None:
        super().__init__(says)
        self.line = line


def measure(text: str | bytes) -> None:
    """Raise TooMuch if a text is nested too deep, or has a key of too many parts, or too long a number.

    Scanning ends where a quote is left open: there a parser ends, too.
    """
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    at = depth = dots = 0
    while found := _MARK.search(data, at):
        kind, at = found.lastgroup, found.end()
        if kind == "long":
            end = _CLOSE[found[0]].match(data, at)
            if end is None:
                return
            at = end.end()
        elif kind == "quote":
            return
        elif kind in ("open", "close", "stop"):
            depth, dots = depth + (kind == "open") - (kind == "close"), 0
        elif kind == "dot":
            dots += 1
        if depth > DEEPEST or dots >= PARTS or kind == "word":
            raise TooMuch(_says(depth, dots), data.count(b"\n", 0, at) + 1)


def _says(depth: int, dots: int) -> str:
    if depth > DEEPEST:
        return f"Brackets are nested more than {DEEPEST} deep"
    return f"A key has more than {PARTS} parts" if dots >= PARTS else f"A number has more than {LONGEST} digits"


def from_toml(text: str) -> dict[str, Any]:
    """Return the tables of a text. Raise TooMuch or tomllib.TOMLDecodeError, both a ValueError."""
    measure(text)
    return tomllib.loads(text)


@overload
def from_json(text: str | bytes | msgspec.Raw, kind: type[T]) -> T: ...


@overload
def from_json(text: str | bytes | msgspec.Raw, kind: msgspec.json.Decoder[T]) -> T: ...


def from_json(text: str | bytes | msgspec.Raw, kind: Any) -> Any:
    """Return a value of a type, or of a decoder's. Raise msgspec.DecodeError (TooMuch is one)."""
    data = bytes(text) if isinstance(text, msgspec.Raw) else text
    if _openings(data) > DEEPEST or len(data) > LONGEST:
        measure(data)
    return kind.decode(data) if isinstance(kind, msgspec.json.Decoder) else msgspec.json.decode(data, type=kind)


def _openings(text: str | bytes) -> int:
    return text.count("[") + text.count("{") if isinstance(text, str) else text.count(b"[") + text.count(b"{")
