"""Small helpers that write SVG text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape

from grognard.engine import GrognardError

NUMERALS = "'Barlow Condensed','Arial Narrow',sans-serif"
SERIF = "Alegreya,Georgia,serif"
CAPITALS = "'Alegreya SC',Georgia,serif"

Value = str | float | None


def number(value: float) -> str:
    """A number with at most two decimals and nothing superfluous."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def element(tag: str, *inside: str, **attributes: Value) -> str:
    """One SVG element; `stroke_width` is written stroke-width, `class_` class, and None is left out."""
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    return f"<{tag}{written}>{''.join(inside)}</{tag}>" if inside else f"<{tag}{written}/>"


def layer(name: str, *inside: str, **attributes: Value) -> str:
    """A group with a class, or nothing at all when there is nothing in it."""
    return element("g", *inside, class_=name, **attributes) if any(inside) else ""


def move(x: float, y: float, turn: float | None = None, scale: float | None = None) -> str:
    """The text of a transform that moves, turns and scales."""
    text = f"translate({number(x)} {number(y)})"
    if turn:
        text += f" rotate({number(turn)})"
    if scale is not None:
        text += f" scale({scale:.3f})"
    return text


def text(words: str) -> str:
    """Words made safe to stand between tags."""
    return escape(words, quote=False)


def attrs(**attributes: Value) -> dict[str, Value]:
    """Attributes to be given to several elements."""
    return attributes


def ungrained(drawn: str) -> str:
    """A drawing without the grain of its paper or grass: noise is what takes longest to draw, and prints badly."""
    return re.sub(r'<rect [^>]*filter="[^"]*"[^>]*/>', "", drawn)


# -------------------- What drawing refuses


class LookError(GrognardError, ValueError):
    """Something that cannot be drawn; the message names the key and what would be understood."""


# -------------------- Chance that never changes

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
