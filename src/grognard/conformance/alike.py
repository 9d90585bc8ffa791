"""Are two things the same by what is in them, and if not, where do they differ?

Things without an equality of their own are compared by their fields. What is filled as it is looked into (a dict that
finds what is missing, one that is still empty, an attribute that is None or worked out on demand) is compared where
both have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from grognard.engine import State

SHOWN = 160  # letters of a value in a message


def alike(kept: Any, fresh: Any) -> bool:
    """Are two findings the same?"""
    return difference(kept, fresh) is None


def difference(a: Any, b: Any) -> str | None:
    """Where two things differ first, with both values: "[3].name: 'Tank' or 'Gun'"; None if they are alike."""
    return _Comparison().of(a, b, "")


def shown(value: object) -> str:
    """A value in a message, cut where it is long."""
    text = repr(value)
    return text if len(text) <= SHOWN else text[: SHOWN - 2] + " …"


class _Comparison:
    """One comparison; what is being compared further up is not compared once more."""

    def __init__(self) -> None:
        self.open: set[tuple[int, int]] = set()

    def of(self, a: Any, b: Any, path: str) -> str | None:
        if a is b or (id(a), id(b)) in self.open:
            return None
        if type(a) is not type(b):
            return _told(a, b, path)
        self.open.add((id(a), id(b)))
        try:
            return self._same_kind(a, b, path)
        finally:
            self.open.discard((id(a), id(b)))

    def _same_kind(self, a: Any, b: Any, path: str) -> str | None:
        if isinstance(a, State):
            return None if a.digest() == b.digest() else _told(a.digest(), b.digest(), f"{path} digest")
        if isinstance(a, list | tuple):
            return self._items(a, b, path)
        if isinstance(a, Mapping):
            return self._mapping(a, b, path)
        if isinstance(a, msgspec.Struct):
            return None if a == b else self._fields(a, b, path) or _told(a, b, path)
        if callable(a) and not isinstance(a, type):
            return None
        if _has_equality(a):
            return None if a == b else _told(a, b, path)
        return self._fields(a, b, path)

    def _items(self, a: Any, b: Any, path: str) -> str | None:
        for i, (x, y) in enumerate(zip(a, b, strict=False)):
            if found := self.of(x, y, f"{path}[{i}]"):
                return found
        return None if len(a) == len(b) else _told(a, b, f"{path} ({len(a)} or {len(b)} of them)")

    def _mapping(self, a: Any, b: Any, path: str) -> str | None:
        if not b:
            return None
        if not hasattr(type(a), "__missing__") and a.keys() != b.keys():
            odd = sorted(map(repr, a.keys() ^ b.keys()))
            return f"{path} only one of the two has {', '.join(odd[:3])}".strip()
        return self._first((a[key], b[key], f"{path}[{key!r}]") for key in a if key in b)

    def _fields(self, a: Any, b: Any, path: str) -> str | None:
        names = [name for name in _fields(a) if _has(a, name) and _has(b, name) and getattr(b, name) is not None]
        return self._first((getattr(a, name), getattr(b, name), f"{path}.{name}") for name in names)

    def _first(self, pairs: Iterable[tuple[Any, Any, str]]) -> str | None:
        return next((found for x, y, where in pairs if (found := self.of(x, y, where))), None)


def _told(a: object, b: object, path: str) -> str:
    return f"{path}: {shown(a)} or {shown(b)}".removeprefix(": ").strip()


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
