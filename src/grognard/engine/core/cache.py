"""Things that many positions have in common, kept under a key: a `Memory`, a `Book`.

What follows from one position is a fact (`fact.py`), which is never stale. `State.recall` keeps what those outside the
rules ask of a position again and again, until a piece changes or a question is answered.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import compress
from operator import is_not
from typing import Any, Generic, TypeVar

T = TypeVar("T")
UNKNOWN: Any = object()  # nothing is kept under a key; to ask once is cheaper than twice, for keys may be long


class Memory(dict[Hashable, Any]):
    """Results by key; it forgets all when it grows too large."""

    def __init__(self, most: int = 20_000) -> None:
        super().__init__()
        self.most = most

    def keep(self, key: Hashable, value: Any) -> Any:
        """Remember a result, and give it back."""
        if len(self) > self.most:
            self.clear()
        self[key] = value
        return value

    def recall(self, key: Hashable, find: Callable[[], T]) -> T:
        """What was found before under a key, or what is found now."""
        found: T = self.get(key, UNKNOWN)
        if found is UNKNOWN:
            found = self.keep(key, find())
        return found


class Book(Memory):
    """Results that follow from their key alone, each found when it is first looked up: `book[key]`."""

    def __init__(self, find: Callable[[Any], Any], most: int = 20_000) -> None:
        super().__init__(most)
        self.find = find

    def __missing__(self, key: Hashable) -> Any:
        return self.keep(key, self.find(key))


class kept(Generic[T]):
    """A property that is worked out once, as `functools.cached_property`, without the lock which that takes in 3.11."""

    def __init__(self, find: Callable[[Any], T]) -> None:
        self.find = find
        self.__doc__ = find.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, it: Any, owner: type) -> T:
        found: T = self.find(it)
        it.__dict__[self.name] = found
        return found


def changed(things: Sequence[object], before: Sequence[object]) -> list[int]:
    """The places at which two lists are not alike, up to the end of the longer one."""
    others = compress(range(len(things)), map(is_not, things, before))
    found = [i for i in others if things[i] != before[i]]
    if len(things) != len(before):
        found += range(*sorted((len(things), len(before))))
    return found
