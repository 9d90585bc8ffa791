"""A number of its own for each name of a game, written as plus and minus ones: the same in every process."""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

CODE = 12  # signs of a name
_HALF = 1 << CODE - 1
UNNAMED = (0.0,) * CODE


class Names:
    """The names a game lists are numbered in order, from 1; any other is hashed into the upper half of the numbers."""

    def __init__(self, listed: Iterable[str]) -> None:
        self.listed = tuple(sorted(listed))
        if len(self.listed) >= _HALF:
            raise ValueError(f"{len(self.listed)} names do not fit into {CODE} signs")
        self._codes = {"": UNNAMED, **{name: _signs(number) for number, name in enumerate(self.listed, 1)}}

    def code(self, name: str) -> tuple[float, ...]:
        """A name as plus and minus ones; nothing at all as zeros."""
        known = self._codes.get(name)
        if known is None:
            known = self._codes[name] = _signs(_HALF | crc32(name.encode()) % _HALF)
        return known


def _signs(number: int) -> tuple[float, ...]:
    return tuple(1.0 if number >> i & 1 else -1.0 for i in range(CODE))
