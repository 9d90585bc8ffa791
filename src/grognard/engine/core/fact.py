"""Facts: what follows from a position, worked out once and kept for as long as it is true.

    @fact
    def encircled(g: Pocket) -> int:
        return bits_of(GRID, [u.place for u in g.units(GERMAN) if is_green(u)])

The author writes a plain function of a position and of values. It is worked out on a copy that notes which fields are
read and of which sides the pieces; the fact is good as long as those are what they were. A field is what it was if the
same object stands in it, for fields are replaced and never written into. Of pieces there is a book for each side: when
one is added, changed or dropped, a new book begins. Clones share all books until one of them changes a piece, and then
those of the other sides.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from operator import attrgetter, is_
from typing import Any, TypeVar

import msgspec

F = TypeVar("F", bound=Callable[..., Any])
Key = tuple[Callable[..., Any], tuple[Hashable, ...]]  # what is found of a position: the function, and the values
PIECES = "all pieces"  # what was read by whoever read `g.pieces` or `g.at`
OF = "pieces of "  # and a side, by whoever read `g.pieces_of(side)`
ALWAYS = ""  # the book of what follows from no piece at all
MOST = 20_000  # entries of that book: it lives as long as the match


class Fact(msgspec.Struct, frozen=True):
    """What was found, all that was read for it, and the fields among that with what stood in them."""

    value: Any
    reads: frozenset[str]
    fields: Callable[[Any], tuple[Any, ...]] | None
    values: tuple[Any, ...]


def fact(find: F) -> F:
    """A function of a position (and of hashable values) whose results are kept while all that it read is the same.

    The position is the first argument; all are given by their places.
    """
    homes: set[str] = set()  # in which books results of this function lie

    @wraps(find)
    def known(g: Any, *args: Hashable) -> Any:
        key, reads = (find, args), g.reads
        found = g.facts.get(key)
        if found is None or (found.fields is not None and not holds(found, g)):
            found = _found_before(g, key, homes) or _work_out(g, key, homes)
        if reads is not None:
            reads |= found.reads
        return found.value

    return known  # type: ignore[return-value]


def holds(found: Fact, g: Any) -> bool:
    """Is it still true, if the pieces it looked at are what they were?"""
    return found.fields is None or all(map(is_, _values(g, found.fields), found.values))


def _values(g: Any, fields: Callable[[Any], tuple[Any, ...]]) -> tuple[Any, ...]:
    """What stands in some fields; a copy that notes what is read takes no note of this."""
    if g.reads is None:
        return fields(g)
    watched = g.__class__
    g.__class__ = watched.__base__
    try:
        return fields(g)
    finally:
        g.__class__ = watched


def _found_before(g: Any, key: Key, homes: set[str]) -> Fact | None:
    """A fact that holds although some piece has changed since it was found."""
    for home in homes:
        book = g.books.get(home)
        found: Fact | None = book.get(key) if book else None
        if found is not None and holds(found, g):
            g.facts[key] = found
            return found
    return None


def _work_out(g: Any, key: Key, homes: set[str]) -> Fact:
    """Find it, and note what is read for it."""
    find, args = key
    watcher = g if g.reads is not None else g.watcher()
    outer, watcher.reads = watcher.reads, set()
    try:
        value = find(watcher, *args)
        reads = frozenset(watcher.reads)
        fields, home = _scopes.get(reads) or _scope(reads)
        found = Fact(value, reads, fields, _values(watcher, fields) if fields is not None else ())
    finally:
        watcher.reads = outer
    watcher.facts[key] = found
    if home is not None:
        homes.add(home)
        book = watcher.books.setdefault(home, {})
        if len(book) > MOST:
            book.clear()
        book[key] = found
    return found


_scopes: dict[frozenset[str], tuple[Callable[[Any], tuple[Any, ...]] | None, str | None]] = {}


def _scope(reads: frozenset[str]) -> tuple[Callable[[Any], tuple[Any, ...]] | None, str | None]:
    """What stands in the fields that were read, always as a tuple; and the book of the one side that was looked at."""
    fields = sorted(filter(str.isidentifier, reads))
    pieces = reads.difference(fields)
    home = None if len(pieces) > 1 or PIECES in pieces else next(iter(pieces)).removeprefix(OF) if pieces else ALWAYS
    return _scopes.setdefault(reads, (attrgetter("scenario_id", *fields) if fields else None, home))


# ------------------------------------------------------------------ noting

_watching: dict[type, type] = {}


def watching(cls: Any) -> type:
    """The class of a copy that notes which of its fields are read, and lets nothing be changed."""
    found = _watching.get(cls)
    if found is None:
        pieces, fields, others = cls.parts()
        noted = {**dict.fromkeys(pieces, PIECES), **{name: name for name in fields}}
        body: dict[str, Any] = {name: _noting(getattr(cls, name), scope) for name, scope in noted.items()}
        body |= {name: _refusing(name) for name in others}
        found = _watching.setdefault(cls, type(f"Watched{cls.__name__}", (cls,), {"__slots__": (), **body}))
    return found


def _noting(slot: Any, name: str) -> property:
    read = slot.__get__

    def noted(g: Any) -> Any:
        g.reads.add(name)
        return read(g)

    def refused(g: Any, value: object) -> None:
        raise RuntimeError(f"A fact changes nothing, and {name} was to be changed.")

    return property(noted, refused)


def _refusing(name: str) -> property:
    def refused(g: Any, value: object = None) -> None:
        raise RuntimeError(f"A fact follows from a position alone and changes nothing; {name!r} is no part of it.")

    return property(refused, refused)
