"""Are two things the same by what is in them, and if not, where do they differ?

Things without an equality of their own are compared by their fields. Kept things are filled as they are looked into: a
dict that is still empty, an attribute that is None or not there. They are compared `lazily`, where both have something.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from grognard.engine import State

SHOWN = 160  # letters of a value in a message


Difference = tuple[str, str]  # where, and both values


def alike(kept: Any, fresh: Any) -> bool:
    """Are two findings the same, as far as the fresh one has been filled?"""
    return next(differences(kept, fresh, lazily=True), None) is None


def difference(a: Any, b: Any) -> str | None:
    """Where two things differ first, with both values: "[3].name: 'Tank' or 'Gun'"; None if they are alike."""
    return next((in_words(found) for found in differences(a, b)), None)


def differences(a: Any, b: Any, *, lazily: bool = False) -> Iterator[Difference]:
    """Everywhere that two things differ; `lazily`: the second may not have been filled so far."""
    return _Comparison(lazily).of(a, b, "")


def in_words(found: Difference) -> str:
    """A difference as it is told."""
    return ": ".join(filter(None, found))


def shown(value: object) -> str:
    """A value in a message, cut where it is long."""
    text = repr(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 2] + " …"


class _Comparison:
    """One comparison; what is being compared further up is not compared once more."""

    def __init__(self, lazily: bool) -> None:
        self.lazily = lazily
        self.open: set[tuple[int, int]] = set()

    def of(self, a: Any, b: Any, path: str) -> Iterator[Difference]:
        if a is b or (id(a), id(b)) in self.open:
            return
        if type(a) is not type(b):
            yield _both(a, b, path)
            return
        self.open.add((id(a), id(b)))
        yield from self._same_kind(a, b, path)
        self.open.discard((id(a), id(b)))

    def _same_kind(self, a: Any, b: Any, path: str) -> Iterator[Difference]:
        if isinstance(a, State):
            yield from self.of(a.digest(), b.digest(), f"{path} digest")
        elif isinstance(a, list | tuple | bytes | bytearray):
            yield from self._items(a, b, path)
        elif isinstance(a, Mapping):
            yield from self._mapping(a, b, path)
        elif callable(a) and not isinstance(a, type):
            return
        elif not _has_equality(a):
            yield from self._fields(a, b, path)
        elif a != b:
            within = list(self._fields(a, b, path)) if isinstance(a, msgspec.Struct) else []
            yield from within or [_both(a, b, path)]

    def _items(self, a: Any, b: Any, path: str) -> Iterator[Difference]:
        if isinstance(a, list | tuple):
            for i, (x, y) in enumerate(zip(a, b, strict=False)):
                yield from self.of(x, y, f"{path}[{i}]")
        elif a != b:
            first = next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), None)
            if first is not None:
                yield _both(a[first], b[first], f"{path}[{first}]")
        if len(a) != len(b):
            yield _both(a, b, f"{path} ({len(a)} or {len(b)} of them)")

    def _mapping(self, a: Any, b: Any, path: str) -> Iterator[Difference]:
        if not b and self.lazily:
            return
        if not hasattr(type(a), "__missing__") and a.keys() != b.keys():
            odd = sorted(map(repr, a.keys() ^ b.keys()))
            yield path, f"only one of the two has {', '.join(odd[:3])}"
        for key in a:
            if key in b:
                yield from self.of(a[key], b[key], f"{path}[{key!r}]")

    def _fields(self, a: Any, b: Any, path: str) -> Iterator[Difference]:
        for name in _fields(a):
            if _has(a, name) and _has(b, name) and not (self.lazily and getattr(b, name) is None):
                yield from self.of(getattr(a, name), getattr(b, name), f"{path}.{name}")


def _both(a: object, b: object, path: str) -> Difference:
    return path.strip(), f"{shown(a)} or {shown(b)}"


def _has_equality(thing: object) -> bool:
    return any("__eq__" in vars(cls) for cls in type(thing).__mro__ if cls is not object)


def _fields(thing: object) -> list[str]:
    """The names of what a thing holds."""
    return list(dict.fromkeys([*getattr(thing, "__dict__", {}), *_slots(type(thing))]))


def _has(thing: object, name: str) -> bool:
    """Does it hold this, without working it out?"""
    return name in getattr(thing, "__dict__", {}) or (name in _slots(type(thing)) and hasattr(thing, name))


def _slots(cls: type[Any]) -> list[str]:
    found = [base.__dict__.get("__slots__", ()) for base in cls.__mro__]
    return [name for names in found for name in ((names,) if isinstance(names, str) else names)]
