"""Facts: what follows from a position, worked out once and kept for as long as it is true.

    @fact
    def encircled(g: Pocket) -> int:
        return bits_of(GRID, [u.place for u in g.units(GERMAN) if is_green(u)])

The author writes a plain function of a position and of values. While it is worked out, the position notes which of its
fields are read and of which sides the pieces; the fact is good as long as those are what they were. Fields are compared
by value (they are never written in place, only replaced), pieces by side: whoever adds, changes or drops one begins a
new book for its side. Clones share all books until one of them changes a piece, and then those of the other sides.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from inspect import signature
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
PIECES = ""  # the scope of whoever reads `g.pieces` or `g.at` as they are
ALWAYS = "always"  # the book of what follows from no piece at all
MOST = 20_000  # entries of that book: it lives as long as the match


class Entry(NamedTuple):
    """A fact: its value, all that was read for it, and the fields among that with what stood in them."""

    value: Any
    reads: frozenset[str]
    fields: Callable[[Any], tuple[Any, ...]] | None
    values: tuple[Any, ...]


def fact(find: F) -> F:
    """A function of a position (and of hashable values) whose results are kept while all that it read is the same.

    The position is the first argument, or the second, called g, of a method of whoever judges it.
    """
    homes: set[str] = set()  # in whose books results lie

    @wraps(find)
    def known(g: Any, *args: Hashable) -> Any:
        key = (find, *args)
        entry = g.facts.get(key)
        if entry is None or (entry[2] is not None and entry[2](g) != entry[3]):
            entry = _found_before(g, key, homes) or _work_out(g, key, homes, g, args)
        if g.reads is not None:
            g.reads |= entry[1]
        return entry[0]

    @wraps(find)
    def judged(judge: Any, g: Any, *args: Hashable) -> Any:
        key = (find, judge, *args)
        entry = g.facts.get(key)
        if entry is None or (entry[2] is not None and entry[2](g) != entry[3]):
            entry = _found_before(g, key, homes) or _work_out(g, key, homes, judge, (g, *args))
        if g.reads is not None:
            g.reads |= entry[1]
        return entry[0]

    by = [*signature(find).parameters]
    return judged if by[1:2] == ["g"] else known  # type: ignore[return-value]


def _found_before(g: Any, key: tuple[Any, ...], homes: set[str]) -> Entry | None:
    """A fact that holds although some piece has changed since it was found."""
    for home in homes:
        entry: Entry | None = g.books.get(home, {}).get(key)
        if entry is not None and (entry[2] is None or entry[2](g) == entry[3]):
            g.facts[key] = entry
            return entry
    return None


def _work_out(g: Any, key: tuple[Any, ...], homes: set[str], first: Any, rest: tuple[Any, ...]) -> Entry:
    """Find it, and note what is read for it."""
    outer, plain = g.reads, type(g)
    g.reads = reads = set[str]()
    if outer is None:
        g.__class__ = _watched.get(plain) or watched(plain)
    try:
        value = key[0](first, *rest)
    finally:
        g.reads = outer
        if outer is None:
            g.__class__ = plain
    seen = frozenset(reads)
    fields, home = _shapes.get(seen) or _shape(g, seen)
    entry = Entry(value, seen, fields, fields(g) if fields is not None else ())
    g.facts[key] = entry
    if home is not None:
        homes.add(home)
        book = g.books.setdefault(home, {})
        if len(book) > MOST:
            book.clear()
        book[key] = entry
    return entry


_shapes: dict[frozenset[str], tuple[Callable[[Any], tuple[Any, ...]] | None, str | None]] = {}


def _shape(g: Any, reads: frozenset[str]) -> tuple[Callable[[Any], tuple[Any, ...]] | None, str | None]:
    """What stands in the fields that were read, always as a tuple; and the one side whose pieces were looked at."""
    scopes = {name for name in reads if name == PIECES or name in g.books}
    names = sorted(reads - scopes)
    home = None if len(scopes) > 1 or PIECES in scopes else scopes.pop() if scopes else ALWAYS
    return _shapes.setdefault(reads, (attrgetter("scenario_id", *names) if names else None, home))


# ------------------------------------------------------------------ noting

_watched: dict[type, type] = {}


def watched(cls: Any) -> type:
    """A class of state whose fields note that they are read, and refuse to be written: a fact changes nothing."""
    scopes = dict.fromkeys(cls.with_pieces(), PIECES)
    names = [name for name in cls.fields_that_change() if name not in scopes]
    body = {name: _noting(getattr(cls, name), scope) for name, scope in {**scopes, **{n: n for n in names}}.items()}
    return _watched.setdefault(cls, type(cls.__name__, (cls,), {"__slots__": (), "watched": True, **body}))


def _noting(slot: Any, name: str) -> property:
    read = slot.__get__

    def noted(g: Any) -> Any:
        if (reads := g.reads) is not None:  # None: another thread has just finished a fact of the same position
            reads.add(name)
        return read(g)

    def refused(g: Any, value: object) -> None:
        raise RuntimeError(f"a fact changes nothing, and {name or 'a piece'} was to be changed")

    return property(noted, refused)
