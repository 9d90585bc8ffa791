"""Chance that never changes: every "random" choice on a map is a hash of where it is made."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache

Point = tuple[float, float]

_WORD = 0xFFFFFFFF


def unit(*key: float) -> float:
    """A number from 0 up to 1 that depends only on the key."""
    return _mixed(0x811C9DC5, key) / 0x100000000


def units(count: int, *key: float) -> list[float]:
    """`unit(*key, 1)`, `unit(*key, 2)` and so on."""
    begun = _mixed(0x811C9DC5, key)
    return [_mixed(begun, (n,)) / 0x100000000 for n in range(1, count + 1)]


def _mixed(h: int, key: Iterable[float]) -> int:
    for part in key:
        h ^= int(part * 64) & _WORD
        h = (h * 0x01000193) & _WORD
        h ^= h >> 15
        h = (h * 0x2C1B3C6D) & _WORD
        h ^= h >> 12
    return h


@lru_cache(maxsize=1 << 16)
def _knot(column: int, row: int, seed: int) -> float:
    return unit(column, row, seed)


def noise(x: float, y: float, scale: float, seed: int = 0) -> float:
    """Smooth noise from -1 to 1 with bumps about `scale` wide."""
    x, y = x / scale, y / scale
    i, j = math.floor(x), math.floor(y)
    fx, fy = x - i, y - j
    fx, fy = fx * fx * (3 - 2 * fx), fy * fy * (3 - 2 * fy)
    top = _knot(i, j, seed) * (1 - fx) + _knot(i + 1, j, seed) * fx
    low = _knot(i, j + 1, seed) * (1 - fx) + _knot(i + 1, j + 1, seed) * fx
    return 2 * (top * (1 - fy) + low * fy) - 1


def wobble(p: Point, amount: float, scale: float, seed: int = 0) -> Point:
    """A point moved a little; neighbours move alike, so shapes that share a border keep it."""
    x, y = p
    return x + amount * noise(x, y, scale, seed), y + amount * noise(x, y, scale, seed + 97)
